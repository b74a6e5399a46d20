//! Errors while reading a board.

use crate::messages::{Counted, conversions, messages};
use crate::shape::{MAX_CELLS, Shape, ShapeError};
use crate::validate::BoardError;

/// Errors while reading a board.
///
/// ```
/// use npuzzle::Board;
/// let error = "1 2 9 4/5 6 7 8/9 10 11 12/13 14 15 0".parse::<Board<4>>().unwrap_err();
/// assert_eq!(error.to_string(), "row 3: tile 9 appears twice");
/// let error = "1 2/3 z".parse::<Board<2>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unexpected 'z' at byte 6; expected numbers separated by spaces or commas, in rows that \
///      end with '/', ';' or a new line, or lists such as [[1,2],[3,0]]"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// There are no tiles.
    Empty,
    /// A character that is not part of rows of numbers, or a comma that does not follow a number.
    Character {
        /// Its byte, counted from 0.
        byte: usize,
        /// The character.
        character: char,
    },
    /// A bracket is not closed.
    Unclosed {
        /// Its byte, counted from 0.
        byte: usize,
    },
    /// A row without tiles.
    EmptyRow {
        /// The byte of its end, counted from 0.
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
    /// There are more than [`MAX_CELLS`] numbers.
    TooMany {
        /// The byte of the first number too many, counted from 0.
        byte: usize,
    },
    /// The rows don't make the shape in front of them.
    Contradiction {
        /// The shape in front.
        stated: Shape,
        /// The shape of the rows.
        found: Shape,
    },
    /// Two different sides stand in front of a list separated by commas. Here that would be rows x
    /// columns, but Simon Tatham's Fifteen and other programs write width x height.
    Ambiguous(Shape),
    /// Numbers in a bare row that are neither a square nor the tiles of a single row.
    NoSquare {
        /// The number of numbers.
        numbers: usize,
    },
    /// A number that is larger than [`BoardError::OutOfRange`] can hold.
    TooLarge {
        /// The byte of its first digit, counted from 0.
        byte: usize,
    },
    /// The numbers are not a board, or are one of another shape.
    Board(BoardError),
}

messages! { ParseBoardError, through Board;
    Self::Empty => "there are no tiles";
    Self::Character { byte, character } => "unexpected {character:?} at byte {byte}; \
        expected numbers separated by spaces or commas, in rows that end with '/', ';' or a new \
        line, or lists such as [[1,2],[3,0]]";
    Self::Unclosed { byte } => "the '[' at byte {byte} is not closed";
    Self::EmptyRow { byte } => "byte {byte}: a row without tiles";
    Self::RowLength { layer: 0, row, expected, found } =>
        "row {}: {}, but the first row has {expected}", row + 1, Counted(*found, "tile");
    Self::RowLength { layer, row, expected, found } =>
        "layer {}, row {}: {}, but the first row has {expected}",
        layer + 1, row + 1, Counted(*found, "tile");
    Self::LayerLength { layer, expected, found } =>
        "layer {}: {}, but the first layer has {expected}", layer + 1, Counted(*found, "row");
    Self::TooMany { byte } => "byte {byte}: a board has at most {MAX_CELLS} tiles";
    Self::Contradiction { stated, found } =>
        "the shape in front is {stated}, but the rows make {found}";
    Self::Ambiguous(shape) =>
        "{0}x{1} may mean {0} rows or {0} columns; separate the rows by '/'",
        shape.rows(), shape.columns();
    Self::NoSquare { numbers } => "{numbers} numbers are no square, nor a row of the tiles 0 to {}; \
        end the rows with '/', or put the shape in front, as in 2x3: 1 2 3 4 5 0", numbers - 1;
    Self::TooLarge { byte } => "byte {byte}: no board has a tile with so large a number";
}

conversions! { ParseBoardError;
    error: BoardError => Self::Board(error);
    error: ShapeError => Self::Board(BoardError::Shape(error));
}
