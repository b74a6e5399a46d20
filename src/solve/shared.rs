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
    /// It ends after about a second's work, set-up not counted: see [`Quality::Best`]. On 3 x 3 the
    /// solution is a shortest one, on 4 x 4 nearly always; [`Solution::is_optimal`] returns whether
    /// that is proved. A [`Solver`] has other qualities and limits.
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

    /// Solves the board for a goal; else as [`solve`](Self::solve).
    ///
    /// # Errors
    /// [`SolveError::Unsolvable`]; [`SolveError::Goal`] if the goal is for boards of another shape.
    fn solve_for(&self, goal: &Goal) -> Result<Solution, SolveError> {
        shared().with_goal(goal.clone()).solve(self)
    }
}
