//! The one place where solutions and bounds reach a caller: both are checked here first.

use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::runtime::work::Step;
use crate::shape::Shape;
use crate::solve::error::SolveError;
use crate::solve::partial::Partial;
use crate::solve::solution::verify;

/// Returns a number of moves that is more than enough for every board of a shape: putting it in
/// order cell by cell takes less than 13 moves for each cell and each unit of the sides.
pub(super) const fn most_moves(shape: Shape) -> usize {
    let sides = shape.rows() + shape.columns() + shape.layers();
    (13 * sides).saturating_mul(shape.cells())
}

impl Partial {
    /// Takes over what a step of a search for a board reports: a larger bound, or a shorter
    /// solution. Returns whether it is worth telling.
    ///
    /// The check holds in every build. A solution is replayed on the board, in O(moves + cells). A
    /// lower bound may exceed neither the length of a solution nor [`most_moves`].
    ///
    /// # Errors
    /// [`SolveError::Answer`] if it can't be true; nothing is taken over.
    pub(super) fn learn(
        &mut self,
        step: Step,
        board: &DynBoard,
        goal: &Goal,
    ) -> Result<bool, SolveError> {
        let fault = |fault| Err(SolveError::Answer(fault));
        let length = |moves: &Moves| self.metric.length(moves);
        let best = self.best.as_ref().map_or(usize::MAX, length);
        let (best, bound) = match &step {
            Step::Bound(bound) if *bound > self.lower_bound => (best, *bound),
            Step::Found(moves) if length(moves) < best => (length(moves), self.lower_bound),
            _ => return Ok(false),
        };
        if let Step::Found(moves) = &step {
            if verify(moves, board, goal).is_err() {
                return fault("the moves don't solve the board");
            }
        }
        if best < bound {
            return fault("a solution is shorter than the proved bound");
        }
        if bound > most_moves(board.shape()) {
            return fault("every solution would need too many moves");
        }
        if let Step::Found(moves) = step {
            self.best = Some(moves);
        }
        self.lower_bound = bound;
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
