//! Greedy transport: paths of the blank that bring many tiles nearer to their places at once.

use alloc::vec::Vec;
use core::mem;

use super::path_planner::{PathPlanner, UNIT};
use super::tuning::{REACHES, WHOLE_BOX};
use super::workspace::Workspace;
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
    /// The index of the next of the [`REACHES`].
    rung: usize,
    ways: PathPlanner,
    steps: Vec<Side>,
}

impl GreedyTransport {
    /// Goes all ways that are worth their price.
    pub(super) async fn run(workspace: &mut Workspace, pace: &mut Pace) -> Result<(), OutOfMemory> {
        let mut it = Self {
            price: UNIT * workspace.left.longest() as i32 * 2 / 3,
            rung: 0,
            ways: PathPlanner::default(),
            steps: Vec::new(),
        };
        while it.price >= UNIT {
            let visited = it.step(workspace)?;
            workspace.settle(visited, pace).await;
        }
        Ok(())
    }

    /// Finds a way and goes it, or lowers the price. Returns the number of cells visited.
    fn step(&mut self, workspace: &mut Workspace) -> Result<usize, OutOfMemory> {
        let is_box = !workspace.shape.is_flat();
        let is_huge = is_box && workspace.left.cells() > WHOLE_BOX;
        let reaches = REACHES[usize::from(is_box)];
        let reach = match reaches.get(self.rung) {
            Some(&reach) => reach,
            None if self.rung == reaches.len() && !is_huge => usize::MAX,
            None => {
                self.price = self.price * 9 / 10;
                self.rung = 0;
                return Ok(0);
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
        for &side in &self.steps {
            if let Some(cell) = workspace.beside(workspace.blank, side) {
                workspace.go(side, cell)?;
            }
        }
        Ok(mem::take(&mut self.ways.looked_at) + STEP * self.steps.len())
    }
}
