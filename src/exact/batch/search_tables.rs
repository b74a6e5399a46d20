//! Read-only data shared by pattern-database searches.

use alloc::sync::Arc;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::compact::CompactLayout;
use super::layout::AnyLayout;
use super::moves::MoveTables;
use super::wide::WideLayout;
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::Automaton;
use crate::exact::patterns::{PatternState, Patterns};
use crate::heuristic::Heuristic;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::tables::{HAS_POOLS, Table, bytes_of};

/// The views of a partition and its mirror image, or of two partitions.
pub(super) const MIRRORED: usize = 2;

/// The most views of a board: a word has a byte of slack for each.
pub(super) const VIEWS: usize = 8;

/// The partitions whose tables see a board: one and its mirror image, two, or up to eight.
///
/// Where no mirror leaves the home in its cell, a second partition gives the second estimate.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    pub(super) partitions: Vec<Patterns>,
}

impl Views {
    /// Returns the views of one partition and of its mirror image, or of up to eight partitions.
    pub(crate) fn new(mut partitions: Vec<Patterns>) -> Self {
        debug_assert!(partitions.len() <= VIEWS, "each view has a byte of slack");
        if partitions.len() == 1 {
            partitions.extend(partitions[0].mirrored());
        }
        Self { partitions }
    }

    /// Returns the tables of the first view.
    pub(crate) fn first(&self) -> &Patterns {
        &self.partitions[0]
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        bytes_of(self.all().map(|(.., table)| table))
    }

    pub(super) fn count(&self) -> usize {
        self.partitions.len()
    }

    /// Returns all views and their tables: the view, the table's number in it, the table.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize, &Table)> {
        self.partitions.iter().enumerate().flat_map(|(view, it)| {
            let tables = it.tables.iter().enumerate();
            tables.map(move |(nth, table)| (view, nth, table))
        })
    }
}

/// Tables and the automaton of their shape, and what the kernel makes of them.
#[derive(Debug)]
pub(crate) struct SearchTables {
    pub(crate) views: Views,
    pub(super) moves: MoveTables,
    /// The layout that suits the tables.
    pub(super) layout: Arc<dyn AnyLayout>,
}

impl SearchTables {
    /// Lays out tables for the kernel.
    pub(crate) async fn new(
        views: Views,
        automaton: Automaton,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let layout: Arc<dyn AnyLayout> = if HAS_POOLS && views.count() > MIRRORED {
            WideLayout::<8, 32>::new(&views, pace).await?
        } else if CompactLayout::fits(&views) {
            CompactLayout::new(&views, pace).await?
        } else if views.all().count() < 8 {
            // The last place is spare: views without a table write there.
            WideLayout::<2, 8>::new(&views, pace).await?
        } else {
            WideLayout::<2, 32>::new(&views, pace).await?
        };
        Ok(Self {
            moves: MoveTables::new(views.first().shape(), automaton)?,
            views,
            layout,
        })
    }
}

/// The largest estimate of the views.
impl Heuristic for SearchTables {
    /// `[view]`.
    type State = SmallVec<[PatternState; MIRRORED]>;

    fn evaluate(&self, board: &CanonicalBoard) -> Self::State {
        let views = self.views.partitions.iter();
        views.map(|by| by.evaluate(board)).collect()
    }

    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        let views = self.views.partitions.iter().zip(state);
        let updated = views.map(|(by, state)| by.update(state, board, from));
        updated.collect()
    }

    fn estimate(&self, state: &Self::State) -> u32 {
        state.iter().map(|state| state.sum).fold(0, u32::max)
    }

    fn name(&self) -> &'static str {
        "patterns"
    }
}

#[cfg(test)]
impl SearchTables {
    /// Lays out tables at once.
    pub(crate) fn at_once(views: Views, automaton: Automaton) -> Self {
        let new = async |pace: &mut Pace| Self::new(views, automaton, pace).await;
        crate::runtime::job::block_on(new).expect("little memory")
    }
}
