//! serde: boards, goals, moves and options as their text; games in play as the list of start, goal,
//! turns, position and known solution.
//!
//! Reading applies the same checks as parsing: tampered text is an error that names the place.

use alloc::string::String;
#[cfg(feature = "solver")]
use alloc::{string::ToString, vec::Vec};
use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error};
use serde_core::ser::{Serialize, Serializer};

use crate::board::Board;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::sample::Difficulty;
use crate::shape::Shape;
#[cfg(feature = "solver")]
use crate::{guide::Guide, prepare::HeuristicKind, puzzle::Puzzle, solve::Quality};

/// `as_text!(Type, ...)`, or `as_text!(Type; PARAMETER, ...)`: written by `Display` and parsed when
/// it is read.
macro_rules! as_text {
    ($($type:ty),+) => {
        $(as_text!($type;);)+
    };
    ($type:ty; $($parameter:ident),*) => {
        impl<$(const $parameter: usize),*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de, $(const $parameter: usize),*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(custom)
            }
        }
    };
}

as_text!(Board<ROWS, COLS, LAYERS>; ROWS, COLS, LAYERS);
as_text!(DynBoard, Goal, Moves, Difficulty, Direction, Shape, Metric);
#[cfg(feature = "solver")]
as_text!(Quality, HeuristicKind);

/// Returns an error of the format with all its causes.
fn custom<E: Error>(error: impl fmt::Display) -> E {
    E::custom(format_args!("{error:#}"))
}

/// A game as it is stored: start, goal, turns, position, and the solution with a lower bound of its
/// moves.
#[cfg(feature = "solver")]
type Stored<P> = (P, Goal, String, usize, Option<(Moves, usize)>);

#[cfg(feature = "solver")]
impl<P: Puzzle + Serialize> Serialize for Guide<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turns: Vec<String> = self.turns().iter().map(ToString::to_string).collect();
        let bound = self.lower_bound(Metric::SingleTile);
        let solution = self.solution().map(|moves| (moves, bound));
        let (start, goal, turns) = (self.start(), self.goal(), turns.join(" "));
        (start, goal, turns, self.position(), solution).serialize(serializer)
    }
}

/// Reads a game by playing it.
#[cfg(feature = "solver")]
impl<'de, P: Puzzle + Deserialize<'de>> Deserialize<'de> for Guide<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (start, goal, text, position, solution) = Stored::<P>::deserialize(deserializer)?;
        // All turns together have no more moves than one text may mean.
        text.parse::<Moves>().map_err(custom)?;
        let turns: Result<Vec<Moves>, _> = text.split_whitespace().map(str::parse).collect();
        let turns = turns.map_err(custom)?;
        if position > turns.len() {
            return Err(D::Error::custom("the position is beyond the turns"));
        }
        let guide = Self::for_goal(start, goal).map_err(custom)?;
        let mut guide = guide.resume(turns, position).map_err(custom)?;
        if let Some((moves, lower_bound)) = solution {
            let board = guide.board().clone();
            let adopted = guide.adopt(&board, &moves, lower_bound);
            adopted.map_err(custom)?;
        }
        Ok(guide)
    }
}
