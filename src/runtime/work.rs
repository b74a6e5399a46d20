//! Work that takes long, done in slices: the driver decides when it continues.
//!
//! A task never looks at a clock, a limit of time or a flag, and never calls back. It returns after
//! a slice, and the driver looks at all that before it asks for the next one. So a call can be
//! stopped, watched, put off to the next frame of a game, or stored, wherever it is.

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
    /// Nothing is left to do, now and whenever it is asked again.
    Done,
}

/// A search that is done in slices.
pub(crate) trait Work {
    /// Reasons why it can't continue.
    type Failure;

    /// Continues until there is something to report, or the slice is over.
    ///
    /// A task that does many boards at once may pass `slice.until` by some, but never the limit of
    /// the counts. However it is cut into slices, it does, finds and counts the same.
    ///
    /// # Errors
    /// A typed failure. The work is over then.
    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, Self::Failure>;

    /// Returns whether the next slice prepares data, or waits for what another thread prepares.
    fn is_preparing(&self) -> bool {
        false
    }
}
