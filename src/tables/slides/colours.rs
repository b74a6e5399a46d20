//! Orders of tiles that differ by colour alone.

use alloc::vec::Vec;

use super::scan_axis::ScanAxis;
use super::upright::MAX_SLIDE_CELLS;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};

/// The number of colours: two bits each.
const COLOURS: usize = 4;

/// The words of the last seven tiles of an order, and of the eight before them.
pub(crate) const HIGHS: usize = 1 << 14;
pub(crate) const LOWS: usize = 1 << 16;

/// The number of colours that words can have: four bits for the tiles of each.
const COMPOSITIONS: usize = 1 << (4 * COLOURS);

/// Not a place in a list.
const NOWHERE: u32 = u32::MAX;

/// The colours of the tiles of a shape, and the numbers of their orders.
///
/// An order has two bits a tile. It is cut in two: the low word are the first tiles, at most eight.
/// Orders are numbered by their high word first, then by the place of the low word among those of
/// the same colours, so that two lookups give the number.
#[derive(Clone, Debug)]
pub(crate) struct Colours {
    sides: [usize; 2],
    home: usize,
    /// By the cell that a tile must reach. That of the home counts for nothing.
    of: [u8; MAX_SLIDE_CELLS],
    orders: usize,
    /// The bits of a low word.
    low_bits: u32,
    high: Vec<u32>,
    low: Vec<u16>,
}

/// The orders with one high word: their numbers begin with `first`, and their low words are a part
/// of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) high: u32,
    pub(super) first: u32,
    pub(super) list: u32,
    pub(super) len: u32,
}

/// The state of a walk through all orders.
#[derive(Debug)]
pub(super) struct Blocks {
    /// In the order of the numbers.
    pub(super) blocks: Vec<Block>,
    /// The low words.
    pub(super) list: Vec<u32>,
}

impl Colours {
    /// Returns the numbering for colours by cell, in half a millisecond.
    pub(crate) fn new(sides: [usize; 2], home: usize, of: &[u8]) -> Result<Self, OutOfMemory> {
        Self::with_blocks(sides, home, of).map(|(colours, _)| colours)
    }

    /// The same, with the blocks.
    pub(super) fn with_blocks(
        sides: [usize; 2],
        home: usize,
        of: &[u8],
    ) -> Result<(Self, Blocks), OutOfMemory> {
        let tiles = of.len() - 1;
        let low_tiles = tiles.div_ceil(2);
        let high_tiles = tiles - low_tiles;
        let mut colours = Self {
            sides,
            home,
            of: [0; MAX_SLIDE_CELLS],
            orders: 0,
            low_bits: 2 * low_tiles as u32,
            high: filled(0, HIGHS)?,
            low: filled(0, LOWS)?,
        };
        colours.of[..=tiles].copy_from_slice(of);
        let of_all = (0..=tiles).filter(|&cell| cell != home);
        let of_all = of_all.fold([0; COLOURS], |mut counts, cell| {
            counts[usize::from(of[cell])] += 1;
            counts
        });
        let of_words = Compositions::new(low_tiles);
        let mut sizes: Vec<u16> = filled(0, COMPOSITIONS)?;
        for word in 0..1_u32 << (2 * low_tiles) {
            let size = &mut sizes[of_words.of(word)];
            colours.low[word as usize] = *size;
            *size += 1;
        }
        // By composition: where its words begin in the list, if an order has some of them.
        let mut begins = filled(NOWHERE, COMPOSITIONS)?;
        let of_highs = Compositions::new(high_tiles);
        let mut blocks = reserved(1 << (2 * high_tiles))?;
        let mut words = 0;
        for high in 0..1_u32 << (2 * high_tiles) {
            let Some(rest) = rest(of_all, of_highs.of(high)) else {
                continue;
            };
            let len = u32::from(sizes[rest]);
            let list = &mut begins[rest];
            if *list == NOWHERE {
                *list = words;
                words += len;
            }
            colours.high[high as usize] = colours.orders as u32;
            blocks.push(Block {
                high: high << colours.low_bits,
                first: colours.orders as u32,
                list: *list,
                len,
            });
            colours.orders += len as usize;
        }
        let mut list = filled(0, words as usize)?;
        for word in 0..1_u32 << (2 * low_tiles) {
            let begin = begins[of_words.of(word)];
            if begin != NOWHERE {
                list[begin as usize + usize::from(colours.low[word as usize])] = word;
            }
        }
        Ok((colours, Blocks { blocks, list }))
    }

    /// Returns the rows and columns of the shape.
    pub(crate) const fn sides(&self) -> [usize; 2] {
        self.sides
    }

    /// Returns the cell of the blank in the goal.
    pub(crate) const fn home(&self) -> usize {
        self.home
    }

    /// Returns the colours by the cell that a tile must reach.
    pub(crate) fn of(&self) -> &[u8] {
        &self.of[..self.sides[0] * self.sides[1]]
    }

    /// Returns how many orders there are.
    pub(crate) const fn orders(&self) -> usize {
        self.orders
    }

    /// Returns the bits of a low word, and by word the numbers that make up that of an order.
    ///
    /// # Panics
    /// Never: the tables have these lengths.
    pub(crate) fn ranks(&self) -> (u32, &[u32; HIGHS], &[u16; LOWS]) {
        let high = self.high.as_slice().try_into();
        let low = self.low.as_slice().try_into();
        let (Ok(high), Ok(low)) = (high, low) else {
            unreachable!("the tables have these lengths")
        };
        (self.low_bits, high, low)
    }

    pub(crate) fn rank(&self, order: u32) -> usize {
        let (bits, high, low) = self.ranks();
        let (above, below) = (order >> bits, order & ((1 << bits) - 1));
        high[above as usize % HIGHS] as usize + usize::from(low[below as usize % LOWS])
    }

    /// Returns the order of the colours in a reading; for each cell the cell that its tile must
    /// reach, and the home for the blank's.
    pub(crate) fn order(&self, reading: ScanAxis, cells: impl Fn(usize) -> usize) -> u32 {
        let [rows, cols] = self.sides;
        let read = |place: usize| match reading {
            ScanAxis::Rows => cells(place),
            ScanAxis::Columns => cells(place % rows * cols + place / rows),
        };
        let tiles = (0..rows * cols).map(read).filter(|&tile| tile != self.home);
        tiles.enumerate().fold(0, |order, (place, tile)| {
            order | u32::from(self.of[tile]) << (2 * place)
        })
    }

    /// Returns the order of the goal in a reading, and the line of the blank.
    pub(crate) fn goal(&self, reading: ScanAxis) -> (u32, usize) {
        let line = match reading {
            ScanAxis::Rows => self.home / self.sides[1],
            ScanAxis::Columns => self.home % self.sides[1],
        };
        (self.order(reading, |cell| cell), line)
    }
}

/// The number of tiles of each colour: four bits a colour.
struct Compositions {
    /// By the word of four tiles.
    of_four: [u32; 1 << 8],
    /// The tiles of the first colour that words of eight tiles have more.
    unused: u32,
}

impl Compositions {
    /// Returns those of the words of this number of tiles, at most eight.
    fn new(tiles: usize) -> Self {
        let of_four = core::array::from_fn(|word| {
            let colours = (0..4).map(|tile| word >> (2 * tile) & 3);
            colours.map(|colour| 1 << (4 * colour)).sum()
        });
        Self {
            of_four,
            unused: 8 - tiles as u32,
        }
    }

    #[inline]
    const fn of(&self, word: u32) -> usize {
        let [low, high, ..] = word.to_le_bytes();
        (self.of_four[low as usize] + self.of_four[high as usize] - self.unused) as usize
    }
}

/// Returns the composition of what is left of all tiles, if it is not too little.
fn rest(all: [usize; COLOURS], without: usize) -> Option<usize> {
    let mut rest = 0;
    for (colour, &count) in all.iter().enumerate() {
        rest |= count.checked_sub(without >> (4 * colour) & 15)? << (4 * colour);
    }
    Some(rest)
}
