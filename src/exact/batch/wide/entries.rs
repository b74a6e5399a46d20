//! From the cells of a table's tiles, the blank and their order to an entry.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{TILES, lehmer_number};
use crate::runtime::{OutOfMemory, Pace, boxed, reserve};
use crate::tables::{MapEntry, Table, binomial};

/// The most sets of half of the cells, 2^16 each: of the lower half, and of the upper half for each
/// of eight numbers of tiles that tables have.
const NUMBERS: usize = 1 << 20;

/// The maps that are entered at a time.
const MAPS: usize = 1 << 14;

/// The numbering of the entries of all tables of a search.
///
/// The number of a map is the sum of two lookups, by its upper and by its lower cells: the first
/// map with these upper cells, and the rank of the lower ones among the sets of equal size.
#[derive(Clone, Debug)]
pub(super) struct Entries {
    /// The number of lower cells.
    half: u32,
    numbers: Box<[u32; NUMBERS]>,
    /// `[number of the map]`
    pub(super) maps: Vec<MapEntry>,
    /// `[layout, cell]`: the cell's region.
    regions: Vec<u8>,
    /// `[number of the order by Lehmer's code]`: its number in a table.
    orders: Box<[u16; 1 << 16]>,
    /// `[number of tiles]`: the start of the numbers of the upper cells.
    uppers: [u32; TILES + 1],
    /// The end of the numbers.
    end: usize,
}

impl Entries {
    /// Returns the numbering for boards with this number of cells, before any table is entered.
    pub(super) async fn new(cells: usize, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let half = cells.div_ceil(2) as u32;
        let mut numbers = pace.filled(0, NUMBERS).await?;
        // The rank of a set among the sets of equal size, in increasing order.
        for set in 1..1_usize << half {
            let top = set.ilog2() as usize;
            let in_order = binomial(top, set.count_ones() as usize) as u32;
            numbers[set] = numbers[set ^ 1 << top] + in_order;
            pace.spend(10).await;
        }
        let numbers = numbers.into_boxed_slice().try_into();
        Ok(Self {
            half,
            numbers: numbers.unwrap_or_else(|_| unreachable!("it has NUMBERS elements")),
            maps: Vec::new(),
            regions: Vec::new(),
            orders: boxed(0)?,
            uppers: [0; TILES + 1],
            end: 1 << half,
        })
    }

    /// Returns the start of the numbers of the upper cells for a table. The first one of its number
    /// of tiles is entered.
    pub(super) async fn enter(
        &mut self,
        table: &Table,
        pace: &mut Pace,
    ) -> Result<u32, OutOfMemory> {
        let index = &table.data.index;
        let (cells, tiles) = (index.shape.cells(), index.orders.tiles);
        if self.uppers[tiles] > 0 {
            return Ok(self.uppers[tiles]);
        }
        self.uppers[tiles] = self.end as u32;
        let mut first = self.maps.len() as u32;
        for set in 0..1_usize << (cells as u32 - self.half) {
            self.numbers[self.end % NUMBERS] = first;
            self.end += 1;
            if let Some(rest) = tiles.checked_sub(set.count_ones() as usize) {
                first += binomial(self.half as usize, rest) as u32;
            }
            pace.spend(30).await;
        }
        let layouts = self.regions.len() as u32;
        reserve(&mut self.maps, index.maps.len())?;
        reserve(&mut self.regions, index.regions.len())?;
        for maps in index.maps.chunks(MAPS) {
            self.maps.extend(maps.iter().map(|&map| MapEntry {
                layout: layouts + map.layout,
                ..map
            }));
            pace.spend(MAPS).await;
        }
        self.regions.extend_from_slice(&index.regions);
        for number in 0..index.orders.count() {
            let order = lehmer_number(index.orders.order(number), tiles);
            self.orders[order] = number as u16;
            pace.spend(100).await;
        }
        Ok(self.uppers[tiles])
    }

    /// Returns the number of a map, given the start of the numbers of its upper cells.
    #[inline(always)]
    pub(super) const fn number(&self, cells: u32, uppers: u32) -> u32 {
        let low = cells & ((1 << self.half) - 1);
        let high = (cells >> self.half) + uppers;
        self.numbers[low as usize % NUMBERS].wrapping_add(self.numbers[high as usize % NUMBERS])
    }

    /// Returns the entry of the map with this number, a blank beside its tiles and the number of
    /// their order, in a table of `blocks` blocks.
    #[inline(always)]
    pub(super) fn entry(&self, number: u32, blank: u32, order: u16, blocks: u64) -> u64 {
        let map = self.maps[number as usize];
        let region = self.regions[map.layout.wrapping_add(blank) as usize];
        let row = u64::from(self.orders[usize::from(order)]) * blocks;
        row + u64::from(map.block) + u64::from(region)
    }
}
