//! The next move of a solution, as a game shows it.

use crate::direction::Direction;
use crate::puzzle::Puzzle;
use crate::shape::Tile;
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::solver::Solver;

/// The move to make next.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Direction, Solver};
/// let solver = Solver::builder().build();
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
/// let hint = solver.hint(&board)?.ok_or("it is solved")?;
/// assert_eq!((hint.tile, hint.direction, hint.cell), (4, Direction::Left, 4));
/// assert_eq!((hint.moves_left, hint.proven), (3, true)); // 3 moves are left, no fewer will do
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Hint {
    /// The tile to move; by [`Metric::MultiTile`](crate::Metric) the last one of the run.
    pub tile: Tile,
    /// The cell where it stands: [`slide_cell`](crate::Puzzle::slide_cell) makes the move.
    pub cell: usize,
    /// The way it moves.
    pub direction: Direction,
    /// The number of moves to the goal, this one included, by the metric of the solver.
    pub moves_left: usize,
    /// True if it is proved that no fewer will do.
    pub proven: bool,
}

impl Hint {
    /// Returns the hint of a solution's first move; `None` if there is no move that can be made.
    pub(crate) fn new(
        board: &impl Puzzle,
        (direction, tiles): (Direction, usize),
        moves_left: usize,
        lower_bound: usize,
    ) -> Option<Self> {
        let mut cell = board.blank();
        for _ in 0..tiles {
            cell = board.shape().neighbour(cell, direction.opposite())?;
        }
        Some(Self {
            tile: board.tiles()[cell],
            cell,
            direction,
            moves_left,
            proven: moves_left <= lower_bound,
        })
    }
}

impl Solver {
    /// Returns the move to make next on a board, without any limit; `None` if the board is
    /// solved.
    ///
    /// Each call solves the board again, which is at once on up to 9 cells, milliseconds on 4 x 4,
    /// and may take for ever beyond. For the hints of a game in play a [`Guide`](crate::Guide)
    /// keeps the solution.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction, Solver};
    /// let board: Board<3> = "1 2 3/4 5 6/7 0 8".parse()?;
    /// let hint = Solver::default().hint(&board)?.ok_or("it is solved")?;
    /// assert_eq!((hint.tile, hint.direction), (8, Direction::Left));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn hint(&self, board: &impl Puzzle) -> Result<Option<Hint>, SolveError> {
        self.hint_with(board, &mut Control::new())
    }

    /// Returns the move to make next on a board; `None` if the board is solved.
    ///
    /// If a limit ends the search but a solution is known, its first move is the hint, marked as
    /// not proven.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with); [`SolveError::Stopped`] only where no solution is
    /// known.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Quality, Solver};
    /// let solver = Solver::builder().quality(Quality::Best).build();
    /// let mut control = Control::new().max_nodes(10_000);
    /// let hint = solver.hint_with(&Board::<5>::from_seed(1), &mut control)?.ok_or("it is solved")?;
    /// assert!(!hint.proven); // a good move; maybe not the best
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn hint_with(
        &self,
        board: &impl Puzzle,
        control: &mut Control<'_>,
    ) -> Result<Option<Hint>, SolveError> {
        if !control.has_clock() {
            return Err(SolveError::NoClock);
        }
        if board.is_solved_for(self.goal()) {
            return Ok(None);
        }
        let (moves, lower_bound) = match self.solve_with(board, control) {
            Ok(solution) => (solution.moves, solution.lower_bound),
            Err(SolveError::Stopped(mut known)) => match known.best.take() {
                Some(moves) => (moves, known.lower_bound),
                None => return Err(SolveError::Stopped(known)),
            },
            Err(error) => return Err(error),
        };
        let metric = self.metric();
        let first = metric.first(&moves);
        Ok(first.and_then(|first| Hint::new(board, first, metric.length(&moves), lower_bound)))
    }
}
