//! A round as it is stored: a bound, and the paths to the seeds that are left.

use alloc::vec::Vec;
use core::ops::Range;

use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};

/// The rest of a round, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoredRound {
    /// All shorter solutions are proved impossible.
    pub(crate) bound: usize,
    /// The boards expanded in the round before, and in this one.
    pub(crate) last_round: u64,
    pub(crate) in_round: u64,
    /// True if the search ends with it.
    pub(crate) is_part: bool,
    /// The numbers of the partitions that are followed, if they were chosen for the board.
    pub(crate) partitions: Vec<usize>,
    /// The paths to the seeds that are left; `None` before the round is split.
    pub(crate) seeds: Option<Vec<Moves>>,
}

impl StoredRound {
    /// Returns a round that has not begun.
    pub(crate) fn new(bound: usize) -> Self {
        Self {
            bound,
            ..Self::default()
        }
    }

    /// Returns a copy.
    pub(crate) fn copy(&self) -> Result<Self, OutOfMemory> {
        let copy = |seeds: &Vec<Moves>| {
            let mut copied = reserved(seeds.len())?;
            copied.extend_from_slice(seeds);
            Ok(copied)
        };
        Ok(Self {
            partitions: self.partitions.clone(),
            seeds: self.seeds.as_ref().map(copy).transpose()?,
            ..*self
        })
    }

    /// Splits it into up to `wanted` parts of whole units: `units` are the seeds of each.
    pub(super) fn parts(
        mut self,
        wanted: usize,
        units: &[Range<usize>],
    ) -> Result<Vec<Self>, OutOfMemory> {
        let mut seeds = self.seeds.take().unwrap_or_default().into_iter();
        let wanted = wanted.min(units.len());
        let part = |nth: usize| {
            let units = &units[nth * units.len() / wanted..(nth + 1) * units.len() / wanted];
            let count = units.iter().map(Range::len).sum();
            let mut own = reserved(count)?;
            own.extend(seeds.by_ref().take(count));
            Ok(Self {
                partitions: self.partitions.clone(),
                seeds: Some(own),
                ..self
            })
        };
        (0..wanted).map(part).collect()
    }

    /// Returns the next round, after `expanded` expansions elsewhere have exhausted the rest of
    /// this one.
    pub(crate) fn next(&self, stride: usize, expanded: u64) -> Self {
        Self {
            bound: self.bound.saturating_add(stride),
            last_round: self.in_round.saturating_add(expanded),
            partitions: self.partitions.clone(),
            ..Self::default()
        }
    }
}
