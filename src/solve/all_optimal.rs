//! Every shortest solution of a board, one after the other.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::iter::FusedIterator;
use core::mem;

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::rounds::{Seeds, SharedKernel};
use crate::goal::Goal;
use crate::heuristic::{ByAxis, Manhattan};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::Prepared;
use crate::puzzle::Puzzle;
use crate::runtime::{Counts, Slice};
use crate::solve::{Control, Driver, Quality, SolveError, Solver, Stats, Status};

impl Solver {
    /// Returns an iterator over every shortest solution of a board, each once, without any limit.
    ///
    /// # Errors
    /// As [`all_optimal_with`](Self::all_optimal_with), but never `Stopped`.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Solver};
    /// let solver = Solver::builder().build();
    /// let board: Board<2> = "0 3/2 1".parse()?; // half way around, whichever way
    /// let solutions: Vec<String> = solver.all_optimal(&board)?.map(|it| it.to_string()).collect();
    /// assert_eq!(solutions, ["LURDLU", "ULDRUL"]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn all_optimal(&self, board: &impl Puzzle) -> Result<AllOptimal, SolveError> {
        self.all_optimal_with(board, Control::new())
    }

    /// Returns an iterator over every shortest solution of a board, each once: by
    /// [`Metric::SingleTile`](crate::Metric) in alphabetical order of the *blank's* moves: up,
    /// left, right, down, front, back (the tile goes the other way, so `D` comes first); in the
    /// multi-tile metric in no such order.
    ///
    /// This call finds the length within the limits, for any [`Quality`] of the solver. The
    /// iterator then finds one solution after the other by depth-first search without duplicate
    /// pruning, which would hide solutions. Only [`AllOptimal::next_with`] has
    /// limits there; drop the iterator to end it. All solutions take a few times the last round of
    /// `solve`, and the memory of one path.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with).
    pub fn all_optimal_with(
        &self,
        board: &impl Puzzle,
        control: Control<'_>,
    ) -> Result<AllOptimal, SolveError> {
        // On a path in the multi-tile metric the solve has chosen one of several ends.
        let canonical = if board.shape().is_path() {
            CanonicalBoard::with_every_end(board, self.goal())?
        } else {
            CanonicalBoard::new(board, self.goal())?
        };
        let target = canonical.target();
        // The tables are held, so nothing evicts them.
        let _held = self.tables.hold(&target, &self.options.table_options);
        let solution = self.solve_on(self.thread_count(), board, Quality::Optimal, control)?;
        let length = solution.length();
        let all = self.table_of_all(&target).map(Prepared::Full);
        // A board that was solved before anything was prepared is near the goal.
        let (shape, home) = (canonical.shape, canonical.home);
        let prepared = match (all.or_else(|| self.tables.get(&target)), self.metric()) {
            (Some(prepared), _) => prepared,
            (None, Metric::MultiTile) => {
                Prepared::ByAxis(Arc::new(ByAxis(Manhattan::new(shape, home)?)))
            }
            (None, _) => Prepared::Manhattan(Arc::new(Manhattan::new(shape, home)?)),
        };
        let mut kernel = prepared.every_child(&canonical)?;
        // A longer bound means that a table is wrong.
        let is_wrong = kernel.first_bound(length) > length;
        kernel.begin(length, 0);
        let seeds = Seeds::of_roots(kernel.boards().len());
        kernel.open(&seeds, 0..seeds.len())?;
        let mut known = Status::new(self.metric(), length);
        known.stats = solution.stats();
        Ok(AllOptimal {
            round: Some((kernel, seeds)),
            is_found: false,
            board: DynBoard::of(board.view()),
            goal: self.goal().clone(),
            known,
            error: is_wrong.then_some(SolveError::MISSING),
        })
    }
}

/// An iterator over every shortest solution of a board: see [`Solver::all_optimal_with`].
///
/// It owns its data, and replays each solution on the board before returning it.
#[derive(Clone, Debug)]
pub struct AllOptimal {
    /// Depth-first search of the round that has all shortest solutions, below its roots; `None`
    /// once it is over.
    round: Option<(Box<dyn SharedKernel>, Seeds)>,
    is_found: bool,
    board: DynBoard,
    goal: Goal,
    /// The metric and the length of the solutions that come, and the work done so far.
    known: Status,
    error: Option<SolveError>,
}

impl AllOptimal {
    /// Returns the number of moves of every solution that comes.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.known.lower_bound
    }

    /// Returns the work done so far, that of finding the length included.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.known.stats
    }

    /// Returns the error that ended the iteration before all solutions were found; `None` if there
    /// was no error.
    ///
    /// It is [`SolveError::OutOfMemory`], or [`SolveError::Answer`] if a wrong table led to a false
    /// solution, or to none of this length.
    #[must_use]
    pub const fn error(&self) -> Option<&SolveError> {
        self.error.as_ref()
    }

    /// Returns the next solution as [`next`](Iterator::next) does, but within limits, which only
    /// pause the search: a later call continues. Each call counts the boards that it may expand
    /// from its beginning, and may pass their limit by some hundred.
    ///
    /// # Errors
    /// [`SolveError::Stopped`] if a limit was met before there was a solution, and
    /// [`SolveError::NoClock`]; any other error ends the iteration, and is returned again.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, SolveError, Solver};
    /// let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse()?;
    /// let mut solutions = Solver::default().all_optimal(&board)?;
    /// let mut found = Vec::new();
    /// loop {
    ///     match solutions.next_with(Control::new().max_nodes(1)) {
    ///         Ok(Some(moves)) => found.push(moves.to_string()),
    ///         Ok(None) => break,
    ///         Err(SolveError::Stopped(_)) => {} // a place to draw a frame
    ///         Err(error) => return Err(error.into()),
    ///     }
    /// }
    /// assert_eq!(found, ["DDDLLUUUL"]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn next_with(&mut self, control: Control<'_>) -> Result<Option<Moves>, SolveError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let found = self.find(control);
        match &found {
            Ok(Some(_)) | Err(SolveError::Stopped(_) | SolveError::NoClock) => {}
            Ok(None) => self.round = None,
            Err(error) => (self.round, self.error) = (None, Some(error.clone())),
        }
        found
    }

    /// Returns the next solution, once it is checked.
    fn find(&mut self, control: Control<'_>) -> Result<Option<Moves>, SolveError> {
        let Some((kernel, seeds)) = &mut self.round else {
            return Ok(None);
        };
        if self.known.lower_bound == 0 {
            // The kernels do not search without moves.
            return Ok((!mem::replace(&mut self.is_found, true)).then(Moves::new));
        }
        let mut known = self.known.clone();
        let mut driver = Driver::resume(control, &mut known, 0)?;
        let mut search = |slice: &mut Slice, counts: &mut Counts| {
            let until = slice.until.min(counts.limit);
            kernel.advance(seeds, until, counts, &mut slice.effort)
        };
        let result = driver.run(&mut search, &self.board, &self.goal, || false);
        self.known.stats = driver.known.stats;
        result?;
        let mut known = driver.known;
        let best = known.best.take();
        if best.is_none() && !known.is_done {
            return Err(SolveError::Stopped(Box::new(known)));
        }
        // A wrong table also hides all solutions of the length.
        if best.is_none() && !self.is_found {
            return Err(SolveError::MISSING);
        }
        self.is_found = true;
        Ok(best)
    }
}

impl Iterator for AllOptimal {
    type Item = Moves;

    fn next(&mut self) -> Option<Moves> {
        self.next_with(Control::new()).unwrap_or_default()
    }
}

impl FusedIterator for AllOptimal {}
