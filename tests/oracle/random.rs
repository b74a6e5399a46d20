//! Pseudo-random numbers by an independent generator.

/// `SplitMix64`, with its state.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number from 0 up to but not including the limit.
    pub(crate) const fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % limit as u64) as usize
    }
}
