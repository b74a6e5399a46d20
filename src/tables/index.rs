//! The perfect index of a pattern's states.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::array;

use super::error::{MAX_PATTERN_TILES, TableError};
use super::grid::{Grid, bits, maps};
use super::order::{Order, Orders, binomial};
use crate::permutation::factorial;
use crate::runtime::{Pace, reserve, reserved};
use crate::shape::Shape;

/// The perfect index of the states of all patterns of `k` tiles on one shape.
///
/// A state does not include the blank's cell, only the set of tiles of the pattern that the blank
/// can reach without moving any of them. So a state is (the set of cells that the pattern's tiles
/// stand on, the connected region of other cells that holds the blank, the order of the tiles), and
/// its entry is found in these steps:
///
/// 1. **Map**: the cells of the pattern's tiles as a set of bits. Maps are numbered as the binary
///    numbers that they are, in increasing order.
/// 2. **Region**: the other cells fall into connected regions. They are numbered by size, the
///    largest first; among equals the one with the lowest cell first.
/// 3. **Block**: (map, region) pairs are numbered map by map, region by region.
/// 4. **Order**: the tiles in the order of their cells. Its number, 0 for the goal, is a sum over
///    the tiles of terms that depend on the tile and the set of tiles before it, looked up for the
///    first and the last tiles apart. (Lehmer's code within groups of up to five tiles, times the
///    places of the groups; the source has the weights.)
/// 5. **Entry**: number of the order x blocks + block.
///
/// So all blocks of an order lie side by side: a move in which no tile passes another one leads to
/// an entry nearby, often in the same line of a cache. (Rows `korf100-*`: side by side by block,
/// searches took longer.) On 4 x 4 six tiles have 8,008 maps, 16,412 blocks and 11,816,640 entries.
///
/// The regions ("zero-aware" tables) are Robert Clausecker's, from his *24puzzle*.
///
/// On 2 x 3 two tiles have 15 maps. Four of them cut a corner off, {1, 3} for one, and {1, 4} cuts
/// the board in halves: 2! orders of 20 blocks.
#[derive(Clone)]
pub(crate) struct PatternIndex {
    pub(crate) shape: Shape,
    /// The number of blocks: pairs of a map and a region.
    pub(crate) blocks: usize,
    pub(crate) grid: Grid,
    pub(crate) orders: Orders,
    /// `[cell][tiles below it]`: the summand of a tile in the number of a map.
    numbers: Vec<[u32; MAX_PATTERN_TILES]>,
    /// By number.
    pub(crate) maps: Vec<MapEntry>,
    /// For each layout of regions the region of each cell. Most maps have one region: they share
    /// layout 0, all zeroes.
    pub(crate) regions: Vec<u8>,
}

/// A map: its first block, and where its layout of regions begins.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct MapEntry {
    pub(crate) block: u32,
    pub(crate) layout: u32,
}

/// There must be fewer maps than that.
pub(super) const MOST_MAPS: u64 = 1 << 26;

impl PatternIndex {
    /// Returns the index of the states of the patterns of `tiles` tiles on boards of this shape.
    ///
    /// Takes time and memory proportional to the number of maps.
    ///
    /// # Errors
    /// [`TableError`] if there are too many maps or too little memory.
    pub(super) async fn new(
        shape: Shape,
        tiles: usize,
        pace: &mut Pace,
    ) -> Result<Self, TableError> {
        if binomial(shape.cells(), tiles) >= MOST_MAPS {
            return Err(TableError::States { shape, tiles });
        }
        let cells = shape.cells();
        // In increasing order of maps: the sum of C(cell, i) over the i-th tiles.
        let number = |cell| array::from_fn(|below| binomial(cell, below + 1) as u32);
        let mut index = Self {
            shape,
            blocks: 0,
            grid: Grid::new(shape),
            orders: Orders::new(tiles)?,
            numbers: (0..cells).map(number).collect(),
            maps: reserved(binomial(cells, tiles) as usize)?,
            regions: Vec::new(),
        };
        // Regions but the largest, in order, and their layout. A map has few cells that it can cut
        // off, so few layouts serve all maps.
        let mut layouts: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        let mut regions = Vec::new();
        for map in maps(cells, tiles) {
            index.grid.regions(map, &mut regions);
            let layout = if let Some(&layout) = layouts.get(&regions[1..]) {
                layout
            } else {
                let layout = index.regions.len();
                let len = cells.next_power_of_two();
                reserve(&mut index.regions, len)?;
                index.regions.resize(layout + len, 0);
                for (number, &region) in regions.iter().enumerate().skip(1) {
                    bits(region).for_each(|cell| index.regions[layout + cell] = number as u8);
                }
                layouts.insert(regions[1..].to_vec(), layout);
                layout
            };
            index.maps.push(MapEntry {
                block: index.blocks as u32,
                layout: layout as u32,
            });
            index.blocks += regions.len();
            pace.spend(200).await;
        }
        Ok(index)
    }

    /// Returns the number of entries: blocks x tiles!.
    pub(crate) fn entries(&self) -> u64 {
        self.blocks as u64 * self.orders.count() as u64
    }

    /// Returns the number of words of a table.
    pub(super) fn words(&self) -> usize {
        self.entries().div_ceil(64) as usize
    }

    /// Returns the entry of a state, which must be one.
    #[inline]
    pub(crate) fn entry(&self, map: u64, order: Order, blank: usize) -> u64 {
        self.orders.number(order) as u64 * self.blocks as u64 + self.block(map, blank) as u64
    }

    /// Returns the block of a map and a free cell.
    #[inline]
    pub(crate) fn block(&self, map: u64, blank: usize) -> usize {
        let tiles = bits(map).enumerate();
        let number: u32 = tiles.map(|(below, cell)| self.numbers[cell][below]).sum();
        let MapEntry { block, layout } = self.maps[number as usize];
        block as usize + usize::from(self.regions[layout as usize + blank])
    }
}

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

#[cfg(test)]
mod tests;
