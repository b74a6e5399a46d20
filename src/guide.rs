//! A player's session: moves, undo and redo, and hints that survive them.

use alloc::vec::Vec;
use core::fmt;

use crate::cells::{PASS, Tile};
use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::{Moves, OutOfMemory};
use crate::puzzle::Puzzle;
use crate::slide::{PlayError, SlideError};
use crate::solve::{Control, Hint, SolveError, Solver, VerifyError, Way, verify};

/// Detours of up to this many moves are repaired without a search.
const DETOUR: usize = 2;

/// A game in play: the board, the log of its moves, and the way to the goal.
///
/// The solution found for the first hint is kept while the player plays on. A move along it
/// shortens it. A move off it is taken back by the next hint: such a detour of one or two moves
/// costs no search, a longer one is searched anew. So hints don't jump about, and come at once.
///
/// It goes with any [`Puzzle`], [`Board`](crate::Board) or [`DynBoard`](crate::DynBoard). With the
/// feature `serde` it is stored as start, turns and position, and read back by playing them; the
/// solution is found anew.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Direction, Guide, Solver};
///
/// let solver = Solver::builder().build();
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?; // solved by LUL
/// let mut guide = Guide::new(board);
/// assert_eq!(guide.hint(&solver)?.map(|hint| hint.tile), Some(4));
/// guide.slide_cell(0)?; // the player clicks on tile 1 instead: it moves down
/// let hint = guide.hint(&solver)?.ok_or("it is solved")?;
/// assert_eq!((hint.tile, hint.direction, hint.moves_left), (1, Direction::Up, 4)); // back
/// guide.undo();
/// while let Some(hint) = guide.hint(&solver)? {
///     guide.slide(hint.direction)?;
/// }
/// assert!(guide.board().is_solved());
/// assert_eq!(guide.moves().to_string(), "LUL");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Guide<P> {
    start: P,
    board: P,
    /// All moves, those that were taken back too.
    log: Moves,
    /// For each turn (a slide or a click) the length of the log after it.
    turns: Vec<usize>,
    /// How many turns are played; those behind can be redone.
    position: usize,
    plan: Option<Plan>,
}

impl<P: Puzzle> Guide<P> {
    /// Begins a game on a board.
    #[must_use]
    pub fn new(board: P) -> Self {
        Self {
            start: board.clone(),
            board,
            log: Moves::new(),
            turns: Vec::new(),
            position: 0,
            plan: None,
        }
    }

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

    /// Goes on with a game whose log was read.
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

    /// Moves the tile beside the blank in this direction into the blank, and returns its number.
    /// What was undone before can't be redone any more.
    ///
    /// # Errors
    /// [`SlideError::NoTile`] if the edge of the board leaves no such tile; nothing changes.
    pub fn slide(&mut self, direction: Direction) -> Result<Tile, SlideError> {
        let tile = self.board.slide(direction)?;
        self.enter(&[direction].as_slice().into());
        Ok(tile)
    }

    /// Slides the tile in `cell` towards the blank with all tiles between them, as one turn, and
    /// returns the moves. A click on the blank is no turn.
    ///
    /// # Errors
    /// [`SlideError`] if there is no such cell, or none in line with the blank; nothing changes.
    pub fn slide_cell(&mut self, cell: usize) -> Result<Moves, SlideError> {
        let moves = self.board.slide_cell(cell)?;
        if !moves.is_empty() {
            self.enter(&moves);
        }
        Ok(moves)
    }

    /// Returns whether the board is solved: the tiles in order, the blank last.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.board.is_solved()
    }

    /// Goes back to the board of the start. All turns can be redone.
    pub fn restart(&mut self) {
        while self.undo().is_some() {}
    }

    /// Takes the last turn back and returns the moves that do it; `None` at the start.
    pub fn undo(&mut self) -> Option<Moves> {
        let last = self.position.checked_sub(1)?;
        let moves = self.turn(last).inverse();
        self.position = last;
        self.make(&moves);
        Some(moves)
    }

    /// Plays the turn again that was undone last, and returns its moves; `None` if there is
    /// none.
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
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.played().into()
    }

    /// Returns the moves of each turn, from the start on; those from [`position`](Self::position)
    /// on are undone.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = Moves> + '_ {
        (0..self.turns.len()).map(|turn| self.turn(turn))
    }

    /// Returns the number of turns that are played.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the number of moves played, each tile counting (the single-tile metric).
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.played().len()
    }

    /// Returns the number of slides played: consecutive moves in one direction are one slide (the
    /// multi-tile metric). Takes time proportional to the moves.
    #[must_use]
    pub fn slide_count(&self) -> usize {
        self.played().chunk_by(PartialEq::eq).count()
    }

    /// Returns the move to make next, without any limit; `None` if the board is the solver's
    /// goal.
    ///
    /// # Errors
    /// As [`hint_with`](Self::hint_with), but never `Stopped`.
    pub fn hint(&mut self, solver: &Solver) -> Result<Option<Hint>, SolveError> {
        self.hint_with(solver, &mut Control::new())
    }

    /// Returns the move to make next, after a search within the limits where one is needed; `None`
    /// where the board is the solver's goal.
    ///
    /// A search is needed for the first hint, and where the moves off the kept solution have become
    /// three. Where a limit ends it without a solution but an older one is kept, the hint leads
    /// back to that. Following the hints ends in the goal within the moves announced. A hint is
    /// proven only where a proof covers this very board: not on a detour, unless the
    /// Manhattan distance proves it.
    ///
    /// # Errors
    /// As [`Solver::solve_with`]; [`SolveError::Stopped`] only where no solution is known.
    pub fn hint_with(
        &mut self,
        solver: &Solver,
        control: &mut Control<'_>,
    ) -> Result<Option<Hint>, SolveError> {
        let goal = solver.goal();
        goal.fits(self.board.shape())?;
        let manhattan = self.board.manhattan(goal);
        if manhattan == 0 {
            return Ok(None);
        }
        let metric = solver.metric();
        let is_other = |plan: &Plan| plan.goal != *goal || plan.metric != metric;
        if self.plan.as_ref().is_some_and(is_other) {
            self.plan = None;
        }
        let needed = match &mut self.plan {
            None => true,
            Some(plan) => {
                plan.cut(&self.board);
                plan.detour > plan.tolerated
            }
        };
        if needed {
            match (solver.way(&self.board, control), &mut self.plan) {
                (Ok(way), Some(plan)) if metric.length(&way.moves) > plan.moves_left() => {
                    // A quick solver found a longer way than the one back.
                    plan.tolerated = plan.detour + DETOUR;
                }
                (Ok(way), _) => self.plan = Some(Plan::new(goal, metric, &way)),
                (Err(SolveError::Stopped(_)), Some(plan)) => {
                    // No use in trying again at every move.
                    plan.tolerated = plan.detour + DETOUR;
                }
                (Err(error), _) => return Err(error),
            }
        }
        let Some(plan) = &self.plan else {
            return Ok(None);
        };
        let lower_bound = match metric {
            Metric::Slides => plan.lower_bound(),
            _ => plan.lower_bound().max(manhattan),
        };
        let first = plan.first();
        let left = plan.moves_left();
        Ok(first.and_then(|first| Hint::new(&self.board, first, left, lower_bound)))
    }

    /// Takes over a way to the goal that was found elsewhere: by a [`Search`](crate::Search) a
    /// little each frame, on a thread, or by another program. Hints come from it then.
    ///
    /// It may begin on the board as it is now, or on any board of this game before: the moves that
    /// the player has made since count as moves along it, or off it. `lower_bound` is what is
    /// proved of the number of moves from there, by [`Metric::Tiles`]. Returns whether the way is
    /// kept: a longer one than the way that is known is not, nor one that begins on a board
    /// that the game has not seen.
    ///
    /// Takes time proportional to the moves and the cells; for a way that begins on an earlier
    /// board, to the cells for each move since.
    ///
    /// # Errors
    /// [`VerifyError`] if the moves don't lead from that board to the goal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Direction, Goal, Guide, Solver};
    ///
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let solver = Solver::default();
    /// let mut search = solver.search(&board)?;
    /// let mut guide = Guide::new(board.clone());
    /// guide.slide(Direction::Left)?; // the player goes on while it is searched
    /// search.advance(1_000_000)?;
    /// let way = search.best().ok_or("it takes longer")?;
    /// assert!(guide.adopt(&Goal::BlankLast, &board, way, search.lower_bound())?);
    ///
    /// let no_search = &mut Control::new().max_nodes(0);
    /// let hint = guide.hint_with(&solver, no_search)?.ok_or("it is solved")?;
    /// assert_eq!((hint.tile, hint.moves_left, hint.proven), (5, 2, true));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn adopt(
        &mut self,
        goal: &Goal,
        from: &P,
        moves: &Moves,
        lower_bound: usize,
    ) -> Result<bool, VerifyError> {
        verify(moves, from, goal)?;
        let Some(since) = self.moves_since(from) else {
            return Ok(false);
        };
        let mut plan = Plan::new(
            goal,
            Metric::Tiles,
            &Way {
                moves: moves.clone(),
                lower_bound,
            },
        );
        for direction in &since {
            plan.follow(direction);
        }
        plan.cut(&self.board);
        let known = self.plan.as_ref();
        let known = known.filter(|it| it.goal == *goal && it.metric == Metric::Tiles);
        let is_longer = known.is_some_and(|known| known.left.len() < plan.left.len());
        if !is_longer {
            self.plan = Some(plan);
        }
        Ok(!is_longer)
    }

    /// Returns the moves that led here from a board of this game, seen last; `None` if it was
    /// never there.
    fn moves_since(&self, from: &P) -> Option<Moves> {
        let mut walker = self.board.clone();
        let played = self.played();
        for (index, &direction) in played.iter().enumerate().rev() {
            if walker == *from {
                return Some(played[index + 1..].into());
            }
            // The log fits the board.
            walker.slide(direction.opposite()).ok()?;
        }
        (walker == *from).then(|| played.into())
    }

    /// Returns the way to the goal that is kept, from the board as it is now; `None` before the
    /// first hint.
    #[must_use]
    pub fn solution(&self) -> Option<Moves> {
        let plan = self.plan.as_ref()?;
        Some(plan.left.iter().rev().copied().collect())
    }

    /// Forgets the kept solution, so that the next hint searches: for a better solver, say.
    pub fn forget_solution(&mut self) {
        self.plan = None;
    }

    fn played(&self) -> &[Direction] {
        let end = self.position.checked_sub(1).map(|last| self.turns[last]);
        &self.log.as_slice()[..end.unwrap_or(0)]
    }

    fn turn(&self, turn: usize) -> Moves {
        let start = turn.checked_sub(1).map_or(0, |before| self.turns[before]);
        self.log.as_slice()[start..self.turns[turn]].into()
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
        if let Some(plan) = &mut self.plan {
            for direction in moves {
                plan.follow(direction);
            }
        }
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

/// A solution of a board that was searched, the anchor, and where the player is beside it.
#[derive(Clone, Debug)]
struct Plan {
    goal: Goal,
    /// What counts as a move.
    metric: Metric,
    /// The way to the goal from the board as it is, the next move last.
    left: Vec<Direction>,
    /// The moves of the solution that were made.
    made: Vec<Direction>,
    /// How many moves of tiles the player is off the solution.
    detour: usize,
    /// What was proved of the anchor.
    proved: usize,
    /// The longest detour that is repaired without a search.
    tolerated: usize,
}

/// Returns the length of moves, one after the other.
fn count(metric: Metric, moves: impl Iterator<Item = Direction>) -> usize {
    let mut last = None;
    moves
        .filter(|&next| last.replace(next) != Some(next) || metric == Metric::Tiles)
        .count()
}

impl Plan {
    fn new(goal: &Goal, metric: Metric, way: &Way) -> Self {
        let left: Vec<Direction> = way.moves.iter().collect();
        Self {
            goal: goal.clone(),
            metric,
            left: left.into_iter().rev().collect(),
            made: Vec::new(),
            detour: 0,
            proved: way.lower_bound,
            tolerated: DETOUR,
        }
    }

    /// Follows a move of the player.
    fn follow(&mut self, direction: Direction) {
        if self.left.last() == Some(&direction) {
            self.left.pop();
            if self.detour > 0 {
                self.detour -= 1;
            } else {
                self.made.push(direction);
            }
            return;
        }
        self.left.push(direction.opposite());
        if self.detour == 0 && self.made.last() == Some(&direction.opposite()) {
            self.made.pop();
        } else {
            self.detour += 1;
        }
    }

    /// Returns the number of moves that are proved to be needed: the anchor is no more moves away
    /// than were made.
    fn lower_bound(&self) -> usize {
        let off = self.left.iter().rev().take(self.detour).rev();
        let off = off.copied().map(Direction::opposite);
        let made = self.made.iter().copied().chain(off);
        self.proved.saturating_sub(count(self.metric, made))
    }

    /// Returns the number of moves to the goal.
    fn moves_left(&self) -> usize {
        count(self.metric, self.left.iter().copied())
    }

    /// Returns the direction of the next move, and how many tiles it moves.
    fn first(&self) -> Option<(Direction, usize)> {
        let first = *self.left.last()?;
        let run = self.left.iter().rev().take_while(|&&next| next == first);
        Some(match self.metric {
            Metric::Slides => (first, run.count()),
            _ => (first, 1),
        })
    }

    /// Cuts the loop out where the way comes back to this very board. Shortest ways don't, others
    /// may.
    fn cut(&mut self, board: &impl Puzzle) {
        if self.detour == 0 {
            return;
        }
        let mut walker = board.clone();
        let mut kept = None;
        for (index, &direction) in self.left.iter().enumerate().rev() {
            if walker.slide(direction).is_err() {
                return;
            }
            if walker.blank() == board.blank() && walker == *board {
                kept = Some(index);
            }
        }
        if let Some(kept) = kept {
            self.left.truncate(kept);
            // The player has come by another way to a board of the solution. It is the new anchor.
            self.proved = self.lower_bound();
            self.made.clear();
            self.detour = 0;
        }
    }
}

/// Why a stored game can't be resumed.
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
        /// How many are said to be played.
        position: usize,
        /// How many there are.
        turns: usize,
    },
    /// There is no memory for the moves.
    OutOfMemory {
        /// The size of the moves, in bytes.
        bytes: u64,
    },
}

impl From<OutOfMemory> for ResumeError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play { turn, .. } => write!(f, "turn {} can't be played", turn + 1),
            Self::Empty { turn } => write!(f, "turn {} has no moves", turn + 1),
            Self::Position { position, turns } => {
                write!(
                    f,
                    "{position} turns are said to be played, but there are {turns}"
                )
            }
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes of moves"),
        }
    }
}

impl core::error::Error for ResumeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Play { error, .. } => Some(error),
            _ => None,
        }
    }
}
