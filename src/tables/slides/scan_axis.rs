//! The two readings of a board, and the way from one to the other.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, filled};

/// The direction in which the tiles of a board are read, the blank left out.
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
        match self {
            Self::Rows => Self::Columns,
            Self::Columns => Self::Rows,
        }
    }
}

/// Orders turned from one reading to the other.
///
/// An order has two bits a tile, that of the first cell lowest. With the blank on a cell, turning
/// it is a fixed permutation of the tiles, and so, byte by byte, a few lookups.
#[derive(Clone, Debug)]
pub(crate) struct Transposer {
    sides: [usize; 2],
    /// `[reading][place of the blank][byte number][byte]`: the bits of the transposed order.
    images: [Vec<[[u32; 256]; 4]>; 2],
}

impl Transposer {
    /// Returns the transposer of a shape of at most 16 cells: a few microseconds for each cell.
    pub(crate) fn new(rows: usize, cols: usize) -> Result<Self, OutOfMemory> {
        let sides = [rows, cols];
        let mut images = [Vec::new(), Vec::new()];
        for reading in ScanAxis::BOTH {
            let by_blank = &mut images[reading as usize];
            *by_blank = filled([[0; 256]; 4], rows * cols)?;
            let across = sides[reading.other() as usize];
            let along = sides[reading as usize];
            for (blank, bytes) in by_blank.iter_mut().enumerate() {
                let turned = |place: usize| place % across * along + place / across;
                let blank_turned = turned(blank);
                for tile in 0..rows * cols - 1 {
                    let place = turned(tile + usize::from(tile >= blank));
                    let image = place - usize::from(place > blank_turned);
                    let (from, to) = (2 * tile % 8, 2 * image);
                    for (byte, turned) in bytes[tile / 4].iter_mut().enumerate() {
                        *turned |= (byte as u32 >> from & 3) << to;
                    }
                }
            }
        }
        Ok(Self { sides, images })
    }

    /// Returns how many lines a reading has, and how many cells there are in each.
    pub(crate) const fn lines(&self, reading: ScanAxis) -> (usize, usize) {
        match reading {
            ScanAxis::Rows => (self.sides[0], self.sides[1]),
            ScanAxis::Columns => (self.sides[1], self.sides[0]),
        }
    }

    /// Returns the order in the other reading, with the blank on the `blank_in_line`-th cell of a
    /// line.
    #[inline]
    pub(crate) fn turn(
        &self,
        reading: ScanAxis,
        line: usize,
        blank_in_line: usize,
        order: u32,
    ) -> u32 {
        let place = line * self.lines(reading).1 + blank_in_line;
        turned(&self.images[reading as usize][place], order)
    }

    /// Returns by place of the blank what becomes of the bytes of an order.
    pub(crate) fn images(&self, reading: ScanAxis) -> &[[[u32; 256]; 4]] {
        &self.images[reading as usize]
    }
}

#[inline(always)]
pub(crate) const fn turned(images: &[[u32; 256]; 4], order: u32) -> u32 {
    let [a, b, c, d] = order.to_le_bytes();
    images[0][a as usize] | images[1][b as usize] | images[2][c as usize] | images[3][d as usize]
}
