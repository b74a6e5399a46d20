//! Which children of a layer are kept.

use alloc::vec::Vec;

use super::trail::Link;
use crate::tables::{OutOfMemory, filled};

/// A board that may enter the next layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) link: Link,
    /// Less seems nearer to the goal.
    pub(super) order: u32,
    pub(super) hash: u64,
}

/// Keeps the nearest candidates; of those equally far, any.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    least: u32,
    /// From `least` on: how many candidates there are of each order.
    counts: Vec<u32>,
    /// How many were counted, looked at and kept.
    counted: usize,
    read: usize,
    kept: usize,
    /// The order of which some are kept, how many of it come yet, and how many of them are kept.
    limit: u32,
    equal: u32,
    room: u32,
}

impl Selection {
    /// Begins with candidates whose orders lie between two.
    pub(super) fn new(least: u32, most: u32) -> Result<Self, OutOfMemory> {
        Ok(Self {
            least,
            counts: filled(0, (most - least) as usize + 1)?,
            counted: 0,
            read: 0,
            kept: 0,
            limit: 0,
            equal: 0,
            room: 0,
        })
    }

    /// Looks at a candidate a step; returns whether no more than `width` of them are left, in the
    /// same order. `random` decides between those equally far.
    pub(super) fn go_on(
        &mut self,
        candidates: &mut Vec<Candidate>,
        width: usize,
        steps: &mut usize,
        random: &mut u64,
    ) -> bool {
        if self.counted < candidates.len() {
            let end = candidates.len().min(self.counted + *steps);
            *steps -= end - self.counted;
            for candidate in &candidates[self.counted..end] {
                self.counts[(candidate.order - self.least) as usize] += 1;
            }
            self.counted = end;
            if end == candidates.len() {
                self.set_limit(width as u32);
            }
            return false;
        }
        let end = candidates.len().min(self.read + *steps);
        *steps -= end - self.read;
        for read in self.read..end {
            let candidate = candidates[read];
            if candidate.order < self.limit || candidate.order == self.limit && self.is_kept(random)
            {
                candidates[self.kept] = candidate;
                self.kept += 1;
            }
        }
        self.read = end;
        if end < candidates.len() {
            return false;
        }
        candidates.truncate(self.kept);
        true
    }

    /// Finds the first order of which not all have room.
    fn set_limit(&mut self, width: u32) {
        self.room = width;
        self.limit = self.least;
        for &count in &self.counts {
            self.equal = count;
            if count > self.room {
                break;
            }
            self.room -= count;
            self.limit += 1;
        }
    }

    /// Decides about one of those that are equally far, all with the same chance.
    const fn is_kept(&mut self, random: &mut u64) -> bool {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let is_kept = (((*random >> 32) * self.equal as u64) >> 32) < self.room as u64;
        self.room -= is_kept as u32;
        self.equal -= 1;
        is_kept
    }
}
