//! Boards, goals, moves, options and stored searches in any format that serde knows, as the text
//! that they print; and games in play, as start, goal, turns, position and known solution.
//!
//! Reading goes through the same checks as parsing, so what was tampered with is an error that
//! names the place.

#[cfg(feature = "solver")]
use alloc::{format, string::String, vec::Vec};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
#[cfg(feature = "solver")]
use serde_core::de::{IgnoredAny, MapAccess, SeqAccess};
#[cfg(feature = "solver")]
use serde_core::ser::SerializeStruct;
use serde_core::ser::{Serialize, Serializer};

use crate::board::Board;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::shape::Shape;
#[cfg(feature = "solver")]
use crate::{guide::Guide, metric::Metric, prepare::HeuristicKind, puzzle::Puzzle, solve::Quality};

/// Reads a string and parses it.
struct Text<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// `as_text!("expected", Type, PARAMETER...)`, written by `Display`.
macro_rules! as_text {
    ($expecting:literal, $type:ty $(, $parameter:ident)*) => {
        impl<$(const $parameter: usize),*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de, $(const $parameter: usize),*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text($expecting, PhantomData))
            }
        }
    };
}

as_text!("a board such as 1 2/3 0", Board<ROWS, COLS, LAYERS>, ROWS, COLS, LAYERS);
as_text!("a board such as 1 2/3 0", DynBoard);
as_text!(
    "blank-last, blank-first, snail or a board such as 1 2/3 0, with * for any tile",
    Goal
);
as_text!("moves such as R2DLU", Moves);
as_text!("a direction such as U", Direction);
as_text!("a shape such as 4 x 4", Shape);
#[cfg(feature = "solver")]
as_text!("optimal, within=1.1, best or fast", Quality);
#[cfg(feature = "solver")]
as_text!("tiles or slides", Metric);
#[cfg(feature = "solver")]
as_text!("a heuristic such as linear-conflict", HeuristicKind);

#[cfg(feature = "solver")]
const FIELDS: [&str; 5] = ["start", "goal", "turns", "position", "solution"];

#[cfg(feature = "solver")]
impl<P: Puzzle + Serialize> Serialize for Guide<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut game = serializer.serialize_struct("Guide", FIELDS.len())?;
        game.serialize_field(FIELDS[0], self.start())?;
        game.serialize_field(FIELDS[1], self.goal())?;
        game.serialize_field(FIELDS[2], &self.turns().collect::<Vec<_>>())?;
        game.serialize_field(FIELDS[3], &self.position())?;
        game.serialize_field(FIELDS[4], &self.stored_solution())?;
        game.end()
    }
}

#[cfg(feature = "solver")]
impl<'de, P: Puzzle + Deserialize<'de>> Deserialize<'de> for Guide<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Guide", &FIELDS, Game(PhantomData))
    }
}

/// The stored parts of a game, as far as they are read.
#[cfg(feature = "solver")]
struct Stored<P> {
    start: Option<P>,
    goal: Option<Goal>,
    turns: Option<Vec<String>>,
    position: Option<usize>,
    solution: Option<(String, usize, Metric)>,
}

/// Reads a game by playing it.
#[cfg(feature = "solver")]
struct Game<P>(PhantomData<P>);

#[cfg(feature = "solver")]
impl<'de, P: Puzzle + Deserialize<'de>> Visitor<'de> for Game<P> {
    type Value = Guide<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game of a start, a goal, turns, a position and a solution")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut game: A) -> Result<Guide<P>, A::Error> {
        let stored = Stored {
            start: game.next_element()?,
            goal: game.next_element()?,
            turns: game.next_element()?,
            position: game.next_element()?,
            solution: game.next_element()?.flatten(),
        };
        stored.resume()
    }

    fn visit_map<A: MapAccess<'de>>(self, mut game: A) -> Result<Guide<P>, A::Error> {
        let mut has_solution = false;
        let mut stored = Stored {
            start: None,
            goal: None,
            turns: None,
            position: None,
            solution: None,
        };
        while let Some(field) = game.next_key::<String>()? {
            let is_new = match field.as_str() {
                "start" => stored.start.replace(game.next_value()?).is_none(),
                "goal" => stored.goal.replace(game.next_value()?).is_none(),
                "turns" => stored.turns.replace(game.next_value()?).is_none(),
                "position" => stored.position.replace(game.next_value()?).is_none(),
                "solution" => {
                    stored.solution = game.next_value()?;
                    !core::mem::replace(&mut has_solution, true)
                }
                _ => game.next_value::<IgnoredAny>().map(|_| true)?,
            };
            if !is_new {
                return Err(A::Error::custom(format_args!("duplicate field `{field}`")));
            }
        }
        stored.resume()
    }
}

/// The most moves of a stored game.
#[cfg(feature = "solver")]
const MAX_MOVES: usize = 1 << 24;

#[cfg(feature = "solver")]
impl<P: Puzzle> Stored<P> {
    /// Resumes a game. Turns come as text, so that memory for their moves is taken turn by turn.
    /// Without a goal it is the usual one, and a game without solution searches for one.
    fn resume<E: Error>(self) -> Result<Guide<P>, E> {
        let missing = |field: usize| E::missing_field(FIELDS[field]);
        let texts = self.turns.ok_or_else(|| missing(2))?;
        let (mut turns, mut left) = (Vec::new(), MAX_MOVES);
        let mut read = |text: &str| -> Result<Moves, String> {
            let moves: Moves = text.parse().map_err(|error| format!("{error}"))?;
            let after = left.checked_sub(moves.len());
            left = after.ok_or_else(|| format!("more than {MAX_MOVES} moves"))?;
            Ok(moves)
        };
        for (turn, text) in (1..).zip(&texts) {
            let at_fault = |error| E::custom(format_args!("turn {turn} can't be played: {error}"));
            turns.push(read(text).map_err(at_fault)?);
        }
        let start = self.start.ok_or_else(|| missing(0))?;
        let goal = self.goal.unwrap_or_default();
        let position = self.position.ok_or_else(|| missing(3))?;
        let guide = Guide::for_goal(start, goal).map_err(E::custom)?;
        let mut guide = guide.resume(turns, position).map_err(|error| {
            match core::error::Error::source(&error) {
                Some(source) => E::custom(format_args!("{error}: {source}")),
                None => E::custom(error),
            }
        })?;
        if let Some((text, lower_bound, metric)) = self.solution {
            let at_fault = |error| E::custom(format_args!("the solution is none: {error}"));
            let moves = read(&text).map_err(at_fault)?;
            let board = guide.board().clone();
            let adopted = guide.adopt_by(metric, &board, &moves, lower_bound);
            adopted.map_err(|error| at_fault(format!("{error}")))?;
        }
        Ok(guide)
    }
}
