//! `npuzzle verify`.

use serde_json::json;

use super::{complaint, objects, printed, refuses, run};

const BOARD: &str = "1 2 3/0 4 6/7 5 8";

#[test]
fn solutions_differ_from_other_moves() {
    for (status, board, moves, verdict) in [
        (0, BOARD, "LUL", "solved in 3 moves (3 slides)"),
        (0, BOARD, "←↑←", "solved in 3 moves (3 slides)"),
        (0, BOARD, "-", "solved in 3 moves (3 slides)"),
        (
            0,
            "1 2/3 0",
            "R --goal '1 2/0 3'",
            "solved in 1 move (1 slide)",
        ),
        (
            0,
            "1 2 3/4 5 6/0 7 8",
            "L2 --metric mtm",
            "solved in 1 slide (2 moves)",
        ),
        (
            1,
            BOARD,
            "LU",
            "not solved: 2 moves end in 1 2 3/4 5 6/7 0 8, not in the goal",
        ),
        (
            1,
            BOARD,
            "LUR3",
            "not solved: move 4: no tile can move R: the blank is in row 3, column 1",
        ),
    ] {
        let output = run(&format!("verify '{board}' {moves}"), "LUL\n");
        assert_eq!(printed(&output, status), format!("{board}: {verdict}\n"));
    }
}

#[test]
fn lists_name_the_blank_cells_tiles_or_coordinates() {
    const BOX: &str = "1 2/3 4//0 6/5 7"; // 5 and 7 move
    for (board, list, listed) in [
        (BOARD, "rdr", "blank"),
        (BOARD, "5 8 9", "cells"),
        ("1 2 3/4 5 6/0 7 8", "9", "cells"), // a run
        (BOARD, "4 5 8", "tiles"),
        (BOARD, "(2,2) (3,2) (3,3) # clicks", "coordinates"),
        (BOX, "2 1 2, 2 2 2", "coordinates"),
    ] {
        let command = format!("verify '{board}' '{list}'");
        let words = printed(&run(&format!("{command} --moves {listed}"), ""), 0);
        assert!(words.contains(": solved in "), "{words}");
        if !matches!(listed, "tiles") {
            let output = run(&command, "");
            let words = complaint(&output) + &String::from_utf8_lossy(&output.stdout);
            let hint = match listed {
                "blank" => "as moves of the blank they solve it".to_owned(),
                _ => format!("; with --moves {listed} they solve it"),
            };
            assert!(words.contains(&hint), "{words}");
        }
    }
    let output = run(&format!("verify '{BOARD}' LUL --moves blank"), "");
    assert!(printed(&output, 1).ends_with("; as moves of the tiles they solve it\n"));
    for (list, listed, fault) in [
        ("5 9", "cells", "not in line with the blank"),
        ("5 5", "cells", "the blank is there in move 2"),
        ("5 10", "cells", "byte 2: no such cell on 3 x 3 in move 2"),
        (
            "2 2, 4 1",
            "coordinates",
            "byte 5: no such cell on 3 x 3 in move 2",
        ),
        ("2 2, 3", "coordinates", "byte 5: coordinates are 2 numbers"),
        ("0", "cells", "a number from 1 on"),
        ("5 R", "cells", "unexpected 'R'"),
    ] {
        refuses(
            &format!("verify '{BOARD}' '{list}' --moves {listed}"),
            fault,
        );
    }
}

#[test]
fn an_empty_list_says_that_it_is_empty() {
    let comment = "'# 1 7 R U L'";
    refuses(&format!("verify '{BOARD}' {comment}"), "only a comment");
    for list in ["''", &format!("{comment} --moves cells")] {
        let output = run(&format!("verify '{BOARD}' {list} --json"), "");
        printed(&output, 1);
        let error = objects(&output)[0]["error"].to_string();
        assert!(error.contains("the list of moves is empty"), "{error}");
    }
    assert!(printed(&run("verify '1 2/3 0' ''", ""), 0).contains("solved in 0 moves"));
}

#[test]
fn results_are_objects_for_scripts() {
    let object = |moves: &str, status| {
        let output = run(&format!("verify '{BOARD}' {moves} --json"), "");
        printed(&output, status);
        objects(&output).remove(0)
    };
    assert_eq!(
        object("LUL", 0),
        json!({"board": BOARD, "solves": true, "length": 3, "tiles": 3, "slides": 3, "end": "1 2 3/4 5 6/7 8 0"})
    );
    let illegal = object("LR2", 1);
    assert_eq!(
        (&illegal["solves"], &illegal["illegal_move"]),
        (&json!(false), &json!(3))
    );
    assert!(illegal["error"].is_string() && illegal.get("end").is_none());
}

#[test]
fn an_analysis_lists_the_moves_that_lost() {
    for (status, arguments, table) in [
        (
            0,
            "'1 2 3/0 4 6/7 5 8' LRLUL",
            "    1  L        4       3      2\n    2  R        4       2      3  lost: U is better\n    \
             3  L        4       3      2\n    4  U        5       2      1\n    \
             5  L        8       1      0\n\
             solved in 5 moves, 2 moves more than the fewest; the first detour was move 2\n",
        ),
        (
            0,
            "'1 2 3/4 5 6/0 7 8' L2 --metric mtm",
            "    1  L2       8       1      0\nsolved in 1 slide, the fewest\n",
        ),
        (
            1,
            "'1 2 3/0 4 6/7 5 8' L",
            "    1  L        4       3      2\nnot solved by 1 move; a shortest solution has 3 moves\n",
        ),
        (
            1,
            "'1 2 3/0 4 6/7 5 8' L --timeout 0",
            "    1  L        4       -      -\nnot solved by 1 move; the fewest are not known\n",
        ),
    ] {
        let output = run(&format!("verify {arguments} --analyse"), "");
        let head = "   no  move  tile  before  after\n";
        assert_eq!(printed(&output, status), format!("{head}{table}"));
    }
    let as_json = |moves| run(&format!("verify '{BOARD}' {moves} --analyse --json"), "");
    let illegal = printed(&as_json("RLLUL"), 1);
    assert_eq!(illegal.matches("move 1").count(), 1, "it is illegal");
    let output = as_json("LRLUL");
    printed(&output, 0);
    let object = objects(&output).remove(0);
    let step = |nth: usize| &object["steps"][nth];
    assert_eq!(
        step(1),
        &json!({"move": "R", "tile": 4, "before": 2, "after": 3, "lost": true, "better": "U"})
    );
    assert_eq!(
        step(4),
        &json!({"move": "L", "tile": 8, "before": 1, "after": 0, "lost": false, "better": null})
    );
    let parts = ["board", "solved", "length", "shortest"].map(|key| &object[key]);
    assert_eq!(parts, [&json!(BOARD), &json!(true), &json!(5), &json!(3)]);
}

#[test]
fn unreadable_input_exits_with_2() {
    let output = run("verify '1 2 3/0 4 6/7 5 8' -", "\n\nLUX");
    assert!(complaint(&output).contains("byte 4"), "{output:?}");
    for (arguments, words) in [
        ("'1 2/3 3' L", "row 2: tile 3 appears twice"),
        ("'1 2 3/0 4 6/7 5 8' LXL", "X"),
        (
            "'1 2 3/0 4 6/7 5 8' L --goal '1 2/3 0'",
            "the goal is 2 x 2",
        ),
        ("'1 2 3/0 4 6/7 5 8'", "MOVES"),
        ("'2 1 3/4 5 6/7 8 0' R --analyse", "odd"),
        ("'1 2 3/0 4 6/7 5 8' L --timeout 1", "--analyse"),
    ] {
        refuses(&format!("verify {arguments}"), words);
    }
}
