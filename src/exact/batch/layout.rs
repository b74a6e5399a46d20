//! The interface between the kernel and the layouts of boards in memory.
//!
//! A search with tables waits for cache misses and for mispredicted branches. So up to [`BATCH`]
//! boards are expanded stage by stage, in short loops without branches on their contents: list the
//! moves by axis, prefetch all entries before the first is read, and keep the children that the
//! bound allows.

use core::fmt::Debug;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::SearchTables;
use super::moves::{AxisBatch, MoveTables};
use super::stack::{AXES, BATCH, Escape, PackedBoard, PathNotes, Slacks, Stack};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{PatternDatabases, PatternDatabasesState};
use crate::tables::Table;

/// The views of a partition and its mirror image, or of two partitions.
pub(super) const MIRRORED: usize = 2;

/// The most views of a board: a word has a byte of slack for each.
pub(super) const VIEWS: usize = 8;

/// Returns the tables of all views: the view, the table's number in it, the table.
pub(super) fn tables_of(
    views: &[PatternDatabases],
) -> impl Iterator<Item = (usize, usize, &Table)> {
    views.iter().enumerate().flat_map(|(view, it)| {
        let tables = it.tables.iter().enumerate();
        tables.map(move |(nth, table)| (view, nth, table))
    })
}

/// Returns 1 if the distance of an entry is smaller than before, else 0.
///
/// The entry is the upper bit of the new distance modulo 4, and bit 0 of `grown` that of a distance
/// that grew by 1: one that shrank by 1 differs in this bit alone.
#[inline(always)]
pub(super) const fn closer(words: &[u64], entry: u64, grown: u64) -> u64 {
    (words[(entry / 64) as usize] >> (entry % 64) ^ grown) & 1
}

/// A layout of boards and tables in memory.
pub(super) trait Layout:
    Clone + Debug + UnwindSafe + RefUnwindSafe + Send + Sync + 'static
{
    type Tiles: Copy + Debug + Send + Sync + UnwindSafe + RefUnwindSafe;
    /// Scratch for the children of a batch along an axis.
    type Children: Clone + Debug + Send + Sync + UnwindSafe + RefUnwindSafe;
    const NO_CHILDREN: Self::Children;
    /// True if the search is faster by newer instructions: rows `korf100-small`, `3x5`.
    const IS_DISPATCHED: bool = false;

    /// The entries of the tables, borrowed for a slice of work.
    type Tables<'k>;

    fn tables(views: &[PatternDatabases]) -> Self::Tables<'_>;

    /// Returns the tiles of a board, given what each view shows.
    fn tiles(
        views: &[PatternDatabases],
        board: &CanonicalBoard,
        states: &[PatternDatabasesState],
    ) -> Self::Tiles;

    /// Notes what escape distance knows of a board, if the layout has it.
    fn set_escape(_: &mut Self::Tiles, _: Escape) {}

    /// Prefetches the entries of the children left in the views of a stage, the first (0) or the
    /// second.
    fn locate<const STAGE: usize>(
        by: &Expander<'_, Self>,
        batch: &Batch<Self>,
        axis: &mut Axis<Self>,
    );

    /// Loads these entries, and keeps the children that the bound allows.
    fn read<const STAGE: usize>(by: &Expander<'_, Self>, axis: &mut Axis<Self>);

    /// Writes the tiles of a child that is left. Returns its parent, the step, and the slacks
    /// before the cost of the move.
    fn write<'b>(
        by: &Expander<'_, Self>,
        batch: &'b Batch<Self>,
        axis: &Axis<Self>,
        nth: usize,
        tiles: &mut Self::Tiles,
    ) -> (&'b PackedBoard<Self::Tiles>, u8, u64);
}

/// The boards of a batch.
pub(super) type Batch<F> = [PackedBoard<<F as Layout>::Tiles>; BATCH];

/// The children of a batch along an axis.
pub(super) type Axis<F> = AxisBatch<<F as Layout>::Children>;

/// The read-only data that expands boards, borrowed for a slice of work.
pub(super) struct Expander<'k, F: Layout> {
    pub(super) layout: &'k F,
    pub(super) moves: &'k MoveTables,
    pub(super) tables: F::Tables<'k>,
    views: usize,
}

impl<'k, F: Layout> Expander<'k, F> {
    /// Returns the expander of boards by tables, and by their layout.
    pub(super) fn new(SearchTables { views, moves, .. }: &'k SearchTables, layout: &'k F) -> Self {
        Self {
            layout,
            moves,
            tables: F::tables(views),
            views: views.len(),
        }
    }

    /// Expands boards: the children that the automaton and the estimates allow are put on a stack.
    /// Returns the number generated.
    #[inline(always)]
    pub(super) fn expand(
        &self,
        (batch, taken): (&Batch<F>, usize),
        axes: &mut [Axis<F>; AXES],
        stack: &mut Stack<F::Tiles>,
        notes: &mut PathNotes,
    ) -> usize {
        if self.moves.axes == 2 {
            self.moves.list::<_, _, 2>(&batch[..taken], axes);
        } else {
            self.moves.list::<_, _, AXES>(&batch[..taken], axes);
        }
        let axes = &mut axes[..self.moves.axes];
        let generated = axes.iter().map(|axis| axis.count).sum();
        for axis in &mut *axes {
            F::locate::<0>(self, batch, axis);
        }
        let has_second = self.views > 1;
        if has_second {
            for axis in &mut *axes {
                F::read::<0>(self, axis);
                F::locate::<1>(self, batch, axis);
            }
        }
        let of_move = Slacks::of_move(self.views);
        for axis in axes {
            if has_second {
                F::read::<1>(self, axis);
            } else {
                F::read::<0>(self, axis);
            }
            let Some(room) = stack.room() else { continue };
            for (nth, child) in room.iter_mut().enumerate().take(axis.count) {
                let (parent, step, slacks) = F::write(self, batch, axis, nth, &mut child.tiles);
                let slacks = Slacks(slacks.wrapping_sub(of_move));
                self.moves.complete(child, parent, step, slacks, notes);
            }
            stack.top += axis.count;
        }
        generated
    }
}
