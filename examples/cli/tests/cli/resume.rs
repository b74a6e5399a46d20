//! `npuzzle solve --resume`.

use std::fs;
use std::process::Output;

use serde_json::{Value, json};

use super::{Scratch, complaint, objects, solve, text};

const INPUT: &str = "1 2 3/0 4 6/7 5 8\n2 1/3 0\nx\n0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1\n\n\
                     1 2/0 3\n1 2 3/4 5 6/7 0 8\n";

/// A limit that stops the board of line 4, and no other.
const LIMIT: [&str; 2] = ["--max-nodes", "2000"];

fn resume(options: &[&str], file: &str, input: &str) -> Output {
    solve(&[options, &["--resume", file]].concat(), input)
}

/// Answers without the times of their summary and their search.
fn lasting(text: &str) -> Vec<Value> {
    let lasting = |line: &str| {
        let mut object: Value = serde_json::from_str(line).expect("an object");
        let members = object.as_object_mut().expect("an object");
        members.remove("seconds");
        if let Some(summary) = members.get_mut("summary").and_then(Value::as_object_mut) {
            summary.retain(|key, _| key == "boards" || key == "solved");
        }
        object
    };
    text.lines().map(lasting).collect()
}

#[test]
fn a_batch_continues_where_its_output_ends() {
    for metric in ["tiles", "slides"] {
        continue_where_the_output_ends(metric);
    }
}

fn continue_where_the_output_ends(metric: &str) {
    let scratch = Scratch::new(&format!("resume-{metric}"));
    let options = [&LIMIT[..], &["--metric", metric, "--memory", "4"]].concat();
    let uninterrupted = solve(&[&["--json"], &options[..]].concat(), INPUT);
    assert_eq!(uninterrupted.status.code(), Some(2));
    let whole = text(&uninterrupted);
    assert_eq!(
        lasting(&whole)[6],
        json!({"summary": {"boards": 5, "solved": 3}})
    );
    // Torn anywhere: at the start, in a line, after one, without the summary, with it.
    for end in [
        0,
        1,
        60,
        whole.find('\n').expect("lines") + 1,
        whole.len() / 2,
        whole.len() - 9,
        whole.len(),
    ] {
        let file = scratch.write("out.jsonl", &whole[..end]);
        let output = resume(&options, &file, INPUT);
        assert_eq!(
            output.status.code(),
            Some(2),
            "as without an interruption: {output:?}"
        );
        let resumed = fs::read_to_string(&file).expect("our own file");
        assert_eq!(lasting(&resumed), lasting(&whole), "cut at {end}");
        assert_eq!(
            lasting(&text(&output)),
            [lasting(&whole).pop().expect("a summary")]
        );
    }
    // A file that is not there is begun.
    let file = format!("{}/new.jsonl", scratch.path());
    resume(&options, &file, INPUT);
    assert_eq!(
        lasting(&fs::read_to_string(&file).expect("begun")),
        lasting(&whole)
    );
}

#[test]
fn what_was_interrupted_or_failed_is_solved_again() {
    let scratch = Scratch::new("resume-again");
    let lines = [
        r#"{"line":1,"board":"1 2/0 3","solvable":true,"length":null,"lower_bound":1,"interrupted":true}"#,
        r#"{"line":2,"board":"1 2/3 0","solvable":true,"length":0,"lower_bound":0,"optimal":true,"seconds":2.5}"#,
        r#"{"line":3,"board":"0 2/1 3","error":"no memory for 12 bytes"}"#,
        r#"{"line":4,"board":"0 1/3 2","solvable":true,"length":null,"lower_bound":1,"optimal":false,"seconds":1.0}"#,
        r#"{"summary":{"boards":4,"solved":1}}"#,
    ];
    let file = scratch.write("out.jsonl", &(lines.join("\n") + "\n"));
    let output = solve(&["--resume", &file], "1 2/0 3\n1 2/3 0\n0 2/1 3\n0 1/3 2\n");
    assert_eq!(
        output.status.code(),
        Some(1),
        "line 4 was stopped by a limit: {output:?}"
    );
    let found = fs::read_to_string(&file).expect("our own file");
    let found: Vec<&str> = found.lines().collect();
    assert_eq!(found.len(), 5, "{found:?}");
    assert_eq!(found[..2], [lines[1], lines[3]]);
    let again =
        [found[2], found[3]].map(|it| serde_json::from_str::<Value>(it).expect("an object"));
    assert_eq!(
        (&again[0]["line"], &again[0]["moves"]),
        (&json!(1), &json!("L"))
    );
    assert_eq!(
        (&again[1]["line"], &again[1]["moves"]),
        (&json!(3), &json!("UL"))
    );
    let summary = &objects(&output)[0]["summary"];
    assert_eq!(
        (&summary["boards"], &summary["solved"]),
        (&json!(4), &json!(3))
    );
    assert!(summary["solve_seconds"].as_f64() >= Some(3.5), "{summary}");
}

#[test]
fn answers_to_other_boards_are_refused() {
    let scratch = Scratch::new("resume-other");
    let one =
        "{\"line\":1,\"board\":\"1 2/0 3\",\"solvable\":true,\"length\":1,\"lower_bound\":1}\n";
    for (content, words) in [
        (
            one,
            "the answer to line 1 is about another board than line 1 of the input",
        ),
        ("1 2/0 3\n1 2/3 0\n", "line 1: not an answer in JSON"),
        ("{\"boards\":4}\n", "line 1: an answer without \"line\""),
        (
            "{\"line\":1,\"board\":\"1 2/3 0\",\"solvable\":true,\"reason\":\"\"}\n",
            "line 1: this is the output of --check",
        ),
    ] {
        let file = scratch.write("out.jsonl", content);
        let output = solve(&["--resume", &file], "1 2/3 0\n0 2/1 3\n");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let expected = format!("error: --resume {file}: {words}\n");
        assert_eq!(complaint(&output), expected);
        assert_eq!(fs::read_to_string(&file).expect("kept"), content);
    }
    let file = scratch.write("out.jsonl", one);
    let output = solve(&["--resume", &file], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        complaint(&output).contains("1 answers are not of this input"),
        "{output:?}"
    );
    let output = solve(&["--resume", &scratch.path()], "");
    assert!(
        complaint(&output).contains("this is not a regular file"),
        "{output:?}"
    );
}
