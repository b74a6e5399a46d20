//! Grid files, as courses hand them out: comments, the side n, then n rows of n numbers.

use alloc::vec::Vec;
use core::fmt;

use crate::dyn_board::DynBoard;
use crate::shape::{Shape, ShapeError};
use crate::validate::BoardError;

/// Reads a grid file: `#` begins a comment, the first number is the side n, then come n rows of n numbers, 0 for the blank.
///
/// Empty lines and any amount of spaces are passed over. This is the format of the n-puzzle project of the 42 schools, and of
/// the Princeton course's boards.
///
/// # Errors
/// [`ParseGridError`] names the first line at fault.
///
/// # Examples
/// ```
/// use npuzzle::notation::parse_grid;
/// let board = parse_grid("# solvable\n2\n1 2 # the upper row\n0 3\n")?;
/// assert_eq!(board.to_string(), "1 2/0 3");
/// assert_eq!(
///     parse_grid("2\n1 2\n2 0").unwrap_err().to_string(),
///     "row 2: tile 2 appears twice"
/// );
/// # Ok::<_, npuzzle::notation::ParseGridError>(())
/// ```
pub fn parse_grid(text: &str) -> Result<DynBoard, ParseGridError> {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let mut rows = (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty());
    let Some((line, header)) = rows.next() else {
        return Err(ParseGridError {
            line: 1,
            kind: Kind::Empty,
        });
    };
    let Ok(side) = header.trim().parse::<usize>() else {
        return Err(ParseGridError {
            line,
            kind: Kind::Side,
        });
    };
    let at = |line| move |kind| ParseGridError { line, kind };
    let shape = Shape::new(side, side, 1)
        .map_err(Kind::Shape)
        .map_err(at(line))?;
    let mut numbers: Vec<u64> = Vec::with_capacity(shape.cells());
    let mut lines_of_rows = Vec::with_capacity(side);
    let mut last_line = line;
    for (line, row) in rows {
        last_line = line;
        if lines_of_rows.len() == side {
            return Err(at(line)(Kind::TooManyRows { expected: side }));
        }
        let before = numbers.len();
        for number in row.split_whitespace() {
            numbers.push(number.parse().map_err(|_| at(line)(Kind::Number))?);
        }
        let found = numbers.len() - before;
        if found != side {
            return Err(at(line)(Kind::RowLength {
                expected: side,
                found,
            }));
        }
        lines_of_rows.push(line);
    }
    if lines_of_rows.len() < side {
        let found = lines_of_rows.len();
        return Err(at(last_line)(Kind::TooFewRows {
            expected: side,
            found,
        }));
    }
    DynBoard::from_tiles(shape, numbers).map_err(|error| {
        let line = match error {
            BoardError::Duplicate { at, .. } | BoardError::OutOfRange { at, .. } => {
                lines_of_rows[at.row]
            }
            _ => last_line,
        };
        ParseGridError {
            line,
            kind: Kind::Board(error),
        }
    })
}

/// A grid file that holds no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseGridError {
    line: usize,
    kind: Kind,
}

impl ParseGridError {
    /// Returns the line at fault, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    Side,
    Number,
    RowLength { expected: usize, found: usize },
    TooManyRows { expected: usize },
    TooFewRows { expected: usize, found: usize },
    Shape(ShapeError),
    Board(BoardError),
}

/// Says what is wrong; the line is in [`ParseGridError::line`].
impl fmt::Display for ParseGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Empty => f.write_str("there are no numbers"),
            Kind::Side => f.write_str("the first line must be one number, the side of the board"),
            Kind::Number => f.write_str("this row has something that is no number"),
            Kind::RowLength { expected, found } => {
                write!(f, "this row has {found} numbers instead of {expected}")
            }
            Kind::TooManyRows { expected } => {
                write!(f, "there are more than {expected} rows")
            }
            Kind::TooFewRows { expected, found } => {
                write!(f, "there are {found} rows instead of {expected}")
            }
            Kind::Shape(error) => error.fmt(f),
            Kind::Board(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseGridError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            Kind::Shape(error) => Some(error),
            Kind::Board(error) => Some(error),
            _ => None,
        }
    }
}
