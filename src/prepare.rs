//! The data of a shape and a home that searches need: heuristic, method, tables.

mod available;
mod error;
mod heuristic_kind;
mod method;
mod pattern_tables;
mod prepare_task;
mod prepared_tables;
mod preparing;
mod proof;
mod slide_tables;
mod table_options;

pub(crate) use available::check_heuristic;
pub(crate) use error::PrepareError;
pub use heuristic_kind::HeuristicKind;
pub(crate) use method::{Method, is_read_off, is_tried_first, takes_patterns};
pub(crate) use prepared_tables::PreparedTables;
pub(crate) use preparing::Preparing;
pub(crate) use table_options::TableOptions;

use crate::shape::Shape;

/// Everything that depends on shape and home alone, immutable and shared.
///
/// Boards come in canonical form and leave as moves, so no goal is stored here.
#[derive(Debug)]
pub(crate) struct Prepared {
    shape: Shape,
    home: usize,
    method: Method,
}

impl Prepared {
    const fn new(shape: Shape, home: usize, method: Method) -> Self {
        Self {
            shape,
            home,
            method,
        }
    }

    /// Returns the heuristic, which decides the kernel.
    pub(crate) const fn method(&self) -> &Method {
        &self.method
    }

    /// Returns whether the data is for a shape and a home.
    pub(crate) fn fits(&self, shape: Shape, home: usize) -> bool {
        self.shape == shape && self.home == home
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.method.table_bytes()
    }

    /// Returns whether tables guide the search, or it needs none.
    pub(crate) fn has_tables(&self) -> bool {
        self.is_instant() || self.table_bytes() > 0
    }

    /// Returns whether solutions are found without a search, or nearly so.
    pub(crate) const fn is_instant(&self) -> bool {
        matches!(self.method, Method::Full(_)) || self.shape.is_path()
    }
}

#[cfg(test)]
mod tests;
