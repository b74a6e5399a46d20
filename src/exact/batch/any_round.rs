//! A round of the kernel, whatever form the boards have: what rounds, units and threads need of it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::search_tables::SearchTables;
use super::stack::BATCH;
use super::stored::{StoredError, StoredRound};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shareable;
use crate::runtime::work::Counts;

/// In which portions a round is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchSizes {
    /// The number of seeds that make a unit.
    pub(super) seeds_a_unit: usize,
    /// The number of boards that are expanded together.
    pub(super) batch: usize,
    /// With fewer boards on both stacks the next seed is taken.
    pub(super) few: usize,
}

impl Default for BatchSizes {
    fn default() -> Self {
        Self {
            seeds_a_unit: usize::MAX,
            batch: BATCH,
            few: 1,
        }
    }
}

/// The result of a slice of a round.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum State {
    Paused,
    /// The turns from the root of the round to the goal.
    Found(Vec<u8>),
    Done,
}

/// The children of a chunk, whatever form the boards have.
pub(super) type AnyChunk = Box<dyn Any + Send + Sync>;

/// The search of a round, which may be split into seeds. Some seeds make a unit; units are
/// independent of each other.
pub(super) trait AnyRound: Shareable + UnwindSafe + RefUnwindSafe {
    /// Returns the number of moves that a solution takes at least.
    fn estimate(&self) -> usize;

    /// Begins the round of a bound, with the root as its only seed.
    fn begin(&mut self, bound: usize, pace: BatchSizes);

    /// Does a slice of splitting the round into at least `wanted` seeds, if some depth has this
    /// number of boards and they fit the memory of a frontier; `left_out` names the turns that are
    /// left out at the root.
    ///
    /// The seeds with the most slack come first: a solution is more likely there.
    fn split(
        &mut self,
        kit: &SearchTables,
        left_out: u8,
        wanted: usize,
        counts: &mut Counts,
    ) -> Result<State, OutOfMemory>;

    /// Returns the chunks of the depth that is split that are left.
    fn chunks(&self) -> Range<usize>;

    /// Expands a chunk of that depth, to be added in the order of chunks to the round of which this
    /// is a copy.
    fn expand_chunk(
        &mut self,
        kit: &SearchTables,
        left_out: u8,
        chunk: usize,
        counts: &mut Counts,
    ) -> Result<AnyChunk, OutOfMemory>;

    /// Adds the next chunk of the depth that is split.
    fn add_chunk(&mut self, chunk: AnyChunk, wanted: usize) -> Result<State, OutOfMemory>;

    fn units(&self) -> usize;

    fn seeds(&self, units: Range<usize>) -> Range<usize>;

    /// Begins the search of a unit.
    fn open(&mut self, unit: usize);

    /// Goes on with the search of the unit.
    ///
    /// The second result is the count of expanded boards before the last batch.
    fn advance(
        &mut self,
        kit: &SearchTables,
        until: u64,
        counts: &mut Counts,
    ) -> Result<(State, u64), OutOfMemory>;

    /// Returns a round that searches other units or expands other chunks; the children of those that
    /// were expanded are left out.
    fn copy(&self) -> Result<Box<dyn AnyRound>, OutOfMemory>;

    fn store(&self, kit: &SearchTables) -> StoredRound;

    /// Takes over a round that was stored, after it began.
    fn restore(&mut self, kit: &SearchTables, stored: &StoredRound) -> Result<(), StoredError>;
}

impl fmt::Debug for dyn AnyRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyRound")
            .field("units", &self.units())
            .finish_non_exhaustive()
    }
}
