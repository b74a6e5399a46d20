//! Hints: the search that a game owns, and the solution that hints follow.

use core::time::Duration;

use crate::goal::Goal;
use crate::guide::Guide;
use crate::guide::plan::Plan;
use crate::guide::thinking::Thinking;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::slide::MoveError;
use crate::solve::{Control, Hint, Quality, Search, SolveError, Solver, Stats, Way, verify};

/// The expansions of the first hint, if nothing was searched before: a millisecond or two. On
/// boards of up to 10 x 10 the first solution takes 1,900 of them at most.
const FIRST: u64 = 2_048;

/// A new search from a nearer board is worthwhile after this number of moves, and after this part
/// of those that are left.
const NEARER: usize = 8;

impl<P: Puzzle> Guide<P> {
    /// Searches for a shorter solution for about this time, and returns whether there is nothing
    /// more to find. A game calls it once a frame: `while !guide.think(&solver, time)? { draw() }`.
    ///
    /// The guide owns a [`Search`] that begins from the present board and is kept while the player
    /// follows the hints. [`hint`](Self::hint) returns the best that is known at any time. After
    /// three moves off the known solution the search begins again from the new board; until it
    /// finds a shorter solution, hints lead back to the old one. It also begins again if it has
    /// ended without a proof, and the player has come 8 moves and an eighth of the way nearer.
    ///
    /// All qualities work. `true` says that the hint is proved to begin a shortest solution, or that
    /// the search has ended as [`Solver::solve`] does: by the budget of [`Quality::Best`], say.
    /// After further moves there may be more to find.
    ///
    /// The time is looked at after each slice, about every half millisecond in a release build:
    /// see [`Control::timeout`]. Tables are built within it, a little each call;
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
        self.think_with(solver, &mut Control::new().timeout(time))
    }

    /// Searches for a shorter solution within the limits of the call, and returns whether there is
    /// nothing more to find: [`think`](Self::think) for platforms without a clock, or with a clock
    /// of their own. A limit is no error here.
    ///
    /// Without any limit it searches to the end. If [`Control::max_nodes`] is the only limit, other
    /// work counts by its time, as in [`Search::advance`]: the building of tables, say. 20,000 is
    /// about two milliseconds of a release build.
    ///
    /// # Errors
    /// As [`Solver::solve_with`], but never `Stopped`. The next call begins the search again.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Guide, Quality, Solver};
    ///
    /// let solver = Solver::builder().quality(Quality::Best).build();
    /// let mut guide = Guide::new("8 6 7/2 5 4/3 0 1".parse::<Board<3>>()?);
    /// while !guide.think_with(&solver, &mut Control::new().max_nodes(20_000))? {}
    /// let hint = guide.hint(&solver)?.ok_or("it is solved")?;
    /// assert_eq!((hint.moves_left, hint.proven), (31, true));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn think_with(
        &mut self,
        solver: &Solver,
        control: &mut Control<'_>,
    ) -> Result<bool, SolveError> {
        if !control.has_clock() {
            return Err(SolveError::NoClock);
        }
        if !self.begin_thinking(solver)? {
            return Ok(true);
        }
        let nodes = control.only_max_nodes();
        self.advance(solver, |search| match nodes {
            Some(nodes) => search.advance(nodes).map(drop),
            None => search.run(control).map(drop),
        })?;
        Ok(self.is_thought_out(solver))
    }

    /// Returns the move to make next; `None` if the board is the solver's goal.
    ///
    /// With [`Quality::Best`] and [`Quality::Fast`] it returns what is known, at once: call
    /// [`think`](Self::think) each frame, and hints become better. If nothing is known yet, or the
    /// player is three moves off the known solution, a first solution is constructed. That is the
    /// longest call: it expands at most 2,064 boards on up to 10 x 10 (a millisecond or two of a
    /// release build; 3 x 3 builds its table of all boards), and about 1.6 n³ on n x n beyond, 13,000
    /// on 20 x 20 and 100,000 on 40 x 40.
    ///
    /// [`Quality::Optimal`] and [`Quality::Within`] promise a proof. If none is known, the call
    /// searches to the end, which may take for ever on large boards. In a game call
    /// [`think`](Self::think) until it returns `true`; then the hint is immediate.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction, Guide, Solver};
    /// let mut guide = Guide::new("1 2 3/4 5 6/7 0 8".parse::<Board<3>>()?);
    /// let hint = guide.hint(&Solver::default())?.ok_or("it is solved")?;
    /// assert_eq!((hint.tile, hint.direction), (8, Direction::Left));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn hint(&mut self, solver: &Solver) -> Result<Option<Hint>, SolveError> {
        let quality = solver.quality();
        if !self.needs_search(solver)? {
            return Ok(self.known_hint(solver));
        }
        if matches!(quality, Quality::Optimal | Quality::Within { .. }) {
            self.think_with(solver, &mut Control::new())?;
        } else if self.begin_thinking(solver)? {
            let mut is_found = false;
            while !is_found && !self.has_ended() {
                is_found = self.advance(solver, |search| {
                    let left = FIRST - search.stats().expanded % FIRST;
                    search.advance(left).map(drop)
                })?;
            }
        }
        Ok(self.known_hint(solver))
    }

    /// Returns the move to make next, after a search within the limits if one is needed; `None` if
    /// the board is the solver's goal.
    ///
    /// A search is needed if no solution of the solver's quality is known, and if the moves off the
    /// known solution have become three. It is a search of its own; [`think_with`](Self::think_with)
    /// continues that of the guide. If a limit ends it without a solution but an older one is known,
    /// the hint leads back to that. Following the hints ends in the goal within the moves announced.
    /// A hint is proven only if a proof covers this very board: not on a detour, unless the
    /// Manhattan distance proves it.
    ///
    /// # Errors
    /// As [`Solver::solve_with`]; [`SolveError::Stopped`] only if no solution is known.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Guide, SolveError, Solver};
    /// let mut guide = Guide::new(Board::<5>::from_seed(1));
    /// let stopped = guide.hint_with(&Solver::default(), &mut Control::new().max_nodes(100));
    /// assert!(matches!(stopped, Err(SolveError::Stopped(_)))); // none is known yet
    /// ```
    pub fn hint_with(
        &mut self,
        solver: &Solver,
        control: &mut Control<'_>,
    ) -> Result<Option<Hint>, SolveError> {
        if self.needs_search(solver)? {
            match solver.way(&self.board, control) {
                Ok(way) => {
                    self.take(Plan::new(solver.goal(), solver.metric(), &way));
                }
                Err(SolveError::Stopped(_)) if self.plan.is_some() => {}
                Err(error) => return Err(error),
            }
            if let Some(plan) = &mut self.plan {
                // A search at every move would find nothing better.
                plan.tolerate();
                plan.settle();
            }
        }
        Ok(self.known_hint(solver))
    }

    /// Takes over a way to the goal that was found elsewhere: by a [`Search`] on a thread or in a
    /// worker, or by another program. Hints come from it then.
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
    /// [`MoveError`] if the moves don't lead from that board to the goal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Direction, Goal, Guide, Solver};
    ///
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let solver = Solver::default();
    /// let mut search = solver.search(&board)?;
    /// let mut guide = Guide::new(board.clone());
    /// guide.slide(Direction::Left)?; // the player moves meanwhile
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
    ) -> Result<bool, MoveError> {
        verify(moves, from, goal)?;
        let Some(since) = self.moves_since(from) else {
            return Ok(false);
        };
        let way = Way {
            moves: moves.clone(),
            lower_bound,
        };
        let mut plan = Plan::new(goal, Metric::Tiles, &way);
        plan.settle();
        for direction in &since {
            plan.follow(direction);
        }
        plan.cut(&self.board);
        self.leave_others(goal, Metric::Tiles);
        Ok(self.take(plan))
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

    /// Returns the way to the goal that is known, from the board as it is now; `None` before the
    /// first hint.
    ///
    /// ```
    /// use npuzzle::{Board, Guide, Solver};
    /// let mut guide = Guide::new("1 2 3/4 5 6/0 7 8".parse::<Board<3>>()?);
    /// assert_eq!(guide.solution(), None);
    /// guide.hint(&Solver::default())?;
    /// assert_eq!(guide.solution().map(|moves| moves.to_string()), Some("LL".into()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solution(&self) -> Option<Moves> {
        self.plan.as_ref().map(Plan::moves)
    }

    /// Returns the work that [`think`](Self::think) and [`hint`](Self::hint) have done in this game.
    ///
    /// ```
    /// use npuzzle::{Board, Guide, Solver};
    /// let mut guide = Guide::new(Board::<4>::scrambled(30, 7));
    /// assert_eq!(guide.stats().expanded, 0);
    /// guide.hint(&Solver::default())?;
    /// assert!(guide.stats().expanded > 0);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.spent;
        if let Some(thinking) = &self.thinking {
            stats.add(thinking.stats());
        }
        stats
    }

    /// Forgets the known solution and gives up the search, so that the next hint searches: for a
    /// better solver, say.
    ///
    /// ```
    /// use npuzzle::{Board, Guide, Solver};
    /// let mut guide = Guide::new("1 2 3/4 5 6/0 7 8".parse::<Board<3>>()?);
    /// guide.hint(&Solver::default())?;
    /// guide.forget_solution();
    /// assert_eq!(guide.solution(), None);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn forget_solution(&mut self) {
        self.plan = None;
        self.end_thinking();
    }

    /// Gives up the search.
    fn end_thinking(&mut self) {
        let ended = self.thinking.take().and_then(|mut thinking| thinking.end());
        self.spent.add(ended.unwrap_or_default());
    }

    /// Forgets what is known of another goal, or in another metric.
    fn leave_others(&mut self, goal: &Goal, metric: Metric) {
        let is_other = |plan: &Plan| plan.is_other(goal, metric);
        let is_replaced = self.plan.as_ref().is_some_and(is_other);
        let is_other = |thinking: &Thinking| thinking.is_other(goal, metric);
        if is_replaced {
            self.plan = None;
        }
        if is_replaced || self.thinking.as_ref().is_some_and(is_other) {
            self.end_thinking();
        }
    }

    /// Takes a solution over unless a shorter one is known; returns whether it is taken.
    fn take(&mut self, plan: Plan) -> bool {
        let known = self.plan.as_ref();
        let is_longer = known.is_some_and(|known| known.moves_left() < plan.moves_left());
        if !is_longer {
            self.plan = Some(plan);
        }
        !is_longer
    }

    /// Returns whether a hint of the solver's quality needs a search.
    fn needs_search(&mut self, solver: &Solver) -> Result<bool, SolveError> {
        let goal = solver.goal();
        goal.fits(self.board.shape())?;
        if self.board.is_solved_for(goal) {
            return Ok(false);
        }
        self.leave_others(goal, solver.metric());
        let Some(plan) = &mut self.plan else {
            return Ok(true);
        };
        plan.cut(&self.board);
        Ok(plan.is_left() || !plan.is_enough(solver.quality()))
    }

    /// Begins a search from the present board if that is worthwhile. Returns whether there is
    /// something to search.
    fn begin_thinking(&mut self, solver: &Solver) -> Result<bool, SolveError> {
        self.needs_search(solver)?;
        if self.board.is_solved_for(solver.goal()) || self.is_proven(solver) {
            return Ok(false);
        }
        let is_kept = self.thinking.as_ref().is_some_and(|thinking| {
            let is_left = self.plan.as_ref().is_some_and(Plan::is_left);
            thinking.is_of(solver) && !is_left && !self.is_behind(thinking, solver.quality())
        });
        if !is_kept {
            self.end_thinking();
            self.thinking = Some(Thinking::begin(solver, &self.board)?);
            if let Some(plan) = &mut self.plan {
                plan.tolerate();
            }
        }
        Ok(!self.has_ended())
    }

    /// Returns whether a search is of no more use, and one from the present board may be.
    fn is_behind(&self, thinking: &Thinking, quality: Quality) -> bool {
        if thinking.is_elsewhere() {
            return true;
        }
        let since = thinking.since().len();
        let Some(plan) = &self.plan else {
            return since > 0 || thinking.has_ended();
        };
        let is_nearer = since >= NEARER && since >= plan.moves_left() / NEARER;
        let is_kept_promise = match quality {
            Quality::Optimal | Quality::Within { .. } => plan.is_enough(quality),
            Quality::Best | Quality::Fast => false,
        };
        thinking.has_ended() && is_nearer && !is_kept_promise
    }

    fn has_ended(&self) -> bool {
        self.thinking.as_ref().is_none_or(Thinking::has_ended)
    }

    /// Advances the search, and takes over what it finds; returns whether it has found a solution.
    fn advance(
        &mut self,
        solver: &Solver,
        slice: impl FnOnce(&mut Search) -> Result<(), SolveError>,
    ) -> Result<bool, SolveError> {
        let Some(thinking) = &mut self.thinking else {
            return Ok(false);
        };
        let way = match thinking.advance(slice) {
            Ok(way) => way,
            Err(error) => {
                self.end_thinking();
                return Err(error);
            }
        };
        let ended = thinking.end_if_over();
        let plan = way.as_ref().map(|way| {
            let mut plan = Plan::new(solver.goal(), solver.metric(), way);
            for &direction in thinking.since() {
                plan.follow(direction);
            }
            plan.cut(&self.board);
            // The search that has found it continues, however far the player is from its start.
            plan.tolerate();
            plan
        });
        if let Some(plan) = plan {
            let known = self.plan.as_ref();
            // Hints should not jump from one solution to another of the same length.
            if known.is_none_or(|known| plan.moves_left() < known.moves_left()) {
                self.plan = Some(plan);
            }
        }
        if let Some(stats) = ended {
            self.spent.add(stats);
            if let Some(plan) = &mut self.plan {
                plan.settle();
            }
        }
        Ok(way.is_some())
    }

    /// Returns whether the search has ended, or is not needed any more.
    fn is_thought_out(&mut self, solver: &Solver) -> bool {
        if self.is_proven(solver) {
            // What it holds is given back; what it has proved is kept.
            let ended = self.thinking.as_mut().and_then(Thinking::end);
            self.spent.add(ended.unwrap_or_default());
        }
        self.has_ended()
    }

    /// Returns the number of moves that every solution of the present board needs.
    fn lower_bound(&self, solver: &Solver) -> usize {
        let planned = self.plan.as_ref().map_or(0, Plan::lower_bound);
        let thought = self.thinking.as_ref().map_or(0, Thinking::lower_bound);
        let manhattan = match solver.metric() {
            Metric::Slides => 0,
            Metric::Tiles => self.board.manhattan(solver.goal()),
        };
        planned.max(thought).max(manhattan)
    }

    fn is_proven(&self, solver: &Solver) -> bool {
        let plan = self.plan.as_ref();
        plan.is_some_and(|plan| plan.moves_left() <= self.lower_bound(solver))
    }

    /// Returns the next move of the known solution.
    fn known_hint(&self, solver: &Solver) -> Option<Hint> {
        if self.board.is_solved_for(solver.goal()) {
            return None;
        }
        let plan = self.plan.as_ref()?;
        let lower_bound = self.lower_bound(solver);
        Hint::new(&self.board, plan.first()?, plan.moves_left(), lower_bound)
    }
}
