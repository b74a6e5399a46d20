//! A stored game, read by playing it.

use alloc::vec::Vec;

use crate::cells::PASS;
use crate::guide::Guide;
use crate::messages::{conversions, messages};
use crate::moves::{Moves, OutOfMemory};
use crate::puzzle::Puzzle;
use crate::slide::PlayError;

impl<P: Puzzle> Guide<P> {
    /// Resumes a game from the board of its start, the moves of each turn, and the number of turns
    /// that are played; the turns behind were undone.
    ///
    /// # Errors
    /// [`ResumeError`] if a move is illegal, a turn is empty, `position` is above the number of
    /// turns, or there is no memory for the moves.
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
        let mut log = Log::default();
        for moves in turns {
            log.moves.try_extend(&moves)?;
            log.end_turn()?;
        }
        Self::replay(start, log, position)
    }

    /// Resumes a game whose log was read.
    pub(crate) fn replay(start: P, log: Log, position: usize) -> Result<Self, ResumeError> {
        let turns = log.turns.len();
        if position > turns {
            return Err(ResumeError::Position { position, turns });
        }
        let mut guide = Self::new(start);
        let mut before = 0;
        for (turn, &end) in log.turns.iter().enumerate() {
            let moves = &log.moves[before..end];
            if moves.is_empty() {
                return Err(ResumeError::Empty { turn });
            }
            let played = guide.board.view_mut(PASS).play(moves);
            played.map_err(|error| ResumeError::Play { turn, error })?;
            before = end;
        }
        guide.log = log.moves;
        guide.turns = log.turns;
        guide.position = turns;
        while guide.position > position {
            guide.undo();
        }
        Ok(guide)
    }
}

/// The moves of a stored game, before they are known to be legal.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) moves: Moves,
    /// For each turn the number of moves up to its end.
    turns: Vec<usize>,
}

impl Log {
    /// Returns the number of turns that ended.
    #[cfg(feature = "serde")]
    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Ends a turn after the moves that there are.
    pub(crate) fn end_turn(&mut self) -> Result<(), OutOfMemory> {
        let bytes = (self.turns.len() as u64 + 1) * size_of::<usize>() as u64;
        let room = self.turns.try_reserve(1);
        room.map_err(|_| OutOfMemory { bytes })?;
        self.turns.push(self.moves.len());
        Ok(())
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
        error: PlayError,
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
    /// There is no memory for the moves.
    OutOfMemory {
        /// The size of the moves, in bytes.
        bytes: u64,
    },
}

conversions! { ResumeError;
    error: OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
}

messages! { ResumeError, source Play.error;
    Self::Play { turn, .. } => "turn {} can't be played", turn + 1;
    Self::Empty { turn } => "turn {} has no moves", turn + 1;
    Self::Position { position, turns } =>
        "{position} turns are said to be played, but there are {turns}";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes of moves";
}
