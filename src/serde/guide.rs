//! Games in play: the start, the moves of each turn, and how many turns are played.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_core::ser::{Serialize, SerializeStruct, Serializer};

use crate::guide::Guide;
use crate::guide::resume::Log;
use crate::notation::{Notation, append};
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
        let turns = game.next_element_seed(Turns)?.ok_or_else(|| short(1))?;
        let position = game.next_element()?.ok_or_else(|| short(2))?;
        Guide::replay(start, turns, position).map_err(|error| A::Error::custom(Chain(&error)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut game: A) -> Result<Guide<P>, A::Error> {
        let (mut start, mut turns, mut position) = (None, None, None);
        while let Some(field) = game.next_key::<Field>()? {
            let is_new = match field {
                Field::Start => start.replace(game.next_value()?).is_none(),
                Field::Turns => turns.replace(game.next_value_seed(Turns)?).is_none(),
                Field::Position => position.replace(game.next_value()?).is_none(),
                Field::Other => game.next_value::<IgnoredAny>().map(|_| true)?,
            };
            if !is_new {
                return Err(A::Error::duplicate_field(FIELDS[field as usize]));
            }
        }
        let missing = |field: Field| A::Error::missing_field(FIELDS[field as usize]);
        Guide::replay(
            start.ok_or_else(|| missing(Field::Start))?,
            turns.ok_or_else(|| missing(Field::Turns))?,
            position.ok_or_else(|| missing(Field::Position))?,
        )
        .map_err(|error| A::Error::custom(Chain(&error)))
    }
}

/// Prints an error and what lies below it, as serde keeps nothing but a text.
struct Chain<'a>(&'a dyn core::error::Error);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        match self.0.source() {
            Some(source) => write!(f, ": {}", Chain(source)),
            None => Ok(()),
        }
    }
}

/// Reads the moves of all turns. What bounds the moves of one text bounds them for the whole game.
struct Turns;

impl<'de> DeserializeSeed<'de> for Turns {
    type Value = Log;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Log, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Turns {
    type Value = Log;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of moves such as R2DLU")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut turns: A) -> Result<Log, A::Error> {
        let mut log = Log::default();
        let mut bytes = 0;
        while let Some(()) = turns.next_element_seed(Turn {
            log: &mut log,
            bytes: &mut bytes,
        })? {
            log.end_turn().map_err(A::Error::custom)?;
        }
        Ok(log)
    }
}

/// Reads the moves of one turn into the log.
struct Turn<'a> {
    log: &'a mut Log,
    /// The bytes of all turns read so far.
    bytes: &'a mut u64,
}

impl<'de> DeserializeSeed<'de> for Turn<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Turn<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves such as R2DLU")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let turn = self.log.turns() + 1;
        append(&mut self.log.moves, self.bytes, text, Notation::Tile)
            .map_err(|error| E::custom(format_args!("turn {turn} can't be played: {error}")))
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
