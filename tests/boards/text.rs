//! Boards, goals, moves and options as text: what is printed can be read, and what can't be read is
//! named by its place.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use npuzzle::notation::{Notation, read_board, read_boards, read_goal, read_moves};
use npuzzle::{Board, BoardError, Direction, DynBoard, Goal, Moves, ParseErrorKind as Kind, Shape};
use proptest::prelude::*;

use crate::oracle::meaning::can_mean;
use crate::oracle::shape::shape;
use crate::oracle::shapes::shapes_up_to;

const NOTATIONS: [Notation; 3] = [Notation::Tile, Notation::Blank, Notation::Arrows];

/// Reads a value from what it prints and from a text, and compares the two.
#[track_caller]
fn round_trip<T: FromStr<Err: Debug + PartialEq> + Display + Debug + PartialEq>(
    value: &T,
    text: &str,
) {
    assert_eq!(value.to_string(), text);
    assert_eq!(text.parse::<T>().as_ref(), Ok(value));
}

/// Checks that each text is an error whose message has the words beside it.
#[track_caller]
fn refuses<T: FromStr<Err: Display> + Debug>(cases: &[(&str, &str)]) {
    refuses_by(str::parse::<T>, cases);
}

/// Checks the same of a reader.
#[track_caller]
pub(crate) fn refuses_by<T: Debug, E: Display>(
    read: fn(&str) -> Result<T, E>,
    cases: &[(&str, &str)],
) {
    let messages = cases.iter().map(|(text, words)| {
        let found = read(text);
        (*text, *words, found.map_err(|error| format!("{error:#}")))
    });
    let is_refused =
        |found: &Result<T, String>, words| matches!(found, Err(error) if error.contains(words));
    let others = messages.filter(|(_, words, found)| !is_refused(found, *words));
    let others = others.map(|it| format!("{it:?}"));
    assert_eq!(others.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn boards_goals_and_shapes_read_what_they_print() {
    for shape in shapes_up_to(24) {
        let board = DynBoard::permutation_from_seed(shape, 1);
        let grid = format!("{board:#}");
        for text in [
            board.to_string(),
            format!("\n{grid}\n\n").replace('\n', "\r\n"),
            grid,
        ] {
            assert_eq!(text.parse().as_ref(), Ok(&board), "{text}");
            assert_eq!(read_board(&text).as_ref(), Ok(&board), "{text}");
        }
        let goal = Goal::from(board);
        assert_eq!(goal.to_string().parse().as_ref(), Ok(&goal));
        round_trip(&shape, &shape.to_string());
        assert_eq!(shape.to_string().replace(' ', "").parse(), Ok(shape));
    }
    for (text, aligned) in [
        (
            "1 2/3 4//9 6/7 8//5 10/11 0",
            " 1  2\n 3  4\n\n 9  6\n 7  8\n\n 5 10\n11  0",
        ),
        ("1 2 3 4 5/6 7 8 9 0", "1 2 3 4 5\n6 7 8 9 0"),
        // A single row names its shape, and so does a column in lines.
        ("1x4: 1 2 3 0", "1x4: 1 2 3 0"),
        ("1x5: 1 2 3 4 0", "1x5: 1 2 3 4 0"),
        ("1x1: 0", "1x1: 0"),
        ("1/2/3/0", "4x1: 1\n2\n3\n0"),
        ("1 2//0 3", "1x2x2: 1 2\n\n0 3"),
    ] {
        let board: DynBoard = text.parse().expect(text);
        assert_eq!(board.to_string(), text);
        assert_eq!(format!("{board:#}"), aligned);
        assert_eq!(format!("{board:?}"), format!("DynBoard({text})"));
    }
    assert_eq!(Board::<1, 4>::solved().to_string(), "1x4: 1 2 3 0");
    assert_eq!(Board::<1, 1, 4>::solved().to_string(), "1//2//3//0");
}

/// Texts of boards in the ways of many programs.
const READ: &[(&str, &str)] = &[
    // A bare row is a square if it can be one.
    ("1 2 3 4 5 6 7 8 0", "1 2 3/4 5 6/7 8 0"),
    ("1,2,3,4,5,6,7,8,0\n", "1 2 3/4 5 6/7 8 0"),
    ("[1, 2, 3, 4, 5, 6, 7, 8, 0]", "1 2 3/4 5 6/7 8 0"),
    ("\u{feff}3x3: 1 2 3 4 5 6 7 8 0", "1 2 3/4 5 6/7 8 0"),
    // Separators.
    ("1 2 3\r\n4 5 0\r\n", "1 2 3/4 5 0"),
    ("  1\t2 , 3 /\n 4,5,0", "1 2 3/4 5 0"),
    ("1,2,3,\n4,5,0,\n", "1 2 3/4 5 0"),
    ("\n\n01 02 03/04 05 00\n\n", "1 2 3/4 5 0"),
    ("1 2;3 0", "1 2/3 0"),
    ("1 2\n3 4\n\n5 6\n7 0\n", "1 2/3 4//5 6/7 0"),
    ("1 2/3 4\n\n\n5 6/7 0", "1 2/3 4//5 6/7 0"),
    ("1 2;3 4;;5 6;7 0", "1 2/3 4//5 6/7 0"),
    ("1-2-3/4-_-5", "1 2 3/4 0 5"),
    ("1/2/3/0", "1/2/3/0"),
    // Grids in lines: comments, a header, rows.
    ("# c\r\n\r\n2 # side\r\n 1\t2#row\r\n\r\n3 0", "1 2/3 0"),
    ("\u{feff}2 1 2\n3 0", "1 2/3 0"),
    ("3\n1 2 3\n4 _ 5\n7 8 6", "1 2 3/4 0 5/7 8 6"),
    ("2 3\n1 2 3\n4 5 0", "1 2 3/4 5 0"),
    ("3\n1 2 3 4 5 6 7 8 0", "1 2 3/4 5 6/7 8 0"),
    ("1 2 3\n\n4 5 6\n\n7 8 0", "1 2 3/4 5 6/7 8 0"),
    ("1 2 3\n# 2nd row\n4 5 0", "1 2 3/4 5 0"),
    ("1 2 # 1st row\n3 4\n5 0 # 3rd", "1 2/3 4/5 0"),
    ("1\n.", "1x1: 0"),
    // One number a line.
    ("1\n2\n3\n4\n5\n6\n8\n7\n-\n", "1 2 3/4 5 6/8 7 0"),
    ("# page\n8\n1\n2\n\n.\n4\n3\n7\n6\n5", "8 1 2/0 4 3/7 6 5"),
    ("2\n1\n3\n0", "2 1/3 0"),
    ("3\n0\n3\n8\n4\n1\n7\n2\n6\n5", "0 3 8/4 1 7/2 6 5"),
    // Lists.
    ("[[1,2],[3,0]]", "1 2/3 0"),
    ("\u{feff}[\r\n  [1, 2],\r\n  [3, 0],\r\n]\r\n", "1 2/3 0"),
    ("[[1 2]\n [3 0]]", "1 2/3 0"),
    ("[1 2; 3 0]", "1 2/3 0"),
    ("[[[1,2],[3,4]],[[5,6],[7,0]]]", "1 2/3 4//5 6/7 0"),
    ("[[[1],[2],[0]]]", "1/2/0"),
    ("[[1,2,3,0]]", "1x4: 1 2 3 0"),
    ("[\n [\n  1,\n  2\n ],\n\n [\n  3,\n  0\n ]\n]\n", "1 2/3 0"),
    // Shapes in front.
    ("2: 1 2 3 0", "1 2/3 0"),
    ("2 x 2:\n1 2\n3 0\n", "1 2/3 0"),
    ("2x2x1: [[1,2],[3,0]]", "1 2/3 0"),
    ("2x3: 1,2,3/4,5,0", "1 2 3/4 5 0"),
    ("2x2x2:1,2,3,4,5,6,7,0", "1 2/3 4//5 6/7 0"),
    (
        "4x4:15,2,1,12,8,5,6,11,4,9,10,7,3,14,13,0",
        "15 2 1 12/8 5 6 11/4 9 10 7/3 14 13 0",
    ),
    // Words of different signs.
    ("812043765", "8 1 2/0 4 3/7 6 5"),
    ("123/456/780", "1 2 3/4 5 6/7 8 0"),
    ("3\n123/456/780", "1 2 3/4 5 6/7 8 0"),
    ("12345678_", "1 2 3/4 5 6/7 8 0"),
    ("hfgbedc.a", "8 6 7/2 5 4/3 0 1"),
    ("FE169B4C0A73D852", "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"),
    (
        "1 2 3 4/5 6 7 8/9 a b c/d e f .",
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
    ),
    ("2x3: abc/de0", "1 2 3/4 5 0"),
    ("2x3x1: abcde0", "1 2 3/4 5 0"),
    ("9 1 2/3 4 5/6 7 8", "0 1 2/3 4 5/6 7 8"),
    ("hfgbedc-a", "8 6 7/2 5 4/3 0 1"),
    ("1-2345678", "1 0 2/3 4 5/6 7 8"),
    ("a b c/d - e", "1 2 3/4 0 5"),
    (
        "0xdab6531480c2e79f",
        "13 10 11 6/5 3 1 4/8 0 12 2/14 7 9 15",
    ),
    // Brackets and quotes of other languages.
    ("{{1,2,3},{4,5,0}}", "1 2 3/4 5 0"),
    ("((1,2,3),(4,5,0))", "1 2 3/4 5 0"),
    ("(1, 2, 3, 0)", "1 2/3 0"),
    ("\"1\",\"2\",\"3\"\n\"4\",\"5\",\"0\"\n", "1 2 3/4 5 0"),
    // The blank of other programs.
    ("4 8 x/3 7 5/6 2 1", "4 8 0/3 7 5/6 2 1"),
    ("1 X 2 3", "1 0/2 3"),
    ("0 1 2/3 -1 4", "1 2 3/4 0 5"),
    ("1 2 3/4 -1 5", "1 2 3/4 0 5"),
    ("0 1 2/3 - 4", "1 2 3/4 0 5"),
    ("1 2 3/4 6 5", "1 2 3/4 0 5"),
    ("1 2 3 4 5 6 7 9 8", "1 2 3/4 5 6/7 0 8"),
    // One sign for the blank.
    ("1 2 3/4 5 _", "1 2 3/4 5 0"),
    ("1,2,3\n4,5,.\n", "1 2 3/4 5 0"),
    ("[[1,2,3],[4,5,-]]", "1 2 3/4 5 0"),
    ("2x3: - 1 2 3 4 5", "0 1 2/3 4 5"),
    ("_,1,2,3", "0 1/2 3"),
    ("1 2 3 .", "1 2/3 0"),
];

#[test]
fn boards_are_read_as_many_programs_write_them() {
    for (text, printed) in READ {
        let board = read_board(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(board.to_string(), *printed, "{text:?}");
        assert!(can_mean(text, &board), "{text:?}");
        assert_eq!(read_boards(text).as_ref(), Ok(&vec![board.clone()]));
        assert_eq!(read_goal(text), Ok(Goal::from(board)), "{text:?}");
    }
}

#[test]
fn whatever_parses_is_read_as_the_same() {
    for text in ["01:00000", "0001/0000", "001 002/003 000", "1x2: 000 001"] {
        let board = text.parse::<DynBoard>();
        assert!(board.is_ok(), "{text:?}");
        assert_eq!(read_board(text), board, "{text:?}");
    }
    for text in ["000/*", "*/000", "001 */* 000", "001 000/* *", "0001/0000"] {
        let goal = text.parse::<Goal>();
        assert!(goal.is_ok(), "{text:?}");
        assert_eq!(read_goal(text), goal, "{text:?}");
    }
}

#[test]
fn from_str_reads_what_is_printed_alone() {
    for (text, printed) in [
        ("1 2 3/4 5 0", "1 2 3/4 5 0"),
        (" 1,2, 3 / 4 , 5 0\n", "1 2 3/4 5 0"),
        ("1 2\r\n3 4\r\n\r\n5 6\r\n7 0\r\n", "1 2/3 4//5 6/7 0"),
        ("1/2/0", "1/2/0"),
        ("3x1: 1\n2\n0", "1/2/0"),
        ("1 x 4: 1 2 3 0", "1x4: 1 2 3 0"),
        ("1x2x2: 1 2\n\n3 0", "1 2//3 0"),
    ] {
        let board: DynBoard = text
            .parse()
            .unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(board.to_string(), printed, "{text:?}");
        assert_eq!(text.parse(), Ok(Goal::from(board)), "{text:?}");
    }
    let own_shape = "needs its shape in front, '1x4: '";
    let cases = [
        ("", "no tiles"),
        ("1 2 3 0", own_shape),
        ("[1 2 3 0]", "unexpected '[' at byte 0"),
        ("1\n2\n3\n0", "needs its shape in front, '4x1: '"),
        ("1 2\n\n3 0", "needs its shape in front"),
        (
            "2x2: 1 2 3 0",
            "the shape in front is 2 x 2, but the rows make 1 x 4",
        ),
        ("2x2:1,2,3,0", "the shape in front is 2 x 2"),
        ("1230", "needs its shape in front"),
        ("12/30", "row 1: tile 12 is not one of 0 to 1"),
        ("1 2/3 _", "unexpected '_' at byte 6"),
        ("1 2/3 -1", "unexpected '-' at byte 6"),
        ("1-2/3-0", "unexpected '-' at byte 1"),
        ("1 2;3 0", "unexpected ';' at byte 3"),
        ("1 2\t3/4 5 0", "unexpected '\\t' at byte 3"),
        (
            "1 2/3 4",
            "row 2: tile 4 is not one of 0 to 3; the blank is written as 0",
        ),
        ("1 2 # a comment\n3 0", "unexpected '#' at byte 4"),
        ("\u{feff}1 2/3 0", "unexpected '\\u{feff}' at byte 0"),
        ("2\n1 2\n3 0", "row 2: 2 tiles, but the first row has 1"),
        ("1,,2/3,0", "',' at byte 2"),
        ("a b/c 0", ""),
    ];
    refuses::<DynBoard>(&cases);
    refuses::<Goal>(&cases);
    // A fixed shape needs none in front, but its rows.
    assert_eq!("1 2 3 0".parse(), Ok(Board::<1, 4>::solved()));
    assert_eq!("1\n2\n3\n0".parse(), Ok(Board::<4, 1>::solved()));
    assert_eq!("1 2\n\n3 0".parse(), Ok(Board::<1, 2, 2>::solved()));
    refuses::<Board<2>>(&[
        ("1 2 3 0", "the board is 1 x 4, not 2 x 2"),
        ("1x4: 1 2 3 0", "the board is 1 x 4, not 2 x 2"),
        ("1 2 3/4 5 0", "the board is 2 x 3, not 2 x 2"),
        ("[[1,2],[3,0]]", "unexpected '[' at byte 0"),
    ]);
    assert_eq!("R2,D 3 L".parse::<Moves>().map(|it| it.len()).ok(), None);
    assert_eq!("R2, D3 L\n".parse::<Moves>().map(|it| it.len()), Ok(6));
    refuses::<Moves>(&[
        ("r", "unexpected 'r' at byte 0"),
        ("R\nU", "unexpected '\\n' at byte 1"),
        ("→", "unexpected '→'"),
        ("(RU)", "unexpected '('"),
        ("RU # a comment", "unexpected '#'"),
    ]);
}

#[test]
fn faults_of_boards_are_named_by_byte_row_and_tile() {
    refuses_by(
        read_board,
        &[
            ("", "no tiles"),
            (" \n ", "no tiles"),
            ("[]", "no tiles"),
            ("2x2:", "no tiles"),
            ("/1 2/3 0", "byte 0: a row without tiles"),
            ("1 2/3 0/", "byte 7: a row without tiles"),
            ("1 2/ /3 0", "byte 5: a row without tiles"),
            ("1 2 3/4 5", "row 2: 2 tiles"),
            (
                "3/1 2 3/4 5 6/7 8 0",
                "row 2: 3 tiles, but the first row has 1",
            ),
            ("[[1,2],[3]]", "row 2: 1 tile"),
            ("1 2/3 4//5 6/7", "layer 2, row 2: 1 tile"),
            ("1 2/3 4//5 0", "layer 2: expected 2 rows"),
            // Characters.
            ("1 2/3 z", "'z' at byte 6"),
            ("1 2/3 1-", "'-' at byte 7"),
            ("1--2/3 0", "'-' at byte 1"),
            ("1 2/3 1x", "'x' at byte 7"),
            ("1 2/3 ä", "'ä' at byte 6"),
            ("1,,2/3 0", "',' at byte 2"),
            (",1 2/3 0", "',' at byte 0"),
            ("1 2]", "']' at byte 3"),
            ("1 2/[3 0]", "'[' at byte 4"),
            ("2y2: 1 2 3 0", "'y' at byte 1"),
            ("[[1,2],[3,0]] 5", "layer 2, row 1: 1 tile"),
            ("[[1,2],[3,0]", "'[' at byte 0 is not closed"),
            ("2x2:[[1,2],[3,0", "'[' at byte 4 is not closed"),
            // Blanks.
            ("[[1,_],[2,_]]", "row 2: the blank"),
            ("1 2/3 xx", "'x' at byte 6"),
            ("1 2/3 *", "'*' at byte 6"),
            ("1 2/3 0.", "'.' at byte 7"),
            ("0 2/3 0", "row 2: the blank (0) appears twice"),
            // Tiles.
            ("1 2/3 3", "row 2: tile 3 appears twice"),
            ("1 2/_ 2", "row 2: tile 2 appears twice"),
            ("1 2/0 4", "row 2: tile 4 is not one of 0 to 3"),
            (
                "1 2/5 4",
                "row 2: tile 5 is not one of 0 to 3; the blank is written as 0, _, . or -",
            ),
            ("1 9/3 999999", "row 1: tile 9 is not"),
            ("1 2/3 8", "row 2: tile 8 is not one of 0 to 3; the blank"),
            (
                "1 2/99999999999999999999 0",
                "row 2: tile 9223372036854775807",
            ),
            ("1 2/3 0//4 5/6 6", "layer 2, row 2: tile 6 appears twice"),
            // Four numbers may be a row of a larger board.
            ("1 2 3 4", "row 2: tile 4"),
            ("1x5: 1 2 3 4 6", "row 1: tile 6"),
            ("1 2 3 4 5", "5 numbers, no square"),
            // Shapes.
            ("3x2: 1 2 3/4 5 0", "3 x 2, but the rows make 2 x 3"),
            (
                "2x2x2: 1 2/3 4/5 6/7 0",
                "2 x 2 x 2, but the rows make 4 x 2",
            ),
            ("0", "1 number, no square"),
            ("3x2:1,2,3,4,5,0", "3x2 may mean 3 rows or 3 columns"),
            ("2x2: 1 2 0", "3 tiles for 4 cells: too few"),
            ("2x2:1,2,3,0,4", "more than 4 tiles"),
            ("0x2: 1", "0 x 2 has no cells"),
            ("300x300: 1", "300 x 300 has more than 65536 cells"),
        ],
    );
    // There is a blank: no word on how to write one.
    let error = read_board("1 2/0 4").expect_err("no tile 4");
    let message = format!("{error:#}");
    assert!(message.ends_with("not one of 0 to 3"), "{message}");
}

#[test]
fn the_real_fault_of_what_is_nearly_a_board_is_named() {
    refuses_by(
        read_board,
        &[
            ("9abc", "signs is the blank"),
            ("1 34527896BCDAEF", "a space between signs"),
            ("123 485 76.", "a space between signs"),
            (
                "_RBB/RRBB/RBRB/RRBB",
                "sign 'B' appears twice; equal tiles are not offered",
            ),
            ("1123456789abcdef", "sign '1' appears twice"),
            ("12345670", "8 numbers, no square"),
            ("123456789", "signs is the blank"),
            ("12345678z0123456", "sign '1' appears twice"),
            ("12345670z", "9 signs in 1 row; expected those of a board"),
            ("123/45/678_", "9 signs in 3 rows"),
            ("12340x", "6 signs in 1 row"),
            ("3x4: 1365720A984B", "3x4 may mean 3 rows or 3 columns"),
            (
                "3x4:1-3-6-5-7-2-0-10-9-8-4-11",
                "3x4 may mean 3 rows or 3 columns",
            ),
            ("1;2;3;4;5;6;7;0", "8 numbers, no square"),
            ("1\n2\n3\n4\n5\n6\n7\n0\n", "8 numbers, no square"),
            ("array([[1, 2], [3, 0]])", "unexpected 'a' at byte 0"),
            ("[2/2,1/3,3/1,1/1]", "positions such as 2/2 are not read"),
            (
                "|1|2|\n|3|0|",
                "unexpected '|' at byte 0; expected numbers, without the bars",
            ),
            ("1 6 8/4 5 2/= 3 0", "walls are not offered"),
            ("1 6 8/4 5 #/7 3 0", "begins a comment, not a wall"),
            (
                "1 2 3/4 5 6/7 0 0",
                "the blank (0) appears twice; several blanks are not offered",
            ),
            (
                "1 1 2/2 3 3/4 4 0",
                "row 1: tile 1 appears twice; equal tiles are not offered",
            ),
            (
                "[1,2,3,4,5,6,7,8]\n[1,2,3,4,5,6,8,7]",
                "equal tiles are not offered, nor several boards",
            ),
        ],
    );
}

#[test]
fn no_more_is_read_than_a_board_can_have() {
    // The shape in front takes no memory: there are three tiles.
    for shape in ["65535x1", "1x65536", "65536x1x1"] {
        let found = read_board(&format!("{shape}:1 2 0")).map_err(|error| error.kind());
        let few = matches!(found, Err(Kind::Board(BoardError::TooFew { found: 3, .. })));
        assert!(few, "{found:?}");
    }
    // A shape is named where it stands.
    let error = read_board("# note\n 0x2: 1").expect_err("no cells");
    assert_eq!(
        (error.kind(), error.line(), error.byte()),
        (Kind::Shape, 2, 8)
    );
    // Reading ends at the first number too many, whatever follows.
    for (text, separator) in [("", " "), ("", "/"), ("[[", ","), ("[[", "],["), ("[", " ")] {
        let many = format!("{text}{}x", format!("1{separator}").repeat(70_000));
        let byte = text.len() + 65_538 * (1 + separator.len());
        let error = read_board(&many).expect_err("too many");
        assert_eq!((error.kind(), error.byte()), (Kind::Number, byte));
    }
    assert!(read_board(&"[".repeat(1_000_000)).is_err());
    assert!(read_board(&"1\n".repeat(65_536)).is_err());
    assert!(read_boards(&"1\n".repeat(65_536)).is_err());
    assert!("1/".repeat(1_000_000).parse::<DynBoard>().is_err());
    // Whatever a text begins with is not read again and again.
    assert!(read_board(&"0x".repeat(100_000)).is_err());
    let falling: Vec<String> = (0..65_536).rev().map(|tile| tile.to_string()).collect();
    assert!(read_board(&falling.join("\n")).is_ok());
    let tiles: Vec<String> = (0..65_536).map(|tile| tile.to_string()).collect();
    for header in ["", "256\n", "256 256\n"] {
        let text = format!("{header}{}", tiles.join("\n"));
        let largest = read_board(&text);
        assert_eq!(
            largest.map(|it| it.is_solved_for(&Goal::BlankFirst)),
            Ok(true)
        );
    }
}

#[test]
fn moves_are_read_as_many_programs_write_them() {
    for (text, letters) in [
        ("", ""),
        (" R2 D1\nL U ", "RRDLU"),
        ("F10B", "FFFFFFFFFFB"),
        ("→↓←↑", "RDLU"),
        ("→2↓", "RRD"),
        ("↙↗F b", "FBFB"),
        ("lurd", "LURD"),
        ("R, D,\nL,", "RDL"),
        // Other programs.
        ("￬2 ￫ ￪ ￩2", "DDRULL"),
        ("v2 > ^ <2", "DDRULL"),
        ("(R2U2)LD", "RRUULD"),
        ("R2U2LD # note", "RRUULD"),
        ("// (a note\nR U // R\nL", "RUL"),
        ("1\nright", "R"),
        ("Up, down LEFT", "UDL"),
        ("2\n\nR2U", "RRU"),
    ] {
        let moves = read_moves(text).expect(text);
        assert_eq!(moves.to_string(), letters, "{text:?}");
        assert_eq!(Moves::parse_as(text, Notation::Arrows).as_ref(), Ok(&moves));
        let blank: Moves = moves.iter().map(Direction::opposite).collect();
        assert_eq!(Moves::parse_as(text, Notation::Blank), Ok(blank), "{text}");
    }
    let moves: Moves = "RRDLU".parse().expect("moves");
    assert_eq!(format!("{moves:#}"), "R2DLU");
    assert_eq!(moves.display_as(Notation::Blank).to_string(), "LLURD");
    assert_eq!(moves.display_as(Notation::Arrows).to_string(), "→→↓←↑");
    assert_eq!(moves.multi_tile_len(), 4);
}

#[test]
fn moves_at_fault_are_named_by_byte() {
    for (text, kind, byte) in [
        ("RX", Kind::Sign, 1),
        ("2R", Kind::Sign, 0),
        ("R D]", Kind::Sign, 3),
        ("west", Kind::Sign, 0),
        ("uppp", Kind::Sign, 1),
        ("➡", Kind::Sign, 0),
        ("U R’", Kind::Sign, 3),
        ("R2'", Kind::Sign, 2),
        ("R, 65536", Kind::Sign, 3),
        ("(RU)3", Kind::Sign, 4),
        ("UR0", Kind::Number, 2),
        ("UR99999999999999999999", Kind::Number, 2),
        ("3\nUR", Kind::Number, 0),
        ("5", Kind::Sign, 0),
        ("# a note\n5\nUU", Kind::Number, 9),
        ("#1 7 R U L D D R R", Kind::Empty, 0),
    ] {
        for notation in NOTATIONS {
            let error = Moves::parse_as(text, notation).expect_err(text);
            assert_eq!((error.kind(), error.byte()), (kind, byte), "{text}");
        }
    }
    // The numbers of tiles are read with their board alone.
    let board: DynBoard = "1 2 3 4/5 10 6 7/9 0 11 8/13 14 15 12"
        .parse()
        .expect("a board");
    for text in [
        "10 6 7 8 12",
        "10D-6L-7L-8U-12U",
        "10,6l 7 8\n12 # solved",
        "[10, 6, 7, 8, 12]",
        "DLLUU",
    ] {
        let moves = Moves::parse_on(&board, text).expect(text);
        assert_eq!(moves.to_string(), "DLLUU");
        let mut end = board.clone();
        assert!(end.play(&moves).is_ok() && end.is_solved());
    }
    for (text, words) in [
        (
            "10 13",
            "byte 3: tile 13 is not next to the blank in move 2",
        ),
        ("10U", "byte 0: tile 10 can only move D, not U in move 1"),
        ("10x", "byte 0: tile 10 can only move D, not x in move 1"),
        (
            "10 99999999999999999999",
            "is not next to the blank in move 2",
        ),
        ("10 D", "unexpected '1' at byte 0"),
    ] {
        let error = Moves::parse_on(&board, text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    // The time is proportional to the text.
    let long = "L".repeat(4_000_000).parse::<Moves>();
    assert_eq!(long.map(|moves| moves.len()), Ok(4_000_000));
    // A short text may mean 2^24 moves, a long one 64 a byte. Nothing is allocated beyond.
    let always = 1_u64 << 24;
    let legal = "L65535R65535".repeat(128);
    let most = format!("{legal}U256").parse::<Moves>();
    assert_eq!(most.map(|moves| moves.len() as u64), Ok(always));
    let more = "L256R256".repeat(33_000).parse::<Moves>();
    assert_eq!(more.map(|moves| moves.len()), Ok(512 * 33_000));
    for text in [
        format!("{legal}U257"),
        "U16777217".to_owned(),
        "L320R320".repeat(100_000),
    ] {
        let error = text.parse::<Moves>().expect_err("too many moves");
        assert_eq!(error.kind(), Kind::TooLong);
    }
}

#[test]
fn options_read_what_they_print() {
    for direction in Direction::ALL {
        round_trip(&direction, &direction.letter().to_string());
        let arrow = direction.arrow().to_string();
        for text in [arrow, direction.to_string().to_lowercase()] {
            assert_eq!(text.parse(), Ok(direction));
        }
        assert_eq!(format!("{direction:?}").parse(), Ok(direction));
    }
    refuses::<Direction>(&["", "X", "UD", " U", "upp"].map(|text| (text, "")));
    for notation in NOTATIONS {
        round_trip(&notation, &notation.to_string());
    }
    for text in ["4", " 4 ", "4X4", "4×4", "4 x 4 x 1", "04x4"] {
        assert_eq!(text.parse(), Ok(shape(4, 4, 1)), "{text}");
    }
    refuses::<Shape>(&[
        ("", "4x4 or 3x3x3"),
        ("4x", "4x4 or 3x3x3"),
        ("4 x -4", "4x4 or 3x3x3"),
        ("4xx4", "4x4 or 3x3x3"),
        ("4 4", "4x4 or 3x3x3"),
        ("4x4x4x4", "4x4 or 3x3x3"),
        ("0x4", "0 x 4 has no cells"),
        ("300", "300 x 300 has more than 65536 cells"),
    ]);
    let huge = "99999999999999999999x2".parse::<Shape>();
    assert_eq!(huge.map_err(|error| error.kind()), Err(Kind::Shape));
    for (text, goal) in [
        ("blank-last", Goal::BlankLast),
        ("blank-first", Goal::BlankFirst),
        ("snail", Goal::Snail),
    ] {
        round_trip(&goal, text);
        assert_eq!(format!(" {text}\n").parse(), Ok(goal));
    }
    refuses_by(
        read_goal,
        &[
            ("spiral", "snail"),
            (" 1 2/3 z", "'z' at byte 7"),
            ("snail 3", ""),
            ("x", ""),
            // No number is a free tile.
            (
                "1 2/0 -9223372036854775808",
                "row 2: tile -9223372036854775807",
            ),
        ],
    );
}

#[cfg(feature = "solver")]
#[test]
fn options_of_solvers_read_what_they_print() {
    use npuzzle::{HeuristicKind, Metric, Quality};
    round_trip(&Quality::Optimal, "optimal");
    round_trip(&Quality::Best, "best");
    round_trip(&Quality::Fast, "fast");
    round_trip(&Quality::Within { percent: 0 }, "within=1");
    round_trip(&Quality::Within { percent: 5 }, "within=1.05");
    round_trip(&Quality::Within { percent: 9_900 }, "within=100");
    for percent in (0..=u16::MAX).step_by(97) {
        let quality = Quality::Within { percent };
        assert_eq!(quality.to_string().parse(), Ok(quality));
    }
    // Further decimals are cut off: 1.129 is never exceeded by 1.12.
    for text in ["within=1.120", "within=01.129", "within=1.1299999999"] {
        assert_eq!(text.parse(), Ok(Quality::Within { percent: 12 }));
    }
    refuses::<Quality>(&["", "within", "Optimal", "good"].map(|text| (text, "within=FACTOR")));
    for factor in [
        "", "0.99", "656.36", "-1", "+1", ".5", "1.x", "1.1.1", "1e2", "nan", "99999999",
    ] {
        let text = format!("within={factor}");
        refuses::<Quality>(&[(&text, "from 1 to 656.35")]);
    }
    for (text, kind) in [
        ("auto", HeuristicKind::Auto),
        ("manhattan", HeuristicKind::Manhattan),
        ("linear-conflict", HeuristicKind::LinearConflict),
        ("walking-distance", HeuristicKind::WalkingDistance),
        ("patterns", HeuristicKind::Patterns),
    ] {
        round_trip(&kind, text);
    }
    refuses::<HeuristicKind>(&[("euclid", "patterns")]);
    round_trip(&Metric::SingleTile, "stm");
    round_trip(&Metric::MultiTile, "mtm");
    refuses::<Metric>(&["", "STM", "tiles"].map(|text| (text, "mtm")));
}

#[cfg(feature = "serde")]
#[test]
fn what_serde_stores_is_the_text() {
    fn stored<T>(value: &T, text: &str)
    where
        T: serde_core::Serialize + serde_core::de::DeserializeOwned + PartialEq + Debug,
    {
        let json = format!("\"{text}\"");
        assert_eq!(serde_json::to_string(value).expect("plain text"), json);
        assert_eq!(&serde_json::from_str::<T>(&json).expect(text), value);
    }
    let row = shape(1, 4, 1);
    stored(&DynBoard::solved(row), "1x4: 1 2 3 0");
    stored(&Goal::from(DynBoard::solved(row)), "1x4: 1 2 3 0");
    stored(&Goal::Snail, "snail");
    stored(&Board::<2>::solved(), "1 2/3 0");
    stored(&Direction::Back, "B");
    stored(&row, "1 x 4");
    stored(&Moves::from([Direction::Up; 3]), "UUU");
    #[cfg(feature = "solver")]
    {
        stored(&npuzzle::Quality::Within { percent: 10 }, "within=1.1");
        stored(&npuzzle::HeuristicKind::WalkingDistance, "walking-distance");
    }
    let error = serde_json::from_str::<Shape>(r#""4 by 4""#).expect_err("no shape");
    assert!(error.to_string().contains("4x4"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn moves_round_trip_in_every_notation(choices in prop::collection::vec(0..6_usize, 0..200)) {
        let moves: Moves = choices.into_iter().map(|choice| Direction::ALL[choice]).collect();
        for notation in NOTATIONS {
            let text = moves.display_as(notation).to_string();
            let runs = format!("{:#}", moves.display_as(notation));
            for text in [text.to_lowercase(), text, runs] {
                prop_assert_eq!(Moves::parse_as(&text, notation), Ok(moves.clone()));
            }
        }
    }

    #[test]
    fn what_is_read_prints_as_the_same(
        board in "([0-4_.ab#xX-]|0x|\\(|\\)|2x2:|1x4: |[ ,/;:\n\t\\[\\]]| ){0,14}",
        moves in r#"([UDLRFBudlrfb]|up|Left|[↑↓←→↙↗]|[0-9]{1,5}|[ ,\n#/^<'"’\[\]()]){0,24}"#,
        any in any::<String>(),
    ) {
        for text in [&board, &any] {
            let strict = text.parse::<DynBoard>();
            let board = read_board(text);
            prop_assert!(strict.is_err() || strict == board, "{text:?}");
            if let Ok(board) = board {
                prop_assert!(can_mean(text, &board), "{text:?}: {board}");
                prop_assert_eq!(board.to_string().parse(), Ok(board.clone()));
                prop_assert_eq!(format!("{board:#}").parse(), Ok(board));
            }
        }
        for (text, notation) in [&moves, &any].into_iter().flat_map(|it| NOTATIONS.map(|by| (it, by))) {
            if let Ok(moves) = Moves::parse_as(text, notation) {
                let printed = moves.display_as(notation).to_string();
                prop_assert_eq!(Moves::parse_as(&printed, notation), Ok(moves));
            }
        }
    }
}
