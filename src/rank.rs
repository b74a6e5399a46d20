//! Boards as numbers: a perfect index of all boards of a shape.

use crate::board::Board;
use crate::cells::Cells;
use crate::dyn_board::DynBoard;
use crate::permutation::{self, MAX_RANKED, PermutationError, factorial};
use crate::shape::{Shape, Tile};

impl Shape {
    /// Returns the number of solvable boards of this shape, for a goal without free tiles; `None`
    /// above [`MAX_RANKED`] cells, whose boards 128 bits can't number.
    #[must_use]
    pub fn solvable_count(self) -> Option<u128> {
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

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns the board with this [`rank`](Self::rank).
    ///
    /// # Errors
    /// [`PermutationError`] if there is none.
    pub fn unrank(rank: u128) -> Result<Self, PermutationError> {
        unranked(Self::solved(), rank)
    }
}

impl DynBoard {
    /// Returns the board of this shape with this [`rank`](Self::rank).
    ///
    /// # Errors
    /// [`PermutationError`] if there is none.
    pub fn unrank(shape: Shape, rank: u128) -> Result<Self, PermutationError> {
        unranked(Self::solved(shape), rank)
    }
}

/// Gives a board the tiles of a rank.
fn unranked<B: Cells>(mut board: B, rank: u128) -> Result<B, PermutationError> {
    let tiles = permutation::unrank(rank, board.view().tiles.len())?.into_iter();
    board.view_mut().fill(tiles.map(|tile| tile as Tile));
    Ok(board)
}
