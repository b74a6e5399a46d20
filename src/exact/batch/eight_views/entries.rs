//! From the cells of a table's tiles, the blank and the order to an entry, by arrays of fixed size:
//! no index needs a check.

use alloc::boxed::Box;

use super::lehmer::{self, ORDERS};
use crate::runtime::alloc::{OutOfMemory, boxed};
use crate::runtime::dispatch::fetch_early;
use crate::tables::{MapNumbers, Table};

/// The most cells of a board: those of 5 x 5, and two that are never used.
pub(super) const MOST_CELLS: usize = 27;

/// The cells of a part of a map, and the bits of a number that are beside a row, as in
/// [`MapNumbers`].
const PART: u32 = MOST_CELLS as u32 / 3;
const SETS: usize = 1 << PART;
const BESIDE: u32 = 16;

/// The number of maps: 177,100 of six tiles on 5 x 5.
const MAPS: usize = 1 << 18;

/// The bits of a block: there are 252,406 for six tiles on 5 x 5.
const BLOCK: u32 = 18;

/// The layouts of regions, 3,322 for six tiles on 5 x 5, and the places of one.
const LAYOUTS: usize = 1 << 12;
const LAYOUT: usize = 1 << 5;

/// The first index of each array.
const SECOND: usize = SETS;
const LAST: usize = SECOND + 8 * SETS;
const ROWS: usize = LAST + SETS;
const FIRSTS: usize = ROWS + ORDERS;
const END: usize = FIRSTS + MAPS;

/// The entries of tables of a number of tiles.
#[derive(Debug)]
pub(super) struct Entries {
    /// The three parts of the numbers of maps, by number of the order the first entry of its row,
    /// and by number of the map its first block and from bit 18 on its layout of regions.
    words: Box<[u32; END]>,
    /// By layout and cell: the cell's region.
    regions: Box<[u8; LAYOUTS * LAYOUT]>,
}

impl Entries {
    /// Returns the entries of a table, and of all others of its shape and number of tiles: at most
    /// six tiles, on a board that is not larger than 5 x 5.
    pub(super) fn new(table: &Table) -> Result<Self, OutOfMemory> {
        let index = table.index();
        let tiles = index.tiles();
        let mut words: Box<[u32; END]> = boxed(0)?;
        let mut regions: Box<[u8; LAYOUTS * LAYOUT]> = boxed(0)?;
        let numbers = MapNumbers::new(MOST_CELLS, tiles)?;
        let (first, second, last) = numbers.parts();
        words[..SETS].copy_from_slice(&first[..SETS]);
        words[SECOND..SECOND + second.len()].copy_from_slice(second);
        words[LAST..ROWS].copy_from_slice(&last[..SETS]);
        for number in 0..index.orders().count() {
            let order = lehmer::number(index.orders().order(number), tiles);
            words[ROWS + order] = (number * index.blocks()) as u32;
        }
        let mut maps = words[FIRSTS..].iter_mut();
        let mut layouts = regions.chunks_exact_mut(LAYOUT);
        index.lookup().each_map(
            |block, layout| {
                if let Some(word) = maps.next() {
                    *word = block | layout << BLOCK;
                }
            },
            |layout| {
                if let Some(regions) = layouts.next() {
                    regions[..layout.len()].copy_from_slice(layout);
                }
            },
        );
        Ok(Self { words, regions })
    }

    pub(super) fn view(&self) -> EntriesView<'_> {
        EntriesView {
            words: &self.words,
            regions: &self.regions,
        }
    }
}

/// [`Entries`], borrowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntriesView<'k> {
    words: &'k [u32; END],
    regions: &'k [u8; LAYOUTS * LAYOUT],
}

impl EntriesView<'_> {
    /// Returns the number of a map.
    #[inline(always)]
    pub(super) const fn number(&self, cells: u32) -> u32 {
        let words = self.words;
        let rest = cells >> PART;
        let first = words[cells as usize % SETS];
        let second = (first >> BESIDE) as usize | (rest as usize % SETS);
        (first & ((1 << BESIDE) - 1))
            .wrapping_add(words[SECOND + second % (8 * SETS)])
            .wrapping_add(words[LAST + (rest >> PART) as usize % SETS])
    }

    /// Asks the memory for the word of the map with this number.
    #[inline(always)]
    pub(super) fn fetch(&self, number: u32) {
        fetch_early(&self.words[..], FIRSTS + number as usize);
    }

    /// Returns the entry of the map with this number, a blank beside its tiles and the number of an
    /// order.
    #[inline(always)]
    pub(super) fn entry(&self, number: u32, blank: u32, order: u16) -> u32 {
        let words = self.words;
        let map = words[FIRSTS + number as usize % MAPS];
        let region = (map >> BLOCK) as usize * LAYOUT + blank as usize;
        (map % (1 << BLOCK))
            .wrapping_add(self.regions[region % (LAYOUTS * LAYOUT)].into())
            .wrapping_add(words[ROWS + usize::from(order) % ORDERS])
    }
}
