//! Boards as text: `1 2 3/4 5 6/7 8 0`.

use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::dyn_board::DynBoard;
use crate::notation::grid::read_board;
use crate::parse_error::{ParseError, ParseErrorKind as Kind};
use crate::shape::{Shape, Tile};

impl FromStr for DynBoard {
    type Err = ParseError;

    /// Reads any of the forms in [`notation`](crate::notation). A bare row of n x n numbers is a
    /// square; for a single row or column put the shape in front.
    ///
    /// ```
    /// use npuzzle::{DynBoard, Shape};
    /// let square: DynBoard = "1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(square.to_string(), "1 2 3/4 5 6/7 8 0");
    /// let row: DynBoard = "1x9: 1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(row.shape().to_string(), "1 x 9");
    /// for text in ["[[1,2,3],[4,5,6],[7,8,0]]", "3x3:1,2,3,4,5,6,7,8,0", "12345678_"] {
    ///     assert_eq!(text.parse(), Ok(square.clone()));
    /// }
    /// // A grid file: comments, the side n, then n rows.
    /// assert_eq!("# solved\n3\n1 2 3\n4 5 6\n7 8 0\n".parse(), Ok(square));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_board(text, None)
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> FromStr
    for Board<ROWS, COLS, LAYERS>
{
    type Err = ParseError;

    /// Reads any of the forms in [`notation`](crate::notation). A bare row of numbers is the cells
    /// in reading order.
    ///
    /// ```
    /// use npuzzle::Board;
    /// let square: Board<3> = "1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(square.to_string(), "1 2 3/4 5 6/7 8 0");
    /// let row: Board<1, 9> = "1 2 3 4 5 6 7 8 0".parse()?;
    /// assert_eq!(row.to_string(), "1x9: 1 2 3 4 5 6 7 8 0");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let board = read_board(text, Some(Self::SHAPE))?;
        Self::try_from(&board).map_err(|error| ParseError::new(Kind::Board(error), text, 0, ""))
    }
}

/// Writes a board or a goal, `None` for any tile: `{}` in one line, `{:#}` as an aligned grid,
/// layers separated by an empty line.
///
/// What would be read as a square otherwise, a single row or a column in lines, has its shape in
/// front; so have the layers of one row in lines.
pub(crate) fn write_cells(
    shape: Shape,
    tiles: impl Iterator<Item = Option<Tile>>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let (rows, cols) = (shape.rows(), shape.columns());
    let (end_row, end_layer, width) = if f.alternate() {
        let log = (shape.cells() - 1).checked_ilog10();
        ("\n", "\n\n", log.unwrap_or_default() as usize + 1)
    } else {
        ("/", "//", 1)
    };
    let is_row = rows == 1 && (shape.is_flat() || f.alternate());
    if is_row || cols == 1 && f.alternate() {
        write!(f, "{rows}x{cols}")?;
        if !shape.is_flat() {
            write!(f, "x{}", shape.layers())?;
        }
        f.write_str(": ")?;
    }
    for (cell, tile) in tiles.enumerate() {
        if cell % (rows * cols) == 0 && cell > 0 {
            f.write_str(end_layer)?;
        } else if cell % cols == 0 && cell > 0 {
            f.write_str(end_row)?;
        } else if cell > 0 {
            f.write_str(" ")?;
        }
        match tile {
            Some(tile) => write!(f, "{tile:width$}")?,
            None => write!(f, "{:>width$}", '*')?,
        }
    }
    Ok(())
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
        write_cells(self.shape(), self.tiles().iter().copied().map(Some), f)
    }
}

/// Prints one line, `1 2/3 0`, with `//` between layers; `{:#}` prints an aligned grid. Both can be
/// parsed again.
impl fmt::Display for DynBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(self.shape(), self.tiles().iter().copied().map(Some), f)
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
