//! The drawing of the crate, held against its imports.

#[path = "architecture/imports.rs"]
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use imports::{File, imports};

/// The file with the drawing.
const PAGE: &str = include_str!("../../src/architecture.rs");

/// Returns the rows of the drawing from above, each with the names of its rooms.
fn drawing() -> Vec<Vec<&'static str>> {
    let lines = PAGE
        .lines()
        .map(|line| line.trim_start_matches("//!").trim());
    let lines = lines.skip_while(|line| *line != "```text").skip(1);
    let lines = lines.take_while(|line| *line != "```");
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let mut rooms = Vec::from_iter(words.next());
            while words.next() == Some("·") {
                rooms.extend(words.next());
            }
            rooms
        })
        .collect()
}

/// Returns the imports of the crate, without those of its root.
fn crate_imports() -> BTreeMap<File, BTreeSet<File>> {
    let mut imports = imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    imports.remove("lib");
    imports
}

#[test]
fn imports_run_downwards() {
    let rows = drawing();
    assert!(rows.len() > 8 && rows.iter().any(|row| row.contains(&"solve")));
    let row_of = |file: &str| {
        let room = file.split('/').next();
        let row = rows
            .iter()
            .position(|row| row.iter().any(|it| Some(*it) == room));
        row.unwrap_or_else(|| panic!("{file} is in no room of the drawing"))
    };
    let imports = crate_imports();
    assert!(imports.len() > 100, "{} files", imports.len());
    let mut upwards = Vec::new();
    for (from, imported) in imports.iter().filter(|(from, _)| *from != "architecture") {
        let up = imported.iter().filter(|to| row_of(to) < row_of(from));
        upwards.extend(up.map(|to| format!("{from} -> {to}")));
    }
    assert!(upwards.is_empty(), "upwards:\n{}", upwards.join("\n"));
}

#[test]
fn the_files_of_the_walks_exist() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_file = |it: &&str| Path::new(it).extension().is_some_and(|end| end == "rs");
    let named: BTreeSet<_> = PAGE.split('`').filter(is_file).collect();
    assert!(named.len() > 20, "{named:?}");
    let missing: Vec<_> = named
        .iter()
        .filter(|it| !source.join(it).is_file())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn no_file_leads_back_to_itself() {
    let imports = crate_imports();
    let none = BTreeSet::new();
    let of = |file: &File| imports.get(file).unwrap_or(&none);
    // By file: all that it leads to.
    let reached: BTreeMap<&File, BTreeSet<&File>> = imports
        .keys()
        .map(|file| {
            let mut reached = BTreeSet::new();
            let mut open: Vec<&File> = of(file).iter().collect();
            while let Some(next) = open.pop() {
                if reached.insert(next) {
                    open.extend(of(next));
                }
            }
            (file, reached)
        })
        .collect();
    let leads = |from: &File, to: &File| reached.get(from).is_some_and(|all| all.contains(to));
    let mut circles = Vec::new();
    for (from, imported) in &imports {
        let back = imported.iter().filter(|to| leads(to, from));
        circles.extend(back.map(|to| format!("{from} -> {to}")));
    }
    assert!(circles.is_empty(), "in circles:\n{}", circles.join("\n"));
}

#[test]
fn imports_are_found() {
    let imports = imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    // Through a re-export, of a parent, of a child, by a macro, and from the library.
    for (from, to) in [
        ("notation/quality", "solve/quality"),
        ("exact/all_boards/build", "exact/all_boards"),
        ("exact/all_boards", "exact/all_boards/orders"),
        ("methods", "board"),
        ("bin/solve", "dyn_board"),
    ] {
        assert!(
            imports[from].contains(to),
            "{from} -> {to}: {:?}",
            imports[from]
        );
    }
    // What tests alone import, what a file offers of its own, and what only documentation names.
    for (from, to) in [
        ("exact/all_boards/read_off", "shape"),
        ("exact/all_boards", "exact/all_boards/build"),
        ("solve/quality", "solve/solver"),
    ] {
        assert!(!imports[from].contains(to), "{from} -> {to}");
    }
}
