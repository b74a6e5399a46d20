//! The solver and its entry points.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::OnceLock;

use crate::canonical::{CanonicalBoard, Purpose, Target};
use crate::dyn_board::DynBoard;
use crate::exact::general::General;
use crate::exact::rounds::{Kernel, Rounds};
use crate::goal::{Goal, GoalError};
use crate::heuristic::{BySlides, Heuristic, HeuristicError, least_slides};
use crate::metric::Metric;
use crate::prepare::{HeuristicKind, Prepared, PreparedTables};
use crate::puzzle::{Puzzle, on_both_boards};
use crate::runtime::{Effort, JobOf};
use crate::shape::Shape;
use crate::solve::qualities::read_off;
use crate::solve::{
    Control, Driver, Quality, Solution, SolveError, SolverBuilder, Solving, Status,
};
use crate::space::{Space, SpacePart, SpaceTable};
use crate::tables::TableError;

/// Finds solutions of boards for one goal.
///
/// It caches the tables of each shape, and can be shared between threads. [`search`](Self::search)
/// returns a search that advances only when called, for example each frame of a game.
///
/// A clone is cheap and shares the tables; so does [`with_goal`](Self::with_goal).
///
/// # The same answers
/// Within a version, the same options and the same limits of expansions give the same answer and
/// counts: on every machine, in every build profile, and for any number of threads. (In a browser
/// boards of 18 to 25 cells have no pools of tables.) Only timeouts and cancelling depend on the
/// machine. While a [`Space`] of this solver is held, shortest solutions of its boards are read
/// off it, except by a [search](Self::search): as long, with other counts and maybe other moves.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal, Solver};
/// let solver = Solver::builder().goal(Goal::Snail).build();
/// let board: Board<3> = "3 2 6/1 4 0/8 7 5".parse()?;
/// let solution = solver.solve(&board)?;
/// assert_eq!(solution.moves().len(), 15);
/// assert!(solution.is_optimal());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    pub(crate) options: SolverBuilder,
    /// The data prepared for shapes.
    pub(super) tables: PreparedTables,
}

impl Solver {
    /// Returns a builder with the default options: goal blank-last, quality optimal.
    #[must_use]
    pub fn builder() -> SolverBuilder {
        SolverBuilder::default()
    }

    /// Solves a board without any limit.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with), but never `Stopped`.
    #[doc(alias("IDA*", "iterative deepening", "A*"))]
    pub fn solve(&self, board: &impl Puzzle) -> Result<Solution, SolveError> {
        self.solve_with(board, Control::new())
    }

    /// Solves a board within the limits of the call.
    ///
    /// Missing tables are built first, within the same limits; the next call continues where this
    /// one ends. So the first call for a shape costs more, unless [`prepare`](Self::prepare) was
    /// called. Under [`HeuristicKind::Auto`] a board of Manhattan distance 32 or less is first
    /// tried without pattern databases, for 3,000 expansions. That depends on the board alone, so
    /// answers and counts don't depend on earlier calls.
    ///
    /// # Errors
    /// - [`SolveError::Unsolvable`] explains why; it is decided before any search.
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Heuristic`], [`SolveError::Table`] and [`SolveError::OutOfMemory`] if the
    ///   chosen heuristic is not available.
    /// - [`SolveError::Stopped`] if a limit was met, with the status so far.
    /// - [`SolveError::NoClock`] at once if the call has a timeout and there is no clock.
    /// - [`SolveError::Answer`] if the answer is wrong: each solution is replayed before the caller
    ///   or a callback receives it.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Control, Solver};
    /// let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse()?;
    /// let control = Control::new().max_nodes(1_000_000);
    /// let solution = Solver::default().solve_with(&board, control)?;
    /// assert_eq!(solution.moves().to_string(), "DDDLLUUUL");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn solve_with(
        &self,
        board: &impl Puzzle,
        control: Control<'_>,
    ) -> Result<Solution, SolveError> {
        self.solve_on(self.thread_count(), board, self.options.quality, control)
    }

    /// Returns the length of the shortest solutions of a board by the solver's metric, for any
    /// quality, without any limit.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn distance(&self, board: &impl Puzzle) -> Result<usize, SolveError> {
        self.distance_with(board, Control::new())
    }

    /// Returns the length of the shortest solutions of a board within the limits of the call.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with).
    pub fn distance_with(
        &self,
        board: &impl Puzzle,
        control: Control<'_>,
    ) -> Result<usize, SolveError> {
        let shortest = self.solve_on(self.thread_count(), board, Quality::Optimal, control)?;
        Ok(shortest.length())
    }

    /// Solves a board; the search takes up to `threads` threads, the tables as many as the solver
    /// has.
    pub(super) fn solve_on(
        &self,
        threads: usize,
        board: &impl Puzzle,
        quality: Quality,
        control: Control<'_>,
    ) -> Result<Solution, SolveError> {
        let mut driver = Driver::new(control)?;
        self.drive(&mut driver, board, quality, threads)?;
        driver.answer(board.shape(), self.goal(), quality)
    }

    /// Drives a solve of a board, whose result stays in the driver; it has a budget only if the call
    /// has no limits. A shortest solution is read off the table of all boards if that is ready.
    pub(super) fn drive(
        &self,
        driver: &mut Driver<'_>,
        board: &impl Puzzle,
        quality: Quality,
        threads: usize,
    ) -> Result<(), SolveError> {
        let mut solving = self.solving(board, quality, threads)?;
        solving.budget = solving.budget.filter(|_| !driver.control.is_limited());
        self.begin(driver, &solving);
        let (board, goal) = (DynBoard::of(board.view()), self.goal());
        let target = (quality == Quality::Optimal).then(|| solving.board.target());
        if let Some(table) = target.and_then(|it| self.table_of_all(&it)) {
            // Nothing is prepared, so there is nothing to evict.
            let mut work = read_off(&table, &solving.board);
            return driver.run(&mut work, &board, goal, || false);
        }
        let mut work = solving.start(Arc::default());
        let driven = driver.run(&mut work, &board, goal, || false);
        drop(work);
        self.tables.evict();
        driven
    }

    /// Prepares a driver for a solve: resets the status, but keeps the statistics.
    fn begin(&self, driver: &mut Driver<'_>, solving: &Solving) {
        driver.known = Status {
            stats: driver.known.stats,
            ..Status::new(self.metric(), solving.bound)
        };
        driver.percent = solving.quality.percent();
    }

    /// Solves a board guided by the caller's heuristic, on any shape, without any limit.
    ///
    /// # Errors
    /// As [`solve_by_with`](Self::solve_by_with), but never `Stopped`.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::heuristic::LinearConflict;
    /// use npuzzle::{Board, Goal, Solver};
    ///
    /// let solver = Solver::builder().goal(Goal::BlankFirst).build();
    /// let board: Board<3, 4> = "4 1 2 3/8 5 6 7/9 0 10 11".parse()?;
    /// let heuristic = LinearConflict::new(board.shape(), solver.goal().home(board.shape())?)?;
    /// let solution = solver.solve_by(&board, &heuristic)?;
    /// assert_eq!(solution.moves().to_string(), "RDD");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn solve_by<H: Heuristic>(
        &self,
        board: &impl Puzzle,
        heuristic: &H,
    ) -> Result<Solution, SolveError> {
        self.solve_by_with(board, heuristic, Control::new())
    }

    /// Solves a board guided by the caller's heuristic, on any shape, within the limits of the
    /// call.
    ///
    /// The heuristic must be made for the board's shape and for the home of the solver's goal
    /// ([`Goal::home`]). If it is admissible ([`check`](crate::heuristic::check) tests that), the
    /// solution is a shortest one, and lower bounds are proved. The solver's own heuristic and
    /// memory don't matter.
    ///
    /// # Errors
    /// [`OtherBoards`](crate::heuristic::HeuristicError::OtherBoards) if the heuristic is made for another shape or home;
    /// [`SolveError::Answer`] if a bound of the heuristic exceeds the length of a solution;
    /// [`SolveError::Goal`] if tiles of the goal are free, unless each board can reach only one
    /// board of the goal. Else as [`solve_with`](Self::solve_with).
    pub fn solve_by_with<H: Heuristic>(
        &self,
        board: &impl Puzzle,
        heuristic: &H,
        control: Control<'_>,
    ) -> Result<Solution, SolveError> {
        let mut driver = Driver::new(control)?;
        let solving = self.solving(board, Quality::Optimal, 1)?;
        let (shape, home) = (solving.board.shape, solving.board.home);
        if solving.board.free.is_some() {
            return Err(GoalError::ManyBoards.into());
        }
        heuristic.fits(shape, home)?;
        self.begin(&mut driver, &solving);
        let kernel: Box<dyn Kernel> = match self.metric() {
            Metric::SingleTile => Box::new(General::new(heuristic, solving.board)?),
            Metric::MultiTile => {
                let by = BySlides::new(heuristic, shape);
                Box::new(General::new(by, solving.board)?)
            }
        };
        let (mut rounds, goal) = (Rounds::alone(kernel), self.goal());
        let mut search = JobOf::local(|mut pace| async move { rounds.prove(&mut pace).await });
        // A call of the heuristic may take any time.
        driver.effort = Effort::step();
        let board = DynBoard::of(board.view());
        driver.run(&mut search, &board, goal, || false)?;
        driver.answer(shape, goal, Quality::Optimal)
    }
}

impl Solver {
    /// Builds the tables of a shape before its first board, for example on a loading screen or on
    /// another thread. Concurrent calls share the work.
    ///
    /// Otherwise the first call for the shape builds them, within its limits. If the blank may end
    /// on one of two cells, the tables are those of one of them.
    ///
    /// ```
    /// use npuzzle::{Board, Control, Solver};
    /// use std::time::Duration;
    ///
    /// let solver = Solver::default();
    /// let board: Board<4> = Board::from_seed(7);
    /// solver.prepare(board.shape())?; // on the loading screen
    /// let limits = Control::new().timeout(Duration::from_secs(5)); // for the search alone
    /// assert!(solver.solve_with(&board, limits)?.is_optimal());
    /// # Ok::<_, npuzzle::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// As [`prepare_with`](Self::prepare_with), but never `Stopped`.
    pub fn prepare(&self, shape: Shape) -> Result<(), SolveError> {
        self.prepare_with(shape, Control::new())
    }

    /// Builds the tables of a shape within the limits of a call, and reports the progress:
    /// [`Status::tables`].
    ///
    /// # Errors
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Heuristic`], [`SolveError::Table`] and [`SolveError::OutOfMemory`] if the
    ///   chosen heuristic is not available.
    /// - [`SolveError::Stopped`] if a limit was met.
    /// - [`SolveError::NoClock`] at once if the call has a timeout and there is no clock.
    pub fn prepare_with(&self, shape: Shape, control: Control<'_>) -> Result<(), SolveError> {
        let prepared = self.prepared(shape, control).map(drop);
        self.tables.evict();
        prepared
    }

    /// Returns the data for a shape, prepared within limits.
    pub(super) fn prepared(
        &self,
        shape: Shape,
        control: Control<'_>,
    ) -> Result<Prepared, SolveError> {
        let solved = self.goal().board(shape)?;
        let target = CanonicalBoard::new(&solved, self.goal())?.target();
        self.prepared_for(&solved, &target, &mut Driver::new(control)?)
    }

    /// Returns the data for boards, of which one is solved, prepared within limits.
    pub(super) fn prepared_for(
        &self,
        solved: &DynBoard,
        target: &Target,
        driver: &mut Driver<'_>,
    ) -> Result<Prepared, SolveError> {
        driver.known.metric = self.metric();
        let mut prepared = None;
        let (options, made) = (&self.options.table_options, &mut prepared);
        let mut job = JobOf::local(|mut pace| async move {
            *made = Some(self.tables.prepare(target, options, &mut pace).await?);
            Ok::<_, HeuristicError>(())
        });
        driver.run(&mut job, solved, self.goal(), || false)?;
        drop(job);
        prepared.ok_or_else(|| SolveError::Stopped(Box::new(driver.known.clone())))
    }

    /// Returns the distances of all boards of a shape from the goal, in the metric of the solver.
    ///
    /// It builds the table on the threads of the solver; [`Status::tables`](crate::Status::tables)
    /// reports the progress. If the solver has a folder for tables, the table is read from there or
    /// written to it. As long as a space is held, solvers that share it read shortest solutions of
    /// its boards off it, and draw boards at a distance from it.
    ///
    /// The table of 12 cells takes 68 MB, that of 10 cells 0.5 MB, whatever the solver's
    /// [`memory`](crate::SolverBuilder::memory) is for others.
    ///
    /// # Errors
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Table`] if the shape has more than 12 cells, or if the file is damaged, and
    ///   replaced, or can't be written. A later call returns the space: it may have two files.
    /// - [`SolveError::Stopped`] if a limit was met. The next call continues.
    /// - [`SolveError::OutOfMemory`], and [`SolveError::NoClock`] if the call has a timeout and there
    ///   is no clock.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Goal, Metric, Shape, Solver, Control};
    ///
    /// // The first two tiles placed, with a run of tiles as one move.
    /// let solver = Solver::builder().goal("1 2 */* * *".parse::<Goal>()?).metric(Metric::MultiTile).build();
    /// let space = solver.space_with(Shape::rectangle(2, 3)?, Control::new())?;
    /// assert_eq!(space.histogram().iter().sum::<u64>(), 720); // 6!: whatever the other tiles are
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn space_with(&self, shape: Shape, control: Control<'_>) -> Result<Space, SolveError> {
        self.goal().fits(shape)?;
        if shape.cells() > SpaceTable::MAX_CELLS {
            let tiles = shape.cells() - 1;
            return Err(TableError::States { shape, tiles }.into());
        }
        let mut driver = Driver::new(control)?;
        let mut parts = Vec::new();
        for goal in Space::goals(shape, self.goal())? {
            let solved = goal.board(shape)?;
            let target = CanonicalBoard::with_every_end(&solved, &goal)?.target();
            let prepared =
                self.prepared_for(&solved, &target.with_purpose(Purpose::Space), &mut driver)?;
            let Prepared::Full(table) = prepared else {
                unreachable!("a space has a table of all boards");
            };
            parts.push(SpacePart::new(goal, table));
        }
        Ok(Space::of_parts(shape, self.goal(), self.metric(), parts))
    }

    /// Returns the table of all boards, if there is one.
    pub(super) fn table_of_all(&self, target: &Target) -> Option<Arc<SpaceTable>> {
        let table = |target: &Target| match self.tables.get(target) {
            Some(Prepared::Full(table)) => Some(table),
            _ => None,
        };
        table(target).or_else(|| table(&target.clone().with_purpose(Purpose::Space)))
    }

    /// Returns the goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.options.goal
    }

    /// Returns the metric.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.options.table_options.metric
    }

    /// Returns the options that decide its tables: the chosen heuristic, the memory and the metric.
    pub(crate) const fn table_choice(&self) -> (HeuristicKind, u64, Metric) {
        let options = &self.options.table_options;
        (options.heuristic, options.memory, options.metric)
    }

    /// Returns the number of threads: that of [`SolverBuilder::threads`], within its bounds.
    #[must_use]
    pub const fn thread_count(&self) -> usize {
        self.options.table_options.threads
    }

    /// Returns the same solver for another goal. It shares the tables of this one, which depend on
    /// the shape, the blank's home, and the free cells of the goal.
    #[must_use]
    pub fn with_goal(&self, goal: impl Into<Goal>) -> Self {
        self.with(|options| options.goal(goal))
    }

    /// Returns the same solver for solutions of another quality. It shares the tables of this one.
    #[must_use]
    pub fn with_quality(&self, quality: Quality) -> Self {
        self.with(|options| options.quality(quality))
    }

    /// Returns the same solver with another [budget](SolverBuilder::budget) of
    /// [`Quality::Best`]. It shares the tables of this one.
    #[must_use]
    pub fn with_budget(&self, expansions: u64) -> Self {
        self.with(|options| options.budget(expansions))
    }

    fn with(&self, change: impl FnOnce(SolverBuilder) -> SolverBuilder) -> Self {
        Self {
            options: change(self.options.clone()).completed(),
            tables: self.tables.clone(),
        }
    }

    /// Drops all tables that no call is using: those of this solver, its clones, and those made by
    /// [`with_goal`](Self::with_goal), [`with_quality`](Self::with_quality) and
    /// [`with_budget`](Self::with_budget).
    pub fn clear_tables(&self) {
        self.tables.clear();
    }

    /// Returns the memory of its tables, in bytes: those in use, those being built (about) and
    /// those kept for later boards. Walking distance, which no memory limits, does not count.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.tables.table_bytes()
    }
}

impl Space {
    /// Builds the distances of all boards of a shape from a goal, on one thread, without limits; see
    /// [`Solver::space_with`] for more.
    ///
    /// # Errors
    /// As [`Solver::space_with`], but never `Stopped`.
    pub fn new(shape: Shape, goal: &Goal, metric: Metric) -> Result<Self, SolveError> {
        let builder = Solver::builder().goal(goal.clone()).metric(metric);
        let solver = builder.threads(1).build();
        solver.space_with(shape, Control::new())
    }
}

/// The solver of [`Solver::builder`] without any option set: goal blank-last, quality optimal.
impl Default for Solver {
    fn default() -> Self {
        Self::builder().build()
    }
}

/// Returns a lower bound of the moves, in O(cells).
pub(crate) fn least_moves(board: &CanonicalBoard, metric: Metric) -> usize {
    match metric {
        Metric::SingleTile => board.manhattan(),
        Metric::MultiTile => least_slides(board) as usize,
    }
}

/// Returns the solver that all callers share.
pub(super) fn shared() -> &'static Solver {
    static SHARED_SOLVER: OnceLock<Solver> = OnceLock::new();
    SHARED_SOLVER.get_or_init(|| Solver::builder().quality(Quality::Best).build())
}

on_both_boards! {
    /// Solves the board for the usual goal (blank last) with a solver that all callers share.
    ///
    /// It ends after about a second's work, set-up not counted: see [`Quality::Best`]. On 3 x 3 the
    /// solution is a shortest one, on 4 x 4 nearly always; [`Solution::is_optimal`] returns whether
    /// that is proved. A [`Solver`] has other qualities and limits.
    ///
    /// # Errors
    /// [`SolveError::Unsolvable`] explains why.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let solution = board.solve()?;
    /// assert_eq!(solution.moves().to_string(), "LUL"); // tile 4 left, 5 up, 8 left
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn solve(&self) -> Result<Solution, SolveError> {
        shared().solve(self)
    }

    /// Solves the board for a goal; else as [`solve`](Self::solve).
    ///
    /// # Errors
    /// [`SolveError::Unsolvable`]; [`SolveError::Goal`] if the goal is for boards of another shape.
    fn solve_for(&self, goal: &Goal) -> Result<Solution, SolveError> {
        shared().with_goal(goal.clone()).solve(self)
    }
}
