//! The peeling of a board: line after line, in a box layer after layer, is put in order and left alone.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::ControlFlow;

use super::Site;
use crate::direction::Direction;
use crate::search::automaton::ORDER;
use crate::shape::Shape;
use crate::tables::full::FullTable;

/// What is left is read off a table from so few cells on; it is built in about a millisecond.
pub(super) const MOST_LEFT: usize = 8;

/// The distances of all boards of the last cells.
#[derive(Debug)]
pub(super) struct Rest {
    shape: Shape,
    home: usize,
    table: FullTable,
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

    /// Puts the outermost line or layer in order, at the end of the longest side (or as the style says) that is farther from the home.
    pub(super) fn peel(&mut self) -> ControlFlow<()> {
        let mut axes = [0, 1, 2];
        axes.sort_by_key(|&axis| Reverse(self.side(axis)));
        let [longest, second, _] = axes.map(|axis| self.side(axis));
        let is_across = self.style.is_across && second > 2 && second + 1 >= longest;
        let normal = axes[usize::from(is_across)];
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
        if self.style.is_reversed {
            cells.reverse();
        }
        // The last cell has one neighbour left: its tile comes in together with the one before.
        if let Some((&last, rest)) = cells.split_last() {
            for &cell in rest {
                self.lead(cell, cell)?;
                self.is_fixed[cell] = true;
            }
            self.swing(rest.last().copied(), last, normal, is_high)?;
            self.is_fixed[last] = true;
        }
        if is_high {
            self.high[normal] -= 1;
        } else {
            self.low[normal] += 1;
        }
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

    /// Finds the fewest steps of the blank that bring both tiles of a window home, by breadth-first search: there are 120 states.
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

    /// Reads the rest off a table.
    fn finish(&mut self, rest: &mut Option<Rest>) -> ControlFlow<()> {
        let sides = [0, 1, 2].map(|axis| self.side(axis));
        let (Ok(shape), low) = (Shape::new(sides[0], sides[1], sides[2]), self.low) else {
            unreachable!("a part of a shape is a shape");
        };
        let inside = |cell: usize| {
            let [row, col, layer] = self.coordinates(cell);
            ((layer - low[2]) * sides[0] + row - low[0]) * sides[1] + col - low[1]
        };
        let cells = (0..self.at.len()).filter(|&cell| !self.is_fixed[cell]);
        let at: Vec<u16> = cells
            .map(|cell| inside(self.at[cell] as usize) as u16)
            .collect();
        let (blank, home) = (inside(self.blank), inside(self.home));
        if rest
            .as_ref()
            .is_none_or(|rest| (rest.shape, rest.home) != (shape, home))
        {
            let Ok(table) = FullTable::new(shape, home) else {
                return ControlFlow::Break(());
            };
            *rest = Some(Rest { shape, home, table });
        }
        let Some(Rest { table, .. }) = rest else {
            unreachable!("it was just put there");
        };
        let mut walk = table.walk(&at, blank);
        while walk.left() > 0 {
            let (side, _) = walk.step();
            if let Some(cell) = self.beside(self.blank, side) {
                self.go(side, cell)?;
            }
        }
        ControlFlow::Continue(())
    }
}
