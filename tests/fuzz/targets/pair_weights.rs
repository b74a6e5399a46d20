//! Bytes with a correct checksum are weights that are written and read back as the same, or an
//! error.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use npuzzle::train::PairWeights;

static SHIPPED: LazyLock<Vec<u8>> = LazyLock::new(|| PairWeights::shipped().to_bytes());

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn round_trip(bytes: &[u8]) {
    if let Ok(weights) = PairWeights::from_bytes(bytes) {
        assert_eq!(PairWeights::from_bytes(&weights.to_bytes()), Ok(weights));
    }
}

// The bytes replace some of the shipped ones, and stand alone.
fuzz_target!(|input: (u32, u8, &[u8])| {
    let (at, left_out, new) = input;
    round_trip(new);
    let with_sum = |content: &[u8]| [content, &checksum(content).to_le_bytes()].concat();
    round_trip(&with_sum(new));
    let content = &SHIPPED[..SHIPPED.len() - 8];
    // Few bytes are the head.
    let at = at as usize % if at % 2 == 0 { 24 } else { content.len() };
    let rest = (at + usize::from(left_out)).min(content.len());
    round_trip(&with_sum(&[&content[..at], new, &content[rest..]].concat()));
});
