//! Functions of many boards of one shape: whole arrays in, whole arrays out.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{panic, thread};

use ::npuzzle::heuristic::{
    Heuristic, HeuristicError, LinearConflict, PatternDatabases, WalkingDistance,
};
use ::npuzzle::tables::Partition;
use ::npuzzle::{Direction, DynBoard, Goal, HeuristicKind, Shape};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use crate::board::sides;
use crate::errors::{bad_input, no_solution};
use crate::input::{AnyGoal, AnyShape, Count, Ranks, Stack, in_context};
use crate::limits::{Limits, aside};
use crate::solve::solver;

/// The number of rows that a thread computes at a time.
const BLOCK: usize = 1024;

/// The most cells whose boards have a rank in 64 bits: 20! < 2^64 < 21!.
const MAX_RANKED: usize = 20;

/// The most cells whose distances are an array: 12! bytes, and the most that a `Space` has.
const MAX_SPACE: usize = 12;

/// The distance of boards from which the goal can't be reached.
const UNREACHABLE: u8 = u8::MAX;

/// Returns for each board whether the goal can be reached, as an array of bool.
///
/// Boards are an array of shape [n, rows, columns] or an iterable of boards of one shape, here and
/// in the other functions of arrays. They run on all cores, while other Python threads run. Ctrl-C
/// stops them.
///
/// >>> npuzzle.is_solvable(["1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0"]).tolist()
/// [True, False]
#[pyfunction]
#[pyo3(signature = (boards, *, goal=None))]
pub(crate) fn is_solvable(
    py: Python<'_>,
    boards: Stack,
    goal: Option<AnyGoal>,
) -> PyResult<Bound<'_, PyAny>> {
    let goal = AnyGoal::fit(goal, boards.shape)?;
    array(py, "boards", "bool", &[boards.count], |nth, row| {
        row[0] = boards.board(nth)?.is_solvable_for(&goal).into();
        Ok(())
    })
}

/// Returns the rank of each board, as an array of uint64: its number in lexicographic order among
/// all cells! arrangements, from 0. Boards have at most 20 cells.
///
/// >>> npuzzle.rank(["0 1/2 3", "3 2/1 0"]).tolist()
/// [0, 23]
#[pyfunction]
pub(crate) fn rank(py: Python<'_>, boards: Stack) -> PyResult<Bound<'_, PyAny>> {
    check_ranked(boards.shape)?;
    array(py, "boards", "uint64", &[boards.count], |nth, row| {
        let rank = boards.board(nth)?.rank().map_err(bad_input)?;
        let rank = u64::try_from(rank).map_err(bad_input)?;
        row.copy_from_slice(&rank.to_ne_bytes());
        Ok(())
    })
}

/// Returns the boards of a shape with these ranks, as an array of uint16 of shape
/// [n, rows, columns].
///
/// >>> npuzzle.unrank("2x2", [0, 23]).tolist()
/// [[[0, 1], [2, 3]], [[3, 2], [1, 0]]]
#[pyfunction]
pub(crate) fn unrank(py: Python<'_>, shape: AnyShape, ranks: Ranks) -> PyResult<Bound<'_, PyAny>> {
    let shape = shape.0;
    check_ranked(shape)?;
    let sides = [&[ranks.0.len()], &*sides(shape)].concat();
    array(py, "ranks", "uint16", &sides, |nth, row| {
        let board = DynBoard::unrank(shape, ranks.0[nth].into()).map_err(bad_input)?;
        write_board(&board, row);
        Ok(())
    })
}

/// Returns the children of each board: an array of uint16 of shape [n, directions, rows, columns],
/// and a mask of shape [n, directions], true for legal moves.
///
/// The directions of the tile are "U", "D", "L", "R", and in a box "F" and "B": four or six columns,
/// so the number of a column is an action. The child of an illegal move is the board itself.
///
/// >>> children, legal = npuzzle.neighbours(["1 2/3 0"])
/// >>> legal.tolist(), children[legal].tolist()
/// ([[False, True, False, True]], [[[1, 0], [3, 2]], [[1, 2], [0, 3]]])
#[pyfunction]
pub(crate) fn neighbours(
    py: Python<'_>,
    boards: Stack,
) -> PyResult<(Bound<'_, PyAny>, Bound<'_, PyAny>)> {
    let shape = boards.shape;
    let directions = &Direction::ALL[..if shape.is_flat() { 4 } else { 6 }];
    let both = [boards.count, directions.len()];
    let legal = array(py, "boards", "bool", &both, |nth, row| {
        let board = boards.board(nth)?;
        for direction in board.legal_moves() {
            row[direction as usize] = 1;
        }
        Ok(())
    })?;
    let sides = [&both, &*sides(shape)].concat();
    let children = array(py, "boards", "uint16", &sides, |nth, row| {
        let board = boards.board(nth)?;
        let rows = row.chunks_exact_mut(2 * shape.cells());
        for (row, &direction) in rows.zip(directions) {
            let mut child = board.clone();
            let _ = child.slide(direction); // an illegal move changes nothing
            write_board(&child, row);
        }
        Ok(())
    })?;
    Ok((children, legal))
}

/// Returns a lower bound on the number of moves of each board, as an array of uint32.
///
/// The heuristic is "manhattan", "linear-conflict" (as far as the sides go), "walking-distance" (small
/// sides) or "patterns": pattern databases for up to 32 cells, as large as `memory` allows, in bytes,
/// 4 MB if not set. A move is that of one tile. Tables are kept for the next call with the same
/// heuristic, shape and home of the blank. Only "manhattan" reads goals with free tiles. Boards that
/// can't be solved have a value without a meaning: ask `is_solvable`.
///
/// >>> npuzzle.heuristic("manhattan", ["1 2 3/4 5 6/0 7 8", "8 6 7/2 5 4/3 0 1"]).tolist()
/// [2, 21]
#[pyfunction]
#[pyo3(signature = (heuristic, boards, *, goal=None, memory=None))]
pub(crate) fn heuristic<'py>(
    py: Python<'py>,
    heuristic: &str,
    boards: Stack,
    goal: Option<AnyGoal>,
    memory: Option<Count>,
) -> PyResult<Bound<'py, PyAny>> {
    let goal = AnyGoal::fit(goal, boards.shape)?;
    let kind = heuristic.parse::<HeuristicKind>().ok();
    let Some(kind) = kind.filter(|kind| *kind != HeuristicKind::Auto) else {
        return Err(PyValueError::new_err(
            "a heuristic is manhattan, linear-conflict, walking-distance or patterns",
        ));
    };
    let bound = bound(py, kind, boards.shape, &goal, memory)?;
    array(py, "boards", "uint32", &[boards.count], |nth, row| {
        let value = bound(&boards.board(nth)?, &goal).map_err(bad_input)?;
        row.copy_from_slice(&value.to_ne_bytes());
        Ok(())
    })
}

/// A heuristic of any kind.
type BoardBound = Arc<dyn Fn(&DynBoard, &Goal) -> Result<u32, HeuristicError> + Send + Sync>;

/// Returns a heuristic for the boards of a shape and a goal, with the tables of the last call if they
/// serve.
fn bound(
    py: Python<'_>,
    kind: HeuristicKind,
    shape: Shape,
    goal: &Goal,
    memory: Option<Count>,
) -> PyResult<BoardBound> {
    type Key = (HeuristicKind, Shape, usize, u64);
    static KEPT: Mutex<Option<(Key, BoardBound)>> = Mutex::new(None);

    if kind == HeuristicKind::Manhattan {
        return Ok(Arc::new(|board, goal| {
            Ok(u32::try_from(board.manhattan(goal)).unwrap_or(u32::MAX))
        }));
    }
    if matches!(goal, Goal::Partial(_)) {
        return Err(bad_input(HeuristicError::FreeTiles));
    }
    let home = goal.board(shape).map_err(bad_input)?.blank();
    let bytes = memory.map_or(4_000_000, |bytes| bytes.0);
    let key = (kind, shape, home, bytes);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, bound)) = kept().as_ref().filter(|(of, _)| *of == key) {
        return Ok(Arc::clone(bound));
    }
    let build = || {
        Ok(match kind {
            HeuristicKind::LinearConflict => value_of(LinearConflict::new(shape, home)?),
            HeuristicKind::WalkingDistance => value_of(WalkingDistance::new(shape, home)?),
            _ => value_of(PatternDatabases::build(&Partition::choose(
                shape, home, bytes,
            )?)?),
        })
    };
    let bound = aside(py, |_| build(), |_| Ok(()))?;
    let bound = bound.map_err(|error: HeuristicError| bad_input(error))?;
    *kept() = Some((key, Arc::clone(&bound)));
    Ok(bound)
}

fn value_of(heuristic: impl Heuristic + Send + Sync + 'static) -> BoardBound {
    Arc::new(move |board, goal| heuristic.value(board, goal))
}

/// Returns the distance of every board of a shape from the goal, as an array of uint8 by `rank`; 255
/// for boards from which it can't be reached.
///
/// Shapes have up to 12 cells, and the array cells! bytes: 362,880 of 3x3, 3.6 MB of 2x5, 479 MB of
/// 3x4, which takes about 20 seconds. Ctrl-C stops it.
///
/// >>> distances = npuzzle.distances("3x3")
/// >>> int(distances[npuzzle.rank(["8 6 7/2 5 4/3 0 1"])[0]]), int((distances == 31).sum())
/// (31, 2)
#[pyfunction]
#[pyo3(signature = (shape, *, goal=None, metric="stm"))]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    shape: AnyShape,
    goal: Option<AnyGoal>,
    metric: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = shape.0;
    if shape.cells() > MAX_SPACE {
        let cells = shape.cells();
        return Err(PyValueError::new_err(format!(
            "the distances of all boards of {shape}, {cells} cells: {MAX_SPACE} are the most"
        )));
    }
    let goal = AnyGoal::fit(goal, shape)?;
    let solver = solver("optimal", metric, goal, None, None)?;
    let limits = Limits::new(None, None)?;
    let space = limits.run(py, |control| solver.space_with(shape, control))?;
    let space = space.map_err(|error| no_solution(py, &error))?;
    let ranks: usize = (1..=shape.cells()).product();
    let bytes = PyByteArray::new_with(py, ranks, |bytes| {
        let fill = |is_cancelled: &AtomicBool| {
            bytes.fill(UNREACHABLE);
            let is_going = |_: &_| !is_cancelled.load(Ordering::Relaxed);
            for (rank, distance) in space.distances().take_while(is_going) {
                bytes[rank as usize] = distance.try_into().unwrap_or(UNREACHABLE);
            }
        };
        aside(py, fill, |_| Ok(()))
    })?;
    ndarray(bytes, "uint8", &[ranks])
}

fn check_ranked(shape: Shape) -> PyResult<()> {
    if shape.cells() <= MAX_RANKED {
        return Ok(());
    }
    let cells = shape.cells();
    Err(PyValueError::new_err(format!(
        "boards of {shape}, {cells} cells, have no rank in 64 bits: {MAX_RANKED} cells are the most"
    )))
}

/// Writes the tiles as uint16.
fn write_board(board: &DynBoard, bytes: &mut [u8]) {
    for (bytes, tile) in bytes.chunks_exact_mut(2).zip(board.tiles()) {
        bytes.copy_from_slice(&tile.to_ne_bytes());
    }
}

/// Returns an array of a type and shape whose rows, each of one index of the first axis, are written
/// by `write` on all cores. Errors are those of the first row that fails, an item of `items`.
fn array<'py>(
    py: Python<'py>,
    items: &str,
    dtype: &str,
    sides: &[usize],
    write: impl Fn(usize, &mut [u8]) -> PyResult<()> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let dtype = py.import("numpy")?.call_method1("dtype", (dtype,))?;
    let size: usize = dtype.getattr("itemsize")?.extract()?;
    let width = sides[1..].iter().product::<usize>() * size;
    let bytes = PyByteArray::new_with(py, sides[0] * width, |bytes| {
        let mut work = |is_cancelled: &AtomicBool| write_rows(bytes, width, &write, is_cancelled);
        let failed = if sides[0] <= BLOCK {
            py.detach(|| work(&AtomicBool::new(false))) // done before Ctrl-C or a thread could help
        } else {
            aside(py, work, |_| Ok(()))?
        };
        let first = failed.into_iter().min_by_key(|(nth, _)| *nth);
        first.map_or(Ok(()), |(nth, error)| {
            Err(in_context(py, items, nth, error))
        })
    })?;
    ndarray(bytes, dtype, sides)
}

/// Returns the array of a type and shape that is these bytes.
fn ndarray<'py>(
    bytes: Bound<'py, PyByteArray>,
    dtype: impl IntoPyObject<'py>,
    sides: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let py = bytes.py();
    let options = PyDict::new(py);
    options.set_item("buffer", bytes)?;
    let numpy = py.import("numpy")?;
    numpy.call_method("ndarray", (sides, dtype), Some(&options))
}

/// Writes rows of bytes, a block at a time on each thread, and returns the errors that ended one.
///
/// Blocks are taken in order, so the first row that fails is among the errors.
fn write_rows(
    bytes: &mut [u8],
    width: usize,
    write: &(impl Fn(usize, &mut [u8]) -> PyResult<()> + Sync),
    is_cancelled: &AtomicBool,
) -> Vec<(usize, PyErr)> {
    let threads = bytes.len() / width / BLOCK;
    let threads = threads.min(thread::available_parallelism().map_or(1, NonZero::get));
    let blocks = Mutex::new((0..).step_by(BLOCK).zip(bytes.chunks_mut(BLOCK * width)));
    let work = || {
        loop {
            let block = blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let (first, rows) = block.filter(|_| !is_cancelled.load(Ordering::Relaxed))?;
            for (nth, row) in (first..).zip(rows.chunks_exact_mut(width)) {
                if let Err(error) = write(nth, row) {
                    return Some((nth, error));
                }
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let join = |it: thread::ScopedJoinHandle<'_, _>| {
            it.join().unwrap_or_else(|it| panic::resume_unwind(it))
        };
        own.into_iter()
            .chain(others.into_iter().filter_map(join))
            .collect()
    })
}
