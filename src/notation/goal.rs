//! Goals as text: `blank-last`, `blank-first`, `snail`, or a board.

use core::fmt;
use core::str::FromStr;

use crate::goal::Goal;
use crate::messages::messages;
use crate::notation::board_error::ParseBoardError;
use crate::notation::numbers::BYTE_ORDER_MARK;

impl FromStr for Goal {
    type Err = ParseGoalError;

    /// Reads `blank-last`, `blank-first`, `snail`, or a board.
    ///
    /// ```
    /// use npuzzle::Goal;
    /// assert_eq!("snail".parse(), Ok(Goal::Snail));
    /// let goal: Goal = "1 2 3 8 0 4 7 6 5".parse()?; // nine bare numbers are a square
    /// assert_eq!(goal.to_string(), "1 2 3/8 0 4/7 6 5");
    /// # Ok::<_, npuzzle::notation::ParseGoalError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseGoalError> {
        let name = text.trim_start_matches(BYTE_ORDER_MARK).trim();
        Ok(match name {
            "blank-last" => Self::BlankLast,
            "blank-first" => Self::BlankFirst,
            "snail" => Self::Snail,
            _ if name.starts_with(char::is_alphabetic) => {
                return Err(ParseGoalError::Unknown);
            }
            _ => Self::Custom(text.parse().map_err(ParseGoalError::Board)?),
        })
    }
}

/// Prints `blank-last`, `blank-first`, `snail`, or the board in one line. All can be parsed again.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Snail => f.write_str("snail"),
            Self::Custom(board) => write!(f, "{board}"),
        }
    }
}

/// Errors while reading a goal.
///
/// ```
/// use npuzzle::Goal;
/// let error = "spiral".parse::<Goal>().unwrap_err();
/// assert_eq!(error.to_string(), "a goal is blank-last, blank-first, snail or a board");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseGoalError {
    /// A word that is not the name of a goal.
    Unknown,
    /// Not a name, and not a board either.
    Board(ParseBoardError),
}

messages! { ParseGoalError, through Board;
    Self::Unknown => "a goal is blank-last, blank-first, snail or a board";
}
