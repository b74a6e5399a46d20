//! `npuzzle compare`.

use std::fs;

use super::{Scratch, answer, npuzzle, printed};

/// Returns the words of each row of a comparison.
fn rows(words: &str) -> Vec<Vec<&str>> {
    let rows = words.lines().skip(3);
    rows.map(|row| row.split_whitespace().collect()).collect()
}

#[test]
fn heuristics_are_compared_on_the_same_boards() {
    let scratch = Scratch::new("compare");
    let file = format!("{}/plot.svg", scratch.path());
    let words = answer(&format!("compare 3x3 12 --scramble 40 --svg {file}"));
    assert!(words.starts_with("12 boards of 3 x 3"), "{words}");
    let rows = rows(&words);
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    let expected = "manhattan linear-conflict walking-distance patterns";
    assert_eq!(names.join(" "), expected);
    assert!(rows.iter().all(|row| row[1] == "12"), "{words}");
    let mean = |row: &Vec<&str>| row[2].parse::<f64>().expect("a mean");
    let expanded: Vec<f64> = rows.iter().map(mean).collect();
    let is_less = expanded[0] > expanded[1] && expanded[1] > expanded[3];
    assert!(is_less, "{words}");
    let svg = fs::read_to_string(file).expect("written");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<circle ").count(), 4 * 12);
    assert!(names.iter().all(|name| svg.contains(name)));
}

#[test]
fn boards_that_one_heuristic_gives_up_are_in_no_mean() {
    // Of the four, 6 x 6 has two.
    let words = answer("compare 6x6 2 --scramble 10");
    let names: Vec<&str> = rows(&words).iter().map(|row| row[0]).collect();
    assert_eq!(names, ["manhattan", "linear-conflict"]);
    let words = answer("compare 4x4 3 --heuristics manhattan,patterns --max-nodes 1");
    assert_eq!(rows(&words)[0], ["manhattan", "0", "-", "-"]);
    for wrong in [
        "4x4 0",
        "3x3 --goal '1 2/3 0'",
        "--heuristics best",
        "6x6 --heuristics patterns",
    ] {
        let output = npuzzle(&format!("compare {wrong}")).output();
        printed(&output.expect("ended"), 2);
    }
}
