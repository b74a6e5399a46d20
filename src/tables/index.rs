//! The perfect index of a pattern's states.

use super::error::TableError;
use super::grid::Grid;
use super::lookup::{Lookup, MOST_MAPS};
use super::order::{Order, Orders, binomial};
use super::pattern::{MAX_PATTERN_TILES, Pattern, check_board};
use crate::runtime::job::{Pace, block_on};
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
///    the tiles of what depends on the tile and the set of tiles before it: it is looked up for the
///    first and the last tiles apart. (Lehmer's code within groups of up to five tiles, times the
///    places of the groups; the source has the weights.)
/// 5. **Entry**: number of the order x blocks + block.
///
/// So all blocks of an order lie side by side: a move in which no tile passes another one leads to
/// an entry nearby, often in the same line of a cache. (If the orders of a block
/// lay side by side, searches would take longer: `korf100` with 196 MB 14 %, with 3 MB 6 %.) On 4
/// x 4 six tiles have 8,008 maps, 16,412 blocks and 11,816,640 entries.
///
/// The regions ("zero-aware" tables) are Robert Clausecker's, from his *24puzzle*.
///
/// On 2 x 3 two tiles have 15 maps. Four of them cut a corner off, {1, 3} for one, and {1, 4} cuts
/// the board in halves: 2! orders of 20 blocks.
#[derive(Clone)]
pub(crate) struct PatternIndex {
    pub(crate) shape: Shape,
    pub(crate) tiles: usize,
    /// The number of blocks: pairs of a map and a region.
    pub(crate) blocks: usize,
    pub(crate) grid: Grid,
    pub(crate) orders: Orders,
    pub(crate) lookup: Lookup,
}

/// A state of a pattern: where its tiles are, in which order, and a cell that the blank may stand
/// on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Placement {
    /// The cells of the pattern's tiles, as bits.
    pub(crate) map: u64,
    /// The numbers of the tiles in the order of their cells, three bits each, the lowest cell in
    /// the lowest bits.
    pub(crate) order: u32,
    /// The blank's cell, or any other cell of its region.
    pub(crate) blank: usize,
}

impl PatternIndex {
    /// Returns the index of the states of `tiles` tiles on boards of this shape.
    ///
    /// It takes time and memory in proportion to the number of maps: 70 KB for six tiles on
    /// 4 x 4, and some 15 milliseconds on 5 x 5.
    ///
    /// # Errors
    /// [`TableError`] if the shape has no tables, if there are no tiles, more than
    /// [`MAX_PATTERN_TILES`] or no free cell, and if there are too many maps or too little memory.
    pub(super) async fn new(
        shape: Shape,
        tiles: usize,
        pace: &mut Pace,
    ) -> Result<Self, TableError> {
        check_board(shape, 0)?;
        if tiles == 0 || tiles > MAX_PATTERN_TILES || tiles >= shape.cells() {
            return Err(TableError::Tiles { tiles });
        }
        if binomial(shape.cells(), tiles) >= MOST_MAPS {
            return Err(TableError::States { shape, tiles });
        }
        let grid = Grid::new(shape);
        let orders = Orders::new(tiles)?;
        let (lookup, blocks) = Lookup::new(&grid, tiles, pace).await?;
        Ok(Self {
            shape,
            tiles,
            blocks,
            grid,
            orders,
            lookup,
        })
    }

    /// Returns the index at once.
    pub(super) fn at_once(shape: Shape, tiles: usize) -> Result<Self, TableError> {
        block_on(async |pace| Self::new(shape, tiles, pace).await)
    }

    /// Returns whether the index is that of a pattern's states.
    pub(super) fn serves(&self, pattern: &Pattern) -> bool {
        self.shape == pattern.shape() && self.tiles == pattern.tiles()
    }

    /// Returns the number of entries: blocks x tiles!.
    pub(crate) fn entries(&self) -> u64 {
        self.blocks as u64 * self.orders.count() as u64
    }

    /// Returns the memory that the index takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.orders.bytes() + self.lookup.bytes()
    }

    /// Returns the entry of a state, which must be one.
    #[inline]
    pub(crate) fn entry(&self, map: u64, order: Order, blank: usize) -> u64 {
        self.orders.number(order) as u64 * self.blocks as u64 + self.block(map, blank) as u64
    }

    /// Returns the block of a map and a free cell.
    #[inline]
    pub(crate) fn block(&self, map: u64, blank: usize) -> usize {
        self.lookup.block(map, blank)
    }
}

#[cfg(test)]
mod tests;
