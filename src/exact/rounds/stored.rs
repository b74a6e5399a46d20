//! A round as it is stored: a bound, and the paths to the seeds that are left.

use alloc::vec::Vec;

use super::units::Unit;
use crate::moves::Moves;

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
    /// The numbers of the lanes that are followed, if they were chosen for the board.
    pub(crate) lanes: Vec<usize>,
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

    /// Splits it into up to `wanted` parts of whole units.
    pub(super) fn parts(mut self, wanted: usize, units: &[Unit]) -> Vec<Self> {
        let mut left: u64 = units.iter().map(|unit| unit.size).sum();
        let mut seeds = self.seeds.take().unwrap_or_default().into_iter();
        let wanted = wanted.min(units.len());
        let (mut parts, mut next) = (Vec::new(), 0);
        while parts.len() < wanted {
            let others = wanted - parts.len() - 1;
            let (mut count, mut size) = (0, 0);
            // Half of a unit more or less is as good.
            while next + others < units.len()
                && (others == 0
                    || size == 0
                    || size + units[next].size / 2 <= left / (others as u64 + 1))
            {
                count += units[next].seeds.len();
                size += units[next].size;
                next += 1;
            }
            left -= size;
            parts.push(Self {
                lanes: self.lanes.clone(),
                seeds: Some(seeds.by_ref().take(count).collect()),
                ..self
            });
        }
        parts
    }

    /// Returns the next round, after `expanded` expansions elsewhere have exhausted the rest of this
    /// one.
    pub(crate) fn next(&self, stride: usize, expanded: u64) -> Self {
        Self {
            bound: self.bound.saturating_add(stride),
            last_round: self.in_round.saturating_add(expanded),
            lanes: self.lanes.clone(),
            ..Self::default()
        }
    }
}
