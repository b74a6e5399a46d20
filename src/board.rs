//! Boards whose shape is known at compile time.

use core::ops::Index;

use num_traits::PrimInt;

use crate::cells::{Cells, View, filled};
use crate::dyn_board::DynBoard;
use crate::shape::{BoardError, MAX_CELLS, Shape, Tile};

/// A board of `ROWS` x `COLS` x `LAYERS` cells.
///
/// `Board<4>` is the 15-puzzle, `Board<3, 5>` has three rows of five columns, `Board<4, 4, 4>` is
/// the 63-puzzle in a cube.
///
/// The tiles are the numbers `0..cells`, each once, 0 being the blank. A constructor checks no
/// more: [`is_solvable`](Self::is_solvable) decides whether the board can be *solved*. Boards are
/// compared and ordered by their tiles in reading order.
///
/// A board is [`Clone`], but not [`Copy`]: it holds up to 128 KiB, and `Copy` can't depend on a
/// constant.
///
/// A type with a side of 0 or more than [`MAX_CELLS`] cells does not compile:
///
/// ```compile_fail,E0080
/// # use npuzzle::Board;
/// const HUGE: Board<300> = Board::solved(); // 90,000 cells
/// ```
/// ```compile_fail,E0080
/// # use npuzzle::Board;
/// const EMPTY: Board<3, 0> = Board::solved(); // no columns
/// ```
///
/// ```
/// use npuzzle::{Board, Direction};
///
/// let mut board: Board<3> = "1 2 3/4 5 6/7 0 8".parse()?;
/// assert_eq!(board[7], 0);
/// assert_eq!(board[(2, 2)], 8); // row 2, column 2, counted from 0
/// board.slide(Direction::Left)?;
/// assert_eq!(board, Board::solved());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(alias("n-puzzle", "15-puzzle", "8-puzzle", "sliding puzzle"))]
pub struct Board<const ROWS: usize, const COLS: usize = ROWS, const LAYERS: usize = 1> {
    cells: [[[Tile; COLS]; ROWS]; LAYERS],
    blank: u16,
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// The shape of every board of this type.
    pub const SHAPE: Shape = match Shape::new(ROWS, COLS, LAYERS) {
        Ok(shape) => shape,
        Err(_) => panic!("a board has sides of 1 or more, and at most 65536 cells (256 x 256)"),
    };

    /// The number of cells, blank included.
    pub const CELLS: usize = Self::SHAPE.cells();

    /// Returns the board with these tiles, `[layer][row][column]`. In a constant an invalid board
    /// is a compile error. Input belongs in [`from_rows`](Board::from_rows),
    /// [`from_layers`](Self::from_layers) or [`from_tiles`](Self::from_tiles).
    ///
    /// # Panics
    /// If the tiles are not the numbers `0..cells`, each once.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// const START: Board<2> = Board::new([[[1, 2], [0, 3]]]);
    /// assert_eq!(START.to_string(), "1 2/0 3");
    /// ```
    /// ```compile_fail,E0080
    /// # use npuzzle::Board;
    /// const START: Board<2> = Board::new([[[1, 2], [2, 0]]]); // tile 2 twice
    /// ```
    /// ```compile_fail,E0080
    /// # use npuzzle::Board;
    /// const START: Board<2> = Board::new([[[1, 2], [4, 0]]]); // no tile 4
    /// ```
    #[must_use]
    pub const fn new(tiles: [[[Tile; COLS]; ROWS]; LAYERS]) -> Self {
        let mut seen = [[[false; COLS]; ROWS]; LAYERS];
        let mut blank = 0;
        let mut cell = 0;
        while cell < Self::CELLS {
            let tile = tiles[cell / (ROWS * COLS)][cell / COLS % ROWS][cell % COLS];
            let of_tile = tile as usize;
            assert!(
                of_tile < Self::CELLS,
                "a tile is larger than the board allows"
            );
            let seen = &mut seen[of_tile / (ROWS * COLS)][of_tile / COLS % ROWS][of_tile % COLS];
            assert!(!*seen, "a tile appears twice");
            *seen = true;
            if tile == 0 {
                blank = cell as u16;
            }
            cell += 1;
        }
        Self {
            cells: tiles,
            blank,
        }
    }

    /// Returns the solved board: the tiles in order, the blank last.
    #[must_use]
    pub const fn solved() -> Self {
        let mut cells = [[[0; COLS]; ROWS]; LAYERS];
        let mut cell = 0;
        while cell + 1 < Self::CELLS {
            cells[cell / (ROWS * COLS)][cell / COLS % ROWS][cell % COLS] = cell as Tile + 1;
            cell += 1;
        }
        Self {
            cells,
            blank: (Self::CELLS - 1) as u16,
        }
    }

    /// Returns the board with these tiles, `[layer][row][column]`.
    ///
    /// # Errors
    /// [`BoardError`] names the first number that is out of range or appears twice.
    pub fn from_layers<T: PrimInt>(
        layers: [[[T; COLS]; ROWS]; LAYERS],
    ) -> Result<Self, BoardError> {
        Self::from_tiles(layers.as_flattened().as_flattened().iter().copied())
    }

    /// Returns the board with these tiles in reading order, layer by layer.
    ///
    /// # Errors
    /// [`BoardError`] if there are more or fewer tiles than cells, or a number is out of range or
    /// appears twice.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// assert_eq!(Board::<2>::from_tiles([3, 1, 0, 2])?.to_string(), "3 1/0 2");
    /// assert_eq!(
    ///     Board::<2>::from_tiles([3, 1, 1, 2]).unwrap_err().to_string(),
    ///     "row 2: tile 1 appears twice"
    /// );
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    pub fn from_tiles<T: PrimInt>(tiles: impl IntoIterator<Item = T>) -> Result<Self, BoardError> {
        filled(Self::solved(), tiles)
    }

    /// Returns the shape, [`Self::SHAPE`].
    #[must_use]
    #[inline]
    pub const fn shape(&self) -> Shape {
        Self::SHAPE
    }

    /// Returns the tiles by cell, in reading order, layer by layer.
    #[must_use]
    #[inline]
    pub fn tiles(&self) -> &[Tile] {
        self.cells.as_flattened().as_flattened()
    }

    /// Returns the tiles as `[layer][row][column]`.
    #[must_use]
    pub const fn layers(&self) -> &[[[Tile; COLS]; ROWS]; LAYERS] {
        &self.cells
    }

    /// Returns the blank's cell.
    #[must_use]
    #[inline]
    pub const fn blank(&self) -> usize {
        self.blank as usize
    }
}

impl<const ROWS: usize, const COLS: usize> Board<ROWS, COLS> {
    /// Returns the board with these rows.
    ///
    /// # Errors
    /// [`BoardError`] names the first number that is out of range or appears twice.
    pub fn from_rows<T: PrimInt>(rows: [[T; COLS]; ROWS]) -> Result<Self, BoardError> {
        Self::from_tiles(rows.as_flattened().iter().copied())
    }

    /// Returns the board with these rows: slices or vectors, whose lengths are known only at run
    /// time.
    ///
    /// # Errors
    /// [`BoardError`] if the rows have another shape, or a number is out of range or appears twice.
    pub fn from_row_slices<T: PrimInt, R: AsRef<[T]>>(
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, BoardError> {
        Self::try_from(&DynBoard::from_rows(rows)?)
    }

    /// Returns the rows.
    #[must_use]
    pub const fn rows(&self) -> &[[Tile; COLS]; ROWS] {
        &self.cells[0]
    }
}

impl<const R: usize, const C: usize, const L: usize> Cells for Board<R, C, L> {
    #[inline]
    fn view(&self) -> View<'_> {
        View {
            shape: Self::SHAPE,
            tiles: self.tiles(),
            blank: self.blank(),
        }
    }

    #[inline]
    fn parts(&mut self) -> (&mut [Tile], &mut u16) {
        let tiles = self.cells.as_flattened_mut().as_flattened_mut();
        (tiles, &mut self.blank)
    }
}

impl<T: PrimInt, const R: usize, const C: usize> TryFrom<[[T; C]; R]> for Board<R, C> {
    type Error = BoardError;

    fn try_from(rows: [[T; C]; R]) -> Result<Self, BoardError> {
        Self::from_rows(rows)
    }
}

/// The [solved](Board::solved) board.
impl<const R: usize, const C: usize, const L: usize> Default for Board<R, C, L> {
    fn default() -> Self {
        Self::solved()
    }
}

/// The tiles one by one, in reading order, layer by layer.
impl<'a, const R: usize, const C: usize, const L: usize> IntoIterator for &'a Board<R, C, L> {
    type Item = Tile;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Tile>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The tile at a cell, cells being numbered in reading order. Panics if the board has no such cell.
impl<const R: usize, const C: usize, const L: usize> Index<usize> for Board<R, C, L> {
    type Output = Tile;

    fn index(&self, cell: usize) -> &Tile {
        &self.tiles()[cell]
    }
}

/// The tile at `(row, column)` of a flat board. Panics if the board has no such cell.
impl<const R: usize, const C: usize> Index<(usize, usize)> for Board<R, C> {
    type Output = Tile;

    fn index(&self, (row, column): (usize, usize)) -> &Tile {
        &self.cells[0][row][column]
    }
}

/// A board of at most [`MAX_CELLS`] cells keeps its tiles in two bytes each.
const _: () = assert!(size_of::<Board<4>>() == 34 && MAX_CELLS == 1 << Tile::BITS);
