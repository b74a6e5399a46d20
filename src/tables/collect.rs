//! From the blocks of a search to the words of tables.

use alloc::vec::Vec;

use super::grid::Maps;
use super::index::PatternIndex;
use super::plan::side;
use super::sweep::Half;
use super::words::Words;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::table as cost;
use crate::runtime::job::Pace;

/// The number of blocks that are transposed together, about: their bits of an order are a cache
/// line.
const RUN: usize = 512;

/// The number of words that are cleared at a time.
const CLEARED: usize = 1 << 14;

/// Puts the blocks of both halves in the order of the index, one table after the other. Blocks are
/// freed as the words of the last table are written. `planes` is `[table][half]`: the plane with
/// the table's bits.
///
/// A block holds all orders of a map and region, and a table holds all blocks of an order side by
/// side. So runs of blocks are transposed, as matrices of 64 x 64 bits.
pub(super) async fn collect(
    index: &PatternIndex,
    mut halves: [Half; 2],
    planes: &[[usize; 2]],
    pace: &mut Pace,
) -> Result<Vec<Words>, OutOfMemory> {
    for (side, half) in halves.iter_mut().enumerate() {
        // One table needs one plane.
        let other = match planes {
            [planes] => Some(1 - planes[side]),
            _ => None,
        };
        half.free(other, pace).await;
    }
    let len = index.entries().div_ceil(64) as usize;
    let mut tables = Vec::new();
    for table in 0..planes.len() {
        let mut words = Words::with_room(len)?;
        while words.len() < len {
            let cleared = CLEARED.min(len - words.len());
            words.clear(cleared);
            pace.spend(cost::CLEARED_WORD * cleared).await;
        }
        let mut runs = Runs::new(index);
        while runs.next(index) {
            pace.spend(cost::COLLECTED_MAP * runs.blocks.len()).await;
            for word in 0..index.orders().words() * index.orders().lanes() {
                let planes = (table, &planes[table]);
                transpose_word(&mut words, index, (&halves, planes), &runs, word);
                pace.spend(cost::MATRIX * runs.blocks.len().div_ceil(64))
                    .await;
            }
            if table + 1 == planes.len() {
                for &(side, block) in &runs.blocks {
                    pace.pay(halves[side].free_before(planes[table][side], block + 1));
                }
            }
        }
        tables.push(words);
    }
    Ok(tables)
}

/// The blocks of an index, run by run.
struct Runs {
    maps: Maps,
    /// The next map's number.
    number: usize,
    /// The next block of each half.
    next: [usize; 2],
    /// Of each block of the run its half, and its number there.
    blocks: Vec<(usize, usize)>,
    /// The number of the first of them in the index.
    first: usize,
}

impl Runs {
    const fn new(index: &PatternIndex) -> Self {
        Self {
            maps: Maps::new(index.grid().cells, index.tiles()),
            number: 0,
            next: [0; 2],
            blocks: Vec::new(),
            first: 0,
        }
    }

    /// Lists the next run of blocks; false if there is none.
    fn next(&mut self, index: &PatternIndex) -> bool {
        self.first += self.blocks.len();
        self.blocks.clear();
        // A map has some blocks more.
        while self.blocks.len() < RUN - 8 {
            let Some(map) = self.maps.next() else { break };
            let side = side(index, map);
            for _ in index.blocks_of(self.number) {
                self.blocks.push((side, self.next[side]));
                self.next[side] += 1;
            }
            self.number += 1;
        }
        !self.blocks.is_empty()
    }
}

/// Writes what a word of the blocks holds: for each of its orders the bits of the run.
fn transpose_word(
    words: &mut Words,
    index: &PatternIndex,
    (halves, (table, planes)): (&[Half; 2], (usize, &[usize; 2])),
    runs: &Runs,
    word: usize,
) {
    let orders = index.orders();
    let order = word * orders.word_bits();
    let (word, lane, _) = orders.bit(order);
    let lane = if orders.lanes() == 1 { table } else { lane };
    for (nth, run) in runs.blocks.chunks(64).enumerate() {
        let mut bits = [0; 64];
        for (bits, &(side, block)) in bits.iter_mut().zip(run) {
            let half = &halves[side];
            let block = half.block(planes[side], block);
            *bits = block[word * half.lanes() + lane];
        }
        turn(&mut bits);
        for (order, &bits) in (order..).zip(&bits[..orders.word_bits()]) {
            let at = order * index.blocks() + runs.first + 64 * nth;
            words[at / 64] |= bits << (at % 64);
            if let Some(next) = words.get_mut(at / 64 + 1) {
                // In two steps: none is left if the first word took all.
                *next |= bits >> 1 >> (63 - at % 64);
            }
        }
    }
}

/// Transposes a matrix of bits: bit `i` of word `j` becomes bit `j` of word `i`.
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
