//! Solving: solutions, many at once, distances, boards at a distance.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use ::npuzzle::{Goal, Metric, Moves, SolveError, Solver};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::board::{Board, Reduced, or_drawn};
use crate::errors::{bad_input, no_board, no_solution};
use crate::input::{AnyBoard, AnyBoards, AnyGoal, AnyMoves, AnyShape, Count, in_context};
use crate::limits::{Limits, aside};

/// A solution with its proved lower bound.
///
/// Two are equal if all but their times is. `Solution(moves, metric, lower_bound, expanded, seconds,
/// setup_seconds)` makes the record of one again, as pickle does.
#[pyclass(frozen, eq, hash, module = "npuzzle")]
pub(crate) struct Solution {
    moves: Moves,
    metric: Metric,
    /// The proved lower bound of the number of moves.
    #[pyo3(get)]
    lower_bound: usize,
    /// The number of boards whose moves were tried; the same on every machine.
    #[pyo3(get)]
    expanded: u64,
    /// The time of the search in seconds, without the tables.
    #[pyo3(get)]
    seconds: f64,
    /// The time spent preparing tables in seconds: 0 once they are there.
    #[pyo3(get)]
    setup_seconds: f64,
}

impl Solution {
    fn of(solution: &::npuzzle::Solution) -> Self {
        let stats = solution.stats();
        Self {
            moves: solution.moves().clone(),
            metric: solution.metric(),
            lower_bound: solution.lower_bound(),
            expanded: stats.expanded,
            seconds: stats.search.as_secs_f64(),
            setup_seconds: stats.setup.as_secs_f64(),
        }
    }

    fn without_times(&self) -> (&Moves, Metric, usize, u64) {
        (&self.moves, self.metric, self.lower_bound, self.expanded)
    }
}

impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.without_times() == other.without_times()
    }
}

impl Hash for Solution {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.without_times().hash(state);
    }
}

#[pymethods]
impl Solution {
    #[new]
    #[pyo3(signature = (moves, metric="stm", lower_bound=0, expanded=0, seconds=0.0, setup_seconds=0.0))]
    fn new(
        moves: AnyMoves,
        metric: &str,
        lower_bound: usize,
        expanded: u64,
        seconds: f64,
        setup_seconds: f64,
    ) -> PyResult<Self> {
        let solution = Self {
            moves: moves.parse()?,
            metric: metric.parse().map_err(bad_input)?,
            lower_bound,
            expanded,
            seconds,
            setup_seconds,
        };
        let length = solution.length();
        if length < solution.lower_bound {
            let words = format!("{length} moves are fewer than lower_bound={lower_bound}");
            return Err(PyValueError::new_err(words));
        }
        Ok(solution)
    }

    /// The moves as text, a letter for each tile moved: "LUL".
    #[getter]
    fn moves(&self) -> String {
        self.moves.to_string()
    }

    /// The metric of the length: "stm" or "mtm".
    #[getter]
    fn metric(&self) -> String {
        self.metric.to_string()
    }

    /// The number of moves by the chosen metric.
    #[getter]
    fn length(&self) -> usize {
        self.metric.length(&self.moves)
    }

    /// The number of slides: runs of tiles in one direction.
    #[getter]
    fn slides(&self) -> usize {
        self.moves.multi_tile_len()
    }

    /// True if it is proved to be a shortest solution: the length is the lower bound.
    #[getter]
    fn optimal(&self) -> bool {
        self.length() == self.lower_bound
    }

    fn __len__(&self) -> usize {
        self.length()
    }

    // Without this a solution of no moves would be false: `__len__` decides.
    #[expect(clippy::unused_self, reason = "a solution is always true")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        let (moves, word) = match self.metric {
            Metric::MultiTile => (format!("{:#}", self.moves), "slide"),
            _ => (self.moves(), "move"),
        };
        let (length, lower_bound) = (self.length(), self.lower_bound);
        let gap = if length == 0 { "" } else { " " };
        let plural = if length == 1 { "" } else { "s" };
        let proved = if self.optimal() {
            "optimal".into()
        } else {
            format!("at least {lower_bound}")
        };
        format!("{moves}{gap}({length} {word}{plural}, {proved})")
    }

    fn __repr__(&self) -> String {
        format!("<Solution {}>", self.__str__())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> Reduced<'py, (String, String, usize, u64, f64, f64)> {
        let fields = (
            self.moves(),
            self.metric(),
            self.lower_bound,
            self.expanded,
            self.seconds,
            self.setup_seconds,
        );
        (py.get_type::<Self>(), fields)
    }
}

/// Returns a solver of these options, which keeps the tables of each metric for the next call, as
/// long as that asks for the same memory and threads.
pub(crate) fn solver(
    quality: &str,
    metric: &str,
    goal: Goal,
    threads: Option<Count<usize>>,
    memory: Option<Count>,
) -> PyResult<Solver> {
    type Kept = Option<((usize, Option<u64>), Solver)>;
    static KEPT: Mutex<[Kept; 2]> = Mutex::new([None, None]);

    let quality = quality.parse().map_err(bad_input)?;
    let metric = metric.parse().map_err(bad_input)?;
    // All cores if it is not set.
    let threads = threads.map_or(0, |threads| threads.0);
    let key = (threads, memory.map(|bytes| bytes.0));
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = &mut kept[usize::from(metric == Metric::MultiTile)];
    let same = kept.take().filter(|(of, _)| *of == key);
    let (_, solver) = kept.insert(same.unwrap_or_else(|| {
        let builder = Solver::builder().metric(metric).threads(threads);
        let builder = match key.1 {
            Some(bytes) => builder.memory(bytes),
            None => builder,
        };
        (key, builder.build())
    }));
    Ok(solver.with_quality(quality).with_goal(goal))
}

/// Solves a board.
///
/// The quality is "optimal" (a shortest solution, without a time limit), "within=1.1" (proved
/// to be at most 10 % longer), "best" (the shortest that the limits allow, or about a second's
/// work) or "fast" (at once). The metric is "stm" or "mtm": then a run of tiles in one
/// direction is one move. The goal is "blank-last" (the default), "blank-first", "snail" or a
/// board.
///
/// The timeout is in seconds, `max_nodes` a number of expanded boards, `memory` one of bytes for
/// tables; `threads` is the number of cores if not set. Tables are built by the first call and kept
/// for the next ones. Ctrl-C stops the search.
///
/// Raises `Unsolvable` with the reason, `Stopped` with the status if a limit is met, and ValueError
/// for bad input.
///
/// >>> solution = npuzzle.solve("5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15")
/// >>> solution.moves, solution.optimal
/// ('DDDLLUUUL', True)
#[pyfunction]
#[pyo3(signature = (board, *, quality="optimal", metric="stm", goal=None, timeout=None, max_nodes=None, threads=None, memory=None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    board: AnyBoard,
    quality: &str,
    metric: &str,
    goal: Option<AnyGoal>,
    timeout: Option<f64>,
    max_nodes: Option<Count>,
    threads: Option<Count<usize>>,
    memory: Option<Count>,
) -> PyResult<Solution> {
    let goal = AnyGoal::fit(goal, board.0.shape())?;
    let solver = solver(quality, metric, goal, threads, memory)?;
    let limits = Limits::new(timeout, max_nodes)?;
    let result = limits.run(py, |control| solver.solve_with(&board.0, control))?;
    let solution = result.map_err(|error| no_solution(py, &error))?;
    Ok(Solution::of(&solution))
}

/// Returns the number of moves of a shortest solution. Options and exceptions are those of `solve`.
///
/// >>> npuzzle.distance("8 6 7/2 5 4/3 0 1")
/// 31
#[pyfunction]
#[pyo3(signature = (board, *, metric="stm", goal=None, timeout=None, max_nodes=None, threads=None, memory=None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn distance(
    py: Python<'_>,
    board: AnyBoard,
    metric: &str,
    goal: Option<AnyGoal>,
    timeout: Option<f64>,
    max_nodes: Option<Count>,
    threads: Option<Count<usize>>,
    memory: Option<Count>,
) -> PyResult<usize> {
    let solution = solve(
        py, board, "optimal", metric, goal, timeout, max_nodes, threads, memory,
    );
    Ok(solution?.length())
}

/// Solves many boards on several threads, and returns the solutions in the order of the boards.
///
/// The boards are an array of shape [n, rows, columns], of any type of integers, or an iterable of
/// boards. The other arguments are those of `solve`; limits are those of each board. Other Python
/// threads run meanwhile. Ctrl-C stops all.
///
/// The first board without a solution ends the call with its exception, unless
/// `return_exceptions` is true: then exceptions `Unsolvable` and `Stopped` stand in the list.
///
/// `progress(done, total)` is called every 50 ms with the number of boards that are done in their
/// order, and at the end; its exceptions end the call.
///
/// More memory pays from some number of boards on, for its tables take time to build: with
/// memory=250_000_000 from about 1,700 boards of 4x4 on. The README has a table.
///
/// >>> boards = ["1 2 3/0 4 6/7 5 8", "1 2 3/4 5 6/8 7 0"]
/// >>> npuzzle.solve_many(boards, return_exceptions=True)[0]
/// <Solution LUL (3 moves, optimal)>
#[pyfunction]
#[pyo3(signature = (boards, *, quality="optimal", metric="stm", goal=None, timeout=None, max_nodes=None, threads=None, memory=None, return_exceptions=false, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    boards: AnyBoards,
    quality: &str,
    metric: &str,
    goal: Option<AnyGoal>,
    timeout: Option<f64>,
    max_nodes: Option<Count>,
    threads: Option<Count<usize>>,
    memory: Option<Count>,
    return_exceptions: bool,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let goal = goal.map(|goal| goal.0).unwrap_or_default();
    for (index, board) in boards.0.iter().enumerate() {
        let fits = goal.fits(board.shape());
        fits.map_err(|error| in_context(py, "boards", index, bad_input(error)))?;
    }
    let solver = solver(quality, metric, goal, threads, memory)?;
    let limits = Limits::new(timeout, max_nodes)?;
    let (total, done) = (boards.0.len(), AtomicUsize::new(0));
    let progress = progress.map(Bound::unbind);
    let report = |py: Python<'_>| match &progress {
        Some(progress) => {
            let done = done.load(Ordering::Relaxed);
            progress.call1(py, (done, total)).map(|_| ())
        }
        None => Ok(()),
    };
    let work = |is_cancelled: &AtomicBool| {
        let mut results = Vec::with_capacity(total);
        solver.solve_each(
            boards.0.into_iter(),
            |_| limits.control().cancel(is_cancelled),
            |_, _, result| {
                let is_failed = result.is_err() && !return_exceptions;
                results.push(result);
                done.store(results.len(), Ordering::Relaxed);
                if is_failed || is_cancelled.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        results
    };
    let results = aside(py, work, report)?;
    report(py)?;
    let list = PyList::empty(py);
    for (index, result) in results.into_iter().enumerate() {
        match result {
            Ok(solution) => list.append(Solution::of(&solution))?,
            Err(error) => {
                let is_answer = matches!(error, SolveError::Unsolvable(_) | SolveError::Stopped(_));
                let exception = no_solution(py, &error);
                if !(return_exceptions && is_answer) {
                    return Err(in_context(py, "boards", index, exception));
                }
                list.append(exception.into_value(py))?;
            }
        }
    }
    Ok(list)
}

/// Returns a random board whose shortest solution has exactly this number of moves.
///
/// Raises ValueError if no board is so far from the goal, and `Stopped` if a limit is met; without
/// one the search for a board at a large distance may take for ever.
///
/// >>> board = npuzzle.at_distance("4x4", 20, seed=1)
/// >>> npuzzle.distance(board)
/// 20
#[pyfunction]
#[pyo3(signature = (shape, distance, *, seed=None, metric="stm", goal=None, timeout=None, max_nodes=None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn at_distance(
    py: Python<'_>,
    shape: AnyShape,
    distance: Count<usize>,
    seed: Option<Count>,
    metric: &str,
    goal: Option<AnyGoal>,
    timeout: Option<f64>,
    max_nodes: Option<Count>,
) -> PyResult<Board> {
    let goal = AnyGoal::fit(goal, shape.0)?;
    let solver = solver("optimal", metric, goal, None, None)?;
    let limits = Limits::new(timeout, max_nodes)?;
    let seed = or_drawn(py, seed)?;
    let board = limits.run(py, |control| {
        solver.at_distance_with(shape.0, distance.0, seed, control)
    })?;
    board.map(Board).map_err(|error| no_board(py, &error))
}
