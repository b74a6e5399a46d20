//! A second partition, for homes that no mirror leaves in their cell.
//!
//! A table does not know the home: it knows on which side of its tiles the home lies. So it also
//! serves, turned or mirrored, for other tiles with the same home. A second partition out of such
//! images gives a second estimate that takes no memory.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::tables::cost::Costs;
use crate::tables::grid::bits;
use crate::tables::partition::Partition;
use crate::tables::pattern::{MAX_PATTERN_TILES, Pattern};
use crate::tables::symmetry::Symmetry;

/// The number of sets of images that are tried: some tenths of a millisecond.
const TRIES: usize = 4_000;

/// The most tiles outside the images: they get tables of their own.
const MOST_LEFT: u32 = 8;

/// A second partition is used if it brings one new pair of tiles together for every `WORTH` pairs of
/// the first one.
///
/// Of `npuzzle boards 2x8 20` piped into `npuzzle solve --threads 1`, it spares 55 % of the
/// expansions and a third of the CPU time; of `boards 2x7 2000`, 54 % and a quarter. On 3 x 5, with
/// one new pair for six, it spared a third of the expansions and no time.
const WORTH: u32 = 3;

/// Returns a partition that brings tiles together which are apart in the first one, out of images
/// of its patterns as far as possible; `None` if a mirror serves as well or nothing worth looking
/// at fits the budget.
pub(super) fn second(first: &Partition, costs: &Costs) -> Option<Partition> {
    let (shape, home) = (first.shape(), first.home());
    let symmetries = Symmetry::all(shape);
    let still = symmetries.iter().filter(|it| it.cell(home) == home);
    if still.count() > 1 {
        return None;
    }
    // Large ones first.
    let mut images: Vec<u64> = Vec::new();
    let rank = |mask: u64| (Reverse(mask.count_ones()), mask);
    for pattern in first.patterns() {
        for symmetry in &symmetries {
            let mask = symmetry.set(pattern.mask());
            let Ok(image) = Pattern::from_mask(shape, home, mask) else {
                continue;
            };
            let place = images.binary_search_by_key(&rank(mask), |&it| rank(it));
            if let (true, Err(at)) = (pattern.looks_like(&image, symmetry), place) {
                images.insert(at, mask);
            }
        }
    }
    let mut seek = Seek {
        first: first.patterns().iter().map(Pattern::mask).collect(),
        images,
        tiles: first.patterns().iter().fold(0, |all, it| all | it.mask()),
        costs,
        taken: Vec::new(),
        tries: TRIES,
        best: (0, Vec::new()),
    };
    seek.cover(0, 0);
    let (pairs, sets) = seek.best;
    if WORTH * pairs < seek.first.iter().map(|&set| pairs_in(set)).sum() {
        return None;
    }
    let patterns = sets.iter().map(|&set| Pattern::from_mask(shape, home, set));
    Partition::new(patterns.collect::<Result<Vec<_>, _>>().ok()?).ok()
}

/// The search for disjoint images.
struct Seek<'a> {
    /// The sets of cells of the first partition.
    first: Vec<u64>,
    images: Vec<u64>,
    tiles: u64,
    costs: &'a Costs,
    /// The images that are taken.
    taken: Vec<u64>,
    tries: usize,
    /// The pairs that are new, and the sets.
    best: (u32, Vec<u64>),
}

impl Seek<'_> {
    /// Tries each image for the first cell that is left, and leaves it to tables of their own.
    fn cover(&mut self, covered: u64, left: u64) {
        let rest = self.tiles & !covered & !left;
        if rest == 0 {
            self.judge(left);
            return;
        }
        if self.tries == 0 {
            return;
        }
        self.tries -= 1;
        let cell = rest & rest.wrapping_neg();
        for nth in 0..self.images.len() {
            let image = self.images[nth];
            if image & cell != 0 && image & !rest == 0 {
                self.taken.push(image);
                self.cover(covered | image, left);
                self.taken.pop();
            }
        }
        if left.count_ones() < MOST_LEFT {
            self.cover(covered, left | cell);
        }
    }

    /// Keeps the sets if they are the best so far.
    fn judge(&mut self, left: u64) {
        let before = self.taken.len();
        for parts in 1..=left.count_ones() {
            let size = left.count_ones().div_ceil(parts) as usize;
            let cells: Vec<usize> = bits(left).collect();
            let set = |cells: &[usize]| cells.iter().fold(0, |set, cell| set | 1 << cell);
            self.taken.extend(cells.chunks(size).map(set));
            let own = self.taken[before..].iter();
            let mut sizes: Vec<usize> = self
                .first
                .iter()
                .chain(own)
                .map(|it| it.count_ones() as usize)
                .collect();
            sizes.sort_unstable();
            sizes.reverse();
            if size <= MAX_PATTERN_TILES && self.costs.allow(&sizes) {
                break;
            }
            self.taken.truncate(before);
        }
        let all = self.taken.iter().fold(0, |all, set| all | set);
        let pairs = self.taken.iter().map(|&set| pairs_in(set)).sum::<u32>();
        let old = |&set: &u64| {
            self.first
                .iter()
                .map(move |&it| pairs_in(it & set))
                .sum::<u32>()
        };
        let new = pairs - self.taken.iter().map(old).sum::<u32>();
        if all == self.tiles && new > self.best.0 {
            self.best = (new, self.taken.clone());
        }
        self.taken.truncate(before);
    }
}

/// Returns the pairs of tiles in a set.
const fn pairs_in(set: u64) -> u32 {
    let tiles = set.count_ones();
    tiles * tiles.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;
    use crate::runtime::job::Job;
    use crate::shape::Shape;
    use crate::tables::choose::choose_partitions;
    use crate::tables::mirrors::mirrors;

    /// Returns the second partition for a home, drawn, and how many of its tables are no images.
    fn drawn(shape: Shape, home: usize, budget: u64) -> Option<(String, usize)> {
        let choose =
            move |mut pace| async move { choose_partitions(shape, home, budget, &mut pace).await };
        let chosen = Job::new(choose).finish().expect("a partition");
        let own = mirrors(&chosen.patterns());
        let own = own[chosen.first.patterns().len()..]
            .iter()
            .filter(|it| it.is_none());
        let own = own.count();
        chosen
            .second
            .map(|it| (it.to_string().replace('\n', "/").replace(' ', ""), own))
    }

    #[test]
    fn images_tile_the_board_once_more() {
        let flat = Shape::new(4, 4, 1).expect("a shape");
        let drawing = "C.AA/BBAA/BBAA/BBCC";
        assert_eq!(drawn(flat, 1, 4_000_000), Some((drawing.into(), 1)));
        // A mirror serves where the home lies on a diagonal.
        assert_eq!(drawn(flat, 15, 4_000_000), None);
        assert_eq!(drawn(flat, 5, 400_000), None);
        // Other edges are images of this one.
        for home in [2, 4, 7, 8, 11, 13, 14] {
            assert!(drawn(flat, home, 4_000_000).is_some(), "home {home}");
        }
    }

    #[test]
    fn all_tables_keep_within_the_budget() {
        let mut found = 0;
        for sides in [[4, 4, 1], [2, 7, 1], [3, 4, 1], [5, 5, 1], [2, 2, 3]] {
            let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a shape");
            for home in [0, 1, 2] {
                for budget in [30_000, 500_000, 4_000_000] {
                    let count = move |mut pace| async move {
                        Costs::count(shape, budget, MAX_PATTERN_TILES, &mut pace).await
                    };
                    let costs = Job::new(count).finish();
                    let first = Partition::choose(shape, home, budget).expect("a partition");
                    let Some(second) = second(&first, &costs) else {
                        continue;
                    };
                    found += 1;
                    let both = || first.patterns().iter().chain(second.patterns());
                    let tables = crate::tables::TableBuilder::new()
                        .tables(&both().copied().collect::<Vec<_>>())
                        .expect("little memory");
                    let mut own: Vec<&crate::tables::Table> = Vec::new();
                    for table in &tables {
                        if !own.iter().any(|it| it.shares_entries_with(table)) {
                            own.push(table);
                        }
                    }
                    let bytes: usize = own.iter().map(|it| it.bytes()).sum();
                    assert!(
                        bytes as u64 <= budget,
                        "{shape}, home {home}: {bytes} bytes"
                    );
                }
            }
        }
        assert!(found > 3, "{found}");
    }
}
