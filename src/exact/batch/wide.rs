//! Boards of up to 32 cells, by Lehmer's code.

mod entries;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::layout::{Axis, Batch, Expander, Layout, closer, tables_of};
use super::moves::{AxisBatch, CLOSER, SeenStep, blank_of, parent_and_step, steps};
use super::stack::{AXES, CHILDREN, Escape, PackedBoard, Slacks};
use crate::canonical::CanonicalBoard;
use crate::exact::MAX_CELLS;
use crate::heuristic::{EscapeDistance, PatternDatabases, PatternDatabasesState};
use crate::permutation::factorial;
use crate::runtime::{OutOfMemory, Pace, boxed, fetch_early};
use crate::tables::{Order, Table};
use entries::Entries;

/// The tiles of one table on a board, in one word.
///
/// Bits 0 to 31: their cells. 32 to 47: the number of their order, by [`lehmer_number`]. 48 to 61: carries
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
    home: u8,
    cells: usize,
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
    /// `[step][frame]`: the tile's cells before and after, as a set, and the cell before.
    steps: Box<[[(u32, u32); TABLES]; 256]>,
    entries: Entries,
}

/// The place of a table in the arrays of the search.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// The place of its state on a board.
    state: u8,
    frame: u8,
    /// The start of the numbers of the upper cells of its maps.
    uppers: u32,
}

/// An order of cells in which tiles that move along an axis pass others.
#[derive(Clone, Debug)]
struct Passing<const VIEWS: usize> {
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
    pub(super) async fn new(
        views: &[PatternDatabases],
        pace: &mut Pace,
    ) -> Result<Arc<Self>, OutOfMemory> {
        let entries = Entries::new(views[0].shape().cells(), pace).await?;
        let mut layout = Self::without_tables(views, entries)?;
        let mut frames = Vec::new();
        for (place, (view, _, table)) in tables_of(views).enumerate() {
            let uppers = layout.entries.enter(table, pace).await?;
            let known = frames.iter().position(|it| *it == table.frame);
            let frame = known.unwrap_or(frames.len());
            if known.is_none() {
                frames.push(table.frame);
            }
            let place = Place {
                state: place as u8,
                frame: frame as u8,
                uppers,
            };
            layout.enter(view, table, place)?;
            pace.spend(10 * table.data.index.orders.count()).await;
        }
        if views.len() == 2 {
            for (first, passings) in layout.first.iter_mut().zip(&layout.passings) {
                *first = usize::from(passings.iter().all(|it| it.views & 2 == 0));
            }
        }
        Ok(layout.into())
    }

    fn without_tables(
        views: &[PatternDatabases],
        entries: Entries,
    ) -> Result<Box<Self>, OutOfMemory> {
        let shape = views[0].shape();
        // Views without tables write to a place that no table has.
        let spare = Place {
            state: TABLES as u8 - 1,
            frame: 0,
            uppers: 0,
        };
        let mut layout = Box::new(Self {
            home: views[0].home() as u8,
            cells: shape.cells(),
            from: [0; 256],
            passings: [const { Vec::new() }; AXES],
            signs: [1; 256],
            first: [0; AXES],
            places: [[Place::default(); VIEWS]; MAX_CELLS],
            steps: boxed([(0, 0); TABLES])?,
            entries,
        });
        // Not above: the compiler unrolls an array of 256 of them, which takes it a second.
        layout.places.as_flattened_mut().fill(spare);
        for (step, _, blank, from) in steps(shape) {
            layout.from[usize::from(step)] = from as u8;
            layout.signs[usize::from(step)] = if blank < from { -1 } else { 1 };
        }
        Ok(layout)
    }

    /// Enters a table of a view.
    fn enter(&mut self, view: usize, table: &Table, place: Place) -> Result<(), OutOfMemory> {
        for (step, _, blank, from) in steps(table.pattern.shape) {
            let seen = SeenStep::new(&table.frame, from, blank);
            let steps = &mut self.steps[usize::from(step)];
            steps[usize::from(place.frame) % TABLES] = (seen.flip, seen.from.into());
        }
        for axis in 0..AXES {
            self.enter_passings(axis, view, table)?;
        }
        for tile in table.pattern.cells() {
            self.places[tile][view % VIEWS] = place;
        }
        Ok(())
    }

    /// Enters the cells of the other tiles that a tile of a table passes in each move along an
    /// axis.
    fn enter_passings(
        &mut self,
        axis: usize,
        view: usize,
        table: &Table,
    ) -> Result<(), OutOfMemory> {
        let mut cells: Box<[[u8; MOST_PASSED]; 256]> = boxed([0; MOST_PASSED])?;
        let (mut most, mut rises) = (0, true);
        for (step, side, blank, from) in steps(table.pattern.shape) {
            if side.axis() != axis {
                continue;
            }
            let seen = SeenStep::new(&table.frame, from, blank);
            let is_between = |&cell: &usize| seen.between >> table.frame.cell(cell) & 1 != 0;
            let mut between = (0..self.cells).filter(is_between);
            cells[usize::from(step)].fill_with(|| between.next().unwrap_or(from) as u8);
            most = most.max(seen.between.count_ones() as usize);
            rises &= seen.is_high == (blank > from);
        }
        if most == 0 {
            return Ok(());
        }
        let passings = &mut self.passings[axis];
        let known = passings.iter().position(|it| it.cells == cells);
        let order = known.unwrap_or(passings.len());
        if known.is_none() {
            passings.push(Passing {
                most,
                views: 0,
                cells,
                changes: boxed([[0; VIEWS]; MAX_CELLS])?,
            });
        }
        let passing = &mut passings[order];
        passing.views |= 1 << view;
        // By Lehmer's code, if `rises`: the tile goes past the other one to a higher cell.
        let number = |tile: usize| table.data.pattern.number(table.frame.cell(tile));
        for tile in table.pattern.cells() {
            for passed in table.pattern.cells().filter(|&passed| passed != tile) {
                let (own, other) = (number(tile), number(passed));
                let step = factorial(own.max(other).unwrap_or(0)) as i16;
                let is_more = (own < other) == rises;
                passing.changes[tile][passed][view % VIEWS] = if is_more { step } else { -step };
            }
        }
        Ok(())
    }
}

// The numbers of orders of tiles by Lehmer's code, in which a tile that passes another one adds a
// number that depends on those two tiles alone.
//
// Tile `j` adds `j!` for each lower tile that stands behind it. A tile that goes to a higher cell,
// past one with a higher number `j`, adds `j!`; past one with a lower number it takes away its own
// factorial.

/// The most tiles of a table.
const TILES: usize = 8;

/// Returns the number of an order. All orders of fewer tiles have lower numbers.
fn lehmer_number(order: Order, count: usize) -> usize {
    // The tile in each slot, the lowest cell first.
    let tile = |slot: usize| (order >> (3 * slot) & 7) as usize;
    let mut number: u128 = (1..count).map(factorial).sum();
    for slot in 0..count {
        let behind = (slot + 1..count).filter(|&other| tile(other) < tile(slot));
        number += factorial(tile(slot)) * behind.count() as u128;
    }
    number as usize
}

/// The tiles of a board. Unused places are never read.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Tiles<const TABLES: usize> {
    /// `[view][table]`, without gaps.
    states: [State; TABLES],
    /// `[cell]`: the tile there; the blank's is any.
    at: [u8; MAX_CELLS],
    /// Zero if escape distance does not guide the search.
    escape: Escape,
}

/// A child while it is looked up; `[view]`, the one that is read first at the front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<const VIEWS: usize> {
    states: [State; VIEWS],
    /// The entries; if maps are prefetched, their numbers before, and from bit 32 on the blank's cell.
    entries: [u64; VIEWS],
    /// The changes that the move makes to the numbers of the orders.
    changes: [i16; VIEWS],
    slacks: u64,
    tile: u8,
    /// The places of the tables' states on a board.
    tables: [u8; VIEWS],
}

/// The children of a batch along an axis.
type Children<const VIEWS: usize> = [Child<VIEWS>; CHILDREN];

/// Returns the place of a child that is left before a stage.
#[inline(always)]
fn place<const STAGE: usize, C>(axis: &AxisBatch<C>, nth: usize) -> usize {
    if STAGE == 0 { nth } else { axis.place(nth) }
}

/// Returns the first view of a stage and the one after the last: a stage loads the entries of one
/// view of two, or of two of eight, which cut off most children, then of the others.
const fn views_of<const VIEWS: usize, const STAGE: usize>() -> (usize, usize) {
    match (VIEWS, STAGE) {
        (2, stage) => (stage, stage + 1),
        (_, 0) => (0, 2),
        _ => (2, VIEWS),
    }
}

impl<const VIEWS: usize, const TABLES: usize> Layout for WideLayout<VIEWS, TABLES> {
    type Tiles = Tiles<TABLES>;
    type Children = Children<VIEWS>;
    const NO_CHILDREN: Children<VIEWS> = [Child {
        states: [0; VIEWS],
        entries: [0; VIEWS],
        changes: [0; VIEWS],
        slacks: 0,
        tile: 0,
        // Missing views write to the last place.
        tables: [u8::MAX; VIEWS],
    }; CHILDREN];
    /// `[place on a board]`: the entries of the table, and the number of its blocks.
    type Tables<'k> = [(&'k [u64], u64); TABLES];

    fn tables(views: &[PatternDatabases]) -> Self::Tables<'_> {
        let mut tables = [(&[][..], 0); TABLES];
        for (place, (.., table)) in tables_of(views).enumerate() {
            tables[place % TABLES] = (&table.data.words[..], table.data.index.blocks as u64);
        }
        tables
    }

    fn tiles(
        views: &[PatternDatabases],
        board: &CanonicalBoard,
        states: &[PatternDatabasesState],
    ) -> Tiles<TABLES> {
        let mut tiles = Tiles {
            states: [0; TABLES],
            at: [0; MAX_CELLS],
            escape: Escape::default(),
        };
        for (place, (view, nth, table)) in tables_of(views).enumerate() {
            let placed = states[view].placed[nth];
            let number = lehmer_number(placed.order, table.data.index.orders.tiles);
            tiles.states[place] =
                placed.map | (number as u64) << ORDER | u64::from(placed.distance % 4) << DISTANCE;
        }
        for (at, &tile) in tiles.at.iter_mut().zip(&board.cells) {
            *at = tile as u8;
        }
        tiles
    }

    fn set_escape(tiles: &mut Tiles<TABLES>, escape: Escape) {
        tiles.escape = escape;
    }

    #[inline(always)]
    fn locate<const STAGE: usize>(
        by: &Expander<'_, Self>,
        batch: &Batch<Self>,
        axis: &mut Axis<Self>,
    ) {
        if let Some(escape) = by.escape().filter(|_| STAGE == 0) {
            by.keep_by_escape(escape, batch, axis);
        }
        let passings = &by.layout.passings[axis.axis];
        // All views of eight are summed up at once.
        let due = match STAGE {
            _ if VIEWS == 2 => 1 << by.view(STAGE, axis.axis),
            0 => u8::MAX,
            _ => 0,
        };
        let mut is_more = false;
        for passing in passings.iter().filter(|it| it.views & due != 0) {
            match passing.most {
                0..=3 => by.pass::<STAGE, 3>(passing, is_more, batch, axis),
                4 => by.pass::<STAGE, 4>(passing, is_more, batch, axis),
                5..=6 => by.pass::<STAGE, 6>(passing, is_more, batch, axis),
                7..=8 => by.pass::<STAGE, 8>(passing, is_more, batch, axis),
                _ => by.pass::<STAGE, MOST_PASSED>(passing, is_more, batch, axis),
            }
            is_more = true;
        }
        if is_more || VIEWS > 2 && !passings.is_empty() {
            by.slide::<STAGE, true>(batch, axis);
        } else {
            by.slide::<STAGE, false>(batch, axis);
        }
        if VIEWS > 2 {
            by.prefetch_entries::<STAGE>(axis);
        }
    }

    #[inline(always)]
    fn read<const STAGE: usize>(by: &Expander<'_, Self>, axis: &mut Axis<Self>) {
        let (start, end) = const { views_of::<VIEWS, STAGE>() };
        let tables = &by.tables;
        let first = by.view(STAGE, axis.axis);
        let ones = if VIEWS == 2 {
            1 << Slacks::shift(first)
        } else {
            Slacks::of_move(end) >> Slacks::shift(start) << Slacks::shift(start)
        };
        let mut left = 0;
        for nth in 0..axis.count.min(CHILDREN) {
            let at = place::<STAGE, _>(axis, nth);
            let child = &mut axis.children[at];
            let mut slacks = child.slacks;
            for nth in start..end {
                let view = if VIEWS == 2 { first } else { nth };
                let (state, entry) = (child.states[nth], child.entries[nth]);
                let (words, ..) = tables[usize::from(child.tables[nth]) % TABLES];
                let closer = closer(words, entry, state >> (DISTANCE + 1));
                child.states[nth] = state ^ closer << (DISTANCE + 1);
                slacks += closer << Slacks::shift(view);
            }
            child.slacks = slacks;
            axis.left[left % CHILDREN] = at as u8;
            // Without slack only the children stay that get closer.
            left += usize::from(Slacks(slacks).have(ones));
        }
        axis.count = left;
    }

    #[inline(always)]
    fn write<'b>(
        by: &Expander<'_, Self>,
        batch: &'b Batch<Self>,
        axis: &Axis<Self>,
        nth: usize,
        tiles: &mut Tiles<TABLES>,
    ) -> (&'b PackedBoard<Tiles<TABLES>>, u8, u64) {
        let place = axis.place(nth);
        let (parent, step) = parent_and_step(axis.moves[place]);
        let (parent, found) = (&batch[parent], &axis.children[place]);
        *tiles = parent.tiles;
        tiles.at[blank_of(step) % MAX_CELLS] = found.tile;
        for (table, state) in found.tables.iter().zip(found.states) {
            tiles.states[usize::from(*table) % TABLES] = state;
        }
        if by.escape().is_some() {
            let is_closer = axis.moves[place] & CLOSER != 0;
            tiles.escape = parent.tiles.escape.after(axis.axis, is_closer);
        }
        (parent, step, found.slacks)
    }
}

impl<const VIEWS: usize, const TABLES: usize> Expander<'_, WideLayout<VIEWS, TABLES>> {
    /// Returns the escape distance, if it guides the search.
    #[inline(always)]
    fn escape(&self) -> Option<&EscapeDistance> {
        self.moves.escape.as_deref().filter(|_| VIEWS > 2)
    }

    /// Returns the view that is read as the `nth`.
    #[inline(always)]
    const fn view(&self, nth: usize, axis: usize) -> usize {
        if VIEWS == 2 {
            (nth ^ self.layout.first[axis]) % VIEWS
        } else {
            nth
        }
    }

    /// Keeps the moves that the bound allows by escape distance.
    #[inline(never)]
    fn keep_by_escape(
        &self,
        escape: &EscapeDistance,
        batch: &Batch<WideLayout<VIEWS, TABLES>>,
        of_axis: &mut AxisBatch<Children<VIEWS>>,
    ) {
        let (axis, count) = (of_axis.axis, of_axis.count);
        let mut positions = [0; CHILDREN];
        for (position, &of_move) in positions.iter_mut().zip(&of_axis.moves[..count]) {
            let (parent, step) = parent_and_step(of_move);
            let mut at = batch[parent].tiles.at;
            let from = usize::from(self.layout.from[usize::from(step)]) % MAX_CELLS;
            let to = blank_of(step) % MAX_CELLS;
            at[to] = at[from];
            at[from] = self.layout.home;
            *position = escape.locate(axis, &at[..self.layout.cells]);
        }
        let mut left = 0;
        for (nth, &position) in positions.iter().enumerate().take(count) {
            let of_move = of_axis.moves[nth];
            let known = batch[parent_and_step(of_move).0].tiles.escape;
            let is_closer = escape.is_closer(axis, position, known.distances[axis].into());
            of_axis.moves[left] = of_move | if is_closer { CLOSER } else { 0 };
            left += usize::from(is_closer || known.slack > 0);
        }
        of_axis.count = left;
    }

    /// Computes the changes that the moves of the children left make to the numbers of orders, by
    /// one order of cells. If `is_more`, adds them to those by earlier orders of cells. No tile
    /// passes more than `PASSED` others.
    #[inline(always)]
    fn pass<const STAGE: usize, const PASSED: usize>(
        &self,
        passing: &Passing<VIEWS>,
        is_more: bool,
        batch: &Batch<WideLayout<VIEWS, TABLES>>,
        axis: &mut AxisBatch<Children<VIEWS>>,
    ) {
        let layout = self.layout;
        let (cells, changes) = (&*passing.cells, &*passing.changes);
        for nth in 0..axis.count.min(CHILDREN) {
            let place = place::<STAGE, _>(axis, nth);
            let (parent, step) = parent_and_step(axis.moves[place]);
            let child = &mut axis.children[place];
            let at = &batch[parent].tiles.at;
            let from = layout.from[usize::from(step)];
            let of_tile = &changes[usize::from(at[usize::from(from) % MAX_CELLS]) % MAX_CELLS];
            let mut sum = [0_i16; VIEWS];
            // The tile's own cell fills the list up, and adds 0.
            for &cell in cells[usize::from(step)].iter().take(PASSED) {
                let passed = usize::from(at[usize::from(cell) % MAX_CELLS]) % MAX_CELLS;
                for (sum, change) in sum.iter_mut().zip(&of_tile[passed]) {
                    *sum = sum.wrapping_add(*change);
                }
            }
            let sign = layout.signs[usize::from(step)];
            for (change, sum) in child.changes.iter_mut().zip(sum) {
                let before = if is_more { *change } else { 0 };
                *change = before.wrapping_add(sum.wrapping_mul(sign));
            }
        }
    }

    /// Moves the tiles of the children that are left in a stage's views. With two views entries are
    /// prefetched, else maps: those of more views don't fit the near caches. `PASSES`: tiles may
    /// pass others.
    #[inline(always)]
    fn slide<const STAGE: usize, const PASSES: bool>(
        &self,
        batch: &Batch<WideLayout<VIEWS, TABLES>>,
        axis: &mut AxisBatch<Children<VIEWS>>,
    ) {
        let (start, end) = const { views_of::<VIEWS, STAGE>() };
        let (layout, entries, tables) = (self.layout, &self.layout.entries, &self.tables);
        let steps = &*layout.steps;
        let first = self.view(STAGE, axis.axis);
        for nth in 0..axis.count.min(CHILDREN) {
            let at = place::<STAGE, _>(axis, nth);
            let (parent, step) = parent_and_step(axis.moves[at]);
            let (parent, child) = (&batch[parent], &mut axis.children[at]);
            if STAGE == 0 {
                let from = layout.from[usize::from(step)];
                child.slacks = parent.slacks.0;
                child.tile = parent.tiles.at[usize::from(from) % MAX_CELLS];
            }
            let steps = &steps[usize::from(step)];
            let places = &layout.places[usize::from(child.tile) % MAX_CELLS];
            for nth in start..end {
                let view = if VIEWS == 2 { first } else { nth };
                let place = places[view];
                let (flip, blank) = steps[usize::from(place.frame) % TABLES];
                let mut state = parent.tiles.states[usize::from(place.state) % TABLES];
                state = (state ^ u64::from(flip)).wrapping_add(1 << DISTANCE);
                if PASSES {
                    state = reordered(state, child.changes[view]);
                }
                let map = entries.number(state as u32, place.uppers);
                child.states[nth] = state;
                child.tables[nth] = place.state;
                child.entries[nth] = if VIEWS == 2 {
                    let (words, blocks) = tables[usize::from(place.state) % TABLES];
                    let order = (state >> ORDER) as u16;
                    let entry = entries.entry(map, blank, order, blocks);
                    fetch_early(words, (entry / 64) as usize);
                    entry
                } else {
                    fetch_early(&entries.maps, map as usize);
                    u64::from(map) | u64::from(blank) << 32
                };
            }
        }
    }

    /// Prefetches the entries of the children left in a stage's views.
    #[inline(always)]
    fn prefetch_entries<const STAGE: usize>(&self, axis: &mut AxisBatch<Children<VIEWS>>) {
        let (start, end) = const { views_of::<VIEWS, STAGE>() };
        for nth in 0..axis.count.min(CHILDREN) {
            let at = place::<STAGE, _>(axis, nth);
            let child = &mut axis.children[at];
            for nth in start..end {
                let (map, blank) = (child.entries[nth] as u32, (child.entries[nth] >> 32) as u32);
                let order = (child.states[nth] >> ORDER) as u16;
                let (words, blocks) = self.tables[usize::from(child.tables[nth]) % TABLES];
                let entry = self.layout.entries.entry(map, blank, order, blocks);
                fetch_early(words, (entry / 64) as usize);
                child.entries[nth] = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Orders;

    #[test]
    fn changes_of_orders_leave_the_distance() {
        // Tile 7 of eight passes the seven others.
        let state = 2 << DISTANCE | 5_913 << ORDER | 0xff;
        let after = reordered(state, (5_040 * 7_i32) as i16);
        assert_eq!((after >> ORDER) as u16, 5_913 + 5_040 * 7);
        assert_eq!((after >> DISTANCE, after as u32), (2, 0xff));
    }

    #[test]
    fn every_order_has_its_own_rank() {
        let mut numbers = Vec::new();
        for count in 1..=TILES {
            let orders = Orders::new(count).expect("little memory");
            numbers.extend((0..orders.count()).map(|it| lehmer_number(orders.order(it), count)));
        }
        numbers.sort_unstable();
        assert!((0..46_233).eq(numbers));
    }

    #[test]
    fn an_order_in_which_all_tiles_rise_is_the_first() {
        let first = 1 + 2 + 6 + 24 + 120;
        assert_eq!(lehmer_number(0o543_210, 6), first);
        // Tile 1 stands before tile 0: 1! is added.
        assert_eq!(lehmer_number(0o543_201, 6), first + 1);
        assert_eq!(lehmer_number(0o012_345, 6), first + 719);
    }
}
