//! Estimates of the distance to the goal by pairs of tiles.
//!
//! Two tiles that belong side by side, and stand side by side the wrong way round, cost moves that
//! the Manhattan distance does not count. So does a tile far from home between others at home, and
//! one far from the blank. `weights.bin` has a number for each such pair: by the offset between
//! their homes, and the displacement of each from its home. The numbers are fitted to solutions
//! that a beam finds with their help (self-play), and are the same for every rectangle: all corners
//! are equal by symmetry.
//!
//! The sum is a good estimate but no bound. It ranks the boards of beams on rectangles of up to 81
//! cells, whole boards and blocks of larger ones.

mod weights;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::array;
use std::sync::Mutex;

use crate::policy::has_pairs;
use crate::runtime::{OutOfMemory, Pace, lock, reserved};
use crate::shape::Shape;
use crate::side::Side;
use weights::{
    BLANK_REACH, OFFSETS_FROM_BLANK, Offset, PLACES, REACH, SPAN, ZONES, number_of, of_blank,
    of_tile, offset_between, offset_of, pairs, zone_of,
};

/// The tables that all solves of the process share, those used last at the end.
static LAID_OUT: Mutex<Vec<Arc<PairTables>>> = Mutex::new(Vec::new());

/// The bytes of tables that are kept, unless those used last alone have more. A board of 10 x 10
/// and more needs tables of up to six shapes of blocks.
const MOST_KEPT: usize = 64_000_000;

/// Returns the tables of a shape, which are laid out once; `None` if pairs do not rank its boards.
pub(crate) async fn tables_for(
    shape: Shape,
    pace: &mut Pace,
) -> Result<Option<Arc<PairTables>>, OutOfMemory> {
    if !has_pairs(shape) {
        return Ok(None);
    }
    {
        let mut kept = lock(&LAID_OUT);
        if let Some(at) = kept.iter().position(|it| it.shape == shape) {
            kept[at..].rotate_left(1);
            return Ok(kept.last().cloned());
        }
    }
    let tables = Arc::new(PairTables::lay_out(shape, pace).await?);
    let mut kept = lock(&LAID_OUT);
    // Another thread may have inserted it.
    kept.retain(|it| it.shape != shape);
    kept.push(Arc::clone(&tables));
    while kept.len() > 1 && kept.iter().map(|it| it.bytes()).sum::<usize>() > MOST_KEPT {
        kept.remove(0);
    }
    Ok(Some(tables))
}

/// The added weight of the square of a displacement.
///
/// Of two boards with equal estimates, the one without tiles far from home is better: a beam that
/// postpones such a tile later has to break up tiles in order (rows `5x5` to `7x7` of the lengths).
const fn far_first(shape: Shape) -> i32 {
    if shape.cells() <= 36 { 2 } else { 3 }
}

/// One entry for each value of a `u16`, so that no place in them need be checked.
const WINDOW: usize = 1 << 16;

/// The scores of moves on a shape, ready to be added up. They do not depend on the home, the place
/// without a tile.
///
/// A child differs from its parent by one tile and the blank. For the tile there is a row of
/// differences for each displacement and axis: an entry for each tile that is elsewhere, by its
/// displacement and by the offset between the two homes. Most tiles are near home, and their entries
/// are side by side. For the blank there is an entry for each cell of its own, and each tile on each
/// cell, with the differences for all four directions side by side.
#[derive(Debug)]
pub(crate) struct PairTables {
    pub(crate) shape: Shape,
    /// `[cell * cells + tile]`: the place of the tile in a row of differences, relative to that of the
    /// tile that moves.
    places: Vec<u16>,
    /// `[cell * cells + tile][side]`, the side from which the blank comes to the cell.
    moves: Vec<[Move; 4]>,
    /// `[row + place]`, a row for each axis and displacement: the weight of a pair after a step
    /// down or right minus its weight before.
    differences: Vec<i8>,
    /// `[(blank * cells + cell) * cells + tile]`, 16 bits for each side: [`BIAS`] plus the weight of a
    /// tile after the blank goes to the side minus its weight before; 0 on the cell of the blank. One
    /// addition adds up all four.
    around_blank: Vec<u64>,
}

/// The part of a move's score that does not depend on the other tiles.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    /// The start of the row in `differences`, for tiles relative to the one that moves.
    row: u32,
    /// The tile's weight by itself and beside the blank, after the move minus before it, and minus
    /// [`BIAS`] for each tile; in the lowest bit whether it comes nearer to its home.
    change: i32,
}

/// The score of a board minus that of the first one, or of the board before; its Manhattan distance,
/// or the change of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PairScore {
    pub(crate) weight: i32,
    pub(crate) distance: i32,
}

impl PairTables {
    fn bytes(&self) -> usize {
        size_of_val(self.places.as_slice())
            + size_of_val(self.moves.as_slice())
            + size_of_val(self.differences.as_slice())
            + size_of_val(self.around_blank.as_slice())
    }

    /// Returns the changes of the score by some moves of a board: in each the blank goes to a cell
    /// on this side. The board has `cell * cells + tile` for each cell.
    ///
    /// Never inlined into a beam: the loop keeps its sums in registers here.
    #[inline(never)]
    pub(crate) fn changes<const N: usize>(
        &self,
        at: &[u16],
        blank: usize,
        slides: [(usize, Side); N],
    ) -> [PairScore; N] {
        let moves: [Move; N] = array::from_fn(|nth| {
            let (from, side) = slides[nth];
            self.moves[usize::from(at[from])][side as usize % 4]
        });
        let around = &self.around_blank[blank * self.shape.cells() * self.shape.cells()..];
        let (Some(first), Some(places), Some(around)) = (
            self.differences.first_chunk::<WINDOW>(),
            self.places.first_chunk::<WINDOW>(),
            around.first_chunk::<WINDOW>(),
        ) else {
            return [PairScore::default(); N];
        };
        let rows: [_; N] = array::from_fn(|nth| {
            let row = &self.differences[moves[nth].row as usize..];
            // One always exists.
            row.first_chunk().unwrap_or(first)
        });
        let (mut of_tiles, mut of_sides) = ([0; N], 0_u64);
        for &it in at {
            let place = usize::from(places[usize::from(it)]);
            for (sum, row) in of_tiles.iter_mut().zip(&rows) {
                *sum += i32::from(row[place]);
            }
            of_sides += around[usize::from(it)];
        }
        let place = usize::from(places[usize::from(at[blank])]);
        array::from_fn(|nth| {
            let (side, change) = (slides[nth].1, moves[nth].change);
            let of_tile = of_tiles[nth] - i32::from(rows[nth][place]);
            // The tile goes in the opposite direction to the blank.
            let of_tile = if side.is_high() { -of_tile } else { of_tile };
            let of_blank = i32::from((of_sides >> (16 * (side as usize % 4))) as u16);
            PairScore {
                weight: (change >> 1) + of_tile + of_blank,
                distance: 1 - 2 * (change & 1),
            }
        })
    }
}

/// The largest absolute value of a weight beside the blank: 15 moves.
const MOST_BESIDE_BLANK: i16 = 60;

/// The bias that keeps a difference of two weights beside the blank from being negative. The sum
/// over all tiles fits 16 bits.
const BIAS: u16 = 2 * MOST_BESIDE_BLANK as u16;

/// The layout of the tables of a shape.
struct PairLayout {
    shape: Shape,
    /// The displacements that are distinguished, down and right, and their number.
    reach: Offset,
    displacements: usize,
    /// The number of offsets between two homes; that of differences in a row, and in all rows.
    offsets: usize,
    row: usize,
    zeros: usize,
    /// `[(zone * OFFSETS_FROM_BLANK + offset) * displacements + displacement]`: the weight of a
    /// tile beside a blank in that zone; behind them a row of zeros for the blank itself.
    beside_blank: Vec<i16>,
    /// The weights of all pairs.
    pairs: &'static [i8],
}

impl PairTables {
    /// Lays out the weights for a shape of [`has_pairs`].
    async fn lay_out(shape: Shape, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let layout = PairLayout::new(shape, pace).await?;
        let cells = shape.cells();
        let mut places = pace.filled(0, WINDOW).await?;
        for (number, place) in places.iter_mut().enumerate().take(cells * cells) {
            let (cell, tile) = (number / cells, number % cells);
            let displacement = number_of(offset_between(shape, tile, cell), layout.reach);
            *place = (displacement * layout.offsets + layout.number_of_home(tile)) as u16;
        }
        // Entries after the last row are zero.
        let mut differences = pace.filled(0, layout.zeros + WINDOW).await?;
        let rows = differences.chunks_exact_mut(layout.row);
        for (row, to) in rows.enumerate().take(2 * layout.displacements) {
            layout.add_differences(row, to);
            pace.spend(to.len() * 2).await;
        }
        let mut moves = reserved(cells * cells)?;
        let mut around_blank = pace.filled(0, cells * cells * cells + WINDOW).await?;
        let rows = around_blank.chunks_exact_mut(cells * cells);
        for (cell, to) in rows.enumerate().take(cells) {
            moves.extend((0..cells).map(|tile| layout.moves(tile, cell)));
            layout.add_around_blank(cell, to);
            pace.spend(cells * cells * 20).await;
        }
        Ok(Self {
            shape,
            places,
            moves,
            differences,
            around_blank,
        })
    }
}

impl PairLayout {
    async fn new(shape: Shape, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let (rows, cols) = (shape.rows() as i32, shape.columns() as i32);
        let reach = [(rows - 1).min(REACH), (cols - 1).min(REACH)];
        let displacements = ((2 * reach[0] + 1) * (2 * reach[1] + 1)) as usize;
        let mut beside_blank = reserved((ZONES * OFFSETS_FROM_BLANK + 1) * displacements)?;
        for zone in 0..ZONES {
            for offset in 0..OFFSETS_FROM_BLANK {
                let seen = offset_of(offset, [BLANK_REACH; 2]);
                beside_blank.extend((0..displacements).map(|displacement| {
                    let weight = of_blank(zone, seen, offset_of(displacement, reach));
                    // So that the differences of all tiles add up to 16 bits.
                    weight.clamp(-MOST_BESIDE_BLANK, MOST_BESIDE_BLANK)
                }));
            }
            pace.spend(OFFSETS_FROM_BLANK * displacements * 10).await;
        }
        beside_blank.resize(beside_blank.len() + displacements, 0);
        let offsets = ((2 * rows - 1) * (2 * cols - 1)) as usize;
        let row = offsets * displacements;
        Ok(Self {
            shape,
            reach,
            displacements,
            offsets,
            row,
            zeros: 2 * displacements * row,
            beside_blank,
            pairs: pairs()?,
        })
    }

    /// Returns the number of a tile's home: the difference of two numbers is that of the offset.
    const fn number_of_home(&self, tile: usize) -> usize {
        let home = self.shape.place(tile);
        home.row * (2 * self.shape.columns() - 1) + home.column
    }

    /// Fills in a row: the weights of pairs after a tile goes a step down or right, minus those
    /// before, by the displacement of the other tile and the offset between the homes.
    fn add_differences(&self, row: usize, to: &mut [i8]) {
        let axis = row / self.displacements;
        let before = offset_of(row % self.displacements, self.reach);
        let mut after = before;
        after[axis] += 1;
        if after[axis] > self.reach[axis] {
            return;
        }
        let [after, before] = [after, before].map(|first| {
            let first = number_of(first, [REACH; 2]);
            &self.pairs[first * PLACES * PLACES..][..PLACES * PLACES]
        });
        let (columns, [down, right]) = (self.shape.columns(), self.reach);
        let (height, width) = (2 * down as usize + 1, 2 * right as usize + 1);
        let top = self.shape.rows() - 1 - down as usize;
        for (displacement, to) in to.chunks_exact_mut(self.offsets).enumerate() {
            let second = number_of(offset_of(displacement, self.reach), [REACH; 2]);
            let first = second * PLACES + number_of([-down, -right], [REACH; 2]);
            let rows = to.chunks_exact_mut(2 * columns - 1).skip(top);
            for (row, to) in rows.take(height).enumerate() {
                let first = first + row * SPAN;
                let [after, before] = [after, before].map(|it| &it[first..first + width]);
                let to = &mut to[columns - 1 - right as usize..][..width];
                for (entry, (after, before)) in to.iter_mut().zip(after.iter().zip(before)) {
                    *entry = after.wrapping_sub(*before);
                }
            }
        }
    }

    /// Returns the moves of a tile away from a cell.
    fn moves(&self, tile: usize, from: usize) -> [Move; 4] {
        let shape = self.shape;
        let zone = zone_of(shape, tile);
        let alone = |cell: usize| {
            let displacement = offset_between(shape, tile, cell);
            let far: i32 = displacement.iter().map(|along| along * along).sum();
            i32::from(of_tile(zone, displacement)) + far_first(shape) * far
        };
        array::from_fn(|nth| {
            let side = Side::ALL[nth];
            // The blank came from the other side.
            let Some(to) = side.undo().entered(shape, from) else {
                return Move::default();
            };
            let lower = if side.is_high() { to } else { from };
            let displacement = number_of(offset_between(shape, tile, to), self.reach);
            let beside = self.beside_blank(from, to)[displacement];
            let biases = i32::from(BIAS) * (shape.cells() as i32 - 1);
            let change = alone(to) - alone(from) + i32::from(beside) - biases;
            let is_nearer = shape.distance(tile, to) < shape.distance(tile, from);
            Move {
                row: self.start(side.axis(), tile, lower) as u32,
                change: change << 1 | i32::from(is_nearer),
            }
        })
    }

    /// Returns the start of the row of differences for a tile that goes a step down or right from a
    /// cell, or back to it; relative to that tile's home.
    fn start(&self, axis: usize, tile: usize, cell: usize) -> usize {
        let displacement = offset_between(self.shape, tile, cell);
        if displacement[axis] < -self.reach[axis] || displacement[axis] >= self.reach[axis] {
            return self.zeros;
        }
        let row = axis * self.displacements + number_of(displacement, self.reach);
        row * self.row + self.offsets / 2 - self.number_of_home(tile)
    }

    /// Returns the weights of a tile on a cell beside the blank on another one, by displacement.
    fn beside_blank(&self, blank: usize, cell: usize) -> &[i16] {
        let row = if blank == cell {
            ZONES * OFFSETS_FROM_BLANK
        } else {
            let offset = number_of(offset_between(self.shape, blank, cell), [BLANK_REACH; 2]);
            zone_of(self.shape, blank) * OFFSETS_FROM_BLANK + offset
        };
        &self.beside_blank[row * self.displacements..][..self.displacements]
    }

    /// Fills in the row of the blank on a cell.
    fn add_around_blank(&self, blank: usize, to: &mut [u64]) {
        let (shape, cells) = (self.shape, self.shape.cells());
        // Sides without a cell change nothing.
        let sides: [_; 4] =
            array::from_fn(|nth| Side::ALL[nth].entered(shape, blank).unwrap_or(blank));
        for (cell, to) in to.chunks_exact_mut(cells).enumerate() {
            let here = self.beside_blank(blank, cell);
            let there = sides.map(|blank| self.beside_blank(blank, cell));
            for (tile, entry) in to.iter_mut().enumerate().filter(|_| cell != blank) {
                let displacement = number_of(offset_between(shape, tile, cell), self.reach);
                *entry = there.iter().rev().fold(0, |entry, there| {
                    let more = there[displacement] - here[displacement];
                    entry << 16 | u64::from(BIAS.wrapping_add_signed(more))
                });
            }
        }
    }
}

#[cfg(test)]
mod tests;
