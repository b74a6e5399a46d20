//! A custom heuristic: write it, let `check` prove it, solve with it.
//!
//! ```text
//! cargo run --release --example heuristic
//! ```

use std::error::Error;

use npuzzle::heuristic::{CanonicalBoard, Heuristic, HeuristicError, check};
use npuzzle::{Board, Shape, Solver};

/// Counts the tiles outside of their row and those outside of their column. A move changes the row
/// or the column of one tile. A tile is named by the cell that it must reach.
struct Lines {
    shape: Shape,
}

impl Lines {
    /// Returns the count of a tile that must reach `home`: 0, 1 or 2.
    fn count(&self, cell: usize, home: usize) -> u32 {
        let (cell, home) = (self.shape.place(cell), self.shape.place(home));
        u32::from(cell.row != home.row) + u32::from(cell.column != home.column)
    }
}

impl Heuristic for Lines {
    /// State stored with a board, so that an update costs one tile instead of all of them.
    type State = u32;

    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        let count = |(cell, &home): (usize, &u16)| self.count(cell, home.into());
        let all: u32 = board.cells().iter().enumerate().map(count).sum();
        all - self.count(board.blank(), board.cells()[board.blank()].into()) // the blank is no tile
    }

    /// The tile on the cell `from` moves to the blank.
    fn update(&self, state: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        let home = board.cells()[from].into();
        state - self.count(from, home) + self.count(board.blank(), home)
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }

    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        if shape == self.shape {
            Ok(())
        } else {
            Err(HeuristicError::OtherBoards { shape, home })
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // All 181,440 boards of 3 x 3 with the blank's home last: no estimate is too high, and no move
    // changes one by more than 1.
    let shape = Shape::new(3, 3, 1)?;
    let report = check(shape, 8, &Lines { shape })?;
    assert_eq!(report.boards, 181_440);
    let (estimate, distance) = (report.mean_estimate, report.mean_distance);
    println!("proved on {shape}: {estimate:.1} of {distance:.1} moves on average");

    // The proof carries over to 4 x 4, so the solution is a shortest one.
    let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse()?;
    let shape = board.shape();
    let solver = Solver::default();
    let solution = solver.solve_by(&board, &Lines { shape })?;
    assert_eq!(solution.moves().len(), solver.solve(&board)?.moves().len());
    println!("{} moves: {}", solution.moves().len(), solution.moves());
    Ok(())
}

#[test]
fn it_is_proved_and_solves() {
    main().expect("a heuristic that keeps its promises");
}
