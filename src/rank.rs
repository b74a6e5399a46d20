//! Boards as numbers: a perfect index of all boards of a shape, and of the solvable ones.

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::dyn_board::DynBoard;
use crate::permutation::{self, MAX_RANKED, factorial};
use crate::puzzle::Tile;
use crate::shape::Shape;
use crate::stamp::stamp;

/// Returns the number of solvable boards of a shape, for a goal of your choice; `None` above [`MAX_RANKED`] cells, whose
/// boards 128 bits can't number.
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

stamp! {
    /// Returns the lexicographic rank of the board among all cells! arrangements, from 0, solvable or not; `None` above
    /// [`MAX_RANKED`] cells.
    ///
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<2> = "0 1/3 2".parse()?;
    /// assert_eq!(board.rank(), Some(1));
    /// assert_eq!(Board::<2>::unrank(1)?, board);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rank(&self) -> Option<u128> {
        permutation::rank(self.tiles()).ok()
    }

    /// Returns the number of the board among those that can be solved (blank last), from 0 to
    /// [`solvable_count`] - 1; `None` where it is unsolvable or has more than [`MAX_RANKED`] cells.
    ///
    /// It is the blank's cell, then half the rank of the tiles' order: the blank's cell decides the parity of that order,
    /// and of two orders that differ in the last two tiles one is even.
    ///
    /// ```
    /// use npuzzle::Board;
    /// let mut numbers: Vec<_> = (0..12).map(|i| Board::<2>::unrank_solvable(i)).collect();
    /// assert!(numbers.iter().all(|board| board.as_ref().is_ok_and(Board::is_solvable)));
    /// assert_eq!(numbers[7].as_ref().ok().and_then(Board::solvable_rank), Some(7));
    /// ```
    #[must_use]
    pub fn solvable_rank(&self) -> Option<u128> {
        let cells = self.shape().cells();
        if cells > MAX_RANKED || !self.is_solvable() {
            return None;
        }
        let blank = self.blank() as u128;
        if self.shape().is_path() {
            return Some(blank);
        }
        let order: Vec<Tile> =
            self.tiles().iter().filter(|&&tile| tile != 0).map(|tile| tile - 1).collect();
        let order = permutation::rank(&order).ok()?;
        Some(blank * (factorial(cells - 1) / 2) + order / 2)
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns the board with this [`rank`](Self::rank).
    ///
    /// # Errors
    /// [`RankError`] where there is none.
    pub fn unrank(rank: u128) -> Result<Self, RankError> {
        let mut board = Self::solved();
        board.set_permutation(unranked(Self::SHAPE, rank)?);
        Ok(board)
    }

    /// Returns the board with this [`solvable_rank`](Self::solvable_rank).
    ///
    /// # Errors
    /// [`RankError`] where there is none.
    pub fn unrank_solvable(rank: u128) -> Result<Self, RankError> {
        let mut board = Self::solved();
        board.set_permutation(unranked_solvable(Self::SHAPE, rank)?.into_iter());
        Ok(board)
    }
}

impl DynBoard {
    /// Returns the board of this shape with this [`rank`](Self::rank).
    ///
    /// # Errors
    /// [`RankError`] where there is none.
    pub fn unrank(shape: Shape, rank: u128) -> Result<Self, RankError> {
        Ok(Self::from_permutation(
            shape,
            unranked(shape, rank)?.collect(),
        ))
    }

    /// Returns the board of this shape with this [`solvable_rank`](Self::solvable_rank).
    ///
    /// # Errors
    /// [`RankError`] where there is none.
    pub fn unrank_solvable(shape: Shape, rank: u128) -> Result<Self, RankError> {
        Ok(Self::from_permutation(
            shape,
            unranked_solvable(shape, rank)?.into(),
        ))
    }
}

fn unranked(shape: Shape, rank: u128) -> Result<impl Iterator<Item = Tile>, RankError> {
    let tiles = permutation::unrank(rank, shape.cells());
    let tiles = tiles.ok_or_else(|| RankError::new(shape, rank))?;
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
    let order = permutation::unrank(2 * half_rank, cells - 1).ok_or(error)?;
    let mut tiles: Vec<Tile> = order.into_iter().map(|tile| tile as Tile + 1).collect();
    tiles.insert(blank, 0);
    if !shape.is_path() {
        // An even rank and the odd one after it differ in the last two tiles alone.
        let board = DynBoard::from_permutation(shape, tiles.clone().into());
        if !board.is_solvable() {
            let mut last_two = (0..cells).rev().filter(|&cell| cell != blank);
            if let (Some(a), Some(b)) = (last_two.next(), last_two.next()) {
                tiles.swap(a, b);
            }
        }
    }
    Ok(tiles)
}

/// A rank that no board has.
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
                write!(f, "{rank} is the rank of no {shape} board")
            }
            Self::TooManyCells { shape } => {
                write!(
                    f,
                    "boards of {shape} have no rank: more than {MAX_RANKED} cells"
                )
            }
        }
    }
}

impl core::error::Error for RankError {}
