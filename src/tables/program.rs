//! The effect of a move on a whole block of orders: few operations on words.

use alloc::vec::Vec;

use super::order::{Orders, rotate};

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
/// groups of word pairs that share their masks and shifts.
#[derive(Debug)]
pub(crate) struct Program {
    groups: Vec<Group>,
}

/// Pairs of a source and a target word to which the same terms apply.
#[derive(Debug)]
struct Group {
    /// Pairs of a shift up and a shift down, at most [`MOST_TERMS`]. Empty if words stay unchanged.
    terms: Vec<[Term; 2]>,
    /// True if the two lanes are exchanged.
    cross: bool,
    pairs: Vec<(u16, u16)>,
}

/// The bits of `mask` are shifted by `shift` places.
///
/// The default fills the pair of a shift without a counterpart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Term {
    /// The same for both lanes: stored twice, so that the compiler makes vectors.
    mask: [u64; 2],
    shift: u32,
}

/// A part of the change of a word: the target word, whether the lane changes, the shift up, and the
/// bits that are shifted.
type Shift = (usize, bool, i32, u64);

/// The most shifts up, and down, in a group.
const MOST_TERMS: usize = 4;

impl Program {
    /// Compiles the program for the move of a tile from slot `from` to slot `to`.
    pub(crate) fn new(orders: &Orders, from: usize, to: usize) -> Self {
        let mut program = Self { groups: Vec::new() };
        let bits = orders.word_bits;
        for first in (0..orders.count()).step_by(bits) {
            let (word, lane, _) = orders.bit(first);
            // The second lane repeats the operations of the first.
            if lane != 0 {
                continue;
            }
            let mut shifts: Vec<Shift> = Vec::new();
            for bit in 0..bits {
                let moved = rotate(orders.order(first + bit), from, to);
                let (target, lane, to_bit) = orders.bit(orders.number(moved));
                let shift = (target, lane != 0, to_bit as i32 - bit as i32);
                match shifts.iter_mut().find(|it| (it.0, it.1, it.2) == shift) {
                    Some(it) => it.3 |= 1 << bit,
                    None => shifts.push((shift.0, shift.1, shift.2, 1 << bit)),
                }
            }
            shifts.sort_unstable();
            for shifts in shifts.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                program.add(word as u16, shifts, bits);
            }
        }
        program
    }

    /// Adds all shifts from one word to another, downs first.
    fn add(&mut self, word: u16, shifts: &[Shift], bits: usize) {
        let (target, cross, ..) = shifts[0];
        let pair = (word, target as u16);
        let (downs, ups) = shifts.split_at(shifts.partition_point(|it| it.2 < 0));
        let term = |&(.., shift, mask): &Shift| Term {
            mask: [mask; 2],
            shift: shift.unsigned_abs(),
        };
        let term_at = |side: &[Shift], at: usize| side.get(at).map(term).unwrap_or_default();
        let mut terms: Vec<[Term; 2]> = (0..ups.len().max(downs.len()))
            .map(|at| [term_at(ups, at), term_at(downs, at)])
            .collect();
        if matches!(shifts, [(.., 0, mask)] if *mask == u64::MAX >> (64 - bits)) {
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
            let Some(word) = word::<L>(source, from as usize & mask) else {
                return;
            };
            let target = &mut target[to as usize & mask];
            let mut moved = *target;
            for lane in 0..L {
                if N == 0 {
                    moved[lane] |= word[lane];
                }
                for [up, down] in terms {
                    moved[lane] |= (word[lane] & up.mask[lane % 2]) << up.shift;
                    moved[lane] |= (word[lane] & down.mask[lane % 2]) >> down.shift;
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

/// Returns a word of all lanes.
#[inline]
fn word<const L: usize>(block: &[u64], nth: usize) -> Option<&[u64; L]> {
    block.get(L * nth..L * (nth + 1))?.first_chunk()
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
