//! Which kernel and which estimate serve a shape.

use crate::heuristic::{LinearConflict, Manhattan, WalkingDistance};
use crate::search::all_boards::AllBoards;
use crate::search::patterns::MAX_CELLS;
use crate::search::stack::Kit;
use crate::search::stamped::Stamped;
use crate::shape::Shape;
use crate::tables::Shared;

/// The kernel and what guides it.
#[derive(Clone, Debug)]
pub(crate) enum Method {
    /// The distances of all boards.
    Full(Shared<AllBoards>),
    /// The stack kernel.
    Patterns(Shared<Kit>),
    /// The Manhattan kernel.
    Stamped(&'static Stamped),
    /// The general kernel, as those below.
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
}

impl Method {
    /// Returns the memory of the tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        match self {
            Self::Full(table) => table.bytes() as u64,
            Self::Patterns(kit) => kit.patterns().bytes() as u64,
            _ => 0,
        }
    }
}

/// Returns whether tables of groups of tiles are what
/// [`HeuristicKind::Auto`](super::HeuristicKind::Auto) takes for a shape.
pub(crate) const fn takes_patterns(shape: Shape) -> bool {
    !shape.is_path() && shape.cells() > AllBoards::MAX_CELLS && shape.cells() <= MAX_CELLS
}
