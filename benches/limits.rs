//! Limits of time, flags and expansions: tables in Markdown.
//!
//! `cargo bench --bench limits` takes about five minutes. It prints how far calls run over their
//! time, the longest slices of work between two looks at the clock (by both metrics and every
//! heuristic that fits a shape), how long calls take to be cancelled, and the lengths of `Best` and
//! `Fast` under limits of expansions. As a test it asserts the last on fewer boards: more work
//! never gives a longer answer, and `Best` is never longer than `Fast`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use npuzzle::{Control, DynBoard, HeuristicKind, Metric, Quality, Shape, SolveError, Solver};

/// Rows, columns and layers, from small to large.
const SHAPES: [[usize; 3]; 18] = [
    [3, 3, 1],
    [4, 4, 1],
    [5, 5, 1],
    [4, 8, 1],
    [3, 3, 3],
    [6, 6, 1],
    [10, 10, 1],
    [20, 20, 1],
    [40, 40, 1],
    [2, 15, 1],
    [2, 50, 1],
    [3, 300, 1],
    [2, 1000, 1],
    [4, 4, 4],
    [100, 100, 1],
    [2, 32768, 1],
    [256, 256, 1],
    [40, 40, 40],
];

const QUALITIES: [Quality; 4] = [
    Quality::Optimal,
    Quality::Within { percent: 10 },
    Quality::Best,
    Quality::Fast,
];

/// Budgets of tables, in bytes; the large one is for the shapes that have tables.
const MEMORIES: [u64; 2] = [4_000_000, 250_000_000];

/// From this number of cells on a call may run over by 100 ms, below by 20 ms.
const LARGE: usize = 10_000;

fn shape([rows, cols, layers]: [usize; 3]) -> Shape {
    Shape::new(rows, cols, layers).expect("a shape")
}

fn solver(quality: Quality, memory: u64) -> Solver {
    Solver::builder().quality(quality).memory(memory).build()
}

/// All heuristics that can be chosen, apart from the best that fits.
const HEURISTICS: [HeuristicKind; 4] = [
    HeuristicKind::Manhattan,
    HeuristicKind::LinearConflict,
    HeuristicKind::WalkingDistance,
    HeuristicKind::Patterns,
];

/// Calls with a timeout by a metric: by how much they run over it.
fn overshoot(metric: Metric) {
    println!("| shape, by {metric:?} | runs | over by at most, ms | answers of best |");
    println!("| :-- | --: | --: | --: |");
    let (mut all, mut late) = (0, 0);
    for sides in SHAPES {
        let shape = shape(sides);
        let board = DynBoard::from_seed(shape, 1);
        let allowed = Duration::from_millis(if shape.cells() < LARGE { 20 } else { 100 });
        let (mut runs, mut worst, mut best, mut answers) = (0, Duration::ZERO, 0, 0);
        for quality in QUALITIES {
            for memory in MEMORIES {
                if memory > MEMORIES[0] && shape.cells() > 32 {
                    continue;
                }
                for timeout in [5, 50, 200].map(Duration::from_millis) {
                    let solver = Solver::builder()
                        .quality(quality)
                        .memory(memory)
                        .metric(metric)
                        .build();
                    let started = Instant::now();
                    let result = solver.solve_with(&board, &mut Control::new().timeout(timeout));
                    let over = started.elapsed().saturating_sub(timeout);
                    runs += 1;
                    late += usize::from(over > allowed);
                    worst = worst.max(over);
                    if quality == Quality::Best {
                        best += 1;
                        answers += usize::from(result.is_ok());
                    }
                }
            }
        }
        all += runs;
        let worst = worst.as_secs_f64() * 1e3;
        println!("| {shape} | {runs} | {worst:.1} | {answers} of {best} |");
    }
    println!("\n{late} of {all} runs over by more than is allowed\n");
}

/// The number of slices of a call that are measured.
const SLICES: usize = 300;

/// The number of times that they are measured: a slice is as long as the shortest of its runs,
/// since a machine that is shared takes some milliseconds now and then. On one thread the same
/// slices come again.
const RUNS: usize = 4;

/// Measures the slices of a call: the work between two looks at the clock. `None` if the call
/// fails.
fn slices(solver: &Solver, board: &DynBoard) -> Option<Vec<Duration>> {
    let mut lengths = Vec::with_capacity(SLICES);
    let mut before: Option<Instant> = None;
    let clock = || {
        let now = Instant::now();
        lengths.extend(before.map(|before| now - before));
        let is_enough = lengths.len() >= SLICES;
        before = Some(Instant::now());
        if is_enough {
            Duration::MAX
        } else {
            Duration::ZERO
        }
    };
    let mut control = Control::new()
        .clock(clock)
        .timeout(Duration::from_secs(3_600));
    let result = solver.solve_with(board, &mut control);
    drop(control);
    matches!(result, Ok(_) | Err(SolveError::Stopped(_))).then_some(lengths)
}

/// The longest slices by a metric and each heuristic that fits, over all qualities.
fn longest_slices(metric: Metric) {
    println!("| shape, by {metric:?} | heuristic | slices | the longest, ms | of |");
    println!("| :-- | :-- | --: | --: | :-- |");
    for sides in SHAPES {
        let shape = shape(sides);
        let board = DynBoard::from_seed(shape, 1);
        for heuristic in HEURISTICS {
            let (mut count, mut longest, mut by) = (0, Duration::ZERO, "");
            for quality in QUALITIES {
                let least = (0..RUNS).map(|_| {
                    // Each run builds the tables again: they are built in slices, which are measured here.
                    let solver = Solver::builder()
                        .quality(quality)
                        .memory(MEMORIES[0])
                        .metric(metric)
                        .heuristic(heuristic)
                        .threads(1)
                        .build();
                    slices(&solver, &board)
                });
                let least = least.reduce(|least, run| {
                    let pairs = least?.into_iter().zip(run?);
                    Some(pairs.map(|(least, run)| least.min(run)).collect())
                });
                let Some(least) = least.flatten() else {
                    continue;
                };
                count += least.len();
                let own = least.into_iter().max().unwrap_or_default();
                if own > longest {
                    longest = own;
                    by = match quality {
                        Quality::Optimal => "optimal",
                        Quality::Best => "best",
                        Quality::Fast => "fast",
                        _ => "within",
                    };
                }
            }
            if count > 0 {
                let longest = longest.as_secs_f64() * 1e3;
                println!("| {shape} | {heuristic:?} | {count} | {longest:.2} | {by} |");
            }
        }
    }
    println!();
}

/// Calls that are cancelled by another thread: how long they continue.
fn latency() {
    println!("| shape | cancelled after at most, ms |");
    println!("| :-- | --: |");
    for sides in SHAPES {
        let shape = shape(sides);
        let board = DynBoard::from_seed(shape, 1);
        let mut worst = Duration::ZERO;
        for quality in QUALITIES {
            for wait in [1, 20, 200].map(Duration::from_millis) {
                let solver = solver(quality, MEMORIES[1]);
                let flag = AtomicBool::new(false);
                let latency = thread::scope(|scope| {
                    let cancel = scope.spawn(|| {
                        thread::sleep(wait);
                        let now = Instant::now();
                        flag.store(true, Ordering::Relaxed);
                        now
                    });
                    let _ = solver.solve_with(&board, &mut Control::new().cancel(&flag));
                    let ended = Instant::now();
                    let cancelled = cancel.join().expect("it only sleeps");
                    ended.saturating_duration_since(cancelled)
                });
                worst = worst.max(latency);
            }
        }
        println!("| {shape} | {:.1} |", worst.as_secs_f64() * 1e3);
    }
    println!();
}

/// The sums of lengths over some boards, with tables ready, under limits of expansions.
fn lengths(sides: [usize; 3], limits: &[u64], seeds: u64) {
    let shape = shape(sides);
    let [best, fast] = [Quality::Best, Quality::Fast].map(|it| solver(it, MEMORIES[0]));
    best.prepare(shape).expect("the memory is there");
    println!("| {shape}, expansions | best | fast |");
    println!("| --: | --: | --: |");
    let boards: Vec<DynBoard> = (1..=seeds)
        .map(|it| DynBoard::from_seed(shape, it))
        .collect();
    let mut before = vec![usize::MAX; boards.len()];
    for &limit in limits {
        let (mut sums, mut control) = ([0; 2], Control::new().max_nodes(limit));
        for (board, before) in boards.iter().zip(&mut before) {
            let mut length = |solver: &Solver| {
                let result = solver.solve_with(board, &mut control);
                result.map_or(usize::MAX, |solution| solution.moves().len())
            };
            let own = [length(&best), length(&fast)];
            assert!(own[0] <= own[1], "{board}: best is longer than fast");
            assert!(own[0] <= *before, "{board}: longer with more work");
            *before = own[0];
            sums = [0, 1].map(|it| sums[it] + own[it]);
        }
        println!("| {limit} | {} | {} |", sums[0], sums[1]);
    }
    println!();
}

fn main() {
    // Cargo says so in a benchmark, and nothing in a test.
    let measures = std::env::args().any(|argument| argument == "--bench");
    if measures {
        for metric in [Metric::Tiles, Metric::Slides] {
            overshoot(metric);
            longest_slices(metric);
        }
        latency();
    }
    let limits: &[u64] = if measures {
        &[
            500, 2_000, 5_000, 14_000, 30_000, 100_000, 500_000, 2_000_000,
        ]
    } else {
        &[500, 5_000, 30_000, 60_000]
    };
    let seeds = if measures { 6 } else { 2 };
    lengths([5, 5, 1], limits, seeds);
    lengths([4, 6, 1], limits, seeds);
}
