//! The walks of the blank from cell to cell, and what they are worth.

use alloc::collections::VecDeque;
use core::ops::ControlFlow;

use super::{Site, axis_of};
use crate::direction::Direction;
use crate::direction::ORDER;

/// The longest way that is weighed as a whole.
const LONGEST: usize = 9;

/// A straight way this long is walked in parts.
const FAR: usize = 6;

/// What a tile's step nearer to its place is worth, in halves of a move.
const WORTH: i32 = 3;

/// The steps of a walk, as numbers of [`ORDER`], and the cells that it comes through.
#[derive(Clone, Copy, Debug)]
struct Way {
    turns: [u8; LONGEST],
    cells: [u16; LONGEST],
    len: usize,
    /// The moves less what they are worth, in halves of a move.
    cost: i32,
}

impl Way {
    const NONE: Self = Self {
        turns: [0; LONGEST],
        cells: [0; LONGEST],
        len: 0,
        cost: 0,
    };
}

/// What a walk has to keep to.
#[derive(Clone, Copy, Debug)]
struct Errand {
    to: usize,
    /// The cell of a tile that must not be moved.
    stays: Option<usize>,
    /// The most steps.
    most: usize,
    /// Whether every step must come nearer, and the walk may end anywhere after `most` of them.
    is_straight: bool,
}

impl Site<'_, '_> {
    /// Walks the blank to a cell, around one tile that is to stay. Of the ways that are not much
    /// longer than the shortest it takes the one that does the most good: each step moves a
    /// tile, and some of them come nearer to their places.
    pub(super) fn walk(&mut self, to: usize, stays: Option<usize>) -> ControlFlow<()> {
        while self.blank != to {
            let left = self.distance(self.blank, to);
            let is_straight = left >= FAR;
            let most = match left {
                FAR.. => FAR - 1,
                // Around a tile in between.
                2 => (left + self.detour).max(4),
                _ => left + self.detour,
            };
            let errand = Errand {
                to,
                stays,
                most: most.min(LONGEST),
                is_straight,
            };
            let mut best = None;
            self.weigh(&errand, self.blank, &mut Way::NONE.clone(), &mut best);
            let Some(way) = best else {
                return self.walk_around(to, stays);
            };
            for (&turn, &cell) in way.turns[..way.len].iter().zip(&way.cells) {
                self.go(ORDER[turn as usize], cell as usize)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes through all ways on from a cell, and keeps the cheapest.
    fn weigh(&self, errand: &Errand, at: usize, way: &mut Way, best: &mut Option<Way>) {
        let is_there = if errand.is_straight {
            way.len == errand.most
        } else {
            at == errand.to
        };
        if is_there {
            if best.is_none_or(|best| way.cost < best.cost) {
                *best = Some(*way);
            }
            return;
        }
        let left = self.distance(at, errand.to);
        for (turn, side) in (0..).zip(ORDER) {
            let Some(cell) = self.beside(at, side) else {
                continue;
            };
            let after = self.distance(cell, errand.to);
            let is_allowed = if errand.is_straight {
                after < left
            } else {
                way.len + 1 + after <= errand.most
            };
            let is_met = cell == self.blank || way.cells[..way.len].contains(&(cell as u16));
            if !is_allowed || self.is_fixed[cell] || Some(cell) == errand.stays || is_met {
                continue;
            }
            let cost = way.cost;
            (way.turns[way.len], way.cells[way.len]) = (turn, cell as u16);
            way.len += 1;
            way.cost += 2 - WORTH * self.gain(cell, side);
            self.weigh(errand, cell, way, best);
            way.len -= 1;
            way.cost = cost;
        }
    }

    /// Returns whether the tile on a cell comes nearer to its place when the blank goes there by a
    /// step to that side: 1 or -1.
    fn gain(&self, cell: usize, side: Direction) -> i32 {
        let (axis, is_up) = axis_of(side);
        let beyond = self.beyond[cell][axis];
        if (is_up && beyond > 0) || (!is_up && beyond < 0) {
            1
        } else {
            -1
        }
    }

    /// Walks the blank the shortest way to a cell, where the straight one is blocked: it is short
    /// then.
    pub(super) fn walk_around(&mut self, to: usize, stays: Option<usize>) -> ControlFlow<()> {
        self.walks += 1;
        let mut queue = VecDeque::from([to]);
        self.seen[to] = (self.walks, 0);
        // From the end, so that the steps come out in order.
        while let Some(cell) = queue.pop_front() {
            if cell == self.blank {
                break;
            }
            for (turn, side) in (0..).zip(ORDER) {
                let Some(next) = self.beside(cell, side) else {
                    continue;
                };
                let is_free = !self.is_fixed[next] && Some(next) != stays;
                if is_free && self.seen[next].0 != self.walks {
                    self.seen[next] = (self.walks, turn);
                    queue.push_back(next);
                }
            }
        }
        while self.blank != to {
            let (walk, turn) = self.seen[self.blank];
            let side = ORDER[turn as usize].opposite();
            let (true, Some(cell)) = (walk == self.walks, self.beside(self.blank, side)) else {
                unreachable!("what is left is never cut in two");
            };
            self.go(side, cell)?;
        }
        ControlFlow::Continue(())
    }
}
