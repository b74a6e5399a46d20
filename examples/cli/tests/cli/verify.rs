//! `npuzzle verify`.

use serde_json::json;

use super::{complaint, npuzzle, objects, printed, run};

const BOARD: &str = "1 2 3/0 4 6/7 5 8";

#[test]
fn solutions_are_told_from_other_moves() {
    for (status, arguments, verdict) in [
        (0, &[BOARD, "LUL"][..], "solved in 3 moves (3 slides)"),
        (0, &[BOARD, "←↑←"], "solved in 3 moves (3 slides)"),
        (0, &[BOARD, "-"], "solved in 3 moves (3 slides)"),
        (
            0,
            &["1 2/3 0", "R", "--goal", "1 2/0 3"],
            "solved in 1 move (1 slide)",
        ),
        (
            0,
            &["1 2 3/4 5 6/0 7 8", "L2", "--metric", "slides"],
            "solved in 1 slide (2 moves)",
        ),
        (
            1,
            &[BOARD, "LU"],
            "not solved: 2 moves (2 slides) lead to 1 2 3/4 5 6/7 0 8",
        ),
        (
            1,
            &[BOARD, "LUR3"],
            "not solved: move 4: no tile can move R: the blank is in row 3, column 1",
        ),
    ] {
        let output = run(npuzzle("verify").args(arguments), "LUL\n");
        let expected = format!("{}: {verdict}\n", arguments[0]);
        assert_eq!(printed(&output, status), expected);
    }
}

#[test]
fn results_are_objects_for_scripts() {
    let object = |moves: &str, status| {
        let output = npuzzle("verify").args([BOARD, moves, "--json"]).output();
        let output = output.expect("ended");
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
fn an_analysis_says_which_moves_lost() {
    for (status, arguments, table) in [
        (
            0,
            &[BOARD, "LRLUL", "--analyse"][..],
            "   no  move  tile  before  after\n    1  L        4       3      2\n    \
             2  R        4       2      3  lost: U is better\n    3  L        4       3      2\n    \
             4  U        5       2      1\n    5  L        8       1      0\n\
             solved in 5 moves, 2 moves more than the fewest; the first detour was move 2\n",
        ),
        (
            0,
            &["1 2 3/4 5 6/0 7 8", "L2", "--analyse", "--metric", "slides"],
            "   no  move  tile  before  after\n    1  L2       8       1      0\n\
             solved in 1 slide, the fewest\n",
        ),
        (
            1,
            &[BOARD, "L", "--analyse"],
            "   no  move  tile  before  after\n    1  L        4       3      2\n\
             not solved by 1 move; 3 moves are enough\n",
        ),
        (
            1,
            &[BOARD, "L", "--analyse", "--timeout", "0"],
            "   no  move  tile  before  after\n    1  L        4       -      -\n\
             not solved by 1 move; the fewest are not known\n",
        ),
    ] {
        let output = run(npuzzle("verify").args(arguments), "");
        assert_eq!(printed(&output, status), table);
    }
    let output = run(
        npuzzle("verify").args([BOARD, "RLLUL", "--analyse", "--json"]),
        "",
    );
    assert_eq!(
        printed(&output, 1).matches("move 1").count(),
        1,
        "it is illegal"
    );
    let output = run(
        npuzzle("verify").args([BOARD, "LRLUL", "--analyse", "--json"]),
        "",
    );
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
fn what_can_not_be_read_ends_with_status_2() {
    for (arguments, word) in [
        (&["1 2/3 3", "L"][..], "row 2: tile 3 appears twice"),
        (&[BOARD, "LXL"], "X"),
        (&[BOARD, "L", "--goal", "1 2/3 0"], "the goal is 2 x 2"),
        (&[BOARD], "MOVES"),
        (&["2 1 3/4 5 6/7 8 0", "R", "--analyse"], "odd"),
        (&[BOARD, "L", "--timeout", "1"], "--analyse"),
    ] {
        let output = npuzzle("verify").args(arguments).output().expect("ended");
        assert_eq!(printed(&output, 2), "");
        assert!(complaint(&output).contains(word), "{output:?}");
    }
}
