//! Memory that ends: an error, never an abort.

use std::process::Command;

use npuzzle::{Board, Control, DynBoard, Quality, Shape, SolveError, Solver};

const THIS: &str = "memory::moves_without_memory_are_an_error";
const CHILD: &str = "NPUZZLE_TEST_COLUMNS";

/// Runs itself in processes of their own: one that shows how much memory the program takes, and one
/// that is given little more than that, while the solution of a long board takes far more.
#[test]
fn moves_without_memory_are_an_error() {
    if let Ok(columns) = std::env::var(CHILD) {
        return build_a_solution(columns.parse().expect("a number"));
    }
    let run = |columns: usize, limit: &str| run_with(THIS, (CHILD, columns), limit);
    let peak = peak(&run(10, "unlimited"));
    // The solution has some 30 million moves, a byte each.
    let text = run(4_096, &(peak + 6_000).to_string());
    assert!(text.contains("OutOfMemory { bytes: "), "{text}");
}

const SEARCH: &str = "memory::searches_without_memory_are_an_error";
const THREADS: &str = "NPUZZLE_TEST_THREADS";

/// The ways to boards near the top of a round take some megabytes.
#[test]
fn searches_without_memory_are_an_error() {
    if let Ok(threads) = std::env::var(THREADS) {
        return search(threads.parse().expect("a number"));
    }
    // On several threads it may be the standard library that has no memory for a thread it starts.
    let run = |limit: &str| run_with(SEARCH, (THREADS, 1), limit);
    let text = run("unlimited");
    assert!(text.contains("NodeLimit"), "{text}");
    let peak = peak(&text);
    let failed = (1..8).filter(|part| {
        let text = run(&(peak - 700 * part).to_string());
        let has_failed = text.contains("OutOfMemory { bytes: ");
        assert!(has_failed || text.contains("NodeLimit"), "{text}");
        has_failed
    });
    assert!(failed.count() > 0, "{peak} kB");
}

fn search(threads: usize) {
    let board: Board<4> = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
        .parse()
        .expect("a board");
    let solver = Solver::builder().memory(400_000).threads(threads).build();
    let result = solver.solve_with(&board, &mut Control::new().max_nodes(3_000_000));
    match result.expect_err("it takes more") {
        SolveError::Stopped(known) => println!("{:?}", known.reason),
        error => println!("{error:?}"),
    }
    tell_peak();
}

/// Runs a test in a process of its own, with an option and a limit of its memory in kB; returns
/// what it prints.
fn run_with(test: &str, (option, value): (&str, usize), limit: &str) -> String {
    let program = std::env::current_exe().expect("the test's own path");
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {limit} && exec \"$0\" \"$@\"")])
        .arg(program)
        .args(["--exact", test, "--test-threads=1", "--nocapture"])
        .env(option, value.to_string())
        // Or glibc reserves 64 MB for a second thread.
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("there is a shell");
    let (out, err) = (output.stdout, output.stderr);
    let text = String::from_utf8_lossy(&[out, err].concat()).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// Prints what Linux says of the process's memory.
fn tell_peak() {
    let status = std::fs::read_to_string("/proc/self/status");
    println!("{}", status.expect("Linux"));
}

/// Returns the most memory that a process had, in kB, from what it printed.
fn peak(text: &str) -> usize {
    let peak = text.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    let peak = peak.expect("Linux tells").trim().trim_end_matches(" kB");
    peak.parse().expect("a number")
}

fn build_a_solution(columns: usize) {
    let solver = Solver::builder().quality(Quality::Fast).build();
    let shape = Shape::new(2, columns, 1).expect("a shape");
    match solver.solve(&DynBoard::from_seed(shape, 1)) {
        Ok(solution) => println!("{} moves", solution.moves().len()),
        Err(error @ SolveError::OutOfMemory { .. }) => println!("{error:?}"),
        Err(error) => panic!("{error}"),
    }
    tell_peak();
}
