//! Grid files, as courses hand them out: comments, the side n, then n rows of n numbers.

use alloc::vec::Vec;
use core::fmt;

use crate::dyn_board::DynBoard;
use crate::notation::tokens::BYTE_ORDER_MARK;
use crate::shape::{Shape, ShapeError};
use crate::validate::BoardError;

/// Reads a grid file: comments after `#`, then the side n, then n rows of n numbers, 0 for the
/// blank.
///
/// Empty lines and additional spaces are ignored. This is the format of the n-puzzle project of the
/// 42 schools, and of the Princeton course's boards.
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
    let at = |line| move |kind| ParseGridError { line, kind };
    let lines = text
        .trim_start_matches(BYTE_ORDER_MARK)
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let mut rows = (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty());
    let Some((first_line, header)) = rows.next() else {
        return Err(at(1)(Kind::Empty));
    };
    // Some files let the first row follow the side in the same line.
    let (side, first_row) = match header.trim().split_once(char::is_whitespace) {
        Some((side, rest)) => (side, Some((first_line, rest))),
        None => (header.trim(), None),
    };
    let side: usize = side.parse().map_err(|_| at(first_line)(Kind::Side))?;
    let in_header = header.split_whitespace().count();
    let no_side = at(first_line)(Kind::NoSide { found: in_header });
    if first_row.is_some() && in_header != side.saturating_add(1) {
        return Err(no_side);
    }
    let shape = Shape::square(side)
        .map_err(Kind::Shape)
        .map_err(at(first_line))?;
    let mut numbers: Vec<u64> = Vec::new();
    let mut lines_of_rows = Vec::new();
    let mut last_line = first_line;
    for (line, row) in first_row.into_iter().chain(rows) {
        last_line = line;
        if lines_of_rows.len() == side {
            return Err(at(line)(Kind::TooManyRows { expected: side }));
        }
        let found = row.split_whitespace().count();
        if found != side {
            // What looked like a side and a row was a row of the same length as this one.
            let is_like_header = first_row.is_some() && found == in_header;
            let expected = side;
            return Err(if is_like_header {
                no_side
            } else {
                at(line)(Kind::RowLength { expected, found })
            });
        }
        for number in row.split_whitespace() {
            numbers.push(number.parse().map_err(|_| at(line)(Kind::Number))?);
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
        at(line)(Kind::Board(error))
    })
}

/// Why a grid file is not a board.
///
/// ```
/// use npuzzle::notation::parse_grid;
/// let error = parse_grid("1 2 3\n4 5 6\n7 8 0\n").unwrap_err();
/// assert_eq!(error.line(), 1);
/// assert_eq!(
///     error.to_string(),
///     "there are 3 numbers in the first line; expected one, the side of the board"
/// );
/// ```
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
    /// The first line has numbers that are not a side, nor a side and the first row.
    NoSide {
        found: usize,
    },
    Number,
    RowLength {
        expected: usize,
        found: usize,
    },
    TooManyRows {
        expected: usize,
    },
    TooFewRows {
        expected: usize,
        found: usize,
    },
    Shape(ShapeError),
    Board(BoardError),
}

/// Says what is wrong; the line is in [`ParseGridError::line`].
impl fmt::Display for ParseGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Empty => f.write_str("there are no numbers"),
            Kind::Side => f.write_str("the first number must be the side of the board"),
            Kind::NoSide { found } => {
                write!(
                    f,
                    "there are {found} numbers in the first line; \
                     expected one, the side of the board"
                )
            }
            Kind::Number => f.write_str("something in this row is not a number"),
            Kind::RowLength { expected, found } => {
                write!(f, "the length of this row is {found}; expected {expected}")
            }
            Kind::TooManyRows { expected } => {
                write!(f, "there are more than {expected} rows")
            }
            Kind::TooFewRows { expected, found } => {
                write!(f, "the number of rows is {found}; expected {expected}")
            }
            Kind::Shape(error) => error.fmt(f),
            Kind::Board(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseGridError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            Kind::Shape(error) => error.source(),
            Kind::Board(error) => error.source(),
            _ => None,
        }
    }
}
