//! The front door: what to look for, and how.

#[cfg(not(feature = "std"))]
use alloc::borrow::Cow;
use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::sync::Arc;
use core::ops::ControlFlow;
#[cfg(feature = "std")]
use std::sync::OnceLock;

use crate::canonical::CanonicalBoard;
use crate::goal::Goal;
use crate::heuristic::{Heuristic, HeuristicError};
#[cfg(feature = "std")]
use crate::methods::on_both_boards;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::search::all_boards::AllBoards;
use crate::search::general;
use crate::search::meter::{Counts, Meter};
use crate::shape::Shape;
use crate::solve::builder::SolverBuilder;
use crate::solve::choice::{HeuristicKind, NoMethod};
use crate::solve::constructive::construct;
use crate::solve::control::Control;
use crate::solve::error::SolveError;
#[cfg(doc)]
use crate::solve::partial::Partial;
use crate::solve::partial::{Reason, Stats};
use crate::solve::prepared::Prepared;
use crate::solve::probe::{is_probed, probe};
use crate::solve::quality::Quality;
#[cfg(feature = "std")]
use crate::solve::shelf::Shelf;
use crate::solve::solution::Solution;
use crate::solve::{best, bounded};

/// Finds solutions of boards for one goal.
///
/// What it learns of a shape (tables) it keeps for the next board; it can be shared between
/// threads.
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
#[derive(Debug)]
pub struct Solver {
    options: SolverBuilder,
    /// What was learnt of shapes.
    #[cfg(feature = "std")]
    shelf: Arc<Shelf>,
    #[cfg(not(feature = "std"))]
    shelf: Option<Prepared>,
}

impl Solver {
    /// Returns a builder with the usual options: goal blank-last, quality optimal.
    #[must_use]
    pub fn builder() -> SolverBuilder {
        SolverBuilder::default()
    }

    /// Returns the goal that it solves for.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.options.goal
    }

    /// Returns the estimate that guides its searches.
    pub(super) const fn heuristic(&self) -> HeuristicKind {
        self.options.means.heuristic
    }

    /// Returns the memory of the tables that it has built, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        #[cfg(feature = "std")]
        return self.shelf.table_bytes();
        #[cfg(not(feature = "std"))]
        return self.shelf.as_ref().map_or(0, Prepared::table_bytes);
    }

    /// Solves a board without any limit.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with), but never `Stopped`.
    pub fn solve(&self, board: &impl Puzzle) -> Result<Solution, SolveError> {
        self.solve_with(board, &mut Control::new())
    }

    /// Solves a board within the limits of the call.
    ///
    /// Tables that are not there yet are built first, within the same limits; what other calls
    /// built is used. Under [`HeuristicKind::Auto`] a board of Manhattan distance 32 or less,
    /// of a shape that would need tables of groups of tiles, is first tried without them: by
    /// Manhattan IDA\*, for 3,000 expansions, which count. That depends on the board alone, so
    /// the answer and its counts don't depend on what was solved before.
    ///
    /// # Errors
    /// - [`SolveError::Unsolvable`] explains why; it is decided before any search.
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Heuristic`], [`SolveError::Table`] and [`SolveError::OutOfMemory`] if the
    ///   heuristic asked for can't be had; [`HeuristicKind::Auto`] goes on with a simpler one
    ///   instead.
    /// - [`SolveError::Stopped`] if a limit was met, with what is proved so far.
    /// - [`SolveError::NoClock`] at once, whatever the board, if the call has a timeout and there
    ///   is no clock.
    pub fn solve_with(
        &self,
        board: &impl Puzzle,
        control: &mut Control<'_>,
    ) -> Result<Solution, SolveError> {
        self.solve_on(self.thread_count(), board, control)
    }

    /// Returns how many threads it uses.
    pub(super) const fn thread_count(&self) -> usize {
        self.options.threads
    }

    /// Solves a board; the search takes so many threads, the tables as many as the solver has.
    pub(super) fn solve_on(
        &self,
        threads: usize,
        board: &impl Puzzle,
        control: &mut Control<'_>,
    ) -> Result<Solution, SolveError> {
        let is_limited = control.is_limited();
        self.run(board, control, |instance, meter| {
            if instance.shape.cells() > AllBoards::MAX_CELLS {
                meter.bound = instance.manhattan();
            }
            if self.options.quality == Quality::Fast {
                meter.bound = instance.manhattan();
                return finish(construct(instance, meter));
            }
            if is_probed(instance, self.heuristic()) {
                match probe(instance, meter) {
                    ControlFlow::Continue(Some(moves)) => return Ok(moves),
                    ControlFlow::Continue(None) => {}
                    ControlFlow::Break(()) => return Err(NoMethod::Stopped),
                }
            }
            // Whoever may not expand a board needs no tables, whether they are there or not.
            if meter.pause().is_break() {
                return Err(NoMethod::Stopped);
            }
            let prepared = self.prepared(instance.shape, instance.home, meter)?;
            meter.threads = threads;
            match self.options.quality {
                Quality::Within { percent } => bounded::solve(&prepared, instance, percent, meter),
                Quality::Best => best::solve(&prepared, instance, is_limited, meter),
                _ => finish(prepared.solve(instance, meter)),
            }
        })
    }

    /// Solves a board guided by a heuristic of your own, on any shape, within the limits of the
    /// call.
    ///
    /// The heuristic must be made for the board's shape and for the home of the solver's goal
    /// ([`Goal::home`]). The solution is a shortest one, and lower bounds are proved, where the
    /// heuristic is admissible: let [`check`](crate::heuristic::check) prove that. The solver's
    /// own heuristic and memory don't matter here.
    ///
    /// # Errors
    /// [`HeuristicError::OtherBoards`] if the heuristic is made for another shape or home; else as
    /// [`solve_with`](Self::solve_with).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::heuristic::LinearConflict;
    /// use npuzzle::{Board, Control, Goal, Solver};
    ///
    /// let solver = Solver::builder().goal(Goal::BlankFirst).build();
    /// let board: Board<3, 4> = "4 1 2 3/8 5 6 7/9 0 10 11".parse()?;
    /// let heuristic = LinearConflict::new(board.shape(), solver.goal().home(board.shape())?)?;
    /// let solution = solver.solve_by(&board, &heuristic, &mut Control::new())?;
    /// assert_eq!(solution.moves().to_string(), "RDD");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn solve_by<H: Heuristic>(
        &self,
        board: &impl Puzzle,
        heuristic: &H,
        control: &mut Control<'_>,
    ) -> Result<Solution, SolveError> {
        let (shape, home) = (board.shape(), self.goal().home(board.shape())?);
        if !heuristic.fits(shape, home) {
            return Err(HeuristicError::OtherBoards { shape, home }.into());
        }
        self.run(board, control, |instance, meter| {
            finish(general::search(heuristic, instance, meter))
        })
    }

    /// Decides whether a board can be solved, lets a search loose on it and makes its result an
    /// answer.
    pub(super) fn run(
        &self,
        board: &impl Puzzle,
        control: &mut Control<'_>,
        search: impl FnOnce(&CanonicalBoard, &mut Meter<'_>) -> Result<Moves, NoMethod>,
    ) -> Result<Solution, SolveError> {
        let limit = control.limit();
        let mut watch = control.start()?;
        let goal = &self.options.goal;
        let instance = CanonicalBoard::new(board, goal)?;
        if !board.is_solvable_for(goal) {
            return Err(SolveError::Unsolvable(Box::new(board.solvability(goal))));
        }
        let mut hook = |counts: &mut Counts<'_>| watch.look(counts);
        let mut meter = Meter::new(&mut hook);
        meter.limit = limit;
        meter.threads = self.thread_count();
        let result = search(&instance, &mut meter);
        if let Ok(moves) = &result {
            // The callback's last sight is the answer. It is there, whether the callback would go
            // on or not.
            let _ = meter.tell(moves);
        }
        let (counts, out_of_memory) = (meter.counts(), meter.out_of_memory);
        match result {
            Ok(moves) => {
                let solution = Solution {
                    goal: goal.clone(),
                    moves,
                    lower_bound: counts.bound,
                    stats: Stats::from(&counts),
                };
                debug_assert_eq!(solution.verify(board), Ok(()));
                Ok(solution)
            }
            Err(NoMethod::Stopped) => {
                if let Some(bytes) = out_of_memory {
                    return Err(SolveError::OutOfMemory { bytes });
                }
                let mut known = watch.known(&counts);
                if known.reason == Reason::Running {
                    // The search stopped of itself, at the end of its own budget.
                    known.reason = Reason::NodeLimit;
                }
                Err(SolveError::Stopped(Box::new(known)))
            }
            Err(NoMethod::StoppedWith(best)) => {
                let mut known = watch.known(&counts);
                known.best = Some(best);
                Err(SolveError::Stopped(Box::new(known)))
            }
            Err(NoMethod::Error(error)) => Err(error),
        }
    }

    /// Learns what it needs of a shape before the first board comes, tables above all.
    ///
    /// # Errors
    /// As [`prepare_with`](Self::prepare_with), but never `Stopped`.
    #[cfg(feature = "std")]
    pub fn prepare(&self, shape: Shape) -> Result<(), SolveError> {
        self.prepare_with(shape, &mut Control::new())
    }

    /// Learns what it needs of a shape, and tells of the progress: [`Partial::tables`]. Time limits
    /// and cancelling work as usual.
    ///
    /// # Errors
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Heuristic`], [`SolveError::Table`] and [`SolveError::OutOfMemory`] if the
    ///   heuristic asked for can't be had.
    /// - [`SolveError::Stopped`] if a limit was met.
    /// - [`SolveError::NoClock`] at once if the call has a timeout and there is no clock.
    #[cfg(feature = "std")]
    pub fn prepare_with(&self, shape: Shape, control: &mut Control<'_>) -> Result<(), SolveError> {
        let home = self.options.goal.home(shape)?;
        learn(control, self.thread_count(), |meter| {
            self.prepared(shape, home, meter).map(drop)
        })
    }

    /// Learns what it needs of a shape. Without `std` a solver can't do that behind a shared
    /// reference: boards of a shape that was not prepared are solved too, but each of them
    /// learns it anew.
    ///
    /// # Errors
    /// As [`prepare_with`](Self::prepare_with), but never `Stopped`.
    #[cfg(not(feature = "std"))]
    pub fn prepare(&mut self, shape: Shape) -> Result<(), SolveError> {
        self.prepare_with(shape, &mut Control::new())
    }

    /// Learns what it needs of a shape, and tells of the progress: [`Partial::tables`]. Time limits
    /// and cancelling work as usual.
    ///
    /// # Errors
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Heuristic`], [`SolveError::Table`] and [`SolveError::OutOfMemory`] if the
    ///   heuristic asked for can't be had.
    /// - [`SolveError::Stopped`] if a limit was met.
    /// - [`SolveError::NoClock`] at once if the call has a timeout and there is no clock.
    #[cfg(not(feature = "std"))]
    pub fn prepare_with(
        &mut self,
        shape: Shape,
        control: &mut Control<'_>,
    ) -> Result<(), SolveError> {
        let home = self.options.goal.home(shape)?;
        let prepared = learn(control, 1, |meter| {
            Prepared::new(shape, home, &self.options.means, meter)
        })?;
        self.shelf = Some(prepared);
        Ok(())
    }

    #[cfg(feature = "std")]
    pub(super) fn prepared(
        &self,
        shape: Shape,
        home: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<Prepared>, NoMethod> {
        self.shelf.get(shape, home, meter, |meter| {
            Prepared::new(shape, home, &self.options.means, meter)
        })
    }

    #[cfg(not(feature = "std"))]
    pub(super) fn prepared(
        &self,
        shape: Shape,
        home: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Cow<'_, Prepared>, NoMethod> {
        Ok(match &self.shelf {
            Some(prepared) if prepared.fits(shape, home) => Cow::Borrowed(prepared),
            _ => Cow::Owned(Prepared::new(shape, home, &self.options.means, meter)?),
        })
    }
}

/// A search that broke off was stopped.
pub(super) fn finish(flow: ControlFlow<(), Moves>) -> Result<Moves, NoMethod> {
    match flow {
        ControlFlow::Continue(moves) => Ok(moves),
        ControlFlow::Break(()) => Err(NoMethod::Stopped),
    }
}

/// Learns something under the limits of a call.
fn learn<T>(
    control: &mut Control<'_>,
    threads: usize,
    work: impl FnOnce(&mut Meter<'_>) -> Result<T, NoMethod>,
) -> Result<T, SolveError> {
    let mut watch = control.start()?;
    let mut hook = |counts: &mut Counts<'_>| watch.look(counts);
    let mut meter = Meter::new(&mut hook);
    meter.threads = threads;
    let result = work(&mut meter);
    let counts = meter.counts();
    result.map_err(|error| match error {
        NoMethod::Stopped | NoMethod::StoppedWith(_) => {
            SolveError::Stopped(Box::new(watch.known(&counts)))
        }
        NoMethod::Error(error) => error,
    })
}

impl SolverBuilder {
    /// Returns the solver. Nothing is built yet: tables are when the first board needs them.
    #[must_use]
    #[cfg_attr(
        not(feature = "std"),
        expect(
            clippy::missing_const_for_fn,
            reason = "with std it makes the lock around the shared tables"
        )
    )]
    pub fn build(self) -> Solver {
        Solver {
            options: self,
            #[cfg(feature = "std")]
            shelf: Arc::default(),
            #[cfg(not(feature = "std"))]
            shelf: None,
        }
    }
}

/// The solver of [`Solver::builder`] without any option set: goal blank-last, quality optimal.
impl Default for Solver {
    fn default() -> Self {
        Self::builder().build()
    }
}

/// Returns the solver that all callers share.
#[cfg(feature = "std")]
pub(super) fn shared() -> &'static Solver {
    static SHARED: OnceLock<Solver> = OnceLock::new();
    SHARED.get_or_init(|| Solver::builder().quality(Quality::Best).build())
}

/// Solves a board for a goal. All goals share their tables, which depend on shapes and homes alone.
#[cfg(feature = "std")]
fn solve_shared(board: &impl Puzzle, goal: &Goal) -> Result<Solution, SolveError> {
    let shared = shared();
    let solver = Solver {
        options: shared.options.clone().goal(goal.clone()),
        shelf: Arc::clone(&shared.shelf),
    };
    solver.solve(board)
}

#[cfg(feature = "std")]
on_both_boards! {
    /// Solves the board for the usual goal (blank last) with a solver that all callers share.
    ///
    /// It ends after about a second's work, set-up not counted: [`Quality::Best`] says what that buys. On 3 x 3 the
    /// solution is a shortest one, on 4 x 4 nearly always. [`Solution::is_optimal`] says whether that is proved. Make a
    /// [`Solver`] to choose a quality and limits of your own.
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
    {
        pub fn solve(&self) -> Result<Solution, SolveError> {
            shared().solve(self)
        }
    }

    /// Solves the board for a goal of your choice; else as [`solve`](Self::solve).
    ///
    /// # Errors
    /// [`SolveError::Unsolvable`] explains why; [`SolveError::Goal`] if the goal is for boards of another shape.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/8 4 0/7 6 5".parse()?;
    /// assert_eq!(board.solve_for(&Goal::Snail)?.to_string(), "R (1 move, optimal)");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    {
        pub fn solve_for(&self, goal: &Goal) -> Result<Solution, SolveError> {
            solve_shared(self, goal)
        }
    }
}
