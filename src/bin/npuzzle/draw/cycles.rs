//! Where each tile must go: an arrow for each, and a colour for each cycle.

use npuzzle::{DynBoard, Goal};

use crate::draw::board::{Colours, Look, Scene};
use crate::picture::{Ink, Picture, Point, Shape, Stroke};

pub(crate) fn picture(board: &DynBoard, goal: &Goal, look: Look) -> Picture {
    let look = Look {
        colours: Colours::Cycles,
        ..look
    };
    let mut scene = Scene::new(board, goal, look);
    scene.picture.title = format!("Where each tile of the board {board} must go");
    scene.draw_tray();
    let cells = board.shape().cells();
    for cell in 0..cells {
        scene.draw_face(cell, scene.edge(cell));
    }
    for cell in 0..cells {
        let home = scene.homes[usize::from(board.tiles()[cell])];
        if let Some(cycle) = scene.cycle(cell) {
            let (from, to) = (scene.tray.middle(cell), scene.tray.middle(home));
            arrow(&mut scene.picture, from, to, cycle, look.cell);
        }
    }
    for cell in 0..cells {
        scene.draw_number(cell);
    }
    scene.picture
}

/// Draws an arrow, a little to the right of the straight way: so two tiles that change places have
/// two arrows to see.
fn arrow(picture: &mut Picture, from: Point, to: Point, cycle: u8, cell: f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let (ahead, aside) = ((dx / length, dy / length), (-dy / length, dx / length));
    // From beside the number to beside the other one.
    let at = |part: f64, side: f64| {
        (
            from.0 + dx * part + aside.0 * side,
            from.1 + dy * part + aside.1 * side,
        )
    };
    let (start, end) = (0.3 * cell / length, 1.0 - 0.33 * cell / length);
    let bow = 0.12 * length + 0.08 * cell;
    let (first, last) = (at(start, 0.1 * cell), at(end, 0.1 * cell));
    let stroke = Stroke::new(Ink::Hue(cycle), 0.045 * cell).faint(0.75);
    let points = [
        first,
        at(start + (end - start) * 0.35, bow),
        at(start + (end - start) * 0.7, bow),
        last,
    ];
    picture.add(Shape::Curve { points, stroke });
    // The head points along the end of the curve.
    let (tx, ty) = (last.0 - points[2].0, last.1 - points[2].1);
    let turn = tx.hypot(ty);
    let (tx, ty) = if turn > 0.0 {
        (tx / turn, ty / turn)
    } else {
        ahead
    };
    let barb = |side: f64| {
        let (back, out) = (0.15 * cell, 0.085 * cell * side);
        (last.0 - tx * back - ty * out, last.1 - ty * back + tx * out)
    };
    picture.add(Shape::Line {
        points: vec![barb(1.0), last, barb(-1.0)],
        stroke,
    });
}
