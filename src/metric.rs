//! Metrics: the units in which solutions are measured.

use crate::direction::Direction;

/// The unit of a move: each tile that moves, or each push of one or several tiles in a line.
///
/// The unit of lengths and lower bounds. Take [`SingleTile`](Self::SingleTile) for games and
/// puzzles in which one tile moves at a time, and to compare with nearly all publications. Take
/// [`MultiTile`](Self::MultiTile) for puzzles held in the hand, and for programs in which a click
/// moves a whole run: a player pushes up to three tiles of a 15-puzzle at once, and counts that as
/// one move. A shortest solution in one metric is mostly not a shortest one in the other.
///
/// As text: `stm` or `mtm`.
///
/// ```
/// use npuzzle::{Metric, Moves};
/// let moves: Moves = "R2D".parse()?; // two tiles to the right at once, then one down
/// assert_eq!(Metric::SingleTile.length(&moves), 3);
/// assert_eq!(Metric::MultiTile.length(&moves), 2);
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// Each tile that moves by a cell counts: the single-tile metric (STM).
    #[default]
    #[doc(alias = "STM")]
    SingleTile,
    /// Consecutive moves in one direction count once: the multi-tile metric (MTM).
    #[doc(alias = "MTM")]
    MultiTile,
}

impl Metric {
    /// Returns the length of moves: their number or
    /// [`Moves::multi_tile_len`](crate::Moves::multi_tile_len).
    #[must_use]
    pub fn length(self, moves: &[Direction]) -> usize {
        match self {
            Self::SingleTile => moves.len(),
            Self::MultiTile => {
                // Only comparisons of neighbours, which the compiler vectorizes: a solution can
                // have millions of moves.
                let turns = moves.windows(2).filter(|it| it[0] != it[1]);
                turns.count() + usize::from(!moves.is_empty())
            }
        }
    }
}

/// The questions of searches.
#[cfg(feature = "solver")]
impl Metric {
    /// Returns the least difference between two lengths of walks from a board to another. In the
    /// single-tile metric every move takes the blank to a cell of the other colour: all are odd or
    /// all are even.
    pub(crate) const fn stride(self) -> usize {
        match self {
            Self::SingleTile => 2,
            Self::MultiTile => 1,
        }
    }

    /// Returns the direction of the first move, and the number of tiles that it moves.
    pub(crate) fn first(
        self,
        moves: impl IntoIterator<Item = Direction>,
    ) -> Option<(Direction, usize)> {
        let mut moves = moves.into_iter();
        let first = moves.next()?;
        let more = match self {
            Self::SingleTile => 0,
            Self::MultiTile => moves.take_while(|&next| next == first).count(),
        };
        Some((first, 1 + more))
    }
}
