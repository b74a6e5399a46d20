//! The log of a game: turns, undo and redo, and a stored game that is read by playing it.

use alloc::vec::Vec;

use super::Guide;
use crate::direction::Direction;
use crate::goal::{Goal, GoalError};
#[cfg(feature = "solver")]
use crate::guide::hints::Hints;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::tile_move::{MoveError, TileMove};

impl<P: Puzzle> Guide<P> {
    /// Begins a game on a board: the tiles in order, the blank last, is its goal.
    #[must_use]
    pub fn new(board: P) -> Self {
        Self::begin(board, Goal::BlankLast)
    }

    /// Begins a game on a board with another goal. Its hints need a solver of the same goal.
    ///
    /// # Errors
    /// [`GoalError`] if the goal is for boards of another shape.
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
            turns: Vec::new(),
            position: 0,
            #[cfg(feature = "solver")]
            hints: Hints::default(),
        }
    }

    /// Resumes a stored game from its start: plays the moves of each turn, and undoes those beyond
    /// the first `position` of these turns. Turns without moves count there, but are not kept.
    /// [`adopt`](Self::adopt) takes over its known solution.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] names the first move, of those of all turns, that can't be made.
    pub fn resume(
        self,
        turns: impl IntoIterator<Item = Moves>,
        position: usize,
    ) -> Result<Self, MoveError> {
        let mut guide = Self::begin(self.start, self.goal);
        let mut kept = 0;
        for (nth, moves) in turns.into_iter().enumerate() {
            if !moves.is_empty() {
                guide.turns.push(moves);
                kept += usize::from(nth < position);
            }
        }
        guide.position = guide.turns.len();
        guide.board.clone().play(&guide.moves())?;
        guide.position = kept;
        let moves = guide.moves();
        guide.board.play(&moves)?;
        Ok(guide)
    }

    /// Returns the board as it is now.
    #[must_use]
    pub const fn board(&self) -> &P {
        &self.board
    }

    /// Returns the board as it was at the start.
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Moves the tile beside the blank in this direction into the blank. Turns undone before can't
    /// be redone any more.
    ///
    /// # Errors
    /// [`MoveError::NoTile`] if the edge of the board leaves no such tile; nothing changes.
    pub fn slide(&mut self, direction: Direction) -> Result<TileMove, MoveError> {
        let slide = self.board.slide(direction)?;
        self.enter([direction].into());
        Ok(slide)
    }

    /// Slides the tile in `cell` towards the blank with all tiles between them, as one turn, and
    /// returns the tiles that moved. A click on the blank is no turn.
    ///
    /// # Errors
    /// [`MoveError`] if there is no such cell, or none in line with the blank; nothing changes.
    pub fn slide_cell(&mut self, cell: usize) -> Result<Vec<TileMove>, MoveError> {
        let slides = self.board.slide_cell(cell)?;
        if !slides.is_empty() {
            self.enter(slides.iter().map(|slide| slide.direction).collect());
        }
        Ok(slides)
    }

    /// Returns the goal of the game.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns whether the board is the goal of the game.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.board.is_solved_for(&self.goal)
    }

    /// Returns to the start. All turns can be redone.
    pub fn restart(&mut self) {
        while self.undo().is_some() {}
    }

    /// Takes the last turn back and returns the moves that do it; `None` at the start.
    pub fn undo(&mut self) -> Option<Moves> {
        let last = self.position.checked_sub(1)?;
        let moves = self.turns[last].inverse();
        self.position = last;
        self.make(&moves);
        Some(moves)
    }

    /// Plays the turn again that was undone last, and returns its moves; `None` if there is
    /// none.
    pub fn redo(&mut self) -> Option<Moves> {
        let moves = self.turns.get(self.position)?.clone();
        self.position += 1;
        self.make(&moves);
        Some(moves)
    }

    /// Returns the moves that led from the start to the board as it is now.
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.turns[..self.position].iter().flatten().collect()
    }

    /// Returns the moves of each turn, from the start on; those from [`position`](Self::position)
    /// on are undone.
    #[must_use]
    pub fn turns(&self) -> &[Moves] {
        &self.turns
    }

    /// Returns the number of turns that are played.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Records a turn, in place of those that were undone.
    fn enter(&mut self, moves: Moves) {
        #[cfg(feature = "solver")]
        self.hints.path.follow(&moves);
        self.turns.truncate(self.position);
        self.turns.push(moves);
        self.position += 1;
    }

    /// Plays moves of the log.
    fn make(&mut self, moves: &Moves) {
        let played = self.board.play(moves);
        debug_assert_eq!(played, Ok(()), "the log fits the board");
        #[cfg(feature = "solver")]
        self.hints.path.follow(moves);
    }
}
