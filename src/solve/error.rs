//! Reasons why no solution was returned.

use alloc::boxed::Box;

use crate::goal::{Goal, GoalError};
use crate::heuristic::HeuristicError;
use crate::messages::{conversions, messages};
use crate::solvability::Solvability;
use crate::solve::Status;
use crate::tables::TableError;
use crate::tile_move::MoveError;

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
/// match solver.solve_with(&hard, Control::new().max_nodes(1_000)) {
///     Err(SolveError::Stopped(known)) => assert!(known.lower_bound <= 80),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The goal can't be reached, and why. Its message is the reason alone, without the verdict
    /// "unsolvable" of [`Solvability`], for messages such as "can't be solved: {error}".
    Unsolvable(Box<Solvability>),
    /// A limit was met or the call was cancelled; the best solution and the bound so far.
    Stopped(Box<Status>),
    /// The goal is for boards of another shape.
    Goal(GoalError),
    /// The moves to analyse can't be played.
    Move(MoveError),
    /// The goal of a game is not the solver's.
    OtherGoal {
        /// The goal of the [`Guide`](crate::Guide).
        game: Box<Goal>,
        /// The goal of the solver.
        solver: Box<Goal>,
    },
    /// The chosen heuristic can't serve boards of this shape.
    Heuristic(HeuristicError),
    /// The chosen tables could not be built, read or written.
    Table(TableError),
    /// There is not enough memory for the search.
    OutOfMemory {
        /// The size of the allocation that failed, in bytes.
        bytes: u64,
    },
    /// There is a timeout, but neither the caller nor the system has a clock: see
    /// [`Control::clock`](crate::Control::clock).
    NoClock,
    /// The search reported a false solution or bound: solutions are replayed before they are
    /// returned, and compared with the bound, in all builds. Either a table file or a stored search
    /// was changed, the caller's heuristic is not admissible ([`check`](crate::heuristic::check)
    /// finds the board), or this crate has a bug.
    Answer(&'static str),
}

impl SolveError {
    /// The error for a search that ended without the solution that the board has.
    pub(super) const MISSING: Self = Self::Answer("the search ended without a solution");
}

messages! { SolveError, caused by Goal(GoalError), Move, Heuristic, Table;
    Self::Goal(_) => "the goal can't be used";
    Self::Move(_) => "the moves can't be analysed";
    Self::Heuristic(_) => "the heuristic can't be used";
    Self::Table(_) => "the preparation of tables failed";
    // Without the verdict, which callers that wrap the error add.
    Self::Unsolvable(why) => "{why:#}";
    Self::Stopped(known) => "{known}";
    Self::OtherGoal { game, solver } =>
        "the goal of the game is {game}, but that of the solver is {solver}";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes";
    Self::NoClock => "a timeout needs a clock: none was given, and there is none here";
    Self::Answer(fault) => "the answer was refused ({fault}): tables or a stored search were \
        changed, or the heuristic is not admissible";
}

conversions! { SolveError;
    error: crate::runtime::alloc::OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
    error: TableError => match error {
        TableError::OutOfMemory { bytes } => Self::OutOfMemory { bytes },
        error => Self::Table(error),
    };
    error: HeuristicError => match error {
        HeuristicError::Table(error) => error.into(),
        error => Self::Heuristic(error),
    };
}
