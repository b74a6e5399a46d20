//! A pattern database: the distance of every state of a pattern, one bit each.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::grid::bits;
use super::index::PatternIndex;
use super::order::{Order, rotate};
use super::pattern::Pattern;
use super::symmetry::Symmetry;
use crate::canonical::CanonicalBoard;

/// The distance of every state of a pattern: the fewest moves of the pattern's own tiles that bring
/// them home.
///
/// It takes one bit an entry. A move of a tile of the pattern changes the distance by exactly 1,
/// never by 0: the tile changes the colour of its cell, as on a chessboard. So the colours tell
/// whether a distance is even, and the table holds the next bit, whether half of it (rounded down)
/// is odd. That tells +1 from -1 at every move, and by descending to the goal the distance itself.
///
/// Distances of disjoint patterns may be added (Korf and Felner, *Disjoint pattern database
/// heuristics*, 2002). The bit (for zero-aware tables) is Robert Clausecker's, from his *24puzzle*.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) pattern: Pattern,
    /// The symmetry to look through: the entry of a board is that of its mirror image. It is the
    /// identity but for tables that share another's entries.
    ///
    /// If a tile stands on cell `x` and belongs to cell `c`, the entries know of a tile on
    /// `frame.cell(x)` that belongs to `frame.cell(c)`; and if the blank stands on `x`, of a
    /// blank on `frame.cell(x)`.
    pub(crate) frame: Symmetry,
    pub(crate) data: Arc<Data>,
}

/// The data that a table and its mirror images share.
pub(crate) struct Data {
    /// The pattern of the entries: that of a table as its frame shows it.
    pub(crate) pattern: Pattern,
    /// Tables of the same number of tiles, built together, share it.
    pub(crate) index: Arc<PatternIndex>,
    /// Entry `e` is bit `e % 64` of word `e / 64`.
    pub(crate) words: Vec<u64>,
    /// The largest distance, in moves of the pattern's tiles.
    pub(crate) max: u32,
    /// The mean distance over all placements of the pattern's tiles and the blank that can reach
    /// the goal.
    pub(crate) mean: f64,
}

/// A state of a pattern: the cells of its tiles as bits, the order of the tiles, and the blank's
/// cell, or any other cell of its region.
type State = (u64, Order, usize);

/// The tiles of a table on a board, in its [`frame`](Table::frame), and their distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The cells of the tiles, as bits.
    pub(crate) map: u64,
    pub(crate) order: Order,
    pub(crate) distance: u32,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("pattern", &self.pattern)
            .field("frame", &self.frame)
            .field("max", &self.data.max)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Returns this table as the image of a board under a symmetry sees it.
    pub(crate) fn mirrored(&self, symmetry: &Symmetry) -> Self {
        Self {
            pattern: self.pattern.image(&symmetry.inverse()),
            frame: symmetry.then(&self.frame),
            data: self.data.clone(),
        }
    }

    /// Returns the places of the pattern's tiles and the blank on a board of the pattern's shape and
    /// home without free tiles, as seen in the [`frame`](Self::frame).
    pub(crate) fn place(&self, board: &CanonicalBoard) -> State {
        let (shown, mut map, mut order, mut slot) = (self.frame.inverse(), 0, 0, 0);
        for cell in 0..board.cells.len() {
            let tile = board.cells[shown.cell(cell)];
            // The home is in no pattern, nor is its image.
            if let Some(number) = self.data.pattern.number(self.frame.cell(tile.into())) {
                map |= 1 << cell;
                order |= (number as Order) << (3 * slot);
                slot += 1;
            }
        }
        (map, order, self.frame.cell(board.blank))
    }

    /// Returns the pattern's tiles on a board of its shape and home without free tiles.
    pub(crate) fn locate(&self, board: &CanonicalBoard) -> Placed {
        let (map, order, blank) = self.place(board);
        // Boards that can't be solved don't get here, and a descent in circles is that of a forged
        // table. No board is closer than 0.
        let distance = self.descend((map, order, blank)).unwrap_or(0);
        Placed {
            map,
            order,
            distance,
        }
    }

    /// Returns the pattern's tiles after the one on cell `from` has moved to cell `to`.
    pub(crate) fn slid(&self, placed: Placed, from: usize, to: usize) -> Placed {
        let (from, to) = (self.frame.cell(from), self.frame.cell(to));
        let (map, order) = moved(placed.map, placed.order, from, to);
        // Of the distance and 1 more or less, one has bit 1 set and the other has not.
        let has_bit_1 = self.bit(self.data.index.entry(map, order, from));
        let longer = placed.distance + 1;
        let distance = if has_bit_1 == (longer & 2 != 0) {
            longer
        } else {
            placed.distance.saturating_sub(1)
        };
        Placed {
            map,
            order,
            distance,
        }
    }

    /// Returns the distance of a state by descending to the goal. A forged table may lead in
    /// circles: the descent ends after the largest distance.
    pub(crate) fn descend(&self, (mut map, mut order, mut blank): State) -> Option<u32> {
        let (pattern, index) = (&self.data.pattern, &self.data.index);
        let goal = index.entry(pattern.mask, index.orders.order(0), pattern.home);
        let grid = &index.grid;
        let mut steps = 0;
        let mut entry = index.entry(map, order, blank);
        while entry != goal && steps < self.data.max {
            let below = self.modulo_4(entry, map).wrapping_sub(1) & 3;
            let free = bits(grid.region(map, blank) & grid.around(map));
            let from = |to: usize| bits(grid.around(1_u64 << to) & map).map(move |from| (from, to));
            let next = free.flat_map(from).find_map(|(from, to)| {
                let (map, order) = moved(map, order, from, to);
                let entry = index.entry(map, order, from);
                (self.modulo_4(entry, map) == below).then_some((map, order, from, entry))
            });
            (map, order, blank, entry) = next?;
            steps += 1;
        }
        (entry == goal).then_some(steps)
    }

    /// Returns the distance of an entry modulo 4; `map` is that of the entry.
    fn modulo_4(&self, entry: u64, map: u64) -> u32 {
        let odd = self.data.index.grid.odd;
        let parity = ((map ^ self.data.pattern.mask) & odd).count_ones() & 1;
        u32::from(self.bit(entry)) << 1 | parity
    }

    /// Returns the bit of an entry: bit 1 of its distance.
    ///
    /// # Panics
    /// If there is no such entry (or no such word).
    #[inline]
    fn bit(&self, entry: u64) -> bool {
        self.data.words[(entry >> 6) as usize] >> (entry & 63) & 1 != 0
    }
}

/// Returns the map and the order after the tile on cell `from` has moved to the free cell `to`.
fn moved(map: u64, order: Order, from: usize, to: usize) -> (u64, Order) {
    let after = map ^ 1 << from ^ 1 << to;
    let slot = |map: u64, cell: usize| (map & ((1 << cell) - 1)).count_ones() as usize;
    (after, rotate(order, slot(map, from), slot(after, to)))
}

/// Returns the memory of the entries of tables, some of which may share theirs, in bytes.
pub(crate) fn bytes_of<'t>(tables: impl Iterator<Item = &'t Table>) -> usize {
    let mut all: Vec<&Arc<Data>> = Vec::new();
    for Table { data, .. } in tables {
        if !all.iter().any(|it| Arc::ptr_eq(it, data)) {
            all.push(data);
        }
    }
    all.iter().map(|data| 8 * data.words.len()).sum()
}

#[cfg(test)]
mod tests;
