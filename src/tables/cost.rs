//! Memory of tables, and of building them.

use alloc::vec::Vec;

use super::grid::{Grid, Maps};
use super::order::{binomial, factorial};
use super::pattern::MAX_PATTERN_TILES;
use crate::runtime::cost_model::table as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// The memory that building may take beside three times a table, in bytes: a little less than the
/// promised 32 MB, to cover what is not counted here.
const SLACK: u64 = 28_000_000;

/// Returns the memory that building tables side by side may take, in bytes.
pub(super) const fn usual_build_bytes(table: u64) -> u64 {
    3 * table + SLACK
}

/// Returns the number of words of a block for `tables` tables of `tiles` tiles side by side.
const fn words(tiles: usize, tables: usize) -> usize {
    match tiles {
        0..=4 => tables,
        5 => 2 * tables,
        6 if tables == 1 => 15,
        6 => 16 * tables,
        // One table takes two lanes.
        7 => 84,
        _ => 672,
    }
}

/// Returns the most tables of `tiles` tiles that can be built side by side.
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
    binomial(shape.cells(), tiles) * a_map + 8 * factorial(tiles) as u64
}

/// Returns the memory that it takes to build tables side by side, in bytes: their blocks and the
/// moves between them, but not the numbering.
pub(super) fn build_bytes(shape: Shape, tiles: usize, blocks: u64, tables: usize) -> u64 {
    let grid = Grid::new(shape);
    let cells = 0..shape.cells();
    // Each cell and a neighbour: a tile on the one and the blank on the other, other tiles
    // anywhere.
    let pairs: u64 = cells
        .map(|cell| u64::from(grid.around(1 << cell).count_ones()))
        .sum();
    let moves = pairs * binomial(shape.cells().saturating_sub(2), tiles - 1);
    // Two planes; the first move, the orders left, the place, the weight and whether it is active.
    let a_block = 16 * words(tiles, tables) as u64 + 14;
    blocks.saturating_mul(a_block).saturating_add(4 * moves)
}

/// Returns the number of tables that are built side by side, given the number of missing tables and
/// the memory that building may take.
pub(super) fn side_by_side(
    shape: Shape,
    tiles: usize,
    blocks: u64,
    missing: usize,
    allowed: u64,
) -> usize {
    let most = most_side_by_side(tiles);
    if missing > 1 && build_bytes(shape, tiles, blocks, most) <= allowed {
        most.min(missing)
    } else {
        1
    }
}

/// Counts the blocks of `tiles` tiles, region by region.
pub(super) async fn count_blocks(shape: Shape, tiles: usize, pace: &mut Pace) -> u64 {
    let grid = Grid::new(shape);
    let (mut blocks, mut regions) = (0, Vec::new());
    for map in Maps::new(shape.cells(), tiles) {
        grid.regions(map, &mut regions);
        blocks += regions.len() as u64;
        pace.spend(cost::MAP).await;
    }
    blocks
}

/// The memory of tables by their number of tiles, and the budget for them.
#[derive(Debug)]
pub(super) struct Costs {
    shape: Shape,
    budget: u64,
    /// `[tiles]`: the blocks of a table. A lower bound for tables that exceed the budget anyway,
    /// and `u64::MAX` for those that are not counted, which no budget allows.
    blocks: [u64; MAX_PATTERN_TILES + 1],
}

impl Costs {
    /// Counts the blocks of the tables of at most `most_tiles` that may fit a budget, in bytes.
    pub(super) async fn count(
        shape: Shape,
        budget: u64,
        most_tiles: usize,
        pace: &mut Pace,
    ) -> Self {
        let mut blocks = [u64::MAX; MAX_PATTERN_TILES + 1];
        let numbers = 1..=most_tiles.min(shape.cells() - 1);
        for (tiles, blocks) in numbers.clone().zip(&mut blocks[numbers]) {
            let least = binomial(shape.cells(), tiles);
            let bytes = table_bytes(tiles, least).saturating_add(index_bytes(shape, tiles));
            *blocks = if bytes > budget {
                least
            } else {
                count_blocks(shape, tiles, pace).await
            };
        }
        Self {
            shape,
            budget,
            blocks,
        }
    }

    /// Returns the bytes of tables of these sizes, equal ones side by side; an index is shared.
    pub(super) fn of(&self, sizes: &[usize]) -> u64 {
        let mut sum = 0_u64;
        for (i, &size) in sizes.iter().enumerate() {
            sum = sum.saturating_add(table_bytes(size, self.blocks[size]));
            if i == 0 || sizes[i - 1] != size {
                sum = sum.saturating_add(index_bytes(self.shape, size));
            }
        }
        sum
    }

    /// Returns whether tables of these sizes, in falling order, keep within the budget.
    pub(super) fn allow(&self, sizes: &[usize]) -> bool {
        self.of(sizes) <= self.budget
    }
}
