//! The input of the job that prepares a shape.

use super::table_options::TableOptions;
use crate::shape::Shape;
use crate::tables::{BuildGauge, TableError};

/// A shape and a home to prepare, and what may be spent on them.
#[derive(Debug)]
pub(super) struct PrepareTask {
    pub(super) shape: Shape,
    pub(super) home: usize,
    pub(super) options: TableOptions,
    /// Receives the progress of the tables.
    pub(super) gauge: BuildGauge,
}

/// The error that kept tables from being stored for the next program, if one did.
pub(super) type Unkept = Option<TableError>;
