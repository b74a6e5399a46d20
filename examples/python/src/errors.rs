//! Exceptions, by kind.

use std::error::Error;

use ::npuzzle::{DistanceError, Moves, Reason, SolveError, Status};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    npuzzle,
    NoSolution,
    PyException,
    "No solution was returned: the base of `Unsolvable` and `Stopped`."
);

create_exception!(
    npuzzle,
    Unsolvable,
    NoSolution,
    "The goal can't be reached from the board; the message is the reason."
);

create_exception!(
    npuzzle,
    Stopped,
    NoSolution,
    "A limit was met first.\n\n\
     `reason` is \"time\" or \"nodes\", `best` the moves of the shortest solution found so far or\n\
     None, `lower_bound` the number of moves that every solution has at least, proved, `expanded`\n\
     the number of boards whose moves were tried. `at_distance` has the reason alone: `best` is\n\
     None there, and the numbers are 0."
);

/// Returns the exception for bad input.
pub(crate) fn bad_input(error: impl Error) -> PyErr {
    PyValueError::new_err(format!("{error:#}"))
}

/// Returns the exception for a call that returned no solution.
pub(crate) fn no_solution(py: Python<'_>, error: &SolveError) -> PyErr {
    let words = format!("{error:#}");
    match error {
        SolveError::Unsolvable(_) => Unsolvable::new_err(words),
        SolveError::Stopped(known) => stopped(py, words, known.reason, Some(known)),
        SolveError::OutOfMemory { .. } => PyMemoryError::new_err(words),
        SolveError::Goal(_) | SolveError::Heuristic(_) => PyValueError::new_err(words),
        _ => PyRuntimeError::new_err(words),
    }
}

/// Returns the exception for a distance without a board.
pub(crate) fn no_board(py: Python<'_>, error: &DistanceError) -> PyErr {
    match error {
        DistanceError::Solve(error) => no_solution(py, error),
        DistanceError::NotFound { reason, .. } => {
            stopped(py, format!("{error:#}"), Some(*reason), None)
        }
        error => bad_input(error),
    }
}

/// Returns a `Stopped` with the status.
fn stopped(py: Python<'_>, words: String, reason: Option<Reason>, known: Option<&Status>) -> PyErr {
    let exception = Stopped::new_err(words);
    let value = exception.value(py);
    let reason = match reason {
        Some(Reason::TimeLimit) => "time",
        _ => "nodes",
    };
    let best = known.and_then(|known| known.best.as_ref());
    let set = || {
        value.setattr("reason", reason)?;
        value.setattr("best", best.map(Moves::to_string))?;
        value.setattr("lower_bound", known.map_or(0, |known| known.lower_bound))?;
        value.setattr("expanded", known.map_or(0, |known| known.stats.expanded))
    };
    match set() {
        Ok(()) => exception,
        Err(error) => error,
    }
}
