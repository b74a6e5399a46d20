//! From the blocks of a search to the words of tables.

use alloc::vec::Vec;

use super::grid::Maps;
use super::index::PatternIndex;
use super::plan::side;
use super::sweep::Half;
use super::words::Words;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;

/// Puts the blocks of both halves in the order of the index: one table after the other. The memory
/// of the blocks goes as that of the last table comes.
///
/// A block holds all orders of a map and region, and a table holds all blocks of an order side by
/// side. So runs of blocks are turned, as matrices of 64 x 64 bits.
#[derive(Debug)]
pub(super) struct Collect {
    halves: [Half; 2],
    /// By table and half the plane with the table's bits.
    planes: Vec<[usize; 2]>,
    maps: Maps,
    /// The next map's number.
    number: usize,
    /// The next block of each half.
    blocks: [usize; 2],
    /// The run of blocks that is written: of each its half and its number there.
    run: Vec<(usize, usize)>,
    /// The number of the first of them in the index.
    first: usize,
    /// The next word of these blocks.
    word: usize,
    /// The table that is written: cleared first.
    words: Option<Words>,
    made: Vec<Words>,
    /// Whether the memory was given back that is not needed any more.
    is_tidy: bool,
}

/// How many blocks are turned together, about: their bits of an order are a line of the cache.
const RUN: usize = 512;

/// What a map costs, a matrix of 64 blocks, and a word that is cleared.
const MAP_COST: usize = 30;
const TURN_COST: usize = 400;
const CLEAR_COST: usize = 1;

/// How many words are cleared at a time.
const CLEARED: usize = 1 << 14;

impl Collect {
    pub(super) const fn new(
        index: &PatternIndex,
        halves: [Half; 2],
        planes: Vec<[usize; 2]>,
    ) -> Self {
        Self {
            halves,
            planes,
            maps: Maps::new(index.grid().cells, index.tiles()),
            number: 0,
            blocks: [0; 2],
            run: Vec::new(),
            first: 0,
            word: 0,
            words: None,
            made: Vec::new(),
            is_tidy: false,
        }
    }

    /// Goes on, and returns the words of all tables once they are there.
    pub(super) fn advance(
        &mut self,
        index: &PatternIndex,
        effort: &mut Effort,
    ) -> Result<Option<Vec<Words>>, OutOfMemory> {
        if !self.is_tidy {
            // Of one table, one plane is enough.
            let others = |half: usize| match self.planes[..] {
                [planes] => Some(1 - planes[half]),
                _ => None,
            };
            let (even, odd) = (others(0), others(1));
            let [first, second] = &mut self.halves;
            self.is_tidy = first.forget(even, effort) && second.forget(odd, effort);
        }
        let len = index.entries().div_ceil(64) as usize;
        while !effort.is_spent() {
            if self.made.len() == self.planes.len() {
                return Ok(Some(core::mem::take(&mut self.made)));
            }
            let words = match &mut self.words {
                Some(words) => words,
                None => self.words.insert(Words::with_room(len)?),
            };
            if words.len() < len {
                let cleared = CLEARED.min(len - words.len());
                words.clear(cleared);
                effort.spend(CLEAR_COST * cleared);
            } else if self.word < index.orders().words() * index.orders().lanes()
                && !self.run.is_empty()
            {
                self.turn(index);
                effort.spend(TURN_COST * self.run.len().div_ceil(64));
            } else {
                self.end_run(effort);
                if !self.next_run(index, effort) {
                    self.made.extend(self.words.take());
                    self.maps = Maps::new(index.grid().cells, index.tiles());
                    (self.number, self.blocks, self.first) = (0, [0; 2], 0);
                }
            }
        }
        Ok(None)
    }

    /// Lists the next run of blocks; false if there is none.
    fn next_run(&mut self, index: &PatternIndex, effort: &mut Effort) -> bool {
        self.word = 0;
        // A map has some blocks more.
        while self.run.len() < RUN - 8 {
            let Some(map) = self.maps.next() else { break };
            let side = side(index, map);
            for _ in index.blocks_of(self.number) {
                self.run.push((side, self.blocks[side]));
                self.blocks[side] += 1;
            }
            self.number += 1;
            effort.spend(MAP_COST);
        }
        !self.run.is_empty()
    }

    /// Forgets the run, and the memory before it if the table is the last one.
    fn end_run(&mut self, effort: &mut Effort) {
        let table = self.made.len();
        self.first += self.run.len();
        for (side, block) in self.run.drain(..) {
            if table + 1 == self.planes.len() {
                let plane = self.planes[table][side];
                self.halves[side].forget_before(plane, block + 1, effort);
            }
        }
    }

    /// Writes what the next word of the blocks holds: for each of its orders the bits of the run.
    fn turn(&mut self, index: &PatternIndex) {
        let Some(words) = &mut self.words else { return };
        let (orders, table) = (index.orders(), self.made.len());
        let order = self.word * orders.word_bits();
        let (word, lane, _) = orders.bit(order);
        let lane = if orders.lanes() == 1 { table } else { lane };
        for (nth, run) in self.run.chunks(64).enumerate() {
            let mut bits = [0; 64];
            for (bits, &(side, block)) in bits.iter_mut().zip(run) {
                let half = &self.halves[side];
                let block = half.block(self.planes[table][side], block);
                *bits = block[word * half.lanes() + lane];
            }
            turn(&mut bits);
            for (order, &bits) in (order..).zip(&bits[..orders.word_bits()]) {
                let at = order * index.blocks() + self.first + 64 * nth;
                words[at / 64] |= bits << (at % 64);
                if let Some(next) = words.get_mut(at / 64 + 1) {
                    // In two steps: none is left if the first word took all.
                    *next |= bits >> 1 >> (63 - at % 64);
                }
            }
        }
        self.word += 1;
    }
}

/// Turns a matrix of bits: bit `i` of word `j` becomes bit `j` of word `i`.
fn turn(bits: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        for first in (0..64).filter(|first| first & width == 0) {
            let change = (bits[first] >> width ^ bits[first + width]) & mask;
            bits[first] ^= change << width;
            bits[first + width] ^= change;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::turn;

    #[test]
    fn a_matrix_is_turned() {
        let mut word = 1_u64;
        let bits = core::array::from_fn(|_| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            word
        });
        let mut turned = bits;
        turn(&mut turned);
        for (i, &word) in turned.iter().enumerate() {
            for (j, &was) in bits.iter().enumerate() {
                assert_eq!(word >> j & 1, was >> i & 1, "bit {j} of word {i}");
            }
        }
        turn(&mut turned);
        assert_eq!(turned, bits);
    }
}
