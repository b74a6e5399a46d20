//! The tables of a partition, and boards as they see them.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::canonical::CanonicalBoard;
use crate::shape::Shape;
use crate::tables::{Placed, Symmetry, Table};

/// The most cells of a board that these tables serve: searches hold sets of cells in 32 bits.
pub(crate) const MAX_CELLS: usize = 32;

/// The tables of a partition.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    pub(crate) tables: Vec<Table>,
    /// `[tile]`: its table.
    pub(crate) group_of: [u8; MAX_CELLS],
}

/// A board as the tables of a partition see it: the tiles of each table, and the sum of their
/// distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternState {
    pub(crate) placed: SmallVec<[Placed; 4]>,
    pub(crate) sum: u32,
}

impl Patterns {
    /// Takes over the tables of a partition: disjoint patterns of one shape and home that hold
    /// every tile.
    pub(crate) fn new(tables: Vec<Table>) -> Self {
        let mut group_of = [0; MAX_CELLS];
        for (group, table) in tables.iter().enumerate() {
            for tile in table.pattern().cells() {
                group_of[tile] = group as u8;
            }
        }
        Self { tables, group_of }
    }

    /// Returns the symmetry of a second view of the tables, if there is one.
    ///
    /// A symmetry of the shape that leaves the home where it is turns a board into another one with
    /// as long solutions, so the same tables give a second estimate; the larger counts (Korf and
    /// Felner 2002).
    pub(crate) fn mirror(&self) -> Option<Symmetry> {
        let home = self.home();
        let symmetries = Symmetry::all(self.shape()).into_iter();
        symmetries.skip(1).find(|it| it.cell(home) == home)
    }

    /// Returns the tables as the mirror image of a board sees them, which share the entries.
    pub(crate) fn mirrored(&self) -> Option<Self> {
        let mirror = self.mirror()?;
        let tables = self.tables.iter().map(|table| table.mirrored(&mirror));
        Some(Self::new(tables.collect()))
    }

    /// Returns the shape of the boards.
    pub(crate) fn shape(&self) -> Shape {
        self.tables[0].pattern().shape()
    }

    /// Returns the cell that the blank must reach.
    pub(crate) fn home(&self) -> usize {
        self.tables[0].pattern().home()
    }

    /// Returns a board as the tables see it.
    pub(crate) fn evaluate(&self, board: &CanonicalBoard) -> PatternState {
        let placed = self.tables.iter().map(|table| table.locate(board));
        let placed: SmallVec<[Placed; 4]> = placed.collect();
        let sum = placed.iter().map(|placed| placed.distance).sum();
        PatternState { placed, sum }
    }

    /// Returns the state after the tile on cell `from` of a board has moved to the blank's cell.
    pub(crate) fn update(
        &self,
        state: &PatternState,
        board: &CanonicalBoard,
        from: usize,
    ) -> PatternState {
        let mut state = state.clone();
        let group = usize::from(self.group_of[usize::from(board.cells()[from])]);
        if let Some(placed) = state.placed.get_mut(group) {
            let slid = self.tables[group].slid(*placed, from, board.blank());
            state.sum = (state.sum + slid.distance).saturating_sub(placed.distance);
            *placed = slid;
        }
        state
    }
}
