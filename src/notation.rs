//! Boards, goals, moves and options as text.
//!
//! There are two readers of each. `FromStr`, and so serde, is strict: it reads what `Display` prints,
//! `{}` or `{:#}`, and gives the same value. [`read_board`], [`read_boards`] (a whole file),
//! [`read_goal`] and [`read_moves`] are lenient, for text that people type or paste: they read what
//! other programs write, if it has exactly one reading.
//!
//! | | strict | lenient |
//! |---|---|---|
//! | rows | end by `/` or a new line | or by `;`, or are lists or words |
//! | layers | end by `//` or an empty line | the same, or lists of lists |
//! | tiles | separated by spaces or commas | and by tabs or dashes, or signs of a word |
//! | blank | `0` | or a sign, -1, or the largest number |
//! | shape | in front of a single row, and of a column in lines | in front or in a header, or a square |
//! | moves | `RRDLU`, `R2DLU` with spaces or commas | all below |
//! | comments | none | from `#` on |
//!
//! # Boards
//! A board is printed by `{}` as `1 2 3/4 5 6/7 8 0`, by `{:#}` as an aligned grid. The lenient
//! reader reads all of these:
//!
//! | text | |
//! |---|---|
//! | `1 2/3 0` | rows end by `/`, `;` or a new line; spaces, tabs or commas separate the tiles |
//! | `1 2/3 4//5 6/7 0` | layers end by `//` or an empty line, unless each row has one after it |
//! | `1 2 3 4 5 6 7 8 0` | a bare row is a square; so is a column by `;` or new lines |
//! | `1x4: 1 2 3 0` | rows x columns (x layers) in front; then a bare row, or rows of that shape |
//! | `4x4:1,2,...,15,0` | the same: a game of Simon Tatham's Fifteen |
//! | `[[1,2],[3,0]]` | rows as lists, in brackets, braces or parentheses; layers as lists of rows |
//! | `1-2-3/4-_-6/7-5-8` | dashes between tiles |
//! | `812043765`, `123/456/780` | different signs: digits and the letters after them, `f` for 15 |
//! | `abcdefgh.` | the same with letters in order, `h` for 8 |
//! | `1 2 3/* * */* * *`, `123/***/***` | a [goal](crate::Goal): `*` is any tile |
//!
//! Quotes are ignored, and so is `0x` in front of a word. A file of several lines may have comments
//! from `#` on, and a header: the side n, or rows and columns. Then n rows follow, or one row, or
//! n * n lines of one number; these may do without a header. A header that does not fit the rows
//! below it is an error.
//!
//! In place of 0 the blank may be `_`, `.`, `-`, -1, or an `x` that stands alone; on more than four
//! cells or with rows also the largest of the numbers from 1. With a sign or -1 the tiles may count
//! from 0. Only what has exactly one reading is read: `1 2` above `0 *` may be a goal or a header and a
//! row, and is refused, though `FromStr`, which knows no headers, reads it.
//!
//! A shape of two different sides (other than a single line) in front of a word or of a list with
//! commas, or as the header of a bare row, is refused: Fifteen writes `3x4:...` for a width of 3,
//! and this crate writes 3 x 4 for three rows. With rows (`3x4: 1,2,3,4/...`) or three sides
//! (`3x4x1:...`) there is no doubt. A byte-order mark in front is ignored.
//!
//! Walls, several blanks, equal tiles and weights of moves are not offered.
//!
//! # Moves
//! A letter for each tile that moves, `RRDLU`, or runs, `R2DLU`. The lenient reader reads all of
//! these:
//!
//! | text | |
//! |---|---|
//! | `RRDLU`, `rrdlu` | letters `U D L R`, and in a box `F B`, in capitals or not |
//! | `R2DLU` | runs: the number of tiles stands behind the letter |
//! | `→→↓←↑`, `>v^<` | arrows, with `↙ ↗` for `F B` |
//! | `right, up` | names |
//! | `R R,D L U` | separators: white space and commas |
//! | `(R2U2)LD` | groups |
//! | `RU # note`, `RU // note` | comments; the number of moves may stand in a line in front |
//! | `9 5 3`, `9R-5D-3L` | the tiles that move, read with their board by [`Moves::parse_on`] |
//!
//! Other programs write the direction of the *blank*: [`Moves::parse_as`] and [`Moves::display_as`]
//! read and write that with [`Notation::Blank`]. [`Moves::parse_cells`] and
//! [`Moves::parse_coordinates`] read the cells of the tiles that move.
//!
//! ```
//! use npuzzle::notation::{read_board, read_moves};
//!
//! let mut board = read_board("1 2 3; _ 4 6; 7 5 8")?;
//! assert_eq!(format!("{board:#}"), "1 2 3\n0 4 6\n7 5 8");
//! let moves = read_moves("left, up, left")?;
//! board.play(&moves)?;
//! assert_eq!(format!("{moves} to {board}"), "LUL to 1 2 3/4 5 6/7 8 0");
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! [`Moves::parse_on`]: crate::Moves::parse_on
//! [`Moves::parse_cells`]: crate::Moves::parse_cells
//! [`Moves::parse_coordinates`]: crate::Moves::parse_coordinates
//! [`Moves::parse_as`]: crate::Moves::parse_as
//! [`Moves::display_as`]: crate::Moves::display_as

mod board;
mod file;
mod grid;
mod moves;
mod options;

pub use board::read_goal;
pub use file::read_boards;
pub use grid::read_board;
pub use moves::{Notation, read_moves};
