//! Boards, goals, moves, options and stored searches in any format that serde knows, as the text
//! that they print; and games in play, as start, turns and position.
//!
//! Reading goes through the same checks as parsing, so what was tampered with is an error that
//! names the place.

#[cfg(feature = "solver")]
use alloc::{string::String, vec::Vec};
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
    "blank-last, blank-first, snail or a board such as 1 2/3 0",
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
const FIELDS: [&str; 3] = ["start", "turns", "position"];

#[cfg(feature = "solver")]
impl<P: Puzzle + Serialize> Serialize for Guide<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut game = serializer.serialize_struct("Guide", FIELDS.len())?;
        game.serialize_field(FIELDS[0], self.start())?;
        game.serialize_field(FIELDS[1], &self.turns().collect::<Vec<_>>())?;
        game.serialize_field(FIELDS[2], &self.position())?;
        game.end()
    }
}

#[cfg(feature = "solver")]
impl<'de, P: Puzzle + Deserialize<'de>> Deserialize<'de> for Guide<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Guide", &FIELDS, Game(PhantomData))
    }
}

/// Reads a game by playing it.
#[cfg(feature = "solver")]
struct Game<P>(PhantomData<P>);

#[cfg(feature = "solver")]
impl<'de, P: Puzzle + Deserialize<'de>> Visitor<'de> for Game<P> {
    type Value = Guide<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game of a start, turns and a position")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut game: A) -> Result<Guide<P>, A::Error> {
        resume(
            game.next_element()?,
            game.next_element()?,
            game.next_element()?,
        )
    }

    fn visit_map<A: MapAccess<'de>>(self, mut game: A) -> Result<Guide<P>, A::Error> {
        let (mut start, mut turns, mut position) = (None, None, None);
        while let Some(field) = game.next_key::<String>()? {
            let is_new = match field.as_str() {
                "start" => start.replace(game.next_value()?).is_none(),
                "turns" => turns.replace(game.next_value()?).is_none(),
                "position" => position.replace(game.next_value()?).is_none(),
                _ => game.next_value::<IgnoredAny>().map(|_| true)?,
            };
            if !is_new {
                return Err(A::Error::custom(format_args!("duplicate field `{field}`")));
            }
        }
        resume(start, turns, position)
    }
}

/// The most moves of a stored game.
#[cfg(feature = "solver")]
const MAX_MOVES: usize = 1 << 24;

/// Resumes a game. Turns come as text, so that memory for their moves is taken turn by turn.
#[cfg(feature = "solver")]
fn resume<P: Puzzle, E: Error>(
    start: Option<P>,
    turns: Option<Vec<String>>,
    position: Option<usize>,
) -> Result<Guide<P>, E> {
    let missing = |field: usize| E::missing_field(FIELDS[field]);
    let texts = turns.ok_or_else(|| missing(1))?;
    let (mut turns, mut left) = (Vec::new(), MAX_MOVES);
    for (turn, text) in (1..).zip(&texts) {
        let at_fault = |error: &dyn fmt::Display| {
            E::custom(format_args!("turn {turn} can't be played: {error}"))
        };
        let moves: Moves = text.parse().map_err(|error| at_fault(&error))?;
        let after = left.checked_sub(moves.len());
        left = after.ok_or_else(|| at_fault(&format_args!("more than {MAX_MOVES} moves")))?;
        turns.push(moves);
    }
    let start = start.ok_or_else(|| missing(0))?;
    let position = position.ok_or_else(|| missing(2))?;
    Guide::resume(start, turns, position).map_err(|error| {
        match core::error::Error::source(&error) {
            Some(source) => E::custom(format_args!("{error}: {source}")),
            None => E::custom(error),
        }
    })
}
