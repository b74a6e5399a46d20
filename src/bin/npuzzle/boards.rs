//! `npuzzle boards`: prints random boards, the same ones for the same options.

use std::io::{self, BufWriter, Write};

use clap::Args;
use npuzzle::{DynBoard, Goal, Shape};

use crate::failure::Failure;
use crate::options::{parse_named_goal, parse_shape};

/// Print random boards that can be solved, one a line
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Rows, columns and layers: 4x4, 3x5, 3x3x3
    #[arg(value_parser = parse_shape)]
    shape: Shape,
    /// How many boards
    #[arg(default_value_t = 1)]
    count: u64,
    /// The seed of the first board; the others count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// blank-last, blank-first or snail
    #[arg(long, default_value = "blank-last", value_parser = parse_named_goal)]
    goal: Goal,
    /// Walk this many moves away from the goal, never straight back
    #[arg(long, value_name = "MOVES", conflicts_with = "distance")]
    scramble: Option<usize>,
    /// Draw boards that need this many moves for blank-last
    #[arg(long, value_name = "MOVES")]
    distance: Option<usize>,
}

const NOTES: &str = "\
Without --scramble or --distance, each board that can be solved is as likely as
any other. The same options give the same boards, on every machine and in every
version.";

/// Prints the boards, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let mut out = BufWriter::new(io::stdout());
    let count = options.count.try_into().unwrap_or(usize::MAX);
    for seed in (options.seed..).take(count) {
        let board = match draw(options, seed) {
            Ok(board) => board,
            Err(failure) => {
                // The boards before it are good.
                out.flush()?;
                return Err(failure);
            }
        };
        writeln!(out, "{board}")?;
    }
    out.flush()?;
    Ok(0)
}

fn draw(options: &Options, seed: u64) -> Result<DynBoard, Failure> {
    let Options { shape, goal, .. } = options;
    if let Some(distance) = options.distance {
        return DynBoard::at_distance(*shape, distance, seed).map_err(Failure::wrong);
    }
    match options.scramble {
        Some(moves) => DynBoard::scrambled_for(*shape, goal, moves, seed),
        None => DynBoard::from_seed_for(*shape, goal, seed),
    }
    .map_err(Failure::wrong)
}
