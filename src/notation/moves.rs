//! Moves as text: `RRDLU` or `R2DLU`, and as other programs write them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::moves::Moves;
use crate::notation::grid::without_comments;
use crate::notation::options::named;
use crate::parse_error::{ParseError, ParseErrorKind as Kind};
use crate::puzzle::Puzzle;
use crate::shape::MAX_CELLS;

/// The meaning of the letters in a text of moves: the way the tile moves, or the way the blank
/// moves.
///
/// Programs differ. In this crate `R` moves a tile to the right. For many solvers `R` moves the
/// blank to the right, so a tile moves to the left. No text tells which of the two is meant: played
/// by the wrong one, its first move is often illegal, or it ends at another board. A notation is
/// printed as its name and read from it.
///
/// # Examples
/// ```
/// use npuzzle::notation::Notation;
/// use npuzzle::{Board, Moves};
///
/// // Tile 3 moves left into the blank, so the blank moves right.
/// let board: Board<2> = "1 2/0 3".parse()?;
/// let moves = Moves::parse_as("R", Notation::Blank)?;
/// assert_eq!(moves.to_string(), "L");
/// assert!(board.clone().play(&moves).is_ok());
/// assert!(board.clone().play(&Moves::parse_as("R", Notation::Tile)?).is_err());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// Letters for the way the tile moves, `RRDLU`, as everywhere in this crate.
    #[default]
    Tile,
    /// Letters for the way the blank moves: the opposite ones, `LLURD`.
    Blank,
    /// Arrows for the way the tile moves, `→→↓←↑`. It is read as [`Notation::Tile`] is.
    Arrows,
}

impl Notation {
    /// Returns the way a tile moves, given the way that is written, and the other way round.
    pub(crate) const fn convert(self, direction: Direction) -> Direction {
        match self {
            Self::Blank => direction.opposite(),
            Self::Tile | Self::Arrows => direction,
        }
    }

    /// Returns the sign that is printed for a move of a tile.
    pub(crate) const fn sign(self, direction: Direction) -> char {
        match self {
            Self::Arrows => direction.arrow(),
            Self::Tile | Self::Blank => self.convert(direction).letter(),
        }
    }
}

named!(
    Notation,
    "a notation of moves is tile, blank or arrows";
    Tile => "tile",
    Blank => "blank",
    Arrows => "arrows"
);

/// The moves that any text may mean, however short it is.
const ALWAYS_READ: u64 = 1 << 24;

/// Beyond that, the moves that each byte of a text may mean: more than those of any solution, whose
/// runs are short.
const MOVES_PER_BYTE: u64 = 64;

/// The name of each direction, and its signs: its letter, its arrow, and those of other programs.
const SIGNS: [(&str, &str); 6] = [
    ("up", "Uu↑￪^"),
    ("down", "Dd↓￬v"),
    ("left", "Ll←￩<"),
    ("right", "Rr→￫>"),
    ("front", "Ff↙"),
    ("back", "Bb↗"),
];

const EXPECTED: &str = "one of U, D, L, R, F, B or an arrow, each with an optional number: R2; \
    the numbers of tiles are read together with their board";

/// Returns the direction that stands in front of a text, by its name or a sign, and its bytes.
fn direction(text: &str) -> Option<(Direction, usize)> {
    let sign = text.chars().next()?;
    let nth = SIGNS.iter().position(|(_, signs)| signs.contains(sign))?;
    let (name, _) = SIGNS[nth];
    let is_name = text
        .split_at_checked(name.len())
        .is_some_and(|(word, rest)| {
            let ends = !rest.starts_with(|it: char| it.is_ascii_alphabetic());
            ends && word.eq_ignore_ascii_case(name)
        });
    let length = if is_name { name.len() } else { sign.len_utf8() };
    Some((Direction::ALL[nth], length))
}

/// Returns the bytes of the digits in front of a text.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

impl FromStr for Direction {
    type Err = ParseError;

    /// Reads a letter, `U D L R F B`, in capitals or not, an arrow, or a name such as `up`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "a direction is U, D, L, R, F or B, its arrow or its name";
        match direction(text) {
            Some((direction, length)) if length == text.len() => Ok(direction),
            _ => Err(ParseError::name(text, expected)),
        }
    }
}

impl FromStr for Moves {
    type Err = ParseError;

    /// Reads moves of tiles: [`Moves::parse_as`] with [`Notation::Tile`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse_as(text, Notation::Tile)
    }
}

impl Moves {
    /// Reads moves of tiles or of the blank, as the notation says.
    ///
    /// A move is a letter (`U D L R F B`, or in lower case), an arrow (`↑ ↓ ← →`, `^ v < >`, and in
    /// a box `↙` for `F` and `↗` for `B`) or a name such as `up`, with an optional number of
    /// repetitions behind it: `R2`. Parentheses group moves, and may be repeated: `(RU)3`. White
    /// space and commas between moves are ignored; `#` and `//` begin comments. The number of moves
    /// may stand in a line in front of them, and is checked.
    ///
    /// # Errors
    /// [`ParseError`] names the sign and the byte at fault. A text may mean 16,777,216 (2^24) moves,
    /// or 64 moves for each of its bytes if that is more; a longer one is refused before memory is
    /// taken. A run is at most 65,535 moves long, as on the longest board.
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
    /// for text in ["r d", "R,D", "→↓", "(RD) # two moves"] {
    ///     assert_eq!(Moves::parse_as(text, Notation::Blank)?, moves);
    /// }
    /// assert_eq!(moves.to_string_as(Notation::Blank), "RD");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn parse_as(text: &str, notation: Notation) -> Result<Self, ParseError> {
        let limit = (text.len() as u64 * MOVES_PER_BYTE).max(ALWAYS_READ);
        let fault = |kind, byte, message: &str| {
            let message = format!("byte {byte}: {message}");
            Err(ParseError::new(kind, text, byte, message))
        };
        let plain = without_comments(text, &["#", "//"]);
        let (mut moves, mut groups) = (Self::new(), Vec::new());
        let begin = plain.len() - plain.trim_start().len();
        let line = plain[begin..].lines().next().unwrap_or_default();
        let has_more = begin + line.len() < plain.trim_end().len();
        let stated: Option<usize> = line.trim_end().parse().ok().filter(|_| has_more);
        let mut next = stated.map_or(0, |_| begin + line.len());
        while let Some(character) = plain[next..].chars().next() {
            let byte = next;
            next += character.len_utf8();
            let begin = match character {
                '(' => {
                    groups.push((byte, moves.len()));
                    continue;
                }
                ')' => match groups.pop() {
                    Some((_, begin)) => begin,
                    None => return fault(Kind::Sign, byte, "no '(' stands before this ')'"),
                },
                _ if character.is_whitespace() || character == ',' => continue,
                _ => {
                    let Some((direction, length)) = direction(&plain[byte..]) else {
                        return Err(ParseError::sign(text, byte, EXPECTED));
                    };
                    next = byte + length;
                    moves.push(notation.convert(direction));
                    moves.len() - 1
                }
            };
            let length = digits(&plain[next..]);
            let times: usize = match plain[next..next + length].parse() {
                _ if length == 0 => 1,
                Ok(count @ 1..MAX_CELLS) => count,
                _ => {
                    let message = format!("a run has 1 to {} tiles", MAX_CELLS - 1);
                    return fault(Kind::Number, next, &message);
                }
            };
            next += length;
            let more = (moves.len() - begin) as u64 * (times as u64 - 1);
            if moves.len() as u64 + more > limit {
                let message = format!("more than {limit} moves, too many for so short a text");
                return fault(Kind::TooLong, byte, &message);
            }
            for nth in begin..begin + more as usize {
                moves.push(moves[nth]);
            }
        }
        if let Some((byte, _)) = groups.pop() {
            return fault(Kind::Sign, byte, "this '(' is not closed");
        }
        match stated {
            Some(stated) if stated != moves.len() && stated != moves.multi_tile_len() => {
                let message = format!(
                    "the first line says {stated} moves, but {} follow",
                    moves.len()
                );
                fault(Kind::Number, 0, &message)
            }
            _ => Ok(moves),
        }
    }

    /// Reads moves of a board's tiles: all that [`parse_as`](Self::parse_as) reads, and the numbers of
    /// the tiles that move, each next to the blank: `9 5 3 8`, or with the way that they move,
    /// `9R-5D-3L`.
    ///
    /// # Errors
    /// [`ParseError`] as for [`parse_as`](Self::parse_as), and if a tile is not next to the blank or
    /// would move another way.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Moves};
    /// let board: Board<3> = "1 2 3/4 0 5/7 8 6".parse()?;
    /// for text in ["5 6", "5L-6U", "LU"] {
    ///     assert_eq!(Moves::parse_on(&board, text)?.to_string(), "LU");
    /// }
    /// let error = Moves::parse_on(&board, "5 8").unwrap_err();
    /// assert_eq!(error.to_string(), "byte 2: tile 8 is not next to the blank in move 2");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    pub fn parse_on(board: &impl Puzzle, text: &str) -> Result<Self, ParseError> {
        let plain = without_comments(text, &["#", "//"]);
        let ends_word = |it: char| it.is_whitespace() || it == ',' || it == '-';
        let words = || plain.split(ends_word).filter(|word| !word.is_empty());
        if words().next().is_none() || words().any(|word| digits(word) == 0) {
            return Self::parse_as(text, Notation::Tile);
        }
        let (mut moves, shape) = (Self::new(), board.shape());
        let tiles = board.tiles().iter().copied();
        let mut board = DynBoard::from_permutation(shape, tiles.collect());
        for word in words() {
            let (tile, sign) = word.split_at(digits(word));
            let moving = |direction: &Direction| {
                let cell = shape.neighbour(board.blank(), direction.opposite());
                cell.is_some_and(|cell| tile.parse() == Ok(board.tiles()[cell]))
            };
            let direction = Direction::ALL.into_iter().find(moving);
            let message = match direction {
                Some(direction) if sign.is_empty() || sign.parse() == Ok(direction) => {
                    let slid = board.slide(direction);
                    debug_assert!(slid.is_ok(), "the tile is next to the blank");
                    moves.push(direction);
                    continue;
                }
                Some(direction) => format!("tile {tile} can only move {direction}, not {sign}"),
                None => format!("tile {tile} is not next to the blank"),
            };
            let (byte, nth) = (
                word.as_ptr() as usize - plain.as_ptr() as usize,
                moves.len() + 1,
            );
            let message = format!("byte {byte}: {message} in move {nth}");
            return Err(ParseError::new(Kind::Move, text, byte, message));
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
    /// # Ok::<_, npuzzle::ParseError>(())
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
    /// # Ok::<_, npuzzle::ParseError>(())
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
