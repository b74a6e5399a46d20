//! Conventions of moves as text: the letters of the tiles, those of the blank, and arrows.

use crate::direction::Direction;
use crate::notation::options::named;

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
