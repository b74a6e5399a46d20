//! `npuzzle distances`.

use std::fs;

use super::{Scratch, answer, refuses};

#[test]
fn farthest_boards_of_a_space_are_listed_once() {
    let words = answer("distances 3x3 --farthest");
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines.len(), 1 + 32 + 2 + 3, "{words}");
    assert!(
        lines[0]
            .split_whitespace()
            .eq(["distance", "boards", "share"])
    );
    assert!(
        lines[32]
            .split_whitespace()
            .eq(["31", "2", "0.001102", "%"]),
        "{}",
        lines[32]
    );
    assert_eq!(lines[34], "181440 boards; the farthest need 31 moves");
    let mut farthest = [lines[36], lines[37]];
    farthest.sort_unstable();
    assert_eq!(farthest, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
}

#[test]
fn other_goals_and_metrics_are_counted() {
    let scratch = Scratch::new("distances");
    let (folder, file) = (scratch.path(), format!("{}/plot.svg", scratch.path()));
    let words = answer(&format!(
        "distances 2x3 --metric mtm --csv --svg {file} --cache {folder}"
    ));
    let counts = words
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').nth(1));
    let counts: Vec<&str> = counts.collect();
    assert_eq!(
        counts.join(" "),
        "1 3 4 6 8 12 15 18 22 30 36 45 42 30 28 24 18 9 5 3 1"
    );
    let svg = fs::read_to_string(&file).expect("written");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.matches("<rect ").count() > 21);
    // The second time it is read. A file that is damaged is replaced.
    let kept = || {
        fs::read_dir(&folder)
            .expect("a folder")
            .flatten()
            .map(|it| it.path())
    };
    let table = kept().find(|path| path.extension().is_some_and(|it| it == "table"));
    let table = table.expect("a table");
    let whole = fs::read(&table).expect("bytes");
    fs::write(&table, &whole[1..]).expect("written");
    let again = answer(&format!(
        "distances 2x3 --metric mtm --csv --cache {folder}"
    ));
    assert_eq!((again, fs::read(&table).expect("bytes")), (words, whole));
    let centre = answer("distances 3x3 --goal '1 2 3/8 0 4/7 6 5' --csv");
    assert!(centre.contains("\n30,148,"), "{centre}");
    let partial = answer("distances 2x3 --goal '1 2 */* * *' --csv");
    let boards = partial
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').nth(1));
    let boards: u64 = boards.filter_map(|count| count.parse::<u64>().ok()).sum();
    assert_eq!(boards, 720);
}

#[test]
fn shapes_without_a_space_are_refused() {
    refuses(
        "distances 4x4",
        "15 tiles on boards of 4 x 4 have too many states",
    );
    refuses("distances 2x2x2 --goal snail", "snail");
    refuses("distances 3x3 --csv --farthest", "cannot be used with");
}
