//! Solves a large random board and tells what the solution is like.
//!
//! ```text
//! cargo run --release --example big -- 50
//! cargo run --release --example big -- 30x60 --seed 7 --improve 20
//! cargo run --release --example big -- 6x6x6 --json
//! ```
//!
//! A solution is built at once; with `--improve` a shorter one is looked for. Ctrl-C ends either: what has been found until
//! then is the answer. The exit status is 0 when there is one, 1 when there is none, 2 when an option is wrong.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use npuzzle::{Control, DynBoard, Goal, Moves, Partial, Quality, Shape, SolveError, Solver};
use serde_json::{Value, json};

/// Solves a random board of any size, and prints statistics of the solution.
#[derive(Parser)]
struct Options {
    /// 50 for a square, 30x60, or 6x6x6 for a box.
    #[arg(default_value = "50", value_parser = parse_shape)]
    shape: Shape,
    /// Which of the random boards: the same seed gives the same one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// blank-last, blank-first or snail.
    #[arg(long, default_value = "blank-last", value_parser = str::parse::<Goal>)]
    goal: Goal,
    /// End after this time.
    #[arg(long, value_parser = parse_seconds)]
    seconds: Option<Duration>,
    /// Look so long for a shorter solution.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    improve: Option<Duration>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Set by Ctrl-C.
static CANCELLED: AtomicBool = AtomicBool::new(false);

fn main() -> ExitCode {
    let options = Options::parse();
    // Where that can't be had, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(|| CANCELLED.store(true, Ordering::Relaxed));
    let report = match run(&options) {
        Ok(report) => report,
        Err(Failure { reason, status }) => {
            eprintln!("error: {reason}");
            return ExitCode::from(status);
        }
    };
    let mut out = io::stdout().lock();
    let text = if options.json {
        format!("{report}\n")
    } else {
        in_words(&report)
    };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // Whoever read our output has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Why there are no statistics, and the exit status.
struct Failure {
    reason: Box<dyn Display>,
    status: u8,
}

impl Failure {
    /// The options are at fault.
    fn wrong(reason: impl Display + 'static) -> Self {
        let reason = Box::new(reason);
        Self { reason, status: 2 }
    }

    /// Time or patience ended too early.
    fn stopped(reason: impl Display + 'static) -> Self {
        let reason = Box::new(reason);
        Self { reason, status: 1 }
    }
}

fn run(options: &Options) -> Result<Value, Failure> {
    let Options {
        shape, ref goal, ..
    } = *options;
    let board = DynBoard::from_seed_for(shape, goal, options.seed).map_err(Failure::wrong)?;
    let started = Instant::now();
    let left = || {
        options
            .seconds
            .map(|all| all.saturating_sub(started.elapsed()))
    };

    // Large boards take about 1.25 to 1.5 times their cells times their mean side.
    let estimate = unit(shape) * 1.5;
    let bar = bar(estimate as u64);
    let show = |known: &Partial| {
        let made = known.stats.expanded;
        bar.set_position(made.min(estimate as u64));
        bar.set_message(format!("{made} moves tried"));
    };
    let built = solve(&board, goal, Quality::Fast, left(), &bar, show)?;
    bar.finish_and_clear();
    let built = built.ok_or_else(|| Failure::stopped("there was no time for a solution"))?;
    let built_in = started.elapsed();

    let mut best = built.moves.clone();
    let mut lower_bound = built.lower_bound;
    if let Some(improve) = options.improve {
        let time = left().map_or(improve, |left| left.min(improve));
        let improving = Instant::now();
        let bar = self::bar(time.as_millis() as u64);
        let show = |known: &Partial| {
            bar.set_position(improving.elapsed().as_millis() as u64);
            let shortest = known.best.as_ref().map_or(best.len(), Moves::len);
            bar.set_message(format!(
                "{shortest} moves ({:.3} {}), at least {}",
                shortest as f64 / unit(shape),
                unit_name(shape),
                known.lower_bound
            ));
        };
        let improved = solve(&board, goal, Quality::Best, Some(time), &bar, show)?;
        bar.finish_and_clear();
        if let Some(improved) = improved {
            lower_bound = lower_bound.max(improved.lower_bound);
            if improved.moves.len() < best.len() {
                best = improved.moves;
            }
        }
    }
    let seconds = started.elapsed();
    let mut report = statistics(&board, goal, &best)?;
    report["seed"] = options.seed.into();
    report["lower_bound"] = lower_bound.into();
    report["built"] = json!({
        "moves": built.moves.len(),
        "seconds": built_in.as_secs_f64(),
        "moves_per_second": built.moves.len() as f64 / built_in.as_secs_f64(),
    });
    report["seconds"] = seconds.as_secs_f64().into();
    Ok(report)
}

/// A solution, and the moves that each needs at least.
struct Found {
    moves: Moves,
    lower_bound: usize,
}

/// Solves a board; `None` where the time is up or Ctrl-C was pressed too early.
fn solve(
    board: &DynBoard,
    goal: &Goal,
    quality: Quality,
    time: Option<Duration>,
    bar: &ProgressBar,
    show: impl Fn(&Partial),
) -> Result<Option<Found>, Failure> {
    let builder = Solver::builder().goal(goal.clone()).quality(quality);
    let solver = builder.build().map_err(Failure::wrong)?;
    let mut control = Control::new().cancel(&CANCELLED);
    if let Some(time) = time {
        control = control.timeout(time);
    }
    if !bar.is_hidden() {
        let mut drawn = Instant::now();
        control = control.on_progress(move |known| {
            if drawn.elapsed() >= Duration::from_millis(100) {
                drawn = Instant::now();
                show(known);
            }
            ControlFlow::Continue(())
        });
    }
    match solver.solve_with(board, &mut control) {
        Ok(solution) => Ok(Some(Found {
            moves: solution.moves().clone(),
            lower_bound: solution.lower_bound(),
        })),
        Err(SolveError::Stopped(_)) => Ok(None),
        Err(error) => Err(Failure::wrong(error)),
    }
}

/// Returns a bar on standard error, or none where nobody watches.
fn bar(length: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:20} {wide_msg} {elapsed}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Returns the cells times the mean side: n^3 for n x n.
fn unit(shape: Shape) -> f64 {
    let (sides, axes) = if shape.is_rectangle() {
        (shape.rows() + shape.cols(), 2)
    } else {
        (shape.rows() + shape.cols() + shape.layers(), 3)
    };
    shape.cells() as f64 * sides as f64 / f64::from(axes)
}

/// Returns what [`unit`] is called, shortly.
const fn unit_name(shape: Shape) -> &'static str {
    if shape.is_rectangle() && shape.rows() == shape.cols() {
        "n^3"
    } else {
        "x cells x side"
    }
}

/// Plays the solution, so that every figure is of moves that were made on the board.
fn statistics(board: &DynBoard, goal: &Goal, moves: &Moves) -> Result<Value, Failure> {
    let shape = board.shape();
    let mut end = board.clone();
    let mut moves_of = vec![0_u64; shape.cells()];
    for direction in moves {
        let tile = end.slide(direction).map_err(Failure::wrong)?;
        moves_of[usize::from(tile)] += 1;
    }
    if !end.is_solved_for(goal) {
        return Err(Failure::wrong("these moves do not solve the board"));
    }
    let most_moved = (1..moves_of.len()).max_by_key(|&tile| moves_of[tile]);
    let (length, cells) = (moves.len() as f64, shape.cells());
    let manhattan = board.manhattan(goal);
    let pushes = moves.multi_tile_len();
    let sides = if shape.is_rectangle() {
        format!("{}x{}", shape.rows(), shape.cols())
    } else {
        format!("{}x{}x{}", shape.rows(), shape.cols(), shape.layers())
    };
    Ok(json!({
        "shape": sides,
        "goal": goal.to_string(),
        "seed": null,
        "cells": cells,
        "moves": moves.len(),
        "pushes": pushes,
        "turns": pushes.saturating_sub(1),
        "moves_per_cell": length / cells as f64,
        "moves_per_cell_and_side": length / unit(shape),
        "manhattan": manhattan,
        "moves_per_manhattan": (manhattan > 0).then(|| length / manhattan as f64),
        "moves_per_tile": (cells > 1).then(|| length / (cells - 1) as f64),
        "most_moved": most_moved.map(|tile| json!({"tile": tile, "moves": moves_of[tile]})),
        "lower_bound": null,
    }))
}

/// Returns the statistics as lines of text.
fn in_words(report: &Value) -> String {
    let figure = |value: &Value| {
        value
            .as_f64()
            .map_or("-".to_owned(), |it| format!("{it:.4}"))
    };
    let (built, most) = (&report["built"], &report["most_moved"]);
    let rate = built["moves_per_second"].as_f64().unwrap_or_default();
    let lines = [
        (
            "board",
            format!(
                "{}, seed {}: {} cells",
                report["shape"].as_str().unwrap_or_default(),
                report["seed"],
                report["cells"]
            ),
        ),
        ("moves", report["moves"].to_string()),
        ("  per cell", figure(&report["moves_per_cell"])),
        (
            "  per cell and mean side",
            format!(
                "{} (n x n: in n^3)",
                figure(&report["moves_per_cell_and_side"])
            ),
        ),
        ("  per tile", figure(&report["moves_per_tile"])),
        (
            "  of the Manhattan distance",
            format!(
                "{} x {}",
                figure(&report["moves_per_manhattan"]),
                report["manhattan"]
            ),
        ),
        ("at least needed", report["lower_bound"].to_string()),
        (
            "moves of several tiles",
            format!(
                "{}, {} changes of direction",
                report["pushes"], report["turns"]
            ),
        ),
        (
            "most moved",
            if most.is_null() {
                "-".to_owned()
            } else {
                format!("tile {}, {} times", most["tile"], most["moves"])
            },
        ),
        (
            "built",
            format!(
                "{} moves in {} s, {rate:.0} a second",
                built["moves"],
                figure(&built["seconds"])
            ),
        ),
        ("time", format!("{} s", figure(&report["seconds"]))),
    ];
    lines
        .map(|(name, value)| format!("{name:28}{value}\n"))
        .concat()
}

fn parse_shape(text: &str) -> Result<Shape, String> {
    let sides: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
    match sides.as_deref() {
        Ok(&[side]) => Shape::new(side, side, 1),
        Ok(&[rows, cols]) => Shape::new(rows, cols, 1),
        Ok(&[rows, cols, layers]) => Shape::new(rows, cols, layers),
        _ => return Err("a shape is 50, 30x60 or 6x6x6".into()),
    }
    .map_err(|error| error.to_string())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
