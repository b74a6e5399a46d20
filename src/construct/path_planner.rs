//! Paths of the blank, and their gains.

use alloc::vec::Vec;

use super::workspace::Workspace;
use crate::side::Side;

/// The number of price units in a unit of worth.
pub(super) const PRICE_UNIT: i32 = 16;

/// Tiles that are farther away along an axis count as this far: with the most cells a path is worth
/// less than 2^30 then.
const FARTHEST: i32 = 500;

/// The worth of a path that does not exist.
const NEVER: i32 = i32::MIN / 2;

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
    /// The sweep's axis, and the other axes.
    along: usize,
    across: [usize; 2],
    /// True if paths lead to higher coordinates along the other axes, and their extents.
    is_high: [bool; 2],
    extent: [usize; 2],
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
    const fn number(&self, row: [usize; 2]) -> usize {
        row[1] * (self.extent[0] + 1) + row[0]
    }

    /// Returns the number of the row before, along one of the other axes.
    fn before(&self, row: [usize; 2], across: usize) -> Option<usize> {
        let mut before = row;
        before[across] = row[across].checked_sub(1)?;
        Some(self.number(before))
    }

    /// Returns the first cell of a row on the board.
    const fn cell(&self, row: [usize; 2]) -> usize {
        let up = row[0] as isize * self.jumps[0] + row[1] as isize * self.jumps[1];
        self.first.wrapping_add_signed(up)
    }
}

/// Returns the worth of a step to a cell minus its price, given the signed distance of its tile
/// beyond its place along the axis: the squares of d and d - 1 differ by 2d - 1.
pub(super) const fn worth(displacement: i32, is_high: bool, price: i32) -> i32 {
    let twice = twice(displacement);
    (if is_high { twice } else { -twice }) - PRICE_UNIT - price
}

/// Returns twice the signed distance of a tile beyond its place, in units.
const fn twice(displacement: i32) -> i32 {
    let near = if displacement < FARTHEST {
        displacement
    } else {
        FARTHEST
    };
    2 * PRICE_UNIT * if near > -FARTHEST { near } else { -FARTHEST }
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
            let across = [[1, 2], [0, 2], [0, 1]][along];
            let mut most = 0;
            for signs in 0..4 {
                let is_high = [signs & 1 == 0, signs & 2 == 0];
                let extent =
                    [0, 1].map(|nth| if is_high[nth] { above } else { below }[across[nth]]);
                // A box without extent downwards lies in the one upwards.
                if (0..2).any(|nth| !is_high[nth] && extent[nth] == 0) {
                    continue;
                }
                let sweep = Sweep {
                    along,
                    across,
                    is_high,
                    extent,
                    cells: below[along] + 1 + above[along],
                    start: below[along],
                    first: workspace.blank - below[along] * jumps[along],
                    jumps: [0, 1].map(|nth| {
                        let jump = jumps[across[nth]] as isize;
                        if is_high[nth] { jump } else { -jump }
                    }),
                    jump: jumps[along],
                    price,
                };
                visited += (extent[0] + 1) * (extent[1] + 1) * sweep.cells;
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
    /// `most` and returns its last row: the steps to it along the other axes.
    fn weigh(
        &mut self,
        workspace: &Workspace,
        sweep: &Sweep,
        most: &mut i32,
    ) -> Option<[usize; 2]> {
        let cells = (sweep.extent[0] + 1) * (sweep.extent[1] + 1) * sweep.cells;
        for numbers in [
            &mut self.best,
            &mut self.entered,
            &mut self.displacement,
            &mut self.upwards,
        ] {
            numbers.resize(numbers.len().max(cells), NEVER);
        }
        let mut top = None;
        for second in 0..=sweep.extent[1] {
            for first in 0..=sweep.extent[0] {
                let row = [first, second];
                self.enter(workspace, sweep, row);
                let worth = self.go_along(sweep, sweep.number(row));
                if worth > *most {
                    *most = worth;
                    top = Some(row);
                }
            }
        }
        top
    }

    /// Evaluates the paths whose last step enters a row.
    fn enter(&mut self, workspace: &Workspace, sweep: &Sweep, row: [usize; 2]) {
        let tiles = |axis: usize| &workspace.displacement[axis][sweep.cell(row)..];
        // Cells side by side have a loop of their own, without a stride.
        if sweep.jump == 1 {
            self.enter_by(sweep, row, |axis| tiles(axis).iter());
        } else {
            self.enter_by(sweep, row, |axis| tiles(axis).iter().step_by(sweep.jump));
        }
    }

    /// Does the same, given the signed distances of the row's tiles beyond their places along an
    /// axis.
    fn enter_by<'a, I>(&mut self, sweep: &Sweep, row: [usize; 2], tiles: impl Fn(usize) -> I)
    where
        I: Iterator<Item = &'a i32>,
    {
        let displacement = self.displacement[..sweep.cells].iter_mut();
        for (displacement, &tile) in displacement.zip(tiles(sweep.along)) {
            *displacement = twice(tile);
        }
        let number = sweep.number(row) * sweep.cells;
        let entered = &mut self.entered[number..][..sweep.cells];
        entered.fill(NEVER);
        if row == [0, 0] {
            entered[sweep.start] = 0;
        }
        for across in 0..2 {
            let (axis, is_high) = (sweep.across[across], sweep.is_high[across]);
            let Some(before) = sweep.before(row, across) else {
                continue;
            };
            let before = &self.best[before * sweep.cells..][..sweep.cells];
            for ((entered, &before), &tile) in entered.iter_mut().zip(before).zip(tiles(axis)) {
                *entered = (*entered).max(before + worth(tile, is_high, sweep.price));
            }
        }
    }

    /// Evaluates all paths to the cells of a row, and returns the worth of the best.
    fn go_along(&mut self, sweep: &Sweep, number: usize) -> i32 {
        let entered = &self.entered[number * sweep.cells..][..sweep.cells];
        let best = &mut self.best[number * sweep.cells..][..sweep.cells];
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
    fn trace(
        &self,
        workspace: &Workspace,
        sweep: &Sweep,
        mut row: [usize; 2],
        most: i32,
    ) -> Vec<Side> {
        let mut steps = Vec::new();
        let best = &self.best[sweep.number(row) * sweep.cells..][..sweep.cells];
        let mut cell = best.iter().position(|&best| best == most).unwrap_or(0);
        loop {
            let number = sweep.number(row) * sweep.cells;
            let entered = &self.entered[number..][..sweep.cells];
            let displacement = |cell: usize, axis: usize| {
                workspace.displacement[axis][sweep.cell(row) + cell * sweep.jump]
            };
            // It has come along the row from below or from above, if at all.
            let worth_there = self.best[number + cell];
            let came = |is_high: bool| {
                // The first cell's `from` wraps around, and has no entry.
                let (mut left, mut from) = (worth_there, cell);
                while *entered.get(from)? != left {
                    left -= worth(displacement(from, sweep.along), is_high, sweep.price);
                    from = from.wrapping_add_signed(if is_high { -1 } else { 1 });
                }
                Some((from, is_high))
            };
            let Some((from, is_high)) = came(true).or_else(|| came(false)) else {
                unreachable!("each path has come from somewhere");
            };
            let side = Side::along(sweep.along, is_high);
            steps.extend(core::iter::repeat_n(side, from.abs_diff(cell)));
            cell = from;
            let into_row = (0..2).find(|&it| {
                let worth = worth(
                    displacement(cell, sweep.across[it]),
                    sweep.is_high[it],
                    sweep.price,
                );
                let before = sweep.before(row, it);
                before.is_some_and(|it| self.best[it * sweep.cells + cell] + worth == entered[cell])
            });
            let Some(across) = into_row else {
                break;
            };
            steps.push(Side::along(sweep.across[across], sweep.is_high[across]));
            row[across] -= 1;
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests;
