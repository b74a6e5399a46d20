//! IDA* with pattern tables, on an explicit stack, many boards at a time.

mod compact;
mod kernel;
mod layout;
mod moves;
mod stack;
#[cfg(test)]
mod tests;
mod wide;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::canonical::CanonicalBoard;
use crate::exact::automaton::Automaton;
use crate::exact::rounds::SharedKernel;
use crate::heuristic::{EscapeDistance, Heuristic, PatternDatabases, PatternDatabasesState};
use crate::runtime::{BoxFuture, OutOfMemory, Pace};
use crate::tables::{HAS_POOLS, bytes_of};
use compact::CompactLayout;
use kernel::BatchKernel;
use layout::{MIRRORED, VIEWS, tables_of};
use moves::MoveTables;
use wide::WideLayout;

/// The layout that suits the tables.
#[derive(Clone, Debug)]
enum AnyLayout {
    Compact(Arc<CompactLayout>),
    Few(Arc<WideLayout<2, 8>>),
    Many(Arc<WideLayout<2, 32>>),
    Pool(Arc<WideLayout<8, 32>>),
}

/// Tables and the automaton of their shape, laid out for the kernel.
#[derive(Debug)]
pub(crate) struct SearchTables {
    /// The partitions whose tables see a board: one and its mirror image, two, or up to eight.
    ///
    /// If no mirror image keeps the home in its cell, a second partition gives the second estimate.
    pub(crate) views: Vec<PatternDatabases>,
    moves: MoveTables,
    layout: AnyLayout,
}

impl SearchTables {
    /// Lays out the tables of one partition and of its mirror image, or of up to eight partitions.
    pub(crate) fn new(
        mut views: Vec<PatternDatabases>,
        automaton: Automaton,
        escape: Option<Arc<EscapeDistance>>,
        pace: &mut Pace,
    ) -> BoxFuture<'_, Result<Self, OutOfMemory>> {
        debug_assert!(views.len() <= VIEWS, "each view has a byte of slack");
        Box::pin(async move {
            if views.len() == 1 {
                views.extend(views[0].mirrored());
            }
            let layout = if HAS_POOLS && views.len() > MIRRORED {
                AnyLayout::Pool(WideLayout::new(&views, pace).await?)
            } else if CompactLayout::fits(&views) {
                AnyLayout::Compact(CompactLayout::new(&views, pace).await?)
            } else if tables_of(&views).count() < 8 {
                // The last place is spare: views without a table write there.
                AnyLayout::Few(WideLayout::new(&views, pace).await?)
            } else {
                AnyLayout::Many(WideLayout::new(&views, pace).await?)
            };
            Ok(Self {
                moves: MoveTables::new(views[0].shape(), automaton, escape)?,
                views,
                layout,
            })
        })
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        bytes_of(self.views.iter().flat_map(|it| &it.tables))
    }
}

/// The largest estimate of the views.
impl Heuristic for SearchTables {
    /// `[view]`.
    type State = SmallVec<[PatternDatabasesState; MIRRORED]>;

    fn evaluate(&self, board: &CanonicalBoard) -> Self::State {
        let views = self.views.iter();
        views.map(|by| by.evaluate(board)).collect()
    }

    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        let views = self.views.iter().zip(state);
        views.map(|it| it.0.update(it.1, board, from)).collect()
    }

    fn estimate(&self, state: &Self::State) -> u32 {
        state.iter().map(|state| state.sum).fold(0, u32::max)
    }
}

#[cfg(test)]
impl SearchTables {
    /// Lays out tables at once.
    pub(crate) fn at_once(views: Vec<PatternDatabases>, automaton: Automaton) -> Self {
        let new = async |pace: &mut Pace| Self::new(views, automaton, None, pace).await;
        crate::runtime::job::block_on(new).expect("little memory")
    }
}

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
