//! Benchmark boards with known answers. They are not shipped: where the folder is absent, the tests that read them pass.

use std::path::PathBuf;

/// Returns the text of a file of the benchmark data, if it is there.
pub(crate) fn read(file: &str) -> Option<String> {
    let folder = std::env::var_os("NPUZZLE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    let text = std::fs::read_to_string(folder.join(file)).ok();
    if text.is_none() {
        eprintln!("skipped: no {file} in NPUZZLE_DATA or ../shared/data");
    }
    text
}
