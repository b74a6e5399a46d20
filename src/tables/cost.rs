//! Memory of tables.

use super::error::MAX_PATTERN_TILES;
use alloc::vec::Vec;

use super::grid::{Grid, maps};
use super::index::MOST_MAPS;
use super::order::{binomial, factorial};
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// Returns the memory of one table, in bytes.
pub(super) fn table_bytes(tiles: usize, blocks: u64) -> u64 {
    blocks.saturating_mul(factorial(tiles) as u64).div_ceil(64) * 8
}

/// Returns the memory of the numbering of states, in bytes, but for small fixed parts.
pub(super) fn index_bytes(shape: Shape, tiles: usize) -> u64 {
    8 * (binomial(shape.cells(), tiles) + factorial(tiles) as u64)
}

/// Counts the blocks of `tiles` tiles, region by region.
pub(super) async fn count_blocks(shape: Shape, tiles: usize, pace: &mut Pace) -> u64 {
    let grid = Grid::new(shape);
    let (mut blocks, mut regions) = (0, Vec::new());
    for map in maps(shape.cells(), tiles) {
        grid.regions(map, &mut regions);
        blocks += regions.len() as u64;
        pace.spend(200).await;
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
    /// Counts the blocks of the tables that may fit a budget, in bytes.
    pub(super) async fn count(shape: Shape, budget: u64, pace: &mut Pace) -> Self {
        let mut blocks = [u64::MAX; MAX_PATTERN_TILES + 1];
        let numbers = 1..=MAX_PATTERN_TILES.min(shape.cells() - 1);
        for (tiles, blocks) in numbers.clone().zip(&mut blocks[numbers]) {
            // A map has a block at least.
            let least = binomial(shape.cells(), tiles);
            if least >= MOST_MAPS {
                continue;
            }
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
        let are_counted = sizes.iter().all(|&size| self.blocks[size] < u64::MAX);
        are_counted && self.of(sizes) <= self.budget
    }
}
