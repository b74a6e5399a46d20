//! The boards that a beam has visited: their hashes, and their parents.

use alloc::vec::Vec;
use core::mem;

use crate::runtime::{OutOfMemory, Pace, collected, fetch_early, filled, reserve, reserved};
use crate::side::Side;

/// The most links of a trail, 4 bytes each. A beam whose trail would be longer gives up.
pub(crate) const MAX_LINKS: usize = 1 << 24;

/// The origin of a board: its parent in the layer before, and the side to which the blank went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Link(u32);

impl Link {
    const BITS: u32 = 3;

    pub(super) const fn new(parent: usize, side: Side) -> Self {
        Self((parent as u32) << Self::BITS | side as u32)
    }

    pub(crate) const fn parent(self) -> usize {
        (self.0 >> Self::BITS) as usize
    }

    pub(super) fn side(self) -> Side {
        Side::numbered(self.0 as u8 & ((1 << Self::BITS) - 1)).unwrap_or(Side::Up)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Trail {
    pub(super) layers: Vec<Vec<Link>>,
    /// The layer that was begun.
    pub(super) new: Vec<Link>,
    /// The number of links in `layers`.
    links: usize,
}

impl Trail {
    /// Begins a layer of at most `boards` boards; returns whether there is room for it.
    pub(super) fn begin(&mut self, boards: usize) -> Result<bool, OutOfMemory> {
        let has_room = self.links + boards <= MAX_LINKS;
        if has_room {
            reserve(&mut self.layers, 1)?;
            self.new = reserved(boards)?;
        }
        Ok(has_room)
    }

    pub(super) fn end(&mut self) {
        self.links += self.new.len();
        self.layers.push(mem::take(&mut self.new));
    }

    /// Returns the blank's path to a board of the layer after `made` moves.
    pub(crate) async fn path_to(
        &self,
        made: usize,
        mut board: usize,
        pace: &mut Pace,
    ) -> Result<Vec<Side>, OutOfMemory> {
        let mut sides = reserved(made)?;
        for layer in self.layers[..made].iter().rev() {
            let link = layer[board];
            sides.push(link.side());
            board = link.parent();
            pace.spend(60).await;
        }
        sides.reverse();
        Ok(sides)
    }
}

/// Hash keys of boards: a board's hash is the sum, over tiles and cells, of products of two
/// pseudo-random numbers. A move changes it by one product.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    tiles: Vec<u64>,
    cells: Vec<u64>,
}

impl Keys {
    /// Returns the keys of boards of `cells` cells. Tiles that do not count are ignored: boards
    /// that differ in them alone are equal.
    pub(crate) fn new(cells: usize, counts: impl Fn(usize) -> bool) -> Result<Self, OutOfMemory> {
        let key = |tile| if counts(tile) { hash_of(0, tile) } else { 0 };
        Ok(Self {
            tiles: collected((0..cells).map(key))?,
            cells: collected((0..cells).map(|cell| hash_of(1, cell)))?,
        })
    }

    pub(super) fn of(&self, at: &[u16]) -> u64 {
        let products = at.iter().zip(&self.cells);
        products.fold(0, |hash, (&tile, &cell)| {
            hash.wrapping_add(self.tiles[usize::from(tile)].wrapping_mul(cell))
        })
    }

    /// Returns the hash after the first tile has gone from one cell to that of the second, the blank.
    #[inline(always)]
    pub(super) fn after(&self, hash: u64, tiles: [u16; 2], from: usize, to: usize) -> u64 {
        let [tile, blank] = tiles.map(|tile| self.tiles[usize::from(tile)]);
        let key = tile.wrapping_sub(blank);
        hash.wrapping_add(key.wrapping_mul(self.cells[to].wrapping_sub(self.cells[from])))
    }
}

/// A lossy set of board hashes, one per slot; a new hash replaces the slot's old one.
///
/// The set never fills, and boards of old layers drop out. A board that was replaced may be
/// searched twice; a hash collision may lose a board.
#[derive(Debug)]
pub(super) struct VisitedSet(Vec<u64>);

impl VisitedSet {
    /// The slots for each board of a layer, and the fewest of all.
    const SLOTS_A_BOARD: usize = 16;
    const FEWEST: usize = 1 << 10;

    /// Returns the empty set for layers of `boards` boards.
    pub(super) fn new(boards: usize) -> Result<Self, OutOfMemory> {
        let slots = (Self::SLOTS_A_BOARD * boards).next_power_of_two();
        Ok(Self(filled(0, slots.max(Self::FEWEST))?))
    }

    /// Returns the slot of a hash: the upper bits of a product, which are mixed best.
    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.0.len() - 1)
    }

    #[inline(always)]
    pub(super) fn fetch(&self, hash: u64) {
        fetch_early(&self.0, self.slot(hash));
    }

    /// Adds a hash; returns whether it was not there.
    #[inline(always)]
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let slot = self.slot(hash);
        let before = &mut self.0[slot];
        mem::replace(before, hash) != hash
    }
}

/// Returns a pseudo-random number for a tile on a cell: `SplitMix64` of both.
const fn hash_of(tile: u16, cell: usize) -> u64 {
    let mut z = ((tile as u64) << 32 | cell as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
