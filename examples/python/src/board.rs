//! Boards: the class, and functions that need no search.

use ::npuzzle::{Direction, DynBoard, Moves, Shape};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple, PyType};

use crate::errors::bad_input;
use crate::input::{AnyBoard, AnyGoal, AnyMoves, AnyShape, Count};

/// A class and the arguments that make an equal instance, for pickle.
pub(crate) type Reduced<'py, T> = (Bound<'py, PyType>, T);

/// A board: a permutation of the tiles 0 to cells - 1, 0 being the blank. It never changes.
///
/// Its items are the tiles in reading order, layer by layer: `board[5]` is the tile on cell 5, and
/// `board[1, 2]` that in row 1, column 2, or `board[0, 1, 2]` in layer 0 of a box; all from 0.
///
/// The source is text such as "1 2 3/4 5 6/7 8 0", nested lists, an array of shape
/// (rows, columns) or (layers, rows, columns), or a board. A ValueError names the tile or the row
/// that is wrong.
///
/// >>> from npuzzle import Board
/// >>> board = Board([[1, 2, 3], [4, 5, 6], [8, 7, 0]])
/// >>> board.is_solvable()
/// False
/// >>> board.blank, board[2, 1], len(board)
/// (8, 7, 9)
/// >>> print(board.apply("RD"))
/// 1 2 3/4 0 6/8 5 7
#[pyclass(frozen, eq, hash, module = "npuzzle")]
#[derive(PartialEq, Hash)]
pub(crate) struct Board(pub(crate) DynBoard);

#[pymethods]
impl Board {
    #[new]
    fn new(source: AnyBoard) -> Self {
        Self(source.0)
    }

    /// The shape of the board as an array: (rows, columns), or (layers, rows, columns) of a box.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, sides(self.0.shape()))
    }

    /// The blank's cell, from 0, in reading order.
    #[getter]
    fn blank(&self) -> usize {
        self.0.blank()
    }

    fn __len__(&self) -> usize {
        self.0.shape().cells()
    }

    fn __getitem__<'py>(&self, index: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let Ok(place) = index.cast::<PyTuple>() else {
            return PyTuple::new(py, self.0.tiles())?.as_any().get_item(index);
        };
        let sides = sides(self.0.shape());
        if place.len() != sides.len() {
            let count = sides.len();
            let words = format!("an index is a cell or {count} numbers, not {place}");
            return Err(PyIndexError::new_err(words));
        }
        let mut cell = 0;
        for (&side, nth) in sides.iter().zip(place) {
            let nth: isize = nth.extract()?;
            // Negative numbers count from the end, as in a list.
            let at = usize::try_from(nth)
                .ok()
                .or_else(|| side.checked_add_signed(nth));
            let at = at.filter(|&at| at < side);
            let outside = || PyIndexError::new_err(format!("{place} is outside the board"));
            cell = cell * side + at.ok_or_else(outside)?;
        }
        self.0.tiles()[cell].into_bound_py_any(py)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, self.0.tiles())?.as_any().try_iter()
    }

    /// Returns the rows as lists of tiles; of a box, a list of rows for each layer.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.0.shape();
        let rows: Vec<&[u16]> = self.0.rows().collect();
        if shape.is_flat() {
            return rows.into_pyobject(py);
        }
        let layers = rows.chunks(shape.rows()).map(<[_]>::to_vec);
        layers.collect::<Vec<_>>().into_pyobject(py)
    }

    /// Returns the board as a numpy array, of uint16 if no type is given.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("an array of a board is a copy"));
        }
        let options = PyDict::new(py);
        match dtype {
            Some(dtype) => options.set_item("dtype", dtype)?,
            None => options.set_item("dtype", "uint16")?,
        }
        let numpy = py.import("numpy")?;
        numpy.call_method("array", (self.tolist(py)?,), Some(&options))
    }

    /// Returns whether the board is the goal.
    #[pyo3(signature = (goal=None))]
    fn is_solved(&self, goal: Option<AnyGoal>) -> PyResult<bool> {
        let goal = AnyGoal::fit(goal, self.0.shape())?;
        Ok(self.0.is_solved_for(&goal))
    }

    /// Returns whether the goal can be reached, without a search.
    #[pyo3(signature = (goal=None))]
    fn is_solvable(&self, goal: Option<AnyGoal>) -> PyResult<bool> {
        let goal = AnyGoal::fit(goal, self.0.shape())?;
        Ok(self.0.is_solvable_for(&goal))
    }

    /// Explains why the goal can or can't be reached, and which swap would repair the board.
    #[pyo3(signature = (goal=None))]
    fn why(&self, goal: Option<AnyGoal>) -> PyResult<String> {
        let goal = AnyGoal::fit(goal, self.0.shape())?;
        Ok(self.0.solvability(&goal).to_string())
    }

    /// Returns the sum of the distances of all tiles from their places: a lower bound of the
    /// number of moves.
    #[pyo3(signature = (goal=None))]
    fn manhattan(&self, goal: Option<AnyGoal>) -> PyResult<usize> {
        let goal = AnyGoal::fit(goal, self.0.shape())?;
        Ok(self.0.manhattan(&goal))
    }

    /// Returns the legal moves, such as ["U", "L"].
    fn legal_moves(&self) -> Vec<char> {
        let directions = self.0.legal_moves();
        directions.map(Direction::letter).collect()
    }

    /// Returns the boards that a move leads to, in the order of `legal_moves()`.
    fn neighbours(&self) -> Vec<Self> {
        self.0.neighbours().map(|(_, board)| Self(board)).collect()
    }

    /// Returns the board after moves, such as "LUL"; a ValueError names the first illegal one.
    fn apply(&self, moves: AnyMoves) -> PyResult<Self> {
        let mut board = self.0.clone();
        let moves = Moves::parse_on(&board, &moves.0).map_err(bad_input)?;
        board.play(&moves).map_err(bad_input)?;
        Ok(Self(board))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board(\"{}\")", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}

/// Returns the sides of arrays of a shape: (rows, columns), or (layers, rows, columns) of a box.
pub(crate) fn sides(shape: Shape) -> Vec<usize> {
    let sides = [shape.layers(), shape.rows(), shape.columns()];
    sides[usize::from(shape.is_flat())..].into()
}

/// Returns a random board, all boards from which the goal can be reached being equally likely.
///
/// A seed gives the same board in every version. Without one, the numbers come from the module
/// `random`.
///
/// >>> npuzzle.random("4x4", seed=1)
/// Board("6 0 15 1/3 7 14 2/4 10 8 12/5 13 11 9")
#[pyfunction]
#[pyo3(signature = (shape, *, seed=None, goal=None))]
pub(crate) fn random(
    py: Python<'_>,
    shape: AnyShape,
    seed: Option<Count>,
    goal: Option<AnyGoal>,
) -> PyResult<Board> {
    let goal = AnyGoal::fit(goal, shape.0)?;
    let seed = or_drawn(py, seed)?;
    let board = DynBoard::from_seed_for(shape.0, &goal, seed);
    board.map(Board).map_err(bad_input)
}

/// Returns a seed drawn by the module `random` if none is given.
pub(crate) fn or_drawn(py: Python<'_>, seed: Option<Count>) -> PyResult<u64> {
    match seed {
        Some(seed) => Ok(seed.0),
        None => py
            .import("random")?
            .call_method1("getrandbits", (64,))?
            .extract(),
    }
}

/// Returns the legal moves of a board, such as ["U", "L"].
#[pyfunction]
pub(crate) fn legal_moves(board: AnyBoard) -> Vec<char> {
    Board(board.0).legal_moves()
}

/// Returns a board after moves, such as "LUL"; a ValueError names the first illegal one.
///
/// >>> npuzzle.apply("1 2 3/0 4 6/7 5 8", "LUL")
/// Board("1 2 3/4 5 6/7 8 0")
#[pyfunction]
pub(crate) fn apply(board: AnyBoard, moves: AnyMoves) -> PyResult<Board> {
    Board(board.0).apply(moves)
}

/// The result of `verify`: true if the moves solve the board.
#[pyclass(frozen, get_all, eq, hash, module = "npuzzle")]
#[derive(PartialEq, Hash)]
pub(crate) struct Verdict {
    /// True if the moves are legal and end in the goal.
    solved: bool,
    /// The reason why they are no solution, or None.
    reason: Option<String>,
    /// The number of moves, each of one tile; 0 if they can't be read.
    length: usize,
    /// The number of slides: runs of tiles in one direction.
    slides: usize,
}

#[pymethods]
impl Verdict {
    #[new]
    fn new(solved: bool, reason: Option<String>, length: usize, slides: usize) -> Self {
        Self {
            solved,
            reason,
            length,
            slides,
        }
    }

    fn __reduce__<'py>(
        &'py self,
        py: Python<'py>,
    ) -> Reduced<'py, (bool, Option<&'py str>, usize, usize)> {
        let fields = (
            self.solved,
            self.reason.as_deref(),
            self.length,
            self.slides,
        );
        (py.get_type::<Self>(), fields)
    }

    fn __bool__(&self) -> bool {
        self.solved
    }

    fn __repr__(&self) -> String {
        match &self.reason {
            None if self.length == 1 => "<Verdict: solved in 1 move>".into(),
            None => format!("<Verdict: solved in {} moves>", self.length),
            Some(reason) => format!("<Verdict: not solved: {reason}>"),
        }
    }
}

/// Plays moves on a board, and returns whether they end in the goal, and if not, why.
///
/// Text that can't be read as moves is an answer that solves nothing, and the reason names the
/// place. Only a board or goal that can't be read is an error.
///
/// >>> npuzzle.verify("1 2 3/0 4 6/7 5 8", "LUL")
/// <Verdict: solved in 3 moves>
/// >>> npuzzle.verify("1 2 3/0 4 6/7 5 8", "LR").reason
/// '2 moves end in 1 2 3/0 4 6/7 5 8, not in the goal'
/// >>> npuzzle.verify("1 2 3/0 4 6/7 5 8", "LLL").reason
/// 'move 3: no tile can move L: the blank is in row 2, column 3'
#[pyfunction]
#[pyo3(signature = (board, moves, *, goal=None))]
pub(crate) fn verify(board: AnyBoard, moves: AnyMoves, goal: Option<AnyGoal>) -> PyResult<Verdict> {
    let goal = AnyGoal::fit(goal, board.0.shape())?;
    let (moves, fault) = match Moves::parse_on(&board.0, &moves.0) {
        Ok(moves) => (moves, None),
        Err(error) => (Moves::new(), Some(error.to_string())),
    };
    let verdict = ::npuzzle::verify(&board.0, &moves, &goal).map_err(bad_input)?;
    let solved = verdict.is_solved && fault.is_none();
    Ok(Verdict {
        solved,
        reason: fault.or_else(|| (!solved).then(|| verdict.to_string())),
        length: moves.len(),
        slides: moves.multi_tile_len(),
    })
}
