//! The size of a board: rows, columns and layers.

use core::fmt;

use crate::direction::Direction;
use crate::messages::{counted, messages};

/// The number of a tile; 0 is the blank.
pub type Tile = u16;

/// The shape of a board: rows, columns and layers.
///
/// Cells are numbered in reading order, layer by layer:
///
/// ```
/// use npuzzle::{Direction, Shape};
///
/// let shape = Shape::new(2, 3, 2)?;
/// //  layer 0    layer 1
/// //  0 1 2      6  7  8
/// //  3 4 5      9 10 11
/// assert_eq!(shape.cells(), 12);
/// assert_eq!(shape.cell_in(1, 0, 2), Some(8));
/// assert_eq!(shape.neighbour(8, Direction::Front), Some(2));
/// assert_eq!(shape.neighbour(8, Direction::Right), None);
/// assert_eq!(shape.distance(0, 11), 4);
/// # Ok::<_, npuzzle::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    rows: u32,
    columns: u32,
    layers: u32,
}

/// The largest number of cells a board may have: every tile number fits 16 bits.
pub const MAX_CELLS: usize = 65_536;

impl Shape {
    /// Returns the shape with `rows` rows and `columns` columns in each of `layers` layers.
    ///
    /// # Errors
    /// [`BoardError`] if a side is 0 or there would be more than [`MAX_CELLS`] cells.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Shape;
    /// let shape = Shape::new(3, 5, 1)?;
    /// assert_eq!((shape.to_string(), shape.cells()), ("3 x 5".to_owned(), 15));
    /// assert!(Shape::new(3, 0, 1).is_err());
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    pub const fn new(rows: usize, columns: usize, layers: usize) -> Result<Self, BoardError> {
        let cells = rows.saturating_mul(columns).saturating_mul(layers);
        if cells == 0 || cells > MAX_CELLS {
            let sides = [rows, columns, layers];
            return Err(BoardError::Shape { sides });
        }
        Ok(Self {
            rows: rows as u32,
            columns: columns as u32,
            layers: layers as u32,
        })
    }

    /// Returns the flat shape with `side` rows and `side` columns.
    ///
    /// # Errors
    /// [`BoardError`] if `side` is 0 or above 256.
    pub const fn square(side: usize) -> Result<Self, BoardError> {
        Self::new(side, side, 1)
    }

    /// Returns the flat shape with `rows` rows and `columns` columns.
    ///
    /// # Errors
    /// [`BoardError`] if a side is 0 or there would be more than [`MAX_CELLS`] cells.
    pub const fn rectangle(rows: usize, columns: usize) -> Result<Self, BoardError> {
        Self::new(rows, columns, 1)
    }

    /// Returns the number of rows in a layer.
    #[must_use]
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Returns the number of columns in a layer.
    #[must_use]
    #[inline]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// Returns the number of layers, 1 for a flat board.
    #[must_use]
    #[inline]
    pub const fn layers(self) -> usize {
        self.layers as usize
    }

    /// Returns the number of cells, blank included.
    #[must_use]
    #[inline]
    pub const fn cells(self) -> usize {
        self.rows() * self.columns() * self.layers()
    }

    pub(crate) const fn sides(self) -> [usize; 3] {
        [self.rows(), self.columns(), self.layers()]
    }

    #[inline]
    pub(crate) const fn coordinates(self, cell: usize) -> [usize; 3] {
        assert!(cell < self.cells(), "the shape has no such cell");
        let (columns, per_layer) = (self.columns(), self.rows() * self.columns());
        [cell % per_layer / columns, cell % columns, cell / per_layer]
    }

    /// Returns whether the board is flat: one layer.
    #[must_use]
    #[inline]
    pub const fn is_flat(self) -> bool {
        self.layers == 1
    }

    /// Returns whether the cells form a single line (fewer than two sides longer than 1), in which
    /// no tile can pass another.
    #[must_use]
    #[inline]
    pub const fn is_path(self) -> bool {
        (self.rows > 1) as u8 + (self.columns > 1) as u8 + (self.layers > 1) as u8 <= 1
    }

    /// Returns the cell at `row` and `column`, counted from 0; in a box that of layer 0. `None` if
    /// there is no such cell.
    #[must_use]
    #[inline]
    pub const fn cell(self, row: usize, column: usize) -> Option<usize> {
        self.cell_in(0, row, column)
    }

    /// Returns the cell at `layer`, `row` and `column`, counted from 0. `None` if there is no such
    /// cell.
    #[must_use]
    #[inline]
    pub const fn cell_in(self, layer: usize, row: usize, column: usize) -> Option<usize> {
        if layer < self.layers() && row < self.rows() && column < self.columns() {
            Some((layer * self.rows() + row) * self.columns() + column)
        } else {
            None
        }
    }

    /// Returns the layer, row and column of a cell.
    ///
    /// # Panics
    /// If the shape has no such cell.
    #[must_use]
    #[inline]
    pub const fn place(self, cell: usize) -> Place {
        let [row, column, layer] = self.coordinates(cell);
        Place { layer, row, column }
    }

    /// Returns the distances of the numbers of neighbours: in the next row, column and layer.
    pub(crate) const fn strides(self) -> [usize; 3] {
        [self.columns(), 1, self.rows() * self.columns()]
    }

    /// Returns the cell next to `cell` on that side, if there is one.
    ///
    /// The tile that can move in direction `d` stands on the *opposite* side of the blank:
    /// `neighbour(blank, d.opposite())`.
    ///
    /// # Panics
    /// If the shape has no such cell.
    #[doc(alias = "neighbor")]
    #[must_use]
    #[inline]
    pub const fn neighbour(self, cell: usize, side: Direction) -> Option<usize> {
        let at = self.place(cell);
        let per_layer = self.rows() * self.columns();
        match side {
            Direction::Up if at.row > 0 => Some(cell - self.columns()),
            Direction::Down if at.row + 1 < self.rows() => Some(cell + self.columns()),
            Direction::Left if at.column > 0 => Some(cell - 1),
            Direction::Right if at.column + 1 < self.columns() => Some(cell + 1),
            Direction::Front if at.layer > 0 => Some(cell - per_layer),
            Direction::Back if at.layer + 1 < self.layers() => Some(cell + per_layer),
            _ => None,
        }
    }

    /// Returns the taxicab distance between two cells: the fewest steps from one to the other.
    ///
    /// # Panics
    /// If the shape has no such cell.
    #[must_use]
    #[inline]
    pub const fn distance(self, a: usize, b: usize) -> usize {
        let (a, b) = (self.place(a), self.place(b));
        a.layer.abs_diff(b.layer) + a.row.abs_diff(b.row) + a.column.abs_diff(b.column)
    }
}

/// Prints `4 x 4`, or `4 x 4 x 2` for a box: rows, columns, layers.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.columns)?;
        match self.layers {
            1 => Ok(()),
            layers => write!(f, " x {layers}"),
        }
    }
}

/// The coordinates of a cell, counted from 0.
///
/// It prints counted from 1, and without the layer if that is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The layer, counted from 0 at the front.
    pub layer: usize,
    /// The row within the layer, counted from 0 at the top.
    pub row: usize,
    /// The column, counted from 0 at the left.
    pub column: usize,
}

/// `{:#}` leaves the column out.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.layer > 0 {
            write!(f, "layer {}, ", self.layer + 1)?;
        }
        write!(f, "row {}", self.row + 1)?;
        if f.alternate() {
            return Ok(());
        }
        write!(f, ", column {}", self.column + 1)
    }
}

/// Reasons why numbers are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// A number is negative or too large: the board has fewer cells.
    OutOfRange {
        /// The number, or the largest of 64 bits if they do not hold it.
        tile: i64,
        /// Its place.
        at: Place,
        /// The number of cells; the tiles are below it.
        cells: usize,
    },
    /// A tile appears a second time.
    Duplicate {
        /// The tile.
        tile: Tile,
        /// Its second place.
        at: Place,
    },
    /// There are fewer tiles than cells.
    TooFew {
        /// The number of cells.
        expected: usize,
        /// The number of tiles.
        found: usize,
    },
    /// There are more tiles than cells.
    TooMany {
        /// The number of cells.
        expected: usize,
    },
    /// A row is longer or shorter than the first.
    RowLength {
        /// The row, counted from 0.
        row: usize,
        /// The tiles of the first row.
        expected: usize,
        /// The tiles of this row.
        found: usize,
    },
    /// The board has another shape than the type.
    WrongShape {
        /// The shape of the type.
        expected: Shape,
        /// The shape of the board.
        found: Shape,
    },
    /// No board has these sides: one is 0, or there would be more than
    /// [`MAX_CELLS`] cells.
    Shape {
        /// The given rows, columns and layers.
        sides: [usize; 3],
    },
}

messages! { BoardError;
    Self::OutOfRange { tile, at, cells } => "{at:#}: tile {tile} is not one of 0 to {}", cells - 1;
    Self::Duplicate { tile: 0, at } => "{at:#}: the blank (0) appears twice";
    Self::Duplicate { tile, at } => "{at:#}: tile {tile} appears twice";
    Self::TooFew { expected, found } => "{} for {expected} cells: too few", counted(*found, "tile");
    Self::TooMany { expected } => "there are more than {expected} tiles for {expected} cells";
    Self::RowLength { row, expected, found } =>
        "row {}: {}, but the first row has {expected}", row + 1, counted(*found, "tile");
    Self::WrongShape { expected, found } => "the board is {found}, not {expected}";
    Self::Shape { sides: [rows, columns, 1] } =>
        "a board of {rows} x {columns} has {} cells", count([*rows, *columns, 1]);
    Self::Shape { sides: [rows, columns, layers] } =>
        "a board of {rows} x {columns} x {layers} has {} cells", count([*rows, *columns, *layers]);
}

fn count(sides: [usize; 3]) -> &'static str {
    if sides.contains(&0) {
        "no"
    } else {
        "more than 65536"
    }
}
