//! `npuzzle draw`: pictures of boards.

mod board;
mod cycles;
mod inversions;
mod strip;
mod tray;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use npuzzle::{Control, DynBoard, Goal, Moves, Quality, SolveError, Solver};

pub(crate) use board::{Colours, Look, Scene, board_picture};

use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::options::{parse_board, parse_goal, parse_moves};
use crate::output::write_to;
use crate::picture::{Picture, Theme, png, svg};
use crate::progress;

/// Draw a board, its solution, its inversions or its cycles, as SVG or PNG
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// A board such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_name = "BOARD", value_parser = parse_board)]
    board: DynBoard,
    /// View to draw
    #[arg(long = "as", value_name = "VIEW", value_enum, default_value_t = View::Board)]
    view: View,
    /// Meaning of the colours of tiles
    #[arg(long, value_enum, default_value_t = Colours::Home)]
    colours: Colours,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// The moves of a strip, such as R2DLU [default: a solution]
    #[arg(long, value_parser = parse_moves)]
    moves: Option<Moves>,
    /// Maximum number of boards of a strip
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(2..))]
    frames: u16,
    /// light, dark, or auto, which follows the reader's screen (SVG)
    #[arg(long, default_value = "auto")]
    theme: Theme,
    /// The side of a cell
    #[arg(long, value_name = "PIXELS", default_value_t = 56, value_parser = clap::value_parser!(u16).range(8..=512))]
    cell: u16,
    /// Write an SVG to this file [default: to standard output]
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG to this file, - for standard output
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Pixels of the PNG for each pixel of --cell
    #[arg(long, default_value_t = 2.0)]
    scale: f64,
}

const NOTES: &str = "\
Examples:
  npuzzle draw \"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15\" > board.svg
  npuzzle draw --as strip --png strip.png \"1 2 3/0 4 6/7 5 8\"
  npuzzle draw --as inversions --theme dark --svg arcs.svg \"8 1 3/4 0 2/7 6 5\"";

/// A view of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// The board
    Board,
    /// The boards of a solution, side by side
    Strip,
    /// The tiles in a row, an arc for each inversion; above 30 of them, numbers
    Inversions,
    /// Arrows to the homes, a colour for each cycle; above 9 tiles, chains below
    Cycles,
}

/// Draws what the options say, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    let goal = &options.goal;
    goal.fits(options.board.shape()).map_err(Failure::wrong)?;
    let picture = draw(options)?;
    if let Some(file) = &options.png {
        let image = png(&picture, options.scale, options.theme);
        let image = image.map_err(|error| Failure::Wrong(error.to_string()))?;
        write_to(Some(file), &image)?;
    }
    if options.svg.is_some() || options.png.is_none() {
        write_to(
            options.svg.as_deref(),
            svg(&picture, options.theme).as_bytes(),
        )?;
    }
    Ok(0)
}

fn draw(options: &Options) -> Result<Picture, Failure> {
    let Options { board, goal, .. } = options;
    let look = Look {
        cell: f64::from(options.cell),
        colours: options.colours,
        farthest: None,
    };
    Ok(match options.view {
        View::Board => board_picture(board, goal, look),
        View::Cycles => cycles::picture(board, goal, look),
        View::Inversions if board.shape().cells() > inversions::MAX_CELLS => {
            let most = inversions::MAX_CELLS;
            let why = format!("inversions can be drawn for boards of {most} cells at most");
            return Err(Failure::Wrong(why));
        }
        View::Inversions => inversions::picture(board, goal, look),
        View::Strip => {
            let moves = match &options.moves {
                Some(moves) => moves.clone(),
                None => solution(board, goal)?,
            };
            strip::picture(board, goal, &moves, usize::from(options.frames), look)
                .map_err(Failure::wrong)?
        }
    })
}

/// Solves a board: the shortest solution that about a second's work finds.
pub(crate) fn solution(board: &DynBoard, goal: &Goal) -> Result<Moves, Failure> {
    interrupt::watch();
    let builder = Solver::builder().goal(goal.clone()).quality(Quality::Best);
    let solver = builder.build();
    let spinner = progress::spinner();
    let mut show = progress::at_times(|known, elapsed| {
        spinner.set_message(progress::describe(1, known, elapsed));
        spinner.tick();
    });
    let started = std::time::Instant::now();
    let mut control = Control::new()
        .cancel(&INTERRUPTED)
        .on_progress(|known| show(known, started.elapsed()));
    let result = solver.solve_with(board, &mut control);
    drop(control);
    spinner.finish_and_clear();
    match result {
        Ok(solution) => Ok(solution.into_moves()),
        Err(SolveError::Unsolvable(why)) => Err(Failure::Wrong(why.to_string())),
        Err(SolveError::Stopped(_)) => Err(Failure::Stopped("no solution yet".to_owned())),
        Err(error) => Err(Failure::wrong(error)),
    }
}
