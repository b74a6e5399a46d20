//! The independent check of a table by slides.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::scan_axis::ScanAxis;
use super::table::SlideTable;
use super::upright::MAX_SLIDE_CELLS;
use crate::runtime::alloc::{OutOfMemory, filled};
use crate::runtime::cost_model::verify as cost;
use crate::runtime::gauge::ShowLevel;
use crate::runtime::job::Pace;
use crate::tables::verify::{Graph, Reached, VerifyTableError, search};

/// The number of tiles of each colour, four bits a colour.
type Counts = usize;

/// A tile of a colour.
const fn one(colour: usize) -> Counts {
    1 << (4 * colour)
}

const fn tiles_of(counts: Counts, colour: usize) -> usize {
    counts >> (4 * colour) & 15
}

/// The number of colours, and that of counts.
const COLOURS: usize = 4;
const COUNTS: usize = one(COLOURS);

impl SlideTable {
    /// Proves that the table is right, from its bits and the rules of the puzzle alone.
    ///
    /// All vertices must be reached, and the bits behind the last one of a line must be 0. It takes
    /// about a byte and a microsecond for each vertex. `show` receives the level of the search, and
    /// the number of vertices reached.
    pub(crate) async fn check(
        &self,
        show: &dyn ShowLevel,
        pace: &mut Pace,
    ) -> Result<(), VerifyTableError> {
        let graph = SlideGraph::new(self)?;
        pace.end_slice().await;
        for axis in ScanAxis::BOTH {
            for line in 0..graph.lines(axis) {
                let mut unused = graph.orders..self.stride();
                if unused.any(|number| self.bit(axis, line, number)) {
                    let entry = graph.entry(axis, line, graph.orders) as u64;
                    return Err(VerifyTableError::Unreached { entry });
                }
            }
        }
        let Reached { entries, max, .. } = search(&graph, show, pace).await?;
        if entries == graph.entries() as u64 && max == self.max() {
            return Ok(());
        }
        let reached = entries;
        Err(VerifyTableError::Counts { reached, max })
    }

    /// Returns the bit of a vertex.
    fn bit(&self, axis: ScanAxis, line: usize, number: usize) -> bool {
        let at = line * self.stride() + number;
        self.words(axis)[at / 64] >> (at % 64) & 1 == 1
    }
}

/// The vertices of a table, numbered the slow and obvious way: line by line, first those by rows.
/// Orders are numbered as they follow each other if the last tile counts most.
struct SlideGraph<'t> {
    table: &'t SlideTable,
    sides: [usize; 2],
    home: usize,
    /// `[cell]`: the colour that belongs there.
    goal: Order,
    counts: Counts,
    /// The number of orders of all tiles.
    orders: usize,
    /// `[counts][colour]`: the number of orders of these tiles that end in a smaller colour, if
    /// they are among the tiles.
    smaller: Vec<[u32; COLOURS]>,
}

/// The colours of the tiles as an axis is scanned, in order.
type Order = [u8; MAX_SLIDE_CELLS];

/// Returns the number of orders of some tiles.
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

impl<'t> SlideGraph<'t> {
    fn new(table: &'t SlideTable) -> Result<Self, OutOfMemory> {
        let (home, colours) = (table.colours().home(), table.colours().of());
        let mut goal = Order::default();
        goal[..colours.len()].copy_from_slice(colours);
        let tiles = colours.iter().enumerate().filter(|(cell, _)| *cell != home);
        let counts = tiles.map(|(_, &colour)| one(colour.into())).sum::<Counts>();
        let mut of_all = filled([0; COLOURS], COUNTS)?;
        for (some, smaller) in of_all.iter_mut().enumerate() {
            if (0..COLOURS).all(|colour| tiles_of(some, colour) <= tiles_of(counts, colour)) {
                for colour in 1..COLOURS {
                    let last = colour - 1;
                    smaller[colour] = smaller[last];
                    if tiles_of(some, last) > 0 {
                        smaller[colour] += orders_of(some - one(last));
                    }
                }
            }
        }
        Ok(Self {
            table,
            sides: table.colours().sides(),
            home,
            goal,
            counts,
            orders: orders_of(counts) as usize,
            smaller: of_all,
        })
    }

    const fn lines(&self, axis: ScanAxis) -> usize {
        self.sides[axis as usize]
    }

    const fn tiles(&self) -> usize {
        self.sides[0] * self.sides[1] - 1
    }

    /// Returns the number of an order: the orders before it.
    fn number(&self, order: &Order) -> usize {
        let (mut left, mut number) = (self.counts, 0);
        for &colour in order[..self.tiles()].iter().rev() {
            number += self.smaller[left][usize::from(colour)];
            left -= one(colour.into());
        }
        number as usize
    }

    fn order(&self, number: usize) -> Order {
        let (mut left, mut number) = (self.counts, number as u32);
        let mut order = Order::default();
        for tile in order[..self.tiles()].iter_mut().rev() {
            let smaller = &self.smaller[left];
            // The last one: before it may be colours without a tile.
            let colour = smaller.iter().rposition(|&smaller| smaller <= number);
            let colour = colour.unwrap_or(0);
            number -= smaller[colour];
            left -= one(colour);
            *tile = colour as u8;
        }
        order
    }

    const fn cell(&self, axis: ScanAxis, place: usize) -> usize {
        let [rows, cols] = self.sides;
        match axis {
            ScanAxis::Rows => place,
            ScanAxis::Columns => place % rows * cols + place / rows,
        }
    }

    /// Returns the order of a board given by its colours, the blank left out.
    fn read(&self, axis: ScanAxis, cells: &Order, blank: usize) -> Order {
        let mut order = Order::default();
        let places = 0..=self.tiles();
        let tiles = places.map(|place| self.cell(axis, place));
        for (tile, cell) in order.iter_mut().zip(tiles.filter(|&cell| cell != blank)) {
            *tile = cells[cell];
        }
        order
    }

    /// Returns the entry of a vertex.
    const fn entry(&self, axis: ScanAxis, line: usize, number: usize) -> usize {
        let before = match axis {
            ScanAxis::Rows => 0,
            ScanAxis::Columns => self.lines(ScanAxis::Rows),
        };
        (before + line) * self.orders + number
    }

    const fn vertex(&self, entry: usize) -> (ScanAxis, usize, usize) {
        let (line, number) = (entry / self.orders, entry % self.orders);
        match line.checked_sub(self.lines(ScanAxis::Rows)) {
            None => (ScanAxis::Rows, line, number),
            Some(line) => (ScanAxis::Columns, line, number),
        }
    }
}

impl Graph for SlideGraph<'_> {
    const ENTRY_COST: usize = cost::SLIDE_ENTRY;

    fn entries(&self) -> usize {
        self.entry(ScanAxis::Columns, self.lines(ScanAxis::Columns), 0)
    }

    fn goal(&self) -> usize {
        let source = self.table.source();
        let line = match source {
            ScanAxis::Rows => self.home / self.sides[1],
            ScanAxis::Columns => self.home % self.sides[1],
        };
        let order = self.read(source, &self.goal, self.home);
        self.entry(source, line, self.number(&order))
    }

    fn bit(&self, entry: usize) -> bool {
        let (axis, line, number) = self.vertex(entry);
        self.table.bit(axis, line, number)
    }

    fn states(&self, _: usize) -> u64 {
        1
    }

    fn each_next(&self, entry: usize, mut each: impl FnMut(usize)) {
        let (axis, line, number) = self.vertex(entry);
        let order = self.order(number);
        let cells_in_line = self.lines(axis.other());
        for blank_in_line in 0..cells_in_line {
            // The board with the blank there.
            let blank = line * cells_in_line + blank_in_line;
            let mut cells = Order::default();
            for (tile, &colour) in order.iter().enumerate().take(self.tiles()) {
                let place = tile + usize::from(tile >= blank);
                cells[self.cell(axis, place)] = colour;
            }
            let turned = self.read(axis.other(), &cells, self.cell(axis, blank));
            each(self.entry(axis.other(), blank_in_line, self.number(&turned)));
        }
    }
}
