//! A sequence of moves.

use core::iter::Copied;
use core::slice;

use smallvec::SmallVec;

use crate::direction::Direction;

/// A sequence of moves, for example a solution.
///
/// A shortest solution of a 15-puzzle has at most 80 moves, which need no allocation. As text it is a row of letters,
/// `RRDLU`, or of runs, `R2DLU`; both are read, the first is printed by `{}`, the second by `{:#}`.
///
/// # Examples
/// ```
/// use npuzzle::{Direction, Moves};
///
/// let moves: Moves = "R2DLU".parse()?;
/// assert_eq!(moves.len(), 5);
/// assert_eq!(moves.multi_tile_len(), 4); // R2 moves two tiles at once
/// assert_eq!(moves.inverse().to_string(), "DRULL");
/// assert_eq!(format!("{:#}", moves.inverse()), "DRUL2");
/// # Ok::<_, npuzzle::ParseMovesError>(())
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

    /// Returns the number of moves, a run of tiles counting as many (the single-tile metric).
    #[must_use]
    pub fn len(&self) -> usize {
        self.directions.len()
    }

    /// Returns whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// Returns the number of pushes, moves in the same direction one after the other counting as one (the multi-tile
    /// metric).
    ///
    /// ```
    /// use npuzzle::Moves;
    /// assert_eq!("RRDLL".parse::<Moves>()?.multi_tile_len(), 3);
    /// # Ok::<_, npuzzle::ParseMovesError>(())
    /// ```
    #[must_use]
    pub fn multi_tile_len(&self) -> usize {
        self.runs().count()
    }

    /// Returns the moves as runs of one direction, each with its length.
    pub fn runs(&self) -> impl Iterator<Item = (Direction, usize)> + '_ {
        self.directions
            .chunk_by(PartialEq::eq)
            .map(|run| (run[0], run.len()))
    }

    /// Returns the moves as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Direction] {
        &self.directions
    }

    /// Returns the moves one by one.
    pub fn iter(&self) -> Copied<slice::Iter<'_, Direction>> {
        self.directions.iter().copied()
    }

    /// Appends a move.
    pub fn push(&mut self, direction: Direction) {
        self.directions.push(direction);
    }

    /// Takes the last move away and returns it.
    pub fn pop(&mut self) -> Option<Direction> {
        self.directions.pop()
    }

    /// Returns the moves that undo these: the opposite ones, last first.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.iter().rev().map(Direction::opposite).collect()
    }

    /// Returns the moves without those that a move undoes at once: `UDR` becomes `R`, and `LUDR` nothing.
    ///
    /// The result leads to the same board wherever these moves are legal. Takes linear time.
    ///
    /// ```
    /// use npuzzle::Moves;
    /// assert_eq!("ULRDL".parse::<Moves>()?.simplify().to_string(), "L");
    /// # Ok::<_, npuzzle::ParseMovesError>(())
    /// ```
    #[must_use]
    pub fn simplify(&self) -> Self {
        let mut simple = Self::new();
        for direction in self {
            if simple.directions.last() == Some(&direction.opposite()) {
                simple.pop();
            } else {
                simple.push(direction);
            }
        }
        simple
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self {
            directions: directions.into_iter().collect(),
        }
    }
}

impl Extend<Direction> for Moves {
    fn extend<I: IntoIterator<Item = Direction>>(&mut self, directions: I) {
        self.directions.extend(directions);
    }
}

impl From<&[Direction]> for Moves {
    fn from(directions: &[Direction]) -> Self {
        directions.iter().copied().collect()
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
    type IntoIter = IntoMoves;

    fn into_iter(self) -> IntoMoves {
        IntoMoves {
            directions: self.directions.into_iter(),
        }
    }
}

/// The moves of a [`Moves`], one by one.
#[derive(Clone, Debug)]
pub struct IntoMoves {
    directions: smallvec::IntoIter<[Direction; 96]>,
}

impl Iterator for IntoMoves {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        self.directions.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.directions.size_hint()
    }
}

impl ExactSizeIterator for IntoMoves {}
