//! Every shortest solution of a board, one after the other.

use alloc::sync::Arc;
use core::iter::FusedIterator;

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::rounds::Rounds;
use crate::goal::Goal;
use crate::heuristic::{ByAxis, Manhattan};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::Prepared;
use crate::puzzle::Puzzle;
use crate::runtime::effort::Slice;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::partial::Partial;
use crate::solve::quality::Quality;
use crate::solve::solver::{Solver, dyn_board};

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
        self.all_optimal_with(board, &mut Control::new())
    }

    /// Returns an iterator over every shortest solution of a board, each once: by
    /// [`Metric::Tiles`](crate::Metric) in alphabetical order of the *blank's* moves: up, left,
    /// right, down, front, back (the tile goes the other way, so `D` comes first); by slides in no
    /// such order.
    ///
    /// This call finds the length, within the limits given, whatever the
    /// [`Quality`] of the solver. The solutions are then found one by one while
    /// the iterator is asked, by depth-first search that refuses only to step back: what else
    /// [`solve`](Self::solve) refuses, because it leads to boards that another way reaches as soon,
    /// would hide solutions. No limit holds there: drop the iterator to end it. To go through
    /// all of them takes a few times as long as the last round of a search by `solve`, and no
    /// memory beyond one path.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with).
    pub fn all_optimal_with(
        &self,
        board: &impl Puzzle,
        control: &mut Control<'_>,
    ) -> Result<AllOptimal, SolveError> {
        let (quality, threads) = (Quality::Optimal, self.thread_count());
        // On a path by slides the solve has chosen one of several ends.
        let canonical = if board.shape().is_path() {
            CanonicalBoard::with_every_end(board, self.goal())?
        } else {
            CanonicalBoard::new(board, self.goal())?
        };
        let target = canonical.target();
        // Nobody evicts the tables before they are asked for.
        let _held = self.tables.hold(&target, &self.options.table_options);
        let length = self.solve_on(threads, board, quality, control)?.length();
        let prepared = self.tables.get(&target);
        // A board that was solved before anything was prepared is near the goal.
        let (shape, home) = (canonical.shape, canonical.home);
        let prepared = match (prepared, self.metric()) {
            (Some(prepared), _) => prepared,
            (None, Metric::Slides) => Prepared::ByAxis(Arc::new(ByAxis::new(shape, home)?)),
            (None, _) => Prepared::Manhattan(Arc::new(Manhattan::new(shape, home)?)),
        };
        Ok(AllOptimal {
            search: Some(prepared.every_solution(&canonical, length)?),
            board: dyn_board(board),
            goal: self.goal().clone(),
            known: Partial::new(self.metric(), length),
            error: None,
        })
    }
}

/// An iterator over every shortest solution of a board: see [`Solver::all_optimal_with`].
///
/// It owns what it needs, and continues where the last solution ended. Each solution is replayed on
/// the board before it is returned.
#[derive(Clone, Debug)]
pub struct AllOptimal {
    /// Depth-first search of the round with their length; nothing once it is over.
    search: Option<Rounds>,
    board: DynBoard,
    goal: Goal,
    /// The metric and the length of the solutions that come.
    known: Partial,
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
    /// It is [`SolveError::OutOfMemory`] if there is no memory for the path, and
    /// [`SolveError::Answer`] if a solution does not solve the board, or there is none of this
    /// length: a table is wrong.
    #[must_use]
    pub const fn error(&self) -> Option<&SolveError> {
        self.error.as_ref()
    }

    /// Returns the next solution, once it is checked.
    fn find(&mut self) -> Result<Option<Moves>, SolveError> {
        let Some(search) = &mut self.search else {
            return Ok(None);
        };
        let mut known = self.known.clone();
        // A longer bound shows that a table is wrong.
        while known.best.is_none() && known.lower_bound == self.known.lower_bound {
            let step = search.advance(&mut Slice::until(u64::MAX), &mut Counts::default())?;
            if step == Step::Done {
                break;
            }
            known.record(step, &self.board, &self.goal)?;
        }
        if known.lower_bound > self.known.lower_bound {
            return Err(SolveError::MISSING);
        }
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
