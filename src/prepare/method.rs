//! Which kernel and which estimate serve a shape.

use super::heuristic_kind::HeuristicKind;
use super::slides::SlideMethod;
use crate::canonical::CanonicalBoard;
use crate::heuristic::{LinearConflict, Manhattan, WalkingDistance};
use crate::runtime::shared::Shared;
use crate::search::all_boards::AllBoards;
use crate::search::patterns::MAX_CELLS;
use crate::search::probe::is_probed;
use crate::search::stack::SearchTables;
use crate::shape::Shape;

/// The kernel and what guides it.
#[derive(Clone, Debug)]
pub(crate) enum Method {
    /// The distances of all boards.
    Full(Shared<AllBoards>),
    /// The stack kernel.
    Patterns(Shared<SearchTables>),
    /// The best kernel for the Manhattan distance.
    Manhattan(Shared<Manhattan>),
    /// The general kernel, as the next one.
    LinearConflict(Shared<LinearConflict>),
    WalkingDistance(Shared<WalkingDistance>),
    /// A search by slides.
    Slides(SlideMethod),
}

impl Method {
    /// Returns the memory of the tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        match self {
            Self::Full(table) => table.bytes() as u64,
            Self::Patterns(kit) => kit.views().bytes() as u64,
            Self::Slides(method) => method.table_bytes(),
            _ => 0,
        }
    }
}

/// Returns whether solutions of a shape are read off the distances of all boards, if there is
/// memory for those.
pub(crate) fn is_read_off(shape: Shape, kind: HeuristicKind) -> bool {
    kind == HeuristicKind::Auto && !shape.is_path() && shape.cells() <= AllBoards::MAX_CELLS
}

/// Returns whether a board is tried without tables first.
pub(crate) fn is_tried_first(board: &CanonicalBoard, kind: HeuristicKind) -> bool {
    kind == HeuristicKind::Auto && takes_patterns(board.shape) && is_probed(board)
}

/// Returns whether tables of groups of tiles are what
/// [`HeuristicKind::Auto`] takes for a shape.
pub(crate) const fn takes_patterns(shape: Shape) -> bool {
    !shape.is_path() && shape.cells() > AllBoards::MAX_CELLS && shape.cells() <= MAX_CELLS
}
