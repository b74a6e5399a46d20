//! The numbers of maps and orders, as sums of what is looked up in small tables.

use alloc::boxed::Box;

use crate::search::patterns::{Placed, count_tiles};
use crate::tables::{Orders, choose};

/// A map is looked up in three parts: of 11 cells each on a board of 32.
const PART: usize = 11;

/// The most tiles of a table.
const TILES: usize = 8;

/// The numbers of the maps and the orders of so many tiles.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// The cells of a part.
    part: u32,
    /// By set of cells of the first part: what they add to the number of the map.
    first: [u32; 1 << PART],
    /// By tiles before, and set of cells of the second part.
    second: [u32; 16 << PART],
    /// By set of cells of the last part: it has all other tiles.
    last: [u32; 1 << PART],
    /// By the first four slots of an order, and by the others: what they add to its number.
    slots: [[u16; 1 << 12]; 2],
}

/// What it costs to make them.
pub(super) const NUMBERS_COST: usize = 200_000;

impl Numbers {
    /// Returns the numbers for a board of up to 32 cells.
    pub(super) fn new(cells: usize, orders: &Orders) -> Box<Self> {
        let (tiles, part) = (orders.tiles(), cells.div_ceil(3));
        let mut numbers = Box::new(Self {
            part: part as u32,
            first: [0; 1 << PART],
            second: [0; 16 << PART],
            last: [0; 1 << PART],
            slots: [[0; 1 << 12]; 2],
        });
        add_cells(&mut numbers.first, part, 0, 0, tiles);
        for before in 0..=tiles {
            let row = &mut numbers.second[before << PART..(before + 1) << PART];
            add_cells(row, part, part, before, tiles);
            let mut row = [0; 1 << PART];
            add_cells(&mut row, part, 2 * part, before, tiles);
            for (set, (last, number)) in numbers.last.iter_mut().zip(row).enumerate() {
                if before + set.count_ones() as usize == tiles {
                    *last = number;
                }
            }
        }
        let [first, others] = &mut numbers.slots;
        orders.add_slots(first, others);
        numbers
    }

    /// Returns the number of the map of some tiles, and that of their order.
    #[inline(always)]
    pub(super) fn of<const BITS: bool>(&self, placed: Placed) -> (u32, u32) {
        const SETS: usize = 1 << PART;
        let (map, mask) = (placed.map(), (1 << self.part) - 1);
        let (first, rest) = (map & mask, map >> self.part);
        let before = count_tiles::<BITS>(first);
        let second = before << PART | rest & mask;
        let number = self.first[first as usize % SETS]
            + self.second[second as usize % (16 * SETS)]
            + self.last[(rest >> self.part) as usize % SETS];
        let order = placed.order() as usize;
        let [slots, others] = &self.slots;
        let order = u32::from(slots[order % 4096]) + u32::from(others[(order >> 12) % 4096]);
        (number, order)
    }
}

/// Enters for each set of the cells from `from` on what they add to the number of a map that has
/// `before` tiles below: the sum of C(cell, i) over its i-th tiles.
fn add_cells(row: &mut [u32], part: usize, from: usize, before: usize, tiles: usize) {
    debug_assert!(tiles <= TILES);
    for set in 1..1_usize << part {
        let top = set.ilog2() as usize;
        let nth = before + set.count_ones() as usize;
        if nth <= tiles {
            row[set] = row[set ^ 1 << top] + choose(from + top, nth) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Maps;

    #[test]
    fn maps_and_orders_have_the_numbers_of_the_index() {
        for (cells, tiles) in [(4, 3), (12, 4), (16, 8), (25, 5), (32, 4)] {
            let orders = Orders::new(tiles);
            let numbers = Numbers::new(cells, &orders);
            for (number, map) in Maps::new(cells, tiles).enumerate() {
                let nth = number % orders.count();
                let placed = Placed::new(map as u32, orders.order(nth), 0);
                let expected = (number as u32, nth as u32);
                assert_eq!(numbers.of::<true>(placed), expected);
                assert_eq!(numbers.of::<false>(placed), expected);
            }
        }
    }
}
