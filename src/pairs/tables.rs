//! The weights of pairs, laid out for a shape.

pub(super) mod draft;

use alloc::vec::Vec;
use core::array;
use core::ops::RangeInclusive;

use super::kinds::{PLACES, Way};
use super::weights::UNIT;
use crate::shape::Shape;
use crate::side::Side;

/// The sides of boards that are ranked by pairs: the longest are those of two blocks.
const SIDES: RangeInclusive<usize> = 3..=11;

/// The sides of boards whose beams are ranked by pairs alone; smaller boards have tables with
/// better estimates.
const SIDES_OF_BEAMS: RangeInclusive<usize> = 5..=9;

/// The most cells of such a board.
pub(crate) const MAX_CELLS: usize = 81;

/// The added weight of the square of a displacement, in the unit of the weights.
///
/// Of two boards with equal estimates, the one without tiles far from home is better: a beam that
/// postpones such a tile later has to break up tiles in order. On 20 boards of 7 x 7 solutions
/// became 10 % shorter. More than half a move makes them longer again on 5 x 5 and 6 x 6,
/// more than one on 7 x 7.
pub(crate) const fn far_first(shape: Shape) -> i32 {
    if shape.cells() <= 36 {
        UNIT / 2
    } else {
        UNIT / 4 * 3
    }
}

/// One entry for each value of a `u16`, so that no place in them need be checked.
const WINDOW: usize = 1 << 16;

/// Returns whether boards of a shape are ranked by pairs.
pub(crate) fn are_for(shape: Shape) -> bool {
    are_within(shape, SIDES)
}

/// Returns whether beams for boards of a shape are best ranked by pairs.
pub(crate) fn rank_beams(shape: Shape) -> bool {
    are_within(shape, SIDES_OF_BEAMS)
}

fn are_within(shape: Shape, sides: RangeInclusive<usize>) -> bool {
    let has_sides = sides.contains(&shape.rows()) && sides.contains(&shape.columns());
    shape.is_flat() && shape.cells() <= MAX_CELLS && has_sides
}

/// The weights' score of moves on a shape, ready to be added up. It does not depend on the home:
/// the home is the place without a tile.
///
/// A child differs from its parent by one tile and the blank. For the tile there is a row of
/// differences for each displacement and axis: an entry for each tile that is elsewhere, by its
/// displacement and by the way between the two homes. For the blank there is a row for each cell,
/// with the differences for all four ways side by side. Most tiles are near home, and their entries
/// are side by side.
#[derive(Debug)]
pub(crate) struct PairTables {
    shape: Shape,
    cells: usize,
    /// `[cell * cells + tile]`: in the low bits the place of the tile in a row of differences,
    /// relative to that of the tile that moves; above them its place in a row of the blank.
    codes: Vec<u32>,
    /// `[cell * cells + tile][side]`, the side from which the blank comes to the cell.
    moves: Vec<[Move; 4]>,
    /// `[row + place]`, a row for each axis and displacement: the weight of a pair after a step
    /// down or right minus its weight before.
    differences: Vec<i16>,
    /// `[blank * places + place][side]`: the weight of a tile after the blank goes to a side minus
    /// its weight before.
    around_blank: Vec<[i16; 4]>,
    /// The width of a row in `around_blank`.
    places: usize,
}

/// The part of a move's score that does not depend on the other tiles.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    /// The start of the row in `differences`, for tiles relative to the one that moves.
    row: u32,
    /// The tile's weight by itself and beside the blank, after the move minus before it; in the
    /// lowest bit whether it comes nearer to its home.
    change: i32,
}

impl Move {
    fn new(row: u32, change: i32, is_nearer: bool) -> Self {
        Self {
            row,
            change: change << 1 | i32::from(is_nearer),
        }
    }
}

/// The change of the score by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The board's weight after the move minus its weight before.
    pub(crate) weight: i32,
    /// True if the tile comes nearer to its home.
    pub(crate) is_nearer: bool,
}

/// The places of a row of the blank: a power of two, so that no place in it need be checked.
const PLACE_BITS: u32 = 14;
const WINDOW_OF_BLANK: usize = 1 << PLACE_BITS;

/// The largest absolute value of a difference, so that those of all tiles add up to an `i16`. It is
/// more than 12 moves; no weight that comes with the crate is half of it.
const MOST: i16 = i16::MAX / MAX_CELLS as i16;

/// Returns a difference within [`MOST`].
fn difference(after: i16, before: i16) -> i16 {
    after.saturating_sub(before).clamp(-MOST, MOST)
}

/// The number of displacements of a pair, rounded up to a power of two.
const TURNED: usize = PLACES.next_power_of_two();

impl PairTables {
    /// Returns the shape.
    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the places of a tile on a cell: in a row of differences, and in one of the blank.
    #[inline(always)]
    const fn places_of(code: u32) -> (usize, usize) {
        (
            code as u16 as usize,
            (code >> (u32::BITS - PLACE_BITS)) as usize,
        )
    }

    /// Returns the changes of the score by some moves of a board: in each the blank goes to a cell
    /// on this side.
    #[inline]
    pub(crate) fn changes<const N: usize>(
        &self,
        at: &[u16],
        blank: usize,
        slides: [(usize, Side); N],
    ) -> [Change; N] {
        let none = Change {
            weight: 0,
            is_nearer: false,
        };
        let moves: [Move; N] = array::from_fn(|nth| {
            let (from, side) = slides[nth];
            let moves = &self.moves[from * self.cells + usize::from(at[from])];
            moves[side as usize % 4]
        });
        let of_blank = self.around_blank[blank * self.places..].first_chunk::<WINDOW_OF_BLANK>();
        let (Some(first), Some(of_blank)) = (self.differences.first_chunk::<WINDOW>(), of_blank)
        else {
            return [none; N];
        };
        let rows: [_; N] = array::from_fn(|nth| {
            let row = &self.differences[moves[nth].row as usize..];
            // One always exists.
            row.first_chunk().unwrap_or(first)
        });
        let (mut of_tiles, mut of_sides) = ([0_i16; N], [0_i16; 4]);
        for (codes, &tile) in self.codes.chunks_exact(self.cells).zip(at) {
            let (place, beside) = Self::places_of(codes[usize::from(tile)]);
            for (sum, row) in of_tiles.iter_mut().zip(rows) {
                *sum = sum.wrapping_add(row[place]);
            }
            for (sum, more) in of_sides.iter_mut().zip(of_blank[beside]) {
                *sum = sum.wrapping_add(more);
            }
        }
        // The blank is no tile.
        let code = self.codes[blank * self.cells + usize::from(at[blank])];
        let (place, beside) = Self::places_of(code);
        array::from_fn(|nth| {
            let side = slides[nth].1;
            let of_tile = i32::from(of_tiles[nth].wrapping_sub(rows[nth][place]));
            // The tile goes in the opposite direction to the blank.
            let of_tile = match side {
                Side::Up | Side::Left => of_tile,
                _ => -of_tile,
            };
            let lane = side as usize % 4;
            let of_blank = of_sides[lane].wrapping_sub(of_blank[beside][lane]);
            let Move { change, .. } = moves[nth];
            Change {
                weight: (change >> 1) + of_tile + i32::from(of_blank),
                is_nearer: change & 1 != 0,
            }
        })
    }
}

/// Returns the way from one cell to another one.
pub(crate) fn way_between(shape: Shape, from: usize, to: usize) -> Way {
    let (from, to) = (shape.place(from), shape.place(to));
    let along = |from: usize, to: usize| to as i32 - from as i32;
    [along(from.row, to.row), along(from.column, to.column)]
}

#[cfg(test)]
mod tests;
