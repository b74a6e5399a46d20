//! The symmetries of a board: turns and mirrorings that lay its cells onto each other.

use super::error::MAX_TABLE_CELLS;
use alloc::vec::Vec;
use core::array;

use super::grid::bits;
use crate::permutation::unrank;
use crate::shape::Shape;

/// A turn or mirroring of a board that lays its cells onto each other.
///
/// Solution lengths of canonical boards don't change if every tile *and* its destination go through
/// one symmetry: the tile named `c` at cell `x` becomes the tile named `cell(c)` at `cell(x)`. With
/// a symmetry that fixes the home, one table answers for two patterns, or twice for
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symmetry([u8; MAX_TABLE_CELLS]);

impl Symmetry {
    /// Returns the symmetry that leaves every cell where it is.
    pub(crate) fn identity() -> Self {
        Self(array::from_fn(|cell| cell as u8))
    }

    /// Returns all symmetries of a shape, the identity first: 2 or 4 for rectangles, 8 for squares,
    /// up to 48 for cubes.
    ///
    /// # Panics
    /// If the shape has more than [`MAX_TABLE_CELLS`] cells.
    pub(crate) fn all(shape: Shape) -> Vec<Self> {
        let sides = [shape.layers(), shape.rows(), shape.columns()];
        let mut all = Vec::new();
        for axes in (0..6).flat_map(|rank| unrank(rank, 3)) {
            if axes.iter().map(|&axis| sides[axis]).ne(sides) {
                continue;
            }
            for flips in 0..8_u32 {
                let mut symmetry = Self::identity();
                for cell in 0..shape.cells() {
                    let at = shape.place(cell);
                    let [layer, row, column] = [0, 1, 2].map(|axis| {
                        let step = [at.layer, at.row, at.column][axes[axis]];
                        match flips >> axis & 1 {
                            0 => step,
                            _ => sides[axis] - 1 - step,
                        }
                    });
                    let image = shape.cell_in(layer, row, column);
                    symmetry.0[cell] = image.unwrap_or(cell) as u8;
                }
                // Sides of length 1 give the same symmetry several times.
                if !all.contains(&symmetry) {
                    all.push(symmetry);
                }
            }
        }
        all
    }

    /// Returns where a cell goes.
    pub(crate) const fn cell(&self, cell: usize) -> usize {
        self.0[cell] as usize
    }

    /// Returns the symmetry that undoes this one.
    pub(crate) fn inverse(&self) -> Self {
        let mut inverse = *self;
        for (cell, &image) in (0..).zip(&self.0) {
            inverse.0[usize::from(image)] = cell;
        }
        inverse
    }

    /// Returns this symmetry followed by another.
    pub(crate) fn then(&self, next: &Self) -> Self {
        Self(self.0.map(|cell| next.0[usize::from(cell)]))
    }

    /// Returns where a set of cells goes, as bits.
    pub(crate) fn set(&self, set: u64) -> u64 {
        bits(set).fold(0, |image, cell| image | 1 << self.cell(cell))
    }
}

#[cfg(test)]
mod tests;
