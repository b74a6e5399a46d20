//! `npuzzle play`: the game in the terminal.
//!
//! `app` receives keys, the mouse and the time, and owns the state; `screen` draws it. Neither uses
//! a terminal, so tests press keys and read the screen.

mod app;
mod game;
mod screen;
mod store;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use clap::Args;
use etcetera::BaseStrategy;
use npuzzle::{DynBoard, Goal, Guide, Shape};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use crate::failure::Failure;
use crate::options::{GOAL, parse_board};
use app::{App, USUAL_SHAPE};
use game::{Game, Kind, day};
use store::Store;

/// Play in the terminal: by keys or mouse, with hints and solutions
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// A board to begin with, such as "1 2 3/4 5 6/7 8 0"
    #[arg(value_name = "BOARD", value_parser = parse_board)]
    board: Option<DynBoard>,
    /// Begin with a random board of this shape: 4x4, 3x5, 3x3x3
    #[arg(long, conflicts_with = "board")]
    shape: Option<Shape>,
    /// Begin with the board of the day
    #[arg(long, conflicts_with = "board")]
    daily: bool,
    /// Begin with a board whose shortest solution has this many moves
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["board", "daily"])]
    distance: Option<usize>,
    /// blank-last, blank-first, snail, or a board with * for any tile [default: blank-last]
    #[arg(long, value_parser = GOAL, hide_possible_values = true)]
    goal: Option<Goal>,
    /// Folder of games and best results [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

const NOTES: &str = "\
Without options, the game that was played last is resumed. One game is saved for
each kind of board: random, of the day, at a distance, given. A started game is
never replaced without confirmation.

Keys: arrows or h j k l slide a tile, a click slides a run of tiles; u undoes,
r redoes, space gives a hint, s shows the solution, n begins a new board,
q leaves, ? lists all keys.";

/// The time between two pictures.
const FRAME: Duration = Duration::from_millis(33);

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(Failure::Wrong("a game needs a terminal".to_owned()));
    }
    let folders = etcetera::choose_base_strategy().ok();
    let usual = folders.map(|it| it.data_dir().join("npuzzle"));
    let store = Store::new(options.folder.clone().or(usual));
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let mut app = App::new(store, day(now.as_secs()), now.as_nanos() as u64);
    let goal = options.goal.clone().unwrap_or_default();
    let is_shaped = options.shape.is_some() || options.goal.is_some();
    if let Some(board) = &options.board {
        let guide = Guide::for_goal(board.clone(), goal.clone())?;
        let why = board.solvability(&goal);
        if !why.is_solvable() {
            return Err(Failure::Wrong(why.to_string()));
        }
        app.begin(Game::new(guide, Kind::Given));
    } else if is_shaped || options.daily || options.distance.is_some() {
        let kind = match options.distance {
            _ if options.daily => Kind::Daily(app.today),
            Some(moves) => Kind::Distance(moves),
            None => Kind::Random,
        };
        let shape = options.shape.unwrap_or(USUAL_SHAPE);
        app.choose(shape, goal, kind)?;
    }
    let mut terminal = ratatui::try_init()?;
    let result = execute!(io::stdout(), EnableMouseCapture).and_then(|()| {
        let mut drawn = Instant::now();
        while !app.is_over {
            app.pass(drawn.elapsed());
            drawn = Instant::now();
            terminal.draw(|frame| app.draw(frame))?;
            // Works until the next picture or key.
            let mut is_busy = true;
            loop {
                let left = FRAME.saturating_sub(drawn.elapsed());
                is_busy = is_busy && app.work();
                let wait = if is_busy { Duration::ZERO } else { left };
                if event::poll(wait)? {
                    app.handle(&event::read()?);
                    break;
                }
                if left.is_zero() {
                    break;
                }
            }
        }
        Ok(())
    });
    // Both, even if one has failed.
    let mouse = execute!(io::stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    Ok(result.and(mouse).and(restored)?)
}
