//! Grid files, as courses hand them out: comments, the side n, then n rows of n numbers; and
//! squares with one number a line.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::dyn_board::DynBoard;
use crate::messages::messages;
use crate::notation::numbers::{BYTE_ORDER_MARK, WordFault, number};
use crate::shape::{Shape, ShapeError};
use crate::validate::BoardError;

/// Reads a grid file: comments after `#`, then the side n, then n rows of n numbers, 0 for the
/// blank.
///
/// Lines of one number each, without a side in front, are a square if there are n * n of them. In
/// place of 0 the blank may be one of `_ . -`. Empty lines and additional spaces are ignored.
/// This is the format of the n-puzzle project of the
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
/// assert_eq!(parse_grid("3\n1\n_\n2\n")?.to_string(), "3 1/0 2"); // one number a line
/// # Ok::<_, npuzzle::notation::ParseGridError>(())
/// ```
pub fn parse_grid(text: &str) -> Result<DynBoard, ParseGridError> {
    let fault = |line, kind| Err(ParseGridError { line, kind });
    let lines = (1..).zip(text.trim_start_matches(BYTE_ORDER_MARK).lines());
    let words = lines.map(|(line, text)| {
        let text = text.split('#').next().unwrap_or_default();
        (line, text.split_whitespace().collect::<Vec<_>>())
    });
    let mut rows: Vec<_> = words.filter(|(_, words)| !words.is_empty()).collect();
    let Some(&(first_line, ref header)) = rows.first() else {
        return fault(1, Kind::Empty);
    };
    let shape_of = |side| {
        let line = first_line;
        Shape::square(side).map_err(|error| ParseGridError {
            line,
            kind: Kind::Shape(error),
        })
    };
    let (in_header, found) = (header.len(), rows.len());
    let shape = if found > 2 && rows.iter().all(|(_, words)| words.len() == 1) {
        let side = found.isqrt();
        if side * side != found {
            return fault(first_line, Kind::Column { found });
        }
        shape_of(side)?
    } else {
        let Ok(side) = header[0].parse::<usize>() else {
            return fault(first_line, Kind::Side);
        };
        // Some files let the first row follow the side in the same line.
        let no_side = Kind::NoSide { found: in_header };
        if in_header == 1 {
            rows.remove(0);
        } else if in_header != side.saturating_add(1) {
            return fault(first_line, no_side);
        } else {
            rows[0].1.remove(0);
        }
        let shape = shape_of(side)?;
        for (nth, (line, words)) in rows.iter().enumerate() {
            let (expected, found) = (side, words.len());
            if nth == side {
                return fault(*line, Kind::TooManyRows { expected });
            }
            if found != side {
                // What looked like a side and a row was a row of the same length as this one.
                let is_like_header = in_header > 1 && found == in_header;
                let kind = Kind::RowLength { expected, found };
                return fault(*line, if is_like_header { no_side } else { kind });
            }
        }
        if rows.len() < side {
            let last_line = rows.last().map_or(first_line, |&(line, _)| line);
            let (expected, found) = (side, rows.len());
            return fault(last_line, Kind::TooFewRows { expected, found });
        }
        shape
    };
    let (mut tiles, mut line_of) = (Vec::new(), Vec::new());
    for (line, words) in rows {
        for word in words {
            match number(word) {
                Ok(tile) => tiles.push(tile),
                Err(WordFault::TooLarge) => return fault(line, Kind::TooLarge),
                Err(WordFault::Character(byte)) => {
                    let character = word[byte..].chars().next().unwrap_or_default();
                    return fault(line, Kind::Character(character));
                }
            }
            line_of.push(line);
        }
    }
    DynBoard::from_tiles(shape, tiles).or_else(|error| {
        let line = match error {
            BoardError::Duplicate { at, .. } | BoardError::OutOfRange { at, .. } => {
                line_of[at.row * shape.columns() + at.column]
            }
            _ => first_line,
        };
        fault(line, Kind::Board(error))
    })
}

/// Errors while reading a grid file.
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
    ///
    /// ```
    /// use npuzzle::notation::parse_grid;
    /// let error = parse_grid("# a comment\n2\n1 2\n2 0\n").unwrap_err();
    /// assert_eq!(error.line(), 4); // tile 2 again
    /// ```
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
    /// A character that is not part of a number.
    Character(char),
    TooLarge,
    /// Lines of one number each that are no square.
    Column {
        found: usize,
    },
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

messages! { Kind, through Shape, Board;
    Self::Empty => "there are no numbers";
    Self::Side => "the first number must be the side of the board";
    Self::NoSide { found } =>
        "there are {found} numbers in the first line; expected one, the side of the board";
    Self::Character(character) => "unexpected {character:?}; expected numbers, 0 for the blank";
    Self::TooLarge => "no board has a tile with so large a number";
    Self::Column { found } => "there are {found} lines of one number, which is no square; \
        expected n * n, or the side n and n rows of n numbers";
    Self::RowLength { expected, found } =>
        "the length of this row is {found}; expected {expected}";
    Self::TooManyRows { expected } => "there are more than {expected} rows";
    Self::TooFewRows { expected, found } =>
        "the number of rows is {found}; expected {expected}";
}

/// The fault; the line is in [`ParseGridError::line`].
impl fmt::Display for ParseGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for ParseGridError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.kind.source()
    }
}
