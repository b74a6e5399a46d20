//! The error of parsing boards, moves, goals, shapes, options and stored searches.

use crate::shape::BoardError;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;

/// The most characters of an excerpt.
const EXCERPT: usize = 24;

/// The error for a text that can't be read: the kind of fault, its place, and the text found there.
///
/// The message names the row of a tile, or the byte. If the numbers are no board, the source is the
/// [`BoardError`], the only cause that `{:#}` prints.
///
/// ```
/// use npuzzle::notation::read_board;
/// use npuzzle::{Board, ParseErrorKind};
/// let error = read_board("1 2\n3 z").unwrap_err();
/// assert_eq!(error.kind(), ParseErrorKind::Sign);
/// assert_eq!((error.line(), error.byte(), error.excerpt()), (2, 6, "z"));
/// assert!(error.to_string().starts_with("unexpected 'z' at byte 6; expected numbers"));
/// let error = "1 2 9 4/5 6 7 8/9 10 11 12/13 14 15 0".parse::<Board<4>>().unwrap_err();
/// assert_eq!(error.to_string(), r#"not a board, at byte 16 ("9")"#);
/// assert_eq!(format!("{error:#}"), "row 3: tile 9 appears twice");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(Box<Fault>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    kind: ParseErrorKind,
    line: usize,
    byte: usize,
    excerpt: String,
    /// The text after the message of a [`BoardError`].
    message: String,
}

/// The kinds of faults of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is empty.
    Empty,
    /// An unexpected character or word.
    Sign,
    /// A number that is too large or too small.
    Number,
    /// Rows or layers that are empty or differ in length, or a list without rows.
    Rows,
    /// An impossible shape, or not the shape of the rows.
    Shape,
    /// The text has more than one reading.
    Ambiguous,
    /// Numbers that are no board, or one of another shape.
    Board(BoardError),
    /// A move that the board doesn't allow.
    Move,
    /// A text that means too many moves.
    TooLong,
    /// Not the name of a value of an option.
    Name,
    /// Not a stored search, or one in an impossible state.
    Search,
}

impl ParseError {
    /// Makes the error of a fault at a byte of a text.
    pub(crate) fn new(
        kind: ParseErrorKind,
        text: &str,
        byte: usize,
        message: impl fmt::Display,
    ) -> Self {
        let (before, after) = text.split_at_checked(byte).unwrap_or((text, ""));
        let word = after.split_whitespace().next().unwrap_or_default();
        Self(Box::new(Fault {
            kind,
            line: 1 + before.matches('\n').count(),
            byte,
            excerpt: word.chars().take(EXCERPT).collect(),
            message: message.to_string(),
        }))
    }

    /// Makes the error of a text that is not one of the expected names.
    pub(crate) fn name(text: &str, expected: &'static str) -> Self {
        Self::new(ParseErrorKind::Name, text, 0, expected)
    }

    /// Makes the error of an unexpected character.
    pub(crate) fn sign(text: &str, byte: usize, expected: &str) -> Self {
        let sign = text.get(byte..).and_then(|rest| rest.chars().next());
        let sign = sign.unwrap_or_default();
        let message = alloc::format!("unexpected {sign:?} at byte {byte}; expected {expected}");
        Self::new(ParseErrorKind::Sign, text, byte, message)
    }

    /// Returns the kind of the fault.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        self.0.kind
    }

    /// Returns the line at fault, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// Returns the byte of the whole text at which the fault begins, counted from 0.
    #[must_use]
    pub fn byte(&self) -> usize {
        self.0.byte
    }

    /// Returns the word at the fault, or its first 24 characters.
    #[must_use]
    pub fn excerpt(&self) -> &str {
        &self.0.excerpt
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (byte, excerpt) = (self.0.byte, &self.0.excerpt);
        match self.0.kind {
            ParseErrorKind::Board(cause) if f.alternate() => cause.fmt(f)?,
            ParseErrorKind::Board(_) => write!(f, "not a board, at byte {byte} ({excerpt:?})")?,
            _ => {}
        }
        f.write_str(&self.0.message)
    }
}

impl Error for ParseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.kind {
            ParseErrorKind::Board(cause) => Some(cause),
            _ => None,
        }
    }
}
