//! `npuzzle compare`: heuristics, and searches of textbooks, on the same boards.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use npuzzle::tables::TableError;
use npuzzle::{DynBoard, Goal, HeuristicKind, Shape, SolveError, Solver};
use plotters::prelude::*;

use crate::failure::Failure;
use crate::interrupt::{self, is_interrupted};
use crate::options::{GOAL, HEURISTIC};
use crate::output::write_to;
use crate::plot;
use crate::progress;
use crate::rounds::{Round, Rounds};
use crate::textbook::{self, Count, Search};

/// Compare heuristics, and searches of textbooks: the boards they
/// expand, and their time
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Rows, columns and layers
    #[arg(default_value = "4x4")]
    shape: Shape,
    /// Number of boards
    #[arg(value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    boards: u32,
    /// blank-last, blank-first, snail, or a board with * for any tile
    #[arg(long, default_value = "blank-last", value_parser = GOAL, hide_possible_values = true)]
    goal: Goal,
    /// The seed of the first board; the others count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Heuristics to compare [default: all that fit the shape]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    heuristics: Vec<HeuristicKind>,
    /// Maximum number of moves of a scramble
    #[arg(long, value_name = "MOVES", default_value_t = 120)]
    scramble: usize,
    /// Give up on a board after N expansions
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_nodes: u64,
    /// Add breadth-first search, A* and bidirectional search, which keep
    /// every board; on up to 9 cells they always come
    #[arg(long, verbatim_doc_comment)]
    textbook: bool,
    /// Print the rounds of each heuristic on each board
    #[arg(long)]
    rounds: bool,
    /// Write a plot of expanded boards against length
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

const NOTES: &str = "\
Each board is solved with the fewest moves, on one thread. The means are of the
boards that all have solved; counts are the same on every machine. A heuristic
searches round after round and keeps the path it is on. Searches of textbooks
need a goal without *, and give up before they keep more than 1,000,000 boards.";

/// The cells up to which the searches of textbooks are quick.
const CELLS_OF_TEXTBOOKS: usize = 9;

/// The result of a heuristic or a search on a board.
#[derive(Clone, Copy)]
struct Run {
    length: usize,
    expanded: u64,
    /// The boards in memory at the end, if the search keeps them all.
    kept: Option<usize>,
    seconds: f64,
}

/// Each heuristic or search with its results on all boards; `None` for those it gave up.
type Results = Vec<(String, Vec<Option<Run>>)>;

/// Solves a board, and returns its rounds too if they are asked for.
type Method<'a> = Box<dyn Fn(&DynBoard) -> Result<(Option<Run>, Vec<Round>), Failure> + 'a>;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let Options { shape, goal, .. } = options;
    goal.fits(*shape)?;
    let count = options.boards as usize;
    let boards = (1..=count).map(|nth| {
        let seed = options.seed.wrapping_add(nth as u64 - 1);
        let moves = options.scramble as u64 * nth as u64 / count as u64;
        DynBoard::scrambled_for(*shape, goal, moves as usize, seed)
    });
    let boards = boards.collect::<Result<Vec<_>, _>>()?;
    let methods = methods(options)?;
    let bar = progress::bar((count * methods.len()) as u64);
    let (mut results, mut rounds) = (Results::new(), String::new());
    for (name, solve) in methods {
        bar.set_message(name.clone());
        let mut runs = Vec::new();
        for (nth, board) in (1..).zip(&boards) {
            let (run, of_board) = solve(board)?;
            runs.push(run);
            let lines = of_board.iter();
            rounds.extend(lines.map(|it| format!("{name}, board {nth}, {it}\n")));
            bar.inc(1);
            if is_interrupted() {
                return Err(stopped());
            }
        }
        results.push((name, runs));
    }
    bar.finish_and_clear();
    print(options, &results)?;
    if options.rounds {
        write_to(None, format!("\n{rounds}").as_bytes())?;
    }
    if let Some(file) = &options.svg {
        write_plot(file, options, &results)?;
    }
    Ok(())
}

fn stopped() -> Failure {
    Failure::Stopped("not all boards were solved".to_owned())
}

/// Returns the methods to compare: solvers by each heuristic, with their tables, since the time of a
/// board is without that of the tables; then the searches of textbooks.
fn methods(options: &Options) -> Result<Vec<(String, Method<'_>)>, Failure> {
    let Options { shape, goal, .. } = options;
    let mut methods: Vec<(String, Method<'_>)> = Vec::new();
    let all = HEURISTIC.names.split(' ').filter_map(|it| it.parse().ok());
    let is_all = options.heuristics.is_empty();
    let all = all.filter(|_| is_all);
    for heuristic in options.heuristics.iter().copied().chain(all) {
        let builder = Solver::builder().goal(goal.clone()).heuristic(heuristic);
        let solver = builder.threads(1).build();
        match solver.prepare_with(*shape, interrupt::control(None)) {
            Ok(()) => {}
            Err(SolveError::Stopped(_)) => return Err(stopped()),
            // It does not fit the shape.
            Err(SolveError::Heuristic(_) | SolveError::Table(TableError::Shape { .. }))
                if is_all =>
            {
                continue;
            }
            Err(error) => return Err(error.into()),
        }
        let solve = move |board: &_| solve(&solver, board, options);
        methods.push((heuristic.to_string(), Box::new(solve)));
    }
    let is_partial = matches!(goal, Goal::Partial(_));
    if options.textbook && is_partial {
        let why = "--textbook needs a goal without *";
        return Err(Failure::Wrong(why.to_owned()));
    }
    let is_quick = shape.cells() <= CELLS_OF_TEXTBOOKS;
    if !is_partial && (options.textbook || is_quick) {
        for (name, search) in textbook::ALL {
            let solved = goal.board(*shape)?;
            let solve = move |board: &_| run_search(search, board, &solved, options.max_nodes);
            let solve = move |board: &_| Ok((solve(board), Vec::new()));
            methods.push((name.to_owned(), Box::new(solve)));
        }
    }
    Ok(methods)
}

fn solve(
    solver: &Solver,
    board: &DynBoard,
    options: &Options,
) -> Result<(Option<Run>, Vec<Round>), Failure> {
    let mut rounds = Rounds::default();
    let mut control = interrupt::control(None).max_nodes(options.max_nodes);
    if options.rounds {
        control = control.on_progress(|known| {
            rounds.note(known.lower_bound, known.stats);
            ControlFlow::Continue(())
        });
    }
    let started = Instant::now();
    let result = solver.solve_with(board, control);
    let seconds = started.elapsed().as_secs_f64();
    let (length, bound, stats) = match result {
        Ok(it) => (Some(it.length()), it.lower_bound(), it.stats()),
        Err(SolveError::Stopped(known)) => (None, known.lower_bound, known.stats),
        Err(error) => return Err(error.into()),
    };
    let run = length.map(|length| Run {
        length,
        expanded: stats.expanded,
        kept: None,
        seconds,
    });
    Ok((run, rounds.end(bound, stats)))
}

fn run_search(search: Search, board: &DynBoard, solved: &DynBoard, limit: u64) -> Option<Run> {
    let (mut count, started) = (Count { expanded: 0, limit }, Instant::now());
    let (length, kept) = search(board, solved, &mut count)?;
    Some(Run {
        length,
        expanded: count.expanded,
        kept: Some(kept),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Prints the means of the boards that all have solved.
fn print(options: &Options, results: &Results) -> io::Result<()> {
    let (shape, boards, scramble) = (options.shape, options.boards, options.scramble);
    let is_common = |nth: &usize| results.iter().all(|(_, runs)| runs[*nth].is_some());
    let common: Vec<usize> = (0..boards as usize).filter(is_common).collect();
    let mut rows = vec![["heuristic", "solved", "expanded", "in memory", "ms"].map(str::to_owned)];
    for (name, runs) in results {
        let mean = |figure: fn(Run) -> Option<f64>, digits: usize| {
            let runs = common.iter().filter_map(|nth| runs[*nth]);
            let figures: Vec<f64> = runs.filter_map(figure).collect();
            match figures.len() {
                0 => "-".to_owned(),
                count => format!("{:.digits$}", figures.iter().sum::<f64>() / count as f64),
            }
        };
        rows.push([
            name.clone(),
            runs.iter().flatten().count().to_string(),
            mean(|run| Some(run.expanded as f64), 0),
            mean(|run| Some(run.kept? as f64), 0),
            mean(|run| Some(1e3 * run.seconds), 3),
        ]);
    }
    let (mut out, common) = (io::stdout().lock(), common.len());
    writeln!(
        out,
        "{boards} boards of {shape}, scrambled by up to {scramble} moves; means of the {common} that all have solved\n"
    )?;
    for [name, solved, expanded, kept, time] in rows {
        writeln!(
            out,
            "{name:18}{solved:>8}{expanded:>16}{kept:>16}{time:>14}"
        )?;
    }
    out.flush()
}

/// The number of lengths that make one point of a line.
const LENGTHS_A_POINT: usize = 4;

/// Blue, orange, green and purple, which colour-blind people can tell apart, and for searches of
/// textbooks grey, brown and pink.
const COLOURS: [RGBColor; 7] = [
    plot::BLUE,
    RGBColor(0xc2, 0x62, 0x0a),
    RGBColor(0x2f, 0x85, 0x5a),
    RGBColor(0x7b, 0x4b, 0xb7),
    RGBColor(0x6b, 0x72, 0x80),
    RGBColor(0x7a, 0x4a, 0x21),
    RGBColor(0xd5, 0x3f, 0x8c),
];

/// Writes an SVG of the expansions by length: a dot for each board, a line for each heuristic
/// or search.
fn write_plot(file: &Path, options: &Options, results: &Results) -> Result<(), Failure> {
    let runs = || results.iter().flat_map(|(_, runs)| runs).flatten();
    let longest = runs().map(|run| run.length).max().unwrap_or(0) as f64;
    let most = runs().map(|run| run.expanded).max().unwrap_or(0) as f64;
    let caption = format!("Boards expanded, {}", options.shape);
    plot::write(file, &caption, 70, |chart| {
        let scale = (1.0..most.max(1.0) * 2.0).log_scale();
        let mut chart = chart.build_cartesian_2d(0.0..longest + 2.0, scale)?;
        chart
            .configure_mesh()
            .x_desc("moves of the shortest solution")
            .y_desc("expanded")
            .label_style(plot::LABEL)
            .x_label_formatter(&|length| format!("{length:.0}"))
            .y_label_formatter(&|expanded| match *expanded {
                expanded if expanded < 1e3 => format!("{expanded:.0}"),
                expanded if expanded < 1e6 => format!("{:.0} k", expanded / 1e3),
                expanded => format!("{:.0} M", expanded / 1e6),
            })
            .light_line_style(TRANSPARENT)
            .draw()?;
        for ((name, runs), colour) in results.iter().zip(COLOURS.iter().cycle()) {
            let runs = runs.iter().flatten().filter(|run| run.length > 0);
            let dots = runs.map(|run| (run.length as f64, run.expanded.max(1) as f64));
            let mut groups: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
            for dot in dots.clone() {
                let group = groups.entry(dot.0 as usize / LENGTHS_A_POINT);
                group.or_default().push(dot);
            }
            // The mean of logarithms, as the axis is.
            let line = groups.values().map(|group| {
                let mean = |sum: f64| sum / group.len() as f64;
                let expanded = mean(group.iter().map(|dot| dot.1.ln()).sum());
                (mean(group.iter().map(|dot| dot.0).sum()), expanded.exp())
            });
            chart.draw_series(dots.map(|dot| Circle::new(dot, 3, colour.mix(0.35).filled())))?;
            let style = colour.stroke_width(2);
            chart
                .draw_series(LineSeries::new(line, style))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(plot::LABEL)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.2))
            .draw()?;
        Ok(())
    })
}
