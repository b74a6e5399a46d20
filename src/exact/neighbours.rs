//! The cells beside each cell.

use alloc::vec::Vec;
use core::iter;

use crate::region::Region;
use crate::runtime::{OutOfMemory, collected};
use crate::shape::Shape;
use crate::side::Side;

/// For each cell of the blank, the cells that it can enter: one byte for each cell.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours {
    /// `[cell]`: a bit for each [`Side`] without a wall.
    open: Vec<u8>,
    /// `[side]`: the number of the cell on that side minus the number of the cell.
    strides: [isize; 6],
}

impl Neighbours {
    /// Returns the neighbours of a shape, in O(cells).
    pub(crate) fn new(shape: Shape) -> Result<Self, OutOfMemory> {
        let all = Region::all(shape);
        let open = collected(all.places().map(|at| {
            let along = |axis: usize| {
                let (below, above) = (at[axis] > 0, at[axis] < all.high[axis]);
                u8::from(below) << Side::along(axis, false) as u8
                    | u8::from(above) << Side::along(axis, true) as u8
            };
            along(0) | along(1) | along(2)
        }))?;
        let [row, _, layer] = shape.strides().map(|it| it as isize);
        // In the order of the sides.
        let strides = [-row, -1, 1, row, -layer, layer];
        Ok(Self { open, strides })
    }

    /// Closes a cell to the blank.
    pub(crate) fn close(&mut self, cell: usize) {
        for side in Side::ALL {
            if let Some(beside) = self.entered(cell, side) {
                self.open[beside] &= !(1 << side.undo() as u8);
            }
        }
        // Last, since the bits of its own sides find the cells beside it.
        self.open[cell] = 0;
    }

    /// Returns the cell that the blank enters on a side, unless there is a wall.
    #[inline(always)]
    pub(crate) fn entered(&self, blank: usize, side: Side) -> Option<usize> {
        let is_open = self.open[blank] >> side as u8 & 1 != 0;
        is_open.then(|| blank.wrapping_add_signed(self.strides[side as usize]))
    }

    /// Returns the cells that the blank enters, in the order of the sides, except the sides in the
    /// bits of `but`.
    #[inline(always)]
    pub(crate) fn moves(
        &self,
        blank: usize,
        but: u8,
    ) -> impl Iterator<Item = (usize, Side)> + use<'_> {
        let mut open = self.open[blank] & !but;
        iter::from_fn(move || {
            let side = Side::numbered(open.trailing_zeros() as u8)?;
            open &= open - 1;
            Some((blank.wrapping_add_signed(self.strides[side as usize]), side))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbours;
    use crate::shape::Shape;
    use crate::side::Side;

    #[test]
    fn are_those_of_the_shape() {
        for (rows, cols, layers) in [(1, 1, 1), (1, 5, 1), (3, 4, 1), (2, 3, 4), (4, 1, 3)] {
            let shape = Shape::new(rows, cols, layers).unwrap();
            let neighbours = Neighbours::new(shape).unwrap();
            for blank in 0..shape.cells() {
                for side in Side::ALL {
                    let entered = neighbours.entered(blank, side);
                    assert_eq!(entered, side.entered(shape, blank), "{shape} {blank}");
                }
            }
        }
    }
}
