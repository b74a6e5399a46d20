//! Measured results: one file of them, and the pages and plots that are written from it.
//!
//! `cargo run --release -p npuzzle-benches --bin results -- measure korf 4x4` runs the commands of
//! the rows whose names have one of these words, all rows without a word, and stores their figures in
//! `benches/results.json` with date, commit and machine. `results write` writes
//! `benches/README.md`, the tables of `README.md` and the plots from that file. A test holds all of
//! them, and each figure in the docs, against the file.

mod figures;
mod measured;
mod page;
mod plots;
mod rows;

#[path = "../drawing.rs"]
mod drawing;

#[cfg(test)]
mod tests;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use drawing::picture;
use measured::Results;

/// Returns the folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns what `write` writes: each file of the repository, and its text.
fn pages(results: &Results) -> io::Result<Vec<(&'static str, String)>> {
    let readme = fs::read_to_string(root().join("README.md"))?;
    Ok(vec![
        ("benches/README.md", page::page(results)),
        ("README.md", page::with_tables(&readme, results)),
        ("examples/pictures/lengths.svg", plots::lengths(results)),
        ("examples/pictures/solved.svg", plots::solved(results)),
    ])
}

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let done = match arguments.next().as_deref() {
        Some("measure") => measured::measure(&arguments.collect::<Vec<_>>()),
        Some("write") => Results::read().and_then(|results| {
            for (file, text) in pages(&results)? {
                fs::write(root().join(file), text)?;
            }
            Ok(())
        }),
        _ => Err(io::Error::other("say `measure [WORD]...` or `write`")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
