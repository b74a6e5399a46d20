//! Options as text: metrics, heuristics, qualities, and the names of other options.

use core::fmt;
#[cfg(feature = "solver")]
use core::str::FromStr;

#[cfg(feature = "solver")]
use crate::metric::Metric;
#[cfg(feature = "solver")]
use crate::prepare::HeuristicKind;
#[cfg(feature = "solver")]
use crate::solve::Quality;

/// The error for a text that is not the name of an option. Its message lists the names.
///
/// ```
/// use npuzzle::notation::Notation;
/// assert_eq!("blank".parse(), Ok(Notation::Blank));
/// let error = "cube".parse::<Notation>().unwrap_err();
/// assert_eq!(error.to_string(), "a notation of moves is tile, blank or arrows");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOptionError(pub(crate) &'static str);

impl fmt::Display for ParseOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for ParseOptionError {}

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
            type Err = crate::notation::ParseOptionError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(crate::notation::ParseOptionError($expected)),
                }
            }
        }
    };
}

pub(crate) use named;

#[cfg(feature = "solver")]
named!(Metric, "a metric is tiles or slides"; Tiles => "tiles", Slides => "slides");

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
    type Err = ParseOptionError;

    /// Reads `optimal`, `within=FACTOR`, `best` or `fast`.
    ///
    /// The factor is a decimal number from 1 to 656.35, of which two decimals count: what is asked
    /// for is never exceeded.
    ///
    /// ```
    /// use npuzzle::Quality;
    /// assert_eq!("within=1.1".parse(), Ok(Quality::Within { percent: 10 }));
    /// assert_eq!(Quality::Within { percent: 10 }.to_string(), "within=1.1");
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseOptionError> {
        Ok(match text {
            "optimal" => Self::Optimal,
            "best" => Self::Best,
            "fast" => Self::Fast,
            _ => {
                let factor = text.strip_prefix("within=");
                let factor = factor.ok_or(ParseOptionError(
                    "a quality is optimal, within=FACTOR, best or fast",
                ))?;
                let percent = excess(factor).ok_or(ParseOptionError(
                    "the factor of a quality is a number from 1 to 656.35: within=1.1",
                ))?;
                Self::Within { percent }
            }
        })
    }
}

/// Returns by how many hundredths a decimal number is above 1, rounded down.
#[cfg(feature = "solver")]
fn excess(factor: &str) -> Option<u16> {
    let (whole, decimals) = factor.split_once('.').unwrap_or((factor, "0"));
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let mut digits = decimals.bytes().map(|digit| u32::from(digit - b'0'));
    let tenths = digits.next().unwrap_or(0);
    let hundredths = 10 * tenths + digits.next().unwrap_or(0);
    let whole: u32 = whole.parse().ok()?;
    let percent = whole.checked_mul(100)?.checked_add(hundredths)?;
    percent.checked_sub(100)?.try_into().ok()
}

/// Prints `optimal`, `within=1.1`, `best` or `fast`. All can be parsed again.
#[cfg(feature = "solver")]
impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::Within { percent } => {
                let (whole, hundredths) = (1 + percent / 100, percent % 100);
                return match (hundredths / 10, hundredths % 10) {
                    (0, 0) => write!(f, "within={whole}"),
                    (tenths, 0) => write!(f, "within={whole}.{tenths}"),
                    _ => write!(f, "within={whole}.{hundredths:02}"),
                };
            }
            Self::Best => "best",
            Self::Fast => "fast",
        })
    }
}
