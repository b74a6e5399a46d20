//! `npuzzle explain`.

use npuzzle::{DynBoard, Goal};

use super::{answer, refuses};

fn explain(board: &str, goal: &str) -> String {
    answer(&format!("explain '{board}' --goal '{goal}'"))
}

#[test]
fn each_rule_shows_its_evidence() {
    for (board, goal, parts) in [
        (
            "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0",
            "blank-last",
            "     15 before 14\n|1 + 1, in the goal 0 + 1.|    (15 14)\n|1 in all, an odd number",
        ),
        (
            "1 2 3/0 4 6/7 5 8",
            "blank-last",
            "    7 before 5\n|the goal has none: even|at least 3 moves",
        ),
        (
            "1 2 3/8 0 4/7 5 6",
            "snail",
            "comes before it in the goal|swapping tiles 5 and 6",
        ),
        ("1 2/3 4//5 7/6 0", "blank-last", "By cycles|    (7 6)\n"),
        ("1x4: 2 1 3 0", "blank-last", "  2 1 3\n|  1 2 3\n"),
        (
            "1 2/3 0",
            "blank-last",
            "this is the goal|Every tile is at home.",
        ),
    ] {
        let proof = explain(board, goal);
        for part in parts.split('|') {
            assert!(proof.contains(part), "{part:?} is not in\n{proof}");
        }
        let is_box_or_path = board.contains("//") || board.contains('x');
        assert_eq!(proof.contains("By inversions"), !is_box_or_path, "{proof}");
    }
}

#[test]
fn verdict_and_numbers_are_those_of_the_library() {
    for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
        for seed in 1..6 {
            let board = DynBoard::permutation_from_seed("3x4".parse().expect("a shape"), seed);
            let proof = explain(&board.to_string(), &goal.to_string());
            let why = board.solvability(&goal).to_string();
            assert!(proof.contains(&why), "{proof}");
            let pairs = board.inverted_pairs(&goal).expect("a goal").len();
            let count = format!("is an inversion: {pairs} in all");
            assert!(proof.contains(&count), "{proof}");
        }
    }
    // Large boards have no list of inversions.
    let large = DynBoard::from_seed("40x40".parse().expect("a shape"), 1);
    assert!(explain(&large.to_string(), "snail").lines().count() < 120);
}

#[test]
fn wrong_boards_and_goals_are_refused() {
    refuses("explain '1 2/3 3'", "row 2: tile 3 appears twice");
    refuses(
        "explain '1 2/3 0' --goal '1 2 3/4 5 0'",
        "the goal is 2 x 3",
    );
    refuses("explain", "BOARD");
}
