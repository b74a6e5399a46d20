//! An independent check of a table.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::memory::{OutOfMemory, reserved};
use super::table::Table;
use crate::direction::Direction;
use crate::effort::{Effort, to_the_end};
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
        let mut verify = VerifyTable::new(self);
        to_the_end(|effort| Ok(verify.advance(self, effort)?.then_some(())))
    }
}

/// Not a distance: the entry was not reached.
const UNKNOWN: u8 = u8::MAX;

/// What the steps of the check cost, in nanoseconds.
const MAP_COST: usize = 4_000;
const ORDER_COST: usize = 600;
const BLOCK_COST: usize = 4_000;
const ENTRY_COST: usize = 300;
const LOOK_COST: usize = 8;

/// The distances that are made at once, and what each costs: the memory is touched for the first
/// time.
const MADE: usize = 1 << 14;
const MAKE_COST: usize = 1;

/// The check of a table, slice by slice.
#[derive(Debug)]
pub(crate) struct VerifyTable {
    space: Space,
    /// By block.
    steps: Vec<Vec<Step>>,
    /// By pair of slots: the number that each order gets if the tile in the first goes to the
    /// second.
    turns: Vec<Vec<u32>>,
    distances: Vec<u8>,
    /// The entries that are known, and from which nothing was looked at.
    todo: Vec<u32>,
    goal: usize,
    counted: Counted,
    stage: Stage,
}

/// What was counted of the entries.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    known: u64,
    reached: u64,
    max: u32,
    sum: u64,
    states: u64,
}

/// What is done next; a number says how far that is.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Sets of cells are listed, with their regions, from this one on.
    Maps(u64),
    Orders(usize),
    /// The index is compared.
    Index(usize),
    Turns,
    Steps,
    /// There are no distances yet.
    Distances,
    Decode,
    /// What was counted is counted again.
    Count(usize),
}

impl VerifyTable {
    /// Begins with a table.
    pub(crate) fn new(table: &Table) -> Self {
        let pattern = table.framed_pattern();
        let space = Space {
            shape: pattern.shape(),
            tiles: pattern.tiles(),
            maps: Vec::new(),
            first: Vec::new(),
            blocks: Vec::new(),
            orders: Vec::new(),
            numbers: BTreeMap::new(),
        };
        Self {
            stage: Stage::Maps((1 << space.tiles) - 1),
            space,
            steps: Vec::new(),
            turns: Vec::new(),
            distances: Vec::new(),
            todo: Vec::new(),
            goal: 0,
            counted: Counted::default(),
        }
    }

    /// Returns how many entries are known, and how many there are.
    pub(crate) fn progress(&self) -> (u64, u64) {
        (self.counted.known, self.space.entries())
    }

    /// Goes on with the table that it began with; returns whether that is proved.
    pub(crate) fn advance(
        &mut self,
        table: &Table,
        effort: &mut Effort,
    ) -> Result<bool, VerifyTableError> {
        while !effort.is_spent() {
            self.stage = match self.stage {
                Stage::Maps(map) => {
                    effort.spend(MAP_COST);
                    match self.space.add_map(map) {
                        Some(next) => Stage::Maps(next),
                        None => Stage::Orders(0),
                    }
                }
                Stage::Orders(number) if number < self.space.count() => {
                    effort.spend(ORDER_COST);
                    let order = table.index().orders().order(number);
                    self.space.add_order(order, number)?;
                    Stage::Orders(number + 1)
                }
                Stage::Orders(_) => {
                    self.space.check_size(table)?;
                    Stage::Index(0)
                }
                Stage::Index(nth) => {
                    effort.spend(BLOCK_COST);
                    if self.space.check_index(table, nth)? {
                        Stage::Index(nth + 1)
                    } else {
                        Stage::Turns
                    }
                }
                Stage::Turns => {
                    effort.spend(ORDER_COST);
                    if self.space.add_turn(&mut self.turns) {
                        Stage::Turns
                    } else {
                        Stage::Steps
                    }
                }
                Stage::Steps if self.steps.len() < self.space.blocks.len() => {
                    effort.spend(BLOCK_COST);
                    self.steps.push(self.space.steps(self.steps.len()));
                    Stage::Steps
                }
                Stage::Steps => {
                    let entries = self.space.entries() as usize;
                    self.distances = reserved(entries)?;
                    self.todo = reserved(entries)?;
                    Stage::Distances
                }
                Stage::Distances => {
                    let (made, all) = (self.distances.len(), self.distances.capacity());
                    let all = all.min(self.space.entries() as usize);
                    self.distances.resize(all.min(made + MADE), UNKNOWN);
                    effort.spend(MADE * MAKE_COST);
                    if self.distances.len() < all {
                        Stage::Distances
                    } else {
                        self.begin(table)?;
                        Stage::Decode
                    }
                }
                Stage::Decode => match self.todo.pop() {
                    Some(entry) => {
                        effort.spend(ENTRY_COST);
                        self.decode(table, entry as usize)?;
                        Stage::Decode
                    }
                    None => Stage::Count(0),
                },
                Stage::Count(entry) if entry < self.distances.len() => {
                    effort.spend(LOOK_COST);
                    self.count(table, entry)?;
                    Stage::Count(entry + 1)
                }
                Stage::Count(_) => return self.check(table).map(|()| true),
            };
        }
        Ok(false)
    }

    /// Begins to read the distances, at the goal.
    fn begin(&mut self, table: &Table) -> Result<(), VerifyTableError> {
        let pattern = table.framed_pattern();
        let goal_map = pattern.cells().fold(0, |map, cell| map | 1 << cell);
        self.goal = self.space.block(goal_map, pattern.home());
        let entry = self.goal as u64;
        if table.bit(entry) {
            return Err(VerifyTableError::Goal { entry });
        }
        self.distances[self.goal] = 0;
        self.todo.push(self.goal as u32);
        self.counted.known = 1;
        Ok(())
    }

    /// Reads the distances around an entry.
    fn decode(&mut self, table: &Table, entry: usize) -> Result<(), VerifyTableError> {
        let (count, tiles) = (self.space.blocks.len(), self.space.tiles);
        let bad = |error: fn(u64) -> VerifyTableError, entry: usize| Err(error(entry as u64));
        let distance = self.distances[entry];
        let mut lower = false;
        for &(block, from, to) in &self.steps[entry % count] {
            let order = self.turns[from * tiles + to][entry / count] as usize;
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
            if expected == 0 && next != self.goal {
                return bad(|entry| VerifyTableError::Goal { entry }, next);
            }
            if self.distances[next] == UNKNOWN {
                self.distances[next] = expected;
                self.todo.push(next as u32);
                self.counted.known += 1;
            } else if self.distances[next] != expected {
                return bad(|entry| VerifyTableError::Neighbours { entry }, next);
            }
        }
        if distance > 0 && !lower {
            return bad(|entry| VerifyTableError::NoneNearer { entry }, entry);
        }
        Ok(())
    }

    /// Counts an entry, and checks it if it was not reached.
    fn count(&mut self, table: &Table, entry: usize) -> Result<(), VerifyTableError> {
        let distance = self.distances[entry];
        let counted = &mut self.counted;
        if distance == UNKNOWN {
            let entry = entry as u64;
            if table.bit(entry) {
                return Err(VerifyTableError::Unreached { entry });
            }
            return Ok(());
        }
        let (_, region) = self.space.blocks[entry % self.space.blocks.len()];
        counted.reached += 1;
        counted.max = counted.max.max(u32::from(distance));
        counted.sum += u64::from(distance) * u64::from(region.count_ones());
        counted.states += u64::from(region.count_ones());
        Ok(())
    }

    /// Checks the unused bits and the counts.
    fn check(&self, table: &Table) -> Result<(), VerifyTableError> {
        let spare = (self.distances.len()..64 * table.words().len()).find(|&e| table.bit(e as u64));
        if let Some(entry) = spare {
            return Err(VerifyTableError::Unreached {
                entry: entry as u64,
            });
        }
        let Counted {
            reached,
            max,
            sum,
            states,
            ..
        } = self.counted;
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

/// The states of a pattern, numbered the slow and obvious way.
#[derive(Debug)]
struct Space {
    shape: Shape,
    tiles: usize,
    /// All sets of cells, in increasing order as numbers.
    maps: Vec<u64>,
    /// For each map its first block.
    first: Vec<usize>,
    /// For each block its map and its region.
    blocks: Vec<(u64, u64)>,
    /// The orders of the tiles, slot by slot, by their number.
    orders: Vec<Vec<u8>>,
    /// By order, as a number in base 8: its number.
    numbers: BTreeMap<u32, u32>,
}

/// A move out of a block: where to, and from which slot to which the tile goes.
type Step = (usize, usize, usize);

impl Space {
    /// Returns how many orders there are.
    fn count(&self) -> usize {
        (1..=self.tiles).product()
    }

    fn entries(&self) -> u64 {
        (self.blocks.len() * self.orders.len()) as u64
    }

    /// Adds a set of cells with its regions; returns the next larger one of as many cells.
    fn add_map(&mut self, map: u64) -> Option<u64> {
        let cells = self.shape.cells();
        self.maps.push(map);
        self.first.push(self.blocks.len());
        let mut regions = Vec::new();
        let mut free: Vec<usize> = (0..cells).filter(|cell| map >> cell & 1 == 0).collect();
        while let Some(&start) = free.first() {
            let region = flood(self.shape, map, start);
            free.retain(|cell| region >> cell & 1 == 0);
            // The largest first; among equals the one with the lowest cell.
            let smaller = |other: &u64| other.count_ones() < region.count_ones();
            let at = regions.iter().position(smaller).unwrap_or(regions.len());
            regions.insert(at, region);
        }
        self.blocks
            .extend(regions.into_iter().map(|region| (map, region)));
        // The lowest run of cells: its last one goes on by one, the others to the start. It can't if
        // it ends with the last cell, which may be the last bit.
        let lowest = map.trailing_zeros();
        let run = map.checked_shr(lowest).unwrap_or(0).trailing_ones();
        let end = lowest + run;
        (run > 0 && (end as usize) < cells)
            .then(|| map & !((1 << end) - 1) | 1 << end | ((1 << (run - 1)) - 1))
    }

    /// Adds the order with the next number.
    fn add_order(&mut self, order: u32, number: usize) -> Result<(), VerifyTableError> {
        let slot = |slot| (order >> (3 * slot) & 7) as u8;
        let order: Vec<u8> = (0..self.tiles).map(slot).collect();
        let is_order = (0..self.tiles as u8).all(|tile| order.contains(&tile));
        let before = self.numbers.insert(packed(&order), number as u32);
        if !is_order || before.is_some() {
            return Err(VerifyTableError::Index { entry: 0 });
        }
        self.orders.push(order);
        Ok(())
    }

    /// Checks that the table has as many entries.
    fn check_size(&self, table: &Table) -> Result<(), VerifyTableError> {
        let entries = self.entries();
        if entries != table.index().entries() || entries.div_ceil(64) != table.words().len() as u64
        {
            return Err(VerifyTableError::Size { entries });
        }
        Ok(())
    }

    /// Returns the block of a map and a free cell.
    fn block(&self, map: u64, blank: usize) -> usize {
        let at = self.maps.partition_point(|&other| other < map);
        let mut rest = self.first[at]..self.blocks.len();
        rest.find(|&block| self.blocks[block].1 >> blank & 1 != 0)
            .unwrap_or(usize::MAX)
    }

    /// Checks that the index of the table gives the same number for an order, or for a block behind
    /// them; returns whether there is such a one.
    fn check_index(&self, table: &Table, nth: usize) -> Result<bool, VerifyTableError> {
        let index = table.index();
        let bad = |entry| Err(VerifyTableError::Index { entry });
        if let Some(order) = self.orders.get(nth) {
            if index.orders().number(packed(order)) != nth {
                return bad(nth as u64);
            }
            return Ok(true);
        }
        let block = nth - self.orders.len();
        let Some(&(map, region)) = self.blocks.get(block) else {
            return Ok(false);
        };
        for cell in (0..self.shape.cells()).filter(|cell| region >> cell & 1 != 0) {
            if index.block(map, cell) != block {
                return bad(block as u64);
            }
        }
        Ok(true)
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

    /// Adds the number that the next order gets if a tile goes from one slot to another, pair of
    /// slots by pair; returns whether there was one to add.
    fn add_turn(&self, turns: &mut Vec<Vec<u32>>) -> bool {
        let is_complete = |turn: &Vec<u32>| turn.len() == self.orders.len();
        if turns.last().is_none_or(is_complete) {
            if turns.len() == self.tiles * self.tiles {
                return false;
            }
            turns.push(Vec::new());
        }
        let (from, to) = (
            (turns.len() - 1) / self.tiles,
            (turns.len() - 1) % self.tiles,
        );
        if let Some(turn) = turns.last_mut() {
            let mut order = self.orders[turn.len()].clone();
            let tile = order.remove(from);
            order.insert(to, tile);
            turn.push(self.numbers[&packed(&order)]);
        }
        true
    }
}

/// Returns an order as a number in base 8, the tile in the first slot last.
fn packed(order: &[u8]) -> u32 {
    let add = |packed, &tile| packed << 3 | u32::from(tile);
    order.iter().rev().fold(0, add)
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
