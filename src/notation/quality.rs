//! Qualities as text: `optimal`, `within=1.1`, `best` or `fast`.

use core::fmt;
use core::str::FromStr;

use crate::messages::messages;
use crate::solve::Quality;

impl FromStr for Quality {
    type Err = ParseQualityError;

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
    fn from_str(text: &str) -> Result<Self, ParseQualityError> {
        Ok(match text {
            "optimal" => Self::Optimal,
            "best" => Self::Best,
            "fast" => Self::Fast,
            _ => {
                let factor = text.strip_prefix("within=");
                let factor = factor.ok_or(ParseQualityError::Unknown)?;
                let percent = excess(factor).ok_or(ParseQualityError::Factor)?;
                Self::Within { percent }
            }
        })
    }
}

/// Returns by how many hundredths a decimal number is above 1, rounded down.
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

/// Reasons why a text is not a quality.
///
/// ```
/// use npuzzle::Quality;
/// let error = "good".parse::<Quality>().unwrap_err();
/// assert_eq!(error.to_string(), "a quality is optimal, within=FACTOR, best or fast");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseQualityError {
    /// The text is not the name of a quality.
    Unknown,
    /// The factor after `within=` is not a number, or is out of range.
    Factor,
}

messages! { ParseQualityError;
    Self::Unknown => "a quality is optimal, within=FACTOR, best or fast";
    Self::Factor => "the factor of a quality is a number from 1 to 656.35: within=1.1";
}
