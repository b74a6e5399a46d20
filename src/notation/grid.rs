//! Grid files, as courses hand them out: comments, the side n, then n rows of n numbers; and
//! squares with one number a line.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::dyn_board::DynBoard;
use crate::messages::messages;
use crate::notation::board_error::ParseBoardError;
use crate::notation::cell_numbers::{CellNumbers, SecondBlank};
use crate::notation::excerpt::Excerpt;
use crate::notation::tokens::{BYTE_ORDER_MARK, Token, Tokens};
use crate::shape::{MAX_CELLS, Shape, ShapeError};
use crate::validate::BoardError;

/// Reads a grid file: comments after `#`, then the side n, then n rows of n numbers, 0 for the
/// blank.
///
/// Lines of one number each, without a side in front, are a square if there are n * n of them. In
/// place of 0 the blank may be one of `X x O o _ .`. Empty lines and additional spaces are ignored.
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
/// assert_eq!(parse_grid("3\n1\nX\n2\n")?.to_string(), "3 1/0 2"); // one number a line
/// # Ok::<_, npuzzle::notation::ParseGridError>(())
/// ```
pub fn parse_grid(text: &str) -> Result<DynBoard, ParseGridError> {
    let at = |line| move |kind| ParseGridError { line, kind };
    let lines = text
        .trim_start_matches(BYTE_ORDER_MARK)
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let mut rows = (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty());
    if let Some(column) = column(rows.clone()) {
        return column;
    }
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
    let mut cells = CellNumbers::default();
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
            read(&mut cells, number).map_err(at(line))?;
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
    board(cells, shape, |cell| lines_of_rows[cell / side], last_line)
}

/// Reads lines of one number each; `None` if there are other lines, or fewer than three.
fn column<'a>(
    lines: impl Iterator<Item = (usize, &'a str)> + Clone,
) -> Option<Result<DynBoard, ParseGridError>> {
    let is_number = |&(_, line): &(usize, &str)| line.split_whitespace().nth(1).is_none();
    // A column is at most one line longer than a board, so no more lines are counted.
    let found = lines.clone().take(MAX_CELLS + 1).count();
    if found < 3 || !lines.clone().take(found).all(|line| is_number(&line)) {
        return None;
    }
    let first_line = lines.clone().next()?.0;
    let at = |line| move |kind| ParseGridError { line, kind };
    let side = found.isqrt();
    if side * side != found {
        return Some(Err(at(first_line)(Kind::Column { found })));
    }
    let mut cells = CellNumbers::default();
    let mut lines_of_cells = Vec::new();
    for (line, number) in lines {
        if let Err(kind) = read(&mut cells, number.trim()) {
            return Some(Err(at(line)(kind)));
        }
        lines_of_cells.push(line);
    }
    Some(match Shape::square(side) {
        Ok(shape) => board(cells, shape, |cell| lines_of_cells[cell], first_line),
        Err(error) => Err(at(first_line)(Kind::Shape(error))),
    })
}

/// Adds a word of a grid: a number, or what stands for the blank.
fn read(cells: &mut CellNumbers, word: &str) -> Result<(), Kind> {
    let mut tokens = Tokens::from(word, 0);
    match (tokens.next().1, tokens.next().1) {
        (token @ (Token::Number(_) | Token::Blank), Token::End) => cells
            .add_token(token, word)
            .map_err(|SecondBlank| Kind::SecondBlank(Excerpt::of(word))),
        _ => Err(Kind::Number(Excerpt::of(word))),
    }
}

/// Returns the board, given the line of each cell, and a line for faults of no cell.
fn board(
    cells: CellNumbers,
    shape: Shape,
    line_of: impl Fn(usize) -> usize,
    line: usize,
) -> Result<DynBoard, ParseGridError> {
    let board = cells.build(|tiles| DynBoard::from_tiles(shape, tiles));
    board.map_err(|error| {
        let line = match error {
            ParseBoardError::OutOfRange { at, .. }
            | ParseBoardError::Board(
                BoardError::Duplicate { at, .. } | BoardError::OutOfRange { at, .. },
            ) => line_of(at.row * shape.columns() + at.column),
            _ => line,
        };
        let kind = Kind::Board(error);
        ParseGridError { line, kind }
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
    /// A word that is not a number.
    Number(Excerpt),
    SecondBlank(Excerpt),
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
    Board(ParseBoardError),
}

messages! { Kind, through Shape, Board;
    Self::Empty => "there are no numbers";
    Self::Side => "the first number must be the side of the board";
    Self::NoSide { found } =>
        "there are {found} numbers in the first line; expected one, the side of the board";
    Self::Number(word) =>
        "{word:?} is not a number, nor one of X, x, O, o, _ and . for the blank";
    Self::SecondBlank(word) => "{word:?} is a second blank; a board has one";
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
