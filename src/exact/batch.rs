//! IDA* with pattern tables, on an explicit stack, many boards at a time.

mod board_layout;
mod cells16;
mod cells32;
mod changes;
mod eight_views;
mod expand;
mod kernel;
mod search_tables;
mod size;
mod stack;
#[cfg(test)]
mod tests;
mod view_by_view;
mod views;
mod ways;

use alloc::boxed::Box;

use cells16::Cells16;
use cells32::Cells32;
use eight_views::EightViews;
use kernel::BatchKernel;
pub(crate) use search_tables::SearchTables;
use search_tables::{InSearchTables, LayoutTables};
use size::{FourTables, TwoTables};
pub(crate) use views::Views;

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::SharedKernel;
use crate::runtime::shared::Shared;
use crate::tables::HAS_POOLS;

/// Returns the kernel of a solvable board with pattern tables.
pub(crate) fn kernel(kit: &Shared<SearchTables>, board: &CanonicalBoard) -> Box<dyn SharedKernel> {
    match kit.form() {
        LayoutTables::Cells16x4(_) => by::<Cells16<FourTables>>(kit, board),
        LayoutTables::Cells16x2(_) => by::<Cells16<TwoTables>>(kit, board),
        LayoutTables::Cells32(_) => by::<Cells32>(kit, board),
        LayoutTables::EightViews(_) if HAS_POOLS => by::<EightViews>(kit, board),
        LayoutTables::EightViews(_) => unreachable!("there are no pools"),
    }
}

fn by<F: InSearchTables>(
    kit: &Shared<SearchTables>,
    board: &CanonicalBoard,
) -> Box<dyn SharedKernel> {
    Box::new(BatchKernel::<F>::new(Shared::clone(kit), board))
}
