//! Which tiles go together.

use alloc::vec::Vec;

use super::gains::Gains;
use crate::runtime::effort::Effort;
use crate::shape::Shape;
use crate::tables::grid::bits;
use crate::tables::symmetry::Symmetry;

/// Shares out the tiles to patterns of given sizes so that the gains are largest: several starts,
/// each improved by the best exchange of two tiles of different patterns as long as there is one.
#[derive(Debug)]
pub(super) struct Arrange {
    shape: Shape,
    home: usize,
    gains: Gains,
    sizes: Vec<usize>,
    symmetries: Vec<Symmetry>,
    /// The start that is next, two for each symmetry.
    start: usize,
    sets: Vec<u64>,
    exchange: Exchange,
    best: Option<(f64, Vec<u64>)>,
}

/// The search for the best exchange: which two patterns are next, and the best so far.
#[derive(Debug)]
struct Exchange {
    patterns: (usize, usize),
    gain: f64,
    /// The patterns, and the two tiles.
    best: Option<(usize, usize, u64)>,
}

/// A margin, so that rounding decides nothing.
const MARGIN: f64 = 1e-9;

impl Exchange {
    const NEW: Self = Self {
        patterns: (0, 1),
        gain: MARGIN,
        best: None,
    };
}

/// What it costs to see whether two tiles should change places.
const PAIR_COST: usize = 250;

impl Arrange {
    pub(super) fn new(shape: Shape, home: usize, gains: Gains, sizes: Vec<usize>) -> Self {
        Self {
            shape,
            home,
            gains,
            sizes,
            symmetries: Symmetry::all(shape),
            start: 0,
            sets: Vec::new(),
            exchange: Exchange::NEW,
            best: None,
        }
    }

    /// Goes on, and returns the sets of cells of the patterns once they are found.
    pub(super) fn advance(&mut self, effort: &mut Effort) -> Option<Vec<u64>> {
        while !effort.is_spent() {
            if self.sets.is_empty() {
                if self.start == 2 * self.symmetries.len() {
                    return Some(self.best.take().map(|best| best.1).unwrap_or_default());
                }
                self.sets = self.first_sets();
                self.start += 1;
            }
            let (i, j) = self.exchange.patterns;
            if j < self.sets.len() {
                let [one, other] = [i, j].map(|nth| self.sets[nth].count_ones() as usize);
                effort.spend(PAIR_COST * one * other);
                self.look(i, j);
                self.exchange.patterns.1 += 1;
            } else if i + 2 < self.sets.len() {
                self.exchange.patterns = (i + 1, i + 2);
            } else {
                let best = core::mem::replace(&mut self.exchange, Exchange::NEW).best;
                if let Some((i, j, tiles)) = best {
                    self.sets[i] ^= tiles;
                    self.sets[j] ^= tiles;
                } else {
                    self.end_start();
                }
            }
        }
        None
    }

    /// Returns the sets that a start begins with: cells row by row, or in turns to and fro, as a
    /// symmetry shows them.
    fn first_sets(&self) -> Vec<u64> {
        let (turn, winding) = (&self.symmetries[self.start / 2], self.start % 2 == 1);
        let shape = self.shape;
        let wound = |cell: usize| match shape.place(cell) {
            at if winding && at.row % 2 == 1 => cell + shape.cols() - 1 - 2 * at.column,
            _ => cell,
        };
        let mut cells = (0..shape.cells())
            .map(|cell| turn.cell(wound(cell)))
            .filter(|&cell| cell != self.home);
        let set = |&size: &usize| {
            let cells = cells.by_ref().take(size);
            cells.fold(0, |set, cell| set | 1 << cell)
        };
        self.sizes.iter().map(set).collect()
    }

    /// Looks for the best exchange between two patterns.
    fn look(&mut self, i: usize, j: usize) {
        let gains = &self.gains;
        for a in bits(self.sets[i]) {
            let left = self.sets[i] & !(1 << a);
            let loss = gains.among(a, left);
            for b in bits(self.sets[j]) {
                let right = self.sets[j] & !(1 << b);
                let change =
                    gains.among(b, left) - loss + gains.among(a, right) - gains.among(b, right);
                if change > self.exchange.gain {
                    self.exchange.gain = change;
                    self.exchange.best = Some((i, j, 1 << a | 1 << b));
                }
            }
        }
    }

    /// Ends a start that can't be improved.
    fn end_start(&mut self) {
        let sets = core::mem::take(&mut self.sets);
        let value: f64 = sets.iter().map(|&set| self.gains.within(set)).sum();
        if self
            .best
            .as_ref()
            .is_none_or(|best| value > best.0 + MARGIN)
        {
            self.best = Some((value, sets));
        }
    }
}
