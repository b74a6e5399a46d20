//! How many tiles each pattern has.

use alloc::vec::Vec;

use crate::runtime::effort::Effort;
use crate::tables::cost::Costs;
use crate::tables::pattern::MAX_PATTERN_TILES;

/// Tries all ways to share out the tiles, in falling sizes, and keeps the one with the most pairs
/// of tiles that are together; among equals the one that is tried first, with the largest sizes.
#[derive(Debug)]
pub(super) struct FindSizes {
    /// The tiles that are not shared out.
    left: usize,
    sizes: Vec<usize>,
    /// After each of the sizes, and before the first: the next size to try; 0 after the last one.
    next: Vec<usize>,
    best: (usize, Vec<usize>),
}

/// What a size that is tried costs, for each size before it.
const COST: usize = 10;

impl FindSizes {
    pub(super) fn new(tiles: usize) -> Self {
        Self {
            left: tiles,
            sizes: Vec::new(),
            next: [MAX_PATTERN_TILES.min(tiles)].into(),
            best: (0, Vec::new()),
        }
    }

    /// Goes on, and returns the best sizes once all were tried: none if nothing is allowed.
    pub(super) fn advance(&mut self, costs: &Costs, effort: &mut Effort) -> Option<Vec<usize>> {
        while !effort.is_spent() {
            let Some(&size) = self.next.last() else {
                return Some(core::mem::take(&mut self.best.1));
            };
            effort.spend(COST * (self.sizes.len() + 1));
            if size == 0 || !self.can_be_better(size) {
                self.next.pop();
                self.take_back();
                continue;
            }
            if let Some(next) = self.next.last_mut() {
                *next -= 1;
            }
            self.sizes.push(size);
            self.left -= size;
            if self.left > 0 && costs.allow(&self.sizes) {
                self.next.push(size.min(self.left));
                continue;
            }
            if self.left == 0 && costs.allow(&self.sizes) {
                let pairs = pairs(&self.sizes);
                if self.best.1.is_empty() || pairs > self.best.0 {
                    self.best = (pairs, self.sizes.clone());
                }
            }
            self.take_back();
        }
        None
    }

    /// Returns whether there can be more pairs than in the best, even if all other sizes were as
    /// large as this one.
    fn can_be_better(&self, size: usize) -> bool {
        let most = self.left.div_ceil(size) * pairs(&[size]);
        self.best.1.is_empty() || pairs(&self.sizes) + most > self.best.0
    }

    fn take_back(&mut self) {
        self.left += self.sizes.pop().unwrap_or(0);
    }
}

/// Returns the pairs of tiles that are together, and 1 for each pattern.
fn pairs(sizes: &[usize]) -> usize {
    sizes.iter().map(|size| size * (size - 1) / 2 + 1).sum()
}
