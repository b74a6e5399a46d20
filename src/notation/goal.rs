//! Goals as text: `blank-last`, `blank-first`, `snail`, or a board, with `*` for any tile.

use core::fmt;
use core::str::FromStr;

use crate::goal::Goal;
use crate::notation::board::write_cells;
use crate::notation::grid::{BYTE_ORDER_MARK, read_goal};
use crate::parse_error::ParseError;

impl FromStr for Goal {
    type Err = ParseError;

    /// Reads `blank-last`, `blank-first`, `snail`, or a board, with `*` for any tile.
    ///
    /// ```
    /// use npuzzle::Goal;
    /// assert_eq!("snail".parse(), Ok(Goal::Snail));
    /// let goal: Goal = "1 2 3 8 0 4 7 6 5".parse()?; // nine bare numbers are a square
    /// assert_eq!(goal.to_string(), "1 2 3/8 0 4/7 6 5");
    /// let first_row: Goal = "1 2 3/* * */* * *".parse()?;
    /// assert!(matches!(first_row, Goal::Partial(_)));
    /// let error = "1 2 3/* * */* 2 *".parse::<Goal>().unwrap_err();
    /// assert_eq!(format!("{error:#}"), "row 3: tile 2 appears twice");
    /// let error = "spiral".parse::<Goal>().unwrap_err();
    /// assert_eq!(error.to_string(), "a goal is blank-last, blank-first, snail or a board, with * for any tile");
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let name = text.trim_start_matches(BYTE_ORDER_MARK).trim();
        Ok(match name {
            "blank-last" => Self::BlankLast,
            "blank-first" => Self::BlankFirst,
            "snail" => Self::Snail,
            _ => read_goal(text).map_err(|error| {
                let expected =
                    "a goal is blank-last, blank-first, snail or a board, with * for any tile";
                if name.starts_with(char::is_alphabetic) {
                    ParseError::name(text, expected)
                } else {
                    error
                }
            })?,
        })
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
