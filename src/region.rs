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

    /// Returns the end that is cut off first: that of the longest side farther from the home. The
    /// result is the axis, and whether it is the end of the higher coordinates.
    pub(crate) fn outermost(&self, home: [usize; 3]) -> (usize, bool) {
        let sides = self.sides();
        // Of equally long sides the first axis.
        let axis = (0..3).rev().max_by_key(|&axis| sides[axis]).unwrap_or(0);
        let is_high = self.high[axis] - home[axis] >= home[axis] - self.low[axis];
        (axis, is_high)
    }

    pub(crate) fn contains(&self, place: [usize; 3]) -> bool {
        (0..3).all(|axis| self.low[axis] <= place[axis] && place[axis] <= self.high[axis])
    }

    /// Grows until a place is inside.
    pub(crate) fn include(&mut self, place: [usize; 3]) {
        for (axis, at) in place.into_iter().enumerate() {
            self.low[axis] = self.low[axis].min(at);
            self.high[axis] = self.high[axis].max(at);
        }
    }

    /// Returns the smallest one that holds all places; `None` if there are none.
    pub(crate) fn around(mut places: impl Iterator<Item = [usize; 3]>) -> Option<Self> {
        let first = places.next()?;
        let mut around = Self {
            low: first,
            high: first,
        };
        places.for_each(|place| around.include(place));
        Some(around)
    }

    /// Returns the coordinates of its cells, in reading order.
    pub(crate) fn places(self) -> impl Iterator<Item = [usize; 3]> {
        let mut next = self.low;
        (0..self.cells()).map(move |_| {
            let place = next;
            for axis in [1, 0, 2] {
                next[axis] += 1;
                if next[axis] <= self.high[axis] {
                    break;
                }
                next[axis] = self.low[axis];
            }
            place
        })
    }

    /// Returns it as a shape of its own.
    pub(crate) fn shape(&self) -> Shape {
        let [rows, cols, layers] = self.sides();
        let Ok(shape) = Shape::new(rows, cols, layers) else {
            unreachable!("a part of a shape is a shape");
        };
        shape
    }

    /// Returns the number of a place among its cells, in reading order.
    pub(crate) fn number(&self, place: [usize; 3]) -> Option<usize> {
        let [rows, cols, _] = self.sides();
        self.contains(place).then(|| {
            let [row, col, layer] = [0, 1, 2].map(|axis| place[axis] - self.low[axis]);
            (layer * rows + row) * cols + col
        })
    }

    /// Returns its cells on a board of a shape, in reading order.
    pub(crate) fn cells_on(self, shape: Shape) -> impl Iterator<Item = usize> {
        let (rows, cols) = (shape.rows(), shape.columns());
        self.places()
            .map(move |[row, col, layer]| (layer * rows + row) * cols + col)
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
