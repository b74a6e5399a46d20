//! Moves as places: the cells or the coordinates of the tiles that move.

use alloc::format;
use alloc::vec::Vec;

use crate::cells::Cells;
use crate::dyn_board::DynBoard;
use crate::moves::Moves;
use crate::notation::grid::without_comments;
use crate::notation::moves::{ALWAYS_READ, MOVES_PER_BYTE};
use crate::parse_error::{ParseError, ParseErrorKind as Kind};
use crate::puzzle::Puzzle;

impl Moves {
    /// Reads the cells of the tiles that move, which the blank goes to: `6 9` on 3 x 3, counted
    /// from 1 in reading order. A cell further away in line with the blank moves the whole run.
    ///
    /// White space, commas, semicolons, parentheses and brackets separate the numbers; `#` and `//`
    /// begin comments.
    ///
    /// # Errors
    /// [`ParseError`] names the byte and the move at fault: a sign that is no number, or a cell that
    /// is not on the board, not in line with the blank, or the blank's own. The number of moves is
    /// limited as for [`parse_as`](Self::parse_as).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Moves};
    /// let board: Board<3> = "1 2 3/4 0 5/7 8 6".parse()?;
    /// assert_eq!(Moves::parse_cells(&board, "6, 9")?.to_string(), "LU");
    /// let error = Moves::parse_cells(&board, "6 8").unwrap_err();
    /// let message = "byte 2: the tile in row 3, column 2 is not in line with the blank in row 2, \
    ///     column 3 in move 2";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    pub fn parse_cells(board: &impl Puzzle, text: &str) -> Result<Self, ParseError> {
        clicks(board, text, 1)
    }

    /// Reads the coordinates of the tiles that move: row, column and, in a box, layer, each from 1:
    /// `2 3, 3 3`. All else is as for [`parse_cells`](Self::parse_cells).
    ///
    /// # Errors
    /// As [`parse_cells`](Self::parse_cells), and if the last coordinates are not complete.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Moves};
    /// let board: Board<3> = "1 2 3/4 0 5/7 8 6".parse()?;
    /// for text in ["2 3, 3 3", "(2,3) (3,3)", "[[2, 3], [3, 3]]"] {
    ///     assert_eq!(Moves::parse_coordinates(&board, text)?.to_string(), "LU");
    /// }
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    pub fn parse_coordinates(board: &impl Puzzle, text: &str) -> Result<Self, ParseError> {
        let axes = if board.shape().layers() > 1 { 3 } else { 2 };
        clicks(board, text, axes)
    }
}

/// Reads moves, each of `axes` numbers, and plays them as clicks on a board.
fn clicks(board: &impl Puzzle, text: &str, axes: usize) -> Result<Moves, ParseError> {
    let shape = board.shape();
    let mut board = DynBoard::of(board.view());
    let plain = without_comments(text, &["#", "//"]);
    let limit = (text.len() as u64 * MOVES_PER_BYTE).max(ALWAYS_READ);
    let separates = |it: char| it.is_whitespace() || ",;()[]".contains(it);
    let words = plain.split(separates).filter(|word| !word.is_empty());
    let numbers = words.map(|word| {
        let byte = word.as_ptr() as usize - plain.as_ptr() as usize;
        let number = word.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        let expected = "a number from 1 on, of a cell, a row or a column";
        let number = number.ok_or_else(|| ParseError::sign(text, byte, expected))?;
        Ok::<_, ParseError>((byte, number))
    });
    let numbers: Vec<(usize, usize)> = numbers.collect::<Result<_, _>>()?;
    let mut moves = Moves::new();
    for (nth, place) in (1..).zip(numbers.chunks(axes)) {
        let byte = place[0].0;
        let cell = match *place {
            _ if place.len() < axes => {
                let message = format!("byte {byte}: coordinates are {axes} numbers");
                return Err(ParseError::new(Kind::Number, text, byte, message));
            }
            [(_, row), (_, column)] => shape.cell(row, column),
            [(_, row), (_, column), (_, layer)] => shape.cell_in(layer, row, column),
            _ => Some(place[0].1).filter(|&cell| cell < shape.cells()),
        };
        let fault = match cell.map(|cell| (cell == board.blank(), board.slide_cell(cell))) {
            Some((_, Ok(run))) if (moves.len() + run.len()) as u64 > limit => {
                let message = format!("more than {limit} moves, too many for so short a text");
                return Err(ParseError::new(Kind::TooLong, text, byte, message));
            }
            Some((false, Ok(run))) => {
                moves.extend(run.iter().map(|it| it.direction));
                continue;
            }
            Some((false, Err(fault))) => format!("{fault}"),
            Some((true, _)) => "the blank is there".into(),
            None => format!("no such cell on {shape}"),
        };
        let message = format!("byte {byte}: {fault} in move {nth}");
        return Err(ParseError::new(Kind::Move, text, byte, message));
    }
    Ok(moves)
}
