//! Every shortest solution of a board, one after the other.

use core::iter::FusedIterator;

use crate::canonical::CanonicalBoard;
use crate::heuristic::Manhattan;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepared::{Estimator, RestoreError, SlideProof};
use crate::puzzle::Puzzle;
use crate::search::general::General;
use crate::search::neighbours::Neighbours;
use crate::search::position::{Position, Resume};
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::solver::Solver;
use crate::tables::Shared;
use crate::work::{Counts, Step, Work};

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

    /// Returns an iterator over every shortest solution of a board, each once, in alphabetical
    /// order of the *blank's* moves: up, left, right, down, front, back (the tile goes the
    /// other way, so `D` comes first).
    ///
    /// This call finds the length, within the limits given, whatever the
    /// [`Quality`](crate::Quality) of the solver. The solutions are then found one by one while
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
        let threads = self.thread_count();
        let policy = |board| self.optimal(board, threads);
        let (solution, policy) = self.run(board, control, policy)?;
        debug_assert_eq!(solution.length(), solution.lower_bound());
        let board = policy.board().clone();
        let prepared = policy.into_prepared();
        let length = solution.length();
        if self.metric() == Metric::Slides {
            let Some(prepared) = prepared else {
                unreachable!("searches by slides are prepared")
            };
            let search = prepared.all_by_slides(&board, length)?;
            return Ok(AllOptimal {
                search: Some(Searching::Slides(search)),
                length,
            });
        }
        let estimator = match prepared.and_then(|it| Estimator::new(&it)) {
            Some(estimator) => estimator,
            // If Manhattan found one so soon, it will find the others.
            None => Estimator::Manhattan(Shared::new(Manhattan::new(board.shape, board.home)?)),
        };
        AllOptimal::new(&board, estimator, length)
    }
}

/// An iterator over every shortest solution of a board: see [`Solver::all_optimal_with`].
///
/// It owns what it needs, and goes on where the last solution ended.
#[derive(Clone, Debug)]
pub struct AllOptimal {
    /// Depth-first search of the round with their length; nothing once it is over.
    search: Option<Searching>,
    length: usize,
}

/// The search of the last round, by either metric.
#[derive(Clone, Debug)]
enum Searching {
    Tiles(General<Estimator>),
    Slides(SlideProof),
}

impl AllOptimal {
    fn new(
        board: &CanonicalBoard,
        estimator: Estimator,
        length: usize,
    ) -> Result<Self, SolveError> {
        let neighbours = Shared::new(Neighbours::new(board.shape)?);
        let search = General::new(estimator, neighbours, board.clone())?;
        let mut search = search
            .resumed(length, &Position::default())
            .map_err(RestoreError::from)?;
        // The iterator can't say that there is no memory.
        search.reserve()?;
        Ok(Self {
            search: Some(Searching::Tiles(search)),
            length,
        })
    }

    /// Returns the number of moves of every solution that comes.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }
}

impl Iterator for AllOptimal {
    type Item = Moves;

    fn next(&mut self) -> Option<Moves> {
        let search = self.search.as_mut()?;
        let mut counts = Counts::default();
        loop {
            let step = match search {
                Searching::Tiles(search) => search.advance(u64::MAX, &mut counts),
                Searching::Slides(search) => search.advance(u64::MAX, &mut counts),
            };
            match step {
                Ok(Step::Paused) => {}
                Ok(Step::Bound(bound)) if bound == self.length => {}
                Ok(Step::Found(moves)) => return Some(moves),
                Ok(Step::Done | Step::Bound(_)) | Err(_) => {
                    self.search = None;
                    return None;
                }
            }
        }
    }
}

impl FusedIterator for AllOptimal {}
