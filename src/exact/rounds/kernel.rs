//! The interface between the driver of rounds and the searches below a board.

use alloc::boxed::Box;
use core::fmt;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::seeds::{AnyBoards, Seeds, Split};
use crate::metric::Metric;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::runtime::work::{Counts, Step};

/// The boards of a depth that are expanded in a slice.
pub(crate) const CHUNK: usize = 1 << 9;

/// How a round is split into seeds, and its seeds are put together in units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitPolicy {
    /// The least number of seeds to split a round into, if some depth has enough boards; with 0 the
    /// roots are the only seeds.
    pub(crate) seeds: usize,
    /// The size from which on a unit takes no more seeds, in the boards below the least promising
    /// seed.
    pub(crate) unit: u64,
    /// The priority of a seed by which the number of boards below it doubles.
    pub(crate) doubling: usize,
}

impl SplitPolicy {
    /// A depth-first search splits a round if the one before it expanded this number of boards.
    const SPLIT_FROM: u64 = 100_000;
    const SEEDS: usize = 256;

    /// The roots alone, for a kernel that counts as a plain recursion does.
    pub(crate) const WHOLE: Self = Self {
        seeds: 0,
        unit: u64::MAX,
        doubling: 1,
    };

    /// Returns the policy of a depth-first search, each unit below one seed.
    pub(crate) const fn of_path(last_round: u64) -> Self {
        if last_round < Self::SPLIT_FROM {
            return Self::WHOLE;
        }
        Self {
            seeds: Self::SEEDS,
            unit: 1,
            doubling: 1,
        }
    }
}

/// A search below boards of a round. [`Rounds`](super::Rounds) does everything else.
///
/// Each thread has a copy, whose state within a unit is never stored.
pub(crate) trait Kernel {
    fn metric(&self) -> Metric {
        Metric::SingleTile
    }

    /// Returns whether the root is the goal, for a kernel that does not search without moves.
    fn is_solved(&self) -> bool {
        false
    }

    /// Returns the first bound of at least `proved` moves whose round may have a solution.
    fn first_bound(&self, proved: usize) -> usize;

    /// Begins the round of a bound, after one of `last_round` expansions: its boards are the roots.
    fn begin(&mut self, bound: usize, last_round: u64) -> SplitPolicy;

    fn boards(&mut self) -> &mut dyn AnyBoards;

    /// Returns the number of boards of a depth that are expanded in a slice while a round is split.
    fn chunk(&self, _: Effort) -> usize {
        CHUNK
    }

    /// Expands boards, none of which is a move from the goal, and pushes their children.
    fn expand(
        &mut self,
        which: Range<usize>,
        split: &mut Split,
        counts: &mut Counts,
    ) -> Result<(), OutOfMemory>;

    /// Returns the priority of a board: those with the highest are searched first, equals in their
    /// order.
    fn priority(&self, _nth: usize) -> usize {
        0
    }

    /// Begins the search below the boards of a unit.
    fn open(&mut self, seeds: &Seeds, unit: Range<usize>) -> Result<(), OutOfMemory>;

    /// Continues it until there is a solution, the unit is done, `until` boards are expanded in
    /// all, or the effort of the slice is spent. After a solution the kernel may find another one.
    fn advance(
        &mut self,
        seeds: &Seeds,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Step, OutOfMemory>;
}

/// A kernel that threads may copy.
pub(crate) trait SharedKernel: Kernel + Send + Sync + UnwindSafe + RefUnwindSafe {
    fn copy(&self) -> Box<dyn SharedKernel>;
}

impl<K> SharedKernel for K
where
    K: Kernel + Clone + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
{
    fn copy(&self) -> Box<dyn SharedKernel> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn SharedKernel> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl fmt::Debug for dyn SharedKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kernel")
    }
}
