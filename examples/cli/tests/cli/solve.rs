//! `npuzzle solve`: its input, options, answers and exit status.

#[cfg(unix)]
use std::io::Read;
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::process::Command;
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use npuzzle::{DynBoard, Goal};
use serde_json::{Value, json};

use super::{Scratch, answer, complaint, in_text, npuzzle, objects, printed, refuses, run, text};

const EASY: &str = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";
const MIDDLE: &str = "13 2 1 12/8 5 6 11/4 9 10 7/3 14 15 0";
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
/// No test waits for its solution.
#[cfg(unix)]
const FAR: &str = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";

/// Returns the JSON objects of a run, the summary last.
fn json(arguments: &str, input: &str, status: i32) -> Vec<Value> {
    let output = run(&format!("solve --json {arguments}"), input);
    printed(&output, status);
    let objects = objects(&output);
    assert!(objects.last().expect("a summary")["summary"].is_object());
    objects
}

/// Asserts that these are the lines of the objects, each with its board or error.
fn assert_lines(arguments: &str, input: &str, expected: &[(u64, &str)]) {
    let mut objects = objects(&run(&format!("solve --json {arguments}"), input));
    objects.pop().expect("a summary");
    let content = |object: &Value| {
        let text = object.get("error").unwrap_or(&object["board"]);
        let line = object["line"].as_u64().expect("a line");
        (line, text.as_str().expect("text").to_owned())
    };
    let found = objects.iter().map(content);
    let expected = expected.iter().map(|&(line, text)| (line, text.to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Replays the moves of an optimal answer.
fn assert_answers(object: &Value, goal: &Goal) {
    let field = |name: &str| object[name].as_str().expect("text");
    let mut board: DynBoard = field("board").parse().expect("a board");
    let moves = npuzzle::notation::read_moves(field("moves")).expect("moves");
    board.play(&moves).expect("legal moves");
    assert!(board.is_solved_for(goal), "{object}");
    assert_eq!(object["length"], moves.len());
    assert_eq!(object["lower_bound"], object["length"]);
    assert_eq!(object["optimal"], true);
}

#[test]
fn keys_keep_their_order() {
    let keys = |object: &Value| {
        let keys = object.as_object().expect("an object").keys();
        keys.cloned().collect::<Vec<_>>().join(" ")
    };
    for (arguments, status, expected) in [
        (
            "'1 2 3/0 4 6/7 5 8'",
            0,
            "line board solvable length lower_bound optimal tiles slides moves expanded generated seconds",
        ),
        (
            "--max-nodes 0 '5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15'",
            1,
            "line board solvable length lower_bound optimal tiles slides expanded generated seconds",
        ),
        ("'1 2 3/4 5 6/8 7 0'", 0, "line board solvable reason"),
        (
            "--check '1 2 3/0 4 6/7 5 8'",
            0,
            "line board solvable reason",
        ),
        ("'1 2/3 3'", 2, "line error"),
        (
            "--memory 0 --heuristic patterns '5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15'",
            2,
            "line board error",
        ),
    ] {
        let objects = json(arguments, "", status);
        assert_eq!(keys(&objects[0]), expected);
        let expected = "boards solved setup_seconds solve_seconds table_bytes threads";
        assert_eq!(keys(&objects[1]["summary"]), expected);
    }
}

#[test]
fn every_line_gets_its_answer() {
    let input = "\u{feff}# comment\r\n\r\n1 2/3 0 # solved\n1 2/3 3\n2 1/3 0\n1 2 3 0\nx\n3\n";
    let objects = json("", input, 2);
    let found = objects.iter().map(|object| object["line"].as_u64());
    assert!(found.eq([3, 4, 5, 6, 7, 8].map(Some).into_iter().chain([None])));
    assert_eq!(objects[0]["length"], 0);
    let fault = r#"{"line":4,"error":"row 2: tile 3 appears twice"}"#;
    assert_eq!(objects[1].to_string(), fault);
    assert_eq!(objects[2]["solvable"], false);
    let why = objects[2]["reason"].as_str();
    assert!(why.is_some_and(|why| why.starts_with("unsolvable: ")));
    // A bare row of n x n numbers is a square.
    assert_eq!(objects[3]["board"], "1 2/3 0");
    let summary = &objects[6]["summary"];
    assert_eq!(summary["boards"], 3);
    assert_eq!(summary["solved"], 2);
}

#[test]
fn output_goes_to_stdout_and_errors_to_stderr() {
    let input = "1 2/0 3\n1 2/3 3\n1 2/3 0\n2 1/3 0\n1 2 3/0 4 6/7 5 8\n";
    let output = run("solve", input);
    let answers = printed(&output, 2);
    let fault = "error: line 2: row 2: tile 3 appears twice\n";
    assert_eq!(complaint(&output), fault);
    let starts = [
        "1 2/0 3: 1 move (no fewer are possible): L [",
        "1 2/3 0: 0 moves (this is the goal) [",
        "2 1/3 0: unsolvable: ",
        "1 2 3/0 4 6/7 5 8: 3 moves (no fewer are possible): LUL [",
    ];
    assert_eq!(answers.lines().count(), starts.len(), "{answers}");
    for (line, start) in answers.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let checked = answer(&format!("solve --check '1 2 3/4 5 6/8 7 0' '{EASY}'"));
    let (odd, even) = checked.split_once('\n').expect("two lines");
    assert!(odd.starts_with("1 2 3/4 5 6/8 7 0: unsolvable: "), "{odd}");
    assert!(even.starts_with(&format!("{EASY}: solvable: ")), "{even}");
}

#[test]
fn csv_has_a_line_a_board_and_the_keys_of_json() {
    let input = "1 2 3/0 4 6/7 5 8\n1 2/3 3\n1 2/3 z\n1 2 3/4 5 6/8 7 0\n";
    let printed = printed(&run("solve --csv", input), 2);
    let lines: Vec<&str> = printed.lines().collect();
    let head = "line,board,solvable,reason,error,length,lower_bound,optimal,tiles,slides,moves,\
                expanded,generated,seconds,interrupted";
    assert_eq!((lines[0], lines.len()), (head, 5));
    let first = "1,1 2 3/0 4 6/7 5 8,true,,,3,3,true,3,3,LUL,";
    assert!(lines[1].starts_with(first), "{printed}");
    assert_eq!(lines[2], "2,,,,row 2: tile 3 appears twice,,,,,,,,,,");
    // A text with commas stands in quotes.
    let quoted = "3,,,,\"unexpected 'z' at byte 6; expected";
    assert!(lines[3].starts_with(quoted), "{printed}");
    let unsolvable = "4,1 2 3/4 5 6/8 7 0,false,unsolvable: ";
    assert!(lines[4].starts_with(unsolvable), "{printed}");
    let output = run("solve --json --no-summary", "1 2/0 3\n1 2/3 0\n");
    assert_eq!(text(&output).lines().count(), 2);
    refuses("solve --json --csv", "--csv");
}

#[test]
fn limits_end_a_board_with_status_1() {
    let board: DynBoard = HARD.parse().expect("a board");
    let least = board.manhattan(&Goal::BlankLast) as u64;
    for (options, least) in [
        ("--max-nodes 1000", least),
        ("--timeout 0", least),
        ("--metric mtm --memory 0 --max-nodes 10", 1),
    ] {
        let objects = json(&format!("{options} '{HARD}' '1 2/3 0' '1 2/3 3'"), "", 2);
        let object = &objects[0];
        let unknown = ["length", "tiles", "slides"];
        assert!(unknown.iter().all(|key| object[key].is_null()), "{object}");
        assert_eq!(object["solvable"], true);
        assert_eq!(object["optimal"], false);
        let bound = object["lower_bound"].as_u64().expect("a number");
        assert!((least..=80).contains(&bound), "{object}");
        // Each board is tried, and malformed input wins.
        assert!(!options.ends_with("1000") || object["expanded"] == 1000);
        assert!(options == "--timeout 0" || objects[1]["length"] == 0);
    }
    let output = run(&format!("solve --timeout 0 '{HARD}'"), "");
    assert!(
        printed(&output, 1)
            .contains("no answer, the time limit was reached; a solution has at least ")
    );
    assert!(complaint(&output).contains("--quality best gives one soon"));
    let board = "1 13 5 2 11/19 16 7 20 14/9 22 4 0 8/6 24 23 3 15/18 21 10 12 17";
    let arguments = format!("--quality within=1.01 --max-nodes 100000 '{board}'");
    let answer = printed(&run(&format!("solve {arguments}"), ""), 1);
    let words = " moves, not as few as asked for: ";
    assert!(answer.contains(words), "{answer}");
    let object = &json(&arguments, "", 1)[0];
    let is_longer = object["length"].as_u64() > object["lower_bound"].as_u64();
    assert!(object["moves"].is_string() && is_longer, "{object}");
}

#[test]
fn goals_shapes_and_metrics_are_the_chosen_ones() {
    let custom: DynBoard = "3 2/1 0".parse().expect("a board");
    let first_row: Goal = "1 2/* *".parse().expect("a goal");
    let (first, last) = (Goal::BlankFirst, Goal::BlankLast);
    for (arguments, goal, moves) in [
        ("--goal snail '1 2 3/8 4 0/7 6 5'", Goal::Snail, "R"),
        ("--goal blank-first '1 0/2 3'", first, "R"),
        ("--goal '3 2 1 0' '2 0/3 1'", custom.into(), "RUL"),
        ("--goal '1 2/* *' '0 2/1 3'", first_row, "U"),
        ("'1 2/3 4//0 6/5 7'", last.clone(), "UL"),
        ("--shape 1x9 '1 2 3 4 0 5 6 7 8'", last.clone(), "LLLL"),
        ("--moves arrows '1 2 3/4 0 5/7 8 6'", last, "←↑"),
    ] {
        let objects = json(arguments, "", 0);
        assert_answers(&objects[0], &goal);
        assert_eq!(objects[0]["moves"], moves);
    }
    let object = &json("--moves blank '1 2 3/4 0 5/7 8 6'", "", 0)[0];
    assert_eq!(object["moves"], "RD");
    for (metric, length, moves) in [
        ("stm", 2, "LL"),
        ("tiles", 2, "LL"),
        ("mtm", 1, "L2"),
        ("slides", 1, "L2"),
    ] {
        let object = &json(&format!("--metric {metric} '1 2 3/4 5 6/0 7 8'"), "", 0)[0];
        let keys = "length lower_bound tiles slides moves optimal".split(' ');
        let found: Value = keys.map(|key| object[key].clone()).collect();
        assert_eq!(found, json!([length, length, 2, 1, moves, true]));
    }
    let error = "the goal is 2 x 2 but the board is 2 x 3";
    assert_lines("--goal '3 2 1 0' '1 2 3/4 5 0'", "", &[(1, error)]);
    let error = "the board is 3 x 3, but --shape says 1 x 9";
    assert_lines("--shape 1x9 '1 2 3/0 4 6/7 5 8'", "", &[(1, error)]);
}

#[test]
fn heuristics_and_memory_never_change_the_length() {
    for (options, boards, range) in [
        ("--heuristic manhattan", &[EASY][..], 0..1),
        ("--heuristic linear-conflict", &[EASY], 0..1),
        ("--heuristic walking-distance", &[EASY], 0..1),
        ("--heuristic patterns --memory 1", &[EASY], 1..1 << 20),
        ("", &[EASY, EASY], 0..1), // easy boards need no tables
        ("--memory 0", &[EASY], 0..1),
        ("--memory 4", &[EASY, MIDDLE], 1 << 20..4 << 20),
        ("--memory 4MB", &[EASY, MIDDLE], 1 << 20..4_000_000),
        ("--memory 1", &[MIDDLE], 1 << 17..1 << 20),
    ] {
        let mut objects = json(&format!("{options} '{}'", boards.join("' '")), "", 0);
        let summary = objects.pop().expect("a summary");
        for object in &objects {
            assert_answers(object, &Goal::BlankLast);
        }
        let bytes = summary["summary"]["table_bytes"].as_u64().expect("bytes");
        assert!(range.contains(&bytes), "{options}: {bytes}");
    }
    let little = format!("solve --memory 0 --heuristic patterns '{EASY}'");
    refuses(&little, "the smallest tables take");
}

#[test]
fn wrong_options_are_refused() {
    for (option, value) in [
        ("--quality", "perfect"),
        ("--quality", "within=0.5"),
        ("--goal", "'1 2/2 0'"),
        ("--timeout", "-1"),
        ("--heuristic", "guess"),
        ("--max-nodes", "many"),
        ("--memory", "'4 apples'"),
        ("--metric", "steps"),
        ("--moves", "cube"),
        ("--shape", "3x"),
    ] {
        let output = run(&format!("solve {option} {value}"), "1 2/3 0");
        assert_eq!(printed(&output, 2), "", "{option} {value}");
        let complaint = complaint(&output);
        let is_named = complaint.starts_with("error: ") && complaint.contains(option);
        assert!(is_named, "{complaint}");
    }
    let unquoted = "error: board 1: a tile is no board: put a board in quotes";
    refuses("solve 1 2 3 0", unquoted);
    let output = run("solve 1230 1233", "");
    assert_eq!(printed(&output, 2).lines().count(), 1, "{output:?}");
    assert!(complaint(&output).starts_with("error: board 2: sign '3' appears twice"));
}

#[test]
fn grid_files_are_solved_and_their_faults_named() {
    let scratch = Scratch::new("grids");
    for (grid, line, length) in [
        ("3\n 0  1  3\n 4  2  5\n 7  8  6\n", 1, 4),
        ("# from a course\n2\n1 2\n3 0\n", 2, 0),
        ("3 1 2 3\n0 4 6\n7 5 8\n", 1, 3),
    ] {
        let file = scratch.write("grid.txt", grid);
        let object = &json(&format!("--file {file}"), "", 0)[0];
        assert_answers(object, &Goal::BlankLast);
        assert_eq!(
            (&object["length"], &object["line"]),
            (&json!(length), &json!(line))
        );
    }
    let bad = scratch.write("bad.txt", "2\n1 2\n3 3\n");
    let missing = in_text(&scratch.join("no \"such\" file\n")).to_owned();
    let files = format!("--file {bad} --file '{missing}'");
    let output = run(&format!("solve {files} '1 2/3 0'"), "");
    let solved = printed(&output, 2).lines().count();
    assert_eq!(solved, 1, "the board is solved");
    let expected = format!("{bad}, line 3: row 2: tile 3 appears twice");
    let unread = format!("{missing}: can't be read: ");
    let said = complaint(&output);
    assert!(
        said.starts_with(&format!("error: {expected}\nerror: {unread}")),
        "{said}"
    );
    let found = json(&files, "", 2);
    assert_eq!(
        (&found[0]["line"], &found[0]["error"]),
        (&json!(3), &json!(expected))
    );
    let error = found[1]["error"].as_str().expect("text");
    assert!(error.starts_with(&unread), "{error}");
}

#[test]
fn a_line_that_no_board_needs_is_skipped() {
    let input = format!("1 2/3 0\n{}\n1 2/0 3", "1 ".repeat(600_000));
    let error = "malformed: longer than 1048576 bytes, more than any board needs";
    assert_lines("", &input, &[(1, "1 2/3 0"), (2, error), (3, "1 2/0 3")]);
}

/// Little memory ends a program that stores an endless line.
#[cfg(target_os = "linux")]
#[test]
fn endless_lines_are_given_up() {
    let limited = "ulimit -v 500000 && exec \"$0\" solve --threads 1 \"$@\" < /dev/zero";
    for (arguments, place) in [(&[][..], "line 1"), (&["--file", "/dev/zero"], "/dev/zero")] {
        let program = ["-c", limited, env!("CARGO_BIN_EXE_npuzzle")];
        let output = Command::new("sh").args(program).args(arguments).output();
        let output = output.expect("a shell");
        assert_eq!(printed(&output, 2), "");
        let expected = format!("error: {place}: malformed: longer than 1048576 bytes");
        assert!(complaint(&output).starts_with(&expected), "{output:?}");
    }
}

/// Under any limit of memory there is an answer or an error, never a signal. On one thread: the
/// standard library panics if it has no memory for a thread that it starts.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_gives_an_answer_or_an_error() {
    let limited = "ulimit -v $1 && exec \"$0\" solve --json --threads 1 --cache \"$2\" $3 \"$4\"";
    let (scratch, bin) = (Scratch::new("memory"), env!("CARGO_BIN_EXE_npuzzle"));
    let folder = scratch.path();
    // Tables, a pool of tables and the frontier of its rounds, long rounds with small tables, and
    // beams by pairs. The address space in kB, from one that suffices, with which tables are stored.
    for (options, board, limits) in [
        (
            "--memory 3 --max-nodes 1000000",
            "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1",
            (14_000..=26_000).rev().step_by(2_000),
        ),
        (
            "--memory 27 --max-nodes 2000000",
            "17 6 3 13 2 11/10 16 5 14 8 15/4 12 9 0 1 7",
            (30_000..=75_000).rev().step_by(3_000),
        ),
        (
            "--memory 4 --max-nodes 1000000",
            "8 10 0 7 12/5 11 19 1 18/3 17 9 16 13/4 14 15 6 2",
            (14_000..=38_000).rev().step_by(4_000),
        ),
        (
            "--quality best --max-nodes 20000",
            "15 5 31 11 23 38 7/22 12 4 17 48 1 30/44 41 0 35 20 28 8/3 45 26 10 42 14 33/\
             39 25 18 46 2 37 24/9 47 34 16 29 40 6/36 19 21 43 13 32 27",
            (14_000..=38_000).rev().step_by(4_000),
        ),
    ] {
        let (mut answers, mut errors) = (0, 0);
        for limit in limits {
            let limit = limit.to_string();
            let arguments = ["-c", limited, bin, &limit, &folder, options, board];
            let output = Command::new("sh").args(arguments).output();
            let output = output.expect("a shell");
            match output.status.code() {
                Some(0 | 1) => answers += 1,
                Some(2) => {
                    assert!(text(&output).contains("no memory for"), "{output:?}");
                    errors += 1;
                }
                _ => panic!("{options}, {limit} kB: {output:?}"),
            }
        }
        assert!(answers > 0 && errors > 0, "{options}: {answers} answers");
    }
}

/// A child that reads from a pipe, and its answers.
fn dialogue(arguments: &str) -> (Child, mpsc::Receiver<Value>) {
    let mut child = npuzzle(&format!("solve --json {arguments}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || {
        for line in out.lines() {
            let line = serde_json::from_str(&line.expect("text")).expect("an object");
            sender.send(line).expect("a receiver");
        }
    });
    (child, answers)
}

/// An answer takes milliseconds; a wait of this length fails.
const LONG: Duration = Duration::from_secs(600);

#[test]
fn an_answer_comes_before_the_next_board() {
    for threads in ["1", "2"] {
        let (mut child, answers) = dialogue(&format!("--threads {threads}"));
        let mut stdin = child.stdin.take().expect("piped");
        for (input, lines) in [
            ("1 2/3 0\n", &[1][..]),
            ("y\n", &[2]),
            ("1 2/0 3\n1 2 3/0 4 6/7 5 8\ny\n1 2/3 0\n", &[3, 4, 5, 6]),
            ("y\n", &[7]),
        ] {
            stdin.write_all(input.as_bytes()).expect("read");
            for line in lines {
                let answer = answers.recv_timeout(LONG).expect("an answer");
                assert_eq!(answer["line"], *line);
            }
        }
        // Ctrl-C ends a wait for input as the end of the input does.
        #[cfg(unix)]
        press_ctrl_c(&child);
        #[cfg(not(unix))]
        drop(stdin);
        let summary = answers.recv_timeout(LONG).expect("a summary");
        assert_eq!(summary["summary"]["boards"], 4);
        assert_eq!(child.wait().expect("ended").code(), Some(2));
    }
}

#[test]
fn threads_do_not_change_answers_or_their_order() {
    let boards = |shape| answer(&format!("boards {shape} 12 --scramble 60"));
    let (square, flat) = (boards("4x4"), boards("3x4"));
    let input = format!("{square}x\n1 2 3/0 4 6/7 5 8\n{flat}1 2/3 3\n");
    let answers = |threads: u64| {
        let mut objects = json(&format!("--threads {threads}"), &input, 2);
        let summary = objects.pop().expect("a summary");
        for object in &mut objects {
            object.as_object_mut().expect("an object").remove("seconds");
        }
        (objects, summary["summary"]["threads"].as_u64())
    };
    let (one, threads) = answers(1);
    assert_eq!((one.len(), threads), (27, Some(1)));
    let cores = thread::available_parallelism().expect("a number").get() as u64;
    let most = (4 * cores).max(16);
    for (asked, used) in [(2, 2), (5, 5), (0, cores), (1_000_000, most)] {
        let (answers, threads) = answers(asked);
        assert!(answers == one, "{asked} threads");
        assert_eq!(threads, Some(used));
    }
}

#[test]
fn tables_are_kept_in_a_folder() {
    let scratch = Scratch::new("tables");
    let arguments = format!("--memory 1 --cache {} '{MIDDLE}'", scratch.path());
    let answer = |status| {
        let mut object = json(&arguments, "", status).remove(0);
        object.as_object_mut().expect("an object").remove("seconds");
        object
    };
    let first = answer(0);
    let files = scratch.files();
    assert!(!files.is_empty());
    assert_eq!(answer(0), first);
    // A damaged file is replaced, with a warning.
    std::fs::write(&files[0], "no table").expect("a file to write");
    let output = run(&format!("solve --json {arguments}"), "");
    printed(&output, 0);
    let cause = format!("{}: is not a table", in_text(&files[0]));
    let complaint_once = complaint(&output);
    assert!(complaint_once.starts_with("warning: "), "{complaint_once}");
    assert!(complaint_once.contains(&cause), "{complaint_once}");
    assert_eq!(complaint_once.lines().count(), 1, "it is reported once");
    assert_eq!(answer(0), first);
    assert_eq!(complaint(&run(&format!("solve {arguments}"), "")), "");
    // A folder that can't be written does not stop the search.
    let folder = format!("{}/no-folder", scratch.write("a-file", "not a folder"));
    let arguments = format!("--memory 1 --cache {folder} '{MIDDLE}' '{MIDDLE}'");
    let output = run(&format!("solve --json {arguments}"), "");
    printed(&output, 0);
    for object in &objects(&output)[..2] {
        assert_answers(object, &Goal::BlankLast);
    }
    let complaint = complaint(&output);
    let cause = format!("{folder}: can't be written");
    assert!(complaint.starts_with("warning: "), "{complaint}");
    assert!(complaint.contains(&cause), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "it is reported once");
}

#[cfg(unix)]
fn press_ctrl_c(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    let status = Command::new("sh").args(["-c", &kill]).status();
    assert!(status.expect("a shell").success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_boards_under_way_and_the_batch() {
    let scratch = Scratch::new("interrupt");
    let arguments = format!("--threads 1 --cache {} '{FAR}' '1 2/3 0'", scratch.path());
    let mut command = npuzzle(&format!("solve --json {arguments}"));
    let child = command.stdout(Stdio::piped()).spawn().expect("started");
    // Tables are written once the board has begun.
    while scratch.files().is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    press_ctrl_c(&child);
    let output = child.wait_with_output().expect("ended");
    printed(&output, 1);
    let objects = objects(&output);
    assert_eq!(objects.len(), 2, "the next board is not solved");
    assert_eq!(objects[0]["board"], FAR);
    assert_eq!(objects[0]["interrupted"], true);
    assert!(objects[0]["length"].is_null() && objects[0]["lower_bound"].is_u64());
    assert_eq!(objects[1]["summary"]["boards"], 1);
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_the_program() {
    let board = answer("boards 60");
    let mut command = npuzzle(&format!("solve --quality fast '{}'", board.trim()));
    let mut child = command.stdout(Stdio::piped()).spawn().expect("started");
    // The answer has 200,000 letters and nobody reads on: the program can't end by itself.
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0]).expect("a first letter");
    let status = loop {
        press_ctrl_c(&child);
        thread::sleep(Duration::from_millis(10));
        if let Some(status) = child.try_wait().expect("our own child") {
            break status;
        }
    };
    assert_eq!(status.code(), Some(130));
}

#[test]
fn a_broken_pipe_exits_quietly() {
    for line in ["boards 3x3 18446744073709551615", "solve"] {
        let mut child = npuzzle(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut stdin = child.stdin.take().expect("piped");
        let writer = thread::spawn(move || while stdin.write_all(b"1 2/0 3\n").is_ok() {});
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        out.read_line(&mut String::new()).expect("a line");
        drop(out);
        let output = child.wait_with_output().expect("ended");
        writer.join().expect("no panic");
        printed(&output, 0);
        assert_eq!(complaint(&output), "");
    }
}

#[cfg(unix)]
#[test]
fn a_verdict_needs_no_reader() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let closed = || {
        let (this, _) = UnixStream::pair().expect("a pair");
        Stdio::from(OwnedFd::from(this))
    };
    for (line, status) in [
        ("verify '1 2/0 3' L", 0),
        ("verify '1 2/0 3' R", 1),
        ("verify --json '1 2/0 3' L", 0),
        ("verify --analyse '1 2/0 3' L", 0),
        ("solve '1 2/0 3'", 0),
    ] {
        let output = npuzzle(line).stdout(closed()).output().expect("ended");
        printed(&output, status);
        assert_eq!(complaint(&output), "", "{line}");
    }
    let output = npuzzle("solve --bogus").stderr(closed()).output();
    printed(&output.expect("ended"), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_can_not_be_written_is_reported() {
    let full = || {
        let device = std::fs::File::options().write(true).open("/dev/full");
        device.expect("a device")
    };
    for line in [
        "boards 3x3 100000",
        "solve '1 2/3 0'",
        "solve --json '1 2/3 0' '1 2/0 3'",
        "solve --check '1 2/3 0'",
        "solve --help",
        "--version",
    ] {
        let output = npuzzle(line).stdout(full()).output().expect("ended");
        printed(&output, 2);
        let expected = "error: can't write the output: ";
        let is_told = complaint(&output).starts_with(expected);
        assert!(is_told, "{line}: {output:?}");
    }
    let output = npuzzle("solve '1 2/3 3'").stderr(full()).output();
    printed(&output.expect("ended"), 2);
}

#[test]
fn all_shortest_solutions_are_counted_and_listed() {
    let places = "--goal '* * * */* * * */11 10 9 8' '1 2 3 4/0 5 6 7/8 9 10 11'";
    let words = answer(&format!("solve {places} --all"));
    assert!(words.contains("25 moves (no fewer are possible), 5 solutions"));
    let listed: Vec<&str> = words.lines().skip(1).map(str::trim).collect();
    assert!(listed.len() == 5 && listed.is_sorted(), "{words}");
    assert_eq!(listed[0], "LULLDRRURDLLURDLLURRDRULD");
    let first = answer(&format!("solve --first {places}"));
    assert!(first.contains("5 solutions") && first.ends_with(&format!("\n  {}\n", listed[0])));
    // The letters of the blank are in another order.
    let object = &json("--all 1 --moves blank '0 3/2 1'", "", 0)[0];
    let parts = ["solutions", "all", "moves", "length"].map(|key| object[key].clone());
    assert_eq!(
        parts,
        [json!(2), json!(["DRULDR"]), json!("DRULDR"), json!(6)]
    );
    let object = &json(
        "--all --metric mtm --goal '1x5: * * 3 2 *' '1x5: 4 3 2 0 1'",
        "",
        0,
    )[0];
    assert_eq!(
        (&object["solutions"], &object["all"]),
        (&json!(2), &json!(["R2", "R3"]))
    );
    let object = &json("--all", "1 2/3 0\n2 1/3 0\n", 0);
    assert_eq!(
        (&object[0]["solutions"], &object[0]["all"]),
        (&json!(1), &json!([""]))
    );
    assert_eq!(object[1]["solvable"], false);
    assert_eq!(json("--all 99999999 '0 3/2 1'", "", 0)[0]["solutions"], 2);
    refuses("solve --all --quality best '0 3/2 1'", "--quality");
}

#[test]
fn a_limit_leaves_the_count_of_solutions_open() {
    let limited = "--all 50 --max-nodes 100 '8 6 7/2 5 4/3 0 1'";
    let object = &json(limited, "", 1)[0];
    let counted = object["solutions_at_least"].as_u64().expect("a count");
    assert!(
        (1..40).contains(&counted) && object.get("solutions").is_none(),
        "{object}"
    );
    assert_eq!(
        (&object["length"], &object["expanded"]),
        (&json!(31), &json!(100))
    );
    let words = printed(&run(&format!("solve {limited}"), ""), 1);
    assert!(
        words.contains(&format!("at least {counted} solutions, the limit")),
        "{words}"
    );
}

#[test]
fn at_most_ends_with_a_bound_or_a_solution() {
    for (most, board, decided) in [
        (50, MIDDLE, true),
        (49, MIDDLE, false),
        (40, MIDDLE, false),
        (300, FAR, true), // by a solution that is not shortest
        (90, FAR, false),
        (99, "1 2 3/4 5 6/8 7 0", false),
    ] {
        let object = &json(&format!("--at-most {most} '{board}'"), "", 0)[0];
        assert_eq!(object["at_most"], decided, "{object}");
        assert!(object.get("interrupted").is_none());
        assert_eq!(object["moves"].is_string(), decided, "{object}");
    }
    let object = &json(&format!("--at-most 150 --max-nodes 100 '{FAR}'"), "", 1)[0];
    assert!(object.get("at_most").is_none(), "{object}");
    let words = answer(&format!("solve --at-most 40 '{MIDDLE}'"));
    assert!(
        words.contains(": no: a solution has at least 42 moves ["),
        "{words}"
    );
}

#[test]
fn rounds_add_up_to_the_search() {
    let arguments = format!("--heuristic linear-conflict --rounds '{EASY}'");
    let object = &json(&arguments, "", 0)[0];
    let rounds = object["rounds"].as_array().expect("rounds");
    let sum = |key: &str| {
        rounds
            .iter()
            .map(|it| it[key].as_u64())
            .sum::<Option<u64>>()
    };
    assert_eq!(sum("expanded"), object["expanded"].as_u64());
    assert_eq!(
        sum("generated"),
        object["generated"].as_u64().map(|it| it - 1)
    ); // the root
    assert_eq!(rounds.last().expect("a round")["bound"], object["length"]);
    let words = answer(&format!("solve {arguments}"));
    assert_eq!(words.lines().count(), rounds.len() + 1);
    assert!(words.starts_with("bound "), "{words}");
}
