//! The numbers of maps: sums of values in three small tables.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::grid::bits;
use super::order::binomial;
use crate::runtime::alloc::{OutOfMemory, boxed, zeroed};

/// The most cells of boards whose maps are looked up in three parts, which fit the caches.
const MOST_CELLS: usize = 33;

/// The sets of cells of a part, at most.
const SETS: usize = 1 << (MOST_CELLS / 3);

/// The bits of a number of the first part's maps; above them is the row of the second part.
const BESIDE: u32 = 16;

/// The numbers of the maps of a number of tiles, in increasing order.
#[derive(Clone, Debug)]
pub(crate) struct MapNumbers {
    /// The cells of a part; 0 on boards of more than [`MOST_CELLS`], whose maps are added up tile
    /// by tile.
    part: u32,
    cells: usize,
    /// By set of cells of the first part: what they add to the number of the map, and their row.
    first: Box<[u32; SETS]>,
    /// By tiles before, and set of cells of the second part; for tile by tile, by tiles before and
    /// cell.
    second: Vec<u32>,
    /// By set of cells of the last part: it has all other tiles.
    last: Box<[u32; SETS]>,
}

impl MapNumbers {
    pub(crate) fn new(cells: usize, tiles: usize) -> Result<Self, OutOfMemory> {
        let part = if cells > MOST_CELLS {
            0
        } else {
            cells.div_ceil(3)
        };
        let sets = if part == 0 { cells } else { 1 << part };
        let mut numbers = Self {
            part: part as u32,
            cells,
            first: boxed(0)?,
            second: zeroed((tiles + 1) * sets)?,
            last: boxed(0)?,
        };
        if part == 0 {
            for (before, row) in numbers.second.chunks_exact_mut(cells).enumerate() {
                for (cell, number) in row.iter_mut().enumerate() {
                    *number = binomial(cell, before + 1) as u32;
                }
            }
            return Ok(numbers);
        }
        add_cells(&mut *numbers.first, part, 0, 0, tiles);
        for (set, first) in (0_u32..).zip(numbers.first.iter_mut().take(sets)) {
            // Sets of more tiles are never asked for.
            let before = set.count_ones().min(tiles as u32);
            *first |= before << (BESIDE + numbers.part);
        }
        let mut row = zeroed(sets)?;
        for (before, rows) in numbers.second.chunks_exact_mut(sets).enumerate() {
            add_cells(rows, part, part, before, tiles);
            add_cells(&mut row, part, 2 * part, before, tiles);
            for (set, (last, &number)) in numbers.last.iter_mut().zip(&row).enumerate() {
                if before + set.count_ones() as usize == tiles {
                    *last = number;
                }
            }
        }
        Ok(numbers)
    }

    #[inline]
    pub(super) fn of(&self, map: u64) -> u32 {
        if self.part == 0 {
            let rows = self.second.chunks_exact(self.cells);
            return bits(map).zip(rows).map(|(cell, row)| row[cell]).sum();
        }
        self.sum(map as u32, (map >> self.part) as u32)
    }

    #[inline(always)]
    fn sum(&self, map: u32, rest: u32) -> u32 {
        let mask = (1 << self.part) - 1;
        let first = self.first[(map & mask) as usize % SETS];
        let second = first >> BESIDE | rest & mask;
        (first & ((1 << BESIDE) - 1))
            + self.second[second as usize]
            + self.last[(rest >> self.part) as usize % SETS]
    }

    /// Returns the memory taken besides its own size, in bytes.
    pub(super) fn bytes(&self) -> usize {
        4 * (self.first.len() + self.second.len() + self.last.len())
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
        for (cells, tiles) in [
            (4, 3),
            (12, 4),
            (16, 8),
            (25, 5),
            (32, 4),
            (33, 3),
            (34, 3),
            (64, 2),
        ] {
            let numbers = MapNumbers::new(cells, tiles).expect("little memory");
            for (number, map) in (0..).zip(Maps::new(cells, tiles)) {
                assert_eq!(numbers.of(map), number);
            }
        }
    }
}
