//! The walks of the blank from cell to cell, and their worth.

use alloc::collections::VecDeque;

use super::tuning::{DETOUR, FAR_WALK, LONGEST_WALK, WORTH_OF_STEP};
use super::workspace::{Workspace, axis_of};
use crate::runtime::alloc::OutOfMemory;
use crate::side::Side;

/// The steps of a walk, as numbers of [`Side::ALL`], and the cells that it comes through.
#[derive(Clone, Copy, Debug)]
struct Way {
    turns: [u8; LONGEST_WALK],
    cells: [u16; LONGEST_WALK],
    len: usize,
    /// The number of moves minus their worth, in halves of a move.
    cost: i32,
}

impl Way {
    const NONE: Self = Self {
        turns: [0; LONGEST_WALK],
        cells: [0; LONGEST_WALK],
        len: 0,
        cost: 0,
    };
}

/// The cheapest way so far.
#[derive(Debug, Default)]
struct Best {
    way: Option<Way>,
    /// The number of ways that were extended.
    looked_at: usize,
}

/// The constraints of a walk.
#[derive(Clone, Copy, Debug)]
struct WalkTarget {
    to: usize,
    /// The cell of a tile that must not be moved.
    stays: Option<usize>,
    /// The most steps.
    most: usize,
    /// True if every step must come nearer, and the walk may end anywhere after `most` of them.
    is_straight: bool,
}

impl Workspace {
    /// Walks the blank nearer to a cell that it has not reached, around one tile that is to stay.
    /// Of the ways that are not much longer than the shortest it takes the cheapest: each step
    /// moves a tile, and is worth more if the tile comes nearer to its place. Returns the number of
    /// steps examined.
    pub(super) fn walk(&mut self, to: usize, stays: Option<usize>) -> Result<usize, OutOfMemory> {
        let left = self.distance(self.blank, to);
        let is_straight = left >= FAR_WALK;
        let most = match left {
            FAR_WALK.. => FAR_WALK - 1,
            // Around a tile in between.
            2 => (left + DETOUR).max(4),
            _ => left + DETOUR,
        };
        let target = WalkTarget {
            to,
            stays,
            most: most.min(LONGEST_WALK),
            is_straight,
        };
        let mut best = Best::default();
        self.weigh(&target, self.blank, &mut Way::NONE.clone(), &mut best);
        let Some(way) = best.way else {
            return Ok(best.looked_at + self.walk_around(to, stays)?);
        };
        for (&turn, &cell) in way.turns[..way.len].iter().zip(&way.cells) {
            self.go(Side::ALL[turn as usize], cell as usize)?;
        }
        Ok(best.looked_at)
    }

    /// Tries all ways from a cell, and keeps the cheapest.
    fn weigh(&self, target: &WalkTarget, at: usize, way: &mut Way, best: &mut Best) {
        let is_there = if target.is_straight {
            way.len == target.most
        } else {
            at == target.to
        };
        if is_there {
            if best.way.is_none_or(|best| way.cost < best.cost) {
                best.way = Some(*way);
            }
            return;
        }
        best.looked_at += 1;
        let left = self.distance(at, target.to);
        for (turn, side) in (0..).zip(Side::ALL) {
            let Some(cell) = self.beside(at, side) else {
                continue;
            };
            let after = self.distance(cell, target.to);
            let is_allowed = if target.is_straight {
                after < left
            } else {
                way.len + 1 + after <= target.most
            };
            let is_met = cell == self.blank || way.cells[..way.len].contains(&(cell as u16));
            if !is_allowed || self.is_fixed[cell] || Some(cell) == target.stays || is_met {
                continue;
            }
            let cost = way.cost;
            (way.turns[way.len], way.cells[way.len]) = (turn, cell as u16);
            way.len += 1;
            way.cost += 2 - WORTH_OF_STEP * self.gain(cell, side);
            self.weigh(target, cell, way, best);
            way.len -= 1;
            way.cost = cost;
        }
    }

    /// Returns whether the tile on a cell comes nearer to its place when the blank goes there by a
    /// step to that side: 1 or -1.
    fn gain(&self, cell: usize, side: Side) -> i32 {
        let (axis, is_up) = axis_of(side);
        let beyond = self.beyond[axis][cell];
        if (is_up && beyond > 0) || (!is_up && beyond < 0) {
            1
        } else {
            -1
        }
    }

    /// Walks the blank the shortest way to a cell if the straight one is blocked; such a way is
    /// short. Returns the number of cells visited.
    fn walk_around(&mut self, to: usize, stays: Option<usize>) -> Result<usize, OutOfMemory> {
        self.walks += 1;
        let mut queue = VecDeque::from([to]);
        self.seen[to] = (self.walks, 0);
        let mut looked_at = 0;
        // From the end, so that the steps come out in order.
        while let Some(cell) = queue.pop_front() {
            if cell == self.blank {
                break;
            }
            looked_at += 1;
            for (turn, side) in (0..).zip(Side::ALL) {
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
            let side = Side::ALL[turn as usize].undo();
            let (true, Some(cell)) = (walk == self.walks, self.beside(self.blank, side)) else {
                unreachable!("what is left is never cut in two");
            };
            self.go(side, cell)?;
        }
        Ok(looked_at)
    }
}
