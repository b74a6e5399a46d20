//! Errors while preparing a shape.

use alloc::boxed::Box;

use crate::heuristic::HeuristicError;
use crate::messages::{conversions, messages};
use crate::shape::Shape;
use crate::tables::{self, BuildError};
use crate::tables::{FileError, FileFault};

/// An error while preparing a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PrepareError {
    /// The heuristic asked for can't serve the shape.
    Heuristic(HeuristicError),
    /// Its tables could not be built, read or written.
    Table(TableError),
    /// An allocation failed.
    OutOfMemory { bytes: u64 },
}

conversions! { PrepareError;
    error: HeuristicError => Self::Heuristic(error);
    error: crate::runtime::alloc::OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
    error: BuildError => TableError::Build(error).into();
}

impl From<TableError> for PrepareError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Build(BuildError::OutOfMemory { bytes }) => Self::OutOfMemory { bytes },
            error => Self::Table(error),
        }
    }
}

impl From<FileError> for PrepareError {
    fn from(error: FileError) -> Self {
        match error.fault() {
            FileFault::Build(error) => error.into(),
            _ => Self::Table(error.into()),
        }
    }
}

impl From<FileError> for TableError {
    fn from(error: FileError) -> Self {
        Self::File(Box::new(error))
    }
}

/// Errors while building, reading or writing tables.
///
/// # Examples
/// ```
/// use npuzzle::{Board, HeuristicKind, SolveError, Solver, TableError};
/// let solver = Solver::builder().heuristic(HeuristicKind::Patterns).memory(100).build();
/// let error = solver.prepare(Board::<4>::SHAPE).unwrap_err(); // 100 bytes
/// assert!(matches!(error, SolveError::Table(TableError::Partition(_))), "{error:?}");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// No partition serves boards of this shape in the memory allowed.
    Partition(tables::PartitionError),
    /// A table can't be built.
    Build(tables::BuildError),
    /// The memory allowed is only enough for more tables than a search can follow: the tables are
    /// too small.
    TooMany {
        /// The number of tables that it would take.
        tables: usize,
        /// The most that a search can follow.
        limit: usize,
    },
    /// Boards of the shape have no tables by slides, or none in the memory allowed: flat boards of
    /// up to 16 cells have some.
    Slides {
        /// The shape of the board.
        shape: Shape,
    },
    /// A file of the cache folder can't be used, or not be written.
    File(Box<tables::FileError>),
    /// The board has more cells than a search with tables can follow.
    TooManyCells {
        /// The shape of the board.
        shape: Shape,
        /// The most cells.
        limit: usize,
    },
}

messages! { TableError, through Partition, Build, File;
    Self::TooMany { tables, limit } => "the memory allows only tables so small that it takes \
        {tables} of them, and a search can follow {limit}";
    Self::Slides { shape } => "boards of {shape} have no tables by slides in this memory: flat \
        boards of up to 16 cells have some";
    Self::TooManyCells { shape, limit } =>
        "searches with tables are for up to {limit} cells, not for {shape}";
}
