//! Lower bounds of the moves left, as searches by either metric read them.

use alloc::sync::Arc;
use core::fmt;

use super::Heuristic;
use crate::canonical::CanonicalBoard;
use crate::metric::Metric;

/// A lower bound of the moves left by one metric, updated tile by tile.
pub(crate) trait Bound {
    /// The data stored for a board.
    type State: Clone + fmt::Debug;

    /// The metric of the moves.
    const METRIC: Metric;

    /// Returns the state of a board, looking at all of it.
    fn state(&self, board: &CanonicalBoard) -> Self::State;

    /// Returns the state after the tile on the cell `from` has moved to the blank's cell beside it;
    /// `board` is that before.
    fn after(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State;

    /// Returns a lower bound of the moves left, given the axis of the last one. By
    /// slides the next move is along another axis.
    fn least(&self, state: &Self::State, last: Option<usize>) -> u32;
}

/// A heuristic as a bound of the moves of single tiles.
#[derive(Clone, Debug)]
pub(crate) struct ByTiles<H>(pub(crate) H);

impl<H: Heuristic> Bound for ByTiles<H> {
    type State = H::State;

    const METRIC: Metric = Metric::Tiles;

    fn state(&self, board: &CanonicalBoard) -> H::State {
        self.0.evaluate(board)
    }

    #[inline]
    fn after(&self, state: &H::State, board: &CanonicalBoard, from: usize) -> H::State {
        self.0.update(state, board, from)
    }

    #[inline]
    fn least(&self, state: &H::State, _: Option<usize>) -> u32 {
        self.0.estimate(state)
    }
}

/// For searches that own their bound.
impl<B: Bound> Bound for Arc<B> {
    type State = B::State;

    const METRIC: Metric = B::METRIC;

    fn state(&self, board: &CanonicalBoard) -> B::State {
        (**self).state(board)
    }

    fn after(&self, state: &B::State, board: &CanonicalBoard, from: usize) -> B::State {
        (**self).after(state, board, from)
    }

    fn least(&self, state: &B::State, last: Option<usize>) -> u32 {
        (**self).least(state, last)
    }
}
