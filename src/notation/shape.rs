//! Shapes as text: `4 x 4`.

use core::str::FromStr;

use crate::messages::{conversions, messages};
use crate::shape::{Shape, ShapeError};

/// The separators that may stand between two sides.
pub(crate) const SIDE_SEPARATORS: [char; 3] = ['x', 'X', '×'];

impl FromStr for Shape {
    type Err = ParseShapeError;

    /// Reads rows, columns and layers: `3x5`, `3 x 5` or `4x4x4`. A lone `4` is `4x4`.
    ///
    /// ```
    /// use npuzzle::Shape;
    /// assert_eq!("3x5".parse(), Ok(Shape::rectangle(3, 5)?));
    /// assert_eq!("4".parse(), Ok(Shape::square(4)?));
    /// # Ok::<_, npuzzle::ShapeError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseShapeError> {
        let mut sides = [0; 3];
        let mut count = 0;
        let mut byte = 0;
        for part in text.split_inclusive(SIDE_SEPARATORS) {
            let digits = part.trim_end_matches(SIDE_SEPARATORS);
            let number = digits.trim();
            let start = byte + digits.len() - digits.trim_start().len();
            if count == sides.len() {
                return Err(ParseShapeError::TooManySides { byte: start });
            }
            sides[count] = side(number).ok_or(ParseShapeError::Side { byte: start })?;
            count += 1;
            byte += part.len();
        }
        if count == 0 || text.ends_with(SIDE_SEPARATORS) {
            return Err(ParseShapeError::Side { byte: text.len() });
        }
        Ok(match sides {
            [side, ..] if count == 1 => Self::square(side),
            [rows, cols, _] if count == 2 => Self::rectangle(rows, cols),
            [rows, cols, layers] => Self::new(rows, cols, layers),
        }?)
    }
}

/// Reads a side; one that no number holds becomes the largest, which no board has either.
fn side(digits: &str) -> Option<usize> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().unwrap_or(usize::MAX))
}

/// Reasons why a text is not the shape of a board.
///
/// ```
/// use npuzzle::Shape;
/// let error = "4 by 4".parse::<Shape>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 0: expected a side; a shape is written as 4x4 or 3x3x3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseShapeError {
    /// A side is missing or is not a number.
    Side {
        /// The first byte of the side, counted from 0.
        byte: usize,
    },
    /// There are more than three sides.
    TooManySides {
        /// The first byte of the fourth side, counted from 0.
        byte: usize,
    },
    /// The sides are numbers, but not those of a board.
    Shape(ShapeError),
}

messages! { ParseShapeError, through Shape;
    Self::Side { byte } => "byte {byte}: expected a side; a shape is written as 4x4 or 3x3x3";
    Self::TooManySides { byte } => "byte {byte}: a fourth side; a shape is written as 4x4 or 3x3x3";
}

conversions! { ParseShapeError;
    error: ShapeError => Self::Shape(error);
}
