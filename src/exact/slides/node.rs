//! The nodes of a search, and paths to them.

use super::kit::{MAX_VIEWS, SlideKit};
use crate::tables::slides::{MAX_SLIDE_CELLS, ScanAxis};

/// Two views share a word of orders, at 32 bits each.
pub(super) const PER_WORD: usize = 2;
pub(super) const ORDER_BITS: usize = u64::BITS as usize / PER_WORD;

/// The bits of a distance: those of all views share a word.
pub(super) const DISTANCE_BITS: usize = 8;

/// A board of the search, seen as the reading that the next slide leaves as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const WORDS: usize> {
    /// `[view / 2]`: the orders of two views, that of the even one lower.
    pub(super) orders: [u64; WORDS],
    /// As [`PathBits`] packs it.
    pub(super) path: u128,
    /// By view, [`DISTANCE_BITS`] each.
    pub(super) distances: u64,
    /// The blank's line, and its place there.
    pub(super) line: u8,
    pub(super) blank_in_line: u8,
    /// The slides that the bound leaves.
    pub(super) left: u8,
    /// The number of its [`ScanAxis`].
    pub(super) reading: u8,
}

impl<const WORDS: usize> Node<WORDS> {
    /// Returns the node of a board with the blank's row and column, the packed path to it and the
    /// slides left; `None` if a view sees that these are too few. `axes` are the reading and that
    /// in which the search ends.
    pub(super) fn new(
        kit: &SlideKit,
        axes: (ScanAxis, ScanAxis),
        cells: &[u8; MAX_SLIDE_CELLS],
        (blank, path, left): ([usize; 2], u128, usize),
    ) -> Option<Self> {
        let (reading, end) = axes;
        let mut orders = [0; WORDS];
        let mut distances = [0; MAX_VIEWS];
        for view in 0..PER_WORD * WORDS {
            // A view that does not exist sees what the first one sees.
            let real = if view < kit.views() { view } else { 0 };
            let (order, _) = kit.order(real, reading, cells);
            orders[view / PER_WORD] |= u64::from(order) << (ORDER_BITS * (view % PER_WORD));
            distances[view] = if real == view {
                kit.distance(view, reading, end, cells)
            } else {
                distances[0]
            };
        }
        let is_near = |view: usize| {
            let (_, is_at_end) = kit.lens(view, end);
            distances[view] as usize + usize::from(is_at_end) <= left
        };
        let [row, column] = blank;
        let (line, blank_in_line) = match reading {
            ScanAxis::Rows => (row, column),
            ScanAxis::Columns => (column, row),
        };
        let node = Self {
            orders,
            path,
            distances: distances.iter().rev().fold(0, |word, &distance| {
                word << DISTANCE_BITS | u64::from(distance)
            }),
            line: line as u8,
            blank_in_line: blank_in_line as u8,
            left: left as u8,
            reading: reading as u8,
        };
        (0..kit.views()).all(is_near).then_some(node)
    }

    /// Returns the slides that the bound leaves.
    pub(super) const fn left(&self) -> usize {
        self.left as usize
    }

    /// Returns the number of the reading, below 2.
    #[inline(always)]
    pub(super) const fn reading(&self) -> usize {
        self.reading as usize & 1
    }
}

/// Paths as numbers: each slide as the number of the blank's cell among the other cells of its
/// line, the last slide lowest. The readings, which alternate, decide the bits of a slide.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathBits([u32; 2]);

impl PathBits {
    /// Returns the form of the paths of a shape, given the cells of a line of each reading.
    pub(super) fn new(cells_in_line: [usize; 2]) -> Self {
        Self(cells_in_line.map(|cells| (cells - 1).next_power_of_two().trailing_zeros()))
    }

    /// Returns a path with one slide more.
    #[inline(always)]
    pub(super) const fn extended(self, path: u128, reading: usize, place: usize) -> u128 {
        path << self.0[reading] | place as u128
    }

    /// Returns the last slide of a path.
    pub(super) const fn last(self, path: u128, reading: usize) -> usize {
        path as usize & ((1 << self.0[reading]) - 1)
    }

    /// Returns a path without its last slide.
    pub(super) const fn shortened(self, path: u128, reading: usize) -> u128 {
        path >> self.0[reading]
    }
}
