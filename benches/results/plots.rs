//! The plots that are drawn from measured results.

use std::path::Path;

use plotters::prelude::*;
use serde_json::Value;

use crate::{Outcome, Results};

/// A line with its name.
type Series = (String, Vec<(f64, f64)>);

/// Draws lines over a logarithmic axis of seconds.
fn draw(
    file: &Path,
    title: &str,
    up: &str,
    range: std::ops::Range<f64>,
    names_at: SeriesLabelPosition,
    series: &[Series],
) -> Outcome {
    let times = || {
        series
            .iter()
            .flat_map(|it| it.1.iter().map(|point| point.0))
    };
    let (first, last) = (
        times().fold(f64::MAX, f64::min),
        times().fold(0.0, f64::max),
    );
    let area = SVGBackend::new(file, (760, 460)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .set_left_and_bottom_label_area_size(44)
        .build_cartesian_2d((first..last).log_scale(), range)?;
    let seconds = |value: &f64| format!("{value}");
    chart
        .configure_mesh()
        .x_desc("seconds per board, one core")
        .y_desc(up)
        .x_label_formatter(&seconds)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (nth, (name, points)) in series.iter().enumerate() {
        let colour = Palette99::pick(nth).stroke_width(2);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour));
    }
    chart
        .configure_series_labels()
        .position(names_at)
        .border_style(BLACK.mix(0.3))
        .background_style(WHITE)
        .draw()?;
    area.present()?;
    Ok(())
}

/// Draws the lengths of solutions against time.
pub(crate) fn lengths(results: &Results, file: &Path) -> Outcome {
    // By plain construction, in the first milliseconds, solutions are so long that the rest would be one line.
    const LONGEST: f64 = 1.3;
    let rows = results
        .get("lengths-10s")
        .and_then(|it| it["rows"].as_array());
    let series = |row: &Value| {
        let name = row["boards"].as_str()?;
        name.split_once('x')
            .filter(|(rows, columns)| rows == columns)?;
        let point = |point: &Value| Some((point[0].as_f64()?, point[1].as_f64()?));
        let points = row["line"].as_array()?.iter().filter_map(point);
        Some((
            name.to_owned(),
            points.filter(|it| it.1 <= LONGEST).collect(),
        ))
    };
    let series: Vec<Series> = rows.into_iter().flatten().filter_map(series).collect();
    let title = "Shorter solutions with time: means of up to 5 random boards";
    draw(
        file,
        title,
        "moves, in n^3",
        0.75..LONGEST,
        SeriesLabelPosition::UpperRight,
        &series,
    )
}

/// Draws how many random 24-puzzles are solved in which time.
pub(crate) fn solved(results: &Results, file: &Path) -> Outcome {
    let series = |(name, row, speed): (&str, &str, &str)| {
        // Times are those of the expansions at the speed of ten of Korf's boards: another machine draws the same line.
        let speed = results.get(speed)?;
        let speed = speed["expanded"].as_f64()? / speed["solve_seconds"].as_f64()?;
        let each = results.get(row)?["expanded_of_each"].as_array()?.iter();
        let seconds = each.filter_map(|it| Some(it.as_f64()? / speed));
        let points = seconds
            .enumerate()
            .map(|(nth, time)| (time, (nth + 1) as f64));
        Some((name.to_owned(), points.collect()))
    };
    let series: Vec<Series> = [
        ("pools of tables", "24-random", "korf24-large"),
        ("four tables", "24-random-before", "korf24-before"),
    ]
    .into_iter()
    .filter_map(series)
    .collect();
    let title = "Random 24-puzzles with the fewest moves, 1,100 MiB";
    draw(
        file,
        title,
        "boards solved, of 50",
        0.0..30.0,
        SeriesLabelPosition::UpperLeft,
        &series,
    )
}
