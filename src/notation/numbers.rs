//! Rectangles and boxes of numbers as text, whatever separates the rows and the numbers.

use core::fmt;

use crate::notation::cell_numbers::{CellNumbers, SecondBlank};
use crate::notation::excerpt::Excerpt;
use crate::notation::shape::{ParseShapeError, SIDE_SEPARATORS};
use crate::notation::tokens::{BYTE_ORDER_MARK, Token, Tokens};
use crate::shape::{MAX_CELLS, Place, Shape, ShapeError};
use crate::validate::BoardError;

/// The numbers of a text and how they are arranged.
pub(crate) struct Numbers {
    pub(crate) cells: CellNumbers,
    pub(crate) arranged: Arranged,
}

/// How the numbers of a text are arranged.
#[derive(Clone, Copy)]
pub(crate) enum Arranged {
    /// In one bare row: the cells of some shape in reading order.
    Row,
    /// In rows, or with a shape in front. There are as many numbers as cells.
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
    /// Whether other programs, which put the width first, could mean another shape.
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
            let is_square = shape.rows() == shape.cols();
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
    /// Whether the text says where rows end.
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

/// What stood between two numbers.
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

/// Errors while reading a board.
///
/// ```
/// use npuzzle::Board;
/// let error = "1 2 9 4/5 6 7 8/9 10 11 12/13 14 15 0".parse::<Board<4>>().unwrap_err();
/// assert_eq!(error.to_string(), "row 3: tile 9 appears twice");
/// let error = "1 2/3 z".parse::<Board<2>>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unexpected 'z' at byte 6; expected numbers separated by spaces or commas, in rows that \
///      end with '/', ';' or a new line, or lists such as [[1,2],[3,0]]"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// There are no tiles.
    Empty,
    /// A character that is not part of rows of numbers, or a comma that does not follow a number.
    Character {
        /// Where it stands, counted in bytes from 0.
        byte: usize,
        /// The character.
        character: char,
    },
    /// A character that is not part of nested lists of numbers.
    InList {
        /// Where it stands, counted in bytes from 0.
        byte: usize,
        /// The character.
        character: char,
    },
    /// A bracket is not closed.
    Unclosed {
        /// Where it stands, counted in bytes from 0.
        byte: usize,
    },
    /// A row without tiles.
    EmptyRow {
        /// Where it ends, counted in bytes from 0.
        byte: usize,
    },
    /// A row is longer or shorter than the first.
    RowLength {
        /// The layer, counted from 0.
        layer: usize,
        /// The row in its layer, counted from 0.
        row: usize,
        /// The tiles of the first row.
        expected: usize,
        /// The tiles of this row.
        found: usize,
    },
    /// A layer has more or fewer rows than the first.
    LayerLength {
        /// The layer, counted from 0.
        layer: usize,
        /// The rows of the first layer.
        expected: usize,
        /// The rows of this layer.
        found: usize,
    },
    /// There are more than [`MAX_CELLS`] numbers.
    TooMany {
        /// Where the first number too many stands, counted in bytes from 0.
        byte: usize,
    },
    /// The rows don't make the shape in front of them.
    Contradiction {
        /// The shape in front.
        stated: Shape,
        /// The shape of the rows.
        found: Shape,
    },
    /// Two different sides stand in front of a list separated by commas. Here that would be rows x
    /// columns, but Simon Tatham's Fifteen and other programs write width x height.
    Ambiguous(Shape),
    /// A second blank beside a word that stands for the blank, one of `X x O o _ .`.
    SecondBlank {
        /// The byte of the second one, counted in bytes from 0.
        byte: usize,
        /// Its character; `0` is one of them.
        character: char,
    },
    /// Numbers in a bare row that are neither a square nor the tiles of a single row.
    NoSquare {
        /// The number of numbers.
        numbers: usize,
    },
    /// A number that is larger than [`BoardError::OutOfRange`] can hold.
    OutOfRange {
        /// The number, as it was typed.
        number: Excerpt,
        /// The place of the number.
        at: Place,
        /// The shape of the board; its tiles are below the number of its cells.
        shape: Shape,
    },
    /// The numbers are not a board, or are one of another shape.
    Board(BoardError),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there are no tiles"),
            Self::Character { byte, character } => {
                write!(
                    f,
                    "unexpected {character:?} at byte {byte}; expected numbers separated by spaces \
                     or commas, in rows that end with '/', ';' or a new line, \
                     or lists such as [[1,2],[3,0]]"
                )
            }
            Self::InList { byte, character } => {
                write!(
                    f,
                    "unexpected {character:?} at byte {byte}; expected rows such as [[1,2],[3,0]]"
                )
            }
            Self::Unclosed { byte } => write!(f, "the '[' at byte {byte} is not closed"),
            Self::EmptyRow { byte } => write!(f, "byte {byte}: a row without tiles"),
            Self::RowLength {
                layer,
                row,
                expected,
                found,
            } => {
                if *layer > 0 {
                    write!(f, "layer {}, ", layer + 1)?;
                }
                let (row, s) = (row + 1, plural(*found));
                write!(
                    f,
                    "row {row}: {found} tile{s}, but the first row has {expected}"
                )
            }
            Self::LayerLength {
                layer,
                expected,
                found,
            } => {
                let (layer, s) = (layer + 1, plural(*found));
                write!(
                    f,
                    "layer {layer}: {found} row{s}, but the first layer has {expected}"
                )
            }
            Self::TooMany { byte } => {
                write!(f, "byte {byte}: a board has at most {MAX_CELLS} tiles")
            }
            Self::Contradiction { stated, found } => {
                write!(
                    f,
                    "the shape in front is {stated}, but the rows make {found}"
                )
            }
            Self::Ambiguous(shape) => {
                let (rows, cols) = (shape.rows(), shape.cols());
                write!(
                    f,
                    "{rows}x{cols} may mean {rows} rows or {rows} columns; separate the rows by '/'"
                )
            }
            Self::SecondBlank { byte, character } => {
                write!(
                    f,
                    "byte {byte}: {character:?} is a second blank; \
                     a board has one, written as 0 or one of X, x, O, o, _ and ."
                )
            }
            Self::NoSquare { numbers } => {
                let largest = numbers - 1;
                write!(
                    f,
                    "{numbers} numbers are no square, nor a row of the tiles 0 to {largest}; \
                     end the rows with '/', or put the shape in front, as in 2x3: 1 2 3 4 5 0"
                )
            }
            Self::OutOfRange { number, at, shape } => {
                let (at, largest) = (shape.named(*at), shape.cells() - 1);
                write!(f, "{at:#}: tile {number} is not one of 0 to {largest}")
            }
            Self::Board(error) => error.fmt(f),
        }
    }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl core::error::Error for ParseBoardError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Board(error) => error.source(),
            _ => None,
        }
    }
}

impl From<BoardError> for ParseBoardError {
    fn from(error: BoardError) -> Self {
        Self::Board(error)
    }
}

impl From<ShapeError> for ParseBoardError {
    fn from(error: ShapeError) -> Self {
        Self::Board(BoardError::Shape(error))
    }
}
