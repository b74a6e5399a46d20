//! What is prepared for a shape, as a heuristic: one type for searches that keep their state
//! between calls.

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflictState, Manhattan};
use crate::search::all_boards::AllBoards;
use crate::search::patterns::PatternState;
use crate::solve::choice::Method;
use crate::solve::prepared::Prepared;

/// Prepared tables, shared.
pub(super) type Kept = crate::tables::Shared<Prepared>;

/// What estimates the moves left.
#[derive(Clone, Debug)]
pub(super) enum Estimator {
    Manhattan(Manhattan),
    Kept(Kept),
}

/// What the estimator keeps of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Estimate {
    /// The estimate itself.
    Number(u32),
    Patterns(PatternState),
    LinearConflict(LinearConflictState),
    WalkingDistance([u32; 3]),
}

/// Returns the distance of a board, after a tile has moved if one is named.
fn distance(table: &AllBoards, board: &CanonicalBoard, moved: Option<usize>) -> u32 {
    let mut cells = [0; AllBoards::MAX_CELLS];
    let cells = &mut cells[..board.cells.len()];
    cells.copy_from_slice(&board.cells);
    if let Some(from) = moved {
        cells.swap(from, board.blank);
    }
    table.walk(cells, moved.unwrap_or(board.blank)).left() as u32
}

impl Estimator {
    /// Looks at all of a board.
    pub(super) fn evaluate(&self, board: &CanonicalBoard) -> Estimate {
        let prepared = match self {
            Self::Manhattan(it) => return Estimate::Number(it.evaluate(board)),
            Self::Kept(prepared) => prepared,
        };
        match &prepared.method {
            Method::Full(table) => Estimate::Number(distance(table, board, None)),
            Method::Patterns(kit) => Estimate::Patterns(kit.patterns().evaluate(board)),
            Method::Manhattan(it) => Estimate::Number(it.evaluate(board)),
            Method::LinearConflict(it) => Estimate::LinearConflict(it.evaluate(board)),
            Method::WalkingDistance(it) => Estimate::WalkingDistance(it.evaluate(board)),
            // It keeps nothing to ask: the others stand in for it.
            Method::Stamped(_) => Estimate::Number(0),
        }
    }

    /// Follows a move from cell `from` to the blank's cell; the board is the one before it.
    pub(super) fn update(
        &self,
        before: &Estimate,
        board: &CanonicalBoard,
        from: usize,
    ) -> Estimate {
        let prepared = match (self, before) {
            (Self::Manhattan(it), Estimate::Number(before)) => {
                return Estimate::Number(it.update(before, board, from));
            }
            (Self::Kept(prepared), _) => prepared,
            (Self::Manhattan(_), _) => return Estimate::Number(0),
        };
        match (&prepared.method, before) {
            (Method::Full(table), _) => Estimate::Number(distance(table, board, Some(from))),
            (Method::Patterns(kit), Estimate::Patterns(before)) => {
                Estimate::Patterns(kit.patterns().update(before, board, from))
            }
            (Method::Manhattan(it), Estimate::Number(before)) => {
                Estimate::Number(it.update(before, board, from))
            }
            (Method::LinearConflict(it), Estimate::LinearConflict(before)) => {
                Estimate::LinearConflict(it.update(before, board, from))
            }
            (Method::WalkingDistance(it), Estimate::WalkingDistance(before)) => {
                Estimate::WalkingDistance(it.update(before, board, from))
            }
            // A state of another estimator; no estimate is too low.
            _ => Estimate::Number(0),
        }
    }

    /// Returns the least number of moves left.
    pub(super) fn least(&self, estimate: &Estimate) -> usize {
        let least = match (self, estimate) {
            (_, Estimate::Number(least)) => *least,
            (Self::Kept(prepared), estimate) => match (&prepared.method, estimate) {
                (Method::Patterns(kit), Estimate::Patterns(it)) => kit.patterns().estimate(it),
                (Method::LinearConflict(by), Estimate::LinearConflict(it)) => by.estimate(it),
                (Method::WalkingDistance(by), Estimate::WalkingDistance(it)) => by.estimate(it),
                _ => 0,
            },
            (Self::Manhattan(_), _) => 0,
        };
        least as usize
    }
}
