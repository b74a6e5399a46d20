//! Boards and moves as sequences: `[[1,2],[3,0]]`, `["R","D"]`.

use core::fmt;
use core::marker::PhantomData;

use alloc::string::ToString;

use serde_core::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor};

use crate::board::Board;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::notation::{Lists, Notation, Numbers, ParseBoardError, append};
use crate::shape::MAX_CELLS;

/// A type that is read as text, or in formats for people as a sequence.
pub(super) trait FromSequence: core::str::FromStr<Err: fmt::Display> {
    /// True if a number alone may be read as the text of that number.
    const IS_NUMBER: bool = true;

    /// Reads a sequence.
    fn from_sequence<'de, A: SeqAccess<'de>>(sequence: A) -> Result<Self, A::Error>;
}

/// Reads a string or a sequence.
pub(super) struct TextOrSequence<T>(pub(super) &'static str, pub(super) PhantomData<T>);

impl<'de, T: FromSequence> Visitor<'de> for TextOrSequence<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    /// The board of one cell is `0`, which formats without quotation marks take for a number.
    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        if T::IS_NUMBER {
            self.visit_str(&number.to_string())
        } else {
            Err(E::invalid_type(Unexpected::Unsigned(number), &self))
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<T, A::Error> {
        T::from_sequence(sequence)
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> FromSequence
    for Board<ROWS, COLS, LAYERS>
{
    fn from_sequence<'de, A: SeqAccess<'de>>(sequence: A) -> Result<Self, A::Error> {
        numbers(sequence)?.board().map_err(A::Error::custom)
    }
}

impl FromSequence for DynBoard {
    fn from_sequence<'de, A: SeqAccess<'de>>(sequence: A) -> Result<Self, A::Error> {
        numbers(sequence)?.dyn_board().map_err(A::Error::custom)
    }
}

impl FromSequence for Goal {
    fn from_sequence<'de, A: SeqAccess<'de>>(sequence: A) -> Result<Self, A::Error> {
        DynBoard::from_sequence(sequence).map(Self::Custom)
    }
}

impl FromSequence for Moves {
    const IS_NUMBER: bool = false;

    fn from_sequence<'de, A: SeqAccess<'de>>(mut sequence: A) -> Result<Self, A::Error> {
        let (mut moves, mut bytes) = (Self::new(), 0);
        let mut element = 0;
        while let Some(()) = sequence.next_element_seed(Element {
            moves: &mut moves,
            bytes: &mut bytes,
            number: element + 1,
        })? {
            element += 1;
        }
        Ok(moves)
    }
}

/// Reads one text of a sequence of moves, and appends its moves.
struct Element<'a> {
    moves: &'a mut Moves,
    /// The bytes of all texts read so far.
    bytes: &'a mut u64,
    /// The number of the text, from 1.
    number: usize,
}

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Element<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a direction such as R or right, or a run such as R2")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let number = self.number;
        append(self.moves, self.bytes, text, Notation::Tile)
            .map_err(|error| E::custom(format_args!("element {number}: {error}")))
    }
}

/// Reads the numbers of a board. No memory is taken before a number is there.
fn numbers<'de, A: SeqAccess<'de>>(sequence: A) -> Result<Numbers, A::Error> {
    let mut lists = Lists::default();
    let list = List {
        lists: &mut lists,
        depth: 1,
    };
    list.visit_seq(sequence)?;
    lists.reader.arranged().map_err(A::Error::custom)
}

/// Reads a number or a list inside `depth - 1` open lists.
struct List<'a> {
    lists: &'a mut Lists,
    /// The number of open lists once this one is open; at most three.
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for List<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let largest = MAX_CELLS - 1;
        write!(
            f,
            "tiles from 0 to {largest} in rows such as [[1,2],[3,0]]; boxes are lists of layers"
        )
    }

    fn visit_u64<E: Error>(self, tile: u64) -> Result<(), E> {
        if tile >= MAX_CELLS as u64 {
            return Err(E::invalid_value(Unexpected::Unsigned(tile), &self));
        }
        if !self.lists.may_hold_number(self.depth - 1) {
            return Err(E::invalid_type(Unexpected::Unsigned(tile), &self));
        }
        self.lists.reader.add(tile, 0).map_err(|error| match error {
            // A byte says nothing of a sequence.
            ParseBoardError::TooMany { .. } => {
                E::custom(format_args!("a board has at most {MAX_CELLS} tiles"))
            }
            error => E::custom(error),
        })
    }

    fn visit_i64<E: Error>(self, tile: i64) -> Result<(), E> {
        match u64::try_from(tile) {
            Ok(tile) => self.visit_u64(tile),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(tile), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { lists, depth } = self;
        if !lists.may_open(depth - 1) {
            let list = List { lists, depth };
            return Err(A::Error::invalid_type(Unexpected::Seq, &list));
        }
        let mut has_elements = false;
        while let Some(()) = sequence.next_element_seed(List {
            lists,
            depth: depth + 1,
        })? {
            has_elements = true;
        }
        if !has_elements && depth == 1 {
            return Err(A::Error::custom(ParseBoardError::Empty));
        }
        if !lists.close(depth).map_err(A::Error::custom)? {
            return Err(A::Error::custom("a row without tiles"));
        }
        Ok(())
    }
}
