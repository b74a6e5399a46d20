//! The boards of a solution, side by side.

use npuzzle::{DynBoard, Goal, Moves, PlayError};

use crate::draw::board::{Look, MARGIN, Scene};
use crate::picture::{Ink, Picture, Shape, Stroke};

/// The width that a row of boards has at most, if it has more than one.
const MAX_WIDTH: f64 = 960.0;

/// Draws the first board, the last one, and some between, `frames` at most.
pub(crate) fn picture(
    board: &DynBoard,
    goal: &Goal,
    moves: &Moves,
    frames: usize,
    look: Look,
) -> Result<Picture, PlayError> {
    board.clone().play(moves)?;
    let look = look.of_all(board, goal, moves);
    let frames = frames.min(moves.len() + 1).max(1);
    // The number of moves before each of them.
    let times: Vec<usize> = (0..frames)
        .map(|nth| nth * moves.len() / (frames - 1).max(1))
        .collect();
    // A board side by side with others is smaller.
    let look = Look {
        cell: look.cell * 0.62,
        ..look
    };
    let margin = MARGIN * look.cell;
    let boards: Vec<Picture> = times
        .iter()
        .enumerate()
        .map(|(nth, &time)| {
            let before = if nth == 0 { 0 } else { times[nth - 1] };
            still(board, goal, moves, (before, time), look)
        })
        .collect();
    let (wide, high) = boards
        .first()
        .map_or((0.0, 0.0), |it| (it.width - margin, it.height));
    let columns = ((MAX_WIDTH - margin) / wide)
        .floor()
        .clamp(1.0, boards.len() as f64);
    let rows = (boards.len() as f64 / columns).ceil();
    let title = format!("The board {board} and its way by {moves}");
    let (width, height) = (margin + columns * wide, margin + rows * (high - margin));
    let mut strip = Picture::new(width, height, title);
    strip.add(Shape::Rect {
        at: (0.0, 0.0),
        size: (width, height),
        radius: 0.3 * look.cell,
        fill: Some(Ink::Paper),
        stroke: None,
    });
    for (nth, picture) in boards.iter().enumerate() {
        let (row, column) = (nth / columns as usize, nth % columns as usize);
        strip.place(
            picture,
            (column as f64 * wide, row as f64 * (high - margin)),
        );
    }
    Ok(strip)
}

/// Draws the board after some moves, and marks the tiles of those since the board before.
fn still(
    start: &DynBoard,
    goal: &Goal,
    moves: &Moves,
    (before, time): (usize, usize),
    look: Look,
) -> Picture {
    let mut board = start.clone();
    let mut moved = Vec::new();
    for (nth, direction) in moves.iter().take(time).enumerate() {
        // They were played before.
        if let Ok(tile) = board.slide(direction) {
            if nth >= before {
                moved.push(tile);
            }
        }
    }
    let mut scene = Scene::new(&board, goal, look);
    scene.draw_tray();
    // The paper of a single board: here all lie on one.
    scene.picture.shapes.remove(0);
    for cell in 0..board.shape().cells() {
        let edge = if moved.contains(&board.tiles()[cell]) {
            Stroke::new(Ink::Accent, 0.06 * look.cell)
        } else {
            scene.edge(cell)
        };
        scene.draw_tile(cell, edge);
    }
    let since = &moves.as_slice()[before..time];
    let words = match since {
        [] => "start".to_owned(),
        [one] => format!("{time}: {one}"),
        _ => format!("move {time}"),
    };
    let mut picture = scene.picture;
    let at = (picture.width / 2.0, picture.height + 0.12 * look.cell);
    picture.text(at, 0.36 * look.cell, Ink::Muted, words);
    picture.height += 0.5 * look.cell;
    picture
}
