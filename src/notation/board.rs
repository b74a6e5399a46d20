//! Boards as text: rows such as `1 2 3/4 5 6/7 8 0`, grids in lines, and words of signs.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use crate::board::Board;
use crate::cells::{Cells, PASS, View};
use crate::dyn_board::DynBoard;
use crate::messages::Counted;
use crate::notation::options::SIDE_SEPARATORS;
use crate::parse_error::{ParseError, ParseErrorKind as Kind};
use crate::shape::{MAX_CELLS, Shape};
use crate::validate::{BoardError, TileSet};

/// The mark that some editors write in front of a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

const EXPECTED: &str = "numbers separated by spaces or commas, in rows that end with '/', ';' or a \
    new line, lists such as [[1,2],[3,0]], or one word of different signs such as 12345678_";

const BLANKS: &str = "; the blank is written as 0, _, . or -";

/// The value of a sign for the blank, and of -1, which some programs write for it.
const BLANK: i64 = -1;

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
        read(text, None)
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
        let board = read(text, Some(Self::SHAPE))?;
        Self::try_from(board).map_err(|error| ParseError::new(Kind::Board(error), text, 0, error))
    }
}

/// Reads a board, of any shape or of one.
fn read(text: &str, fixed: Option<Shape>) -> Result<DynBoard, ParseError> {
    let mut grid = Grid::split(text)?;
    grid.take_header();
    let shape = grid.shape(fixed)?;
    let (expected, found) = (shape.cells(), grid.values.len());
    if found != expected {
        let error = if found < expected {
            BoardError::TooFew { expected, found }
        } else {
            BoardError::TooMany { expected }
        };
        return Err(grid.fault(Kind::Board(error), 0, error));
    }
    let tiles = settled(&grid.values, !grid.is_list() || expected > 4);
    let tiles = tiles.unwrap_or_else(|| {
        let blank_is_zero = |&tile: &i64| if tile == BLANK { 0 } else { tile };
        grid.values.iter().map(blank_is_zero).collect()
    });
    DynBoard::from_tiles(shape, tiles).map_err(|error| {
        let nth = match error {
            BoardError::Duplicate { at, .. } | BoardError::OutOfRange { at, .. } => {
                shape.cell_in(at.layer, at.row, at.column).unwrap_or(0)
            }
            _ => 0,
        };
        grid.fault(Kind::Board(error), nth, error)
    })
}

/// Returns the tiles of the one reading of these values that is a permutation of `0..`, if there is
/// one: with 0 for the blank; with a sign or -1 for it and tiles from 0 or from 1; or with the largest
/// of the numbers from 1, if that may be the blank.
fn settled(values: &[i64], may_be_largest: bool) -> Option<Vec<i64>> {
    let largest = values.len() as i64;
    let has = |value| values.contains(&value);
    let tiles: Vec<i64> = match (has(BLANK), has(0)) {
        (true, true) => values.iter().map(|value| value.saturating_add(1)).collect(),
        (true, false) => values.iter().map(|&value| value.max(0)).collect(),
        (false, false) if may_be_largest => values.iter().map(|value| value % largest).collect(),
        (false, _) => values.to_vec(),
    };
    let (mut known, range) = (TileSet::new(), 0..largest);
    let are_tiles = values.iter().all(|value| (BLANK..=largest).contains(value))
        && tiles
            .iter()
            .all(|&it| range.contains(&it) && known.insert(it as usize));
    are_tiles.then_some(tiles)
}

/// The value of a word that is a number, or a sign for the blank; else the byte of a character that
/// is neither, if it is not only too large.
fn number(word: &str) -> Result<i64, Option<usize>> {
    if let "_" | "." | "-" = word {
        return Ok(BLANK);
    }
    let digits = word.strip_prefix('-').unwrap_or(word);
    match digits.find(|it: char| !it.is_ascii_digit()) {
        Some(byte) => Err(Some(word.len() - digits.len() + byte)),
        None => word.parse().map_err(|_| (digits.is_empty()).then_some(0)),
    }
}

/// What ends a row.
#[derive(Clone, Copy, PartialEq)]
enum Break {
    Line,
    EmptyLine,
    /// A slash, a semicolon or a bracket.
    Row,
    Layer,
}

/// The numbers of a text, and the rows that they make.
struct Grid<'t> {
    text: &'t str,
    /// The shape in front of the rows or of a header, and whether it needs rows: other programs put
    /// the width first.
    stated: Option<(Shape, bool)>,
    /// The byte of each number, and its value.
    bytes: Vec<usize>,
    values: Vec<i64>,
    /// The first number of each row, and what stands in front of it.
    rows: Vec<(usize, Break)>,
    /// True if there are lists in a list.
    has_lists: bool,
}

impl<'t> Grid<'t> {
    /// Splits a text into numbers and rows. No more numbers are stored than a board can have.
    fn split(text: &'t str) -> Result<Self, ParseError> {
        let (stated, begin) = stated_shape(text)?;
        let has_commas = text[begin..].contains(',');
        let mut grid = Self {
            text,
            stated: stated.map(|(shape, sides)| (shape, sides == 2 && has_commas)),
            bytes: Vec::new(),
            values: Vec::new(),
            rows: Vec::new(),
            has_lists: false,
        };
        let (mut words, mut gap) = (Vec::new(), Gap::default());
        // The number of open brackets, and the first of them.
        let (mut depth, mut opened) = (0_usize, 0);
        let mut next = begin;
        while let Some(character) = text[next..].chars().next() {
            let byte = next;
            next += character.len_utf8();
            match character {
                '#' => {
                    next = text[byte..].find('\n').map_or(text.len(), |end| byte + end);
                    gap.has_comment = true;
                }
                // A list ends its rows by brackets.
                '\n' if depth == 0 => gap.end_line(),
                '/' | ';' => gap.add_slash(text, byte, words.is_empty())?,
                ',' if !words.is_empty() && !gap.has_comma => gap.has_comma = true,
                '[' if words.is_empty() || gap.brackets > 0 => {
                    if depth == 0 {
                        opened = byte;
                    }
                    depth += 1;
                }
                ']' if depth > 0 => {
                    depth -= 1;
                    gap.brackets += 1;
                }
                _ if character.is_whitespace() => {}
                _ => {
                    let ends_word = |it: char| it.is_whitespace() || ",/;[]#".contains(it);
                    let word = text[byte..].split(ends_word).next().unwrap_or_default();
                    next = byte + word.len().max(character.len_utf8());
                    let gap = core::mem::take(&mut gap);
                    let begins_row = if words.is_empty() {
                        Some(Break::Row)
                    } else {
                        gap.ends()
                    };
                    grid.rows.extend(begins_row.map(|it| (words.len(), it)));
                    grid.has_lists |= depth > 1;
                    // Dashes separate as well: 1-2-3.
                    let mut parts = word.strip_prefix('-').unwrap_or(word).split('-');
                    if parts.all(|part| !part.is_empty()) {
                        let dashes = word.char_indices().skip(1).filter(|it| it.1 == '-');
                        let mut begin = 0;
                        for end in dashes.map(|it| it.0).chain([word.len()]) {
                            words.push((byte + begin, &word[begin..end]));
                            begin = end + 1;
                        }
                    } else {
                        words.push((byte, word));
                    }
                    // A header has two numbers more.
                    if words.len() > MAX_CELLS + 2 {
                        let message = format!("byte {byte}: a board has at most {MAX_CELLS} tiles");
                        return Err(ParseError::new(Kind::Number, text, byte, message));
                    }
                }
            }
        }
        if words.is_empty() {
            return Err(ParseError::new(Kind::Empty, text, 0, "there are no tiles"));
        }
        if depth > 0 {
            let message = format!("the '[' at byte {opened} is not closed");
            return Err(ParseError::new(Kind::Sign, text, opened, message));
        }
        if let Some(byte) = gap.slash {
            return Err(empty_row(text, byte));
        }
        // Rows with a line of space between all of them are no layers.
        if grid.rows[1..].iter().all(|row| row.1 == Break::EmptyLine) {
            grid.rows
                .iter_mut()
                .skip(1)
                .for_each(|row| row.1 = Break::Line);
        }
        if !grid.take_signs(&words) {
            grid.take_numbers(&words)?;
        }
        Ok(grid)
    }

    /// Takes the values of words that are numbers.
    fn take_numbers(&mut self, words: &[(usize, &str)]) -> Result<(), ParseError> {
        for &(byte, word) in words {
            let value = number(word).map_err(|at| {
                if let Some(at) = at {
                    ParseError::sign(self.text, byte + at, EXPECTED)
                } else {
                    let message =
                        format!("byte {byte}: no board has a tile with so large a number");
                    ParseError::new(Kind::Number, self.text, byte, message)
                }
            })?;
            self.bytes.push(byte);
            self.values.push(value);
        }
        Ok(())
    }

    /// Takes the values of signs if each row is one word of different signs, or each word a sign:
    /// digits and the letters after them, or letters in order. Returns whether they are a board.
    fn take_signs(&mut self, words: &[(usize, &str)]) -> bool {
        let signs_of_row = words[0].1.chars().count();
        let are_rows = self.rows.len() == words.len();
        let is_long = words.len() * signs_of_row > 64;
        if is_long || !(are_rows && signs_of_row > 1 || !are_rows && signs_of_row == 1) {
            return false;
        }
        if words
            .iter()
            .any(|(_, word)| word.chars().count() != signs_of_row)
        {
            return false;
        }
        let signs = || words.iter().flat_map(|(_, word)| word.chars());
        let in_order = |sign: char| match sign {
            '0' | '.' | '_' => Some(0),
            '1'..='9' => None,
            _ => sign.to_digit(36).map(|it| i64::from(it) - 9),
        };
        let digit = |sign: char| match sign {
            '.' | '_' => Some(BLANK),
            _ => sign.to_digit(36).map(i64::from),
        };
        let numbers: Option<Vec<i64>> = signs().map(digit).collect();
        let letters: Option<Vec<i64>> = signs().map(in_order).collect();
        let boards = [numbers, letters].into_iter().flatten();
        let Some(board) = boards.into_iter().find_map(|it| settled(&it, false)) else {
            return false;
        };
        self.values = board;
        let bytes = words.iter().flat_map(|&(byte, word)| {
            let places = word.char_indices();
            places.map(move |(at, _)| byte + at)
        });
        self.bytes = bytes.collect();
        if are_rows {
            self.rows.iter_mut().for_each(|row| row.0 *= signs_of_row);
        }
        true
    }

    /// Returns the numbers of a row.
    fn row(&self, nth: usize) -> Range<usize> {
        let end = self
            .rows
            .get(nth + 1)
            .map_or(self.values.len(), |row| row.0);
        self.rows[nth].0..end
    }

    /// Returns true for a single row, and for lines of one number: the cells of some shape in reading
    /// order.
    fn is_list(&self) -> bool {
        match self.rows.len() {
            1 => !self.has_lists,
            rows => rows == self.values.len() && self.has_lines(),
        }
    }

    /// Returns whether all rows are lines.
    fn has_lines(&self) -> bool {
        let mut ends = self.rows[1..].iter().map(|row| row.1);
        ends.all(|it| matches!(it, Break::Line | Break::EmptyLine))
    }

    /// Takes the header of a grid off its rows: the side, or rows and columns, in front of as many
    /// numbers. A text that is a board with its first line has none.
    fn take_header(&mut self) {
        let (first, count) = (self.row(0), self.values.len());
        let has_lines = matches!(self.rows.get(1), Some((_, Break::Line | Break::EmptyLine)));
        let is_board = || settled(&self.values, false).is_some() && self.shape(None).is_ok();
        if self.stated.is_some() || !has_lines || is_board() {
            return;
        }
        let side = |nth: usize| usize::try_from(self.values[nth]).unwrap_or(0);
        let (numbers, shape) = match first.len() {
            2 => (2, Shape::rectangle(side(0), side(1))),
            // Some files let the first row follow the side in the same line.
            length if length == 1 || length == side(0) + 1 => (1, Shape::square(side(0))),
            _ => return,
        };
        let Some(shape) = shape.ok().filter(|it| it.cells() + numbers == count) else {
            return;
        };
        self.values.drain(..numbers);
        self.bytes.drain(..numbers);
        if first.len() == numbers {
            self.rows.remove(0);
        }
        for row in &mut self.rows {
            row.0 = row.0.saturating_sub(numbers);
            if row.1 == Break::EmptyLine {
                row.1 = Break::Line;
            }
        }
        self.stated = Some((shape, numbers == 2));
    }

    /// Returns the shape of the rows, or the one that is stated or fixed if it fits them.
    fn shape(&self, fixed: Option<Shape>) -> Result<Shape, ParseError> {
        let found = if self.is_list() {
            None
        } else {
            Some(self.shape_of_rows()?)
        };
        let count = self.values.len();
        let shape = match (self.stated, found) {
            (None, None) => match fixed {
                Some(shape) => return Ok(shape),
                None => self.square()?,
            },
            (None, Some(found)) => found,
            (Some((stated, true)), None)
                if !stated.is_path() && stated.rows() != stated.columns() =>
            {
                let message = format!(
                    "{0}x{1} may mean {0} rows or {0} columns; separate the rows by '/'",
                    stated.rows(),
                    stated.columns()
                );
                return Err(self.fault(Kind::Ambiguous, 0, message));
            }
            (Some((stated, _)), None) => stated,
            (Some((stated, _)), Some(found)) => {
                // Lines say nothing of layers.
                let has_same_rows = self.has_lines()
                    && found.columns() == stated.columns()
                    && count == stated.cells();
                if stated != found && !has_same_rows {
                    let message =
                        format!("the shape in front is {stated}, but the rows make {found}");
                    return Err(self.fault(Kind::Shape, 0, message));
                }
                stated
            }
        };
        match fixed {
            Some(expected) if expected != shape => {
                let error = BoardError::WrongShape {
                    expected,
                    found: shape,
                };
                Err(self.fault(Kind::Board(error), 0, error))
            }
            _ => Ok(shape),
        }
    }

    /// Returns the shape of a list: a square.
    fn square(&self) -> Result<Shape, ParseError> {
        let numbers = self.values.len();
        let side = numbers.isqrt();
        if side > 1 && side * side == numbers {
            return Shape::square(side).map_err(|error| self.fault(Kind::Shape, 0, error));
        }
        let message = format!(
            "{}, no square; end the rows with '/', or put the shape in front, as in 2x3: 1 2 3 4 5 0",
            Counted(numbers, "number"),
        );
        Err(self.fault(Kind::Rows, 0, message))
    }

    /// Returns the shape of rows of the same length, in layers of the same number of rows.
    fn shape_of_rows(&self) -> Result<Shape, ParseError> {
        let columns = self.row(0).len();
        let (mut layers, mut rows, mut rows_of_first) = (0, 0, None);
        let fault = |row, message| Err(self.fault(Kind::Rows, self.row(row).start, message));
        for nth in 0..=self.rows.len() {
            let ends_layer = self
                .rows
                .get(nth)
                .is_none_or(|row| matches!(row.1, Break::Layer | Break::EmptyLine));
            if nth > 0 && ends_layer {
                let expected = *rows_of_first.get_or_insert(rows);
                layers += 1;
                if rows != expected {
                    let found = Counted(rows, "row");
                    let message =
                        format!("layer {layers}: {found}, but the first layer has {expected}");
                    return fault(nth - 1, message);
                }
                rows = 0;
            }
            if nth == self.rows.len() {
                break;
            }
            rows += 1;
            let found = self.row(nth).len();
            if found != columns {
                if let Some(error) = self.header_fault() {
                    return Err(error);
                }
                let layer = if layers > 0 {
                    format!("layer {}, ", layers + 1)
                } else {
                    String::new()
                };
                let found = Counted(found, "tile");
                let message =
                    format!("{layer}row {rows}: {found}, but the first row has {columns}");
                return fault(nth, message);
            }
        }
        Shape::new(rows_of_first.unwrap_or(0), columns, layers)
            .map_err(|error| self.fault(Kind::Shape, 0, error))
    }

    /// Returns the error of lines that look like a header and a grid, but are none.
    fn header_fault(&self) -> Option<ParseError> {
        let lengths: Vec<usize> = (0..self.rows.len())
            .map(|nth| self.row(nth).len())
            .collect();
        let columns = *lengths.last()?;
        let rows = lengths
            .iter()
            .rev()
            .take_while(|&&it| it == columns)
            .count();
        let headers = lengths.len() - rows;
        if !self.has_lines() || columns < 2 {
            return None;
        }
        let is_side = lengths[0] == 1 && self.values[0] == columns as i64;
        let wrong = lengths.iter().skip(1).position(|&it| it != columns);
        if let (true, Some(wrong)) = (is_side, wrong) {
            let found = lengths[wrong + 1];
            let message = format!(
                "the length of this row is {found}; expected {columns}, as the first line says"
            );
            return Some(self.fault(Kind::Rows, self.row(wrong + 1).start, message));
        }
        if is_side {
            let message =
                format!("the number of rows is {rows}; expected {columns}, as the first line says");
            return Some(self.fault(Kind::Rows, self.values.len() - 1, message));
        }
        if rows < 2 || headers > 2 || lengths[..headers].iter().any(|&it| it > 3) {
            return None;
        }
        let header: Vec<_> = self.values[..self.row(headers).start].to_vec();
        let side = if rows == columns {
            format!("{rows}, or ")
        } else {
            String::new()
        };
        let message = format!(
            "the {rows} rows of {columns} numbers have the header {header:?}; expected {side}{rows} {columns}"
        );
        Some(self.fault(Kind::Shape, 0, message))
    }

    /// Makes the error of a fault at a number.
    fn fault(&self, kind: Kind, nth: usize, message: impl fmt::Display) -> ParseError {
        let is_twice = matches!(kind, Kind::Board(BoardError::Duplicate { .. }));
        let has_blank = self.values.iter().any(|it| [BLANK, 0].contains(it));
        let hint = if has_blank || is_twice { "" } else { BLANKS };
        let byte = self.bytes.get(nth).copied().unwrap_or_default();
        ParseError::new(kind, self.text, byte, format_args!("{message}{hint}"))
    }
}

/// Reads the shape in front of the numbers, if there is one, and returns where they begin.
fn stated_shape(text: &str) -> Result<(Option<(Shape, usize)>, usize), ParseError> {
    let numbers = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let begin = text.len() - numbers.len();
    let Some((front, _)) = numbers.split_once(':') else {
        return Ok((None, begin));
    };
    match front.parse::<Shape>() {
        Ok(shape) => {
            let sides = 1 + front.matches(SIDE_SEPARATORS).count();
            Ok((Some((shape, sides)), begin + front.len() + 1))
        }
        Err(error) if error.kind() == Kind::Shape => Err(error),
        // What stands there is named as anything else that is not a number.
        Err(_) => Ok((None, begin)),
    }
}

fn empty_row(text: &str, byte: usize) -> ParseError {
    let message = format!("byte {byte}: a row without tiles");
    ParseError::new(Kind::Rows, text, byte, message)
}

/// The separator between two numbers.
#[derive(Default)]
struct Gap {
    lines: usize,
    has_empty_line: bool,
    /// True if a comment stands in this line.
    has_comment: bool,
    brackets: usize,
    slashes: usize,
    /// The byte after the last slash.
    slash: Option<usize>,
    has_comma: bool,
}

impl Gap {
    const fn end_line(&mut self) {
        self.has_empty_line |= self.lines > 0 && !self.has_comment;
        self.has_comment = false;
        self.lines += 1;
    }

    /// Enters a slash or a semicolon; at most two may stand between numbers, and these must be
    /// adjacent.
    fn add_slash(&mut self, text: &str, byte: usize, is_first: bool) -> Result<(), ParseError> {
        let follows_slash = self.slashes == 1 && self.slash == Some(byte);
        if is_first || self.slashes > 0 && !follows_slash {
            return Err(empty_row(text, byte));
        }
        self.slash = Some(byte + 1);
        self.slashes += 1;
        Ok(())
    }

    /// Returns what ends here.
    const fn ends(&self) -> Option<Break> {
        if self.slashes == 2 || self.brackets > 1 {
            Some(Break::Layer)
        } else if self.slashes + self.brackets > 0 {
            Some(if self.has_empty_line {
                Break::Layer
            } else {
                Break::Row
            })
        } else if self.lines > 0 {
            Some(if self.has_empty_line {
                Break::EmptyLine
            } else {
                Break::Line
            })
        } else {
            None
        }
    }
}

/// Writes a board: `{}` in one line, `{:#}` as an aligned grid, layers separated by an empty line.
///
/// What would be read as a square otherwise, a single row or a column in lines, has its shape in
/// front; so have the layers of one row in lines.
fn write_board(board: View<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let shape = board.shape;
    let (rows, cols) = (shape.rows(), shape.columns());
    let (end_row, end_layer, width) = if f.alternate() {
        ("\n", "\n\n", decimal_digits(shape.cells() - 1))
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
