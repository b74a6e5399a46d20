//! The analysis of a solution: which of its moves lost.

use alloc::vec;
use alloc::vec::Vec;

use crate::cells::{Cells, Tile};
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::solve::control::Control;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
use crate::solve::solver::{Solver, dyn_board};

/// The moves between two boards that are solved in any case. Those between them are solved only
/// where a move has lost.
const STRIDE: usize = 8;

/// The result of [`Solver::analyse`].
///
/// # Examples
/// ```
/// use npuzzle::{Board, Control, Direction, Solver};
///
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
/// let detour = "UDLUL".parse()?; // tile 7 goes up and down again
/// let analysis = Solver::default().analyse(&board, &detour, &mut Control::new())?;
/// assert!(analysis.solved);
/// assert_eq!((analysis.moves.len(), analysis.shortest), (5, Some(3)));
/// let first = &analysis.moves[0];
/// assert_eq!((first.before, first.after, first.lost()), (Some(3), Some(4), Some(true)));
/// assert_eq!(first.better, Some((Direction::Left, 1)));
/// assert_eq!(analysis.first_lost(), Some(0));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// True if the moves end in the goal.
    pub solved: bool,
    /// The number of moves of a shortest solution; `None` if a limit has left it unknown.
    pub shortest: Option<usize>,
    /// The moves by the metric of the solver: by [`Metric::Slides`] a run of tiles is one.
    pub moves: Vec<AnalysedMove>,
}

/// A move of an [`Analysis`]. A number is `None` if a limit has left it unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalysedMove {
    /// The direction in which it moves the tiles.
    pub direction: Direction,
    /// The number of tiles that it moves: 1 by [`Metric::Tiles`].
    pub tiles: usize,
    /// The tile that it moves; the last one of a run.
    pub tile: Tile,
    /// The number of moves that the board before needs.
    pub before: Option<usize>,
    /// The number of moves that the board after it needs.
    pub after: Option<usize>,
    /// The first move of a shortest solution, and the number of its tiles, if this move has lost and
    /// the board was not solved.
    pub better: Option<(Direction, usize)>,
}

impl Analysis {
    /// Returns the place of the first move that has lost, counted from 0; `None` if there is none,
    /// or a limit has left it unknown.
    #[must_use]
    pub fn first_lost(&self) -> Option<usize> {
        let is_kept = |it: &&AnalysedMove| it.lost() == Some(false);
        let kept = self.moves.iter().take_while(is_kept).count();
        self.moves.get(kept)?.lost()?.then_some(kept)
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
    /// Finds out which moves of a solution, or of any way from a board, have lost: after them the
    /// goal is no nearer than before. The lengths are proved, whatever the quality of the solver.
    ///
    /// The boards after every eighth move are solved, the last ones first, since they are the
    /// easiest; then those between two of them where a move has lost. If a limit of the call is met
    /// the rest is unknown. With the default tables a solution of 4 x 4 takes a fraction of a second; the
    /// tables by slides take some seconds to build before.
    ///
    /// # Errors
    /// - [`SolveError::Move`] if a move is illegal; it names the move.
    /// - As [`solve_with`](Self::solve_with), but a limit is no error.
    pub fn analyse(
        &self,
        board: &impl Puzzle,
        moves: &Moves,
        control: &mut Control<'_>,
    ) -> Result<Analysis, SolveError> {
        let driver = Driver::new(control)?;
        let board = dyn_board(board);
        self.canonical(&board)?;
        let runs: Vec<_> = match self.metric() {
            Metric::Tiles => moves.iter().map(|direction| (direction, 1)).collect(),
            Metric::Slides => moves.runs().collect(),
        };
        let mut end = board.clone();
        end.play(moves).map_err(SolveError::Move)?;
        let last = runs.len();
        let mut analyser = Analyser {
            solver: self,
            driver,
            distances: vec![None; last + 1],
            first: vec![None; last + 1],
            board,
            moves,
            runs,
        };
        analyser.run()?;
        Ok(analyser.result(end.is_solved_for(self.goal())))
    }
}

/// An analysis under way.
struct Analyser<'s, 'c, 'a> {
    solver: &'s Solver,
    driver: Driver<'c, 'a>,
    moves: &'s Moves,
    runs: Vec<(Direction, usize)>,
    /// The board before the moves.
    board: DynBoard,
    /// For each board the number of moves that it needs, and the first one of a solution that was
    /// found.
    distances: Vec<Option<usize>>,
    first: Vec<Option<(Direction, usize)>>,
}

impl Analyser<'_, '_, '_> {
    fn run(&mut self) -> Result<(), SolveError> {
        let mut known = self.runs.len();
        let mut is_known = self.solve(known)?;
        while is_known && known > 0 {
            let before = known.saturating_sub(STRIDE);
            is_known = self.solve(before)? && self.fill(before, known)?;
            known = before;
        }
        Ok(())
    }

    /// Finds the distances between two boards whose distances are known; returns false if a limit
    /// is met.
    fn fill(&mut self, from: usize, to: usize) -> Result<bool, SolveError> {
        let (Some(start), Some(end)) = (self.distances[from], self.distances[to]) else {
            return Ok(false);
        };
        if start == end + (to - from) {
            // A move brings the goal nearer by one at most, so each of these has.
            for at in from..to {
                self.distances[at] = Some(start - (at - from));
            }
            return Ok(true);
        }
        let middle = usize::midpoint(from, to);
        Ok(middle == from
            || (self.solve(middle)? && self.fill(middle, to)? && self.fill(from, middle)?))
    }

    /// Solves the board after some moves; returns false if a limit is met.
    fn solve(&mut self, at: usize) -> Result<bool, SolveError> {
        let mut board = self.board.clone();
        let tiles = self.runs[..at].iter().map(|run| run.1).sum();
        let played = board.view_mut().play(&self.moves[..tiles]);
        debug_assert_eq!(played, Ok(()), "the moves were played before");
        let metric = self.solver.metric();
        self.solver.find_shortest(&board, &mut self.driver)?;
        let known = &self.driver.known;
        let best = known.best.as_ref().filter(|_| known.is_done);
        if let Some(best) = best {
            self.distances[at] = Some(metric.length(best));
            self.first[at] = metric.first(best);
        }
        Ok(best.is_some())
    }

    fn result(mut self, solved: bool) -> Analysis {
        let mut moves = Vec::new();
        for (at, &(direction, tiles)) in self.runs.iter().enumerate() {
            let mut tile = 0;
            for _ in 0..tiles {
                tile = self.board.slide(direction).map_or(tile, |slide| slide.tile);
            }
            let mut analysed = AnalysedMove {
                direction,
                tiles,
                tile,
                before: self.distances[at],
                after: self.distances[at + 1],
                better: None,
            };
            if analysed.lost() == Some(true) {
                analysed.better = self.first[at];
            }
            moves.push(analysed);
        }
        Analysis {
            solved,
            shortest: self.distances[0],
            moves,
        }
    }
}
