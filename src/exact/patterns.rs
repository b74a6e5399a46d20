//! The second view of the tables of a partition.

use crate::heuristic::PatternDatabases;
use crate::tables::Symmetry;

/// The most cells of a board that a search by tables serves: it holds sets of cells in 32 bits.
pub(crate) const MAX_CELLS: usize = 32;

impl PatternDatabases {
    /// Returns the symmetry of a second view of the tables, if there is one.
    ///
    /// A symmetry of the shape that fixes the home maps a board to another one with solutions of
    /// the same length, so the same tables give a second estimate; the larger counts (Korf and
    /// Felner 2002).
    pub(crate) fn mirror(&self) -> Option<Symmetry> {
        let home = self.home();
        let symmetries = Symmetry::all(self.shape()).into_iter();
        symmetries.skip(1).find(|it| it.cell(home) == home)
    }

    /// Returns the tables for the mirror image of a board; they share the entries.
    pub(crate) fn mirrored(&self) -> Option<Self> {
        let mirror = self.mirror()?;
        let tables = self.tables.iter().map(|table| table.mirrored(&mirror));
        Some(Self::of(tables.collect()))
    }
}
