//! A board as the kernels see it.

use alloc::vec::Vec;

use crate::direction::Direction;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// A board whose goal is canonical: every tile is named by the cell that it must reach.
///
/// The blank's cell holds `home`, the cell that the blank must reach, so `at` is a permutation of the cells, and the goal
/// is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instance {
    pub(crate) shape: Shape,
    pub(crate) home: usize,
    pub(crate) at: Vec<u16>,
    pub(crate) blank: usize,
}

impl Instance {
    /// Relabels a board: each tile by the cell that it must reach, as the goal says.
    pub(crate) fn new(board: &impl Puzzle, destinations: &[u16]) -> Self {
        let tiles = board.tiles().iter();
        Self {
            shape: board.shape(),
            home: destinations[0] as usize,
            at: tiles.map(|&tile| destinations[tile as usize]).collect(),
            blank: board.blank(),
        }
    }

    /// Returns whether everything is where it belongs.
    pub(crate) fn is_solved(&self) -> bool {
        let mut cells = self.at.iter().enumerate();
        cells.all(|(cell, &is)| cell == usize::from(is))
    }

    /// Returns whether these moves are legal and lead to the goal.
    pub(crate) fn is_solved_by(&self, moves: &Moves) -> bool {
        let mut last = self.clone();
        moves.iter().all(|direction| last.slide(direction)) && last.is_solved()
    }

    /// Moves a tile; false where there is none to move.
    pub(crate) fn slide(&mut self, direction: Direction) -> bool {
        let from = self.shape.neighbour(self.blank, direction.opposite());
        let Some(from) = from else {
            return false;
        };
        self.at.swap(self.blank, from);
        self.blank = from;
        true
    }

    /// Returns the sum of the tiles' taxicab distances.
    pub(crate) fn manhattan(&self) -> usize {
        let tiles = self
            .at
            .iter()
            .enumerate()
            .filter(|&(cell, _)| cell != self.blank);
        tiles
            .map(|(cell, &goal)| self.shape.distance(cell, goal.into()))
            .sum()
    }
}
