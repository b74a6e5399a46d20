//! The log of a game: turns, undo and redo, and a stored game that is read by playing it.

use alloc::vec::Vec;

use super::Guide;
use crate::cells::PASS;
use crate::direction::Direction;
use crate::goal::{Goal, GoalError};
use crate::guide::hints::Thinking;
use crate::guide::path::Path;
use crate::messages::messages;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::slide::{MoveError, Slide};
use crate::solve::Stats;

impl<P: Puzzle> Guide<P> {
    /// Begins a game on a board: the tiles in order, the blank last, is its goal.
    ///
    /// ```
    /// use npuzzle::{Board, Guide};
    /// let guide = Guide::new(Board::<4>::from_seed(7));
    /// assert_eq!((guide.board(), guide.move_count()), (guide.start(), 0));
    /// ```
    #[must_use]
    pub fn new(board: P) -> Self {
        Self::begin(board, Goal::BlankLast)
    }

    /// Begins a game on a board with another goal. Its hints need a solver of the same goal.
    ///
    /// # Errors
    /// [`GoalError`] if the goal is for boards of another shape.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal, Guide, Solver};
    /// let board: Board<3> = "1 2 3/8 0 4/7 6 5".parse()?;
    /// assert!(Guide::for_goal(board.clone(), Goal::Snail)?.is_solved());
    /// let solver = Solver::builder().goal(Goal::Snail).build();
    /// assert!(Guide::new(board).hint(&solver).is_err()); // its goal is another
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn for_goal(board: P, goal: impl Into<Goal>) -> Result<Self, GoalError> {
        let goal = goal.into();
        goal.fits(board.shape())?;
        Ok(Self::begin(board, goal))
    }

    fn begin(board: P, goal: Goal) -> Self {
        Self {
            start: board.clone(),
            board,
            goal,
            log: Moves::new(),
            turns: Vec::new(),
            position: 0,
            path: Path::default(),
            thinking: Thinking::Idle,
            spent: Stats::default(),
        }
    }

    /// Resumes a stored game from its start: plays the moves of each turn, and undoes those beyond
    /// the first `position` turns. [`adopt`](Self::adopt) takes over the solution that was known.
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
    /// let mut guide = Guide::new(start).resume(turns, 1)?;
    /// assert_eq!(guide.board().to_string(), "1 2 3/4 6 0/7 5 8");
    /// assert_eq!(guide.redo().map(|moves| moves.to_string()), Some("D".into()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn resume(
        self,
        turns: impl IntoIterator<Item = Moves>,
        position: usize,
    ) -> Result<Self, ResumeError> {
        let mut guide = Self::begin(self.start, self.goal);
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
        // There is no solution to follow yet.
        guide.path = Path::default();
        Ok(guide)
    }

    /// Returns the board as it is now.
    ///
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<2>::solved());
    /// guide.slide(Direction::Right)?; // tile 3
    /// assert_eq!(guide.board().to_string(), "1 2/0 3");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn board(&self) -> &P {
        &self.board
    }

    /// Returns the board as it was at the start.
    ///
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<2>::solved());
    /// guide.slide(Direction::Right)?;
    /// assert_eq!(guide.start().to_string(), "1 2/3 0");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Moves the tile beside the blank in this direction into the blank.
    /// What was undone before can't be redone any more.
    ///
    /// # Errors
    /// [`MoveError::NoTile`] if the edge of the board leaves no such tile; nothing changes.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<2>::solved());
    /// assert_eq!(guide.slide(Direction::Right)?.tile, 3);
    /// assert!(guide.slide(Direction::Right).is_err()); // the blank is at the left edge
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn slide(&mut self, direction: Direction) -> Result<Slide, MoveError> {
        let slide = self.board.slide(direction)?;
        self.enter(&[direction].into());
        Ok(slide)
    }

    /// Slides the tile in `cell` towards the blank with all tiles between them, as one turn, and
    /// returns the tiles that moved. A click on the blank is no turn.
    ///
    /// # Errors
    /// [`MoveError`] if there is no such cell, or none in line with the blank; nothing changes.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// assert_eq!(guide.slide_cell(6)?.len(), 2); // a click on tile 7 moves tiles 8 and 7
    /// assert_eq!(guide.position(), 1); // one turn
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn slide_cell(&mut self, cell: usize) -> Result<Vec<Slide>, MoveError> {
        let slides = self.board.slide_cell(cell)?;
        if !slides.is_empty() {
            self.enter(&slides.iter().map(|slide| slide.direction).collect());
        }
        Ok(slides)
    }

    /// Returns the goal of the game.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns whether the board is the goal of the game.
    ///
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new("1 2/0 3".parse::<Board<2>>()?);
    /// assert!(!guide.is_solved());
    /// guide.slide(Direction::Left)?;
    /// assert!(guide.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.board.is_solved_for(&self.goal)
    }

    /// Goes back to the board of the start. All turns can be redone.
    ///
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide(Direction::Right)?;
    /// guide.slide(Direction::Down)?;
    /// guide.restart();
    /// assert_eq!((guide.position(), guide.board()), (0, guide.start()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn restart(&mut self) {
        while self.undo().is_some() {}
    }

    /// Takes the last turn back and returns the moves that do it; `None` at the start.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide_cell(6)?; // a click on tile 7 moves tiles 8 and 7 to the right
    /// assert_eq!(guide.undo().map(|moves| moves.to_string()), Some("LL".to_owned()));
    /// assert!(guide.is_solved() && guide.undo().is_none());
    /// # Ok::<_, npuzzle::MoveError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Moves> {
        let last = self.position.checked_sub(1)?;
        let moves = self.turn(last).inverse();
        self.position = last;
        self.make(&moves);
        Some(moves)
    }

    /// Plays the turn again that was undone last, and returns its moves; `None` if there is
    /// none.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide(Direction::Right)?;
    /// guide.undo();
    /// assert_eq!(guide.redo().map(|moves| moves.to_string()), Some("R".to_owned()));
    /// assert!(guide.redo().is_none());
    /// # Ok::<_, npuzzle::MoveError>(())
    /// ```
    pub fn redo(&mut self) -> Option<Moves> {
        if self.position == self.turns.len() {
            return None;
        }
        let moves = self.turn(self.position);
        self.position += 1;
        self.make(&moves);
        Some(moves)
    }

    /// Returns the moves that led from the start to the board as it is now.
    ///
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide_cell(6)?; // a click on tile 7
    /// guide.slide(Direction::Down)?;
    /// assert_eq!(guide.moves().to_string(), "RRD");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.played().into()
    }

    /// Returns the moves of each turn, from the start on; those from [`position`](Self::position)
    /// on are undone.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide_cell(6)?;
    /// guide.slide(Direction::Down)?;
    /// let turns: Vec<String> = guide.turns().map(|moves| moves.to_string()).collect();
    /// assert_eq!(turns, ["RR", "D"]);
    /// assert_eq!((guide.move_count(), guide.slide_count()), (3, 2));
    /// # Ok::<_, npuzzle::MoveError>(())
    /// ```
    pub fn turns(&self) -> impl ExactSizeIterator<Item = Moves> + '_ {
        (0..self.turns.len()).map(|turn| self.turn(turn))
    }

    /// Returns the number of turns that are played.
    ///
    /// ```
    /// use npuzzle::{Board, Direction, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide_cell(6)?;
    /// guide.slide(Direction::Down)?;
    /// guide.undo();
    /// assert_eq!((guide.position(), guide.turns().len()), (1, 2)); // one can be redone
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the number of moves played, each tile counting (the single-tile metric).
    ///
    /// ```
    /// use npuzzle::{Board, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide_cell(6)?; // tiles 8 and 7
    /// assert_eq!(guide.move_count(), 2);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.played().len()
    }

    /// Returns the number of slides played: consecutive moves in one direction are one slide (the
    /// multi-tile metric). Takes time proportional to the moves.
    ///
    /// ```
    /// use npuzzle::{Board, Guide};
    /// let mut guide = Guide::new(Board::<3>::solved());
    /// guide.slide_cell(6)?; // tiles 8 and 7, at once
    /// assert_eq!(guide.slide_count(), 1);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn slide_count(&self) -> usize {
        Metric::Slides.length(self.played())
    }

    pub(super) fn played(&self) -> &[Direction] {
        let end = self.position.checked_sub(1).map(|last| self.turns[last]);
        &self.log[..end.unwrap_or(0)]
    }

    fn turn(&self, turn: usize) -> Moves {
        let start = turn.checked_sub(1).map_or(0, |before| self.turns[before]);
        self.log[start..self.turns[turn]].into()
    }

    /// Writes a turn that was played into the log, over those that were undone.
    fn enter(&mut self, moves: &Moves) {
        self.turns.truncate(self.position);
        for _ in self.played().len()..self.log.len() {
            self.log.pop();
        }
        self.log.extend(moves);
        self.turns.push(self.log.len());
        self.position += 1;
        self.follow(moves);
    }

    /// Plays moves of the log.
    fn make(&mut self, moves: &Moves) {
        let played = self.board.play(moves);
        debug_assert_eq!(played, Ok(()), "the log fits the board");
        self.follow(moves);
    }

    fn follow(&mut self, moves: &Moves) {
        moves
            .iter()
            .for_each(|direction| self.path.follow(direction));
    }
}

/// Errors while resuming a stored game.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Guide, ResumeError};
/// let error = Guide::new(Board::<3>::solved()).resume(["U".parse()?], 1).unwrap_err();
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
