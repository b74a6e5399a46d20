//! The parts of every board: how the algorithms below [`Puzzle`](crate::Puzzle) read and write
//! it.
//!
//! This module is private, so [`Sealed`] seals `Puzzle`, and nobody outside the crate can make the
//! [`Seal`] that its methods require: a bound `P: Puzzle` lends no board.

use crate::shape::{Shape, Tile};

/// A board as algorithms read it: the tiles are the numbers `0..cells`, each once.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
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

/// An argument that only this crate can pass.
#[derive(Debug)]
pub struct Seal(());

/// The operations that a board type offers; all others are built on them.
pub trait Sealed {
    /// Lends the board for reading.
    fn lend(&self, seal: Seal) -> View<'_>;

    /// Lends the board for writing.
    fn lend_mut(&mut self, seal: Seal) -> ViewMut<'_>;
}

/// The same operations inside the crate.
pub(crate) trait Cells: Sealed {
    /// Lends the board for reading.
    #[inline]
    fn view(&self) -> View<'_> {
        self.lend(Seal(()))
    }

    /// Lends the board for writing.
    #[inline]
    fn view_mut(&mut self) -> ViewMut<'_> {
        self.lend_mut(Seal(()))
    }
}

impl<P: Sealed> Cells for P {}
