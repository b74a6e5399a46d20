//! Boards scrambled by a walk from the goal: easy starts, on any shape.

use crate::board::Board;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::puzzle::Puzzle;
use crate::sample::{below, seeded};
use crate::shape::Shape;
use crate::slide::LegalMoves;

/// Puts the constructors on a board type; `$shape` is an argument of those whose type does not know it.
macro_rules! scrambling {
    ($solved:expr, $goal:ident => $from_goal:expr $(, $shape:ident: $type:ty)?) => {
        /// Returns the board that a random walk of so many moves from the solved board (blank last) ends on, without ever stepping back.
        ///
        /// It needs at most so many moves, and an even number less where it needs less. The board of a seed
        /// never changes. On a path, where the walk comes to an end, it stays there. For boards that need an exact number of
        /// moves there is `at_distance`; for boards that are all equally likely `from_seed`.
        ///
        /// ```
        /// use npuzzle::{Board, Goal};
        /// let board = Board::<4>::scrambled(10, 7);
        /// assert!(board.is_solvable());
        /// assert!(board.manhattan(&Goal::BlankLast) <= 10);
        /// ```
        #[must_use]
        pub fn scrambled($($shape: $type,)? moves: usize, seed: u64) -> Self {
            let mut board = $solved;
            walk(&mut board, moves, &mut seeded(seed));
            board
        }

        /// Returns the board that a random walk of so many moves from a goal ends on; as `scrambled`.
        ///
        /// # Errors
        /// [`GoalError`] where the goal is for boards of another shape.
        pub fn scrambled_for(
            $($shape: $type,)? $goal: &Goal, moves: usize, seed: u64,
        ) -> Result<Self, GoalError> {
            let mut board = $from_goal?;
            walk(&mut board, moves, &mut seeded(seed));
            Ok(board)
        }
    };
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    scrambling!(Self::solved(), goal => Self::solved_for(goal));
}

impl DynBoard {
    scrambling!(Self::solved(shape), goal => goal.board(shape), shape: Shape);
}

/// Makes random moves, all that don't undo the last one being equally likely; stops where there is none.
pub(crate) fn walk(board: &mut impl Puzzle, moves: usize, next: &mut impl FnMut() -> u32) {
    let mut last: Option<Direction> = None;
    for _ in 0..moves {
        let onwards =
            LegalMoves::of(board.shape(), board.blank()).filter(|it| last != Some(it.opposite()));
        let choices = onwards.clone().count() as u32;
        if choices == 0 {
            return;
        }
        last = onwards.clone().nth(below(choices, next) as usize);
        if let Some(direction) = last {
            // It is one of the legal moves.
            let _ = board.slide(direction);
        }
    }
}
