//! `npuzzle solve --cache`.

use std::fs;
use std::process::Output;

use npuzzle::Goal;

use super::{Scratch, assert_answers, complaint, objects, solve, text};

const HARD: &str = "13 2 1 12/8 5 6 11/4 9 10 7/3 14 15 0";

/// Returns the output without the seconds, which differ between runs.
fn answer(output: &Output) -> Option<String> {
    text(output).split("\"seconds\"").next().map(str::to_owned)
}

#[test]
fn tables_are_kept_in_a_folder() {
    let scratch = Scratch::new("tables");
    let arguments = ["--json", "--memory", "1", "--cache", &scratch.path(), HARD];
    let first = solve(&arguments, "");
    assert_answers(&objects(&first)[0], &Goal::BlankLast);
    let files = scratch.files();
    assert!(!files.is_empty());
    assert_eq!(answer(&solve(&arguments, "")), answer(&first));
    fs::write(&files[0], "no table").expect("a file to write");
    let output = solve(&arguments, "");
    assert_eq!(output.status.code(), Some(2));
    let file = files[0].to_str().expect("a name in text");
    let error = objects(&output)[0]["error"].to_string();
    assert!(error.contains(file), "{error}");
    fs::remove_file(&files[0]).expect("our own file");
    assert_eq!(answer(&solve(&arguments, "")), answer(&first));
}

#[test]
fn tables_that_cannot_be_kept_are_used_all_the_same() {
    let scratch = Scratch::new("unkept");
    let folder = format!("{}/no-folder", scratch.write("a-file", "not a folder"));
    let arguments = ["--json", "--memory", "1", "--cache", &folder, HARD, HARD];
    let output = solve(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for object in &objects(&output)[..2] {
        assert_answers(object, &Goal::BlankLast);
    }
    let complaint = complaint(&output);
    let expected = format!("warning: {folder}: can't be written");
    assert!(complaint.starts_with(&expected), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "one line of complaint");
}

#[test]
fn a_file_is_not_taken_for_a_folder() {
    let scratch = Scratch::new("file");
    let file = scratch.write("a-file", "not a folder");
    let output = solve(&["--cache", &file, "1 2/3 0"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let expected = format!("error: --cache {file}: this is not a folder\n");
    assert_eq!(complaint(&output), expected);
}

#[test]
fn a_folder_with_the_name_of_a_table_is_explained_and_kept() {
    let scratch = Scratch::new("folder");
    let arguments = ["--json", "--memory", "1", "--cache", &scratch.path(), HARD];
    assert_eq!(solve(&arguments, "").status.code(), Some(0));
    let table = &scratch.files()[0];
    fs::remove_file(table).expect("our own file");
    fs::create_dir(table).expect("a folder in its place");
    fs::write(table.join("precious"), "data").expect("a file in it");
    let output = solve(&arguments, "");
    assert_eq!(output.status.code(), Some(2));
    let words = "is not a regular file, so it is neither read nor replaced";
    let expected = format!("{}: {words}", table.display());
    assert_eq!(objects(&output)[0]["error"], expected);
    assert_eq!(fs::read(table.join("precious")).expect("kept"), b"data");
}

#[cfg(unix)]
#[test]
fn a_pipe_with_the_name_of_a_table_is_not_waited_for() {
    use std::process::Command;

    let scratch = Scratch::new("pipe");
    let arguments = ["--json", "--memory", "1", "--cache", &scratch.path(), HARD];
    assert_eq!(solve(&arguments, "").status.code(), Some(0));
    let table = &scratch.files()[0];
    fs::remove_file(table).expect("our own file");
    let made = Command::new("mkfifo").arg(table).status();
    assert!(made.expect("started").success());
    // A process is writing the file: a caller that waits for it fails here instead of hanging.
    let _writer = fs::File::options().read(true).write(true).open(table);
    let output = solve(&arguments, "");
    assert_eq!(output.status.code(), Some(2));
    let error = objects(&output)[0]["error"].to_string();
    assert!(error.contains("is not a regular file"), "{error}");
}

/// Gives it too little memory for the tables that it is allowed, and enough for smaller ones.
#[cfg(target_os = "linux")]
#[test]
fn smaller_tables_are_used_if_the_system_has_no_memory_for_larger_ones() {
    use std::process::Command;

    let limited = "ulimit -v 240000 && exec \"$0\" solve --json --threads 1 \"$@\"";
    let run = |arguments: &[&str]| {
        let mut command = Command::new("sh");
        command.args(["-c", limited, env!("CARGO_BIN_EXE_npuzzle")]);
        // Or glibc reserves 64 MB for a second thread.
        command.env("MALLOC_ARENA_MAX", "1");
        command.args(arguments).output().expect("a shell")
    };
    let output = run(&["--memory", "250", HARD]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let smaller = objects(&output);
    assert_answers(&smaller[0], &Goal::BlankLast);
    // As if that had been all that was allowed.
    let usual = objects(&solve(&["--json", "--threads", "1", HARD], ""));
    assert_eq!(smaller[0]["expanded"], usual[0]["expanded"]);
    let bytes = &usual[1]["summary"]["table_bytes"];
    assert_eq!(&smaller[1]["summary"]["table_bytes"], bytes);
    let complaint = complaint(&output);
    assert!(
        complaint.starts_with("warning: an allocation of "),
        "{complaint}"
    );
    assert!(complaint.ends_with(&format!(": smaller tables of {bytes} bytes are used\n")));
    let fitting = run(&["--memory", "4", HARD]);
    assert!(fitting.stderr.is_empty(), "{fitting:?}");
}
