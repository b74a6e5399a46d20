//! Long work in slices, resumed by the driver.
//!
//! A task never reads a clock, a time limit or a flag, and never calls back. The driver checks
//! these between slices: there a call can be stopped, watched, postponed or stored.

use super::effort::Slice;
use crate::moves::Moves;

/// The counts of a search, and the limit of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Boards whose moves were tried.
    pub(crate) expanded: u64,
    /// Boards made by a move, with the pruned ones, plus the root once a solve.
    pub(crate) generated: u64,
    /// The most boards that may be expanded. A task stops there exactly; it continues if the limit
    /// is raised.
    pub(crate) limit: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            limit: u64::MAX,
        }
    }
}

impl Counts {
    /// Returns the counts with which a solve begins: the root is generated, and nothing else.
    pub(crate) fn of_root() -> Self {
        Self {
            generated: 1,
            ..Self::default()
        }
    }

    /// Adds other counts, saturating: a stored text may claim any.
    pub(crate) const fn add(&mut self, other: Self) {
        self.expanded = self.expanded.saturating_add(other.expanded);
        self.generated = self.generated.saturating_add(other.generated);
    }

    /// Returns whether no further board may be expanded.
    pub(crate) const fn is_spent(&self) -> bool {
        self.expanded >= self.limit
    }
}

/// Reasons why a task returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// There is more to do.
    Paused,
    /// Every solution has at least this many moves.
    Bound(usize),
    /// A solution. There may be more to find.
    Found(Moves),
    /// Nothing is left to do.
    Done,
}

/// A search that is done in slices.
pub(crate) trait Work {
    /// Reasons why it can't continue.
    type Failure;

    /// Continues until there is something to report, or the slice is over.
    ///
    /// A task that expands many boards at once may exceed `slice.until` by some, but never the
    /// limit of the counts. Slices change neither work, results nor counts.
    ///
    /// # Errors
    /// The error that ended the work.
    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, Self::Failure>;

    /// Returns whether the next slice prepares data, or waits for another thread that does.
    fn is_preparing(&self) -> bool {
        false
    }
}
