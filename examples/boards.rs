//! Prints boards, one a line: the same ones for the same options, on every machine and for ever.
//!
//! ```text
//! cargo run --release --example boards -- 4x4 100 | cargo run --release --example solve -- --json
//! cargo run --release --example boards -- 3x3x3 10 --scramble 40
//! cargo run --release --example boards -- 3x3 5 --distance 31
//! ```

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use npuzzle::{DynBoard, Goal, Shape};

/// Prints boards that can be solved, drawn uniformly from all of their shape.
#[derive(Parser)]
struct Options {
    /// Rows, columns and, in a box, layers: 4x4, 3x5, 3x3x3.
    #[arg(value_parser = parse_shape)]
    shape: Shape,
    /// How many boards.
    #[arg(default_value_t = 1)]
    count: u64,
    /// The seed of the first board; each has the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// blank-last, blank-first or snail.
    #[arg(long, default_value = "blank-last", value_parser = str::parse::<Goal>)]
    goal: Goal,
    /// Walk so many moves away from the goal instead, never straight back.
    #[arg(long, value_name = "MOVES", conflicts_with = "distance")]
    scramble: Option<usize>,
    /// Draw boards whose shortest solution has so many moves, for the goal blank-last.
    #[arg(long, value_name = "MOVES")]
    distance: Option<usize>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut out = BufWriter::new(io::stdout());
    for seed in (options.seed..).take(options.count.try_into().unwrap_or(usize::MAX)) {
        let board = match draw(&options, seed) {
            Ok(board) => board,
            Err(reason) => {
                eprintln!("error: {reason}");
                return ExitCode::from(2);
            }
        };
        // Whoever read our output has seen enough.
        if writeln!(out, "{board}").is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

fn draw(options: &Options, seed: u64) -> Result<DynBoard, String> {
    let Options { shape, goal, .. } = options;
    if let Some(distance) = options.distance {
        return DynBoard::at_distance(*shape, distance, seed).map_err(|error| error.to_string());
    }
    let board = match options.scramble {
        Some(moves) => DynBoard::scrambled_for(*shape, goal, moves, seed),
        None => DynBoard::from_seed_for(*shape, goal, seed),
    };
    board.map_err(|error| error.to_string())
}

fn parse_shape(text: &str) -> Result<Shape, String> {
    let sides = text
        .split('x')
        .map(|side| side.parse().map_err(|_| "a shape is 4x4, 3x5 or 3x3x3"))
        .collect::<Result<Vec<usize>, _>>()?;
    match sides[..] {
        [rows, cols] => Shape::new(rows, cols, 1),
        [rows, cols, layers] => Shape::new(rows, cols, layers),
        _ => return Err("a shape has two or three sides".into()),
    }
    .map_err(|error| error.to_string())
}
