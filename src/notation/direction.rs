//! Directions as text: `U` or `up`.

use core::fmt;
use core::str::FromStr;

use crate::direction::Direction;

/// The names, in the order of [`Direction::ALL`].
const NAMES: [&str; 6] = ["up", "down", "left", "right", "front", "back"];

impl FromStr for Direction {
    type Err = ParseDirectionError;

    /// Reads a capital letter, `U D L R F B`, or a name such as `up`, in capitals or not.
    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return Self::from_letter(letter).ok_or(ParseDirectionError::Unknown);
        }
        NAMES
            .iter()
            .position(|name| text.eq_ignore_ascii_case(name))
            .map(|number| Self::ALL[number])
            .ok_or(ParseDirectionError::Unknown)
    }
}

/// Why a text is not a direction.
///
/// ```
/// use npuzzle::Direction;
/// assert_eq!("left".parse::<Direction>()?, Direction::Left);
/// let error = "west".parse::<Direction>().unwrap_err();
/// assert!(error.to_string().starts_with("a direction is U, D, L, R, F or B"));
/// # Ok::<_, npuzzle::notation::ParseDirectionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseDirectionError {
    /// The text is neither the letter nor the name of a direction.
    Unknown,
}

impl fmt::Display for ParseDirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a direction is U, D, L, R, F or B, or its name: up, down, left, right, front or back",
        )
    }
}

impl core::error::Error for ParseDirectionError {}
