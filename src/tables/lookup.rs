//! From a map and the blank to a block, by small tables.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::grid::{Grid, Maps, bits};
use super::map_numbers::MapNumbers;
use super::order::binomial;
use crate::runtime::alloc::{OutOfMemory, reserved, zeroed};

/// The lookup of a block. Both forms give the same numbers; the narrow one takes fewer steps.
#[derive(Clone, Debug)]
pub(crate) enum Lookup {
    Narrow(Box<Narrow>),
    Wide(Wide),
}

/// Blocks of boards of at most 16 cells, by three small tables.
#[derive(Clone, Debug)]
pub(crate) struct Narrow {
    /// The number of the first map with these upper eight cells.
    pub(crate) high: [u16; 256],
    /// The number of these lower eight cells among those with the same number of tiles.
    pub(crate) low: [u8; 256],
    /// For each map its first block (16 bits), then the region of each cell (3 bits each).
    pub(crate) maps: Vec<u64>,
}

/// Blocks of larger boards.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    numbers: MapNumbers,
    /// By the last cells: the first block of all maps with them.
    firsts: Vec<u32>,
    /// The number of the first map with the same last cells, and its block, where there are such
    /// maps.
    groups: Vec<[u32; 2]>,
    /// For each map its first block (`shift` bits), counted from that of its last cells, then its
    /// layout of regions.
    maps: Vec<u32>,
    shift: u32,
    /// The shift of the last cells in a map.
    last_shift: u32,
    /// The region of each cell for each layout. Most maps have one region: they share layout 0,
    /// all zeroes.
    layouts: Vec<u8>,
    layout_shift: u32,
}

/// The last cells of a board that tell groups of maps apart.
const LAST: usize = 9;

/// There must be fewer maps than that; then blocks fit the 26 bits that the builder has for them.
pub(crate) const MOST_MAPS: u64 = 1 << 26;

impl Lookup {
    /// Returns the block of a map and a free cell.
    #[inline]
    pub(crate) fn block(&self, map: u64, blank: usize) -> usize {
        match self {
            Self::Narrow(narrow) => narrow.block(map as u32, blank as u32) as usize,
            Self::Wide(wide) => wide.block(map, blank) as usize,
        }
    }

    /// Calls `each` with the first block of each map, in the order of their numbers, and the number
    /// of its layout of regions; and `layout` with each layout in their order, the region of each
    /// cell.
    pub(crate) fn each_map(&self, mut each: impl FnMut(u32, u32), mut layout: impl FnMut(&[u8])) {
        match self {
            Self::Narrow(narrow) => {
                let mut known: Vec<u64> = Vec::new();
                for &entry in &narrow.maps {
                    let regions = entry >> 16;
                    let place = known.iter().position(|&it| it == regions);
                    let place = place.unwrap_or_else(|| {
                        let cells: [u8; 16] =
                            core::array::from_fn(|cell| (regions >> (3 * cell)) as u8 & 7);
                        layout(&cells);
                        known.push(regions);
                        known.len() - 1
                    });
                    each((entry & 0xffff) as u32, place as u32);
                }
            }
            Self::Wide(wide) => {
                let layouts = wide.layouts.chunks_exact(1 << wide.layout_shift);
                layouts.for_each(&mut layout);
                let mut groups = wide.groups.iter().peekable();
                let mut first = 0;
                for (number, entry) in (0..).zip(&wide.maps) {
                    if let Some(group) = groups.next_if(|group| group[0] == number) {
                        first = group[1];
                    }
                    let block = entry & ((1 << wide.shift) - 1);
                    each(first + block, entry >> wide.shift);
                }
            }
        }
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Narrow(narrow) => size_of::<Narrow>() + 8 * narrow.maps.len(),
            Self::Wide(wide) => {
                wide.numbers.bytes()
                    + 4 * (wide.firsts.len() + wide.maps.len())
                    + 8 * wide.groups.len()
                    + wide.layouts.len()
            }
        }
    }
}

impl Narrow {
    /// Returns the lookup before its maps are known.
    fn new(cells: usize, tiles: usize) -> Result<Self, OutOfMemory> {
        let mut narrow = Self {
            high: [0; 256],
            low: [0; 256],
            maps: reserved(binomial(cells, tiles) as usize)?,
        };
        let mut sizes = [0_u8; 9];
        for byte in 0..256_usize {
            let tiles = byte.count_ones() as usize;
            narrow.low[byte] = sizes[tiles];
            // 256 sets of eight cells, but at most 70 of a size.
            sizes[tiles] += 1;
        }
        let mut number = 0_u16;
        for byte in 0..256_usize {
            narrow.high[byte] = number;
            if let Some(rest) = tiles.checked_sub(byte.count_ones() as usize) {
                if byte << 8 < 1 << cells {
                    number += binomial(cells.min(8), rest) as u16;
                }
            }
        }
        Ok(narrow)
    }

    /// Numbers the blocks of all maps, and returns how many there are; `None` if they don't fit
    /// this form.
    fn fill(&mut self, grid: &Grid, tiles: usize) -> Option<usize> {
        let (mut blocks, mut regions) = (0, Vec::new());
        for map in Maps::new(grid.cells, tiles) {
            grid.regions(map, &mut regions);
            if regions.len() > 8 || blocks > 0xffff {
                return None;
            }
            let mut entry = blocks as u64;
            for (number, &region) in regions.iter().enumerate().skip(1) {
                for cell in bits(region) {
                    entry |= (number as u64) << (16 + 3 * cell);
                }
            }
            self.maps.push(entry);
            blocks += regions.len();
        }
        Some(blocks)
    }

    /// Returns the block of a map and a free cell: three loads.
    #[inline]
    pub(crate) fn block(&self, map: u32, blank: u32) -> u32 {
        let number =
            self.high[(map >> 8 & 255) as usize] as usize + self.low[(map & 255) as usize] as usize;
        let entry = self.maps[number];
        (entry & 0xffff) as u32 + (entry >> (16 + 3 * blank) & 7) as u32
    }
}

impl Wide {
    /// Returns the block of a map and a free cell.
    #[inline(always)]
    pub(crate) fn block(&self, map: u64, blank: usize) -> u32 {
        let first = self.firsts[(map >> self.last_shift) as usize];
        self.block_after(first, self.numbers.of(map), blank)
    }

    /// Returns the block of the map with this number and a free cell, given the first block of all
    /// maps with the same last cells.
    #[inline(always)]
    fn block_after(&self, first: u32, number: u32, blank: usize) -> u32 {
        let entry = self.maps[number as usize];
        let layout = (entry >> self.shift) as usize;
        first
            + (entry & ((1 << self.shift) - 1))
            + u32::from(self.layouts[(layout << self.layout_shift) + blank])
    }
}

impl Lookup {
    /// Numbers the blocks of all maps of `tiles` tiles. Returns the lookup and the number of
    /// blocks; `None` if there are too many blocks.
    pub(crate) fn new(grid: &Grid, tiles: usize) -> Result<Option<(Self, usize)>, OutOfMemory> {
        if grid.cells <= 16 {
            let mut narrow = Box::new(Narrow::new(grid.cells, tiles)?);
            if let Some(blocks) = narrow.fill(grid, tiles) {
                return Ok(Some((Self::Narrow(narrow), blocks)));
            }
        }
        let wide = Wide::new(grid, tiles)?;
        Ok(wide.map(|(wide, blocks)| (Self::Wide(wide), blocks)))
    }
}

impl Wide {
    /// Returns the lookup of all maps and the number of blocks; `None` if an entry does not fit 32
    /// bits.
    fn new(grid: &Grid, tiles: usize) -> Result<Option<(Self, usize)>, OutOfMemory> {
        let cells = grid.cells;
        let maps = binomial(cells, tiles) as usize;
        let mut wide = Self {
            numbers: MapNumbers::new(cells, tiles)?,
            firsts: zeroed(1 << cells.min(LAST))?,
            groups: Vec::new(),
            maps: reserved(maps)?,
            shift: 0,
            last_shift: cells.saturating_sub(LAST) as u32,
            layouts: Vec::new(),
            layout_shift: cells.next_power_of_two().trailing_zeros(),
        };
        // Regions but the largest, in order, and their layout. A map has few cells that it can cut
        // off, so few layouts serve all maps.
        let mut known: Vec<(Vec<u64>, u32)> = Vec::from([(Vec::new(), 0)]);
        // The layout of each map.
        let mut used = reserved(maps)?;
        let (mut blocks, mut regions) = (0, Vec::new());
        let (mut last_before, mut most) = (usize::MAX, 0);
        for map in Maps::new(cells, tiles) {
            grid.regions(map, &mut regions);
            let last = (map >> wide.last_shift) as usize;
            if last != last_before {
                wide.firsts[last] = blocks as u32;
                wide.groups.push([wide.maps.len() as u32, blocks as u32]);
                last_before = last;
            }
            let cut = &regions[1..];
            let layout = match known.binary_search_by(|(other, _)| other.as_slice().cmp(cut)) {
                Ok(at) => known[at].1,
                Err(at) => {
                    let next = known.len() as u32;
                    known.insert(at, (cut.to_vec(), next));
                    next
                }
            };
            used.push(layout);
            // Counted from the first block of all maps with the same last cells.
            let base = blocks as u32 - wide.firsts[last];
            wide.maps.push(base);
            most = most.max(base);
            blocks += regions.len();
        }
        wide.shift = u32::BITS - most.leading_zeros();
        let layout_bits = usize::BITS - (known.len() - 1).leading_zeros();
        if wide.shift + layout_bits > 32 {
            return Ok(None);
        }
        for (map, layout) in wide.maps.iter_mut().zip(used) {
            *map |= layout << wide.shift;
        }
        wide.layouts = zeroed(known.len() << wide.layout_shift)?;
        for (cut, layout) in known {
            for (number, region) in cut.into_iter().enumerate() {
                for cell in bits(region) {
                    wide.layouts[((layout as usize) << wide.layout_shift) + cell] =
                        number as u8 + 1;
                }
            }
        }
        Ok(Some((wide, blocks)))
    }
}
