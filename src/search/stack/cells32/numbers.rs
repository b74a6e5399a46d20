//! The numbers of maps, as sums of values in small tables.

use alloc::boxed::Box;

use crate::runtime::alloc::{OutOfMemory, boxed};
use crate::search::patterns::count_tiles;
use crate::tables::binomial;

/// A map is looked up in three parts: of 11 cells each on a board of 32.
const PART: usize = 11;

/// The sets of cells of a part.
const SETS: usize = 1 << PART;

/// The numbers of the maps of a number of tiles, in increasing order.
#[derive(Debug)]
pub(super) struct Numbers {
    /// The cells of a part.
    part: u32,
    /// By set of cells of the first part: what they add to the number of the map.
    first: Box<[u32; SETS]>,
    /// By tiles before, and set of cells of the second part.
    second: Box<[u32; 16 * SETS]>,
    /// By set of cells of the last part: it has all other tiles.
    last: Box<[u32; SETS]>,
}

impl Numbers {
    /// Returns the numbers for a board of up to 32 cells.
    pub(super) fn new(cells: usize, tiles: usize) -> Result<Self, OutOfMemory> {
        let part = cells.div_ceil(3);
        let mut numbers = Self {
            part: part as u32,
            first: boxed(0)?,
            second: boxed(0)?,
            last: boxed(0)?,
        };
        add_cells(&mut *numbers.first, part, 0, 0, tiles);
        for before in 0..=tiles {
            let row = &mut numbers.second[before * SETS..(before + 1) * SETS];
            add_cells(row, part, part, before, tiles);
            let mut row = [0; SETS];
            add_cells(&mut row, part, 2 * part, before, tiles);
            for (set, (last, number)) in numbers.last.iter_mut().zip(row).enumerate() {
                if before + set.count_ones() as usize == tiles {
                    *last = number;
                }
            }
        }
        Ok(numbers)
    }

    /// Returns the number of a map.
    #[inline(always)]
    pub(super) fn of<const POPCNT: bool>(&self, map: u32) -> u32 {
        let mask = (1 << self.part) - 1;
        let (first, rest) = (map & mask, map >> self.part);
        let second = count_tiles::<POPCNT>(first) << PART | rest & mask;
        self.first[first as usize % SETS]
            + self.second[second as usize % (16 * SETS)]
            + self.last[(rest >> self.part) as usize % SETS]
    }
}

/// Enters for each set of the cells from `from` on what they add to the number of a map that has
/// `before` tiles below: the sum of C(cell, i) over its i-th tiles.
fn add_cells(row: &mut [u32], part: usize, from: usize, before: usize, tiles: usize) {
    for set in 1..1_usize << part {
        let top = set.ilog2() as usize;
        let nth = before + set.count_ones() as usize;
        if nth <= tiles {
            row[set] = row[set ^ 1 << top] + binomial(from + top, nth) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Maps;

    #[test]
    fn maps_have_their_numbers() {
        for (cells, tiles) in [(4, 3), (12, 4), (16, 8), (25, 5), (32, 4)] {
            let numbers = Numbers::new(cells, tiles).expect("little memory");
            for (number, map) in (0..).zip(Maps::new(cells, tiles)) {
                assert_eq!(numbers.of::<true>(map as u32), number);
                assert_eq!(numbers.of::<false>(map as u32), number);
            }
        }
    }
}
