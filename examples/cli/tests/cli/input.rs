//! Boards as people and programs write them: a grid is read as a grid or refused, never as another board.

use std::fs;

use super::{Scratch, answer, complaint, in_text, printed, refuses, run};

/// Grids of other programs: goal, text, and the number of moves as a file or the error.
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
    // The number of tiles or cells and the cell of the blank, which courses put in front.
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
        let solve = format!("solve --goal {goal}");
        // The same text as a file and as an argument.
        let argument = format!("{solve} '{grid}'");
        for output in [run(&format!("{solve} --file -"), grid), run(&argument, "")] {
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
        let output = run(&solve, grid);
        assert_eq!(printed(&output, 2), "", "{grid}");
        let complaint = complaint(&output);
        let is_told = complaint.contains("look like the rows of one board");
        let is_one_message = is_told && complaint.lines().count() == 1;
        assert!(is_one_message || grid.contains('-'), "{complaint}");
    }
    // The boards around a grid are answered, and rows of boards share their numbers.
    let mixed =
        "1 2/0 3\n4 4\n1 2 3 0\n5 6 7 4\n9 10 11 8\n13 14 15 12\n\n1 2 0 3\n1 2 3 0\n812043765\n";
    let output = run("solve", mixed);
    let answers = printed(&output, 2);
    let boards = answers.lines().filter_map(|it| it.split(':').next());
    let boards: Vec<&str> = boards.collect();
    assert_eq!(
        boards.join(", "),
        "1 2/0 3, 1 2/0 3, 1 2/3 0, 8 1 2/0 4 3/7 6 5"
    );
    let expected = "error: line 2: lines 2 to 6 look like the rows of one board";
    assert!(complaint(&output).starts_with(expected), "{output:?}");
    // So are those of a shape after a grid of another one.
    let output = run("solve", "1 2 0 3\n1 2 3 0\n2\n5 6\n0 7\n");
    assert_eq!(printed(&output, 2).lines().count(), 2, "{output:?}");
    let expected = "error: line 3: lines 3 to 5 look like the rows of one board";
    assert!(complaint(&output).starts_with(expected), "{output:?}");
    // So is a larger board before a grid.
    let output = run("solve", "1 2 3 4 5 6 7 8 0\n1 2 3\n4 5 6\n7 0 8\n");
    assert_eq!(printed(&output, 2).lines().count(), 1, "{output:?}");
    let expected = "error: line 2: lines 2 to 4 look like the rows of one board";
    assert!(complaint(&output).starts_with(expected), "{output:?}");
    let output = run("solve", "1 2 3 0\n1 2 3\n4 5 6\n7 0 8\n");
    assert_eq!(printed(&output, 2).lines().count(), 1, "{output:?}");
    assert!(complaint(&output).starts_with(expected), "{output:?}");
    // Shapes that change from line to line are not held.
    let mixed = "1 2 3 0\n1 2 3 4 5 6 7 8 0\n".repeat(5);
    assert_eq!(answer_of(&mixed).lines().count(), 10);
    // So may be those of a file, but with a row at fault it is a grid.
    let output = run("solve --check --file -", "812043765\n160273485\n");
    assert_eq!(printed(&output, 0).lines().count(), 2, "{output:?}");
    let output = run(
        "solve --file -",
        "1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 14\n",
    );
    let told = "line 4: row 4: tile 14 appears twice";
    assert!(complaint(&output).contains(told), "{output:?}");
}

/// Returns what `solve` prints for lines of boards.
fn answer_of(lines: &str) -> String {
    printed(&run("solve", lines), 0)
}

#[test]
fn boards_are_read_in_the_forms_of_other_programs() {
    for (goal, board, words) in [
        ("blank-last", "160273485", "18 moves"),
        ("blank-last", "4 8 x/3 7 5/6 2 1", "26 moves"),
        ("123804765", "283104765", "4 moves"),
        // The classic mistake with this board is its goal.
        (
            "blank-last",
            "5 6 1 10/12 15 13 9/0 11 4 7/2 8 3 14",
            "it can be solved for blank-first",
        ),
        (
            "blank-first",
            "5 6 1 10/12 15 13 9/0 11 4 7/2 8 3 14",
            "50 moves",
        ),
    ] {
        let solved = answer(&format!("solve --goal {goal} '{board}'"));
        assert!(solved.contains(words), "{solved}");
    }
    let check = answer("solve --check '1 5 9 13/2 6 10 14/3 7 11 15/4 8 12 16'");
    assert!(check.contains(": solvable: "), "{check}");
    let both = answer("solve 812043765 160273485");
    assert_eq!(both.lines().count(), 2, "{both}");
    refuses("solve 1 2 3 0", "put a board in quotes");
    // With a shape a list is read anywhere, and bytes are counted from its start.
    let list = "1 2 3 4 5 6 7 8 9 10 0 11\n";
    let solved = printed(&run("solve --shape 3x4 --file -", list), 0);
    let marked = format!("\u{feff}{list}");
    let of_marked = run("solve --shape 3x4 --file -", &marked);
    let said = |text: &str| text.split('[').next().map(str::to_owned);
    assert_eq!(said(&printed(&of_marked, 0)), said(&solved));
    assert!(solved.contains(": 1 move"), "{solved}");
    refuses("solve --shape 1x9 '1 2 3 4 5 6 7 8 z'", "'z' at byte 16");
    refuses(
        "solve --shape 3x4 '1 2/3 0'",
        "the board is 2 x 2, but --shape says 3 x 4",
    );
    refuses("solve --memory 1..5 '1 2/3 0'", "1..5");
    answer("solve --memory 1.5 '1 2/3 0'");
    refuses("solve --goal 4 '1 2/3 0'", "1 number, no square");
    refuses(
        "solve '1 2 3/4 5 6/7 8 10'",
        "the blank is written as 0, _, . or -",
    );
    let board = "1 2 3 4/5 10 6 7/9 0 11 8/13 14 15 12";
    let verified = answer(&format!("verify '{board}' '10 6 7 8 12'"));
    assert!(verified.contains(": solved in"), "{verified}");
}

/// Inputs of courses, judges, contests and forums: how they are given, the text, and what is answered or
/// complained of.
const INPUTS: &[(&str, &str, Result<&str, &str>)] = &[
    // Boards as an argument.
    (
        "BOARD",
        "8 6 7/2 5 4/3 0 1",
        Ok("8 6 7/2 5 4/3 0 1: solvable"),
    ),
    ("BOARD", "8,6,7,2,5,4,3,0,1", Ok("8 6 7/2 5 4/3 0 1: ")),
    ("BOARD", "867254301", Ok("8 6 7/2 5 4/3 0 1: ")),
    ("BOARD", "8672543_1", Ok("8 6 7/2 5 4/3 0 1: ")),
    ("BOARD", "HFGBEDC-A", Ok("8 6 7/2 5 4/3 0 1: ")),
    ("BOARD", "hfgbedc.a", Ok("8 6 7/2 5 4/3 0 1: ")),
    ("BOARD", "1-2345678", Ok("1 0 2/3 4 5/6 7 8: ")),
    ("BOARD", "1-0-2/3-4-5", Ok("1 0 2/3 4 5: ")),
    ("BOARD", "4 8 x/3 7 5/6 2 1", Ok("4 8 0/3 7 5/6 2 1: ")),
    ("BOARD", "4 8 X 3 7 5 6 2 1", Ok("4 8 0/3 7 5/6 2 1: ")),
    (
        "BOARD",
        "FE169B4C0A73D852",
        Ok("15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2: "),
    ),
    (
        "BOARD",
        "0xdab6531480c2e79f",
        Ok("13 10 11 6/5 3 1 4/8 0 12 2/14 7 9 15: "),
    ),
    (
        "BOARD",
        "{13,10,11,6,5,7,4,8,1,12,14,9,3,15,2,0}",
        Ok("13 10 11 6/5 7 4 8/1 12 14 9/3 15 2 0: "),
    ),
    (
        "BOARD",
        "{{1,2,3},{4,5,6},{7,0,8}}",
        Ok("1 2 3/4 5 6/7 0 8: "),
    ),
    (
        "BOARD",
        "((1,2,3),(4,5,6),(7,0,8))",
        Ok("1 2 3/4 5 6/7 0 8: "),
    ),
    (
        "BOARD",
        "[[1, 2, 3], [4, 5, 6], [7, 0, 8]]",
        Ok("1 2 3/4 5 6/7 0 8: "),
    ),
    ("BOARD", "[\"1\", \"2\", \"3\", \"0\"]", Ok("1 2/3 0: ")),
    ("BOARD", "[1 2 3; 4 5 6; 7 0 8]", Ok("1 2 3/4 5 6/7 0 8: ")),
    ("BOARD", "1 2 3/4 5 6/7 9 8", Ok("1 2 3/4 5 6/7 0 8: ")),
    ("BOARD", "0 1 2/3 -1 4", Ok("1 2 3/4 0 5: ")),
    (
        "BOARD",
        "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15",
        Ok("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15: "),
    ),
    (
        "BOARD",
        "3x4: 1 2 3 4/5 6 7 8/9 10 0 11",
        Ok("1 2 3 4/5 6 7 8/9 10 0 11: "),
    ),
    (
        "BOARD",
        "3x4: 1365720A984B",
        Err("3x4 may mean 3 rows or 3 columns"),
    ),
    (
        "BOARD",
        "3x4:1,2,3,4,5,6,7,8,9,10,11,0",
        Err("3x4 may mean 3 rows or 3 columns"),
    ),
    ("BOARD", "9abc", Err("signs is the blank")),
    ("BOARD", "9ABC", Err("signs is the blank")),
    ("BOARD", "1 34527896BCDAEF", Err("a space between signs")),
    ("BOARD", "123 485 76.", Err("a space between signs")),
    (
        "BOARD",
        "_RBB/RRBB/RBRB/RRBB",
        Err("sign 'B' appears twice; equal tiles are not offered"),
    ),
    ("BOARD", "12345678", Err("none of the 8 signs is the blank")),
    ("BOARD", "123456789", Err("signs is the blank")),
    (
        "BOARD",
        "start.txt",
        Err("to read a file use --file start.txt"),
    ),
    (
        "BOARD",
        "array([[1, 2], [3, 0]])",
        Err("unexpected 'a' at byte 0"),
    ),
    (
        "BOARD",
        "[2/2,1/3,3/1,1/1]",
        Err("positions such as 2/2 are not read"),
    ),
    ("BOARD", "(:init (at t1 p11))", Err("unexpected ")),
    (
        "BOARD",
        "|1|2|\n|3|0|",
        Err("numbers, without the bars of a table"),
    ),
    ("BOARD", "1 6 8/4 5 2/= 3 0", Err("walls are not offered")),
    (
        "BOARD",
        "1 2 3/4 0 6/7 5 0",
        Err("several blanks are not offered"),
    ),
    (
        "BOARD",
        "1 1 2/2 3 3/4 4 0",
        Err("equal tiles are not offered"),
    ),
    (
        "BOARD",
        "1;2;3;4;5;6;7;0",
        Err(
            "8 numbers, no square; end the rows with '/', or put the shape in front, as in 2x3: 1 2 3 4 5 0; or use --shape",
        ),
    ),
    // Goals.
    ("--goal", "123/804/765", Ok("1 2 3/4 5 6/7 0 8: ")),
    ("--goal", "123/***/***", Ok("1 2 3/4 5 6/7 0 8: solvable")),
    (
        "--goal",
        "* * */* * */H G F",
        Ok("1 2 3/4 5 6/7 0 8: solvable"),
    ),
    (
        "--goal",
        "spiral",
        Err("a goal is blank-last, blank-first, snail or a board"),
    ),
    // Files.
    ("--file -", "3\n123\n456\n708\n", Ok("1 2 3/4 5 6/7 0 8: ")),
    ("--file -", "3\n123/456/708", Ok("1 2 3/4 5 6/7 0 8: ")),
    (
        "--file -",
        "# 8-puzzle\n3\n1 2 3\n4 5 6\n7 0 8\n",
        Ok("1 2 3/4 5 6/7 0 8: "),
    ),
    (
        "--file -",
        "3 3\n1 2 3\n4 5 6\n7 0 8\n2 3\n1 2 3\n4 0 5\n0 0\n",
        Ok("1 2 3/4 5 6/7 0 8: "),
    ),
    (
        "--file -",
        "2\n1 2 3\n4 0 5\n1 2 3\n0 4 5\n",
        Ok("1 2 3/4 0 5: "),
    ),
    (
        "--file -",
        "[[1 2 3]\n [4 5 6]\n [7 0 8]]\n",
        Ok("1 2 3/4 5 6/7 0 8: "),
    ),
    (
        "--file -",
        "\"1\",\"2\",\"3\"\n\"4\",\"0\",\"5\"\n",
        Ok("1 2 3/4 0 5: "),
    ),
    (
        "--file -",
        "1\n2\n3\n4\n5\n6\n7\n0\n",
        Err("8 numbers, no square"),
    ),
    (
        "--file -",
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n23\n24\n25\n26\n0\n",
        Err("27 numbers, no square"),
    ),
    (
        "--shape 3x3x3 --file -",
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n23\n24\n25\n26\n0\n",
        Ok("1 2 3/4 5 6/7 8 9//10 11 12/13 14 15/16 17 18//19 20 21/22 23 24/25 26 0: "),
    ),
    (
        "--file -",
        "3 3\n1 2 3\n4 5 6\n7 0 8\n5 5\n1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 0 24\n0 0\n",
        Ok(
            "1 2 3/4 5 6/7 0 8: solvable: inversions (0) are even, as they must be on an odd width\n1 2 3 4 5/6 7 8 9 10/",
        ),
    ),
    (
        "--file -",
        "2\n1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 0\n1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 0 24\n",
        Ok(
            "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0: solvable: this is the goal\n1 2 3 4 5/",
        ),
    ),
    (
        "--file -",
        "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 | 0 |\n+---+---+\n",
        Err("numbers, without the bars of a table"),
    ),
    (
        "--file -",
        "[1,2,3,4,5,6,7,8]\n[1,2,3,4,5,6,8,7]\n[1,2,3,4,5,7,6,8]\n",
        Err("equal tiles are not offered, nor several boards"),
    ),
    (
        "--file -",
        "[1,2,3,4,5,6,7,8]\n[1,2,3,4,5,6,8,7]\n",
        Err("equal tiles are not offered, nor several boards"),
    ),
    (
        "--shape 2x2x2 --file -",
        "1\n2\n3\n4\n5\n6\n7\n0\n",
        Ok("1 2/3 4//5 6/7 0: "),
    ),
    (
        "--shape 3x4 --file -",
        "1365720A984B",
        Ok("1 3 6 5/7 2 0 10/9 8 4 11: "),
    ),
    // Lines of standard input.
    (
        "",
        "812043765 # a board a line\n160273485\n",
        Ok("8 1 2/0 4 3/7 6 5: "),
    ),
    (
        "",
        "[1, 2, 3, 0]\n[4, 5, 6, 7]\n",
        Err("lines 1 to 2 look like the rows of one board"),
    ),
    (
        "",
        "1-2-3-0\n4-5-6-7\n",
        Err("lines 1 to 2 look like the rows of one board"),
    ),
    (
        "",
        "1230\n\n4567\n\n89ab\n\ncdef\n",
        Err("lines 1 to 7 look like the rows of one board"),
    ),
    (
        "",
        "1 2 3 0\n-------\n4 5 6 7\n",
        Err("lines 1 to 3 look like the rows of one board"),
    ),
    (
        "",
        "[[1 2 3 0]\n [4 5 6 7]]\n",
        Err("lines 1 to 2 look like the rows of one board"),
    ),
    (
        "",
        "3x4: 1365720A984B\n",
        Err("3x4 may mean 3 rows or 3 columns"),
    ),
    ("", "1 2 3 4 5 6 7 9 8\n", Ok("1 2 3/4 5 6/7 0 8: ")),
    (
        "",
        "123\n---\n456\n---\n708\n",
        Err("lines 1 to 5 look like the rows of one board"),
    ),
    (
        "",
        "{1, 2, 3, 0},\n{4, 5, 6, 7}\n",
        Err("lines 1 to 2 look like the rows of one board"),
    ),
];

#[test]
fn inputs_of_other_people_are_right_or_refused() {
    for (how, text, expected) in INPUTS {
        let quoted = text.replace('\'', "");
        let (arguments, input) = match *how {
            "BOARD" => (format!("solve --check -- '{quoted}'"), ""),
            "--goal" => (
                format!("solve --check --goal '{quoted}' '1 2 3/4 5 6/7 0 8'"),
                "",
            ),
            how => (format!("solve --check {how}"), *text),
        };
        let output = run(&arguments, input);
        match expected {
            Ok(board) => {
                let answers = printed(&output, 0);
                assert!(answers.starts_with(board), "{text:?}: {output:?}");
            }
            Err(words) => {
                assert_eq!(printed(&output, 2), "", "{text:?}");
                let complaint = complaint(&output);
                assert!(complaint.contains(words), "{text:?}: {complaint}");
            }
        }
    }
    let told = complaint(&run("solve --check '1 2 3/4 5 6/7 9 8'", ""));
    assert_eq!(told, "note: tile 9 is taken for the blank\n");
    refuses(
        "verify '1 2 3/0 4 6/7 5 8' '#1 7 R U L'",
        "there are no moves, only a comment",
    );
}

#[test]
fn every_command_with_a_board_reads_a_file() {
    let scratch = Scratch::new("board-file");
    let file = scratch.join("it.txt");
    fs::write(&file, "# easy\n3\n1 2 3\n0 4 6\n7 5 8\n").expect("written");
    let file = in_text(&file);
    for (task, words) in [
        ("explain", "inversions (2) are even"),
        ("teach", "1 2 3"),
        ("draw", "<title>The board 1 2 3/0 4 6/7 5 8</title>"),
        ("verify LUL", "1 2 3/0 4 6/7 5 8: solved in 3 moves"),
    ] {
        let said = answer(&format!("{task} --file '{file}'"));
        assert!(said.contains(words), "{task}: {said}");
        refuses(&format!("{task} --file nowhere"), "can't be read");
    }
    refuses(
        &format!("draw '1 2/3 0' --file '{file}'"),
        "cannot be used with",
    );
}
