//! Moves as text: `RRDLU` or `R2DLU`, and as other programs write them.

use alloc::string::{String, ToString};
use core::fmt::{self, Write as _};
use core::str::FromStr;

use crate::direction::Direction;
use crate::messages::messages;
use crate::moves::Moves;
use crate::notation::convention::Notation;
use crate::notation::options::ParseOptionError;
use crate::shape::MAX_CELLS;

/// The moves that any text may mean, however short it is.
const ALWAYS_READ: u64 = 1 << 24;

/// Beyond that, the moves that each byte of a text may mean: more than those of any solution, whose
/// runs are short.
const MOVES_PER_BYTE: u64 = 64;

/// Returns the direction of a letter, in capitals or not, or of an arrow.
fn sign(character: char) -> Option<Direction> {
    let of_arrow = |direction: &Direction| direction.arrow() == character;
    Direction::from_letter(character.to_ascii_uppercase())
        .or_else(|| Direction::ALL.into_iter().find(of_arrow))
}

impl FromStr for Direction {
    type Err = ParseOptionError;

    /// Reads a letter, `U D L R F B`, in capitals or not, or an arrow.
    fn from_str(text: &str) -> Result<Self, ParseOptionError> {
        let mut signs = text.chars();
        let only = signs.next().filter(|_| signs.next().is_none());
        let expected = "a direction is U, D, L, R, F or B, or its arrow";
        only.and_then(sign).ok_or(ParseOptionError(expected))
    }
}

impl FromStr for Moves {
    type Err = ParseMovesError;

    /// Reads moves of tiles: [`Moves::parse_as`] with [`Notation::Tile`].
    fn from_str(text: &str) -> Result<Self, ParseMovesError> {
        Self::parse_as(text, Notation::Tile)
    }
}

impl Moves {
    /// Reads moves of tiles or of the blank, as the notation says.
    ///
    /// A move is a letter (`U D L R F B`, or in lower case) or an arrow (`↑ ↓ ← →`, and in a box `↙`
    /// for `F` and `↗` for `B`), with an optional number of repetitions behind it: `R2`. White space
    /// and commas between moves are ignored.
    ///
    /// # Errors
    /// [`ParseMovesError`] names the byte at fault. A text may mean 16,777,216 (2^24) moves, or 64
    /// moves for each of its bytes if that is more; a longer one is refused before memory is taken.
    /// A run is at most 65,535 moves long, as on the longest board.
    ///
    /// # Examples
    /// The tiles of this board are at home, but for tile 3 on the right of the blank and tile 6
    /// below it. The blank moves right and down; tile 3 moves left, then tile 6 moves up.
    /// ```
    /// use npuzzle::notation::Notation;
    /// use npuzzle::{Board, Moves};
    ///
    /// let mut board: Board<3> = "1 2 3/4 0 5/7 8 6".parse()?;
    /// let moves = Moves::parse_as("RD", Notation::Blank)?;
    /// assert_eq!(moves.to_string(), "LU");
    /// board.play(&moves)?;
    /// assert_eq!(board.to_string(), "1 2 3/4 5 6/7 8 0");
    ///
    /// for text in ["r d", "R,D", "→↓"] {
    ///     assert_eq!(Moves::parse_as(text, Notation::Blank)?, moves);
    /// }
    /// assert_eq!(moves.to_string_as(Notation::Blank), "RD");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn parse_as(text: &str, notation: Notation) -> Result<Self, ParseMovesError> {
        let limit = (text.len() as u64 * MOVES_PER_BYTE).max(ALWAYS_READ);
        let (mut moves, mut next) = (Self::new(), 0);
        while let Some(character) = text[next..].chars().next() {
            let byte = next;
            next += character.len_utf8();
            let Some(direction) = sign(character) else {
                if character.is_whitespace() || character == ',' {
                    continue;
                }
                return Err(ParseMovesError::Character { byte, character });
            };
            let rest = &text[next..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let count = match rest[..digits].parse() {
                _ if digits == 0 => 1,
                Ok(count @ 1..MAX_CELLS) => count,
                _ => return Err(ParseMovesError::Count { byte: next }),
            };
            next += digits;
            if (moves.len() + count) as u64 > limit {
                return Err(ParseMovesError::TooMany { byte, limit });
            }
            moves.extend(core::iter::repeat_n(notation.convert(direction), count));
        }
        Ok(moves)
    }

    /// Returns the moves as text in a notation. [`Moves::parse_as`] reads it in the same notation.
    ///
    /// ```
    /// use npuzzle::notation::Notation;
    /// use npuzzle::Moves;
    /// let moves: Moves = "RRDLU".parse()?;
    /// assert_eq!(moves.to_string_as(Notation::Tile), "RRDLU");
    /// assert_eq!(moves.to_string_as(Notation::Blank), "LLURD");
    /// assert_eq!(moves.to_string_as(Notation::Arrows), "→→↓←↑");
    /// # Ok::<_, npuzzle::notation::ParseMovesError>(())
    /// ```
    #[must_use]
    pub fn to_string_as(&self, notation: Notation) -> String {
        self.display_as(notation).to_string()
    }

    /// Returns a value that prints the moves in a notation: `{}` move by move, `{:#}` in runs.
    ///
    /// ```
    /// use npuzzle::notation::Notation;
    /// use npuzzle::Moves;
    /// let moves: Moves = "RRDLU".parse()?;
    /// assert_eq!(format!("{:#}", moves.display_as(Notation::Blank)), "L2URD");
    /// # Ok::<_, npuzzle::notation::ParseMovesError>(())
    /// ```
    #[must_use]
    pub const fn display_as(&self, notation: Notation) -> impl fmt::Display + '_ {
        Written {
            moves: self,
            notation,
        }
    }
}

/// Moves in a notation.
struct Written<'a> {
    moves: &'a Moves,
    notation: Notation,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |direction| self.notation.sign(direction);
        if !f.alternate() {
            let mut signs = self.moves.iter().map(sign);
            return signs.try_for_each(|sign| f.write_char(sign));
        }
        self.moves.runs().try_for_each(|(direction, mut length)| {
            let sign = sign(direction);
            // No board allows a longer run, so it would not be read again.
            while length >= MAX_CELLS {
                write!(f, "{sign}{}", MAX_CELLS - 1)?;
                length -= MAX_CELLS - 1;
            }
            match length {
                1 => f.write_char(sign),
                _ => write!(f, "{sign}{length}"),
            }
        })
    }
}

/// Prints letters, `RRDLU`; `{:#}` prints runs, `R2DLU`. Both can be parsed again. Other notations
/// are printed by [`Moves::to_string_as`].
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display_as(Notation::Tile).fmt(f)
    }
}

/// Errors while reading moves.
///
/// ```
/// use npuzzle::Moves;
/// let error = "RDX".parse::<Moves>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unexpected 'X' at byte 2; expected one of U, D, L, R, F, B or an arrow, each with an \
///      optional number: R2"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMovesError {
    /// A character that is neither part of a move nor a separator that may stand there.
    Character {
        /// Its place, counted in bytes from 0.
        byte: usize,
        /// The character.
        character: char,
    },
    /// A run of 0 tiles, or one longer than any board.
    Count {
        /// The byte of its number, counted in bytes from 0.
        byte: usize,
    },
    /// There are more moves than a text of this length may mean.
    TooMany {
        /// The place of the letter whose moves are too many, counted in bytes from 0.
        byte: usize,
        /// The largest number of moves.
        limit: u64,
    },
}

messages! { ParseMovesError;
    Self::Character { byte, character } => "unexpected {character:?} at byte {byte}; \
        expected one of U, D, L, R, F, B or an arrow, each with an optional number: R2";
    Self::Count { byte } => "byte {byte}: a run has 1 to {} tiles", MAX_CELLS - 1;
    Self::TooMany { byte, limit } =>
        "byte {byte}: more than {limit} moves, too many for so short a text";
}
