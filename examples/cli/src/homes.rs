//! The homes of tiles.

use npuzzle::{Goal, Shape};

/// Returns for each tile the cell where it belongs. The goal fits the shape.
pub(crate) fn homes(shape: Shape, goal: &Goal) -> Vec<usize> {
    let mut homes = vec![0; shape.cells()];
    for cell in 0..shape.cells() {
        if let Some(tile) = goal.tile_at(shape, cell) {
            homes[usize::from(tile)] = cell;
        }
    }
    homes
}
