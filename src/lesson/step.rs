//! The steps of a lesson, and their words.

use core::fmt;

use crate::direction::Direction;
use crate::moves::Moves;
use crate::shape::{Place, Tile};

/// A step of a [`Lesson`](crate::lesson::Lesson): its action and its moves.
///
/// It prints as `bring 4 below its corner: RULD`; the moves follow the last colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    pub(super) manoeuvre: Manoeuvre,
    pub(super) line: Line,
    pub(super) moves: Moves,
}

/// The action of a step.
///
/// The names are those of the top row, whose last cell is its *corner*; other lines are mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(alias = "maneuver")]
pub enum Manoeuvre {
    /// A tile comes home.
    Place {
        /// The tile.
        tile: Tile,
        /// Its home.
        to: Place,
    },
    /// The last tile but one of a line comes to the corner, where the last tile belongs.
    ToCorner {
        /// The tile.
        tile: Tile,
        /// The corner.
        to: Place,
    },
    /// The last tile of a line comes to the cell below its corner.
    BelowCorner {
        /// The tile.
        tile: Tile,
        /// The cell.
        to: Place,
        /// The side of the corner on which the cell is.
        side: Direction,
    },
    /// The blank comes to a cell.
    Blank {
        /// The cell.
        to: Place,
    },
    /// Two moves bring the last two tiles of a line home: the first slides out of the corner, the
    /// second slides into it.
    TurnCorner {
        /// The last tile but one.
        first: Tile,
        /// The last tile.
        second: Tile,
    },
    /// The last tile of a line can leave the cell beside the corner only past the tile in the
    /// corner. It is led around that tile to the second cell below the corner; the other one ends
    /// in the corner again.
    LeadAround {
        /// The last tile but one, in the corner.
        first: Tile,
        /// The last tile, which is led around it.
        second: Tile,
        /// The cell to which the last tile comes.
        to: Place,
    },
    /// The last three tiles go around in their four cells until they are home.
    LastBlock,
}

/// The part of the board that a step puts in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Line {
    /// A row, counted from 0 at the top.
    Row(usize),
    /// A column, counted from 0 at the left.
    Column(usize),
    /// The rest at the end: two rows and two columns, or all of a board that is a single line.
    Block,
}

impl LessonStep {
    /// Returns the action of the step.
    #[must_use]
    pub const fn manoeuvre(&self) -> Manoeuvre {
        self.manoeuvre
    }

    /// Returns the part of the board that it puts in order.
    #[must_use]
    pub const fn line(&self) -> Line {
        self.line
    }

    /// Returns its moves.
    #[must_use]
    pub const fn moves(&self) -> &Moves {
        &self.moves
    }
}

impl Manoeuvre {
    /// Returns the reason for the manoeuvre, in a sentence for learners.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Place { .. } => {
                "The tiles of a line come home one after the other, and then stay there."
            }
            Self::ToCorner { .. } => {
                "The last two tiles of a line come home together: one waits in the corner."
            }
            Self::BelowCorner { .. } => "The other one waits next to the corner, to follow it in.",
            Self::Blank { .. } => "The next moves begin with the blank there.",
            Self::TurnCorner { .. } => {
                "One tile slides out of the corner to its place, the other one into the corner."
            }
            Self::LeadAround { .. } => {
                "It stands where the blank has to be, and no tile leaves there but past the \
                 corner: so it is led around the tile in the corner."
            }
            Self::LastBlock => {
                "Three tiles in four cells can only go around, and once around is enough."
            }
        }
    }
}

impl fmt::Display for Manoeuvre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { tile, to } => write!(f, "bring {tile} home, to {to}"),
            Self::ToCorner { tile, to } => write!(f, "bring {tile} into the corner, {to}"),
            Self::BelowCorner { tile, side, .. } => {
                let side = match side {
                    Direction::Up => "above",
                    Direction::Left => "left of",
                    Direction::Right => "right of",
                    _ => "below",
                };
                write!(f, "bring {tile} {side} its corner")
            }
            Self::Blank { to } => write!(f, "move the blank to {to}"),
            Self::TurnCorner { first, second } => {
                write!(f, "turn the corner, {first} then {second}")
            }
            Self::LeadAround { first, second, .. } => write!(f, "lead {second} around {first}"),
            Self::LastBlock => f.write_str("turn the last tiles until they are home"),
        }
    }
}

impl fmt::Display for LessonStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.manoeuvre, self.moves)
    }
}

/// Prints `row 1`, `column 1` or `the last block`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(column) => write!(f, "column {}", column + 1),
            Self::Block => f.write_str("the last block"),
        }
    }
}
