//! The tables of a search by slides, and how boards are seen by them.

use alloc::vec::Vec;

use crate::runtime::shared::Shared;
use crate::tables::slides::{
    HIGHS, LOWS, MAX_SLIDE_CELLS, ScanAxis, SlideTable, Transposer, Upright,
};

/// Tables of the same colours, and whether the board is mirrored at its diagonal before they see
/// it.
#[derive(Debug)]
struct View {
    /// By source; a table of one source at least.
    tables: [Option<Shared<SlideTable>>; 2],
    is_mirrored: bool,
}

/// All that searches of a shape and a home share.
#[derive(Debug)]
pub(crate) struct SlideKit {
    upright: Upright,
    transposer: Shared<Transposer>,
    views: Vec<View>,
    bytes: usize,
}

/// The most views that a plan of tables leads to: three tables and their mirror images. Their
/// distances are bytes of a word.
pub(crate) const MAX_VIEWS: usize = 6;

/// A table as a search reads it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lens<'k> {
    pub(super) high: &'k [u32; HIGHS],
    pub(super) low: &'k [u16; LOWS],
    /// By reading of the board.
    pub(super) words: [&'k [u64]; 2],
    pub(super) stride: u32,
}

impl SlideKit {
    /// Returns the kit with these tables; all are for the turned shape and home.
    pub(crate) fn new(
        upright: Upright,
        transposer: Shared<Transposer>,
        tables: Vec<Shared<SlideTable>>,
    ) -> Self {
        let bytes = tables.iter().map(|table| table.bytes()).sum();
        let mut views: Vec<View> = Vec::new();
        for table in tables {
            let known = views.iter_mut().find(|view| {
                let mut some = view.tables.iter().flatten();
                some.all(|other| other.colours().of() == table.colours().of())
            });
            let source = table.source() as usize;
            let table = Some(table);
            if let Some(view) = known {
                view.tables[source] = table;
            } else {
                let mut tables = [None, None];
                tables[source] = table;
                views.push(View {
                    tables,
                    is_mirrored: false,
                });
            }
        }
        let [rows, cols] = upright.sides();
        let is_fixed = rows == cols && upright.home() / cols == upright.home() % cols;
        if is_fixed {
            let mirrored = views.iter().map(|view| View {
                // What is read by rows is read by columns in the mirror.
                tables: [view.tables[1].clone(), view.tables[0].clone()],
                is_mirrored: true,
            });
            let mirrored: Vec<View> = mirrored.collect();
            views.extend(mirrored);
        }
        views.truncate(MAX_VIEWS);
        Self {
            upright,
            transposer,
            views,
            bytes,
        }
    }

    pub(crate) const fn upright(&self) -> &Upright {
        &self.upright
    }

    pub(super) fn transposer(&self) -> &Transposer {
        &self.transposer
    }

    /// Returns the number of cells of a line, by reading.
    pub(super) fn cells_in_line(&self) -> [usize; 2] {
        ScanAxis::BOTH.map(|reading| self.transposer.lines(reading).1)
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn views(&self) -> usize {
        self.views.len()
    }

    /// Returns the bits of a low word of an order.
    pub(super) const fn low_bits(&self) -> u32 {
        let [rows, cols] = self.upright.sides();
        2 * (rows * cols - 1).div_ceil(2) as u32
    }

    /// Returns the tables as a search sees them that ends in a reading of the goal: for each view
    /// one, and whether its distances are from there.
    pub(super) fn lens(&self, view: usize, end: ScanAxis) -> (Lens<'_>, bool) {
        let view = &self.views[view];
        let at_end = view.tables[end as usize].as_ref();
        let table = at_end.or(view.tables[end.other() as usize].as_ref());
        let Some(table) = table else {
            unreachable!("a view has a table")
        };
        let (_, high, low) = table.colours().ranks();
        let mut words = ScanAxis::BOTH.map(|reading| table.words(reading));
        if view.is_mirrored {
            words.reverse();
        }
        let lens = Lens {
            high,
            low,
            words,
            stride: table.stride() as u32,
        };
        (lens, at_end.is_some())
    }

    /// Returns the order in a reading of a turned board, and the line of its blank, as a view sees
    /// it.
    pub(super) fn order(
        &self,
        view: usize,
        reading: ScanAxis,
        cells: &[u8; MAX_SLIDE_CELLS],
    ) -> (u32, usize) {
        let view = &self.views[view];
        let Some(table) = view.tables.iter().flatten().next() else {
            unreachable!("a view has a table")
        };
        let [rows, cols] = self.upright.sides();
        let mirror = |cell: usize| cell % cols * rows + cell / cols;
        let colours = table.colours();
        let home = self.upright.home();
        let order = if view.is_mirrored {
            let tile = |cell: usize| mirror(usize::from(cells[mirror(cell)]));
            colours.order(reading.other(), tile)
        } else {
            colours.order(reading, |cell| usize::from(cells[cell]))
        };
        let blank = (0..rows * cols).find(|&cell| usize::from(cells[cell]) == home);
        let blank = blank.unwrap_or(home);
        let line = match reading {
            ScanAxis::Rows => blank / cols,
            ScanAxis::Columns => blank % cols,
        };
        (order, line)
    }

    /// Returns how far the colours of a board are from the goal as a view sees them, if the next
    /// slide starts from a reading and the last one ends in another.
    pub(super) fn distance(
        &self,
        view: usize,
        reading: ScanAxis,
        end: ScanAxis,
        cells: &[u8; MAX_SLIDE_CELLS],
    ) -> u32 {
        let (order, line) = self.order(view, reading, cells);
        let view = &self.views[view];
        let at_end = view.tables[end as usize].as_ref();
        let table = at_end.or(view.tables[end.other() as usize].as_ref());
        let reading = if view.is_mirrored {
            reading.other()
        } else {
            reading
        };
        table.map_or(0, |table| {
            table.distance(&self.transposer, reading, line, order)
        })
    }
}
