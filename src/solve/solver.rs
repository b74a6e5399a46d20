//! The front door: what to look for, and how.

#[cfg(not(feature = "std"))]
use alloc::borrow::Cow;
use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::sync::Arc;
use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;
#[cfg(feature = "std")]
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::goal::{Goal, GoalError};
use crate::puzzle::Puzzle;
use crate::search::meter::{Counts, Meter};
use crate::shape::Shape;
use crate::solvability::Solvability;
use crate::solve::control::Control;
use crate::solve::partial::{Partial, Stats};
use crate::solve::prepared::Prepared;
use crate::solve::solution::Solution;
#[cfg(feature = "std")]
use crate::stamp::stamp;

/// How good a solution is to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// A shortest one, proved. On large boards that may take for ever: give a limit.
    #[default]
    Optimal,
    /// At most this much longer than a shortest one: `Within { percent: 10 }` means length <= 1.10 x optimal. Not built yet.
    Within {
        /// The excess allowed, in hundredths of the optimum.
        percent: u16,
    },
    /// The shortest that can be found in the budget. Not built yet.
    Best,
    /// At once, by construction. Not built yet.
    Fast,
}

/// The estimate that guides the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicKind {
    /// The best that fits the shape and the memory.
    #[default]
    Auto,
    /// The sum of the tiles' taxicab distances.
    Manhattan,
    /// Manhattan and the detours of tiles that must pass each other in their line. Not built yet.
    LinearConflict,
    /// Rows and columns as multisets. Not built yet.
    WalkingDistance,
    /// Tables of exact distances for groups of tiles. Not built yet.
    Patterns,
}

impl FromStr for HeuristicKind {
    type Err = BuildError;

    /// Reads `auto`, `manhattan`, `linear-conflict`, `walking-distance` or `patterns`.
    fn from_str(text: &str) -> Result<Self, BuildError> {
        Ok(match text {
            "auto" => Self::Auto,
            "manhattan" => Self::Manhattan,
            "linear-conflict" => Self::LinearConflict,
            "walking-distance" => Self::WalkingDistance,
            "patterns" => Self::Patterns,
            _ => return Err(BuildError::UnknownHeuristic),
        })
    }
}

/// Finds solutions of boards for one goal.
///
/// What it learns of a shape (tables) it keeps for the next board; it can be shared between threads.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal, Solver};
/// let solver = Solver::builder().goal(Goal::Snail).build()?;
/// let board: Board<3> = "3 2 6/1 4 0/8 7 5".parse()?;
/// let solution = solver.solve(&board)?;
/// assert_eq!(solution.moves().len(), 15);
/// assert!(solution.is_optimal());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    options: SolverBuilder,
    /// What was learnt of the last shape.
    #[cfg(feature = "std")]
    shelf: Mutex<Option<Arc<Prepared>>>,
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

    /// Solves a board without any limit.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with), but never `Stopped`.
    pub fn solve(&self, board: &impl Puzzle) -> Result<Solution, SolveError> {
        self.solve_with(board, &mut Control::new())
    }

    /// Solves a board within the limits of the call.
    ///
    /// # Errors
    /// - [`SolveError::Unsolvable`] explains why; it is decided before any search.
    /// - [`SolveError::Goal`] where the goal is for boards of another shape.
    /// - [`SolveError::Stopped`] where a limit was met, with what is proved so far.
    pub fn solve_with(
        &self,
        board: &impl Puzzle,
        control: &mut Control<'_>,
    ) -> Result<Solution, SolveError> {
        let shape = board.shape();
        let goal = &self.options.goal;
        let destinations = goal.destinations(shape)?;
        if !crate::solvability::reaches(board, goal) {
            return Err(SolveError::Unsolvable(Box::new(Solvability::of(
                board, goal,
            ))));
        }
        let prepared = self.prepared(shape, destinations[0] as usize);
        let instance = prepared.instance(board, &destinations);
        let mut watch = control.start();
        let mut hook = |counts: &mut Counts| watch.look(counts);
        let mut meter = Meter::new(&mut hook);
        let flow = prepared.solve(&instance, &mut meter);
        let stats = Stats {
            expanded: meter.expanded,
            generated: meter.generated,
        };
        let lower_bound = meter.bound;
        match flow {
            ControlFlow::Continue(moves) => {
                let solution = Solution {
                    goal: goal.clone(),
                    moves,
                    lower_bound,
                    stats,
                };
                debug_assert_eq!(solution.verify(board), Ok(()));
                Ok(solution)
            }
            ControlFlow::Break(()) => {
                let reason = watch.reason;
                let known = Partial {
                    reason,
                    best: None,
                    lower_bound,
                    stats,
                };
                Err(SolveError::Stopped(Box::new(known)))
            }
        }
    }

    /// Learns what it needs of a shape before the first board comes.
    ///
    /// # Errors
    /// [`SolveError::Goal`] where the goal is for boards of another shape.
    #[cfg(feature = "std")]
    pub fn prepare(&self, shape: Shape) -> Result<(), SolveError> {
        self.prepared(shape, self.options.goal.home(shape)?);
        Ok(())
    }

    /// Learns what it needs of a shape. Without `std` a solver can't do that behind a shared reference: boards of a shape
    /// that was not prepared are solved too, but each of them learns it anew.
    ///
    /// # Errors
    /// [`SolveError::Goal`] where the goal is for boards of another shape.
    #[cfg(not(feature = "std"))]
    pub fn prepare(&mut self, shape: Shape) -> Result<(), SolveError> {
        self.shelf = Some(Prepared::new(shape, self.options.goal.home(shape)?));
        Ok(())
    }

    #[cfg(feature = "std")]
    fn prepared(&self, shape: Shape, home: usize) -> Arc<Prepared> {
        // What a panicking thread left is either whole or absent.
        let mut kept = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(prepared) if prepared.fits(shape, home) => Arc::clone(prepared),
            _ => Arc::clone(kept.insert(Arc::new(Prepared::new(shape, home)))),
        }
    }

    #[cfg(not(feature = "std"))]
    fn prepared(&self, shape: Shape, home: usize) -> Cow<'_, Prepared> {
        match &self.shelf {
            Some(prepared) if prepared.fits(shape, home) => Cow::Borrowed(prepared),
            _ => Cow::Owned(Prepared::new(shape, home)),
        }
    }
}

/// The options of a [`Solver`].
#[derive(Clone, Debug, Default)]
pub struct SolverBuilder {
    goal: Goal,
    quality: Quality,
    heuristic: HeuristicKind,
}

impl SolverBuilder {
    /// Sets the goal; blank-last if not set.
    #[must_use]
    pub fn goal(mut self, goal: impl Into<Goal>) -> Self {
        self.goal = goal.into();
        self
    }

    /// Sets how good solutions are to be; optimal if not set.
    #[must_use]
    pub const fn quality(mut self, quality: Quality) -> Self {
        self.quality = quality;
        self
    }

    /// Sets the estimate that guides the search; the best that fits if not set.
    #[must_use]
    pub const fn heuristic(mut self, heuristic: HeuristicKind) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Returns the solver.
    ///
    /// # Errors
    /// [`BuildError::NotYet`] names an option that this version does not know how to serve.
    pub fn build(self) -> Result<Solver, BuildError> {
        if self.quality != Quality::Optimal {
            return Err(BuildError::NotYet {
                option: "a quality other than optimal",
            });
        }
        if !matches!(
            self.heuristic,
            HeuristicKind::Auto | HeuristicKind::Manhattan
        ) {
            return Err(BuildError::NotYet {
                option: "a heuristic other than manhattan",
            });
        }
        Ok(Solver {
            options: self,
            #[cfg(feature = "std")]
            shelf: Mutex::default(),
            #[cfg(not(feature = "std"))]
            shelf: None,
        })
    }
}

#[cfg(feature = "std")]
stamp! {
    /// Solves the board for the usual goal (blank last) with a solver that all callers share.
    ///
    /// The solution is a shortest one, proved. The search gives up after expanding 100 million boards (some seconds), which
    /// boards of 3 x 3 and most of 4 x 4 never need; make a [`Solver`] to choose limits of your own.
    ///
    /// # Errors
    /// [`SolveError::Unsolvable`] explains why; [`SolveError::Stopped`] carries the bound proved so far.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let solution = board.solve()?;
    /// assert_eq!(solution.moves().to_string(), "LUL"); // tile 4 left, 5 up, 8 left
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Result<Solution, SolveError> {
        static SHARED: OnceLock<Solver> = OnceLock::new();
        let solver = SHARED.get_or_init(|| Solver {
            options: SolverBuilder::default(),
            shelf: Mutex::default(),
        });
        solver.solve_with(self, &mut Control::new().max_nodes(100_000_000))
    }
}

/// A board without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The goal can't be reached, and why.
    Unsolvable(Box<Solvability>),
    /// A limit was met or the call was cancelled; this is what is known.
    Stopped(Box<Partial>),
    /// The goal is for boards of another shape.
    Goal(GoalError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable(why) => why.fmt(f),
            Self::Stopped(known) => {
                write!(
                    f,
                    "{}; a solution has at least {} moves",
                    known.reason, known.lower_bound
                )
            }
            Self::Goal(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Goal(error) => Some(error),
            _ => None,
        }
    }
}

impl From<GoalError> for SolveError {
    fn from(error: GoalError) -> Self {
        Self::Goal(error)
    }
}

/// Options that make no solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// This version can't serve the option yet.
    NotYet {
        /// What was asked for.
        option: &'static str,
    },
    /// There is no heuristic of this name.
    UnknownHeuristic,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYet { option } => write!(f, "{option} is not built yet"),
            Self::UnknownHeuristic => f.write_str(
                "a heuristic is auto, manhattan, linear-conflict, walking-distance or patterns",
            ),
        }
    }
}

impl core::error::Error for BuildError {}
