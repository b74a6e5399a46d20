//! The one definition of a valid board, used by every constructor.

use alloc::vec::Vec;
use core::mem;

use num_traits::PrimInt;
use smallvec::SmallVec;

use crate::cells::Tile;
use crate::messages::{counted, messages};
use crate::shape::{Place, Shape};

/// Fills `tiles` in reading order.
///
/// The tiles are a permutation of `0..cells`: as many as there are cells, each in range and none
/// twice.
pub(crate) fn fill<T: PrimInt>(
    tiles: &mut [Tile],
    shape: Shape,
    values: impl IntoIterator<Item = T>,
) -> Result<(), BoardError> {
    let cells = shape.cells();
    // Boards of up to 256 cells need no memory of their own.
    let mut is_left: SmallVec<[bool; 256]> = SmallVec::from_elem(true, cells);
    let mut found = 0;
    for (cell, value) in values.into_iter().enumerate() {
        if cell == cells {
            return Err(BoardError::TooMany { expected: cells });
        }
        let at = || shape.place(cell);
        let tile = value.to_usize().filter(|&tile| tile < cells);
        let Some(tile) = tile else {
            let (tile, at) = (value.to_i64().unwrap_or(i64::MAX), at());
            return Err(BoardError::OutOfRange { tile, at, cells });
        };
        tiles[cell] = tile as Tile;
        if !mem::take(&mut is_left[tile]) {
            let (tile, at) = (tiles[cell], at());
            return Err(BoardError::Duplicate { tile, at });
        }
        found = cell + 1;
    }
    if found < cells {
        let expected = cells;
        return Err(BoardError::TooFew { expected, found });
    }
    Ok(())
}

/// Returns the shape of a flat board with these rows, which must be equally long, and their tiles.
pub(crate) fn flatten<T: Copy, R: AsRef<[T]>>(
    rows: impl IntoIterator<Item = R>,
) -> Result<(Shape, Vec<T>), BoardError> {
    let mut tiles = Vec::new();
    let (mut count, mut length) = (0, None);
    for row in rows {
        let row = row.as_ref();
        let expected = *length.get_or_insert(row.len());
        if row.len() != expected {
            return Err(BoardError::RowLength {
                row: count,
                expected,
                found: row.len(),
            });
        }
        count += 1;
        // Too many rows are an error before they are copied.
        Shape::new(count, expected, 1)?;
        tiles.extend_from_slice(row);
    }
    Ok((Shape::new(count, length.unwrap_or(0), 1)?, tiles))
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
    /// The board has another shape than the type asks for.
    WrongShape {
        /// The shape of the type.
        expected: Shape,
        /// The shape of the board.
        found: Shape,
    },
    /// No board has these sides: one is 0, or there would be more than
    /// [`MAX_CELLS`](crate::MAX_CELLS) cells.
    Shape {
        /// The rows, columns and layers asked for.
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

/// Returns the number of cells that is the fault of these sides.
fn count(sides: [usize; 3]) -> &'static str {
    if sides.contains(&0) {
        "no"
    } else {
        "more than 65536"
    }
}
