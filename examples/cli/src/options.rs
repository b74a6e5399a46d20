//! Values of options, read in the same way by every subcommand.

use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

use npuzzle::notation::{Notation, parse_bytes};
use npuzzle::{DynBoard, Goal, Metric, Moves, ParseErrorKind, Quality, Shape};

/// Reads what the library reads, and says in one line what is wrong.
fn parse<T: FromStr<Err: Error + 'static>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Reads `blank-last`, `blank-first`, `snail`, or a board, with `*` for any tile.
pub(crate) fn parse_goal(text: &str) -> Result<Goal, String> {
    parse(text)
}

/// Reads `optimal`, `within=1.1`, `best` or `fast`.
pub(crate) fn parse_quality(text: &str) -> Result<Quality, String> {
    parse(text)
}

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
    parse_bytes(&text).map_err(|error| error.to_string())
}

/// Reads `tiles` or `slides`.
pub(crate) fn parse_metric(text: &str) -> Result<Metric, String> {
    parse(text)
}

/// Reads `tile`, `blank` or `arrows`.
pub(crate) fn parse_notation(text: &str) -> Result<Notation, String> {
    parse(text)
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

/// Reads `4` (a square), `3x5` or `2x3x4`: rows, columns and layers.
pub(crate) fn parse_shape(text: &str) -> Result<Shape, String> {
    parse(text)
}

/// Writes a shape as [`parse_shape`] reads it.
pub(crate) fn shape_in_words(shape: Shape) -> String {
    shape.to_string().replace(' ', "")
}

/// Reads moves, such as `R2DLU`, by the way the tile moves.
pub(crate) fn parse_moves(text: &str) -> Result<Moves, String> {
    parse(text)
}

/// Reads a board; a bare row of n*n numbers is a square.
pub(crate) fn parse_board(text: &str) -> Result<DynBoard, String> {
    parse(text)
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
        Err(error) if is_grid || error.kind() == ParseErrorKind::Sign => Err(error.to_string()),
        _ => listed,
    }
}
