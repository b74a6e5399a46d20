//! The Python module `npuzzle`: a thin layer over the crate.
//!
//! Arguments are read in `input.rs`, errors become exceptions in `errors.rs`. Doc comments of items
//! marked for Python are their docstrings; `python/npuzzle/__init__.pyi` has their types.

mod arrays;
mod board;
mod errors;
mod input;
mod limits;
mod solve;

use pyo3::prelude::*;

/// Sliding puzzles of any size: boards, exact distances, shortest solutions.
///
/// Wherever a board is expected, a `Board`, its text, nested lists or an array will do. A move is
/// named by the direction in which the tile moves: "U", "D", "L", "R", and in a box "F" (to the
/// front) and "B" (to the back).
///
/// >>> import npuzzle
/// >>> print(npuzzle.solve("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15"))
/// DDDLLUUUL (9 moves, optimal)
#[pymodule(name = "_npuzzle")]
mod npuzzle {
    #[pymodule_export]
    use crate::arrays::{distances, heuristic, is_solvable, neighbours, rank, unrank};
    #[pymodule_export]
    use crate::board::{Board, Verdict, apply, legal_moves, random, verify};
    #[pymodule_export]
    use crate::errors::{NoSolution, Stopped, Unsolvable};
    #[pymodule_export]
    use crate::solve::{Solution, at_distance, distance, solve, solve_many};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
