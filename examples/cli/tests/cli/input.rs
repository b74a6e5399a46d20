//! Sources of boards: arguments, files, standard input.

use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use npuzzle::Goal;
use serde_json::{Value, json};

use super::{Scratch, assert_answers, complaint, npuzzle, objects, run, solve, text};

/// The lines, the boards or errors, and the status of an output in JSON, without its summary.
fn lines(arguments: &[&str], input: &str) -> Vec<(u64, String)> {
    let output = solve(&[&["--json"], arguments].concat(), input);
    let mut objects = objects(&output);
    assert!(objects.pop().expect("a summary")["summary"].is_object());
    let content = |object: &Value| {
        let line = object["line"].as_u64().expect("a line");
        let text = object.get("error").unwrap_or(&object["board"]);
        (line, text.as_str().expect("text").to_owned())
    };
    objects.iter().map(content).collect()
}

fn is(line: u64, content: &str) -> (u64, String) {
    (line, content.to_owned())
}

#[test]
fn tiles_without_quotes_are_one_fault() {
    let output = solve(&["1", "2", "3", "0"], "");
    assert_eq!(output.status.code(), Some(2));
    let fault = "error: board 1: a tile is no board: put a board in quotes, such as \"1 2 3/4 5 6/7 8 0\"\n";
    assert_eq!(complaint(&output), fault);
    let boards = lines(&["1 2/3 0", "0"], "");
    assert_eq!(boards, [is(1, "1 2/3 0"), is(2, "0")]);
}

#[test]
fn bad_lines_are_named_and_the_others_answered() {
    let input = "# comment\n\n1 2/3 0 # solved\n1 2/3 3\n2 1/3 0\n1 2 3 0\nx\n";
    let output = solve(&["--json"], input);
    assert_eq!(output.status.code(), Some(2));
    let objects = objects(&output);
    assert_eq!(objects.len(), 6);
    let found: Vec<&Value> = objects.iter().map(|object| &object["line"]).collect();
    assert_eq!(
        found,
        [
            &json!(3),
            &json!(4),
            &json!(5),
            &json!(6),
            &json!(7),
            &Value::Null
        ]
    );
    assert_eq!(objects[0]["length"], 0);
    assert_eq!(
        objects[1].to_string(),
        r#"{"line":4,"error":"row 2: tile 3 appears twice"}"#
    );
    assert_eq!(objects[2]["solvable"], false);
    let why = objects[2]["reason"].as_str();
    assert!(why.is_some_and(|why| why.starts_with("unsolvable: ")));
    assert_eq!(
        objects[3]["board"], "1 2/3 0",
        "a bare row of n x n numbers is a square"
    );
    assert_eq!(objects[5]["summary"]["boards"], 3);
    assert_eq!(objects[5]["summary"]["solved"], 2);
}

#[test]
fn lines_of_other_systems_are_read() {
    let input = "\u{feff}1 2/3 0\r\n\r\n1 2/0 3\r\n2\r\n1 2\r\n3 0\r\n";
    let expected = [is(1, "1 2/3 0"), is(3, "1 2/0 3"), is(4, "1 2/3 0")];
    assert_eq!(lines(&[], input), expected);
}

#[test]
fn grids_are_recognised() {
    let input = "# unsolvable or not\n3\n1 2 3 # a row\n\n0 4 6\n7 5 8\n1 2/3 0\n2\n1 2\n0 3";
    let expected = [
        is(2, "1 2 3/0 4 6/7 5 8"),
        is(7, "1 2/3 0"),
        is(8, "1 2/0 3"),
    ];
    assert_eq!(lines(&[], input), expected);
    let scratch = Scratch::new("grids");
    let file = scratch.write("grids.txt", input);
    assert_eq!(lines(&[&file], ""), expected, "in a file too");
    assert_eq!(lines(&["-"], input), expected);
    assert_eq!(lines(&[], "1\n0\n0\n"), [is(1, "0"), is(3, "0")]);
}

#[test]
fn one_number_a_line_is_a_square() {
    // As a source of this crate prints its boards, with text around them.
    let input =
        "8\n1\n2\nO\n4\n3\n7\n6\n5\n# text\n\n0\n1\n2\n3\n1 2/3 0\n1\n0\n3\n2\n\n2\n1 2\n3 x\n";
    let expected = [
        is(1, "8 1 2/0 4 3/7 6 5"),
        is(12, "0 1/2 3"),
        is(16, "1 2/3 0"),
        is(17, "1 0/3 2"),
        is(22, "1 2/3 0"),
    ];
    assert_eq!(lines(&[], input), expected);
    let scratch = Scratch::new("column");
    let file = scratch.write("column.txt", "1\n2\n3\n4\n5\n6\n8\n7\nO\n");
    for arguments in [&[file.as_str()][..], &["--file", &file]] {
        assert_eq!(lines(arguments, ""), [is(1, "1 2 3/4 5 6/8 7 0")]);
    }
    // Boards of one cell, grids and squares one after the other.
    let input = "0\n1\n0\n2\n\n1 2\n3 0\n0\n3\n1 2 3\n4 5 6\n7 8 _\n";
    let expected = [
        is(1, "0"),
        is(2, "0"),
        is(4, "1 2/3 0"),
        is(8, "0"),
        is(9, "1 2 3/4 5 6/7 8 0"),
    ];
    assert_eq!(lines(&[], input), expected);
    for (input, line, error) in [
        ("1\n2\n\n3\n3\n", 5, "row 2: tile 3 appears twice"),
        (
            "1\n2\n3\n4\nx\n",
            1,
            "there are 5 lines of one number, which is no square",
        ),
        ("0\n2\nx\n3\n", 3, "\"x\" is a second blank"),
        ("x\n", 1, "unexpected 'x' at byte 0"),
    ] {
        let found = lines(&[], input);
        assert_eq!((found.len(), found[0].0), (1, line), "{found:?}");
        assert!(found[0].1.starts_with(error), "{found:?}");
    }
}

#[test]
fn letters_stand_for_the_blank_in_every_source() {
    assert_eq!(
        lines(&["1 2 3/4 5 6/7 8 x"], ""),
        [is(1, "1 2 3/4 5 6/7 8 0")]
    );
    let path = ["--shape", "1x9", "1 2 3 4 5 6 7 8 _"];
    assert_eq!(lines(&path, ""), [is(1, "1x9: 1 2 3 4 5 6 7 8 0")]);
    let found = lines(&["--goal", "O 1/2 3", "1 2/O 3"], "");
    assert_eq!(found, [is(1, "1 2/0 3")]);
    // These are boards, though wrong ones, and not the names of files.
    for wrong in ["1 2 O/3 X", "2x2: 1 2 3 99999999999999999999", "O 1 2 3 5"] {
        let found = lines(&[wrong], "");
        assert!(!found[0].1.contains("file"), "{found:?}");
    }
}

#[test]
fn moves_are_printed_as_asked_for() {
    let moves = |arguments: &[&str]| {
        let all = [&["--json", "1 2 3/4 0 5/7 8 6"], arguments].concat();
        let object = objects(&solve(&all, "")).swap_remove(0);
        let plain = solve(&all[1..], "");
        let moves = object["moves"].as_str().expect("text").to_owned();
        assert!(text(&plain).contains(&format!(": {moves} [")), "{moves}");
        moves
    };
    // Tile 5 moves left, then tile 6 up; the blank moves right, then down.
    assert_eq!(moves(&[]), "LU");
    assert_eq!(moves(&["--moves", "tile"]), "LU");
    assert_eq!(moves(&["--moves", "blank"]), "RD");
    assert_eq!(moves(&["--moves", "arrows"]), "←↑");
    let slides = [
        "--metric",
        "slides",
        "--moves",
        "blank",
        "1 2 3/4 5 6/0 7 8",
    ];
    let object = objects(&solve(&[&["--json"][..], &slides].concat(), "")).swap_remove(0);
    assert_eq!(object["moves"], "R2");
    let output = solve(&["--moves", "cube", "1 2/3 0"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("a notation of moves is tile, blank or arrows"));
}

#[test]
fn grids_at_fault_are_named_by_line() {
    for (input, line, word) in [
        ("3\n1 2 3\n0 4\n7 5 8\n", 3, "row"),
        ("2\n1 2\n3 3\n", 3, "tile 3 appears twice"),
        ("# c\n3\n1 2 3\n", 3, "rows"),
        ("300\n", 1, "300 x 300"),
    ] {
        let found = lines(&[], input);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, line, "{found:?}");
        assert!(found[0].1.contains(word), "{found:?}");
    }
    // What follows too few rows is not one of them.
    let found = lines(&[], "3\n1 2 3\n1 2/3 0\n");
    assert_eq!((found.len(), found[0].0), (2, 2));
    assert_eq!(found[1], is(3, "1 2/3 0"));
}

#[test]
fn grid_files_are_solved() {
    let scratch = Scratch::new("grid-files");
    for (grid, length) in [
        ("3\n 0  1  3\n 4  2  5\n 7  8  6\n", 4),
        ("# from a course\n2\n1 2\n3 0\n", 0),
        ("3 1 2 3\n0 4 6\n7 5 8\n", 3),
    ] {
        let file = scratch.write("grid.txt", grid);
        let output = solve(&["--json", "--file", &file], "");
        assert_answers(&objects(&output)[0], &Goal::BlankLast);
        assert_eq!(objects(&output)[0]["length"], length, "{grid}");
        let first = if grid.starts_with('#') { 2 } else { 1 };
        assert_eq!(objects(&output)[0]["line"], first);
    }
}

#[test]
fn errors_of_files_name_the_file_and_the_line() {
    let scratch = Scratch::new("file-errors");
    let bad = scratch.write("bad.txt", "2\n1 2\n3 3\n");
    let without_side = scratch.write("without-side.txt", "1 2\n0 3\n");
    let missing = format!("{}/missing.txt", scratch.path());
    let output = solve(
        &["--file", &bad, "--file", &without_side, "--file", &missing],
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let complaint = complaint(&output);
    let complaints: Vec<&str> = complaint.lines().collect();
    assert_eq!(complaints.len(), 3, "{complaint}");
    let expected = format!("error: {bad}, line 3: row 2: tile 3 appears twice");
    assert_eq!(complaints[0], expected);
    assert!(complaints[1].starts_with(&format!("error: {without_side}, line ")));
    let expected = format!("error: {missing}: can't be read: ");
    assert!(complaints[2].starts_with(&expected), "{complaint}");
    // The same in JSON.
    let found = lines(&["--file", &bad], "");
    let expected = format!("{bad}, line 3: row 2: tile 3 appears twice");
    assert_eq!(found, [is(3, &expected)]);
}

#[test]
fn a_file_named_where_a_board_is_expected_is_read_or_explained() {
    let scratch = Scratch::new("named");
    let file = scratch.write("boards.txt", "1 2/3 0\n# c\nx\n1 2/0 3\n");
    let found = lines(&["1 2 3/0 4 6/7 5 8", &file, "0"], "");
    assert_eq!(found.len(), 5);
    assert_eq!(found[0], is(1, "1 2 3/0 4 6/7 5 8"));
    assert_eq!(found[1], is(1, "1 2/3 0"));
    assert!(found[2].1.starts_with(&format!("{file}, line 3: ")));
    assert_eq!(found[3], is(4, "1 2/0 3"));
    assert_eq!(found[4], is(3, "0"), "the third argument");

    let found = lines(&["--shape", "2x2", "1x4: 1 2 3 0", "1x4: 1 2 3 3"], "");
    assert_eq!(found[0].1, "the board is 1 x 4, but --shape says 2 x 2");
    assert!(
        !found[1].1.contains("file"),
        "this is a board, though a wrong one"
    );

    let output = solve(&["missing.txt", &scratch.path()], "");
    assert_eq!(output.status.code(), Some(2));
    let complaint = complaint(&output);
    let complaints: Vec<&str> = complaint.lines().collect();
    assert!(complaints[0].starts_with("error: board 1: "), "{complaint}");
    assert!(complaints[0].ends_with(" (and no file has this name)"));
    let folder = format!(
        "error: {}: this is a folder; name a file in it",
        scratch.path()
    );
    assert_eq!(complaints[1], folder);
}

#[test]
fn names_of_files_are_escaped_in_json() {
    let name = "no \"such\" file\\\n\u{1}.txt";
    let found = lines(&["--file", name], "");
    assert!(found[0].1.starts_with(&format!("{name}: can't be read: ")));
}

#[test]
fn a_shape_makes_paths_of_rows() {
    let row = "1 2 3 4 0 5 6 7 8";
    let object = |arguments: &[&str]| objects(&solve(arguments, "")).swap_remove(0);
    let square = object(&["--json", row]);
    assert_eq!(square["board"], "1 2 3/4 0 5/6 7 8");
    let path = object(&["--json", "--shape", "1x9", row]);
    assert_eq!(
        (&path["solvable"], &path["moves"]),
        (&json!(true), &json!("LLLL"))
    );
    let column = object(&["--json", "--shape", "9x1", row]);
    assert_eq!(column["moves"], "UUUU");
    let output = solve(&["--json", "--shape", "2x3", "1 2 3 4 5 0"], "");
    assert_answers(&objects(&output)[0], &Goal::BlankLast);
    // The notation says it without an option.
    let path = object(&["--json", &format!("1x9: {row}")]);
    assert_eq!(path["moves"], "LLLL");
    let board = path["board"].as_str().expect("text");
    assert_eq!(object(&["--json", board])["moves"], "LLLL");
    let found = lines(&["--shape", "1x9", "1 2 3/0 4 6/7 5 8", "1 2 3 0"], "");
    assert_eq!(
        found[0],
        is(1, "the board is 3 x 3, but --shape says 1 x 9")
    );
    assert_eq!(
        found[1],
        is(2, "the board is 2 x 2, but --shape says 1 x 9")
    );
}

#[test]
fn an_answer_comes_before_the_next_board() {
    let mut child = npuzzle("solve")
        .args(["--json", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("piped");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || {
        for line in out.lines() {
            let line = line.expect("text");
            let sent = sender.send(serde_json::from_str::<Value>(&line).expect("an object"));
            sent.expect("heard");
        }
    });
    let mut ask = |input: &str, lines: &[u64]| {
        stdin.write_all(input.as_bytes()).expect("read");
        for line in lines {
            // An answer takes milliseconds. So long a wait has one end only.
            let answer = answers.recv_timeout(Duration::from_secs(600));
            assert_eq!(
                answer.expect("an answer, with the input still open")["line"],
                *line
            );
        }
    };
    ask("1 2/3 0\n", &[1]);
    ask("y\n", &[2]);
    ask("1 2/0 3\n1 2 3/0 4 6/7 5 8\ny\n1 2/3 0\n", &[3, 4, 5, 6]);
    ask("y\n", &[7]);
    ask("2\n1 2\n0 3\n", &[8]);
    drop(stdin);
    assert!(child.wait().expect("ended").code() == Some(2));
}

#[test]
fn any_number_of_threads_gives_the_same_answers_in_order() {
    let drawn = npuzzle("boards")
        .args(["4x4", "12", "--scramble", "60"])
        .output();
    let mut input = text(&drawn.expect("ended"));
    input.push_str("x\n1 2 3/0 4 6/7 5 8\n2\n1 2\n0 3\n1 2/3 3\n");
    let drawn = npuzzle("boards").args(["3x4", "12"]).output();
    input.push_str(&text(&drawn.expect("ended")));
    let answers = |threads: &str| {
        let mut objects = objects(&solve(&["--json", "--threads", threads], &input));
        let summary = objects.pop().expect("a summary");
        let threads = summary["summary"]["threads"].as_u64();
        for object in &mut objects {
            object.as_object_mut().expect("an object").remove("seconds");
        }
        (objects, threads)
    };
    let (one, threads) = answers("1");
    assert_eq!((one.len(), threads), (28, Some(1)));
    for more in ["2", "5"] {
        let (answers, threads) = answers(more);
        assert_eq!(answers, one);
        assert_eq!(threads, more.parse().ok());
    }
    let cores = thread::available_parallelism().expect("a number").get() as u64;
    let (answers, threads) = answers("0");
    assert_eq!((answers, threads), (one, Some(cores)));
}

#[test]
fn a_line_that_no_board_needs_is_malformed_and_skipped() {
    let input = format!("1 2/3 0\n{}\n1 2/0 3\n", "1 ".repeat(600_000));
    let found = lines(&[], &input);
    assert_eq!(found.len(), 3);
    assert_eq!((found[0].0, found[2].clone()), (1, is(3, "1 2/0 3")));
    let error = "malformed: longer than 1048576 bytes, more than any board needs";
    assert_eq!(found[1], is(2, error));
}

/// Runs it with little memory, so that a program that stores an endless line fails.
#[cfg(target_os = "linux")]
#[test]
fn endless_lines_are_given_up() {
    let limited = "ulimit -v 500000 && exec \"$0\" solve --threads 1 \"$@\" < /dev/zero";
    for arguments in [&[][..], &["--file", "/dev/zero"], &["/dev/zero"]] {
        let output = Command::new("sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_npuzzle")])
            .args(arguments)
            .output()
            .expect("a shell");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty());
        let complaint = complaint(&output);
        assert!(
            complaint.contains("line 1: malformed: longer than"),
            "{complaint}"
        );
        assert!(
            complaint.ends_with("so nothing after it is read\n"),
            "{complaint}"
        );
    }
}

/// Stacks of this size make the system refuse every thread.
#[cfg(target_os = "linux")]
#[test]
fn boards_are_read_without_a_thread() {
    for (arguments, input) in [
        (&["--json", "1 2/3 0", "1 2 3/0 4 6/7 5 8"][..], ""),
        (&["--json"], "1 2/3 0\n1 2 3/0 4 6/7 5 8\n"),
    ] {
        let stack = (usize::MAX / 16 * 15).to_string();
        let mut command = npuzzle("solve");
        let output = run(command.args(arguments).env("RUST_MIN_STACK", stack), input);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let objects = objects(&output);
        assert_eq!(
            (&objects[0]["length"], &objects[1]["length"]),
            (&json!(0), &json!(3))
        );
    }
}

#[test]
fn threads_are_bounded() {
    let threads = |option: &str| {
        let output = solve(&["--json", "--threads", option, "1 2/3 0"], "");
        objects(&output)[1]["summary"]["threads"].as_u64()
    };
    let cores = thread::available_parallelism().expect("a number").get() as u64;
    assert_eq!(threads("1000000"), Some((4 * cores).max(16)));
    assert_eq!(threads("3"), Some(3));
}

#[test]
fn columns_of_a_table_are_read() {
    let table = "# id board length\n7 1 2 3 0 4 6 7 5 8 3\nb 1 2 3/4 5 6/7 0 8 9\nc 1 2 y 4\n";
    let output = solve(&["--json", "--columns", "id,board,length"], table);
    assert_eq!(output.status.code(), Some(2));
    let objects = objects(&output);
    assert_eq!(
        (&objects[0]["id"], &objects[0]["board"]),
        (&json!("7"), &json!("1 2 3/0 4 6/7 5 8"))
    );
    assert_eq!(
        (&objects[0]["length"], &objects[0]["given_length"]),
        (&json!(3), &json!(3))
    );
    assert_eq!(
        (&objects[1]["id"], &objects[1]["given_length"]),
        (&json!("b"), &json!(9))
    );
    assert_eq!(
        (&objects[2]["id"], &objects[2]["line"]),
        (&json!("c"), &json!(4))
    );
    assert_eq!(
        complaint(&output),
        "error: line 3: the length given is 9, but there is a solution of 1 move\n"
    );
    let output = solve(
        &["--columns", "skip,board,length"],
        "7 1 2 3 0 4 6 7 5 8 2\n",
    );
    assert_eq!(
        complaint(&output),
        "error: line 1: the length given is 2, but a solution has at least 3 moves\n"
    );
    let output = solve(&["--columns", "id,length"], "");
    assert!(
        complaint(&output).contains("no column is the board"),
        "{output:?}"
    );
}
