//! The longest slice of a search, and the lateness of a limit of time: one row per case.
//!
//! `cargo bench -p npuzzle-benches --bench slices -- [WORD]...` measures the cases whose names have
//! all the words, each with a cold solver, the best of three runs: some ten minutes for all. Times
//! are processor time of the thread, so other work on the machine hardly matters. The slice is the
//! longest call of `Search::advance(1)`, up to the answer or for [`LONGEST`]. The lateness of a
//! limit is the time between it and the end of the call. As a test it runs the first case once.

use std::time::Duration;

use cpu_time::ThreadTime;
use npuzzle::heuristic::{CanonicalBoard, Heuristic, Manhattan};
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, Metric, Progress, Quality, Shape, Solver, SolverBuilder,
};

use HeuristicKind::{Auto, LinearConflict, Patterns, WalkingDistance};
use Metric::{MultiTile, SingleTile};
use Quality::{Best, Fast, Optimal, Within};

/// The time after which a search without an answer is left as it is.
const LONGEST: Duration = Duration::from_secs(6);

/// The limits of time.
const LIMITS: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(50)];

/// Shape, MiB of memory (0: the default), metric, quality, heuristic.
type Case = (&'static str, u64, Metric, Quality, HeuristicKind);

const CASES: [Case; 36] = [
    ("3x3", 0, SingleTile, Optimal, Auto),
    ("3x4", 0, SingleTile, Optimal, Auto),
    ("4x4", 0, SingleTile, Optimal, Auto),
    ("4x4", 26, SingleTile, Optimal, Auto),
    ("4x4", 250, SingleTile, Optimal, Auto),
    ("4x4", 0, SingleTile, Best, Auto),
    ("4x4", 0, SingleTile, Within { percent: 10 }, Auto),
    ("4x4", 0, SingleTile, Optimal, LinearConflict),
    ("4x4", 0, SingleTile, Optimal, WalkingDistance),
    ("4x4", 0, MultiTile, Optimal, Auto),
    ("4x4", 49, MultiTile, Optimal, Auto),
    ("3x5", 0, SingleTile, Optimal, Auto),
    ("3x6", 64, SingleTile, Optimal, Auto),
    ("2x8", 250, SingleTile, Optimal, Auto),
    ("4x5", 320, SingleTile, Optimal, Auto),
    ("4x8", 250, SingleTile, Optimal, Auto),
    ("5x5", 0, SingleTile, Optimal, Auto),
    ("5x5", 250, SingleTile, Optimal, Auto),
    ("5x5", 250, SingleTile, Optimal, Patterns),
    ("5x5", 0, SingleTile, Best, Auto),
    ("3x3x3", 250, SingleTile, Optimal, Auto),
    ("3x3x3", 0, SingleTile, Best, Auto),
    ("4x4x4", 0, SingleTile, Best, Auto),
    ("6x6", 0, SingleTile, Best, Auto),
    ("10x10", 0, SingleTile, Best, Auto),
    ("20x20", 0, SingleTile, Best, Auto),
    ("20x20", 0, MultiTile, Best, Auto),
    ("100x100", 0, SingleTile, Fast, Auto),
    ("100x100", 0, MultiTile, Fast, Auto),
    ("100x100", 0, MultiTile, Best, Auto),
    ("140x140", 0, MultiTile, Best, Auto),
    ("256x256", 0, MultiTile, Fast, Auto),
    ("3x1000", 0, SingleTile, Fast, Auto),
    ("3x3000", 0, SingleTile, Fast, Auto),
    ("2x2x1000", 0, SingleTile, Fast, Auto),
    ("1x9000", 0, SingleTile, Optimal, Auto),
];

/// Goals with free tiles, and MiB of memory.
const GOALS: [(&str, u64); 2] = [
    ("1 2 3 4/5 6 7 8/* * * */* * * 0", 26),
    ("1 2 3 4 5/6 7 8 9 10/* * * * */* * * * */* * * * 0", 250),
];

/// The time of a call of a slow heuristic.
const SLOW: [Duration; 2] = [Duration::from_micros(10), Duration::from_millis(1)];

/// The Manhattan distance, with a wait at each call.
struct Slow {
    by: Manhattan,
    call: Duration,
}

impl Slow {
    fn wait(&self) {
        let began = ThreadTime::now();
        while began.elapsed() < self.call {}
    }
}

impl Heuristic for Slow {
    type State = <Manhattan as Heuristic>::State;

    fn evaluate(&self, board: &CanonicalBoard) -> Self::State {
        self.wait();
        self.by.evaluate(board)
    }

    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        self.wait();
        self.by.update(state, board, from)
    }

    fn estimate(&self, state: &Self::State) -> u32 {
        self.by.estimate(state)
    }
}

/// Returns the longest slice of a search, up to its answer or for some time.
fn longest_slice(solver: &Solver, board: &DynBoard, most: Duration) -> Duration {
    let mut search = solver.search(board).expect("solvable");
    let (began, mut longest) = (ThreadTime::now(), Duration::ZERO);
    loop {
        let slice = ThreadTime::now();
        let is_over = matches!(search.advance(1), Ok(Progress::Done(_)));
        longest = longest.max(slice.elapsed());
        if is_over || began.elapsed() > most {
            return longest;
        }
    }
}

/// Returns by how much a call returns after a limit.
fn late<T>(limit: Duration, call: impl FnOnce(Control<'_>) -> T) -> Duration {
    let began = ThreadTime::now();
    let control = Control::new().clock(|| began.elapsed()).timeout(limit);
    let result = call(control);
    let passed = began.elapsed();
    drop(result);
    passed.saturating_sub(limit)
}

/// Prints a row: the best of some runs of each column.
fn row<const N: usize>(name: &str, runs: usize, columns: [&dyn Fn() -> Duration; N]) {
    let best = columns.map(|column| (0..runs).map(|_| column()).min().unwrap_or_default());
    let cells = best.map(|time| format!("{:8.2}", time.as_secs_f64() * 1e3));
    println!("{name:<44} {}", cells.join(" "));
}

fn measure(name: &str, runs: usize, builder: &SolverBuilder, board: &DynBoard, most: Duration) {
    let solve = |limit| {
        let cold = builder.clone().build();
        late(limit, |control| cold.solve_with(board, control))
    };
    let [short, long] = LIMITS;
    let columns: [&dyn Fn() -> Duration; 3] = [
        &|| longest_slice(&builder.clone().build(), board, most),
        &|| solve(short),
        &|| solve(long),
    ];
    row(name, runs, columns);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measures = arguments.iter().any(|argument| argument == "--bench");
    let words: Vec<&String> = arguments.iter().filter(|it| !it.starts_with('-')).collect();
    let is_wanted = |name: &str| words.iter().all(|&word| name.contains(word));
    let runs = if measures { 3 } else { 1 };
    println!(
        "{:<44} {:>8} {:>8} {:>8}",
        "ms", "slice", "late 20", "late 50"
    );
    let cases = &CASES[..if measures { CASES.len() } else { 1 }];
    for &(shape, memory, metric, quality, heuristic) in cases {
        let name = format!("{shape} {metric} {quality} {heuristic} {memory} MiB");
        if is_wanted(&name) {
            let builder = Solver::builder().metric(metric).quality(quality);
            let mut builder = builder.heuristic(heuristic);
            if memory > 0 {
                builder = builder.memory(memory << 20);
            }
            let shape: Shape = shape.parse().expect("a shape");
            // Long enough for the solution of a construction.
            let most = if quality == Fast {
                Duration::MAX
            } else {
                LONGEST
            };
            measure(&name, runs, &builder, &DynBoard::from_seed(shape, 1), most);
        }
    }
    if !measures {
        return;
    }
    for (text, memory) in GOALS {
        let (name, goal) = (format!("free tiles {text}"), text.parse::<Goal>());
        if is_wanted(&name) {
            let shape = Shape::square(text.split('/').count()).expect("a shape");
            let builder = Solver::builder().goal(goal.expect("a goal"));
            let board = DynBoard::from_seed(shape, 1);
            measure(&name, runs, &builder.memory(memory << 20), &board, LONGEST);
        }
    }
    for (call, metric) in SLOW
        .into_iter()
        .flat_map(|call| [(call, SingleTile), (call, MultiTile)])
    {
        let name = format!("4x4 {metric} heuristic of {call:?} a call");
        if is_wanted(&name) {
            let board = DynBoard::from_seed(Shape::square(4).expect("a shape"), 1);
            let by = Manhattan::new(board.shape(), 15).expect("a cell");
            let (solver, by) = (Solver::builder().metric(metric).build(), Slow { by, call });
            let solve = |limit| late(limit, |control| solver.solve_by_with(&board, &by, control));
            let [short, long] = LIMITS;
            row(
                &name,
                runs,
                [&|| Duration::ZERO, &|| solve(short), &|| solve(long)],
            );
        }
    }
}
