//! Numbers that look random, for hashes of boards.

/// Returns a number that looks random for a tile on a cell: `SplitMix64` of both.
pub(crate) const fn hash_of(tile: u16, cell: usize) -> u64 {
    let mut z = ((tile as u64) << 32 | cell as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
