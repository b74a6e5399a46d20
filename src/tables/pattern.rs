//! A pattern: the tiles that one table follows.

use core::fmt;

use super::error::{MAX_PATTERN_TILES, MAX_TABLE_CELLS, TableError};
use super::grid::{Grid, bits};
use super::symmetry::Symmetry;
use crate::shape::Shape;

/// The tiles that one table follows, on boards of one shape with one home cell for the blank.
///
/// All of it is *canonical*: a tile is named by the cell that it must reach, so a pattern is a set
/// of cells without the home, where no tile belongs. Naming the tiles by their cells makes any goal
/// canonical.
///
/// ```
/// use npuzzle::{Shape, tables::Pattern};
///
/// let pattern = Pattern::new(Shape::new(3, 3, 1)?, 8, [0, 1, 3])?;
/// assert_eq!(pattern.to_string(), "# # -\n# - -\n- - .");
/// assert_eq!(pattern.cells().collect::<Vec<_>>(), [0, 1, 3]);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    shape: Shape,
    home: u8,
    mask: u64,
}

impl Pattern {
    /// Returns the pattern of the tiles that belong to these cells.
    ///
    /// # Errors
    /// [`TableError`] if the board is a path or has more than [`MAX_TABLE_CELLS`] cells, if a
    /// cell does not exist, is the home or is named twice, and if there are no tiles or more
    /// than [`MAX_PATTERN_TILES`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Pattern, TableError};
    /// use npuzzle::Shape;
    /// let shape = Shape::square(3)?;
    /// assert_eq!(Pattern::new(shape, 8, [0, 1, 2])?.tiles(), 3); // the first row
    /// assert_eq!(Pattern::new(shape, 8, [8]).unwrap_err(), TableError::Cell { cell: 8 });
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(
        shape: Shape,
        home: usize,
        cells: impl IntoIterator<Item = usize>,
    ) -> Result<Self, TableError> {
        check_board(shape, home)?;
        let mut mask = 0_u64;
        for cell in cells {
            if cell >= shape.cells() || cell == home || mask >> cell & 1 != 0 {
                return Err(TableError::Cell { cell });
            }
            mask |= 1 << cell;
        }
        let tiles = mask.count_ones() as usize;
        if tiles == 0 || tiles > MAX_PATTERN_TILES {
            return Err(TableError::Tiles { tiles });
        }
        Ok(Self {
            shape,
            home: home as u8,
            mask,
        })
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the blank's cell in the goal.
    #[must_use]
    pub const fn home(&self) -> usize {
        self.home as usize
    }

    /// Returns the set of cells as bits: bit `c` for cell `c`.
    pub(crate) const fn mask(&self) -> u64 {
        self.mask
    }

    /// Returns the number of tiles, 1 to [`MAX_PATTERN_TILES`].
    #[must_use]
    pub const fn tiles(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// Returns the cells in increasing order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.mask)
    }

    /// Returns the pattern that a symmetry turns this one into.
    pub(crate) fn image(&self, symmetry: &Symmetry) -> Self {
        Self {
            shape: self.shape,
            home: symmetry.cell(self.home()) as u8,
            mask: symmetry.set(self.mask),
        }
    }

    /// Returns whether one table serves both patterns: whether they are mirror images of each
    /// other.
    ///
    /// A symmetry of the board lays the tiles of this pattern onto those of the other, and the home
    /// of this one on the other's side of them. It need not lay home onto home: if the tiles at
    /// home leave the other cells connected, the home makes no difference.
    #[must_use]
    pub fn shares_table_with(&self, other: &Self) -> bool {
        self.shape == other.shape
            && self.tiles() == other.tiles()
            && Symmetry::all(self.shape)
                .iter()
                .any(|symmetry| self.looks_like(other, symmetry))
    }

    /// Returns whether that symmetry, which must be of the same shape, is one.
    pub(crate) fn looks_like(&self, other: &Self, symmetry: &Symmetry) -> bool {
        if symmetry.set(self.mask) != other.mask {
            return false;
        }
        let grid = Grid::new(self.shape);
        grid.region(other.mask, other.home()) >> symmetry.cell(self.home()) & 1 != 0
    }

    /// Returns the number of the tile that belongs to `cell` among the tiles of the pattern,
    /// counted from 0 in the order of their cells; `None` for a tile of another pattern.
    pub(crate) fn number(&self, cell: usize) -> Option<usize> {
        let is_own = cell < MAX_TABLE_CELLS && self.mask >> cell & 1 != 0;
        is_own.then(|| (self.mask & ((1 << cell) - 1)).count_ones() as usize)
    }
}

/// Draws the board: `#` for a cell of the pattern, `-` for another, `.` for the home; an empty line
/// between layers.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, self.shape, |cell| {
            if cell == self.home() {
                '.'
            } else if self.mask >> cell & 1 != 0 {
                '#'
            } else {
                '-'
            }
        })
    }
}

/// Writes one character a cell, in rows; an empty line between layers.
pub(crate) fn draw(
    f: &mut fmt::Formatter<'_>,
    shape: Shape,
    letter: impl Fn(usize) -> char,
) -> fmt::Result {
    for cell in 0..shape.cells() {
        let at = shape.place(cell);
        if at.column > 0 {
            f.write_str(" ")?;
        } else if at.row > 0 {
            f.write_str("\n")?;
        } else if at.layer > 0 {
            f.write_str("\n\n")?;
        }
        write!(f, "{}", letter(cell))?;
    }
    Ok(())
}

/// Checks that tables can serve boards of this shape and home.
pub(crate) const fn check_board(shape: Shape, home: usize) -> Result<(), TableError> {
    if shape.is_path() || shape.cells() > MAX_TABLE_CELLS {
        return Err(TableError::Shape { shape });
    }
    if home >= shape.cells() {
        return Err(TableError::Cell { cell: home });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn pattern(sides: [usize; 3], home: usize, cells: &[usize]) -> Pattern {
        let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a shape");
        Pattern::new(shape, home, cells.iter().copied()).expect("a pattern")
    }

    #[test]
    fn patterns_of_two_shapes_share_no_table() {
        let own = pattern([2, 3, 1], 5, &[0, 1]);
        assert!(own.shares_table_with(&pattern([2, 3, 1], 5, &[1, 2])));
        assert!(!own.shares_table_with(&pattern([2, 3, 1], 5, &[0, 1, 2])));
        assert!(!own.shares_table_with(&pattern([3, 3, 1], 5, &[0, 1])));
        assert!(!own.shares_table_with(&pattern([3, 2, 1], 5, &[0, 1])));
    }

    #[test]
    fn only_tiles_of_the_pattern_have_a_number() {
        let own = pattern([8, 8, 1], 62, &[0, 5, 63]);
        let numbers = [(0, 0), (5, 1), (63, 2)];
        for cell in 0..2 * MAX_TABLE_CELLS {
            let number = numbers.iter().find(|it| it.0 == cell).map(|it| it.1);
            assert_eq!(own.number(cell), number, "{cell}");
        }
    }

    #[test]
    fn a_drawing_shows_rows_and_layers() {
        let own = pattern([2, 3, 2], 11, &[0, 4, 8]);
        assert_eq!(own.to_string(), "# - -\n- # -\n\n- - #\n- - .");
    }
}
