//! `npuzzle compare`.

use std::process::Output;

use serde_json::json;

use super::{Scratch, complaint, npuzzle, objects, text};

fn compare(arguments: &[&str]) -> Output {
    npuzzle("compare").args(arguments).output().expect("ended")
}

/// Three boards of 3 x 3 with the blank first, and their lengths.
const TABLE: &str = "# number, tiles, length, something else\n\
                     1 3 1 2 6 4 5 7 8 0 4 x\n\
                     2 1 0 2 3 4 5 6 7 8 1 x\n\
                     3 8 0 6 5 4 7 2 3 1 ? x\n";

const OPTIONS: [&str; 6] = [
    "--columns",
    "id,board,length,skip",
    "--goal",
    "blank-first",
    "--heuristics",
    "manhattan,patterns",
];

#[test]
fn a_table_of_boards_is_compared_and_its_lengths_are_checked() {
    let scratch = Scratch::new("compare-table");
    let file = scratch.write("table.txt", TABLE);
    let arguments = [&OPTIONS[..], &["--file", &file]].concat();
    let output = compare(&arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let words = text(&output);
    assert!(
        words.starts_with(&format!("3 boards of {file}; ")),
        "{words}"
    );
    assert!(
        words.ends_with("\n4 of 4 solutions have the length given\n"),
        "{words}"
    );
    let output = compare(&[&arguments[..], &["--json"]].concat());
    for object in objects(&output) {
        assert_eq!(
            (&object["boards"], &object["as_given"]),
            (&json!(3), &json!(2))
        );
        assert_eq!(object["solved"], 3);
    }

    let file = scratch.write("wrong.txt", &TABLE.replace("8 0 4 x", "8 0 6 x"));
    let output = compare(&[&OPTIONS[..], &["--file", &file]].concat());
    assert_eq!(output.status.code(), Some(2));
    let expected = format!(
        "error: {file}, line 2: the length given is 6, but the shortest solution has 4 moves\n"
    );
    assert_eq!(complaint(&output), expected);
}

#[test]
fn boards_of_files_may_have_any_shape() {
    let scratch = Scratch::new("compare-shapes");
    let file = scratch.write(
        "boards.txt",
        "1 2 3/0 4 6/7 5 8\n2\n1 2\n0 3\n1 2 3/4 0 5 # box\n",
    );
    let output = compare(&["--file", &file, "--heuristics", "manhattan", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let object = &objects(&output)[0];
    assert_eq!(
        (&object["boards"], &object["solved"]),
        (&json!(3), &json!(3))
    );
    assert!(object["as_given"].is_null());
}

#[test]
fn what_can_not_be_compared_is_named() {
    let scratch = Scratch::new("compare-wrong");
    for (content, words) in [
        ("1 2/3 0\n2 1/3 0\n", "line 2: unsolvable: "),
        ("1 2/3 3\n", "line 1: row 2: tile 3 appears twice"),
        ("# none\n", "there are no boards to compare on"),
    ] {
        let file = scratch.write("boards.txt", content);
        let output = compare(&["--file", &file]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(complaint(&output).contains(words), "{output:?}");
    }
    let output = compare(&["3x3", "--file", "x"]);
    assert_eq!(
        output.status.code(),
        Some(2),
        "boards of files have their shapes"
    );
}
