//! Moves as text: `RRDLU` or `R2DLU`.

use core::fmt;
use core::str::FromStr;

use crate::direction::Direction;
use crate::moves::Moves;
use crate::shape::MAX_CELLS;

impl FromStr for Moves {
    type Err = ParseMovesError;

    /// Reads letters, each with an optional number of repetitions; white space is passed over.
    fn from_str(text: &str) -> Result<Self, ParseMovesError> {
        let mut moves = Self::new();
        let mut chars = text.char_indices().peekable();
        while let Some((byte, character)) = chars.next() {
            if character.is_whitespace() {
                continue;
            }
            let Some(direction) = Direction::from_letter(character) else {
                return Err(ParseMovesError::Character { byte, character });
            };
            let mut count = None;
            while let Some(digit) = chars.peek().and_then(|(_, digit)| digit.to_digit(10)) {
                count = Some(count.unwrap_or(0).min(MAX_CELLS) * 10 + digit as usize);
                chars.next();
            }
            let count = count.unwrap_or(1);
            if count == 0 || count >= MAX_CELLS {
                return Err(ParseMovesError::Count { byte });
            }
            moves.extend(core::iter::repeat_n(direction, count));
        }
        Ok(moves)
    }
}

/// Prints letters, `RRDLU`; `{:#}` prints runs, `R2DLU`. Both can be parsed again.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return self.iter().try_for_each(|direction| direction.fmt(f));
        }
        self.runs().try_for_each(|(direction, length)| {
            fmt::Write::write_char(f, direction.letter())?;
            if length > 1 {
                write!(f, "{length}")
            } else {
                Ok(())
            }
        })
    }
}

/// Text that is no sequence of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMovesError {
    /// A character that is none of the letters `U D L R F B`.
    Character {
        /// Where it stands, counted in bytes from 0.
        byte: usize,
        /// The character.
        character: char,
    },
    /// A run of 0 tiles, or one longer than any board.
    Count {
        /// Where its letter stands, counted in bytes from 0.
        byte: usize,
    },
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { byte, character } => {
                write!(f, "byte {byte}: {character:?} is none of U, D, L, R, F, B")
            }
            Self::Count { byte } => {
                write!(f, "byte {byte}: a run has 1 to {} tiles", MAX_CELLS - 1)
            }
        }
    }
}

impl core::error::Error for ParseMovesError {}
