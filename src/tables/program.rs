//! What a move does to a whole block of orders: few operations on words.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::order::{Orders, rotate};
use crate::effort::Effort;

/// The orders of one map and region, as a set: `W` words in each of `L` lanes.
///
/// The lanes hold different tables, or parts of one table that move alike. They let the compiler
/// use vectors.
pub(crate) type Block<const L: usize, const W: usize> = [[u64; L]; W];

/// How a set of orders changes where the tile in one slot moves to another slot, as operations on
/// the words of the set.
///
/// The permutation of the k! bits is the same for every map and region. It is compiled once into
/// groups of word pairs that share their masks and shifts.
#[derive(Clone, Debug)]
pub(crate) struct Program<const L: usize> {
    groups: Vec<Group<L>>,
}

/// Pairs of a source and a target word to which the same terms apply.
#[derive(Clone, Debug)]
struct Group<const L: usize> {
    /// As many shifts up as down; those that are not needed have no mask. Empty where words stay
    /// as they are.
    terms: Vec<[Term<L>; 2]>,
    /// Whether the first two lanes change places.
    cross: bool,
    pairs: Vec<(u16, u16)>,
}

/// The bits of `mask` go `shift` places.
#[derive(Clone, Copy, Debug)]
struct Term<const L: usize> {
    /// The same for all lanes: it is here once a lane because the compiler then makes vectors of
    /// the lanes.
    mask: [u64; L],
    shift: u32,
}

/// The most shifts up, and down, in a group.
const MOST_TERMS: usize = 4;

impl<const L: usize> Program<L> {
    /// Makes groups of the shifts of all words.
    fn compile(shifts: Shifts, word_bits: usize) -> Self {
        let mut groups: BTreeMap<_, Vec<(u16, u16)>> = BTreeMap::new();
        for ((pair, cross), terms) in shifts {
            groups.entry((terms, cross)).or_default().push(pair);
        }
        let all = u64::MAX >> (64 - word_bits);
        let mut compiled = Vec::new();
        for ((terms, cross), pairs) in groups {
            if terms.len() == 1 && terms.get(&(false, 0)) == Some(&all) {
                compiled.push(Group {
                    terms: Vec::new(),
                    cross,
                    pairs,
                });
                continue;
            }
            let side = |down| terms.iter().filter(move |term| term.0.0 == down);
            let rounds = side(false)
                .count()
                .max(side(true).count())
                .div_ceil(MOST_TERMS);
            // Long lists are rare: they take several rounds.
            for round in 0..rounds {
                let pick = |down| {
                    let terms = side(down).skip(round * MOST_TERMS).take(MOST_TERMS);
                    terms.map(|(&(_, shift), &mask)| Term {
                        mask: [mask; L],
                        shift,
                    })
                };
                let (mut ups, mut downs) = (pick(false), pick(true));
                let nothing = Term {
                    mask: [0; L],
                    shift: 0,
                };
                let pairs_of_terms = core::iter::from_fn(|| match (ups.next(), downs.next()) {
                    (None, None) => None,
                    (up, down) => Some([up.unwrap_or(nothing), down.unwrap_or(nothing)]),
                });
                compiled.push(Group {
                    terms: pairs_of_terms.collect(),
                    cross,
                    pairs: pairs.clone(),
                });
            }
        }
        Self { groups: compiled }
    }

    /// Adds the orders that the orders of `source` become to `target`.
    pub(crate) fn run<const W: usize>(&self, source: &Block<L, W>, target: &mut Block<L, W>) {
        for group in &self.groups {
            if group.cross {
                group.apply_crossed(source, target);
                continue;
            }
            match group.terms.len() {
                0 => group.apply::<0, W>(source, target),
                1 => group.apply::<1, W>(source, target),
                2 => group.apply::<2, W>(source, target),
                3 => group.apply::<3, W>(source, target),
                _ => group.apply::<MOST_TERMS, W>(source, target),
            }
        }
    }
}

/// For each pair of words, and whether the lane changes: the bits that go down or up by a number of
/// places.
type Shifts = BTreeMap<((u16, u16), bool), BTreeMap<(bool, u32), u64>>;

/// A program that is being compiled, order by order.
#[derive(Debug)]
pub(crate) struct NewProgram {
    from: usize,
    to: usize,
    /// The next order.
    number: usize,
    shifts: Shifts,
}

/// What it costs to find where one order goes, and what to compile the shifts of a pair of words.
const ORDER_COST: usize = 120;
const PAIR_COST: usize = 300;

impl NewProgram {
    /// Begins the program for the move of a tile from slot `from` to slot `to`.
    pub(crate) const fn new(from: usize, to: usize) -> Self {
        Self {
            from,
            to,
            number: 0,
            shifts: Shifts::new(),
        }
    }

    /// Goes on, and returns the program once it is compiled.
    pub(crate) fn advance<const L: usize>(
        &mut self,
        orders: &Orders,
        effort: &mut Effort,
    ) -> Option<Program<L>> {
        while self.number < orders.count() {
            if effort.is_spent() {
                return None;
            }
            effort.spend(ORDER_COST);
            let number = self.number;
            self.number += 1;
            let (word, lane, bit) = orders.bit(number);
            // What the first lane does, the second does too.
            if lane == 0 {
                let moved = orders.number(rotate(orders.order(number), self.from, self.to));
                let (new_word, new_lane, new_bit) = orders.bit(moved);
                let pair = (word as u16, new_word as u16);
                *self
                    .shifts
                    .entry((pair, new_lane != 0))
                    .or_default()
                    .entry((new_bit < bit, bit.abs_diff(new_bit) as u32))
                    .or_default() |= 1 << bit;
            }
        }
        effort.spend(PAIR_COST * self.shifts.len());
        Some(Program::compile(
            core::mem::take(&mut self.shifts),
            orders.word_bits(),
        ))
    }
}

impl<const L: usize> Group<L> {
    #[inline]
    fn apply<const N: usize, const W: usize>(
        &self,
        source: &Block<L, W>,
        target: &mut Block<L, W>,
    ) {
        let Some(terms) = self.terms.first_chunk::<N>() else {
            return;
        };
        for &(from, to) in &self.pairs {
            // Where `W` is a power of two, the masks replace bounds checks.
            let mask = const { W.next_power_of_two() - 1 };
            let word = source[from as usize & mask];
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
                    moved[lane] |= (word[lane] & up.mask[lane]) << up.shift;
                    lane += 1;
                }
                let mut lane = 0;
                while lane < L {
                    moved[lane] |= (word[lane] & down.mask[lane]) >> down.shift;
                    lane += 1;
                }
            }
            *target = moved;
        }
    }

    /// Does the same where the lanes change places; that is rare, and the words stay as they are.
    fn apply_crossed<const W: usize>(&self, source: &Block<L, W>, target: &mut Block<L, W>) {
        for &(from, to) in &self.pairs {
            let mut word = source[from as usize];
            word.swap(0, 1);
            for lane in 0..L {
                target[to as usize][lane] |= word[lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::to_the_end;

    fn check<const W: usize>(tiles: usize) {
        let orders = Orders::new(tiles);
        assert!(orders.words() <= W);
        let set = |number| {
            let mut block = [[0; 2]; W];
            let (word, lane, bit) = orders.bit(number);
            block[word][lane] = 1_u64 << bit;
            block
        };
        for (from, to) in [(0, tiles - 1), (tiles - 1, 0), (tiles / 2, 0), (0, 1)] {
            let mut new = NewProgram::new(from, to);
            let program: Program<2> =
                to_the_end(|effort| Ok::<_, ()>(new.advance(&orders, effort))).unwrap();
            let step = orders.count() / 97 + 1;
            for number in (0..orders.count()).step_by(step) {
                let mut target = [[0; 2]; W];
                program.run(&set(number), &mut target);
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
