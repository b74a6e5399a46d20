//! `npuzzle check-moves`.

use std::process::Output;

use serde_json::json;

use super::{complaint, npuzzle, objects, run, text};

const BOARD: &str = "1 2 3/0 4 6/7 5 8";

fn check(arguments: &[&str]) -> Output {
    run(npuzzle("check-moves").args(arguments), "")
}

#[test]
fn a_solution_is_confirmed() {
    let output = check(&[BOARD, "LUL"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(
        text(&output),
        format!("{BOARD}: solved in 3 moves (3 slides)\n")
    );
    let output = check(&["1 2 3/4 5 6/0 7 8", "L2", "--metric", "slides"]);
    assert!(text(&output).ends_with(": solved in 1 slide (2 moves)\n"));
    let output = check(&["--goal", "1 2/0 3", "1 2/3 0", "R"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = run(npuzzle("check-moves").args([BOARD, "-"]), "LUL\n");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn moves_that_do_not_solve_the_board_are_told_from_illegal_ones() {
    let output = check(&[BOARD, "LU"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = format!("{BOARD}: not solved: 2 moves (2 slides) lead to 1 2 3/4 5 6/7 0 8\n");
    assert_eq!(text(&output), expected);
    let output = check(&[BOARD, "LUR3"]);
    assert_eq!(output.status.code(), Some(1));
    let why = "move 4: no tile can move R: the blank is in row 3, column 1";
    assert_eq!(text(&output), format!("{BOARD}: not solved: {why}\n"));
}

#[test]
fn moves_are_read_in_the_notation_asked_for() {
    for (notation, moves) in [
        ("tile", "LUL"),
        ("tile", "←↑←"),
        ("blank", "RDR"),
        ("arrows", "←↑←"),
        ("arrows", "LUL"),
    ] {
        let output = check(&[BOARD, moves, "--moves", notation]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    // Read as moves of tiles, the first of these is illegal.
    assert_eq!(check(&[BOARD, "RDR"]).status.code(), Some(1));
    let output = check(&[BOARD, "L", "--moves", "blank"]);
    assert_eq!(output.status.code(), Some(1));
    let why = "move 1: no tile can move R: the blank is in row 2, column 1 \
               (written as L, the way the blank moves)";
    assert_eq!(text(&output), format!("{BOARD}: not solved: {why}\n"));
    let output = check(&[BOARD, "L", "--moves", "cube"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("a notation of moves is tile, blank or arrows"));
}

#[test]
fn answers_are_objects_too() {
    let object = |moves: &str| objects(&check(&["--json", BOARD, moves])).remove(0);
    let solved = json!({
        "board": BOARD, "solves": true, "length": 3, "tiles": 3, "slides": 3,
        "end": "1 2 3/4 5 6/7 8 0",
    });
    assert_eq!(object("LUL"), solved);
    let illegal = object("RLU");
    assert_eq!(
        (&illegal["solves"], &illegal["illegal_move"]),
        (&json!(false), &json!(1))
    );
    assert!(
        illegal["error"]
            .as_str()
            .is_some_and(|it| it.starts_with("move 1: "))
    );
}

#[test]
fn what_can_not_be_read_is_refused() {
    for (arguments, word) in [
        (&["1 2/3 3", "L"][..], "tile 3 appears twice"),
        (&["1 2/3 0", "LX"], "X"),
        (
            &["--goal", "1 2 3/4 5 0", "1 2/3 0", "R"],
            "the goal is 2 x 3 but the board is 2 x 2",
        ),
    ] {
        let output = check(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty());
        assert!(complaint(&output).contains(word), "{output:?}");
    }
}
