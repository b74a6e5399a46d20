//! Arguments: boards, goals, shapes and moves in every form that Python has for them.

use ::npuzzle::{DynBoard, Goal, MAX_CELLS, Moves, Shape, notation};
use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::board::Board;
use crate::errors::bad_input;

/// A board: a `Board`, text, nested lists or an array.
pub(crate) struct AnyBoard(pub(crate) DynBoard);

impl FromPyObject<'_, '_> for AnyBoard {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        read_board(&source).map(Self)
    }
}

/// Several boards: an array of one more dimension than a board has, or any iterable.
pub(crate) struct AnyBoards(pub(crate) Vec<DynBoard>);

impl FromPyObject<'_, '_> for AnyBoards {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let name = |index, error| in_context(source.py(), "boards", index, error);
        if source.is_instance_of::<PyString>() || source.is_instance_of::<Board>() {
            return Err(PyTypeError::new_err("one board, not an iterable of boards"));
        }
        if is_array(&source) {
            let stack = Stack::of_array(&source)?;
            let read = |nth| stack.board(nth).map_err(|error| name(nth, error));
            return (0..stack.count)
                .map(read)
                .collect::<PyResult<_>>()
                .map(Self);
        }
        let boards = source.try_iter()?.enumerate();
        let read = |(index, board): (usize, PyResult<_>)| {
            read_board(&board?).map_err(|error| name(index, error))
        };
        boards.map(read).collect::<PyResult<_>>().map(Self)
    }
}

/// Boards of one shape: an array, or any iterable.
pub(crate) struct Stack {
    pub(crate) shape: Shape,
    pub(crate) count: usize,
    /// Not yet checked.
    tiles: Vec<u16>,
}

impl FromPyObject<'_, '_> for Stack {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if is_array(&source) && !source.is_instance_of::<Board>() {
            return Self::of_array(&source);
        }
        let AnyBoards(boards) = source.extract()?;
        let first = boards.first().map(DynBoard::shape);
        let shape = first.ok_or_else(|| PyValueError::new_err("no boards, so no shape"))?;
        let mut tiles = Vec::with_capacity(boards.len() * shape.cells());
        for (index, board) in boards.iter().enumerate() {
            if board.shape() != shape {
                let other = board.shape();
                let words = format!("a board of {other}, but the first one is of {shape}");
                let error = PyValueError::new_err(words);
                return Err(in_context(source.py(), "boards", index, error));
            }
            tiles.extend_from_slice(board.tiles());
        }
        Ok(Self {
            shape,
            count: boards.len(),
            tiles,
        })
    }
}

impl Stack {
    /// Copies an array as a block of bytes.
    fn of_array(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = integers(source)?;
        let sides: Vec<usize> = array.getattr("shape")?.extract()?;
        let wrong_sides = || wrong_sides(&sides, "[n, rows, columns]");
        let [count, board @ ..] = &*sides else {
            return Err(wrong_sides());
        };
        let (count, shape) = (*count, shape_of(board).ok_or_else(wrong_sides)??);
        let narrow = array.call_method1("astype", ("<u2",))?;
        let numpy = source.py().import("numpy")?;
        if numpy
            .call_method1("array_equal", (&narrow, &array))?
            .is_truthy()?
        {
            let bytes = narrow.call_method0("tobytes")?;
            let pairs = bytes.cast::<PyBytes>()?.as_bytes().chunks_exact(2);
            let tiles = pairs
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect();
            return Ok(Self {
                shape,
                count,
                tiles,
            });
        }
        // Some number is no tile of any board: the slow way names its place.
        let numbers = Numbers::of_array(&array, usize::MAX)?;
        for (index, tiles) in numbers.tiles.chunks_exact(shape.cells()).enumerate() {
            DynBoard::from_tiles(shape, tiles.iter().copied())
                .map_err(|error| in_context(source.py(), "boards", index, bad_input(error)))?;
        }
        Err(PyValueError::new_err("the array changed while it was read"))
    }

    /// Returns a board.
    pub(crate) fn board(&self, index: usize) -> PyResult<DynBoard> {
        let cells = self.shape.cells();
        let tiles = &self.tiles[index * cells..][..cells];
        DynBoard::from_tiles(self.shape, tiles.iter().copied()).map_err(bad_input)
    }
}

/// Ranks of boards: an array, or a list.
pub(crate) struct Ranks(pub(crate) Vec<u64>);

impl FromPyObject<'_, '_> for Ranks {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if !is_array(&source) {
            let ranks = source.try_iter()?.map(|rank| rank?.extract::<Count>());
            return ranks
                .map(|rank| Ok(rank?.0))
                .collect::<PyResult<_>>()
                .map(Self);
        }
        let array = integers(&source)?;
        let sides: Vec<usize> = array.getattr("shape")?.extract()?;
        if sides.len() != 1 {
            return Err(wrong_sides(&sides, "[n]"));
        }
        if array
            .call_method1("__lt__", (0,))?
            .call_method0("any")?
            .is_truthy()?
        {
            return Err(PyValueError::new_err("a rank is negative"));
        }
        let bytes = array
            .call_method1("astype", ("<u8",))?
            .call_method0("tobytes")?;
        let words = bytes.cast::<PyBytes>()?.as_bytes().chunks_exact(8);
        let words = words.map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        Ok(Self(words.collect()))
    }
}

/// A goal: its name, or a board.
pub(crate) struct AnyGoal(pub(crate) Goal);

impl FromPyObject<'_, '_> for AnyGoal {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Self(match source.cast::<PyString>() {
            Ok(text) => notation::read_goal(text.to_str()?).map_err(bad_input)?,
            Err(_) => read_board(&source)?.into(),
        }))
    }
}

impl AnyGoal {
    /// Returns the goal, if boards of a shape can have it.
    pub(crate) fn fit(goal: Option<Self>, shape: Shape) -> PyResult<Goal> {
        let goal = goal.map(|goal| goal.0).unwrap_or_default();
        goal.fits(shape).map_err(bad_input)?;
        Ok(goal)
    }
}

/// A shape: text such as "3x5", a number of rows and columns, or the shape of an array.
pub(crate) struct AnyShape(pub(crate) Shape);

impl FromPyObject<'_, '_> for AnyShape {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let shape = if let Ok(text) = source.cast::<PyString>() {
            return Ok(Self(text.to_str()?.parse().map_err(bad_input)?));
        } else if let Ok(side) = source.extract() {
            Some(Shape::square(side).map_err(bad_input))
        } else if let Ok(sides) = source.extract::<Vec<usize>>() {
            shape_of(&sides)
        } else {
            None
        };
        let shape = shape.ok_or_else(|| {
            let found = shown(&source);
            PyValueError::new_err(format!(
                "a shape is \"4x4\", 4, (rows, columns) or (layers, rows, columns), not {found}"
            ))
        })?;
        shape.map(Self)
    }
}

/// Moves: text, or an iterable of letters.
pub(crate) struct AnyMoves(pub(crate) String);

impl FromPyObject<'_, '_> for AnyMoves {
    type Error = PyErr;

    fn extract(source: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = source.cast::<PyString>() {
            // Half of a pair of surrogates is no letter of a move.
            return Ok(Self(text.to_string_lossy().into_owned()));
        }
        let letters = source.try_iter()?.map(|letter| letter?.extract::<String>());
        letters.collect::<PyResult<String>>().map(Self)
    }
}

impl AnyMoves {
    pub(crate) fn parse(&self) -> PyResult<Moves> {
        notation::read_moves(&self.0).map_err(bad_input)
    }
}

/// A natural number.
pub(crate) struct Count<T = u64>(pub(crate) T);

impl<'py, T> FromPyObject<'_, 'py> for Count<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(source: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        source.extract().map(Self).map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(source.py()) {
                return error;
            }
            let found = shown(&source);
            PyValueError::new_err(format!("{found} is negative or too large"))
        })
    }
}

/// Reads a board in any form.
fn read_board(source: &Bound<'_, PyAny>) -> PyResult<DynBoard> {
    if let Ok(board) = source.cast::<Board>() {
        return Ok(board.get().0.clone());
    }
    if let Ok(text) = source.cast::<PyString>() {
        return notation::read_board(text.to_str()?).map_err(bad_input);
    }
    let numbers = if is_array(source) {
        Numbers::of_array(source, MAX_CELLS)?
    } else if source.try_iter().is_ok() {
        Numbers::of_lists(source)?
    } else {
        let kind = source.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a board is text, nested lists or an array, not {kind}"
        )));
    };
    let shape = shape_of(&numbers.sides);
    let shape = shape.ok_or_else(|| wrong_sides(&numbers.sides, "[rows, columns]"))??;
    DynBoard::from_tiles(shape, numbers.tiles).map_err(bad_input)
}

/// Returns the shape of boards with these sides, the rows before the columns and the layers before
/// both.
fn shape_of(sides: &[usize]) -> Option<PyResult<Shape>> {
    match *sides {
        [rows, columns] => Some(Shape::rectangle(rows, columns).map_err(bad_input)),
        [layers, rows, columns] => Some(Shape::new(rows, columns, layers).map_err(bad_input)),
        _ => None,
    }
}

/// Numbers in reading order, with the sides of the block that they fill.
struct Numbers {
    sides: Vec<usize>,
    tiles: Vec<i64>,
}

impl Numbers {
    /// Copies an array of at most `most` numbers by numpy, which converts all kinds of arrays.
    fn of_array(source: &Bound<'_, PyAny>, most: usize) -> PyResult<Self> {
        let array = integers(source)?;
        if array.getattr("size")?.extract::<usize>()? > most {
            return Err(PyValueError::new_err(format!("more than {most} cells")));
        }
        let tiles = array.call_method0("ravel")?.call_method0("tolist")?;
        let tiles = tiles
            .extract()
            .map_err(|_| PyValueError::new_err("a number of the array is too large for a tile"))?;
        Ok(Self {
            sides: array.getattr("shape")?.extract()?,
            tiles,
        })
    }

    /// Reads lists of lists, or one level more for a box.
    fn of_lists(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        const LEVELS: [&str; 3] = ["layer", "row", "column"];
        let first = source.get_item(0).and_then(|rows| rows.get_item(0));
        let is_list =
            |row: Bound<'_, PyAny>| !row.is_instance_of::<PyString>() && row.try_iter().is_ok();
        let is_box = first.is_ok_and(is_list);
        let mut numbers = Self {
            sides: Vec::new(),
            tiles: Vec::new(),
        };
        numbers.take(source, &LEVELS[usize::from(!is_box)..], "")?;
        Ok(numbers)
    }

    /// Takes the numbers of a list at a place; `levels` are the words for its items and for those
    /// within.
    fn take(&mut self, list: &Bound<'_, PyAny>, levels: &[&str], place: &str) -> PyResult<()> {
        let items = items(list, place)?;
        let depth = place.split_terminator(", ").count();
        match self.sides.get(depth) {
            None => {
                self.sides.push(items.len());
                let cells = self.sides.iter().map(|&side| side as u64).product::<u64>();
                if cells > MAX_CELLS as u64 {
                    return Err(PyValueError::new_err(format!(
                        "more than {MAX_CELLS} cells"
                    )));
                }
            }
            Some(&side) if side != items.len() => {
                let (count, level) = (items.len(), levels[0]);
                return Err(PyValueError::new_err(format!(
                    "{place}: {count} {level}s, but the first has {side}"
                )));
            }
            Some(_) => {}
        }
        for (item, nth) in items.iter().zip(1..) {
            let comma = if place.is_empty() { "" } else { ", " };
            let place = format!("{place}{comma}{} {nth}", levels[0]);
            let within = &levels[1..];
            if !within.is_empty() {
                self.take(item, within, &place)?;
                continue;
            }
            let tile: i64 = item.extract().map_err(|error: PyErr| {
                let found = shown(item);
                let is_large = error.is_instance_of::<PyOverflowError>(item.py());
                let what = if is_large {
                    "too large"
                } else {
                    "not an integer"
                };
                PyValueError::new_err(format!("{place}: {found} is {what}"))
            })?;
            self.tiles.push(tile);
        }
        Ok(())
    }
}

/// Returns an array of integers of any kind.
fn integers<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let numpy = source.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (source,))?;
    let dtype = array.getattr("dtype")?;
    if ["i", "u"].contains(&dtype.getattr("kind")?.extract::<&str>()?) {
        return Ok(array);
    }
    let words = format!("an array of {dtype}: expected integers");
    Err(PyValueError::new_err(words))
}

fn wrong_sides(sides: &[usize], expected: &str) -> PyErr {
    PyValueError::new_err(format!("an array of shape {sides:?}: expected {expected}"))
}

/// Returns the items of a list, and one more than a board can have at most: an iterator may be
/// endless.
fn items<'py>(list: &Bound<'py, PyAny>, place: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    // A board is an iterable of tiles, but no row.
    let is_board = list.is_instance_of::<Board>();
    let Some(items) = list.try_iter().ok().filter(|_| !is_board) else {
        let found = shown(list);
        return Err(PyValueError::new_err(format!(
            "{place}: expected a list, found {found}; a board has rows: [[1, 2], [3, 0]]"
        )));
    };
    items.take(MAX_CELLS + 1).collect()
}

/// Returns whether a value is an array rather than a list.
fn is_array(source: &Bound<'_, PyAny>) -> bool {
    source.hasattr("__array__").unwrap_or(false)
}

/// Returns how Python prints a value, shortened.
fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 40;
    let text = value
        .repr()
        .map_or_else(|_| "a value".into(), |it| it.to_string());
    if text.chars().count() <= MOST {
        return text;
    }
    text.chars().take(MOST).chain("...".chars()).collect()
}

/// Returns an exception whose message begins with an item of an argument: "boards[1]".
///
/// Its other attributes stay.
pub(crate) fn in_context(py: Python<'_>, items: &str, index: usize, error: PyErr) -> PyErr {
    let value = error.value(py);
    let words = format!("{items}[{index}]: {value}");
    match value.setattr("args", (words,)) {
        Ok(()) => error,
        Err(error) => error,
    }
}
