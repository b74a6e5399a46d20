//! Boards, goals, moves, options and stored searches in any format that serde knows, as the text
//! that they print; and games in play, as the list of start, goal, turns, position and known solution.
//!
//! Reading goes through the same checks as parsing, so what was tampered with is an error that
//! names the place.

#[cfg(feature = "solver")]
use alloc::{format, string::String, vec::Vec};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
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

/// The most moves of a stored game.
#[cfg(feature = "solver")]
const MAX_MOVES: usize = 1 << 24;

/// A game as it is stored: start, goal, turns, position, and the solution with a lower bound of its moves.
#[cfg(feature = "solver")]
type Stored<P> = (P, Goal, Vec<String>, usize, Option<(String, usize)>);

#[cfg(feature = "solver")]
impl<P: Puzzle + Serialize> Serialize for Guide<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bound = self.lower_bound(Metric::Tiles);
        let solution = self.solution().map(|moves| (moves, bound));
        let (start, goal, turns) = (self.start(), self.goal(), self.turns());
        (start, goal, turns, self.position(), solution).serialize(serializer)
    }
}

/// Reads a game by playing it. Turns come as text, so that memory for their moves is taken turn by turn.
#[cfg(feature = "solver")]
impl<'de, P: Puzzle + Deserialize<'de>> Deserialize<'de> for Guide<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (start, goal, texts, position, solution) = Stored::<P>::deserialize(deserializer)?;
        let (mut turns, mut left) = (Vec::new(), MAX_MOVES);
        let mut read = |text: &str| -> Result<Moves, String> {
            let moves: Moves = text.parse().map_err(|error| format!("{error}"))?;
            let after = left.checked_sub(moves.len());
            left = after.ok_or_else(|| format!("more than {MAX_MOVES} moves"))?;
            Ok(moves)
        };
        for (turn, text) in (1..).zip(&texts) {
            let at_fault = |error| D::Error::custom(format_args!("turn {turn}: {error}"));
            turns.push(read(text).map_err(at_fault)?);
        }
        let guide = Self::for_goal(start, goal).map_err(D::Error::custom)?;
        let mut guide = guide.resume(turns, position).map_err(D::Error::custom)?;
        if let Some((text, lower_bound)) = solution {
            let at_fault = |error| D::Error::custom(format_args!("the solution: {error}"));
            let (moves, board) = (read(&text).map_err(at_fault)?, guide.board().clone());
            let adopted = guide.adopt(&board, &moves, lower_bound);
            adopted.map_err(|error| at_fault(format!("{error}")))?;
        }
        Ok(guide)
    }
}
