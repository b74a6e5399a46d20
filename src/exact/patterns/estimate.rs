//! Pattern tables as a heuristic for searches that do not count nanoseconds.

use smallvec::SmallVec;

use super::{Patterns, Placed, step};
use crate::canonical::CanonicalBoard;
use crate::heuristic::Heuristic;
use crate::side::Side;
use crate::tables::narrow;

/// A board as the tables see it: in each view the tiles of each table, and the sum of their
/// distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternState {
    /// View by view.
    placed: SmallVec<[Placed; 16]>,
    sums: [u32; 2],
}

impl Patterns {
    /// Moves a tile of a table, and returns the new state and whether it got farther: 1 or 0.
    pub(crate) fn slide(&self, view: usize, group: usize, state: Placed, step: u8) -> (Placed, u8) {
        let step = &self.views[view].steps[group][usize::from(step)];
        let (table, state) = (&self.tables[group], state.moved(step, u32::count_ones));
        let (map, blank) = (state.map().into(), step.from.into());
        let entry = table.index().entry(map, state.order(), blank);
        let farther = state.is_farther(table.words()[entry as usize / 64] >> (entry % 64));
        (state.grown(farther), farther as u8)
    }
}

impl Heuristic for Patterns {
    type State = PatternState;

    fn evaluate(&self, board: &CanonicalBoard) -> PatternState {
        let cells = narrow(board.cells());
        let mut state = PatternState {
            placed: SmallVec::new(),
            sums: [0; 2],
        };
        for view in 0..self.views() {
            // The caller has checked that the board can be solved; otherwise the estimate stays 0,
            // which is still admissible.
            let Some((placed, sum)) = self.look(view, &cells[..board.cells().len()]) else {
                state.placed.clear();
                state.sums = [0; 2];
                break;
            };
            state.placed.extend(placed);
            state.sums[view] = sum as u32;
        }
        state
    }

    fn update(&self, state: &PatternState, board: &CanonicalBoard, from: usize) -> PatternState {
        let to = board.blank();
        let mut state = state.clone();
        let mut sides = Side::ALL.into_iter();
        let side = sides.find(|side| side.entered(self.shape, to) == Some(from));
        let Some(side) = side else { return state };
        for view in 0..self.views() {
            let group = usize::from(self.group_of(view)[usize::from(board.cells()[from])]);
            if let Some(placed) = state.placed.get_mut(view * self.tables.len() + group) {
                let (moved, farther) = self.slide(view, group, *placed, step(to, side as usize));
                *placed = moved;
                state.sums[view] = (state.sums[view] + 2 * u32::from(farther)).saturating_sub(1);
            }
        }
        state
    }

    fn estimate(&self, state: &PatternState) -> u32 {
        state.sums[0].max(state.sums[1])
    }

    fn name(&self) -> &'static str {
        "patterns"
    }
}
