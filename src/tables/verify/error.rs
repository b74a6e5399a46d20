//! What can be wrong with a table.

use core::fmt;

use crate::runtime::alloc::OutOfMemory;

/// What is wrong with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyTableError {
    /// The table has another number of entries than its pattern needs.
    Size {
        /// The entries that the pattern has.
        entries: u64,
    },
    /// The index finds another entry than its documentation says.
    Index {
        /// The entry, or another one of its block.
        entry: u64,
    },
    /// The goal is not at distance 0, or another entry is.
    Goal {
        /// The entry.
        entry: u64,
    },
    /// The entry would be below 0 or beyond all possible distances.
    Distance {
        /// The entry.
        entry: u64,
    },
    /// The entry has different distances seen from two neighbours.
    Neighbours {
        /// The entry.
        entry: u64,
    },
    /// The entry has no neighbour that is nearer to the goal.
    NoneNearer {
        /// The entry.
        entry: u64,
    },
    /// The entry can't reach the goal, or does not exist, but its bit is set.
    Unreached {
        /// The entry.
        entry: u64,
    },
    /// The counts of the table are wrong.
    Counts {
        /// The entries that can reach the goal.
        reached: u64,
        /// The largest distance.
        max: u32,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the allocation in bytes.
        bytes: u64,
    },
}

impl From<OutOfMemory> for VerifyTableError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for VerifyTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { entries } => write!(f, "the table should have {entries} entries"),
            Self::Index { entry } => write!(f, "the index is wrong about entry {entry}"),
            Self::Goal { entry } => {
                write!(
                    f,
                    "entry {entry}: the goal, and only the goal, is at distance 0"
                )
            }
            Self::Distance { entry } => write!(f, "entry {entry} has an impossible distance"),
            Self::Neighbours { entry } => write!(f, "entry {entry} contradicts a neighbour"),
            Self::NoneNearer { entry } => write!(f, "entry {entry} has no nearer neighbour"),
            Self::Unreached { entry } => {
                write!(f, "entry {entry} is set but can't reach the goal")
            }
            Self::Counts { reached, max } => write!(
                f,
                "the table has {reached} entries up to distance {max}, or another mean, unlike what it says"
            ),
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes of a check"),
        }
    }
}

impl core::error::Error for VerifyTableError {}
