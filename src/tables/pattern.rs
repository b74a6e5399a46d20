//! A pattern: the tiles that one table follows.

use alloc::format;
use alloc::vec::Vec;

use super::error::{MAX_PATTERN_TILES, MAX_TABLE_CELLS, TableError};
use super::file::TableId;
use super::grid::{Grid, bits};
use super::symmetry::Symmetry;
use crate::shape::Shape;

/// The tiles that one table follows, on boards of one shape with one home cell for the blank.
///
/// All of it is *canonical*: a tile is named by the cell that it must reach, so a pattern is a set
/// of cells without the home, where no tile belongs. Naming the tiles by their cells makes any goal
/// canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Pattern {
    pub(crate) shape: Shape,
    /// The blank's cell in the goal.
    pub(crate) home: usize,
    /// The cells of its tiles: bit `c` for cell `c`.
    pub(crate) mask: u64,
}

impl Pattern {
    /// Returns the pattern of the tiles that belong to a set of cells, at least one and without the
    /// home. Tables must [serve](check_board) the shape and the home.
    ///
    /// # Errors
    /// [`TableError::Tiles`] for more than [`MAX_PATTERN_TILES`].
    pub(crate) fn new(shape: Shape, home: usize, mask: u64) -> Result<Self, TableError> {
        debug_assert!(mask != 0 && mask >> home & 1 == 0, "{mask:x} of {shape}");
        match mask.count_ones() as usize {
            0..=MAX_PATTERN_TILES => Ok(Self { shape, home, mask }),
            tiles => Err(TableError::Tiles { tiles }),
        }
    }

    /// Returns the number of tiles, 1 to [`MAX_PATTERN_TILES`].
    pub(crate) const fn tiles(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// Returns the cells in increasing order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.mask)
    }

    /// Returns the pattern that a symmetry turns this one into.
    pub(crate) fn image(&self, symmetry: &Symmetry) -> Self {
        Self {
            shape: self.shape,
            home: symmetry.cell(self.home),
            mask: symmetry.set(self.mask),
        }
    }

    /// Returns whether a symmetry of the shape lays the tiles of this pattern onto those of another
    /// one of the shape, and the home on the other's side of them: then one table serves both.
    ///
    /// It need not lay home onto home: if the tiles at home leave the other cells connected, the
    /// home makes no difference.
    pub(crate) fn looks_like(&self, other: &Self, symmetry: &Symmetry) -> bool {
        if symmetry.set(self.mask) != other.mask {
            return false;
        }
        let grid = Grid::new(self.shape);
        grid.region(other.mask, other.home) >> symmetry.cell(self.home) & 1 != 0
    }

    /// Returns the name of its table, and the identity.
    pub(super) fn id(&self) -> TableId {
        let (home, mask) = (self.home, self.mask);
        let [rows, columns, layers] = self.shape.sides();
        let sides = (rows | columns << 16) as u64 | (layers as u64) << 32;
        (
            format!("{rows}x{columns}x{layers}-{home}-{mask:x}"),
            [sides, home as u64, mask],
        )
    }

    /// Returns the number of the tile that belongs to `cell` among the tiles of the pattern,
    /// counted from 0 in the order of their cells; `None` for a tile of another pattern.
    pub(crate) fn number(&self, cell: usize) -> Option<usize> {
        let is_own = cell < MAX_TABLE_CELLS && self.mask >> cell & 1 != 0;
        is_own.then(|| (self.mask & ((1 << cell) - 1)).count_ones() as usize)
    }
}

/// Returns for each of some patterns of one shape the first one before it that is its mirror image,
/// so that one table serves both, and the symmetry that turns it into that one.
pub(super) fn find_mirrors(patterns: &[Pattern]) -> Vec<Option<(usize, Symmetry)>> {
    let symmetries = patterns.first().map(|it| Symmetry::all(it.shape));
    let symmetries = symmetries.unwrap_or_default();
    let mut found: Vec<Option<_>> = Vec::new();
    for pattern in patterns {
        found.push(symmetries.iter().find_map(|symmetry| {
            let mask = symmetry.set(pattern.mask);
            let mut own = (0..found.len()).filter(|&of| found[of].is_none());
            let is_image = |&of: &usize| {
                patterns[of].mask == mask && pattern.looks_like(&patterns[of], symmetry)
            };
            Some((own.find(is_image)?, *symmetry))
        }));
    }
    found
}

/// Checks that tables can serve boards of this shape and home.
pub(crate) const fn check_board(shape: Shape, home: usize) -> Result<(), TableError> {
    if shape.is_path() || shape.cells() > MAX_TABLE_CELLS {
        return Err(TableError::Shape { shape });
    }
    if home >= shape.cells() {
        return Err(TableError::NoSuchHome { shape, home });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tiles_of_the_pattern_have_a_number() {
        let shape = Shape::square(8).expect("a shape");
        let own = Pattern::new(shape, 62, 1 | 1 << 5 | 1 << 63).expect("a pattern");
        let numbers = [(0, 0), (5, 1), (63, 2)];
        for cell in 0..2 * MAX_TABLE_CELLS {
            let number = numbers.iter().find(|it| it.0 == cell).map(|it| it.1);
            assert_eq!(own.number(cell), number, "{cell}");
        }
    }

    #[test]
    fn mirror_images_have_as_many_tiles() {
        let shape = Shape::rectangle(2, 3).expect("a shape");
        let pattern = |mask| Pattern::new(shape, 5, mask).expect("a pattern");
        let is_mirror = |other| find_mirrors(&[pattern(0b11), pattern(other)])[1].is_some();
        assert!(is_mirror(0b110));
        assert!(!is_mirror(0b111));
    }
}
