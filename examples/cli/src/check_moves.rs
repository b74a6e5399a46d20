//! `npuzzle check-moves`: plays a given solution.

use std::io::{self, Read, Write};

use clap::Args;
use npuzzle::notation::Notation;
use npuzzle::{DynBoard, Goal, Metric, PlayError};
use serde::Serialize;

use crate::failure::Failure;
use crate::json::write_line;
use crate::options::{parse_board, parse_goal, parse_metric, parse_moves_as, parse_notation};
use crate::progress::count;

/// Check a given solution: play its moves
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_parser = parse_board)]
    board: DynBoard,
    /// Moves such as LUL, R2D or ←↑←; - reads them from standard input
    #[arg(allow_hyphen_values = true)]
    moves: String,
    /// Notation of MOVES: tile or arrows, for the way the tile moves;
    /// blank, for the way the blank moves
    #[arg(long = "moves", value_name = "AS", default_value = "tile", value_parser = parse_notation, verbatim_doc_comment)]
    notation: Notation,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// The unit of lengths: tiles or slides
    #[arg(long, default_value = "tiles", value_parser = parse_metric)]
    metric: Metric,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const NOTES: &str = "\
Exit status: 0 if the moves solve the board, 1 if they do not, 2 if the board or
the moves can't be read. Whether fewer moves are enough is not checked: npuzzle
solve finds that out.";

/// The longest text of moves that is read, in bytes: several times the longest solution known of
/// the largest board.
const MAX_TEXT: u64 = 1 << 28;

/// Plays the moves, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let Options { board, goal, .. } = options;
    goal.fits(board.shape()).map_err(Failure::wrong)?;
    let moves = match options.moves.as_str() {
        "-" => read()?,
        text => text.to_owned(),
    };
    let moves = parse_moves_as(moves.trim(), options.notation).map_err(Failure::Wrong)?;
    let mut end = board.clone();
    let illegal = end.play(&moves).err();
    let illegal = illegal.map(|error| (error.index, described(&error, options.notation)));
    let solves = illegal.is_none() && end.is_solved_for(goal);
    let mut out = io::stdout().lock();
    if options.json {
        let (illegal_move, error) = illegal.map(|(index, error)| (index + 1, error)).unzip();
        let object = Object {
            board: board.to_string(),
            solves,
            length: options.metric.length(&moves),
            tiles: Metric::Tiles.length(&moves),
            slides: Metric::Slides.length(&moves),
            end: illegal_move.is_none().then(|| end.to_string()),
            illegal_move,
            error,
        };
        write_line(&mut out, &object)?;
    } else if let Some((_, error)) = illegal {
        writeln!(out, "{board}: not solved: {error}")?;
    } else {
        let length = count(options.metric, options.metric.length(&moves));
        let other = match options.metric {
            Metric::Slides => Metric::Tiles,
            _ => Metric::Slides,
        };
        let other = count(other, other.length(&moves));
        if solves {
            writeln!(out, "{board}: solved in {length} ({other})")?;
        } else {
            writeln!(out, "{board}: not solved: {length} ({other}) lead to {end}")?;
        }
    }
    out.flush()?;
    Ok(u8::from(!solves))
}

/// The effect of the moves, in JSON.
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

/// Says which move is illegal, and how it was written if its letter is another one.
fn described(error: &PlayError, notation: Notation) -> String {
    match notation {
        Notation::Blank => {
            let letter = error.direction.opposite();
            format!("{error} (written as {letter}, the way the blank moves)")
        }
        _ => error.to_string(),
    }
}

/// Reads moves from standard input.
fn read() -> Result<String, Failure> {
    let unread =
        |error: &dyn std::fmt::Display| Failure::Wrong(format!("the moves can't be read: {error}"));
    let mut text = String::new();
    let input = io::stdin().lock();
    let length = input.take(MAX_TEXT + 1).read_to_string(&mut text);
    match length {
        Ok(length) if length as u64 > MAX_TEXT => Err(unread(&format_args!(
            "they are longer than {MAX_TEXT} bytes"
        ))),
        Ok(_) => Ok(text),
        Err(error) => Err(unread(&error)),
    }
}
