//! Greedy transport: paths of the blank that bring many tiles nearer to their homes.

use alloc::vec::Vec;

use super::path_planner::{PRICE_UNIT, PathPlanner, worth};
use super::workspace::Workspace;
use crate::policy::reaches;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::side::Side;

/// The cost of a step, in cells visited.
const STEP: usize = 6;

/// Moves the blank along paths that bring tiles nearer to their placeswhile the gain exceeds the
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
        let worth = |cell: usize, side: Side| {
            worth(self.displacement[side.axis()][cell], side.is_high(), price)
        };
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
