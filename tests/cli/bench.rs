//! `npuzzle bench` and `npuzzle compare`.

use std::collections::BTreeSet;
use std::fs;

use super::draw::assert_is_svg;
use super::{Scratch, complaint, npuzzle, objects, text};

#[test]
fn figures_have_names_and_plots() {
    let scratch = Scratch::new("bench");
    let arguments = ["--quick", "--json", "--plots", &scratch.path()];
    let output = npuzzle("bench").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    let figures = objects(&output);
    let names: BTreeSet<&str> = figures
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect();
    assert_eq!(names.len(), figures.len(), "a name twice");
    for name in [
        "is_solvable, 4 x 4",
        "3 x 3, optimal",
        "5 x 5, best in 0.02 s",
        "10 x 10, by construction",
    ] {
        assert!(names.contains(name), "{name}");
    }
    // Where there is no time there may be no solution.
    assert!(figures.iter().all(|it| it["value"].as_f64() >= Some(0.0)));
    assert_eq!(scratch.files().len(), 3);
    for file in scratch.files() {
        assert_is_svg(&fs::read_to_string(file).expect("written"));
    }
    let output = npuzzle("bench")
        .args(["--quick", "--only", "solvable"])
        .output()
        .expect("ended");
    assert_eq!(text(&output).lines().count(), 1 + 3);
    let output = npuzzle("bench")
        .args(["--quick", "--only", "nothing"])
        .output()
        .expect("ended");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("there are "), "{output:?}");
}

#[test]
fn heuristics_are_compared_on_the_same_boards() {
    let scratch = Scratch::new("compare");
    let file = format!("{}/plot.svg", scratch.path());
    let arguments = ["3x3", "--boards", "20", "--json", "--svg", &file];
    let names = "manhattan,linear-conflict,walking-distance";
    let compare = npuzzle("compare")
        .args(arguments)
        .args(["--heuristics", names])
        .output()
        .expect("ended");
    let results = objects(&compare);
    assert_eq!(results.len(), 3);
    let each = |nth: usize| {
        results[nth]["each_length_expanded_seconds"]
            .as_array()
            .expect("runs")
    };
    for nth in 0..20 {
        let [first, rest @ ..] = [0, 1, 2].map(|heuristic| &each(heuristic)[nth][0]);
        assert_eq!(rest, [first; 2], "board {nth}");
    }
    let expanded = |nth: usize| results[nth]["mean_expanded"].as_f64().expect("a mean");
    assert!(
        expanded(0) > expanded(1),
        "{} and {}",
        expanded(0),
        expanded(1)
    );
    let svg = fs::read_to_string(file).expect("written");
    assert_is_svg(&svg);
    assert!(svg.contains("linear-conflict"));
    let words = ["3x3", "--boards", "20", "--heuristics", names];
    let output = npuzzle("compare").args(words).output().expect("ended");
    assert!(text(&output).contains("20 boards of 3x3"), "{output:?}");
}

#[test]
fn boards_that_are_given_up_do_not_count() {
    let arguments = [
        "3x4",
        "--boards",
        "10",
        "--max-nodes",
        "100",
        "--json",
        "--heuristics",
        "manhattan",
    ];
    let output = npuzzle("compare").args(arguments).output().expect("ended");
    let result = &objects(&output)[0];
    let (solved, boards) = (result["solved"].as_u64(), result["boards"].as_u64());
    assert!(solved > Some(0) && solved < boards, "{result}");
    assert_eq!(result["common"].as_u64(), solved);
}
