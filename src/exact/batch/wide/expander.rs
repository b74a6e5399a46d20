//! Boards and their expansion.

use alloc::boxed::Box;

use super::super::layout::{Layout, Views};
use super::super::moves::{AxisMoves, MoveTables, blank_of, parent_and_step};
use super::super::packed_board::{AXES, PackedBoard, Slacks};
use super::super::stack::{BATCH, CHILDREN, PathNotes, Stack};
use super::entries::EntriesView;
use super::{DISTANCE, MOST_PASSED, ORDER, Passing, State, WideLayout, lehmer, reordered};
use crate::canonical::CanonicalBoard;
use crate::exact::patterns::MAX_CELLS;
use crate::heuristic::PatternDatabasesState;
use crate::runtime::dispatch::fetch_early;

/// The tiles of a board. Unused places are never read.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(in super::super) struct Tiles<const TABLES: usize> {
    /// `[view][table]`, without gaps.
    states: [State; TABLES],
    /// `[cell]`: the tile there; the blank's is any.
    at: [u8; MAX_CELLS],
}

/// A child while it is looked up; `[view]`, the one that is read first at the front.
#[derive(Clone, Copy, Debug)]
struct Child<const VIEWS: usize> {
    states: [State; VIEWS],
    /// The numbers of the maps, then the entries.
    entries: [u64; VIEWS],
    /// The changes that the move makes to the numbers of the orders.
    changes: [i16; VIEWS],
    slacks: u64,
    tile: u8,
    /// The places of the tables' states on a board.
    tables: [u8; VIEWS],
}

/// Scratch for the children of a batch along an axis.
#[derive(Clone, Debug)]
pub(in super::super) struct AxisBatch<const VIEWS: usize> {
    moves: AxisMoves,
    children: [Child<VIEWS>; CHILDREN],
    left: [u8; CHILDREN],
}

impl<const VIEWS: usize> AxisBatch<VIEWS> {
    /// Returns the place of a child that is left before a stage.
    #[inline(always)]
    fn place<const STAGE: usize>(&self, nth: usize) -> usize {
        if STAGE == 0 {
            nth
        } else {
            usize::from(self.left[nth % CHILDREN]) % CHILDREN
        }
    }
}

impl<const VIEWS: usize> Default for AxisBatch<VIEWS> {
    fn default() -> Self {
        let child = Child {
            states: [0; VIEWS],
            entries: [0; VIEWS],
            changes: [0; VIEWS],
            slacks: 0,
            tile: 0,
            // Missing views write to the last place.
            tables: [u8::MAX; VIEWS],
        };
        Self {
            moves: [0; CHILDREN + 1],
            children: [child; CHILDREN],
            left: [0; CHILDREN],
        }
    }
}

/// The read-only data of an expansion.
pub(in super::super) struct Expander<'k, const VIEWS: usize, const TABLES: usize> {
    layout: &'k WideLayout<VIEWS, TABLES>,
    moves: &'k MoveTables,
    entries: EntriesView<'k>,
    /// `[place on a board]`: the entries of the table, and the number of its blocks.
    tables: [(&'k [u64], u64); TABLES],
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

/// The boards of a batch.
type Batch<const TABLES: usize> = [PackedBoard<Tiles<TABLES>>; BATCH];

impl<const VIEWS: usize, const TABLES: usize> Layout for WideLayout<VIEWS, TABLES> {
    type Tiles = Tiles<TABLES>;
    type Scratch = Box<[AxisBatch<VIEWS>; AXES]>;
    type Expander<'k> = Expander<'k, VIEWS, TABLES>;

    fn expander<'k>(&'k self, views: &'k Views, moves: &'k MoveTables) -> Self::Expander<'k> {
        let mut tables = [(&[][..], 0); TABLES];
        for (place, (.., table)) in views.all().enumerate() {
            tables[place % TABLES] = (&table.data.words[..], table.data.index.blocks as u64);
        }
        Expander {
            layout: self,
            moves,
            entries: self.entries.view(),
            tables,
        }
    }

    fn tiles(
        views: &Views,
        board: &CanonicalBoard,
        states: &[PatternDatabasesState],
    ) -> Tiles<TABLES> {
        let mut tiles = Tiles {
            states: [0; TABLES],
            at: [0; MAX_CELLS],
        };
        for (place, (view, nth, table)) in views.all().enumerate() {
            let placed = states[view].placed[nth];
            let number = lehmer::number(placed.order, table.data.index.tiles);
            tiles.states[place] =
                placed.map | (number as u64) << ORDER | u64::from(placed.distance % 4) << DISTANCE;
        }
        for (at, &tile) in tiles.at.iter_mut().zip(&board.cells) {
            *at = tile as u8;
        }
        tiles
    }

    #[inline(always)]
    fn expand(
        expander: &Self::Expander<'_>,
        (batch, taken): (&Batch<TABLES>, usize),
        scratch: &mut Self::Scratch,
        stack: &mut Stack<Self::Tiles>,
        notes: &mut PathNotes,
    ) -> usize {
        let axes = &mut **scratch;
        let [first, second, third] = axes.each_mut().map(|axis| &mut axis.moves);
        let mut counts = if expander.layout.axes == 2 {
            expander.moves.list(&batch[..taken], &mut [first, second])
        } else {
            expander
                .moves
                .list(&batch[..taken], &mut [first, second, third])
        };
        let axes = &mut axes[..expander.layout.axes];
        let generated = counts.iter().sum();
        for (number, (axis, &count)) in axes.iter_mut().zip(&counts).enumerate() {
            expander.locate::<0>(batch, axis, count, number);
        }
        if expander.layout.views > 1 {
            for (number, (axis, count)) in axes.iter_mut().zip(&mut counts).enumerate() {
                *count = expander.read::<0>(axis, *count, number);
                expander.locate::<1>(batch, axis, *count, number);
            }
        }
        let of_move = Slacks::of_move(expander.layout.views);
        for (number, (axis, &count)) in axes.iter_mut().zip(&counts).enumerate() {
            let count = if expander.layout.views > 1 {
                expander.read::<1>(axis, count, number)
            } else {
                expander.read::<0>(axis, count, number)
            };
            let Some(room) = stack.room() else { continue };
            for (child, &place) in room.iter_mut().zip(&axis.left[..count.min(CHILDREN)]) {
                let place = usize::from(place) % CHILDREN;
                let (parent, step) = parent_and_step(axis.moves[place]);
                let (parent, found) = (&batch[parent], &axis.children[place]);
                write(child, parent, step, found);
                let slacks = Slacks(found.slacks.wrapping_sub(of_move));
                expander.moves.complete(child, parent, step, slacks, notes);
            }
            stack.add(count);
        }
        generated
    }
}

impl<const VIEWS: usize, const TABLES: usize> Expander<'_, VIEWS, TABLES> {
    /// Returns the view that is read as the `nth`.
    #[inline(always)]
    const fn view(&self, nth: usize, axis: usize) -> usize {
        if VIEWS == 2 {
            (nth ^ self.layout.first[axis]) % VIEWS
        } else {
            nth
        }
    }

    /// Prefetches the entries of the children left in a stage's views.
    #[inline(always)]
    fn locate<const STAGE: usize>(
        &self,
        batch: &Batch<TABLES>,
        axis: &mut AxisBatch<VIEWS>,
        count: usize,
        number: usize,
    ) {
        // All views of eight are summed up at once.
        let is_due = |passing: &Passing<VIEWS>| {
            if VIEWS == 2 {
                passing.views >> self.view(STAGE, number) & 1 != 0
            } else {
                STAGE == 0
            }
        };
        let mut is_more = false;
        for passing in self.layout.passings[number].iter().filter(|it| is_due(it)) {
            match passing.most {
                0..=3 => self.pass::<STAGE, 3>(passing, is_more, batch, axis, count),
                4 => self.pass::<STAGE, 4>(passing, is_more, batch, axis, count),
                5..=6 => self.pass::<STAGE, 6>(passing, is_more, batch, axis, count),
                7..=8 => self.pass::<STAGE, 8>(passing, is_more, batch, axis, count),
                _ => self.pass::<STAGE, MOST_PASSED>(passing, is_more, batch, axis, count),
            }
            is_more = true;
        }
        if is_more || VIEWS > 2 && !self.layout.passings[number].is_empty() {
            self.slide::<STAGE, true>(batch, axis, count, number);
        } else {
            self.slide::<STAGE, false>(batch, axis, count, number);
        }
        if VIEWS > 2 {
            self.prefetch_entries::<STAGE>(axis, count);
        }
    }

    /// Computes the changes that the moves of the children left make to the numbers of orders, by
    /// one order of cells. If `is_more`, adds them to those by earlier orders of cells. No tile
    /// passes more than `PASSED` others.
    #[inline(always)]
    fn pass<const STAGE: usize, const PASSED: usize>(
        &self,
        passing: &Passing<VIEWS>,
        is_more: bool,
        batch: &Batch<TABLES>,
        axis: &mut AxisBatch<VIEWS>,
        count: usize,
    ) {
        let layout = self.layout;
        let (cells, changes) = (&*passing.cells, &*passing.changes);
        for nth in 0..count.min(CHILDREN) {
            let place = axis.place::<STAGE>(nth);
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
            let mut view = 0;
            while view < VIEWS {
                let before = if is_more { child.changes[view] } else { 0 };
                child.changes[view] = before.wrapping_add(sum[view].wrapping_mul(sign));
                view += 1;
            }
        }
    }

    /// Moves the tiles of the children that are left in a stage's views. With two views entries are
    /// prefetched, else maps: those of more views don't fit the near caches. `PASSES`: tiles may
    /// pass others.
    #[inline(always)]
    fn slide<const STAGE: usize, const PASSES: bool>(
        &self,
        batch: &Batch<TABLES>,
        axis: &mut AxisBatch<VIEWS>,
        count: usize,
        number: usize,
    ) {
        let (start, end) = const { views_of::<VIEWS, STAGE>() };
        let (layout, entries, tables) = (self.layout, self.entries, &self.tables);
        let steps = &*layout.steps;
        let first = self.view(STAGE, number);
        for nth in 0..count.min(CHILDREN) {
            let at = axis.place::<STAGE>(nth);
            let (parent, step) = parent_and_step(axis.moves[at]);
            let (parent, child) = (&batch[parent], &mut axis.children[at]);
            let tile = if STAGE == 0 {
                let from = layout.from[usize::from(step)];
                child.slacks = parent.slacks.0;
                child.tile = parent.tiles.at[usize::from(from) % MAX_CELLS];
                child.tile
            } else {
                child.tile
            };
            let steps = &steps[usize::from(step)];
            let places = &layout.places[usize::from(tile) % MAX_CELLS];
            for nth in start..end {
                let view = if VIEWS == 2 { first } else { nth };
                let place = places[view];
                let step = steps[place.frame() % TABLES];
                let mut state = parent.tiles.states[place.state() % TABLES];
                state = (state ^ u64::from(step.flip)).wrapping_add(1 << DISTANCE);
                if PASSES {
                    state = reordered(state, child.changes[view]);
                }
                let map = entries.number(state as u32, place.uppers());
                child.states[nth] = state;
                child.tables[nth] = place.state() as u8;
                child.entries[nth] = if VIEWS == 2 {
                    let (words, blocks) = tables[place.state() % TABLES];
                    let order = (state >> ORDER) as u16;
                    let entry = entries.entry(map, step.from, order, blocks);
                    fetch_early(words, (entry / 64) as usize);
                    entry
                } else {
                    entries.fetch_map(map);
                    map.into()
                };
            }
        }
    }

    /// Prefetches the entries of the children left in a stage's views.
    #[inline(always)]
    fn prefetch_entries<const STAGE: usize>(&self, axis: &mut AxisBatch<VIEWS>, count: usize) {
        let (start, end) = const { views_of::<VIEWS, STAGE>() };
        let (layout, entries, tables) = (self.layout, self.entries, &self.tables);
        for nth in 0..count.min(CHILDREN) {
            let at = axis.place::<STAGE>(nth);
            let (_, step) = parent_and_step(axis.moves[at]);
            let child = &mut axis.children[at];
            let steps = &layout.steps[usize::from(step)];
            let places = &layout.places[usize::from(child.tile) % MAX_CELLS];
            for nth in start..end {
                let place = places[nth % VIEWS];
                let blank = steps[place.frame() % TABLES].from;
                let order = (child.states[nth] >> ORDER) as u16;
                let (words, blocks) = tables[place.state() % TABLES];
                let entry = entries.entry(child.entries[nth] as u32, blank, order, blocks);
                fetch_early(words, (entry / 64) as usize);
                child.entries[nth] = entry;
            }
        }
    }

    /// Loads the entries of the children left in a stage's views, and keeps those that the bound
    /// allows. Returns their number.
    #[inline(always)]
    fn read<const STAGE: usize>(
        &self,
        axis: &mut AxisBatch<VIEWS>,
        count: usize,
        number: usize,
    ) -> usize {
        let (start, end) = const { views_of::<VIEWS, STAGE>() };
        let tables = &self.tables;
        let first = self.view(STAGE, number);
        let ones = if VIEWS == 2 {
            1 << Slacks::shift(first)
        } else {
            Slacks::of_move(end) >> Slacks::shift(start) << Slacks::shift(start)
        };
        let mut left = 0;
        for nth in 0..count.min(CHILDREN) {
            let at = axis.place::<STAGE>(nth);
            let child = &mut axis.children[at];
            let mut slacks = child.slacks;
            for nth in start..end {
                let view = if VIEWS == 2 { first } else { nth };
                let (state, entry) = (child.states[nth], child.entries[nth]);
                let word = tables[usize::from(child.tables[nth]) % TABLES].0[(entry / 64) as usize];
                // The entry is the upper bit of the new distance modulo 4. The state has that of a
                // distance that grew by 1; one that shrank by 1 differs in this bit alone.
                let closer = (word >> (entry % 64) ^ state >> (DISTANCE + 1)) & 1;
                child.states[nth] = state ^ closer << (DISTANCE + 1);
                slacks += closer << Slacks::shift(view);
            }
            child.slacks = slacks;
            axis.left[left % CHILDREN] = at as u8;
            // Without slack only the children stay that get closer.
            left += usize::from(Slacks(slacks).have(ones));
        }
        left
    }
}

/// Writes the tiles of a child.
#[inline(always)]
fn write<const VIEWS: usize, const TABLES: usize>(
    child: &mut PackedBoard<Tiles<TABLES>>,
    parent: &PackedBoard<Tiles<TABLES>>,
    step: u8,
    found: &Child<VIEWS>,
) {
    let tiles = &mut child.tiles;
    *tiles = parent.tiles;
    tiles.at[blank_of(step) % MAX_CELLS] = found.tile;
    for (table, state) in found.tables.iter().zip(found.states) {
        tiles.states[usize::from(*table) % TABLES] = state;
    }
}
