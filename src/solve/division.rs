//! How a round of a search is shared out.

use alloc::vec::Vec;

use crate::work::Counts;

/// A round that is shared out to units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    /// The length of the solutions that are sought.
    pub(crate) bound: usize,
    /// What the search had counted then.
    pub(crate) counted: Tally,
    /// For each unit what one search of the whole round counts before it, after the unit before.
    pub(crate) before: Vec<Tally>,
    /// What it counts after the last unit.
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

/// Boards expanded and generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
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

impl Tally {
    /// Counts this too.
    pub(crate) const fn add_to(self, counts: &mut Counts) {
        counts.expanded += self.expanded;
        counts.generated += self.generated;
    }
}

impl From<&Counts> for Tally {
    fn from(counts: &Counts) -> Self {
        Self {
            expanded: counts.expanded,
            generated: counts.generated,
        }
    }
}
