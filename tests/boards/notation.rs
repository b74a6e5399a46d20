//! Text: what is printed can be read, and what can't be read is named.

use npuzzle::notation::parse_grid;
use npuzzle::{
    Board, BoardError, Direction, DynBoard, Goal, Moves, ParseBoardError, ParseMovesError,
    ParseShapeError, Shape,
};

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
        (
            "2y2: 1 2 3 0",
            "unexpected 'y' at byte 1; expected numbers, rows separated by '/'",
        ),
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
        (
            "[[1,2],[3,0]] 5",
            "unexpected '5' at byte 14; expected numbers, rows separated by '/'",
        ),
        (
            "[1,2],[3,0]",
            "unexpected ',' at byte 5; expected numbers, rows separated by '/'",
        ),
        (
            "1 2]",
            "unexpected ']' at byte 3; expected numbers, rows separated by '/'",
        ),
        (
            "1 [2 3]",
            "unexpected '[' at byte 2; expected numbers, rows separated by '/'",
        ),
        (
            "(1 2/3 0)",
            "unexpected '(' at byte 0; expected numbers, rows separated by '/'",
        ),
        (
            "\u{feff}\u{feff}1 0",
            "unexpected '\\u{feff}' at byte 3; expected numbers, rows separated by '/'",
        ),
    ] {
        let found = text.parse::<DynBoard>().expect_err(text);
        assert_eq!(found.to_string(), error, "{text:?}");
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
        (
            "1 2/3 x",
            "unexpected 'x' at byte 6; expected numbers, rows separated by \'/\'",
        ),
        (
            "1 2/3 -1",
            "unexpected '-' at byte 6; expected numbers, rows separated by \'/\'",
        ),
        (
            "1 2/3 1x",
            "unexpected 'x' at byte 7; expected numbers, rows separated by \'/\'",
        ),
        (
            "1 2/3 ä",
            "unexpected 'ä' at byte 6; expected numbers, rows separated by \'/\'",
        ),
        (
            "1,,2/3 0",
            "unexpected ',' at byte 2; expected numbers, rows separated by \'/\'",
        ),
        (
            ",1 2/3 0",
            "unexpected ',' at byte 0; expected numbers, rows separated by \'/\'",
        ),
        ("/1 2/3 0", "byte 0: a row without tiles"),
        ("1 2/3 0/", "byte 8: a row without tiles"),
        ("1 2///3 0", "byte 5: a row without tiles"),
        ("1 2/ /3 0", "byte 5: a row without tiles"),
        ("1 2/3 3", "row 2: tile 3 appears twice"),
        ("0 2/3 0", "row 2: the blank (0) appears twice"),
        ("1 2/3 4", "row 2: tile 4 is not one of 0 to 3"),
        (
            "1 2/3 99999999999999999999",
            "row 2: tile 9223372036854775807 is not one of 0 to 3",
        ),
        ("1 2/3 0//4 5/6 6", "layer 2, row 2: tile 6 appears twice"),
    ] {
        let found = text.parse::<DynBoard>().expect_err(text);
        assert_eq!(found.to_string(), error, "{text:?}");
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
fn moves_read_letters_and_runs() {
    let moves: Moves = "RRDLU".parse().expect("moves");
    assert_eq!("R2DLU".parse(), Ok(moves.clone()));
    assert_eq!(" R2 D1\nL U ".parse(), Ok(moves.clone()));
    assert_eq!(moves.to_string(), "RRDLU");
    assert_eq!(format!("{moves:#}"), "R2DLU");
    assert_eq!("".parse(), Ok(Moves::new()));
    assert_eq!("F10B".parse::<Moves>().map(|moves| moves.len()), Ok(11));
    for (text, error) in [
        (
            "RX",
            ParseMovesError::Character {
                byte: 1,
                character: 'X',
            },
        ),
        (
            "Rr",
            ParseMovesError::Character {
                byte: 1,
                character: 'r',
            },
        ),
        (
            "2R",
            ParseMovesError::Character {
                byte: 0,
                character: '2',
            },
        ),
        ("UR0", ParseMovesError::Count { byte: 1 }),
        ("UR65536", ParseMovesError::Count { byte: 1 }),
        (
            "UR99999999999999999999999",
            ParseMovesError::Count { byte: 1 },
        ),
    ] {
        assert_eq!(text.parse::<Moves>(), Err(error), "{text}");
    }
    let error = "RX".parse::<Moves>().expect_err("no move");
    assert_eq!(
        error.to_string(),
        "unexpected 'X' at byte 1; expected one of U, D, L, R, F, B"
    );
}

#[test]
fn text_of_moves_means_no_more_than_its_length_pays_for() {
    const ALWAYS: usize = 1 << 24;
    let legal = "L65535R65535".repeat(128);
    let moves: Moves = legal.parse().expect("less than 2^24 moves");
    assert_eq!(moves.len(), 256 * 65_535);
    // One run more, and the letter of that run is named. Nothing is allocated: the sum is known
    // before.
    let error = format!("{legal}U65535").parse::<Moves>();
    let (byte, limit) = (legal.len(), ALWAYS as u64);
    assert_eq!(error, Err(ParseMovesError::TooMany { byte, limit }));
    assert_eq!(
        error.expect_err("too many").to_string(),
        "byte 1536: more than 16777216 moves, too many for so short a text"
    );
    // 1.28 GB before the bound.
    let hostile = "L65535".repeat(20_000);
    let error = hostile.parse::<Moves>().expect_err("1,310,700,000 moves");
    assert!(matches!(error, ParseMovesError::TooMany { limit, .. } if limit == ALWAYS as u64));
    // A longer text may mean 64 moves a byte.
    let long = format!("{}L65535", "UD".repeat(200_000));
    assert_eq!(long.parse::<Moves>().map(|moves| moves.len()), Ok(465_535));
    let runs = "L192R192".repeat(100_000);
    let moves: Moves = runs.parse().expect("48 moves a byte");
    assert_eq!(moves.len(), 38_400_000);
    let runs = "L320R320".repeat(100_000);
    let limit = runs.len() as u64 * 64;
    let error = runs.parse::<Moves>().expect_err("80 moves a byte");
    assert!(matches!(error, ParseMovesError::TooMany { limit: found, .. } if found == limit));
}

#[test]
fn runs_longer_than_any_board_are_printed_as_several() {
    let moves: Moves = std::iter::repeat_n(Direction::Up, 65_535 + 65_535 + 1).collect();
    assert_eq!(format!("{moves:#}"), "U65535U65535U");
    assert_eq!(format!("{moves:#}").parse(), Ok(moves));
}

#[test]
fn moves_are_indexed_added_and_extended() {
    let moves: Moves = "RRDL".parse().expect("moves");
    assert_eq!(moves[2], Direction::Down);
    assert_eq!(
        moves[1..],
        [Direction::Right, Direction::Down, Direction::Left]
    );
    assert_eq!(moves.as_ref(), moves.as_slice());
    let back = Moves::from([Direction::Right]);
    let mut sum = moves.clone() + &back;
    assert_eq!(sum.to_string(), "RRDLR");
    sum += back;
    sum.extend(&moves[..1]);
    assert_eq!((sum + moves).to_string(), "RRDLRRRRRDL");
    let mut moves = Moves::new();
    assert_eq!(moves.try_push(Direction::Up), Ok(()));
    assert_eq!(moves.try_extend([Direction::Left; 200]), Ok(()));
    assert_eq!((moves.len(), moves.pop()), (201, Some(Direction::Left)));
    // No machine has room for these.
    let endless = std::iter::repeat_n(Direction::Down, usize::MAX);
    let error = moves.try_extend(endless).expect_err("too many");
    assert_eq!(error.bytes, u64::MAX);
    assert_eq!(moves.len(), 200);
}

#[test]
fn letters_are_those_of_the_directions() {
    for direction in Direction::ALL {
        assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
        assert_eq!(direction.opposite().opposite(), direction);
        assert_eq!(direction.to_string(), direction.letter().to_string());
        assert_eq!(direction.to_string().parse(), Ok(direction));
        let name = format!("{direction:?}");
        assert_eq!(name.parse(), Ok(direction));
        assert_eq!(name.to_lowercase().parse(), Ok(direction));
    }
    for text in ["", "u", "X", "UD", " U", "upp"] {
        assert!(text.parse::<Direction>().is_err(), "{text:?}");
    }
}

#[test]
fn shapes_read_what_they_print() {
    for shape in shapes_up_to(24) {
        assert_eq!(shape.to_string().parse(), Ok(shape));
        let short = shape.to_string().replace(' ', "");
        assert_eq!(short.parse(), Ok(shape));
    }
    for text in ["4", " 4 ", "4x4", "4X4", "4×4", "4 x 4 x 1", "04x4"] {
        assert_eq!(
            text.parse(),
            Ok(Shape::square(4).expect("a shape")),
            "{text}"
        );
    }
    for (text, error) in [
        (
            "",
            "byte 0: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "x4",
            "byte 0: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4x",
            "byte 2: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4x4x",
            "byte 4: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4 x -4",
            "byte 4: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4xx4",
            "byte 2: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4 4",
            "byte 0: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4x4x4x4",
            "byte 6: a fourth side; a shape is written as 4x4 or 3x3x3",
        ),
        ("0x4", "a board of 0 x 4 has no cells"),
        ("300", "a board of 300 x 300 has more than 65536 cells"),
        ("2x65536", "a board of 2 x 65536 has more than 65536 cells"),
    ] {
        let found = text.parse::<Shape>().expect_err(text);
        assert_eq!(found.to_string(), error, "{text:?}");
    }
    let huge = "99999999999999999999x2".parse::<Shape>();
    assert!(matches!(huge, Err(ParseShapeError::Shape(_))));
}

#[test]
fn goals_have_names() {
    for (text, goal) in [
        ("blank-last", Goal::BlankLast),
        ("blank-first", Goal::BlankFirst),
        (" snail\n", Goal::Snail),
    ] {
        assert_eq!(text.parse(), Ok(goal.clone()));
        assert_eq!(goal.to_string(), text.trim());
    }
    let error = "spiral".parse::<Goal>().expect_err("no goal");
    assert_eq!(
        error.to_string(),
        "a goal is blank-last, blank-first, snail or a board"
    );
    let error = " 1 2/3 x".parse::<Goal>().expect_err("no board");
    assert_eq!(
        error.to_string(),
        "unexpected 'x' at byte 7; expected numbers, rows separated by '/'"
    );
}

#[cfg(feature = "solver")]
#[test]
fn qualities_and_heuristics_read_what_they_print() {
    use npuzzle::{HeuristicKind, Quality};
    for (text, quality) in [
        ("optimal", Quality::Optimal),
        ("best", Quality::Best),
        ("fast", Quality::Fast),
        ("within=1", Quality::Within { percent: 0 }),
        ("within=1.05", Quality::Within { percent: 5 }),
        ("within=1.1", Quality::Within { percent: 10 }),
        ("within=100", Quality::Within { percent: 9_900 }),
        ("within=656.35", Quality::Within { percent: 65_535 }),
    ] {
        assert_eq!(text.parse(), Ok(quality));
        assert_eq!(quality.to_string(), text);
    }
    for percent in 0..=u16::MAX {
        let quality = Quality::Within { percent };
        assert_eq!(quality.to_string().parse(), Ok(quality));
    }
    // Further decimals are cut off: 1.129 is never exceeded by 1.12.
    for text in ["within=1.12", "within=1.120", "within=01.129"] {
        assert_eq!(text.parse(), Ok(Quality::Within { percent: 12 }));
    }
    for text in ["", "within", "Optimal", "good"] {
        let error = text.parse::<Quality>().expect_err(text);
        assert_eq!(
            error.to_string(),
            "a quality is optimal, within=FACTOR, best or fast"
        );
    }
    for factor in [
        "",
        "0.99",
        "656.36",
        "-1",
        "+1",
        "1.",
        ".5",
        "1.x",
        "1.1.1",
        "1e2",
        "nan",
        "99999999999",
    ] {
        let error = format!("within={factor}").parse::<Quality>();
        assert_eq!(
            error.expect_err(factor).to_string(),
            "the factor of a quality is a number from 1 to 656.35: within=1.1"
        );
    }
    for (text, kind) in [
        ("auto", HeuristicKind::Auto),
        ("manhattan", HeuristicKind::Manhattan),
        ("linear-conflict", HeuristicKind::LinearConflict),
        ("walking-distance", HeuristicKind::WalkingDistance),
        ("patterns", HeuristicKind::Patterns),
    ] {
        assert_eq!(text.parse(), Ok(kind));
        assert_eq!(kind.to_string(), text);
    }
    let error = "euclid".parse::<HeuristicKind>().expect_err("no heuristic");
    assert_eq!(
        error.to_string(),
        "a heuristic is auto, manhattan, linear-conflict, walking-distance or patterns"
    );
}

#[cfg(feature = "serde")]
#[test]
fn what_serde_stores_is_the_text() {
    fn stored<T>(value: &T, text: &str)
    where
        T: serde_core::Serialize + serde_core::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        assert_eq!(serde_json::to_string(value).expect("plain text"), text);
        assert_eq!(&serde_json::from_str::<T>(text).expect(text), value);
    }
    let row = Shape::rectangle(1, 4).expect("a shape");
    stored(&DynBoard::solved(row), r#""1x4: 1 2 3 0""#);
    stored(&Goal::from(DynBoard::solved(row)), r#""1x4: 1 2 3 0""#);
    stored(&Board::<2>::solved(), r#""1 2/3 0""#);
    stored(&Direction::Back, r#""B""#);
    stored(&row, r#""1 x 4""#);
    stored(&Moves::from([Direction::Up; 3]), r#""UUU""#);
    #[cfg(feature = "solver")]
    {
        stored(&npuzzle::Quality::Within { percent: 10 }, r#""within=1.1""#);
        stored(
            &npuzzle::HeuristicKind::WalkingDistance,
            r#""walking-distance""#,
        );
    }
    let error = serde_json::from_str::<Shape>(r#""4 by 4""#).expect_err("no shape");
    assert!(
        error
            .to_string()
            .starts_with("byte 0: expected a side; a shape is written as 4x4 or 3x3x3"),
        "{error}"
    );
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
        ("2\n1 2\n3 y", 3, "something in this row is not a number"),
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
