//! Boards, goals, moves and options as text, and the files that hold boards.
//!
//! # Boards
//! A board is printed by `{}` as `1 2 3/4 5 6/7 8 0`, by `{:#}` as an aligned grid. Reading what
//! was printed gives the same board, for every shape. All of these are read:
//!
//! | text | |
//! |---|---|
//! | `1 2/3 0` | rows end by `/`, `;` or a new line; spaces, tabs or commas separate the tiles |
//! | `1 2/3 4//5 6/7 0` | layers end by `//` or an empty line |
//! | `1 2 3 4 5 6 7 8 0` | a bare row: a square if it can be one; for a [`Board`] its cells |
//! | `1x4: 1 2 3 0` | rows x columns (x layers) in front; then a bare row, or rows of that shape |
//! | `4x4:1,2,...,15,0` | the same: a game of Simon Tatham's Fifteen |
//! | `[[1,2],[3,0]]` | rows as lists, as JSON and Python write them; layers as lists of rows |
//!
//! In place of 0 the blank may be `_`, `.` or `-`.
//!
//! A shape of two different sides (other than a single line) in front of a list with commas is
//! refused: Fifteen writes `3x4:...` for a width of 3, and this crate writes 3 x 4 for three rows.
//! With rows (`3x4: 1,2,3,4/...`) there is no doubt. A byte-order mark in front is ignored.
//!
//! # Moves
//! A letter for each tile that moves, `RRDLU`, or runs, `R2DLU`. What is written can be read back.
//!
//! | text | |
//! |---|---|
//! | `RRDLU`, `rrdlu` | letters `U D L R`, and in a box `F B`, in capitals or not |
//! | `R2DLU` | runs: the number of tiles stands behind the letter |
//! | `→→↓←↑` | arrows, with `↙ ↗` for `F B` |
//! | `R R,D L U` | separators: white space and commas |
//!
//! Other programs write the way the *blank* moves: [`Moves::parse_as`] and [`Moves::to_string_as`]
//! read and write that with [`Notation::Blank`].
//!
//! ```
//! use npuzzle::{Board, Moves};
//!
//! let mut board: Board<3> = "1 2 3; 0 4 6; 7 5 8".parse()?;
//! assert_eq!(format!("{board:#}"), "1 2 3\n0 4 6\n7 5 8");
//! let moves: Moves = "L, U, L".parse()?;
//! board.play(&moves)?;
//! assert_eq!(format!("{moves} to {board}"), "LUL to 1 2 3/4 5 6/7 8 0");
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! [`Board`]: crate::Board
//! [`Moves::parse_as`]: crate::Moves::parse_as
//! [`Moves::to_string_as`]: crate::Moves::to_string_as

mod board;
mod board_error;
mod convention;
mod goal;
mod grid;
mod moves;
mod numbers;
mod options;
mod shape;

pub use board_error::ParseBoardError;
pub use convention::Notation;
pub use goal::ParseGoalError;
pub use grid::{ParseGridError, parse_grid};
pub use moves::ParseMovesError;
pub use options::ParseOptionError;
pub use shape::ParseShapeError;

#[cfg(feature = "solver")]
pub use crate::solve::ParseSearchError;
