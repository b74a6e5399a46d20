//! Line by line: one line (in a box one layer) after the other is put in order and left fixed.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::path_planner::{PRICE_UNIT, worth as step_worth};
use super::workspace::{Seen, Workspace};
use crate::region::Region;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::side::Side;

/// A line or layer at an end of the box that is left.
#[derive(Debug)]
pub(super) struct Face {
    /// The axis along which the box becomes shorter.
    pub(super) normal: usize,
    /// True if it is at the end of the higher coordinates.
    pub(super) is_high: bool,
    pub(super) cells: Vec<usize>,
    /// The number of cells of a line, of which a layer has several.
    pub(super) length: usize,
}

impl Face {
    /// Returns the outermost line or layer of the box that is left, at the end of the longest side
    /// that is farther from the home.
    pub(super) fn outermost(left: &Region, workspace: &Workspace) -> Self {
        let (normal, is_high) = left.outermost(workspace.coordinates(workspace.home));
        let edge = [left.low, left.high][usize::from(is_high)][normal];
        let [first, second] = [[1, 2], [0, 2], [0, 1]][normal];
        let mut cells = Vec::new();
        for outer in left.low[second]..=left.high[second] {
            for inner in left.low[first]..=left.high[first] {
                let mut at = [0; 3];
                (at[normal], at[first], at[second]) = (edge, inner, outer);
                cells.push(workspace.cell(at));
            }
        }
        Self {
            normal,
            is_high,
            // A face one cell wide is a line.
            length: [cells.len(), left.sides()[first]][usize::from(left.sides()[first] > 1)],
            cells,
        }
    }

    /// Returns the last two cells and those that are next to them, away from the edge, the last
    /// one's behind the other's.
    fn window(&self, workspace: &Workspace) -> [usize; 6] {
        let [.., before, last] = self.cells[..] else {
            unreachable!("a box that is no path has faces of two cells or more");
        };
        let jump = workspace.shape.strides()[self.normal] as isize;
        let jump = if self.is_high { -jump } else { jump };
        let inwards = |cell: usize, steps| cell.wrapping_add_signed(steps * jump);
        let [near, far] = [1, 2].map(|steps| [before, last].map(|cell| inwards(cell, steps)));
        [before, last, near[0], near[1], far[0], far[1]]
    }
}

/// The steps that a walk may take more than the distance, before all cells are searched for a path.
const DETOUR: usize = 4;

/// The cost of a step of a walk, in cells visited.
const WALKED: usize = 6;

/// Puts the outermost line or layer in order and leaves it fixed, until at most `most` cells are
/// left.
pub(super) async fn put_in_order(
    workspace: &mut Workspace,
    most: usize,
    pace: &mut Pace,
) -> Result<(), OutOfMemory> {
    while workspace.rest.cells() > most {
        let face = Face::outermost(&workspace.rest, workspace);
        workspace.settle(face.cells.len(), pace).await?;
        let last = face.cells.len() - 1;
        for &cell in &face.cells[..last] {
            lead(workspace, cell, cell, pace).await?;
            workspace.is_fixed[cell] = true;
        }
        swing_in(&face, workspace, pace).await?;
        workspace.is_fixed[face.cells[last]] = true;
        workspace.rest.cut_off(face.normal, face.is_high);
        workspace.settle(face.cells.len(), pace).await?;
    }
    Ok(())
}

/// Leads the tile of the cell `goal` to another cell, or the blank if it is its home. A tile stops
/// on the path if fixed cells are on it.
pub(super) async fn fetch(
    workspace: &mut Workspace,
    goal: usize,
    to: usize,
    pace: &mut Pace,
) -> Result<(), OutOfMemory> {
    if goal == workspace.home {
        walk(workspace, to, None, pace).await
    } else {
        lead(workspace, goal, to, pace).await
    }
}

/// Leads the tile that belongs to a cell to another one, each step by the cheapest turn.
async fn lead(
    workspace: &mut Workspace,
    goal: usize,
    to: usize,
    pace: &mut Pace,
) -> Result<(), OutOfMemory> {
    loop {
        let tile = usize::from(workspace.place_of[goal]);
        let left = workspace.distance(tile, to);
        // A turn costs the blank two steps, going straight on four.
        let steps = Side::ALL.into_iter().filter_map(|side| {
            let next = workspace.beside(tile, side)?;
            let is_nearer = !workspace.is_fixed[next] && workspace.distance(next, to) < left;
            let is_behind = workspace.beside(tile, side.undo()) == Some(workspace.blank);
            let cost = workspace.distance(workspace.blank, next) + 2 * usize::from(is_behind);
            is_nearer.then_some((cost, side, next))
        });
        // The remaining box always has one until the tile is there.
        let Some((_, side, next)) = steps.min_by_key(|&(cost, ..)| cost) else {
            return Ok(());
        };
        walk(workspace, next, Some(tile), pace).await?;
        workspace.go(side.undo());
        workspace.settle(WALKED, pace).await?;
    }
}

/// Walks the blank to a cell, around a tile if one is to stay. Meanwhile it brings other tiles
/// nearer to their places.
async fn walk(
    workspace: &mut Workspace,
    to: usize,
    stays: Option<usize>,
    pace: &mut Pace,
) -> Result<(), OutOfMemory> {
    let stays = stays.filter(|&cell| !workspace.is_fixed[cell]);
    if let Some(cell) = stays {
        workspace.is_fixed[cell] = true;
    }
    let (path, visited) = workspace.path_to(to, DETOUR);
    workspace.go_along(path, PRICE_UNIT);
    if let Some(cell) = stays {
        workspace.is_fixed[cell] = false;
    }
    workspace.settle(WALKED * visited, pace).await
}

/// Brings in the last tile of a face by moving the one before again: its cell has one neighbour
/// left.
async fn swing_in(
    face: &Face,
    workspace: &mut Workspace,
    pace: &mut Pace,
) -> Result<(), OutOfMemory> {
    let window = face.window(workspace);
    let [before, last, ..] = window;
    let tile = usize::from(workspace.place_of[last]);
    if tile == last {
        return Ok(());
    }
    if !window.contains(&tile) {
        lead(workspace, last, window[5], pace).await?;
    }
    if !window.contains(&workspace.blank) {
        let tile = usize::from(workspace.place_of[last]);
        let free = window[2..].iter().copied().filter(|&cell| cell != tile);
        if let Some(to) = free.min_by_key(|&cell| workspace.distance(cell, workspace.blank)) {
            walk(workspace, to, Some(tile), pace).await?;
        }
    }
    workspace.is_fixed[before] = false;
    for side in workspace.path_in(&window) {
        workspace.go(side);
    }
    workspace.is_fixed[before] = true;
    workspace.settle(WALKED, pace).await
}

impl Workspace {
    /// Finds the fewest steps of the blank that bring both tiles of a window home, by breadth-first
    /// search: there are 120 states.
    fn path_in(&self, window: &[usize; 6]) -> Vec<Side> {
        let [before, last] = [0, 1].map(|nth| usize::from(self.place_of[window[nth]]));
        let start = [before, last, self.blank];
        let mut met = Vec::from([start]);
        let mut queue = VecDeque::from([(start, Vec::new())]);
        while let Some((state, path)) = queue.pop_front() {
            let [before, last, blank] = state;
            if [before, last] == window[..2] {
                return path;
            }
            for side in Side::ALL {
                let to = self.beside(blank, side);
                let Some(to) = to.filter(|to| window.contains(to)) else {
                    continue;
                };
                let moved = |tile: usize| if tile == to { blank } else { tile };
                let next = [moved(before), moved(last), to];
                if !met.contains(&next) {
                    met.push(next);
                    queue.push_back((next, [&path[..], &[side]].concat()));
                }
            }
        }
        Vec::new()
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
                let next = self.beside(cell, back).filter(|&it| !self.is_fixed[it]);
                let is_near = |it| left as usize + 1 + self.distance(it, self.blank) <= most;
                let Some(next) = next.filter(|&it| is_near(it)) else {
                    continue;
                };
                let side = back.undo();
                let seen = Seen {
                    walk: self.walks,
                    left: left + 1,
                    worth: worth
                        + step_worth(self.displacement[side.axis()][cell], side.is_high(), 0),
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
