//! The tiles' taxicab distances.

use super::{Heuristic, HeuristicError, Places, home_of};
use crate::shape::Shape;

/// The sum of the tiles' taxicab distances to their goals, the blank left out.
///
/// A move shifts one tile by one cell, so no fewer moves can do. (Counting the blank as well is the classic mistake: it
/// overestimates on 4,650 boards of 3 x 3.) A move changes the sum by exactly 1. Any shape, boxes too.
///
/// ```
/// use npuzzle::Shape;
/// use npuzzle::heuristic::{Heuristic, Manhattan};
///
/// let manhattan = Manhattan::new(Shape::new(3, 3, 1)?, 8)?;
/// //  8 1 2    the blank where 0 must go, and the tile of cell 0 in the far corner: 2 + 2
/// //  3 4 5
/// //  6 7 0
/// let state = manhattan.evaluate(&[8, 1, 2, 3, 4, 5, 6, 7, 0], 0);
/// assert_eq!(manhattan.estimate(&state), 4);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    places: Places,
    home: u16,
}

impl Manhattan {
    /// Returns the heuristic for a shape and the blank's home, in O(cells).
    ///
    /// # Errors
    /// [`HeuristicError::NoSuchHome`] where the shape has no such cell.
    pub fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        Ok(Self {
            home: home_of(shape, home)?,
            places: Places::new(shape),
        })
    }
}

impl Heuristic for Manhattan {
    type State = u32;

    /// O(cells).
    fn evaluate(&self, at: &[u16], _blank: usize) -> u32 {
        at.iter()
            .enumerate()
            .filter(|&(_, &tile)| tile != self.home)
            .map(|(cell, &tile)| self.places.distance(cell, usize::from(tile)))
            .sum()
    }

    /// O(1).
    fn update(&self, state: &u32, at: &[u16], from: usize, to: usize) -> u32 {
        let goal = usize::from(at[from]);
        state + self.places.distance(to, goal) - self.places.distance(from, goal)
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }

    fn name(&self) -> &'static str {
        "Manhattan"
    }
}
