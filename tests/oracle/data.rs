//! Benchmark boards with known answers. They are not shipped: tests that miss them say so, and
//! check nothing.

use std::io::Write;
use std::path::PathBuf;

/// Returns the text of a file of the benchmark data, or says on standard error what is skipped
/// without it: `100 boards`.
pub(crate) fn read(file: &str, skipped: &str) -> Option<String> {
    let folder = std::env::var_os("NPUZZLE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    let text = std::fs::read_to_string(folder.join(file)).ok();
    if text.is_none() {
        // Not by `eprintln!`, which is kept back if the test passes.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {skipped} of {file} are not here (set NPUZZLE_DATA to their folder)"
        );
    }
    text
}
