//! `npuzzle explain`.

use npuzzle::permutation::parity;
use npuzzle::{DynBoard, Goal};
use serde_json::Value;

use super::{npuzzle, objects, text};

fn explain(arguments: &[&str]) -> String {
    let output = npuzzle("explain").args(arguments).output().expect("ended");
    assert!(output.status.success(), "{output:?}");
    text(&output)
}

#[test]
fn loyds_board_is_proved_unsolvable() {
    let proof = explain(&["1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"]);
    for part in [
        "     15 before 14: 1\n",
        "  Together 1, which is odd.",
        "passes 3 others",
        "The width is 4, even",
        "1 + 1 = 2, even.",
        "0 + 1 = 1, odd.",
        "They differ, and no move changes that: the board can't be solved.",
        "    (15 14): 2 tiles, 1 swap\n",
        "Swapping tiles 14 and 15 would make it solvable.",
    ] {
        assert!(proof.contains(part), "{part:?} is not in\n{proof}");
    }
}

#[test]
fn a_solvable_board_is_told_what_it_needs_at_least() {
    let proof = explain(&["1 2 3/0 4 6/7 5 8"]);
    for part in [
        "Together 2, which is even.",
        "The width is 3, odd",
        "the board can be solved.",
        "at least 3 moves",
    ] {
        assert!(proof.contains(part), "{part:?} is not in\n{proof}");
    }
    assert!(
        proof.contains("that is enough: moves turn any three tiles")
            && proof.contains("the page npuzzle::learn::parity of the documentation"),
        "a reason and a link: {proof}"
    );
    // Boxes have no such rule; paths have no choice.
    let proof = explain(&["1 2/3 4//5 7/6 0"]);
    assert!(
        proof.contains("By cycles") && !proof.contains("Inversions\n"),
        "{proof}"
    );
    let proof = explain(&["1x4: 2 1 3 0"]);
    assert!(
        proof.contains("in a single line no tile can pass another")
            && proof.contains("Here it is\n    2 1 3\n  and in the goal\n    1 2 3\n")
            && proof.contains("the first difference is at place 1"),
        "{proof}"
    );
}

#[test]
fn numbers_agree_with_the_board() {
    for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
        let goal_name = goal.to_string();
        let arguments = [
            "--quiz", "30", "--seed", "5", "--shape", "3x4", "--json", "--goal", &goal_name,
        ];
        let output = npuzzle("explain").args(arguments).output().expect("ended");
        let found = objects(&output);
        assert_eq!(found.len(), 30);
        for (seed, object) in (5..).zip(&found) {
            let board: DynBoard = object["board"]
                .as_str()
                .expect("text")
                .parse()
                .expect("a board");
            assert_eq!(board, DynBoard::permutation_from_seed(board.shape(), seed));
            assert_eq!(object["solvable"], board.is_solvable_for(&goal));
            let pairs = object["pairs"].as_array().expect("pairs");
            assert_eq!(object["inversions"], pairs.len());
            if goal == Goal::BlankLast {
                assert_eq!(object["inversions"], board.inversions());
                let odd = parity(board.tiles()).expect("a permutation").is_odd();
                // The goal itself is a cycle of all tiles, in this order.
                let swaps = object["swaps"].as_u64().expect("a number");
                assert_eq!((swaps + board.shape().cells() as u64 - 1) % 2 == 1, odd);
            }
            let both = object["swaps"]
                .as_u64()
                .zip(object["blank_distance"].as_u64());
            let (swaps, steps) = both.expect("numbers");
            assert_eq!(
                swaps % 2 == steps % 2,
                object["solvable"] == Value::Bool(true)
            );
        }
    }
}

#[test]
fn a_quiz_has_questions_and_answers() {
    let both = explain(&["--quiz", "4", "--seed", "7"]);
    assert_eq!(both.matches("\nBoard ").count(), 4);
    assert_eq!(both.matches("solvable: ").count(), 4);
    let questions = explain(&["--quiz", "4", "--seed", "7", "--sheet", "questions"]);
    let answers = explain(&["--quiz", "4", "--seed", "7", "--sheet", "answers"]);
    assert_eq!(both, format!("{questions}\n{answers}"));
    assert!(!questions.contains("solvable:"));
    assert_eq!(both, explain(&["--quiz", "4", "--seed", "7"]));
}

#[test]
fn a_board_or_a_quiz_is_needed() {
    for arguments in [
        &[][..],
        &["1 2/3 0", "--quiz", "3"],
        &["1 2/3 0", "--seed", "3"],
    ] {
        let output = npuzzle("explain").args(arguments).output().expect("ended");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
