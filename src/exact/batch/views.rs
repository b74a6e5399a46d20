//! The ways in which the kernel sees a board.

use alloc::vec::Vec;

use crate::exact::patterns::{MAX_CELLS, Patterns, Placed, Steps};
use crate::shape::Shape;
use crate::tables::Table;

/// The views of a partition and its mirror image, or of two partitions.
pub(super) const MIRRORED: usize = 2;

/// The most views of a board: a word has a byte of slack for each.
pub(super) const VIEWS: usize = 8;

/// The tables of a partition seen in one or two views, or those of several partitions.
///
/// Where no mirror leaves the home in its cell, a second partition gives the second estimate.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    first: Patterns,
    others: Vec<Patterns>,
}

impl Views {
    /// Returns the views of one partition, or one view of each of up to eight.
    pub(crate) fn new(first: Patterns, others: Vec<Patterns>) -> Self {
        debug_assert!(others.len() < VIEWS, "each view has a byte of slack");
        Self { first, others }
    }

    /// Returns the tables of the first view.
    pub(crate) const fn first(&self) -> &Patterns {
        &self.first
    }

    pub(crate) fn partitions(&self) -> impl Iterator<Item = &Patterns> {
        core::iter::once(&self.first).chain(&self.others)
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let mut seen: Vec<&Table> = Vec::new();
        for table in self.partitions().flat_map(Patterns::tables) {
            if !seen.iter().any(|it| it.shares_entries_with(table)) {
                seen.push(table);
            }
        }
        seen.into_iter().map(Table::bytes).sum()
    }

    pub(super) fn count(&self) -> usize {
        if self.others.is_empty() {
            self.first.views()
        } else {
            1 + self.others.len()
        }
    }

    /// Returns whose view it is, and which of them.
    fn of(&self, view: usize) -> (&Patterns, usize) {
        match view.checked_sub(1).and_then(|other| self.others.get(other)) {
            Some(other) => (other, 0),
            None => (&self.first, view),
        }
    }

    /// Returns all views and their tables: the view, the table's number in it, the table.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize, &Table)> {
        let (mut view, mut next) = (0, 0);
        core::iter::from_fn(move || {
            while view < self.count() {
                if let Some(table) = self.tables(view).get(next) {
                    next += 1;
                    return Some((view, next - 1, table));
                }
                (view, next) = (view + 1, 0);
            }
            None
        })
    }

    pub(super) const fn shape(&self) -> Shape {
        self.first.shape()
    }

    pub(super) fn home(&self) -> usize {
        self.first.home()
    }

    pub(super) fn tables(&self, view: usize) -> &[Table] {
        self.of(view).0.tables()
    }

    /// Returns what each step does to the tiles of a table, in a view.
    pub(super) fn steps(&self, view: usize, table: usize) -> &Steps {
        let (patterns, view) = self.of(view);
        patterns.steps(view, table)
    }

    /// Returns the table of each tile in a view.
    pub(super) fn group_of(&self, view: usize) -> &[u8; MAX_CELLS] {
        let (patterns, view) = self.of(view);
        patterns.group_of(view)
    }

    /// Returns the tiles of each table in a view, and the sum of their distances.
    pub(super) fn look(&self, view: usize, cells: &[u8]) -> Option<(Vec<Placed>, usize)> {
        let (patterns, view) = self.of(view);
        patterns.look(view, cells)
    }
}
