//! `npuzzle compare`: heuristics on the same boards.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use npuzzle::{Control, DynBoard, HeuristicKind, Shape, SolveError, Solver};

use crate::failure::{Failure, in_words};
use crate::interrupt::{self, INTERRUPTED, is_interrupted};
use crate::json::Object;
use crate::options::{USUAL_MEMORY, parse_shape, shape_in_words};
use crate::output::write_to;
use crate::picture::{Theme, svg};
use crate::plot::{Axis, Plot, Series};
use crate::progress;

/// Compare heuristics: the boards they expand, and their time
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Rows, columns and layers
    #[arg(default_value = "4x4", value_parser = parse_shape)]
    shape: Shape,
    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 60)]
    boards: u32,
    /// The seed of the first board; the others count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which heuristics
    #[arg(long, value_name = "NAME", value_delimiter = ',',
        default_values = ["manhattan", "linear-conflict", "walking-distance", "patterns"])]
    heuristics: Vec<HeuristicKind>,
    /// The most moves of a scramble; the boards have all lengths up to about this
    #[arg(long, value_name = "MOVES", default_value_t = 120)]
    scramble: usize,
    /// Give a board up after expanding this many
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_nodes: u64,
    /// Print one JSON object a heuristic
    #[arg(long)]
    json: bool,
    /// Write a plot of expanded boards against length
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// light, dark, or auto: as the reader's screen is
    #[arg(long, default_value = "auto")]
    theme: Theme,
}

const NOTES: &str = "\
Each board is solved with the fewest moves, on one thread. The means are of the
boards that all heuristics have solved; counts are the same on every machine.";

/// What a heuristic did with a board.
#[derive(Clone, Copy)]
struct Run {
    length: usize,
    expanded: u64,
    seconds: f64,
}

/// What a heuristic did with all of them; `None` for those it gave up.
struct Result {
    heuristic: HeuristicKind,
    runs: Vec<Option<Run>>,
}

/// Compares, and returns the exit status.
pub(crate) fn run(options: &Options) -> std::result::Result<u8, Failure> {
    interrupt::watch();
    let count = u64::from(options.boards.max(1));
    let boards: Vec<DynBoard> = (0..count)
        .map(|nth| {
            let moves = options.scramble * (nth as usize + 1) / count as usize;
            DynBoard::scrambled(options.shape, moves, options.seed.wrapping_add(nth))
        })
        .collect();
    let bar = progress::bar(count * options.heuristics.len() as u64);
    let mut results = Vec::new();
    for &heuristic in &options.heuristics {
        let builder = Solver::builder().heuristic(heuristic).threads(1);
        let solver = builder.memory(USUAL_MEMORY).build();
        // Tables are no part of the time.
        let mut control = Control::new().cancel(&INTERRUPTED);
        solver
            .prepare_with(options.shape, &mut control)
            .map_err(|error| Failure::Wrong(format!("{heuristic}: {}", in_words(&error))))?;
        let mut runs = Vec::new();
        for board in &boards {
            bar.set_message(heuristic.to_string());
            runs.push(solve(&solver, board, options.max_nodes)?);
            bar.inc(1);
            if is_interrupted() {
                bar.finish_and_clear();
                return Err(Failure::Stopped("not all boards were solved".to_owned()));
            }
        }
        results.push(Result { heuristic, runs });
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    if options.json {
        for result in &results {
            writeln!(out, "{}", json(result, &results))?;
        }
    } else {
        print(&mut out, &results, options)?;
    }
    out.flush()?;
    if let Some(file) = &options.svg {
        let picture = plot(&results, options).picture();
        write_to(Some(file), svg(&picture, options.theme).as_bytes())?;
    }
    Ok(0)
}

fn solve(
    solver: &Solver,
    board: &DynBoard,
    max_nodes: u64,
) -> std::result::Result<Option<Run>, Failure> {
    let mut control = Control::new().max_nodes(max_nodes).cancel(&INTERRUPTED);
    let started = Instant::now();
    match solver.solve_with(board, &mut control) {
        Ok(solution) => Ok(Some(Run {
            length: solution.moves().len(),
            expanded: solution.stats().expanded,
            seconds: started.elapsed().as_secs_f64(),
        })),
        Err(SolveError::Stopped(_)) => Ok(None),
        Err(error) => Err(Failure::wrong(error)),
    }
}

/// Returns what a heuristic did with the boards that all have solved.
fn common(result: &Result, all: &[Result]) -> Vec<Run> {
    let is_common = |nth: &usize| all.iter().all(|it| it.runs[*nth].is_some());
    let boards = (0..result.runs.len()).filter(is_common);
    boards.filter_map(|nth| result.runs[nth]).collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    (count > 0).then(|| values.sum::<f64>() / count as f64)
}

fn json(result: &Result, all: &[Result]) -> Object {
    let common = common(result, all);
    let each: Vec<Option<Vec<f64>>> = result
        .runs
        .iter()
        .map(|run| run.map(|it| vec![it.length as f64, it.expanded as f64, it.seconds]))
        .collect();
    Object::new()
        .with("heuristic", result.heuristic.to_string())
        .with("boards", result.runs.len())
        .with("solved", result.runs.iter().flatten().count())
        .with("common", common.len())
        .with(
            "mean_expanded",
            mean(common.iter().map(|it| it.expanded as f64)),
        )
        .with("mean_seconds", mean(common.iter().map(|it| it.seconds)))
        .with("each_length_expanded_seconds", each)
}

fn print(out: &mut impl Write, results: &[Result], options: &Options) -> io::Result<()> {
    let shape = shape_in_words(options.shape);
    let common_boards = results.first().map_or(0, |it| common(it, results).len());
    writeln!(
        out,
        "{} boards of {shape}, scrambled by up to {} moves; means of the {common_boards} that all have solved\n",
        options.boards.max(1),
        options.scramble
    )?;
    writeln!(
        out,
        "{:18}{:>8}{:>16}{:>14}",
        "heuristic", "solved", "expanded", "ms"
    )?;
    for result in results {
        let common = common(result, results);
        let figure = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".to_owned(), |it| format!("{it:.digits$}"))
        };
        writeln!(
            out,
            "{:18}{:>8}{:>16}{:>14}",
            result.heuristic.to_string(),
            result.runs.iter().flatten().count(),
            figure(mean(common.iter().map(|it| it.expanded as f64)), 0),
            figure(mean(common.iter().map(|it| 1e3 * it.seconds)), 3),
        )?;
    }
    Ok(())
}

/// How many lengths make one point of a line.
const LENGTHS_A_POINT: usize = 4;

fn plot(results: &[Result], options: &Options) -> Plot {
    let series = results.iter().map(|result| {
        let runs = result.runs.iter().flatten().filter(|run| run.length > 0);
        let dots: Vec<(f64, f64)> = runs
            .map(|run| (run.length as f64, (run.expanded as f64).max(1.0)))
            .collect();
        let mut groups: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
        for &dot in &dots {
            groups
                .entry(dot.0 as usize / LENGTHS_A_POINT)
                .or_default()
                .push(dot);
        }
        // The mean of logarithms, as the axis is.
        let line = groups.values().map(|group| {
            let count = group.len() as f64;
            let length = group.iter().map(|it| it.0).sum::<f64>() / count;
            let expanded = group.iter().map(|it| it.1.ln()).sum::<f64>() / count;
            (length, expanded.exp())
        });
        Series {
            name: result.heuristic.to_string(),
            line: line.collect(),
            dots,
        }
    });
    Plot {
        title: format!("Boards expanded, {}", options.shape),
        note: format!(
            "{} boards, each solved with the fewest moves",
            options.boards.max(1)
        ),
        across: Axis {
            name: "moves of the shortest solution".to_owned(),
            is_log: false,
        },
        up: Axis {
            name: "expanded".to_owned(),
            is_log: true,
        },
        series: series.collect(),
    }
}
