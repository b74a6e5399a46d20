//! Boards as text: `1 2 3/4 5 6/7 8 0`.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::cells::{Cells, PASS, View};
use crate::dyn_board::DynBoard;
use crate::shape::{Shape, ShapeError};
use crate::validate::BoardError;

/// A rectangle or box of numbers as they were read.
pub(crate) struct Grid {
    pub(crate) shape: Shape,
    pub(crate) numbers: Vec<u64>,
}

/// Where the reader is.
#[derive(Default)]
struct Reader {
    numbers: Vec<u64>,
    /// Finished layers.
    layers: usize,
    /// Finished rows of this layer; all layers have as many as the first.
    rows: usize,
    rows_of_first_layer: Option<usize>,
    /// Numbers in this row; all rows have as many as the first.
    columns: usize,
    columns_of_first_row: Option<usize>,
}

impl Reader {
    fn end_row(&mut self) -> Result<(), ParseBoardError> {
        let expected = *self.columns_of_first_row.get_or_insert(self.columns);
        let found = core::mem::take(&mut self.columns);
        if found != expected {
            let (layer, row) = (self.layers, self.rows);
            return Err(ParseBoardError::RowLength {
                layer,
                row,
                expected,
                found,
            });
        }
        self.rows += 1;
        Ok(())
    }

    fn end_layer(&mut self) -> Result<(), ParseBoardError> {
        self.end_row()?;
        let expected = *self.rows_of_first_layer.get_or_insert(self.rows);
        let found = core::mem::take(&mut self.rows);
        if found != expected {
            return Err(ParseBoardError::LayerLength {
                layer: self.layers,
                expected,
                found,
            });
        }
        self.layers += 1;
        Ok(())
    }
}

/// What stood between two numbers.
#[derive(Default)]
struct Gap {
    lines: usize,
    /// The byte after each slash, so that only adjacent ones make a layer.
    slash_ends: [usize; 2],
    slashes: usize,
    comma: bool,
}

impl Grid {
    /// Reads rows ended by `/` or a new line, layers ended by `//` or an empty line, numbers parted by spaces or commas.
    pub(crate) fn parse(text: &str) -> Result<Self, ParseBoardError> {
        let mut reader = Reader::default();
        let mut gap = Gap::default();
        let mut chars = text.char_indices().peekable();
        while let Some((byte, character)) = chars.next() {
            match character {
                '0'..='9' => {
                    let mut number = u64::from(character as u32 - '0' as u32);
                    while let Some((_, digit @ '0'..='9')) = chars.peek() {
                        number = number.saturating_mul(10);
                        number = number.saturating_add(u64::from(*digit as u32 - '0' as u32));
                        chars.next();
                    }
                    let gap = core::mem::take(&mut gap);
                    if !reader.numbers.is_empty() {
                        match (gap.slashes, gap.lines) {
                            (0, 0) => {}
                            (1, 0 | 1) | (0, 1) => reader.end_row()?,
                            _ => reader.end_layer()?,
                        }
                    }
                    reader.numbers.push(number);
                    reader.columns += 1;
                    // Only a gap may follow a number.
                    match chars.peek() {
                        None | Some((_, ' ' | '\t' | '\r' | '\n' | '/' | ',')) => {}
                        Some(&(byte, character)) => {
                            return Err(ParseBoardError::Character { byte, character });
                        }
                    }
                }
                ' ' | '\t' | '\r' => {}
                '\n' => gap.lines += 1,
                ',' if !reader.numbers.is_empty() && !gap.comma && gap.slashes + gap.lines == 0 => {
                    gap.comma = true;
                }
                '/' => {
                    let follows_slash = gap.slashes == 1 && gap.slash_ends[0] == byte;
                    if reader.numbers.is_empty() || gap.slashes > 0 && !follows_slash {
                        return Err(ParseBoardError::EmptyRow { byte });
                    }
                    gap.slash_ends[gap.slashes] = byte + 1;
                    gap.slashes += 1;
                }
                _ => return Err(ParseBoardError::Character { byte, character }),
            }
        }
        if reader.numbers.is_empty() {
            return Err(ParseBoardError::Empty);
        }
        if gap.slashes > 0 {
            return Err(ParseBoardError::EmptyRow {
                byte: gap.slash_ends[gap.slashes - 1],
            });
        }
        reader.end_layer()?;
        let rows = reader.rows_of_first_layer.unwrap_or_default();
        let columns = reader.columns_of_first_row.unwrap_or_default();
        let shape = Shape::new(rows, columns, reader.layers)?;
        Ok(Self {
            shape,
            numbers: reader.numbers,
        })
    }
}

impl FromStr for DynBoard {
    type Err = ParseBoardError;

    /// Reads rows ended by `/` or a new line, layers ended by `//` or an empty line, tiles parted by spaces or commas.
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let grid = Grid::parse(text)?;
        Ok(Self::from_tiles(grid.shape, grid.numbers)?)
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> FromStr
    for Board<ROWS, COLS, LAYERS>
{
    type Err = ParseBoardError;

    /// Reads rows ended by `/` or a new line, layers ended by `//` or an empty line, tiles parted by spaces or commas.
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let grid = Grid::parse(text)?;
        if grid.shape != Self::SHAPE {
            let error = BoardError::WrongShape {
                expected: Self::SHAPE,
                found: grid.shape,
            };
            return Err(error.into());
        }
        Ok(Self::from_tiles(grid.numbers)?)
    }
}

/// Writes a board: `{}` in one line, `{:#}` as an aligned grid, layers parted by an empty line.
fn write_board(board: View<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let shape = board.shape;
    let (end_row, end_layer, width) = if f.alternate() {
        ("\n", "\n\n", decimal_digits(shape.cells() - 1))
    } else {
        ("/", "//", 1)
    };
    for (cell, tile) in board.tiles.iter().enumerate() {
        if cell % (shape.rows() * shape.cols()) == 0 && cell > 0 {
            f.write_str(end_layer)?;
        } else if cell % shape.cols() == 0 && cell > 0 {
            f.write_str(end_row)?;
        } else if cell > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{tile:width$}")?;
    }
    Ok(())
}

const fn decimal_digits(largest: usize) -> usize {
    match largest.checked_ilog10() {
        Some(log) => log as usize + 1,
        None => 1,
    }
}

/// Prints one line, `1 2/3 0`, with `//` between layers; `{:#}` prints an aligned grid. Both can be parsed again.
///
/// ```
/// use npuzzle::Board;
/// let board = Board::<3, 4>::solved();
/// assert_eq!(board.to_string(), "1 2 3 4/5 6 7 8/9 10 11 0");
/// assert_eq!(format!("{board:#}"), " 1  2  3  4\n 5  6  7  8\n 9 10 11  0");
/// ```
impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> fmt::Display
    for Board<ROWS, COLS, LAYERS>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(self.view(PASS), f)
    }
}

/// Prints one line, `1 2/3 0`, with `//` between layers; `{:#}` prints an aligned grid. Both can be parsed again.
impl fmt::Display for DynBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(self.view(PASS), f)
    }
}

/// Prints `Board(1 2/3 0)`.
impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> fmt::Debug
    for Board<ROWS, COLS, LAYERS>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// Prints `DynBoard(1 2/3 0)`.
impl fmt::Debug for DynBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DynBoard({self})")
    }
}

/// Text that is no board.
///
/// ```
/// use npuzzle::Board;
/// let error = "1 2 9 4/5 6 7 8/9 10 11 12/13 14 15 0".parse::<Board<4>>().unwrap_err();
/// assert_eq!(error.to_string(), "row 3: tile 9 appears twice");
/// let error = "1 2/3 x".parse::<Board<2>>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 6: 'x' is no part of a board");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// There are no tiles.
    Empty,
    /// A character that no board has, or a comma that parts nothing.
    Character {
        /// Where it stands, counted in bytes from 0.
        byte: usize,
        /// The character.
        character: char,
    },
    /// A slash ends a row without tiles.
    EmptyRow {
        /// Where the slash stands, or the row should; counted in bytes from 0.
        byte: usize,
    },
    /// A row is longer or shorter than the first.
    RowLength {
        /// The layer, counted from 0.
        layer: usize,
        /// The row in its layer, counted from 0.
        row: usize,
        /// The tiles of the first row.
        expected: usize,
        /// The tiles of this row.
        found: usize,
    },
    /// A layer has more or fewer rows than the first.
    LayerLength {
        /// The layer, counted from 0.
        layer: usize,
        /// The rows of the first layer.
        expected: usize,
        /// The rows of this layer.
        found: usize,
    },
    /// The numbers make no board, or one of another shape.
    Board(BoardError),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no tiles"),
            Self::Character { byte, character } => {
                write!(f, "byte {byte}: {character:?} is no part of a board")
            }
            Self::EmptyRow { byte } => write!(f, "byte {byte}: a row without tiles"),
            Self::RowLength {
                layer,
                row,
                expected,
                found,
            } => {
                if *layer > 0 {
                    write!(f, "layer {}, ", layer + 1)?;
                }
                write!(
                    f,
                    "row {}: {found} tiles, but the first row has {expected}",
                    row + 1
                )
            }
            Self::LayerLength {
                layer,
                expected,
                found,
            } => {
                write!(
                    f,
                    "layer {}: {found} rows, but the first layer has {expected}",
                    layer + 1
                )
            }
            Self::Board(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseBoardError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Board(error) => Some(error),
            _ => None,
        }
    }
}

impl From<BoardError> for ParseBoardError {
    fn from(error: BoardError) -> Self {
        Self::Board(error)
    }
}

impl From<ShapeError> for ParseBoardError {
    fn from(error: ShapeError) -> Self {
        Self::Board(BoardError::Shape(error))
    }
}
