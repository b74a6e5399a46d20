//! Sets of cells: their neighbours, and the regions that the blank can reach.

use alloc::vec::Vec;

use crate::shape::Shape;
use crate::side::Side;

/// The cells of a board as sets, with their neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// All cells.
    pub(crate) all: u64,
    /// The cells whose coordinates have an odd sum, as on a chessboard.
    pub(crate) odd: u64,
    /// For each axis the distance of neighbours and the cells that have one above.
    steps: [(u32, u64); 3],
}

impl Grid {
    pub(crate) fn new(shape: Shape) -> Self {
        let mut grid = Self {
            all: u64::MAX >> (64 - shape.cells()),
            odd: 0,
            steps: [(0, 0); 3],
        };
        for cell in 0..shape.cells() {
            grid.odd |= (shape.distance(0, cell) as u64 % 2) << cell;
            for (axis, (step, below)) in grid.steps.iter_mut().enumerate() {
                if let Some(above) = Side::along(axis, true).entered(shape, cell) {
                    *step = (above - cell) as u32;
                    *below |= 1 << cell;
                }
            }
        }
        grid
    }

    /// Returns the cells next to those of a set.
    pub(crate) fn around(&self, set: u64) -> u64 {
        self.steps.iter().fold(0, |around, &(step, below)| {
            around | (set & below) << step | set >> step & below
        })
    }

    /// Returns the cells that the blank can reach from a cell outside of `map`.
    #[inline]
    pub(crate) fn region(&self, map: u64, cell: usize) -> u64 {
        let free = self.all & !map;
        let mut region = 1 << cell;
        loop {
            let wider = region | self.around(region) & free;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// Fills in the connected regions of the cells outside of `map`: the largest first, among
    /// equals the one with the lowest cell.
    pub(crate) fn regions(&self, map: u64, regions: &mut Vec<u64>) {
        regions.clear();
        let mut rest = self.all & !map;
        while rest != 0 {
            let region = self.region(map, rest.trailing_zeros() as usize);
            rest &= !region;
            let at = regions.partition_point(|other| other.count_ones() >= region.count_ones());
            regions.insert(at, region);
        }
    }
}

/// Returns all sets of `tiles` out of `cells` cells, as binary numbers in increasing order: maps of
/// tiles.
pub(crate) fn maps(cells: usize, tiles: usize) -> impl Iterator<Item = u64> {
    core::iter::successors(Some((1_u64 << tiles) - 1), move |&map| {
        // The lowest run of ones loses its highest bit to the zero above; the others fall to the
        // bottom.
        let lowest = map & map.wrapping_neg();
        let carried = map.checked_add(lowest)?;
        let after = carried | (((map ^ carried) >> 2) / lowest);
        (cells == 64 || after >> cells == 0).then_some(after)
    })
}

/// Returns the numbers of the bits that are set, in increasing order.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
