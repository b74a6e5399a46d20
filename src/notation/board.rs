//! Boards and goals as text: `1 2 3/4 5 6/7 8 0`, and `blank-last`, `blank-first`, `snail`, or a board
//! with `*` for any tile.

use core::fmt;
use core::str::FromStr;

use crate::board::Board;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, PartialGoal};
use crate::notation::grid::{Form, board_of, plain_text, read};
use crate::parse_error::{ParseError, ParseErrorKind as Kind};
use crate::shape::{Shape, Tile};

impl FromStr for DynBoard {
    type Err = ParseError;

    /// Reads what is printed, by `{}` or by `{:#}`, the strict form in [`notation`](crate::notation).
    /// Other forms are read by [`read_board`](crate::notation::read_board).
    ///
    /// ```
    /// use npuzzle::DynBoard;
    /// let square: DynBoard = "1 2 3/4 5 6/7 8 0".parse()?;
    /// assert_eq!("1,2,3\n4,5,6\n7,8,0\n".parse(), Ok(square));
    /// let row: DynBoard = "1x4: 1 2 3 0".parse()?;
    /// assert_eq!(row.shape().to_string(), "1 x 4");
    /// for text in ["1 2 3 0", "1230", "1 2/3 4", "1 2/3 _", "[[1,2],[3,0]]", "2\n1 2\n3 0"] {
    ///     assert!(text.parse::<DynBoard>().is_err());
    /// }
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, (text, 0), Form::Printed, false).map(board_of)
    }
}

impl<const R: usize, const C: usize, const L: usize> FromStr for Board<R, C, L> {
    type Err = ParseError;

    /// Reads what is printed, as [`DynBoard`] does. A single row needs no shape in front.
    ///
    /// ```
    /// use npuzzle::Board;
    /// assert_eq!("1 2 3/4 5 6/7 8 0".parse(), Ok(Board::<3>::solved()));
    /// assert_eq!("1 2 3 0".parse(), Ok(Board::<1, 4>::solved()));
    /// assert!("1 2 3 0".parse::<Board<2>>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let board = board_of(read(text, (text, 0), Form::OfShape, false)?);
        Self::try_from(&board).map_err(|error| ParseError::new(Kind::Board(error), text, 0, ""))
    }
}

impl Shape {
    /// Returns true if the shape is printed in front of its boards, in one line or in several: of
    /// what would be read as a square otherwise, a single row or a column in lines, and of layers of
    /// one row in lines.
    pub(crate) const fn names_itself(self, in_lines: bool) -> bool {
        let is_row = self.rows() == 1 && (self.is_flat() || in_lines);
        is_row || self.columns() == 1 && in_lines
    }
}

/// Writes a board or a goal, `None` for any tile: `{}` in one line, `{:#}` as an aligned grid,
/// layers separated by an empty line.
pub(crate) fn write_cells(
    shape: Shape,
    tile: impl Fn(usize) -> Option<Tile>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let (rows, cols) = (shape.rows(), shape.columns());
    let (end_row, end_layer, width) = if f.alternate() {
        let log = (shape.cells() - 1).checked_ilog10();
        ("\n", "\n\n", log.unwrap_or_default() as usize + 1)
    } else {
        ("/", "//", 1)
    };
    if shape.names_itself(f.alternate()) {
        write!(f, "{rows}x{cols}")?;
        if !shape.is_flat() {
            write!(f, "x{}", shape.layers())?;
        }
        f.write_str(": ")?;
    }
    for cell in 0..shape.cells() {
        if cell % (rows * cols) == 0 && cell > 0 {
            f.write_str(end_layer)?;
        } else if cell % cols == 0 && cell > 0 {
            f.write_str(end_row)?;
        } else if cell > 0 {
            f.write_str(" ")?;
        }
        match tile(cell) {
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
impl<const R: usize, const C: usize, const L: usize> fmt::Display for Board<R, C, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(self.shape(), |cell| self.get(cell), f)
    }
}

/// Prints one line, `1 2/3 0`, with `//` between layers; `{:#}` prints an aligned grid. Both can be
/// parsed again.
impl fmt::Display for DynBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(self.shape(), |cell| self.get(cell), f)
    }
}

/// Prints `Board(1 2/3 0)`.
impl<const R: usize, const C: usize, const L: usize> fmt::Debug for Board<R, C, L> {
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

impl FromStr for Goal {
    type Err = ParseError;

    /// Reads what is printed: `blank-last`, `blank-first`, `snail`, or a board as
    /// [`DynBoard`] reads it, with `*` for any tile. Other forms are read by
    /// [`read_goal`].
    ///
    /// ```
    /// use npuzzle::Goal;
    /// assert_eq!("snail".parse(), Ok(Goal::Snail));
    /// let first_row: Goal = "1 2 3/* * */* * *".parse()?;
    /// assert!(matches!(first_row, Goal::Partial(_)));
    /// let error = "1 2 3/* * */* 2 *".parse::<Goal>().unwrap_err();
    /// assert_eq!(format!("{error:#}"), "row 3: tile 2 appears twice");
    /// let error = "spiral".parse::<Goal>().unwrap_err();
    /// assert_eq!(error.to_string(), "a goal is blank-last, blank-first, snail or a board, with * for any tile");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        named_or_read(text, text, Form::Printed)
    }
}

/// Reads a goal by its name, or as a board in any of the forms in [`notation`](crate::notation),
/// with `*` for any tile.
///
/// # Errors
/// [`ParseError`] if the text has no reading, or more than one.
///
/// # Examples
/// ```
/// use npuzzle::notation::read_goal;
/// let goal = read_goal("1 2 3 8 0 4 7 6 5")?; // nine bare numbers are a square
/// assert_eq!(goal.to_string(), "1 2 3/8 0 4/7 6 5");
/// assert_eq!(read_goal("[[1,2],[*,*]]")?.to_string(), "1 2/* *");
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
pub fn read_goal(text: &str) -> Result<Goal, ParseError> {
    named_or_read(text, &plain_text(text), Form::Any)
}

/// Reads the name of a goal, or a board in a form.
fn named_or_read(text: &str, plain: &str, form: Form) -> Result<Goal, ParseError> {
    let expected = "a goal is blank-last, blank-first, snail or a board, with * for any tile";
    let name = plain.trim();
    match name {
        "blank-last" => Ok(Goal::BlankLast),
        "blank-first" => Ok(Goal::BlankFirst),
        "snail" => Ok(Goal::Snail),
        _ => match read(text, (plain, 0), form, true) {
            Err(_) if name.starts_with(char::is_alphabetic) => {
                Err(ParseError::name(text, expected))
            }
            read => read,
        },
    }
}

/// Prints `blank-last`, `blank-first`, `snail`, or the board as a board prints (`{:#}`: a grid),
/// `*` for any tile. All can be parsed again.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Snail => f.write_str("snail"),
            Self::Custom(first) | Self::Partial(PartialGoal { first, .. }) => {
                let shape = first.shape();
                write_cells(shape, |cell| self.tile_at(shape, cell), f)
            }
        }
    }
}
