//! An independent check of a table.

use alloc::vec::Vec;
use core::fmt;

use super::memory::{OutOfMemory, reserved, zeroed};
use super::table::Table;
use crate::direction::Direction;
use crate::shape::Shape;

impl Table {
    /// Proves that the table is right, from its bits and the rules of the puzzle alone.
    ///
    /// Starting from the goal at distance 0 the bits tell the distance of every other entry, one
    /// move at a time. The table is right exactly when
    /// - only the goal has distance 0,
    /// - the distances of neighbours differ by 1, whichever way they are reached (so no entry is
    ///   nearer than its distance), and
    /// - every other entry has a neighbour that is one nearer (so none is further).
    ///
    /// Entries that can't reach the goal, and the unused bits behind the last entry, must be 0.
    /// What was counted while the table was built ([`max`](Self::max), [`mean`](Self::mean),
    /// [`reached`](Self::reached)) is counted again. This shares no code with the builder, and
    /// it numbers maps and regions on its own; of the index it takes the list of the orders of the
    /// tiles.
    ///
    /// It takes time and memory in proportion to the number of entries: about five bytes and a
    /// third of a microsecond each.
    ///
    /// # Errors
    /// [`VerifyTableError`] names the first bad entry that was found.
    ///
    /// ```
    /// use npuzzle::{Shape, tables::{Pattern, Table}};
    ///
    /// let table = Table::build(Pattern::new(Shape::new(3, 3, 1)?, 4, [0, 1, 2])?)?;
    /// assert_eq!(table.verify(), Ok(()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn verify(&self) -> Result<(), VerifyTableError> {
        let pattern = self.framed_pattern();
        let space = Space::new(pattern.shape(), pattern.tiles(), |number| {
            self.index().orders().order(number)
        })?;
        let entries = (space.blocks.len() * space.orders.len()) as u64;
        if entries != self.index().entries() || entries.div_ceil(64) != self.words().len() as u64 {
            return Err(VerifyTableError::Size { entries });
        }
        space.check_index(self)?;
        let goal_map = pattern.cells().fold(0, |map, cell| map | 1 << cell);
        let goal = space.block(goal_map, pattern.home());
        let distances = space.decode(self, goal)?;
        space.check(self, &distances)
    }
}

/// Not a distance: the entry was not reached.
const UNKNOWN: u8 = u8::MAX;

/// The states of a pattern, numbered the slow and obvious way.
struct Space {
    shape: Shape,
    /// All sets of cells, in increasing order as numbers.
    maps: Vec<u64>,
    /// For each map its first block.
    first: Vec<usize>,
    /// For each block its map and its region.
    blocks: Vec<(u64, u64)>,
    /// The orders of the tiles, slot by slot, by their number.
    orders: Vec<Vec<u8>>,
    /// Each order as a number in base 8, and its number below that, in this order.
    numbers: Vec<u64>,
}

/// A move out of a block: where to, and from which slot to which the tile goes.
type Step = (usize, usize, usize);

impl Space {
    fn new(
        shape: Shape,
        tiles: usize,
        order: impl Fn(usize) -> u32,
    ) -> Result<Self, VerifyTableError> {
        let mut maps = Vec::new();
        subsets(shape.cells(), tiles, 0, &mut maps);
        maps.sort_unstable();
        let (mut first, mut blocks) = (Vec::new(), Vec::new());
        for &map in &maps {
            first.push(blocks.len());
            let mut regions = Vec::new();
            let mut free: Vec<usize> = (0..shape.cells()).filter(|c| map >> c & 1 == 0).collect();
            while let Some(&start) = free.first() {
                let region = flood(shape, map, start);
                free.retain(|cell| region >> cell & 1 == 0);
                // The largest first; among equals the one with the lowest cell.
                let smaller = |other: &u64| other.count_ones() < region.count_ones();
                let at = regions.iter().position(smaller).unwrap_or(regions.len());
                regions.insert(at, region);
            }
            blocks.extend(regions.into_iter().map(|region| (map, region)));
        }
        let count = (1..=tiles).product();
        let orders: Vec<Vec<u8>> = (0..count)
            .map(|number| {
                (0..tiles)
                    .map(|slot| (order(number) >> (3 * slot) & 7) as u8)
                    .collect()
            })
            .collect();
        let mut numbers: Vec<u64> = orders
            .iter()
            .zip(0..)
            .map(|(order, number)| u64::from(packed(order)) << 32 | number)
            .collect();
        numbers.sort_unstable();
        let is_order = |order: &Vec<u8>| (0..tiles as u8).all(|tile| order.contains(&tile));
        let is_twice = |pair: &[u64]| pair[0] >> 32 == pair[1] >> 32;
        if numbers.windows(2).any(is_twice) || !orders.iter().all(is_order) {
            return Err(VerifyTableError::Index { entry: 0 });
        }
        Ok(Self {
            shape,
            maps,
            first,
            blocks,
            orders,
            numbers,
        })
    }

    /// Returns the block of a map and a free cell.
    fn block(&self, map: u64, blank: usize) -> usize {
        let at = self.maps.partition_point(|&other| other < map);
        let mut rest = self.first[at]..self.blocks.len();
        rest.find(|&block| self.blocks[block].1 >> blank & 1 != 0)
            .unwrap_or(usize::MAX)
    }

    /// Checks that the index of the table gives the same numbers.
    fn check_index(&self, table: &Table) -> Result<(), VerifyTableError> {
        let bad = |entry| Err(VerifyTableError::Index { entry });
        let index = table.index();
        for (number, order) in self.orders.iter().enumerate() {
            if index.orders().number(packed(order)) != number {
                return bad(number as u64);
            }
        }
        for (block, &(map, region)) in self.blocks.iter().enumerate() {
            for cell in (0..self.shape.cells()).filter(|cell| region >> cell & 1 != 0) {
                if index.block(map, cell) != block {
                    return bad(block as u64);
                }
            }
        }
        Ok(())
    }

    /// Returns the moves out of a block.
    fn steps(&self, block: usize) -> Vec<Step> {
        let (map, region) = self.blocks[block];
        let mut steps = Vec::new();
        for tile in (0..self.shape.cells()).filter(|cell| map >> cell & 1 != 0) {
            for side in Direction::ALL {
                let Some(blank) = self.shape.neighbour(tile, side) else {
                    continue;
                };
                if region >> blank & 1 != 0 {
                    let moved = map - (1 << tile) + (1 << blank);
                    let slot = |map: u64, at: usize| (0..at).filter(|c| map >> c & 1 != 0).count();
                    steps.push((self.block(moved, tile), slot(map, tile), slot(moved, blank)));
                }
            }
        }
        steps
    }

    /// Returns, for each pair of slots, the number that each order gets where the tile in the first
    /// goes to the second.
    fn turns(&self) -> Vec<Vec<u32>> {
        let tiles = self.orders[0].len();
        let mut turns = Vec::new();
        for from in 0..tiles {
            for to in 0..tiles {
                let turn = |order: &Vec<u8>| {
                    let mut order = order.clone();
                    let tile = order.remove(from);
                    order.insert(to, tile);
                    let packed = u64::from(packed(&order));
                    let at = self.numbers.partition_point(|number| number >> 32 < packed);
                    self.numbers[at] as u32
                };
                turns.push(self.orders.iter().map(turn).collect());
            }
        }
        turns
    }

    /// Reads the distances of all entries that can reach the goal, outwards from it.
    fn decode(&self, table: &Table, goal: usize) -> Result<Vec<u8>, VerifyTableError> {
        let count = self.blocks.len();
        let tiles = self.orders[0].len();
        let turns = self.turns();
        let steps: Vec<Vec<Step>> = (0..self.blocks.len()).map(|b| self.steps(b)).collect();
        let mut distances: Vec<u8> = zeroed(count * self.orders.len())?;
        distances.fill(UNKNOWN);
        let mut todo: Vec<u32> = reserved(distances.len())?;
        let bad = |error: fn(u64) -> VerifyTableError, entry: usize| Err(error(entry as u64));
        distances[goal] = 0;
        todo.push(goal as u32);
        if table.bit(goal as u64) {
            return bad(|entry| VerifyTableError::Goal { entry }, goal);
        }
        while let Some(entry) = todo.pop() {
            let entry = entry as usize;
            let distance = distances[entry];
            let mut lower = false;
            for &(block, from, to) in &steps[entry % count] {
                let order = turns[from * tiles + to][entry / count] as usize;
                let next = order * count + block;
                // Bit 1 of the distance, and that it differs by one: the same bit where the smaller
                // one is even.
                let same = table.bit(next as u64) == (distance & 2 != 0);
                let further = same == (distance % 2 == 0);
                let expected = match (further, distance) {
                    (true, 0..=253) => distance + 1,
                    (false, 1..) => distance - 1,
                    _ => return bad(|entry| VerifyTableError::Distance { entry }, next),
                };
                lower |= !further;
                if expected == 0 && next != goal {
                    return bad(|entry| VerifyTableError::Goal { entry }, next);
                }
                if distances[next] == UNKNOWN {
                    distances[next] = expected;
                    todo.push(next as u32);
                } else if distances[next] != expected {
                    return bad(|entry| VerifyTableError::Neighbours { entry }, next);
                }
            }
            if distance > 0 && !lower {
                return bad(|entry| VerifyTableError::NoneNearer { entry }, entry);
            }
        }
        Ok(distances)
    }

    /// Checks the entries that were not reached, and the counts.
    fn check(&self, table: &Table, distances: &[u8]) -> Result<(), VerifyTableError> {
        let (mut reached, mut max, mut sum, mut states) = (0_u64, 0, 0_u64, 0_u64);
        for (entry, &distance) in distances.iter().enumerate() {
            if distance == UNKNOWN {
                if table.bit(entry as u64) {
                    return Err(VerifyTableError::Unreached {
                        entry: entry as u64,
                    });
                }
                continue;
            }
            let (_, region) = self.blocks[entry % self.blocks.len()];
            reached += 1;
            max = max.max(u32::from(distance));
            sum += u64::from(distance) * u64::from(region.count_ones());
            states += u64::from(region.count_ones());
        }
        let spare = (distances.len()..64 * table.words().len()).find(|&e| table.bit(e as u64));
        if let Some(entry) = spare {
            return Err(VerifyTableError::Unreached {
                entry: entry as u64,
            });
        }
        let mean = sum as f64 / states as f64;
        if reached != table.reached()
            || max != table.max()
            || mean.to_bits() != table.mean().to_bits()
        {
            return Err(VerifyTableError::Counts { reached, max });
        }
        Ok(())
    }
}

/// Returns an order as a number in base 8, the tile in the first slot last.
fn packed(order: &[u8]) -> u32 {
    let add = |packed, &tile| packed << 3 | u32::from(tile);
    order.iter().rev().fold(0, add)
}

/// Adds all sets of `left` cells below `cells`, each together with `chosen`.
fn subsets(cells: usize, left: usize, chosen: u64, sets: &mut Vec<u64>) {
    if left == 0 {
        sets.push(chosen);
    } else if cells >= left {
        subsets(cells - 1, left - 1, chosen | 1 << (cells - 1), sets);
        subsets(cells - 1, left, chosen, sets);
    }
}

/// Returns the free cells that the blank can reach from `start`.
fn flood(shape: Shape, map: u64, start: usize) -> u64 {
    let mut region = 1 << start;
    let mut todo = alloc::vec![start];
    while let Some(cell) = todo.pop() {
        for side in Direction::ALL {
            if let Some(next) = shape.neighbour(cell, side) {
                if (map | region) >> next & 1 == 0 {
                    region |= 1 << next;
                    todo.push(next);
                }
            }
        }
    }
    region
}

/// What is wrong with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyTableError {
    /// The table has another number of entries than its pattern needs.
    Size {
        /// The entries that the pattern has.
        entries: u64,
    },
    /// The index finds another entry than its documentation says.
    Index {
        /// The entry, or another one of its block.
        entry: u64,
    },
    /// The goal is not at distance 0, or another entry is.
    Goal {
        /// The entry.
        entry: u64,
    },
    /// The entry would be below 0 or beyond all possible distances.
    Distance {
        /// The entry.
        entry: u64,
    },
    /// The entry has different distances seen from two neighbours.
    Neighbours {
        /// The entry.
        entry: u64,
    },
    /// The entry has no neighbour that is nearer to the goal.
    NoneNearer {
        /// The entry.
        entry: u64,
    },
    /// The entry can't reach the goal, or does not exist, but its bit is set.
    Unreached {
        /// The entry.
        entry: u64,
    },
    /// The counts of the table are wrong.
    Counts {
        /// The entries that can reach the goal.
        reached: u64,
        /// The largest distance.
        max: u32,
    },
    /// An allocation failed.
    OutOfMemory {
        /// The size of the allocation in bytes.
        bytes: u64,
    },
}

impl From<OutOfMemory> for VerifyTableError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for VerifyTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { entries } => write!(f, "the table should have {entries} entries"),
            Self::Index { entry } => write!(f, "the index is wrong about entry {entry}"),
            Self::Goal { entry } => {
                write!(
                    f,
                    "entry {entry}: the goal, and only the goal, is at distance 0"
                )
            }
            Self::Distance { entry } => write!(f, "entry {entry} has an impossible distance"),
            Self::Neighbours { entry } => write!(f, "entry {entry} contradicts a neighbour"),
            Self::NoneNearer { entry } => write!(f, "entry {entry} has no nearer neighbour"),
            Self::Unreached { entry } => {
                write!(f, "entry {entry} is set but can't reach the goal")
            }
            Self::Counts { reached, max } => write!(
                f,
                "the table has {reached} entries up to distance {max}, or another mean, unlike what it says"
            ),
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes of a check"),
        }
    }
}

impl core::error::Error for VerifyTableError {}

#[cfg(test)]
mod tests {
    use super::super::Shared;
    use super::super::index::PatternIndex;
    use super::super::pattern::Pattern;
    use super::super::table::Bits;
    use super::*;

    /// Returns the table with other bits and counts.
    fn forged(table: &Table, change: impl FnOnce(&mut Bits)) -> Table {
        let mut bits = Bits {
            words: table.words().to_vec().into(),
            max: table.max(),
            mean: table.mean(),
            reached: table.reached(),
        };
        change(&mut bits);
        let pattern = *table.pattern();
        let index = PatternIndex::new(pattern.shape(), pattern.tiles()).unwrap();
        Table::new(pattern, Shared::new(index), bits)
    }

    #[test]
    fn every_flipped_bit_is_found() {
        for (rows, cols, layers, home, cells) in [
            (2, 2, 1, 3, &[0, 1][..]),
            (2, 3, 1, 5, &[0, 1]),
            (2, 3, 1, 1, &[0, 2, 4]),
            (2, 3, 1, 1, &[0, 2, 3, 4, 5]),
            (3, 3, 1, 4, &[0, 1]),
            (2, 2, 2, 7, &[0, 3]),
        ] {
            let shape = Shape::new(rows, cols, layers).unwrap();
            let pattern = Pattern::new(shape, home, cells.iter().copied()).unwrap();
            let table = Table::build(pattern).unwrap();
            table.verify().unwrap();
            for entry in 0..64 * table.words().len() {
                let bad = forged(&table, |bits| bits.words[entry / 64] ^= 1 << (entry % 64));
                assert!(bad.verify().is_err(), "bit {entry} of\n{pattern}");
            }
        }
    }

    #[test]
    fn wrong_counts_are_found() {
        let shape = Shape::new(2, 3, 1).unwrap();
        let table = Table::build(Pattern::new(shape, 5, [0, 1, 2]).unwrap()).unwrap();
        forged(&table, |_| ()).verify().unwrap();
        let changes: [fn(&mut Bits); 5] = [
            |bits| bits.max += 1,
            |bits| bits.mean *= 1.5,
            |bits| bits.reached -= 1,
            |bits| bits.words = [&bits.words[..], &[0]].concat().into(),
            |bits| bits.words = Vec::new().into(),
        ];
        for change in changes {
            assert!(forged(&table, change).verify().is_err());
        }
    }
}
