//! Stored searches as text.

use npuzzle::{HeuristicKind, Metric, Solver};

/// Returns a solver with this memory for tables.
pub(crate) fn solver(metric: Metric, kind: HeuristicKind, memory: u64) -> Solver {
    let builder = Solver::builder().metric(metric).heuristic(kind);
    builder.memory(memory).build()
}

/// Returns the text with its checksum (FNV-1a, 64 bits).
pub(crate) fn checked(body: &str) -> String {
    let sum = body.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    format!("{body}check {sum:016x}\n")
}

/// Returns the text without its checksum.
pub(crate) fn body(text: &str) -> &str {
    let end = text.trim_end().rfind('\n').expect("several lines");
    &text[..=end]
}
