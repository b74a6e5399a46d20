//! Estimates of the distance to the goal, for beams.

mod by_order;
mod by_pairs;
mod by_tiles;

use crate::side::Side;

pub(crate) use by_order::ByOrder;
pub(crate) use by_tiles::{CellBlock, Score, TileCosts, power};

/// A ranking of boards, by which a beam decides which children to make.
pub(crate) trait Ranking: core::fmt::Debug + Send + Sync + 'static {
    type State: Clone + core::fmt::Debug + Send + Sync + 'static;

    /// Data computed for a child's rank that is needed again if the child is made.
    type Note: Copy + Default + core::fmt::Debug + Send + Sync + 'static;

    /// Returns what the number of a cell counts in the boards that are ranked: each cell holds its
    /// tile plus its own number times this.
    fn stride(&self) -> u16 {
        0
    }

    /// Returns the approximate cost of ranking a child, in nanoseconds.
    fn cost_of_child(&self) -> usize;

    /// Returns the order of a board: boards with smaller ones seem nearer to the goal.
    fn order(&self, state: &Self::State) -> i64;

    /// Ranks the boards that some moves would make: all children of one board at once, so that their
    /// shared part is computed once.
    ///
    /// Emits for each a lower bound on its moves to the end and its order minus that of the parent.
    /// The bound is 0 for the goal alone, which ends the beam. A ranking whose caller detects the
    /// end returns 1 for all boards.
    fn children(
        &self,
        state: &Self::State,
        at: &[u16],
        slides: impl Iterator<Item = TileStep>,
        emit: impl FnMut(TileStep, u32, i32, Self::Note),
    );

    /// Makes a move, given the data computed for its rank.
    fn update(&self, state: &mut Self::State, at: &[u16], slide: TileStep, note: Self::Note);

    /// Returns whether a board whose rank is that of the end can't be solved.
    fn is_trap(&self, _state: &Self::State, _at: &[u16]) -> bool {
        false
    }
}

/// A move on the board before it: the tile goes from one cell to the other, where the blank is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileStep {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) side: Side,
}
