//! Flat boards laid so that few shapes and homes are left.

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::shape::Shape;

/// The most cells of a shape that has such tables: fifteen tiles of two bits fit a word.
pub(crate) const MAX_SLIDE_CELLS: usize = 16;

/// A turn of a flat board after which it is at least as wide as high, and its home is in the lower
/// right quarter. So all corners of a shape, and the shape on its side, share tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Upright {
    sides: [usize; 2],
    home: usize,
    /// True if rows and columns change places, and then which of them are read backwards.
    is_laid: bool,
    flips: [bool; 2],
}

impl Upright {
    /// Returns the turn for a shape and a home; `None` if such boards have no tables.
    pub(crate) fn new(shape: Shape, home: usize) -> Option<Self> {
        if !shape.is_flat() || shape.is_path() || shape.cells() > MAX_SLIDE_CELLS {
            return None;
        }
        let place = shape.place(home);
        let (mut sides, mut at) = ([shape.rows(), shape.columns()], [place.row, place.column]);
        let flipped = |at: usize, side: usize| at.max(side - 1 - at);
        // Of a square the home is above the diagonal.
        let is_laid = sides[0] > sides[1]
            || sides[0] == sides[1] && flipped(at[0], sides[0]) > flipped(at[1], sides[1]);
        if is_laid {
            sides.reverse();
            at.reverse();
        }
        let flips = [0, 1].map(|axis| 2 * at[axis] + 1 < sides[axis]);
        let mut upright = Self {
            sides,
            home: 0,
            is_laid,
            flips,
        };
        upright.home = upright.cell(home);
        Some(upright)
    }

    /// Returns the rows and columns of the turned board.
    pub(crate) const fn sides(&self) -> [usize; 2] {
        self.sides
    }

    /// Returns the home of the turned board.
    pub(crate) const fn home(&self) -> usize {
        self.home
    }

    /// Returns where a cell of the board goes.
    pub(crate) const fn cell(&self, cell: usize) -> usize {
        let [rows, cols] = self.sides;
        let (mut row, mut column) = if self.is_laid {
            (cell % rows, cell / rows)
        } else {
            (cell / cols, cell % cols)
        };
        if self.flips[0] {
            row = rows - 1 - row;
        }
        if self.flips[1] {
            column = cols - 1 - column;
        }
        row * cols + column
    }

    /// Returns for each cell of the turned board the cell that its tile must reach.
    pub(crate) fn board(&self, board: &CanonicalBoard) -> [u8; MAX_SLIDE_CELLS] {
        let mut cells = [0; MAX_SLIDE_CELLS];
        for (cell, &tile) in board.cells.iter().enumerate() {
            cells[self.cell(cell)] = self.cell(usize::from(tile)) as u8;
        }
        cells
    }

    /// Returns the direction on the board of a move on the turned one, of a tile that moves along
    /// its column (or row), downwards (or to the right) or not.
    pub(crate) const fn direction(&self, is_vertical: bool, is_onwards: bool) -> Direction {
        let is_onwards = is_onwards != self.flips[!is_vertical as usize];
        match (is_vertical != self.is_laid, is_onwards) {
            (true, true) => Direction::Down,
            (true, false) => Direction::Up,
            (false, true) => Direction::Right,
            (false, false) => Direction::Left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_turn_with_the_board() {
        for (rows, cols) in [(4, 4), (3, 5), (5, 3), (2, 6), (6, 2)] {
            let shape = Shape::rectangle(rows, cols).expect("a small shape");
            for home in 0..shape.cells() {
                let upright = Upright::new(shape, home).expect("a flat shape");
                let [high, wide] = upright.sides();
                let (row, column) = (upright.home() / wide, upright.home() % wide);
                assert!(high <= wide && 2 * row + 1 >= high && 2 * column + 1 >= wide);
                assert!(high < wide || row <= column);
                for from in 0..shape.cells() {
                    for direction in Direction::ALL {
                        let Some(to) = shape.neighbour(from, direction) else {
                            continue;
                        };
                        let [from, to] = [from, to].map(|cell| upright.cell(cell));
                        let is_vertical = from % wide == to % wide;
                        let turned = upright.direction(is_vertical, to > from);
                        assert_eq!(turned, direction, "{shape}, {home}");
                    }
                }
            }
        }
        let shape = |rows, cols, layers| Shape::new(rows, cols, layers).expect("a shape");
        assert_eq!(Upright::new(shape(4, 5, 1), 0), None);
        assert_eq!(Upright::new(shape(2, 2, 2), 0), None);
        assert_eq!(Upright::new(shape(1, 9, 1), 0), None);
    }
}
