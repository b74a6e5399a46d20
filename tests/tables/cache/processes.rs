//! Processes that share a folder of tables, and some that are killed while they write.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use npuzzle::{Board, Control, Solver};

use super::{HARD, Scratch, named, solver_with};

/// Does the part of the processes of the tests below: they are this program again.
const CHILD: &str = "NPUZZLE_CACHE_TEST_CHILD";

#[test]
#[ignore = "it is what other tests start in processes of its own"]
fn child() {
    let Ok(task) = env::var(CHILD) else { return };
    let (task, folder) = task.split_once(' ').unwrap();
    let board: Board<4> = HARD.parse().unwrap();
    let solver = solver_with(Path::new(folder));
    match task {
        "solve" => assert_eq!(solver.solve(&board).unwrap().moves().len(), 50),
        "write-and-wait" => {
            let mut seen = Vec::new();
            // The clock is read between any two slices of the work.
            let clock = || {
                // There is a draft from before the first write to a file until after the last, and
                // while another thread waits for the disk.
                let names = named(Path::new(folder), "draft").into_iter();
                let sized = names.map(|name| {
                    let draft = Path::new(folder).join(&name);
                    (fs::metadata(draft).map_or(0, |draft| draft.len()), name)
                });
                let now: Vec<(u64, String)> = sized.collect();
                if !now.is_empty() && now != seen {
                    seen = now;
                    println!("{BETWEEN_WRITES}");
                    std::io::stdin().read_line(&mut String::new()).unwrap();
                }
                Duration::ZERO
            };
            let mut control = Control::new().timeout(Duration::from_secs(1)).clock(clock);
            solver.prepare_with(board.shape(), &mut control).unwrap();
        }
        other => panic!("{other}"),
    }
}

/// The output of a process that waits for a line before it writes more.
const BETWEEN_WRITES: &str = "between two writes";

fn start(task: &str, folder: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args([
            "--exact",
            "cache::processes::child",
            "--ignored",
            "--nocapture",
        ])
        .env(CHILD, format!("{task} {}", folder.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn many_processes_share_a_folder() {
    for processes in [2, 8] {
        let scratch = Scratch::new(&format!("shared-{processes}"));
        let children: Vec<_> = (0..processes)
            .map(|_| start("solve", &scratch.0).spawn().unwrap())
            .collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{said}");
            assert!(said.contains("1 passed"), "{said}");
        }
        assert_eq!(scratch.named("table"), scratch.names());
        let board: Board<4> = HARD.parse().unwrap();
        let solution = solver_with(&scratch.0).solve(&board).unwrap();
        assert_eq!(solution.moves().len(), 50);
    }
}

/// Starts a process that writes tables, and kills it between two writes to a file: before the write
/// with this number, or never if it makes fewer. Returns the number of pauses that it made.
fn write_and_kill(folder: &Path, kill_at: usize) -> usize {
    let mut child = start("write-and-wait", folder).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut pauses = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        if line.unwrap().contains(BETWEEN_WRITES) {
            pauses += 1;
            if pauses == kill_at {
                child.kill().unwrap();
                break;
            }
            writeln!(input).unwrap();
        }
    }
    assert_eq!(child.wait().unwrap().success(), pauses < kill_at);
    pauses
}

/// Kills writers at some of all moments between two writes; each time the next process must be
/// right.
fn kill_writers(moments: impl Fn(usize) -> Vec<usize>) {
    let board: Board<4> = HARD.parse().unwrap();
    let right = Solver::builder().memory(4_000_000).build();
    let right = right.solve(&board);
    let scratch = Scratch::new("unkilled");
    let pauses = write_and_kill(&scratch.0, usize::MAX);
    let tables = scratch.names();
    assert_eq!(scratch.named("table"), tables);
    assert!(
        tables.len() > 1 && pauses > 2 * tables.len(),
        "{pauses} {tables:?}"
    );

    for moment in moments(pauses) {
        let scratch = Scratch::new(&format!("killed-{pauses}-{moment}"));
        write_and_kill(&scratch.0, moment);
        let (drafts, whole) = (scratch.named("draft"), scratch.named("table"));
        assert_eq!(drafts.len(), 1, "it was killed while it wrote");
        assert!(whole.len() < tables.len());
        // The next process takes the tables that are whole, and leaves the draft: it may be a
        // living process's.
        let solver = solver_with(&scratch.0);
        assert_eq!(solver.solve(&board), right, "moment {moment} of {pauses}");
        assert_eq!(scratch.named("table"), tables);
        assert_eq!(scratch.named("draft"), drafts);
    }
}

#[test]
fn a_killed_writer_leaves_no_wrong_table() {
    // The first moments, some between, and the last one: all is written, but the file hasn't its
    // name.
    kill_writers(|pauses| vec![1, 2, pauses / 2, pauses]);
}

#[test]
#[ignore = "all of them: .ci/full"]
fn writers_killed_at_any_moment_leave_no_wrong_table() {
    kill_writers(|pauses| (1..=pauses).collect());
}
