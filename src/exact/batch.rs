//! IDA* with pattern tables, on an explicit stack, many boards at a time.

mod cells16;
mod cells32;
mod kernel;
mod layout;
mod moves;
mod search_tables;
mod stack;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use kernel::BatchKernel;
use layout::Layout;
use search_tables::LayoutTables;
pub(crate) use search_tables::{SearchTables, Views};

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::SharedKernel;
use crate::runtime::shared::Shared;
use crate::tables::HAS_POOLS;

/// Returns the kernel of a solvable board with pattern tables.
pub(crate) fn kernel(
    tables: &Shared<SearchTables>,
    board: &CanonicalBoard,
) -> Box<dyn SharedKernel> {
    match &tables.layout {
        LayoutTables::Cells16(layout) => by(layout, tables, board),
        LayoutTables::TwoViews(layout) => by(layout, tables, board),
        LayoutTables::ManyTables(layout) => by(layout, tables, board),
        LayoutTables::EightViews(layout) if HAS_POOLS => by(layout, tables, board),
        LayoutTables::EightViews(_) => unreachable!("there are no pools"),
    }
}

fn by<F: Layout>(
    layout: &Shared<F>,
    tables: &Shared<SearchTables>,
    board: &CanonicalBoard,
) -> Box<dyn SharedKernel> {
    let (tables, layout) = (Shared::clone(tables), Shared::clone(layout));
    Box::new(BatchKernel::new(tables, layout, board))
}
