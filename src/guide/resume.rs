//! A stored game, read by playing it.

use crate::cells::PASS;
use crate::guide::Guide;
use crate::messages::messages;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::slide::MoveError;

impl<P: Puzzle> Guide<P> {
    /// Resumes a game from the board of its start, the moves of each turn, and the number of turns
    /// that are played; the turns behind were undone.
    ///
    /// # Errors
    /// [`ResumeError`] if a move is illegal, a turn is empty, or `position` is above the number of
    /// turns.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Guide, Moves};
    /// let start: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let turns: [Moves; 2] = ["LL".parse()?, "D".parse()?];
    /// let mut guide = Guide::resume(start, turns, 1)?;
    /// assert_eq!(guide.board().to_string(), "1 2 3/4 6 0/7 5 8");
    /// assert_eq!(guide.redo().map(|moves| moves.to_string()), Some("D".into()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn resume(
        start: P,
        turns: impl IntoIterator<Item = Moves>,
        position: usize,
    ) -> Result<Self, ResumeError> {
        let mut guide = Self::new(start);
        for (turn, moves) in turns.into_iter().enumerate() {
            if moves.is_empty() {
                return Err(ResumeError::Empty { turn });
            }
            let played = guide.board.view_mut(PASS).play(&moves);
            played.map_err(|error| ResumeError::Play { turn, error })?;
            guide.log.extend(&moves);
            guide.turns.push(guide.log.len());
        }
        let turns = guide.turns.len();
        if position > turns {
            return Err(ResumeError::Position { position, turns });
        }
        guide.position = turns;
        while guide.position > position {
            guide.undo();
        }
        Ok(guide)
    }
}

/// Errors while resuming a stored game.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Guide, ResumeError};
/// let error = Guide::resume(Board::<3>::solved(), ["U".parse()?], 1).unwrap_err();
/// assert!(matches!(error, ResumeError::Play { turn: 0, .. })); // no tile is below the blank
/// assert_eq!(error.to_string(), "turn 1 can't be played");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// A move can't be made.
    Play {
        /// The turn, counted from 0.
        turn: usize,
        /// The move in the turn.
        error: MoveError,
    },
    /// A turn has no moves.
    Empty {
        /// The turn, counted from 0.
        turn: usize,
    },
    /// More turns are said to be played than there are.
    Position {
        /// The number of turns said to be played.
        position: usize,
        /// The number of turns.
        turns: usize,
    },
}

messages! { ResumeError, source Play.error;
    Self::Play { turn, .. } => "turn {} can't be played", turn + 1;
    Self::Empty { turn } => "turn {} has no moves", turn + 1;
    Self::Position { position, turns } =>
        "{position} turns are said to be played, but there are {turns}";
}
