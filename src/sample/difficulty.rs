//! Boards of a difficulty, for games.

use crate::goal::{Goal, GoalError};
use crate::puzzle::Puzzle;
use crate::sample::{draw_solvable, scrambled, seeded};
use crate::shape::Shape;

/// The most boards drawn for a seed; then the one with the largest Manhattan distance is taken.
/// Only thin shapes need more than a few.
const MOST_DRAWS: usize = 64;

/// The difficulty of a board in a game, relative to its shape.
///
/// Boards are drawn without a search and without tables. `n` is the number of cells
/// of the shape, and distances are numbers of moves of a shortest solution:
///
/// | | drawn from | least distance | most | 3 x 3 | 4 x 4 | 5 x 5 |
/// |---|---|---|---|---|---|---|
/// | `Easy` | random walks of `5 n / 4` moves | `n / 4` | `5 n / 4` | 2 to 11 | 4 to 20 | 6 to 31 |
/// | `Medium` | random walks of `3 n` moves | `3 n / 4` | `3 n` | 6 to 27 | 12 to 48 | 18 to 75 |
/// | `Hard` | all solvable boards | `5 n / 4` | that of the shape | 11 to 31 | 20 to 80 | 31 to 205 |
///
/// A board whose Manhattan distance is below the least distance is drawn again. So an easy board
/// never needs more moves than a hard one of the same shape. Quotients are rounded down. The table
/// holds if both sides of the shape are 3 or more and neither is a hundred times the other, and in
/// such boxes with three sides of 2 or more; on thinner boards the largest Manhattan distance of 64
/// draws is taken if none reaches the least distance. On a path (1 x n) every walk that is long
/// enough ends at the edge, and all boards are easy.
///
/// For an exact number of moves there is `at_distance`.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Difficulty, Goal};
///
/// let easy = Board::<4>::of_difficulty(Difficulty::Easy, 7);
/// let hard = Board::<4>::of_difficulty(Difficulty::Hard, 7);
/// assert!(easy.is_solvable() && !easy.is_solved());
/// assert!((4..=20).contains(&easy.manhattan(&Goal::BlankLast)));
/// assert!(hard.manhattan(&Goal::BlankLast) >= 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// For beginners: at most 20 moves on 4 x 4.
    Easy,
    /// Between the two: 12 to 48 moves on 4 x 4.
    #[default]
    Medium,
    /// A board drawn from all: 20 to 80 moves on 4 x 4.
    Hard,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: &[Self] = &[Self::Easy, Self::Medium, Self::Hard];

    /// Returns the length of the random walk to a board, `None` if boards are drawn from all; and
    /// the least Manhattan distance of a board.
    fn limits(self, shape: Shape) -> (Option<usize>, usize) {
        let cells = shape.cells();
        let (walk, least) = match self {
            Self::Easy => (Some(5 * cells / 4), cells / 4),
            Self::Medium => (Some(3 * cells), 3 * cells / 4),
            Self::Hard => (None, 5 * cells / 4),
        };
        // A solved board has no such walk.
        (walk, least.max(1))
    }

    /// Draws boards until one is far enough from the goal. `solved` is the board of the goal.
    pub(super) fn draw<P: Puzzle>(
        self,
        goal: &Goal,
        solved: &P,
        seed: u64,
    ) -> Result<P, GoalError> {
        let (walk, least) = self.limits(solved.shape());
        let next = &mut seeded(seed);
        let (mut best, mut farthest) = (solved.clone(), 0);
        for _ in 0..MOST_DRAWS {
            let board = match walk {
                Some(moves) => scrambled(solved, moves, next),
                None => draw_solvable(solved.clone(), goal, next)?,
            };
            // If the misplaced tiles are free, the distance is 0.
            let least_distance = usize::from(!board.is_solved_for(goal));
            let distance = board.manhattan(goal).max(least_distance);
            if distance > farthest {
                (best, farthest) = (board, distance);
            }
            if farthest >= least {
                break;
            }
        }
        Ok(best)
    }
}
