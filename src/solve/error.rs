//! Reasons why no solution was returned.

use alloc::boxed::Box;
use core::fmt;

use crate::goal::GoalError;
use crate::heuristic::HeuristicError;
use crate::messages::conversions;
use crate::metric::Metric;
use crate::prepare::PrepareError;
use crate::solvability::Solvability;
use crate::solve::answer::AnswerError;
#[cfg(doc)]
use crate::solve::control::Control;
use crate::solve::partial::Partial;
use crate::tables::TableError;

/// Reasons why no solution was returned.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Control, SolveError, Solver};
///
/// let solver = Solver::default();
/// let swapped: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
/// assert!(matches!(solver.solve(&swapped), Err(SolveError::Unsolvable(_))));
///
/// let hard: Board<4> = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?; // needs 80 moves
/// match solver.solve_with(&hard, &mut Control::new().max_nodes(1_000)) {
///     Err(SolveError::Stopped(known)) => assert!(known.lower_bound <= 80),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The goal can't be reached, and why. Its message is the reason alone, without the verdict
    /// "unsolvable" of [`Solvability`]: "can't be solved: {error}" says everything once.
    Unsolvable(Box<Solvability>),
    /// A limit was met or the call was cancelled; this is what is known.
    Stopped(Box<Partial>),
    /// The goal is for boards of another shape.
    Goal(GoalError),
    /// The heuristic asked for can't serve boards of this shape.
    Heuristic(HeuristicError),
    /// The tables asked for could not be built, read or written.
    Table(TableError),
    /// There is no memory for what the search needs.
    OutOfMemory {
        /// The size of the allocation that failed, in bytes.
        bytes: u64,
    },
    /// A timeout was asked for, and neither the caller nor the system has a clock: see
    /// [`Control::clock`].
    NoClock,
    /// The search reported something that can't be true.
    Answer(AnswerError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Without the verdict: a caller that wraps the error adds that.
            Self::Unsolvable(why) => why.write_reason(f),
            Self::Stopped(known) => {
                if let Some(reason) = known.reason {
                    write!(f, "{reason}; ")?;
                }
                write!(
                    f,
                    "a solution has at least {} {}",
                    known.lower_bound,
                    match known.metric {
                        Metric::Tiles => "moves",
                        Metric::Slides => "slides",
                    }
                )
            }
            Self::Goal(error) => error.fmt(f),
            Self::Heuristic(error) => error.fmt(f),
            Self::Table(error) => error.fmt(f),
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes"),
            Self::NoClock => {
                f.write_str("a timeout needs a clock: none was given, and there is none here")
            }
            Self::Answer(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Goal(error) => error.source(),
            Self::Heuristic(error) => error.source(),
            Self::Table(error) => error.source(),
            Self::Answer(error) => error.source(),
            _ => None,
        }
    }
}

conversions! { SolveError;
    error: GoalError => Self::Goal(error);
    error: HeuristicError => Self::Heuristic(error);
    error: TableError => Self::Table(error);
    error: AnswerError => Self::Answer(error);
    error: crate::runtime::alloc::OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
}

impl From<PrepareError> for SolveError {
    fn from(error: PrepareError) -> Self {
        match error {
            PrepareError::Heuristic(error) => Self::Heuristic(error),
            PrepareError::Table(error) => Self::Table(error),
            PrepareError::OutOfMemory { bytes } => Self::OutOfMemory { bytes },
        }
    }
}
