//! A partition: patterns that share out all tiles.

use alloc::vec::Vec;
use core::fmt;

use super::pattern::{Pattern, PatternError, check_board, draw};
use super::symmetry::Symmetry;
use crate::messages::messages;
use crate::shape::Shape;

/// Patterns that share out all tiles of a board, so that the distances in their tables may be
/// added.
///
/// ```
/// use npuzzle::{Shape, tables::Partition};
///
/// let partition: Partition = "
///     A A B
///     A A B
///     C C ."
///     .parse()?;
/// assert_eq!(partition.shape(), Shape::new(3, 3, 1)?);
/// assert_eq!(partition.home(), 8);
/// assert_eq!(partition.patterns()[1].cells().collect::<Vec<_>>(), [2, 5]);
/// assert_eq!(partition.to_string(), "A A B\nA A B\nC C .");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition {
    patterns: Vec<Pattern>,
}

impl Partition {
    /// Returns the partition into these patterns.
    ///
    /// # Errors
    /// [`PartitionError`] if there are no patterns, if they differ in shape or home, and if a tile
    /// is in none or in two of them.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Partition, PartitionError, Pattern};
    /// use npuzzle::Shape;
    /// let shape = Shape::square(2)?;
    /// let left = Pattern::new(shape, 3, [0, 2])?;
    /// let right = Pattern::new(shape, 3, [1])?;
    /// assert_eq!(Partition::new([left, right])?.patterns().len(), 2);
    /// assert_eq!(Partition::new([left]).unwrap_err(), PartitionError::Missing { cell: 1 });
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(patterns: impl IntoIterator<Item = Pattern>) -> Result<Self, PartitionError> {
        let patterns: Vec<Pattern> = patterns.into_iter().collect();
        let Some(first) = patterns.first() else {
            return Err(PartitionError::Empty);
        };
        let mut seen = 0_u64;
        for pattern in &patterns {
            if pattern.shape() != first.shape() || pattern.home() != first.home() {
                return Err(PartitionError::Mixed);
            }
            if seen & pattern.mask() != 0 {
                let cell = (seen & pattern.mask()).trailing_zeros() as usize;
                return Err(PartitionError::Twice { cell });
            }
            seen |= pattern.mask();
        }
        let missing =
            (0..first.shape().cells()).find(|&cell| cell != first.home() && seen >> cell & 1 == 0);
        match missing {
            Some(cell) => Err(PartitionError::Missing { cell }),
            None => Ok(Self { patterns }),
        }
    }

    /// Returns the partition drawn as one letter a cell, in reading order, `.` for the home.
    pub(crate) fn from_letters(shape: Shape, letters: &[char]) -> Result<Self, PartitionError> {
        let home = letters.iter().position(|&letter| letter == '.');
        let home = home.ok_or(PartitionError::Home)?;
        if letters.iter().filter(|&&letter| letter == '.').count() != 1 {
            return Err(PartitionError::Home);
        }
        check_board(shape, home).map_err(PartitionError::Pattern)?;
        let mut names = Vec::new();
        for letter in letters.iter().filter(|&&letter| letter != '.') {
            if let Err(at) = names.binary_search(letter) {
                names.insert(at, *letter);
            }
        }
        let patterns = names.iter().map(|name| {
            let cells = (0..letters.len()).filter(|&cell| letters[cell] == *name);
            Pattern::new(shape, home, cells).map_err(PartitionError::Pattern)
        });
        Self::new(patterns.collect::<Result<Vec<_>, _>>()?)
    }

    /// Returns the shape of the boards.
    ///
    /// ```
    /// use npuzzle::tables::Partition;
    /// let partition: Partition = "A A B / B B .".parse()?;
    /// assert_eq!(partition.shape().to_string(), "2 x 3");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.patterns[0].shape()
    }

    /// Returns the blank's cell in the goal.
    ///
    /// ```
    /// use npuzzle::tables::Partition;
    /// let partition: Partition = "A A B / B B .".parse()?;
    /// assert_eq!(partition.home(), 5); // the dot
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn home(&self) -> usize {
        self.patterns[0].home()
    }

    /// Returns the patterns; there is at least one.
    ///
    /// ```
    /// use npuzzle::tables::Partition;
    /// let partition: Partition = "A A B / B B .".parse()?;
    /// assert!(partition.patterns()[0].cells().eq([0, 1]));
    /// assert!(partition.patterns()[1].cells().eq([2, 3, 4]));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns the partition that a symmetry of the board turns this one into.
    ///
    /// # Panics
    /// If the symmetry is one of a smaller shape.
    pub(crate) fn image(&self, symmetry: &Symmetry) -> Self {
        Self {
            patterns: self
                .patterns
                .iter()
                .map(|pattern| pattern.image(symmetry))
                .collect(),
        }
    }
}

/// Draws the board: the letter of the pattern for each cell, `.` for the home; an empty line
/// between layers.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, self.shape(), |cell| {
            let of = self
                .patterns
                .iter()
                .position(|pattern| pattern.mask() >> cell & 1 != 0);
            of.map_or('.', letter)
        })
    }
}

/// Returns the letter of a pattern: `A` to `Z`, then `a` to `z`, then whatever follows.
fn letter(number: usize) -> char {
    let number = number as u8;
    char::from(match number {
        0..26 => b'A' + number,
        26..52 => b'a' + number - 26,
        _ => 0xA1 + number - 52,
    })
}

/// Reads a drawing: rows of single letters by line ends or `/`, layers by an empty line or `//`,
/// `.` for the home.
impl core::str::FromStr for Partition {
    type Err = PartitionError;

    fn from_str(drawing: &str) -> Result<Self, PartitionError> {
        let (mut letters, mut layers) = (Vec::new(), Vec::new());
        let mut cols = 0;
        let mut gap = true;
        for line in drawing.trim().lines().flat_map(|line| line.split('/')) {
            let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
            if row.is_empty() {
                gap = true;
                continue;
            }
            if gap {
                layers.push(0);
            }
            gap = false;
            if letters.is_empty() {
                cols = row.len();
            }
            if row.len() != cols {
                return Err(PartitionError::Ragged);
            }
            if let Some(rows) = layers.last_mut() {
                *rows += 1;
            }
            letters.extend(row);
        }
        let rows = *layers.first().ok_or(PartitionError::Empty)?;
        if layers.iter().any(|&other| other != rows) {
            return Err(PartitionError::Ragged);
        }
        let shape = Shape::new(rows, cols, layers.len()).map_err(|_| PartitionError::Ragged)?;
        Self::from_letters(shape, &letters)
    }
}

/// Patterns that don't make a partition.
///
/// # Examples
/// ```
/// use npuzzle::tables::{Partition, PartitionError};
/// let error = "A A B / B B B".parse::<Partition>().unwrap_err();
/// assert_eq!(error, PartitionError::Home);
/// assert_eq!(error.to_string(), "a drawing has one home, written as a dot");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartitionError {
    /// There are no patterns.
    Empty,
    /// The patterns differ in shape or home.
    Mixed,
    /// A tile is in two patterns.
    Twice {
        /// The cell that the tile belongs to, counted from 0.
        cell: usize,
    },
    /// A tile is in no pattern.
    Missing {
        /// The cell that the tile belongs to, counted from 0.
        cell: usize,
    },
    /// The drawing has no home, or several.
    Home,
    /// The drawing has rows of different lengths, or layers of different heights.
    Ragged,
    /// A pattern is none.
    Pattern(PatternError),
    /// Even the smallest tables take more memory than allowed.
    Budget {
        /// The memory that the smallest tables take, in bytes.
        bytes: u64,
    },
}

messages! { PartitionError, through Pattern;
    Self::Empty => "a partition needs patterns";
    Self::Mixed => "the patterns are of different boards or homes";
    Self::Twice { cell } => "the tile of cell {cell} is in two patterns";
    Self::Missing { cell } => "the tile of cell {cell} is in no pattern";
    Self::Home => "a drawing has one home, written as a dot";
    Self::Ragged => "the rows or layers of the drawing differ in length";
    Self::Budget { bytes } => "the smallest tables take {bytes} bytes";
}
