//! The one place where solutions and bounds reach a caller: both are checked here first.

use core::fmt;

use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::runtime::work::Step;
use crate::shape::Shape;
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
    /// [`AnswerError`] if it can't be true; nothing is taken over.
    pub(super) fn learn(self, known: &mut Partial, step: Step) -> Result<bool, AnswerError> {
        match step {
            Step::Paused | Step::Done => Ok(false),
            Step::Bound(bound) => self.learn_bound(known, bound),
            Step::Found(moves) => self.learn_moves(known, moves),
        }
    }

    fn learn_bound(self, known: &mut Partial, bound: usize) -> Result<bool, AnswerError> {
        if bound <= known.lower_bound {
            return Ok(false);
        }
        if let Some(best) = &known.best {
            compare(known.metric.length(best), bound)?;
        }
        if bound > most_moves(self.board.shape()) {
            return Err(AnswerError("every solution would need too many moves"));
        }
        known.lower_bound = bound;
        Ok(true)
    }

    /// Takes over a solution if it is shorter than the best one known.
    pub(super) fn learn_moves(
        self,
        known: &mut Partial,
        moves: Moves,
    ) -> Result<bool, AnswerError> {
        let length = known.metric.length(&moves);
        let best = known.best.as_ref();
        if best.is_some_and(|best| known.metric.length(best) <= length) {
            return Ok(false);
        }
        if verify(&moves, self.board, self.goal).is_err() {
            return Err(AnswerError("the moves don't solve the board"));
        }
        compare(length, known.lower_bound)?;
        known.best = Some(moves);
        Ok(true)
    }
}

/// Checks that no solution is shorter than the bound proved for all of them.
const fn compare(length: usize, lower_bound: usize) -> Result<(), AnswerError> {
    if length < lower_bound {
        return Err(AnswerError("a solution is shorter than the proved bound"));
    }
    Ok(())
}

/// The error for an answer that was refused: a search reported something that can't be true.
///
/// Every solution is replayed before it is returned, in all builds, and every bound is compared
/// with it. Either a table file or a stored search was changed, the heuristic of the caller is not
/// admissible ([`check`](crate::heuristic::check) finds the board), or this crate has an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerError(&'static str);

impl AnswerError {
    /// The error for a search that is over without a solution, though the board has one.
    pub(super) const MISSING: Self = Self("the search ended without a solution");
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(fault) = self;
        write!(
            f,
            "the answer was refused ({fault}): tables or a stored search were changed, or the \
             heuristic is not admissible"
        )
    }
}

impl core::error::Error for AnswerError {}
