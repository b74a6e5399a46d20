//! Line by line: one line (in a box one layer) after the other is put in order and left fixed.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;

use super::greedy_transport::{OTHER_AXES, PRICE_UNIT};
use super::workspace::{Seen, Workspace};
use crate::region::Region;
use crate::runtime::{OutOfMemory, Pace};
use crate::side::Side;

/// A line or layer at an end of a box.
#[derive(Debug)]
pub(super) struct Face {
    pub(super) cells: Vec<usize>,
    /// The number of cells of a line, of which a layer has several.
    pub(super) length: usize,
    /// The number of the cell behind a cell, away from the edge, minus the number of the cell.
    inwards: isize,
}

impl Face {
    /// Cuts off the outermost line or layer of a box: that at the end of the longest side farther
    /// from the home.
    pub(super) fn cut_off(left: &mut Region, workspace: &Workspace) -> Self {
        let (sides, home) = (left.sides(), workspace.coordinates(workspace.home));
        let strides = workspace.shape.strides();
        // Of equally long sides the first axis.
        let normal = (0..3).rev().max_by_key(|&it| sides[it]).unwrap_or(0);
        let [first, second] = OTHER_AXES[normal];
        let is_high = left.high[normal] - home[normal] >= home[normal] - left.low[normal];
        let mut corner = left.low;
        corner[normal] = if is_high { left.high } else { left.low }[normal];
        let corner = workspace.cell(corner);
        left.cut_off(normal, is_high);
        let cells = (0..sides[first] * sides[second]).map(|nth| {
            let (inner, outer) = (nth % sides[first], nth / sides[first]);
            corner + inner * strides[first] + outer * strides[second]
        });
        let inwards = strides[normal] as isize;
        Self {
            cells: cells.collect(),
            // A face one cell wide is a line.
            length: sides[if sides[first] > 1 { first } else { second }],
            inwards: if is_high { -inwards } else { inwards },
        }
    }
}

/// The number of remaining cells that are solved by a table of all distances.
const MOST_LEFT: usize = 8;

/// The steps that a walk may take more than the distance, before all cells are searched for a path.
const DETOUR: usize = 4;

/// The cost of a step of a walk, in cells visited.
const WALKED: usize = 6;

impl Workspace {
    /// Puts the outermost line or layer in order and leaves it fixed, until at most [`MOST_LEFT`]
    /// cells are left.
    pub(super) async fn put_in_order(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        while self.rest.cells() > MOST_LEFT {
            let mut rest = self.rest;
            let face = Face::cut_off(&mut rest, self);
            self.settle(face.cells.len(), pace).await?;
            for &cell in &face.cells[..face.cells.len() - 1] {
                self.lead(cell, cell, pace).await?;
                self.is_fixed[cell] = true;
            }
            self.swing_in(&face, pace).await?;
            self.rest = rest;
        }
        Ok(())
    }

    /// Leads the tile that belongs to the cell `goal` to another one, each step by the cheapest
    /// turn. It stops on the path if fixed cells are on it.
    pub(super) async fn lead(
        &mut self,
        goal: usize,
        to: usize,
        pace: &mut Pace,
    ) -> Result<(), OutOfMemory> {
        loop {
            let tile = usize::from(self.place_of[goal]);
            let left = self.distance(tile, to);
            // A turn costs the blank two steps, going straight on four.
            let steps = Side::ALL.into_iter().filter_map(|side| {
                let next = self.beside(tile, side)?;
                let is_nearer = !self.is_fixed[next] && self.distance(next, to) < left;
                let is_behind = self.beside(tile, side.undo()) == Some(self.blank);
                let cost = self.distance(self.blank, next) + 2 * usize::from(is_behind);
                is_nearer.then_some((cost, side, next))
            });
            // The remaining box always has one until the tile is there.
            let Some((_, side, next)) = steps.min_by_key(|&(cost, ..)| cost) else {
                return Ok(());
            };
            self.walk(next, Some(tile), pace).await?;
            self.go_all([side.undo()], pace).await?;
        }
    }

    /// Walks the blank to a cell, around a tile if one is to stay. Meanwhile it brings other tiles
    /// nearer to their places.
    pub(super) async fn walk(
        &mut self,
        to: usize,
        stays: Option<usize>,
        pace: &mut Pace,
    ) -> Result<(), OutOfMemory> {
        let stays = stays.map(|cell| (cell, mem::replace(&mut self.is_fixed[cell], true)));
        let (path, visited) = self.path_to(to, DETOUR);
        self.go_along(path, PRICE_UNIT);
        if let Some((cell, was_fixed)) = stays {
            self.is_fixed[cell] = was_fixed;
        }
        self.settle(WALKED * visited, pace).await
    }

    /// Brings in the last tile of a face by moving the one before again: its cell has one neighbour
    /// left.
    async fn swing_in(&mut self, face: &Face, pace: &mut Pace) -> Result<(), OutOfMemory> {
        let [.., before, last] = face.cells[..] else {
            unreachable!("a box that is no path has faces of two cells or more");
        };
        // The two, and twice those that are next to them, away from the edge.
        let behind = |cell: usize, steps| cell.wrapping_add_signed(steps * face.inwards);
        let rows = [0, 1, 2].map(|steps| [before, last].map(|cell| behind(cell, steps)));
        let (far, window) = (rows[2][1], rows.as_flattened());
        let tile = usize::from(self.place_of[last]);
        if tile == last {
            return Ok(());
        }
        if !window.contains(&tile) {
            self.lead(last, far, pace).await?;
        }
        if !window.contains(&self.blank) {
            let tile = usize::from(self.place_of[last]);
            let free = window[2..].iter().copied().filter(|&cell| cell != tile);
            if let Some(to) = free.min_by_key(|&cell| self.distance(cell, self.blank)) {
                self.walk(to, Some(tile), pace).await?;
            }
        }
        self.is_fixed[before] = false;
        self.go_all(self.path_in(window), pace).await
    }

    /// Finds the fewest steps of the blank that bring both tiles of a window home, by breadth-first
    /// search: there are 120 states.
    fn path_in(&self, window: &[usize]) -> Vec<Side> {
        let [before, last] = [0, 1].map(|nth| usize::from(self.place_of[window[nth]]));
        let (mut met, mut read) = (Vec::from([([before, last, self.blank], Vec::new())]), 0);
        loop {
            let ([before, last, blank], path) = met[read].clone();
            if [before, last] == window[..2] {
                return path;
            }
            read += 1;
            for side in Side::ALL {
                let to = self.beside(blank, side).filter(|to| window.contains(to));
                let Some(to) = to else { continue };
                let moved = |tile: usize| if tile == to { blank } else { tile };
                let next = [moved(before), moved(last), to];
                if met.iter().all(|(state, _)| *state != next) {
                    met.push((next, [&path[..], &[side]].concat()));
                }
            }
        }
    }

    /// Returns the shortest path of the blank to a cell around fixed ones, among equals the one
    /// worth most, and the number of cells visited. Searches paths of at most `detour` steps more
    /// than the distance first, then all.
    fn path_to(&mut self, to: usize, detour: usize) -> (Vec<Side>, usize) {
        self.walks += 1;
        let most = self.distance(self.blank, to).saturating_add(detour);
        let mut queue = VecDeque::from([to]);
        self.seen[to] = Seen {
            walk: self.walks,
            ..Seen::default()
        };
        let mut visited = 0;
        // From the end, so that the steps come out in order.
        while let Some(cell) = queue.pop_front().filter(|&cell| cell != self.blank) {
            visited += 1;
            let Seen { left, worth, .. } = self.seen[cell];
            for back in Side::ALL {
                let is_near = |it| left as usize + 1 + self.distance(it, self.blank) <= most;
                let next = self.beside(cell, back);
                let next = next.filter(|&it| !self.is_fixed[it] && is_near(it));
                let Some(next) = next else { continue };
                let side = back.undo();
                let seen = Seen {
                    walk: self.walks,
                    left: left + 1,
                    worth: worth + self.worth(side, cell, 0),
                    side: Some(side),
                };
                let before = self.seen[next];
                if before.walk != self.walks {
                    queue.push_back(next);
                } else if before.left <= left || before.worth >= seen.worth {
                    continue;
                }
                self.seen[next] = seen;
            }
        }
        if self.seen[self.blank].walk != self.walks {
            assert!(detour < usize::MAX, "the rest is never cut in two");
            let (path, more) = self.path_to(to, usize::MAX);
            return (path, visited + more);
        }
        let (mut at, mut path) = (self.blank, Vec::new());
        while let Some(side) = self.seen[at].side {
            path.push(side);
            at = self.beside(at, side).unwrap_or(to);
        }
        debug_assert_eq!(at, to, "only the end was entered from no side");
        (path, visited)
    }
}
