//! The peeling of a board: line after line, in a box layer after layer, is put in order and left
//! alone.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::workspace::{Region, Workspace};
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::side::Side;

/// A line or layer at an end of the box that is left.
#[derive(Debug)]
pub(super) struct Face {
    /// The axis along which the box becomes shorter.
    normal: usize,
    /// True if it is at the end of the higher coordinates.
    is_high: bool,
    pub(super) cells: Vec<usize>,
    /// The number of cells of a row, if it is a layer.
    row: usize,
}

impl Face {
    /// Returns the outermost line or layer of the box that is left, at the end of the longest side
    /// that is farther from the home.
    pub(super) fn outermost(left: &Region, workspace: &Workspace) -> Result<Self, OutOfMemory> {
        let sides = left.sides();
        let (normal, is_high) = left.outermost(workspace.coordinates(workspace.home));
        let edge = if is_high {
            left.high[normal]
        } else {
            left.low[normal]
        };
        let [first, second] = [[1, 2], [0, 2], [0, 1]][normal];
        let mut cells = reserved(sides[first] * sides[second])?;
        for outer in left.low[second]..=left.high[second] {
            for inner in left.low[first]..=left.high[first] {
                let mut at = [0; 3];
                (at[normal], at[first], at[second]) = (edge, inner, outer);
                cells.push(workspace.cell(at));
            }
        }
        let rows = if workspace.shape.is_rectangle() {
            1
        } else {
            sides[second]
        };
        Ok(Self {
            normal,
            is_high,
            row: cells.len() / rows,
            cells,
        })
    }

    /// Cuts it off from the box that is left.
    pub(super) const fn cut_off(&self, left: &mut Region) {
        left.cut_off(self.normal, self.is_high);
    }

    /// Fixes its cells from now on.
    pub(super) fn leave(&self, workspace: &mut Workspace) {
        for &cell in &self.cells {
            workspace.is_fixed[cell] = true;
        }
        self.cut_off(&mut workspace.left);
    }

    /// Returns its lines: one, or the rows of a layer.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[usize]> {
        self.cells.chunks(self.row)
    }

    /// Returns the last two cells and those that are next to them, away from the edge, the last
    /// one's behind the other's; and the last one. `None` if there is one cell.
    fn window(&self, workspace: &Workspace) -> Option<([usize; 6], usize)> {
        let [.., before, last] = self.cells[..] else {
            return None;
        };
        let inwards = |cell: usize, steps: usize| {
            let mut at = workspace.coordinates(cell);
            if self.is_high {
                at[self.normal] -= steps;
            } else {
                at[self.normal] += steps;
            }
            workspace.cell(at)
        };
        let window = [
            before,
            last,
            inwards(before, 1),
            inwards(last, 1),
            inwards(before, 2),
            inwards(last, 2),
        ];
        Some((window, last))
    }
}

/// The peeling of a board: the outermost line or layer is put in order and left fixed, until few
/// cells are left.
///
/// Tile after tile is led to its cell, by the cheapest turn at each step; the last two of a line
/// swing in together, through a window of six cells.
#[derive(Debug)]
pub(super) struct LineByLine {
    /// It continues while more cells are left.
    most: usize,
    face: Option<Face>,
    /// The index of the next of the face's cells.
    next: usize,
    /// The tasks that come first, as a stack.
    tasks: Vec<Task>,
}

/// The cost of a step of a walk, in cells visited.
const WALKED: usize = 6;

/// A part of the work on a cell.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// Leads the tile that belongs to a cell to another one.
    Lead { goal: usize, to: usize },
    /// Walks the blank to a cell, around a tile if one is to stay.
    Walk { to: usize, stays: Option<usize> },
    /// Moves the blank to a neighbour.
    Go { side: Side, to: usize },
    /// Fixes a cell from now on.
    Fix(usize),
    /// Walks the blank to the last window.
    Approach,
    /// Brings in the tiles of the last window.
    SwingIn,
}

impl LineByLine {
    /// Returns the work that ends where at most this number of cells are left.
    pub(super) const fn until(most: usize) -> Self {
        Self {
            most,
            face: None,
            next: 0,
            tasks: Vec::new(),
        }
    }

    /// Returns the work that leads the tile of the cell `goal` to another cell, or the blank if it
    /// is its home. It ends on the way if fixed cells are in the way.
    pub(super) fn fetch(goal: usize, to: usize, workspace: &Workspace) -> Self {
        let task = if goal == workspace.home {
            Task::Walk { to, stays: None }
        } else {
            Task::Lead { goal, to }
        };
        Self {
            most: usize::MAX,
            face: None,
            next: 0,
            tasks: Vec::from([task]),
        }
    }

    /// Runs a small part. Returns the number of cells visited; `None` if nothing is left to do.
    pub(super) fn step(&mut self, workspace: &mut Workspace) -> Result<Option<usize>, OutOfMemory> {
        if let Some(task) = self.tasks.pop() {
            return self.work_on(task, workspace).map(Some);
        }
        let Some(face) = &self.face else {
            if workspace.left.cells() <= self.most {
                return Ok(None);
            }
            let face = Face::outermost(&workspace.left, workspace)?;
            let looked_at = face.cells.len();
            (self.face, self.next) = (Some(face), 0);
            return Ok(Some(looked_at));
        };
        let (cells, next) = (&face.cells, self.next);
        self.next += 1;
        if next + 1 < cells.len() {
            let cell = cells[next];
            let lead = Task::Lead {
                goal: cell,
                to: cell,
            };
            self.tasks.extend([Task::Fix(cell), lead]);
            Ok(Some(1))
        } else if next < cells.len() {
            self.swing(workspace);
            Ok(Some(1))
        } else {
            face.leave(workspace);
            let looked_at = cells.len();
            self.face = None;
            Ok(Some(looked_at))
        }
    }

    fn work_on(&mut self, task: Task, workspace: &mut Workspace) -> Result<usize, OutOfMemory> {
        match task {
            Task::Lead { goal, to } => self.lead(goal, to, workspace),
            Task::Walk { to, .. } if workspace.blank == to => return Ok(0),
            Task::Walk { to, stays } => {
                self.tasks.push(task);
                return Ok(WALKED * workspace.walk(to, stays)?);
            }
            Task::Go { side, to } => workspace.go(side, to)?,
            Task::Fix(cell) => workspace.is_fixed[cell] = true,
            Task::Approach => self.approach(workspace),
            Task::SwingIn => self.swing_in(workspace)?,
        }
        Ok(WALKED)
    }

    /// Leads the tile that belongs to a cell a step nearer to another one.
    fn lead(&mut self, goal: usize, to: usize, workspace: &Workspace) {
        let tile = workspace.place_of[goal] as usize;
        let left = workspace.distance(tile, to);
        if left == 0 {
            return;
        }
        // A turn costs the blank two steps, going straight on four.
        let steps = Side::ALL.into_iter().filter_map(|side| {
            let next = workspace.beside(tile, side)?;
            let is_nearer = !workspace.is_fixed[next] && workspace.distance(next, to) < left;
            let is_behind = workspace.beside(tile, side.undo()) == Some(workspace.blank);
            let cost = workspace.distance(workspace.blank, next) + 2 * usize::from(is_behind);
            is_nearer.then_some((cost, side, next))
        });
        // A box that is left always has one.
        let Some((_, side, next)) = steps.min_by_key(|&(cost, ..)| cost) else {
            return;
        };
        self.tasks.extend([
            Task::Lead { goal, to },
            Task::Go {
                side: side.undo(),
                to: tile,
            },
            Task::Walk {
                to: next,
                stays: Some(tile),
            },
        ]);
    }

    /// Begins to bring in the last tile of a face by moving the one before again: its cell has
    /// one neighbour left.
    fn swing(&mut self, workspace: &Workspace) {
        let Some(face) = &self.face else { return };
        let Some((window, last)) = face.window(workspace) else {
            let alone = face.cells[0];
            self.tasks.push(Task::Lead {
                goal: alone,
                to: alone,
            });
            return;
        };
        let tile = workspace.place_of[last] as usize;
        if tile == last {
            return;
        }
        self.tasks.extend([Task::SwingIn, Task::Approach]);
        if !window.contains(&tile) {
            self.tasks.push(Task::Lead {
                goal: last,
                to: window[5],
            });
        }
    }

    /// Walks the blank to the window, if it is not there.
    fn approach(&mut self, workspace: &Workspace) {
        let Some((window, last)) = self.face.as_ref().and_then(|face| face.window(workspace))
        else {
            return;
        };
        if window.contains(&workspace.blank) {
            return;
        }
        let tile = workspace.place_of[last] as usize;
        let free = window[2..].iter().copied().filter(|&cell| cell != tile);
        if let Some(to) = free.min_by_key(|&cell| workspace.distance(cell, workspace.blank)) {
            self.tasks.push(Task::Walk {
                to,
                stays: Some(tile),
            });
        }
    }

    /// Brings in the last two tiles of a face, once they and the blank are in the window.
    fn swing_in(&self, workspace: &mut Workspace) -> Result<(), OutOfMemory> {
        let Some((window, last)) = self.face.as_ref().and_then(|face| face.window(workspace))
        else {
            return Ok(());
        };
        let before = window[0];
        workspace.is_fixed[before] = false;
        for side in workspace.ways_in(&window, before, last) {
            if let Some(cell) = workspace.beside(workspace.blank, side) {
                workspace.go(side, cell)?;
            }
        }
        workspace.is_fixed[before] = true;
        Ok(())
    }
}

impl Workspace {
    /// Finds the fewest steps of the blank that bring both tiles of a window home, by breadth-first
    /// search: there are 120 states.
    fn ways_in(&self, window: &[usize; 6], before: usize, last: usize) -> Vec<Side> {
        let slot = |cell: usize| window.iter().position(|&it| it == cell).unwrap_or(0);
        let number = |[a, b, blank]: [usize; 3]| (a * 6 + b) * 6 + blank;
        let start = [
            slot(self.place_of[before] as usize),
            slot(self.place_of[last] as usize),
            slot(self.blank),
        ];
        let mut came: [Option<(usize, Side)>; 216] = [None; 216];
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
            for side in Side::ALL {
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
}
