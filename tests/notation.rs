//! Text: what is printed can be read, and what can't be read is named.

#[path = "oracle/data.rs"]
mod data;
#[path = "oracle/shapes.rs"]
mod shapes;

use npuzzle::notation::parse_grid;
use npuzzle::{
    Board, Direction, DynBoard, Goal, Moves, ParseBoardError, ParseMovesError, ParseShapeError,
    Shape,
};
use shapes::shapes_up_to;

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
            "layer 2, row 2: 1 tiles, but the first row has 2",
        ),
        ("1 2/3 4//5 0", "layer 2: 1 rows, but the first layer has 2"),
        ("1 2/3 x", "byte 6: 'x' is no part of a board"),
        ("1 2/3 -1", "byte 6: '-' is no part of a board"),
        ("1 2/3 1x", "byte 7: 'x' is no part of a board"),
        ("1 2/3 ä", "byte 6: 'ä' is no part of a board"),
        ("1,,2/3 0", "byte 2: ',' is no part of a board"),
        (",1 2/3 0", "byte 0: ',' is no part of a board"),
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
    assert!(matches!(long, ParseBoardError::Board(_)));
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
    // One run more, and the letter of that run is named. Nothing is allocated: the sum is known before.
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
    assert!("spiral".parse::<Goal>().is_err());
}

#[test]
fn grid_files_are_read_and_their_faults_named_by_line() {
    let board = parse_grid("# c\r\n\r\n2 # side\r\n 1\t2#row\r\n\r\n3 0").expect("a board");
    assert_eq!(board.to_string(), "1 2/3 0");
    assert_eq!(parse_grid("2 1 2\n3 0").as_ref(), Ok(&board));
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
        ("2\n1 2\n3 y", 3, "this row has something that is no number"),
        ("2\n1 2 3\n0", 2, "this row has 3 numbers instead of 2"),
        ("2\n1 2\n", 2, "there are 1 rows instead of 2"),
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
    let Some(index) = data::read("snail/INDEX.txt") else {
        return;
    };
    let mut checked = 0;
    for row in index.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<_> = row.split_whitespace().collect();
        let [file, side, verdict, ..] = columns[..] else {
            continue;
        };
        let Some(text) = data::read(&format!("snail/{file}")) else {
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
