//! The way of each tile to its home: an arrow for each, or a chain for each cycle.

use npuzzle::permutation::cycles;
use npuzzle::{DynBoard, Goal};

use crate::draw::board::{Colours, Look, MARGIN, Scene, number, text_size};
use crate::picture::{Anchor, Ink, Picture, Point, Shape, Stroke};

/// More arrows than that cross too often to be followed; then each cycle is a chain below.
const MOST_ARROWS: usize = 9;

/// The most rows of chains; a picture says what it leaves out.
const MOST_ROWS: usize = 24;

/// The side of a tile in a chain, and the room for an arrow, in parts of a cell.
const LINK: f64 = 0.56;
const ARROW: f64 = 0.4;

pub(crate) fn picture(board: &DynBoard, goal: &Goal, look: Look) -> Picture {
    let look = Look {
        colours: Colours::Cycles,
        ..look
    };
    let mut scene = Scene::new(board, goal, look);
    scene.picture.title = format!("Where each tile of the board {board} must go");
    let cells = board.shape().cells();
    let misplaced = (0..cells).filter(|&cell| scene.cycle(cell).is_some());
    if misplaced.count() > MOST_ARROWS {
        return chains(scene);
    }
    scene.draw_tray();
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

/// A tile in a chain: its place among the links, and the row.
struct Link {
    tile: u16,
    row: usize,
    column: usize,
    /// True if another tile of the cycle follows.
    has_next: bool,
    cycle: u8,
}

/// Draws the board in the colours of its cycles, and each cycle as a chain below it.
fn chains(mut scene: Scene<'_>) -> Picture {
    let board = scene.board;
    let cell = scene.look.cell;
    let margin = MARGIN * cell;
    let step = (LINK + ARROW) * cell;
    let (width, top) = (scene.picture.width, scene.picture.height);
    // A chain continues in the next row if it doesn't fit; small boards get wider for it.
    let width = width.max(10.0 * step + 2.0 * margin);
    let columns = (((width - 2.0 * margin + ARROW * cell) / step) as usize).max(1);
    let (links, left_out) = links(&scene, columns);
    let rows = links.last().map_or(0, |it| it.row + 1);
    let size = 0.28 * cell;
    let lines = 1 + usize::from(left_out > 0);
    let height = top + (rows as f64 * (LINK + 0.2) + 0.5 * lines as f64) * cell + margin / 2.0;
    scene.tray.at.0 += (width - scene.picture.width) / 2.0;
    (scene.picture.width, scene.picture.height) = (width, height);
    scene.draw_tray();
    for at in 0..board.shape().cells() {
        scene.draw_tile(at, scene.edge(at));
    }
    let mut picture = scene.picture;
    let row_at = |row: usize| top + (0.5 + row as f64 * (LINK + 0.2)) * cell;
    let words = "each tile goes to the place of the next one, the last to that of the first";
    picture.label(
        (margin, top + 0.15 * cell),
        size,
        Ink::Muted,
        Anchor::Start,
        words,
    );
    for link in &links {
        let at = (margin + link.column as f64 * step, row_at(link.row));
        draw_link(&mut picture, link, at, cell);
    }
    if left_out > 0 {
        let words = match left_out {
            1 => "1 more tile is left out".to_owned(),
            _ => format!("{left_out} more tiles are left out"),
        };
        let at = (margin, row_at(rows) + 0.1 * cell);
        picture.label(at, size, Ink::Muted, Anchor::Start, words);
    }
    picture
}

/// Returns the tiles of the chains with their places, and the number of those left out.
fn links(scene: &Scene<'_>, columns: usize) -> (Vec<Link>, usize) {
    let tiles = scene.board.tiles();
    let homes: Vec<usize> = tiles
        .iter()
        .map(|&it| scene.homes[usize::from(it)])
        .collect();
    let mut links = Vec::new();
    let (mut row, mut left_out) = (0, 0);
    // Boards are permutations, so there is no error here.
    for cycle in cycles(&homes).unwrap_or_default() {
        let mut column = 0;
        for (nth, &cell) in cycle.iter().enumerate() {
            if column == columns {
                (row, column) = (row + 1, 0);
            }
            if row >= MOST_ROWS {
                left_out += 1;
                continue;
            }
            links.push(Link {
                tile: tiles[cell],
                row,
                column,
                has_next: nth + 1 < cycle.len(),
                cycle: scene.cycle(cell).unwrap_or(0),
            });
            column += 1;
        }
        row += 1;
    }
    (links, left_out)
}

/// Draws a tile of a chain, and the arrow to the next one.
fn draw_link(picture: &mut Picture, link: &Link, at: Point, cell: f64) {
    let side = LINK * cell;
    let is_blank = link.tile == 0;
    let hue = Ink::Hue(link.cycle);
    picture.add(Shape::Rect {
        at,
        size: (side, side),
        radius: 0.16 * side,
        fill: Some(if is_blank {
            Ink::Tray
        } else {
            Ink::Soft(link.cycle)
        }),
        stroke: Some(Stroke::new(Ink::Edge, 0.02 * cell)),
    });
    if !is_blank {
        let text = link.tile.to_string();
        let middle = (at.0 + side / 2.0, at.1 + side / 2.0);
        picture.add(number(middle, text_size(side, text.len()), Ink::Text, text));
    }
    if link.has_next {
        let y = at.1 + side / 2.0;
        let (from, to) = (
            at.0 + side + 0.08 * cell,
            at.0 + side + (ARROW - 0.07) * cell,
        );
        let stroke = Stroke::new(hue, 0.045 * cell);
        picture.line((from, y), (to, y), stroke);
        head(picture, (to, y), (1.0, 0.0), stroke, cell);
    }
}

/// Draws an arrow from a dot, a little to the right of the straight way: so two tiles that change
/// places have two arrows to see.
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
    let (start, end) = (0.3 * cell / length, 1.0 - 0.36 * cell / length);
    let bow = 0.12 * length + 0.08 * cell;
    // Arrows leave a tile farther from its middle line than others come in.
    let (first, last) = (at(start, 0.16 * cell), at(end, 0.07 * cell));
    let stroke = Stroke::new(Ink::Hue(cycle), 0.045 * cell).faint(0.75);
    let points = [
        first,
        at(start + (end - start) * 0.35, bow),
        at(start + (end - start) * 0.7, bow),
        last,
    ];
    picture.add(Shape::Curve { points, stroke });
    // A dot at the beginning: beside the head of another arrow, this end is no head.
    picture.add(Shape::Circle {
        centre: first,
        radius: 0.055 * cell,
        fill: Ink::Hue(cycle),
        stroke: None,
    });
    // The head points along the end of the curve.
    let (tx, ty) = (last.0 - points[2].0, last.1 - points[2].1);
    let turn = tx.hypot(ty);
    let along = if turn > 0.0 {
        (tx / turn, ty / turn)
    } else {
        ahead
    };
    head(picture, last, along, stroke, cell);
}

/// Draws the head of an arrow that ends at a point in a direction.
fn head(picture: &mut Picture, end: Point, (tx, ty): Point, stroke: Stroke, cell: f64) {
    let barb = |side: f64| {
        let (back, out) = (0.15 * cell, 0.085 * cell * side);
        (end.0 - tx * back - ty * out, end.1 - ty * back + tx * out)
    };
    picture.add(Shape::Line {
        points: vec![barb(1.0), end, barb(-1.0)],
        stroke,
    });
}
