//! Heuristics as text: `auto`, `manhattan`, `linear-conflict`, `walking-distance` or `patterns`.

use core::fmt;
use core::str::FromStr;

use crate::messages::messages;
use crate::prepare::HeuristicKind;

/// All kinds.
const KINDS: [HeuristicKind; 5] = [
    HeuristicKind::Auto,
    HeuristicKind::Manhattan,
    HeuristicKind::LinearConflict,
    HeuristicKind::WalkingDistance,
    HeuristicKind::Patterns,
];

const fn name(kind: HeuristicKind) -> &'static str {
    match kind {
        HeuristicKind::Auto => "auto",
        HeuristicKind::Manhattan => "manhattan",
        HeuristicKind::LinearConflict => "linear-conflict",
        HeuristicKind::WalkingDistance => "walking-distance",
        HeuristicKind::Patterns => "patterns",
    }
}

impl FromStr for HeuristicKind {
    type Err = ParseHeuristicError;

    /// Reads `auto`, `manhattan`, `linear-conflict`, `walking-distance` or `patterns`.
    ///
    /// ```
    /// use npuzzle::HeuristicKind;
    /// assert_eq!("linear-conflict".parse(), Ok(HeuristicKind::LinearConflict));
    /// assert_eq!(HeuristicKind::LinearConflict.to_string(), "linear-conflict");
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseHeuristicError> {
        let mut kinds = KINDS.into_iter();
        let found = kinds.find(|&kind| name(kind) == text);
        found.ok_or(ParseHeuristicError::Unknown)
    }
}

/// Prints the name that is parsed.
impl fmt::Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(*self))
    }
}

/// Reasons why a text is not a heuristic.
///
/// # Examples
/// ```
/// use npuzzle::HeuristicKind;
/// use npuzzle::notation::ParseHeuristicError;
/// assert_eq!("euclid".parse::<HeuristicKind>(), Err(ParseHeuristicError::Unknown));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseHeuristicError {
    /// The text is not the name of a heuristic.
    Unknown,
}

messages! { ParseHeuristicError;
    Self::Unknown =>
        "a heuristic is auto, manhattan, linear-conflict, walking-distance or patterns";
}
