//! `npuzzle distances`: the number of boards at each distance, and the farthest ones.

use std::path::{Path, PathBuf};

use clap::Args;
use npuzzle::{Control, Goal, Metric, Shape, SolveError, Solver, Space, Status};
use plotters::prelude::*;

use crate::failure::Failure;
use crate::options::{GOAL, METRIC};
use crate::output::write_to;
use crate::plot;
use crate::progress;
use crate::solve::{despite_cache, with_cache};

/// Count the boards of a shape at each distance from the goal
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Rows, columns and layers, of up to 12 cells: 3x4, 2x2x3
    shape: Shape,
    /// blank-last, blank-first, snail, or a board with * for any tile
    #[arg(long, default_value = "blank-last", value_parser = GOAL, hide_possible_values = true)]
    goal: Goal,
    /// Unit of moves: stm (single tiles) or mtm (runs of tiles)
    #[arg(long, default_value = "stm", value_parser = METRIC, hide_possible_values = true)]
    metric: Metric,
    /// Print the farthest boards after the table, one per line
    #[arg(long)]
    farthest: bool,
    /// Print the table as comma-separated values
    #[arg(long, conflicts_with = "farthest")]
    csv: bool,
    /// Write a histogram
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Keep the distances in a file of this folder
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Number of threads; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

const NOTES: &str = "\
Every board is counted: 239,500,800 of 12 cells take seconds and 70 MB. With * in
the goal, the distance is that of the nearest board of the goal.

Example, the two hardest boards of the 8-puzzle:
  npuzzle distances 3x3 --farthest";

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let space = build(options)?;
    let total: u64 = space.histogram().iter().sum();
    let share = |&count: &u64| (count, count as f64 / total as f64);
    let rows = (0..).zip(space.histogram().iter().map(share));
    let mut lines = Vec::new();
    if options.csv {
        lines.push("distance,boards,share".to_owned());
        lines.extend(rows.map(|(moves, (count, share))| format!("{moves},{count},{share:.9}")));
    } else {
        lines.push(format!("{:>8}{:>13}{:>13}", "distance", "boards", "share"));
        let row = |(moves, (count, share)): (u8, (u64, f64))| {
            format!("{moves:>8}{count:>13}{:>11.6} %", 100.0 * share)
        };
        lines.extend(rows.map(row));
        let moves = progress::count(options.metric, space.radius());
        let boards = progress::counted(total, "board");
        lines.push(format!("\n{boards}; the farthest need {moves}"));
    }
    if options.farthest {
        lines.push(String::new());
        lines.extend(space.farthest().map(|board| board.to_string()));
    }
    if let Some(file) = &options.svg {
        write_plot(file, &space)?;
    }
    lines.push(String::new());
    write_to(None, lines.join("\n").as_bytes())
}

/// Builds the space, or reads it. A file of the cache that can't be used is ignored.
fn build(options: &Options) -> Result<Space, Failure> {
    let builder = Solver::builder().goal(options.goal.clone());
    let builder = builder.metric(options.metric).threads(options.threads);
    let solver = with_cache(builder, options.cache.as_ref()).build();
    let build = |control: Control<'_>| solver.space_with(options.shape, control);
    let show = |known: &Status| progress::describe(1, 0, known);
    match despite_cache(|| progress::watched(None, show, build)) {
        Err(SolveError::Stopped(_)) => Err(Failure::Stopped("not all boards were reached".into())),
        space => Ok(space?),
    }
}

/// Writes an SVG with a bar for each distance.
fn write_plot(file: &Path, space: &Space) -> Result<(), Failure> {
    let counts = space.histogram();
    let most = counts.iter().copied().max().unwrap_or_default();
    let caption = format!("Boards by distance, {}", space.shape());
    plot::write(file, &caption, 90, |chart| {
        let mut chart = chart.build_cartesian_2d(0..space.radius() + 1, 0..most + most / 20 + 1)?;
        let moves = progress::count(space.metric(), 2);
        chart
            .configure_mesh()
            .x_desc(moves.trim_start_matches("2 "))
            .y_desc("boards")
            .label_style(plot::LABEL)
            .light_line_style(TRANSPARENT)
            .draw()?;
        let bars = (0..).zip(counts).map(|(distance, &count)| {
            let corners = [(distance, 0), (distance + 1, count)];
            let mut bar = Rectangle::new(corners, plot::BLUE.filled());
            bar.set_margin(0, 0, 0, 1);
            bar
        });
        chart.draw_series(bars)?;
        Ok(())
    })
}
