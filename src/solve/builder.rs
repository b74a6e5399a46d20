//! The options of a solver.

use std::path::PathBuf;

use crate::goal::Goal;
use crate::metric::Metric;
use crate::policy::USUAL_BUDGET;
use crate::prepare::{HeuristicKind, PreparedTables, TableOptions};
use crate::solve::Solver;
#[cfg(doc)]
use crate::solve::{Control, Solution, SolveError, Status};
use crate::tables::Partition;
#[cfg(doc)]
use crate::tables::TableError;

/// The options of a [`Solver`].
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal, Quality, Solver};
///
/// let solver = Solver::builder()
///     .goal(Goal::BlankFirst)
///     .quality(Quality::Within { percent: 10 })
///     .memory(1_000_000) // bytes of tables for a shape
///     .build();
/// let board: Board<2, 3> = "1 2 0/3 4 5".parse()?;
/// assert_eq!(solver.solve(&board)?.moves().to_string(), "RR");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolverBuilder {
    pub(super) goal: Goal,
    pub(crate) quality: Quality,
    pub(crate) table_options: TableOptions,
    /// The memory for the tables of one shape, in bytes, if it was set.
    memory: Option<u64>,
    pub(crate) budget: u64,
}

/// In bytes: tables for 4 x 4 that are built fast and fit the caches of most machines.
const USUAL_MEMORY: u64 = 4_000_000;

/// The same for solutions by slides and for goals with free tiles: on 4 x 4 five tables of five
/// tiles.
const USUAL_SLIDES_MEMORY: u64 = 26_000_000;

impl Default for SolverBuilder {
    fn default() -> Self {
        Self {
            goal: Goal::default(),
            quality: Quality::default(),
            table_options: TableOptions {
                threads: 1,
                ..TableOptions::default()
            },
            memory: None,
            budget: USUAL_BUDGET,
        }
    }
}

impl SolverBuilder {
    /// Returns the options with the default memory, if none was set.
    pub(super) fn completed(mut self) -> Self {
        // A goal of one end shares the tables of goals without free tiles.
        let is_partial = matches!(&self.goal, Goal::Partial(goal) if !goal.has_one_end());
        let usual = if is_partial || self.table_options.metric == Metric::MultiTile {
            USUAL_SLIDES_MEMORY
        } else {
            USUAL_MEMORY
        };
        self.table_options.memory = self.memory.unwrap_or(usual);
        self
    }

    /// Returns the solver. Tables are built when the first board needs them.
    #[must_use]
    pub fn build(self) -> Solver {
        let kept = self.memory.unwrap_or(USUAL_SLIDES_MEMORY);
        Solver {
            tables: PreparedTables::new(kept),
            options: self.completed(),
        }
    }

    /// Sets the goal; by default [`Goal::BlankLast`].
    #[must_use]
    pub fn goal(mut self, goal: impl Into<Goal>) -> Self {
        self.goal = goal.into();
        self
    }

    /// Sets the quality of solutions; by default [`Quality::Optimal`].
    #[must_use]
    pub const fn quality(mut self, quality: Quality) -> Self {
        self.quality = quality;
        self
    }

    /// Sets the metric; by default [`Metric::SingleTile`].
    ///
    /// For [`Metric::MultiTile`] flat boards of up to 16 cells have special tables (on 4 x 4 of 9,
    /// 25 or 50 MB, built in some seconds). Larger boards and boxes are searched by the distances
    /// along each axis: set a limit there.
    #[must_use]
    pub const fn metric(mut self, metric: Metric) -> Self {
        self.table_options.metric = metric;
        self
    }

    /// Sets the estimate that guides the search; by default the best that fits.
    #[must_use]
    pub const fn heuristic(mut self, heuristic: HeuristicKind) -> Self {
        self.table_options.heuristic = heuristic;
        self
    }

    /// Sets the work of [`Quality::Best`] in calls without limits, in expansions; by default
    /// 8,000,000.
    ///
    /// The answer of [`Quality::Fast`] comes first at any cost, and building tables does not count.
    /// The search of a small budget is not the beginning of that of a large one.
    ///
    /// A limit in the call's [`Control`] replaces the budget. Other qualities have none.
    ///
    /// # Without optimization
    /// Answers are the same in every build, but searches take much longer without optimization. A
    /// game's `Cargo.toml` can optimize the crate in debug builds:
    ///
    /// ```toml
    /// [profile.dev.package.npuzzle]
    /// opt-level = 3
    /// debug-assertions = false
    /// ```
    ///
    /// Or choose a smaller budget and smaller tables, such as `.budget(250_000)` and
    /// `.memory(400_000)`; then fewer boards of 4 x 4 are proved optimal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Quality, Solver};
    ///
    /// let solve = |budget| {
    ///     let solver = Solver::builder().quality(Quality::Best).budget(budget).build();
    ///     solver.solve(&Board::<6>::from_seed(1))
    /// };
    /// let (small, large) = (solve(10_000)?, solve(200_000)?);
    /// assert!(small.stats().expanded < large.stats().expanded);
    /// assert!(small.moves().len() >= large.moves().len());
    /// # Ok::<_, npuzzle::SolveError>(())
    /// ```
    #[must_use]
    pub const fn budget(mut self, expansions: u64) -> Self {
        self.budget = expansions;
        self
    }

    /// Sets the memory for the tables (pattern databases) of one shape, in bytes; by default
    /// 4,000,000, or 26,000,000 for [`Metric::MultiTile`] and for goals with several ends
    /// ([`Goal::partial`]).
    ///
    /// More memory makes searches shorter and building longer: see
    /// [`Partition::choose`](crate::tables::Partition::choose). Building takes up to three times
    /// the largest table and 32 MB beside the finished tables.
    ///
    /// Beside its tables, a search for a shortest solution holds the frontier of a round: at most a
    /// quarter of this memory, within 16 and 52 MB. Each thread adds a megabyte or two. The text of
    /// a stored search takes as much as the frontier.
    ///
    /// Tables of 4 x 4 with the blank's home in a corner, by the tiles of their patterns:
    ///
    /// | bytes | patterns |
    /// |--:|---|
    /// | 6,928 | 3-3-3-3-3 |
    /// | 41,744 | 4-4-4-3 |
    /// | 363,696 | 5-5-5 |
    /// | 1,714,152 | 6-5-4 |
    /// | 3,028,992 | 6-6-3 |
    /// | 19,160,992 | 7-6-2 |
    /// | 35,094,464 | 7-7-1 |
    /// | 196,187,480 | 8-7 |
    ///
    /// A solver and its clones share their tables. Tables that no search uses stay within this
    /// memory (by default 26,000,000 bytes); the least recently used go first, and those used last
    /// stay at any size.
    ///
    /// If memory runs out, the call returns [`SolveError::OutOfMemory`]. Solutions of
    /// [`Quality::Optimal`] are as short with smaller tables; their moves and counts may differ.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Solver};
    /// let solver = Solver::builder().memory(100_000).build();
    /// solver.prepare(Board::<4>::SHAPE)?;
    /// assert!((1..=100_000).contains(&solver.table_bytes()));
    /// # Ok::<_, npuzzle::SolveError>(())
    /// ```
    #[must_use]
    pub const fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Guides searches by tables of a custom partition; the heuristic becomes
    /// [`HeuristicKind::Patterns`], and memory is no limit.
    ///
    /// The partition serves boards of its shape and home, in moves of single tiles, with up to 16
    /// patterns and 32 cells. Other boards get the usual tables. A stored search does not name its
    /// partition: it resumes with any tables, and only its counts differ.
    #[must_use]
    pub fn partition(mut self, partition: Partition) -> Self {
        self.table_options.heuristic = HeuristicKind::Patterns;
        self.table_options.partition = Some(partition);
        self
    }

    /// Stores tables in a folder, one file each; by default, tables are not stored. Programs may
    /// share the folder, which is created if missing. Tables of all boards, and those of goals with
    /// free tiles, are stored by [`Solver::space_with`] alone.
    ///
    /// Each version has files of its own. A file that is damaged or can't be read is replaced; the
    /// call that did so returns its error once ([`TableError::File`], [`TableError::Read`]), and so
    /// does a call that can't write a table ([`TableError::Write`]): later calls use the tables.
    /// Temporary files of killed programs are removed after a day. An empty path is an error of the
    /// first call that prepares a shape.
    #[must_use]
    pub fn cache_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.table_options.folder = Some(path.into());
        self
    }

    /// Sets the number of threads that search and build tables: by default 1, and 0 means one per
    /// core. The maximum is four per core, or 16 if that is more;
    /// [`Solver::thread_count`](crate::Solver::thread_count) returns the number.
    ///
    /// Tables, solutions and counts are the same for any number of threads, unless a time limit
    /// stops them. A search for a shortest solution uses threads from the round on that follows
    /// 100,000 expansions; by the Manhattan distance on 4 x 4 or by a caller's heuristic it uses
    /// one. Under a time limit [`Quality::Best`] runs two beams at once. All other work uses one. If
    /// a thread cannot be started, fewer are used.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.table_options.threads = crate::runtime::threads::count(threads);
        self
    }
}

/// The required quality of a solution.
///
/// Lengths are counted by the solver's [`Metric`]; constructions minimise
/// single-tile moves.
///
/// As text: `optimal`, `within=1.1`, `best` or `fast`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// A shortest solution, proved by iterative deepening. On large boards that may take years:
    /// set a limit.
    ///
    /// Before a long round, beam search tries to find a solution of exactly the round's bound,
    /// which ends the search early; not with a chosen heuristic, in the multi-tile metric, or for
    /// goals with free tiles.
    #[default]
    Optimal,
    /// At most this much longer than a shortest solution, proved: `Within { percent: 10 }` means
    /// length <= 1.10 x [lower bound](Solution::lower_bound) <= 1.10 x optimal.
    ///
    /// A construction comes first, then a proof of lower bounds beside ever wider beam searches,
    /// until a solution is within the bound. It mostly takes far fewer expansions than `Optimal`.
    /// If a limit stops it, [`Status::best`] is the best solution found, of any length.
    Within {
        /// The excess allowed, in hundredths of the optimum.
        percent: u16,
    },
    /// The shortest solution found within the limits of the [`Control`] or, if it sets none, within
    /// the solver's [`budget`](SolverBuilder::budget): by default about a second's work with
    /// optimization, counted in expansions.
    ///
    /// The answer of [`Fast`](Self::Fast) comes first. Then a proof, beam searches, further
    /// constructions and polishing of the best solution share the budget. The last beams and
    /// constructions are sized so that they end before the limit: a larger limit mostly gives a
    /// shorter answer, seldom a longer one. If the proof ends, the solution is optimal
    /// ([`Solution::is_optimal`]): on 3 x 3 always, on 4 x 4 mostly. [`SolveError::Stopped`] is
    /// returned only if no solution was found.
    Best,
    /// A solution by construction, without a proof, for boards of any size: about n^3 moves on
    /// random n x n boards.
    ///
    /// Greedy paths move tiles towards their regions, then lines are put in order one by one. Up to
    /// 100 x 100 (boxes and thin boards up to 1,600 cells) beams construct a shorter solution. Each
    /// move of a construction and each board of a beam counts as an expansion.
    Fast,
}

impl Quality {
    /// Returns the excess allowed, in hundredths of the lower bound.
    pub(super) const fn percent(self) -> u16 {
        match self {
            Self::Within { percent } => percent,
            Self::Optimal | Self::Best | Self::Fast => 0,
        }
    }
}
