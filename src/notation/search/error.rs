//! Reasons why a text is not a stored search.

use crate::goal::GoalError;
use crate::messages::messages;
use crate::notation::{ParseBoardError, ParseGoalError, ParseMovesError, ParseOptionError};
use crate::solve::StoredFault;

/// Reasons why a text is not a stored search.
///
/// # Examples
/// ```
/// use npuzzle::Solver;
/// use npuzzle::notation::ParseSearchError;
/// let error = Solver::default().resume("hello").unwrap_err();
/// assert_eq!(error, ParseSearchError::NotASearch);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseSearchError {
    /// It does not begin as a stored search does.
    NotASearch,
    /// Another version of this crate has written it.
    Version,
    /// It was changed, or is not complete.
    Checksum,
    /// A line does not say what is expected there.
    Line {
        /// The number of the line, from 1 on.
        line: usize,
    },
    /// The board is none.
    Board(ParseBoardError),
    /// The goal is none.
    Goal(ParseGoalError),
    /// The goal is for boards of another shape.
    GoalShape(GoalError),
    /// The board can't be solved.
    Unsolvable,
    /// The heuristic is none.
    Heuristic(ParseOptionError),
    /// The solution is none.
    Moves(ParseMovesError),
    /// It was stored by a solver with another goal, heuristic, memory or metric.
    OtherSolver,
    /// The search and a unit of a search are not the same.
    Kind {
        /// True if it is a unit.
        is_unit: bool,
    },
    /// The search claims that every solution needs more moves than any board of the shape does.
    Bound {
        /// The number of moves.
        bound: usize,
        /// A number of moves that is enough for every board of the shape.
        enough: usize,
    },
    /// The parts do not fit together: no search can be in that state.
    Inconsistent,
}

impl From<StoredFault> for ParseSearchError {
    fn from(fault: StoredFault) -> Self {
        match fault {
            StoredFault::Goal(error) => Self::GoalShape(error),
            StoredFault::Unsolvable => Self::Unsolvable,
            StoredFault::OtherSolver => Self::OtherSolver,
            StoredFault::Bound { bound, enough } => Self::Bound { bound, enough },
            StoredFault::Inconsistent => Self::Inconsistent,
        }
    }
}

messages! { ParseSearchError, through Board, Goal, GoalShape, Heuristic, Moves;
    Self::NotASearch => "this is not a stored search";
    Self::Version => "the search was stored by another version";
    Self::Checksum => "the stored search was changed, or its end is missing";
    Self::Line { line } => "line {line} of the stored search is malformed";
    Self::Unsolvable => "the board of the stored search can't be solved";
    Self::OtherSolver => "the search was stored with another goal, heuristic, memory or metric";
    Self::Kind { is_unit: true } => "this is a unit, not a search";
    Self::Kind { is_unit: false } => "this is a search, not a unit";
    Self::Bound { bound, enough } =>
        "the stored search looks for {bound} moves, but {enough} are always enough";
    Self::Inconsistent => "the parts of the stored search do not fit together";
}
