//! A solution as a GIF.

use std::time::Duration;

use npuzzle::{DynBoard, Goal, Moves};

use crate::draw::{Look, board_picture};
use crate::failure::Failure;
use crate::interrupt::is_interrupted;
use crate::picture::{Frame, Theme, write_gif};
use crate::progress;

/// The time that the first and the last board rest, in moves.
const REST: u32 = 4;

/// Pixels for each unit of the picture.
const SCALE: f64 = 1.5;

/// Returns a GIF with a board for each move.
pub(crate) fn film(
    board: &DynBoard,
    goal: &Goal,
    moves: &Moves,
    pace: Duration,
    look: Look,
    theme: Theme,
) -> Result<Vec<u8>, Failure> {
    let bar = progress::bar(moves.len() as u64 + 1);
    bar.set_message("frames");
    let hundredths = |moves: u32| {
        let hundredths = (pace * moves).as_millis() / 10;
        u16::try_from(hundredths).unwrap_or(u16::MAX)
    };
    let mut now = board.clone();
    let times = 0..=moves.len();
    let frames = times.map(|time| {
        if let Some(last) = time.checked_sub(1) {
            // They were played before.
            let _ = now.slide(moves[last]);
        }
        let rests = time == 0 || time == moves.len();
        Frame {
            picture: board_picture(&now, goal, look),
            hundredths: hundredths(if rests { REST } else { 1 }),
        }
    });
    let gif = write_gif(frames, SCALE, theme, || {
        bar.inc(1);
        !is_interrupted()
    });
    bar.finish_and_clear();
    if is_interrupted() {
        return Err(Failure::Stopped("the GIF is not whole".to_owned()));
    }
    gif.map_err(|error| Failure::Wrong(error.to_string()))
}
