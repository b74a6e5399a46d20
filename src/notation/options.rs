//! Options as text: shapes, metrics, heuristics, qualities, and the names of other
//! options.

use alloc::vec::Vec;
#[cfg(feature = "solver")]
use core::fmt;
use core::str::FromStr;

use crate::metric::Metric;
use crate::parse_error::{ParseError, ParseErrorKind as Kind};
#[cfg(feature = "solver")]
use crate::prepare::HeuristicKind;
use crate::sample::Difficulty;
use crate::shape::Shape;
#[cfg(feature = "solver")]
use crate::solve::Quality;

/// The separators that may stand between two sides.
pub(crate) const SIDE_SEPARATORS: [char; 3] = ['x', 'X', '×'];

impl FromStr for Shape {
    type Err = ParseError;

    /// Reads rows, columns and layers: `3x5`, `3 x 5` or `4x4x4`. A lone `4` is `4x4`.
    ///
    /// ```
    /// use npuzzle::Shape;
    /// assert_eq!("3x5".parse(), Ok(Shape::rectangle(3, 5)?));
    /// assert_eq!("4".parse(), Ok(Shape::square(4)?));
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let message = "a shape is written as 4x4 or 3x3x3";
        // A side too large for a number is too large for a board.
        let side = |text: &str| match text.trim() {
            digits if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) => None,
            digits => Some(digits.parse().unwrap_or(usize::MAX)),
        };
        let sides: Option<Vec<usize>> = text.split(SIDE_SEPARATORS).take(4).map(side).collect();
        match sides.unwrap_or_default()[..] {
            [side] => Self::square(side),
            [rows, columns] => Self::rectangle(rows, columns),
            [rows, columns, layers] => Self::new(rows, columns, layers),
            _ => return Err(ParseError::new(Kind::Sign, text, 0, message)),
        }
        .map_err(|error| ParseError::new(Kind::Shape, text, 0, error))
    }
}

/// Implements `Display` and `FromStr` by the names of all values, given the message for other text.
macro_rules! named {
    ($type:ident, $expected:literal; $($variant:ident => $name:literal),+) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(match self {
                    $(Self::$variant => $name),+
                })
            }
        }

        impl core::str::FromStr for $type {
            type Err = crate::parse_error::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(crate::parse_error::ParseError::name(text, $expected)),
                }
            }
        }
    };
}

pub(crate) use named;

named!(
    Difficulty,
    "a difficulty is easy, medium or hard";
    Easy => "easy",
    Medium => "medium",
    Hard => "hard"
);

named!(Metric, "a metric is stm or mtm"; SingleTile => "stm", MultiTile => "mtm");

#[cfg(feature = "solver")]
named!(
    HeuristicKind,
    "a heuristic is auto, manhattan, linear-conflict, walking-distance or patterns";
    Auto => "auto",
    Manhattan => "manhattan",
    LinearConflict => "linear-conflict",
    WalkingDistance => "walking-distance",
    Patterns => "patterns"
);

#[cfg(feature = "solver")]
impl FromStr for Quality {
    type Err = ParseError;

    /// Reads `optimal`, `within=FACTOR`, `best` or `fast`.
    ///
    /// The factor is a decimal number from 1 to 656.35, of which two decimals count, rounded down.
    ///
    /// ```
    /// use npuzzle::Quality;
    /// assert_eq!("within=1.1".parse(), Ok(Quality::Within { percent: 10 }));
    /// assert_eq!(Quality::Within { percent: 10 }.to_string(), "within=1.1");
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = match (text, text.strip_prefix("within=").map(excess)) {
            ("optimal", _) => return Ok(Self::Optimal),
            ("best", _) => return Ok(Self::Best),
            ("fast", _) => return Ok(Self::Fast),
            (_, Some(Some(percent))) => return Ok(Self::Within { percent }),
            (_, Some(None)) => "the factor of a quality is a number from 1 to 656.35: within=1.1",
            (_, None) => "a quality is optimal, within=FACTOR, best or fast",
        };
        Err(ParseError::name(text, expected))
    }
}

/// Returns the hundredths by which a decimal number exceeds 1, rounded down.
#[cfg(feature = "solver")]
fn excess(factor: &str) -> Option<u16> {
    let is_decimal = factor.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let factor: f64 = factor.parse().ok().filter(|_| is_decimal)?;
    // A hundredth that only rounding takes from the number counts: an error of 2e-11 at most.
    let hundredths = (factor * 100.0 + 2e-11) as u32;
    hundredths.checked_sub(100)?.try_into().ok()
}

/// Prints `optimal`, `within=1.1`, `best` or `fast`. All can be parsed again.
#[cfg(feature = "solver")]
impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal => f.write_str("optimal"),
            Self::Within { percent } => {
                write!(f, "within={}", (100.0 + f64::from(*percent)) / 100.0)
            }
            Self::Best => f.write_str("best"),
            Self::Fast => f.write_str("fast"),
        }
    }
}
