//! Greedy transport: paths of the blank that bring many tiles nearer to their places at once.

use alloc::vec::Vec;
use core::mem;

use super::path_planner::{PathPlanner, UNIT};
use super::tuning::{CELLS_TO_STEP, REACH_IN_REGION, REACHES, WHOLE_BOX};
use super::workspace::{Workspace, side_of};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::side::Side;

/// The cost of a step, in cells visited: the search for detours and the step itself.
const STEP: usize = 6;

/// Moves the blank along ways on which tiles come nearer to their places, while such ways are worth
/// their steps.
///
/// A way must be worth its price, which is high at first, so that the blank takes the best ways of
/// the whole board before it takes others, and falls to one move a step.
#[derive(Debug)]
pub(super) struct GreedyTransport {
    price: i32,
    /// True if the blank may continue to another region instead of searching the whole board.
    may_travel: bool,
    /// The index of the next of the [`REACHES`].
    rung: usize,
    /// The current region, and whether the next one has a higher number.
    region: usize,
    is_upwards: bool,
    /// The number of steps that were found since the first region was begun.
    found: usize,
    ways: PathPlanner,
    steps: Vec<Side>,
}

impl GreedyTransport {
    /// Returns the work for a board whose far tiles have `far` cells to go along an axis.
    ///
    /// `is_long` says that the board is a long one, which was swept: travelling it
    /// costs more moves than it gains.
    pub(super) fn new(far: usize, is_long: bool) -> Self {
        Self {
            may_travel: !is_long,
            price: UNIT * far as i32 * 2 / 3,
            rung: 0,
            region: 0,
            is_upwards: true,
            found: 0,
            ways: PathPlanner::default(),
            steps: Vec::new(),
        }
    }

    /// Returns whether a step must be worth more than this number of units.
    pub(super) const fn is_dear(&self, units: i32) -> bool {
        self.price > UNIT * units
    }

    /// Goes a way, or lowers the price; returns false if no way is worth the last price.
    pub(super) async fn go(
        &mut self,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let Some(visited) = self.step(workspace)? else {
            return Ok(false);
        };
        workspace.settle(visited, pace).await;
        Ok(true)
    }

    /// Finds a way, and goes it. Returns the number of cells visited; `None` if no way is worth the
    /// last price.
    fn step(&mut self, workspace: &mut Workspace) -> Result<Option<usize>, OutOfMemory> {
        if self.price < UNIT {
            return Ok(None);
        }
        let is_box = usize::from(!workspace.shape.is_flat());
        let reach = match REACHES[is_box].get(self.rung) {
            Some(&reach) => reach,
            None if self.may_travel && is_box == 1 && workspace.left.cells() > WHOLE_BOX => {
                return self.travel(workspace).map(Some);
            }
            None if self.rung == REACHES[is_box].len() => usize::MAX,
            None => {
                self.lower();
                return Ok(Some(0));
            }
        };
        self.rung += 1;
        self.steps.clear();
        self.ways
            .plan(workspace, reach, self.price, &mut self.steps)?;
        if !self.steps.is_empty() {
            self.rung = 0;
            workspace.add_detours(self.price, &mut self.steps);
        }
        self.found += self.steps.len();
        for &side in &self.steps {
            if let Some(cell) = workspace.beside(workspace.blank, side) {
                workspace.go(side, cell)?;
            }
        }
        Ok(Some(
            mem::take(&mut self.ways.looked_at) + STEP * self.steps.len(),
        ))
    }
}

impl GreedyTransport {
    /// Lowers the price.
    const fn lower(&mut self) {
        self.price = self.price * 9 / 10;
        self.rung = 0;
    }

    /// Moves the blank to the middle of the next region. Returns the number of moves.
    fn travel(&mut self, workspace: &mut Workspace) -> Result<usize, OutOfMemory> {
        let sides = workspace.left.sides();
        // The ways reach to both sides of the middle.
        let counts = sides.map(|side| side.div_ceil(2 * REACH_IN_REGION));
        let last = counts.iter().product::<usize>() - 1;
        if self.is_upwards && self.region < last {
            self.region += 1;
        } else if !self.is_upwards && self.region > 0 {
            self.region -= 1;
        } else {
            self.is_upwards = !self.is_upwards;
            if mem::take(&mut self.found) < workspace.left.cells() / CELLS_TO_STEP {
                self.lower();
            }
        }
        self.rung = 0;
        let before = workspace.made;
        let region = region_in_turn(self.region, counts);
        for axis in 0..3 {
            let middle = workspace.left.low[axis]
                + (2 * region[axis] + 1) * sides[axis] / (2 * counts[axis]);
            let side = side_of(axis, middle > workspace.coordinates(workspace.blank)[axis]);
            while workspace.coordinates(workspace.blank)[axis] != middle {
                let Some(cell) = workspace.beside(workspace.blank, side) else {
                    break;
                };
                workspace.go(side, cell)?;
            }
        }
        Ok(workspace.made - before)
    }
}

/// Returns a region's place along each axis. Every other row of regions is visited from its end,
/// and every other layer, so that each region is next to the one before.
const fn region_in_turn(number: usize, [rows, cols, _]: [usize; 3]) -> [usize; 3] {
    let (row_of_all, col) = (number / cols, number % cols);
    let (layer, row) = (row_of_all / rows, row_of_all % rows);
    [
        if layer % 2 == 0 { row } else { rows - 1 - row },
        if row_of_all % 2 == 0 {
            col
        } else {
            cols - 1 - col
        },
        layer,
    ]
}
