//! Pools of rectangles: compact partitions, derived from the shape.

use alloc::vec::Vec;

use super::{LanePool, TILES, partitions};
use crate::runtime::cost_model::table as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::tables::cost::{count_blocks, index_bytes, table_bytes};
use crate::tables::grid::{Grid, bits};
use crate::tables::mirrors::find_mirrors;
use crate::tables::pattern::Pattern;

/// The largest sum of the distances of all pairs of cells of a set, by its size: five more than a
/// block of cells has.
const MOST_SPREAD: [usize; TILES + 1] = [0, 0, 1, 4, 10, 18, 30];

impl LanePool {
    /// Returns the pool of partitions into connected sets of these sizes, whose tables and numbering
    /// take at most `most` bytes; `None` if a single partition takes more.
    ///
    /// Compact partitions come first: each is taken if the memory has room for its new tables.
    pub(crate) async fn compact(
        shape: Shape,
        home: usize,
        sizes: &[usize],
        most: u64,
        pace: &mut Pace,
    ) -> Option<Self> {
        let mut bytes = [0; TILES + 1];
        let mut used = 0;
        let mut patterns = Vec::new();
        for &size in sizes {
            bytes[size] = table_bytes(size, count_blocks(shape, size, pace).await);
            used += index_bytes(shape, size);
            let sets = connected(shape, home, size, pace).await.into_iter();
            let compact = sets.filter(|&set| spread(shape, set) <= MOST_SPREAD[size]);
            patterns.extend(compact.filter_map(|set| Pattern::from_mask(shape, home, set).ok()));
        }
        // For each pattern the first one that shares its table.
        let mirrors = find_mirrors(&patterns, pace).await.into_iter();
        let tables = mirrors.enumerate();
        let tables: Vec<usize> = tables
            .map(|(own, mirror)| mirror.map_or(own, |it| it.0))
            .collect();
        let mut candidates = partitions(&patterns, pace).await;
        let set = |it: u16| patterns[usize::from(it)].mask();
        candidates.sort_by_cached_key(|lane| -> usize {
            lane.iter().map(|&it| spread(shape, set(it))).sum()
        });
        let mut is_taken = alloc::vec![false; patterns.len()];
        let mut lanes = Vec::new();
        for lane in candidates {
            let own = lane.iter().map(|&it| usize::from(it));
            let new = own.clone().filter(|&it| !is_taken[tables[it]]);
            let with = used + new.map(|it| bytes[patterns[it].tiles()]).sum::<u64>();
            if with <= most {
                used = with;
                own.for_each(|it| is_taken[tables[it]] = true);
                lanes.push(lane);
            }
        }
        (!lanes.is_empty()).then(|| in_use(&patterns, &tables, lanes))
    }
}

/// Returns the pool of these lanes, without the patterns that none has.
fn in_use(patterns: &[Pattern], tables: &[usize], mut lanes: Vec<Vec<u16>>) -> LanePool {
    let mut used: Vec<u16> = lanes.iter().flatten().copied().collect();
    // Those of one table stand together.
    used.sort_unstable_by_key(|&it| (tables[usize::from(it)], it));
    used.dedup();
    for it in lanes.iter_mut().flatten() {
        *it = used.iter().position(|other| other == it).unwrap_or(0) as u16;
    }
    LanePool {
        patterns: used.iter().map(|&it| patterns[usize::from(it)]).collect(),
        lanes,
    }
}

/// Returns all sets of `size` connected cells without the home.
async fn connected(shape: Shape, home: usize, size: usize, pace: &mut Pace) -> Vec<u64> {
    let grid = Grid::new(shape);
    let free = grid.all & !(1 << home);
    let mut sets: Vec<u64> = bits(free).map(|cell| 1 << cell).collect();
    for _ in 1..size {
        let mut larger = Vec::new();
        for &set in &sets {
            let around = bits(grid.around(set) & free & !set);
            larger.extend(around.map(|cell| set | 1 << cell));
            pace.spend(cost::MIRROR).await;
        }
        larger.sort_unstable();
        larger.dedup();
        sets = larger;
    }
    sets
}

/// Returns the sum of the distances of all pairs of cells of a set.
fn spread(shape: Shape, set: u64) -> usize {
    let from = |a: usize| bits(set & !((2 << a) - 1)).map(move |b| shape.distance(a, b));
    bits(set).flat_map(from).sum()
}
