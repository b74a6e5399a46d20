//! The sum of the distances in tables.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::Heuristic;
use crate::canonical::CanonicalBoard;
use crate::shape::Shape;
use crate::tables::{MAX_TABLE_CELLS, Partition, Placed, Table, TableBuilder, TableError};

/// The sum of the distances of groups of tiles, each looked up in its table.
///
/// A table counts the moves of its own tiles alone, so the distances of disjoint groups may be
/// added (Korf and Felner, *Disjoint pattern database heuristics*, 2002). A move changes the
/// distance of one group, by exactly 1.
///
/// Rectangles and boxes of up to 64 cells, as far as the memory reaches. [`Solver`](crate::Solver)
/// has a much faster way to use the same tables
/// ([`HeuristicKind::Patterns`](crate::HeuristicKind::Patterns)); this one is for searches of your
/// own.
///
/// ```
/// use npuzzle::heuristic::{Additive, CanonicalBoard, Heuristic, check};
/// use npuzzle::tables::Partition;
/// use npuzzle::{DynBoard, Goal};
///
/// let partition: Partition = "A A B/B B .".parse()?;
/// let additive = Additive::build(&partition)?;
/// let board: DynBoard = "2 1 3/4 5 0".parse()?; // tiles 1 and 2 exchanged
/// let board = CanonicalBoard::new(&board, &Goal::BlankLast)?;
/// assert_eq!(additive.estimate(&additive.evaluate(&board)), 6);
/// let report = check(partition.shape(), partition.home(), &additive)?;
/// assert_eq!((report.boards, report.parity), (360, true));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Additive {
    pub(crate) tables: Vec<Table>,
    /// `[tile]`: its table.
    pub(crate) group_of: [u8; MAX_TABLE_CELLS],
}

/// The tiles of each table on a board, and the sum of their distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdditiveState {
    /// `[table]`; none on boards for which the tables are not made.
    pub(crate) placed: SmallVec<[Placed; 4]>,
    pub(crate) sum: u32,
}

impl Additive {
    /// Returns the heuristic of some tables.
    ///
    /// # Errors
    /// [`TableError`] if their patterns are not a partition: if they differ in shape or home,
    /// or don't hold every tile once.
    pub fn new(tables: impl IntoIterator<Item = Table>) -> Result<Self, TableError> {
        let tables: Vec<Table> = tables.into_iter().collect();
        Partition::new(tables.iter().map(|table| *table.pattern()))?;
        Ok(Self::of(tables))
    }

    /// Builds the tables of a partition, on one thread and in silence; [`TableBuilder`] has more to
    /// choose.
    ///
    /// # Errors
    /// [`TableError`] if a table has too many states, or takes too much memory.
    pub fn build(partition: &Partition) -> Result<Self, TableError> {
        let tables = TableBuilder::new().tables(partition.patterns())?;
        Ok(Self::of(tables))
    }

    /// Returns the heuristic of the tables of a partition.
    pub(crate) fn of(tables: Vec<Table>) -> Self {
        let mut group_of = [0; MAX_TABLE_CELLS];
        for (group, table) in tables.iter().enumerate() {
            for tile in table.pattern().cells() {
                group_of[tile] = group as u8;
            }
        }
        Self { tables, group_of }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.tables[0].pattern().shape()
    }

    pub(crate) fn home(&self) -> usize {
        self.tables[0].pattern().home()
    }

    /// Returns the tables, in the order given.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }
}

impl Heuristic for Additive {
    type State = AdditiveState;

    /// Some microseconds for each table. A board that can't be solved at all has the distance 0 in
    /// tables that know it.
    fn evaluate(&self, board: &CanonicalBoard) -> AdditiveState {
        let tables = self.tables.iter().filter(|table| table.is_for(board));
        let placed: SmallVec<[Placed; 4]> = tables.map(|table| table.locate(board)).collect();
        let sum = placed.iter().map(|placed| placed.distance).sum();
        AdditiveState { placed, sum }
    }

    /// The table's bit says whether the tile came nearer.
    fn update(&self, state: &AdditiveState, board: &CanonicalBoard, from: usize) -> AdditiveState {
        let mut state = state.clone();
        let group = usize::from(self.group_of[usize::from(board.cells()[from])]);
        if let Some(placed) = state.placed.get_mut(group) {
            let slid = self.tables[group].slid(*placed, from, board.blank());
            state.sum = (state.sum + slid.distance).saturating_sub(placed.distance);
            *placed = slid;
        }
        state
    }

    fn estimate(&self, state: &AdditiveState) -> u32 {
        state.sum
    }

    fn fits(&self, shape: Shape, home: usize) -> bool {
        (self.shape(), self.home()) == (shape, home)
    }
}
