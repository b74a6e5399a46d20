//! The command line, run as a user runs it.

mod boards;
mod cache;
mod check_moves;
mod compare;
mod draw;
mod explain;
mod input;
#[cfg(unix)]
mod interrupt;
mod output;
mod resume;
mod shell;
mod solve;
mod teach;
mod units;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use npuzzle::{DynBoard, Goal, Moves};
use serde_json::Value;

fn npuzzle(subcommand: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command.arg(subcommand);
    command
}

/// Runs `npuzzle solve` with something on standard input.
fn solve(arguments: &[&str], input: &str) -> Output {
    run(npuzzle("solve").args(arguments), input)
}

/// Runs a command with something on standard input.
fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("piped");
    // A command that refuses its options does not read.
    if let Err(error) = stdin.write_all(input.as_bytes()) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    drop(stdin);
    child.wait_with_output().expect("ended")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn objects(output: &Output) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).expect("an object");
    text(output).lines().map(parse).collect()
}

/// Replays the moves of an optimal answer.
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

/// A folder of its own for a test, gone when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("npuzzle-cli-{name}-{}", std::process::id()));
        // What an earlier process of the same number left.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    /// Writes a file, and returns its path.
    fn write(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a temporary file");
        in_text(&path)
    }

    fn path(&self) -> String {
        in_text(&self.0)
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn in_text(path: &Path) -> String {
    path.to_str().expect("a path in text").to_owned()
}
