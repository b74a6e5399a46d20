//! The tables of a shape, and the symmetry under which it gets them.

use alloc::vec::Vec;

use super::transposer::ScanAxis;
use crate::permutation::factorial;
use crate::shape::Shape;
use crate::tables::symmetry::Symmetry;

/// The most cells of a shape that has such tables: fifteen tiles of two bits fit a word.
pub(crate) const MAX_SLIDE_CELLS: usize = 16;

/// A symmetry of a flat board after which it is at least as wide as high, and its home is in the
/// lower right quarter, of a square not below the diagonal. So all corners of a shape, and the
/// shape on its side, share tables.
#[derive(Clone, Debug)]
pub(crate) struct Upright {
    /// Rows and columns.
    pub(crate) sides: [usize; 2],
    pub(crate) home: usize,
    /// `[cell]`: its place on the upright board.
    pub(crate) cells: Vec<usize>,
}

impl Upright {
    /// Returns the symmetry for a shape and a home; `None` if such boards have no tables.
    pub(crate) fn new(shape: Shape, home: usize) -> Option<Self> {
        let (rows, cols) = (shape.rows(), shape.columns());
        if !shape.is_flat() || shape.is_path() || shape.cells() > MAX_SLIDE_CELLS {
            return None;
        }
        let laid = |cell: usize| cell % cols * rows + cell / cols;
        let (sides, is_laid) = ([rows.min(cols), rows.max(cols)], rows > cols);
        let lay = |cell: usize| if is_laid { laid(cell) } else { cell };
        let symmetries = Symmetry::all(Shape::rectangle(sides[0], sides[1]).ok()?);
        let best = symmetries.into_iter().max_by_key(|symmetry| {
            let home = symmetry.cell(lay(home));
            let column = home % sides[1];
            (home / sides[1] + column, column)
        })?;
        let cells: Vec<_> = (0..shape.cells())
            .map(|cell| best.cell(lay(cell)))
            .collect();
        Some(Self {
            sides,
            home: cells[home],
            cells,
        })
    }
}

/// The pattern of a table: the colours of the tiles of a shape, and the scan order of the goal from
/// which distances are counted, the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlidePattern {
    pub(crate) sides: [usize; 2],
    pub(crate) home: usize,
    /// `[cell]`: the colour of the tile that must reach it. That of the home counts for nothing.
    pub(crate) colours: [u8; MAX_SLIDE_CELLS],
    pub(crate) source: ScanAxis,
}

impl SlidePattern {
    /// Returns the pattern with colours given by the digits of a drawing, cell by cell.
    pub(crate) fn new(sides: [usize; 2], home: usize, drawing: &str, source: ScanAxis) -> Self {
        let mut colours = [0; MAX_SLIDE_CELLS];
        for (colour, digit) in colours.iter_mut().zip(drawing.bytes()) {
            *colour = digit.wrapping_sub(b'0') & 3;
        }
        colours[home] = 0;
        Self {
            sides,
            home,
            colours,
            source,
        }
    }

    /// Returns the order of colours of a board, and the blank's line; `tile` returns for each cell
    /// the cell that its tile must reach.
    pub(crate) fn order(&self, axis: ScanAxis, tile: impl Fn(usize) -> usize) -> (u32, usize) {
        let [rows, cols] = self.sides;
        let (cells, in_line) = (rows * cols, self.sides[axis.other() as usize]);
        let (mut order, mut line, mut place) = (0, 0, 0);
        for nth in 0..cells {
            let tile = tile(match axis {
                ScanAxis::Rows => nth,
                ScanAxis::Columns => nth % rows * cols + nth / rows,
            });
            if tile == self.home {
                line = nth / in_line;
            } else {
                order |= u32::from(self.colours[tile]) << place;
                place += 2;
            }
        }
        (order, line)
    }

    /// Returns the number of orders of the colours.
    pub(super) fn orders(&self) -> u64 {
        let tiles = self.sides[0] * self.sides[1] - 1;
        let mut counts = [0; 4];
        for &colour in &self.colours[..=tiles] {
            counts[usize::from(colour)] += 1;
        }
        // The home has the colour 0.
        counts[0] -= 1;
        (factorial(tiles) / counts.map(factorial).iter().product::<u128>()) as u64
    }

    /// Returns the number of words of the bits of a line.
    pub(super) fn words_of_line(&self) -> usize {
        self.orders().div_ceil(64) as usize
    }

    pub(crate) fn vertices(&self) -> u64 {
        (self.sides[0] + self.sides[1]) as u64 * self.orders()
    }

    /// Returns the number of words of the table.
    pub(super) fn words(&self) -> usize {
        (self.sides[0] + self.sides[1]) * self.words_of_line()
    }

    /// Returns the memory of the table, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.words() as u64
    }
}

/// Tables that are built together: the rows and columns of boards, their home if it is not any, the
/// number of sources of each table, and the colours by cell, table after table.
type Set = ([usize; 2], Option<usize>, usize, &'static str);

/// The sets of a shape from the best one to the smallest.
///
/// Chosen by the slides that are generated for random boards: by hand for 4 x 4, by hill climbing
/// (exchange two cells, or give one another colour) for the others.
const SETS: [Set; 13] = [
    ([4, 4], Some(11), 1, BESIDE_THE_CORNER[0]),
    ([4, 4], Some(11), 1, BESIDE_THE_CORNER[1]),
    ([4, 4], None, 2, FOUR_BY_FOUR),
    ([4, 4], None, 1, FOUR_BY_FOUR),
    ([4, 4], None, 1, "0011221122332333"),
    ([3, 5], None, 2, THREE_BY_FIVE),
    ([3, 5], None, 1, THREE_BY_FIVE),
    ([3, 4], None, 2, "003211312202 011301230233"),
    ([3, 4], None, 1, "011301230233"),
    ([2, 5], None, 2, "1022313200 1320023103"),
    ([2, 6], None, 2, "002123032210 122233010031"),
    ([2, 7], None, 2, TWO_BY_SEVEN),
    ([2, 8], None, 1, "0011233200112332"),
];

/// No mirror image of this home serves as a second view. Tables of three colours, which are small,
/// see the rows and columns that the others don't.
const BESIDE_THE_CORNER: [&str; 2] = [
    "0000111122223333 0011221122332333 0123012301230123 0022012211332333",
    "0011221122332333 0000111122223322 0122012201220123 0112011201120112",
];
const FOUR_BY_FOUR: &str = "0000111122223333 0011221122332333";
const THREE_BY_FIVE: &str = "000001111322222 001120132231021 022330113301230";
const TWO_BY_SEVEN: &str = "30113322201302 21033210200103 00112330012232";

/// Returns the patterns of the tables for a shape and a home in memory of this size, in bytes;
/// nothing if there are none so small. The tables of the same colours follow each other.
pub(crate) fn plan(sides: [usize; 2], home: usize, memory: u64) -> Vec<SlidePattern> {
    let sets = SETS
        .iter()
        .filter(|(of, at, ..)| *of == sides && at.is_none_or(|at| at == home));
    let mut sets = sets.map(|(.., sources, drawings)| {
        let patterns = drawings.split(' ').flat_map(|drawing| {
            let sources = ScanAxis::BOTH.into_iter().take(*sources);
            sources.map(move |source| SlidePattern::new(sides, home, drawing, source))
        });
        patterns.collect::<Vec<_>>()
    });
    let fits = |set: &Vec<SlidePattern>| set.iter().map(SlidePattern::bytes).sum::<u64>() <= memory;
    sets.find(fits).unwrap_or_default()
}
