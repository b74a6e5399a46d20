//! Boards ranked by powers of their tiles' distances and by linear conflict.

use alloc::vec::Vec;

use super::{Ranking, TileStep};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict, LinearConflictState, Places};

/// The cost of a tile one step from home.
const STEP: u64 = 16;

/// The cost of each move that [`LinearConflict`] counts beyond the Manhattan distance.
const OF_CONFLICT: i64 = 24;

/// Ranks boards by the sum of `distance ^ 1.5` over the tiles, plus one and a half for each move
/// that [`LinearConflict`] counts beyond the Manhattan distance.
///
/// A beam by the plain estimate fills with boards around a local minimum. If a narrow beam by the
/// estimate fails near the goal, mostly a single tile is far from home: the power makes that tile
/// count.
#[derive(Debug)]
pub(crate) struct ByOrder {
    conflict: LinearConflict,
    places: Places,
    /// `[distance]`.
    costs: Vec<i64>,
}

/// The state for a board: that of [`LinearConflict`], and the sum of the costs of all tiles, minus
/// that of the first board: only differences count.
type State = (LinearConflictState, i64);

impl ByOrder {
    /// Returns the ranking for the shape and the home of a board, and its state for the board.
    pub(crate) fn new(board: &CanonicalBoard) -> (Self, State) {
        let shape = board.shape;
        let Ok(conflict) = LinearConflict::new(shape, board.home) else {
            unreachable!("a board's home is one of its cells");
        };
        let farthest = shape.rows() + shape.columns() + shape.layers() - 3;
        let cost = |distance: usize| (STEP * STEP * (distance as u64).pow(3)).isqrt() as i64;
        let ranking = Self {
            conflict,
            places: Places::new(shape),
            costs: (0..=farthest).map(cost).collect(),
        };
        let state = (ranking.conflict.evaluate(board), 0);
        (ranking, state)
    }

    /// Returns the cost of a tile on a cell.
    fn cost(&self, cell: usize, tile: usize) -> i64 {
        self.costs[self.places.distance(cell, tile) as usize]
    }

    fn after(&self, (conflict, cost): &State, at: &[u16], slide: TileStep) -> State {
        let TileStep { from, to, .. } = slide;
        let tile = usize::from(at[from]);
        let cost = cost + self.cost(to, tile) - self.cost(from, tile);
        (self.conflict.after(conflict, at, from, to), cost)
    }
}

impl Ranking for ByOrder {
    type State = State;
    type Note = ();

    fn cost_of_child(&self) -> usize {
        10 + LinearConflict::cost_of_child(self.places.shape)
    }

    fn order(&self, (conflict, cost): &State) -> i64 {
        let conflicts = self.conflict.conflicts(conflict);
        cost + OF_CONFLICT * i64::from(conflicts)
    }

    #[inline(always)]
    fn children(
        &self,
        state: &State,
        at: &[u16],
        slides: impl Iterator<Item = TileStep>,
        mut emit: impl FnMut(TileStep, u32, i32, ()),
    ) {
        let before = self.order(state);
        for slide in slides {
            let after = self.after(state, at, slide);
            let change = (self.order(&after) - before) as i32;
            emit(slide, self.conflict.estimate(&after.0), change, ());
        }
    }

    fn update(&self, state: &mut State, at: &[u16], slide: TileStep, (): ()) {
        *state = self.after(state, at, slide);
    }
}
