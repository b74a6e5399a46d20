//! The validation of boards, used by every constructor.

use alloc::vec::Vec;
use core::mem;

use num_traits::PrimInt;
use smallvec::SmallVec;

use crate::cells::Cells;
use crate::shape::{BoardError, Shape, Tile};

/// Fills a board in reading order.
///
/// The tiles are a permutation of `0..cells`: as many as there are cells, each in range and none
/// twice.
pub(crate) fn filled<B: Cells, T: PrimInt>(
    mut board: B,
    values: impl IntoIterator<Item = T>,
) -> Result<B, BoardError> {
    let filled = board.view_mut();
    let cells = filled.shape.cells();
    // Boards of up to 256 cells allocate nothing.
    let mut is_left: SmallVec<[bool; 256]> = SmallVec::from_elem(true, cells);
    let mut found = 0;
    for (cell, value) in values.into_iter().enumerate() {
        if cell == cells {
            return Err(BoardError::TooMany { expected: cells });
        }
        let at = || filled.shape.place(cell);
        let Some(tile) = value.to_usize().filter(|&tile| tile < cells) else {
            let (tile, at) = (value.to_i64().unwrap_or(i64::MAX), at());
            return Err(BoardError::OutOfRange { tile, at, cells });
        };
        if !mem::take(&mut is_left[tile]) {
            let (tile, at) = (tile as Tile, at());
            return Err(BoardError::Duplicate { tile, at });
        }
        filled.tiles[cell] = tile as Tile;
        if tile == 0 {
            *filled.blank = cell as u16;
        }
        found = cell + 1;
    }
    if found < cells {
        let expected = cells;
        return Err(BoardError::TooFew { expected, found });
    }
    Ok(board)
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
        // Too many rows are refused before they are copied.
        Shape::new(count, expected, 1)?;
        tiles.extend_from_slice(row);
    }
    Ok((Shape::new(count, length.unwrap_or(0), 1)?, tiles))
}
