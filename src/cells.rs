//! The parts of every board: how the algorithms below [`Puzzle`](crate::Puzzle) read and write
//! it, and the checks of every constructor.
//!
//! This module is private, so [`Sealed`] seals `Puzzle`, and nobody outside the crate can call the
//! methods of [`Cells`]: a bound `P: Puzzle` lends no board.

use alloc::vec::Vec;
use core::mem;

use num_traits::PrimInt;
use smallvec::SmallVec;

use crate::shape::{BoardError, Shape, Tile};

/// A board as algorithms read it: the tiles are the numbers `0..cells`, each once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) shape: Shape,
    /// By cell, in reading order, layer by layer.
    pub(crate) tiles: &'a [Tile],
    pub(crate) blank: usize,
}

impl<'a> View<'a> {
    /// Returns the tiles in reading order, the blank left out.
    pub(crate) fn order(self) -> impl Iterator<Item = Tile> + Clone + 'a {
        self.tiles.iter().copied().filter(|&tile| tile != 0)
    }
}

/// The operations that a board type offers; all others are built on them.
pub(crate) trait Cells {
    /// Lends the board for reading.
    fn view(&self) -> View<'_>;

    /// Lends the tiles and the blank's cell for writing. The writer keeps the tiles a permutation,
    /// and the blank's cell that of tile 0.
    fn parts(&mut self) -> (&mut [Tile], &mut u16);

    /// Fills the board with a permutation of `0..cells` that this crate has made itself.
    fn fill(&mut self, tiles: impl IntoIterator<Item = Tile>) {
        let (cells, blank) = self.parts();
        for ((cell, place), tile) in cells.iter_mut().enumerate().zip(tiles) {
            *place = tile;
            if tile == 0 {
                *blank = cell as u16;
            }
        }
    }
}

/// The bound that seals a public trait.
#[expect(private_bounds, reason = "nobody else can implement or call it")]
pub trait Sealed: Cells {}

impl<P: Cells> Sealed for P {}

/// Fills a board in reading order.
///
/// The tiles are a permutation of `0..cells`: as many as there are cells, each in range and none
/// twice.
pub(crate) fn filled<B: Cells, T: PrimInt>(
    mut board: B,
    values: impl IntoIterator<Item = T>,
) -> Result<B, BoardError> {
    let shape = board.view().shape;
    let (tiles, blank) = board.parts();
    let cells = tiles.len();
    // Boards of up to 256 cells allocate nothing.
    let mut is_left: SmallVec<[bool; 256]> = SmallVec::from_elem(true, cells);
    let mut found = 0;
    for (cell, value) in values.into_iter().enumerate() {
        if cell == cells {
            return Err(BoardError::TooMany { expected: cells });
        }
        let at = || shape.place(cell);
        let Some(tile) = value.to_usize().filter(|&tile| tile < cells) else {
            let (tile, at) = (value.to_i64().unwrap_or(i64::MAX), at());
            return Err(BoardError::OutOfRange { tile, at, cells });
        };
        if !mem::take(&mut is_left[tile]) {
            let (tile, at) = (tile as Tile, at());
            return Err(BoardError::Duplicate { tile, at });
        }
        tiles[cell] = tile as Tile;
        if tile == 0 {
            *blank = cell as u16;
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
