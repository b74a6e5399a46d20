//! Boards as numbers: a perfect index of all boards of a shape, and of the solvable ones.

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::cells::{Cells, PASS, Tile, View};
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::permutation::{self, MAX_RANKED, factorial};
use crate::shape::Shape;
use crate::solvability::reaches;

/// Returns the number of solvable boards of a shape, for a goal of your choice; `None` above
/// [`MAX_RANKED`] cells, whose boards 128 bits can't number.
///
/// ```
/// use npuzzle::{Shape, solvable_count};
/// assert_eq!(solvable_count(Shape::new(3, 3, 1)?), Some(181_440)); // 9! / 2
/// assert_eq!(solvable_count(Shape::new(1, 5, 1)?), Some(5)); // the blank in each cell
/// # Ok::<_, npuzzle::ShapeError>(())
/// ```
#[must_use]
pub const fn solvable_count(shape: Shape) -> Option<u128> {
    let cells = shape.cells();
    if cells > MAX_RANKED {
        return None;
    }
    Some(if shape.is_path() {
        cells as u128
    } else {
        factorial(cells) / 2
    })
}

/// Returns the rank of a board among all of its shape.
pub(crate) fn rank(board: View<'_>) -> Result<u128, RankError> {
    // Boards are permutations, so the only fault is their size.
    let too_large = RankError::TooManyCells { shape: board.shape };
    permutation::rank(board.tiles).map_err(|_| too_large)
}

/// Returns the rank of a board among those from which the usual goal can be reached.
pub(crate) fn solvable_rank(board: View<'_>) -> Result<u128, RankError> {
    let shape = board.shape;
    let cells = shape.cells();
    if cells > MAX_RANKED {
        return Err(RankError::TooManyCells { shape });
    }
    if !reaches(board, &Goal::BlankLast) {
        return Err(RankError::Unsolvable);
    }
    let blank = board.blank as u128;
    if shape.is_path() {
        return Ok(blank);
    }
    let order: Vec<Tile> = board.order().map(|tile| tile - 1).collect();
    let order = permutation::rank(&order).map_err(|_| RankError::TooManyCells { shape })?;
    Ok(blank * (factorial(cells - 1) / 2) + order / 2)
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns the board with this [`rank`](Self::rank).
    ///
    /// # Errors
    /// [`RankError`] if there is none.
    pub fn unrank(rank: u128) -> Result<Self, RankError> {
        let mut board = Self::solved();
        board.view_mut(PASS).fill(unranked(Self::SHAPE, rank)?);
        Ok(board)
    }

    /// Returns the board with this [`solvable_rank`](Self::solvable_rank).
    ///
    /// # Errors
    /// [`RankError`] if there is none.
    pub fn unrank_solvable(rank: u128) -> Result<Self, RankError> {
        let mut board = Self::solved();
        let tiles = unranked_solvable(Self::SHAPE, rank)?;
        board.view_mut(PASS).fill(tiles);
        Ok(board)
    }
}

impl DynBoard {
    /// Returns the board of this shape with this [`rank`](Self::rank).
    ///
    /// # Errors
    /// [`RankError`] if there is none.
    pub fn unrank(shape: Shape, rank: u128) -> Result<Self, RankError> {
        Ok(Self::from_permutation(
            shape,
            unranked(shape, rank)?.collect(),
        ))
    }

    /// Returns the board of this shape with this [`solvable_rank`](Self::solvable_rank).
    ///
    /// # Errors
    /// [`RankError`] if there is none.
    pub fn unrank_solvable(shape: Shape, rank: u128) -> Result<Self, RankError> {
        Ok(Self::from_permutation(
            shape,
            unranked_solvable(shape, rank)?.into(),
        ))
    }
}

fn unranked(shape: Shape, rank: u128) -> Result<impl Iterator<Item = Tile>, RankError> {
    let tiles = permutation::unrank(rank, shape.cells());
    let tiles = tiles.map_err(|_| RankError::new(shape, rank))?;
    Ok(tiles.into_iter().map(|tile| tile as Tile))
}

fn unranked_solvable(shape: Shape, rank: u128) -> Result<Vec<Tile>, RankError> {
    let error = RankError::new(shape, rank);
    let cells = shape.cells();
    let boards = solvable_count(shape).ok_or(error)?;
    if rank >= boards {
        return Err(error);
    }
    let boards_of_blank = boards / cells as u128;
    let (blank, half_rank) = ((rank / boards_of_blank) as usize, rank % boards_of_blank);
    let order = permutation::unrank(2 * half_rank, cells - 1).map_err(|_| error)?;
    let mut tiles: Vec<Tile> = order.into_iter().map(|tile| tile as Tile + 1).collect();
    tiles.insert(blank, 0);
    if !shape.is_path() {
        // An even rank and the odd one after it differ in the last two tiles alone.
        let board = View {
            shape,
            tiles: &tiles,
            blank,
        };
        if !reaches(board, &Goal::BlankLast) {
            let mut last_two = (0..cells).rev().filter(|&cell| cell != blank);
            if let (Some(a), Some(b)) = (last_two.next(), last_two.next()) {
                tiles.swap(a, b);
            }
        }
    }
    Ok(tiles)
}

/// Why a board has no rank, or a rank no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RankError {
    /// The shape has fewer boards.
    OutOfRange {
        /// The rank asked for.
        rank: u128,
        /// The shape.
        shape: Shape,
    },
    /// The shape has more than [`MAX_RANKED`] cells.
    TooManyCells {
        /// The shape.
        shape: Shape,
    },
    /// The board can't be solved, so it has no rank among those that can.
    Unsolvable,
}

impl RankError {
    const fn new(shape: Shape, rank: u128) -> Self {
        if shape.cells() > MAX_RANKED {
            Self::TooManyCells { shape }
        } else {
            Self::OutOfRange { rank, shape }
        }
    }
}

impl fmt::Display for RankError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { rank, shape } => {
                write!(f, "no board of {shape} has the rank {rank}")
            }
            Self::TooManyCells { shape } => {
                write!(
                    f,
                    "a board of {shape} has no rank: it has more than {MAX_RANKED} cells"
                )
            }
            Self::Unsolvable => {
                f.write_str("an unsolvable board has no rank among the solvable ones")
            }
        }
    }
}

impl core::error::Error for RankError {}
