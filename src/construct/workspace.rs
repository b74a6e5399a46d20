use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::cropped::part;
use crate::heuristic::Places;
use crate::region::Region;
use crate::runtime::{OutOfMemory, Pace, filled, reserve, reserved};
use crate::shape::Shape;
use crate::side::Side;

/// A board under construction, and the moves made so far.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    pub(super) shape: Shape,
    pub(super) home: usize,
    /// `[cell]`: the home of its tile.
    pub(super) at: Vec<u16>,
    /// `[cell]`: the cell of the tile whose home it is.
    pub(super) place_of: Vec<u16>,
    pub(super) blank: usize,
    /// The region that is left.
    pub(super) rest: Region,
    /// `[cell]`: its coordinates.
    pub(super) places: Places,
    /// `[axis][cell]`: the signed distance of its tile beyond its place, towards higher
    /// coordinates.
    pub(super) displacement: [Vec<i32>; 3],
    /// True if the tile of a cell is not moved any more.
    pub(super) is_fixed: Vec<bool>,
    /// `[cell]`: the result of the last search for a path.
    pub(super) seen: Vec<Seen>,
    pub(super) walks: u32,
    pub(super) moves: Vec<Direction>,
    /// The number of moves made, including those undone since.
    pub(super) made: usize,
    /// The number of them that are counted as expansions.
    counted: usize,
}

/// The moves for which a step reserves room.
const MOVES_OF_STEP: usize = 1 << 12;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// The number of the search that came there.
    pub(super) walk: u32,
    /// The remaining steps, their gain, and the first of them.
    pub(super) left: u32,
    pub(super) worth: i32,
    pub(super) side: Option<Side>,
}

impl Workspace {
    pub(super) async fn new(board: &CanonicalBoard, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let (shape, cells) = (board.shape, board.cells.len());
        let mut it = Self {
            shape,
            home: board.home,
            at: filled(0, cells)?,
            place_of: filled(0, cells)?,
            blank: board.blank,
            rest: Region::all(shape),
            places: Places::new(shape),
            displacement: [filled(0, cells)?, filled(0, cells)?, filled(0, cells)?],
            is_fixed: filled(false, cells)?,
            seen: filled(Seen::default(), cells)?,
            walks: 0,
            moves: reserved(MOVES_OF_STEP)?,
            made: 0,
            counted: 0,
        };
        for (cell, &tile) in board.cells.iter().enumerate() {
            it.at[cell] = tile;
            it.place_of[usize::from(tile)] = cell as u16;
            let (here, goal) = (it.coordinates(cell), it.coordinates(tile.into()));
            for axis in 0..3 {
                it.displacement[axis][cell] = here[axis] as i32 - goal[axis] as i32;
            }
            pace.spend(40).await;
        }
        Ok(it)
    }

    /// Pays for a step that has seen this number of cells, and counts its moves as expansions.
    /// Makes room for the moves of the next step.
    pub(super) async fn settle(&mut self, seen: usize, pace: &mut Pace) -> Result<(), OutOfMemory> {
        let made = self.made - self.counted;
        self.counted = self.made;
        pace.count(made as u64).await;
        pace.spend(seen * 5).await;
        reserve(&mut self.moves, MOVES_OF_STEP)
    }

    /// Returns a region as a board of its own; `None` if tiles in it belong elsewhere.
    pub(super) fn block(&self, region: &Region) -> Option<CanonicalBoard> {
        part(region, self.shape, |cell| self.at[cell], self.home)
    }

    pub(super) fn coordinates(&self, cell: usize) -> [usize; 3] {
        self.places.of(cell).map(usize::from)
    }

    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        self.places.distance(a, b) as usize
    }

    /// Returns the cell next to another one, within the box that is left.
    pub(super) fn beside(&self, cell: usize, side: Side) -> Option<usize> {
        let axis = side.axis();
        let here = usize::from(self.places.of(cell)[axis]);
        let jump = self.shape.strides()[axis];
        if side.is_high() {
            (here < self.rest.high[axis]).then(|| cell + jump)
        } else {
            (here > self.rest.low[axis]).then(|| cell - jump)
        }
    }

    pub(super) const fn cell(&self, coordinates: [usize; 3]) -> usize {
        let ([row, col, layer], strides) = (coordinates, self.shape.strides());
        row * strides[0] + col + layer * strides[2]
    }

    /// Moves the blank along a path, and settles each step.
    pub(super) async fn go_all(
        &mut self,
        path: impl IntoIterator<Item = Side>,
        pace: &mut Pace,
    ) -> Result<(), OutOfMemory> {
        for side in path {
            self.go(side);
            self.settle(2, pace).await?;
        }
        Ok(())
    }

    /// Moves the blank to a side, within the box that is left. If that undoes the last move, both
    /// are removed.
    pub(super) fn go(&mut self, side: Side) {
        let Some(to) = self.beside(self.blank, side) else {
            return;
        };
        let direction = side.tile_moves();
        if self.moves.last() == Some(&direction.opposite()) {
            self.moves.pop();
        } else {
            self.moves.push(direction);
        }
        let (tile, from) = (usize::from(self.at[to]), self.blank);
        self.at.swap(from, to);
        self.place_of.swap(tile, self.home);
        // The tile goes one cell in the opposite direction.
        for displacement in &mut self.displacement {
            displacement[from] = displacement[to];
        }
        self.displacement[side.axis()][from] += if side.is_high() { -1 } else { 1 };
        self.blank = to;
        self.made += 1;
    }
}
