//! Kinds of games: each has saved games and records of its own.

use std::fmt;
use std::str::FromStr;

use npuzzle::{Goal, Shape};

use crate::options::shape_in_words;
use crate::play::date::Date;

/// The origin of a game's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Random,
    Daily(Date),
    /// A board whose shortest solutions have this length.
    Distance(usize),
    /// A board that the player chose; it has no record.
    Typed,
}

impl Kind {
    /// Returns the name of the record that a result on this kind of board counts for.
    pub(crate) fn record_name(self, shape: Shape, goal: &Goal) -> Option<String> {
        let kind = match self {
            Self::Random => "random".to_owned(),
            Self::Daily(_) => "daily".to_owned(),
            Self::Distance(moves) => format!("distance {moves}"),
            Self::Typed => return None,
        };
        Some(format!("{} {goal} {kind}", shape_in_words(shape)))
    }

    /// Returns the name of the file for games of this kind. Boards of all days share one, and so
    /// do all distances and all goals without a name.
    pub(crate) fn slot(self, shape: Shape, goal: &Goal) -> String {
        let kind = match self {
            Self::Random => "random",
            Self::Daily(_) => "daily",
            Self::Distance(_) => "distance",
            Self::Typed => "typed",
        };
        let goal = match goal {
            Goal::Custom(_) => "custom".to_owned(),
            named => named.to_string(),
        };
        format!("game-{}-{goal}-{kind}.txt", shape_in_words(shape))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Daily(date) => write!(f, "daily {date}"),
            Self::Distance(moves) => write!(f, "needs {moves} moves"),
            Self::Typed => f.write_str("typed"),
        }
    }
}

/// A text is not the name of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownKind;

impl FromStr for Kind {
    type Err = UnknownKind;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        match text {
            "random" => return Ok(Self::Random),
            "typed" => return Ok(Self::Typed),
            _ => {}
        }
        if let Some(date) = text.strip_prefix("daily ") {
            return date.parse().map(Self::Daily).map_err(|_| UnknownKind);
        }
        let moves = text
            .strip_prefix("needs ")
            .and_then(|rest| rest.strip_suffix(" moves"))
            .ok_or(UnknownKind)?;
        moves.parse().map(Self::Distance).map_err(|_| UnknownKind)
    }
}
