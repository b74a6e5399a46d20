//! From a map and the blank to a block, by small tables.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::grid::{Grid, Maps, bits};
use super::order::binomial;
use super::pattern::MAX_PATTERN_TILES;
use crate::runtime::alloc::{OutOfMemory, reserved, zeroed};
use crate::runtime::cost_model::table as cost;
use crate::runtime::dispatch::fetch_early;
use crate::runtime::job::Pace;

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

/// Blocks of larger boards: nine cells a step.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    /// For the lowest nine cells: their part of the number (low byte), their tiles (high byte).
    low: Box<[u16; 1 << CHUNK]>,
    /// For the next nine cells, below the last, and the tiles before them: their part (28 bits),
    /// their tiles (4 bits).
    middle: Vec<u32>,
    /// For the last cells: their part, and the first block of all maps with these last cells.
    top: Box<[[u32; 2]; 1 << CHUNK]>,
    /// The same, but only where there are such maps.
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

const CHUNK: usize = 9;
const TILES_SHIFT: u32 = 28;

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

    /// Returns the block of a map whose number is known, and a free cell.
    #[inline(always)]
    pub(crate) fn block_of(&self, number: u32, map: u64, blank: usize) -> u32 {
        match self {
            Self::Narrow(narrow) => narrow.block_of(number as usize, blank as u32),
            Self::Wide(wide) => {
                let last = (map >> wide.last_shift) as usize;
                let [_, first] = wide.top[last % (1 << CHUNK)];
                wide.block_after(first, number, blank)
            }
        }
    }

    /// Returns the first block of the map with this number.
    pub(crate) fn first_block(&self, number: usize) -> usize {
        match self {
            Self::Narrow(narrow) => (narrow.maps[number] & 0xffff) as usize,
            Self::Wide(wide) => {
                let after = wide
                    .groups
                    .partition_point(|group| group[0] as usize <= number);
                (wide.groups[after - 1][1] + (wide.maps[number] & ((1 << wide.shift) - 1))) as usize
            }
        }
    }

    /// Asks the memory for the word of the map with this number.
    #[inline(always)]
    pub(crate) fn fetch(&self, number: u32) {
        match self {
            Self::Narrow(narrow) => fetch_early(&narrow.maps, number as usize),
            Self::Wide(wide) => fetch_early(&wide.maps, number as usize),
        }
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Narrow(narrow) => size_of::<Narrow>() + 8 * narrow.maps.len(),
            Self::Wide(wide) => {
                2 * wide.low.len()
                    + 4 * (wide.middle.len() + wide.maps.len())
                    + 8 * (wide.top.len() + wide.groups.len())
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
    async fn fill(&mut self, grid: &Grid, tiles: usize, pace: &mut Pace) -> Option<usize> {
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
            pace.spend(cost::MAP).await;
        }
        Some(blocks)
    }

    /// Returns the block of a map and a free cell: three loads.
    #[inline]
    pub(crate) fn block(&self, map: u32, blank: u32) -> u32 {
        let number =
            self.high[(map >> 8 & 255) as usize] as usize + self.low[(map & 255) as usize] as usize;
        self.block_of(number, blank)
    }

    #[inline(always)]
    fn block_of(&self, number: usize, blank: u32) -> u32 {
        let entry = self.maps[number];
        (entry & 0xffff) as u32 + (entry >> (16 + 3 * blank) & 7) as u32
    }
}

impl Wide {
    /// Fills what a set of a chunk's cells adds to the number of a map: the sum of C(cell, i + 1)
    /// over its i-th tiles.
    fn fill_chunks(&mut self, set: usize, chunks: usize, tiles: usize) {
        let part = |chunk: usize, before: usize| -> u64 {
            bits(set as u64)
                .enumerate()
                .filter(|&(nth, _)| before + nth < tiles)
                .map(|(nth, bit)| binomial(chunk * CHUNK + bit, before + nth + 1))
                .sum()
        };
        let size = set.count_ones() as usize;
        self.low[set] = (part(0, 0) & 0xff) as u16 | (size as u16) << 8;
        if let Some(before) = tiles.checked_sub(size) {
            self.top[set][0] = part(chunks - 1, before) as u32;
        }
        for chunk in 1..chunks - 1 {
            for before in 0..=tiles {
                let row = (chunk - 1) * (MAX_PATTERN_TILES + 1) + before;
                self.middle[(row << CHUNK) + set] = (part(chunk, before) & ((1 << TILES_SHIFT) - 1))
                    as u32
                    | (size as u32) << TILES_SHIFT;
            }
        }
    }

    /// Returns the block of a map and a free cell.
    #[inline]
    pub(crate) fn block(&self, map: u64, blank: usize) -> u32 {
        const MASK: usize = (1 << CHUNK) - 1;
        let low = self.low[map as usize & MASK];
        let (mut number, mut tiles) = (u32::from(low & 0xff), usize::from(low >> 8));
        // A map may have 64 bits, and `usize` 32.
        let mut rest = map >> CHUNK;
        for rows in self.middle.chunks_exact((MAX_PATTERN_TILES + 1) << CHUNK) {
            let part = rows[(tiles << CHUNK) + (rest as usize & MASK)];
            number += part & ((1 << TILES_SHIFT) - 1);
            tiles += (part >> TILES_SHIFT) as usize;
            rest >>= CHUNK;
        }
        let [part, first] = self.top[rest as usize & MASK];
        self.block_after(first, number + part, blank)
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

/// The number of maps that get their layout at a time.
const PLACED: usize = 1 << 12;

impl Lookup {
    /// Numbers the blocks of all maps of `tiles` tiles. Returns the lookup and the number of
    /// blocks; `None` if there are too many blocks.
    pub(crate) async fn new(
        grid: &Grid,
        tiles: usize,
        pace: &mut Pace,
    ) -> Result<Option<(Self, usize)>, OutOfMemory> {
        if grid.cells <= 16 {
            let mut narrow = Box::new(Narrow::new(grid.cells, tiles)?);
            if let Some(blocks) = narrow.fill(grid, tiles, pace).await {
                return Ok(Some((Self::Narrow(narrow), blocks)));
            }
        }
        let wide = Wide::new(grid, tiles, pace).await?;
        Ok(wide.map(|(wide, blocks)| (Self::Wide(wide), blocks)))
    }
}

impl Wide {
    /// Returns the lookup of all maps and the number of blocks; `None` if an entry does not fit 32
    /// bits.
    async fn new(
        grid: &Grid,
        tiles: usize,
        pace: &mut Pace,
    ) -> Result<Option<(Self, usize)>, OutOfMemory> {
        let cells = grid.cells;
        let chunks = cells.div_ceil(CHUNK).max(2);
        let maps = binomial(cells, tiles) as usize;
        let mut wide = Self {
            low: Box::new([0; 1 << CHUNK]),
            middle: zeroed(((chunks - 2) * (MAX_PATTERN_TILES + 1)) << CHUNK)?,
            top: Box::new([[0; 2]; 1 << CHUNK]),
            groups: Vec::new(),
            maps: reserved(maps)?,
            shift: 0,
            last_shift: ((chunks - 1) * CHUNK) as u32,
            layouts: Vec::new(),
            layout_shift: cells.next_power_of_two().trailing_zeros(),
        };
        for set in 0..1 << CHUNK {
            wide.fill_chunks(set, chunks, tiles);
            pace.spend(cost::SET * chunks).await;
        }
        // Regions but the largest, in order, and their layout. A map has few cells that it can cut
        // off, so few layouts serve all maps.
        let mut known: Vec<(Vec<u64>, u32)> = Vec::from([(Vec::new(), 0)]);
        // The layout of each map.
        let mut used = reserved(maps)?;
        let (mut blocks, mut regions) = (0, Vec::new());
        let (mut last_top, mut most) = (usize::MAX, 0);
        for map in Maps::new(cells, tiles) {
            grid.regions(map, &mut regions);
            let top = (map >> wide.last_shift) as usize;
            if top != last_top {
                wide.top[top][1] = blocks as u32;
                wide.groups.push(wide.top[top]);
                last_top = top;
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
            let base = blocks as u32 - wide.top[top][1];
            wide.maps.push(base);
            most = most.max(base);
            blocks += regions.len();
            pace.spend(cost::MAP).await;
        }
        wide.shift = u32::BITS - most.leading_zeros();
        let layout_bits = usize::BITS - (known.len() - 1).leading_zeros();
        if wide.shift + layout_bits > 32 {
            return Ok(None);
        }
        for (maps, used) in wide.maps.chunks_mut(PLACED).zip(used.chunks(PLACED)) {
            for (map, layout) in maps.iter_mut().zip(used) {
                *map |= layout << wide.shift;
            }
            pace.spend(cost::PLACE * maps.len()).await;
        }
        wide.layouts = zeroed(known.len() << wide.layout_shift)?;
        for (cut, layout) in known {
            for (number, region) in cut.into_iter().enumerate() {
                for cell in bits(region) {
                    wide.layouts[((layout as usize) << wide.layout_shift) + cell] =
                        number as u8 + 1;
                }
            }
            pace.spend(cost::LAYOUT).await;
        }
        Ok(Some((wide, blocks)))
    }
}
