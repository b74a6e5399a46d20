//! The reader of boards and goals. Strictly, it reads what is printed; leniently, rows of numbers,
//! grids in lines, and words of signs.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::Range;

use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::messages::counted;
use crate::notation::options::SIDE_SEPARATORS;
use crate::parse_error::{ParseError, ParseErrorKind as Kind};
use crate::shape::{BoardError, MAX_CELLS, Place, Shape};

/// The mark that some editors write in front of a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

const PRINTED: &str = "numbers separated by spaces or commas, in rows that end with '/' or a new line \
    (notation::read_board reads other forms)";

const EXPECTED: &str = "numbers separated by spaces or commas, in rows that end with '/', ';' or a \
    new line, lists such as [[1,2],[3,0]], or one word of different signs such as 12345678_";

/// The value of a sign for the blank, and of -1, which some programs write for it.
const BLANK: i64 = -1;

/// The value of a `*` in a goal.
const ANY: i64 = i64::MIN;

/// Reads a board in any of the forms in [`notation`](crate::notation), for text that people type or
/// paste.
///
/// # Errors
/// [`ParseError`] if the text has no reading, or more than one.
///
/// # Examples
/// ```
/// use npuzzle::{DynBoard, notation::read_board};
/// let square: DynBoard = "1 2 3/4 5 6/7 8 0".parse()?;
/// for text in ["1 2 3 4 5 6 7 8 0", "[[1,2,3],[4,5,6],[7,8,0]]", "3x3:1,2,3,4,5,6,7,8,0", "12345678_"] {
///     assert_eq!(read_board(text)?, square);
/// }
/// // A grid file: comments, the side n, then n rows.
/// assert_eq!(read_board("# solved\n3\n1 2 3\n4 5 6\n7 8 0\n")?, square);
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
pub fn read_board(text: &str) -> Result<DynBoard, ParseError> {
    read(text, (&plain_text(text), 0), Form::Any, false).map(board_of)
}

/// Returns the board of a text without `*`.
pub(crate) fn board_of(goal: Goal) -> DynBoard {
    let Goal::Custom(board) = goal else {
        unreachable!("all tiles are named");
    };
    board
}

/// The forms of a text that a reader takes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// The printed form of a board of a known shape.
    OfShape,
    /// The printed form. A single row or column has its shape in front.
    Printed,
    /// All forms that the lenient reader takes.
    Any,
}

/// Reads a board or a goal from a byte of a text on. `plain` is the text, without comments if any
/// form is read, up to the end of the part.
pub(crate) fn read(
    text: &str,
    (plain, begin): (&str, usize),
    form: Form,
    of_goal: bool,
) -> Result<Goal, ParseError> {
    let mut grid = Grid {
        text,
        is_strict: form != Form::Any,
        ..Grid::default()
    };
    grid.take_numbers(plain, begin, of_goal)?;
    grid.take_header()?;
    let shape = grid.shape(form == Form::OfShape)?;
    grid.make(shape, grid.tiles(shape))
}

/// Returns the text without its comments, byte for byte as long, with brackets for braces and
/// parentheses and spaces for quotes and for a byte-order mark in front.
pub(crate) fn plain_text(text: &str) -> String {
    let alike = |it| match it {
        '{' | '(' => '[',
        '}' | ')' => ']',
        '"' | '\'' => ' ',
        it => it,
    };
    let mut plain: String = without_comments(text, &["#"]).chars().map(alike).collect();
    if plain.starts_with(BYTE_ORDER_MARK) {
        let mark = BYTE_ORDER_MARK.len_utf8();
        plain.replace_range(..mark, &" ".repeat(mark));
    }
    plain
}

/// Returns the text without its comments, byte for byte as long. A comment begins with one of the
/// marks and ends with its line; a line that has nothing else is none.
pub(crate) fn without_comments(text: &str, marks: &[&str]) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let begin = marks.iter().filter_map(|mark| line.find(mark)).min();
        let begin = begin.unwrap_or(line.len());
        plain.push_str(&line[..begin]);
        let is_line = !line[..begin].trim().is_empty();
        let blank = |it| if it == b'\n' && is_line { '\n' } else { ' ' };
        plain.extend(line[begin..].bytes().map(blank));
    }
    plain
}

/// Returns the tiles of the one reading of these values that is a permutation of `0..`, if there is
/// one: with 0 for the blank; with a sign or -1 for it and tiles from 0 or from 1; or with the
/// largest of the numbers from 1, if that may be the blank. Free tiles of a goal may be any.
fn settled(values: &[i64], may_be_largest: bool) -> Option<Vec<i64>> {
    let largest = values.len() as i64;
    let [has_sign, has_zero, has_any] = [BLANK, 0, ANY].map(|it| values.contains(&it));
    let may_be_largest = may_be_largest && !has_any;
    let tile = |&value: &i64| match (has_sign, has_zero) {
        _ if value == ANY => ANY,
        (true, true) => value.saturating_add(1),
        (true, false) => value.max(0),
        (false, false) if may_be_largest => value % largest,
        (false, _) => value,
    };
    let mut is_left = vec![true; values.len()];
    let mut take = |&it: &i64| it == ANY || is_left.get_mut(it as usize).is_some_and(mem::take);
    let tiles: Vec<i64> = values.iter().map(tile).collect();
    let mut numbers = values.iter().filter(|&&value| value != ANY);
    (numbers.all(|value| (BLANK..=largest).contains(value)) && tiles.iter().all(&mut take))
        .then_some(tiles)
}

/// The value of a word that is a number, a sign for the blank or, in a goal, any tile; else the byte
/// of a character that is none of them.
fn number(word: &str, of_goal: bool) -> Result<i64, usize> {
    match word {
        "_" | "." | "-" | "x" | "X" => return Ok(BLANK),
        "*" if of_goal => return Ok(ANY),
        _ => {}
    }
    let digits = word.strip_prefix('-').unwrap_or(word);
    match digits.find(|it: char| !it.is_ascii_digit()) {
        // No board has a tile with so large a number, nor with that of a `*`.
        None => Ok(word.parse().unwrap_or(i64::MAX).max(ANY + 1)),
        Some(byte) => Err(word.len() - digits.len() + byte),
    }
}

/// The value of a blank by whatever sign, 0, or of another tile.
const fn zero(value: i64) -> i64 {
    if value == BLANK { 0 } else { value }
}

/// A row of a text.
struct Row {
    /// Its first number.
    first: usize,
    /// True if only the end of a line stands in front of it.
    is_line: bool,
    /// True if two slashes, two brackets or an empty line stand in front of it.
    begins_layer: bool,
}

/// Words with the bytes at which they begin.
type Words<'p> = Vec<(usize, &'p str)>;

/// The numbers of a text, and the rows that they make.
#[derive(Default)]
struct Grid<'t> {
    text: &'t str,
    /// True if it reads what is printed and nothing else.
    is_strict: bool,
    /// The shape in front of the rows or of a header, and whether it needs rows: other programs put
    /// the width first.
    stated: Option<(Shape, bool)>,
    /// The byte of each number, and its value.
    bytes: Vec<usize>,
    values: Vec<i64>,
    rows: Vec<Row>,
    /// True if there are lists in a list.
    has_lists: bool,
    /// True if there are slashes.
    has_slashes: bool,
}

impl Grid<'_> {
    /// Takes the numbers and rows of a plain text from a byte on. No more words are stored than a
    /// board can have.
    fn take_numbers(&mut self, plain: &str, begin: usize, of_goal: bool) -> Result<(), ParseError> {
        let begin = self.take_shape(plain, begin)?;
        if self.is_strict {
            let is_printed =
                |it: char| it.is_ascii_digit() || " ,/\r\n".contains(it) || of_goal && it == '*';
            if let Some(at) = plain[begin..].find(|it| !is_printed(it)) {
                return Err(ParseError::sign(self.text, begin + at, PRINTED));
            }
        }
        let words = self.take_words(plain, begin)?;
        // Rows with an empty line between all of them are no layers.
        let mut later = self.rows[1..].iter();
        if !self.is_strict && later.all(|row| row.is_line && row.begins_layer) {
            self.rows
                .iter_mut()
                .for_each(|row| row.begins_layer = false);
        }
        if !self.is_strict && self.take_signs(&words, of_goal)? {
            return Ok(());
        }
        for (byte, word) in words {
            let value = number(word, of_goal).map_err(|at| {
                let expected = match word[at..].chars().next() {
                    Some('|' | '+') => "numbers, without the bars of a table",
                    Some('=' | '█' | '■') => "numbers; walls are not offered",
                    _ => EXPECTED,
                };
                ParseError::sign(self.text, byte + at, expected)
            })?;
            self.bytes.push(byte);
            self.values.push(value);
        }
        Ok(())
    }

    /// Takes the shape in front of the numbers; returns the byte behind it.
    fn take_shape(&mut self, plain: &str, begin: usize) -> Result<usize, ParseError> {
        let Some((front, rest)) = plain[begin..].split_once(':') else {
            return Ok(begin);
        };
        match front.parse::<Shape>() {
            Ok(shape) => {
                let sides = 1 + front.matches(SIDE_SEPARATORS).count();
                let is_of_others = rest.contains(',') || !rest.trim().contains(char::is_whitespace);
                self.stated = Some((shape, sides == 2 && is_of_others));
                Ok(plain.len() - rest.len())
            }
            Err(error) if error.kind() == Kind::Shape => {
                let byte = begin + front.len() - front.trim_start().len();
                Err(ParseError::new(Kind::Shape, self.text, byte, error))
            }
            // What stands there is named as anything else that is not a number.
            Err(_) => Ok(begin),
        }
    }

    /// Takes the rows from a byte on; returns their words.
    fn take_words<'p>(&mut self, plain: &'p str, mut end: usize) -> Result<Words<'p>, ParseError> {
        let fault = |kind, byte, message| Err(ParseError::new(kind, self.text, byte, message));
        let (mut words, mut depth, begin) = (Vec::new(), 0, end);
        self.has_slashes = plain[end..].contains('/');
        // Dashes between tiles also separate, 1-2-3, but a single one is the blank.
        let is_separated = plain[end..].matches('-').nth(1).is_some();
        while end < plain.len() {
            let is_separator = |it: char| it.is_whitespace() || ",/;[]".contains(it);
            let rest = plain[end..].trim_start_matches(is_separator);
            let word = rest.split(is_separator).next().unwrap_or_default();
            let byte = plain.len() - rest.len();
            let gap = (end, word.is_empty());
            let row = self.row_after(&plain[end..byte], gap, words.len(), &mut depth);
            let row = row.map_err(|error| match words.last() {
                // Such as array([[1, 2], [3, 0]]).
                Some(&(at, word)) if number(word, false) == Err(0) => {
                    ParseError::sign(self.text, at, EXPECTED)
                }
                _ => error,
            })?;
            if word.is_empty() {
                break;
            }
            end = byte + word.len();
            self.rows.extend(row);
            self.has_lists |= depth > 1;
            let has_dashes = is_separated && word.split('-').all(|part| !part.is_empty());
            for part in word.split(|it| it == '-' && has_dashes) {
                words.push((part.as_ptr() as usize - plain.as_ptr() as usize, part));
                // A header has two numbers more.
                if words.len() > MAX_CELLS + 2 {
                    let message = format!("byte {byte}: a board has at most {MAX_CELLS} tiles");
                    return fault(Kind::Number, byte, message);
                }
            }
        }
        if words.is_empty() {
            return fault(Kind::Empty, begin, "there are no tiles".into());
        }
        if depth > 0 {
            let byte = begin + plain[begin..].find('[').unwrap_or(0);
            let message = format!("the '[' at byte {byte} is not closed");
            return fault(Kind::Sign, byte, message);
        }
        Ok(words)
    }

    /// Returns the row that begins after a separator with its first number, if one does.
    fn row_after(
        &self,
        gap: &str,
        (begin, is_last): (usize, bool),
        first: usize,
        depth: &mut usize,
    ) -> Result<Option<Row>, ParseError> {
        let count = |sign| gap.bytes().filter(|&it| it == sign).count();
        let [commas, opened, closed] = [b',', b'[', b']'].map(count);
        let slashes = count(b'/') + count(b';');
        let is_end = first == 0 || is_last;
        let are_two = slashes == 2 && (gap.contains("//") || gap.contains(";;"));
        if slashes > 0 && is_end || slashes > 1 && !are_two {
            let byte = begin + gap.rfind(['/', ';']).unwrap_or_default();
            let message = format!("byte {byte}: a row without tiles");
            return Err(ParseError::new(Kind::Rows, self.text, byte, message));
        }
        let wrong = [
            (commas > usize::from(first > 0), ','),
            (opened > 0 && first > 0 && closed == 0, '['),
            (closed > *depth + opened, ']'),
        ];
        if let Some((_, sign)) = wrong.into_iter().find(|it| it.0) {
            let byte = begin + gap.rfind(sign).unwrap_or_default();
            return Err(ParseError::sign(self.text, byte, EXPECTED));
        }
        *depth = *depth + opened - closed;
        // A list ends its rows by brackets.
        let lines = if *depth + closed > 0 { 0 } else { count(b'\n') };
        let row = Row {
            first,
            is_line: slashes + closed == 0,
            begins_layer: slashes > 1 || closed > 1 || lines > 1,
        };
        Ok((first == 0 || slashes + closed + lines > 0).then_some(row))
    }

    /// Takes words of different signs: one for all tiles, or one for each row. Words that look like
    /// those, but are no board, are an error.
    fn take_signs(&mut self, words: &[(usize, &str)], of_goal: bool) -> Result<bool, ParseError> {
        // A number as programmers write it.
        let rest = words[0].1.strip_prefix("0x");
        let rest = rest.filter(|rest| !rest.starts_with("0x"));
        if let ([(byte, word)], Some(rest)) = (words, rest) {
            if self.take_signs(&[(byte + word.len() - rest.len(), rest)], of_goal) == Ok(true) {
                return Ok(true);
            }
        }
        let length = |word: &(usize, &str)| word.1.chars().count();
        // The side in front of a row of signs each.
        let side = self.rows.len() - 1;
        let is_side = side > 1 && words.len() == self.rows.len() && words[0].1.parse() == Ok(side);
        if is_side && words[1..].iter().all(|word| length(word) == side) {
            let header = self.rows.remove(0);
            self.rows.iter_mut().for_each(|row| row.first -= 1);
            if self.take_signs(&words[1..], of_goal) == Ok(true) {
                return Ok(true);
            }
            self.rows.iter_mut().for_each(|row| row.first += 1);
            self.rows.insert(0, header);
        }
        let count: usize = words.iter().map(length).sum();
        let have_length = words.iter().all(|word| length(word) == length(&words[0]));
        let are_rows = self.rows.len() == words.len();
        // With the bytes at which they stand.
        let signs = words.iter().flat_map(|&(byte, word)| {
            let signs = word.char_indices();
            signs.map(move |(at, sign)| (byte + at, sign))
        });
        if have_length && are_rows != (count == words.len()) && count <= 64 {
            // Digits count from 0, letters from 1.
            let value = |sign, shift| match sign {
                '.' | '_' | '-' => Some(BLANK),
                '*' if of_goal => Some(ANY),
                '0' => Some(0),
                '1'..='9' if shift > 0 => None,
                _ => char::to_digit(sign, 36)?.checked_sub(shift).map(i64::from),
            };
            let readings = [0, 9].into_iter().filter_map(|shift| {
                let values = signs.clone().map(|(_, sign)| value(sign, shift));
                let values: Vec<i64> = values.collect::<Option<_>>()?;
                settled(&values, false).map(|_| values)
            });
            let mut readings: Vec<_> = readings.collect();
            readings.dedup();
            // Letters among free tiles may have two.
            if let (Some(values), true) = (readings.pop(), readings.is_empty()) {
                self.values = values;
                self.bytes = signs.map(|(byte, _)| byte).collect();
                if are_rows {
                    let rows = self.rows.iter_mut();
                    rows.for_each(|row| row.first *= length(&words[0]));
                }
                return Ok(true);
            }
        }
        let is_sign = |it: char| it.is_ascii_alphanumeric() || "._-".contains(it);
        let is_sign = |it: char| is_sign(it) || of_goal && it == '*';
        let in_long: usize = words.iter().map(length).filter(|&it| it > 2).sum();
        let are_signs = words.iter().all(|it| it.1.chars().all(is_sign)) && in_long * 3 > count * 2;
        let values = words.iter().map(|it| number(it.1, of_goal));
        let values: Result<Vec<i64>, _> = values.collect();
        // As `FromStr` reads them, whatever their zeros in front.
        let is_list = self.text.contains([',', '['])
            || values.is_ok_and(|it| !are_rows || !have_length || settled(&it, false).is_some());
        if !are_signs || is_list {
            return Ok(false);
        }
        let mut seen = String::new();
        let again = signs.filter(|&(_, sign)| {
            let sign = sign.to_ascii_lowercase();
            let is_seen = seen.contains(sign) && sign != '*';
            seen.push(sign);
            is_seen
        });
        let again: Vec<_> = again.take(2).collect();
        let first = words[0].0;
        let (byte, message) = match again[..] {
            _ if !are_rows => {
                let message = "a space between signs; the blank is 0, _, . or -";
                (words[1].0, message.into())
            }
            [(byte, sign)] => (byte, format!("sign {sign:?} appears twice")),
            [(byte, sign), _] => {
                let message = format!("sign {sign:?} appears twice; equal tiles are not offered");
                (byte, message)
            }
            _ if !seen.contains(['0', '_', '.', '-', '*']) => {
                let message = format!("none of the {count} signs is the blank: 0, _, . or -");
                (first, message)
            }
            _ => {
                let rows = counted(words.len(), "row");
                let expected = "expected those of a board, from 0 or from a";
                (first, format!("{count} signs in {rows}; {expected}"))
            }
        };
        Err(ParseError::new(Kind::Sign, self.text, byte, message))
    }

    fn row(&self, nth: usize) -> Range<usize> {
        let next = self.rows.get(nth + 1);
        self.rows[nth].first..next.map_or(self.values.len(), |row| row.first)
    }

    /// Returns true for a single row, and for a column without slashes: the cells of some shape in
    /// reading order.
    fn is_list(&self) -> bool {
        let is_column = self.rows.len() == self.values.len() && !self.has_slashes;
        (self.rows.len() == 1 || is_column) && !self.has_lists
    }

    fn has_lines(&self) -> bool {
        self.rows[1..].iter().all(|row| row.is_line)
    }

    /// Returns the tiles of a board of a shape, with 0 for the blank.
    fn tiles(&self, shape: Shape) -> Vec<i64> {
        if self.is_strict {
            return self.values.clone();
        }
        let tiles = settled(&self.values, !self.is_list() || shape.cells() > 4);
        tiles.unwrap_or_else(|| self.values.iter().copied().map(zero).collect())
    }

    /// Removes the header: the side, or rows and columns, if the other numbers fill such a board or
    /// are in rows as long as it says. A text that is a board with its first line has no header; it
    /// is refused if the other lines are a board.
    fn take_header(&mut self) -> Result<(), ParseError> {
        let (first, count) = (self.row(0), self.values.len());
        let is_line = self.rows.get(1).is_some_and(|row| row.is_line);
        if self.is_strict || self.stated.is_some() || !is_line {
            return Ok(());
        }
        let side = |nth: usize| usize::try_from(self.values[nth]).unwrap_or(0);
        let (numbers, shape) = match first.len() {
            2 => (2, Shape::rectangle(side(0), side(1))),
            // Some files let the first row follow the side in the same line.
            length if length == 1 || length - 1 == side(0) => (1, Shape::square(side(0))),
            _ => return Ok(()),
        };
        let second = self.row(1).len();
        let is_header = |shape: &Shape| {
            let has_rows = numbers == 1 && second > 1 && second == shape.columns();
            shape.cells() + numbers == count || has_rows
        };
        let Some(shape) = shape.ok().filter(is_header) else {
            return Ok(());
        };
        let make = |shape| self.make(shape, self.tiles(shape));
        // Only few texts begin so: the rest is not read as a board twice.
        if self.shape(false).and_then(make).is_ok() {
            // With 0 and a sign for the blank, tiles count from 0: `1 2`, then `0 -`.
            if settled(&self.values[numbers..], false).is_none() {
                return Ok(());
            }
            let message = "the first line may be a header or a row; end rows by '/'";
            return Err(self.fault(Kind::Ambiguous, 0, message));
        }
        self.values.drain(..numbers);
        self.bytes.drain(..numbers);
        if first.len() == numbers {
            self.rows.remove(0);
        }
        for row in &mut self.rows {
            row.first = row.first.saturating_sub(numbers);
            row.begins_layer &= !row.is_line;
        }
        self.stated = Some((shape, numbers == 2));
        Ok(())
    }

    /// Makes a goal of a shape and its values, `*` for any tile among them.
    fn make(&self, shape: Shape, values: Vec<i64>) -> Result<Goal, ParseError> {
        let tile = |value| (value != ANY).then_some(value);
        Goal::of_some(shape, values.into_iter().map(tile)).map_err(|error| {
            let nth = match error {
                BoardError::Duplicate { at, .. } | BoardError::OutOfRange { at, .. } => {
                    shape.cell_in(at.layer, at.row, at.column)
                }
                _ => None,
            };
            self.fault(Kind::Board(error), nth.unwrap_or(0), "")
        })
    }

    /// Returns the stated shape if the rows fit it, else that of the rows. A list without a stated
    /// shape is a square; the strict reader needs the shape in front, if it is printed there and not
    /// known.
    fn shape(&self, is_known: bool) -> Result<Shape, ParseError> {
        let has_rows = self.is_strict || !self.is_list();
        let found = has_rows.then(|| self.shape_of_rows()).transpose()?;
        let count = self.values.len();
        let (kind, message) = match (self.stated, found) {
            (Some((stated, true)), None)
                if !stated.is_path() && stated.rows() != stated.columns() =>
            {
                let [rows, columns, _] = stated.sides();
                let meaning = format!("may mean {rows} rows or {rows} columns");
                let example = "separate the rows by '/'";
                let message = format!("{rows}x{columns} {meaning}; {example}");
                (Kind::Ambiguous, message)
            }
            (Some((stated, _)), Some(found)) if found != stated => {
                // Lines say nothing of layers.
                let is_lax = self.has_lines() && !self.is_strict && stated.cells() == count;
                if is_lax && found.columns() == stated.columns() {
                    return Ok(stated);
                }
                let message = format!("the shape in front is {stated}, but the rows make {found}");
                (Kind::Shape, message)
            }
            (Some((stated, _)), _) => return Ok(stated),
            (None, Some(found)) => {
                let in_lines = self.rows[1..].iter().any(|row| row.is_line);
                if !self.is_strict || is_known || !found.names_itself(in_lines) {
                    return Ok(found);
                }
                let message = format!(
                    "a single row or column needs its shape in front, '{}x{}: ' \
                     (notation::read_board reads n * n numbers as a square)",
                    found.rows(),
                    found.columns()
                );
                (Kind::Rows, message)
            }
            (None, None) => match Shape::square(count.isqrt()) {
                Ok(square) if count > 1 && square.cells() == count => return Ok(square),
                _ => {
                    let count = counted(count, "number");
                    let example =
                        "end the rows with '/', or put the shape in front, as in 2x3: 1 2 3 4 5 0";
                    (Kind::Rows, format!("{count}, no square; {example}"))
                }
            },
        };
        Err(self.fault(kind, 0, message))
    }

    /// Returns the shape of rows of the same length, in layers of the same number of rows.
    fn shape_of_rows(&self) -> Result<Shape, ParseError> {
        let (columns, count) = (self.row(0).len(), self.rows.len());
        let layer_after = self.rows[1..].iter().position(|row| row.begins_layer);
        let rows = layer_after.map_or(count, |nth| nth + 1);
        for nth in 0..count {
            let (layer, row, found) = (nth / rows, nth % rows, self.row(nth).len());
            let ends_layer = self.rows.get(nth + 1).is_none_or(|next| next.begins_layer);
            let message = if found != columns {
                let (column, found) = (0, counted(found, "tile"));
                let at = Place { layer, row, column };
                let hint = match self.has_slashes {
                    true if self.text.contains('[') => "; positions such as 2/2 are not read",
                    true if self.text.contains('#') => "; '#' begins a comment, not a wall",
                    _ => "",
                };
                format!("{at:#}: {found}, but the first row has {columns}{hint}")
            } else if ends_layer != (row + 1 == rows) {
                let (layer, rows) = (layer + 1, counted(rows, "row"));
                format!("layer {layer}: expected {rows}, as in the first layer")
            } else {
                continue;
            };
            let fault = || self.fault(Kind::Rows, self.row(nth).start, message);
            return Err(self.header_fault().unwrap_or_else(fault));
        }
        Shape::new(rows, columns, count / rows).map_err(|error| self.fault(Kind::Shape, 0, error))
    }

    /// Returns the error of lines that look like a header and a grid, but are none.
    fn header_fault(&self) -> Option<ParseError> {
        let columns = self.row(self.rows.len() - 1).len();
        let last = (0..self.rows.len()).rev();
        let rows = last
            .take_while(|&nth| self.row(nth).len() == columns)
            .count();
        let header = &self.values[..self.rows.get(self.rows.len() - rows)?.first];
        let side = (rows == columns).then(|| format!("{rows}, or "));
        let side = side.unwrap_or_default();
        let message = format!(
            "the {rows} rows of {columns} numbers have the header {header:?}; expected {side}{rows} {columns}"
        );
        let is_grid = !self.is_strict && self.has_lines() && columns > 1 && rows > 1;
        let is_header = (1..5).contains(&header.len()) && !header.contains(&ANY);
        (is_grid && is_header).then(|| self.fault(Kind::Shape, 0, message))
    }

    /// Makes the error of a fault at a number.
    fn fault(&self, kind: Kind, nth: usize, message: impl fmt::Display) -> ParseError {
        let values = self.values.iter().copied().filter(|&it| it != ANY);
        let mut tiles: Vec<u64> = values.map(|it| zero(it) as u64).collect();
        tiles.sort_unstable();
        let repeats = tiles.windows(2).filter(|it| it[0] == it[1]).count();
        let hint = match kind {
            Kind::Board(BoardError::Duplicate { tile: 0, .. }) => {
                "; several blanks are not offered"
            }
            Kind::Board(BoardError::Duplicate { .. }) if repeats > 1 => {
                "; equal tiles are not offered, nor several boards without their shapes"
            }
            Kind::Board(BoardError::Duplicate { .. }) => "",
            _ if tiles.first() == Some(&0) => "",
            _ if self.is_strict => "; the blank is written as 0",
            _ => "; the blank is written as 0, _, . or -",
        };
        let byte = self.bytes.get(nth).copied().unwrap_or_default();
        ParseError::new(kind, self.text, byte, format_args!("{message}{hint}"))
    }
}
