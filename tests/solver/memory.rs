//! Memory that ends: an error, never an abort.

use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Barrier;

use npuzzle::{Control, DynBoard, Quality, Shape, SolveError, Solver};

const THIS: &str = "memory::moves_without_memory_are_an_error";
const CHILD: &str = "NPUZZLE_TEST_COLUMNS";

/// Runs itself in processes of their own: one that shows how much memory the program takes, and one
/// that is given little more than that, while the solution of a long board takes far more.
#[test]
fn moves_without_memory_are_an_error() {
    if let Ok(columns) = std::env::var(CHILD) {
        return build_a_solution(columns.parse().expect("a number"));
    }
    let run = |columns: usize, limit: &str| {
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
        let (out, err) = (output.stdout, output.stderr);
        let text = String::from_utf8_lossy(&[out, err].concat()).into_owned();
        assert!(output.status.success(), "{text}");
        text
    };
    let text = run(10, "unlimited");
    let peak = text.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    let peak = peak.expect("Linux tells").trim().trim_end_matches(" kB");
    let peak: usize = peak.parse().expect("a number");
    // The solution has some 30 million moves, a byte each.
    let text = run(4_096, &(peak + 6_000).to_string());
    assert!(text.contains("OutOfMemory { bytes: "), "{text}");
}

fn build_a_solution(columns: usize) {
    let solver = Solver::builder().quality(Quality::Fast).build();
    let shape = Shape::new(2, columns, 1).expect("a shape");
    match solver.solve(&DynBoard::from_seed(shape, 1)) {
        Ok(solution) => println!("{} moves", solution.moves().len()),
        Err(error @ SolveError::OutOfMemory { .. }) => println!("{error:?}"),
        Err(error) => panic!("{error}"),
    }
    println!(
        "{}",
        std::fs::read_to_string("/proc/self/status").expect("Linux")
    );
}

/// Each of two threads builds the tables of a shape, and asks for the other's from its callback
/// while those are under way: nobody waits for the other's callback.
#[test]
fn callbacks_may_ask_for_each_others_shapes() {
    let solver = Solver::builder().memory(400_000).build();
    let shapes = [(4, 4), (3, 5)].map(|(rows, cols)| Shape::new(rows, cols, 1).expect("a shape"));
    let both = Barrier::new(2);
    std::thread::scope(|scope| {
        for own in [0, 1] {
            let (solver, both) = (&solver, &both);
            scope.spawn(move || {
                let mut is_first = true;
                let mut control = Control::new().on_progress(|_| {
                    if std::mem::take(&mut is_first) {
                        // Both are in their callbacks now.
                        both.wait();
                        solver.prepare(shapes[1 - own]).expect("there is memory");
                        solver.prepare(shapes[own]).expect("there is memory");
                    }
                    ControlFlow::Continue(())
                });
                let ready = solver.prepare_with(shapes[own], &mut control);
                ready.expect("there is memory");
                drop(control);
                assert!(!is_first, "the callback was called");
            });
        }
    });
    let bytes = solver.table_bytes();
    for shape in shapes {
        solver.prepare(shape).expect("they are there");
    }
    assert_eq!(solver.table_bytes(), bytes);
}
