//! Boards, goals, moves and options in any format that serde knows, as the text that they print;
//! and games in play.
//!
//! In formats for people, such as JSON, boards, goals and moves are read from sequences, also:
//! `[[1,2],[3,0]]`, one list more for a box, a flat list in reading order if the type has a shape,
//! and `["R","D"]`. They are written as text.
//!
//! Reading goes through the same checks as parsing, so what was tampered with is an error that
//! names the place.

#[cfg(feature = "solver")]
mod guide;
#[cfg(feature = "solver")]
mod search;
mod sequences;

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::board::Board;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
#[cfg(feature = "solver")]
use crate::metric::Metric;
use crate::moves::Moves;
#[cfg(feature = "solver")]
use crate::prepare::HeuristicKind;
use crate::shape::Shape;
#[cfg(feature = "solver")]
use crate::solve::Quality;

use sequences::TextOrSequence;

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

macro_rules! written_as_text {
    ($type:ty $(, $parameter:ident)*) => {
        impl<$(const $parameter: usize),*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}

macro_rules! as_text_or_sequence {
    ($expecting:literal, $type:ty $(, $parameter:ident)*) => {
        written_as_text!($type $(, $parameter)*);

        impl<'de, $(const $parameter: usize),*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let visitor = TextOrSequence($expecting, PhantomData);
                if deserializer.is_human_readable() {
                    deserializer.deserialize_any(visitor)
                } else {
                    deserializer.deserialize_str(visitor)
                }
            }
        }
    };
}

macro_rules! as_text {
    ($expecting:literal, $type:ty $(, $parameter:ident)*) => {
        written_as_text!($type $(, $parameter)*);

        impl<'de, $(const $parameter: usize),*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text($expecting, PhantomData))
            }
        }
    };
}

as_text_or_sequence!(
    "a board such as 1 2/3 0 or [[1,2],[3,0]]",
    Board<ROWS, COLS, LAYERS>, ROWS, COLS, LAYERS
);
as_text_or_sequence!("a board such as 1 2/3 0 or [[1,2],[3,0]]", DynBoard);
as_text_or_sequence!(
    "blank-last, blank-first, snail or a board such as 1 2/3 0 or [[1,2],[3,0]]",
    Goal
);
as_text_or_sequence!("moves such as R2DLU or [\"R\",\"D\"]", Moves);
as_text!("a direction such as U", Direction);
as_text!("a shape such as 4 x 4", Shape);
#[cfg(feature = "solver")]
as_text!("optimal, within=1.1, best or fast", Quality);
#[cfg(feature = "solver")]
as_text!("tiles or slides", Metric);
#[cfg(feature = "solver")]
as_text!("a heuristic such as linear-conflict", HeuristicKind);
