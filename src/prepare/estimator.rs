//! What is prepared for a shape, as a heuristic.

use crate::canonical::CanonicalBoard;
use crate::heuristic::{
    Heuristic, LinearConflict, LinearConflictState, Manhattan, WalkingDistance,
};
use crate::prepare::{Method, Prepared};
use crate::runtime::shared::Shared;
use crate::search::all_boards::AllBoards;
use crate::search::patterns::PatternState;
use crate::search::stack::SearchTables;

/// What estimates the moves left: the best that is there.
#[derive(Clone, Debug)]
pub(crate) enum Estimator {
    AllBoards(Shared<AllBoards>),
    Patterns(Shared<SearchTables>),
    Manhattan(Shared<Manhattan>),
    LinearConflict(Shared<LinearConflict>),
    WalkingDistance(Shared<WalkingDistance>),
}

/// What an estimator keeps of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Estimate {
    /// The estimate itself.
    Number(u32),
    Patterns(PatternState),
    LinearConflict(LinearConflictState),
    WalkingDistance([u32; 3]),
}

impl Estimator {
    /// Returns what is prepared for searches by tiles.
    pub(crate) fn new(prepared: &Prepared) -> Option<Self> {
        Some(match prepared.method() {
            Method::Full(table) => Self::AllBoards(Shared::clone(table)),
            Method::Patterns(kit) => Self::Patterns(Shared::clone(kit)),
            Method::Manhattan(it) => Self::Manhattan(Shared::clone(it)),
            Method::LinearConflict(it) => Self::LinearConflict(Shared::clone(it)),
            Method::WalkingDistance(it) => Self::WalkingDistance(Shared::clone(it)),
            Method::Slides(_) => return None,
        })
    }
}

/// Returns the distance of a board.
fn distance(table: &AllBoards, cells: &[u16], blank: usize) -> Estimate {
    Estimate::Number(table.walk(cells, blank).left() as u32)
}

impl Heuristic for Estimator {
    type State = Estimate;

    fn evaluate(&self, board: &CanonicalBoard) -> Estimate {
        match self {
            Self::AllBoards(table) => distance(table, &board.cells, board.blank),
            Self::Patterns(kit) => Estimate::Patterns(kit.patterns().evaluate(board)),
            Self::Manhattan(it) => Estimate::Number(it.evaluate(board)),
            Self::LinearConflict(it) => Estimate::LinearConflict(it.evaluate(board)),
            Self::WalkingDistance(it) => Estimate::WalkingDistance(it.evaluate(board)),
        }
    }

    fn update(&self, before: &Estimate, board: &CanonicalBoard, from: usize) -> Estimate {
        match (self, before) {
            (Self::AllBoards(table), _) => {
                let mut cells = [0; AllBoards::MAX_CELLS];
                let cells = &mut cells[..board.cells.len()];
                cells.copy_from_slice(&board.cells);
                cells.swap(from, board.blank);
                distance(table, cells, from)
            }
            (Self::Patterns(kit), Estimate::Patterns(before)) => {
                Estimate::Patterns(kit.patterns().update(before, board, from))
            }
            (Self::Manhattan(it), Estimate::Number(before)) => {
                Estimate::Number(it.update(before, board, from))
            }
            (Self::LinearConflict(it), Estimate::LinearConflict(before)) => {
                Estimate::LinearConflict(it.update(before, board, from))
            }
            (Self::WalkingDistance(it), Estimate::WalkingDistance(before)) => {
                Estimate::WalkingDistance(it.update(before, board, from))
            }
            _ => unreachable!("an estimator meets its own estimates only"),
        }
    }

    fn estimate(&self, estimate: &Estimate) -> u32 {
        match (self, estimate) {
            (_, Estimate::Number(least)) => *least,
            (Self::Patterns(kit), Estimate::Patterns(it)) => kit.patterns().estimate(it),
            (Self::LinearConflict(by), Estimate::LinearConflict(it)) => by.estimate(it),
            (Self::WalkingDistance(by), Estimate::WalkingDistance(it)) => by.estimate(it),
            _ => unreachable!("an estimator meets its own estimates only"),
        }
    }

    fn name(&self) -> &'static str {
        "the best that is there"
    }
}
