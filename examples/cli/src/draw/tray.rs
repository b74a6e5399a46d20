//! The layout of a board's cells in a picture.

use npuzzle::Shape;

use crate::picture::Point;

/// The tray of a board: its cells, layer beside layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tray {
    pub(crate) shape: Shape,
    /// The side of a cell.
    pub(crate) cell: f64,
    /// Its left upper corner.
    pub(crate) at: Point,
}

/// Parts of the side of a cell: between two tiles, around all of them, and between two layers.
const GAP: f64 = 0.07;
const RIM: f64 = 0.13;
const AISLE: f64 = 0.45;

impl Tray {
    /// The size of a layer with its rim.
    pub(crate) fn layer_size(&self) -> Point {
        let side = |cells: usize| self.cell * ((1.0 + GAP) * cells as f64 - GAP + 2.0 * RIM);
        (side(self.shape.columns()), side(self.shape.rows()))
    }

    /// The corner of a layer.
    pub(crate) fn layer(&self, layer: usize) -> Point {
        let step = self.layer_size().0 + AISLE * self.cell;
        (self.at.0 + step * layer as f64, self.at.1)
    }

    /// The size of all layers.
    pub(crate) fn size(&self) -> Point {
        let (width, height) = self.layer_size();
        let aisles = (self.shape.layers() - 1) as f64;
        (width * (aisles + 1.0) + AISLE * self.cell * aisles, height)
    }

    /// The corner of a cell.
    pub(crate) fn corner(&self, cell: usize) -> Point {
        let place = self.shape.place(cell);
        let (left, top) = self.layer(place.layer);
        let along = |nth: usize| self.cell * (RIM + (1.0 + GAP) * nth as f64);
        (left + along(place.column), top + along(place.row))
    }

    /// The middle of a cell.
    pub(crate) fn middle(&self, cell: usize) -> Point {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }
}
