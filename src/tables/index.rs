//! The perfect index of a pattern's states.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::memory::{OutOfMemory, reserved, zeroed};
use super::order::{Order, Orders, choose};
use super::pattern::{MAX_PATTERN_TILES, PatternError, bits, check_board};
use crate::shape::Shape;

/// The perfect index of the states of all patterns of `k` tiles on one shape.
///
/// A table need not know where the blank is, only which tiles of its pattern the blank can reach without moving any of them.
/// So a state is (the set of cells that the pattern's tiles stand on, the connected region of other cells that holds the blank,
/// the order of the tiles), and its entry is found in these steps:
///
/// 1. **Map**: the cells of the pattern's tiles as a set of bits. Maps are numbered as the binary numbers that they are, in
///    increasing order.
/// 2. **Region**: the other cells fall into connected regions. They are numbered by size, the largest first; among equals the
///    one with the lowest cell first.
/// 3. **Block**: (map, region) pairs are numbered map by map, region by region.
/// 4. **Order**: the tiles in the order of their cells, numbered so that the goal's order is 0.
/// 5. **Entry**: block x k! + number of the order.
///
/// So `k!` consecutive entries, a block, hold the orders of one map and region, and a move leads from block to block. On 4 x 4
/// six tiles have 8,008 maps, 16,412 blocks and 11,816,640 entries.
///
/// The regions ("zero-aware" tables) are Robert Clausecker's, from his *24puzzle*.
///
/// ```
/// use npuzzle::{Shape, tables::{Index, Placement}};
///
/// let index = Index::new(Shape::new(2, 3, 1)?, 2)?;
/// // 15 maps; cells 1 and 3, or 1 and 5, cut a corner off; cells 1 and 4 cut the board in halves: 18 blocks of 2! entries.
/// assert_eq!((index.maps(), index.blocks(), index.entries()), (15, 18, 36));
/// // The first tile on cell 4, the second on cell 1, the blank on the right.
/// let placement = Placement { map: 0b01_0010, order: 0o01, blank: 2 };
/// let entry = index.rank(placement).expect("a state of two tiles");
/// assert_eq!(index.rank(index.unrank(entry).expect("an entry")), Some(entry));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    shape: Shape,
    tiles: u8,
    blocks: usize,
    grid: Grid,
    orders: Orders,
    lookup: Lookup,
}

/// A state of a pattern: where its tiles are, in which order, and a cell that the blank may stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The cells of the pattern's tiles, as bits.
    pub map: u64,
    /// The numbers of the tiles in the order of their cells, three bits each, the lowest cell in the lowest bits.
    pub order: u32,
    /// The blank's cell, or any other cell of its region.
    pub blank: usize,
}

/// How a block is found. Both forms give the same numbers; the narrow one takes fewer steps.
#[derive(Clone, Debug)]
pub(crate) enum Lookup {
    Narrow(Narrow),
    Wide(Wide),
}

/// Blocks of boards of at most 16 cells, by three small tables.
#[derive(Clone, Debug)]
pub(crate) struct Narrow {
    /// The number of the first map with these upper eight cells.
    pub(crate) high: [u16; 256],
    /// The number of these lower eight cells among those with as many tiles.
    pub(crate) low: [u8; 256],
    /// For each map its first block (16 bits), then the region of each cell (3 bits each).
    pub(crate) maps: Vec<u64>,
}

/// Blocks of larger boards: nine cells a step.
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    /// For the lowest nine cells: their part of the number (low byte), their tiles (high byte).
    low: Vec<u16>,
    /// For the next nine cells, below the last, and the tiles before them: their part (28 bits), their tiles (4 bits).
    middle: Vec<u32>,
    /// For the last cells: their part.
    top: Vec<u32>,
    /// For each map its first block (`shift` bits), then its layout of regions.
    maps: Vec<u32>,
    shift: u32,
    /// The region of each cell for each layout. Most maps have one region: they share layout 0, all zeroes.
    layouts: Vec<u8>,
    layout_shift: u32,
}

const CHUNK: usize = 9;
const TILES_SHIFT: u32 = 28;

impl Index {
    /// Returns the index of the states of `tiles` tiles on boards of this shape.
    ///
    /// It takes time and memory in proportion to the number of maps: well below 1 ms for six tiles on 4 x 4, where it takes
    /// 70 KB, and some 10 ms on 5 x 5.
    ///
    /// # Errors
    /// [`IndexError`] where the shape has no tables, where there are no tiles, more than
    /// [`MAX_PATTERN_TILES`](super::MAX_PATTERN_TILES) or no free cell, and where there are too many maps or too little memory.
    pub fn new(shape: Shape, tiles: usize) -> Result<Self, IndexError> {
        check_board(shape, 0).map_err(IndexError::Board)?;
        if tiles == 0 || tiles > MAX_PATTERN_TILES || tiles >= shape.cells() {
            return Err(IndexError::Tiles { shape, tiles });
        }
        if choose(shape.cells(), tiles) >= 1 << TILES_SHIFT {
            return Err(IndexError::TooLarge { shape, tiles });
        }
        let grid = Grid::new(shape);
        let (lookup, blocks) = match Narrow::new(&grid, tiles)? {
            Some((narrow, blocks)) => (Lookup::Narrow(narrow), blocks),
            None => {
                let (wide, blocks) =
                    Wide::new(&grid, tiles)?.ok_or(IndexError::TooLarge { shape, tiles })?;
                (Lookup::Wide(wide), blocks)
            }
        };
        Ok(Self {
            shape,
            tiles: tiles as u8,
            blocks,
            grid,
            orders: Orders::new(tiles)?,
            lookup,
        })
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of tiles.
    #[must_use]
    pub const fn tiles(&self) -> usize {
        self.tiles as usize
    }

    /// Returns the number of maps: sets of cells that the tiles can stand on.
    #[must_use]
    pub const fn maps(&self) -> usize {
        choose(self.shape.cells(), self.tiles()) as usize
    }

    /// Returns the number of blocks: pairs of a map and a region.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the number of entries: blocks x tiles!.
    #[must_use]
    pub const fn entries(&self) -> u64 {
        self.blocks as u64 * self.orders.count() as u64
    }

    /// Returns the memory that the index takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let lookup = match &self.lookup {
            Lookup::Narrow(narrow) => 8 * narrow.maps.len(),
            Lookup::Wide(wide) => {
                2 * wide.low.len()
                    + 4 * (wide.middle.len() + wide.top.len() + wide.maps.len())
                    + wide.layouts.len()
            }
        };
        size_of::<Self>() + self.orders.bytes() + lookup
    }

    /// Returns the entry of a state; `None` for what is no state of so many tiles.
    #[must_use]
    pub fn rank(&self, state: Placement) -> Option<u64> {
        let Placement { map, order, blank } = state;
        let tiles = self.tiles();
        let mut seen = 0_u32;
        for slot in 0..tiles {
            seen |= 1 << (order >> (3 * slot) & 7);
        }
        let is_order = seen == (1 << tiles) - 1 && u64::from(order) < 1 << (3 * tiles);
        let is_map = map & !self.grid.all == 0 && map.count_ones() as usize == tiles;
        let is_blank = blank < self.shape.cells() && map >> blank & 1 == 0;
        (is_order && is_map && is_blank).then(|| self.entry(map, order, blank))
    }

    /// Returns the state of an entry, with the lowest cell of its region for the blank; `None` where there is no such entry.
    #[must_use]
    pub fn unrank(&self, entry: u64) -> Option<Placement> {
        if entry >= self.entries() {
            return None;
        }
        let block = (entry / self.orders.count() as u64) as usize;
        let number = (entry % self.orders.count() as u64) as usize;
        // The last map whose first block is not behind.
        let (mut low, mut high) = (0, self.maps());
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.first_block(middle) <= block {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut rest = low as u64;
        let mut map = 0_u64;
        let mut cell = self.shape.cells();
        for left in (1..=self.tiles()).rev() {
            loop {
                cell -= 1;
                if choose(cell, left) <= rest {
                    break;
                }
            }
            rest -= choose(cell, left);
            map |= 1 << cell;
        }
        let mut regions = Vec::new();
        self.grid.regions(map, &mut regions);
        Some(Placement {
            map,
            order: self.orders.order(number),
            blank: regions[block - self.first_block(low)].trailing_zeros() as usize,
        })
    }

    /// Returns the entry of a state, which must be one.
    #[inline]
    pub(crate) fn entry(&self, map: u64, order: Order, blank: usize) -> u64 {
        self.block(map, blank) as u64 * self.orders.count() as u64
            + self.orders.number(order) as u64
    }

    /// Returns the block of a map and a free cell.
    #[inline]
    pub(crate) fn block(&self, map: u64, blank: usize) -> usize {
        match &self.lookup {
            Lookup::Narrow(narrow) => narrow.block(map as u32, blank as u32) as usize,
            Lookup::Wide(wide) => wide.block(map, blank) as usize,
        }
    }

    /// Returns the first block of the map with this number.
    fn first_block(&self, number: usize) -> usize {
        match &self.lookup {
            Lookup::Narrow(narrow) => (narrow.maps[number] & 0xffff) as usize,
            Lookup::Wide(wide) => (wide.maps[number] & ((1 << wide.shift) - 1)) as usize,
        }
    }

    /// Returns the blocks of the map with this number.
    pub(crate) fn blocks_of(&self, number: usize) -> core::ops::Range<usize> {
        let end = if number + 1 == self.maps() {
            self.blocks
        } else {
            self.first_block(number + 1)
        };
        self.first_block(number)..end
    }

    /// Returns the numbering of orders.
    pub(crate) const fn orders(&self) -> &Orders {
        &self.orders
    }

    /// Returns the lookup of blocks, for a kernel that is stamped for one of its forms.
    #[expect(dead_code, reason = "for the search kernel")]
    pub(crate) const fn lookup(&self) -> &Lookup {
        &self.lookup
    }

    /// Returns the cells and their neighbours.
    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }
}

impl Narrow {
    /// Returns the lookup and the number of blocks; `None` where they don't fit this form.
    fn new(grid: &Grid, tiles: usize) -> Result<Option<(Self, usize)>, OutOfMemory> {
        if grid.cells > 16 {
            return Ok(None);
        }
        let mut narrow = Self {
            high: [0; 256],
            low: [0; 256],
            maps: reserved(choose(grid.cells, tiles) as usize)?,
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
                if byte << 8 < 1 << grid.cells {
                    number += choose(grid.cells.min(8), rest) as u16;
                }
            }
        }
        let (mut blocks, mut regions) = (0, Vec::new());
        for map in maps(grid.cells, tiles) {
            grid.regions(map, &mut regions);
            if regions.len() > 8 || blocks > 0xffff {
                return Ok(None);
            }
            let mut entry = blocks as u64;
            for (number, &region) in regions.iter().enumerate().skip(1) {
                for cell in bits(region) {
                    entry |= (number as u64) << (16 + 3 * cell);
                }
            }
            narrow.maps.push(entry);
            blocks += regions.len();
        }
        Ok(Some((narrow, blocks)))
    }

    /// Returns the block of a map and a free cell: three loads.
    #[inline(always)]
    pub(crate) fn block(&self, map: u32, blank: u32) -> u32 {
        let number =
            self.high[(map >> 8 & 255) as usize] as usize + self.low[(map & 255) as usize] as usize;
        let entry = self.maps[number];
        (entry & 0xffff) as u32 + (entry >> (16 + 3 * blank) & 7) as u32
    }
}

impl Wide {
    /// Returns the lookup and the number of blocks; `None` where they don't fit 32 bits.
    fn new(grid: &Grid, tiles: usize) -> Result<Option<(Self, usize)>, OutOfMemory> {
        let chunks = grid.cells.div_ceil(CHUNK).max(2);
        let mut wide = Self {
            low: zeroed(1 << CHUNK)?,
            middle: zeroed((chunks - 2) * (MAX_PATTERN_TILES + 1) << CHUNK)?,
            top: zeroed(1 << CHUNK)?,
            maps: reserved(choose(grid.cells, tiles) as usize)?,
            shift: 0,
            layouts: Vec::new(),
            layout_shift: grid.cells.next_power_of_two().trailing_zeros(),
        };
        wide.fill_chunks(chunks, tiles);

        // Regions but the largest -> layout. A map has few cells that it can cut off, so few layouts serve all maps.
        let mut known: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
        known.insert(Vec::new(), 0);
        let mut used: Vec<u32> = reserved(choose(grid.cells, tiles) as usize)?;
        let (mut blocks, mut regions) = (0_usize, Vec::new());
        for map in maps(grid.cells, tiles) {
            grid.regions(map, &mut regions);
            let next = known.len() as u32;
            let layout = match known.get(&regions[1..]) {
                Some(&layout) => layout,
                None => *known.entry(regions[1..].to_vec()).or_insert(next),
            };
            used.push(layout);
            wide.maps.push(blocks as u32);
            blocks += regions.len();
        }
        wide.shift = usize::BITS - blocks.leading_zeros();
        let layout_bits = usize::BITS - (known.len() - 1).leading_zeros();
        if wide.shift + layout_bits > 32 || wide.shift == 32 {
            return Ok(None);
        }
        for (entry, layout) in wide.maps.iter_mut().zip(used) {
            *entry |= layout << wide.shift;
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

    /// Fills what each chunk of cells adds to the number of a map: the sum of C(cell, i + 1) over its i-th tiles.
    fn fill_chunks(&mut self, chunks: usize, tiles: usize) {
        let part = |chunk: usize, before: usize, set: usize| -> u64 {
            bits(set as u64)
                .enumerate()
                .filter(|&(nth, _)| before + nth < tiles)
                .map(|(nth, bit)| choose(chunk * CHUNK + bit, before + nth + 1))
                .sum()
        };
        for set in 0..1_usize << CHUNK {
            let size = set.count_ones() as usize;
            self.low[set] = (part(0, 0, set) & 0xff) as u16 | (size as u16) << 8;
            if let Some(before) = tiles.checked_sub(size) {
                self.top[set] = part(chunks - 1, before, set) as u32;
            }
            for chunk in 1..chunks - 1 {
                for before in 0..=tiles {
                    let row = (chunk - 1) * (MAX_PATTERN_TILES + 1) + before;
                    self.middle[(row << CHUNK) + set] =
                        (part(chunk, before, set) & ((1 << TILES_SHIFT) - 1)) as u32
                            | (size as u32) << TILES_SHIFT;
                }
            }
        }
    }

    /// Returns the block of a map and a free cell.
    #[inline]
    pub(crate) fn block(&self, map: u64, blank: usize) -> u32 {
        const MASK: usize = (1 << CHUNK) - 1;
        let low = self.low[map as usize & MASK];
        let (mut number, mut tiles) = (u32::from(low & 0xff), usize::from(low >> 8));
        let mut rest = (map >> CHUNK) as usize;
        for rows in self.middle.chunks_exact((MAX_PATTERN_TILES + 1) << CHUNK) {
            let part = rows[(tiles << CHUNK) + (rest & MASK)];
            number += part & ((1 << TILES_SHIFT) - 1);
            tiles += (part >> TILES_SHIFT) as usize;
            rest >>= CHUNK;
        }
        number += self.top[rest & MASK];
        let entry = self.maps[number as usize];
        let layout = (entry >> self.shift) as usize;
        (entry & ((1 << self.shift) - 1))
            + u32::from(self.layouts[(layout << self.layout_shift) + blank])
    }
}

/// Returns all sets of `tiles` out of `cells` cells as binary numbers in increasing order.
pub(crate) fn maps(cells: usize, tiles: usize) -> impl Iterator<Item = u64> {
    let mut next = Some((1_u64 << tiles) - 1);
    core::iter::from_fn(move || {
        let map = next?;
        // The lowest run of ones loses its highest bit to the zero above; the others fall to the bottom.
        let lowest = map & map.wrapping_neg();
        next = map.checked_add(lowest).and_then(|carried| {
            let after = carried | ((map ^ carried) >> 2) / lowest;
            (cells == 64 || after >> cells == 0).then_some(after)
        });
        Some(map)
    })
}

/// The cells of a board as sets: which are next to each other.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) cells: usize,
    /// All cells.
    pub(crate) all: u64,
    /// The cells whose coordinates have an odd sum, as on a chessboard.
    pub(crate) odd: u64,
    /// For each axis the distance of neighbours and the cells that have one above.
    steps: [(u32, u64); 3],
}

impl Grid {
    pub(crate) fn new(shape: Shape) -> Self {
        let mut grid = Self {
            cells: shape.cells(),
            all: u64::MAX >> (64 - shape.cells()),
            odd: 0,
            steps: [
                (1, 0),
                (shape.cols() as u32, 0),
                ((shape.cols() * shape.rows()) as u32, 0),
            ],
        };
        for cell in 0..shape.cells() {
            let at = shape.place(cell);
            let bit = 1_u64 << cell;
            if (at.row + at.column + at.layer) % 2 == 1 {
                grid.odd |= bit;
            }
            for (step, inner) in grid.steps.iter_mut().zip([
                at.column + 1 < shape.cols(),
                at.row + 1 < shape.rows(),
                at.layer + 1 < shape.layers(),
            ]) {
                if inner {
                    step.1 |= bit;
                }
            }
        }
        for step in &mut grid.steps {
            // An axis of one cell must not shift by the width of the word.
            if step.1 == 0 {
                step.0 = 0;
            }
        }
        grid
    }

    /// Returns the cells next to those of a set.
    pub(crate) fn around(&self, set: u64) -> u64 {
        self.steps.iter().fold(0, |around, &(step, below)| {
            around | (set & below) << step | set >> step & below
        })
    }

    /// Fills in the connected regions of the cells outside of `map`: the largest first, among equals the one with the lowest
    /// cell.
    pub(crate) fn regions(&self, map: u64, regions: &mut Vec<u64>) {
        regions.clear();
        let free = self.all & !map;
        let mut rest = free;
        while rest != 0 {
            let mut region = rest & rest.wrapping_neg();
            loop {
                let wider = region | self.around(region) & free;
                if wider == region {
                    break;
                }
                region = wider;
            }
            rest &= !region;
            let at = regions.partition_point(|other| other.count_ones() >= region.count_ones());
            regions.insert(at, region);
        }
    }
}

/// States that have no index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexError {
    /// Boards of this shape have no tables.
    Board(PatternError),
    /// There are no tiles, too many, or no cell is left for the blank.
    Tiles {
        /// The shape asked for.
        shape: Shape,
        /// The number of tiles asked for.
        tiles: usize,
    },
    /// There are too many states.
    TooLarge {
        /// The shape asked for.
        shape: Shape,
        /// The number of tiles asked for.
        tiles: usize,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the allocation in bytes.
        bytes: u64,
    },
}

impl From<OutOfMemory> for IndexError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::Tiles { shape, tiles } => write!(
                f,
                "a pattern on a board of {shape} can't have {tiles} tiles"
            ),
            Self::TooLarge { shape, tiles } => {
                write!(
                    f,
                    "{tiles} tiles on a board of {shape} have too many states"
                )
            }
            Self::OutOfMemory { bytes } => {
                write!(f, "no memory for {bytes} bytes of an index")
            }
        }
    }
}

impl core::error::Error for IndexError {}
