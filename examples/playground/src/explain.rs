//! The explanation of solvability: the data that the page draws beside the sentence.

use npuzzle::permutation::cycles;
use npuzzle::{Evidence, Repair};
use serde_json::json;

use crate::request::{Answer, Request};

/// Explains a board: the sentence, the numbers behind it, the pairs and cycles to draw, and the
/// repair.
pub(crate) fn explain(request: &Request) -> Answer {
    let (board, goal) = request.board_and_goal()?;
    let shape = board.shape();
    let why = board.solvability(&goal);
    let goal_board = goal.board(shape).map_err(|error| error.to_string())?;

    // The tiles in reading order, and the number of each in the goal's order.
    let mut number = vec![0_usize; shape.cells()];
    let in_goal = goal_board.iter().filter(|&tile| tile != 0);
    for (index, tile) in (1..).zip(in_goal) {
        number[usize::from(tile)] = index;
    }
    let row: Vec<u16> = board.iter().filter(|&tile| tile != 0).collect();
    let mut inversions = Vec::new();
    for (first, &tile) in row.iter().enumerate() {
        for (second, &other) in row.iter().enumerate().skip(first + 1) {
            if number[usize::from(tile)] > number[usize::from(other)] {
                inversions.push([first, second]);
            }
        }
    }

    let homes: Vec<usize> = board
        .iter()
        .filter_map(|tile| goal_board.position(tile))
        .collect();
    let cycles = cycles(&homes).map_err(|error| error.to_string())?;
    let evidence = match why.evidence() {
        Evidence::Inversions {
            inversions,
            in_goal_order,
            blank_row_from_bottom,
            goal_row_from_bottom,
            ..
        } => json!({
            "kind": "inversions",
            "inversions": inversions,
            "inGoalOrder": in_goal_order,
            "blankRow": blank_row_from_bottom,
            "goalRow": goal_row_from_bottom,
        }),
        Evidence::Cycles {
            misplaced,
            cycles,
            blank_distance,
            ..
        } => json!({
            "kind": "cycles",
            "misplaced": misplaced,
            "cycles": cycles,
            "blankDistance": blank_distance,
        }),
        Evidence::Path { first_wrong, .. } => json!({ "kind": "path", "firstWrong": first_wrong }),
        _ => json!({ "kind": "other" }),
    };
    let repair = match why.repair() {
        Some(Repair::Swap(a, b)) => json!({ "swap": [a, b] }),
        Some(Repair::Order(tiles)) => json!({ "order": tiles }),
        _ => json!(null),
    };
    Ok(json!({
        "solvable": why.is_solvable(),
        "sentence": why.to_string(),
        "evidence": evidence,
        "repair": repair,
        "row": row,
        "pairs": inversions,
        "cycles": cycles,
        "blank": board.blank(),
        "blankHome": goal_board.blank(),
        "steps": shape.distance(board.blank(), goal_board.blank()),
    }))
}
