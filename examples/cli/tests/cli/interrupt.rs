//! Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use npuzzle::{DynBoard, Goal};

use super::{Scratch, npuzzle, objects, text};

/// Nobody waits for the end of this one.
const FAR: &str = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";

fn press_ctrl_c(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    let status = Command::new("sh").args(["-c", &kill]).status();
    status.expect("a shell");
}

fn pause() {
    thread::sleep(Duration::from_millis(10));
}

#[test]
fn the_first_one_ends_a_board_with_the_bound_proved_so_far() {
    let scratch = Scratch::new("interrupt");
    let child = npuzzle("solve")
        .args(["--json", "--threads", "1", "--cache", &scratch.path()])
        .args([FAR, "1 2/3 0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    // When tables are written, the board has begun. That ends in time, however slow the machine is:
    // the board does not.
    while scratch.files().is_empty() {
        pause();
    }
    press_ctrl_c(&child);
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let objects = objects(&output);
    assert_eq!(objects.len(), 3, "the next board is solved: {objects:?}");
    assert_eq!(objects[0]["board"], FAR);
    assert!(objects[0]["length"].is_null());
    let board: DynBoard = FAR.parse().expect("a board");
    let least = board.manhattan(&Goal::BlankLast) as u64;
    assert!(objects[0]["lower_bound"].as_u64() >= Some(least));
    assert_eq!(objects[0]["interrupted"], true);
    assert_eq!(objects[1]["length"], 0);
    assert!(objects[1]["interrupted"].is_null());
    assert_eq!(objects[2]["summary"]["boards"], 2);
    assert_eq!(objects[2]["summary"]["solved"], 1);
}

#[test]
fn the_second_one_ends_the_program() {
    let drawn = npuzzle("boards").arg("60").output().expect("ended");
    let mut child = npuzzle("solve")
        .args(["--quality", "fast", text(&drawn).trim()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    // The answer has 200,000 letters and more. No pipe holds them, and nobody reads on: the program
    // can't end by itself.
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0]).expect("a first letter");
    let status = loop {
        press_ctrl_c(&child);
        pause();
        if let Some(status) = child.try_wait().expect("our own child") {
            break status;
        }
    };
    assert_eq!(status.code(), Some(130));
}

#[test]
fn one_ends_a_wait_for_input() {
    let mut child = npuzzle("solve")
        .arg("--json")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"1 2/3 0\n").expect("read");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a first answer");
    // The input stays open.
    press_ctrl_c(&child);
    line.clear();
    out.read_line(&mut line).expect("a summary");
    assert!(line.starts_with("{\"summary\":{\"boards\":1,"), "{line}");
    assert_eq!(child.wait().expect("ended").code(), Some(1));
    drop(stdin);
}
