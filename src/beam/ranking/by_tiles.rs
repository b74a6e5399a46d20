//! Boards ranked by the costs of their tiles, a sum over the axes.

use alloc::vec::Vec;

use super::{Ranking, TileStep};
use crate::canonical::CanonicalBoard;
use crate::inversions::parity_of_distinct;
use crate::policy::UNIT;
use crate::runtime::{OutOfMemory, push};
use crate::shape::Shape;

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
    /// Returns the block as a board; `None` if one of its tiles belongs elsewhere.
    pub(crate) fn board(&self, at: &[u16]) -> Option<CanonicalBoard> {
        let tiles = self.cells.iter().map(|&cell| at[usize::from(cell)]);
        let places = tiles.map(|tile| self.places[usize::from(tile)]);
        CanonicalBoard::from_cells(self.shape, self.home, places)
    }

    /// Returns whether the block can be put in order within itself.
    pub(crate) fn is_solvable(&self, at: &[u16]) -> bool {
        self.board(at).is_some_and(|board| {
            let is_odd = board.shape.distance(board.blank, board.home) % 2 == 1;
            let cells = board.cells.iter().copied();
            parity_of_distinct(cells, board.cells.len()).is_odd() == is_odd
        })
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
    fn slide(&self, score: &mut Score, at: &[u16], slide: TileStep) {
        let axis = slide.side.axis();
        let [from, to] = [slide.from, slide.to].map(|cell| self.coordinates[cell][axis]);
        let cost = |tile, coordinate| self.cost(tile, axis, coordinate);
        let tile = at[slide.from];
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
        slides: impl Iterator<Item = TileStep>,
        mut emit: impl FnMut(TileStep, u32, i32, ()),
    ) {
        for slide in slides {
            let mut change = Score::default();
            self.slide(&mut change, at, slide);
            emit(slide, 1, change.cost as i32, ());
        }
    }

    #[inline(always)]
    fn update(&self, score: &mut Score, at: &[u16], slide: TileStep, (): ()) {
        self.slide(score, at, slide);
    }

    #[inline(always)]
    fn is_trap(&self, score: &Score, at: &[u16]) -> bool {
        score.outside == 0 && self.block.as_ref().is_some_and(|it| !it.is_solvable(at))
    }
}
