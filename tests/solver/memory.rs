//! Memory that ends: an error, never an abort. `.ci/faults` limits that of searches.

use std::process::Command;

use npuzzle::{DynBoard, Quality, SolveError, Solver};

use crate::oracle::shape::shape;

const THIS: &str = "memory::moves_without_memory_are_an_error";
const CHILD: &str = "NPUZZLE_TEST_COLUMNS";

/// Runs itself in processes of their own: one that shows how much memory the program takes, and one
/// that is given little more than that, while the solution of a long board takes far more.
#[test]
fn moves_without_memory_are_an_error() {
    if let Ok(columns) = std::env::var(CHILD) {
        return build_a_solution(columns.parse().expect("a number"));
    }
    let text = run(10, "unlimited");
    let peak = text.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    let peak = peak.expect("Linux tells").trim().trim_end_matches(" kB");
    let peak: usize = peak.parse().expect("a number");
    // The solution has some 30 million moves, a byte each.
    let text = run(4_096, &(peak + 6_000).to_string());
    assert!(text.contains("OutOfMemory { bytes: "), "{text}");
}

/// Runs the test in a process of its own, with a limit of its memory in kB; returns what it prints.
fn run(columns: usize, limit: &str) -> String {
    let program = std::env::current_exe().expect("the test's own path");
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {limit} && exec \"$0\" \"$@\"")])
        .arg(program)
        .args(["--exact", THIS, "--test-threads=1", "--nocapture"])
        .env(CHILD, columns.to_string())
        // Or glibc reserves 64 MB for a second thread.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

fn build_a_solution(columns: usize) {
    let solver = Solver::builder().quality(Quality::Fast).build();
    match solver.solve(&DynBoard::from_seed(shape(2, columns, 1), 1)) {
        Ok(solution) => println!("{} moves", solution.moves().len()),
        Err(error @ SolveError::OutOfMemory { .. }) => println!("{error:?}"),
        Err(error) => panic!("{error}"),
    }
    let status = std::fs::read_to_string("/proc/self/status");
    println!("{}", status.expect("Linux"));
}
