//! The plots that are drawn from measured results.

use serde_json::Value;

use crate::drawing::picture;
use crate::drawing::plot::{Axis, Plot, Series};
use crate::measured::Results;

/// The longest mean that is drawn, in n^3: the first solution of all, by plain construction, is so
/// much longer that the rest would be one line.
const LONGEST_DRAWN: f64 = 1.5;

/// Returns the plot of the lengths of solutions against time.
pub(crate) fn lengths(results: &Results) -> String {
    let rows = results
        .of("lengths-10s")
        .and_then(|it| it.0["rows"].as_array());
    let series = |row: &Value| {
        let name = row["boards"].as_str().filter(|name| is_square(name))?;
        let points = row["line"].as_array()?.iter();
        let point = |point: &Value| Some((point[0].as_f64()?, point[1].as_f64()?));
        let line = points.filter_map(point).filter(|it| it.1 <= LONGEST_DRAWN);
        Some(Series {
            name: name.to_owned(),
            dots: Vec::new(),
            line: line.collect(),
        })
    };
    let plot = Plot {
        title: "Shorter solutions with time".to_owned(),
        note: "means of up to 5 random boards, Quality::Best on one thread".to_owned(),
        across: Axis {
            name: "seconds a board".to_owned(),
            is_log: true,
        },
        up: Axis {
            name: "moves, in n^3".to_owned(),
            is_log: false,
        },
        series: rows.into_iter().flatten().filter_map(series).collect(),
    };
    picture::svg(&plot.picture(), picture::Theme::Auto)
}

/// The result of the program as it was before it had pools of tables: measured once, for nothing
/// measures it now.
pub(crate) const BEFORE: &str = "24-random-before";

/// The results for random 24-puzzles, and those that say how many boards a second each expands.
const SOLVERS: [(&str, &str, &str); 2] = [
    ("pools of tables", "24-random", "korf24-large"),
    ("four tables", BEFORE, "korf24-before"),
];

/// Returns the plot of how many random 24-puzzles are solved in which time.
pub(crate) fn solved(results: &Results) -> String {
    let series = |(name, row, speed): (&str, &str, &str)| {
        let (row, speed) = (results.of(row)?, results.of(speed)?);
        let speed = speed.number("expanded") / speed.number("solve_seconds");
        let each = row.0["expanded_of_each"].as_array()?.iter();
        let seconds = each.filter_map(|it| Some(it.as_f64()? / speed));
        let solved = seconds.enumerate();
        Some(Series {
            name: name.to_owned(),
            dots: Vec::new(),
            line: solved.map(|(nth, time)| (time, (nth + 1) as f64)).collect(),
        })
    };
    let plot = Plot {
        title: "Random 24-puzzles with the fewest moves".to_owned(),
        note: "50 boards, 1,100 MiB, one core: expansions at the speed of ten of Korf's boards"
            .to_owned(),
        across: Axis {
            name: "seconds a board".to_owned(),
            is_log: true,
        },
        up: Axis {
            name: "boards solved, of 50".to_owned(),
            is_log: false,
        },
        series: SOLVERS.into_iter().filter_map(series).collect(),
    };
    picture::svg(&plot.picture(), picture::Theme::Auto)
}

/// Returns whether a row is of random boards of a square.
fn is_square(name: &str) -> bool {
    name.split_once('x')
        .is_some_and(|(rows, columns)| rows == columns)
}
