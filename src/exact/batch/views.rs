//! The ways in which the kernel sees a board.

use alloc::vec::Vec;

use crate::exact::patterns::{MAX_CELLS, Patterns, Placed, Steps};
use crate::shape::Shape;
use crate::tables::Table;

/// The most views of a board.
pub(super) const VIEWS: usize = 2;

/// The tables of a partition seen in one or two views, or those of two partitions.
///
/// Where no mirror leaves the home in its cell, a second partition gives the second estimate.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    first: Patterns,
    second: Option<Patterns>,
}

impl Views {
    pub(crate) const fn new(first: Patterns, second: Option<Patterns>) -> Self {
        Self { first, second }
    }

    /// Returns the tables of the first view.
    pub(crate) const fn first(&self) -> &Patterns {
        &self.first
    }

    /// Returns the tables of a second partition.
    pub(crate) const fn second(&self) -> Option<&Patterns> {
        self.second.as_ref()
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let second = self.second.iter().flat_map(Patterns::tables);
        let mut seen: Vec<&Table> = Vec::new();
        for table in self.first.tables().iter().chain(second) {
            if !seen.iter().any(|it| it.shares_entries_with(table)) {
                seen.push(table);
            }
        }
        seen.into_iter().map(Table::bytes).sum()
    }

    /// Returns the number of views.
    pub(super) fn count(&self) -> usize {
        if self.second.is_some() {
            VIEWS
        } else {
            self.first.views()
        }
    }

    /// Returns whose view it is, and which of them.
    const fn of(&self, view: usize) -> (&Patterns, usize) {
        match &self.second {
            Some(second) if view > 0 => (second, 0),
            _ => (&self.first, view),
        }
    }

    /// Returns all views and their tables: the view, the table's number in it, the table.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize, &Table)> {
        (0..self.count()).flat_map(|view| {
            let tables = self.tables(view).iter().enumerate();
            tables.map(move |(nth, table)| (view, nth, table))
        })
    }

    pub(super) const fn shape(&self) -> Shape {
        self.first.shape()
    }

    pub(super) fn home(&self) -> usize {
        self.first.home()
    }

    /// Returns the tables of a view.
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
