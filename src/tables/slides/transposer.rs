//! The two scan orders of a board, and the change from one to the other.

use alloc::vec::Vec;

use crate::runtime::{OutOfMemory, filled};

/// The direction in which the tiles of a board are scanned, the blank left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanAxis {
    /// Row by row. The blank's line is its row.
    Rows,
    /// Column by column. The blank's line is its column.
    Columns,
}

impl ScanAxis {
    pub(crate) const BOTH: [Self; 2] = [Self::Rows, Self::Columns];

    pub(crate) const fn other(self) -> Self {
        Self::BOTH[1 - self as usize]
    }
}

/// The number of cells in a line of each axis, and the images of the orders of one axis in the
/// other.
///
/// An order has two bits a tile, that of the first cell lowest. With the blank on a cell, the
/// change of the axis is a fixed permutation of the tiles, and so, byte by byte, a few lookups.
#[derive(Debug)]
pub(crate) struct Transposer {
    pub(crate) cells_in_line: [usize; 2],
    /// `[axis][place of the blank][byte number][byte]`: the bits of the transposed order.
    pub(crate) images: [Vec<[[u32; 256]; 4]>; 2],
}

impl Transposer {
    /// Returns the transposer of a shape of at most 16 cells: a few microseconds for each cell.
    pub(crate) fn new([rows, cols]: [usize; 2]) -> Result<Self, OutOfMemory> {
        let cells_in_line = [cols, rows];
        let mut images = [Vec::new(), Vec::new()];
        for (axis, by_blank) in images.iter_mut().enumerate() {
            *by_blank = filled([[0; 256]; 4], rows * cols)?;
            let (across, along) = (cells_in_line[axis], cells_in_line[1 - axis]);
            for (blank, bytes) in by_blank.iter_mut().enumerate() {
                let image = |place: usize| place % across * along + place / across;
                for tile in 0..rows * cols - 1 {
                    let place = image(tile + usize::from(tile >= blank));
                    let to = 2 * (place - usize::from(place > image(blank)));
                    for (byte, image) in bytes[tile / 4].iter_mut().enumerate() {
                        *image |= (byte as u32 >> (2 * tile % 8) & 3) << to;
                    }
                }
            }
        }
        Ok(Self {
            cells_in_line,
            images,
        })
    }

    /// Returns by cell of a line what becomes of the bytes of an order with the blank there.
    pub(crate) fn line(&self, axis: ScanAxis, line: usize) -> &[[[u32; 256]; 4]] {
        let cells = self.cells_in_line[axis as usize];
        &self.images[axis as usize][line * cells..][..cells]
    }
}

/// Returns the order of the other axis.
#[inline(always)]
pub(crate) const fn transposed(images: &[[u32; 256]; 4], order: u32) -> u32 {
    let [a, b, c, d] = order.to_le_bytes();
    images[0][a as usize] | images[1][b as usize] | images[2][c as usize] | images[3][d as usize]
}
