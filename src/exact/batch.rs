//! IDA* with pattern tables, on an explicit stack, many boards at a time.

mod compact;
mod kernel;
mod layout;
mod moves;
mod packed_board;
mod search_tables;
mod stack;
#[cfg(test)]
mod tests;
mod wide;

use alloc::boxed::Box;
use alloc::sync::Arc;

pub(crate) use layout::Views;
pub(crate) use search_tables::SearchTables;

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::SharedKernel;
use crate::runtime::alloc::OutOfMemory;
use crate::tables::HAS_POOLS;
use kernel::BatchKernel;
use search_tables::AnyLayout;

/// Returns the kernel of a solvable board with pattern tables.
pub(crate) fn kernel(
    tables: &Arc<SearchTables>,
    board: &CanonicalBoard,
) -> Result<Box<dyn SharedKernel>, OutOfMemory> {
    let shared = Arc::clone(tables);
    Ok(match tables.layout.clone() {
        AnyLayout::Compact(layout) => Box::new(BatchKernel::new(shared, layout, board)?),
        AnyLayout::Few(layout) => Box::new(BatchKernel::new(shared, layout, board)?),
        AnyLayout::Many(layout) => Box::new(BatchKernel::new(shared, layout, board)?),
        AnyLayout::Pool(layout) if HAS_POOLS => Box::new(BatchKernel::new(shared, layout, board)?),
        AnyLayout::Pool(_) => unreachable!("there are no pools"),
    })
}
