//! What tables take, and what building them takes.

use super::Shared;
use super::grid::Grid;
use super::index::PatternIndex;
use super::order::{choose, factorial};
use crate::shape::Shape;

/// What building may take beside three times a table, in bytes: a little less than the 32 MB that
/// are promised, for what is not counted here.
const SLACK: u64 = 28_000_000;

/// Returns the memory that building tables side by side may take, in bytes, if nothing else is
/// asked for.
pub(super) const fn usual_build_bytes(table: u64) -> u64 {
    3 * table + SLACK
}

/// Returns how many words of a block so many tables of so many tiles take side by side.
const fn words(tiles: usize, tables: usize) -> usize {
    match tiles {
        0..=4 => tables,
        5 => 2 * tables,
        6 => 16 * tables,
        // One table takes two lanes.
        7 => 84,
        _ => 672,
    }
}

/// Returns the most tables of so many tiles that can be built side by side.
pub(super) const fn most_side_by_side(tiles: usize) -> usize {
    match tiles {
        0..=5 => 4,
        6 => 2,
        _ => 1,
    }
}

/// Returns the memory of one table, in bytes.
pub(super) const fn table_bytes(tiles: usize, blocks: u64) -> u64 {
    blocks.saturating_mul(factorial(tiles) as u64).div_ceil(64) * 8
}

/// Returns the memory of the numbering of states, in bytes, but for small fixed parts.
pub(super) const fn index_bytes(shape: Shape, tiles: usize) -> u64 {
    let a_map = if shape.cells() <= 16 { 8 } else { 4 };
    choose(shape.cells(), tiles) * a_map + 8 * factorial(tiles) as u64
}

/// Returns the memory that it takes to build tables side by side, in bytes: their blocks and the
/// moves between them, but not the numbering.
pub(super) fn build_bytes(shape: Shape, tiles: usize, blocks: u64, tables: usize) -> u64 {
    let grid = Grid::new(shape);
    let cells = 0..shape.cells();
    // Each cell and a neighbour: a tile on the one and the blank on the other, other tiles anywhere.
    let pairs: u64 = cells
        .map(|cell| u64::from(grid.around(1 << cell).count_ones()))
        .sum();
    let moves = pairs * choose(shape.cells().saturating_sub(2), tiles - 1);
    // Two planes; the first move, the orders left, the place, the weight and whether it is active.
    let a_block = 16 * words(tiles, tables) as u64 + 14;
    blocks.saturating_mul(a_block).saturating_add(4 * moves)
}

/// Returns how many tables of an index are built side by side, if so many are missing.
pub(super) fn side_by_side(index: &Shared<PatternIndex>, missing: usize, allowed: u64) -> usize {
    let most = most_side_by_side(index.tiles());
    let bytes = build_bytes(index.shape(), index.tiles(), index.blocks() as u64, most);
    if missing > 1 && bytes <= allowed {
        most
    } else {
        1
    }
}
