//! The verification of a solution: whether the moves are legal, and where they end.

use core::fmt;

use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::messages::counted;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::tile_move::MoveError;

/// The result of [`verify`].
///
/// It prints as a sentence: `solved in 3 moves`, `move 3: no tile can move L: the blank is in row
/// 2, column 3`, or `2 moves end in 1 2 3/4 0 6/7 5 8, not in the goal`; it adds if they solve the
/// board as moves of the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The board at the end: before the first illegal move, if there is one.
    pub end: DynBoard,
    /// True if the moves are legal and end in the goal.
    pub is_solved: bool,
    /// The first illegal move: [`MoveError::Illegal`].
    pub illegal: Option<MoveError>,
    /// True if the moves don't solve the board, but do if each letter names the direction in which
    /// the *blank* moves, as other programs write them.
    pub is_solved_by_blank: bool,
    /// The number of moves that were given.
    pub moves: usize,
}

/// Plays moves on a board and returns whether they solve it, and if not, why.
///
/// Takes time proportional to the cells and the moves.
///
/// # Errors
/// [`GoalError`] if boards of this shape can't have the goal.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal, verify};
///
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
/// let verdict = verify(&board, &"LUL".parse()?, &Goal::BlankLast)?;
/// assert!(verdict.is_solved);
/// assert_eq!(verdict.to_string(), "solved in 3 moves");
///
/// let verdict = verify(&board, &"RDR".parse()?, &Goal::BlankLast)?;
/// assert_eq!(
///     verdict.to_string(),
///     "move 1: no tile can move R: the blank is in row 2, column 1; as moves of the blank they solve it"
/// );
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub fn verify(board: &impl Puzzle, moves: &Moves, goal: &Goal) -> Result<Verdict, GoalError> {
    goal.fits(board.shape())?;
    let start = DynBoard::of(board.view());
    let mut end = start.clone();
    let illegal = end.play(moves).err();
    if let Some(MoveError::Illegal { index, .. }) = illegal {
        let before = end.play(&moves[..index].into());
        debug_assert_eq!(before, Ok(()), "the moves before are legal");
    }
    let is_solved = illegal.is_none() && end.is_solved_for(goal);
    let mut by_blank = start;
    let opposite: Moves = moves.iter().map(Direction::opposite).collect();
    Ok(Verdict {
        is_solved,
        is_solved_by_blank: !is_solved
            && by_blank.play(&opposite).is_ok()
            && by_blank.is_solved_for(goal),
        end,
        illegal,
        moves: moves.len(),
    })
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = counted(self.moves, "move");
        match &self.illegal {
            _ if self.is_solved => write!(f, "solved in {moves}"),
            Some(illegal) => write!(f, "{illegal}"),
            None if self.moves == 0 => {
                f.write_str("the list of moves is empty, and the board is not in the goal")
            }
            None if self.moves == 1 => write!(f, "1 move ends in {}, not in the goal", self.end),
            None => write!(f, "{moves} end in {}, not in the goal", self.end),
        }?;
        if self.is_solved_by_blank {
            f.write_str("; as moves of the blank they solve it")?;
        }
        Ok(())
    }
}
