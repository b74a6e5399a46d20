//! Boards of up to 32 cells, by Lehmer's code.

mod entries;
mod expander;
mod lehmer;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::layout::Views;
use super::moves::{SeenStep, steps};
use super::packed_board::AXES;
use crate::exact::patterns::MAX_CELLS;
use crate::runtime::alloc::{OutOfMemory, boxed};
use crate::runtime::job::Pace;
use crate::side::Side;
use crate::tables::Table;
use entries::Entries;

/// The tiles of one table on a board, in one word.
///
/// Bits 0 to 31: their cells. 32 to 47: the number of their order, by [`lehmer`]. 48 to 61: carries
/// of its changes, one a move at most. 62 and 63: their distance modulo 4.
type State = u64;

const ORDER: u32 = 32;
const DISTANCE: u32 = 62;

/// Returns a state whose order has changed, modulo 2^16: with eight tiles a change may be 5040 * 7.
#[inline(always)]
const fn reordered(state: State, change: i16) -> State {
    state.wrapping_add((change as u16 as u64) << ORDER)
}

/// The cells that a tile passes, at most: those of a layer of 2 x 2 x 8 cells but one.
const MOST_PASSED: usize = 15;

/// Tables in up to `VIEWS` views, up to `TABLES` in all.
#[derive(Clone, Debug)]
pub(super) struct WideLayout<const VIEWS: usize, const TABLES: usize> {
    views: usize,
    axes: usize,
    /// `[step]`: the cell that the tile leaves.
    from: [u8; 256],
    /// `[axis]`: the orders of cells in which tiles that move along it pass others.
    passings: [Vec<Passing<VIEWS>>; AXES],
    /// `[step]`: 1 if the tile goes to a higher cell, else -1.
    signs: [i16; 256],
    /// `[axis]`: the view that is read first.
    first: [usize; AXES],
    /// `[tile][view]`
    places: [[Place; VIEWS]; MAX_CELLS],
    /// `[step][frame]`
    steps: Box<[[FrameStep; TABLES]; 256]>,
    entries: Entries,
}

/// The place of a table in the arrays of the search, in one word.
///
/// Bits 0 to 4: the place of its state on a board. 5 to 9: its frame. From bit 12 on: the start of
/// the numbers of the upper cells of its maps.
#[derive(Clone, Copy, Debug)]
struct Place(u32);

impl Place {
    const fn new(state: usize, frame: usize, uppers: u32) -> Self {
        Self((state | frame << 5) as u32 | uppers << 12)
    }

    #[inline(always)]
    const fn state(self) -> usize {
        self.0 as usize % 32
    }

    #[inline(always)]
    const fn frame(self) -> usize {
        (self.0 >> 5) as usize % 32
    }

    #[inline(always)]
    const fn uppers(self) -> u32 {
        self.0 >> 12
    }
}

/// One move of a tile, in a frame.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct FrameStep {
    /// The tile's cells before and after.
    flip: u32,
    /// The cell before.
    from: u32,
}

/// An order of cells in which tiles that move along an axis pass others.
#[derive(Clone, Debug)]
struct Passing<const VIEWS: usize> {
    /// The steps of the axis, the cells of their tiles and the sets of cells that these pass.
    passed: Vec<(u8, usize, u32)>,
    /// The number of cells that a tile passes at most.
    most: usize,
    /// The views whose tables count cells in this order, a bit each.
    views: u8,
    /// `[step]`: the cells that its tile passes, then the tile's own cell.
    cells: Box<[[u8; MOST_PASSED]; 256]>,
    /// `[tile that moves to a higher cell][tile that it passes][view]`: the change of the rank of
    /// the order.
    changes: Box<[[[i16; VIEWS]; MAX_CELLS]; MAX_CELLS]>,
}

impl<const VIEWS: usize, const TABLES: usize> WideLayout<VIEWS, TABLES> {
    /// Lays out tables.
    pub(super) async fn new(views: &Views, pace: &mut Pace) -> Result<Arc<Self>, OutOfMemory> {
        let shape = views.first().shape();
        let mut layout = Box::new(Self {
            views: views.count(),
            axes: if shape.is_flat() { 2 } else { AXES },
            from: [0; 256],
            passings: [const { Vec::new() }; AXES],
            signs: [1; 256],
            first: [0; AXES],
            // Views without tables write to a place that no table has.
            places: [[Place::new(TABLES - 1, 0, 0); VIEWS]; MAX_CELLS],
            steps: boxed([FrameStep::default(); TABLES])?,
            entries: Entries::new(shape.cells(), pace).await?,
        });
        let steps = steps(shape);
        for &(step, _, blank, from) in &steps {
            layout.from[usize::from(step)] = from as u8;
            layout.signs[usize::from(step)] = if blank < from { -1 } else { 1 };
        }
        let mut frames = Vec::new();
        for (place, (view, _, table)) in views.all().enumerate() {
            let uppers = layout.entries.enter(table, pace).await?;
            let known = frames.iter().position(|it| *it == table.frame);
            let frame = known.unwrap_or(frames.len());
            if known.is_none() {
                frames.push(table.frame);
            }
            for &(step, _, blank, from) in &steps {
                let seen = SeenStep::new(&table.frame, from, blank);
                layout.steps[usize::from(step)][frame % TABLES] = FrameStep {
                    flip: seen.flip,
                    from: seen.from.into(),
                };
            }
            for axis in 0..layout.axes {
                layout.enter_passings(&steps, axis, view, table)?;
            }
            for tile in table.pattern.cells() {
                layout.places[tile][view % VIEWS] = Place::new(place, frame, uppers);
            }
            pace.spend(10 * table.data.index.orders.count()).await;
        }
        if layout.views == 2 {
            for (first, passings) in layout.first.iter_mut().zip(&layout.passings) {
                *first = usize::from(passings.iter().all(|it| it.views & 2 == 0));
            }
        }
        Ok(layout.into())
    }

    /// Enters the cells of the other tiles that a tile of a table passes in each move along an
    /// axis.
    fn enter_passings(
        &mut self,
        steps: &[(u8, Side, usize, usize)],
        axis: usize,
        view: usize,
        table: &Table,
    ) -> Result<(), OutOfMemory> {
        let cells = table.pattern.shape.cells();
        let along = steps.iter().filter(|(_, side, ..)| side.axis() == axis);
        // `(step, the tile's cell, the cells that it passes)`.
        let mut passed: Vec<(u8, usize, u32)> = Vec::new();
        let mut rises = true;
        for &(step, _, blank, from) in along {
            let seen = SeenStep::new(&table.frame, from, blank);
            let is_between = |&cell: &usize| seen.between >> table.frame.cell(cell) & 1 != 0;
            let set = (0..cells).filter(is_between).map(|cell| 1 << cell).sum();
            passed.push((step, from, set));
            rises &= seen.is_high == (blank > from);
        }
        if passed.iter().all(|&(.., set)| set == 0) {
            return Ok(());
        }
        let passings = &mut self.passings[axis];
        let known = passings.iter().position(|it| it.passed == passed);
        let order = known.unwrap_or(passings.len());
        if known.is_none() {
            passings.push(Passing::new(passed)?);
        }
        let passing = &mut passings[order];
        passing.views |= 1 << view;
        for (tile, passed, change) in lehmer::changes(table) {
            passing.changes[tile][passed][view % VIEWS] = if rises { change } else { -change };
        }
        Ok(())
    }
}

impl<const VIEWS: usize> Passing<VIEWS> {
    /// Returns the order of cells in which steps pass these sets of cells, before changes are
    /// entered.
    fn new(passed: Vec<(u8, usize, u32)>) -> Result<Self, OutOfMemory> {
        let mut cells = boxed([0; MOST_PASSED])?;
        for &(step, from, set) in &passed {
            let between = (0..MAX_CELLS as u8).filter(|&cell| set >> cell & 1 != 0);
            let all = between.chain(core::iter::repeat(from as u8));
            for (cell, passed) in cells[usize::from(step)].iter_mut().zip(all) {
                *cell = passed;
            }
        }
        let counts = passed.iter().map(|(.., set)| set.count_ones() as usize);
        Ok(Self {
            most: counts.fold(0, usize::max),
            passed,
            views: 0,
            cells,
            changes: boxed([[0; VIEWS]; MAX_CELLS])?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_orders_leave_the_distance() {
        // Tile 7 of eight passes the seven others.
        let state = 2 << DISTANCE | 5_913 << ORDER | 0xff;
        let after = reordered(state, (5_040 * 7_i32) as i16);
        assert_eq!((after >> ORDER) as u16, 5_913 + 5_040 * 7);
        assert_eq!((after >> DISTANCE, after as u32), (2, 0xff));
    }
}
