//! Boards in several lines, and files of several boards.

use npuzzle::notation::{read_board, read_boards, read_goal};
use npuzzle::{Board, DynBoard, Goal, ParseErrorKind as Kind};

use crate::text::refuses_by;

#[test]
fn whole_files_hold_one_board_or_several() {
    for (text, boards) in [
        ("1 2/3 0 # solved\n\n# far\n0 1/2 3\n", "1 2/3 0, 0 1/2 3"),
        (
            "1230\n[3, 0, 1, 2]\n\n2x2: 0 1 2 3",
            "1 2/3 0, 3 0/1 2, 0 1/2 3",
        ),
        ("2\n1 2\n3 0\n\n2\n0 1\n2 3\n", "1 2/3 0, 0 1/2 3"),
        ("1 2\n3 4\n\n5 6\n7 0\n", "1 2/3 4//5 6/7 0"),
        (
            "2\n1 2 3\n4 5 0\n0 1 2\n3 4 5\n",
            "1 2 3/4 5 0, 0 1 2/3 4 5",
        ),
        (
            "2 3\n1 2 3\n4 5 0\n3 3\n1 2 3\n4 5 6\n7 8 0\n0 0\n",
            "1 2 3/4 5 0, 1 2 3/4 5 6/7 8 0",
        ),
        ("1\n1 2 3\n4 5 0\n", "1 2 3/4 5 0"),
        ("3\n123\n456\n780\n", "1 2 3/4 5 6/7 8 0"),
        // Their number in front.
        ("2\n1 2/3 0\n0 1/2 3\n", "1 2/3 0, 0 1/2 3"),
        ("2\n\n1 2\n3 0\n\n0 1\n2 3\n", "1 2/3 0, 0 1/2 3"),
        (
            "2\n3\n1 2 3\n4 5 6\n7 8 0\n3\n0 1 2\n3 4 5\n6 7 8\n",
            "1 2 3/4 5 6/7 8 0, 0 1 2/3 4 5/6 7 8",
        ),
    ] {
        let found = read_boards(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let found: Vec<String> = found.iter().map(DynBoard::to_string).collect();
        assert_eq!(found.join(", "), boards, "{text:?}");
    }
    refuses_by(
        read_boards,
        &[
            (
                "1 2/3 0\n\n1 2/3 3\n0 1/2 3\n",
                "row 2: tile 3 appears twice",
            ),
            (
                "1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 14\n",
                "row 4: tile 14 appears twice",
            ),
            (
                "3\n1 2 3\n4 5 0\n",
                "the shape in front is 3 x 3, but the rows make 2 x 3",
            ),
            ("", "no tiles"),
        ],
    );
    // The line of the fault.
    for text in ["1230\n[0,1,2,3]\n[1,2,3,0", "1230\n0123\n[]\n"] {
        assert_eq!(read_boards(text).map_err(|error| error.line()), Err(3));
    }
}

/// A line of zeros may stand at the end of all; a side in front may divide the number of lines.
#[test]
fn grids_have_a_header_each_or_zeros_at_the_end() {
    let grids = [
        "1 2 3\n4 5 6\n7 8 0",
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0",
        "0 1 2\n3 4 5\n6 7 8",
    ];
    for zeros in ["", "0\n", "0 0\n"] {
        let headed = format!("3\n{}\n4\n{}\n3\n{}\n{zeros}", grids[0], grids[1], grids[2]);
        let apart = format!("{}\n{zeros}", grids.join("\n\n"));
        let lines = grids.map(|grid| grid.replace('\n', "/")).join("\n");
        for text in [headed, apart, format!("{lines}\n{zeros}")] {
            assert_eq!(read_boards(&text).map(|it| it.len()), Ok(3), "{text:?}");
        }
        let small = format!("2\n1 2\n3 0\n2\n0 1\n2 3\n{zeros}");
        assert_eq!(read_boards(&small).map(|it| it.len()), Ok(2), "{small:?}");
    }
}

#[test]
fn faults_of_grids_are_named_by_line() {
    let header = |header, board| format!("have the header {header}; expected {board}");
    for (text, line, words) in [
        ("y\n2", 1, "'y' at byte 0"),
        ("2\n1 2\n3 y", 3, "'y'"),
        ("2\n1 2\n3 1e5", 3, "'e'"),
        ("2\n1 2 3\n0", 3, "row 2: 1 tile"),
        ("2\n1 2\n", 2, "2 tiles for 4 cells: too few"),
        (
            "2\n1 2\n3 0\n\n5",
            5,
            "row 3: 1 tile, but the first row has 2",
        ),
        ("3\n1 2 3\n4 5\n7 8 0", 3, "row 2: 2 tiles, but the first"),
        ("2\n1 2\n3 0\n2 1", 2, "2 x 2, but the rows make 3 x 2"),
        ("1\n2\n3\n4\n0", 1, "5 numbers, no square"),
        ("\n1\n2\n3\n3", 5, "tile 3 appears twice"),
        ("2\n1 2\n#\n2 0", 4, "row 2: tile 2 appears twice"),
        ("2\n1 2\n3 99999999999", 3, "tile 99999999999"),
        (
            "3 4\n1 2 3\n4 5 6\n7 8 9\n10 11 0",
            2,
            "3 x 4, but the rows make 4 x 3",
        ),
        ("3 2\n1 2 3 4 5 0", 2, "3x2 may mean 3 rows or 3 columns"),
        // A row may follow the side, but no part of one.
        (
            "3 1 2\n3 4 5 6\n7 8 0",
            2,
            "row 2: 4 tiles, but the first row has 3",
        ),
        // A single row or column has no header.
        (
            "5 1\n1\n2\n3\n0",
            2,
            "row 2: 1 tile, but the first row has 2",
        ),
        ("7\n1 2 3 0", 2, "row 2: 4 tiles, but the first row has 1"),
        // Headers that are no side.
        (
            "8\n-1\n8 4 6\n7 5 3\n2 1 0",
            1,
            &header("[8, -1]", "3, or 3 3"),
        ),
        (
            "8 -1\n8 4 6\n7 5 3\n2 1 0",
            1,
            &header("[8, -1]", "3, or 3 3"),
        ),
        ("0\n2 8 3\n7 1 5\n0 6 4", 1, &header("[0]", "3, or 3 3")),
        (
            "8\n3\n1 2 3\n4 0 5\n6 7 8",
            1,
            &header("[8, 3]", "3, or 3 3"),
        ),
        ("4 81\n1 2 3\n4 5 0", 1, &header("[4, 81]", "2 3")),
    ] {
        let found = read_board(text).expect_err(text);
        let is_named = found.line() == line && format!("{found:#}").contains(words);
        assert!(is_named, "{text:?}: {}, {found:#}", found.line());
    }
}

/// Two lines of two numbers are a square, or a header and a row: exactly one reading is read.
#[test]
fn two_lines_have_one_reading_or_none() {
    let is_one_of = |mut values: Vec<i64>, sets: &[&[i64]]| {
        values.sort_unstable();
        sets.contains(&&*values)
    };
    let mut ambiguous = 0;
    for text in 0..6_i64.pow(4) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|nth| text / 6_i64.pow(nth) % 6 - 1);
        let squares: &[&[i64]] = &[&[0, 1, 2, 3], &[1, 2, 3, 4], &[-1, 1, 2, 3], &[-1, 0, 1, 2]];
        let is_square = is_one_of(vec![a, b, c, d], squares);
        let is_row = is_one_of(vec![c, d], &[&[0, 1], &[-1, 0], &[-1, 1]]);
        let has_header = a > 0 && b > 0 && a * b == 2 && is_row;
        for blank in ["-1", "_", ".", "-"] {
            let lines = format!("{a} {b}\n{c} {d}").replace("-1", blank);
            let found = read_board(&lines);
            let goal = read_goal(&lines);
            assert_eq!(goal, found.clone().map(Goal::from), "{lines:?}");
            match (is_square, has_header) {
                (true, false) => {
                    assert_eq!(found, read_board(&lines.replace('\n', "/")), "{lines:?}");
                }
                (false, true) => assert_eq!(
                    found,
                    read_board(&format!("{a}x{b}: {c} {d}").replace("-1", blank)),
                    "{lines:?}"
                ),
                (false, false) => assert!(found.is_err(), "{lines:?}"),
                (true, true) => {
                    let kind = found.map_err(|error| error.kind());
                    assert_eq!(kind, Err(Kind::Ambiguous), "{lines:?}");
                    ambiguous += 1;
                }
            }
        }
    }
    assert_eq!(ambiguous, 4 * 4); // 1 2 or 2 1, then 0 and the blank
}

#[test]
fn boards_of_two_columns_are_no_header_and_grid() {
    for (lines, board) in [
        ("1 2\n3 4", "1 2/3 0"),
        ("1 4\n2 3\n5 6", "1 4/2 3/5 0"),
        ("3 2\n1 4\n5 6\n7 8", "3 2/1 4/5 6/7 0"),
    ] {
        assert_eq!(read_board(lines), board.parse(), "{lines}");
    }
    for text in ["1 2/* *", "3 2/* */* */* *"] {
        let goal: Goal = text.parse().expect("a goal");
        assert_eq!(format!("{goal:#}").parse(), Ok(goal), "{text}");
    }
    // The lenient reader refuses a grid whose first line may be a header.
    for grid in ["1 2\n0 *", "2 1\n0 *", "4 2\n* *\n* *\n0 *\n1 3"] {
        let goal: Goal = grid.parse().expect("a goal");
        assert_eq!(read_goal(&grid.replace('\n', "/")), Ok(goal));
        let refused = read_goal(grid).map_err(|error| error.kind());
        assert_eq!(refused, Err(Kind::Ambiguous), "{grid}");
    }
    assert!("2\n1\n3\n4\n0".parse::<Board<5, 1>>().is_ok());
    assert!("1\n0".parse::<Board<2, 1>>().is_ok());
    // A real header is one still.
    assert_eq!(read_board("2 2\n1 2\n3 0"), "1 2/3 0".parse());
    for (text, words) in [
        ("2x2: * * * * 1", "more than 4 tiles"),
        ("*\n1 2\n3 0", "row 2: 2 tiles, but the first row has 1"),
    ] {
        let error = format!("{:#}", read_goal(text).expect_err(text));
        assert!(error.contains(words), "{error}");
    }
}
