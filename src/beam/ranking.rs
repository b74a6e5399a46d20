//! Estimates of the distance to the goal, for beams.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict, LinearConflictState, Places};
use crate::inversions::parity_of_distinct;
use crate::pairs::{PairScore, PairTables};
use crate::policy::UNIT;
use crate::runtime::{OutOfMemory, push};
use crate::shape::Shape;
use crate::side::Side;

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
        steps: impl Iterator<Item = TileStep>,
        emit: impl FnMut(TileStep, u32, i32, Self::Note),
    );

    /// Makes a move, given the data computed for its rank.
    fn update(&self, state: &mut Self::State, at: &[u16], step: TileStep, note: Self::Note);

    /// Returns whether a board whose rank is that of the end can't be solved.
    fn is_trap(&self, _state: &Self::State, _at: &[u16]) -> bool {
        false
    }
}

/// A move on the board before it: the cells of the tile and of the blank, and the blank's side.
pub(crate) type TileStep = (usize, usize, Side);

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
type OrderState = (LinearConflictState, i64);

impl ByOrder {
    /// Returns the ranking for the shape and the home of a board, and its state for the board.
    pub(crate) fn new(board: &CanonicalBoard) -> (Self, OrderState) {
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

    fn cost(&self, cell: usize, tile: usize) -> i64 {
        self.costs[self.places.distance(cell, tile) as usize]
    }

    fn after(&self, state: &OrderState, at: &[u16], (from, to, _): TileStep) -> OrderState {
        let (conflict, cost) = state;
        let tile = usize::from(at[from]);
        let cost = cost + self.cost(to, tile) - self.cost(from, tile);
        (self.conflict.after(conflict, at, from, to), cost)
    }
}

impl Ranking for ByOrder {
    type State = OrderState;
    type Note = ();

    fn cost_of_child(&self) -> usize {
        10 + LinearConflict::cost_of_child(self.places.shape)
    }

    fn order(&self, (conflict, cost): &OrderState) -> i64 {
        let conflicts = self.conflict.conflicts(conflict);
        cost + OF_CONFLICT * i64::from(conflicts)
    }

    #[inline(always)]
    fn children(
        &self,
        state: &OrderState,
        at: &[u16],
        steps: impl Iterator<Item = TileStep>,
        mut emit: impl FnMut(TileStep, u32, i32, ()),
    ) {
        let before = self.order(state);
        for step in steps {
            let after = self.after(state, at, step);
            let change = (self.order(&after) - before) as i32;
            emit(step, self.conflict.estimate(&after.0), change, ());
        }
    }

    fn update(&self, state: &mut OrderState, at: &[u16], step: TileStep, (): ()) {
        *state = self.after(state, at, step);
    }
}

/// Boards ranked by their pairs of tiles.
impl Ranking for Arc<PairTables> {
    type State = PairScore;
    type Note = PairScore;

    fn stride(&self) -> u16 {
        self.shape.cells() as u16
    }

    fn cost_of_child(&self) -> usize {
        // The numbers of a tile come from a cache beyond the first level.
        self.shape.cells()
    }

    fn order(&self, state: &PairScore) -> i64 {
        state.weight.into()
    }

    #[inline(always)]
    fn children(
        &self,
        state: &PairScore,
        at: &[u16],
        steps: impl Iterator<Item = TileStep>,
        mut emit: impl FnMut(TileStep, u32, i32, PairScore),
    ) {
        let (mut all, mut count, mut blank) = ([(0, Side::Up); 4], 0, 0);
        for (from, to, side) in steps.take(all.len()) {
            (all[count], blank) = ((from, side), to);
            count += 1;
        }
        let mut changes = [PairScore::default(); 4];
        match all[..count] {
            [a] => changes[..1].copy_from_slice(&self.changes(at, blank, [a])),
            [a, b] => changes[..2].copy_from_slice(&self.changes(at, blank, [a, b])),
            [a, b, c] => changes[..3].copy_from_slice(&self.changes(at, blank, [a, b, c])),
            _ => changes = self.changes(at, blank, all),
        }
        for (&(from, side), change) in all[..count].iter().zip(changes) {
            let after = PairScore {
                weight: state.weight + change.weight,
                distance: state.distance + change.distance,
            };
            emit(
                (from, blank, side),
                after.distance as u32,
                change.weight,
                after,
            );
        }
    }

    fn update(&self, state: &mut PairScore, _: &[u16], _: TileStep, note: PairScore) {
        *state = note;
    }
}

/// The costs of a tile along one axis, at a coordinate; or those of all tiles of a board and all
/// axes, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    /// The cost in [`UNIT`]s; boards with smaller ones seem nearer to the end.
    pub(crate) cost: i64,
    /// The estimated moves that tiles require after the end of the beam, in [`UNIT`]s.
    pub(crate) left: i32,
    /// The number of axes along which a tile is outside its range at the end.
    pub(crate) outside: i32,
}

impl Score {
    /// Adds the change of a tile's cost along an axis.
    #[inline(always)]
    const fn change(&mut self, from: Self, to: Self) {
        self.cost += to.cost - from.cost;
        self.left += to.left - from.left;
        self.outside += to.outside - from.outside;
    }
}

/// Some cells in reading order, whose tiles make a board of their own.
#[derive(Clone, Debug)]
pub(crate) struct CellBlock {
    pub(crate) shape: Shape,
    pub(crate) home: usize,
    pub(crate) cells: Vec<u16>,
    /// `[tile]`: its home among the cells, or a larger number.
    pub(crate) places: Vec<u16>,
}

impl CellBlock {
    /// Returns the block as a board; `None` if it can't be put in order within itself.
    pub(crate) fn board(&self, at: &[u16]) -> Option<CanonicalBoard> {
        let tiles = self.cells.iter().map(|&cell| at[usize::from(cell)]);
        let places = tiles.map(|tile| self.places[usize::from(tile)]);
        let board = CanonicalBoard::from_cells(self.shape, self.home, places)?;
        let is_odd = self.shape.distance(board.blank, self.home) % 2 == 1;
        let parity = parity_of_distinct(board.cells.iter().copied(), board.cells.len());
        (parity.is_odd() == is_odd).then_some(board)
    }
}

/// The costs of all tiles on the cells of a board or a part of it.
///
/// Tiles with equal costs for equal displacements share a row of costs, so the table stays small on
/// large boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileCosts {
    /// `[cell]`: its coordinates.
    pub(crate) coordinates: Vec<[u16; 3]>,
    /// `[tile][axis]`: the tile's cost at a coordinate is `along[row + coordinate]`. Rows may
    /// overlap, and start before the first coordinate that is used.
    pub(crate) rows: Vec<[u32; 3]>,
    pub(crate) along: Vec<Score>,
    pub(crate) blank: u16,
    /// The block that must be solvable once no tile is outside.
    pub(crate) block: Option<CellBlock>,
}

impl TileCosts {
    /// Adds a row of costs by coordinate.
    pub(crate) fn add_row(
        &mut self,
        costs: impl IntoIterator<Item = Score>,
    ) -> Result<u32, OutOfMemory> {
        let start = self.along.len() as u32;
        for cost in costs {
            push(&mut self.along, cost)?;
        }
        Ok(start)
    }

    /// Adds a row of costs by distance, up to `longest - 1`. The row of a tile is the result minus
    /// its home's coordinate.
    pub(crate) fn add_distances(
        &mut self,
        longest: usize,
        cost: impl Fn(usize) -> Score,
    ) -> Result<u32, OutOfMemory> {
        let distances = (1..longest).rev().chain(0..longest);
        Ok(self.add_row(distances.map(cost))? + longest as u32 - 1)
    }

    pub(crate) fn evaluate(&self, at: &[u16]) -> Score {
        let mut score = Score::default();
        for (cell, &tile) in at.iter().enumerate() {
            for axis in 0..3 {
                let to = self.cost(tile, axis, self.coordinates[cell][axis]);
                score.change(Score::default(), to);
            }
        }
        score
    }

    #[inline(always)]
    fn cost(&self, tile: u16, axis: usize, coordinate: u16) -> Score {
        self.along[(self.rows[usize::from(tile)][axis] + u32::from(coordinate)) as usize]
    }

    /// Adds the change that a move makes to a score.
    #[inline(always)]
    fn slide(&self, score: &mut Score, at: &[u16], (from, to, side): TileStep) {
        let (axis, tile) = (side.axis(), at[from]);
        let [from, to] = [from, to].map(|cell| self.coordinates[cell][axis]);
        let cost = |tile, coordinate| self.cost(tile, axis, coordinate);
        score.change(cost(tile, from), cost(tile, to));
        score.change(cost(self.blank, to), cost(self.blank, from));
    }
}

/// Returns the `eighths`th power of the eighth root of a distance, in [`UNIT`]s.
///
/// Far tiles cost more than their distance, so they move first and near tiles give way.
pub(crate) fn power(distance: usize, eighths: u32) -> i64 {
    /// The bits behind the point of a root.
    const BITS: u32 = 12;

    // The eighth root, by three integer square roots.
    let root = ((distance as u128) << (8 * BITS)).isqrt().isqrt().isqrt() as u64;
    let power = (0..eighths).fold(1 << BITS, |power, _| (power * root) >> BITS);
    ((power * UNIT as u64) >> BITS) as i64
}

/// The caller of the beam detects the end: no tile is outside.
impl Ranking for TileCosts {
    type State = Score;
    type Note = ();

    fn cost_of_child(&self) -> usize {
        5
    }

    #[inline(always)]
    fn order(&self, score: &Score) -> i64 {
        score.cost
    }

    #[inline(always)]
    fn children(
        &self,
        _: &Score,
        at: &[u16],
        steps: impl Iterator<Item = TileStep>,
        mut emit: impl FnMut(TileStep, u32, i32, ()),
    ) {
        for step in steps {
            let mut change = Score::default();
            self.slide(&mut change, at, step);
            emit(step, 1, change.cost as i32, ());
        }
    }

    #[inline(always)]
    fn update(&self, score: &mut Score, at: &[u16], step: TileStep, (): ()) {
        self.slide(score, at, step);
    }

    #[inline(always)]
    fn is_trap(&self, score: &Score, at: &[u16]) -> bool {
        score.outside == 0 && self.block.as_ref().is_some_and(|it| it.board(at).is_none())
    }
}
