//! Errors while preparing a shape.

use crate::heuristic::HeuristicError;
use crate::messages::conversions;
use crate::tables::TableError;

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
}

impl From<TableError> for PrepareError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::OutOfMemory { bytes } => Self::OutOfMemory { bytes },
            error => Self::Table(error),
        }
    }
}
