//! A partition: patterns that share out all tiles.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::error::TableError;
use super::pattern::{Pattern, check_board, draw};
use super::symmetry::Symmetry;
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
    /// [`TableError`] if there are no patterns, if they differ in shape or home, and if a tile
    /// is in none or in two of them.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Partition, TableError, Pattern};
    /// use npuzzle::Shape;
    /// let shape = Shape::square(2)?;
    /// let left = Pattern::new(shape, 3, [0, 2])?;
    /// let right = Pattern::new(shape, 3, [1])?;
    /// assert_eq!(Partition::new([left, right])?.patterns().len(), 2);
    /// assert_eq!(Partition::new([left]).unwrap_err(), TableError::Missing { cell: 1 });
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(patterns: impl IntoIterator<Item = Pattern>) -> Result<Self, TableError> {
        let patterns: Vec<Pattern> = patterns.into_iter().collect();
        let Some(first) = patterns.first() else {
            return Err(TableError::Drawing);
        };
        let mut seen = 0_u64;
        for pattern in &patterns {
            if pattern.shape() != first.shape() || pattern.home() != first.home() {
                return Err(TableError::Mixed);
            }
            if seen & pattern.mask() != 0 {
                let cell = (seen & pattern.mask()).trailing_zeros() as usize;
                return Err(TableError::Cell { cell });
            }
            seen |= pattern.mask();
        }
        let missing =
            (0..first.shape().cells()).find(|&cell| cell != first.home() && seen >> cell & 1 == 0);
        match missing {
            Some(cell) => Err(TableError::Missing { cell }),
            None => Ok(Self { patterns }),
        }
    }

    /// Returns the partition drawn as one letter a cell, in reading order, `.` for the home.
    pub(crate) fn from_letters(shape: Shape, letters: &[char]) -> Result<Self, TableError> {
        let mut cells: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        for (cell, &letter) in letters.iter().enumerate() {
            cells.entry(letter).or_default().push(cell);
        }
        let Some(&[home]) = cells.remove(&'.').as_deref() else {
            return Err(TableError::Drawing);
        };
        check_board(shape, home)?;
        let patterns = cells.into_values();
        let patterns = patterns.map(|cells| Pattern::new(shape, home, cells));
        Self::new(patterns.collect::<Result<Vec<_>, _>>()?)
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.patterns[0].shape()
    }

    /// Returns the blank's cell in the goal.
    #[must_use]
    pub fn home(&self) -> usize {
        self.patterns[0].home()
    }

    /// Returns the patterns; there is at least one.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns the partition that a symmetry of the board turns this one into.
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

/// Draws the board: the letter of the pattern for each cell, `A` to `Z` first, then `a` to `z`, and
/// `.` for the home; an empty line between layers.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, self.shape(), |cell| {
            let of = self
                .patterns
                .iter()
                .position(|pattern| pattern.mask() >> cell & 1 != 0);
            let mut letters = ('A'..='Z').chain('a'..='z').chain('\u{a1}'..);
            of.and_then(|of| letters.nth(of)).unwrap_or('.')
        })
    }
}

/// Reads a drawing: rows of single letters by line ends or `/`, layers by an empty line or `//`,
/// `.` for the home.
impl core::str::FromStr for Partition {
    type Err = TableError;

    fn from_str(drawing: &str) -> Result<Self, TableError> {
        let lines = drawing.trim().lines().flat_map(|line| line.split('/'));
        let letters = lines.map(|line| line.chars().filter(|it| !it.is_whitespace()).collect());
        let lines: Vec<Vec<char>> = letters.collect();
        let layers = lines.split(Vec::is_empty).filter(|layer| !layer.is_empty());
        let layers: Vec<&[Vec<char>]> = layers.collect();
        let first = *layers.first().ok_or(TableError::Drawing)?;
        let (rows, cols) = (first.len(), first[0].len());
        let is_full =
            |layer: &&[Vec<char>]| layer.len() == rows && layer.iter().all(|row| row.len() == cols);
        if !layers.iter().all(is_full) {
            return Err(TableError::Drawing);
        }
        let shape = Shape::new(rows, cols, layers.len()).map_err(|_| TableError::Drawing)?;
        Self::from_letters(shape, &lines.concat())
    }
}
