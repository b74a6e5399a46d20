//! Boards, goals and moves as sequences of formats for people.

use std::fmt;

use npuzzle::{Board, DynBoard, Goal, Moves, Shape};
use proptest::prelude::*;
use serde_core::de::value::{Error as ValueError, SeqDeserializer};
use serde_core::de::{Deserialize, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde_json::{Value, from_str, from_value, json};

use crate::oracle::shapes::shapes_up_to;

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    from_str(json).map_err(|error| error.to_string())
}

/// Returns a board as nested lists; a flat one as rows.
fn nested(board: &DynBoard) -> Value {
    let shape = board.shape();
    let tiles = board.tiles();
    let rows: Vec<Value> = tiles
        .chunks(shape.columns())
        .map(|row| json!(row))
        .collect();
    let layers: Vec<Value> = rows
        .chunks(shape.rows())
        .map(|layer| json!(layer))
        .collect();
    match &layers[..] {
        [layer] => layer.clone(),
        layers => json!(layers),
    }
}

#[test]
fn boards_and_goals_of_every_shape_are_read_from_sequences() {
    for shape in shapes_up_to(24) {
        let board = DynBoard::permutation_from_seed(shape, 1);
        let lists = nested(&board);
        assert_eq!(
            from_value::<DynBoard>(lists.clone()).expect("a board"),
            board
        );
        assert_eq!(
            from_value::<Goal>(lists.clone()).expect("a goal"),
            Goal::from(board.clone())
        );
        // The same as text of the same characters.
        assert_eq!(lists.to_string().parse().as_ref(), Ok(&board));
        // What is written stays text.
        let text = serde_json::to_string(&board).expect("text");
        assert_eq!(text, format!("\"{board}\""));
        assert_eq!(read::<DynBoard>(&text), Ok(board));
    }
    assert_eq!(read("[[1,2,3],[4,5,6],[7,8,0]]"), Ok(Board::<3>::solved()));
    assert_eq!(read("[1,2,3,4,5,6,7,8,0]"), Ok(Board::<3>::solved()));
    assert_eq!(read("[1,2,3,4,5,0]"), Ok(Board::<3, 2>::solved()));
    assert_eq!(read("[1,2,3,4,5,6,7,0]"), Ok(Board::<2, 2, 2>::solved()));
    assert_eq!(
        read("[[[1,2],[3,4]],[[5,6],[7,0]]]"),
        Ok(Board::<2, 2, 2>::solved())
    );
    assert_eq!(read("[[1,2,3,0]]"), Ok(Board::<1, 4>::solved()));
    // As text, a flat list is a square if it can be one.
    assert_eq!(
        read::<DynBoard>("[1,2,3,0]"),
        Ok("1 2/3 0".parse().expect("a board"))
    );
    let cell = Shape::square(1).expect("a shape");
    assert_eq!(read("0"), Ok(DynBoard::solved(cell)));
}

#[test]
fn moves_are_read_from_sequences() {
    for json in [
        r#""RRDL""#,
        r#"["R","R","D","L"]"#,
        r#"["right","→","d","L"]"#,
    ] {
        assert_eq!(
            read::<Moves>(json),
            Ok("RRDL".parse().expect("moves")),
            "{json}"
        );
    }
    assert_eq!(read::<Moves>("[]"), Ok(Moves::new()));
    assert_eq!(
        read::<Moves>(r#"["R2","DL"]"#),
        Ok("RRDL".parse().expect("moves"))
    );
    for (json, error) in [
        (r#"["R","west"]"#, "element 2: unexpected 'w' at byte 0; "),
        (r#"["R'"]"#, "element 1: byte 1: a prime"),
        (
            r#"["R",3]"#,
            "invalid type: integer `3`, expected a direction",
        ),
        (
            "3",
            "invalid type: integer `3`, expected moves such as R2DLU",
        ),
        ("[[\"R\"]]", "invalid type: sequence, expected a direction"),
    ] {
        let found = read::<Moves>(json).expect_err(json);
        assert!(found.starts_with(error), "{json}: {found}");
    }
    // The bytes of all elements together bound their moves.
    let hostile = json!(vec!["L65535"; 300]).to_string();
    let found = read::<Moves>(&hostile).expect_err("19,660,500 moves");
    assert!(
        found.starts_with("element 257: byte 0: more than 16777216 moves"),
        "{found}"
    );
}

#[test]
fn sequences_at_fault_are_named() {
    for (json, error) in [
        ("[]", "there are no tiles"),
        ("[[]]", "a row without tiles"),
        ("[[1,2],[]]", "a row without tiles"),
        ("[[[1,2]],[]]", "a row without tiles"),
        ("[[1,2],[3]]", "row 2: 1 tile, but the first row has 2"),
        (
            "[[[1,2],[3,4]],[[5,0]]]",
            "layer 2: 1 row, but the first layer has 2",
        ),
        (
            "[[1,2],3,0]",
            "invalid type: integer `3`, expected tiles from 0 to 65535 in rows",
        ),
        ("[1,[2,0]]", "invalid type: sequence, expected tiles"),
        ("[[[[1]]]]", "invalid type: sequence, expected tiles"),
        (
            "[[1,-2],[3,0]]",
            "invalid value: integer `-2`, expected tiles",
        ),
        (
            "[[1,2],[3,18446744073709551615]]",
            "invalid value: integer `18446744073709551615`, ",
        ),
        ("[[1,2],[3,4]]", "row 2: tile 4 is not one of 0 to 3"),
        ("[[1,2],[3,3]]", "row 2: tile 3 appears twice"),
        (
            "[[1,2],[3,0.5]]",
            "invalid type: floating point `0.5`, expected tiles",
        ),
        ("[[1,2],[3,null]]", "invalid type: null, expected tiles"),
        ("[1,2,3,4,5]", "5 numbers are no square"),
        (
            "{}",
            "invalid type: map, expected a board such as 1 2/3 0 or [[1,2],[3,0]]",
        ),
        (
            "1.5",
            "invalid type: floating point `1.5`, expected a board",
        ),
    ] {
        let found = read::<DynBoard>(json).expect_err(json);
        assert!(found.starts_with(error), "{json}: {found}");
        assert!(read::<Board<2>>(json).is_err(), "{json}");
    }
    let found = read::<Board<3>>("[[1,2],[3,0]]").expect_err("another shape");
    assert!(
        found.starts_with("the board is 2 x 2, not 3 x 3"),
        "{found}"
    );
    let found = read::<Goal>("{}").expect_err("no goal");
    assert!(
        found.contains("expected blank-last, blank-first, snail or a board"),
        "{found}"
    );
}

#[test]
fn hostile_sequences_take_no_memory() {
    // An iterator that announces more than any memory holds; reading ends at the first fault.
    struct Endless(u64);
    impl Iterator for Endless {
        type Item = u64;

        fn next(&mut self) -> Option<u64> {
            self.0 += 1;
            assert!(self.0 <= 70_000, "read beyond any board");
            Some(1)
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (usize::MAX, None)
        }
    }
    let endless = SeqDeserializer::<_, ValueError>::new(Endless(0));
    let error = DynBoard::deserialize(endless).expect_err("no board is so large");
    assert_eq!(error.to_string(), "a board has at most 65536 tiles");
    let deep = "[".repeat(1_000_000);
    assert!(read::<DynBoard>(&deep).is_err());
    assert!(read::<Goal>(&deep).is_err());
    assert!(read::<Moves>(&deep).is_err());
    // Empty rows without end are refused at the first.
    assert!(read::<DynBoard>(&format!("[{}", "[],".repeat(100_000))).is_err());
}

/// A format that is not for people, and that knows only how to read a string it was asked for.
struct Binary<'a>(&'a str);

impl<'de> Deserializer<'de> for Binary<'_> {
    type Error = ValueError;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ValueError> {
        Err(serde_core::de::Error::custom(
            "this format says nothing of types",
        ))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_str(self.0)
    }

    serde_core::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn other_formats_are_asked_for_text() {
    fn stored<T: DeserializeOwned + fmt::Display>(text: &str) {
        let value = T::deserialize(Binary(text)).expect("text");
        assert_eq!(value.to_string(), text);
    }
    stored::<Board<2>>("1 2/3 0");
    stored::<DynBoard>("1 2/3 0");
    stored::<Goal>("snail");
    stored::<Moves>("RRD");
    // A string by itself, as in URLs.
    let text: serde_core::de::value::StrDeserializer<'_, ValueError> =
        "1 2/3 0".into_deserializer();
    assert_eq!(Board::deserialize(text), Ok(Board::<2>::solved()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn sequences_are_read_as_their_text(
        json in "(\\[|\\[\\[|\\],\\[|[0-9]|[0-9],|,){0,4}(1,2\\],\\[3,0|1,0|0)?(\\]){0,3}",
    ) {
        // What JSON holds is the same board by both ways, or none.
        if let Ok(value) = from_str::<Value>(&json) {
            let by_sequence = from_value::<DynBoard>(value).ok();
            prop_assert_eq!(by_sequence, json.parse::<DynBoard>().ok());
        }
    }
}
