//! Values of options, read in the same way by every subcommand.

use std::ffi::OsStr;
use std::sync::Once;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use npuzzle::notation::{read_board, read_goal};
use npuzzle::{DynBoard, Goal, HeuristicKind, Metric, ParseError, ParseErrorKind, Quality, Shape};

use crate::failure::told;
use crate::progress::note;

/// Reads a size of memory in bytes: a number with a unit, `kB`, `MB`, `GB` or `TB` for powers of 1000,
/// `KiB`, `MiB`, `GiB` or `TiB` for powers of 1024, and without one in MiB.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    let expected =
        "a size of memory is a number of MiB, or one with a unit such as 250MB or 1.5GiB";
    bytes(text.trim()).ok_or_else(|| expected.to_owned())
}

fn bytes(text: &str) -> Option<u64> {
    let end = text.find(|it: char| !it.is_ascii_digit() && it != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let unit = match unit.trim_start() {
        "" => "mib".to_owned(),
        unit => unit.to_ascii_lowercase(),
    };
    let prefix = unit.strip_suffix('b').unwrap_or(&unit);
    let (prefix, base) = match prefix.strip_suffix('i') {
        Some(prefix) if !prefix.is_empty() => (prefix, 1024_f64),
        _ => (prefix, 1000.0),
    };
    let power = ["", "k", "m", "g", "t"]
        .iter()
        .position(|&it| it == prefix)?;
    let bytes = number.parse::<f64>().ok()? * base.powi(power as i32);
    (bytes < u64::MAX as f64).then_some(bytes as u64)
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
#[cfg(feature = "play")]
pub(crate) fn shape_in_words(shape: Shape) -> String {
    shape.to_string().replace(' ', "")
}

/// Reads a board; a bare row of n*n numbers is a square.
pub(crate) fn parse_board(text: &str) -> Result<DynBoard, String> {
    let board = read_board(text).map_err(told)?;
    note_blank(text, std::slice::from_ref(&board));
    Ok(board)
}

/// Returns the message of an error, with the option that says the shape of a list.
pub(crate) fn asking_for_shape(error: ParseError) -> String {
    let told = told(error);
    let hint = told.contains("no square").then_some("; or use --shape");
    told + hint.unwrap_or_default()
}

/// Says once on standard error if the largest number of a text was taken for the blank.
pub(crate) fn note_blank(text: &str, boards: &[DynBoard]) {
    static NOTED: Once = Once::new();
    let plain = text.lines().filter_map(|line| line.split('#').next());
    let words = plain.flat_map(|line| line.split(|it: char| !it.is_ascii_alphanumeric()));
    let has = |number| words.clone().any(|it| it.parse() == Ok::<usize, _>(number));
    // Nearly every text has a 0.
    let mut cells = boards.iter().map(|board| board.shape().cells());
    if has(0) {
        return;
    }
    if let Some(tile) = cells.find(|&cells| has(cells) && has(cells - 1)) {
        NOTED.call_once(|| {
            note(format_args!("note: tile {tile} is taken for the blank"));
        });
    }
}

/// Reads a board of this shape: a list of numbers fills it in reading order.
pub(crate) fn parse_board_of(shape: Shape, text: &str) -> Result<DynBoard, String> {
    let own = match read_board(text) {
        Ok(board) if board.shape() == shape => return Ok(board),
        own => own,
    };
    let (rows, columns, layers) = (shape.rows(), shape.columns(), shape.layers());
    let list = text.trim_start_matches('\u{feff}');
    let listed = parse_board(&format!("{rows}x{columns}x{layers}: {list}"));
    let is_grid = text.trim().contains(['/', ';', '\n', '[', ':']);
    match own {
        _ if listed.is_ok() => listed,
        Ok(board) if is_grid => {
            let own = board.shape();
            Err(format!("the board is {own}, but --shape says {shape}"))
        }
        // Its bytes are those of the text.
        Err(error) if is_grid || error.kind() == ParseErrorKind::Sign => Err(told(error)),
        _ => listed,
    }
}

/// A parser of values of which some have names, separated by spaces here: shells complete these.
#[derive(Clone)]
pub(crate) struct Named<T> {
    pub(crate) names: &'static str,
    parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.split(' ').map(PossibleValue::new)))
    }
}

pub(crate) const GOAL: Named<Goal> = Named {
    names: "blank-last blank-first snail",
    parse: |text| read_goal(text).map_err(told),
};
pub(crate) const QUALITY: Named<Quality> = Named {
    names: "optimal within=1.1 best fast",
    parse: |text| text.parse().map_err(told),
};
pub(crate) const METRIC: Named<Metric> = Named {
    names: "stm mtm",
    parse: parse_metric,
};
pub(crate) const HEURISTIC: Named<HeuristicKind> = Named {
    names: "manhattan linear-conflict walking-distance patterns",
    parse: |text| text.parse().map_err(told),
};

/// Reads a metric by its name, or by the name that the command used to give it.
fn parse_metric(text: &str) -> Result<Metric, String> {
    match text {
        "tiles" => Ok(Metric::SingleTile),
        "slides" => Ok(Metric::MultiTile),
        _ => text.parse().map_err(told),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory_have_units() {
        for (text, bytes) in [
            ("0", Some(0)),
            ("1.5", Some(3 << 19)),
            (" 250MB", Some(250_000_000)),
            ("250 mb", Some(250_000_000)),
            ("1.5GiB", Some(3 << 29)),
            ("0.125kib", Some(128)),
            ("4k", Some(4_000)),
            ("1.1GB", Some(1_100_000_000)),
            ("9007199254740993B", Some(1 << 53)),
            ("18446744073709551616B", None),
            ("99999999TiB", None),
            ("", None),
            ("MB", None),
            ("-1", None),
            ("1.2.3MB", None),
            ("1iB", None),
            ("1..", None),
            ("infinity", None),
            (&format!("1{}MB", "0".repeat(500)), None),
            ("5 apples", None),
        ] {
            assert_eq!(parse_memory(text).ok(), bytes, "{text}");
        }
    }
}
