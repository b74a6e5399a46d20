//! An independent check of a table by slides.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::reading::Reading;
use super::table::SlideTable;
use super::upright::MAX_SLIDE_CELLS;
use crate::tables::memory::filled;
use crate::tables::verify::VerifyTableError;

/// Not a distance: the vertex was not reached.
const UNKNOWN: u8 = u8::MAX;

/// How many tiles there are of each colour, four bits a colour.
type Counts = usize;

/// A tile of a colour.
const fn one(colour: usize) -> Counts {
    1 << (4 * colour)
}

/// Returns how many tiles of a colour there are.
const fn tiles_of(counts: Counts, colour: usize) -> usize {
    counts >> (4 * colour) & 15
}

/// The colours, and how many counts there are.
const COLOURS: usize = 4;
const COUNTS: usize = one(COLOURS);

impl SlideTable {
    /// Proves that the table is right, from its bits and the rules of the puzzle alone.
    ///
    /// It searches breadth first from the goal, over boards of colours, and shares no code with the
    /// builder: orders are numbered as they come one after the other if the last tile counts most.
    /// Each vertex that is reached must have the bit of its distance; all must be reached, and the
    /// bits behind the last one of a line must be 0. A byte and half a microsecond for each vertex.
    pub(crate) fn verify(&self) -> Result<(), VerifyTableError> {
        let space = Space::new(self)?;
        let mut distances = Vec::new();
        for reading in Reading::BOTH {
            distances.push(filled(UNKNOWN, space.lines(reading) * space.orders)?);
            for unused in space.orders..space.orders.next_multiple_of(64) {
                for line in 0..space.lines(reading) {
                    if self.bit(reading, line, unused) {
                        let entry = (line * space.orders + unused) as u64;
                        return Err(VerifyTableError::Unreached { entry });
                    }
                }
            }
        }
        space.search(self, &mut distances)
    }

    /// Returns the bit of a vertex.
    fn bit(&self, reading: Reading, line: usize, number: usize) -> bool {
        let at = line * self.stride() + number;
        self.words(reading)[at / 64] >> (at % 64) & 1 == 1
    }
}

/// The vertices of a table, numbered the slow and obvious way.
struct Space {
    sides: [usize; 2],
    home: usize,
    /// The colour that belongs on each cell.
    goal: Vec<u8>,
    counts: Counts,
    orders: usize,
    /// By counts: the orders of so many tiles, as far as they are among the tiles.
    orders_of: Vec<u32>,
}

/// The colours of the tiles of a reading, in order.
type Order = [u8; MAX_SLIDE_CELLS];

/// Returns how many orders there are of some tiles.
fn orders_of(counts: Counts) -> u32 {
    let mut orders = 1_u64;
    let mut tiles = 0;
    for colour in 0..COLOURS {
        for nth in 1..=tiles_of(counts, colour) as u64 {
            tiles += 1;
            // A binomial coefficient after each step: it has no remainder.
            orders = orders * tiles / nth;
        }
    }
    orders as u32
}

impl Space {
    fn new(table: &SlideTable) -> Result<Self, VerifyTableError> {
        let (home, goal) = (table.colours().home(), table.colours().of().to_vec());
        let tiles = goal.iter().enumerate().filter(|(cell, _)| *cell != home);
        let counts = tiles.map(|(_, &colour)| one(colour.into())).sum::<Counts>();
        let mut of_all = filled(0, COUNTS)?;
        for (some, orders) in of_all.iter_mut().enumerate() {
            if (0..COLOURS).all(|colour| tiles_of(some, colour) <= tiles_of(counts, colour)) {
                *orders = orders_of(some);
            }
        }
        Ok(Self {
            sides: table.colours().sides(),
            home,
            goal,
            orders: of_all[counts] as usize,
            orders_of: of_all,
            counts,
        })
    }

    const fn lines(&self, reading: Reading) -> usize {
        self.sides[reading as usize]
    }

    const fn tiles(&self) -> usize {
        self.sides[0] * self.sides[1] - 1
    }

    /// Returns how many orders come before this one.
    fn number(&self, order: &Order) -> usize {
        let (mut left, mut number) = (self.counts, 0);
        for &colour in order[..self.tiles()].iter().rev() {
            // Those that end in a smaller colour come before.
            for smaller in 0..usize::from(colour) {
                number += self.orders_without(left, smaller);
            }
            left -= one(colour.into());
        }
        number
    }

    /// Returns the order with a number.
    fn order(&self, mut number: usize) -> Order {
        let mut left = self.counts;
        let mut order = Order::default();
        for tile in order[..self.tiles()].iter_mut().rev() {
            for colour in 0..COLOURS {
                let some = self.orders_without(left, colour);
                if number < some {
                    *tile = colour as u8;
                    left -= one(colour);
                    break;
                }
                number -= some;
            }
        }
        order
    }

    /// Returns how many orders there are of some tiles but one of a colour; none if there is none.
    fn orders_without(&self, counts: Counts, colour: usize) -> usize {
        if tiles_of(counts, colour) == 0 {
            return 0;
        }
        self.orders_of[counts - one(colour)] as usize
    }

    /// Returns the cell at a place of a reading.
    const fn cell(&self, reading: Reading, place: usize) -> usize {
        let [rows, cols] = self.sides;
        match reading {
            Reading::Rows => place,
            Reading::Columns => place % rows * cols + place / rows,
        }
    }

    /// Returns what is read of a board by its colours, its blank left out.
    fn read(&self, reading: Reading, cells: &Order, blank: usize) -> Order {
        let mut order = Order::default();
        let places = 0..=self.tiles();
        let tiles = places.map(|place| self.cell(reading, place));
        for (tile, cell) in order.iter_mut().zip(tiles.filter(|&cell| cell != blank)) {
            *tile = cells[cell];
        }
        order
    }

    /// Calls back with each vertex next to one: the lines and numbers in the other reading.
    fn each_next(
        &self,
        reading: Reading,
        line: usize,
        order: &Order,
        mut each: impl FnMut(usize, usize),
    ) {
        let crosses = self.lines(reading.other());
        for cross in 0..crosses {
            // The board with the blank there.
            let blank = line * crosses + cross;
            let mut cells = Order::default();
            for (tile, &colour) in order.iter().enumerate().take(self.tiles()) {
                let place = tile + usize::from(tile >= blank);
                cells[self.cell(reading, place)] = colour;
            }
            let turned = self.read(reading.other(), &cells, self.cell(reading, blank));
            each(cross, self.number(&turned));
        }
    }

    /// Searches all vertices breadth first, and compares the table with each that is reached.
    fn search(
        &self,
        table: &SlideTable,
        distances: &mut [Vec<u8>],
    ) -> Result<(), VerifyTableError> {
        let mut goal = Order::default();
        goal[..self.goal.len()].copy_from_slice(&self.goal);
        let goal = self.read(table.source(), &goal, self.home);
        let line = match table.source() {
            Reading::Rows => self.home / self.sides[1],
            Reading::Columns => self.home % self.sides[1],
        };
        let entry = line * self.orders + self.number(&goal);
        let wrong = |reading, entry: usize| VerifyTableError::Distance {
            entry: match reading {
                Reading::Rows => entry as u64,
                Reading::Columns => (self.lines(Reading::Rows) * self.orders + entry) as u64,
            },
        };
        if table.bit(table.source(), line, entry % self.orders) {
            return Err(wrong(table.source(), entry));
        }
        distances[table.source() as usize][entry] = 0;
        let (mut reached, mut distance, mut reading) = (1, 0_u8, table.source());
        let mut frontier = 1_u64;
        while frontier > 0 && distance < UNKNOWN - 1 {
            frontier = 0;
            let (rows, columns) = distances.split_at_mut(1);
            let (from, to) = match reading {
                Reading::Rows => (&rows[0], &mut columns[0]),
                Reading::Columns => (&columns[0], &mut rows[0]),
            };
            let next = distance + 1;
            for (entry, _) in from.iter().enumerate().filter(|(_, it)| **it == distance) {
                let (line, order) = (entry / self.orders, self.order(entry % self.orders));
                let mut bad = None;
                self.each_next(reading, line, &order, |line, number| {
                    let known = &mut to[line * self.orders + number];
                    if *known == UNKNOWN {
                        *known = next;
                        frontier += 1;
                        if table.bit(reading.other(), line, number) != (next & 2 != 0) {
                            bad = Some(line * self.orders + number);
                        }
                    }
                });
                if let Some(bad) = bad {
                    return Err(wrong(reading.other(), bad));
                }
            }
            reached += frontier;
            distance = next;
            reading = reading.other();
        }
        let entries = distances.iter().map(|it| it.len() as u64).sum::<u64>();
        // The last level was empty.
        let max = u32::from(distance) - 1;
        if reached != entries || max != table.max() {
            return Err(VerifyTableError::Counts { reached, max });
        }
        Ok(())
    }
}
