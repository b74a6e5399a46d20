//! Shares of a round of a search.

use alloc::vec::Vec;

use crate::runtime::work::Tally;

/// A round that is shared out to units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    /// The length of the solutions that are sought.
    pub(crate) bound: usize,
    /// The counts of the search then.
    pub(crate) counted: Tally,
    /// For each unit what one search of the whole round counts before it, after the unit before.
    pub(crate) before: Vec<Tally>,
    /// The counts after the last unit.
    pub(crate) after: Tally,
}

/// The place of a unit in a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnitOf {
    /// Its number, from 0 on, and the number of all units.
    pub(crate) nth: usize,
    pub(crate) of: usize,
    /// As in [`Division`].
    pub(crate) bound: usize,
    pub(crate) counted: Tally,
}

impl Division {
    /// Returns the place of a unit.
    pub(crate) fn unit(&self, nth: usize) -> UnitOf {
        UnitOf {
            nth,
            of: self.before.len(),
            bound: self.bound,
            counted: self.counted,
        }
    }
}
