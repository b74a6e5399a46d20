//! The interface between the kernel and the layouts of boards in memory.
//!
//! A search with tables waits for cache misses and for mispredicted branches. So up to [`BATCH`]
//! boards are expanded stage by stage, in short loops without branches on their contents: list the
//! moves by axis, prefetch all entries before the first is read, and keep the children that the
//! bound allows.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::moves::MoveTables;
use super::stack::{BATCH, Escape, PackedBoard, PathNotes, Stack};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{PatternDatabases, PatternDatabasesState};
use crate::tables::{Table, bytes_of};

/// The views of a partition and its mirror image, or of two partitions.
pub(super) const MIRRORED: usize = 2;

/// The most views of a board: a word has a byte of slack for each.
pub(super) const VIEWS: usize = 8;

/// The partitions whose tables see a board: one and its mirror image, two, or up to eight.
///
/// If no mirror image keeps the home in its cell, a second partition gives the second estimate.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    pub(super) partitions: Vec<PatternDatabases>,
}

impl Views {
    /// Returns the views of one partition and of its mirror image, or of up to eight partitions.
    pub(crate) fn new(mut partitions: Vec<PatternDatabases>) -> Self {
        debug_assert!(partitions.len() <= VIEWS, "each view has a byte of slack");
        if partitions.len() == 1 {
            partitions.extend(partitions[0].mirrored());
        }
        Self { partitions }
    }

    /// Returns the tables of the first view.
    pub(crate) fn first(&self) -> &PatternDatabases {
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

/// A layout of boards and tables in memory.
pub(super) trait Layout:
    Clone + Debug + UnwindSafe + RefUnwindSafe + Send + Sync + 'static
{
    type Tiles: Copy + Debug + Send + Sync + UnwindSafe + RefUnwindSafe;
    /// Scratch for an expansion.
    type Scratch: Clone + Default + Send + Sync + UnwindSafe + RefUnwindSafe;
    /// The data that expands boards, borrowed for a slice of work.
    type Expander<'k>;

    /// Returns the expander of boards. `views` must be those of the layout.
    fn expander<'k>(&'k self, views: &'k Views, moves: &'k MoveTables) -> Self::Expander<'k>;

    /// Returns the tiles of a board, given what each view shows.
    fn tiles(
        views: &Views,
        board: &CanonicalBoard,
        states: &[PatternDatabasesState],
    ) -> Self::Tiles;

    /// Notes what escape distance knows of a board, if the layout has it.
    fn set_escape(_: &mut Self::Tiles, _: Escape) {}

    /// Expands boards: the children that the automaton and the estimates allow are put on a stack.
    /// Returns the number generated.
    fn expand(
        expander: &Self::Expander<'_>,
        batch: (&[PackedBoard<Self::Tiles>; BATCH], usize),
        scratch: &mut Self::Scratch,
        stack: &mut Stack<Self::Tiles>,
        notes: &mut PathNotes,
    ) -> usize;
}
