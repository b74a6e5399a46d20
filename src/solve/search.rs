//! A search that advances only when called.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;
use core::time::Duration;
use std::sync::Mutex;

use crate::dyn_board::DynBoard;
use crate::exact::rounds::{SharedRound, StoredRound};
use crate::goal::Goal;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::runtime::{Effort, Work, lock};
#[cfg(doc)]
use crate::solve::Quality;
use crate::solve::qualities::SolveJob;
use crate::solve::{Check, Control, Driver, Solution, SolveError, Solver, Solving, Stats, Status};

/// The price of a slice without expansions, such as one that builds tables, in [`Search::advance`].
const IDLE_PRICE: u64 = 1 << 12;

/// A search that advances only when called: each frame of a game, on a web page without threads, or
/// next week on another machine.
///
/// It works as [`Solver::solve`] in slices, and has the same answer and counts however the work is
/// sliced. Nothing happens between two calls.
///
/// A search of [`Quality::Optimal`] can be stored as text ([`suspend`](Self::suspend)), and resumes
/// where it was. [`split`](Self::split) shares the rest among processes.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Progress, Solver};
///
/// let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse()?;
/// let solver = Solver::default();
/// let mut search = solver.search(&board)?;
/// let mut frames = 0;
/// while let Progress::Running(status) = search.advance(100_000)? {
///     assert!(status.lower_bound <= 9);
///     frames += 1; // draw one
/// }
/// let solution = search.solution().ok_or("it is done")?;
/// assert_eq!(solution.moves().to_string(), "DDDLLUUUL");
/// assert_eq!(frames, 0); // so near a board is solved at once
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct Search {
    pub(super) board: DynBoard,
    /// The solve as it begins.
    pub(super) solving: Solving,
    pub(super) job: SolveJob,
    /// The round that the job is in, if it is one of [`Quality::Optimal`].
    pub(super) round: Arc<Mutex<SharedRound>>,
    pub(super) known: Status,
    /// The effort of the next slice.
    pub(super) effort: Effort,
    /// The solution that is being checked.
    pub(super) check: Option<Check>,
    pub(super) solution: Option<Solution>,
    /// The error that ended the search.
    pub(super) failure: Option<SolveError>,
    /// The number of units of the last split, if it has not advanced since.
    pub(super) units: Option<usize>,
}

/// The progress of a [`Search`].
///
/// # Examples
/// ```
/// use npuzzle::{Board, Progress, Solver};
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
/// let mut search = Solver::default().search(&board)?;
/// assert!(matches!(search.progress(), Progress::Running(status) if status.best.is_none()));
/// while let Progress::Running(_) = search.advance(100_000)? {}
/// assert!(matches!(search.progress(), Progress::Done(solution) if solution.length() == 3));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Progress<'s> {
    /// The search is not over.
    Running(&'s Status),
    /// The answer.
    Done(&'s Solution),
}

impl Solver {
    /// Returns a search for a solution of a board, with the quality of the solver. Nothing is done
    /// yet.
    ///
    /// It shares the tables of the solver. [`Quality::Best`] ends as in a call without limits.
    ///
    /// # Errors
    /// - [`SolveError::Unsolvable`] explains why.
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    pub fn search(&self, board: &impl Puzzle) -> Result<Search, SolveError> {
        let solving = self.solving(board, self.options.quality, self.thread_count())?;
        let mut known = Status::new(self.metric(), solving.bound);
        // That of the root.
        known.stats.generated = 1;
        let (board, round) = (DynBoard::of(board.view()), Arc::default());
        Ok(Search::begun(board, solving, round, known))
    }
}

impl Search {
    /// Returns a search from a round on.
    pub(super) fn begun(
        board: DynBoard,
        solving: Solving,
        round: Arc<Mutex<SharedRound>>,
        known: Status,
    ) -> Self {
        Self {
            board,
            job: solving.clone().start(Arc::clone(&round)),
            round,
            solving,
            known,
            effort: Effort::slice(),
            check: None,
            solution: None,
            failure: None,
            units: None,
        }
    }

    /// Returns the search of the same board from another round on.
    pub(super) fn again(&self, round: StoredRound, known: Status) -> Self {
        let (board, solving) = (self.board.clone(), self.solving.clone());
        Self::begun(board, solving, round.shared(), known)
    }

    /// Advances until about `expansions` more boards are expanded, and returns the progress.
    ///
    /// It may expand some hundred boards more: a step that expands several boards is not cut; with
    /// several threads it may be a unit of work more. Other work, such as building tables, counts
    /// by its time. An optimized build expands more than ten thousand boards per millisecond.
    ///
    /// # Errors
    /// As [`Solver::solve`]. The search is over then: later calls return the same error.
    pub fn advance(&mut self, expansions: u64) -> Result<Progress<'_>, SolveError> {
        self.drive(Control::new().max_nodes(expansions), IDLE_PRICE, None)?;
        Ok(self.progress())
    }

    /// Advances within the limits of a call, counted from now on. Callbacks are called as in
    /// [`Solver::solve_with`].
    ///
    /// All limits only pause the search, and [`Control::max_nodes`] may be exceeded as in
    /// [`advance`](Self::advance). So the answer and its counts stay those of one call.
    ///
    /// # Errors
    /// As [`Solver::solve_with`], but a limit is not an error here. After any error but
    /// [`SolveError::NoClock`] the search is over: later calls return the same error.
    pub fn run(&mut self, control: Control<'_>) -> Result<Progress<'_>, SolveError> {
        self.drive(control, 0, None)?;
        Ok(self.progress())
    }

    /// Advances within limits. A slice without expansions counts as `idle_price` of them. With
    /// `parts` it ends where the proof [may stop](SharedRound::may_stop).
    pub(super) fn drive(
        &mut self,
        control: Control<'_>,
        idle_price: u64,
        parts: Option<usize>,
    ) -> Result<(), SolveError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        if self.is_over() {
            return Ok(());
        }
        let place = self.place();
        // A unit may end without a solution.
        let is_unit = lock(&self.round).round.is_part;
        // Without a clock nothing is lost.
        let mut driver = Driver::resume(control, &mut self.known, idle_price)?;
        driver.percent = self.solving.quality.percent();
        (driver.effort, driver.check) = (self.effort, self.check.take());
        // If a callback panics, the search is over.
        self.failure = Some(SolveError::MISSING);
        let may_stop = || parts.is_some_and(|parts| lock(&self.round).may_stop(parts));
        let mut result = driver.run(
            &mut self.job,
            &self.board,
            self.solving.solver.goal(),
            may_stop,
        );
        self.failure = None;
        self.known = driver.known;
        (self.effort, self.check) = (driver.effort, driver.check);
        if self.place() != place {
            self.units = None;
        }
        if result.is_ok() && self.known.is_done && self.known.best.is_none() && !is_unit {
            result = Err(SolveError::MISSING);
        }
        if let Err(error) = result {
            self.job.end();
            self.failure = Some(error.clone());
            return Err(error);
        }
        self.settle();
        self.solving.solver.tables.evict();
        Ok(())
    }

    /// Advances for about this long, but at least by one slice, and returns the progress.
    ///
    /// # Errors
    /// As [`run`](Self::run); [`SolveError::NoClock`] on `wasm32-unknown-unknown`.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Progress, Solver};
    /// use std::time::Duration;
    /// let mut search = Solver::default().search(&Board::<4>::scrambled(30, 7))?;
    /// while let Progress::Running(_) = search.run_for(Duration::from_millis(4))? {
    ///     // draw a frame
    /// }
    /// assert!(search.solution().is_some());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn run_for(&mut self, duration: Duration) -> Result<Progress<'_>, SolveError> {
        self.run(Control::new().timeout(duration))
    }

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> Progress<'_> {
        let running = Progress::Running(&self.known);
        self.solution.as_ref().map_or(running, Progress::Done)
    }

    /// Returns the answer, once there is one.
    #[must_use]
    pub const fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// Returns the answer, once there is one.
    #[must_use]
    pub fn into_solution(self) -> Option<Solution> {
        self.solution
    }

    /// Returns the shortest solution found so far.
    #[must_use]
    pub const fn best(&self) -> Option<&Moves> {
        match &self.solution {
            Some(solution) => Some(solution.moves()),
            None => self.known.best.as_ref(),
        }
    }

    /// Returns the proved lower bound of the length.
    #[must_use]
    pub const fn lower_bound(&self) -> usize {
        self.known.lower_bound
    }

    /// Returns the work done so far.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.known.stats
    }

    /// Returns the board that it solves.
    #[must_use]
    pub const fn board(&self) -> &DynBoard {
        &self.board
    }

    /// Returns its goal.
    pub(super) const fn goal(&self) -> &Goal {
        self.solving.solver.goal()
    }

    /// Returns whether nothing is left to do.
    pub(crate) const fn is_over(&self) -> bool {
        self.known.is_done
    }

    /// Returns the error of a call that a limit ended without a solution.
    pub(crate) fn stopped(&self) -> SolveError {
        SolveError::Stopped(Box::new(self.known.clone()))
    }

    /// Returns whether tables are being built.
    pub(crate) fn is_preparing(&self) -> bool {
        self.job.preparing().is_some()
    }

    /// Makes the answer, if the search is over.
    pub(super) fn settle(&mut self) {
        if self.known.is_done {
            // Frees its memory.
            self.job.end();
            *lock(&self.round) = SharedRound::default();
            let (shape, goal) = (self.board.shape(), self.solving.solver.goal());
            self.solution = Solution::take_from(&mut self.known, shape, goal);
        }
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("board", &self.board)
            .field("goal", self.goal())
            .field("quality", &self.solving.quality)
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}
