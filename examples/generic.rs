//! Functions over `Puzzle` take a `Board<3>`, whose shape is known at compile time, and a
//! `DynBoard`, whose shape is not.
//!
//! ```text
//! cargo run --release --example generic
//! ```

use std::collections::HashSet;
use std::error::Error;

use npuzzle::{Board, DynBoard, Puzzle, Shape};

/// Describes a board in a line.
fn describe(board: &impl Puzzle) -> String {
    let moves: String = board.legal_moves().map(|it| it.to_string()).collect();
    let can = if board.is_solvable() { "can" } else { "can't" };
    format!("{board}: {can} be solved, legal moves {moves}")
}

/// Counts the boards that are exactly 0, 1, 2 ... moves away, breadth first.
fn boards_by_distance<P: Puzzle>(start: P, most: usize) -> Vec<usize> {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    let mut counts = vec![1];
    for _ in 0..most {
        let mut next = Vec::new();
        for board in &layer {
            for direction in board.legal_moves() {
                let Ok(neighbour) = board.after(direction) else {
                    continue; // a legal move can always be made
                };
                if seen.insert(neighbour.clone()) {
                    next.push(neighbour);
                }
            }
        }
        counts.push(next.len());
        layer = next;
    }
    counts
}

fn main() -> Result<(), Box<dyn Error>> {
    let fixed: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    let dynamic: DynBoard = "1 2 3 4/5 6 0 7".parse()?;
    println!("{}\n{}", describe(&fixed), describe(&dynamic));
    assert_eq!(
        describe(&fixed),
        "1 2 3/0 4 6/7 5 8: can be solved, legal moves UDL"
    );

    // From the solved board two tiles can move; then each board has two new neighbours.
    let counts = boards_by_distance(Board::<3>::solved(), 6);
    println!("boards of 3 x 3 by distance: {counts:?}");
    assert_eq!(counts, [1, 2, 4, 8, 16, 20, 39]);
    // In a box of 2 x 2 x 2 three tiles can move, and then always two new ones.
    let counts = boards_by_distance(DynBoard::solved(Shape::new(2, 2, 2)?), 3);
    println!("boards of 2 x 2 x 2 by distance: {counts:?}");
    assert_eq!(counts, [1, 3, 6, 12]);
    Ok(())
}

#[test]
fn both_kinds_of_board_are_served() {
    main().expect("all answers as stated");
}
