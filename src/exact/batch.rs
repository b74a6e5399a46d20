//! IDA* with pattern tables, on an explicit stack, many boards at a time.

mod compact;
mod kernel;
mod layout;
mod moves;
mod search_tables;
mod stack;
#[cfg(test)]
mod tests;
mod wide;

use alloc::boxed::Box;
use alloc::sync::Arc;

pub(crate) use search_tables::{SearchTables, Views};

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::SharedKernel;
use crate::runtime::alloc::OutOfMemory;

/// Returns the kernel of a solvable board with pattern tables.
pub(crate) fn kernel(
    tables: &Arc<SearchTables>,
    board: &CanonicalBoard,
) -> Result<Box<dyn SharedKernel>, OutOfMemory> {
    let layout = Arc::clone(&tables.layout);
    layout.kernel(Arc::clone(tables), board)
}
