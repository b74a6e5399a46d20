//! Boards, shapes, goals and moves as text, and the files that hold boards.

mod board;
mod direction;
mod goal;
mod grid;
mod moves;
mod shape;

pub use board::ParseBoardError;
pub use direction::ParseDirectionError;
pub use grid::{ParseGridError, parse_grid};
pub use moves::ParseMovesError;
#[cfg(feature = "serde")]
pub(crate) use moves::{count, limit, read_into};
pub use shape::ParseShapeError;
