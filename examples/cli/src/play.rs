//! `npuzzle play`: the game, in the terminal.
//!
//! `app` receives keys, the mouse and the time, and owns everything; `view` draws it. Neither uses a
//! terminal, so tests press keys and read the screen.

mod app;
mod date;
mod drawing;
mod game;
mod kind;
mod menu;
mod opening;
mod popups;
mod program;
mod question;
mod scroll;
mod store;
#[cfg(test)]
mod tests;
mod thinker;
mod typing;
mod view;
mod why;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use npuzzle::{DynBoard, Goal, Shape};

use crate::failure::Failure;
use crate::options::{parse_board, parse_goal, parse_shape};
use crate::tui::{self, Palette};
use app::{App, Setting};
use date::Date;
use menu::{Choice, Level};
use store::Store;

/// Play in the terminal: by keys or mouse, with hints and solutions
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// A board to begin with, such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_name = "BOARD", value_parser = parse_board)]
    board: Option<DynBoard>,
    /// Begin with a random board of this shape: 4x4, 3x5, 3x3x3
    #[arg(long, value_parser = parse_shape, conflicts_with = "board")]
    shape: Option<Shape>,
    /// Begin with the board of the day, the same for everybody
    #[arg(long, conflicts_with = "board")]
    daily: bool,
    /// Begin with a board whose shortest solution has this many moves
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["board", "daily"])]
    distance: Option<usize>,
    /// blank-last, blank-first, snail, or a board
    #[arg(long, default_value = "blank-last", value_parser = parse_goal)]
    goal: Goal,
    /// Folder of games and best results [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

const NOTES: &str = "\
Without options, the game that was played last is resumed. A game is kept for
each shape, goal and kind of board: random, of the day, at a distance, typed. A
started game is never replaced without a question. Each kind has its records,
except typed boards.

Keys: arrows or h j k l slide a tile, a number slides that tile, a click slides
a run of tiles; u undoes, r redoes, space gives a hint, w says why, s solves, n
begins a new board, q leaves, ? lists all keys.";

/// Plays, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(Failure::Wrong("a game needs a terminal".to_owned()));
    }
    let folder = options.folder.clone().or_else(store::usual_folder);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.unwrap_or_default();
    let setting = Setting {
        palette: Palette::of_environment(),
        today: Date::of(now.as_secs()),
        seed: now.as_nanos() as u64,
    };
    let mut app = App::new(Store::new(folder), setting);
    if let Some(board) = &options.board {
        options.goal.fits(board.shape()).map_err(Failure::wrong)?;
        app.take(board, &options.goal);
    } else if options.shape.is_some() || options.daily || options.distance.is_some() {
        let level = match options.distance {
            _ if options.daily => Level::Daily,
            Some(moves) => Level::Needs(moves),
            None => Level::Random,
        };
        let choice = Choice {
            shape: options.shape.unwrap_or(menu::USUAL_SHAPE),
            goal: options.goal.clone(),
            level,
        };
        app.choose(&choice).map_err(Failure::Wrong)?;
    }
    tui::run(&mut app)?;
    Ok(0)
}
