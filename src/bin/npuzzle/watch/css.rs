//! A solution as an SVG that moves by CSS.

use std::time::Duration;

use npuzzle::{DynBoard, Goal, Moves};

use crate::draw::{Look, tiles_in_motion};
use crate::picture::{Motion, Step, Theme, svg_in_motion};

/// The part of a move in which the tile slides; then it rests.
const SLIDING: f64 = 0.6;

/// How long the first and the last board rest, in moves.
const REST: f64 = 3.0;

/// Returns an animated SVG.
pub(crate) fn animated(
    board: &DynBoard,
    goal: &Goal,
    moves: &Moves,
    pace: Duration,
    look: Look,
    theme: Theme,
) -> String {
    let (mut picture, tray) = tiles_in_motion(board, goal, look);
    picture.title = format!("The board {board} is solved by {moves:#}");
    let whole = moves.len() as f64 + 2.0 * REST;
    let mut groups = vec![Vec::new(); board.shape().cells()];
    // For each tile the cell where it begins.
    let mut start = vec![0; groups.len()];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        start[usize::from(tile)] = cell;
    }
    let mut now = board.clone();
    for (nth, direction) in moves.iter().enumerate() {
        let to = now.blank();
        let Ok(tile) = now.slide(direction) else {
            break; // they were played before
        };
        let (tile, from) = (usize::from(tile), now.blank());
        let by = |cell: usize| {
            let (at, home) = (tray.corner(cell), tray.corner(start[tile]));
            (at.0 - home.0, at.1 - home.1)
        };
        let time = REST + nth as f64;
        let steps: &mut Vec<Step> = &mut groups[tile];
        if steps.is_empty() {
            steps.push(Step {
                time: 0.0,
                by: (0.0, 0.0),
            });
        }
        steps.push(Step {
            time: time / whole,
            by: by(from),
        });
        steps.push(Step {
            time: (time + SLIDING) / whole,
            by: by(to),
        });
    }
    for steps in &mut groups {
        if let Some(&Step { by, .. }) = steps.last() {
            steps.push(Step { time: 1.0, by });
        }
    }
    let motion = Motion {
        seconds: whole * pace.as_secs_f64(),
        groups,
    };
    svg_in_motion(&picture, theme, Some(&motion))
}
