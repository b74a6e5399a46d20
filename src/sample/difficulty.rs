//! Boards of a difficulty, for games.

use crate::board::Board;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::puzzle::Puzzle;
use crate::sample::scramble::scrambled;
use crate::sample::{draw_solvable, seeded};
use crate::shape::Shape;

/// The most boards drawn for a seed; then the one with the largest Manhattan distance is taken. Only
/// shapes with a side of 1 or 2 need more than a few.
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
/// holds if both sides of the shape are 3 or more, and in boxes; on thinner boards the largest
/// Manhattan distance of 64 draws is taken if none reaches the least distance. On a path (1 x n)
/// every walk that is long enough ends at the edge, and all boards are easy.
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

    /// Returns the length of the random walk to a board; `None` if boards are drawn from all.
    const fn walk(self, shape: Shape) -> Option<usize> {
        let cells = shape.cells();
        match self {
            Self::Easy => Some(if cells < 4 { cells } else { 5 * cells / 4 }),
            Self::Medium => Some(3 * cells),
            Self::Hard => None,
        }
    }

    /// Returns the least Manhattan distance of a board.
    const fn least(self, shape: Shape) -> usize {
        let cells = shape.cells();
        let least = match self {
            Self::Easy => cells / 4,
            Self::Medium => 3 * cells / 4,
            Self::Hard => 5 * cells / 4,
        };
        // A solved board has none.
        if least == 0 { 1 } else { least }
    }

    /// Draws boards until one is far enough from the goal. `solved` is the board of the goal.
    fn draw<P: Puzzle>(self, goal: &Goal, solved: &P, seed: u64) -> Result<P, GoalError> {
        let shape = solved.shape();
        let (next, least) = (&mut seeded(seed), self.least(shape));
        let (mut best, mut farthest) = (solved.clone(), 0);
        for _ in 0..MOST_DRAWS {
            let board = if let Some(moves) = self.walk(shape) {
                scrambled(solved, moves, next)
            } else {
                let mut board = solved.clone();
                draw_solvable(&mut board, goal, next)?;
                board
            };
            let distance = board.manhattan(goal);
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

/// Puts the constructors on a board type; `$shape` is an argument of those whose type does not know
/// it.
macro_rules! of_difficulty {
    ($solved:expr, $goal:ident => $from_goal:expr $(, $shape:ident: $type:ty)?) => {
        /// Returns the board of a difficulty with this seed, for the usual goal (blank last).
        ///
        /// It can be solved and is not solved; only 1 x 1 has no such board. The board of a seed is
        /// the same in every version and on every machine. [`Difficulty`] gives the range of its
        /// distance.
        ///
        /// ```
        /// use npuzzle::{Board, Difficulty};
        /// let board = Board::<3>::of_difficulty(Difficulty::Easy, 1);
        /// assert!(board.is_solvable() && !board.is_solved());
        /// assert_eq!(board, Board::of_difficulty(Difficulty::Easy, 1));
        /// ```
        #[must_use]
        pub fn of_difficulty($($shape: $type,)? difficulty: Difficulty, seed: u64) -> Self {
            let solved = $solved;
            // The usual goal fits every shape.
            difficulty.draw(&Goal::BlankLast, &solved, seed).unwrap_or(solved)
        }

        /// Returns the board of a difficulty with this seed, for a goal; else as `of_difficulty`.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        ///
        /// # Examples
        /// ```
        /// use npuzzle::{Board, Difficulty, DynBoard, Goal, Shape};
        /// let board = Board::<4>::of_difficulty_for(&Goal::Snail, Difficulty::Easy, 1)?;
        /// assert!((4..=20).contains(&board.manhattan(&Goal::Snail)));
        /// let shape = Shape::square(4)?;
        /// assert_eq!(DynBoard::of_difficulty_for(shape, &Goal::Snail, Difficulty::Easy, 1)?, board.into());
        /// # Ok::<_, Box<dyn core::error::Error>>(())
        /// ```
        pub fn of_difficulty_for(
            $($shape: $type,)? $goal: &Goal, difficulty: Difficulty, seed: u64,
        ) -> Result<Self, GoalError> {
            difficulty.draw($goal, &$from_goal?, seed)
        }
    };
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    of_difficulty!(Self::solved(), goal => Self::solved_for(goal));
}

impl DynBoard {
    of_difficulty!(Self::solved(shape), goal => goal.board(shape), shape: Shape);
}
