//! Progress on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use npuzzle::{Control, Metric, Status};

use crate::interrupt;

/// The time between two pictures.
const FRAME: Duration = Duration::from_millis(100);

/// Returns a spinner with a message, hidden unless standard error is a terminal.
pub(crate) fn spinner() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner} {msg} ({elapsed})")
}

/// Returns a bar with a message, hidden unless standard error is a terminal.
pub(crate) fn bar(length: u64) -> ProgressBar {
    styled(ProgressBar::new(length), "{bar:20} {wide_msg} {elapsed}")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Makes a call that Ctrl-C or a timeout ends, under a spinner that shows its progress.
pub(crate) fn watched<T>(
    timeout: Option<Duration>,
    message: impl Fn(&Status) -> String,
    call: impl FnOnce(Control<'_>) -> T,
) -> T {
    let spinner = spinner();
    let control = interrupt::control(timeout).on_progress(shown(&spinner, message));
    let result = call(control);
    spinner.finish_and_clear();
    result
}

/// Returns a callback that shows reports as messages of a spinner, at most ten times per second, and
/// never stops the search.
pub(crate) fn shown(
    spinner: &ProgressBar,
    message: impl Fn(&Status) -> String,
) -> impl FnMut(&Status) -> ControlFlow<()> {
    let mut drawn = Instant::now();
    move |known| {
        if drawn.elapsed() >= FRAME {
            drawn = Instant::now();
            spinner.set_message(message(known));
            spinner.tick();
        }
        ControlFlow::Continue(())
    }
}

/// Describes the progress of a board, or of the tables that it waits for. `before` counts the boards
/// that earlier processes expanded.
pub(crate) fn describe(board: usize, before: u64, known: &Status) -> String {
    if let Some(tables) = &known.tables {
        let percent = 100 * tables.known / tables.entries.max(1);
        return match tables.level {
            0 => format!("tables: {percent} %"),
            level => format!("tables: {percent} %, at distance {level}"),
        };
    }
    let expanded = known.stats.expanded as f64 / 1e6;
    let seconds = known.stats.search.as_secs_f64().max(1e-3);
    let rate = (expanded - before as f64 / 1e6) / seconds;
    let bound = count(known.metric, known.lower_bound);
    format!("board {board}: at least {bound}, {expanded:.1} M boards expanded, {rate:.0} M/s")
}

/// Returns "1 move", "2 moves" and so on.
pub(crate) fn moves(number: usize) -> String {
    count(Metric::SingleTile, number)
}

/// Returns "1 move", "2 moves" and so on, or by slides "1 slide", "2 slides".
pub(crate) fn count(metric: Metric, number: usize) -> String {
    let is_slides = metric == Metric::MultiTile;
    counted(number as u64, if is_slides { "slide" } else { "move" })
}

/// Returns a number and a noun, "1 step" or "2 steps".
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Writes a line to standard error, if it can be written.
pub(crate) fn note(what: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{what}");
}

/// Writes a time as minutes and seconds.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
