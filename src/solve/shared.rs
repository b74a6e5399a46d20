//! The solver that all callers share.

use std::sync::OnceLock;

use crate::goal::Goal;
use crate::puzzle::on_both_boards;
use crate::solve::error::SolveError;
use crate::solve::quality::Quality;
use crate::solve::solution::Solution;
use crate::solve::solver::Solver;

/// Returns the solver that all callers share.
pub(super) fn shared() -> &'static Solver {
    static SHARED_SOLVER: OnceLock<Solver> = OnceLock::new();
    SHARED_SOLVER.get_or_init(|| Solver::builder().quality(Quality::Best).build())
}

on_both_boards! {
    /// Solves the board for the usual goal (blank last) with a solver that all callers share.
    ///
    /// It ends after about a second's work, set-up not counted: [`Quality::Best`] says what that
    /// buys. On 3 x 3 the solution is a shortest one, on 4 x 4 nearly always.
    /// [`Solution::is_optimal`] says whether that is proved. Make a [`Solver`] to choose a quality
    /// and limits of your own.
    ///
    /// # Errors
    /// [`SolveError::Unsolvable`] explains why.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let solution = board.solve()?;
    /// assert_eq!(solution.moves().to_string(), "LUL"); // tile 4 left, 5 up, 8 left
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn solve(&self) -> Result<Solution, SolveError> {
        shared().solve(self)
    }

    /// Solves the board for a goal of your choice; else as [`solve`](Self::solve).
    ///
    /// # Errors
    /// [`SolveError::Unsolvable`] explains why; [`SolveError::Goal`] if the goal is for boards of
    /// another shape.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/8 4 0/7 6 5".parse()?;
    /// assert_eq!(board.solve_for(&Goal::Snail)?.to_string(), "R (1 move, optimal)");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn solve_for(&self, goal: &Goal) -> Result<Solution, SolveError> {
        shared().with_goal(goal.clone()).solve(self)
    }
}
