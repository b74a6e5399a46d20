//! From a map and the blank to a block, by small tables.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::grid::{Grid, Maps, bits};
use super::order::binomial;
use super::pattern::MAX_PATTERN_TILES;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::tables as cost;
use crate::runtime::job::Pace;

/// The blocks of all maps of a number of tiles.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// `[byte of a map · BELOW + tiles below it][the byte]`: what these tiles add to the number of the
    /// map.
    numbers: Vec<[u32; 256]>,
    /// By number.
    pub(crate) maps: Vec<MapEntry>,
    /// For each layout of regions the region of each cell, from a multiple of `stride` on. Most maps
    /// have one region: they share layout 0, all zeroes.
    pub(crate) regions: Vec<u8>,
    stride: usize,
}

/// A map: its first block, and where its layout of regions begins.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct MapEntry {
    pub(crate) block: u32,
    pub(crate) layout: u32,
}

/// The numbers of tiles that may be below a byte of a map.
const BELOW: usize = MAX_PATTERN_TILES + 1;

/// There must be fewer maps than that.
pub(crate) const MOST_MAPS: u64 = 1 << 26;

impl Lookup {
    /// Numbers the blocks of all maps of `tiles` tiles. Returns the lookup and the number of blocks.
    pub(super) async fn new(
        grid: &Grid,
        tiles: usize,
        pace: &mut Pace,
    ) -> Result<(Self, usize), OutOfMemory> {
        let cells = grid.cells;
        let mut lookup = Self {
            numbers: numbers(cells, tiles)?,
            maps: reserved(binomial(cells, tiles) as usize)?,
            regions: Vec::new(),
            stride: cells.next_power_of_two(),
        };
        // Regions but the largest, in order, and their layout. A map has few cells that it can cut
        // off, so few layouts serve all maps.
        let mut layouts: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        let (mut blocks, mut regions) = (0, Vec::new());
        for map in Maps::new(cells, tiles) {
            grid.regions(map, &mut regions);
            let layout = if let Some(&layout) = layouts.get(&regions[1..]) {
                layout
            } else {
                let layout = lookup.regions.len();
                lookup.regions.resize(layout + lookup.stride, 0);
                for (number, &region) in regions.iter().enumerate().skip(1) {
                    bits(region).for_each(|cell| lookup.regions[layout + cell] = number as u8);
                }
                layouts.insert(regions[1..].to_vec(), layout);
                layout
            };
            lookup.maps.push(MapEntry {
                block: blocks as u32,
                layout: layout as u32,
            });
            blocks += regions.len();
            pace.spend(cost::MAP).await;
        }
        Ok((lookup, blocks))
    }

    /// Returns the block of a map and a free cell.
    #[inline]
    pub(crate) fn block(&self, map: u64, blank: usize) -> usize {
        let (mut number, mut below) = (0, 0);
        for (numbers, byte) in self.numbers.chunks_exact(BELOW).zip(map.to_le_bytes()) {
            number += numbers[below][usize::from(byte)];
            below += byte.count_ones() as usize;
        }
        let MapEntry { block, layout } = self.maps[number as usize];
        block as usize + usize::from(self.regions[layout as usize + blank])
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.numbers[..]) + size_of_val(&self.maps[..]) + self.regions.len()
    }
}

/// Returns what the tiles of each byte add to the number of a map, in increasing order of maps: the
/// sum of C(cell, i) over its i-th tiles.
fn numbers(cells: usize, tiles: usize) -> Result<Vec<[u32; 256]>, OutOfMemory> {
    let mut numbers = filled([0; 256], cells.div_ceil(8) * BELOW)?;
    for (nth_row, row) in numbers.iter_mut().enumerate() {
        let (byte, below) = (nth_row / BELOW, nth_row % BELOW);
        for set in 1..256_usize {
            let top = set.ilog2() as usize;
            let nth = below + set.count_ones() as usize;
            // Sets of more tiles are never asked for.
            if nth <= tiles {
                row[set] = row[set ^ 1 << top] + binomial(8 * byte + top, nth) as u32;
            }
        }
    }
    Ok(numbers)
}
