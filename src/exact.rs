//! Searches for shortest solutions, on boards whose goal is already canonical.

pub(crate) mod automaton;
pub(crate) mod batch;
pub(crate) mod cropped;
#[cfg(test)]
pub(crate) mod fixtures;
pub(crate) mod general;
pub(crate) mod manhattan;
pub(crate) mod neighbours;
pub(crate) mod pools;
pub(crate) mod projections;
pub(crate) mod rounds;
pub(crate) mod slides;

/// The most cells of a board that a search by tables serves: it holds sets of cells in 32 bits.
pub(crate) const MAX_CELLS: usize = 32;
