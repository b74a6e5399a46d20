//! Search for shortest solutions in the multi-tile metric (MTM).

mod kernel;
mod search;

use alloc::vec::Vec;

use crate::runtime::OutOfMemory;
use crate::tables::slides::{ScanAxis, SlideTable, Transposer, Upright};
pub(crate) use kernel::SlideKernel;

/// Read-only data of all searches of a shape and a home.
#[derive(Debug)]
pub(crate) struct SlideTables {
    upright: Upright,
    pub(crate) transposer: Transposer,
    pub(crate) tables: Vec<SlideTable>,
}

/// A table, through which a board is seen as it is or mirrored at its diagonal.
#[derive(Clone, Copy, Debug)]
struct View<'t> {
    table: &'t SlideTable,
    is_mirrored: bool,
    /// True if the table's distances are from the scan order in which the search ends.
    is_at_end: bool,
}

impl SlideTables {
    pub(crate) fn new(upright: Upright) -> Result<Self, OutOfMemory> {
        Ok(Self {
            transposer: Transposer::new(upright.sides)?,
            upright,
            tables: Vec::new(),
        })
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.iter().map(|it| it.pattern.bytes()).sum()
    }

    /// Returns the views of a search that ends in a scan order of the goal: for each colouring one,
    /// and a second one if its mirror image has the same home. An odd number of them has the first
    /// one again.
    fn views(&self, end: ScanAxis) -> Vec<View<'_>> {
        let ([rows, cols], home) = (self.upright.sides, self.upright.home);
        let has_mirror = rows == cols && home / cols == home % cols;
        let mut views = Vec::new();
        for is_mirrored in [false, true].into_iter().take(1 + usize::from(has_mirror)) {
            // A mirror image has the rows of a board as columns.
            let end = if is_mirrored { end.other() } else { end };
            let same = |a: &SlideTable, b: &SlideTable| a.pattern.colours == b.pattern.colours;
            for tables in self.tables.chunk_by(same) {
                let at_end = tables.iter().find(|table| table.pattern.source == end);
                views.push(View {
                    table: at_end.unwrap_or(&tables[0]),
                    is_mirrored,
                    is_at_end: at_end.is_some(),
                });
            }
        }
        if views.len() % 2 != 0 {
            views.push(views[0]);
        }
        views
    }
}
