//! Boards as people and programs write them: a grid is read as a grid or refused, never as another board.

use super::{complaint, npuzzle, printed, run};

/// Grids of other people: goal, text, and the number of moves as a file or what is said of it.
const GRIDS: &[(&str, &str, Result<usize, &str>)] = &[
    (
        "blank-last",
        "4 4\n1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12\n",
        Ok(3),
    ),
    (
        "blank-last",
        "4\n1 2 3 0\n5 6 7 4\n# rows\n9 10 11 8\n13 14 15 12\n",
        Ok(3),
    ),
    (
        "blank-last",
        "1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12",
        Ok(3),
    ),
    ("blank-first", "1 0 2\n3 4 5\n6 7 8\n", Ok(1)),
    ("blank-first", "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n", Ok(20)),
    // Numbers of tiles and cells of the blank's home, which courses put in front.
    (
        "blank-last",
        "8\n-1\n8 4 6\n7 5 3\n2 1 0\n",
        Err("header [8, -1]; expected 3, or 3 3"),
    ),
    (
        "blank-last",
        "8 -1\n8 4 6\n7 5 3\n2 1 0\n",
        Err("header [8, -1]; expected 3, or 3 3"),
    ),
    (
        "blank-last",
        "0\n2 8 3\n7 1 5\n0 6 4\n",
        Err("header [0]; expected 3, or 3 3"),
    ),
    (
        "blank-first",
        "8\n3\n1 2 3\n4 0 5\n6 7 8\n",
        Err("header [8, 3]; expected 3, or 3 3"),
    ),
    (
        "blank-last",
        "4\n81\n1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12",
        Err("header [4, 81]; expected 4, or 4 4"),
    ),
    ("blank-last", "1-2-3\n4-_-6\n7-5-8", Ok(2)),
];

#[test]
fn a_line_is_a_board_and_a_file_is_a_grid() {
    for (goal, grid, expected) in GRIDS {
        let solve = |arguments: &[&str], input: &str| {
            run(
                npuzzle("solve").args(["--goal", goal]).args(arguments),
                input,
            )
        };
        // The same text as a file and as an argument.
        for output in [solve(&["--file", "-"], grid), solve(&[grid], "")] {
            match expected {
                Ok(moves) => {
                    let moves = format!(": {moves} move");
                    assert!(printed(&output, 0).contains(&moves), "{grid}: {output:?}");
                }
                Err(words) => {
                    assert_eq!(printed(&output, 2), "");
                    assert!(complaint(&output).contains(words), "{grid}: {output:?}");
                }
            }
        }
        // Its lines are no boards: one message for all of them.
        let output = solve(&[], grid);
        assert_eq!(printed(&output, 2), "", "{grid}");
        let complaint = complaint(&output);
        let is_told = complaint.contains("look like the rows of one board");
        assert!(is_told || grid.contains('-'), "{complaint}");
        assert!(
            complaint.lines().count() == 1 || grid.contains('-'),
            "{complaint}"
        );
    }
    // The boards around a grid are answered, and rows of boards share their numbers.
    let mixed =
        "1 2/0 3\n4 4\n1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12\n\n1 2 0 3\n1 2 3 0\n812043765\n";
    let output = run(&mut npuzzle("solve"), mixed);
    let answers = printed(&output, 2);
    let boards: Vec<&str> = answers
        .lines()
        .filter_map(|it| it.split(':').next())
        .collect();
    assert_eq!(
        boards,
        ["1 2/0 3", "1 2/0 3", "1 2/3 0", "8 1 2/0 4 3/7 6 5"]
    );
    let expected = "error: line 2: lines 2 to 6 look like the rows of one board";
    assert!(complaint(&output).starts_with(expected), "{output:?}");
    // A file of boards is no grid.
    let output = run(
        npuzzle("solve").args(["--file", "-"]),
        "812043765\n160273485\n",
    );
    assert!(
        complaint(&output).contains("each line is a board"),
        "{output:?}"
    );
}

#[test]
fn boards_are_read_in_the_forms_of_other_programs() {
    for (goal, board, answer) in [
        ("blank-last", "812043765", "unsolvable: "),
        ("blank-last", "160273485", "18 moves"),
        ("1 2 3/8 0 4/7 6 5", "283104765", "4 moves"),
        ("123804765", "283104765", "4 moves"),
        ("blank-last", "FE169B4C0A73D852", "52 moves"),
        ("blank-last", "123456789ABCDEF0", "0 moves"),
        ("blank-last", "hfgbedc.a", "31 moves"),
        ("blank-last", "abcdefgh.", "0 moves"),
        ("blank-last", "123/456/780", "0 moves"),
        ("blank-last", "12345678_", "0 moves"),
        (
            "blank-last",
            "4 3 - 11/2 1 6 8/13 9 7 15/10 14 12 5",
            "40 moves",
        ),
        (
            "blank-last",
            "0 11 1 3 4/5 12 2 7 9/6 20 18 16 8/15 22 10 14 13/21 -1 17 23 19",
            "35 moves",
        ),
        ("blank-last", "1-2-3/4-_-6/7-5-8", "2 moves"),
        // The classic mistake with this board is its goal.
        (
            "blank-last",
            "5 6 1 10/12 15 13 9/0 11 4 7/2 8 3 14",
            "It can be solved for blank-first.",
        ),
        (
            "blank-first",
            "5 6 1 10/12 15 13 9/0 11 4 7/2 8 3 14",
            "50 moves",
        ),
    ] {
        let arguments = ["--goal", goal, board];
        let output = run(npuzzle("solve").args(arguments), "");
        assert!(printed(&output, 0).contains(answer), "{board}: {output:?}");
    }
    let check = ["--check", "1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 16"];
    let output = run(npuzzle("solve").args(check), "");
    assert!(printed(&output, 0).contains(": solvable: "), "{output:?}");
    for (arguments, words) in [
        (&["812043766"][..], "1 number, no square"),
        (&["--goal", "4", "1 2/3 0"], "1 number, no square"),
        (
            &["--goal", "1 2 3/4 5 6/7 8", "1 2/3 0"],
            "the blank is written as 0, _, . or -",
        ),
        (
            &["1 2 3/4 5 6/7 8 10"],
            "the blank is written as 0, _, . or -",
        ),
    ] {
        let output = run(npuzzle("solve").args(arguments), "");
        assert_eq!(printed(&output, 2), "");
        assert!(complaint(&output).contains(words), "{output:?}");
    }
    let board = "1 2 3 4/5 10 6 7/9 0 11 8/13 14 15 12";
    for (board, moves) in [
        (board, "10 6 7 8 12"),
        (board, "10D-6L-7L-8U-12U"),
        ("1 2/0 3", "1\nright"),
        (
            "1 2 3 4/5 10 6 7/9 0 11 8/13 14 15 12",
            "v <2 (^2) # solved",
        ),
    ] {
        let output = run(npuzzle("verify").args([board, moves]), "");
        let solves = moves != "1\nright";
        assert_eq!(
            printed(&output, i32::from(!solves)).contains(": solved in"),
            solves
        );
    }
}
