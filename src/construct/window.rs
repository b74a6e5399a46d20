//! The part of a board that a beam searches.

use alloc::vec::Vec;

use super::workspace::Workspace;
use crate::exact::neighbours::Neighbours;
use crate::region::Region;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::shape::Shape;

/// A box of cells, and the tiles that stand there: nothing else moves.
///
/// Within it cells have numbers of their own, in reading order, and tiles the number of the cell on
/// which they stand at first.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) region: Region,
    shape: Shape,
    /// `[cell]` of the window: its cell of the board.
    pub(super) cells: Vec<u16>,
    /// `[tile]` of the window: its home on the board.
    pub(super) goals: Vec<u16>,
    /// The first cell of the blank, which identifies the window.
    pub(super) blank: usize,
}

impl Window {
    /// Windows of more cells are not searched: their boards take too long to copy, and leading a
    /// stray tile to the block gains the same.
    pub(super) const MOST: usize = 1_600;

    /// Returns the window of a region. The blank is in it.
    pub(super) fn new(region: Region, workspace: &Workspace) -> Result<Self, OutOfMemory> {
        let [rows, cols, layers] = region.sides();
        let Ok(shape) = Shape::new(rows, cols, layers) else {
            unreachable!("a part of a shape is a shape");
        };
        let (mut cells, mut goals) = (reserved(shape.cells())?, reserved(shape.cells())?);
        for cell in region.cells_on(workspace) {
            cells.push(cell as u16);
            goals.push(workspace.at[cell]);
        }
        let mut window = Self {
            region,
            shape,
            cells,
            goals,
            blank: 0,
        };
        window.blank = window.inside(workspace, workspace.blank).unwrap_or(0);
        Ok(window)
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of cells of the longest side.
    pub(super) fn longest(&self) -> usize {
        self.region.longest()
    }

    /// Returns the number of a cell of the board in the window.
    pub(super) fn inside(&self, workspace: &Workspace, cell: usize) -> Option<usize> {
        let place = workspace.coordinates(cell);
        let Region { low, high } = &self.region;
        if (0..3).any(|axis| place[axis] < low[axis] || place[axis] > high[axis]) {
            return None;
        }
        let [row, col, layer] = [0, 1, 2].map(|axis| place[axis] - low[axis]);
        Some((layer * self.shape.rows() + row) * self.shape.columns() + col)
    }

    /// Returns the tiles of the window as they stand at first, and the blank's cell.
    pub(super) fn first_board(&self) -> Result<(Vec<u16>, usize), OutOfMemory> {
        let mut at = reserved(self.len())?;
        at.extend((0..self.len()).map(|tile| tile as u16));
        Ok((at, self.blank))
    }

    /// Returns the neighbours of each cell, without fixed cells.
    pub(super) fn neighbours(&self, workspace: &Workspace) -> Result<Neighbours, OutOfMemory> {
        let mut neighbours = Neighbours::new(self.shape)?;
        for (cell, &of_board) in self.cells.iter().enumerate() {
            if workspace.is_fixed[usize::from(of_board)] {
                neighbours.close(cell);
            }
        }
        Ok(neighbours)
    }
}
