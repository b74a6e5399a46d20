//! Orders of a few tiles, packed into a number, and their lexicographic ranks by lookup.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, filled};
use crate::side::Side;

/// The number of bits that a tile takes in an order.
pub(super) const BITS: u32 = 3;

/// The values of the bits of four tiles.
pub(super) const FOUR_TILES: usize = 1 << (4 * BITS);

/// The most tiles of a slide: those of a line of 2 x 4 but one.
pub(super) const MAX_TILES: usize = 3;

/// A step of the blank: to a neighbour or, by slides, to any cell in line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) side: Side,
    /// The cell that the blank leaves.
    pub(super) from: u8,
    /// The number of tiles that move, and how each of them does.
    pub(super) tiles: u8,
    pub(super) shifts: [Shift; MAX_TILES],
    /// Which of the steps from there takes this one back.
    pub(super) back: u8,
}

impl Step {
    /// Returns whether no tile changes its place in the order.
    pub(super) fn keeps_order(&self) -> bool {
        let mut shifts = self.shifts.iter().take(self.tiles.into());
        shifts.all(|shift| shift.place == shift.new_place)
    }

    /// Moves all tiles to their new places.
    pub(super) fn apply(self, order: u32) -> u32 {
        let shifts = self.shifts.iter().take(self.tiles.into());
        shifts.fold(order, |order, shift| shift.apply(order))
    }
}

/// A tile's place in the order before a move and after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shift {
    pub(super) place: u8,
    pub(super) new_place: u8,
}

impl Shift {
    /// Moves the tile to its new place; those in between shift by one.
    #[inline]
    pub(super) const fn apply(self, order: u32) -> u32 {
        let (from, to) = (BITS * self.place as u32, BITS * self.new_place as u32);
        let tile = order >> from & ((1 << BITS) - 1);
        let below = (1 << from) - 1;
        let without = order & below | order >> BITS & !below;
        let below = (1 << to) - 1;
        without & below | tile << to | (without & !below) << BITS
    }
}

/// Packs an order, the tile of the lowest place first.
pub(super) fn pack(order: impl IntoIterator<Item = u32>) -> u32 {
    let places = (0..).step_by(BITS as usize);
    let tiles = order.into_iter().zip(places);
    tiles.fold(0, |packed, (tile, place)| packed | tile << place)
}

/// The lexicographic rank of an order by two lookups: of its first four tiles, and of the others
/// among themselves.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    first: Vec<u16>,
    last: Vec<u16>,
}

impl Ranks {
    /// The size of the ranks, in bytes.
    pub(super) const BYTES: usize = 2 * FOUR_TILES * size_of::<u16>();

    pub(super) fn new(tiles: usize) -> Result<Self, OutOfMemory> {
        let mut ranks = Self {
            first: filled(0, FOUR_TILES)?,
            last: filled(0, FOUR_TILES)?,
        };
        let first = tiles.min(4);
        ranks.fill_first(tiles, first, 0, 0, 0);
        let last = tiles - first;
        // Which numbers are left does not matter, only their order: all choices from the tiles.
        Self::fill_last(&mut ranks.last, tiles, last, &mut Vec::new());
        Ok(ranks)
    }

    fn fill_first(&mut self, tiles: usize, left: usize, order: u16, used: u32, rank: u16) {
        let place = tiles.min(4) - left;
        if left == 0 {
            self.first[order as usize] = rank;
            return;
        }
        let unused = (0..tiles).filter(|tile| used >> tile & 1 == 0);
        for (smaller, tile) in (0..).zip(unused) {
            let orders_behind: u16 = (1..tiles - place).map(|n| n as u16).product();
            let order = order | (tile as u16) << (BITS as usize * place);
            let rank = rank + smaller * orders_behind;
            self.fill_first(tiles, left - 1, order, used | 1 << tile, rank);
        }
    }

    fn fill_last(ranks: &mut [u16], tiles: usize, left: usize, chosen: &mut Vec<usize>) {
        if left == 0 {
            let mut rank = 0;
            for (place, tile) in chosen.iter().enumerate() {
                let smaller = chosen[place..].iter().filter(|other| *other < tile).count();
                rank = rank * (chosen.len() - place) + smaller;
            }
            let order = pack(chosen.iter().map(|&tile| tile as u32));
            ranks[order as usize] = rank as u16;
            return;
        }
        for tile in 0..tiles {
            if !chosen.contains(&tile) {
                chosen.push(tile);
                Self::fill_last(ranks, tiles, left - 1, chosen);
                chosen.pop();
            }
        }
    }

    #[inline]
    pub(super) fn rank(&self, order: u32) -> usize {
        let (first, last) = (order as usize % FOUR_TILES, order as usize / FOUR_TILES);
        usize::from(self.first[first]) + usize::from(self.last[last % FOUR_TILES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permutation::{self, factorial};

    #[test]
    fn ranks_are_those_of_permutations() {
        for tiles in 3..=8 {
            let ranks = Ranks::new(tiles).expect("little memory");
            for rank in 0..factorial(tiles) {
                let order = permutation::unrank(rank, tiles).expect("it is below n!");
                let order = pack(order.into_iter().map(|tile| tile as u32));
                assert_eq!(ranks.rank(order) as u128, rank, "{tiles} tiles");
            }
        }
    }
}
