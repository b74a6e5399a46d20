//! What tables take, and what building them takes.

use alloc::vec::Vec;

use super::grid::{Grid, Maps};
use super::lookup::MAP_COST;
use super::mirrors::mirrors;
use super::order::{choose, factorial};
use super::partition::Partition;
use super::pattern::MAX_PATTERN_TILES;
use crate::runtime::effort::Effort;
use crate::shape::Shape;

/// What building may take beside three times a table, in bytes: a little less than the 32 MB that
/// are promised, for what is not counted here.
const SLACK: u64 = 28_000_000;

/// Returns the memory that building tables side by side may take, in bytes, if nothing else is
/// asked for.
pub(super) const fn usual_build_bytes(table: u64) -> u64 {
    3 * table + SLACK
}

/// Returns how many words of a block so many tables of so many tiles take side by side.
const fn words(tiles: usize, tables: usize) -> usize {
    match tiles {
        0..=4 => tables,
        5 => 2 * tables,
        6 if tables == 1 => 15,
        6 => 16 * tables,
        // One table takes two lanes.
        7 => 84,
        _ => 672,
    }
}

/// Returns the most tables of so many tiles that can be built side by side.
pub(super) const fn most_side_by_side(tiles: usize) -> usize {
    match tiles {
        0..=5 => 4,
        6 => 2,
        _ => 1,
    }
}

/// Returns the memory of one table, in bytes.
pub(super) const fn table_bytes(tiles: usize, blocks: u64) -> u64 {
    blocks.saturating_mul(factorial(tiles) as u64).div_ceil(64) * 8
}

/// Returns the memory of the numbering of states, in bytes, but for small fixed parts.
pub(super) const fn index_bytes(shape: Shape, tiles: usize) -> u64 {
    let a_map = if shape.cells() <= 16 { 8 } else { 4 };
    choose(shape.cells(), tiles) * a_map + 8 * factorial(tiles) as u64
}

/// Returns the memory that it takes to build tables side by side, in bytes: their blocks and the
/// moves between them, but not the numbering.
pub(super) fn build_bytes(shape: Shape, tiles: usize, blocks: u64, tables: usize) -> u64 {
    let grid = Grid::new(shape);
    let cells = 0..shape.cells();
    // Each cell and a neighbour: a tile on the one and the blank on the other, other tiles
    // anywhere.
    let pairs: u64 = cells
        .map(|cell| u64::from(grid.around(1 << cell).count_ones()))
        .sum();
    let moves = pairs * choose(shape.cells().saturating_sub(2), tiles - 1);
    // Two planes; the first move, the orders left, the place, the weight and whether it is active.
    let a_block = 16 * words(tiles, tables) as u64 + 14;
    blocks.saturating_mul(a_block).saturating_add(4 * moves)
}

/// Returns how many tables are built side by side, if so many are missing and building may take so
/// much memory.
pub(super) fn side_by_side(
    shape: Shape,
    tiles: usize,
    blocks: u64,
    missing: usize,
    allowed: u64,
) -> usize {
    let most = most_side_by_side(tiles);
    if missing > 1 && build_bytes(shape, tiles, blocks, most) <= allowed {
        most.min(missing)
    } else {
        1
    }
}

/// Returns the number of blocks of so many tiles, the slow way.
fn count_blocks(grid: &Grid, maps: &mut Maps, blocks: &mut u64, effort: &mut Effort) -> bool {
    let mut regions = Vec::new();
    for map in maps {
        grid.regions(map, &mut regions);
        *blocks += regions.len() as u64;
        effort.spend(MAP_COST);
        if effort.is_spent() {
            return false;
        }
    }
    true
}

/// What tables of each number of tiles take, and how much they may.
#[derive(Debug)]
pub(super) struct Costs {
    shape: Shape,
    grid: Grid,
    budget: u64,
    /// For building, if it is bounded.
    build: Option<u64>,
    /// By number of tiles the blocks of a table. If such tables can't fit the budget it is a lower
    /// bound, which is found at once.
    blocks: [u64; MAX_PATTERN_TILES + 1],
    /// The number of tiles whose blocks are being counted.
    tiles: usize,
    /// The most tiles of a table; larger ones are not allowed.
    most: usize,
    /// The maps that are left to be counted.
    maps: Option<Maps>,
}

impl Costs {
    pub(super) fn new(shape: Shape, budget: u64, build: Option<u64>) -> Self {
        Self {
            shape,
            grid: Grid::new(shape),
            budget,
            build,
            blocks: [u64::MAX; MAX_PATTERN_TILES + 1],
            tiles: 1,
            most: MAX_PATTERN_TILES.min(shape.cells() - 1),
            maps: None,
        }
    }

    /// The same for tables of so many tiles at most, which is counted sooner.
    pub(super) fn up_to(mut self, tiles: usize) -> Self {
        self.most = self.most.min(tiles);
        self
    }

    /// Goes on counting; true once all is known.
    pub(super) fn count(&mut self, effort: &mut Effort) -> bool {
        let (shape, cells) = (self.shape, self.shape.cells());
        while self.tiles <= self.most {
            let tiles = self.tiles;
            if self.maps.is_none() {
                let least = choose(cells, tiles);
                let bytes = table_bytes(tiles, least).saturating_add(index_bytes(shape, tiles));
                if bytes > self.budget {
                    self.blocks[tiles] = least;
                    self.tiles += 1;
                    continue;
                }
            }
            let maps = self.maps.get_or_insert_with(|| {
                self.blocks[tiles] = 0;
                Maps::new(cells, tiles)
            });
            if !count_blocks(&self.grid, maps, &mut self.blocks[tiles], effort) {
                return false;
            }
            self.maps = None;
            self.tiles += 1;
        }
        true
    }

    /// Returns the bytes of tables of these sizes, equal ones side by side; an index is shared.
    pub(super) fn of(&self, sizes: &[usize]) -> u64 {
        let mut sum = 0_u64;
        for (i, &size) in sizes.iter().enumerate() {
            sum = sum.saturating_add(table_bytes(size, self.blocks[size]));
            if i == 0 || sizes[i - 1] != size {
                sum = sum.saturating_add(index_bytes(self.shape, size));
            }
        }
        sum
    }

    /// Returns whether tables of these sizes, in falling order, keep within the budgets.
    pub(super) fn allow(&self, sizes: &[usize]) -> bool {
        self.of(sizes) <= self.budget && self.build.is_none_or(|most| self.peak(sizes) <= most)
    }

    /// Returns the most memory that it takes to build tables of these sizes one after the other,
    /// the finished ones included.
    fn peak(&self, sizes: &[usize]) -> u64 {
        let tables = |sizes: &[usize]| {
            let bytes = sizes
                .iter()
                .map(|&size| table_bytes(size, self.blocks[size]));
            bytes.fold(0, u64::saturating_add)
        };
        let indices = self.of(sizes).saturating_sub(tables(sizes));
        let at = |nth: usize| {
            let build = build_bytes(self.shape, sizes[nth], self.blocks[sizes[nth]], 1);
            build.saturating_add(tables(&sizes[..nth]))
        };
        let most = (0..sizes.len()).map(at).max().unwrap_or(0);
        most.max(tables(sizes)).saturating_add(indices)
    }
}

impl Partition {
    /// Returns the most memory that building the tables of this partition takes at a time, in
    /// bytes: an estimate that includes tables that are finished by then.
    ///
    /// It takes some milliseconds for 4 x 4 and some tens of milliseconds for 5 x 5 boards.
    ///
    /// ```
    /// use npuzzle::{Shape, tables::Partition};
    ///
    /// let partition = Partition::choose(Shape::new(4, 4, 1)?, 15, 4_000_000)?;
    /// assert!(partition.build_bytes() < 20_000_000);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn build_bytes(&self) -> u64 {
        let shape = self.shape();
        let mirrors = mirrors(self.patterns());
        let own = self.patterns().iter().zip(mirrors);
        let own: Vec<usize> = own
            .filter(|(_, mirror)| mirror.is_none())
            .map(|(pattern, _)| pattern.tiles())
            .collect();
        let (mut peak, mut finished, mut indices) = (0, 0, 0);
        for tiles in (1..=MAX_PATTERN_TILES).rev() {
            let mut missing = own.iter().filter(|&&size| size == tiles).count();
            if missing == 0 {
                continue;
            }
            indices += index_bytes(shape, tiles);
            let (mut maps, mut blocks) = (Maps::new(shape.cells(), tiles), 0);
            let grid = Grid::new(shape);
            while !count_blocks(&grid, &mut maps, &mut blocks, &mut Effort::slice()) {}
            let table = table_bytes(tiles, blocks);
            while missing > 0 {
                let allowed = usual_build_bytes(table);
                let together = side_by_side(shape, tiles, blocks, missing, allowed);
                let build = build_bytes(shape, tiles, blocks, together);
                peak = peak.max(finished + build);
                finished += together as u64 * table;
                missing -= together;
            }
        }
        peak.max(finished) + indices
    }
}
