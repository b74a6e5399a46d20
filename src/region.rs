//! Boxes of cells.

use crate::shape::Shape;

/// A box of cells: along each axis the first and the last coordinate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) low: [usize; 3],
    pub(crate) high: [usize; 3],
}

impl Region {
    pub(crate) fn all(shape: Shape) -> Self {
        Self {
            low: [0; 3],
            high: shape.sides().map(|side| side - 1),
        }
    }

    /// Returns the number of cells along each axis.
    pub(crate) fn sides(&self) -> [usize; 3] {
        [0, 1, 2].map(|axis| self.high[axis] - self.low[axis] + 1)
    }

    pub(crate) fn longest(&self) -> usize {
        self.sides().into_iter().max().unwrap_or(1)
    }

    pub(crate) fn cells(&self) -> usize {
        self.sides().iter().product()
    }

    /// Grows until a place is inside.
    pub(crate) fn include(&mut self, place: [usize; 3]) {
        for (axis, at) in place.into_iter().enumerate() {
            self.low[axis] = self.low[axis].min(at);
            self.high[axis] = self.high[axis].max(at);
        }
    }

    /// Returns it with a number of cells more at each end, as far as `outer` reaches.
    pub(crate) fn with_margin(mut self, margin: usize, outer: &Self) -> Self {
        for axis in 0..3 {
            self.low[axis] = self.low[axis].saturating_sub(margin).max(outer.low[axis]);
            self.high[axis] = (self.high[axis] + margin).min(outer.high[axis]);
        }
        self
    }

    /// Returns the smallest one that holds all places; `None` if there are none.
    pub(crate) fn around(mut places: impl Iterator<Item = [usize; 3]>) -> Option<Self> {
        let [low, high] = [places.next()?; 2];
        let mut around = Self { low, high };
        places.for_each(|place| around.include(place));
        Some(around)
    }

    /// Returns the coordinates of its cells, in reading order.
    pub(crate) fn places(self) -> impl ExactSizeIterator<Item = [usize; 3]> {
        let shape = self.shape();
        (0..shape.cells()).map(move |cell| {
            let inside = shape.coordinates(cell);
            [0, 1, 2].map(|axis| self.low[axis] + inside[axis])
        })
    }

    pub(crate) fn shape(&self) -> Shape {
        let [rows, cols, layers] = self.sides();
        let Ok(shape) = Shape::new(rows, cols, layers) else {
            unreachable!("a part of a shape is a shape");
        };
        shape
    }

    /// Returns the number of a place among its cells, in reading order.
    pub(crate) fn number(&self, place: [usize; 3]) -> Option<usize> {
        let inside = |axis: usize| place[axis].checked_sub(self.low[axis]);
        self.shape().cell_in(inside(2)?, inside(0)?, inside(1)?)
    }

    /// Returns its cells on a board of a shape, in reading order.
    pub(crate) fn cells_on(self, shape: Shape) -> impl ExactSizeIterator<Item = usize> {
        let strides = shape.strides();
        self.places()
            .map(move |place| (0..3).map(|axis| place[axis] * strides[axis]).sum())
    }

    /// Cuts off the outermost cells at an end.
    pub(crate) const fn cut_off(&mut self, axis: usize, is_high: bool) {
        if is_high {
            self.high[axis] -= 1;
        } else {
            self.low[axis] += 1;
        }
    }
}
