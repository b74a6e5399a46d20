//! The effect of a move on a whole block of orders: few operations on words.

use alloc::vec::Vec;

use super::order::{Orders, rotate};
use crate::runtime::cost_model::table as cost;
use crate::runtime::job::Pace;

/// The orders of one map and region, as a set: `W` words in each of `L` lanes.
///
/// The lanes hold different tables, or parts of one table that move alike. They let the compiler
/// use vectors. Where blocks are kept they are plain words, in the same order: what is done to them
/// rarely is compiled once, not for each size.
pub(crate) type Block<const L: usize, const W: usize> = [[u64; L]; W];

/// The most lanes of a block.
pub(crate) const LANES: usize = 4;

/// The change of a set of orders by a move of the tile in one slot to another slot, as operations
/// on the words of the set.
///
/// The permutation of the k! bits is the same for every map and region. It is compiled once into
/// groups of word pairs that share their masks and shifts.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    groups: Vec<Group>,
}

/// Pairs of a source and a target word to which the same terms apply.
#[derive(Clone, Debug)]
struct Group {
    /// Pairs of a shift up and a shift down; a shift that is not needed has no mask. Empty if words
    /// stay unchanged.
    terms: Vec<[Term; 2]>,
    /// True if the first two lanes change places.
    cross: bool,
    pairs: Vec<(u16, u16)>,
}

/// The bits of `mask` go `shift` places.
#[derive(Clone, Copy, Debug)]
struct Term {
    /// The same for all lanes: it is here for two of them because the compiler then makes vectors
    /// of two lanes.
    mask: [u64; 2],
    shift: u32,
}

impl Term {
    /// Stands where there are more shifts the other way.
    const NONE: Self = Self {
        mask: [0; 2],
        shift: 0,
    };

    const fn new(shift: Shift) -> Self {
        Self {
            mask: [shift.mask; 2],
            shift: shift.key as u32 & 63,
        }
    }
}

/// The most shifts up, and down, in a group.
const MOST_TERMS: usize = 4;

impl Program {
    /// Makes groups of the shifts of all words.
    fn compile(shifts: &[Shift], word_bits: usize) -> Self {
        let all = u64::MAX >> (64 - word_bits);
        let mut compiled = Vec::new();
        for (terms, pairs) in alike(shifts) {
            let cross = terms[0].is_cross();
            if terms.len() == 1 && terms[0].way() == 0 && terms[0].mask == all {
                compiled.push(Group {
                    terms: Vec::new(),
                    cross,
                    pairs,
                });
                continue;
            }
            let first_down = terms.partition_point(|term| !term.is_down());
            let (ups, downs) = terms.split_at(first_down);
            let term = |side: &[Shift], nth| side.get(nth).map_or(Term::NONE, |&it| Term::new(it));
            // Long lists are rare: they take several rounds.
            let most = ups.len().max(downs.len());
            for first in (0..most).step_by(MOST_TERMS) {
                let mut terms = Vec::new();
                for nth in first..most.min(first + MOST_TERMS) {
                    terms.push([term(ups, nth), term(downs, nth)]);
                }
                compiled.push(Group {
                    terms,
                    cross,
                    pairs: pairs.clone(),
                });
            }
        }
        Self { groups: compiled }
    }

    /// Adds the orders that the orders of `source` become to `target`.
    pub(crate) fn run<const L: usize, const W: usize>(
        &self,
        source: &[u64],
        target: &mut Block<L, W>,
    ) {
        // The compiler knows then how many there are.
        let source = &source[..L * W];
        for group in &self.groups {
            if group.cross {
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

/// Bits of a word that go to a word, up or down by a number of places.
#[derive(Clone, Copy, Debug)]
struct Shift {
    /// The sort key of shifts: the source word, the target word, whether the lane changes;
    /// then, in seven bits, whether the bits go down, and by how many places.
    key: u64,
    mask: u64,
}

impl Shift {
    /// Returns the pair of words and whether the lane changes, as a number.
    const fn words(self) -> u64 {
        self.key >> 7
    }

    const fn pair(self) -> (u16, u16) {
        ((self.key >> 24) as u16, (self.key >> 8) as u16)
    }

    const fn is_cross(self) -> bool {
        self.key >> 7 & 1 != 0
    }

    const fn is_down(self) -> bool {
        self.key >> 6 & 1 != 0
    }

    /// Returns the way of the bits: 0 if they stay.
    const fn way(self) -> u64 {
        self.key & 127
    }

    /// Returns what makes terms the same for different words.
    const fn term(self) -> (u64, u64) {
        (self.key & 255, self.mask)
    }
}

/// The shifts of a pair of words, and all pairs with the same ones.
type Alike<'a> = (&'a [Shift], Vec<(u16, u16)>);

/// Returns each list of shifts once.
fn alike(shifts: &[Shift]) -> Vec<Alike<'_>> {
    let mut lists: Vec<Alike<'_>> = Vec::new();
    for terms in shifts.chunk_by(|a, b| a.words() == b.words()) {
        let order = |list: &Alike<'_>| {
            let list = list.0.iter().map(|term| term.term());
            list.cmp(terms.iter().map(|term| term.term()))
        };
        let at = lists.binary_search_by(order).unwrap_or_else(|at| {
            lists.insert(at, (terms, Vec::new()));
            at
        });
        lists[at].1.push(terms[0].pair());
    }
    lists
}

impl Program {
    /// Compiles the program for the move of a tile from slot `from` to slot `to`.
    pub(crate) async fn new(orders: &Orders, from: usize, to: usize, pace: &mut Pace) -> Self {
        // In the order of their keys.
        let mut shifts: Vec<Shift> = Vec::new();
        for number in 0..orders.count() {
            let (word, lane, bit) = orders.bit(number);
            // The second lane repeats the operations of the first.
            if lane == 0 {
                let moved = orders.number(rotate(orders.order(number), from, to));
                let (new_word, new_lane, new_bit) = orders.bit(moved);
                let words = word << 17 | new_word << 1 | usize::from(new_lane != 0);
                let way = usize::from(new_bit < bit) << 6 | bit.abs_diff(new_bit);
                let key = (words as u64) << 7 | way as u64;
                match shifts.binary_search_by_key(&key, |shift| shift.key) {
                    Ok(at) => shifts[at].mask |= 1 << bit,
                    Err(at) => shifts.insert(
                        at,
                        Shift {
                            key,
                            mask: 1 << bit,
                        },
                    ),
                }
            }
            pace.spend(cost::IMAGE).await;
        }
        pace.spend(cost::SHIFT * shifts.len()).await;
        Self::compile(&shifts, orders.word_bits())
    }
}

impl Group {
    #[inline]
    fn apply<const N: usize, const L: usize, const W: usize>(
        &self,
        source: &[u64],
        target: &mut Block<L, W>,
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
            let mut lane = 0;
            while N == 0 && lane < L {
                moved[lane] |= word[lane];
                lane += 1;
            }
            for [up, down] in terms {
                let mut lane = 0;
                while lane < L {
                    moved[lane] |= (word[lane] & up.mask[lane % 2]) << up.shift;
                    lane += 1;
                }
                let mut lane = 0;
                while lane < L {
                    moved[lane] |= (word[lane] & down.mask[lane % 2]) >> down.shift;
                    lane += 1;
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
    use crate::runtime::job::Job;

    fn check<const W: usize>(tiles: usize) {
        let orders = Orders::at_once(tiles);
        assert!(orders.words() <= W);
        let set = |number| {
            let mut block = [[0; 2]; W];
            let (word, lane, bit) = orders.bit(number);
            block[word][lane] = 1_u64 << bit;
            block
        };
        for (from, to) in [(0, tiles - 1), (tiles - 1, 0), (tiles / 2, 0), (0, 1)] {
            let of = orders.clone();
            let program =
                Job::new(
                    move |mut pace| async move { Program::new(&of, from, to, &mut pace).await },
                );
            let program = program.finish();
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
