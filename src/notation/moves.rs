//! Moves as text: `RRDLU` or `R2DLU`, and as other programs write them.

use alloc::string::{String, ToString};
use core::fmt::{self, Write as _};
use core::str::FromStr;

use crate::direction::Direction;
use crate::messages::messages;
use crate::moves::Moves;
use crate::notation::convention::Notation;
use crate::notation::direction::{NAMES, sign};
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

/// The runs of a text, one by one. No move is stored.
struct Runs<'a> {
    text: &'a str,
    notation: Notation,
    byte: usize,
    /// The bracket around all moves, if there is one, and where it stands.
    bracket: Option<(usize, char)>,
    /// The open quotation mark, if there is one, and where it stands.
    quote: Option<(usize, char)>,
    /// True after a move, which a comma may follow.
    comma_may_follow: bool,
}

/// Signs that mean the inverse of a turn in notations of the Rubik's cube.
const PRIMES: [char; 4] = ['\'', '’', '′', '`'];

impl<'a> Runs<'a> {
    const fn of(text: &'a str, notation: Notation) -> Self {
        Self {
            text,
            notation,
            byte: 0,
            bracket: None,
            quote: None,
            comma_may_follow: false,
        }
    }

    /// Returns the character at the present byte.
    fn peek(&self) -> Option<char> {
        self.text[self.byte..].chars().next()
    }

    /// Returns the next run: its byte, the direction of the tile, and the number of moves.
    fn read(&mut self) -> Result<Option<(usize, Direction, usize)>, ParseMovesError> {
        loop {
            let byte = self.byte;
            let Some(character) = self.peek() else {
                return match self.quote.or(self.bracket) {
                    Some((byte, character)) => Err(ParseMovesError::Unclosed { byte, character }),
                    None => Ok(None),
                };
            };
            if let Some((direction, length)) = self.direction() {
                self.byte += length;
                let count = self.count()?;
                self.comma_may_follow = true;
                if PRIMES.iter().any(|&prime| self.peek() == Some(prime))
                    && self.quote.map(|(_, mark)| mark) != self.peek()
                {
                    let byte = self.byte;
                    return Err(ParseMovesError::Prime { byte });
                }
                return Ok(Some((byte, self.notation.convert(direction), count)));
            }
            self.byte += character.len_utf8();
            self.separator(byte, character)?;
        }
    }

    /// Returns the direction that is written here, and the bytes of its letter, arrow or name.
    fn direction(&self) -> Option<(Direction, usize)> {
        let rest = &self.text[self.byte..];
        // No letter of a direction follows the first letter of a name, so that both can be read.
        let name = NAMES.iter().zip(Direction::ALL).find(|(name, _)| {
            let begin = rest.get(..name.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        });
        if let Some((name, direction)) = name {
            return Some((direction, name.len()));
        }
        let first = rest.chars().next()?;
        sign(first).map(|direction| (direction, first.len_utf8()))
    }

    /// Reads the number behind a letter; without one it is 1.
    fn count(&mut self) -> Result<usize, ParseMovesError> {
        let rest = &self.text[self.byte..];
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Ok(1);
        }
        let byte = self.byte;
        self.byte += length;
        match rest[..length].parse() {
            Ok(count @ 1..MAX_CELLS) => Ok(count),
            _ => Err(ParseMovesError::Count { byte }),
        }
    }

    /// Passes over what is not a move.
    fn separator(&mut self, byte: usize, character: char) -> Result<(), ParseMovesError> {
        match character {
            _ if character.is_whitespace() => {}
            ',' if self.comma_may_follow => self.comma_may_follow = false,
            '[' | '(' if self.text[..byte].trim_start().is_empty() => {
                self.bracket = Some((byte, character));
            }
            ']' | ')' if self.closes(character) => {
                let after = self.text[self.byte..].trim_start();
                self.byte = self.text.len() - after.len();
                if let Some(character) = self.peek() {
                    let byte = self.byte;
                    return Err(ParseMovesError::Character { byte, character });
                }
                self.bracket = None;
            }
            '"' | '\'' => match self.quote {
                Some((_, mark)) if mark == character => {
                    self.quote = None;
                    self.comma_may_follow = true;
                }
                None => self.quote = Some((byte, character)),
                Some(_) => return Err(ParseMovesError::Character { byte, character }),
            },
            _ => return Err(ParseMovesError::Character { byte, character }),
        }
        Ok(())
    }

    /// Returns whether a bracket closes the one around all moves.
    fn closes(&self, character: char) -> bool {
        let opened = self.bracket.map(|(_, bracket)| bracket);
        let pair = (opened, character);
        self.quote.is_none() && matches!(pair, (Some('['), ']') | (Some('('), ')'))
    }
}

/// Checks a text and returns the number of its moves, which is at most `limit`.
fn count(text: &str, notation: Notation, limit: u64) -> Result<u64, ParseMovesError> {
    let mut runs = Runs::of(text, notation);
    let mut moves = 0;
    while let Some((byte, _, count)) = runs.read()? {
        moves += count as u64;
        if moves > limit {
            return Err(ParseMovesError::TooMany { byte, limit });
        }
    }
    Ok(moves)
}

/// Appends the moves of a text to those of others. `bytes` counts the bytes of all of them, which
/// bound the moves of all of them together.
pub(crate) fn append(
    moves: &mut Moves,
    bytes: &mut u64,
    text: &str,
    notation: Notation,
) -> Result<(), ParseMovesError> {
    *bytes += text.len() as u64;
    let left = limit(*bytes).saturating_sub(moves.len() as u64);
    let count = count(text, notation, left).map_err(|error| match error {
        ParseMovesError::TooMany { byte, .. } => {
            let limit = limit(*bytes);
            ParseMovesError::TooMany { byte, limit }
        }
        error => error,
    })?;
    let room = usize::try_from(count).unwrap_or(usize::MAX);
    moves
        .try_reserve(room)
        .map_err(|_| ParseMovesError::OutOfMemory { moves: count })?;
    let mut runs = Runs::of(text, notation);
    while let Some((_, direction, count)) = runs.read()? {
        moves.extend(core::iter::repeat_n(direction, count));
    }
    Ok(())
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
    /// A move is a letter (`U D L R F B`, or in lower case), an arrow (`↑ ↓ ← →`, and in a box `↙`
    /// for `F` and `↗` for `B`) or a name (`up`, `Down`), with an optional number of repetitions
    /// behind it: `R2`. White space between moves is ignored. A comma may follow a move. A pair of
    /// brackets, `[]` or `()`, may stand around all moves, and quotation marks around each, as in
    /// lists of Python or JSON.
    ///
    /// The prime of the Rubik's cube, `R'`, is refused. There it turns a face back; some programs
    /// write it for the opposite move, others for a move that is taken back, and a sliding puzzle
    /// has a letter for both.
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
    /// for text in ["r d", "R,D", "→↓", "right, down", "['R', 'D']"] {
    ///     assert_eq!(Moves::parse_as(text, Notation::Blank)?, moves);
    /// }
    /// assert_eq!(moves.to_string_as(Notation::Blank), "RD");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn parse_as(text: &str, notation: Notation) -> Result<Self, ParseMovesError> {
        let mut moves = Self::new();
        append(&mut moves, &mut 0, text, notation)?;
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
///     "unexpected 'X' at byte 2; expected one of U, D, L, R, F, B, an arrow or a name such as \
///      up, each with an optional number: R2"
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
    /// A prime behind a move, as in notations of the Rubik's cube: `R'`.
    Prime {
        /// The byte of the prime, counted in bytes from 0.
        byte: usize,
    },
    /// A bracket or a quotation mark is not closed.
    Unclosed {
        /// Its byte, counted in bytes from 0.
        byte: usize,
        /// The bracket or the quotation mark.
        character: char,
    },
    /// There are more moves than a text of this length may mean.
    TooMany {
        /// The place of the letter whose moves are too many, counted in bytes from 0.
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

messages! { ParseMovesError;
    Self::Character { byte, character } => "unexpected {character:?} at byte {byte}; \
        expected one of U, D, L, R, F, B, an arrow or a name such as up, each with an optional \
        number: R2";
    Self::Count { byte } => "byte {byte}: a run has 1 to {} tiles", MAX_CELLS - 1;
    Self::Prime { byte } => "byte {byte}: a prime, as in R', is not a move of a sliding puzzle; \
        write the letter of the opposite move";
    Self::Unclosed { byte, character } => "the {character:?} at byte {byte} is not closed";
    Self::TooMany { byte, limit } =>
        "byte {byte}: more than {limit} moves, too many for so short a text";
    Self::OutOfMemory { moves } => "no memory for {moves} moves";
}
