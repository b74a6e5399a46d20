//! A board as the kernels see it.

use alloc::vec::Vec;

use crate::shape::Shape;

/// A board whose goal is canonical: every tile is named by the cell that it must reach.
///
/// The blank's cell holds `home`, the cell that the blank must reach, so `at` is a permutation of the cells, and the goal
/// is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instance {
    pub(crate) shape: Shape,
    pub(crate) home: usize,
    pub(crate) at: Vec<u16>,
    pub(crate) blank: usize,
}
