//! Boards, goals and moves as text, and the files that hold boards.

mod board;
mod goal;
mod grid;
mod moves;

pub use board::ParseBoardError;
pub use grid::{ParseGridError, parse_grid};
pub use moves::ParseMovesError;
