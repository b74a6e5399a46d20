//! Boards and moves as other programs write them.

use npuzzle::notation::{Notation, ParseMovesError, parse_grid};
use npuzzle::{Board, Direction, DynBoard, Goal, Moves};
use proptest::prelude::*;

const NOTATIONS: [Notation; 3] = [Notation::Tile, Notation::Blank, Notation::Arrows];

#[test]
fn moves_of_tiles_and_of_the_blank_are_read() {
    for (text, tiles) in [
        ("→↓←↑", "RDLU"),
        ("lurd", "LURD"),
        ("R,D,L", "RDL"),
        ("R, D,\nL,", "RDL"),
        ("r2D", "RRD"),
        ("→2↓", "RRD"),
        ("↙↗F b", "FBFB"),
        ("right, Down, left2", "RDLL"),
        ("updownleftrightfrontback", "UDLRFB"),
        ("[R, D]", "RD"),
        ("(R D)\n", "RD"),
        ("['R', 'D', 'left']", "RDL"),
        (r#"["R2","D"]"#, "RRD"),
        (r#""R,D""#, "RD"),
        ("[]", ""),
    ] {
        let tiles: Moves = tiles.parse().expect("letters");
        assert_eq!(text.parse().as_ref(), Ok(&tiles), "{text}");
        assert_eq!(Moves::parse_as(text, Notation::Arrows).as_ref(), Ok(&tiles));
        let blank: Moves = tiles.iter().map(Direction::opposite).collect();
        assert_eq!(Moves::parse_as(text, Notation::Blank), Ok(blank), "{text}");
    }
}

#[test]
fn moves_of_the_blank_lead_to_the_same_board() {
    // The blank of a box moves right, down and to the layer behind, and back by the same way.
    let mut board: Board<2, 2, 2> = "0 1/2 3//4 5/6 7".parse().expect("a board");
    let start = board.clone();
    let moves = Moves::parse_as("RDB", Notation::Blank).expect("moves");
    assert_eq!(moves.to_string(), "LUF");
    board.play(&moves).expect("legal");
    assert_eq!(board.to_string(), "1 3/2 7//4 5/6 0");
    let back = Moves::parse_as("f u l", Notation::Blank).expect("moves");
    board.play(&back).expect("legal");
    assert_eq!(board, start);
    assert_eq!(moves.to_string_as(Notation::Arrows), "←↑↙");
}

#[test]
fn moves_at_fault_are_named() {
    let character = |byte, character| ParseMovesError::Character { byte, character };
    let unclosed = |byte, character| ParseMovesError::Unclosed { byte, character };
    for (text, error) in [
        ("R' D", ParseMovesError::Prime { byte: 1 }),
        ("R2'", ParseMovesError::Prime { byte: 2 }),
        ("U R’", ParseMovesError::Prime { byte: 3 }),
        (r#"["R'"]"#, ParseMovesError::Prime { byte: 3 }),
        (",R", character(0, ',')),
        ("R,,D", character(2, ',')),
        ("R D]", character(3, ']')),
        ("[R D)", character(4, ')')),
        ("(R U)2", character(5, '2')),
        ("R [D]", character(2, '[')),
        ("[[R]]", character(1, '[')),
        ("west", character(0, 'w')),
        ("uppp", character(2, 'p')),
        ("➡", character(0, '➡')),
        ("[R", unclosed(0, '[')),
        ("[\"R", unclosed(1, '"')),
        ("'R\"", character(2, '"')),
        ("R, 65536", character(3, '6')),
        ("RDL65536", ParseMovesError::Count { byte: 3 }),
    ] {
        for notation in NOTATIONS {
            assert_eq!(Moves::parse_as(text, notation), Err(error), "{text}");
        }
    }
    let prime = "R'".parse::<Moves>().expect_err("a prime").to_string();
    assert!(prime.starts_with("byte 1: a prime, as in R', "), "{prime}");
    for notation in NOTATIONS {
        assert_eq!(notation.to_string().parse(), Ok(notation));
    }
}

#[test]
fn one_word_may_stand_for_the_blank() {
    let board = Board::<2, 3>::solved();
    for word in ["X", "x", "O", "o", "_", "."] {
        for text in [
            format!("1 2 3/4 5 {word}"),
            format!("1,2,3\n4,5,{word}\n"),
            format!("[[1,2,3],[4,5,{word}]]"),
            format!("2x3: 1 2 3 4 5 {word}"),
        ] {
            assert_eq!(text.parse().as_ref(), Ok(&board), "{text}");
            assert_eq!(text.parse(), Ok(DynBoard::from(&board)), "{text}");
        }
        let first: Goal = format!("{word} 1/2 3").parse().expect("a goal");
        assert_eq!(first.to_string(), "0 1/2 3");
        assert_eq!(format!("{word},1,2,3").parse(), Ok(first));
    }
    // From a page on solvability.
    let page: DynBoard = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 X"
        .parse()
        .expect("a board");
    assert!(!page.is_solvable());
    for (text, error) in [
        ("1 x/2 0", "byte 6: '0' is a second blank; "),
        ("1 0/2 x", "byte 6: 'x' is a second blank; "),
        ("1 x/2 O", "byte 6: 'O' is a second blank; "),
        ("[[1,_],[2,_]]", "byte 10: '_' is a second blank; "),
        ("1 2/3 xx", "unexpected 'x' at byte 6; "),
        ("1 2/3x", "unexpected 'x' at byte 5; "),
        ("1 2/3 x0", "unexpected 'x' at byte 6; "),
        ("1 2/3 0.", "unexpected '.' at byte 7; "),
        ("x", "unexpected 'x' at byte 0; "),
        ("1x1: x", "unexpected 'x' at byte 5; "),
        ("1 2/x 2", "row 2: tile 2 appears twice"),
    ] {
        let found = text.parse::<DynBoard>().expect_err(text).to_string();
        assert!(found.starts_with(error), "{text:?}: {found}");
    }
    for text in ["x", "o", "snail 3", "X ray"] {
        let found = text.parse::<Goal>().expect_err(text).to_string();
        let is_named = found.starts_with("a goal is ") || found.starts_with("unexpected 'r'");
        assert!(is_named, "{text:?}: {found}");
    }
}

#[test]
fn numbers_at_fault_are_quoted() {
    const HUGE: &str = "99999999999999999999";
    let expected = format!("row 2: tile {HUGE} is not one of 0 to 3");
    let text = format!("1 2/3 {HUGE}");
    for found in [
        text.parse::<DynBoard>().map(|_| ()),
        text.parse::<Board<2>>().map(|_| ()),
        format!("[[1,2],[3,{HUGE}]]")
            .parse::<DynBoard>()
            .map(|_| ()),
        // The first of several.
        format!("1 2/{HUGE} 18446744073709551615")
            .parse::<DynBoard>()
            .map(|_| ()),
    ] {
        assert_eq!(found.expect_err("too large").to_string(), expected);
    }
    let found = parse_grid(&format!("2\n1 2\n3 {HUGE}")).expect_err("too large");
    assert_eq!((found.line(), found.to_string()), (3, expected));
    let long = format!("1 {}", "7".repeat(1_000));
    let found = long
        .parse::<Board<2, 1>>()
        .expect_err("too large")
        .to_string();
    assert!(
        found.contains(&format!("tile {}... is not", "7".repeat(40))),
        "{found}"
    );

    let found = format!("1 9/3 {HUGE}").parse::<DynBoard>();
    assert_eq!(
        found.expect_err("two faults").to_string(),
        "row 1: tile 9 is not one of 0 to 3"
    );
    // A letter of two bytes is cut off whole.
    let word = format!("{}é", "z".repeat(39));
    let found = parse_grid(&format!("2\n1 2\n3 {word}")).expect_err("no number");
    let quoted = format!("{:?}... is not a number, ", "z".repeat(39));
    assert!(found.to_string().starts_with(&quoted), "{found}");

    let found = "1 2 3 4 5".parse::<DynBoard>().expect_err("no square");
    assert_eq!(
        found.to_string(),
        "5 numbers are no square, nor a row of the tiles 0 to 4; end the rows with '/', \
         or put the shape in front, as in 2x3: 1 2 3 4 5 0"
    );
    // A square or a stated shape is not at fault.
    for (text, error) in [
        ("1 2 3 4", "row 2: tile 4 is not one of 0 to 3"),
        ("1x5: 1 2 3 4 5", "row 1: tile 5 is not one of 0 to 4"),
        ("1 2 3 4 4", "row 1: tile 4 appears twice"),
        ("7", "row 1: tile 7 is not one of 0 to 0"),
    ] {
        let found = text.parse::<DynBoard>().expect_err(text);
        assert_eq!(found.to_string(), error, "{text}");
    }
}

#[test]
fn grids_have_letters_for_blanks_and_one_number_a_line() {
    for (text, board) in [
        ("3\n1 2 3\n4 _ 5\n7 8 6", "1 2 3/4 0 5/7 8 6"),
        ("1\n2\n3\n4\n5\n6\n8\n7\nO\n", "1 2 3/4 5 6/8 7 0"),
        (
            "# from a page\n8\n1\n2\n\nO\n4\n3\n7\n6\n5",
            "8 1 2/0 4 3/7 6 5",
        ),
        ("0\n1\n2\n3", "0 1/2 3"),
        ("2\n1\n3\n0", "2 1/3 0"),
        ("1\n0", "0"),
        ("1\n.", "0"),
    ] {
        let found = parse_grid(text).expect(text);
        assert_eq!(found.to_string(), board, "{text:?}");
    }
    // As text of one board, a column stays a column.
    let column: DynBoard = "1\n2\n3\n0".parse().expect("a board");
    assert_eq!(column.to_string(), "1/2/3/0");
    for (text, line, error) in [
        ("1\n2\n3\n4\n0", 1, "there are 5 lines of one number, "),
        ("1\n2\n0", 1, "there are 3 lines of one number, "),
        ("\n1\n2\n3\n3", 5, "row 2: tile 3 appears twice"),
        ("1\n2\nx\n0", 4, "\"0\" is a second blank; "),
        ("2\n1 x\n0 2", 3, "\"0\" is a second blank; "),
        ("2\n1 2\n3 1e5", 3, "\"1e5\" is not a number, "),
        ("3\n1\n2\n4 5", 2, "the length of this row is 1; expected 3"),
    ] {
        let found = parse_grid(text).expect_err(text);
        assert_eq!(found.line(), line, "{text:?}");
        assert!(found.to_string().starts_with(error), "{text:?}: {found}");
    }
    // No more lines are counted than one more than a board can have, here of 257 x 257.
    let found = parse_grid(&"1\n".repeat(66_049)).expect_err("too many");
    let error = "there are 65537 lines of one number, ";
    assert!(found.to_string().starts_with(error), "{found}");
    let tiles: Vec<String> = (0..65_536).map(|tile| tile.to_string()).collect();
    let largest = parse_grid(&tiles.join("\n")).map(|board| board.is_solved_for(&Goal::BlankFirst));
    assert_eq!(largest, Ok(true));
}

/// Texts of the parts that moves consist of, most of them wrong.
const PARTS: &str = r#"([UDLRFBudlrfb]|up|Left|[↑↓←→↙↗]|[0-9]{1,5}|[ ,\n'"’\[\]()]){0,24}"#;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn moves_round_trip_in_every_notation(choices in prop::collection::vec(0..6_usize, 0..200)) {
        let moves: Moves = choices.into_iter().map(|choice| Direction::ALL[choice]).collect();
        for notation in NOTATIONS {
            let text = moves.to_string_as(notation);
            prop_assert_eq!(Moves::parse_as(&text, notation), Ok(moves.clone()));
            prop_assert_eq!(Moves::parse_as(&text.to_lowercase(), notation), Ok(moves.clone()));
            let runs = format!("{:#}", moves.display_as(notation));
            prop_assert_eq!(Moves::parse_as(&runs, notation), Ok(moves.clone()));
            let list: Vec<String> = text.chars().map(String::from).collect();
            prop_assert_eq!(Moves::parse_as(&format!("{list:?}"), notation), Ok(moves.clone()));
        }
    }

    #[test]
    fn moves_that_are_read_print_as_the_same(parts in PARTS, any in any::<String>()) {
        for text in [&parts, &any] {
            for notation in NOTATIONS {
                match Moves::parse_as(text, notation) {
                    Ok(moves) => {
                        let printed = moves.to_string_as(notation);
                        prop_assert_eq!(Moves::parse_as(&printed, notation), Ok(moves));
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }

    #[test]
    fn boards_that_are_read_print_as_the_same(
        text in "([0-9xXoO_.]|[0-9]{1,2}|[ ,/;\n\\[\\]]| ){0,20}", any in any::<String>(),
    ) {
        for text in [text, any] {
            if let Ok(board) = text.parse::<DynBoard>() {
                prop_assert_eq!(board.to_string().parse(), Ok(board.clone()));
            }
            if let Ok(board) = parse_grid(&text) {
                prop_assert_eq!(board.to_string().parse(), Ok(board.clone()));
            }
        }
    }

    #[test]
    fn boards_round_trip_with_any_blank_and_one_number_a_line(
        seed in any::<u64>(), side in 2..7_usize, word in "[xXoO_.0]",
    ) {
        let shape = npuzzle::Shape::square(side).expect("a shape");
        let board = DynBoard::permutation_from_seed(shape, seed);
        let words: Vec<String> = board.tiles().iter().map(|tile| match tile {
            0 => word.clone(),
            tile => tile.to_string(),
        }).collect();
        prop_assert_eq!(words.join(" ").parse(), Ok(board.clone()));
        prop_assert_eq!(parse_grid(&words.join("\n")), Ok(board.clone()));
        let rows: Vec<String> = words.chunks(side).map(|row| row.join(" ")).collect();
        prop_assert_eq!(rows.join("/").parse(), Ok(board.clone()));
        prop_assert_eq!(parse_grid(&format!("{side}\n{}", rows.join("\n"))), Ok(board.clone()));
    }
}
