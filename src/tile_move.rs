//! Moving tiles on a board: single moves, clicks and whole solutions.

use alloc::vec::Vec;

use crate::cells::{Cells, View};
use crate::direction::Direction;
use crate::goal::GoalError;
use crate::messages::messages;
use crate::shape::{Place, Shape, Tile};

/// The blank's step when a tile moves, by direction: the axis (rows, columns, layers) and the step
/// along it.
const BLANK_STEPS: [(usize, isize); 6] = [(0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1)];

/// Moves the tile beside the blank in this direction into the blank.
#[inline]
pub(crate) fn slide(board: &mut impl Cells, direction: Direction) -> Result<TileMove, MoveError> {
    let View { shape, blank, .. } = board.view();
    let Some(from) = shape.neighbour(blank, direction.opposite()) else {
        let blank = shape.place(blank);
        return Err(MoveError::NoTile { direction, blank });
    };
    let (tiles, its_cell) = board.parts();
    let tile = tiles[from];
    tiles[blank] = tile;
    tiles[from] = 0;
    *its_cell = from as u16;
    Ok(TileMove {
        tile,
        direction,
        from,
        to: blank,
    })
}

/// Slides a run of tiles, as a click on its last tile does.
pub(crate) fn slide_cell(board: &mut impl Cells, cell: usize) -> Result<Vec<TileMove>, MoveError> {
    let View { shape, blank, .. } = board.view();
    let (direction, tiles) = run_to_blank(shape, cell, blank)?;
    (0..tiles).map(|_| slide(board, direction)).collect()
}

/// Plays all moves, or none. It keeps the blank's coordinates, which saves a division by each side
/// for each move: a solution can have millions.
pub(crate) fn play(board: &mut impl Cells, moves: &[Direction]) -> Result<(), MoveError> {
    let (shape, mut blank) = (board.view().shape, board.view().blank);
    let (sides, strides) = (shape.sides(), shape.strides());
    let mut at = shape.coordinates(blank);
    let (tiles, its_cell) = board.parts();
    for (index, &direction) in moves.iter().enumerate() {
        let (axis, step) = BLANK_STEPS[direction as usize];
        at[axis] = at[axis].wrapping_add_signed(step);
        if at[axis] >= sides[axis] {
            *its_cell = blank as u16;
            for &back in moves[..index].iter().rev() {
                // Each move undoes one that was made.
                let _ = slide(board, back.opposite());
            }
            let blank = shape.place(blank);
            return Err(MoveError::Illegal {
                index,
                direction,
                blank,
            });
        }
        let from = blank.wrapping_add_signed(step * strides[axis] as isize);
        tiles[blank] = tiles[from];
        tiles[from] = 0;
        blank = from;
    }
    *its_cell = blank as u16;
    Ok(())
}

/// The move of one tile, as an animation shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TileMove {
    /// The tile.
    pub tile: Tile,
    /// The direction in which it moved.
    pub direction: Direction,
    /// The cell that it left; the blank is there now.
    pub from: usize,
    /// The cell that it moved to.
    pub to: usize,
}

/// The moves that a board allows. See [`Board::legal_moves`](crate::Board::legal_moves).
#[derive(Clone, Debug)]
pub struct LegalMoves {
    directions: u8,
}

impl LegalMoves {
    pub(crate) fn of(shape: Shape, blank: usize) -> Self {
        let is_open = |it: &Direction| shape.neighbour(blank, it.opposite()).is_some();
        let open = Direction::ALL.into_iter().filter(is_open);
        let directions = open.map(|it| 1 << it as u8).sum();
        Self { directions }
    }
}

impl Iterator for LegalMoves {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        let lowest = *Direction::ALL.get(self.directions.trailing_zeros() as usize)?;
        self.directions &= self.directions - 1;
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.directions.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for LegalMoves {}
impl core::iter::FusedIterator for LegalMoves {}

/// Returns the direction of the straight run of tiles from a cell to the blank, and their number.
pub(crate) fn run_to_blank(
    shape: Shape,
    cell: usize,
    blank: usize,
) -> Result<(Direction, usize), MoveError> {
    let cells = shape.cells();
    if cell >= cells {
        return Err(MoveError::NoCell { cell, cells });
    }
    let (from, to) = (shape.coordinates(cell), shape.coordinates(blank));
    let tiles = shape.distance(cell, blank);
    let Some(axis) = (0..3).find(|&axis| from[axis].abs_diff(to[axis]) == tiles) else {
        let [cell, blank] = [cell, blank].map(|it| shape.place(it));
        return Err(MoveError::NotInLine { cell, blank });
    };
    let direction = Direction::ALL[2 * axis + usize::from(cell < blank)];
    Ok((direction, tiles))
}

/// Errors of moving a tile, playing moves, or checking a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The blank stands at the edge: no tile is there to move in this direction.
    NoTile {
        /// The direction asked for.
        direction: Direction,
        /// The blank's place.
        blank: Place,
    },
    /// The board has no such tile.
    NoSuchTile {
        /// The tile asked for.
        tile: Tile,
        /// The number of cells of the board; the tiles are below it.
        cells: usize,
    },
    /// The board has no such cell.
    NoCell {
        /// The cell asked for.
        cell: usize,
        /// The number of cells of the board.
        cells: usize,
    },
    /// The cell is not in line with the blank.
    NotInLine {
        /// The place of the cell asked for.
        cell: Place,
        /// The blank's place.
        blank: Place,
    },
    /// A move of a sequence is illegal.
    Illegal {
        /// The index of the first illegal move.
        index: usize,
        /// The move.
        direction: Direction,
        /// The blank's place before the move.
        blank: Place,
    },
    /// The moves are legal but do not end in the goal.
    NotGoal {
        /// The place of the first tile that is not there in the goal.
        at: Place,
    },
    /// Boards of this shape can't have the goal.
    Goal(GoalError),
}

messages! { MoveError, caused by Goal(GoalError);
    Self::Goal(_) => "the goal can't be used";
    Self::NoTile { direction, blank } => "no tile can move {direction}: the blank is in {blank}";
    Self::NoSuchTile { tile, cells } => "tile {tile} is not one of 0 to {}", cells - 1;
    Self::NoCell { cell, cells } => "cell {cell} is not one of 0 to {}", cells - 1;
    Self::NotInLine { cell, blank } =>
        "the tile in {cell} is not in line with the blank in {blank}";
    Self::Illegal { index, direction, blank } =>
        "move {}: no tile can move {direction}: the blank is in {blank}", index + 1;
    Self::NotGoal { at } => "the moves end on a board that differs from the goal in {at}";
}
