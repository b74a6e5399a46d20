//! A partition: patterns that share out all tiles.

use alloc::vec::Vec;
use core::fmt;

use super::error::TableError;
use super::pattern::{Pattern, check_board};
use super::symmetry::Symmetry;
use crate::shape::Shape;

/// A division of all tiles of a board into patterns, so that the distances in their tables may be
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
/// assert_eq!(partition.to_string(), "A A B\nA A B\nC C .");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition {
    /// At least one.
    pub(crate) patterns: Vec<Pattern>,
}

impl Partition {
    /// Returns the partition drawn as one letter per cell, in reading order, `.` for the home.
    pub(crate) fn from_letters(shape: Shape, letters: &[char]) -> Result<Self, TableError> {
        // Each letter and its cells, in alphabetic order.
        let mut masks: Vec<(char, u64)> = Vec::new();
        for (cell, &letter) in letters.iter().enumerate() {
            let place = masks.partition_point(|it| it.0 < letter);
            if masks.get(place).is_none_or(|it| it.0 != letter) {
                masks.insert(place, (letter, 0));
            }
            masks[place].1 |= 1 << cell;
        }
        let home = masks.iter().position(|it| it.0 == '.');
        let home = home.map(|place| masks.remove(place).1);
        let home = home.filter(|home| home.is_power_of_two());
        let home = home.ok_or(TableError::Drawing)?.trailing_zeros() as usize;
        let mut patterns = Vec::with_capacity(masks.len());
        for (_, mask) in masks {
            patterns.push(Pattern::new(shape, home, mask)?);
        }
        Ok(Self { patterns })
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.patterns[0].shape
    }

    /// Returns the blank's cell in the goal.
    #[must_use]
    pub fn home(&self) -> usize {
        self.patterns[0].home
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
        let shape = self.shape();
        for cell in 0..shape.cells() {
            let at = shape.place(cell);
            f.write_str(match (at.column, at.row, at.layer) {
                (1.., ..) => " ",
                (_, 1.., _) => "\n",
                (.., 1..) => "\n\n",
                _ => "",
            })?;
            let has_cell = |pattern: &Pattern| pattern.mask >> cell & 1 != 0;
            let of = self.patterns.iter().position(has_cell);
            let mut letters = ('A'..='Z').chain('a'..='z').chain('\u{a1}'..);
            write!(f, "{}", of.and_then(|of| letters.nth(of)).unwrap_or('.'))?;
        }
        Ok(())
    }
}

/// Reads a drawing: rows of single letters by line ends or `/`, layers by an empty line or `//`,
/// `.` for the home.
impl core::str::FromStr for Partition {
    type Err = TableError;

    fn from_str(drawing: &str) -> Result<Self, TableError> {
        let lines = drawing.trim().split(['\n', '/']);
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
        check_board(shape, 0)?;
        Self::from_letters(shape, &lines.concat())
    }
}

#[cfg(test)]
mod tests;
