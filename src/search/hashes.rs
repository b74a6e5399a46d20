//! Sets of boards by their hashes.

use alloc::vec::Vec;
use core::ops::Range;

use crate::tables::{OutOfMemory, reserved};

/// The hashes of boards, 0 where there is none.
#[derive(Clone, Debug)]
pub(crate) struct Hashes(Vec<u32>);

impl Hashes {
    /// Returns an empty set for up to half as many boards as it has slots, a power of two.
    pub(crate) fn new(slots: usize) -> Result<Self, OutOfMemory> {
        let mut hashes = Self::without_slots(slots)?;
        hashes.grow(slots);
        Ok(hashes)
    }

    /// Returns a set with room for so many slots; [`grow`](Self::grow) makes them.
    pub(crate) fn without_slots(slots: usize) -> Result<Self, OutOfMemory> {
        debug_assert!(slots.is_power_of_two());
        Ok(Self(reserved(slots)?))
    }

    /// Makes the first `slots` slots, if they are not there yet. The set can be used once it has
    /// all.
    pub(crate) fn grow(&mut self, slots: usize) {
        self.0.resize(slots.max(self.0.len()), 0);
    }

    /// Returns the number of slots that were made.
    pub(crate) fn slots(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Clears some slots. The set can be used again once all are clear.
    pub(crate) fn clear_slots(&mut self, slots: Range<usize>) {
        self.0[slots].fill(0);
    }

    #[inline(always)]
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.slot(hash).1
    }

    /// Returns whether the hash was not there yet.
    #[inline(always)]
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let (slot, is_there) = self.slot(hash);
        self.0[slot] = Self::tag(hash);
        !is_there
    }

    /// Returns what is kept of a hash.
    #[inline(always)]
    const fn tag(hash: u64) -> u32 {
        (hash >> 32) as u32 | 1
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> (usize, bool) {
        let mask = self.0.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.0[slot] {
                0 => return (slot, false),
                other if other == Self::tag(hash) => return (slot, true),
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}

/// What a tile on a cell adds (by exclusive or) to the hash of a board: `SplitMix64` of both. Never
/// 0 for all tiles together, or almost.
pub(crate) const fn hash_of(tile: u16, cell: usize) -> u64 {
    let mut z = ((tile as u64) << 32 | cell as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
