//! Pools of tables, out of which many partitions are made.
//!
//! A table serves all its images under the symmetries of the board on which the blank's home lies
//! on the same side of the tiles. So few tables make many partitions, here called *lanes*, and a
//! search takes those that suit its board. The pools of the 24-puzzle are listed here: they were
//! chosen by how many boards of Korf's 50 instances the best six lanes of each board leave.
//! Those of rectangles are derived from the shape ([`compact`]).

mod compact;

use alloc::vec::Vec;

use super::cost::{count_blocks, index_bytes, table_bytes};
use super::grid::Grid;
use super::order::binomial;
use super::pattern::Pattern;
use super::symmetry::Symmetry;
use crate::runtime::cost_model::table as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// False for browsers: pools take 27 MB and more, and their code is left out of a page.
pub(crate) const HAS_POOLS: bool = !cfg!(target_family = "wasm");

/// The sides of the square that has pools, and the tiles of the patterns.
const SIDE: usize = 5;
const TILES: usize = 6;

/// The most tables of a lane.
const MOST_TABLES: usize = 4;

/// The rectangles that have pools: their sides, the shorter one first, and the sizes of the sets of
/// their partitions.
const RECTANGLES: [([usize; 2], &[usize]); 4] = [
    ([3, 6], &[6, 5]),
    ([3, 7], &[6, 2]),
    ([4, 5], &[6, 1]),
    ([4, 6], &[6, 5]),
];

/// The fewest tables of six tiles of a rectangle's pool: with four, two partitions into larger sets
/// are faster.
const LEAST_TABLES: u64 = 8;

/// In a set of cells: the home is the last free cell, not the first one.
const LAST_FREE: u32 = 1 << (SIDE * SIDE);

/// The patterns of each pool, as sets of cells; a pattern's home is the first free cell. Nodes left
/// by six lanes of a board's choice, geometric mean over Korf's 50 instances: .302, .202, .156,
/// .136, .116 and .096.
const POOLS: [&[u32]; 6] = [
    &[0x5f, 0x7e, 0xe7, 0xee, 0x18c6],
    &[0x5f, 0x7e, 0xaf, 0xcf, 0xe7, 0xee, 0x1e6, 0x10c7, 0x18c6],
    &[
        0x5f, 0x7e, 0xaf, 0xcf, 0xe7, 0xee, 0x1a7, 0x1c7, 0x1e6, 0x42f, 0x10a7, 0x10c7, 0x18c6,
        0x39c0,
    ],
    &[
        0x5f, 0x6f, 0x7e, 0xaf, 0xcf, 0xe7, 0xee, 0x1a7, 0x1c7, 0x1e6, 0x42f, 0x4e3, 0x4e6, 0x10a7,
        0x10c7, 0x10e3, 0x18c3, 0x18c6, 0x39c0, 0x3d40,
    ],
    &[
        0x5f, 0x6f, 0x7e, 0x9f, 0xcf, 0xde, 0xe7, 0xee, 0x12f, 0x16e, 0x1a7, 0x1c7, 0x1e3, 0x1e6,
        0x42f, 0x4a7, 0x4e3, 0x4e6, 0x10a7, 0x10c7, 0x10e3, 0x10e6, 0x18c3, 0x18c6, 0x38c4, 0x3942,
        0x39c0, 0x3c60,
    ],
    &[
        0x3f,
        0x5f,
        0x6f,
        0x7e,
        0x9f,
        0xaf,
        0xcf,
        0xde,
        0xe7,
        0xee,
        0x12f,
        0x16e,
        0x1a7,
        0x1c7,
        0x1e3,
        0x1e6,
        0x42f,
        0x467,
        0x4a7,
        0x4e3,
        0x4e6,
        0x8c7,
        0x8ce,
        0x8e3,
        0x8e6,
        0xfc0 | LAST_FREE,
        0x10a7,
        0x10c7,
        0x10e3,
        0x10e6,
        0x14e2,
        0x1887,
        0x18c3,
        0x18c6,
        0x198c,
        0x1bc0,
        0x1da0,
        0x38c4,
        0x3942,
        0x39c0,
        0x3c60,
        0x3cc0,
        0xbc80,
        0x13860,
    ],
];

/// A pool of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LanePool {
    /// All images of all patterns; those of one table stand together.
    pub(crate) patterns: Vec<Pattern>,
    /// The patterns of each lane, as places in the list.
    pub(crate) lanes: Vec<Vec<u16>>,
}

impl LanePool {
    /// Returns the largest pool for a shape and a home in a budget of tables and their numbering, in
    /// bytes; `None` if there is none.
    pub(crate) async fn choose(
        shape: Shape,
        home: usize,
        budget: u64,
        pace: &mut Pace,
    ) -> Option<Self> {
        if !HAS_POOLS || !shape.is_flat() || !is_corner(shape, home) {
            return None;
        }
        let mut sides = [shape.rows(), shape.columns()];
        sides.sort_unstable();
        let is_listed = sides == [SIDE; 2];
        let (fewest, sizes) = if is_listed {
            (POOLS[0].len() as u64, &[][..])
        } else {
            let &(_, sizes) = RECTANGLES.iter().find(|it| it.0 == sides)?;
            (LEAST_TABLES, sizes)
        };
        // A map has a block at least. With little memory, as it is usual, nothing is counted.
        if fewest * table_bytes(TILES, binomial(shape.cells(), TILES)) > budget {
            return None;
        }
        let blocks = count_blocks(shape, TILES, pace).await;
        let table = table_bytes(TILES, blocks);
        if is_listed {
            let bytes = |pool: &[u32]| pool.len() as u64 * table + index_bytes(shape, TILES);
            let pool = POOLS.iter().rev().find(|pool| bytes(pool) <= budget)?;
            return Some(Self::of_sets(shape, home, pool, pace).await);
        }
        if fewest * table > budget {
            return None;
        }
        Self::compact(shape, home, sizes, budget, pace).await
    }

    /// Returns the pool of these patterns, written as in [`POOLS`].
    async fn of_sets(shape: Shape, home: usize, sets: &[u32], pace: &mut Pace) -> Self {
        let patterns = images(shape, home, sets);
        let lanes = partitions(&patterns, pace).await;
        Self { patterns, lanes }
    }
}

/// Returns whether a cell is a corner of a rectangle.
fn is_corner(shape: Shape, cell: usize) -> bool {
    let at = shape.place(cell);
    let is_end = |place: usize, side: usize| place == 0 || place == side - 1;
    is_end(at.row, shape.rows()) && is_end(at.column, shape.columns())
}

/// Returns the cells of a pattern's tiles, and a free cell of the region of its home.
const fn set_and_free(pattern: u32) -> (u32, usize) {
    let set = pattern & (LAST_FREE - 1);
    let free = if pattern == set {
        set.trailing_ones()
    } else {
        (SIDE * SIDE) as u32 - 1 - (set << (u32::BITS - LAST_FREE.trailing_zeros())).leading_ones()
    };
    (set, free as usize)
}

/// Returns all images of these patterns with the home in its cell.
fn images(shape: Shape, home: usize, pool: &[u32]) -> Vec<Pattern> {
    let grid = Grid::new(shape);
    let symmetries = Symmetry::all(shape);
    let mut images: Vec<Pattern> = Vec::new();
    for &set in pool {
        let (set, free) = set_and_free(set);
        for symmetry in &symmetries {
            let image = symmetry.set(set.into());
            let is_home_free = image >> home & 1 == 0;
            let region = grid.region(image, symmetry.cell(free));
            if !is_home_free || region >> home & 1 == 0 {
                continue;
            }
            let Ok(pattern) = Pattern::from_mask(shape, home, image) else {
                continue;
            };
            if !images.contains(&pattern) {
                images.push(pattern);
            }
        }
    }
    images
}

/// Returns all ways to share out the tiles into at most [`MOST_TABLES`] of these patterns.
async fn partitions(patterns: &[Pattern], pace: &mut Pace) -> Vec<Vec<u16>> {
    let all = patterns.iter().fold(0, |all, it| all | it.mask());
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
        pace.spend(cost::MIRROR * patterns.len() / 4).await;
        for (place, pattern) in (0..).zip(patterns) {
            if pattern.mask() & first != 0 && pattern.mask() & covered == 0 {
                let mut taken = taken.clone();
                taken.push(place);
                open.push((taken, covered | pattern.mask()));
            }
        }
    }
    partitions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::job::block_on;
    use crate::tables::Partition;

    fn pool(home: usize, budget: u64) -> Option<LanePool> {
        of_rectangle(SIDE, SIDE, home, budget)
    }

    fn of_rectangle(rows: usize, columns: usize, home: usize, budget: u64) -> Option<LanePool> {
        let shape = Shape::rectangle(rows, columns).expect("a shape");
        block_on(async |pace| LanePool::choose(shape, home, budget, pace).await)
    }

    /// Returns the first pattern of each table; all of one stand together.
    fn own_tables(pool: &LanePool) -> Vec<&Pattern> {
        let mut own: Vec<&Pattern> = Vec::new();
        for pattern in &pool.patterns {
            match own.iter().position(|it| it.shares_table_with(pattern)) {
                Some(place) => assert_eq!(place + 1, own.len()),
                None => own.push(pattern),
            }
        }
        own
    }

    fn check_lanes(pool: &LanePool) {
        for lane in &pool.lanes {
            let patterns = lane.iter().map(|&place| pool.patterns[usize::from(place)]);
            Partition::new(patterns).expect("all tiles, each once");
            assert!(lane.len() <= MOST_TABLES);
        }
    }

    #[test]
    fn lanes_are_partitions_whose_tables_are_in_the_pool() {
        let counts = [
            (120_000_000, 5, 4),
            (210_000_000, 9, 18),
            (320_000_000, 14, 40),
            (460_000_000, 20, 60),
            (640_000_000, 28, 100),
            (1_100_000_000, 44, 290),
        ];
        for (budget, tables, lanes) in counts {
            for home in [0, 4, 24] {
                let pool = pool(home, budget).expect("a pool");
                assert_eq!(own_tables(&pool).len(), tables);
                assert_eq!(pool.lanes.len(), lanes);
                check_lanes(&pool);
            }
        }
    }

    #[test]
    fn sets_are_connected_and_least_of_their_own_images() {
        let shape = Shape::square(SIDE).expect("a shape");
        let symmetries = Symmetry::all(shape);
        let last = SIDE - 1;
        for pool in POOLS {
            // In rising order, so each once; as each is its least image, no two are images of one.
            let sets = pool
                .windows(2)
                .map(|two| two.iter().map(|&it| set_and_free(it).0));
            assert!(sets.into_iter().all(Iterator::is_sorted));
            for &pattern in pool {
                let (set, free) = set_and_free(pattern);
                assert_eq!(set >> free & 1, 0, "{set:#x}");
                assert_eq!(set.count_ones() as usize, TILES, "{set:#x}");
                let images = symmetries.iter().map(|it| it.set(set.into()));
                assert_eq!(images.min(), Some(set.into()), "{set:#x}");
                let is_in = |cell: usize| set >> cell & 1 == 1;
                let mut reached = alloc::vec![set.trailing_zeros() as usize];
                let mut next = 0;
                while let Some(&cell) = reached.get(next) {
                    next += 1;
                    let (row, col) = (cell / SIDE, cell % SIDE);
                    let steps = [
                        (row > 0).then(|| cell - SIDE),
                        (row < last).then(|| cell + SIDE),
                        (col > 0).then(|| cell - 1),
                        (col < last).then(|| cell + 1),
                    ];
                    for to in steps.into_iter().flatten() {
                        if is_in(to) && !reached.contains(&to) {
                            reached.push(to);
                        }
                    }
                }
                assert_eq!(reached.len(), TILES, "{set:#x} is connected");
            }
        }
    }

    #[test]
    fn other_boards_and_little_memory_have_no_pool() {
        assert_eq!(pool(12, 1 << 31), None);
        assert_eq!(pool(24, 100_000_000), None);
        for (rows, columns, home) in [(4, 4, 15), (4, 5, 1), (4, 5, 7), (5, 4, 5), (5, 6, 29)] {
            assert_eq!(of_rectangle(rows, columns, home, 1 << 29), None);
        }
        assert_eq!(of_rectangle(4, 5, 19, 48_000_000), None);
    }

    #[test]
    fn pools_of_rectangles_keep_within_the_memory() {
        let corners = [
            (4, 5, 19),
            (4, 5, 0),
            (5, 4, 3),
            (3, 6, 17),
            (7, 3, 20),
            (4, 6, 5),
        ];
        for (rows, columns, home) in corners {
            let shape = Shape::rectangle(rows, columns).expect("a shape");
            let blocks = block_on(async |pace| count_blocks(shape, TILES, pace).await);
            let (table, mut before) = (table_bytes(TILES, blocks), 0);
            for budget in [10, 30].map(|tables| tables * table) {
                let pool = of_rectangle(rows, columns, home, budget).expect("a pool");
                let bytes = own_tables(&pool).into_iter().map(|it| {
                    let blocks = async |pace: &mut _| count_blocks(shape, it.tiles(), pace).await;
                    table_bytes(it.tiles(), block_on(blocks))
                });
                let bytes: u64 = bytes.sum();
                assert!((budget / 2..=budget).contains(&bytes), "{bytes}");
                assert!(pool.lanes.len() > before, "{budget}");
                before = pool.lanes.len();
                check_lanes(&pool);
            }
        }
    }
}
