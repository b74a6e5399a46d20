//! The analysis of a solution: which of its moves lost.

use crate::shape::Tile;
use alloc::vec;
use alloc::vec::Vec;

use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::solve::{Control, Driver, Quality, SolveError, Solver};
use crate::tile_move::play;

/// The number of moves between two boards that are always solved. Boards between them are solved
/// only if a move has lost.
const STRIDE: usize = 8;

/// The result of [`Solver::analyse`].
///
/// # Examples
/// ```
/// use npuzzle::{Board, Control, Direction, Solver};
///
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
/// let detour = "UDLUL".parse()?; // tile 7 goes up and down again
/// let analysis = Solver::default().analyse(&board, &detour)?;
/// assert!(analysis.solved);
/// assert_eq!((analysis.moves.len(), analysis.shortest), (5, Some(3)));
/// let first = &analysis.moves[0];
/// assert_eq!((first.before, first.after, first.lost()), (Some(3), Some(4), Some(true)));
/// assert_eq!(first.better, Some((Direction::Left, 1)));
/// assert_eq!(analysis.first_lost(), Some(0));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "analyze")]
#[non_exhaustive]
pub struct Analysis {
    /// True if the moves end in the goal.
    pub solved: bool,
    /// The number of moves of a shortest solution; `None` if a limit has left it unknown.
    pub shortest: Option<usize>,
    /// The moves by the metric of the solver: by [`Metric::MultiTile`] a run of tiles is one.
    pub moves: Vec<AnalysedMove>,
}

/// A move of an [`Analysis`]. A number is `None` if a limit has left it unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalysedMove {
    /// The direction in which it moves the tiles.
    pub direction: Direction,
    /// The number of tiles that it moves: 1 by [`Metric::SingleTile`].
    pub tiles: usize,
    /// The tile that it moves; the last one of a run.
    pub tile: Tile,
    /// The number of moves that the board before needs.
    pub before: Option<usize>,
    /// The number of moves that the board after it needs.
    pub after: Option<usize>,
    /// The first move of a shortest solution, and the number of its tiles, if this move has lost
    /// and the board was not solved.
    pub better: Option<(Direction, usize)>,
}

impl Analysis {
    /// Returns the index of the first move that has lost; `None` if there is none, or a limit has
    /// left it unknown.
    #[must_use]
    pub fn first_lost(&self) -> Option<usize> {
        let mut lost = self.moves.iter().map(AnalysedMove::lost);
        let first = lost.position(|lost| lost != Some(false))?;
        self.moves[first].lost().map(|_| first)
    }
}

impl AnalysedMove {
    /// Returns whether the move has not led nearer to the goal.
    #[must_use]
    pub const fn lost(&self) -> Option<bool> {
        match (self.before, self.after) {
            (Some(before), Some(after)) => Some(after >= before),
            _ => None,
        }
    }
}

impl Solver {
    /// Finds the moves of a solution, or of any path from a board, that have lost: they do not lead
    /// nearer to the goal. The lengths are proved, for any quality of the solver.
    ///
    /// Stretches of eight moves are examined from the end on, where boards are easiest: the boards
    /// at both ends are solved, and those between, by bisection, if a move has lost.
    ///
    /// # Errors
    /// - [`SolveError::Move`] if a move is illegal; it names the move.
    /// - As [`solve`](Self::solve).
    #[doc(alias = "analyze")]
    pub fn analyse(&self, board: &impl Puzzle, moves: &Moves) -> Result<Analysis, SolveError> {
        self.analyse_with(board, moves, Control::new())
    }

    /// Finds the moves that have lost, within the limits of the call. If one is met the moves
    /// before are unknown, and so is the shortest length.
    ///
    /// # Errors
    /// As [`analyse`](Self::analyse); a limit is no error.
    pub fn analyse_with(
        &self,
        board: &impl Puzzle,
        moves: &Moves,
        control: Control<'_>,
    ) -> Result<Analysis, SolveError> {
        let mut driver = Driver::new(control)?;
        let mut board = DynBoard::of(board.view());
        self.solving(&board, Quality::Optimal, 1)?;
        let metric = self.metric();
        let runs: Vec<_> = match metric {
            Metric::SingleTile => moves.iter().map(|direction| (direction, 1)).collect(),
            Metric::MultiTile => moves.runs().collect(),
        };
        let mut end = board.clone();
        end.play(moves).map_err(SolveError::Move)?;
        // The distance of a board of the path, and the first move of a solution; `None` if a limit is
        // met.
        let mut solve = |at: usize| {
            let mut after = board.clone();
            let tiles = runs[..at].iter().map(|run| run.1).sum();
            let played = play(&mut after, &moves[..tiles]);
            debug_assert_eq!(played, Ok(()), "the moves were played before");
            self.drive(&mut driver, &after, Quality::Optimal, self.thread_count())?;
            let best = driver.known.best.take().filter(|_| driver.known.is_done);
            Ok::<_, SolveError>(best.map(|best| (metric.length(&best), metric.first(&best))))
        };
        let last = runs.len();
        let mut known = vec![None; last + 1];
        known[last] = solve(last)?;
        // Stretches of the moves; the last one is next.
        let ends = (1..=last).rev().step_by(STRIDE);
        let mut stretches: Vec<_> = ends.map(|to| (to.saturating_sub(STRIDE), to)).collect();
        stretches.reverse();
        while let Some((from, to)) = stretches.pop() {
            let Some((after, _)) = known[to] else { break };
            if known[from].is_none() {
                known[from] = solve(from)?;
            }
            let Some((before, _)) = known[from] else {
                break;
            };
            let middle = usize::midpoint(from, to);
            if before == after + (to - from) {
                // A move brings the goal nearer by one at most, so each of these did.
                for (distance, between) in (0..before).rev().zip(&mut known[from + 1..to]) {
                    *between = Some((distance, None));
                }
            } else if middle > from {
                stretches.extend([(from, middle), (middle, to)]);
            }
        }
        let distance = |at: usize| known[at].map(|(distance, _)| distance);
        let analysed = runs.iter().enumerate().map(|(at, &(direction, tiles))| {
            let slides = (0..tiles).filter_map(|_| board.slide(direction).ok());
            let after = distance(at + 1);
            let lost = known[at].filter(|&(before, _)| after >= Some(before));
            AnalysedMove {
                direction,
                tiles,
                tile: slides.fold(0, |_, slide| slide.tile),
                before: distance(at),
                after,
                better: lost.and_then(|(_, first)| first),
            }
        });
        Ok(Analysis {
            solved: end.is_solved_for(self.goal()),
            shortest: distance(0),
            moves: analysed.collect(),
        })
    }
}
