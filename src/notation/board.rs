//! Boards as text: `1 2 3/4 5 6/7 8 0`.

use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::cells::{Cells, PASS, View};
use crate::dyn_board::DynBoard;
use crate::notation::board_error::ParseBoardError;
use crate::notation::numbers::Numbers;
use crate::shape::Shape;
use crate::validate::BoardError;

impl FromStr for DynBoard {
    type Err = ParseBoardError;

    /// Reads any of the forms in [`notation`](crate::notation). A bare row of n x n numbers is a
    /// square; to read it as a single row, put the shape in front.
    ///
    /// ```
    /// use npuzzle::{DynBoard, Shape};
    /// let square: DynBoard = "1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(square.to_string(), "1 2 3/4 5 6/7 8 0");
    /// let row: DynBoard = "1x9: 1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(row.shape().to_string(), "1 x 9");
    /// assert_eq!("[[1,2,3],[4,5,6],[7,8,0]]".parse(), Ok(square.clone()));
    /// assert_eq!("3x3:1,2,3,4,5,6,7,8,0".parse(), Ok(square));
    /// # Ok::<_, npuzzle::notation::ParseBoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        Numbers::parse(text)?.dyn_board()
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> FromStr
    for Board<ROWS, COLS, LAYERS>
{
    type Err = ParseBoardError;

    /// Reads any of the forms in [`notation`](crate::notation). A bare row of numbers is the cells
    /// in reading order.
    ///
    /// ```
    /// use npuzzle::Board;
    /// let square: Board<3> = "1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(square.to_string(), "1 2 3/4 5 6/7 8 0");
    /// let row: Board<1, 9> = "1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(row.to_string(), "1x9: 1 2 3 4 5 6 7 8 0");
    /// # Ok::<_, npuzzle::notation::ParseBoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        Numbers::parse(text)?.board()
    }
}

impl Numbers {
    /// Returns the board of these numbers; in a bare row they are a square if they can be one.
    fn dyn_board(self) -> Result<DynBoard, ParseBoardError> {
        let (numbers, is_row) = (self.list.len(), self.shape.is_none());
        let shape = self.shape.map_or_else(|| shape_of_row(numbers), Ok)?;
        DynBoard::from_tiles(shape, self.list).map_err(|error| match error {
            // The shape is at fault more likely than the tile.
            BoardError::OutOfRange { .. } if is_row && shape.is_path() && numbers > 1 => {
                ParseBoardError::NoSquare { numbers }
            }
            _ => error.into(),
        })
    }

    /// Returns the board of these numbers; in a bare row they are its cells in reading order.
    fn board<const ROWS: usize, const COLS: usize, const LAYERS: usize>(
        self,
    ) -> Result<Board<ROWS, COLS, LAYERS>, ParseBoardError> {
        let expected = Board::<ROWS, COLS, LAYERS>::SHAPE;
        if let Some(found) = self.shape.filter(|&found| found != expected) {
            return Err(BoardError::WrongShape { expected, found }.into());
        }
        Ok(Board::from_tiles(self.list)?)
    }
}

/// Returns the shape of a bare row of numbers: a square if it can be one.
fn shape_of_row(numbers: usize) -> Result<Shape, ParseBoardError> {
    let side = numbers.isqrt();
    Ok(if side * side == numbers {
        Shape::square(side)
    } else {
        Shape::rectangle(1, numbers)
    }?)
}

/// Writes a board: `{}` in one line, `{:#}` as an aligned grid, layers separated by an empty line.
///
/// A single row that would be read as a square has its shape in front.
fn write_board(board: View<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let shape = board.shape;
    let (rows, cols) = (shape.rows(), shape.columns());
    let (end_row, end_layer, width) = if f.alternate() {
        ("\n", "\n\n", decimal_digits(shape.cells() - 1))
    } else {
        ("/", "//", 1)
    };
    let row_of_square = cols.isqrt() * cols.isqrt() == cols && cols > 1;
    if rows == 1 && shape.is_flat() && row_of_square {
        write!(f, "1x{cols}: ")?;
    }
    for (cell, tile) in board.tiles.iter().enumerate() {
        if cell % (rows * cols) == 0 && cell > 0 {
            f.write_str(end_layer)?;
        } else if cell % cols == 0 && cell > 0 {
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

/// Prints one line, `1 2/3 0`, with `//` between layers; `{:#}` prints an aligned grid. Both can be
/// parsed again.
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

/// Prints one line, `1 2/3 0`, with `//` between layers; `{:#}` prints an aligned grid. Both can be
/// parsed again.
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
