//! A solution as an SVG that moves by CSS.

use std::time::Duration;

use npuzzle::{DynBoard, Goal, Moves};

use crate::draw::{Look, Scene};
use crate::picture::{Fade, Motion, Shape, Step, Theme, svg_in_motion};

/// The part of a move in which the tile slides; then it rests.
const SLIDING: f64 = 0.6;

/// The time that the first and the last board rest, in moves.
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
    let mut scene = Scene::new(board, goal, look);
    scene.draw_tray();
    scene.picture.title = format!("The board {board} is solved by {moves:#}");
    let whole = moves.len() as f64 + 2.0 * REST;
    let mut groups = vec![Vec::new(); board.shape().cells()];
    // For each tile the cell where it begins.
    let mut start = vec![0; groups.len()];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        start[usize::from(tile)] = cell;
    }
    // For each tile its cells, and since when.
    let mut visits: Vec<Vec<(f64, usize)>> = start.iter().map(|&cell| vec![(0.0, cell)]).collect();
    let mut now = board.clone();
    for (nth, direction) in moves.iter().enumerate() {
        let to = now.blank();
        let Ok(tile) = now.slide(direction) else {
            break; // they were played before
        };
        let (tile, from) = (usize::from(tile), now.blank());
        let by = |cell: usize| {
            let (at, home) = (scene.tray.corner(cell), scene.tray.corner(start[tile]));
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
        let arrives = (time + SLIDING) / whole;
        steps.push(Step {
            time: arrives,
            by: by(to),
        });
        visits[tile].push((arrives, to));
    }
    for steps in &mut groups {
        if let Some(&Step { by, .. }) = steps.last() {
            steps.push(Step { time: 1.0, by });
        }
    }
    let mut fades = Vec::new();
    for &tile in board.tiles().iter().filter(|it| **it != 0) {
        let nth = usize::from(tile);
        let shapes = looks(&scene, tile, &visits[nth], &mut fades);
        scene.picture.add(Shape::Group { nth, shapes });
    }
    let motion = Motion {
        seconds: whole * pace.as_secs_f64(),
        groups,
        fades,
    };
    svg_in_motion(&scene.picture, theme, Some(&motion))
}

/// Returns a tile in all its looks: colours may tell where it is. Of several looks one is seen at
/// a time, as the fades say.
fn looks(
    scene: &Scene<'_>,
    tile: u16,
    visits: &[(f64, usize)],
    fades: &mut Vec<Fade>,
) -> Vec<Shape> {
    let start = visits[0].1;
    let mut looks: Vec<Vec<Shape>> = Vec::new();
    // Which look the tile has, and since when.
    let mut changes: Vec<(f64, usize)> = Vec::new();
    for &(time, cell) in visits {
        let shapes = scene.tile_at(tile, cell, start);
        let known = looks.iter().position(|it| *it == shapes);
        let look = known.unwrap_or(looks.len());
        if known.is_none() {
            looks.push(shapes);
        }
        if changes.last().is_none_or(|&(_, last)| last != look) {
            changes.push((time, look));
        }
    }
    if looks.len() == 1 {
        return looks.remove(0);
    }
    let first = fades.len();
    fades.extend((0..looks.len()).map(|look| {
        let seen = changes.iter().map(|&(time, now)| (time, now == look));
        seen.collect()
    }));
    let groups = looks.into_iter().zip(first..);
    groups
        .map(|(shapes, nth)| Shape::Fading { nth, shapes })
        .collect()
}
