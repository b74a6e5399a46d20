//! Directions as text: `U` or `↑`.

use core::str::FromStr;

use crate::direction::Direction;
use crate::messages::messages;

/// Returns the direction of a letter, in capitals or not, or of an arrow.
pub(crate) fn sign(character: char) -> Option<Direction> {
    let of_arrow = |direction: &Direction| direction.arrow() == character;
    Direction::from_letter(character.to_ascii_uppercase())
        .or_else(|| Direction::ALL.into_iter().find(of_arrow))
}

impl FromStr for Direction {
    type Err = ParseDirectionError;

    /// Reads a letter, `U D L R F B`, in capitals or not, or an arrow.
    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        let mut signs = text.chars();
        let only = signs.next().filter(|_| signs.next().is_none());
        only.and_then(sign).ok_or(ParseDirectionError::Unknown)
    }
}

/// Errors while reading a direction.
///
/// ```
/// use npuzzle::Direction;
/// assert_eq!("l".parse::<Direction>()?, Direction::Left);
/// let error = "west".parse::<Direction>().unwrap_err();
/// assert!(error.to_string().starts_with("a direction is U, D, L, R, F or B"));
/// # Ok::<_, npuzzle::notation::ParseDirectionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseDirectionError {
    /// The text is neither the letter nor the arrow of a direction.
    Unknown,
}

messages! { ParseDirectionError;
    Self::Unknown => "a direction is U, D, L, R, F or B, or its arrow";
}
