//! Goals as text: `blank-last`, `blank-first`, `snail`, or a board.

use core::fmt;
use core::str::FromStr;

use crate::goal::Goal;
use crate::notation::board::ParseBoardError;

impl FromStr for Goal {
    type Err = ParseBoardError;

    /// Reads `blank-last`, `blank-first`, `snail`, or a board.
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        Ok(match text.trim() {
            "blank-last" => Self::BlankLast,
            "blank-first" => Self::BlankFirst,
            "snail" => Self::Snail,
            board => Self::Custom(board.parse()?),
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
