//! Moving tiles on a board: single moves, clicks and whole solutions.

use alloc::vec::Vec;

use crate::cells::{Tile, ViewMut};
use crate::direction::Direction;
use crate::goal::GoalError;
use crate::messages::{conversions, messages};
use crate::shape::{Place, Shape};

/// The blank's step when a tile moves, by direction: the axis (rows, columns, layers) and the
/// step along it.
const BLANK_STEPS: [(usize, isize); Direction::ALL.len()] = {
    let mut steps = [(0, 0); Direction::ALL.len()];
    let mut i = 0;
    while i < steps.len() {
        let direction = Direction::ALL[i];
        steps[direction as usize] = match direction {
            Direction::Up => (0, 1),
            Direction::Down => (0, -1),
            Direction::Left => (1, 1),
            Direction::Right => (1, -1),
            Direction::Front => (2, 1),
            Direction::Back => (2, -1),
        };
        i += 1;
    }
    steps
};

impl ViewMut<'_> {
    /// Moves the tile beside the blank in this direction into the blank.
    #[inline]
    pub(crate) fn slide(&mut self, direction: Direction) -> Result<Slide, MoveError> {
        let blank = usize::from(*self.blank);
        let Some(from) = self.shape.neighbour(blank, direction.opposite()) else {
            return Err(MoveError::NoTile {
                direction,
                blank: self.shape.place(blank),
                shape: self.shape,
            });
        };
        let tile = self.tiles[from];
        self.tiles[blank] = tile;
        self.tiles[from] = 0;
        *self.blank = from as u16;
        Ok(Slide {
            tile,
            direction,
            from,
            to: blank,
        })
    }

    /// Slides a run of tiles, as a click on its last tile does.
    pub(crate) fn slide_cell(&mut self, cell: usize) -> Result<Vec<Slide>, MoveError> {
        let run = Run::to_blank(self.shape, cell, usize::from(*self.blank))?;
        (0..run.tiles).map(|_| self.slide(run.direction)).collect()
    }

    /// Plays all moves, or none.
    ///
    /// It keeps the blank's coordinates and looks up what a move does to them: a division or a
    /// branch for each move would take three times as long, which counts where an answer of
    /// millions of moves is checked.
    pub(crate) fn play(&mut self, moves: &[Direction]) -> Result<(), MoveError> {
        let shape = self.shape;
        let sides = [shape.rows(), shape.columns(), shape.layers()];
        let strides = [shape.columns(), 1, shape.rows() * shape.columns()];
        let mut blank = usize::from(*self.blank);
        let place = shape.place(blank);
        let mut at = [place.row, place.column, place.layer];
        for (index, &direction) in moves.iter().enumerate() {
            let (axis, step) = BLANK_STEPS[direction as usize];
            let next = at[axis].wrapping_add_signed(step);
            if next >= sides[axis] {
                *self.blank = blank as u16;
                for &back in moves[..index].iter().rev() {
                    // The way back is open: each move undoes one that was made.
                    let _ = self.slide(back.opposite());
                }
                return Err(MoveError::Illegal {
                    index,
                    direction,
                    blank: shape.place(blank),
                    shape,
                });
            }
            at[axis] = next;
            let from = blank.wrapping_add_signed(step * strides[axis] as isize);
            self.tiles[blank] = self.tiles[from];
            self.tiles[from] = 0;
            blank = from;
        }
        *self.blank = blank as u16;
        Ok(())
    }
}

/// A tile that was moved, as an animation shows it.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Direction, Slide};
/// let mut board: Board<3> = "1 2 3/4 5 6/7 8 0".parse()?;
/// let (direction, tile) = (Direction::Right, 8);
/// let slides = board.slide_cell(6)?; // a click on tile 7 moves tile 8, then tile 7
/// assert_eq!(slides[0], Slide { tile, direction, from: 7, to: 8 });
/// assert_eq!((slides[1].tile, slides.len()), (7, 2));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
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
///
/// # Examples
/// ```
/// use npuzzle::{Board, Direction};
/// let board: Board<2, 3> = "1 2 3/4 0 5".parse()?;
/// let moves = board.legal_moves(); // tiles 2, 5 and 4
/// assert_eq!(moves.len(), 3);
/// assert!(moves.eq([Direction::Down, Direction::Left, Direction::Right]));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LegalMoves {
    directions: u8,
}

impl LegalMoves {
    pub(crate) const fn of(shape: Shape, blank: usize) -> Self {
        let mut directions = 0;
        let mut i = 0;
        while i < Direction::ALL.len() {
            if shape
                .neighbour(blank, Direction::ALL[i].opposite())
                .is_some()
            {
                directions |= 1 << i;
            }
            i += 1;
        }
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

/// A straight run of tiles that ends at the blank.
struct Run {
    direction: Direction,
    tiles: usize,
}

impl Run {
    fn to_blank(shape: Shape, cell: usize, blank: usize) -> Result<Self, MoveError> {
        if cell >= shape.cells() {
            return Err(MoveError::NoCell {
                cell,
                cells: shape.cells(),
            });
        }
        let (from, to) = (shape.place(cell), shape.place(blank));
        let run = |from: usize, to: usize, towards_lower: Direction| Self {
            direction: if to < from {
                towards_lower
            } else {
                towards_lower.opposite()
            },
            tiles: from.abs_diff(to),
        };
        match (
            from.layer == to.layer,
            from.row == to.row,
            from.column == to.column,
        ) {
            (true, true, _) => Ok(run(from.column, to.column, Direction::Left)),
            (true, _, true) => Ok(run(from.row, to.row, Direction::Up)),
            (_, true, true) => Ok(run(from.layer, to.layer, Direction::Front)),
            _ => Err(MoveError::NotInLine {
                cell: from,
                blank: to,
                shape,
            }),
        }
    }
}

/// Reasons why a tile can't move, or moves can't be played or don't solve a board.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Direction};
/// let error = Board::<3>::solved().slide(Direction::Up).unwrap_err();
/// assert_eq!(error.to_string(), "no tile can move U: the blank is in row 3, column 3");
/// let error = Board::<3>::solved().play(&"RRR".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "move 3: no tile can move R: the blank is in row 3, column 1");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The blank stands at the edge: no tile is there to move in this direction.
    NoTile {
        /// The direction asked for.
        direction: Direction,
        /// The blank's place.
        blank: Place,
        /// The shape of the board.
        shape: Shape,
    },
    /// The board has no such cell.
    NoCell {
        /// The cell asked for.
        cell: usize,
        /// The number of cells of the board.
        cells: usize,
    },
    /// The board has no such tile.
    NoSuchTile {
        /// The tile asked for.
        tile: Tile,
        /// The number of cells of the board.
        cells: usize,
    },
    /// The cell is not in line with the blank.
    NotInLine {
        /// The place of the cell asked for.
        cell: Place,
        /// The blank's place.
        blank: Place,
        /// The shape of the board.
        shape: Shape,
    },
    /// A move of a sequence is illegal: the first one that can't be made.
    Illegal {
        /// Its index in the sequence, counted from 0.
        index: usize,
        /// The move.
        direction: Direction,
        /// The blank's place before the move.
        blank: Place,
        /// The shape of the board.
        shape: Shape,
    },
    /// The moves are legal but do not end in the goal.
    NotGoal {
        /// The first cell with another tile than in the goal.
        cell: usize,
    },
    /// Boards of this shape can't have the goal.
    Goal(GoalError),
}

messages! { MoveError, through Goal;
    Self::NoTile { direction, blank, shape } =>
        "no tile can move {direction}: the blank is in {}", shape.named(*blank);
    Self::NoCell { cell, cells } => "there is no cell {cell} on a board of {cells} cells";
    Self::NoSuchTile { tile, cells } => "there is no tile {tile} on a board of {cells} cells";
    Self::NotInLine { cell, blank, shape } =>
        "the tile in {} is not in line with the blank in {}",
        shape.named(*cell), shape.named(*blank);
    Self::Illegal { index, direction, blank, shape } =>
        "move {}: no tile can move {direction}: the blank is in {}",
        index + 1, shape.named(*blank);
    Self::NotGoal { cell } => "the moves end on a board that differs from the goal at cell {cell}";
}

conversions! { MoveError;
    error: GoalError => Self::Goal(error);
}
