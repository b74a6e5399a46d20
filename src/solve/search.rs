//! A search that goes on when it is told to.

use core::fmt;
#[cfg(feature = "std")]
use core::time::Duration;

use crate::cells::{Cells, PASS};
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::solve::any_policy::AnyPolicy;
use crate::solve::control::Control;
use crate::solve::division::Division;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
use crate::solve::partial::{Partial, Reason, Stats};
use crate::solve::policy::Policy;
use crate::solve::quality::Quality;
use crate::solve::solution::Solution;
use crate::solve::solver::{Solver, first_bound};
use crate::tables::BuildProgress;
use crate::work::{Counts, Step, Tally, Work};

/// What a slice without expansions counts for in [`Search::advance`]: tables are built in it, say,
/// for about as long as so many boards take.
const IDLE_PRICE: u64 = 1 << 12;

/// A search that goes on when it is told to: a little each frame of a game, on a web page without
/// threads, or next week on another machine.
///
/// It does what [`Solver::solve`] does, in slices of half a millisecond or so, and comes to the
/// same answer with the same counts, however it is cut. Nothing happens between two calls.
///
/// With the feature `serde` a search of [`Quality::Optimal`] can be stored, and goes on where it
/// was. [`split`](Self::split) shares out what is left to other processes.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Progress, Solver};
///
/// let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse()?;
/// let solver = Solver::default();
/// let mut search = solver.search(&board)?;
/// let mut frames = 0;
/// while let Progress::Running { lower_bound, .. } = search.advance(100_000)? {
///     assert!(lower_bound <= 9);
///     frames += 1; // draw one
/// }
/// let solution = search.solution().ok_or("it is done")?;
/// assert_eq!(solution.moves().to_string(), "DDDLLUUUL");
/// assert_eq!(frames, 0); // so near a board is solved at once
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct Search {
    pub(super) goal: Goal,
    pub(super) board: DynBoard,
    pub(super) quality: Quality,
    pub(super) policy: AnyPolicy,
    pub(super) counts: Counts,
    pub(super) known: Partial,
    pub(super) solution: Option<Solution>,
    /// How it was shared out last, if it has not gone on since.
    pub(super) division: Option<Division>,
}

/// Returns a copy of a board.
fn dyn_board(board: &impl Puzzle) -> DynBoard {
    let mut copy = DynBoard::solved(board.shape());
    copy.view_mut(PASS).fill(board.tiles().iter().copied());
    copy
}

/// What a [`Search`] knows.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Progress<'s> {
    /// There is more to do.
    #[non_exhaustive]
    Running {
        /// The shortest solution found so far.
        best: Option<&'s Moves>,
        /// The number of moves that every solution needs at least, proved.
        lower_bound: usize,
        /// The work done so far.
        stats: Stats,
        /// How far the tables are, while they are built.
        tables: Option<BuildProgress>,
    },
    /// This is the answer.
    Done(&'s Solution),
}

impl Solver {
    /// Returns a search for a solution of a board, with the quality of the solver. Nothing is done
    /// yet.
    ///
    /// Its tables are those of the solver: what was built for other boards is there, and what the
    /// search builds is there for others, whether the search ends or not. [`Quality::Best`] ends as
    /// in a call without limits.
    ///
    /// # Errors
    /// - [`SolveError::Unsolvable`] explains why.
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::OutOfMemory`] if there is no memory for the search.
    pub fn search(&self, board: &impl Puzzle) -> Result<Search, SolveError> {
        let instance = self.canonical(board)?;
        let known = Partial::begun(self.metric(), first_bound(&instance, self.metric()));
        let policy = self.policy(instance, self.thread_count(), false)?;
        Ok(Search {
            goal: self.goal().clone(),
            board: dyn_board(board),
            quality: self.quality(),
            policy,
            counts: Counts::of_root(),
            known,
            solution: None,
            division: None,
        })
    }
}

impl Search {
    /// Goes on until about `expansions` more boards are expanded, and returns what is known then.
    ///
    /// It may expand some boards more than that: up to 16, which are expanded together. Work of
    /// other kinds counts too, by its time: the building of tables, say. A release build expands
    /// some ten thousand boards a millisecond with tables, and more without.
    ///
    /// # Errors
    /// As [`Solver::solve`]. The search is over then.
    pub fn advance(&mut self, expansions: u64) -> Result<Progress<'_>, SolveError> {
        let mut left = expansions;
        while left > 0 && !self.is_over() {
            self.division = None;
            let before = self.counts.expanded;
            let until = before.saturating_add(left);
            let step = self.policy.advance(until, &mut self.counts)?;
            let is_done = step == Step::Done;
            self.known.learn(step);
            if is_done {
                self.known.reason = Reason::Done;
            }
            self.settle();
            let expanded = self.counts.expanded.saturating_sub(before);
            left = left.saturating_sub(if expanded == 0 { IDLE_PRICE } else { expanded });
        }
        Ok(self.progress())
    }

    /// Goes on within the limits of a call; they count from now on. Callbacks see what they see in
    /// [`Solver::solve_with`].
    ///
    /// # Errors
    /// As [`Solver::solve_with`], but a limit is not an error here.
    pub fn run(&mut self, control: &mut Control<'_>) -> Result<Progress<'_>, SolveError> {
        if !self.is_over() {
            self.division = None;
            // Without a clock nothing is lost.
            let mut driver = Driver::resume(control, self.counts)?;
            core::mem::swap(&mut driver.known, &mut self.known);
            let result = driver.run(&mut self.policy);
            (self.counts, self.known) = driver.into_parts();
            self.counts.limit = u64::MAX;
            result?;
            self.settle();
        }
        Ok(self.progress())
    }

    /// Goes on for about this long, and returns what is known then.
    ///
    /// # Errors
    /// As [`run`](Self::run); [`SolveError::NoClock`] on `wasm32-unknown-unknown`.
    #[cfg(feature = "std")]
    pub fn run_for(&mut self, duration: Duration) -> Result<Progress<'_>, SolveError> {
        self.run(&mut Control::new().timeout(duration))
    }

    /// Returns what is known.
    #[must_use]
    pub fn progress(&self) -> Progress<'_> {
        match &self.solution {
            Some(solution) => Progress::Done(solution),
            None => Progress::Running {
                best: self.known.best.as_ref(),
                lower_bound: self.known.lower_bound,
                stats: self.stats(),
                tables: self.policy.tables(),
            },
        }
    }

    /// Returns the answer, once there is one.
    #[must_use]
    pub const fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// Returns the answer, once there is one, and gives up the rest.
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

    /// Returns the number of moves that every solution needs at least, proved.
    #[must_use]
    pub fn lower_bound(&self) -> usize {
        let solution = self.solution.as_ref();
        solution.map_or(self.known.lower_bound, Solution::lower_bound)
    }

    /// Returns the work done so far.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        Stats::of(&self.counts)
    }

    /// Returns the board that it solves.
    #[must_use]
    pub const fn board(&self) -> &DynBoard {
        &self.board
    }

    /// Returns whether nothing is left to do.
    pub(super) fn is_over(&self) -> bool {
        self.solution.is_some() || self.known.reason == Reason::Done
    }

    /// Returns what is counted for good: what other threads are at is counted anew.
    pub(super) const fn counted(&self) -> Tally {
        let Tally {
            expanded,
            generated,
        } = self.counts.tally();
        Tally {
            expanded: expanded - self.policy.ahead(),
            generated,
        }
    }

    /// Makes the answer of what is known, if it is one.
    pub(super) fn settle(&mut self) {
        if self.known.reason == Reason::Done || self.known.is_optimal() {
            self.known.stats = self.stats();
            self.solution = Solution::take_from(&mut self.known, &self.goal);
            if let Some(solution) = &self.solution {
                debug_assert_eq!(solution.verify(&self.board), Ok(()));
            }
        }
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("board", &self.board)
            .field("goal", &self.goal)
            .field("quality", &self.quality)
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}
