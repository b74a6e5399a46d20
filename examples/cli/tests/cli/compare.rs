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
    let words = answer(&format!(
        "compare 3x3 12 --scramble 24 --rounds --svg {file}"
    ));
    assert!(words.starts_with("12 boards of 3 x 3"), "{words}");
    let (words, rounds) = words.split_once("\n\nmanhattan, ").expect("rounds");
    assert!(rounds.starts_with("board 1, bound ") && rounds.contains("\npatterns, board 12, "));
    let rows = rows(words);
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    let expected =
        "manhattan linear-conflict walking-distance patterns breadth-first a* bidirectional";
    assert_eq!(names.join(" "), expected);
    assert!(rows.iter().all(|row| row[1] == "12"), "{words}");
    let mean = |row: &Vec<&str>| row[2].parse::<f64>().expect("a mean");
    let expanded: Vec<f64> = rows.iter().map(mean).collect();
    let is_less = expanded[0] > expanded[1] && expanded[1] > expanded[3];
    assert!(is_less, "{words}");
    assert!(
        expanded[4] > expanded[6] && expanded[4] > expanded[5],
        "{words}"
    );
    let kept: Vec<&str> = rows.iter().map(|row| row[3]).collect();
    assert_eq!(kept[..4], ["-"; 4]);
    let kept = kept[4..].iter().map(|it| it.parse().expect("a mean"));
    assert!(
        kept.zip(&expanded[4..])
            .all(|(kept, &expanded): (f64, _)| kept > expanded)
    );
    let svg = fs::read_to_string(file).expect("written");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<circle ").count(), 7 * 12);
    assert!(names.iter().all(|name| svg.contains(name)));
}

#[test]
fn boards_that_one_heuristic_gives_up_are_in_no_mean() {
    // Of the four, 6 x 6 has two.
    let words = answer("compare 6x6 2 --scramble 10");
    let names: Vec<&str> = rows(&words).iter().map(|row| row[0]).collect();
    assert_eq!(names, ["manhattan", "linear-conflict"]);
    let words = answer("compare 4x4 3 --heuristics manhattan,patterns --max-nodes 1");
    assert_eq!(rows(&words)[0], ["manhattan", "0", "-", "-", "-"]);
    let words = answer("compare 4x4 2 --scramble 8 --heuristics manhattan --textbook");
    let solved: Vec<&str> = rows(&words).iter().map(|row| row[1]).collect();
    assert_eq!(solved, ["2"; 4], "{words}");
    for wrong in [
        "4x4 0",
        "3x3 --goal '1 2/3 0'",
        "--heuristics best",
        "6x6 --heuristics patterns",
        "2x3 --textbook --goal '1 2 3/* * *'",
    ] {
        let output = npuzzle(&format!("compare {wrong}")).output();
        printed(&output.expect("ended"), 2);
    }
}
