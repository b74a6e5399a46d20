//! `npuzzle watch`: a solution as an animation.

mod css;
mod film;
mod show;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use npuzzle::{DynBoard, Goal, Moves};

use crate::draw::{Colours, Look, solution};
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{parse_board, parse_goal, parse_moves, parse_seconds};
use crate::output::write_to;
use crate::picture::Theme;
use crate::tui;
use show::Show;

/// Watch how a board is solved, in the terminal, as an animated SVG, or as a GIF
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_name = "BOARD", value_parser = parse_board)]
    board: DynBoard,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// The moves to watch, such as R2DLU [default: a solution]
    #[arg(long, value_parser = parse_moves)]
    moves: Option<Moves>,
    /// Time of a move
    #[arg(long, value_name = "SECONDS", default_value = "0.35", value_parser = parse_seconds,
        allow_negative_numbers = true)]
    pace: Duration,
    /// Write an SVG that moves by CSS, without a script
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Meaning of the colours of tiles
    #[arg(long, value_enum, default_value_t = Colours::Home)]
    colours: Colours,
    /// light, dark, or auto, which follows the reader's screen (SVG)
    #[arg(long, default_value = "auto")]
    theme: Theme,
    /// The side of a cell of SVG and GIF
    #[arg(long, value_name = "PIXELS", default_value_t = 56, value_parser = clap::value_parser!(u16).range(8..=512))]
    cell: u16,
}

const NOTES: &str = "\
In the terminal: space pauses, the arrow keys step forward and back, + and -
change the pace, q quits. If standard output is not a terminal, all boards are
printed.";

/// The fastest pace: a hundredth of a second, as fast as a GIF can be.
const FASTEST: Duration = Duration::from_millis(10);

/// The most moves of an animation in a file; a longer one would take gigabytes.
const MOST_MOVES: usize = 10_000;

/// Shows the animation, or writes it, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let Options { board, goal, .. } = options;
    goal.fits(board.shape()).map_err(Failure::wrong)?;
    let moves = match &options.moves {
        Some(moves) => moves.clone(),
        None => solution(board, goal)?,
    };
    board.clone().play(&moves).map_err(Failure::wrong)?;
    let pace = options.pace.max(FASTEST);
    let look = Look {
        cell: f64::from(options.cell),
        colours: options.colours,
        farthest: None,
    }
    .of_all(board, goal, &moves);
    let is_written = options.svg.is_some() || options.gif.is_some();
    if is_written && moves.len() > MOST_MOVES {
        let why = format!(
            "{} moves; a file may have {MOST_MOVES} at most",
            moves.len()
        );
        return Err(Failure::Wrong(why));
    }
    if let Some(file) = &options.svg {
        let svg = css::animated(board, goal, &moves, pace, look, options.theme);
        write_to(Some(file), svg.as_bytes())?;
    }
    if let Some(file) = &options.gif {
        interrupt::watch();
        let gif = film::film(board, goal, &moves, pace, look, options.theme)?;
        write_to(Some(file), &gif)?;
    }
    if is_written {
        return Ok(0);
    }
    if io::stdout().is_terminal() {
        let mut show = Show::new(board.clone(), goal.clone(), moves, pace);
        tui::run(&mut show)?;
    } else {
        print(board, &moves)?;
    }
    Ok(0)
}

/// Prints all boards, from the first to the last.
fn print(board: &DynBoard, moves: &Moves) -> Result<(), Failure> {
    let mut board = board.clone();
    let mut out = io::stdout().lock();
    writeln!(out, "{board:#}")?;
    for (nth, direction) in (1..).zip(moves) {
        let tile = board.slide(direction).map_err(Failure::wrong)?;
        writeln!(out, "\n{nth}: tile {tile} {direction}\n{board:#}")?;
    }
    out.flush()?;
    Ok(())
}
