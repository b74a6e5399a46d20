//! Every shortest solution of a board, one after the other.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::iter::FusedIterator;

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::rounds::{Seeds, SharedKernel};
use crate::goal::Goal;
use crate::heuristic::{ByAxis, Manhattan};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::Prepared;
use crate::puzzle::Puzzle;
use crate::runtime::effort::Effort;
use crate::runtime::work::{Counts, Step};
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::quality::Quality;
use crate::solve::solver::{Solver, dyn_board};
use crate::solve::status::Status;

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
    /// pruning, which would hide solutions. It has no limits: drop it to end it. All solutions take
    /// a few times the last round of `solve`, and the memory of one path.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with).
    pub fn all_optimal_with(
        &self,
        board: &impl Puzzle,
        control: Control<'_>,
    ) -> Result<AllOptimal, SolveError> {
        let (quality, threads) = (Quality::Optimal, self.thread_count());
        // On a path in the multi-tile metric the solve has chosen one of several ends.
        let canonical = if board.shape().is_path() {
            CanonicalBoard::with_every_end(board, self.goal())?
        } else {
            CanonicalBoard::new(board, self.goal())?
        };
        let target = canonical.target();
        // The tables are held, so nothing evicts them.
        let _held = self.tables.hold(&target, &self.options.table_options);
        let length = self.solve_on(threads, board, quality, control)?.length();
        let prepared = self.tables.get(&target);
        // A board that was solved before anything was prepared is near the goal.
        let (shape, home) = (canonical.shape, canonical.home);
        let prepared = match (prepared, self.metric()) {
            (Some(prepared), _) => prepared,
            (None, Metric::MultiTile) => Prepared::ByAxis(Arc::new(ByAxis::new(shape, home)?)),
            (None, _) => Prepared::Manhattan(Arc::new(Manhattan::new(shape, home)?)),
        };
        let mut kernel = prepared.every_child(&canonical)?;
        // A longer bound means that a table is wrong.
        let is_wrong = kernel.first_bound(length) > length;
        kernel.begin(length, 0);
        let seeds = Seeds::of_roots(kernel.boards().len());
        kernel.open(&seeds, 0..seeds.len())?;
        Ok(AllOptimal {
            search: (!is_wrong).then_some((kernel, seeds)),
            is_found: false,
            board: dyn_board(board),
            goal: self.goal().clone(),
            known: Status::new(self.metric(), length),
            error: is_wrong.then_some(SolveError::MISSING),
        })
    }
}

/// An iterator over every shortest solution of a board: see [`Solver::all_optimal_with`].
///
/// It owns its data, and replays each solution on the board before returning it.
#[derive(Clone, Debug)]
pub struct AllOptimal {
    /// Depth-first search of the round with their length, below its roots; `None` once it is over.
    search: Option<(Box<dyn SharedKernel>, Seeds)>,
    is_found: bool,
    board: DynBoard,
    goal: Goal,
    /// The metric and the length of the solutions that come.
    known: Status,
    error: Option<SolveError>,
}

impl AllOptimal {
    /// Returns the number of moves of every solution that comes.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.known.lower_bound
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

    fn find(&mut self) -> Result<Option<Moves>, SolveError> {
        let Some((kernel, seeds)) = &mut self.search else {
            return Ok(None);
        };
        let found = loop {
            if self.known.lower_bound == 0 {
                break (!self.is_found).then(Moves::new);
            }
            let (counts, effort) = (&mut Counts::default(), &mut Effort::slice());
            match kernel.advance(seeds, u64::MAX, counts, effort)? {
                Step::Found(moves) => break Some(moves),
                Step::Done => break None,
                Step::Paused | Step::Bound(_) => {}
            }
        };
        let Some(moves) = found else {
            // A wrong table also hides all solutions of the length.
            return self.is_found.then_some(None).ok_or(SolveError::MISSING);
        };
        let mut known = self.known.clone();
        known.record(Step::Found(moves), &self.board, &self.goal)?;
        self.is_found = true;
        Ok(known.best)
    }
}

impl Iterator for AllOptimal {
    type Item = Moves;

    fn next(&mut self) -> Option<Moves> {
        let found = self.find();
        if !matches!(found, Ok(Some(_))) {
            self.search = None;
        }
        found.unwrap_or_else(|error| {
            self.error = Some(error);
            None
        })
    }
}

impl FusedIterator for AllOptimal {}
