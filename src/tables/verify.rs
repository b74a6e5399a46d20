//! An independent check of a table.

mod error;
mod space;

use alloc::vec::Vec;

use super::table::Table;
use crate::runtime::alloc::reserved;
use crate::runtime::effort::{Effort, to_the_end};
pub use error::VerifyTableError;
use space::{Space, Step};

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

/// The costs of the steps of the check, in nanoseconds.
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
    Transpose,
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
        let space = Space::new(pattern.shape(), pattern.tiles());
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
                        Stage::Transpose
                    }
                }
                Stage::Transpose => {
                    effort.spend(ORDER_COST);
                    if self.space.add_turn(&mut self.turns) {
                        Stage::Transpose
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

#[cfg(test)]
mod tests {
    use super::super::index::PatternIndex;
    use super::super::pattern::Pattern;
    use super::super::table::Bits;
    use super::*;
    use crate::runtime::shared::Shared;
    use crate::shape::Shape;

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
        let index = PatternIndex::at_once(pattern.shape(), pattern.tiles()).unwrap();
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
