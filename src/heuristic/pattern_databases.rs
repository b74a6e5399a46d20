//! The sum of the distances in tables.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::{Heuristic, HeuristicError, same_boards};
use crate::canonical::CanonicalBoard;
use crate::shape::Shape;
use crate::tables::{Partition, Placed, Symmetry, Table, TableError, build_at_once};

/// The sum of the distances of a partition's patterns, each looked up in its table.
///
/// A table counts the moves of its own tiles alone, so the distances of disjoint patterns may be
/// added (Korf and Felner, *Disjoint pattern database heuristics*, 2002). A move changes the
/// distance of one pattern, by exactly 1.
///
/// Rectangles and boxes of up to 64 cells, as far as the memory reaches.
/// [`HeuristicKind::Patterns`](crate::HeuristicKind::Patterns) uses the same tables in a much
/// faster kernel; this type is for evaluation, comparison, and
/// [`Solver::solve_by`](crate::Solver::solve_by) or custom searches.
///
/// ```
/// use npuzzle::heuristic::{Heuristic, PatternDatabases, check};
/// use npuzzle::tables::Partition;
/// use npuzzle::{DynBoard, Goal, Solver};
///
/// let partition: Partition = "A A B/B B .".parse()?;
/// let patterns = PatternDatabases::build(&partition)?;
/// let board: DynBoard = "2 1 3/4 5 0".parse()?; // tiles 1 and 2 exchanged
/// assert_eq!(patterns.value(&board, &Goal::BlankLast)?, 6);
/// let report = check(partition.shape(), partition.home(), &patterns)?;
/// assert_eq!((report.boards, report.parity), (360, true));
///
/// let board = DynBoard::from_seed(partition.shape(), 1);
/// let solution = Solver::default().solve_by(&board, &patterns)?;
/// assert_eq!(solution.length(), Solver::default().distance(&board)?);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[doc(alias = "PDB")]
#[derive(Clone, Debug)]
pub struct PatternDatabases {
    pub(crate) tables: Vec<Table>,
}

/// The tiles of each table on a board, and the sum of their distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabasesState {
    /// `[table]`; none on boards for which the tables are not made.
    pub(crate) placed: SmallVec<[Placed; 4]>,
    pub(crate) sum: u32,
}

impl PatternDatabases {
    /// Builds the tables of a partition, on one thread.
    ///
    /// # Errors
    /// [`TableError`] if a table has too many states, or takes too much memory.
    pub fn build(partition: &Partition) -> Result<Self, TableError> {
        let tables = build_at_once(&partition.patterns)?;
        Ok(Self { tables })
    }

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
        let tables = tables.collect();
        Some(Self { tables })
    }

    pub(crate) fn shape(&self) -> Shape {
        self.tables[0].pattern.shape
    }

    pub(crate) fn home(&self) -> usize {
        self.tables[0].pattern.home
    }
}

impl Heuristic for PatternDatabases {
    type State = PatternDatabasesState;

    fn evaluate(&self, board: &CanonicalBoard) -> PatternDatabasesState {
        let is_for = board.free.is_none() && self.fits(board.shape, board.home).is_ok();
        let tables = self.tables.iter().filter(|_| is_for);
        let placed: SmallVec<[Placed; 4]> = tables.map(|table| table.locate(board)).collect();
        let sum = placed.iter().map(|placed| placed.distance).sum();
        PatternDatabasesState { placed, sum }
    }

    /// The table's bit says whether the tile came nearer.
    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        let mut state = state.clone();
        let tile = board.cells()[from].into();
        let mut tables = self.tables.iter().zip(&mut state.placed);
        if let Some((table, placed)) = tables.find(|it| it.0.pattern.number(tile).is_some()) {
            let slid = table.slid(*placed, from, board.blank());
            state.sum = (state.sum + slid.distance).saturating_sub(placed.distance);
            *placed = slid;
        }
        state
    }

    fn estimate(&self, state: &PatternDatabasesState) -> u32 {
        state.sum
    }

    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        same_boards((self.shape(), self.home()), (shape, home))
    }
}
