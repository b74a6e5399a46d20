//! Pools of tables, out of which many partitions are made.
//!
//! A table serves all its images under the symmetries of the board on which the blank's home lies
//! on the same side of the tiles. So few tables make many partitions, and a
//! search takes those that suit its board. The pool of the 24-puzzle is a list: its patterns were
//! chosen by how many boards of Korf's 50 instances the best six partitions of each board leave.
//! Those of rectangles hold compact partitions: connected patterns with short distances between
//! their cells.

use alloc::vec::Vec;
use core::mem;

use super::grid::{Grid, bits};
use super::index::{count_blocks, index_bytes, table_bytes};
use super::order::binomial;
use super::pattern::{Pattern, find_mirrors};
use super::symmetry::Symmetry;
use crate::runtime::Pace;
use crate::shape::Shape;

/// False for browsers: pools take 27 MB and more, and their code is left out of a page.
pub(crate) const HAS_POOLS: bool = !cfg!(target_family = "wasm");

/// The tiles of the largest patterns.
const TILES: usize = 6;

/// The most tables of a partition.
const MOST_TABLES: usize = 4;

/// The rectangles that have pools: their sides, the shorter one first, the fewest tables of six
/// tiles, and the sizes of the patterns. With fewer tables, partitions into larger patterns are
/// faster.
const RECTANGLES: [([usize; 2], u64, &[usize]); 5] = [
    ([3, 6], 8, &[6, 5]),
    ([3, 7], 8, &[6, 2]),
    ([4, 5], 8, &[6, 1]),
    ([4, 6], 8, &[6, 5]),
    (SQUARE, 5, &[6]),
];

/// The sides of the 24-puzzle.
const SQUARE: [usize; 2] = [5; 2];

/// The patterns of the 24-puzzle, as sets of cells; a pattern's home is the first free cell. A pool
/// is the longest prefix that fits its memory. Nodes left by six partitions of a board's choice,
/// geometric mean over Korf's 50 instances: .302 with 5 tables, .202 with 9, .156 with 14, .096
/// with 44.
///
/// Pools of compact partitions, as rectangles have them, leave 1.8 times the nodes in 320 MB.
const PATTERNS: [u32; 44] = [
    0x5f, 0x7e, 0xe7, 0xee, 0x18c6, 0xaf, 0xcf, 0x1e6, 0x10c7, 0x1a7, 0x1c7, 0x42f, 0x10a7, 0x39c0,
    0x6f, 0x4e3, 0x4e6, 0x10e3, 0x18c3, 0x9f, 0xde, 0x12f, 0x16e, 0x1e3, 0x4a7, 0x10e6, 0x38c4,
    0x3942, 0x3c60, 0x3f, 0x467, 0x8c7, 0x8ce, 0x8e3, 0x8e6, 0xf_0c00, 0x14e2, 0x1887, 0x198c,
    0x1bc0, 0x1da0, 0x3cc0, 0xbc80, 0x1_3860,
];

/// The largest sum of the distances of all pairs of cells of a pattern, by its size: for six cells
/// five more than 2 x 3 has.
const MOST_SPREAD: [usize; TILES + 1] = [0, 0, 1, 4, 10, 18, 30];

/// A pool of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    /// All images of all patterns; those of one table stand together.
    pub(crate) patterns: Vec<Pattern>,
    /// The patterns of each partition, as places in the list.
    pub(crate) partitions: Vec<Vec<u16>>,
}

impl Pool {
    /// Returns the pool for a shape and a home in a budget of tables and their numbering, in bytes;
    /// `None` if there is none.
    pub(crate) async fn choose(
        shape: Shape,
        home: usize,
        budget: u64,
        pace: &mut Pace,
    ) -> Option<Self> {
        let [rows, columns] = [shape.rows(), shape.columns()];
        let sides = [rows.min(columns), rows.max(columns)];
        let &(_, fewest, sizes) = RECTANGLES.iter().find(|it| it.0 == sides)?;
        // Only corners have two neighbours. A map has at least one block: this rejects little memory,
        // the usual case, without counting.
        if !HAS_POOLS
            || !shape.is_flat()
            || Grid::new(shape).around(1 << home).count_ones() != 2
            || fewest * table_bytes(TILES, binomial(shape.cells(), TILES)) > budget
        {
            return None;
        }
        let table = table_bytes(TILES, count_blocks(shape, TILES, pace).await);
        if fewest * table > budget {
            return None;
        }
        if sides != SQUARE {
            return Self::compact(shape, home, sizes, budget, pace).await;
        }
        let room = budget.checked_sub(index_bytes(shape, TILES))?;
        let patterns = images(shape, home, PATTERNS.iter().take((room / table) as usize));
        let partitions = partitions(&patterns);
        (!partitions.is_empty()).then_some(Self {
            patterns,
            partitions,
        })
    }

    /// Returns the pool of partitions into connected sets of these sizes, whose tables and
    /// numbering take at most `most` bytes; `None` if a single partition takes more.
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
            let sets = connected(shape, home, size).into_iter();
            let compact = sets.filter(|&set| spread(shape, set) <= MOST_SPREAD[size]);
            patterns.extend(compact.filter_map(|set| Pattern::new(shape, home, set).ok()));
        }
        // For each pattern the first one that shares its table.
        let mirrors = find_mirrors(&patterns).into_iter().enumerate();
        let tables = mirrors.map(|(own, mirror)| mirror.map_or(own, |it| it.0));
        let tables: Vec<usize> = tables.collect();
        let mut candidates = partitions(&patterns);
        let spread = |&it: &u16| spread(shape, patterns[usize::from(it)].mask);
        let spreads = candidates.iter().map(|it| it.iter().map(spread).sum());
        let order = spreads
            .zip(0..)
            .map(|(spread, nth): (usize, u64)| (spread as u64) << 32 | nth);
        let mut order: Vec<u64> = order.collect();
        order.sort_unstable();
        let mut is_taken = alloc::vec![false; patterns.len()];
        let mut partitions: Vec<Vec<u16>> = Vec::new();
        for nth in order {
            let partition = mem::take(&mut candidates[nth as u32 as usize]);
            let own: Vec<usize> = partition
                .iter()
                .map(|&it| tables[usize::from(it)])
                .collect();
            let is_new = |nth: &usize| !is_taken[own[*nth]] && !own[..*nth].contains(&own[*nth]);
            let new = (0..own.len()).filter(is_new);
            let bytes_of_new = new.map(|nth| bytes[patterns[own[nth]].tiles()]);
            let with = used + bytes_of_new.sum::<u64>();
            if with <= most {
                used = with;
                for table in own {
                    is_taken[table] = true;
                }
                partitions.push(partition);
            }
        }
        // The patterns that none has are left out; those of one table stand together.
        let used = partitions.iter().flatten();
        let used = used.map(|&it| (tables[usize::from(it)] as u64) << 16 | u64::from(it));
        let mut used: Vec<u64> = used.collect();
        used.sort_unstable();
        used.dedup();
        let used: Vec<u16> = used.into_iter().map(|it| it as u16).collect();
        for it in partitions.iter_mut().flatten() {
            *it = used.iter().position(|other| other == it).unwrap_or(0) as u16;
        }
        (!partitions.is_empty()).then(|| Self {
            patterns: used.iter().map(|&it| patterns[usize::from(it)]).collect(),
            partitions,
        })
    }
}

/// Returns all images of the patterns of the 24-puzzle with the home in its cell.
fn images<'s>(shape: Shape, home: usize, sets: impl Iterator<Item = &'s u32>) -> Vec<Pattern> {
    let symmetries = Symmetry::all(shape);
    let mut images = Vec::new();
    for &mask in sets {
        let pattern = Pattern {
            shape,
            home: mask.trailing_ones() as usize,
            mask: mask.into(),
        };
        for symmetry in &symmetries {
            let mask = symmetry.set(pattern.mask);
            let image = Pattern { shape, home, mask };
            let has_home = mask >> home & 1 == 0;
            if has_home && pattern.looks_like(&image, symmetry) && !images.contains(&image) {
                images.push(image);
            }
        }
    }
    images
}

/// Returns all ways to share out the tiles into at most [`MOST_TABLES`] of these patterns.
fn partitions(patterns: &[Pattern]) -> Vec<Vec<u16>> {
    let all = patterns.iter().fold(0, |all, it| all | it.mask);
    let mut partitions = Vec::new();
    // The patterns taken so far, each for the first cell that was left.
    let mut open = alloc::vec![(Vec::new(), 0_u64)];
    while let Some((taken, covered)) = open.pop() {
        let left = all & !covered;
        if left == 0 {
            partitions.push(taken);
            continue;
        }
        if taken.len() == MOST_TABLES {
            continue;
        }
        let first = left & left.wrapping_neg();
        for (place, pattern) in (0..).zip(patterns) {
            if pattern.mask & first != 0 && pattern.mask & covered == 0 {
                let mut taken = taken.clone();
                taken.push(place);
                open.push((taken, covered | pattern.mask));
            }
        }
    }
    partitions
}

/// Returns all sets of `size` connected cells without the home.
fn connected(shape: Shape, home: usize, size: usize) -> Vec<u64> {
    let grid = Grid::new(shape);
    let free = grid.all & !(1 << home);
    let mut sets: Vec<u64> = bits(free).map(|cell| 1 << cell).collect();
    for _ in 1..size {
        let mut larger = Vec::new();
        for &set in &sets {
            let around = bits(grid.around(set) & free & !set);
            larger.extend(around.map(|cell| set | 1 << cell));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::block_on;

    fn pool(rows: usize, columns: usize, home: usize, budget: u64) -> Option<Pool> {
        let shape = Shape::rectangle(rows, columns).expect("a shape");
        block_on(async |pace| Pool::choose(shape, home, budget, pace).await)
    }

    /// Returns the memory of a table, in bytes.
    fn bytes_of_table(shape: Shape, tiles: usize) -> u64 {
        let blocks = block_on(async |pace| count_blocks(shape, tiles, pace).await);
        table_bytes(tiles, blocks)
    }

    /// Returns the first pattern of each table; all of one stand together.
    fn own_tables(pool: &Pool) -> Vec<&Pattern> {
        let mut own: Vec<&Pattern> = Vec::new();
        for pattern in &pool.patterns {
            let is_mirror = |it: &&Pattern| find_mirrors(&[**it, *pattern])[1].is_some();
            match own.iter().position(is_mirror) {
                Some(place) => assert_eq!(place + 1, own.len()),
                None => own.push(pattern),
            }
        }
        own
    }

    #[test]
    fn other_boards_and_little_memory_have_no_pool() {
        for (rows, columns, home, budget) in [
            (5, 5, 12, 1 << 31),
            (5, 5, 24, 100_000_000),
            // Four tables, beside their numbering, make no partition.
            (5, 5, 24, 114_000_000),
            (4, 4, 15, 1 << 29),
            (4, 5, 1, 1 << 29),
            (4, 5, 7, 1 << 29),
            (5, 4, 5, 1 << 29),
            (5, 6, 29, 1 << 29),
            (4, 5, 19, 48_000_000),
        ] {
            assert_eq!(pool(rows, columns, home, budget), None);
        }
    }

    #[test]
    fn pools_of_the_24_puzzle_have_their_partitions() {
        for (budget, tables, partitions) in [
            (120_000_000, 5, 4),
            (210_000_000, 9, 18),
            (320_000_000, 14, 40),
            (1_100_000_000, 44, 290),
        ] {
            for home in [0, 4, 24] {
                let pool = pool(5, 5, home, budget).expect("a pool");
                assert_eq!(
                    (own_tables(&pool).len(), pool.partitions.len()),
                    (tables, partitions)
                );
            }
        }
    }

    #[test]
    fn pools_are_of_partitions_and_keep_within_the_memory() {
        for (rows, columns, home) in [
            (4, 5, 19),
            (4, 5, 0),
            (5, 4, 3),
            (3, 6, 17),
            (7, 3, 20),
            (4, 6, 5),
            (5, 5, 4),
        ] {
            let shape = Shape::rectangle(rows, columns).expect("a shape");
            let table = bytes_of_table(shape, TILES);
            let mut before = 0;
            for budget in [10, 30].map(|tables| tables * table) {
                let pool = pool(rows, columns, home, budget).expect("a pool");
                let bytes = own_tables(&pool).into_iter();
                let bytes = bytes.map(|it| bytes_of_table(shape, it.tiles()));
                let bytes: u64 = bytes.sum();
                assert!((budget / 2..=budget).contains(&bytes), "{bytes}");
                assert!(pool.partitions.len() > before, "{budget}");
                before = pool.partitions.len();
                for partition in &pool.partitions {
                    let masks = partition.iter();
                    let masks = masks.map(|&place| pool.patterns[usize::from(place)].mask);
                    let all_tiles = (1 << shape.cells()) - 1 - (1 << home);
                    assert_eq!(masks.clone().sum::<u64>(), all_tiles);
                    assert_eq!(masks.fold(0, |all, mask| all | mask), all_tiles);
                    assert!(partition.len() <= MOST_TABLES);
                }
            }
        }
    }
}
