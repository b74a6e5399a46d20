//! Goals as text: `blank-last`, `blank-first`, `snail`, or a board, with `*` for any tile.

use core::fmt;
use core::str::FromStr;

use crate::goal::Goal;
use crate::notation::board::write_cells;
use crate::notation::grid::{Form, plain_text, read};
use crate::parse_error::ParseError;

impl FromStr for Goal {
    type Err = ParseError;

    /// Reads what is printed: `blank-last`, `blank-first`, `snail`, or a board as
    /// [`DynBoard`](crate::DynBoard) reads it, with `*` for any tile. Other forms are read by
    /// [`read_goal`].
    ///
    /// ```
    /// use npuzzle::Goal;
    /// assert_eq!("snail".parse(), Ok(Goal::Snail));
    /// let first_row: Goal = "1 2 3/* * */* * *".parse()?;
    /// assert!(matches!(first_row, Goal::Partial(_)));
    /// let error = "1 2 3/* * */* 2 *".parse::<Goal>().unwrap_err();
    /// assert_eq!(format!("{error:#}"), "row 3: tile 2 appears twice");
    /// let error = "spiral".parse::<Goal>().unwrap_err();
    /// assert_eq!(error.to_string(), "a goal is blank-last, blank-first, snail or a board, with * for any tile");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        named_or_read(text, text, Form::Printed)
    }
}

/// Reads a goal by its name, or as a board in any of the forms in [`notation`](crate::notation),
/// with `*` for any tile.
///
/// # Errors
/// [`ParseError`] if the text has no reading, or more than one.
///
/// # Examples
/// ```
/// use npuzzle::notation::read_goal;
/// let goal = read_goal("1 2 3 8 0 4 7 6 5")?; // nine bare numbers are a square
/// assert_eq!(goal.to_string(), "1 2 3/8 0 4/7 6 5");
/// assert_eq!(read_goal("[[1,2],[*,*]]")?.to_string(), "1 2/* *");
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
pub fn read_goal(text: &str) -> Result<Goal, ParseError> {
    named_or_read(text, &plain_text(text), Form::Any)
}

/// Reads the name of a goal, or a board in a form.
fn named_or_read(text: &str, plain: &str, form: Form) -> Result<Goal, ParseError> {
    let expected = "a goal is blank-last, blank-first, snail or a board, with * for any tile";
    let name = plain.trim();
    match name {
        "blank-last" => Ok(Goal::BlankLast),
        "blank-first" => Ok(Goal::BlankFirst),
        "snail" => Ok(Goal::Snail),
        _ => match read(text, (plain, 0), form, true) {
            Err(_) if name.starts_with(char::is_alphabetic) => {
                Err(ParseError::name(text, expected))
            }
            read => read,
        },
    }
}

/// Prints `blank-last`, `blank-first`, `snail`, or the board as a board prints (`{:#}`: a grid),
/// `*` for any tile. All can be parsed again.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Snail => f.write_str("snail"),
            Self::Custom(board) => fmt::Display::fmt(board, f),
            Self::Partial(goal) => write_cells(goal.first.shape(), goal.cells(), f),
        }
    }
}
