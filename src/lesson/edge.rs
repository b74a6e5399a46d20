//! The rest of the board, and the line at its edge that comes next.

use crate::direction::Direction;
use crate::lesson::step::Line;
use crate::region::Region;
use crate::shape::Shape;

/// A line at an edge of the rectangle that is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) line: Line,
    shape: Shape,
    first: usize,
    /// The number of its cells.
    pub(super) length: usize,
    /// The direction from its first cell to its last one.
    along: Direction,
    /// The direction from it to the rest of the rectangle.
    pub(super) inwards: Direction,
}

impl Edge {
    /// Returns the line that comes next: the top row, then the left column once two rows are left.
    /// If the blank belongs there, it is the one at the other end. `None` once a block of two rows
    /// and two columns is left, or a single line.
    pub(super) fn of(rest: &Region, shape: Shape, home: usize) -> Option<Self> {
        let home = shape.place(home);
        let ([top, left, _], [bottom, right, _]) = (rest.low, rest.high);
        let [height, width, _] = rest.sides();
        if height.min(width) < 2 || height.max(width) == 2 {
            return None;
        }
        let is_row = height > 2;
        let (row, column, inwards) = match is_row {
            true if home.row == top => (bottom, left, Direction::Up),
            true => (top, left, Direction::Down),
            false if home.column == left => (top, right, Direction::Left),
            false => (top, left, Direction::Right),
        };
        let (line, length, along) = if is_row {
            (Line::Row(row), width, Direction::Right)
        } else {
            (Line::Column(column), height, Direction::Down)
        };
        Some(Self {
            line,
            shape,
            first: row * shape.columns() + column,
            length,
            along,
            inwards,
        })
    }

    /// Cuts it off from the rectangle that is left.
    pub(super) const fn cut_off(&self, rest: &mut Region) {
        let is_row = matches!(self.line, Line::Row(_));
        let is_high = matches!(self.inwards, Direction::Up | Direction::Left);
        rest.cut_off(if is_row { 0 } else { 1 }, is_high);
    }

    /// Returns a cell of the line, or behind it: the `nth` cell, `depth` cells inwards.
    pub(super) fn cell(&self, nth: usize, depth: usize) -> usize {
        self.shift(self.shift(self.first, self.along, nth), self.inwards, depth)
    }

    /// Returns a cell of the window of the last two columns, three cells deep, as if this were the
    /// top row: `column` is 0 or 1.
    pub(super) fn window(&self, column: usize, depth: usize) -> usize {
        self.cell(self.length - 2 + column, depth)
    }

    /// Returns the direction that corresponds to one of the top row: `Right` is along the line,
    /// `Down` inwards.
    pub(super) const fn turned(&self, direction: Direction) -> Direction {
        match direction {
            Direction::Right => self.along,
            Direction::Left => self.along.opposite(),
            Direction::Down => self.inwards,
            _ => self.inwards.opposite(),
        }
    }

    pub(super) fn shift(&self, cell: usize, direction: Direction, steps: usize) -> usize {
        let step = |cell, _| self.shape.neighbour(cell, direction).unwrap_or(cell);
        (0..steps).fold(cell, step)
    }
}
