//! Greedy transport: paths of the blank that bring many tiles nearer to their homes.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::workspace::Workspace;
use crate::policy::reaches;
use crate::runtime::{OutOfMemory, Pace};
use crate::side::Side;

/// The cost of a step, in cells visited.
const STEP: usize = 6;

/// Moves the blank along paths that bring tiles nearer to their places while the gain exceeds the
/// cost of the steps.
///
/// The cost of a step is high at first, so that the best paths of the whole board come first, and
/// falls to one unit of gain.
pub(super) async fn run(workspace: &mut Workspace, pace: &mut Pace) -> Result<(), OutOfMemory> {
    let mut planner = PathPlanner::default();
    let mut price = PRICE_UNIT * workspace.rest.longest() as i32 * 2 / 3;
    while price >= PRICE_UNIT {
        let before = workspace.made;
        for &reach in reaches(workspace.shape) {
            let (path, visited) = planner.plan(workspace, reach, price);
            workspace.go_along(path, price);
            let steps = workspace.made - before;
            workspace.settle(visited + STEP * steps, pace).await?;
            if steps > 0 {
                break;
            }
        }
        if workspace.made == before {
            price = price * 9 / 10;
        }
    }
    Ok(())
}

impl Workspace {
    /// Returns the worth of a step to a cell minus its price.
    pub(super) fn worth(&self, side: Side, cell: usize, price: i32) -> i32 {
        worth(self.displacement[side.axis()][cell], side, price)
    }

    /// Moves the blank along a path that visits no cell twice, with detours: instead of a step it
    /// goes aside, on and back, repeatedly, if that gains more than the cost of two more steps, and
    /// only through cells that are not on the path. O(steps).
    ///
    /// A planned path turns back along one axis only, so it misses gains to its side: rows `20x20`
    /// and `100x100` of the lengths.
    pub(super) fn go_along(&mut self, mut path: Vec<Side>, price: i32) {
        self.walks += 1;
        let mut at = self.blank;
        self.seen[at].walk = self.walks;
        for &side in &path {
            at = self.beside(at, side).unwrap_or(at);
            self.seen[at].walk = self.walks;
        }
        path.reverse();
        while let Some(side) = path.pop() {
            if let Some((aside, cells)) = self.detour(side, price) {
                for cell in cells {
                    self.seen[cell].walk = self.walks;
                }
                // Each of these steps may allow another detour.
                path.extend([aside.undo(), side, aside]);
            } else {
                self.go(side);
            }
        }
    }

    /// Returns the detour from a step whose gain exceeds the cost of its steps most, if there is
    /// one: the side to which it leaves, and its cells.
    fn detour(&self, side: Side, price: i32) -> Option<(Side, [usize; 2])> {
        let from = self.blank;
        let to = self.beside(from, side)?;
        let worth = |cell: usize, side: Side| self.worth(side, cell, price);
        let is_free = |&cell: &usize| !self.is_fixed[cell] && self.seen[cell].walk != self.walks;
        let straight = worth(to, side);
        let asides = Side::ALL.into_iter();
        let asides = asides.filter(|&aside| aside.axis() != side.axis());
        let detours = asides.filter_map(|aside| {
            let first = self.beside(from, aside).filter(is_free)?;
            let second = self.beside(to, aside).filter(is_free)?;
            let around = worth(first, aside) + worth(second, side) + worth(to, aside.undo());
            (around > straight).then_some((around, aside, [first, second]))
        });
        let (_, aside, cells) = detours.max_by_key(|&(around, ..)| around)?;
        Some((aside, cells))
    }
}

/// The number of price units in a unit of worth.
pub(super) const PRICE_UNIT: i32 = 16;

/// Tiles that are farther away along an axis count as this far: with the most cells a path is worth
/// less than 2^30 then.
const FARTHEST: i32 = 500;

/// The worth of a path that does not exist.
const NEVER: i32 = i32::MIN / 2;

/// `[axis]`: the other ones.
pub(super) const OTHER_AXES: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// Finds the path of the blank that is worth most.
///
/// The worth of a board is the sum, over tiles and axes, of the square of the distance still to
/// go: so far tiles come first, and tiles that are near yield to them. (With the plain distance
/// the blank is soon surrounded by tiles whose moves would lose worth.)
///
/// A path turns back along one axis at most: in each row of cells along that axis it goes in one
/// direction, and along the other axes always in the same one. So it visits no cell twice, the gain
/// of a step does not depend on the steps before, and one sweep finds the best path to each cell
/// nearby, row by row.
#[derive(Debug, Default)]
pub(super) struct PathPlanner {
    /// The worth of the best path to each cell minus its price, row by row.
    best: Vec<i32>,
    /// The same if the last step leads into the row.
    entered: Vec<i32>,
    /// `[cell]` of the current row: twice the signed distance of its tile beyond its place along
    /// the row, in units.
    displacement: Vec<i32>,
    /// `[cell]` of the current row: the best path whose last steps lead to higher coordinates.
    upwards: Vec<i32>,
    /// The number of searches for a path. Each time another axis is the first on which they may
    /// turn back, and the next one only if nothing is found: taking the best of all would double
    /// the time for hardly shorter solutions.
    plans: usize,
}

/// A box of cells with the blank at an edge, in rows along the axis on which paths may turn back.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    along: usize,
    /// The steps of paths along the other axes.
    sides: [Side; 2],
    /// The number of rows along the first of the other axes, and in all.
    width: usize,
    rows: usize,
    /// The number of cells of a row, and the number of the one in line with the blank.
    cells: usize,
    start: usize,
    /// The first cell of the first row, and the distance to the next row along each of the other
    /// axes.
    first: usize,
    jumps: [isize; 2],
    /// The distance to the next cell of a row.
    jump: usize,
    price: i32,
}

impl Sweep {
    /// Returns the number of the row before, along one of the other axes.
    fn before(&self, row: usize, across: usize) -> Option<usize> {
        let place = [row % self.width, row / self.width][across];
        (place > 0).then(|| row - [1, self.width][across])
    }

    /// Returns the first cell of a row on the board.
    const fn cell(&self, row: usize) -> usize {
        let [first, second] = [row % self.width, row / self.width];
        let up = first as isize * self.jumps[0] + second as isize * self.jumps[1];
        self.first.wrapping_add_signed(up)
    }
}

/// Returns the worth of a step to a cell minus its price, given the signed distance of its tile
/// beyond its place along the axis: the squares of d and d - 1 differ by 2d - 1.
fn worth(displacement: i32, side: Side, price: i32) -> i32 {
    let twice = twice(displacement);
    (if side.is_high() { twice } else { -twice }) - PRICE_UNIT - price
}

/// Returns twice the signed distance of a tile beyond its place, in units.
fn twice(displacement: i32) -> i32 {
    2 * PRICE_UNIT * displacement.clamp(-FARTHEST, FARTHEST)
}

impl PathPlanner {
    /// Finds the path of the blank whose worth minus the price of its steps is largest, over cells
    /// at most `reach` away along each axis. Returns its steps, none if no path is worth its price,
    /// and the number of cells visited.
    pub(super) fn plan(
        &mut self,
        workspace: &Workspace,
        reach: usize,
        price: i32,
    ) -> (Vec<Side>, usize) {
        let (mut steps, mut visited) = (Vec::new(), 0);
        let here = workspace.coordinates(workspace.blank);
        let below = [0, 1, 2].map(|axis| (here[axis] - workspace.rest.low[axis]).min(reach));
        let above = [0, 1, 2].map(|axis| (workspace.rest.high[axis] - here[axis]).min(reach));
        let jumps = workspace.shape.strides();
        let axes = (0..3).filter(|&axis| below[axis] + above[axis] > 0);
        let count = axes.clone().count();
        // Another axis comes first in each call, as described at `plans`.
        self.plans += 1;
        for along in axes.cycle().skip(self.plans % count.max(1)).take(count) {
            let mut most = 0;
            for signs in 0..4 {
                let sides =
                    [0, 1].map(|it| Side::along(OTHER_AXES[along][it], signs >> it & 1 == 0));
                let extent = sides.map(|it| [below, above][usize::from(it.is_high())][it.axis()]);
                // A box without extent downwards lies in the one upwards.
                if (0..2).any(|it| !sides[it].is_high() && extent[it] == 0) {
                    continue;
                }
                let sweep = Sweep {
                    along,
                    sides,
                    width: extent[0] + 1,
                    rows: (extent[0] + 1) * (extent[1] + 1),
                    cells: below[along] + 1 + above[along],
                    start: below[along],
                    first: workspace.blank - below[along] * jumps[along],
                    jumps: sides.map(|it| {
                        let jump = jumps[it.axis()] as isize;
                        if it.is_high() { jump } else { -jump }
                    }),
                    jump: jumps[along],
                    price,
                };
                visited += sweep.rows * sweep.cells;
                if let Some(row) = self.weigh(workspace, &sweep, &mut most) {
                    steps = self.trace(workspace, &sweep, row, most);
                }
            }
            if !steps.is_empty() {
                break;
            }
        }
        (steps, visited)
    }

    /// Evaluates the paths to all cells of a box. If the best is worth more than `most`, raises
    /// `most` and returns its last row.
    fn weigh(&mut self, workspace: &Workspace, sweep: &Sweep, most: &mut i32) -> Option<usize> {
        for numbers in [
            &mut self.best,
            &mut self.entered,
            &mut self.displacement,
            &mut self.upwards,
        ] {
            numbers.resize(numbers.len().max(sweep.rows * sweep.cells), NEVER);
        }
        let mut top = None;
        for row in 0..sweep.rows {
            let first = sweep.cell(row);
            let tiles = |axis: usize| &workspace.displacement[axis][first..];
            // Cells side by side have a loop of their own, without a stride.
            if sweep.jump == 1 {
                self.enter(sweep, row, |axis| tiles(axis).iter());
            } else {
                self.enter(sweep, row, |axis| tiles(axis).iter().step_by(sweep.jump));
            }
            let worth = self.go_along(sweep, row);
            if worth > *most {
                *most = worth;
                top = Some(row);
            }
        }
        top
    }

    /// Evaluates the paths whose last step enters a row, given the signed distances of the row's
    /// tiles beyond their places along an axis.
    fn enter<'a, I>(&mut self, sweep: &Sweep, row: usize, tiles: impl Fn(usize) -> I)
    where
        I: Iterator<Item = &'a i32>,
    {
        let displacement = self.displacement[..sweep.cells].iter_mut();
        for (displacement, &tile) in displacement.zip(tiles(sweep.along)) {
            *displacement = twice(tile);
        }
        let entered = &mut self.entered[row * sweep.cells..][..sweep.cells];
        entered.fill(NEVER);
        if row == 0 {
            entered[sweep.start] = 0;
        }
        for (across, &side) in sweep.sides.iter().enumerate() {
            let Some(before) = sweep.before(row, across) else {
                continue;
            };
            let before = &self.best[before * sweep.cells..][..sweep.cells];
            let tiles = tiles(side.axis());
            for ((entered, &before), &tile) in entered.iter_mut().zip(before).zip(tiles) {
                *entered = (*entered).max(before + worth(tile, side, sweep.price));
            }
        }
    }

    /// Evaluates all paths to the cells of a row, and returns the worth of the best.
    fn go_along(&mut self, sweep: &Sweep, row: usize) -> i32 {
        let entered = &self.entered[row * sweep.cells..][..sweep.cells];
        let best = &mut self.best[row * sweep.cells..][..sweep.cells];
        let displacement = &self.displacement[..sweep.cells];
        let upwards = &mut self.upwards[..sweep.cells];
        let step_cost = PRICE_UNIT + sweep.price;
        let (mut up, mut down) = (NEVER, NEVER);
        let from_below = displacement.iter().zip(entered).zip(upwards.iter_mut());
        let from_above = displacement.iter().zip(entered).zip(best.iter_mut()).rev();
        // Both directions at once, so that neither waits for the other.
        for (((&displacement, &entered), upwards), ((&displacement_there, &entered_there), best)) in
            from_below.zip(from_above)
        {
            up = entered.max(up + (displacement - step_cost));
            *upwards = up;
            down = entered_there.max(down - (displacement_there + step_cost));
            *best = down;
        }
        let mut most = NEVER;
        for (best, &upwards) in best.iter_mut().zip(&*upwards) {
            *best = upwards.max(*best);
            most = most.max(*best);
        }
        most
    }

    /// Returns the steps of the path to the first cell of a row whose path is worth `most`.
    fn trace(&self, workspace: &Workspace, sweep: &Sweep, mut row: usize, most: i32) -> Vec<Side> {
        let mut steps = Vec::new();
        let best = &self.best[row * sweep.cells..][..sweep.cells];
        let mut cell = best.iter().position(|&best| best == most).unwrap_or(0);
        loop {
            let entered = &self.entered[row * sweep.cells..][..sweep.cells];
            let worth = |side: Side, cell: usize| {
                workspace.worth(side, sweep.cell(row) + cell * sweep.jump, sweep.price)
            };
            // It has come along the row from below or from above, if at all.
            let worth_there = self.best[row * sweep.cells + cell];
            let came = |is_high: bool| {
                let side = Side::along(sweep.along, is_high);
                // The first cell's `from` wraps around, and has no entry.
                let (mut left, mut from) = (worth_there, cell);
                while *entered.get(from)? != left {
                    left -= worth(side, from);
                    from = from.wrapping_add_signed(if is_high { -1 } else { 1 });
                }
                Some((from, side))
            };
            let Some((from, side)) = came(true).or_else(|| came(false)) else {
                unreachable!("each path has come from somewhere");
            };
            steps.extend(core::iter::repeat_n(side, from.abs_diff(cell)));
            cell = from;
            let into_row = (0..2).find_map(|across| {
                let (before, side) = (sweep.before(row, across)?, sweep.sides[across]);
                let entering = self.best[before * sweep.cells + cell] + worth(side, cell);
                (entering == entered[cell]).then_some((before, side))
            });
            let Some((before, side)) = into_row else {
                break;
            };
            steps.push(side);
            row = before;
        }
        steps.reverse();
        steps
    }
}
