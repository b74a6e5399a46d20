//! The tiles' taxicab distances.

use super::{Heuristic, HeuristicError, Places, same_boards};
use crate::canonical::CanonicalBoard;
use crate::shape::Shape;

/// The sum of the tiles' taxicab distances to their goals, the blank left out.
///
/// A move shifts one tile by one cell, so a solution has at least this number of moves. (Counting
/// the blank as well is the classic mistake: it overestimates on 4,650 boards of 3 x 3.) A move
/// changes the sum by exactly
/// 1. It is defined for every shape.
///
/// ```
/// use npuzzle::heuristic::{CanonicalBoard, Heuristic, Manhattan};
/// use npuzzle::{Board, Goal};
///
/// let board: Board<3> = "0 2 3/4 5 6/7 8 1".parse()?; // tile 1 is in the far corner: 2 + 2
/// let board = CanonicalBoard::new(&board, &Goal::BlankLast)?;
/// let manhattan = Manhattan::new(board.shape(), board.home())?;
/// assert_eq!(manhattan.estimate(&manhattan.evaluate(&board)), 4);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    pub(super) places: Places,
    /// The home, which is also the name of free tiles: neither counts.
    pub(super) home: u16,
}

impl Manhattan {
    /// Returns the heuristic for a shape and the blank's home, in O(cells).
    ///
    /// # Errors
    /// [`HeuristicError::NoSuchHome`] if the shape has no such cell.
    pub fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        if home >= shape.cells() {
            return Err(HeuristicError::NoSuchHome { shape, home });
        }
        Ok(Self {
            home: home as u16,
            places: Places::new(shape),
        })
    }

    /// Returns the sum after a move of a tile; `cells` are those before it.
    pub(crate) fn after(&self, sum: u32, cells: &[u16], from: usize, to: usize) -> u32 {
        if cells[from] == self.home {
            return sum; // a free tile
        }
        let goal = usize::from(cells[from]);
        sum + self.places.distance(to, goal) - self.places.distance(from, goal)
    }
}

impl Heuristic for Manhattan {
    type State = u32;

    /// O(cells).
    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        let contents = board.cells().iter().enumerate();
        contents
            .filter(|&(_, &tile)| tile != self.home)
            .map(|(cell, &tile)| self.places.distance(cell, usize::from(tile)))
            .sum()
    }

    /// O(1).
    fn update(&self, state: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        self.after(*state, board.cells(), from, board.blank())
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }

    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        same_boards((self.places.shape, usize::from(self.home)), (shape, home))
    }
}
