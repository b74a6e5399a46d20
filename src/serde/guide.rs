//! Games in play: the start, the moves of each turn, and how many turns are played.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Serialize, SerializeStruct, Serializer};

use crate::guide::Guide;
use crate::moves::Moves;
use crate::puzzle::Puzzle;

const FIELDS: [&str; 3] = ["start", "turns", "position"];

impl<P: Puzzle + Serialize> Serialize for Guide<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut game = serializer.serialize_struct("Guide", FIELDS.len())?;
        game.serialize_field(FIELDS[0], self.start())?;
        game.serialize_field(FIELDS[1], &self.turns().collect::<Vec<_>>())?;
        game.serialize_field(FIELDS[2], &self.position())?;
        game.end()
    }
}

/// Reads a game by playing it.
struct Game<P>(PhantomData<P>);

impl<'de, P: Puzzle + Deserialize<'de>> Visitor<'de> for Game<P> {
    type Value = Guide<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game of a start, turns and a position")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut game: A) -> Result<Guide<P>, A::Error> {
        let short = |length| A::Error::invalid_length(length, &"3 fields");
        let start = game.next_element()?.ok_or_else(|| short(0))?;
        let turns: Vec<Moves> = game.next_element()?.ok_or_else(|| short(1))?;
        let position = game.next_element()?.ok_or_else(|| short(2))?;
        Guide::resume(start, turns, position).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut game: A) -> Result<Guide<P>, A::Error> {
        let (mut start, mut turns, mut position) = (None, None, None);
        while let Some(field) = game.next_key::<Field>()? {
            let is_new = match field {
                Field::Start => start.replace(game.next_value()?).is_none(),
                Field::Turns => turns.replace(game.next_value::<Vec<Moves>>()?).is_none(),
                Field::Position => position.replace(game.next_value()?).is_none(),
                Field::Other => game.next_value::<IgnoredAny>().map(|_| true)?,
            };
            if !is_new {
                return Err(A::Error::duplicate_field(FIELDS[field as usize]));
            }
        }
        let missing = |field: Field| A::Error::missing_field(FIELDS[field as usize]);
        Guide::resume(
            start.ok_or_else(|| missing(Field::Start))?,
            turns.ok_or_else(|| missing(Field::Turns))?,
            position.ok_or_else(|| missing(Field::Position))?,
        )
        .map_err(A::Error::custom)
    }
}

/// In the order of [`FIELDS`].
#[derive(Clone, Copy)]
enum Field {
    Start,
    Turns,
    Position,
    Other,
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a field")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
                Ok(match name {
                    "start" => Field::Start,
                    "turns" => Field::Turns,
                    "position" => Field::Position,
                    _ => Field::Other,
                })
            }
        }
        deserializer.deserialize_identifier(Name)
    }
}

impl<'de, P: Puzzle + Deserialize<'de>> Deserialize<'de> for Guide<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Guide", &FIELDS, Game(PhantomData))
    }
}
