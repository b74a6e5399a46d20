//! Hints: the solution that a game follows, and the search for a shorter one.

use alloc::boxed::Box;
use core::time::Duration;

use crate::direction::Direction;
use crate::guide::Guide;
use crate::guide::path::Path;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::HeuristicKind;
use crate::puzzle::Puzzle;
use crate::shape::Tile;
use crate::solve::{Control, Quality, Search, SolveError, Solver, Stats, replay};
use crate::space::SpaceTable;
use crate::tile_move::MoveError;

/// The move to make next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Hint {
    /// The tile to move; by [`Metric::MultiTile`](crate::Metric) the last one of the run.
    pub tile: Tile,
    /// The cell where it stands: [`slide_cell`](crate::Puzzle::slide_cell) makes the move.
    pub cell: usize,
    /// The direction in which it moves.
    pub direction: Direction,
    /// The number of moves to the goal, this one included, by the metric of the solver.
    pub moves_left: usize,
    /// True if it is proved that no fewer will do.
    pub proven: bool,
}

/// A new search from a nearer board is worthwhile after this number of moves, and after this part
/// of the remaining ones.
const NEARER: usize = 8;

/// The expansions of a slice of the first search.
const FIRST_SLICE: u64 = 1_024;

/// The options of a solver that decide the result of a search.
type Options = (Quality, u64, (HeuristicKind, u64, Metric));

const fn options(solver: &Solver) -> Options {
    let (quality, budget) = (solver.options.quality, solver.options.budget);
    (quality, budget, solver.table_choice())
}

/// The known solution of a game, and the search for a shorter one from the anchor of its path.
#[derive(Debug, Default)]
pub(super) struct Hints {
    /// The solution that hints follow.
    pub(super) path: Path,
    /// The work of the searches that have ended.
    spent: Stats,
    /// `None` if the last search has ended or was not needed any more, or there was none.
    search: Option<Box<Search>>,
    /// The options of the last search.
    options: Option<Options>,
    /// True after the first hint of the search.
    is_hinted: bool,
    /// True if no search is needed any more.
    is_settled: bool,
}

/// A search can't be copied: the clone starts its own.
impl Clone for Hints {
    fn clone(&self) -> Self {
        Self {
            path: self.path.clone(),
            spent: self.spent,
            options: self.options.filter(|_| self.search.is_none()),
            is_settled: self.is_settled && self.search.is_none(),
            ..Self::default()
        }
    }
}

impl<P: Puzzle> Guide<P> {
    /// Searches for a shorter solution for about this time, and returns whether the search is over.
    /// A game calls it once per frame: `while !guide.think(&solver, time)? { draw() }`.
    ///
    /// The guide owns a [`Search`] that begins from the present board and is kept while the player
    /// follows the hints. [`hint`](Self::hint) returns the best known move at any time. After three
    /// moves off the known solution the search begins again from the new board; until it finds a
    /// shorter solution, hints lead back to the old one. It also begins again if it has ended
    /// without a proof, and the player has come 8 moves and an eighth of the solution nearer.
    ///
    /// `true` means that the hint provably begins a shortest solution, or that the search has ended
    /// as [`Solver::solve`] does, for example by the budget of [`Quality::Best`]. After further
    /// moves it may begin again.
    ///
    /// The time is checked after each slice ([`Control::timeout`]) and includes building tables;
    /// [`Solver::prepare`] builds them on a loading screen.
    ///
    /// # Errors
    /// As [`think_with`](Self::think_with); [`SolveError::NoClock`] on `wasm32-unknown-unknown`.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Guide, Quality, Solver};
    /// use std::time::Duration;
    ///
    /// let solver = Solver::builder().quality(Quality::Best).build();
    /// let mut guide = Guide::new(Board::<4>::scrambled(30, 7));
    /// let mut before = guide.hint(&solver)?.ok_or("it is solved")?; // known at once
    /// while !guide.think(&solver, Duration::from_millis(4))? {
    ///     // Draw a frame. The hint is never worse than in the frame before.
    ///     let hint = guide.hint(&solver)?.ok_or("it is solved")?;
    ///     assert!(hint.moves_left <= before.moves_left);
    ///     before = hint;
    /// }
    /// let hint = guide.hint(&solver)?.ok_or("it is solved")?;
    /// assert!(hint.proven && hint.moves_left <= 30);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn think(&mut self, solver: &Solver, time: Duration) -> Result<bool, SolveError> {
        self.think_with(solver, Control::new().timeout(time))
    }

    /// Searches for a shorter solution within the limits of the call, as [`think`](Self::think),
    /// and returns whether the search is over. A limit is no error here.
    ///
    /// Without any limit it searches to the end. If [`Control::max_nodes`] is the only limit, other
    /// work, such as building tables, counts by its time, as in [`Search::advance`].
    ///
    /// # Errors
    /// - [`SolveError::OtherGoal`] if the solver's goal is not that of the game.
    /// - As [`Solver::solve_with`], but never `Stopped`. The next call begins the search again.
    pub fn think_with(
        &mut self,
        solver: &Solver,
        control: Control<'_>,
    ) -> Result<bool, SolveError> {
        if !control.has_clock() {
            return Err(SolveError::NoClock);
        }
        if self.begin_thinking(solver)? {
            self.advance(control)?;
        }
        if !self.has_more_to_find(solver) {
            // Frees the memory of the search.
            self.stop(Some(options(solver)));
        }
        Ok(self.hints.search.is_none())
    }

    /// Returns the move to make next; `None` if the board is the goal.
    ///
    /// With [`Quality::Best`] and [`Quality::Fast`] it returns the known solution's move at once;
    /// [`think`](Self::think), called each frame, improves it. If no solution is known, or the
    /// player is three moves off the known one, the call searches a first solution: up to 8 x 8 as
    /// [`Quality::Fast`] does (up to 40,000 expansions), on larger boards by the first construction
    /// (about 1.6 n³ expansions on n x n).
    ///
    /// [`Quality::Optimal`] and [`Quality::Within`] require a proof, except for a solution that was
    /// [adopted](Self::adopt) or read with a game. Without one the call searches to the end, on
    /// large boards perhaps for ever. In a game call [`think`](Self::think) until it returns
    /// `true`; then the hint is immediate.
    ///
    /// # Errors
    /// [`SolveError::OtherGoal`] if the solver's goal is not that of the game; else as
    /// [`Solver::solve`].
    pub fn hint(&mut self, solver: &Solver) -> Result<Option<Hint>, SolveError> {
        let needs_search = self.needs_search(solver)?;
        match solver.options.quality {
            Quality::Optimal | Quality::Within { .. }
                if needs_search || self.hints.search.is_some() =>
            {
                self.think_with(solver, Control::new())?;
            }
            Quality::Best | Quality::Fast if needs_search || self.is_early() => {
                self.begin_thinking(solver)?;
                while self.is_early() {
                    self.advance(Control::new().max_nodes(FIRST_SLICE))?;
                }
                self.hints.is_hinted = true;
            }
            _ => {}
        }
        Ok(self.known_hint(solver.metric()))
    }

    /// Returns the move to make next, after a search within the limits if one is needed; `None` if
    /// the board is the goal.
    ///
    /// A search is needed if no solution of the solver's quality is known, and if the moves off the
    /// known solution have become three: [`think_with`](Self::think_with) does it. If a limit ends
    /// it without a solution but an older one is known, the hint leads back to that. Hints reach
    /// the goal within the moves announced. A hint is proven only if a proof covers this very
    /// board: not on a detour, unless the Manhattan distance proves it. While the player follows
    /// the hints, only [`think_with`](Self::think_with) and [`hint`](Self::hint) resume a search
    /// that a limit has ended.
    ///
    /// # Errors
    /// As [`think_with`](Self::think_with), and [`SolveError::Stopped`] if no solution is known.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Guide, SolveError, Solver};
    /// let mut guide = Guide::new(Board::<5>::from_seed(1));
    /// let stopped = guide.hint_with(&Solver::default(), Control::new().max_nodes(100));
    /// assert!(matches!(stopped, Err(SolveError::Stopped(_)))); // none is known yet
    /// ```
    pub fn hint_with(
        &mut self,
        solver: &Solver,
        control: Control<'_>,
    ) -> Result<Option<Hint>, SolveError> {
        if self.needs_search(solver)? {
            self.think_with(solver, control)?;
            match &self.hints.search {
                Some(search) if self.hints.path.left.is_none() => {
                    return Err(search.stopped());
                }
                // Searching again at every move would find nothing better.
                _ => self.hints.is_settled = true,
            }
        }
        Ok(self.known_hint(solver.metric()))
    }

    /// Adopts a solution found elsewhere: by a [`Search`] on another thread, by another program, or
    /// before the game was stored. Hints follow it from then on.
    ///
    /// It may begin on the current board, or on any earlier board of the log that is not undone;
    /// moves made since count as moves along it or off it. `lower_bound` is the proved number of
    /// moves from there, by [`Metric::SingleTile`]; it is not checked. Returns whether the solution
    /// is kept: not if it has more moves of tiles than the known one, or begins on another board.
    ///
    /// Takes time proportional to the moves and the cells; for a solution that begins on an earlier
    /// board, to the cells for each move since.
    ///
    /// # Errors
    /// [`MoveError`] if the moves don't lead from that board to the goal of the game.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Direction, Guide, Solver};
    ///
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let solver = Solver::default();
    /// let mut search = solver.search(&board)?;
    /// let mut guide = Guide::new(board.clone());
    /// guide.slide(Direction::Left)?; // the player moves meanwhile
    /// search.advance(1_000_000)?;
    /// let moves = search.best().ok_or("it takes longer")?;
    /// assert!(guide.adopt(&board, moves, search.lower_bound())?);
    ///
    /// let no_search = Control::new().max_nodes(0);
    /// let hint = guide.hint_with(&solver, no_search)?.ok_or("it is solved")?;
    /// assert_eq!((hint.tile, hint.moves_left, hint.proven), (5, 2, true));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn adopt(
        &mut self,
        from: &P,
        moves: &Moves,
        lower_bound: usize,
    ) -> Result<bool, MoveError> {
        replay(moves, from, &self.goal)?;
        // The last time that the game was on that board.
        let (mut walker, played) = (self.board.clone(), self.moves());
        let mut since = played.len();
        while walker != *from {
            if since == 0 {
                return Ok(false);
            }
            since -= 1;
            walker.slide(played[since].opposite())?;
        }
        let since = played[since..].iter().copied();
        let mut path = Path::found(since, moves, (Metric::SingleTile, lower_bound));
        if self.hints.path.is_shorter(&path, Metric::SingleTile) {
            return Ok(false);
        }
        let proved = self.hints.path.lower_bound(Metric::SingleTile);
        if proved > path.lower_bound(Metric::SingleTile) {
            path.anchor(Metric::SingleTile);
            path.record(None, proved);
        }
        self.hints.path = path;
        self.stop(None);
        self.hints.is_settled = true;
        Ok(true)
    }

    /// Returns the known solution of the current board; `None` before the first hint.
    #[must_use]
    pub fn solution(&self) -> Option<Moves> {
        let left = self.hints.path.left.as_ref()?;
        Some(left.iter().rev().copied().collect())
    }

    /// Returns a lower bound of the moves to the goal by a metric: the one of the last search, if
    /// it was by that metric, and for single tiles at least the Manhattan distance.
    #[must_use]
    pub fn lower_bound(&self, metric: Metric) -> usize {
        let manhattan = match metric {
            Metric::MultiTile => 0,
            Metric::SingleTile => self.board.manhattan(&self.goal),
        };
        self.hints.path.lower_bound(metric).max(manhattan)
    }

    /// Returns the work that [`think`](Self::think) and [`hint`](Self::hint) have done in this
    /// game.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.hints.spent;
        if let Some(search) = &self.hints.search {
            stats.add(search.stats());
        }
        stats
    }

    /// Drops the search, noting the options of the last one.
    fn stop(&mut self, options: Option<Options>) {
        if let Some(search) = self.hints.search.take() {
            self.hints.spent.add(search.stats());
        }
        self.hints.options = options;
        (self.hints.is_hinted, self.hints.is_settled) = (false, false);
    }

    fn is_proven(&self, metric: Metric) -> bool {
        let left = self.hints.path.moves_left(metric);
        left.is_some_and(|left| left <= self.lower_bound(metric))
    }

    fn has_more_to_find(&self, solver: &Solver) -> bool {
        !self.is_solved() && !self.is_proven(solver.metric())
    }

    /// Returns whether a hint of the solver's quality needs a search.
    ///
    /// # Errors
    /// [`SolveError::OtherGoal`].
    fn needs_search(&self, solver: &Solver) -> Result<bool, SolveError> {
        let shape = self.board.shape();
        if !self.goal.means_same_on(solver.goal(), shape) {
            return Err(SolveError::OtherGoal {
                game: Box::new(self.goal.clone()),
                solver: Box::new(solver.goal().clone()),
            });
        }
        let (metric, last) = (solver.metric(), self.hints.options);
        let is_enough = match solver.options.quality {
            Quality::Best | Quality::Fast => self.hints.path.moves_left(metric).is_some(),
            _ if self.is_proven(metric) => true,
            // A search for this solver has ended with this path, or the path was adopted.
            _ => self.hints.is_settled && last.is_none_or(|last| last == options(solver)),
        };
        Ok(!self.is_solved() && (self.hints.path.is_left() || !is_enough))
    }

    /// Returns whether the search has more to do before its first hint.
    fn is_early(&self) -> bool {
        let Some(search) = &self.hints.search else {
            return false;
        };
        let (cells, expanded) = (self.board.shape().cells(), search.stats().expanded);
        // Up to 8 x 8 those of `Quality::Fast`, some milliseconds. On larger boards its beams take
        // too long for a frame.
        let first_expansions = match cells {
            ..=16 => 16_000,
            17..=64 => 40_000,
            _ => 0,
        };
        // The table of all boards takes milliseconds, and ends the search.
        let is_at_tables = search.is_preparing() && cells > SpaceTable::SMALL;
        let has_more = expanded < first_expansions && !is_at_tables;
        !self.hints.is_hinted && (search.best().is_none() || has_more)
    }

    /// Begins a search from the present board if that is worthwhile. Returns whether there is a
    /// search.
    fn begin_thinking(&mut self, solver: &Solver) -> Result<bool, SolveError> {
        // Only for its error: a hint may need no search while one is running.
        self.needs_search(solver)?;
        if !self.has_more_to_find(solver) {
            return Ok(false);
        }
        let is_current = self.hints.options == Some(options(solver)) && !self.hints.path.is_left();
        let is_running = self.hints.search.is_some();
        // One that has ended is repeated if there is no solution, or it has no promise, and the player
        // has come much nearer to the goal.
        let has_promise = !matches!(solver.options.quality, Quality::Best | Quality::Fast);
        let since = self.hints.path.back.len();
        let is_nearer = |left| !has_promise && since >= NEARER && since >= left / NEARER;
        let left = self.hints.path.moves_left(Metric::SingleTile);
        if !is_current || !is_running && left.is_none_or(is_nearer) {
            let search = Box::new(solver.search(&self.board)?);
            self.hints.path.anchor(solver.metric());
            self.stop(Some(options(solver)));
            self.hints.search = Some(search);
        }
        Ok(self.hints.search.is_some())
    }

    /// Advances the search within limits, and records its results.
    fn advance(&mut self, control: Control<'_>) -> Result<(), SolveError> {
        let Some(search) = &mut self.hints.search else {
            return Ok(());
        };
        let result = match control.only_max_nodes().filter(|&nodes| nodes > 0) {
            Some(nodes) => search.advance(nodes).map(drop),
            None => search.run(control).map(drop),
        };
        self.hints.path.record(search.best(), search.lower_bound());
        if result.is_err() {
            self.stop(None);
        } else if search.is_over() {
            self.stop(self.hints.options);
            self.hints.is_settled = true;
        }
        result
    }

    /// Returns the next move of the known solution.
    fn known_hint(&self, metric: Metric) -> Option<Hint> {
        if self.is_solved() {
            return None;
        }
        let left = self.hints.path.left.as_ref()?;
        let (direction, tiles) = metric.first(left.iter().rev().copied())?;
        let mut cell = self.board.blank();
        for _ in 0..tiles {
            cell = self.board.shape().neighbour(cell, direction.opposite())?;
        }
        Some(Hint {
            tile: self.board.tiles()[cell],
            cell,
            direction,
            moves_left: metric.length(left),
            proven: self.is_proven(metric),
        })
    }
}
