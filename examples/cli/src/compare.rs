//! `npuzzle compare`: heuristics on the same boards.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use npuzzle::{Control, DynBoard, Goal, HeuristicKind, Shape, SolveError, Solver};
use serde::Serialize;

use crate::columns::Columns;
use crate::failure::{Failure, complain, in_words};
use crate::input::{Input, Reading, Sources};
use crate::interrupt::{self, INTERRUPTED, is_interrupted};
use crate::json::write_line;
use crate::options::{USUAL_MEMORY, parse_goal, parse_shape, shape_in_words};
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
    /// Compare on the boards of a file instead, one a line
    #[arg(long, value_name = "F", conflicts_with_all = ["shape", "boards", "seed", "scramble"])]
    file: Vec<PathBuf>,
    /// Names of the columns, such as id,board,length; skip for any other
    #[arg(long, value_name = "NAMES", requires = "file")]
    columns: Option<Columns>,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// Number of boards
    #[arg(long, value_name = "N", default_value_t = 60)]
    boards: u32,
    /// The seed of the first board; the others count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Heuristics to compare; all four if not given
    #[arg(long, value_name = "NAME", value_delimiter = ',', hide_default_value = true,
        default_values = ["manhattan", "linear-conflict", "walking-distance", "patterns"])]
    heuristics: Vec<HeuristicKind>,
    /// Maximum number of moves of a scramble
    #[arg(long, value_name = "MOVES", default_value_t = 120)]
    scramble: usize,
    /// Give up on a board after N expansions
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_nodes: u64,
    /// Print one JSON object a heuristic
    #[arg(long)]
    json: bool,
    /// Write a plot of expanded boards against length
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// light, dark, or auto, which follows the reader's screen
    #[arg(long, default_value = "auto")]
    theme: Theme,
}

const NOTES: &str = "\
Each board is solved with the fewest moves, on one thread. The means are of the
boards that all heuristics have solved; counts are the same on every machine.

Korf's table of 100 boards (number, 16 tiles, length, blank first) is compared by
  npuzzle compare --file korf.txt --columns id,board,length --goal blank-first
and every length is checked. Further columns are named: id,board,length,skip.";

/// The most boards of files.
const MOST_BOARDS: usize = 1_000_000;

/// A board to solve.
struct Given {
    board: DynBoard,
    /// Its length, as the file says, and where it says so.
    length: Option<(usize, String)>,
}

/// The result of a heuristic on a board.
#[derive(Clone, Copy)]
struct Run {
    length: usize,
    expanded: u64,
    seconds: f64,
}

/// The results of a heuristic on all boards; `None` for those it gave up.
struct Result {
    heuristic: HeuristicKind,
    runs: Vec<Option<Run>>,
}

/// Compares, and returns the exit status.
pub(crate) fn run(options: &Options) -> std::result::Result<u8, Failure> {
    interrupt::watch();
    let boards = boards(options)?;
    let mut shapes: Vec<Shape> = Vec::new();
    for Given { board, .. } in &boards {
        if !shapes.contains(&board.shape()) {
            shapes.push(board.shape());
        }
    }
    let bar = progress::bar((boards.len() * options.heuristics.len()) as u64);
    let mut results = Vec::new();
    for &heuristic in &options.heuristics {
        let builder = Solver::builder().heuristic(heuristic).threads(1);
        let solver = builder
            .goal(options.goal.clone())
            .memory(USUAL_MEMORY)
            .build();
        // Tables are no part of the time.
        for &shape in &shapes {
            let mut control = Control::new().cancel(&INTERRUPTED);
            solver
                .prepare_with(shape, &mut control)
                .map_err(|error| Failure::Wrong(format!("{heuristic}: {}", in_words(&error))))?;
        }
        let mut runs = Vec::new();
        for Given { board, .. } in &boards {
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
            write_line(&mut out, &json(result, &results, &boards))?;
        }
    } else {
        print(&mut out, &results, &boards, options)?;
    }
    out.flush()?;
    let wrong = complain_of_lengths(&results, &boards);
    if let Some(file) = &options.svg {
        let picture = plot(&results, boards.len(), &shapes).picture();
        write_to(Some(file), svg(&picture, options.theme).as_bytes())?;
    }
    Ok(if wrong == 0 { 0 } else { 2 })
}

/// Returns the boards of the files, or scrambled ones.
fn boards(options: &Options) -> std::result::Result<Vec<Given>, Failure> {
    let goal = &options.goal;
    if options.file.is_empty() {
        goal.fits(options.shape).map_err(Failure::wrong)?;
        let count = u64::from(options.boards.max(1));
        let scrambled = (0..count).map(|nth| {
            let moves = options.scramble * (nth as usize + 1) / count as usize;
            let seed = options.seed.wrapping_add(nth);
            let board = DynBoard::scrambled_for(options.shape, goal, moves, seed);
            let board = board.map_err(Failure::wrong)?;
            Ok(Given {
                board,
                length: None,
            })
        });
        return scrambled.collect();
    }
    let sources = Sources {
        files: options.file.clone(),
        columns: options.columns.clone(),
        ..Sources::default()
    };
    let mut boards = Vec::new();
    for Input { origin, board } in Reading::new(sources) {
        let wrong = |error: &dyn fmt::Display| Failure::Wrong(format!("{origin}: {error}"));
        let board = board.map_err(|error| wrong(&error))?;
        goal.fits(board.shape()).map_err(|error| wrong(&error))?;
        let why = board.solvability(goal);
        if !why.is_solvable() {
            return Err(wrong(&why));
        }
        if boards.len() == MOST_BOARDS {
            return Err(wrong(&format_args!("more than {MOST_BOARDS} boards")));
        }
        let length = origin.labels.length;
        let length = length.map(|length| (length, origin.to_string()));
        boards.push(Given { board, length });
    }
    if boards.is_empty() {
        return Err(Failure::Wrong(
            "there are no boards to compare on".to_owned(),
        ));
    }
    Ok(boards)
}

/// Returns how many boards were solved with the length given, and with another one.
fn as_given(result: &Result, boards: &[Given]) -> (usize, usize) {
    let (mut right, mut wrong) = (0, 0);
    for (run, given) in result.runs.iter().zip(boards) {
        if let (Some(run), Some((length, _))) = (run, &given.length) {
            let is_right = run.length == *length;
            right += usize::from(is_right);
            wrong += usize::from(!is_right);
        }
    }
    (right, wrong)
}

/// Names the boards whose shortest solutions have another length than the file gives, and returns
/// their number.
fn complain_of_lengths(results: &[Result], boards: &[Given]) -> usize {
    let mut wrong = 0;
    for (nth, given) in boards.iter().enumerate() {
        let Some((length, place)) = &given.length else {
            continue;
        };
        let mut runs = results.iter().filter_map(|it| it.runs[nth]);
        if let Some(run) = runs.find(|run| run.length != *length) {
            complain(format_args!(
                "{place}: the length given is {length}, but the shortest solution has {}",
                progress::moves(run.length)
            ));
            wrong += 1;
        }
    }
    wrong
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

/// A heuristic in JSON.
#[derive(Serialize)]
struct Object {
    heuristic: String,
    boards: usize,
    solved: usize,
    common: usize,
    mean_expanded: Option<f64>,
    mean_seconds: Option<f64>,
    each_length_expanded_seconds: Vec<Option<(f64, f64, f64)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_given: Option<usize>,
}

fn json(result: &Result, all: &[Result], boards: &[Given]) -> Object {
    let common = common(result, all);
    let each = |run: Run| (run.length as f64, run.expanded as f64, run.seconds);
    let is_given = boards.iter().any(|it| it.length.is_some());
    Object {
        heuristic: result.heuristic.to_string(),
        boards: result.runs.len(),
        solved: result.runs.iter().flatten().count(),
        common: common.len(),
        mean_expanded: mean(common.iter().map(|it| it.expanded as f64)),
        mean_seconds: mean(common.iter().map(|it| it.seconds)),
        each_length_expanded_seconds: result.runs.iter().map(|run| run.map(each)).collect(),
        as_given: is_given.then(|| as_given(result, boards).0),
    }
}

fn print(
    out: &mut impl Write,
    results: &[Result],
    boards: &[Given],
    options: &Options,
) -> io::Result<()> {
    let count = boards.len();
    let common_boards = results.first().map_or(0, |it| common(it, results).len());
    let means = format!("means of the {common_boards} that all have solved");
    if options.file.is_empty() {
        let (shape, moves) = (shape_in_words(options.shape), options.scramble);
        writeln!(
            out,
            "{count} boards of {shape}, scrambled by up to {moves} moves; {means}\n"
        )?;
    } else {
        let names = options.file.iter().map(|it| it.display().to_string());
        let names = names.collect::<Vec<_>>().join(", ");
        writeln!(out, "{count} boards of {names}; {means}\n")?;
    }
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
    if boards.iter().any(|it| it.length.is_some()) {
        let sums = results.iter().map(|it| as_given(it, boards));
        let (right, wrong) = sums.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let all = right + wrong;
        writeln!(out, "\n{right} of {all} solutions have the length given")?;
    }
    Ok(())
}

/// The number of lengths that make one point of a line.
const LENGTHS_A_POINT: usize = 4;

fn plot(results: &[Result], boards: usize, shapes: &[Shape]) -> Plot {
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
        title: match shapes {
            [shape] => format!("Boards expanded, {shape}"),
            _ => "Boards expanded".to_owned(),
        },
        note: format!("{boards} boards, each solved with the fewest moves"),
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
