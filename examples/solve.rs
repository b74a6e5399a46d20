//! Solves a board: read it, ask whether it can be solved, solve it, print the moves.
//!
//! ```text
//! cargo run --release --example solve -- "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"
//! ```
//!
//! The program `npuzzle` does this for whole files, with limits and progress:
//! `cargo run --release -- solve`.

use std::env;
use std::error::Error;

use npuzzle::{DynBoard, Goal, Solver};

const EASY: &str = "1 2 3/0 4 6/7 5 8";

fn main() -> Result<(), Box<dyn Error>> {
    // Rows end with '/', and 0 is the blank. A `DynBoard` takes its shape from the text; for a
    // shape known at compile time, `Board<4>` is faster.
    let text = env::args().nth(1).unwrap_or_else(|| EASY.to_owned());
    let board: DynBoard = text.parse()?;
    println!("{board:#}");

    // Half of all boards can't be solved. This is decided in nanoseconds, and explained.
    println!("{}", board.solvability(&Goal::BlankLast));
    if !board.is_solvable() {
        return Ok(());
    }

    // A solver builds its tables for a shape once: keep it for the next board.
    let solver = Solver::builder().goal(Goal::BlankLast).build();
    let solution = solver.solve(&board)?;
    // The letters are the directions of the tiles.
    println!("{} moves: {}", solution.moves().len(), solution.moves());
    assert!(solution.is_optimal(), "that is the default quality");
    assert_eq!(solution.verify(&board), Ok(()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{DynBoard, EASY};

    #[test]
    fn the_easy_board_needs_three_moves() {
        let board: DynBoard = EASY.parse().expect("a board");
        assert_eq!(board.solve().expect("solvable").moves().to_string(), "LUL");
    }
}
