//! Why there is no method: it goes with the meter.

use core::fmt;

use crate::moves::Moves;
pub(super) use crate::prepared::{HeuristicKind, Method, takes_patterns};
use crate::solve::error::SolveError;

/// Why there is no method.
pub(super) enum NoMethod {
    /// The meter stopped the work.
    Stopped,
    /// The same, when there was a solution, but not yet as good a one as was asked for.
    StoppedWith(Moves),
    Error(SolveError),
}

impl<E: Into<SolveError>> From<E> for NoMethod {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

impl fmt::Debug for NoMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("Stopped"),
            Self::StoppedWith(_) => f.write_str("StoppedWith"),
            Self::Error(error) => error.fmt(f),
        }
    }
}
