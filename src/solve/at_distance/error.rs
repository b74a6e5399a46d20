//! Errors of the search for a board that needs an exact number of moves.

use core::fmt;

use crate::goal::GoalError;
use crate::solve::error::SolveError;
use crate::solve::partial::Reason;

/// Errors while looking for a board at a distance.
///
/// # Examples
/// ```
/// use npuzzle::{Board, DistanceError};
/// let error = Board::<3>::at_distance(32, 7).unwrap_err();
/// assert_eq!(error, DistanceError::BeyondRadius { distance: 32, radius: 31 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DistanceError {
    /// No board of the shape is so far from the goal.
    BeyondRadius {
        /// The number of moves asked for.
        distance: usize,
        /// The number of moves that the farthest boards need.
        radius: usize,
    },
    /// No board of the shape is so far from the goal, though it is not known how far the farthest
    /// ones are.
    AlwaysLess {
        /// The number of moves asked for.
        distance: usize,
        /// A number of moves that is enough for every board of the shape.
        enough: usize,
    },
    /// None was found; there may be one.
    NotFound {
        /// The number of moves asked for.
        distance: usize,
        /// The number of moves that the farthest board found needs; `None` if no board was solved.
        farthest: Option<usize>,
        /// The reason why the search ended.
        reason: Reason,
    },
    /// The goal is for boards of another shape.
    Goal(GoalError),
    /// The solver can't solve boards of this shape, or not within these limits.
    Solve(SolveError),
}

impl fmt::Display for DistanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeyondRadius { distance, radius } => write!(
                f,
                "no board needs {distance} moves: the farthest ones need {radius}"
            ),
            Self::AlwaysLess { distance, enough } => write!(
                f,
                "no board needs {distance} moves: {enough} are always enough"
            ),
            Self::NotFound {
                distance,
                farthest,
                reason,
            } => {
                write!(
                    f,
                    "no board that needs {distance} moves was found, though there may be one: \
                     {reason}"
                )?;
                match farthest {
                    Some(farthest) => write!(f, "; the farthest one found needs {farthest}"),
                    None => Ok(()),
                }
            }
            Self::Goal(error) => error.fmt(f),
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DistanceError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        // The message is the inner error's own.
        match self {
            Self::Goal(error) => error.source(),
            Self::Solve(error) => error.source(),
            _ => None,
        }
    }
}
