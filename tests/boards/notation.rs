//! Boards as text: what is printed can be read, and what can't be read is named.

use npuzzle::notation::{ParseBoardError, parse_grid};
use npuzzle::{Board, BoardError, DynBoard, Goal, Shape};

use crate::oracle::data;
use crate::oracle::shapes::shapes_up_to;

#[test]
fn boards_of_every_shape_read_what_they_print() {
    for shape in shapes_up_to(24) {
        let board = DynBoard::permutation_from_seed(shape, 1);
        assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
        assert_eq!(format!("{board:#}").parse().as_ref(), Ok(&board));
        assert_eq!(
            format!("\n{board:#}\n\n")
                .replace('\n', "\r\n")
                .parse()
                .as_ref(),
            Ok(&board)
        );
        let goal = Goal::from(board);
        assert_eq!(goal.to_string().parse().as_ref(), Ok(&goal));
    }
}

#[test]
fn a_bare_row_is_a_square_if_the_shape_is_not_fixed() {
    let square: DynBoard = "1 2 3/4 5 6/7 8 0".parse().expect("a board");
    for text in [
        "1 2 3 4 5 6 7 8 0",
        "1,2,3,4,5,6,7,8,0\n",
        "[1, 2, 3, 4, 5, 6, 7, 8, 0]",
        "3x3: 1 2 3 4 5 6 7 8 0",
        "\u{feff}1 2 3 4 5 6 7 8 0",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&square), "{text:?}");
        assert_eq!(text.parse(), Ok(Board::<3>::solved()), "{text:?}");
        assert_eq!(text.parse(), Ok(Goal::from(square.clone())), "{text:?}");
    }
    // A fixed shape takes a bare row for its cells in reading order.
    let row = "1 2 3 4 5 6 7 8 0";
    assert_eq!(row.parse(), Ok(Board::<1, 9>::solved()));
    assert_eq!(row.parse(), Ok(Board::<9, 1>::solved()));
    assert_eq!("1 2 3 4 5 0".parse(), Ok(Board::<2, 3>::solved()));
    assert_eq!("1 2 3 4 5 6 7 0".parse(), Ok(Board::<2, 2, 2>::solved()));
    for (text, error) in [
        (row, "9 tiles are too few for 16 cells"),
        ("[[1,2,3,4,5,6,7,8,0]]", "the board is 1 x 9, not 4 x 4"),
        ("1 2 3/4 5 6/7 8 0", "the board is 3 x 3, not 4 x 4"),
    ] {
        let found = text.parse::<Board<4>>().expect_err(text);
        assert_eq!(found.to_string(), error);
    }
    let bare: DynBoard = "1 2 3 4 5 0".parse().expect("a board");
    assert_eq!(bare.shape(), Shape::rectangle(1, 6).expect("a shape"));
}

#[test]
fn single_rows_that_look_like_squares_say_what_they_are() {
    for (cols, text) in [
        (1, "0"),
        (2, "1 0"),
        (4, "1x4: 1 2 3 0"),
        (5, "1 2 3 4 0"),
        (9, "1x9: 1 2 3 4 5 6 7 8 0"),
    ] {
        let row = DynBoard::solved(Shape::rectangle(1, cols).expect("a shape"));
        assert_eq!(row.to_string(), text);
        assert_eq!(format!("{row:#}"), text);
        assert_eq!(text.parse(), Ok(row));
    }
    assert_eq!(Board::<1, 4>::solved().to_string(), "1x4: 1 2 3 0");
    assert_eq!(Board::<4, 1>::solved().to_string(), "1/2/3/0");
    assert_eq!(Board::<1, 1, 4>::solved().to_string(), "1//2//3//0");
}

#[test]
fn shapes_in_front_lists_and_semicolons_are_read() {
    let square = Board::<2>::solved();
    for text in [
        "[[1,2],[3,0]]",
        "[[1, 2], [3, 0]]",
        "\u{feff}[\r\n  [1, 2],\r\n  [3, 0],\r\n]\r\n",
        "[[1 2]\n [3 0]]",
        "[1 2; 3 0]",
        "1 2;3 0",
        "1\t2\n3\t0\n",
        "2x2:1,2,3,0",
        "2x2: 1 2/3 0",
        "2x2x1: [[1,2],[3,0]]",
        "2 x 2:\n1 2\n3 0\n",
        "2: 1 2 3 0",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&square), "{text:?}");
        assert_eq!(text.parse(), Ok(DynBoard::from(&square)), "{text:?}");
    }
    let cube = Board::<2, 2, 2>::solved();
    for text in [
        "[[[1,2],[3,4]],[[5,6],[7,0]]]",
        "2x2x2: 1 2 3 4 5 6 7 0",
        "2x2x2:1,2,3,4,5,6,7,0",
        "1 2;3 4;;5 6;7 0",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&cube), "{text:?}");
        assert_eq!(text.parse(), Ok(DynBoard::from(&cube)), "{text:?}");
    }
    for text in ["2x3: 1 2 3 4 5 0", "2x3: 1,2,3/4,5,0", "2x3x1:1,2,3,4,5,0"] {
        assert_eq!(text.parse(), Ok(Board::<2, 3>::solved()), "{text:?}");
    }
    let deep: DynBoard = "[[[1],[2],[0]]]".parse().expect("a column");
    assert_eq!(deep.to_string(), "1/2/0");
    // A game of Simon Tatham's Fifteen, as its menu gives it.
    let game: DynBoard = "4x4:15,2,1,12,8,5,6,11,4,9,10,7,3,14,13,0"
        .parse()
        .expect("a board");
    assert_eq!(game.to_string(), "15 2 1 12/8 5 6 11/4 9 10 7/3 14 13 0");
}

/// The end of a message on a character that is not part of a board.
const READ: &str = "; expected numbers separated by spaces or commas, in rows that end with '/', ';' \
                    or a new line, or lists such as [[1,2],[3,0]]";

#[test]
fn what_contradicts_itself_is_refused() {
    for (text, error) in [
        (
            "3x2: 1 2 3/4 5 0",
            "the shape in front is 3 x 2, but the rows make 2 x 3",
        ),
        (
            "3x2:1,2,3,4,5,0",
            "3x2 may mean 3 rows or 3 columns; separate the rows by '/'",
        ),
        ("2x2: 1 2 0", "3 tiles are too few for 4 cells"),
        ("1x9: 1 2 0", "3 tiles are too few for 9 cells"),
        ("2x2:1,2,3,4,0", "there are more than 4 tiles for 4 cells"),
        ("2x2:", "there are no tiles"),
        ("0x2: 1", "a board of 0 x 2 has no cells"),
        (
            "300x300: 1",
            "a board of 300 x 300 has more than 65536 cells",
        ),
        ("2y2: 1 2 3 0", "unexpected 'y' at byte 1"),
        ("[]", "there are no tiles"),
        ("[[]]", "byte 2: a row without tiles"),
        ("[[1,2],[]]", "byte 8: a row without tiles"),
        ("[[[1,2]],[]]", "byte 10: a row without tiles"),
        ("[[1,2],[3]]", "row 2: 1 tile, but the first row has 2"),
        ("[[1,2],[3,0]", "the '[' at byte 0 is not closed"),
        ("[1,2,3,0", "the '[' at byte 0 is not closed"),
        ("2x2:[[1,2],[3,0", "the '[' at byte 4 is not closed"),
        (
            "[[1,2],3,0]",
            "unexpected '3' at byte 7; expected rows such as [[1,2],[3,0]]",
        ),
        (
            "[[[[1]]]]",
            "unexpected '[' at byte 3; expected rows such as [[1,2],[3,0]]",
        ),
        (
            "[[1,[2]],[3,0]]",
            "unexpected '[' at byte 4; expected rows such as [[1,2],[3,0]]",
        ),
        (
            "[[1,2],,[3,0]]",
            "unexpected ',' at byte 7; expected rows such as [[1,2],[3,0]]",
        ),
        (
            "[[1/2],[3,0]]",
            "unexpected '/' at byte 3; expected rows such as [[1,2],[3,0]]",
        ),
        ("[[1,2],[3,0]] 5", "unexpected '5' at byte 14"),
        ("[1,2],[3,0]", "unexpected ',' at byte 5"),
        ("1 2]", "unexpected ']' at byte 3"),
        ("1 [2 3]", "unexpected '[' at byte 2"),
        ("(1 2/3 0)", "unexpected '(' at byte 0"),
        ("\u{feff}\u{feff}1 0", "unexpected '\\u{feff}' at byte 3"),
    ] {
        let found = text.parse::<DynBoard>().expect_err(text);
        assert_eq!(found.to_string().replace(READ, ""), error, "{text:?}");
        assert!(text.parse::<Board<2>>().is_err(), "{text:?}");
    }
}

#[test]
fn whatever_is_read_prints_as_the_same_board() {
    const PARTS: [&str; 18] = [
        "0", "1", "2", "3", "4", "5", " ", ",", "/", ";", "\n", "\t", "[", "]", "x", ":", "2x2:",
        "1x4: ",
    ];
    // Knuth's generator, whose upper bits choose the parts.
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut read = 0;
    for _ in 0..200_000 {
        let length = next(14);
        let text: String = (0..length).map(|_| PARTS[next(PARTS.len())]).collect();
        let Ok(board) = text.parse::<DynBoard>() else {
            continue;
        };
        read += 1;
        for printed in [board.to_string(), format!("{board:#}")] {
            assert_eq!(printed.parse().as_ref(), Ok(&board), "{text:?}");
        }
    }
    assert!(read > 1_000, "{read}");
}

#[test]
fn no_more_is_read_than_a_board_can_have() {
    // The shape in front takes no memory: there are three tiles.
    for shape in ["65535x1", "1x65536", "256x256", "65536x1x1"] {
        let found = format!("{shape}:1 2 0").parse::<DynBoard>();
        assert!(
            matches!(
                found,
                Err(ParseBoardError::Board(BoardError::TooFew { found: 3, .. }))
            ),
            "{found:?}"
        );
    }
    // Reading ends at the first number too many, whatever follows.
    for (text, separator) in [("", " "), ("", "/"), ("[[", ","), ("[[", "],["), ("[", " ")] {
        let many = format!("{text}{}x", format!("1{separator}").repeat(70_000));
        let byte = text.len() + 65_536 * (1 + separator.len());
        assert_eq!(
            many.parse::<DynBoard>(),
            Err(ParseBoardError::TooMany { byte })
        );
    }
    let nested = "[".repeat(1_000_000);
    assert!(nested.parse::<DynBoard>().is_err());
    let error = ParseBoardError::TooMany { byte: 7 };
    assert_eq!(error.to_string(), "byte 7: a board has at most 65536 tiles");
}

#[test]
fn spaces_commas_lines_and_slashes_part_the_tiles() {
    let board: Board<2, 3> = "1 2 3/4 5 0".parse().expect("a board");
    for text in [
        "1 2 3\n4 5 0",
        "1 2 3\r\n4 5 0\r\n",
        "  1\t2 , 3 /\n 4,5,0",
        "1,2,3,\n4,5,0,\n",
        "\n\n1 2 3/4 5 0\n\n",
        "01 02 03/04 05 00",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&board), "{text:?}");
    }
    let cube: Board<2, 2, 2> = "1 2/3 4//5 6/7 0".parse().expect("a board");
    for text in [
        "1 2\n3 4\n\n5 6\n7 0\n",
        "1 2/3 4\n\n\n5 6/7 0",
        "1 2/3 4//\n5 6/7 0",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&cube), "{text:?}");
    }
}

#[test]
fn grids_are_aligned() {
    let board = Board::<2, 2, 3>::solved();
    assert_eq!(
        format!("{board:#}"),
        " 1  2\n 3  4\n\n 5  6\n 7  8\n\n 9 10\n11  0"
    );
    assert_eq!(format!("{board:?}"), "Board(1 2/3 4//5 6/7 8//9 10/11 0)");
    assert_eq!(
        format!("{:?}", DynBoard::from(&board)),
        "DynBoard(1 2/3 4//5 6/7 8//9 10/11 0)"
    );
    // Ten cells have numbers of one digit.
    let board = Board::<2, 5>::solved();
    assert_eq!(format!("{board:#}"), "1 2 3 4 5\n6 7 8 9 0");
}

#[test]
fn what_is_no_board_is_named() {
    for (text, error) in [
        ("", "there are no tiles"),
        (" \n ", "there are no tiles"),
        ("1 2 3/4 5", "row 2: 2 tiles, but the first row has 3"),
        (
            "1 2/3 4//5 6/7",
            "layer 2, row 2: 1 tile, but the first row has 2",
        ),
        ("1 2/3 4//5 0", "layer 2: 1 row, but the first layer has 2"),
        ("1 2/3 z", "unexpected 'z' at byte 6"),
        ("1 2/3 -1", "unexpected '-' at byte 6"),
        ("1 2/3 1x", "unexpected 'x' at byte 7"),
        ("1 2/3 ä", "unexpected 'ä' at byte 6"),
        ("1,,2/3 0", "unexpected ',' at byte 2"),
        (",1 2/3 0", "unexpected ',' at byte 0"),
        ("1 2/,3 0", "unexpected ',' at byte 4"),
        ("1 2\n,3 0", "unexpected ',' at byte 4"),
        ("/1 2/3 0", "byte 0: a row without tiles"),
        ("1 2/3 0/", "byte 8: a row without tiles"),
        ("1 2///3 0", "byte 5: a row without tiles"),
        ("1 2/ /3 0", "byte 5: a row without tiles"),
        ("1 2/3 3", "row 2: tile 3 appears twice"),
        ("0 2/3 0", "row 2: the blank (0) appears twice"),
        ("1 2/3 4", "row 2: tile 4 is not one of 0 to 3"),
        (
            "1 2/3 99999999999999999999",
            "row 2: tile 99999999999999999999 is not one of 0 to 3",
        ),
        ("1 2/3 0//4 5/6 6", "layer 2, row 2: tile 6 appears twice"),
    ] {
        let found = text.parse::<DynBoard>().expect_err(text);
        assert_eq!(found.to_string().replace(READ, ""), error, "{text:?}");
    }
    let error = "1 2 3/4 5 0"
        .parse::<Board<3, 2>>()
        .expect_err("another shape");
    assert_eq!(error.to_string(), "the board is 2 x 3, not 3 x 2");
    let long = "1 "
        .repeat(65_537)
        .parse::<DynBoard>()
        .expect_err("too many cells");
    assert_eq!(long, ParseBoardError::TooMany { byte: 131_072 });
}

#[test]
fn grid_files_are_read_and_their_faults_named_by_line() {
    const NO_SIDE_OF_3: &str =
        "there are 3 numbers in the first line; expected one, the side of the board";
    let board = parse_grid("# c\r\n\r\n2 # side\r\n 1\t2#row\r\n\r\n3 0").expect("a board");
    assert_eq!(board.to_string(), "1 2/3 0");
    assert_eq!(parse_grid("2 1 2\n3 0").as_ref(), Ok(&board));
    assert_eq!(parse_grid("\u{feff}2\n1 2\n3 0").as_ref(), Ok(&board));
    for (text, line, error) in [
        ("", 1, "there are no numbers"),
        ("# only\n", 1, "there are no numbers"),
        ("x\n2", 1, "the first number must be the side of the board"),
        (
            "\n-2\n",
            2,
            "the first number must be the side of the board",
        ),
        ("0", 1, "a board of 0 x 0 has no cells"),
        ("257", 1, "a board of 257 x 257 has more than 65536 cells"),
        (
            "2\n1 2\n3 y",
            3,
            "\"y\" is not a number, nor one of X, x, O, o, _ and . for the blank",
        ),
        ("2\n1 2 3\n0", 2, "the length of this row is 3; expected 2"),
        ("2\n1 2\n3", 3, "the length of this row is 1; expected 2"),
        ("2 1 2\n3", 2, "the length of this row is 1; expected 2"),
        ("1 2 3\n4 5 6\n7 8 0", 1, NO_SIDE_OF_3),
        ("2 8 3\n1 6 4\n7 0 5", 1, NO_SIDE_OF_3),
        ("\n0 1 2\n3 4 5\n6 7 8", 2, NO_SIDE_OF_3),
        ("300 1 2\n", 1, NO_SIDE_OF_3),
        ("2\n1 2\n", 2, "the number of rows is 1; expected 2"),
        ("2\n1 2\n3 0\n\n5", 5, "there are more than 2 rows"),
        ("2\n1 2\n#\n2 0", 4, "row 2: tile 2 appears twice"),
        ("2\n1 9\n3 0", 2, "row 1: tile 9 is not one of 0 to 3"),
    ] {
        let found = parse_grid(text).expect_err(text);
        assert_eq!(
            (found.line(), found.to_string().as_str()),
            (line, error),
            "{text:?}"
        );
    }
}

#[test]
fn the_collected_snail_files_have_the_verdicts_of_their_index() {
    let Some(index) = data::read("snail/INDEX.txt", "10 boards") else {
        return;
    };
    let mut checked = 0;
    for row in index.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<_> = row.split_whitespace().collect();
        let [file, side, verdict, ..] = columns[..] else {
            continue;
        };
        let Some(text) = data::read(&format!("snail/{file}"), "1 board") else {
            continue;
        };
        match parse_grid(&text) {
            Ok(board) => {
                assert_eq!(board.shape().rows().to_string(), side, "{file}");
                assert_eq!(
                    board.is_solvable_for(&Goal::Snail),
                    verdict == "solvable",
                    "{file}"
                );
                assert_ne!(verdict, "INVALID", "{file}");
            }
            Err(error) => assert_eq!(verdict, "INVALID", "{file}: {error}"),
        }
        checked += 1;
    }
    assert!(checked >= 8, "{checked} files");
}
