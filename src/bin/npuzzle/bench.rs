//! `npuzzle bench`: what this machine can do.

mod measures;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::failure::Failure;
use crate::interrupt::{self, is_interrupted};
use crate::json::write_line;
use crate::output::write_to;
use crate::picture::{Theme, svg};
use crate::progress;
use measures::{Figure, Measure, measures};

/// Measure this machine: text, JSON, and plots
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Also measure with tables of 196 MB
    #[arg(long)]
    full: bool,
    /// Measure a little of everything: for a first look
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Run only the measures whose names contain a word: memory, construction ...
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    only: Vec<String>,
    /// Print one JSON object a figure
    #[arg(long)]
    json: bool,
    /// Write plots to this folder: memory.svg, budget.svg, size.svg
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// light, dark, or auto, which follows the reader's screen
    #[arg(long, default_value = "auto")]
    theme: Theme,
}

const NOTES: &str = "\
It takes half a minute, or a minute with --full, on one thread unless the line
says otherwise. The boards are random ones by seed, the same on every machine.";

/// Measures, prints, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    interrupt::watch();
    let mut measures = measures(options.quick, options.full);
    let known: Vec<&str> = measures.iter().map(|it| it.name).collect();
    if !options.only.is_empty() {
        measures.retain(|it| {
            options
                .only
                .iter()
                .any(|word| it.name.contains(word.as_str()))
        });
    }
    if measures.is_empty() {
        let known = known.join(", ");
        return Err(Failure::Wrong(format!(
            "--only: no measure has such a name; there are {known}"
        )));
    }
    let bar = progress::bar(measures.len() as u64);
    let mut out = io::stdout().lock();
    let mut plots = Vec::new();
    if !options.json {
        bar.suspend(|| writeln!(out, "{:44}{:>14}  {:6}  what", "", "figure", ""))?;
    }
    for Measure { name, run } in measures {
        bar.set_message(name);
        let found = run().map_err(Failure::wrong)?;
        for figure in &found.figures {
            bar.suspend(|| print(&mut out, figure, options.json))?;
        }
        plots.extend(found.plot);
        bar.inc(1);
        if is_interrupted() {
            bar.finish_and_clear();
            return Err(Failure::Stopped("not all was measured".to_owned()));
        }
    }
    bar.finish_and_clear();
    if let Some(folder) = &options.plots {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Wrong(format!("can't make {}: {error}", folder.display())))?;
        for (name, plot) in plots {
            let file = folder.join(format!("{name}.svg"));
            write_to(Some(&file), svg(&plot.picture(), options.theme).as_bytes())?;
        }
    }
    Ok(0)
}

fn print(out: &mut impl Write, figure: &Figure, is_json: bool) -> io::Result<()> {
    let Figure {
        name,
        value,
        unit,
        note,
    } = figure;
    if is_json {
        write_line(&mut *out, figure)?;
    } else {
        let value = in_digits(*value);
        writeln!(out, "{name:44}{value:>14}  {unit:6}  {note}")?;
    }
    out.flush()
}

/// Writes a number with three digits that count.
fn in_digits(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}
