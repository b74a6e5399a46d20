//! Lower bounds of the moves left, for searches by either metric.

use core::fmt;

use super::Heuristic;
use crate::canonical::CanonicalBoard;
use crate::metric::Metric;

/// A lower bound of the moves left by one metric, updated tile by tile. Each [`Heuristic`] is one.
pub(crate) trait Bound {
    /// The data stored for a board.
    type State: Clone + fmt::Debug;

    /// The metric of the moves.
    const METRIC: Metric;

    /// Returns the state of a board.
    fn state(&self, board: &CanonicalBoard) -> Self::State;

    /// Returns the state after the tile on the cell `from` has moved to the blank's cell beside it;
    /// `board` is that before.
    fn after(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State;

    /// Returns a lower bound of the moves left, given the axis of the last one. By
    /// slides the next move is along another axis.
    fn least(&self, state: &Self::State, last: Option<usize>) -> u32;
}

/// A heuristic bounds the moves of single tiles.
impl<H: Heuristic> Bound for H {
    type State = H::State;

    const METRIC: Metric = Metric::SingleTile;

    fn state(&self, board: &CanonicalBoard) -> H::State {
        self.evaluate(board)
    }

    #[inline]
    fn after(&self, state: &H::State, board: &CanonicalBoard, from: usize) -> H::State {
        self.update(state, board, from)
    }

    #[inline]
    fn least(&self, state: &H::State, _: Option<usize>) -> u32 {
        self.estimate(state)
    }
}
