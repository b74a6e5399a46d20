//! The drawing of the rooms against the imports of the crate.

use std::fs;
use std::path::{Path, PathBuf};

/// The file with the drawing.
const PAGE: &str = include_str!("../../src/architecture.rs");

/// Returns the rows of the drawing from above, each with the names of its rooms.
fn drawing() -> Vec<Vec<&'static str>> {
    let page = PAGE.split("```text\n").nth(1).expect("a drawing");
    let rows = page.lines().map(|line| line.trim_start_matches("//!"));
    let rows = rows.take_while(|line| !line.contains("```"));
    let rooms = |row: &'static str| {
        let mut words = row.split_whitespace();
        let mut rooms = Vec::from_iter(words.next());
        while words.next() == Some("·") {
            rooms.extend(words.next());
        }
        rooms
    };
    rows.map(rooms).collect()
}

/// Returns the source files below a folder without those of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the sources are there");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let paths = paths.filter(|path| path.file_stem().is_some_and(|stem| stem != "tests"));
    let below = paths.flat_map(|it| if it.is_dir() { sources(&it) } else { vec![it] });
    below
        .filter(|it| it.extension().is_some_and(|end| end == "rs"))
        .collect()
}

#[test]
fn rooms_import_downwards() {
    let rows = drawing();
    let row_of = |room: &str| rows.iter().position(|row| row.contains(&room));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut imports, mut upwards) = (0, Vec::new());
    for path in sources(&source) {
        let below = path.strip_prefix(&source).expect("a path below");
        let own = below.iter().next().expect("a room").to_string_lossy();
        let Some(from) = row_of(own.trim_end_matches(".rs")) else {
            continue; // the root, and this page
        };
        let text = fs::read_to_string(&path).expect("text");
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let code = code.unwrap_or_default().lines();
        for line in code.filter(|line| !line.trim_start().starts_with("//")) {
            // A group of imports is one line.
            assert!(!line.ends_with("crate::{"), "{}", path.display());
            let line = match line.split_once("crate::{") {
                Some((_, group)) => &format!("crate::{}", group.replace(", ", " crate::")),
                None => line,
            };
            for import in line.split("crate::").skip(1) {
                let end = import.find(|it: char| !it.is_alphanumeric() && it != '_');
                let to = row_of(&import[..end.unwrap_or(import.len())]);
                imports += usize::from(to.is_some());
                if to.is_some_and(|to| to < from) {
                    upwards.push(format!("{}: {line}", path.display()));
                }
            }
        }
    }
    assert!(imports > 100, "{imports} imports");
    assert!(upwards.is_empty(), "upwards:\n{}", upwards.join("\n"));
}
