//! Boards as numbers: a perfect index of all boards of a shape, and of the solvable ones.

use alloc::vec::Vec;

use crate::board::Board;
use crate::cells::{Cells, PASS, Tile, View};
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::invariant::reaches;
use crate::permutation::{self, MAX_RANKED, PermutationError, factorial};
use crate::shape::Shape;

impl Shape {
    /// Returns the number of solvable boards of this shape, for a goal of your choice; `None` above
    /// [`MAX_RANKED`] cells, whose boards 128 bits can't number.
    ///
    /// ```
    /// use npuzzle::Shape;
    /// assert_eq!(Shape::square(3)?.solvable_count(), Some(181_440)); // 9! / 2
    /// assert_eq!(Shape::rectangle(1, 5)?.solvable_count(), Some(5)); // the blank in each cell
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    #[must_use]
    pub const fn solvable_count(self) -> Option<u128> {
        let cells = self.cells();
        if cells > MAX_RANKED {
            return None;
        }
        Some(if self.is_path() {
            cells as u128
        } else {
            factorial(cells) / 2
        })
    }
}

/// The numbering of the boards of a shape with two sides of at least two cells from which one goal
/// can be reached.
///
/// The boards of each blank cell follow each other, by the order of their tiles. Two orders
/// whose lexicographic ranks differ in the last bit differ in the last two tiles alone, hence
/// in their parity, and the blank's cell decides which parity can be solved: half of the rank is a
/// perfect index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    cells: usize,
}

impl Numbering {
    /// # Panics
    /// If there are less than three cells, or more than [`MAX_RANKED`].
    pub(crate) const fn new(cells: usize) -> Self {
        assert!(cells >= 3 && cells <= MAX_RANKED);
        Self { cells }
    }

    /// Returns the number of boards of each blank cell.
    pub(crate) const fn orders(self) -> u128 {
        factorial(self.cells - 1) / 2
    }

    /// Returns the number of the board with the blank on a cell and an order of tiles of this
    /// lexicographic rank.
    const fn number(self, blank: usize, order_rank: u128) -> u128 {
        blank as u128 * self.orders() + order_rank / 2
    }

    /// Returns the blank's cell and one of the two orders of `0..cells - 1` that share a number;
    /// the other has the last two exchanged.
    pub(crate) fn order(self, number: u128) -> (usize, Vec<usize>) {
        let (blank, half_rank) = (number / self.orders(), number % self.orders());
        let order = permutation::unrank(2 * half_rank, self.cells - 1);
        // The rank is below (cells - 1)!.
        (blank as usize, order.unwrap_or_default())
    }
}

/// Exchanges the last two tiles, which leads from the boards that can be solved to the others.
pub(crate) fn exchange_last_two(tiles: &mut [Tile], blank: usize) {
    let mut last_two = (0..tiles.len()).rev().filter(|&cell| cell != blank);
    if let (Some(a), Some(b)) = (last_two.next(), last_two.next()) {
        tiles.swap(a, b);
    }
}

/// Returns the rank of a board among those from which the usual goal can be reached.
pub(crate) fn solvable_rank(board: View<'_>) -> Result<u128, PermutationError> {
    let (shape, len) = (board.shape, board.tiles.len());
    if len > MAX_RANKED {
        return Err(PermutationError::TooLong { len });
    }
    if !reaches(board, &Goal::BlankLast) {
        return Err(PermutationError::Unsolvable);
    }
    if shape.is_path() {
        return Ok(board.blank as u128);
    }
    let order: Vec<Tile> = board.order().map(|tile| tile - 1).collect();
    Ok(Numbering::new(len).number(board.blank, permutation::rank(&order)?))
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns the board with this [`rank`](Self::rank).
    ///
    /// # Errors
    /// [`PermutationError`] if there is none.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// assert_eq!(Board::<2>::unrank(0)?.to_string(), "0 1/2 3");
    /// assert_eq!(Board::<2>::unrank(23)?.to_string(), "3 2/1 0"); // the last of 4!
    /// assert!(Board::<2>::unrank(24).is_err());
    /// # Ok::<_, npuzzle::permutation::PermutationError>(())
    /// ```
    pub fn unrank(rank: u128) -> Result<Self, PermutationError> {
        let mut board = Self::solved();
        board.view_mut(PASS).fill(unranked(Self::SHAPE, rank)?);
        Ok(board)
    }

    /// Returns the board with this [`solvable_rank`](Self::solvable_rank).
    ///
    /// # Errors
    /// [`PermutationError`] if there is none.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let boards: Vec<Board<2>> = (0..12).map(Board::unrank_solvable).collect::<Result<_, _>>()?;
    /// assert!(boards.iter().all(Board::is_solvable)); // each of 4! / 2, once
    /// assert!(Board::<2>::unrank_solvable(12).is_err());
    /// # Ok::<_, npuzzle::permutation::PermutationError>(())
    /// ```
    pub fn unrank_solvable(rank: u128) -> Result<Self, PermutationError> {
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
    /// [`PermutationError`] if there is none.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{DynBoard, Shape};
    /// assert_eq!(DynBoard::unrank(Shape::rectangle(2, 3)?, 1)?.to_string(), "0 1 2/3 5 4");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn unrank(shape: Shape, rank: u128) -> Result<Self, PermutationError> {
        Ok(Self::from_permutation(
            shape,
            unranked(shape, rank)?.collect(),
        ))
    }

    /// Returns the board of this shape with this [`solvable_rank`](Self::solvable_rank).
    ///
    /// # Errors
    /// [`PermutationError`] if there is none.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{DynBoard, Shape};
    /// let shape = Shape::rectangle(2, 3)?;
    /// assert!(DynBoard::unrank_solvable(shape, 359)?.is_solvable()); // the last of 6! / 2
    /// assert!(DynBoard::unrank_solvable(shape, 360).is_err());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn unrank_solvable(shape: Shape, rank: u128) -> Result<Self, PermutationError> {
        Ok(Self::from_permutation(
            shape,
            unranked_solvable(shape, rank)?.into(),
        ))
    }
}

fn unranked(shape: Shape, rank: u128) -> Result<impl Iterator<Item = Tile>, PermutationError> {
    let tiles = permutation::unrank(rank, shape.cells())?;
    Ok(tiles.into_iter().map(|tile| tile as Tile))
}

fn unranked_solvable(shape: Shape, rank: u128) -> Result<Vec<Tile>, PermutationError> {
    let len = shape.cells();
    let count = shape.solvable_count();
    let count = count.ok_or(PermutationError::TooLong { len })?;
    if rank >= count {
        return Err(PermutationError::NoSuchRank { rank, count });
    }
    let (blank, order) = if shape.is_path() {
        (rank as usize, (0..len - 1).collect())
    } else {
        Numbering::new(len).order(rank)
    };
    let mut tiles: Vec<Tile> = order.into_iter().map(|tile| tile as Tile + 1).collect();
    tiles.insert(blank, 0);
    let board = View {
        shape,
        tiles: &tiles,
        blank,
    };
    if !reaches(board, &Goal::BlankLast) {
        exchange_last_two(&mut tiles, blank);
    }
    Ok(tiles)
}
