//! `npuzzle verify`: plays a given solution.

use std::io::{self, Read, Write};

use clap::Args;
use npuzzle::{DynBoard, Goal, Metric, MoveError, Moves};
use serde::Serialize;

use crate::failure::Failure;
use crate::json::write_line;
use crate::options::{parse_board, parse_goal, parse_metric};
use crate::progress::count;

/// Verify a given solution: play its moves
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 if the moves solve the board, 1 if they do not, 2 if the board or
the moves can't be read. Whether fewer moves are enough, npuzzle solve finds out.")]
pub(crate) struct Options {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_parser = parse_board)]
    board: DynBoard,
    /// Moves such as LUL or R2D, or the numbers of the tiles that move;
    /// - reads them from standard input
    #[arg(allow_hyphen_values = true, verbatim_doc_comment)]
    moves: String,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// The unit of the length: tiles or slides
    #[arg(long, default_value = "tiles", value_parser = parse_metric)]
    metric: Metric,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The result in JSON.
#[derive(Serialize)]
struct Object {
    board: String,
    solves: bool,
    length: usize,
    tiles: usize,
    slides: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_move: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
}

/// Plays the moves, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let Options {
        board,
        goal,
        metric,
        ..
    } = options;
    goal.fits(board.shape()).map_err(Failure::wrong)?;
    let mut text = options.moves.clone();
    if text == "-" {
        text.clear();
        let read = io::stdin().lock().read_to_string(&mut text);
        read.map_err(|error| Failure::Wrong(format!("the moves can't be read: {error}")))?;
    }
    let moves = Moves::parse_on(board, text.trim()).map_err(Failure::wrong)?;
    let mut end = board.clone();
    let illegal = end.play(&moves).err();
    let solves = illegal.is_none() && end.is_solved_for(goal);
    let object = Object {
        board: board.to_string(),
        solves,
        length: metric.length(&moves),
        tiles: Metric::Tiles.length(&moves),
        slides: Metric::Slides.length(&moves),
        illegal_move: match illegal {
            Some(MoveError::Illegal { index, .. }) => Some(index + 1),
            _ => None,
        },
        error: illegal.as_ref().map(ToString::to_string),
        end: illegal.is_none().then(|| end.to_string()),
    };
    let mut out = io::stdout().lock();
    if options.json {
        write_line(&mut out, &object)?;
    } else {
        let Object { tiles, slides, .. } = object;
        let length = match metric {
            Metric::Slides => [(Metric::Slides, slides), (Metric::Tiles, tiles)],
            _ => [(Metric::Tiles, tiles), (Metric::Slides, slides)],
        };
        let [length, other] = length.map(|(metric, length)| count(metric, length));
        match object.error {
            Some(error) => writeln!(out, "{board}: not solved: {error}")?,
            None if solves => writeln!(out, "{board}: solved in {length} ({other})")?,
            None => writeln!(out, "{board}: not solved: {length} ({other}) lead to {end}")?,
        }
    }
    out.flush()?;
    Ok(u8::from(!solves))
}
