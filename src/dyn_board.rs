//! A board whose shape is known only at run time.

use alloc::boxed::Box;
use core::ops::Index;

use num_traits::PrimInt;

use crate::board::Board;
use crate::cells::{Cells, View, filled, flatten};
use crate::shape::{BoardError, Shape, Tile};

/// A board whose shape is known only at run time, from a size menu, a file or the command line.
///
/// It has the methods of `Board`, but constructors take a [`Shape`] or read it off their input, and
/// [`rows`](Self::rows) is an iterator. Boards of one shape are ordered by their tiles.
///
/// ```
/// use npuzzle::{Board, Direction, DynBoard, Shape};
///
/// let mut board = DynBoard::from_tiles(Shape::new(2, 3, 1)?, [1, 2, 3, 4, 0, 5])?;
/// board.slide(Direction::Left)?;
/// assert!(board.is_solved());
/// let fixed: Board<2, 3> = (&board).try_into()?;
/// assert_eq!(fixed, Board::solved());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DynBoard {
    shape: Shape,
    tiles: Box<[Tile]>,
    blank: u16,
}

impl DynBoard {
    /// Returns the solved board of a shape: the tiles in order, the blank last.
    #[must_use]
    pub fn solved(shape: Shape) -> Self {
        let tiles = (1..shape.cells()).chain([0]).map(|tile| tile as Tile);
        Self::from_permutation(shape, tiles.collect())
    }

    /// Returns the board with these tiles in reading order, layer by layer.
    ///
    /// # Errors
    /// [`BoardError`] if there are more or fewer tiles than cells, or a number is out of range or
    /// appears twice.
    pub fn from_tiles<T: PrimInt>(
        shape: Shape,
        tiles: impl IntoIterator<Item = T>,
    ) -> Result<Self, BoardError> {
        filled(Self::solved(shape), tiles)
    }

    /// Returns the flat board with these rows: arrays, slices or vectors.
    ///
    /// # Errors
    /// [`BoardError`] if there are no rows, one is longer or shorter than the first, or a number is
    /// out of range or appears twice.
    pub fn from_rows<T: PrimInt, R: AsRef<[T]>>(
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, BoardError> {
        let (shape, tiles) = flatten(rows)?;
        Self::from_tiles(shape, tiles)
    }

    /// Returns the rows, layer by layer.
    pub fn rows(&self) -> core::slice::ChunksExact<'_, Tile> {
        self.tiles.chunks_exact(self.shape.columns())
    }

    /// Returns the shape.
    #[must_use]
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the tiles by cell, in reading order, layer by layer.
    #[must_use]
    #[inline]
    pub const fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the blank's cell.
    #[must_use]
    #[inline]
    pub const fn blank(&self) -> usize {
        self.blank as usize
    }

    /// Returns a copy of any board.
    pub(crate) fn of(board: View<'_>) -> Self {
        Self::from_permutation(board.shape, board.tiles.into())
    }

    pub(crate) fn from_permutation(shape: Shape, tiles: Box<[Tile]>) -> Self {
        debug_assert_eq!(tiles.len(), shape.cells());
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default() as u16;
        Self {
            shape,
            tiles,
            blank,
        }
    }
}

impl Cells for DynBoard {
    #[inline]
    fn view(&self) -> View<'_> {
        View {
            shape: self.shape,
            tiles: &self.tiles,
            blank: self.blank(),
        }
    }

    #[inline]
    fn parts(&mut self) -> (&mut [Tile], &mut u16) {
        (&mut self.tiles, &mut self.blank)
    }
}

impl<const R: usize, const C: usize, const L: usize> From<&Board<R, C, L>> for DynBoard {
    fn from(board: &Board<R, C, L>) -> Self {
        Self::from_permutation(board.shape(), board.tiles().into())
    }
}

impl<const R: usize, const C: usize, const L: usize> From<Board<R, C, L>> for DynBoard {
    fn from(board: Board<R, C, L>) -> Self {
        Self::from(&board)
    }
}

impl<const R: usize, const C: usize, const L: usize> TryFrom<DynBoard> for Board<R, C, L> {
    type Error = BoardError;

    fn try_from(board: DynBoard) -> Result<Self, BoardError> {
        Self::try_from(&board)
    }
}

impl<const R: usize, const C: usize, const L: usize> TryFrom<&DynBoard> for Board<R, C, L> {
    type Error = BoardError;

    fn try_from(board: &DynBoard) -> Result<Self, BoardError> {
        if board.shape() != Self::SHAPE {
            return Err(BoardError::WrongShape {
                expected: Self::SHAPE,
                found: board.shape(),
            });
        }
        Self::from_tiles(board.tiles().iter().copied())
    }
}

/// The tiles one by one, in reading order, layer by layer.
impl<'a> IntoIterator for &'a DynBoard {
    type Item = Tile;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Tile>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The tile at a cell, cells being numbered in reading order. Panics if the board has no such cell.
impl Index<usize> for DynBoard {
    type Output = Tile;

    fn index(&self, cell: usize) -> &Tile {
        &self.tiles[cell]
    }
}

/// The tile at `(row, column)` of layer 0. Panics if the board has no such cell.
impl Index<(usize, usize)> for DynBoard {
    type Output = Tile;

    fn index(&self, (row, column): (usize, usize)) -> &Tile {
        let shape = self.shape;
        let Some(cell) = shape.cell(row, column) else {
            panic!("a board of {shape} has no row {row}, column {column}");
        };
        &self.tiles[cell]
    }
}
