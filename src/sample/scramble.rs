//! Boards scrambled by a walk from the goal: easy starts, on any shape.

use crate::board::Board;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::puzzle::Puzzle;
use crate::sample::{below, seeded};
use crate::shape::Shape;
use crate::slide::LegalMoves;

/// Puts the constructors on a board type; `$shape` is an argument of those whose type does not know
/// it.
macro_rules! scrambling {
    ($solved:expr, $goal:ident => $from_goal:expr $(, $shape:ident: $type:ty)?) => {
        /// Returns the board at the end of a random walk of `moves` moves from the solved board (blank last), no move of which
        /// undoes the one before.
        ///
        /// The distance is at most `moves` and has the same parity (on a path, 1 x n, the walk ends at the edge). The board is
        /// never solved if `moves` is at least 1: a walk that comes back to the solved board ends two moves earlier. Only 1 x 1
        /// has no other board. The board of a seed is the same in every version.
        ///
        /// For boards that need an exact number of moves there is `at_distance`; for boards that are all equally likely
        /// `from_seed`.
        ///
        /// ```
        /// use npuzzle::{Board, Goal};
        /// let board = Board::<4>::scrambled(10, 7);
        /// assert!(board.is_solvable());
        /// assert!(board.manhattan(&Goal::BlankLast) <= 10);
        /// ```
        #[must_use]
        pub fn scrambled($($shape: $type,)? moves: usize, seed: u64) -> Self {
            scrambled(&$solved, moves, &mut seeded(seed))
        }

        /// Returns the board at the end of a random walk of `moves` moves from a goal; as `scrambled`.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        ///
        /// # Examples
        /// ```
        /// use npuzzle::{Board, Goal};
        /// let board = Board::<4>::scrambled_for(&Goal::BlankFirst, 1, 7)?;
        /// assert!([board.get(1), board.get(4)].contains(&Some(0))); // one move away from the corner
        /// # Ok::<_, npuzzle::GoalError>(())
        /// ```
        pub fn scrambled_for(
            $($shape: $type,)? $goal: &Goal, moves: usize, seed: u64,
        ) -> Result<Self, GoalError> {
            Ok(scrambled(&$from_goal?, moves, &mut seeded(seed)))
        }
    };
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    scrambling!(Self::solved(), goal => Self::solved_for(goal));
}

impl DynBoard {
    scrambling!(Self::solved(shape), goal => goal.board(shape), shape: Shape);
}

/// Returns the board at the end of a random walk from a goal, never the goal itself if there is a
/// move to make.
pub(crate) fn scrambled<P: Puzzle>(goal: &P, moves: usize, next: &mut impl FnMut() -> u32) -> P {
    let mut board = goal.clone();
    let [last, before] = walk(&mut board, moves, next);
    if board == *goal {
        // There is no way back in two moves, so what they undo is not the goal. The distance stays
        // even.
        for direction in [last, before].into_iter().flatten() {
            // It is the way it came.
            let _ = board.slide(direction.opposite());
        }
    }
    board
}

/// Makes random moves, all that don't undo the last one being equally likely; stops if there is
/// none. Returns the last move and the one before.
fn walk(
    board: &mut impl Puzzle,
    moves: usize,
    next: &mut impl FnMut() -> u32,
) -> [Option<Direction>; 2] {
    let mut last = [None; 2];
    for _ in 0..moves {
        let made = step(board, last[0], next);
        if made.is_none() {
            break;
        }
        last = [made, last[0]];
    }
    last
}

/// Makes a random move that does not undo the last one; `None` if there is none.
fn step(
    board: &mut impl Puzzle,
    last: Option<Direction>,
    next: &mut impl FnMut() -> u32,
) -> Option<Direction> {
    let direction = onwards(board.legal_moves(), last, next)?;
    // It is one of the legal moves.
    let _ = board.slide(direction);
    Some(direction)
}

/// Draws one of these moves that does not undo the last one; `None` if there is none.
pub(crate) fn onwards(
    moves: LegalMoves,
    last: Option<Direction>,
    next: &mut impl FnMut() -> u32,
) -> Option<Direction> {
    let mut onwards = moves.filter(|it| last != Some(it.opposite()));
    let choices = onwards.clone().count() as u32;
    if choices == 0 {
        return None;
    }
    onwards.nth(below(choices, next) as usize)
}
