//! The options of a solver.

use std::path::PathBuf;

use crate::goal::Goal;
use crate::metric::Metric;
use crate::policy::USUAL_BUDGET;
use crate::prepare::{HeuristicKind, TableOptions};
#[cfg(doc)]
use crate::solve::control::Control;
use crate::solve::quality::Quality;
use crate::tables::Partition;
#[cfg(doc)]
use crate::tables::TableError;

/// The options of a [`Solver`](crate::Solver).
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
    pub(super) quality: Quality,
    pub(super) table_options: TableOptions,
    /// For the tables of one shape, in bytes, if it was set.
    memory: Option<u64>,
    pub(super) budget: u64,
}

/// In bytes: tables for 4 x 4 that are built in a twentieth of a second and fit the caches of most
/// machines.
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
    /// Returns the options with the memory that is usual, if none was set.
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

    /// Returns the memory of the tables that are kept while no search uses them, in bytes.
    pub(super) fn kept_memory(&self) -> u64 {
        self.memory.unwrap_or(USUAL_SLIDES_MEMORY)
    }

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

    /// Sets what counts as a move; tiles if not set.
    ///
    /// By [`Metric::MultiTile`] a slide of several tiles is one move. Flat boards of up to 16 cells
    /// then get tables of their own, whatever the goal: on 4 x 4 they take 25 MB and some
    /// seconds; [`memory`](Self::memory) says what there is to
    /// choose from. Larger boards and boxes are searched by the
    /// distances along each axis: give a limit there.
    #[must_use]
    pub const fn metric(mut self, metric: Metric) -> Self {
        self.table_options.metric = metric;
        self
    }

    /// Sets the estimate that guides the search; the best that fits if not set.
    #[must_use]
    pub const fn heuristic(mut self, heuristic: HeuristicKind) -> Self {
        self.table_options.heuristic = heuristic;
        self
    }

    /// Sets the work of [`Quality::Best`] in calls without limits, in expansions; 8,000,000 if not
    /// set.
    ///
    /// The first constructions are laid out for the budget, so the search of a small budget is not
    /// the beginning of that of a large one. The answer of [`Quality::Fast`] comes first whatever
    /// it takes, and the building of tables does not count.
    ///
    /// A call whose [`Control`] has a limit ends at that limit alone, and other qualities have no
    /// budget.
    ///
    /// # Without optimization
    /// Searches take much longer in a build without optimization, as `cargo run` makes it. Answers
    /// are the same in every build, so no default is smaller there. Put this into the `Cargo.toml`
    /// of a game to compile the crate with optimization in its debug builds:
    ///
    /// ```toml
    /// [profile.dev.package.npuzzle]
    /// opt-level = 3
    /// debug-assertions = false
    /// ```
    ///
    /// Or choose a smaller budget and smaller tables in all builds: `.budget(250_000)` and
    /// `.memory(400_000)`, for example. Then fewer boards of 4 x 4 are proved optimal.
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

    /// Sets the memory for the tables (pattern databases) of one shape, in bytes; 4,000,000 if not
    /// set.
    ///
    /// More memory makes searches shorter, and building the tables longer: see
    /// [`Partition::choose`](crate::tables::Partition::choose). While tables are built, up to
    /// three times the largest table and 32 MB come on top of those that are finished: 381 MB in
    /// all for the tables of 196 MB.
    ///
    /// Beside its tables, a search for a shortest solution holds the boards and the paths with which
    /// a round begins: in a quarter of this memory, but at least in 16 MB and at most in 52 MB. All
    /// of it is used with 115 MB or more on 5 x 5, and with eight tables of six tiles on 3 x 6
    /// (27 MB), 4 x 5 (48 MB), 3 x 7 (72 MB) and 4 x 6 (146 MB); elsewhere it is some megabytes. Each
    /// thread adds a megabyte or two. The text of a stored search takes as much again.
    ///
    /// Some of the values at which the tables of 4 x 4 with the blank's home in a corner change,
    /// named by the tiles of their patterns:
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
    /// A solver, its clones and those that [`Solver::with_goal`](crate::Solver::with_goal) makes share their tables: those that
    /// searches use, and beside them tables for later boards, finished or under way, which take at
    /// most this memory (26,000,000 bytes if not set) and the least recently used of which go
    /// first. Those used last stay if they alone take more.
    ///
    /// If there is no memory for tables, for the boards of a round or for a beam, the call returns
    /// [`SolveError::OutOfMemory`](crate::SolveError::OutOfMemory). Solutions of
    /// [`Quality::Optimal`] are as short with smaller tables; their moves and counts may differ.
    ///
    /// For goals with free tiles ([`Goal::partial`]) it is 26,000,000 if not set, unless each board
    /// can reach only one board of the goal. By [`Metric::MultiTile`] it is 26,000,000 if not set. On
    /// 4 x 4 with the home in a corner there are tables of 9, 25 and 50 MB.
    /// [`budget`](Self::budget) describes builds without optimization.
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

    /// Guides searches by tables of a partition of your own, in the kernel of the built-in ones;
    /// the heuristic becomes [`HeuristicKind::Patterns`], and memory is no limit.
    ///
    /// The partition serves boards of its shape and home, in moves of single tiles, with up to 16
    /// patterns and 32 cells. Other boards get tables as without it. A stored search does not name
    /// its partition: it resumes with any tables, only its counts differ.
    #[must_use]
    pub fn partition(mut self, partition: Partition) -> Self {
        self.table_options.heuristic = HeuristicKind::Patterns;
        self.table_options.partition = Some(partition);
        self
    }

    /// Keeps tables in a folder, a file each, from one program to the next; nowhere if not set. It
    /// may be shared by several programs, and is made where it is missing. The table of all
    /// boards of up to 9 cells is built faster than read, and not kept; nor are the tables of goals
    /// with free tiles.
    ///
    /// Each version has files of its own. A file that is damaged or can't be read is replaced; the
    /// call that did so returns its error once ([`TableError::File`], [`TableError::Read`]), and so
    /// does a call that can't write a table ([`TableError::Write`]): later calls, such as the same
    /// one again, use the tables. What killed programs left is removed after a day. An empty path is refused by the first call that prepares a shape.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Solver};
    /// let folder = std::env::temp_dir().join(format!("npuzzle-doc-cache-{}", std::process::id()));
    /// let solver = Solver::builder().memory(100_000).cache_dir(&folder).build();
    /// solver.prepare(Board::<4>::SHAPE)?; // builds the tables; the next program reads them
    /// assert!(std::fs::read_dir(&folder)?.count() > 0);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cache_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.table_options.folder = Some(path.into());
        self
    }

    /// Sets how many threads search and build tables; 1 if not set, and 0 stands for all cores.
    /// There are never more than four for each core, or 16 if that is more:
    /// [`Solver::thread_count`](crate::Solver::thread_count) returns the number.
    ///
    /// Tables, solutions and counts are the same for any number of threads; only limits of time
    /// stop elsewhere. A search for a shortest solution is shared out from the round on that
    /// follows 100,000 expansions. Those by the Manhattan distance on 4 x 4 and by a heuristic of
    /// your own use one thread, and so does all else. A thread that the system does not give is
    /// done without: if it gives none, the calling thread does all the work.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.table_options.threads = crate::runtime::threads::count(threads);
        self
    }
}
