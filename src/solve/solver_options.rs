//! The options of a solver, and the memory that it takes.

use crate::goal::Goal;
use crate::metric::Metric;
use crate::prepare::{HeuristicKind, TableOptions};
#[cfg(doc)]
use crate::solve::builder::SolverBuilder;
use crate::solve::quality::Quality;
use crate::solve::solver::Solver;

impl Solver {
    /// Returns the goal that it solves for.
    ///
    /// ```
    /// use npuzzle::{Goal, Solver};
    /// assert_eq!(Solver::default().goal(), &Goal::BlankLast);
    /// ```
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.options.goal
    }

    /// Returns what counts as a move.
    ///
    /// ```
    /// use npuzzle::{Metric, Solver};
    /// assert_eq!(Solver::default().metric(), Metric::Tiles);
    /// ```
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.options.means.metric
    }

    /// Returns the estimate that guides its searches.
    pub(super) const fn heuristic(&self) -> HeuristicKind {
        self.options.means.heuristic
    }

    /// Returns what may be spent on a shape.
    pub(super) const fn means(&self) -> &TableOptions {
        &self.options.means
    }

    /// Returns how good its solutions are to be.
    pub(crate) const fn quality(&self) -> Quality {
        self.options.quality
    }

    /// Returns the work of [`Quality::Best`] in calls without limits.
    pub(super) const fn budget(&self) -> u64 {
        self.options.budget
    }

    /// Returns what decides which tables it has: the heuristic asked for, and the memory.
    pub(crate) const fn asked(&self) -> (HeuristicKind, u64) {
        (self.options.means.heuristic, self.options.means.memory)
    }

    /// Returns the number of threads that it uses: the number set in
    /// [`SolverBuilder::threads`], within its bounds.
    ///
    /// ```
    /// use npuzzle::Solver;
    /// assert_eq!(Solver::default().thread_count(), 1);
    /// ```
    #[must_use]
    pub const fn thread_count(&self) -> usize {
        self.options.threads
    }

    /// Returns the same solver for another goal. It shares the tables of this one, as a clone does: they depend on the
    /// shape and on the home of the blank, not on the goal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal, Solver};
    ///
    /// let solver = Solver::default();
    /// let board: Board<3> = "1 0 2/3 4 5/6 7 8".parse()?;
    /// assert_eq!(solver.for_goal(Goal::BlankFirst).solve(&board)?.to_string(), "R (1 move, optimal)");
    /// assert_eq!(solver.solve(&board)?.moves().len(), 21); // to 1 2 3/4 5 6/7 8 0
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn for_goal(&self, goal: impl Into<Goal>) -> Self {
        Self {
            options: self.options.clone().goal(goal),
            tables: self.tables.clone(),
        }
    }

    /// Returns the memory of the tables that it has built, in bytes.
    ///
    /// ```
    /// use npuzzle::{Board, Solver};
    /// let solver = Solver::builder().memory(100_000).build();
    /// assert_eq!(solver.table_bytes(), 0); // nothing is built yet
    /// solver.prepare(Board::<3, 4>::SHAPE)?;
    /// assert!((1..=100_000).contains(&solver.table_bytes()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.tables.table_bytes()
    }
}
