//! The last cells of a board: their tiles are put in order by a table of all distances.

use super::workspace::Workspace;
use crate::exact::all_boards::{AllBoards, Walk};
use crate::metric::Metric;
use crate::region::Region;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use alloc::vec::Vec;

/// The number of cells from which the rest is looked up in a table, which takes half a millisecond
/// to build.
pub(super) const MOST_LEFT: usize = 8;

/// The distances of all boards of the last cells.
#[derive(Debug)]
pub(super) struct EndgameTable {
    table: AllBoards,
    /// The cells on the whole board.
    cells: LastCells,
}

/// The last cells of a board, in reading order.
type LastCells = Vec<usize>;

/// Returns the region that is left at last.
fn last(workspace: &Workspace) -> Region {
    let mut left = workspace.left;
    while left.cells() > MOST_LEFT {
        let (normal, is_high) = left.outermost(workspace.coordinates(workspace.home));
        left.cut_off(normal, is_high);
    }
    left
}

impl EndgameTable {
    /// Builds the table of the last cells.
    pub(super) async fn new(workspace: &Workspace, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let left = last(workspace);
        let [rows, cols, layers] = left.sides();
        let Ok(shape) = Shape::new(rows, cols, layers) else {
            unreachable!("a part of a shape is a shape");
        };
        let cells: LastCells = left.cells_on(workspace).collect();
        let home = inside(&cells, workspace.home);
        let table = AllBoards::build(shape, home, Metric::Tiles, pace).await?;
        Ok(Self { table, cells })
    }

    /// Begins the walk home of a board whose other cells are in order.
    pub(super) fn walk(&self, at: &[u16], blank: usize) -> Walk {
        let mut tiles = [0; MOST_LEFT];
        for (tile, &cell) in tiles.iter_mut().zip(&self.cells) {
            *tile = inside(&self.cells, at[cell].into()) as u16;
        }
        let tiles = &tiles[..self.cells.len()];
        self.table.walk(tiles, inside(&self.cells, blank))
    }

    /// Puts the last cells in order.
    pub(super) fn finish(&self, workspace: &mut Workspace) -> Result<(), OutOfMemory> {
        let mut walk = self.walk(&workspace.at, workspace.blank);
        while walk.left() > 0 {
            let (side, ..) = walk.step(&self.table);
            if let Some(cell) = workspace.beside(workspace.blank, side) {
                workspace.go(side, cell)?;
            }
        }
        Ok(())
    }
}

/// Returns the number of a cell among the last cells.
fn inside(cells: &[usize], cell: usize) -> usize {
    let place = cells.iter().position(|&it| it == cell);
    place.unwrap_or_else(|| unreachable!("the other tiles are where they belong"))
}
