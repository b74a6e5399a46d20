//! The number of tiles of each pattern.

use alloc::vec::Vec;

use crate::tables::cost::Costs;
use crate::tables::pattern::MAX_PATTERN_TILES;

/// The most tables that a search can follow.
pub(crate) const MAX_TABLES: usize = 16;

/// Returns the sizes of patterns, in falling order, that fit the budget and bring the most pairs of
/// tiles together; among equals the first in the order of large sizes. Empty if nothing fits.
///
/// Tries all partitions of the number of tiles that can be better than the best so far: at most a
/// tenth of a millisecond.
pub(super) fn best_sizes(tiles: usize, costs: &Costs) -> Vec<usize> {
    let mut seek = Seek {
        costs,
        sizes: Vec::new(),
        best: (0, Vec::new()),
    };
    seek.extend(tiles, MAX_PATTERN_TILES);
    seek.best.1
}

struct Seek<'c> {
    costs: &'c Costs,
    sizes: Vec<usize>,
    /// The pairs of tiles that are together, and the sizes.
    best: (usize, Vec<usize>),
}

impl Seek<'_> {
    /// Extends the sizes by all ways to share out `left` tiles into sizes of at most `largest`.
    fn extend(&mut self, left: usize, largest: usize) {
        for size in (1..=largest.min(left)).rev() {
            if !self.can_be_better(left, size) || left > size * (MAX_TABLES - self.sizes.len()) {
                break;
            }
            self.sizes.push(size);
            if self.costs.allow(&self.sizes) {
                if left > size {
                    self.extend(left - size, size);
                } else if self.best.1.is_empty() || pairs(&self.sizes) > self.best.0 {
                    self.best = (pairs(&self.sizes), self.sizes.clone());
                }
            }
            self.sizes.pop();
        }
    }

    /// Returns whether there can be more pairs than in the best, even if all other sizes were as
    /// large as this one. Smaller sizes are not tried then.
    fn can_be_better(&self, left: usize, size: usize) -> bool {
        let most = left.div_ceil(size) * pairs(&[size]);
        self.best.1.is_empty() || pairs(&self.sizes) + most > self.best.0
    }
}

/// Returns the pairs of tiles that are together, and 1 for each pattern.
fn pairs(sizes: &[usize]) -> usize {
    sizes.iter().map(|size| size * (size - 1) / 2 + 1).sum()
}
