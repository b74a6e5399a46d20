//! Choosing a partition under a memory budget.

use alloc::vec::Vec;

use super::builder::TableBuilder;
use super::grid::{Grid, Maps, bits};
use super::order::{choose as binomial, factorial};
use super::partition::{Partition, PartitionError};
use super::pattern::{MAX_PATTERN_TILES, Pattern, check_board};
use super::symmetry::Symmetry;
use crate::shape::Shape;

/// Partitions of the 4 x 4 board with the home in the first cell, the best that measurements found:
/// the fewest boards expanded by a search that also looks up the mirror image.
const PICKS: [&str; 3] = [
    ". A A A / A A A A / B B B B / B B B B",
    ". A B B / A A B B / A A B B / A C C C",
    ". A C C / A A C C / A B B C / A B B B",
];

impl Partition {
    /// Returns the partition whose tables give the best lower bounds in a memory budget.
    ///
    /// The budget is in bytes and covers tables and indices. On 4 x 4 boards with the home in a
    /// corner the answer is known from measurements: from 197 MB on a pattern of seven and one
    /// of eight tiles, from 3.1 MB on 6-6-3, from 0.4 MB on 5-5-5. For other boards large
    /// patterns come first, and tiles go together whose distances grow most when they are looked up
    /// together: the gains of near pairs and triples are taken from their own small tables. The
    /// same arguments always give the same partition.
    ///
    /// It takes some milliseconds for 4 x 4 and some tens of milliseconds for 5 x 5 boards.
    ///
    /// # Errors
    /// [`PartitionError::Pattern`] for boards without tables, [`PartitionError::Budget`] if even
    /// single tiles take more memory.
    ///
    /// ```
    /// use npuzzle::{Shape, tables::Partition};
    ///
    /// let partition = Partition::choose(Shape::new(4, 4, 1)?, 15, 4_000_000)?;
    /// assert_eq!(partition.to_string(), "C C C A\nB B A A\nB B A A\nB B A .");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn choose(shape: Shape, home: usize, budget: u64) -> Result<Self, PartitionError> {
        check_board(shape, home).map_err(PartitionError::Pattern)?;
        let mut costs = Costs::new(shape, budget);
        for pick in PICKS {
            let pick: Self = pick.parse()?;
            let sizes: Vec<usize> = pick.patterns().iter().map(Pattern::tiles).collect();
            if shape != pick.shape() || costs.of(&sizes) > budget {
                continue;
            }
            let corner = Symmetry::all(shape)
                .into_iter()
                .find(|symmetry| symmetry.cell(pick.home()) == home);
            if let Some(symmetry) = corner {
                return Ok(pick.image(&symmetry));
            }
        }
        let tiles = shape.cells() - 1;
        let mut best = (0, Vec::new());
        costs.best_sizes(tiles, MAX_PATTERN_TILES, &mut Vec::new(), &mut best);
        if best.1.is_empty() {
            let bytes = costs.of(&alloc::vec![1; tiles]);
            return Err(PartitionError::Budget { bytes });
        }
        arrange(shape, home, &best.1)
    }
}

/// What tables take, in bytes.
struct Costs {
    grid: Grid,
    budget: u64,
    /// For each number of tiles the bytes of a table and those of the index, once known.
    known: [Option<(u64, u64)>; MAX_PATTERN_TILES + 1],
}

impl Costs {
    fn new(shape: Shape, budget: u64) -> Self {
        Self {
            grid: Grid::new(shape),
            budget,
            known: [None; MAX_PATTERN_TILES + 1],
        }
    }

    /// Returns the bytes of a table and of its index. Where they can't fit the budget it is a lower
    /// bound, which is found at once.
    fn of_size(&mut self, tiles: usize) -> (u64, u64) {
        if let Some(known) = self.known[tiles] {
            return known;
        }
        let number = binomial(self.grid.cells, tiles);
        let orders = factorial(tiles) as u64;
        let table = |blocks: u64| blocks.saturating_mul(orders).div_ceil(64) * 8;
        let index = number * if self.grid.cells <= 16 { 8 } else { 4 } + 8 * orders;
        let mut cost = (table(number), index);
        if cost.0.saturating_add(cost.1) <= self.budget {
            let mut regions = Vec::new();
            let mut blocks = 0;
            for map in Maps::new(self.grid.cells, tiles) {
                self.grid.regions(map, &mut regions);
                blocks += regions.len() as u64;
            }
            cost.0 = table(blocks);
        }
        self.known[tiles] = Some(cost);
        cost
    }

    /// Returns the bytes of tables of these sizes, equal ones side by side; an index is shared.
    fn of(&mut self, sizes: &[usize]) -> u64 {
        let mut sum = 0_u64;
        for (i, &size) in sizes.iter().enumerate() {
            let (table, index) = self.of_size(size);
            sum = sum.saturating_add(table);
            if !sizes[..i].contains(&size) {
                sum = sum.saturating_add(index);
            }
        }
        sum
    }

    /// Tries all ways to share out the tiles left over, in falling sizes, and keeps the one with
    /// the most pairs of tiles that are together, among equals that of the fewest bytes.
    fn best_sizes(
        &mut self,
        left: usize,
        largest: usize,
        sizes: &mut Vec<usize>,
        best: &mut (usize, Vec<usize>),
    ) {
        if self.of(sizes) > self.budget {
            return;
        }
        if left == 0 {
            let pairs = sizes
                .iter()
                .map(|size| size * (size - 1) / 2 + 1)
                .sum::<usize>();
            // The largest sizes are tried first: they win where pairs are equal.
            if best.1.is_empty() || pairs > best.0 {
                *best = (pairs, sizes.clone());
            }
            return;
        }
        for size in (1..=largest.min(left)).rev() {
            // No better than the best even if all others were as large.
            let most = left.div_ceil(size) * (size * (size - 1) / 2 + 1);
            let now = sizes
                .iter()
                .map(|size| size * (size - 1) / 2 + 1)
                .sum::<usize>();
            if !best.1.is_empty() && now + most <= best.0 {
                break;
            }
            sizes.push(size);
            self.best_sizes(left - size, size, sizes, best);
            sizes.pop();
        }
    }
}

/// How much mean distances grow when tiles are looked up together rather than apart: exactly for
/// all near pairs of tiles, and what triples on neighbouring cells add to their pairs. The sum of
/// those in a pattern tells good patterns from bad ones: over random connected patterns of five
/// tiles on 4 x 4 it correlates to 0.93 with the true gain for a home in the corner, and to
/// 0.86 for one in the middle, where pairs alone reach 0.32.
struct Gains {
    /// For each cell the sets of other cells that it gains with.
    of: Vec<Vec<(u64, f64)>>,
}

impl Gains {
    fn new(shape: Shape, home: usize) -> Result<Self, PartitionError> {
        let sets = near_sets(shape, home);
        let patterns = sets.iter().map(|&set| {
            let pattern = Pattern::from_mask(shape, home, set);
            pattern.map_err(PartitionError::Pattern)
        });
        let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
        let mut gains = Self {
            of: alloc::vec![Vec::new(); shape.cells()],
        };
        // These tables are tiny; without memory for them all patterns count alike.
        let tables = TableBuilder::new().tables(&patterns).unwrap_or_default();
        // Smaller sets come first: a set gains what its parts don't explain.
        for (&set, table) in sets.iter().zip(&tables) {
            let gain = table.mean() - gains.within(set);
            for cell in bits(set) {
                gains.of[cell].push((set & !(1 << cell), gain));
            }
        }
        Ok(gains)
    }

    /// Returns what a tile gains among the tiles of a set, its own mean distance included.
    fn among(&self, tile: usize, set: u64) -> f64 {
        let inside = self.of[tile]
            .iter()
            .filter(|(others, _)| others & !set == 0);
        inside.map(|(_, gain)| gain).sum()
    }

    /// Returns the estimated mean distance of a pattern.
    fn within(&self, set: u64) -> f64 {
        // Each part counts once, with its last cell.
        bits(set)
            .map(|cell| self.among(cell, set & ((1 << cell) - 1)))
            .sum()
    }
}

/// Returns all single tiles, then near pairs, then triples on neighbouring cells, as sets of cells.
fn near_sets(shape: Shape, home: usize) -> Vec<u64> {
    let tiles: Vec<usize> = (0..shape.cells()).filter(|&cell| cell != home).collect();
    let mut sets: Vec<u64> = tiles.iter().map(|tile| 1 << tile).collect();
    let mut triples = Vec::new();
    for (i, &a) in tiles.iter().enumerate() {
        for (j, &b) in tiles.iter().enumerate().skip(i + 1) {
            if shape.distance(a, b) <= 3 && shape.cells() > 3 {
                sets.push(1 << a | 1 << b);
            }
            for &c in &tiles[j + 1..] {
                let sides = [(a, b), (a, c), (b, c)].map(|(a, b)| shape.distance(a, b));
                if sides.iter().filter(|&&side| side == 1).count() == 2 {
                    triples.push(1 << a | 1 << b | 1 << c);
                }
            }
        }
    }
    sets.extend(triples);
    sets
}

/// Shares out the tiles to patterns of these sizes so that the gains of pairs are largest: several
/// starts, each improved by the best exchange of two tiles as long as there is one.
fn arrange(shape: Shape, home: usize, sizes: &[usize]) -> Result<Partition, PartitionError> {
    let gains = Gains::new(shape, home)?;
    let mut best: Option<(f64, Vec<u64>)> = None;
    for turn in Symmetry::all(shape) {
        for winding in [false, true] {
            // Cells row by row, or in turns to and fro, as the symmetry shows them.
            let mut cells: Vec<usize> = (0..shape.cells()).collect();
            if winding {
                cells.sort_by_key(|&cell| {
                    let at = shape.place(cell);
                    let back = at.row % 2 == 1;
                    let column = if back {
                        shape.cols() - 1 - at.column
                    } else {
                        at.column
                    };
                    (at.layer, at.row, column)
                });
            }
            let mut cells = cells
                .into_iter()
                .map(|cell| turn.cell(cell))
                .filter(|&c| c != home);
            let mut sets: Vec<u64> = sizes
                .iter()
                .map(|&size| {
                    cells
                        .by_ref()
                        .take(size)
                        .fold(0, |set, cell| set | 1 << cell)
                })
                .collect();
            improve(&gains, &mut sets);
            let value: f64 = sets.iter().map(|&set| gains.within(set)).sum();
            // A margin, so that rounding decides nothing.
            if best.as_ref().is_none_or(|best| value > best.0 + 1e-9) {
                best = Some((value, sets));
            }
        }
    }
    let sets = best.map(|best| best.1).unwrap_or_default();
    let patterns = sets
        .into_iter()
        .map(|set| Pattern::from_mask(shape, home, set));
    Partition::new(
        patterns
            .collect::<Result<Vec<_>, _>>()
            .map_err(PartitionError::Pattern)?,
    )
}

/// Exchanges the two tiles of different patterns that gain most, until none do.
fn improve(gains: &Gains, sets: &mut [u64]) {
    loop {
        let mut best = (1e-9, None);
        for i in 0..sets.len() {
            for j in i + 1..sets.len() {
                for a in bits(sets[i]) {
                    let left = sets[i] & !(1 << a);
                    let loss = gains.among(a, left);
                    for b in bits(sets[j]) {
                        let right = sets[j] & !(1 << b);
                        let change = gains.among(b, left) - loss + gains.among(a, right)
                            - gains.among(b, right);
                        if change > best.0 {
                            best = (change, Some((i, j, 1_u64 << a | 1 << b)));
                        }
                    }
                }
            }
        }
        let Some((i, j, tiles)) = best.1 else {
            return;
        };
        sets[i] ^= tiles;
        sets[j] ^= tiles;
    }
}
