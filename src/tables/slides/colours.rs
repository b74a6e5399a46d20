//! The numbering of the orders of tiles that differ by colour alone.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::runtime::{OutOfMemory, boxed, filled};

/// The bits of the low word of an order: its first eight tiles, at two bits each.
pub(crate) const LOW_BITS: u32 = 16;

/// The number of low words, and of high words, which have up to seven tiles.
pub(crate) const LOWS: usize = 1 << LOW_BITS;
pub(crate) const HIGHS: usize = 1 << 14;

/// The numbers of the orders of some coloured tiles.
///
/// Orders are numbered by their high word first, then by the place of the low word among those of
/// the same colours, so that two lookups give the number.
#[derive(Debug)]
pub(crate) struct Colours {
    pub(crate) high: Box<[u32; HIGHS]>,
    pub(crate) low: Box<[u16; LOWS]>,
    /// In the order of their numbers.
    pub(super) blocks: Vec<ColourBlock>,
    /// The low words, those of the same colours in a row.
    pub(super) lows: Vec<u16>,
}

/// The orders with one high word.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColourBlock {
    /// The high word, in its place.
    pub(super) high: u32,
    /// The number of the first order, and of the first one behind the block.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The place of its first low word in `lows`.
    pub(super) low: usize,
}

/// Returns the number of tiles of each colour in a word: four bits a colour.
fn composition(word: u32, tiles: usize) -> usize {
    let tiles = (0..tiles).map(|tile| word >> (2 * tile) & 3);
    tiles.map(|colour| 1 << (4 * colour)).sum()
}

impl Colours {
    /// Returns the numbering of the orders of the tiles of an order, at least eight and at most 15.
    pub(super) fn new(order: u32, tiles: usize) -> Result<Self, OutOfMemory> {
        // By composition: the number of low words.
        let mut sizes: Vec<u16> = filled(0, LOWS)?;
        let mut low: Box<[u16; LOWS]> = boxed(0)?;
        for word in 0..LOWS {
            let size = &mut sizes[composition(word as u32, 8)];
            low[word] = *size;
            *size += 1;
        }
        // By composition: the place of the first one.
        let mut places: Vec<usize> = filled(0, LOWS)?;
        let mut first = 0;
        for (place, &size) in places.iter_mut().zip(&sizes) {
            *place = first;
            first += usize::from(size);
        }
        let mut lows = filled(0, LOWS)?;
        for word in 0..LOWS {
            let place = places[composition(word as u32, 8)] + usize::from(low[word]);
            lows[place] = word as u16;
        }
        let all = composition(order, tiles);
        let mut high: Box<[u32; HIGHS]> = boxed(0)?;
        let (mut blocks, mut orders) = (Vec::new(), 0);
        for word in 0..1 << (2 * (tiles - 8)) {
            // If a colour has too few tiles, no composition of eight tiles is left.
            let rest = all.wrapping_sub(composition(word, tiles - 8)) % LOWS;
            let words = usize::from(sizes[rest]);
            if words > 0 {
                high[word as usize] = orders as u32;
                blocks.push(ColourBlock {
                    high: word << LOW_BITS,
                    first: orders,
                    end: orders + words,
                    low: places[rest],
                });
                orders += words;
            }
        }
        Ok(Self {
            high,
            low,
            blocks,
            lows,
        })
    }

    /// Returns the number of an order.
    #[inline(always)]
    pub(super) fn rank(&self, order: u32) -> usize {
        let (high, low) = (order >> LOW_BITS, order as usize % LOWS);
        self.high[high as usize % HIGHS] as usize + usize::from(self.low[low])
    }
}
