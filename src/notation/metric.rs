//! Metrics as text: `tiles` or `slides`.

use core::fmt;
use core::str::FromStr;

use crate::messages::messages;
use crate::metric::Metric;

impl FromStr for Metric {
    type Err = ParseMetricError;

    /// Reads `tiles` or `slides`.
    ///
    /// ```
    /// use npuzzle::Metric;
    /// assert_eq!("slides".parse(), Ok(Metric::Slides));
    /// assert_eq!(Metric::Slides.to_string(), "slides");
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseMetricError> {
        match text {
            "tiles" => Ok(Self::Tiles),
            "slides" => Ok(Self::Slides),
            _ => Err(ParseMetricError::Unknown),
        }
    }
}

/// Prints `tiles` or `slides`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tiles => "tiles",
            Self::Slides => "slides",
        })
    }
}

/// Reasons why a text is not a metric.
///
/// # Examples
/// ```
/// use npuzzle::Metric;
/// use npuzzle::notation::ParseMetricError;
/// assert_eq!("miles".parse::<Metric>(), Err(ParseMetricError::Unknown));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMetricError {
    /// The text is not the name of a metric.
    Unknown,
}

messages! { ParseMetricError;
    Self::Unknown => "a metric is tiles or slides";
}
