//! The tiles in a row, and an arc for each pair in the wrong order; or, if the arcs are many, above
//! each tile those that it makes such a pair with.

use npuzzle::permutation::Parity;
use npuzzle::{DynBoard, Goal};

use crate::draw::board::{Look, MARGIN, number, text_size};
use crate::homes::homes;
use crate::picture::{Ink, Picture, Point, Shape, Stroke};

/// The height of an arc for each tile that it leaps, in parts of a cell.
const RISE: f64 = 0.42;

/// The most cells of a board whose inversions can be told apart in a picture.
pub(crate) const MAX_CELLS: usize = 100;

/// More arcs than that can't be followed; then each tile has a column of others above it.
const MOST_ARCS: usize = 30;

/// The side of a tile in a column, and the step to the next one, in parts of a cell.
const SMALL: f64 = 0.4;
const SMALL_STEP: f64 = 0.46;

pub(crate) fn picture(board: &DynBoard, goal: &Goal, look: Look) -> Picture {
    let homes = homes(board.shape(), goal);
    let tiles: Vec<u16> = board
        .tiles()
        .iter()
        .copied()
        .filter(|it| *it != 0)
        .collect();
    let pairs = inverted(&tiles, &homes);
    let side = look.cell;
    let (margin, step) = (MARGIN * side, 1.14 * side);
    let has_arcs = pairs.len() <= MOST_ARCS;
    let sky = if has_arcs {
        let leap = pairs.iter().map(|(a, b)| b - a).max().unwrap_or(0);
        side * (RISE * leap as f64 + 0.25)
    } else {
        let counts = pairs
            .chunk_by(|one, other| one.0 == other.0)
            .map(<[_]>::len);
        side * (SMALL_STEP * counts.max().unwrap_or(0) as f64 + 0.1)
    };
    let words = count_in_words(pairs.len());
    let width = (step * tiles.len() as f64 - 0.14 * side).max(6.0 * side) + 2.0 * margin;
    let row = margin + sky;
    let height = row + side + if has_arcs { 0.8 } else { 1.3 } * side + margin;
    let title = format!("The tiles of the board {board} in a row: {words}");
    let mut picture = Picture::new(width, height, title);
    picture.add(Shape::Rect {
        at: (0.0, 0.0),
        size: (width, height),
        radius: 0.2 * side,
        fill: Some(Ink::Paper),
        stroke: None,
    });
    let left = (width - (step * tiles.len() as f64 - 0.14 * side)) / 2.0;
    let middle = |nth: usize| left + side / 2.0 + step * nth as f64;
    for &(a, b) in pairs.iter().filter(|_| has_arcs) {
        let rise = side * (RISE * (b - a) as f64 + 0.1) / 0.75;
        let stroke = Stroke::new(Ink::Hue(hue(&tiles, &homes, a)), 0.04 * side).faint(0.8);
        let (x, y, foot) = (
            middle(a) + 0.06 * side,
            middle(b) - 0.06 * side,
            row - 0.08 * side,
        );
        picture.add(Shape::Curve {
            points: [(x, foot), (x, foot - rise), (y, foot - rise), (y, foot)],
            stroke,
        });
    }
    let columns = pairs.chunk_by(|one, other| one.0 == other.0);
    for column in columns.filter(|_| !has_arcs) {
        for (height, &(a, b)) in (1..).zip(column) {
            let at = (middle(a), row - side * SMALL_STEP * f64::from(height));
            small(
                &mut picture,
                at,
                side * SMALL,
                hue(&tiles, &homes, a),
                tiles[b],
            );
        }
    }
    for (nth, &tile) in tiles.iter().enumerate() {
        let begins = pairs.iter().any(|(a, _)| *a == nth);
        let fill = if begins {
            Ink::Soft(hue(&tiles, &homes, nth))
        } else {
            Ink::Tile
        };
        picture.add(Shape::Rect {
            at: (middle(nth) - side / 2.0, row),
            size: (side, side),
            radius: 0.16 * side,
            fill: Some(fill),
            stroke: Some(Stroke::new(Ink::Edge, 0.02 * side)),
        });
        let text = tile.to_string();
        let size = text_size(side, text.len());
        picture.add(number(
            (middle(nth), row + side / 2.0),
            size,
            fill.text(),
            text,
        ));
    }
    let at = (width / 2.0, row + side + 0.55 * side);
    picture.text(at, 0.36 * side, Ink::Text, words);
    if !has_arcs {
        let order = if (1..tiles.len()).all(|tile| homes[tile] < homes[tile + 1]) {
            "the smaller tiles to its right"
        } else {
            "the tiles to its right that belong before it"
        };
        let words = format!("above each tile: {order}");
        let at = (at.0, at.1 + 0.5 * side);
        picture.text(at, 0.3 * side, Ink::Muted, words);
    }
    picture
}

/// Draws a small tile; its upper edge has its middle at a place.
fn small(picture: &mut Picture, (x, y): Point, side: f64, hue: u8, tile: u16) {
    picture.add(Shape::Rect {
        at: (x - side / 2.0, y),
        size: (side, side),
        radius: 0.2 * side,
        fill: Some(Ink::Soft(hue)),
        stroke: None,
    });
    let text = tile.to_string();
    let size = text_size(side, text.len()) * 1.15;
    picture.add(number((x, y + side / 2.0), size, Ink::Text, text));
}

/// The hue of the arcs that begin at a tile: by where it belongs.
fn hue(tiles: &[u16], homes: &[usize], nth: usize) -> u8 {
    (homes[usize::from(tiles[nth])] % usize::from(u8::MAX)) as u8
}

/// Returns the pairs of places whose tiles are in the wrong order.
fn inverted(tiles: &[u16], homes: &[usize]) -> Vec<(usize, usize)> {
    let home = |nth: usize| homes[usize::from(tiles[nth])];
    let pairs = (0..tiles.len()).flat_map(|a| (a + 1..tiles.len()).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| home(a) > home(b)).collect()
}

/// Says how many inversions there are, and their parity.
fn count_in_words(count: usize) -> String {
    let parity = Parity::of(count as u64);
    match count {
        0 => "no inversion: the tiles are in order".to_owned(),
        1 => "1 inversion: odd".to_owned(),
        _ => format!("{count} inversions: {parity}"),
    }
}
