use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::measured::Results;
use crate::{pages, root};

/// The folders and files whose figures must be measured ones.
const DOCS: [&str; 3] = ["README.md", "src", "examples/cluster/README.md"];

/// The units of measured times and rates.
const UNITS: [&str; 5] = ["ns", "us", "ms", "n^3", "boards/s"];

#[test]
fn pages_are_written_from_the_results() {
    let results = Results::read().expect("the file of results");
    for (file, text) in pages(&results).expect("the README") {
        let found = fs::read_to_string(root().join(file)).unwrap_or_default();
        assert!(
            found == text,
            "{file} is stale: `cargo run --release -p npuzzle-benches --bin results -- write`"
        );
    }
}

/// Returns the numbers with a unit in a text: `8 ns`, `0.97 n^3`.
fn figures(text: &str) -> BTreeSet<String> {
    let is_figure = |word: &str| word.starts_with(|it: char| it.is_ascii_digit());
    let words: Vec<&str> = text
        .split(|it: char| it.is_whitespace() || "()|;:`".contains(it))
        .collect();
    let pairs = words.windows(2).filter(|pair| is_figure(pair[0]));
    let with_unit = pairs.filter_map(|pair| {
        let unit = pair[1].trim_end_matches(['.', ',', '*']);
        // Whole seconds are limits of examples as often as measured times.
        let is_time = unit == "s" && pair[0].contains('.');
        (is_time || UNITS.contains(&unit)).then(|| format!("{} {unit}", pair[0]))
    });
    with_unit.collect()
}

/// Returns the docs in a file: all of a page, and the lines of `///` and `//!` of a source.
fn docs(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a text");
    if path.extension().is_some_and(|it| it == "md") {
        return text;
    }
    let lines = text.lines().map(str::trim_start);
    let docs = lines.filter_map(|it| it.strip_prefix("///").or(it.strip_prefix("//!")));
    docs.collect::<Vec<_>>().join("\n")
}

fn files(path: &Path, found: &mut Vec<std::path::PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            files(&entry.expect("an entry").path(), found);
        }
    } else if path.extension().is_some_and(|it| it == "md" || it == "rs") {
        found.push(path.to_owned());
    }
}

#[test]
fn each_figure_in_the_docs_is_a_measured_one() {
    let page = fs::read_to_string(root().join("benches/README.md")).expect("the page");
    let measured = figures(&page);
    let (mut paths, mut seen) = (Vec::new(), 0);
    for place in DOCS {
        files(&root().join(place), &mut paths);
    }
    for path in paths {
        for figure in figures(&docs(&path)) {
            seen += 1;
            assert!(
                measured.contains(&figure),
                "{}: {figure} is not in benches/README.md",
                path.display()
            );
        }
    }
    assert!(seen > 5, "{seen} figures");
}

#[test]
fn figures_are_found_with_their_units() {
    let found = figures("8 ns on 4 x 4, (0.97 n^3) in 1 s or 1.5 s; `20 ms`.");
    assert_eq!(
        found.into_iter().collect::<Vec<_>>(),
        ["0.97 n^3", "1.5 s", "20 ms", "8 ns"]
    );
}
