//! The place of a unit in a search.

use crate::runtime::work::Tally;

/// The place of a unit in the search that was split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnitOf {
    /// Its number, from 0 on, and the number of all units.
    pub(crate) nth: usize,
    pub(crate) of: usize,
    /// The bound and the counts of the search then.
    pub(crate) bound: usize,
    pub(crate) counted: Tally,
}
