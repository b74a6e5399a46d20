//! `npuzzle solve`: its options and its answers.

use npuzzle::{DynBoard, Goal};
use serde_json::{Value, json};

use super::{assert_answers, complaint, objects, solve, text};

const EASY: &str = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15";
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

#[test]
fn answers_are_objects_whose_keys_keep_their_order() {
    let output = solve(&["--json"], "1 2 3/0 4 6/7 5 8\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "no progress if nobody watches");
    let objects = objects(&output);
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["moves"], "LUL");
    assert_answers(&objects[0], &Goal::BlankLast);
    let keys = |object: &Value| {
        let keys = object.as_object().expect("an object").keys();
        keys.cloned().collect::<Vec<_>>().join(" ")
    };
    let expected = "line board solvable length lower_bound optimal tiles slides moves expanded generated seconds";
    assert_eq!(keys(&objects[0]), expected);
    let summary = &objects[1]["summary"];
    assert_eq!(
        (&summary["boards"], &summary["solved"]),
        (&1.into(), &1.into())
    );
    let expected = "boards solved setup_seconds solve_seconds table_bytes threads";
    assert_eq!(keys(summary), expected);
    let output = solve(&["--json", "1 2 3/4 5 6/8 7 0"], "");
    assert_eq!(
        keys(&super::objects(&output)[0]),
        "line board solvable reason"
    );
    let output = solve(&["--json", "--max-nodes", "0", EASY], "");
    assert_eq!(
        keys(&super::objects(&output)[0]),
        "line board solvable length lower_bound optimal tiles slides expanded generated seconds"
    );
}

#[test]
fn budgets_end_a_board_with_status_1() {
    for arguments in [&["--max-nodes", "1000"], &["--timeout", "0"]] {
        let output = solve(&[&["--json", HARD], &arguments[..]].concat(), "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let object = &objects(&output)[0];
        assert_eq!(object["solvable"], true);
        assert_eq!(object["length"], Value::Null);
        assert_eq!(object["optimal"], false);
        let board: DynBoard = HARD.parse().expect("a board");
        let least = board.manhattan(&Goal::BlankLast) as u64;
        let bound = object["lower_bound"].as_u64().expect("a number");
        assert!((least..=80).contains(&bound), "{object}");
    }
    let output = solve(&["--json", "--max-nodes", "1000", HARD, "1 2/3 0"], "");
    assert_eq!(output.status.code(), Some(1));
    let answers = objects(&output);
    assert_eq!(answers[0]["expanded"], 1000);
    assert_eq!(answers[1]["length"], 0, "the others are answered");
    let output = solve(&["--json", "--max-nodes", "1000", HARD, "1 2/3 3"], "");
    assert_eq!(
        output.status.code(),
        Some(2),
        "malformed input wins over a budget"
    );
}

#[test]
fn a_board_without_an_answer_in_time_is_told_of_best() {
    let timeout = ["--timeout", "0", HARD];
    let output = solve(&timeout, "");
    let note = "no solution in this time: --quality best gives one soon";
    assert_eq!(complaint(&output).matches(note).count(), 1, "{output:?}");
    let json = solve(&[&["--json"], &timeout[..]].concat(), "");
    assert!(complaint(&json).contains(note) && !text(&json).contains("best"));
    for other in [
        &["--quality", "fast", "--timeout", "0", HARD][..],
        &["--max-nodes", "10", HARD],
    ] {
        assert!(!complaint(&solve(other, "")).contains(note), "{other:?}");
    }
}

#[test]
fn the_best_known_is_told_if_it_is_not_good_enough() {
    let board = "1 13 5 2 11/19 16 7 20 14/9 22 4 0 8/6 24 23 3 15/18 21 10 12 17";
    let arguments = [
        "--json",
        "--quality",
        "within=1.01",
        "--max-nodes",
        "100000",
    ];
    let output = solve(&[&arguments[..], &[board]].concat(), "");
    assert_eq!(output.status.code(), Some(1));
    let object = &objects(&output)[0];
    let (length, bound) = (object["length"].as_u64(), object["lower_bound"].as_u64());
    assert!(length.is_some() && length > bound, "{object}");
    assert!(object["moves"].is_string());
    let output = solve(&[&arguments[1..], &[board]].concat(), "");
    assert!(text(&output).contains(" moves, not as few as asked for: "));
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
        objects(&output)[0].to_string(),
        r#"{"line":1,"error":"the goal is 2 x 2 but the board is 2 x 3"}"#
    );
}

#[test]
fn every_heuristic_gives_the_same_length() {
    for name in [
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "patterns",
    ] {
        let arguments = ["--json", "--heuristic", name, EASY, "1 2 3/0 4 6/7 5 8"];
        let output = solve(&arguments, "");
        assert_eq!(output.status.code(), Some(0), "{name}");
        let objects = objects(&output);
        assert_answers(&objects[0], &Goal::BlankLast);
        assert_eq!(
            (&objects[0]["length"], &objects[1]["length"]),
            (&9.into(), &3.into())
        );
        let bytes = objects[2]["summary"]["table_bytes"].as_u64();
        assert_eq!(bytes > Some(0), name == "patterns");
    }
}

#[test]
fn memory_decides_which_tables_are_built() {
    let hard = "13 2 1 12/8 5 6 11/4 9 10 7/3 14 15 0";
    let bytes = |arguments: &[&str]| {
        let output = solve(arguments, "");
        let mut objects = objects(&output);
        let summary = objects.pop().expect("a summary");
        summary["summary"]["table_bytes"].as_u64().expect("bytes")
    };
    assert_eq!(bytes(&["--json", EASY]), 0, "an easy board needs no tables");
    assert_eq!(bytes(&["--json", EASY, EASY]), 0, "nor do two");
    let unsolvable = "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0";
    assert_eq!(bytes(&["--json", unsolvable]), 0);
    let usual = bytes(&["--json", "--memory", "4", EASY, hard, EASY]);
    assert!((1 << 20..4 << 20).contains(&usual));
    assert!((1 << 17..1 << 20).contains(&bytes(&["--json", "--memory", "1", hard])));
    let none = ["--json", "--memory", "0"];
    let output = solve(
        &[&none[..], &["--heuristic", "patterns", EASY]].concat(),
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    let error = objects(&output)[0]["error"].as_str().map(str::to_owned);
    assert!(error.is_some_and(|error| error.starts_with("the smallest tables take")));
    let output = solve(&[&none[..], &[EASY]].concat(), "");
    assert_answers(&objects(&output)[0], &Goal::BlankLast);
}

#[test]
fn checks_explain_in_text_and_json() {
    let output = solve(&["--check", "1 2 3/4 5 6/8 7 0"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).starts_with("1 2 3/4 5 6/8 7 0: unsolvable: "));
    let output = solve(&["--check", "--json"], "x\n1 2 3/0 4 6/7 5 8\n");
    assert_eq!(output.status.code(), Some(2));
    let objects = objects(&output);
    assert_eq!(
        (&objects[0]["line"], &objects[1]["line"]),
        (&1.into(), &2.into())
    );
    assert_eq!(objects[1]["solvable"], true);
    assert_eq!(objects[2]["summary"]["table_bytes"], 0);
}

#[test]
fn boxes_are_read_and_solved() {
    let output = solve(&["--json", "1 2/3 4//0 6/5 7"], "");
    assert_answers(&objects(&output)[0], &Goal::BlankLast);
    assert_eq!(objects(&output)[0]["moves"], "UL");
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
        &["--shape", "3x"],
    ] {
        let output = solve(arguments, "1 2/3 0");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let complaint = complaint(&output);
        assert!(complaint.starts_with("error: "), "{complaint}");
        assert!(complaint.contains(arguments[0]), "{complaint}");
    }
}

#[test]
fn slides_count_if_they_are_asked_for() {
    let board = "1 2 3/4 5 6/0 7 8";
    let by = |metric: &str| {
        let output = solve(&["--json", "--metric", metric, board], "");
        assert_eq!(output.status.code(), Some(0));
        objects(&output).remove(0)
    };
    let (tiles, slides) = (by("tiles"), by("slides"));
    assert_eq!(
        (&tiles["moves"], &slides["moves"]),
        (&json!("LL"), &json!("L2"))
    );
    assert_eq!(
        (&tiles["length"], &slides["length"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        (&tiles["lower_bound"], &slides["lower_bound"]),
        (&json!(2), &json!(1))
    );
    for object in [tiles, slides] {
        assert_eq!(
            (&object["tiles"], &object["slides"]),
            (&json!(2), &json!(1))
        );
        assert_eq!(object["optimal"], true);
    }
    let words = text(&solve(&["--metric", "slides", board], ""));
    assert!(
        words.starts_with("1 2 3/4 5 6/0 7 8: 1 slide (no fewer are possible): L2 ["),
        "{words}"
    );
    let wrong = solve(&["--metric", "steps", board], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(complaint(&wrong).contains("a metric is tiles or slides"));
    let stopped = solve(
        &[
            "--json",
            "--metric",
            "slides",
            "--max-nodes",
            "10",
            "--memory",
            "0",
            "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1",
        ],
        "",
    );
    assert_eq!(stopped.status.code(), Some(1));
    let stopped = objects(&stopped).remove(0);
    assert!(
        stopped["length"].is_null() && stopped["tiles"].is_null() && stopped["slides"].is_null()
    );
}
