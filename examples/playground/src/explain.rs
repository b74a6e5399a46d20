//! The explanation of solvability: the data that the page draws beside the sentence.

use npuzzle::solvability::Evidence;
use serde_json::json;

use crate::request::{Answer, Request};

/// The most cells of a board whose inverted pairs are listed: the page draws no larger ones.
const MOST_WITH_PAIRS: usize = 100;

/// Explains a board: the sentence, the numbers behind it, the pairs and cycles to draw, and the
/// repair.
pub(crate) fn explain(request: &Request) -> Answer {
    let (board, goal) = request.board_and_goal()?;
    let shape = board.shape();
    let why = board.solvability(&goal);
    let cycles = board.cycles(&goal).unwrap_or_default();
    // A blank that may end on several cells goes where the next tile of its cycle is.
    let home = goal.home(shape).ok().or_else(|| {
        let cycle = cycles.iter().find(|it| it.contains(&0))?;
        let nth = cycle.iter().position(|&tile| tile == 0)?;
        board.position(cycle[(nth + 1) % cycle.len()])
    });
    let home = home.unwrap_or(board.blank());
    let row: Vec<u16> = board.iter().filter(|&tile| tile != 0).collect();
    // The page draws places: those of the row, and cells of the board.
    let pairs = if shape.cells() <= MOST_WITH_PAIRS {
        board.inverted_pairs(&goal).unwrap_or_default()
    } else {
        Vec::new()
    };
    let place = |tile: u16| row.iter().position(|&it| it == tile);
    let pairs: Vec<_> = pairs
        .into_iter()
        .map(|(a, b)| [place(a), place(b)])
        .collect();
    let mut cells = vec![0; shape.cells()];
    for (cell, tile) in board.iter().enumerate() {
        cells[usize::from(tile)] = cell;
    }
    let cell = |tile: u16| cells[usize::from(tile)];
    let cycles: Vec<Vec<_>> = cycles
        .into_iter()
        .map(|it| it.into_iter().map(cell).collect())
        .collect();
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
    let repair = why.repair().map(|(a, b)| json!({ "swap": [a, b] }));
    Ok(json!({
        "solvable": why.is_solvable(),
        "sentence": why.to_string(),
        "evidence": evidence,
        "repair": repair,
        "row": row,
        "pairs": pairs,
        "cycles": cycles,
        "blank": board.blank(),
        "blankHome": home,
        "steps": shape.distance(board.blank(), home),
    }))
}
