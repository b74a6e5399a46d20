//! The parts of every board: how the algorithms below [`Puzzle`](crate::Puzzle) read and write
//! it.
//!
//! This module is private, so the trait seals `Puzzle`. Its methods can still be called through a
//! bound `P: Puzzle`, but all parts of what they return are private to the crate. So nobody outside
//! writes into a board.

use crate::shape::{Shape, Tile};

/// A board as algorithms read it: the tiles are the numbers `0..cells`, each once.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) shape: Shape,
    /// By cell, in reading order, layer by layer.
    pub(crate) tiles: &'a [Tile],
    /// The blank's cell.
    pub(crate) blank: usize,
}

impl<'a> View<'a> {
    /// Returns the tiles in reading order, the blank left out.
    pub(crate) fn order(self) -> impl Iterator<Item = Tile> + Clone + 'a {
        self.tiles.iter().copied().filter(|&tile| tile != 0)
    }
}

/// A board as algorithms write it. The writer keeps the tiles a permutation, and the blank's cell
/// equal to the cell of tile 0.
#[derive(Debug)]
pub struct ViewMut<'a> {
    pub(crate) shape: Shape,
    pub(crate) tiles: &'a mut [Tile],
    pub(crate) blank: &'a mut u16,
}

impl ViewMut<'_> {
    /// Fills the board with a permutation of `0..cells` that this crate has made itself.
    pub(crate) fn fill(self, tiles: impl IntoIterator<Item = Tile>) {
        for ((cell, place), tile) in self.tiles.iter_mut().enumerate().zip(tiles) {
            *place = tile;
            if tile == 0 {
                *self.blank = cell as u16;
            }
        }
    }
}

/// The operations that a board type offers; all others are built on them.
pub trait Cells {
    /// Lends the board for reading.
    fn view(&self) -> View<'_>;

    /// Lends the board for writing.
    fn view_mut(&mut self) -> ViewMut<'_>;
}
