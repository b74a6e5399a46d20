//! The faults of a table.

use crate::messages::{conversions, messages};
use crate::runtime::alloc::OutOfMemory;

/// A fault of a table.
///
/// # Examples
/// ```
/// use npuzzle::tables::{Pattern, Table, VerifyTableError};
/// use npuzzle::Shape;
/// let table = Table::build(Pattern::new(Shape::square(3)?, 8, [0, 1])?)?;
/// let result: Result<(), VerifyTableError> = table.verify();
/// assert_eq!(result, Ok(())); // a table that was built is right
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
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

conversions! { VerifyTableError;
    error: OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
}

messages! { VerifyTableError;
    Self::Size { entries } => "the table should have {entries} entries";
    Self::Index { entry } => "the index is wrong about entry {entry}";
    Self::Goal { entry } => "entry {entry}: the goal, and only the goal, is at distance 0";
    Self::Distance { entry } => "entry {entry} has an impossible distance";
    Self::Neighbours { entry } => "entry {entry} contradicts a neighbour";
    Self::NoneNearer { entry } => "entry {entry} has no nearer neighbour";
    Self::Unreached { entry } => "entry {entry} is set but can't reach the goal";
    Self::Counts { reached, max } => "the table has {reached} entries up to distance {max}, \
        or another mean, unlike what it says";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes of a check";
}
