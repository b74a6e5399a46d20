//! The effect of a move on a whole block of orders: few operations on words.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::array;

use super::grid::bits;
use super::order::{Orders, rotate};
use crate::runtime::Pace;

/// The orders of one map and region, as a set: `W` words in each of `L` lanes.
///
/// The lanes hold parts of a table that move alike, so that the compiler can use vectors. Stored
/// blocks are plain words in the same order: code that runs rarely is compiled once, not for each
/// size.
pub(crate) type OrderSet<const L: usize, const W: usize> = [[u64; L]; W];

/// The change of a set of orders by a move of the tile in one slot to another slot, as operations
/// on the words of the set.
///
/// The permutation of the k! bits is the same for every map and region. It is compiled once into
/// groups of word pairs that share their masks and shifts. Without groups the order stays.
#[derive(Debug, Default)]
pub(crate) struct Program {
    groups: Vec<Group>,
}

/// The programs of moves from one slot to another: `[8 * from + to]`.
pub(crate) type Programs = [Program; 64];

/// Pairs of a source and a target word to which the same terms apply.
#[derive(Debug)]
struct Group {
    /// Pairs of a shift up and a shift down, at most [`MOST_TERMS`]. Empty if words stay unchanged.
    terms: Vec<[Term; 2]>,
    /// True if the two lanes are exchanged.
    cross: bool,
    pairs: Vec<(u16, u16)>,
}

/// The bits that are shifted, and the number of places: none fill the pair of a shift without a
/// counterpart.
///
/// The bits are the same for both lanes: stored twice, so that the compiler makes vectors.
type Term = ([u64; 2], u32);

/// A part of the change of a word: the target word from bit 8 on, in bit 7 whether the lane changes,
/// 64 plus the shift up; and the bits that are shifted.
type Shift = (u32, u64);

/// The most shifts up, and down, in a group.
const MOST_TERMS: usize = 4;

impl Program {
    /// Compiles the programs of some moves, a bit each; the move 0 leaves the order.
    pub(crate) async fn all(orders: &Orders, moves: u64, pace: &mut Pace) -> Box<Programs> {
        let mut programs: Box<Programs> = Box::new(array::from_fn(|_| Self::default()));
        for slots in bits(moves & !1) {
            programs[slots] = Self::new(orders, slots / 8, slots % 8);
            pace.spend(20 * orders.count()).await;
        }
        programs
    }

    /// Compiles the program for the move of a tile from slot `from` to slot `to`.
    fn new(orders: &Orders, from: usize, to: usize) -> Self {
        let mut program = Self { groups: Vec::new() };
        let bits = orders.word_bits;
        // The second lane repeats the operations of the first.
        let firsts = (0..orders.count()).step_by(bits);
        for first in firsts.filter(|&first| orders.bit(first).1 == 0) {
            let word = orders.bit(first).0;
            let mut shifts: Vec<Shift> = Vec::new();
            for bit in 0..bits {
                let moved = rotate(orders.order(first + bit), from, to);
                let (target, lane, to_bit) = orders.bit(orders.number(moved));
                let shift = (target << 8 | lane << 7 | (64 + to_bit - bit)) as u32;
                match shifts.binary_search_by_key(&shift, |it| it.0) {
                    Ok(at) => shifts[at].1 |= 1 << bit,
                    Err(at) => shifts.insert(at, (shift, 1 << bit)),
                }
            }
            for shifts in shifts.chunk_by(|a, b| a.0 >> 7 == b.0 >> 7) {
                program.add(word as u16, shifts, bits);
            }
        }
        program
    }

    /// Adds all shifts from one word to another, downs first.
    fn add(&mut self, word: u16, shifts: &[Shift], bits: usize) {
        let (cross, pair) = (shifts[0].0 >> 7 & 1 != 0, (word, (shifts[0].0 >> 8) as u16));
        let (downs, ups) = shifts.split_at(shifts.partition_point(|it| it.0 % 128 < 64));
        let term = |&(shift, mask): &Shift| -> Term { ([mask; 2], (shift % 128).abs_diff(64)) };
        let term_at = |side: &[Shift], at: usize| side.get(at).map(term).unwrap_or_default();
        let mut terms: Vec<[Term; 2]> = (0..ups.len().max(downs.len()))
            .map(|at| [term_at(ups, at), term_at(downs, at)])
            .collect();
        let all = [u64::MAX >> (64 - bits); 2];
        if terms == [[(all, 0), Term::default()]] {
            terms.clear();
        }
        // Long lists are rare: they take several rounds.
        for first in (0..terms.len().max(1)).step_by(MOST_TERMS) {
            let terms = &terms[first..terms.len().min(first + MOST_TERMS)];
            let same = |group: &&mut Group| group.cross == cross && group.terms == terms;
            match self.groups.iter_mut().find(same) {
                Some(group) => group.pairs.push(pair),
                None => self.groups.push(Group {
                    terms: terms.to_vec(),
                    cross,
                    pairs: Vec::from([pair]),
                }),
            }
        }
    }

    /// Adds to the target what the move makes of the source, an `L * W` words long block.
    #[inline]
    pub(crate) fn run<const L: usize, const W: usize>(
        &self,
        source: &[u64],
        target: &mut OrderSet<L, W>,
    ) {
        // The compiler knows the length then.
        let source = &source[..L * W];
        if self.groups.is_empty() {
            for (target, source) in target.as_flattened_mut().iter_mut().zip(source) {
                *target |= source;
            }
        }
        for group in &self.groups {
            // With one lane, the orders of both are the same set.
            if group.cross && L > 1 {
                group.apply_crossed(source, target.as_flattened_mut());
                continue;
            }
            match group.terms.len() {
                0 => group.apply::<0, L, W>(source, target),
                1 => group.apply::<1, L, W>(source, target),
                2 => group.apply::<2, L, W>(source, target),
                3 => group.apply::<3, L, W>(source, target),
                _ => group.apply::<MOST_TERMS, L, W>(source, target),
            }
        }
    }
}

impl Group {
    #[inline]
    fn apply<const N: usize, const L: usize, const W: usize>(
        &self,
        source: &[u64],
        target: &mut OrderSet<L, W>,
    ) {
        let Some(terms) = self.terms.first_chunk::<N>() else {
            return;
        };
        for &(from, to) in &self.pairs {
            // Where `W` is a power of two, the masks replace bounds checks.
            let mask = const { W.next_power_of_two() - 1 };
            let from = L * (from as usize & mask);
            let Some(word) = source[from..].first_chunk::<L>() else {
                return;
            };
            let target = &mut target[to as usize & mask];
            let mut moved = *target;
            for lane in 0..L {
                if N == 0 {
                    moved[lane] |= word[lane];
                }
                for [(ups, up), (downs, down)] in terms {
                    moved[lane] |= (word[lane] & ups[lane % 2]) << up;
                    moved[lane] |= (word[lane] & downs[lane % 2]) >> down;
                }
            }
            *target = moved;
        }
    }

    /// Does the same if the two lanes change places; this is rare, and the words stay unchanged.
    fn apply_crossed(&self, source: &[u64], target: &mut [u64]) {
        for &(from, to) in &self.pairs {
            let (from, to) = (2 * from as usize, 2 * to as usize);
            target[to] |= source[from + 1];
            target[to + 1] |= source[from];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const W: usize>(tiles: usize) {
        let orders = Orders::new(tiles).expect("little memory");
        assert!(orders.count() / (orders.lanes * orders.word_bits) <= W);
        let set = |number| {
            let mut block = [[0; 2]; W];
            let (word, lane, bit) = orders.bit(number);
            block[word][lane] = 1_u64 << bit;
            block
        };
        for (from, to) in [(0, tiles - 1), (tiles - 1, 0), (tiles / 2, 0), (0, 1)] {
            let program = Program::new(&orders, from, to);
            let step = orders.count() / 97 + 1;
            for number in (0..orders.count()).step_by(step) {
                let mut target = [[0; 2]; W];
                program.run(set(number).as_flattened(), &mut target);
                let moved = orders.number(rotate(orders.order(number), from, to));
                assert_eq!(target, set(moved), "{tiles} tiles, slot {from} to {to}");
            }
        }
    }

    #[test]
    fn a_program_moves_each_order_as_the_move_does() {
        check::<1>(2);
        check::<1>(4);
        check::<2>(5);
        check::<16>(6);
        check::<42>(7);
        check::<336>(8);
    }
}
