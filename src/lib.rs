//! Sliding puzzles of any size.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod board;
mod direction;
mod dyn_board;
mod goal;
pub mod inversions;
mod moves;
pub mod notation;
pub mod permutation;
mod puzzle;
mod rank;
mod sample;
mod search;
mod shape;
mod slide;
mod solvability;
mod solve;
mod stamp;
mod validate;

pub use board::Board;
pub use direction::Direction;
pub use dyn_board::DynBoard;
pub use goal::{Goal, GoalError};
pub use moves::{IntoMoves, Moves};
pub use notation::{ParseBoardError, ParseMovesError};
pub use permutation::Parity;
pub use puzzle::{Puzzle, SlideError, Tile};
pub use rank::{RankError, solvable_count};
pub use shape::{MAX_CELLS, Place, Shape, ShapeError};
pub use slide::{LegalMoves, PlayError};
pub use solvability::{Evidence, Repair, Solvability};
pub use solve::{
    BuildError, Control, HeuristicKind, Partial, Quality, Reason, Solution, SolveError, Solver,
    SolverBuilder, Stats, VerifyError,
};
pub use validate::BoardError;
