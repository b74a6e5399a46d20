//! Lower bounds of the slides left: a slide of several tiles is one move.

#[cfg(test)]
mod tests;

use alloc::sync::Arc;

use super::bound::Bound;
use super::{Heuristic, Manhattan, Places};
use crate::canonical::CanonicalBoard;
use crate::metric::Metric;
use crate::region::Region;
use crate::shape::Shape;

/// The tiles' distances along each axis, by the most tiles of a slide.
#[derive(Clone, Debug)]
pub(crate) struct ByAxis(pub(crate) Manhattan);

/// Returns a number of slides that a board needs, in O(cells).
pub(crate) fn least_slides(board: &CanonicalBoard) -> u32 {
    let (home, places) = (board.home as u16, Places::new(board.shape));
    let by_axis = Arc::new(ByAxis(Manhattan { places, home }));
    by_axis.least(&by_axis.state(board), None)
}

/// Returns the slides along each axis that moves of tiles along it take at least.
fn needed(shape: Shape, moves: [u32; 3]) -> [u32; 3] {
    let sides = shape.sides();
    core::array::from_fn(|axis| moves[axis].div_ceil((sides[axis] - 1).max(1) as u32))
}

/// Shared, because searches own their bound.
impl Bound for Arc<ByAxis> {
    /// `[axis]`: the sum of the tiles' distances.
    type State = [u32; 3];

    const METRIC: Metric = Metric::MultiTile;

    fn state(&self, board: &CanonicalBoard) -> [u32; 3] {
        let mut moves = [0; 3];
        for (cell, &tile) in board.cells().iter().enumerate() {
            if tile != self.0.home {
                let (at, to) = (self.0.places.of(cell), self.0.places.of(tile.into()));
                for axis in 0..3 {
                    moves[axis] += u32::from(at[axis].abs_diff(to[axis]));
                }
            }
        }
        moves
    }

    fn after(&self, state: &[u32; 3], board: &CanonicalBoard, from: usize) -> [u32; 3] {
        if board.cells()[from] == self.0.home {
            return *state; // a free tile
        }
        let axis = self.0.places.axis(from, board.blank());
        let goal = self.0.places.of(board.cells()[from].into())[axis];
        let away = |cell: usize| u32::from(self.0.places.of(cell)[axis].abs_diff(goal));
        let mut state = *state;
        state[axis] = state[axis] + away(board.blank()) - away(from);
        state
    }

    /// Two successive slides along one axis would be one, so slides along one axis are separated by
    /// slides along another, and the first of them needs one before it if the last slide had its
    /// axis.
    fn least(&self, state: &[u32; 3], last: Option<usize>) -> u32 {
        let needed = needed(self.0.places.shape, *state);
        let alternating = (0..3).map(|axis| {
            let is_first = u32::from(last != Some(axis));
            needed[axis] + needed[axis].saturating_sub(is_first)
        });
        alternating.fold(needed.iter().sum(), u32::max)
    }
}

/// A heuristic as a bound of slides: its estimate divided by the most tiles of a slide.
#[derive(Clone, Debug)]
pub(crate) struct BySlides<H> {
    pub(crate) heuristic: H,
    /// 1 for a heuristic that counts slides itself.
    pub(crate) longest: u32,
}

impl<H: Heuristic> BySlides<H> {
    /// Returns the bound of a heuristic that counts moves of tiles.
    pub(crate) fn new(heuristic: H, shape: Shape) -> Self {
        let longest = Region::all(shape).longest();
        Self {
            heuristic,
            longest: longest.saturating_sub(1).max(1) as u32,
        }
    }
}

impl<H: Heuristic> Bound for BySlides<H> {
    type State = H::State;

    const METRIC: Metric = Metric::MultiTile;

    fn state(&self, board: &CanonicalBoard) -> H::State {
        self.heuristic.evaluate(board)
    }

    fn after(&self, state: &H::State, board: &CanonicalBoard, from: usize) -> H::State {
        self.heuristic.update(state, board, from)
    }

    fn least(&self, state: &H::State, _: Option<usize>) -> u32 {
        self.heuristic.estimate(state).div_ceil(self.longest)
    }
}
