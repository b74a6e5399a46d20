//! `npuzzle compare`.

use std::fs;

use super::{Scratch, npuzzle, text};

#[test]
fn heuristics_are_compared_on_the_same_boards() {
    let scratch = Scratch::new("compare");
    let file = format!("{}/plot.svg", scratch.path());
    let output = npuzzle("compare")
        .args(["3x3", "12", "--scramble", "40", "--svg", &file])
        .output()
        .expect("ended");
    assert!(output.status.success(), "{output:?}");
    let words = text(&output);
    assert!(words.starts_with("12 boards of 3 x 3"), "{words}");
    let rows: Vec<Vec<&str>> = words
        .lines()
        .skip(3)
        .map(|it| it.split_whitespace().collect())
        .collect();
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(
        names,
        [
            "manhattan",
            "linear-conflict",
            "walking-distance",
            "patterns"
        ]
    );
    assert!(rows.iter().all(|row| row[1] == "12"), "{words}");
    let expanded: Vec<f64> = rows
        .iter()
        .map(|row| row[2].parse().expect("a mean"))
        .collect();
    assert!(
        expanded[0] > expanded[1] && expanded[1] > expanded[3],
        "{words}"
    );
    let svg = fs::read_to_string(file).expect("written");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<circle ").count(), 4 * 12);
    assert!(names.iter().all(|name| svg.contains(name)));
}

#[test]
fn boards_that_one_heuristic_gives_up_are_in_no_mean() {
    let output = npuzzle("compare")
        .args([
            "4x4",
            "3",
            "--heuristics",
            "manhattan,patterns",
            "--max-nodes",
            "1",
        ])
        .output()
        .expect("ended");
    assert!(output.status.success(), "{output:?}");
    let words = text(&output);
    let row = words.lines().nth(3).expect("a row");
    assert_eq!(
        row.split_whitespace().collect::<Vec<_>>(),
        ["manhattan", "0", "-", "-"]
    );
    for wrong in [
        &["4x4", "0"][..],
        &["3x3", "--goal", "1 2/3 0"],
        &["--heuristics", "best"],
    ] {
        let output = npuzzle("compare").args(wrong).output().expect("ended");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
