//! Values of options, read in the same way by every subcommand.

use std::time::Duration;

use npuzzle::notation::parse_bytes;
use npuzzle::{DynBoard, Goal, Metric, ParseErrorKind, Shape};

use crate::failure::told;

/// Reads a size of memory in bytes; a number alone counts MiB.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let is_number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let text = if is_number {
        format!("{text}MiB")
    } else {
        text.to_owned()
    };
    parse_bytes(&text).map_err(told)
}

/// Reads a time in seconds, such as `0.5`.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|it: &f64| !it.is_nan());
    let seconds = seconds.ok_or("not a number of seconds")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let fault = if seconds < 0.0 { "negative" } else { "so long" };
        format!("a time can't be {fault}")
    })
}

/// Writes a shape as options take it: `3x5`.
pub(crate) fn shape_in_words(shape: Shape) -> String {
    shape.to_string().replace(' ', "")
}

/// Reads a board; a bare row of n*n numbers is a square.
pub(crate) fn parse_board(text: &str) -> Result<DynBoard, String> {
    text.parse::<DynBoard>().map_err(told)
}

/// Reads a goal.
pub(crate) fn parse_goal(text: &str) -> Result<Goal, String> {
    text.parse::<Goal>().map_err(told)
}

/// Reads a board of this shape: a list of numbers fills it in reading order.
pub(crate) fn parse_board_of(shape: Shape, text: &str) -> Result<DynBoard, String> {
    let own = match text.parse::<DynBoard>() {
        Ok(board) if board.shape() == shape => return Ok(board),
        own => own,
    };
    let (rows, columns, layers) = (shape.rows(), shape.columns(), shape.layers());
    let list = text.trim_start_matches('\u{feff}');
    let listed = parse_board(&format!("{rows}x{columns}x{layers}: {list}"));
    let is_grid = text.trim().contains(['/', ';', '\n', '[', ':']);
    match own {
        _ if listed.is_ok() => listed,
        Ok(board) if is_grid => Err(format!(
            "the board is {}, but --shape says {shape}",
            board.shape()
        )),
        // Its bytes are those of the text.
        Err(error) if is_grid || error.kind() == ParseErrorKind::Sign => Err(told(error)),
        _ => listed,
    }
}

/// Reads a metric by its name, or by the name that the command used to give it.
pub(crate) fn parse_metric(text: &str) -> Result<Metric, String> {
    match text {
        "tiles" => Ok(Metric::SingleTile),
        "slides" => Ok(Metric::MultiTile),
        _ => text.parse().map_err(told),
    }
}
