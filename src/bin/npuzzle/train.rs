//! `npuzzle train`: fits the weights of pairs by self-play.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use npuzzle::Shape;
use npuzzle::train::{PairTraining, PairWeights};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::parse_shape;
use crate::output;
use crate::progress;

/// Fit the weights that rank boards of 5x5 to 9x9 to solutions found with their help
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Rows and columns, 5x5 to 9x9; several shapes take turns
    #[arg(value_parser = parse_shape, required = true)]
    shapes: Vec<Shape>,
    /// Rounds; from the 17th on, boards of a layer are compared
    #[arg(long, value_name = "N", default_value_t = 48)]
    rounds: u32,
    /// The number of boards that a round begins with
    #[arg(long, value_name = "N", default_value_t = 300)]
    games: u32,
    /// The same shapes, numbers and seed give the same weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Continue with the weights in this file, as from round 17 on
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Keep the weights in a folder, for `solve --cache DIR`
    #[arg(long, value_name = "DIR", required_unless_present = "out")]
    cache: Option<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const NOTES: &str = "\
A round of 300 boards takes some seconds on 5x5, half a minute on 7x7.
Ctrl-C ends the training; the weights of the rounds that are done are written.";

/// The steps of the bar that a round has.
const STEPS: f64 = 100.0;

/// Trains, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let training = PairTraining::new(&options.shapes, options.seed).map_err(Failure::wrong)?;
    let mut training = training.with_games(options.games);
    if let Some(file) = &options.from {
        training = training.with_weights(&PairWeights::load(file).map_err(Failure::wrong)?);
    }
    interrupt::watch();
    let bar = progress::bar(u64::from(options.rounds) * STEPS as u64);
    let mut weights = training.weights();
    let before = training.progress().rounds;
    let mut rounds = 0;
    while rounds < options.rounds && !interrupt::is_interrupted() {
        let now = training.advance().map_err(Failure::wrong)?;
        let done = now.rounds - before;
        bar.set_position(((f64::from(done) + now.part) * STEPS) as u64);
        if done > rounds {
            rounds = done;
            weights = training.weights();
            let mean = now.mean.unwrap_or_default();
            let line = format!("round {rounds}: {mean:.1} moves a board");
            bar.set_message(line.clone());
            if bar.is_hidden() {
                eprintln!("{line}");
            }
        }
    }
    bar.finish_and_clear();
    if rounds == 0 {
        return Err(Failure::Stopped("no round was done".into()));
    }
    if let Some(out) = &options.out {
        output::write_to(Some(out), &weights.to_bytes())?;
    }
    if let Some(cache) = &options.cache {
        fs::create_dir_all(cache).map_err(|error| {
            let name = cache.display();
            Failure::Wrong(format!("can't make {name}: {error}"))
        })?;
        for &shape in &options.shapes {
            let file = PairWeights::file_in(cache, shape);
            weights.save(file).map_err(Failure::wrong)?;
        }
    }
    Ok(u8::from(rounds < options.rounds))
}
