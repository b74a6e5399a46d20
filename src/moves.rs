//! A sequence of moves.

use alloc::vec::Vec;
use core::iter::Copied;
use core::ops::Deref;
use core::slice;

use smallvec::SmallVec;

use crate::direction::Direction;
use crate::metric::Metric;

/// A sequence of moves, for example a solution.
///
/// A shortest solution of a 15-puzzle has at most 80 moves, which need no allocation. As text it is
/// a row of letters, `RRDLU`, or of runs, `R2DLU`; both are read, the first is printed by `{}`, the
/// second by `{:#}`.
///
/// ```
/// use npuzzle::{Direction, Moves};
///
/// let moves: Moves = "R2DLU".parse()?;
/// assert_eq!(moves.len(), 5);
/// assert_eq!(moves.multi_tile_len(), 4); // R2 moves two tiles at once
/// assert_eq!(moves.inverse().to_string(), "DRULL");
/// assert_eq!(format!("{:#}", moves.inverse()), "DRUL2");
/// assert_eq!(moves[2], Direction::Down);
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves {
    directions: SmallVec<[Direction; 96]>,
}

impl Moves {
    /// Returns the empty sequence.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of slides of runs: consecutive moves in one direction are one (the
    /// multi-tile metric, MTM).
    #[must_use]
    pub fn multi_tile_len(&self) -> usize {
        Metric::MultiTile.length(self)
    }

    /// Returns the moves as runs of one direction, each with its length.
    pub fn runs(&self) -> impl Iterator<Item = (Direction, usize)> + '_ {
        let runs = self.directions.chunk_by(PartialEq::eq);
        runs.map(|run| (run[0], run.len()))
    }

    /// Returns the moves one by one.
    pub fn iter(&self) -> Copied<slice::Iter<'_, Direction>> {
        self.directions.iter().copied()
    }

    /// Appends a move.
    pub fn push(&mut self, direction: Direction) {
        self.directions.push(direction);
    }

    /// Removes the last move and returns it.
    pub fn pop(&mut self) -> Option<Direction> {
        self.directions.pop()
    }

    /// Removes all detours of moves that undo each other, such as a tile that moves to and fro.
    ///
    /// The moves lead to the same board. Takes time proportional to them.
    pub fn simplify(&mut self) {
        let mut kept = 0;
        for nth in 0..self.directions.len() {
            let direction = self.directions[nth];
            if kept > 0 && self.directions[kept - 1] == direction.opposite() {
                kept -= 1;
            } else {
                self.directions[kept] = direction;
                kept += 1;
            }
        }
        self.directions.truncate(kept);
    }

    /// Returns the moves that undo these: the opposite ones, last first.
    #[doc(alias = "undo")]
    #[doc(alias = "reverse")]
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.iter().rev().map(Direction::opposite).collect()
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let directions = directions.into_iter().collect();
        Self { directions }
    }
}

impl Extend<Direction> for Moves {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, directions: I) {
        self.directions.extend(directions);
    }
}

/// The moves as a slice, with the methods of slices. `len` counts moves of single tiles: a run of
/// three tiles is three moves (the single-tile metric, STM).
impl Deref for Moves {
    type Target = [Direction];

    fn deref(&self) -> &[Direction] {
        &self.directions
    }
}

impl<const N: usize> From<[Direction; N]> for Moves {
    fn from(directions: [Direction; N]) -> Self {
        directions.as_slice().into()
    }
}

impl From<&[Direction]> for Moves {
    fn from(directions: &[Direction]) -> Self {
        directions.iter().copied().collect()
    }
}

/// In constant time.
impl From<Vec<Direction>> for Moves {
    fn from(directions: Vec<Direction>) -> Self {
        let directions = SmallVec::from_vec(directions);
        Self { directions }
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = Direction;
    type IntoIter = Copied<slice::Iter<'a, Direction>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Moves {
    type Item = Direction;
    type IntoIter = smallvec::IntoIter<[Direction; 96]>;

    fn into_iter(self) -> Self::IntoIter {
        self.directions.into_iter()
    }
}

impl From<Moves> for Vec<Direction> {
    fn from(moves: Moves) -> Self {
        moves.directions.into_vec()
    }
}
