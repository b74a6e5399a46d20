//! The one place where solutions and bounds reach a caller: both are checked here first.

use core::fmt;

use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::runtime::work::Step;
use crate::solve::partial::Partial;
use crate::solve::radius::always_enough;
use crate::solve::solution::{VerifyError, verify};

/// The check of everything that a search reports. It holds in every build.
///
/// A solution is replayed on the board, in O(moves + cells). A lower bound may exceed neither the
/// length of a solution nor the number of moves that is enough for every board of the shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerCheck<'b> {
    pub(super) board: &'b DynBoard,
    pub(super) goal: &'b Goal,
    pub(super) basis: AnswerBasis,
}

impl AnswerCheck<'_> {
    /// Takes over what a step of a search reports; returns whether it is worth telling.
    ///
    /// # Errors
    /// [`AnswerError`] if it can't be true; nothing is taken over.
    pub(super) fn learn(self, known: &mut Partial, step: Step<Moves>) -> Result<bool, AnswerError> {
        match step {
            Step::Paused | Step::Done => Ok(false),
            Step::Bound(bound) => self.learn_bound(known, bound),
            Step::Found(moves) => self.learn_moves(known, moves),
        }
    }

    fn learn_bound(self, known: &mut Partial, bound: usize) -> Result<bool, AnswerError> {
        if bound <= known.lower_bound {
            return Ok(false);
        }
        if let Some(best) = &known.best {
            self.compare(known.metric.length(best), bound)?;
        }
        let enough = self.enough();
        if bound > enough {
            return Err(self.refused(AnswerFault::Bound {
                lower_bound: bound,
                enough,
            }));
        }
        known.lower_bound = bound;
        Ok(true)
    }

    /// Takes over a solution if it is shorter than the best one known.
    pub(super) fn learn_moves(
        self,
        known: &mut Partial,
        moves: Moves,
    ) -> Result<bool, AnswerError> {
        let length = known.metric.length(&moves);
        let best = known.best.as_ref();
        if best.is_some_and(|best| known.metric.length(best) <= length) {
            return Ok(false);
        }
        if let Err(error) = verify(&moves, self.board, self.goal) {
            return Err(self.refused(AnswerFault::Moves(error)));
        }
        self.compare(length, known.lower_bound)?;
        known.best = Some(moves);
        Ok(true)
    }

    /// Returns a number of moves that is enough for every board of the shape.
    fn enough(self) -> usize {
        let shape = self.board.shape();
        // The goal fits the board, or there would be no search.
        self.goal
            .home(shape)
            .map_or(usize::MAX, |home| always_enough(shape, home))
    }

    /// Checks that no solution is shorter than what is proved of all.
    const fn compare(self, length: usize, lower_bound: usize) -> Result<(), AnswerError> {
        if length < lower_bound {
            return Err(self.refused(AnswerFault::Length {
                length,
                lower_bound,
            }));
        }
        Ok(())
    }

    /// Returns the error for a search that is over without a solution, though the board has one.
    pub(super) const fn missing(self) -> AnswerError {
        self.refused(AnswerFault::Missing)
    }

    const fn refused(self, fault: AnswerFault) -> AnswerError {
        AnswerError {
            basis: self.basis,
            fault,
        }
    }
}

/// The basis of a search beside the rules of the puzzle: if the search reports something false, the
/// fault lies there.
///
/// # Examples
/// ```
/// use npuzzle::{AnswerBasis, SolveError};
/// fn advice(error: &SolveError) -> &'static str {
///     match error {
///         SolveError::Answer(error) if error.basis == AnswerBasis::Heuristic => "check your heuristic",
///         _ => "report it",
///     }
/// }
/// # assert_eq!(advice(&SolveError::NoClock), "report it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnswerBasis {
    /// The tables and the search of this crate.
    /// [`verify_tables`](crate::Solver::verify_tables) proves whether the tables are right.
    Tables,
    /// A heuristic of the caller's: it is not admissible.
    /// [`check`](crate::heuristic::check) finds the board.
    Heuristic,
    /// A search that was read from text: the text was not written by
    /// [`Search::to_text`](crate::Search::to_text), or was changed since.
    StoredSearch,
}

/// An answer that was refused: a search reported something that can't be true.
///
/// Every solution is replayed before it is returned, in all builds, and every bound is compared
/// with it.
///
/// # Examples
/// ```
/// use npuzzle::SolveError;
/// fn report(error: &SolveError) {
///     if let SolveError::Answer(error) = error {
///         eprintln!("{:?} said {:?}", error.basis, error.fault);
///     }
/// }
/// # report(&SolveError::NoClock);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnswerError {
    /// The part that the search relied on.
    pub basis: AnswerBasis,
    /// The false statement.
    pub fault: AnswerFault,
}

/// A statement of a search that can't be true.
///
/// # Examples
/// ```
/// use npuzzle::{AnswerFault, SolveError};
/// fn is_inadmissible(error: &SolveError) -> bool {
///     matches!(error, SolveError::Answer(error) if matches!(error.fault, AnswerFault::Length { .. }))
/// }
/// assert!(!is_inadmissible(&SolveError::NoClock));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerFault {
    /// The moves do not solve the board.
    Moves(VerifyError),
    /// A solution is shorter than the bound proved for all solutions.
    Length {
        /// The number of moves of the solution, by the metric of the solver.
        length: usize,
        /// The number of moves that every solution was said to need.
        lower_bound: usize,
    },
    /// The lower bound exceeds a number of moves that is enough for every board of the shape.
    Bound {
        /// The number of moves that every solution was said to need.
        lower_bound: usize,
        /// The number of moves that is always enough.
        enough: usize,
    },
    /// The search ended without a solution, though the board has one.
    Missing,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.basis {
            AnswerBasis::Tables => "the tables are damaged, or the search has an error",
            AnswerBasis::Heuristic => "the heuristic is not admissible",
            AnswerBasis::StoredSearch => "the stored search was changed",
        })?;
        match self.fault {
            AnswerFault::Moves(error) => write!(f, ": {error}"),
            AnswerFault::Length {
                length,
                lower_bound,
            } => write!(
                f,
                ": a solution has {length} moves, fewer than the proved {lower_bound}"
            ),
            AnswerFault::Bound {
                lower_bound,
                enough,
            } => write!(
                f,
                ": every solution would need {lower_bound} moves, but {enough} are always enough"
            ),
            AnswerFault::Missing => f.write_str(": the search ended without a solution"),
        }
    }
}

impl core::error::Error for AnswerError {}
