//! Moves as text: `RRDLU` or `R2DLU`.

use core::fmt;
use core::iter::Peekable;
use core::str::{CharIndices, FromStr};

use crate::direction::Direction;
use crate::moves::Moves;
use crate::shape::MAX_CELLS;

/// The moves that any text may mean, however short it is: 16 MiB of them.
pub(crate) const ALWAYS_READ: u64 = 1 << 24;

/// Beyond that, the moves that each byte of a text may mean.
///
/// Solutions consist mostly of short runs: even the longest, of hundreds of millions of moves, mean
/// far fewer.
pub(crate) const MOVES_PER_BYTE: u64 = 64;

/// Returns the number of moves that `bytes` bytes of text may mean.
pub(crate) const fn limit(bytes: u64) -> u64 {
    let paid = bytes.saturating_mul(MOVES_PER_BYTE);
    if paid > ALWAYS_READ {
        paid
    } else {
        ALWAYS_READ
    }
}

/// The runs of a text, one by one, nothing being written out.
struct Runs<'a> {
    chars: Peekable<CharIndices<'a>>,
}

impl<'a> Runs<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            chars: text.char_indices().peekable(),
        }
    }

    /// Reads a letter and its count, and tells at which byte the letter stands.
    fn read(&mut self) -> Result<Option<(usize, Direction, usize)>, ParseMovesError> {
        let chars = &mut self.chars;
        let Some((byte, letter)) = chars.find(|(_, character)| !character.is_whitespace()) else {
            return Ok(None);
        };
        let Some(direction) = Direction::from_letter(letter) else {
            let character = letter;
            return Err(ParseMovesError::Character { byte, character });
        };
        let mut count = None;
        while let Some(digit) = chars.peek().and_then(|(_, digit)| digit.to_digit(10)) {
            count = Some(count.unwrap_or(0).min(MAX_CELLS) * 10 + digit as usize);
            chars.next();
        }
        match count.unwrap_or(1) {
            count @ 1..MAX_CELLS => Ok(Some((byte, direction, count))),
            _ => Err(ParseMovesError::Count { byte }),
        }
    }
}

/// Checks a text and returns the number of its moves, which is at most `limit`.
pub(crate) fn count(text: &str, limit: u64) -> Result<u64, ParseMovesError> {
    let mut runs = Runs::of(text);
    let mut moves = 0;
    while let Some((byte, _, count)) = runs.read()? {
        moves += count as u64;
        if moves > limit {
            return Err(ParseMovesError::TooMany { byte, limit });
        }
    }
    Ok(moves)
}

/// Appends the moves of a text, after a check that there is room for `count` more.
pub(crate) fn read_into(moves: &mut Moves, text: &str, count: u64) -> Result<(), ParseMovesError> {
    let room = usize::try_from(count).unwrap_or(usize::MAX);
    moves
        .try_reserve(room)
        .map_err(|_| ParseMovesError::OutOfMemory { moves: count })?;
    let mut runs = Runs::of(text);
    while let Some((_, direction, count)) = runs.read()? {
        moves.extend(core::iter::repeat_n(direction, count));
    }
    Ok(())
}

impl FromStr for Moves {
    type Err = ParseMovesError;

    /// Reads letters, each with an optional number of repetitions; white space is ignored.
    ///
    /// A text may mean 16,777,216 (2^24) moves, or 64 moves for each of its bytes if that is more;
    /// a longer one is refused before memory is taken. A run is at most 65,535 moves long, as on
    /// the longest board.
    fn from_str(text: &str) -> Result<Self, ParseMovesError> {
        let mut moves = Self::new();
        let count = count(text, limit(text.len() as u64))?;
        read_into(&mut moves, text, count)?;
        Ok(moves)
    }
}

/// Prints letters, `RRDLU`; `{:#}` prints runs, `R2DLU`. Both can be parsed again.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return self.iter().try_for_each(|direction| direction.fmt(f));
        }
        self.runs().try_for_each(|(direction, mut length)| {
            // No board allows a longer run, so it would not be read again.
            while length >= MAX_CELLS {
                write!(f, "{direction}{}", MAX_CELLS - 1)?;
                length -= MAX_CELLS - 1;
            }
            match length {
                1 => write!(f, "{direction}"),
                _ => write!(f, "{direction}{length}"),
            }
        })
    }
}

/// Why a text is not a sequence of moves.
///
/// ```
/// use npuzzle::Moves;
/// let error = "RDX".parse::<Moves>().unwrap_err();
/// assert_eq!(error.to_string(), "unexpected 'X' at byte 2; expected one of U, D, L, R, F, B");
/// ```
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
    /// There are more moves than a text of this length may mean.
    TooMany {
        /// Where the letter stands whose moves are too many, counted in bytes from 0.
        byte: usize,
        /// The largest number of moves.
        limit: u64,
    },
    /// There is no memory for the moves.
    OutOfMemory {
        /// The number of moves, a byte each.
        moves: u64,
    },
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { byte, character } => {
                write!(
                    f,
                    "unexpected {character:?} at byte {byte}; expected one of U, D, L, R, F, B"
                )
            }
            Self::Count { byte } => {
                write!(f, "byte {byte}: a run has 1 to {} tiles", MAX_CELLS - 1)
            }
            Self::TooMany { byte, limit } => {
                write!(
                    f,
                    "byte {byte}: more than {limit} moves, too many for so short a text"
                )
            }
            Self::OutOfMemory { moves } => write!(f, "no memory for {moves} moves"),
        }
    }
}

impl core::error::Error for ParseMovesError {}
