//! The homes of tiles.

use npuzzle::{Goal, Shape};

/// Returns for each tile the cell where it belongs. The goal fits the shape.
pub(crate) fn homes(shape: Shape, goal: &Goal) -> Vec<usize> {
    let tiles = 0..shape.cells();
    tiles
        .filter_map(|tile| goal.cell_of(shape, tile as u16))
        .collect()
}
