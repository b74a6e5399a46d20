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

impl Instance {
    /// Returns the sum of all tiles' taxicab distances from their goals, the blank left out.
    pub(crate) fn manhattan(&self) -> usize {
        let distances = self.at.iter().enumerate().map(|(cell, &destination)| {
            if cell == self.blank {
                0
            } else {
                self.shape.distance(cell, destination as usize)
            }
        });
        distances.sum()
    }
}
