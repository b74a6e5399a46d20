//! `npuzzle boards`: prints random boards, the same ones for the same options.

use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;
use npuzzle::{DistanceError, DynBoard, Goal, Metric, Shape, Solver, Status};
use serde_json::json;

use crate::failure::{Failure, told};
use crate::json;
use crate::options::{GOAL, METRIC, parse_seconds};
use crate::progress;

/// Print random boards that can be solved, one per line
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Rows, columns and layers: 4x4, 3x5, 3x3x3
    shape: Shape,
    /// Number of boards [default: 1, or one per distance]
    count: Option<u64>,
    /// The seed of the first board; the others count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// blank-last, blank-first, snail, or a board with * for any tile
    #[arg(long, default_value = "blank-last", value_parser = GOAL, hide_possible_values = true)]
    goal: Goal,
    /// Make this number of random moves from the goal, never straight back
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["distance", "max_nodes", "timeout", "metric"])]
    scramble: Option<usize>,
    /// Print boards whose shortest solutions have this number of moves;
    /// 10..60 takes one distance after the other up to 60, then 10 again
    #[arg(long, value_name = "MOVES", value_parser = parse_distances, verbatim_doc_comment)]
    distance: Option<Distances>,
    /// Expand at most N boards for --distance
    #[arg(long, value_name = "N", requires = "distance")]
    #[arg(default_value_t = 100_000_000)]
    max_nodes: u64,
    /// Search at most this long for --distance
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, requires = "distance",
        allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Unit of moves for --distance: stm (single tiles) or mtm (runs)
    #[arg(long, default_value = "stm", requires = "distance", value_parser = METRIC, hide_possible_values = true)]
    metric: Metric,
    /// Print one JSON object per board
    #[arg(long)]
    json: bool,
}

/// The distances that boards take in turn.
type Distances = RangeInclusive<usize>;

fn parse_distances(text: &str) -> Result<Distances, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last && last < usize::MAX => Ok(first..=last),
        _ => Err("a distance is a number of moves such as 20, or a range such as 10..60".into()),
    }
}

const NOTES: &str = "\
Without --scramble or --distance, each board that can be solved is as likely as
any other. The same options give the same boards, on every machine and in every
version.

Boards of more than 9 cells at a distance are searched for: they are not equally
likely, and far ones may not be found. Ctrl-C ends the search. A goal with * has
no boards at a distance.";

/// Prints the boards.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let builder = Solver::builder().goal(options.goal.clone());
    let solver = builder.metric(options.metric).build();
    let mut in_turn = options.distance.iter().cloned().flatten().cycle();
    let usual = options.distance.clone().map_or(1, Iterator::count);
    // If there is no board, those before it are good: they are written when this is dropped.
    let mut out = BufWriter::new(io::stdout());
    for nth in 0..options.count.unwrap_or(usual as u64) {
        let seed = options.seed.wrapping_add(nth);
        let distance = in_turn.next();
        let board = draw(options, distance, &solver, seed)?;
        if options.json {
            let object = json!({
                "seed": seed,
                "board": board.to_string(),
                "shape": board.shape().to_string(),
                "manhattan": board.manhattan(&options.goal),
                "distance": distance,
            });
            writeln!(out, "{}", json::line(&object))?;
        } else {
            writeln!(out, "{board}")?;
        }
    }
    Ok(out.flush()?)
}

fn draw(
    options: &Options,
    distance: Option<usize>,
    solver: &Solver,
    seed: u64,
) -> Result<DynBoard, Failure> {
    let (shape, goal) = (options.shape, &options.goal);
    let Some(distance) = distance else {
        return Ok(match options.scramble {
            Some(moves) => DynBoard::scrambled_for(shape, goal, moves, seed),
            None => DynBoard::from_seed_for(shape, goal, seed),
        }?);
    };
    let show = |known: &Status| {
        let expanded = known.stats.expanded as f64 / 1e6;
        format!("seed {seed}: {expanded:.1} M boards expanded")
    };
    let found = progress::watched(options.timeout, show, |control| {
        let control = control.max_nodes(options.max_nodes);
        solver.at_distance_with(shape, distance, seed, control)
    });
    found.map_err(|error| match error {
        DistanceError::NotFound { .. } => Failure::Stopped(told(error)),
        _ => error.into(),
    })
}
