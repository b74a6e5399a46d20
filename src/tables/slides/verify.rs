//! An independent check of a table by slides.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::scan_axis::ScanAxis;
use super::table::SlideTable;
use super::upright::MAX_SLIDE_CELLS;
use crate::runtime::alloc::{filled, reserved};
use crate::runtime::effort::Effort;
use crate::tables::verify::VerifyTableError;

/// Not a distance: the vertex was not reached.
const UNKNOWN: u8 = u8::MAX;

/// The number of tiles of each colour, four bits a colour.
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
    /// Returns the bit of a vertex.
    fn bit(&self, reading: ScanAxis, line: usize, number: usize) -> bool {
        let at = line * self.stride() + number;
        self.words(reading)[at / 64] >> (at % 64) & 1 == 1
    }
}

/// The cost to look at a distance, and to continue from a vertex, in nanoseconds.
const LOOK_COST: usize = 1;
const VERTEX_COST: usize = 800;

/// The distances that are looked at, and those that are made, at once.
const LOOKED_AT: usize = 64;
const MADE: usize = 1 << 14;

/// The cost to make a distance: the memory is touched for the first time.
const MAKE_COST: usize = 1;

/// The proof that a table is right, from its bits and the rules of the puzzle alone.
///
/// It searches breadth first from the goal, over boards of colours, and shares no code with the
/// builder: orders are numbered as they come one after the other if the last tile counts most.
/// Each vertex that is reached must have the bit of its distance; all must be reached, and the
/// bits behind the last one of a line must be 0. A byte and a microsecond for each vertex.
#[derive(Debug)]
pub(crate) struct VerifySlides {
    space: Space,
    /// By reading: the distances of its vertices.
    distances: [Vec<u8>; 2],
    /// The search continues from this vertex, at a reading and a distance.
    at: usize,
    reading: ScanAxis,
    distance: u8,
    /// The vertices that were found behind them.
    frontier: u64,
    reached: u64,
}

impl VerifySlides {
    /// Begins with a table.
    pub(crate) fn new(table: &SlideTable) -> Result<Self, VerifyTableError> {
        let space = Space::new(table)?;
        let room = |reading| reserved(space.lines(reading) * space.orders);
        for reading in ScanAxis::BOTH {
            for unused in space.orders..space.orders.next_multiple_of(64) {
                for line in 0..space.lines(reading) {
                    if table.bit(reading, line, unused) {
                        let entry = (line * space.orders + unused) as u64;
                        return Err(VerifyTableError::Unreached { entry });
                    }
                }
            }
        }
        Ok(Self {
            distances: [room(ScanAxis::BOTH[0])?, room(ScanAxis::BOTH[1])?],
            space,
            at: 0,
            reading: table.source(),
            distance: 0,
            frontier: 0,
            reached: 0,
        })
    }

    /// Returns the distance that the search is at, how many vertices were found, and how many there
    /// are.
    pub(crate) fn progress(&self) -> (u32, u64, u64) {
        let lines: usize = ScanAxis::BOTH.map(|it| self.space.lines(it)).iter().sum();
        let vertices = (lines * self.space.orders) as u64;
        (self.distance.into(), self.reached + self.frontier, vertices)
    }

    /// Goes on with the table that it began with; returns whether that is proved.
    pub(crate) fn advance(
        &mut self,
        table: &SlideTable,
        effort: &mut Effort,
    ) -> Result<bool, VerifyTableError> {
        while self.reached == 0 {
            if effort.is_spent() {
                return Ok(false);
            }
            self.begin(table, effort)?;
        }
        while !effort.is_spent() {
            if self.at < self.distances[self.reading as usize].len() {
                self.search(table, effort)?;
            } else if self.next_level() {
                return self.check(table).map(|()| true);
            }
        }
        Ok(false)
    }

    /// Makes distances that are not known; in the end that of the goal is.
    fn begin(&mut self, table: &SlideTable, effort: &mut Effort) -> Result<(), VerifyTableError> {
        let space = &self.space;
        for reading in ScanAxis::BOTH {
            let distances = &mut self.distances[reading as usize];
            let (made, all) = (distances.len(), space.lines(reading) * space.orders);
            if made < all {
                distances.resize(all.min(made + MADE), UNKNOWN);
                effort.spend(MADE * MAKE_COST);
                return Ok(());
            }
        }
        let mut goal = Order::default();
        goal[..space.goal.len()].copy_from_slice(&space.goal);
        let goal = space.number(&space.read(table.source(), &goal, space.home));
        let line = match table.source() {
            ScanAxis::Rows => space.home / space.sides[1],
            ScanAxis::Columns => space.home % space.sides[1],
        };
        let entry = line * space.orders + goal;
        if table.bit(table.source(), line, goal) {
            return Err(space.wrong(table.source(), entry));
        }
        self.distances[table.source() as usize][entry] = 0;
        self.reached = 1;
        Ok(())
    }

    /// Goes on from some vertices, and compares the table with each that is found.
    fn search(&mut self, table: &SlideTable, effort: &mut Effort) -> Result<(), VerifyTableError> {
        let Self {
            space,
            reading,
            distance,
            frontier,
            ..
        } = self;
        let (reading, next) = (*reading, *distance + 1);
        let [rows, columns] = &mut self.distances;
        let (from, to) = match reading {
            ScanAxis::Rows => (rows, columns),
            ScanAxis::Columns => (columns, rows),
        };
        let end = from.len().min(self.at + LOOKED_AT);
        effort.spend((end - self.at) * LOOK_COST);
        let some = (self.at..end).zip(&from[self.at..end]);
        for (entry, _) in some.filter(|(_, known)| **known == *distance) {
            effort.spend(VERTEX_COST);
            let (line, order) = (entry / space.orders, space.order(entry % space.orders));
            let mut bad = None;
            space.each_next(reading, line, &order, |line, number| {
                let known = &mut to[line * space.orders + number];
                if *known == UNKNOWN {
                    *known = next;
                    *frontier += 1;
                    if table.bit(reading.other(), line, number) != (next & 2 != 0) {
                        bad = Some(line * space.orders + number);
                    }
                }
            });
            if let Some(bad) = bad {
                return Err(space.wrong(reading.other(), bad));
            }
        }
        self.at = end;
        Ok(())
    }

    /// Goes on to the vertices one slide farther; returns whether there are none.
    const fn next_level(&mut self) -> bool {
        let is_last = self.frontier == 0;
        self.reached += self.frontier;
        self.distance += 1;
        self.reading = self.reading.other();
        (self.at, self.frontier) = (0, 0);
        is_last || self.distance == UNKNOWN - 1
    }

    /// Checks the counts at the end.
    fn check(&self, table: &SlideTable) -> Result<(), VerifyTableError> {
        let (_, reached, entries) = self.progress();
        // The last level was empty.
        let max = u32::from(self.distance) - 1;
        if reached != entries || max != table.max() {
            return Err(VerifyTableError::Counts { reached, max });
        }
        Ok(())
    }
}

/// The vertices of a table, numbered the slow and obvious way.
#[derive(Debug)]
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

    const fn lines(&self, reading: ScanAxis) -> usize {
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
    const fn cell(&self, reading: ScanAxis, place: usize) -> usize {
        let [rows, cols] = self.sides;
        match reading {
            ScanAxis::Rows => place,
            ScanAxis::Columns => place % rows * cols + place / rows,
        }
    }

    /// Returns what is read of a board by its colours, its blank left out.
    fn read(&self, reading: ScanAxis, cells: &Order, blank: usize) -> Order {
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
        reading: ScanAxis,
        line: usize,
        order: &Order,
        mut each: impl FnMut(usize, usize),
    ) {
        let cells_in_line = self.lines(reading.other());
        for blank_in_line in 0..cells_in_line {
            // The board with the blank there.
            let blank = line * cells_in_line + blank_in_line;
            let mut cells = Order::default();
            for (tile, &colour) in order.iter().enumerate().take(self.tiles()) {
                let place = tile + usize::from(tile >= blank);
                cells[self.cell(reading, place)] = colour;
            }
            let turned = self.read(reading.other(), &cells, self.cell(reading, blank));
            each(blank_in_line, self.number(&turned));
        }
    }

    /// Returns what is wrong with a vertex.
    const fn wrong(&self, reading: ScanAxis, entry: usize) -> VerifyTableError {
        let before = match reading {
            ScanAxis::Rows => 0,
            ScanAxis::Columns => self.lines(ScanAxis::Rows) * self.orders,
        };
        VerifyTableError::Distance {
            entry: (before + entry) as u64,
        }
    }
}
