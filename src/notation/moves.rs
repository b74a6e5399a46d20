//! Moves as text: `RRDLU` or `R2DLU`, and as other programs write them.

use alloc::format;
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

/// The meaning of the letters in a text of moves: the direction of the tile or of the blank.
///
/// Programs differ. In this crate `R` moves a tile to the right. For many solvers `R` moves the
/// blank to the right, so a tile moves to the left. The text alone does not distinguish the two:
/// played by the wrong one, its first move is often illegal, or it ends at another board. A
/// notation is printed as its name and read from it.
///
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
    /// Letters for the direction of the tile, `RRDLU`, as everywhere in this crate.
    #[default]
    Tile,
    /// Letters for the direction of the blank: the opposite ones, `LLURD`.
    Blank,
    /// Arrows for the direction of the tile, `→→↓←↑`. Read as [`Notation::Tile`].
    Arrows,
}

impl Notation {
    /// Converts between the written direction and that of the tile.
    pub(crate) const fn convert(self, direction: Direction) -> Direction {
        match self {
            Self::Blank => direction.opposite(),
            Self::Tile | Self::Arrows => direction,
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

/// The moves that any text may mean.
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

const PRINTED: &str = "U, D, L, R, F and B, each with an optional number: R2 (notation::read_moves reads other forms)";

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

    /// Reads what is printed: the letters `U D L R F B`, each with an optional number, and spaces or
    /// commas between them. Other forms are read by [`read_moves`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_printed = |it: char| it.is_ascii_digit() || "UDLRFB ,".contains(it);
        match text.trim_end().find(|it| !is_printed(it)) {
            Some(at) => Err(ParseError::sign(text, at, PRINTED)),
            None => Self::parse_as(text, Notation::Tile),
        }
    }
}

/// Reads moves of tiles in any of the forms in [`notation`](crate::notation), for text that people
/// type or paste: [`Moves::parse_as`] with [`Notation::Tile`].
///
/// # Errors
/// [`ParseError`] names the sign and the byte at fault.
///
/// # Examples
/// ```
/// use npuzzle::{Moves, notation::read_moves};
/// let moves: Moves = "R2DLU".parse()?;
/// for text in ["rrdlu", "→→↓←↑", "R R, D # a comment\nL U", "right, Right, down, left, up"] {
///     assert_eq!(read_moves(text)?, moves);
///     assert!(text.parse::<Moves>().is_err());
/// }
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
pub fn read_moves(text: &str) -> Result<Moves, ParseError> {
    Moves::parse_as(text, Notation::Tile)
}

impl Moves {
    /// Reads moves of tiles or of the blank, as the notation says.
    ///
    /// All forms in [`notation`](crate::notation#moves) are read, but for numbers of tiles. A number
    /// of moves in a line in front of them is checked.
    ///
    /// # Errors
    /// [`ParseError`] names the sign and the byte at fault. A text may mean 16,777,216 (2^24)
    /// moves, or 64 moves for each of its bytes if that is more; a longer one is refused before
    /// memory is taken.
    ///
    /// # Examples
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
    /// assert_eq!(moves.display_as(Notation::Blank).to_string(), "RD");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn parse_as(text: &str, notation: Notation) -> Result<Self, ParseError> {
        let limit = (text.len() as u64 * MOVES_PER_BYTE).max(ALWAYS_READ);
        let fault = |kind, byte, message: &str| {
            let message = format!("byte {byte}: {message}");
            Err(ParseError::new(kind, text, byte, message))
        };
        let plain = without_comments(text, &["#", "//"]);
        if plain.trim().is_empty() && !text.trim().is_empty() {
            return fault(Kind::Empty, 0, "there are no moves, only a comment");
        }
        let mut moves = Self::new();
        let begin = plain.len() - plain.trim_start().len();
        let line = plain[begin..].lines().next().unwrap_or_default();
        let has_more = begin + line.len() < plain.trim_end().len();
        let stated: Option<usize> = line.trim_end().parse().ok().filter(|_| has_more);
        let mut next = stated.map_or(0, |_| begin + line.len());
        while let Some(character) = plain[next..].chars().next() {
            if character.is_whitespace() || ",()".contains(character) {
                next += character.len_utf8();
                continue;
            }
            let Some((direction, length)) = direction(&plain[next..]) else {
                return Err(ParseError::sign(text, next, EXPECTED));
            };
            next += length;
            let length = digits(&plain[next..]);
            let times: u64 = match plain[next..next + length].parse() {
                _ if length == 0 => 1,
                Ok(times @ 1..) => times,
                _ => return fault(Kind::Number, next, "not a number of moves"),
            };
            if times > limit - moves.len() as u64 {
                let message = format!("more than {limit} moves, too many for so short a text");
                return fault(Kind::TooLong, next, &message);
            }
            next += length;
            moves.extend((0..times).map(|_| notation.convert(direction)));
        }
        let count = moves.len();
        match stated {
            Some(stated) if stated != count && stated != moves.multi_tile_len() => {
                let message = format!("the first line says {stated} moves, but {count} follow");
                fault(Kind::Number, begin, &message)
            }
            _ => Ok(moves),
        }
    }

    /// Reads moves of a board's tiles: all that [`parse_as`](Self::parse_as) reads, and the numbers
    /// of the tiles that move, each next to the blank: `9 5 3 8` or `[9, 5, 3, 8]`, or with their
    /// directions, `9R-5D-3L`.
    ///
    /// # Errors
    /// [`ParseError`] as for [`parse_as`](Self::parse_as), and if a tile is not next to the blank
    /// or would move another way.
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
        let ends_word = |it: char| it.is_whitespace() || ",-[]".contains(it);
        let words = || plain.split(ends_word).filter(|word| !word.is_empty());
        if words().next().is_none() || words().any(|word| digits(word) == 0) {
            return Self::parse_as(text, Notation::Tile);
        }
        let (mut moves, shape) = (Self::new(), board.shape());
        let mut board = DynBoard::of(board.view());
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
            let byte = word.as_ptr() as usize - plain.as_ptr() as usize;
            let nth = moves.len() + 1;
            let message = format!("byte {byte}: {message} in move {nth}");
            return Err(ParseError::new(Kind::Move, text, byte, message));
        }
        Ok(moves)
    }

    /// Reads the cells of the tiles that move, which the blank goes to: `6 9` on 3 x 3, counted
    /// from 1 in reading order. A cell further away in line with the blank moves the whole run.
    ///
    /// White space, commas, semicolons, parentheses and brackets separate the numbers; `#` and `//`
    /// begin comments.
    ///
    /// # Errors
    /// [`ParseError`] names the byte and the move at fault: a sign that is no number, or a cell that
    /// is not on the board, not in line with the blank, or the blank's own. The number of moves is
    /// limited as for [`parse_as`](Self::parse_as).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Moves};
    /// let board: Board<3> = "1 2 3/4 0 5/7 8 6".parse()?;
    /// assert_eq!(Moves::parse_cells(&board, "6, 9")?.to_string(), "LU");
    /// let error = Moves::parse_cells(&board, "6 8").unwrap_err();
    /// let message = "byte 2: the tile in row 3, column 2 is not in line with the blank in row 2, \
    ///     column 3 in move 2";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    pub fn parse_cells(board: &impl Puzzle, text: &str) -> Result<Self, ParseError> {
        clicks(board, text, 1)
    }

    /// Reads the coordinates of the tiles that move: row, column and, in a box, layer, each from 1:
    /// `2 3, 3 3`. All else is as for [`parse_cells`](Self::parse_cells).
    ///
    /// # Errors
    /// As [`parse_cells`](Self::parse_cells), and if the last coordinates are not complete.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Moves};
    /// let board: Board<3> = "1 2 3/4 0 5/7 8 6".parse()?;
    /// for text in ["2 3, 3 3", "(2,3) (3,3)", "[[2, 3], [3, 3]]"] {
    ///     assert_eq!(Moves::parse_coordinates(&board, text)?.to_string(), "LU");
    /// }
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    pub fn parse_coordinates(board: &impl Puzzle, text: &str) -> Result<Self, ParseError> {
        let axes = if board.shape().layers() > 1 { 3 } else { 2 };
        clicks(board, text, axes)
    }

    /// Returns a value that prints the moves in a notation: `{}` move by move, `{:#}` in runs.
    /// [`Moves::parse_as`] reads them in the same notation.
    ///
    /// ```
    /// use npuzzle::notation::Notation;
    /// use npuzzle::Moves;
    /// let moves: Moves = "RRDLU".parse()?;
    /// assert_eq!(format!("{:#}", moves.display_as(Notation::Blank)), "L2URD");
    /// assert_eq!(moves.display_as(Notation::Arrows).to_string(), "→→↓←↑");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    #[must_use]
    pub const fn display_as(&self, notation: Notation) -> impl fmt::Display + '_ {
        Written(self, notation)
    }
}

/// Moves in a notation.
struct Written<'a>(&'a Moves, Notation);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(moves, notation) = self;
        for (direction, length) in moves.runs() {
            let sign = match notation {
                Notation::Arrows => direction.arrow(),
                _ => notation.convert(direction).letter(),
            };
            match length {
                2.. if f.alternate() => write!(f, "{sign}{length}")?,
                _ => (0..length).try_for_each(|_| f.write_char(sign))?,
            }
        }
        Ok(())
    }
}

/// Prints letters, `RRDLU`; `{:#}` prints runs, `R2DLU`. Both can be parsed again. Other notations
/// are printed by [`Moves::display_as`].
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display_as(Notation::Tile).fmt(f)
    }
}

/// Reads moves, each of `axes` numbers, and plays them as clicks on a board.
fn clicks(board: &impl Puzzle, text: &str, axes: usize) -> Result<Moves, ParseError> {
    let shape = board.shape();
    let mut board = DynBoard::of(board.view());
    let plain = without_comments(text, &["#", "//"]);
    let limit = (text.len() as u64 * MOVES_PER_BYTE).max(ALWAYS_READ);
    let separates = |it: char| it.is_whitespace() || ",;()[]".contains(it);
    let words = plain.split(separates).filter(|word| !word.is_empty());
    let numbers = words.map(|word| {
        let byte = word.as_ptr() as usize - plain.as_ptr() as usize;
        let number = word.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        let expected = "a number from 1 on, of a cell, a row or a column";
        let number = number.ok_or_else(|| ParseError::sign(text, byte, expected))?;
        Ok::<_, ParseError>((byte, number))
    });
    let numbers: Vec<(usize, usize)> = numbers.collect::<Result<_, _>>()?;
    let mut moves = Moves::new();
    for (nth, place) in (1..).zip(numbers.chunks(axes)) {
        let byte = place[0].0;
        let cell = match *place {
            _ if place.len() < axes => {
                let message = format!("byte {byte}: coordinates are {axes} numbers");
                return Err(ParseError::new(Kind::Number, text, byte, message));
            }
            [(_, row), (_, column)] => shape.cell(row, column),
            [(_, row), (_, column), (_, layer)] => shape.cell_in(layer, row, column),
            _ => Some(place[0].1).filter(|&cell| cell < shape.cells()),
        };
        let fault = match cell.map(|cell| (cell == board.blank(), board.slide_cell(cell))) {
            Some((_, Ok(run))) if (moves.len() + run.len()) as u64 > limit => {
                let message = format!("more than {limit} moves, too many for so short a text");
                return Err(ParseError::new(Kind::TooLong, text, byte, message));
            }
            Some((false, Ok(run))) => {
                moves.extend(run.iter().map(|it| it.direction));
                continue;
            }
            Some((false, Err(fault))) => format!("{fault}"),
            Some((true, _)) => "the blank is there".into(),
            None => format!("no such cell on {shape}"),
        };
        let message = format!("byte {byte}: {fault} in move {nth}");
        return Err(ParseError::new(Kind::Move, text, byte, message));
    }
    Ok(moves)
}
