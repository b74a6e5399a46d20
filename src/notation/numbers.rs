//! Rectangles and boxes of numbers as text, whatever separates the rows and the numbers.

use alloc::vec::Vec;

use crate::notation::board_error::ParseBoardError;
use crate::notation::shape::{ParseShapeError, SIDE_SEPARATORS};
use crate::shape::{MAX_CELLS, Shape};
use crate::validate::BoardError;

/// The mark that some editors write in front of a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Words that stand for the blank, beside 0.
const BLANKS: [&str; 3] = ["_", ".", "-"];

/// The fault of a word that is not the number of a tile.
pub(crate) enum WordFault {
    /// The number exceeds 63 bits.
    TooLarge,
    /// The byte of a character that is not a digit, counted from the beginning of the word.
    Character(usize),
}

/// Reads the number of a tile, or a word for the blank.
pub(crate) fn number(word: &str) -> Result<u64, WordFault> {
    if BLANKS.contains(&word) {
        return Ok(0);
    }
    match word.find(|it: char| !it.is_ascii_digit()) {
        None if !word.is_empty() => {
            let number = word.parse::<i64>();
            number
                .map(i64::unsigned_abs)
                .map_err(|_| WordFault::TooLarge)
        }
        byte => Err(WordFault::Character(byte.unwrap_or(0))),
    }
}

/// The numbers of a text and how they are arranged.
pub(crate) struct Numbers {
    pub(crate) list: Vec<u64>,
    /// The shape of rows, or the one in front of the numbers, of which there is one for each cell.
    /// `None` for a bare row: the cells of some shape in reading order.
    pub(crate) shape: Option<Shape>,
}

impl Numbers {
    /// Reads numbers in rows and layers, as nested lists, or in one row, with or without a shape in
    /// front.
    ///
    /// Memory is taken only for the numbers that are there, and never for more than a board can
    /// have.
    pub(crate) fn parse(text: &str) -> Result<Self, ParseBoardError> {
        let (stated, begin) = stated_shape(text)?;
        let (mut rows, mut gap) = (Reader::default(), Gap::default());
        // The number of open brackets, and the first of them.
        let (mut depth, mut opened) = (0_usize, 0);
        let mut next = begin;
        while let Some(character) = text[next..].chars().next() {
            let byte = next;
            next += character.len_utf8();
            match character {
                // A list ends its rows by brackets.
                '\n' if depth == 0 => gap.lines += 1,
                '/' | ';' => gap.add_slash(byte, rows.list.is_empty())?,
                ',' if !rows.list.is_empty() && !gap.has_comma => gap.has_comma = true,
                '[' if rows.list.is_empty() || gap.brackets > 0 => {
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
                    let ends_word =
                        |it: char| it.is_whitespace() || matches!(it, ',' | '/' | ';' | '[' | ']');
                    let word = text[byte..].split(ends_word).next().unwrap_or_default();
                    let number = number(word).map_err(|fault| match fault {
                        WordFault::TooLarge => ParseBoardError::TooLarge { byte },
                        WordFault::Character(at) => {
                            let byte = byte + at;
                            let character = text[byte..].chars().next().unwrap_or_default();
                            ParseBoardError::Character { byte, character }
                        }
                    })?;
                    if rows.list.len() == MAX_CELLS {
                        return Err(ParseBoardError::TooMany { byte });
                    }
                    let gap = core::mem::take(&mut gap);
                    if !rows.list.is_empty() {
                        gap.end_rows(&mut rows)?;
                    }
                    rows.has_rows |= depth > 1;
                    rows.list.push(number);
                    rows.columns += 1;
                    next = byte + word.len();
                }
            }
        }
        if rows.list.is_empty() {
            return Err(ParseBoardError::Empty);
        }
        if depth > 0 {
            return Err(ParseBoardError::Unclosed { byte: opened });
        }
        if let Some(byte) = gap.slash {
            return Err(ParseBoardError::EmptyRow { byte });
        }
        rows.end_row()?;
        rows.end_layer()?;
        rows.arranged(stated, text[begin..].contains(','))
    }
}

/// Reads the shape in front of the numbers, if there is one, and returns where they begin.
fn stated_shape(text: &str) -> Result<(Option<(Shape, usize)>, usize), ParseBoardError> {
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
        Err(ParseShapeError::Shape(error)) => Err(error.into()),
        // What stands there is named as anything else that is not a number.
        Err(_) => Ok((None, begin)),
    }
}

/// The numbers read so far, and the rows and layers that they make.
#[derive(Default)]
struct Reader {
    list: Vec<u64>,
    /// Finished layers.
    layers: usize,
    /// Finished rows of this layer; all layers have as many as the first.
    rows: usize,
    rows_of_first_layer: Option<usize>,
    /// Numbers in this row; all rows have as many as the first.
    columns: usize,
    columns_of_first_row: Option<usize>,
    /// True if the text says where rows end.
    has_rows: bool,
}

impl Reader {
    fn end_row(&mut self) -> Result<(), ParseBoardError> {
        let expected = *self.columns_of_first_row.get_or_insert(self.columns);
        let found = core::mem::take(&mut self.columns);
        if found != expected {
            let (layer, row) = (self.layers, self.rows);
            return Err(ParseBoardError::RowLength {
                layer,
                row,
                expected,
                found,
            });
        }
        self.rows += 1;
        Ok(())
    }

    /// Ends a layer whose rows are ended.
    fn end_layer(&mut self) -> Result<(), ParseBoardError> {
        let expected = *self.rows_of_first_layer.get_or_insert(self.rows);
        let found = core::mem::take(&mut self.rows);
        if found != expected {
            return Err(ParseBoardError::LayerLength {
                layer: self.layers,
                expected,
                found,
            });
        }
        self.layers += 1;
        Ok(())
    }

    /// Settles the shape when all layers are ended. A shape that was stated comes with its number of
    /// sides.
    fn arranged(
        self,
        stated: Option<(Shape, usize)>,
        has_commas: bool,
    ) -> Result<Numbers, ParseBoardError> {
        let rows = self.rows_of_first_layer.unwrap_or_default();
        let columns = self.columns_of_first_row.unwrap_or_default();
        let found = Shape::new(rows, columns, self.layers)?;
        let shape = match stated {
            None => self.has_rows.then_some(found),
            Some((stated, _)) if self.has_rows && stated != found => {
                return Err(ParseBoardError::Contradiction { stated, found });
            }
            // Other programs put the width first.
            Some((stated, 2)) if !self.has_rows && has_commas && !stated.is_path() => {
                if stated.rows() != stated.columns() {
                    return Err(ParseBoardError::Ambiguous(stated));
                }
                Some(stated)
            }
            Some((stated, _)) => Some(stated),
        };
        if let Some(shape) = shape {
            let (expected, found) = (shape.cells(), self.list.len());
            if found < expected {
                return Err(BoardError::TooFew { expected, found }.into());
            }
            if found > expected {
                return Err(BoardError::TooMany { expected }.into());
            }
        }
        Ok(Numbers {
            list: self.list,
            shape,
        })
    }
}

/// The separator between two numbers.
#[derive(Default)]
struct Gap {
    lines: usize,
    brackets: usize,
    slashes: usize,
    /// The byte after the last slash.
    slash: Option<usize>,
    has_comma: bool,
}

impl Gap {
    /// Enters a slash or a semicolon; at most two may stand between numbers, and these must be
    /// adjacent.
    fn add_slash(&mut self, byte: usize, is_first: bool) -> Result<(), ParseBoardError> {
        let follows_slash = self.slashes == 1 && self.slash == Some(byte);
        if is_first || self.slashes > 0 && !follows_slash {
            return Err(ParseBoardError::EmptyRow { byte });
        }
        self.slash = Some(byte + 1);
        self.slashes += 1;
        Ok(())
    }

    /// Ends the rows and layers that end here.
    fn end_rows(&self, rows: &mut Reader) -> Result<(), ParseBoardError> {
        let Self {
            lines,
            brackets,
            slashes,
            ..
        } = *self;
        if lines + brackets + slashes > 0 {
            rows.has_rows = true;
            rows.end_row()?;
        }
        let ends_layer = slashes == 2 || brackets > 1 || lines > 1;
        if ends_layer { rows.end_layer() } else { Ok(()) }
    }
}
