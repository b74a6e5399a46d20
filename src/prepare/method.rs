//! The kernel and the heuristic that serve a shape.

use super::heuristic_kind::HeuristicKind;
use crate::canonical::CanonicalBoard;
use crate::exact::all_boards::AllBoards;
use crate::exact::batch::SearchTables;
use crate::exact::lanes::LaneTables;
use crate::exact::patterns::MAX_CELLS;
use crate::exact::slides::SlideKit;
use crate::heuristic::{ByAxis, LinearConflict, Manhattan, OfTiles, WalkingDistance};
use crate::runtime::shared::Shared;
use crate::shape::Shape;

/// The heuristic of a shape, which decides the kernel.
#[derive(Clone, Debug)]
pub(crate) enum Method {
    /// The distances of all boards, in moves of either metric.
    Full(Shared<AllBoards>),
    /// The stack kernel.
    Patterns(Shared<SearchTables>),
    /// The stack kernel with the partitions that suit a board.
    Lanes(Shared<LaneTables>),
    /// The best kernel for the Manhattan distance.
    Manhattan(Shared<Manhattan>),
    /// The general kernel.
    LinearConflict(Shared<LinearConflict>),
    /// The general kernel.
    WalkingDistance(Shared<WalkingDistance>),
    /// The kernel for tables by slides.
    SlideTables(Shared<SlideKit>),
    /// The general kernel by slides.
    ConflictSlides(Shared<OfTiles<LinearConflict>>),
    /// The general kernel by slides.
    ByAxis(Shared<ByAxis>),
}

impl Method {
    /// Returns the memory of the tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        match self {
            Self::Full(table) => table.bytes() as u64,
            Self::Patterns(kit) => kit.views().bytes() as u64,
            Self::Lanes(tables) => tables.bytes() as u64,
            Self::SlideTables(kit) => kit.bytes() as u64,
            _ => 0,
        }
    }
}

/// Returns whether solutions of a shape are read off the distances of all boards, if there is
/// memory for those.
pub(crate) fn is_read_off(shape: Shape, kind: HeuristicKind) -> bool {
    kind == HeuristicKind::Auto && !shape.is_path() && shape.cells() <= AllBoards::MAX_CELLS
}

/// Boards of a larger Manhattan distance are hardly ever solved in a few thousand expansions: on
/// 4 x 4 such a probe solves one in two of those scrambled to a distance of 20 to 23, one in eight of
/// 32 to 35, and one in twenty of 36 to 39.
const PROBE_DISTANCE: usize = 32;

/// Returns whether a board is tried without tables first.
///
/// Only the board decides, never the tables that are ready: the same board gives the same moves and
/// counts whatever was solved before it. If tables are ready, the probe of an easy board costs no
/// more than they would.
pub(crate) fn is_tried_first(board: &CanonicalBoard, kind: HeuristicKind) -> bool {
    let has_patterns = kind == HeuristicKind::Auto && takes_patterns(board.shape);
    has_patterns && board.manhattan() <= PROBE_DISTANCE
}

/// Returns whether [`HeuristicKind::Auto`] takes pattern tables for a shape.
pub(crate) const fn takes_patterns(shape: Shape) -> bool {
    !shape.is_path() && shape.cells() > AllBoards::MAX_CELLS && shape.cells() <= MAX_CELLS
}
