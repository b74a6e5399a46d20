//! Directions as text: `U`, `up` or `↑`.

use core::str::FromStr;

use crate::direction::Direction;
use crate::messages::messages;

/// The names, in the order of [`Direction::ALL`].
pub(crate) const NAMES: [&str; 6] = ["up", "down", "left", "right", "front", "back"];

/// Returns the direction of a letter, in capitals or not, or of an arrow.
pub(crate) fn sign(character: char) -> Option<Direction> {
    let of_arrow = |direction: &Direction| direction.arrow() == character;
    Direction::from_letter(character.to_ascii_uppercase())
        .or_else(|| Direction::ALL.into_iter().find(of_arrow))
}

impl FromStr for Direction {
    type Err = ParseDirectionError;

    /// Reads a letter, `U D L R F B`, a name such as `up`, both in capitals or not, or an arrow.
    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        let mut letters = text.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return sign(letter).ok_or(ParseDirectionError::Unknown);
        }
        NAMES
            .iter()
            .position(|name| text.eq_ignore_ascii_case(name))
            .map(|number| Self::ALL[number])
            .ok_or(ParseDirectionError::Unknown)
    }
}

/// Errors while reading a direction.
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
    /// The text is neither the letter, the arrow nor the name of a direction.
    Unknown,
}

messages! { ParseDirectionError;
    Self::Unknown => "a direction is U, D, L, R, F or B, its arrow, \
        or its name: up, down, left, right, front or back";
}
