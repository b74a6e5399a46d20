//! `npuzzle teach`.

use npuzzle::DynBoard;

use super::{answer, refuses};

const BOARD: &str = "1 2 4 3/5 6 7 8/9 10 12 11/13 14 0 15";

fn teach(board: &str, options: &str) -> String {
    answer(&format!("teach '{board}' {options}"))
}

#[test]
fn reasons_are_given_once_and_boards_after_each_step() {
    let (lesson, brief) = (teach(BOARD, ""), teach(BOARD, "--brief"));
    let first = "\nrow 1:\n  1. move the blank to row 2, column 3: DD\n";
    assert!(lesson.contains(first), "{lesson}");
    let reasons = |text: &str| text.matches("One tile slides out of the corner").count();
    assert_eq!((reasons(&lesson), reasons(&brief)), (1, 0));
    let solved = format!("{:#}", DynBoard::solved("4".parse().expect("a shape")));
    let last = solved.lines().next_back().expect("a row").trim();
    assert!(lesson.contains(last) && !brief.contains(last), "{lesson}");
    for text in [&lesson, &brief] {
        assert!(text.contains("\n37 moves in 10 steps"), "{text}");
    }
}

#[test]
fn boards_without_a_lesson_are_explained() {
    let odd = "1 2 3/4 5 6/8 7 0";
    assert!(teach(odd, "").starts_with(&format!("{odd}: unsolvable: ")));
    assert_eq!(teach("1 2/3 0", ""), "1 2/3 0: this is the goal\n");
    refuses("teach '1 2/3 4//5 6/7 0'", "a box of 2 x 2 x 2");
    refuses(
        "teach '1 2/3 0' --goal '1 2 3/4 5 6/7 8 0'",
        "the goal is 3 x 3",
    );
    refuses("teach '1 2/3 3'", "tile 3 appears twice");
    refuses("teach", "BOARD");
}
