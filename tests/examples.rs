//! The example programs, run as a user runs them.
#![cfg(feature = "std")]

#[path = "oracle/data.rs"]
mod data;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use npuzzle::{DynBoard, Goal, Moves};
use serde_json::Value;

/// `cargo test` builds the examples beside the folder of the test programs.
fn example(name: &str) -> Command {
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test
        .parent()
        .and_then(|deps| deps.parent())
        .expect("the target folder");
    let program: PathBuf = folder.join("examples").join(name);
    assert!(
        program.exists(),
        "run `cargo test` or `cargo build --examples` first: no {}",
        program.display()
    );
    Command::new(program)
}

fn solve(arguments: &[&str], input: &str) -> Output {
    let mut command = example("solve");
    let command = command.args(arguments).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("piped");
    // Who refuses its options does not read.
    if let Err(error) = stdin.write_all(input.as_bytes()) {
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    }
    drop(stdin);
    child.wait_with_output().expect("ended")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn objects(output: &Output) -> Vec<Value> {
    text(output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

/// Replays the moves of an answer.
fn assert_answers(object: &Value, goal: &Goal) {
    let field = |name: &str| object[name].as_str().expect("text");
    let mut board: DynBoard = field("board").parse().expect("a board");
    let moves: Moves = field("moves").parse().expect("moves");
    board.play(&moves).expect("legal moves");
    assert!(board.is_solved_for(goal), "{object}");
    assert_eq!(object["length"], moves.len());
    assert_eq!(object["lower_bound"], moves.len());
    assert_eq!(object["optimal"], true);
}

#[test]
fn the_board_of_document_003_is_answered_in_json() {
    let output = solve(&["--json"], "1 2 3/0 4 6/7 5 8\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "no progress where nobody watches");
    let objects = objects(&output);
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["moves"], "LUL");
    assert_answers(&objects[0], &Goal::BlankLast);
    let keys: Vec<_> = objects[0].as_object().expect("an object").keys().collect();
    let expected = "board solvable length lower_bound optimal moves expanded generated seconds";
    assert!(keys.into_iter().eq(expected.split(' ')));
    let summary = &objects[1]["summary"];
    assert_eq!(
        (&summary["boards"], &summary["solved"]),
        (&1.into(), &1.into())
    );
    let keys: Vec<_> = summary.as_object().expect("an object").keys().collect();
    let expected = "boards solved setup_seconds solve_seconds table_bytes threads";
    assert!(keys.into_iter().eq(expected.split(' ')));
}

#[test]
fn bad_lines_are_named_and_the_others_answered() {
    let input = "# comment\n\n1 2/3 0 # solved\n1 2/3 3\n2 1/3 0\n1 2 3 0\nx\n";
    let output = solve(&["--json"], input);
    assert_eq!(output.status.code(), Some(2));
    let objects = objects(&output);
    assert_eq!(objects.len(), 6);
    assert_eq!(objects[0]["length"], 0);
    assert_eq!(
        objects[1].to_string(),
        r#"{"line":4,"error":"row 2: tile 3 appears twice"}"#
    );
    assert_eq!(objects[2]["solvable"], false);
    assert!(
        objects[2]["reason"]
            .as_str()
            .is_some_and(|why| why.starts_with("unsolvable: "))
    );
    assert_eq!(
        objects[3]["board"], "1 2/3 0",
        "a bare row of n x n numbers is a square"
    );
    assert_eq!(objects[4]["line"], 7);
    assert_eq!(objects[5]["summary"]["boards"], 3);
    assert_eq!(objects[5]["summary"]["solved"], 2);
}

#[test]
fn budgets_end_a_board_with_status_1() {
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    for limit in [["--max-nodes", "1000"], ["--timeout", "0.01"]] {
        let output = solve(&["--json", limit[0], limit[1], hard, "1 2/3 0"], "");
        assert_eq!(output.status.code(), Some(1), "{limit:?}");
        let objects = objects(&output);
        assert_eq!(objects[0]["solvable"], true);
        assert_eq!(objects[0]["length"], Value::Null);
        assert_eq!(objects[0]["optimal"], false);
        assert!(
            objects[0]["lower_bound"]
                .as_u64()
                .is_some_and(|bound| bound <= 80)
        );
        assert_eq!(objects[1]["length"], 0);
    }
    let output = solve(&["--json", "--max-nodes", "1000", hard, "1 2/3 3"], "");
    assert_eq!(
        output.status.code(),
        Some(2),
        "malformed input wins over a budget"
    );
    assert_eq!(objects(&output)[0]["expanded"], 1000);
}

#[test]
fn goals_are_names_or_boards() {
    let output = solve(&["--json", "--goal", "snail", "3 2 6/1 4 0/8 7 5"], "");
    assert_answers(&objects(&output)[0], &Goal::Snail);
    assert_eq!(objects(&output)[0]["length"], 15);
    let output = solve(&["--json", "--goal", "blank-first", "1 0/2 3"], "");
    assert_answers(&objects(&output)[0], &Goal::BlankFirst);
    let goal: DynBoard = "3 2/1 0".parse().expect("a board");
    let output = solve(&["--json", "--goal", "3 2 1 0", "2 0/3 1"], "");
    assert_answers(&objects(&output)[0], &goal.into());
    let output = solve(&["--json", "--goal", "3 2 1 0", "1 2 3/4 5 0"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        objects(&output)[0]["error"],
        "the goal is 2 x 2 but the board is 2 x 3"
    );
}

#[test]
fn every_heuristic_gives_the_same_length() {
    let board = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";
    for name in [
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "patterns",
    ] {
        let output = solve(
            &["--json", "--heuristic", name, board, "1 2 3/0 4 6/7 5 8"],
            "",
        );
        assert_eq!(output.status.code(), Some(0), "{name}");
        let objects = objects(&output);
        assert_answers(&objects[0], &Goal::BlankLast);
        assert_eq!(
            (&objects[0]["length"], &objects[1]["length"]),
            (&9.into(), &3.into())
        );
        let bytes = objects[2]["summary"]["table_bytes"]
            .as_u64()
            .expect("bytes");
        assert_eq!(bytes > 0, name == "patterns");
    }
}

#[test]
fn memory_decides_which_tables_are_built() {
    let easy = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";
    let hard = "13 2 1 12/8 5 6 11/4 9 10 7/3 14 15 0";
    let bytes = |arguments: &[&str]| {
        let output = solve(arguments, "");
        let mut objects = objects(&output);
        let summary = objects.pop().expect("a summary");
        summary["summary"]["table_bytes"].as_u64().expect("bytes")
    };
    assert_eq!(bytes(&["--json", easy]), 0, "an easy board needs no tables");
    assert!((1 << 20..4_000_000).contains(&bytes(&["--json", easy, hard, easy])));
    assert!((1 << 17..1 << 20).contains(&bytes(&["--json", "--memory", "1", hard])));
    let output = solve(
        &[
            "--json",
            "--memory",
            "0",
            "--heuristic",
            "patterns",
            easy,
            "2 1/3 0",
        ],
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    let error = objects(&output)[0]["error"].as_str().map(str::to_owned);
    assert!(error.is_some_and(|error| error.starts_with("the smallest tables take")));
    let output = solve(&["--json", "--memory", "0", easy], "");
    assert_answers(&objects(&output)[0], &Goal::BlankLast);
}

#[test]
fn tables_are_kept_in_a_folder() {
    let folder = std::env::temp_dir().join(format!("npuzzle-examples-{}", std::process::id()));
    let name = folder.to_str().expect("a name in text");
    let hard = "13 2 1 12/8 5 6 11/4 9 10 7/3 14 15 0";
    let arguments = ["--json", "--memory", "1", "--cache", name, hard];
    let first = solve(&arguments, "");
    assert_answers(&objects(&first)[0], &Goal::BlankLast);
    let files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a folder was made")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    assert!(!files.is_empty());
    let answer = |output: &Output| text(output).split("\"seconds\"").next().map(str::to_owned);
    assert_eq!(answer(&solve(&arguments, "")), answer(&first));
    std::fs::write(&files[0], "no table").expect("a file to write");
    let output = solve(&arguments, "");
    assert_eq!(output.status.code(), Some(2));
    let file = files[0].to_str().expect("a name in text");
    assert!(text(&output).contains(file), "{}", text(&output));
    let mut arguments = arguments.to_vec();
    arguments.insert(0, "--rebuild");
    assert_eq!(answer(&solve(&arguments, "")), answer(&first));
    std::fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn boards_are_drawn_by_seed() {
    let boards = |arguments: &[&str]| {
        let output = example("boards").args(arguments).output().expect("ended");
        assert!(output.status.success(), "{output:?}");
        text(&output)
            .lines()
            .map(|line| line.parse().expect("a board"))
            .collect::<Vec<DynBoard>>()
    };
    let drawn = boards(&["3x4", "5", "--seed", "7"]);
    assert_eq!(drawn.len(), 5);
    for (seed, board) in (7..).zip(&drawn) {
        assert_eq!(board, &DynBoard::from_seed(board.shape(), seed));
        assert!(board.is_solvable());
    }
    assert_eq!(
        boards(&["2x2x2", "2", "--scramble", "1"])[0].manhattan(&Goal::BlankLast),
        1
    );
    assert_eq!(
        boards(&["3x3", "1", "--distance", "31"])[0]
            .solve()
            .expect("solvable")
            .moves()
            .len(),
        31
    );
    for wrong in [&["0x3"][..], &["3"], &["3x3", "1", "--distance", "32"]] {
        let output = example("boards").args(wrong).output().expect("ended");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(!output.stderr.is_empty());
    }
}

fn big(arguments: &[&str]) -> Output {
    example("big").args(arguments).output().expect("ended")
}

#[test]
fn statistics_of_big_boards_are_consistent() {
    for (arguments, shape, cells, side) in [
        (&["12", "--seed", "3"][..], "12x12", 144, 12.0),
        (&["9x15", "--goal", "snail"], "9x15", 135, 12.0),
        (&["4x4x4", "--seconds", "60"], "4x4x4", 64, 4.0),
        (&["7", "--improve", "0.2"], "7x7", 49, 7.0),
        (&["1"], "1x1", 1, 1.0),
    ] {
        let output = big(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "no progress where nobody watches");
        let objects = objects(&output);
        assert_eq!(objects.len(), 1);
        let report = &objects[0];
        let whole = |value: &Value| value.as_u64().expect("a number");
        let figure = |name: &str| report[name].as_f64().unwrap_or(f64::NAN);
        let moves = whole(&report["moves"]);
        let is = |name: &str, wanted: f64| {
            assert!((figure(name) - wanted).abs() < 1e-9, "{name}: {report}");
        };
        assert_eq!(report["shape"], shape);
        assert_eq!(report["cells"], cells);
        is("moves_per_cell", moves as f64 / f64::from(cells));
        let unit = f64::from(cells) * side;
        is("moves_per_cell_and_side", moves as f64 / unit);
        let (manhattan, bound) = (whole(&report["manhattan"]), whole(&report["lower_bound"]));
        assert!(manhattan <= bound && bound <= moves, "{report}");
        let (pushes, turns) = (whole(&report["pushes"]), whole(&report["turns"]));
        assert!(pushes <= moves && turns == pushes.saturating_sub(1));
        let built = &report["built"];
        assert!(whole(&built["moves"]) >= moves, "{report}");
        assert!(built["seconds"].as_f64() <= report["seconds"].as_f64());
        if cells == 1 {
            assert!(report["most_moved"].is_null() && report["moves_per_tile"].is_null());
            continue;
        }
        is("moves_per_manhattan", moves as f64 / manhattan as f64);
        is("moves_per_tile", moves as f64 / f64::from(cells - 1));
        let most = &report["most_moved"];
        assert!((1..cells as u64).contains(&whole(&most["tile"])));
        assert!(whole(&most["moves"]) as f64 >= figure("moves_per_tile"));
    }
}

#[test]
fn big_boards_are_described_in_words_too() {
    let output = big(&["2x3x2", "--seed", "9"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output).starts_with("board                       2x3x2, seed 9: 12 cells\n"));
    let output = big(&["200", "--seconds", "0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    for wrong in [
        &["0"][..],
        &["1000"],
        &["4x"],
        &["2x2x2x2"],
        &["50", "--seconds", "-1"],
        &["50", "--improve", "long"],
        &["3x3", "--goal", "1 2/3 0"],
    ] {
        let output = big(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn checks_explain_in_text_and_json() {
    let output = solve(&["--check", "1 2 3/4 5 6/8 7 0"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).starts_with("1 2 3/4 5 6/8 7 0: unsolvable: inversions (1) are odd"));
    let output = solve(&["--check", "--json", "1 2 3/0 4 6/7 5 8"], "");
    assert_eq!(objects(&output)[0]["solvable"], true);
}

#[test]
fn boxes_are_read_and_solved() {
    let output = solve(&["--json", "1 2/3 4//0 6/5 7"], "");
    assert_answers(&objects(&output)[0], &Goal::BlankLast);
    assert_eq!(objects(&output)[0]["moves"], "UL");
}

#[test]
fn grid_files_are_solved() {
    for (file, length) in [
        ("puzzle00.txt", 0),
        ("puzzle04.txt", 4),
        ("puzzle07.txt", 7),
        ("puzzle20.txt", 20),
        ("puzzle2x2-06.txt", 6),
    ] {
        let Some(grid) = data::read(&format!("princeton/{file}")) else {
            return;
        };
        let folder = std::env::temp_dir().join(format!("npuzzle-grid-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.join(file);
        std::fs::write(&path, grid).expect("a temporary file");
        let output = solve(&["--json", "--file", path.to_str().expect("a path")], "");
        std::fs::remove_dir_all(&folder).expect("our own folder");
        assert_answers(&objects(&output)[0], &Goal::BlankLast);
        assert_eq!(objects(&output)[0]["length"], length, "{file}");
    }
    let output = solve(&["--json", "--file", "no such file"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wrong_options_are_refused() {
    for arguments in [
        &["--quality", "perfect"][..],
        &["--quality", "within=0.5"],
        &["--goal", "1 2/2 0"],
        &["--timeout", "-1"],
        &["--heuristic", "guess"],
        &["--max-nodes", "many"],
    ] {
        let output = solve(arguments, "1 2/3 0");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_game_is_played_to_its_end() {
    let output = example("game").output().expect("ended");
    assert!(output.status.success());
    assert!(text(&output).ends_with("solved: true\n"));
}
