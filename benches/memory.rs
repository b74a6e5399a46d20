//! Which memory buys which speed on 4 x 4: a table in Markdown.
//!
//! `cargo bench --bench memory` takes some 20 seconds, half of them for the largest tables. As a
//! test it solves fewer boards and leaves those tables out. Each way it asserts that all budgets
//! give solutions of the same lengths.

use std::time::Instant;

use npuzzle::tables::{Partition, Pattern};
use npuzzle::{Board, DynBoard, Shape, Solver};

const SHAPE: Shape = Board::<4>::SHAPE;

/// In bytes; none at all first, the usual budget in the middle.
const BUDGETS: [u64; 6] = [0, 500_000, 1_000_000, 4_000_000, 30_000_000, 250_000_000];

/// Larger budgets are for benchmarks alone.
const LARGEST_OF_TEST: u64 = 100_000_000;

/// Returns how many tiles each pattern has: `6-6-3`; nothing where the budget is too small for any.
fn sizes(budget: u64) -> String {
    Partition::choose(SHAPE, SHAPE.cells() - 1, budget).map_or_else(
        |_| String::new(),
        |partition| {
            let mut sizes: Vec<usize> = partition.patterns().iter().map(Pattern::tiles).collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            sizes.join("-")
        },
    )
}

/// Returns how many boards a second two threads solve, each of them once again.
fn boards_a_second(budget: u64, boards: &[DynBoard]) -> f64 {
    let builder = Solver::builder().memory(budget).threads(2);
    let solver = builder.build();
    solver.prepare(SHAPE).expect("the memory is there");
    let started = Instant::now();
    let solved = solver.solve_many(boards.to_vec()).into_iter().flatten();
    assert_eq!(solved.count(), boards.len());
    boards.len() as f64 / started.elapsed().as_secs_f64()
}

fn main() {
    // Cargo says so in a benchmark, and nothing in a test.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let count = if measures { 200 } else { 8 };
    let boards: Vec<DynBoard> = (0..count)
        .map(|seed| DynBoard::from_seed(SHAPE, seed))
        .collect();

    println!("Random boards of {SHAPE}, one thread, and `solve_many` on two:\n");
    println!(
        "| budget, MB | patterns | tables, MB | set-up, s | boards | mean boards expanded | mean ms | two threads, boards/s |"
    );
    println!("| --: | :-- | --: | --: | --: | --: | --: | --: |");
    let mut lengths = Vec::new();
    let mut last = None;
    for budget in BUDGETS {
        let patterns = sizes(budget);
        // More memory that buys no other tables is no row of its own.
        if last.as_ref() == Some(&patterns) || !measures && budget > LARGEST_OF_TEST {
            continue;
        }
        let builder = Solver::builder().memory(budget);
        let solver = builder.build();
        let started = Instant::now();
        solver.prepare(SHAPE).expect("the memory is there");
        let set_up = started.elapsed();
        assert!(solver.table_bytes() <= budget);

        // Without tables a board takes seconds: the first one shows how many.
        let boards = &boards[..if budget == 0 { 1 } else { count as usize }];
        let (mut expanded, mut found) = (0, Vec::new());
        let started = Instant::now();
        for board in boards {
            let solution = solver.solve(board).expect("a solvable board");
            assert!(solution.is_optimal());
            expanded += solution.stats().expanded;
            found.push(solution.moves().len());
        }
        let taken = started.elapsed();
        let mean = 1.0 / boards.len() as f64;
        println!(
            "| {} | {} | {:.1} | {:.3} | {} | {:.0} | {:.3} | {:.0} |",
            budget as f64 / 1e6,
            if patterns.is_empty() {
                "none"
            } else {
                &patterns
            },
            solver.table_bytes() as f64 / 1e6,
            set_up.as_secs_f64(),
            boards.len(),
            expanded as f64 * mean,
            taken.as_secs_f64() * 1e3 * mean,
            boards_a_second(budget, boards),
        );
        assert!(found.starts_with(&lengths), "{found:?}, not {lengths:?}");
        lengths = found;
        last = Some(patterns);
    }
}
