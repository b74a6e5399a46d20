//! Lengths of the frames of a game: tables in Markdown.
//!
//! `cargo bench -p npuzzle-benches --bench frames` takes about half a minute on a quiet machine. It
//! prints the times of the first hint and of the frames of `Guide::think` on boards from 3 x 3 to
//! 10 x 10, and the distribution of `Search::run_for` around its time. As a test it runs a few
//! frames of each.

use std::time::{Duration, Instant};

use npuzzle::{DynBoard, Guide, Metric, Progress, Quality, Shape, Solver};

/// The time that a frame gives to thinking.
const THINKING: Duration = Duration::from_millis(4);

/// The sides of the squares.
const SIDES: std::ops::RangeInclusive<usize> = 3..=10;

/// Times of calls of one kind.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    /// Runs a call and measures it.
    fn of<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = call();
        self.0.push(began.elapsed());
        result
    }

    /// Returns median, 99 % and maximum, in milliseconds, as cells of a table.
    fn cells(&mut self) -> String {
        self.0.sort_unstable();
        let last = self.0.len() - 1;
        let parts = [last / 2, last * 99 / 100, last];
        let cells = parts.map(|at| format!("{:.2}", self.0[at].as_secs_f64() * 1e3));
        cells.join(" | ")
    }
}

fn solver(quality: Quality, metric: Metric) -> Solver {
    Solver::builder().quality(quality).metric(metric).build()
}

/// The first hint, the later ones, and the frames until the search is over, or up to `most`.
fn thinking(metric: Metric, boards: u64, most: usize) {
    println!(
        "| {metric}, best | first hint, ms: median | 99 % | max | later hints | 99 % | max | think {THINKING:?}, ms: median | 99 % | max |"
    );
    println!("| :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    for side in SIDES {
        let shape = Shape::square(side).expect("a shape");
        let [mut first, mut later, mut frames] = [const { Times(Vec::new()) }; 3];
        for seed in 0..boards {
            // A solver of its own: the frames build its tables.
            let solver = solver(Quality::Best, metric);
            let mut guide = Guide::new(DynBoard::from_seed(shape, seed));
            let hint = first.of(|| guide.hint(&solver)).expect("solvable");
            let mut before = hint.map_or(0, |hint| hint.moves_left);
            for _ in 0..most {
                let is_over = frames.of(|| guide.think(&solver, THINKING));
                let hint = later.of(|| guide.hint(&solver)).expect("solvable");
                let left = hint.map_or(0, |hint| hint.moves_left);
                assert!(left <= before, "a hint became worse");
                before = left;
                if is_over.expect("solvable") {
                    break;
                }
            }
        }
        let cells = [&mut first, &mut later, &mut frames].map(Times::cells);
        println!("| {shape} | {} |", cells.join(" | "));
    }
    println!();
}

/// Slices of searches, of every quality.
fn slices(boards: u64, most: usize) {
    println!("| run_for {THINKING:?}, ms | median | 99 % | max |");
    println!("| :-- | --: | --: | --: |");
    let qualities = [
        Quality::Optimal,
        Quality::Within { percent: 10 },
        Quality::Best,
        Quality::Fast,
    ];
    for side in SIDES {
        let shape = Shape::square(side).expect("a shape");
        for quality in qualities {
            let mut times = Times::default();
            for seed in 0..boards {
                let solver = solver(quality, Metric::SingleTile);
                let board = DynBoard::from_seed(shape, seed);
                let mut search = solver.search(&board).expect("solvable");
                for _ in 0..most {
                    let known = times.of(|| search.run_for(THINKING));
                    if let Progress::Done(_) = known.expect("solvable") {
                        break;
                    }
                }
            }
            println!("| {shape} {quality} | {} |", times.cells());
        }
    }
}

fn main() {
    // Cargo passes `--bench` to benchmarks alone.
    let measures = std::env::args().any(|argument| argument == "--bench");
    let (boards, most) = if measures { (3, 300) } else { (1, 3) };
    for metric in [Metric::SingleTile, Metric::MultiTile] {
        thinking(metric, boards, most);
    }
    slices(boards, most);
}
