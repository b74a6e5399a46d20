//! The one place where solutions and bounds reach a caller: both are checked here first.

use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::runtime::work::Step;
use crate::shape::Shape;
use crate::solve::error::SolveError;
use crate::solve::partial::Partial;
use crate::solve::solution::verify;

/// The check of everything that a search reports. It holds in every build.
///
/// A solution is replayed on the board, in O(moves + cells). A lower bound may exceed neither the
/// length of a solution nor [`most_moves`].
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerCheck<'b> {
    pub(super) board: &'b DynBoard,
    pub(super) goal: &'b Goal,
}

/// Returns a number of moves that is more than enough for every board of a shape: putting it in
/// order cell by cell takes less than 13 moves for each cell and each unit of the sides.
pub(super) const fn most_moves(shape: Shape) -> usize {
    let sides = shape.rows() + shape.columns() + shape.layers();
    (13 * sides).saturating_mul(shape.cells())
}

impl AnswerCheck<'_> {
    /// Takes over what a step of a search reports; returns whether it is worth telling.
    ///
    /// # Errors
    /// [`SolveError::Answer`] if it can't be true; nothing is taken over.
    pub(super) fn learn(self, known: &mut Partial, step: Step) -> Result<bool, SolveError> {
        match step {
            Step::Paused | Step::Done => Ok(false),
            Step::Bound(bound) => self.learn_bound(known, bound),
            Step::Found(moves) => self.learn_moves(known, moves),
        }
    }

    fn learn_bound(self, known: &mut Partial, bound: usize) -> Result<bool, SolveError> {
        if bound <= known.lower_bound {
            return Ok(false);
        }
        if let Some(best) = &known.best {
            compare(known.metric.length(best), bound)?;
        }
        if bound > most_moves(self.board.shape()) {
            return Err(SolveError::Answer(
                "every solution would need too many moves",
            ));
        }
        known.lower_bound = bound;
        Ok(true)
    }

    /// Takes over a solution if it is shorter than the best one known.
    pub(super) fn learn_moves(self, known: &mut Partial, moves: Moves) -> Result<bool, SolveError> {
        let length = known.metric.length(&moves);
        let best = known.best.as_ref();
        if best.is_some_and(|best| known.metric.length(best) <= length) {
            return Ok(false);
        }
        if verify(&moves, self.board, self.goal).is_err() {
            return Err(SolveError::Answer("the moves don't solve the board"));
        }
        compare(length, known.lower_bound)?;
        known.best = Some(moves);
        Ok(true)
    }
}

/// Checks that no solution is shorter than the bound proved for all of them.
const fn compare(length: usize, lower_bound: usize) -> Result<(), SolveError> {
    if length < lower_bound {
        return Err(SolveError::Answer(
            "a solution is shorter than the proved bound",
        ));
    }
    Ok(())
}
