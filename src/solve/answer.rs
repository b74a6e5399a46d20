//! The check of all solutions and bounds before they reach a caller.

use core::mem;

use crate::cells::Cells;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::runtime::work::Step;
use crate::shape::Shape;
use crate::solve::error::SolveError;
use crate::solve::status::Status;

/// Returns an upper bound of the moves that a board of a shape needs: cell by cell it takes less
/// than 13 moves per cell and unit of the sides.
pub(super) const fn most_moves(shape: Shape) -> usize {
    let sides = shape.rows() + shape.columns() + shape.layers();
    (13 * sides).saturating_mul(shape.cells())
}

impl Status {
    /// Takes over the report of a slice: a larger bound, or a shorter solution once it is checked, a
    /// part in each slice. Returns whether it is news.
    ///
    /// The check holds in every build. A solution is replayed on the board, in O(moves + cells). A
    /// lower bound may exceed neither the length of a solution nor [`most_moves`].
    ///
    /// # Errors
    /// [`SolveError::Answer`] if it can't be true; nothing is taken over.
    pub(super) fn record(
        &mut self,
        step: Step,
        check: &mut Option<Check>,
        board: &DynBoard,
        goal: &Goal,
    ) -> Result<bool, SolveError> {
        match step {
            Step::Bound(bound) if bound > self.lower_bound => {
                if self.length_of_best < bound {
                    return SHORTER;
                }
                if bound > most_moves(board.shape()) {
                    return Err(SolveError::Answer(
                        "every solution would need too many moves",
                    ));
                }
                self.lower_bound = bound;
                return Ok(true);
            }
            Step::Found(moves) => *check = Check::new(moves, self, board),
            _ => {}
        }
        let Some(checked) = check else {
            return Ok(false);
        };
        if !checked.advance(goal)? {
            return Ok(false);
        }
        if checked.length < self.lower_bound {
            return SHORTER;
        }
        (self.best, self.length_of_best) = (Some(mem::take(&mut checked.moves)), checked.length);
        *check = None;
        Ok(true)
    }

    /// Takes over a solution at once.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub(super) fn record_found(
        &mut self,
        moves: Moves,
        board: &DynBoard,
        goal: &Goal,
    ) -> Result<(), SolveError> {
        let mut check = Check::new(moves, self, board);
        while check.is_some() {
            self.record(Step::Paused, &mut check, board, goal)?;
        }
        Ok(())
    }
}

/// The error of a false solution or bound.
const SHORTER: Result<bool, SolveError> = Err(SolveError::Answer(
    "a solution is shorter than the proved bound",
));

/// A solution that is being replayed on its board: it may have millions of moves.
#[derive(Debug)]
pub(super) struct Check {
    moves: Moves,
    length: usize,
    board: DynBoard,
    played: usize,
}

impl Check {
    /// The moves that are played in a slice.
    const MOVES: usize = 1 << 17;

    /// Begins with a solution of a board; `None` if it is not shorter than the best one known.
    pub(super) fn new(moves: Moves, known: &Status, board: &DynBoard) -> Option<Self> {
        let length = known.metric.length(&moves);
        (length < known.length_of_best).then(|| Self {
            moves,
            length,
            board: board.clone(),
            played: 0,
        })
    }

    /// Plays some more moves; returns whether all are played, and solve the board.
    ///
    /// # Errors
    /// [`SolveError::Answer`] if a move is illegal, or the last board is not the goal.
    pub(super) fn advance(&mut self, goal: &Goal) -> Result<bool, SolveError> {
        const FAULT: SolveError = SolveError::Answer("the moves don't solve the board");

        let end = self.moves.len().min(self.played + Self::MOVES);
        let moves = &self.moves[self.played..end];
        (self.board.view_mut().play(moves)).map_err(|_| FAULT)?;
        self.played = end;
        if end < self.moves.len() {
            return Ok(false);
        }
        match goal.first_difference(self.board.view()) {
            Ok(None) => Ok(true),
            _ => Err(FAULT),
        }
    }
}

#[cfg(test)]
mod tests;
