//! Rectangles and boxes of numbers as text, whatever separates the rows and the numbers.

use crate::notation::board_error::ParseBoardError;
use crate::notation::cell_numbers::{CellNumbers, SecondBlank};
use crate::notation::shape::{ParseShapeError, SIDE_SEPARATORS};
use crate::notation::tokens::{BYTE_ORDER_MARK, Token, Tokens};
use crate::shape::{MAX_CELLS, Shape};
use crate::validate::BoardError;

/// The numbers of a text and how they are arranged.
pub(crate) struct Numbers {
    pub(crate) cells: CellNumbers,
    pub(crate) arranged: Arranged,
}

/// The arrangement of the numbers of a text.
#[derive(Clone, Copy)]
pub(crate) enum Arranged {
    /// In one bare row: the cells of some shape in reading order.
    Row,
    /// In rows, or with a shape in front. There is one number for each cell.
    As(Shape),
}

impl Numbers {
    /// Reads numbers in rows and layers, as nested lists, or in one row, with or without a shape in
    /// front.
    ///
    /// Memory is taken only for the numbers that are there, and never for more than a board can
    /// have.
    pub(crate) fn parse(text: &str) -> Result<Self, ParseBoardError> {
        let (stated, begin) = stated_shape(text)?;
        let mut tokens = Tokens::from(text, begin);
        let mut reader = Reader::default();
        let first = tokens.next_but_lines();
        if let (byte, Token::Open) = first {
            let second = tokens.next_but_lines();
            if matches!(second.1, Token::Open) {
                reader = read_lists(&mut tokens, byte)?;
            } else {
                read_rows(&mut tokens, &mut reader, second, Some(byte))?;
            }
            let (byte, after) = tokens.next_but_lines();
            if !matches!(after, Token::End) {
                return Err(unexpected(&tokens, byte));
            }
        } else {
            read_rows(&mut tokens, &mut reader, first, None)?;
        }
        reader.arranged_as(stated)
    }
}

/// A shape in front of the numbers.
struct Stated {
    shape: Shape,
    /// True if other programs, which put the width first, could mean another shape.
    may_be_width_first: bool,
}

/// Reads the shape in front of the numbers, if there is one, and returns where they begin.
fn stated_shape(text: &str) -> Result<(Option<Stated>, usize), ParseBoardError> {
    let begin = if text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len_utf8()
    } else {
        0
    };
    let Some((front, _)) = text[begin..].split_once(':') else {
        return Ok((None, begin));
    };
    match front.parse::<Shape>() {
        Ok(shape) => {
            let sides = 1 + front.matches(SIDE_SEPARATORS).count();
            let is_square = shape.rows() == shape.columns();
            let stated = Stated {
                shape,
                may_be_width_first: sides == 2 && !is_square && !shape.is_path(),
            };
            Ok((Some(stated), begin + front.len() + 1))
        }
        Err(ParseShapeError::Shape(error)) => Err(error.into()),
        // What stands there is named as anything else that is not a number.
        Err(_) => Ok((None, begin)),
    }
}

/// The numbers read so far, and the rows and layers that they make.
#[derive(Default)]
pub(crate) struct Reader {
    cells: CellNumbers,
    /// A word that stands for the blank, and where it stands.
    blank_word: Option<(usize, char)>,
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
    has_commas: bool,
}

impl Reader {
    /// Adds a number or, with 0, a word that stands for the blank.
    fn read(
        &mut self,
        tokens: &Tokens<'_>,
        byte: usize,
        token: Token,
    ) -> Result<(), ParseBoardError> {
        let character = tokens.character(byte).unwrap_or_default();
        self.check_room(byte)?;
        let added = self.cells.add_token(token, tokens.digits(byte));
        added.map_err(|SecondBlank| ParseBoardError::SecondBlank { byte, character })?;
        if matches!(token, Token::Blank) {
            self.blank_word = Some((byte, character));
        }
        self.columns += 1;
        Ok(())
    }

    /// Adds a number that stands at a byte.
    #[cfg(feature = "serde")]
    pub(crate) fn add(&mut self, number: u64, byte: usize) -> Result<(), ParseBoardError> {
        self.check_room(byte)?;
        self.cells.add(number);
        self.columns += 1;
        Ok(())
    }

    /// Refuses the number at a byte if there are as many as a board can have.
    fn check_room(&self, byte: usize) -> Result<(), ParseBoardError> {
        if self.cells.len() == MAX_CELLS {
            return Err(ParseBoardError::TooMany { byte });
        }
        Ok(())
    }

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

    /// Settles the shape of lists that are read.
    #[cfg(feature = "serde")]
    pub(crate) fn arranged(self) -> Result<Numbers, ParseBoardError> {
        self.arranged_as(None)
    }

    /// Settles the shape when all layers are ended.
    fn arranged_as(self, stated: Option<Stated>) -> Result<Numbers, ParseBoardError> {
        // A lone letter is not a board, though a lone 0 is.
        if let (Some((byte, character)), 1) = (self.blank_word, self.cells.len()) {
            return Err(ParseBoardError::Character { byte, character });
        }
        let (Some(rows), Some(cols)) = (self.rows_of_first_layer, self.columns_of_first_row) else {
            return Err(ParseBoardError::Empty);
        };
        let found = Shape::new(rows, cols, self.layers)?;
        let arranged = match stated {
            None if self.has_rows => Arranged::As(found),
            None => Arranged::Row,
            Some(Stated { shape, .. }) if self.has_rows && shape != found => {
                let stated = shape;
                return Err(ParseBoardError::Contradiction { stated, found });
            }
            Some(stated) if !self.has_rows && self.has_commas && stated.may_be_width_first => {
                return Err(ParseBoardError::Ambiguous(stated.shape));
            }
            Some(Stated { shape, .. }) => Arranged::As(shape),
        };
        if let Arranged::As(shape) = arranged {
            let (expected, found) = (shape.cells(), self.cells.len());
            if found < expected {
                return Err(BoardError::TooFew { expected, found }.into());
            }
            if found > expected {
                return Err(BoardError::TooMany { expected }.into());
            }
        }
        Ok(Numbers {
            cells: self.cells,
            arranged,
        })
    }
}

/// Nested lists of numbers: rows, or layers of rows, or in sequences of other formats one bare row.
#[derive(Default)]
pub(crate) struct Lists {
    pub(crate) reader: Reader,
    /// The number of open lists around each number.
    depth_of_numbers: Option<usize>,
}

impl Lists {
    /// Returns whether a list may open inside `depth` open ones.
    pub(crate) fn may_open(&self, depth: usize) -> bool {
        depth < 3 && self.depth_of_numbers != Some(depth)
    }

    /// Returns whether a number may stand inside `depth` open lists, and notes that it does.
    pub(crate) fn may_hold_number(&mut self, depth: usize) -> bool {
        *self.depth_of_numbers.get_or_insert(depth) == depth
    }

    /// Closes the innermost of `depth` open lists. Returns whether it has rows or tiles.
    pub(crate) fn close(&mut self, depth: usize) -> Result<bool, ParseBoardError> {
        let Self {
            reader,
            depth_of_numbers: Some(depth_of_numbers),
        } = self
        else {
            return Ok(false);
        };
        let is_row = *depth_of_numbers == depth;
        let is_layer = *depth_of_numbers == depth + 1;
        if is_row && reader.columns == 0 || is_layer && reader.rows == 0 {
            return Ok(false);
        }
        reader.has_rows |= depth > 1;
        if is_row {
            reader.end_row()?;
        }
        // A bare row is also a layer.
        if is_layer || is_row && depth == 1 {
            reader.end_layer()?;
        }
        Ok(true)
    }
}

/// The separator between two numbers.
#[derive(Default)]
struct Gap {
    lines: usize,
    /// The byte after each slash, so that only adjacent ones make a layer.
    slash_ends: [usize; 2],
    slashes: usize,
    comma: bool,
}

impl Gap {
    /// Enters a slash; at most two may stand between numbers, and these must be adjacent.
    const fn add_slash(&mut self, byte: usize) -> Result<(), ParseBoardError> {
        let follows_slash = self.slashes == 1 && self.slash_ends[0] == byte;
        if self.slashes > 0 && !follows_slash {
            return Err(ParseBoardError::EmptyRow { byte });
        }
        self.slash_ends[self.slashes] = byte + 1;
        self.slashes += 1;
        Ok(())
    }

    /// Ends the rows and layers that end here.
    fn end_rows(&self, reader: &mut Reader) -> Result<(), ParseBoardError> {
        if self.slashes + self.lines > 0 {
            reader.has_rows = true;
            reader.end_row()?;
        }
        match (self.slashes, self.lines) {
            (0 | 1, 0 | 1) => Ok(()),
            _ => reader.end_layer(),
        }
    }
}

/// Reads rows up to the end, or up to the bracket that closes the one at the byte `opened`.
fn read_rows(
    tokens: &mut Tokens<'_>,
    reader: &mut Reader,
    first: (usize, Token),
    opened: Option<usize>,
) -> Result<(), ParseBoardError> {
    let mut gap = Gap::default();
    let (mut byte, mut token) = first;
    loop {
        let is_first = reader.cells.len() == 0;
        match token {
            Token::Number(_) | Token::Blank => {
                if !is_first {
                    core::mem::take(&mut gap).end_rows(reader)?;
                }
                reader.read(tokens, byte, token)?;
            }
            Token::Line => gap.lines += 1,
            Token::Comma if !is_first && !gap.comma && gap.slashes + gap.lines == 0 => {
                gap.comma = true;
                reader.has_commas = true;
            }
            Token::RowEnd if is_first => return Err(ParseBoardError::EmptyRow { byte }),
            Token::RowEnd => gap.add_slash(byte)?,
            Token::Close if opened.is_some() => break,
            Token::End => match opened {
                Some(byte) => return Err(ParseBoardError::Unclosed { byte }),
                None => break,
            },
            _ => return Err(unexpected(tokens, byte)),
        }
        (byte, token) = tokens.next();
    }
    if reader.cells.len() == 0 {
        return Err(ParseBoardError::Empty);
    }
    if gap.slashes > 0 {
        let byte = gap.slash_ends[gap.slashes - 1];
        return Err(ParseBoardError::EmptyRow { byte });
    }
    reader.end_row()?;
    reader.end_layer()
}

/// Reads lists of rows, or of layers of rows, after the first two brackets, the first of them at
/// the byte `opened`.
fn read_lists(tokens: &mut Tokens<'_>, opened: usize) -> Result<Reader, ParseBoardError> {
    let mut lists = Lists::default();
    // The number of open lists.
    let mut depth = 2;
    // A comma follows a number or a list.
    let mut comma_may_follow = false;
    while depth > 0 {
        let (byte, token) = tokens.next_but_lines();
        match token {
            Token::Open if lists.may_open(depth) => depth += 1,
            Token::Number(_) | Token::Blank if depth > 1 && lists.may_hold_number(depth) => {
                lists.reader.read(tokens, byte, token)?;
            }
            Token::Comma if comma_may_follow => {}
            Token::Close => {
                if !lists.close(depth)? {
                    return Err(ParseBoardError::EmptyRow { byte });
                }
                depth -= 1;
            }
            Token::End => return Err(ParseBoardError::Unclosed { byte: opened }),
            _ => {
                let character = tokens.character(byte).unwrap_or_default();
                return Err(ParseBoardError::InList { byte, character });
            }
        }
        comma_may_follow = matches!(token, Token::Number(_) | Token::Blank | Token::Close);
    }
    Ok(lists.reader)
}

/// Names the character at a byte, where rows of numbers should stand.
fn unexpected(tokens: &Tokens<'_>, byte: usize) -> ParseBoardError {
    let character = tokens.character(byte).unwrap_or_default();
    ParseBoardError::Character { byte, character }
}
