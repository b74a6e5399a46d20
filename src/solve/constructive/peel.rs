//! The peeling of a board: line after line, in a box layer after layer, is put in order and left
//! alone.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::ControlFlow;

use super::Site;
use crate::direction::Direction;
use crate::direction::ORDER;
use crate::search::all_boards::{AllBoards, Walk};
use crate::shape::Shape;

/// What is left is read off a table from so few cells on; it is built in about a millisecond.
pub(super) const MOST_LEFT: usize = 8;

/// The distances of all boards of the last cells.
#[derive(Debug)]
pub(super) struct Rest {
    shape: Shape,
    home: usize,
    table: AllBoards,
    /// The cells on the whole board, and by those cells the ones of the part.
    cells: Vec<usize>,
    inside: Vec<u16>,
}

/// A line or layer at an end of the box that is left.
#[derive(Debug)]
pub(super) struct Face {
    /// The axis along which the box gets shorter.
    normal: usize,
    /// Whether it is at the end of the higher coordinates.
    is_high: bool,
    pub(super) cells: Vec<usize>,
    /// How many cells lie in a row, where it is a layer.
    row: usize,
}

impl Face {
    /// Returns its lines: one, or the rows of a layer.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[usize]> {
        self.cells.chunks(self.row)
    }
}

impl Site<'_, '_> {
    /// Puts everything in order.
    ///
    /// The table of the last cells is kept for the next time.
    pub(super) fn peel_all(&mut self, rest: &mut Option<Rest>) -> ControlFlow<()> {
        while self.cells_left() > MOST_LEFT {
            self.peel()?;
        }
        self.finish(rest)
    }

    /// Leads the tile that belongs to a cell to another one.
    fn lead(&mut self, goal: usize, to: usize) -> ControlFlow<()> {
        loop {
            let tile = self.place_of[goal] as usize;
            let left = self.distance(tile, to);
            if left == 0 {
                return ControlFlow::Continue(());
            }
            // A turn costs the blank two steps, going straight on four.
            let steps = ORDER.into_iter().filter_map(|side| {
                let next = self.beside(tile, side)?;
                let is_nearer = !self.is_fixed[next] && self.distance(next, to) < left;
                let is_behind = self.beside(tile, side.opposite()) == Some(self.blank);
                let cost = self.distance(self.blank, next) + 2 * usize::from(is_behind);
                is_nearer.then_some((cost, side, next))
            });
            let Some((_, side, next)) = steps.min_by_key(|&(cost, ..)| cost) else {
                unreachable!("what is left holds the way to each of its cells");
            };
            self.walk(next, Some(tile))?;
            self.go(side.opposite(), tile)?;
        }
    }

    /// Returns the outermost line or layer, at the end of the longest side that is farther from the
    /// home.
    pub(super) fn face(&self) -> Face {
        let mut axes = [0, 1, 2];
        axes.sort_by_key(|&axis| Reverse(self.side(axis)));
        let normal = axes[0];
        let home = self.coordinates(self.home);
        let is_high = self.high[normal] - home[normal] >= home[normal] - self.low[normal];
        let edge = if is_high {
            self.high[normal]
        } else {
            self.low[normal]
        };
        let [first, second] = [[1, 2], [0, 2], [0, 1]][normal];
        let mut cells = Vec::new();
        for outer in self.low[second]..=self.high[second] {
            for inner in self.low[first]..=self.high[first] {
                let mut at = [0; 3];
                (at[normal], at[first], at[second]) = (edge, inner, outer);
                cells.push(self.cell(at));
            }
        }
        let rows = self.side(second);
        Face {
            normal,
            is_high,
            row: if self.shape.is_rectangle() {
                cells.len()
            } else {
                cells.len() / rows
            },
            cells,
        }
    }

    /// Leaves a line or layer alone from now on.
    pub(super) fn leave(&mut self, face: &Face) {
        for &cell in &face.cells {
            self.is_fixed[cell] = true;
        }
        if face.is_high {
            self.high[face.normal] -= 1;
        } else {
            self.low[face.normal] += 1;
        }
    }

    /// Puts the outermost line or layer in order.
    pub(super) fn peel(&mut self) -> ControlFlow<()> {
        let face = self.face();
        // The last cell has one neighbour left: its tile comes in together with the one before.
        if let Some((&last, rest)) = face.cells.split_last() {
            for &cell in rest {
                self.lead(cell, cell)?;
                self.is_fixed[cell] = true;
            }
            self.swing(rest.last().copied(), last, face.normal, face.is_high)?;
        }
        self.leave(&face);
        // The blank may have been left where nothing moves any more.
        if self.is_fixed[self.blank] {
            unreachable!("the blank is never where a tile belongs");
        }
        ControlFlow::Continue(())
    }

    /// Brings in the last tile of a line by moving the one before once more.
    fn swing(
        &mut self,
        before: Option<usize>,
        last: usize,
        normal: usize,
        is_high: bool,
    ) -> ControlFlow<()> {
        let Some(before) = before else {
            return self.lead(last, last);
        };
        let inwards = |cell: usize, steps: usize| {
            let mut at = self.coordinates(cell);
            at[normal] = if is_high {
                at[normal] - steps
            } else {
                at[normal] + steps
            };
            self.cell(at)
        };
        let window = [
            before,
            last,
            inwards(before, 1),
            inwards(last, 1),
            inwards(before, 2),
            inwards(last, 2),
        ];
        if self.place_of[last] as usize == last {
            return ControlFlow::Continue(());
        }
        if !window.contains(&(self.place_of[last] as usize)) {
            self.lead(last, window[5])?;
        }
        if !window.contains(&self.blank) {
            let tile = self.place_of[last] as usize;
            let free = window[2..].iter().copied().filter(|&cell| cell != tile);
            if let Some(to) = free.min_by_key(|&cell| self.distance(cell, self.blank)) {
                self.walk(to, Some(tile))?;
            }
        }
        self.is_fixed[before] = false;
        for side in self.ways_in(&window, before, last) {
            if let Some(cell) = self.beside(self.blank, side) {
                self.go(side, cell)?;
            }
        }
        self.is_fixed[before] = true;
        ControlFlow::Continue(())
    }

    /// Finds the fewest steps of the blank that bring both tiles of a window home, by breadth-first
    /// search: there are 120 states.
    fn ways_in(&self, window: &[usize; 6], before: usize, last: usize) -> Vec<Direction> {
        let slot = |cell: usize| window.iter().position(|&it| it == cell).unwrap_or(0);
        let number = |[a, b, blank]: [usize; 3]| (a * 6 + b) * 6 + blank;
        let start = [
            slot(self.place_of[before] as usize),
            slot(self.place_of[last] as usize),
            slot(self.blank),
        ];
        let mut came: [Option<(usize, Direction)>; 216] = [None; 216];
        let mut queue = VecDeque::from([start]);
        while let Some([a, b, blank]) = queue.pop_front() {
            let state = number([a, b, blank]);
            if (a, b) == (0, 1) {
                let mut steps = Vec::new();
                let mut at = state;
                while at != number(start) {
                    let Some((parent, side)) = came[at] else {
                        break;
                    };
                    steps.push(side);
                    at = parent;
                }
                steps.reverse();
                return steps;
            }
            for side in ORDER {
                let Some(cell) = self.beside(window[blank], side) else {
                    continue;
                };
                let Some(to) = window.iter().position(|&it| it == cell) else {
                    continue;
                };
                let moved = |tile: usize| if tile == to { blank } else { tile };
                let next = [moved(a), moved(b), to];
                if number(next) != number(start) && came[number(next)].is_none() {
                    came[number(next)] = Some((state, side));
                    queue.push_back(next);
                }
            }
        }
        Vec::new()
    }

    /// Returns the distances of all boards of the last cells, which are kept for the next time;
    /// `None` if there is no memory.
    pub(super) fn rest<'r>(&self, rest: &'r mut Option<Rest>) -> Option<&'r Rest> {
        let [rows, cols, layers] = [0, 1, 2].map(|axis| self.side(axis));
        let Ok(shape) = Shape::new(rows, cols, layers) else {
            unreachable!("a part of a shape is a shape");
        };
        let mut inside = Vec::new();
        let mut cells = Vec::new();
        for cell in (0..self.at.len()).filter(|&cell| !self.is_fixed[cell]) {
            inside.resize(cell + 1, u16::MAX);
            inside[cell] = cells.len() as u16;
            cells.push(cell);
        }
        let home = usize::from(inside[self.home]);
        let is_known = rest
            .as_ref()
            .is_some_and(|rest| (rest.shape, rest.home) == (shape, home));
        let table = match rest.take() {
            Some(rest) if is_known => rest.table,
            _ => AllBoards::new(shape, home).ok()?,
        };
        let known = Rest {
            shape,
            home,
            table,
            cells,
            inside,
        };
        Some(rest.insert(known))
    }

    /// Reads the rest off a table.
    pub(super) fn finish(&mut self, rest: &mut Option<Rest>) -> ControlFlow<()> {
        let Some(rest) = self.rest(rest) else {
            return ControlFlow::Break(());
        };
        let mut walk = rest.walk(&self.at, self.blank);
        while walk.left() > 0 {
            let (side, _) = walk.step(&rest.table);
            if let Some(cell) = self.beside(self.blank, side) {
                self.go(side, cell)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Rest {
    /// Begins the walk home of a board of which the other cells are in order.
    pub(super) fn walk(&self, at: &[u16], blank: usize) -> Walk {
        let inside = |cell: usize| self.inside[cell];
        let cells: Vec<u16> = self
            .cells
            .iter()
            .map(|&cell| inside(at[cell].into()))
            .collect();
        self.table.walk(&cells, inside(blank).into())
    }
}
