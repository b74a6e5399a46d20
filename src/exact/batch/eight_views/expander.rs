//! The expansion of boards in eight views.

use alloc::boxed::Box;

use super::super::board_layout::{BoardOf, Slacks};
use super::super::expand::{AxisMoves, Expand, Moving, parent_and_step};
use super::super::stack::{BATCH, CHILDREN, Stack, Trail};
use super::super::views::{VIEWS, Views};
use super::entries::{EntriesView, MOST_CELLS};
use super::layout::{
    AXES, CELLS, DISTANCE, EightViews, FEW_PASSED, FRAMES, MOST_PASSED, PASSINGS, TABLES,
};
use crate::exact::patterns::{MAX_CELLS, blank_of};
use crate::runtime::dispatch::fetch_early;

/// The views that are looked up first: they cut off most children that any view cuts off.
const FIRST: usize = 2;

/// A child while it is looked up, by view: its tile's table, and the entry.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    words: [u32; VIEWS],
    /// The changes that the move makes to the numbers of the orders, then the numbers.
    orders: [u16; VIEWS],
    entries: [u32; VIEWS],
    slacks: u64,
    tile: u8,
}

/// The children of a batch along an axis.
#[derive(Clone, Debug)]
struct AxisBatch {
    moves: AxisMoves,
    children: [Child; CHILDREN],
    /// The children that are left.
    left: [u8; CHILDREN],
}

/// Scratch for the children of a batch.
#[derive(Clone, Debug)]
pub(crate) struct EightViewsScratch(Box<[AxisBatch; AXES]>);

impl Default for EightViewsScratch {
    fn default() -> Self {
        Self(Box::new(core::array::from_fn(|_| AxisBatch {
            moves: [0; CHILDREN + 1],
            children: [Child::default(); CHILDREN],
            left: [0; CHILDREN],
        })))
    }
}

/// The read-only data of an expansion.
pub(crate) struct EightViewsExpander<'k> {
    layout: &'k EightViews,
    moving: Moving<'k>,
    /// By place: the words of the table, and its entries.
    words: [&'k [u64]; TABLES],
    entries: [EntriesView<'k>; TABLES],
}

impl<'k> EightViewsExpander<'k> {
    pub(crate) fn new(layout: &'k EightViews, views: &'k Views, moving: Moving<'k>) -> Self {
        let mut words = [&[][..]; TABLES];
        let first = layout.entries(views.tables(0)[0].index().tiles());
        let mut entries = [first.view(); TABLES];
        for (place, (.., table)) in views.all().enumerate() {
            words[place % TABLES] = table.words();
            entries[place % TABLES] = layout.entries(table.index().tiles()).view();
        }
        Self {
            layout,
            moving,
            words,
            entries,
        }
    }
}

impl Expand<EightViews, EightViewsScratch> for EightViewsExpander<'_> {
    #[inline(always)]
    fn expand<const POPCNT: bool>(
        &self,
        (batch, taken): (&[BoardOf<EightViews>; BATCH], usize),
        scratch: &mut EightViewsScratch,
        stack: &mut Stack<EightViews>,
        trail: &mut Trail,
    ) -> usize {
        let axes = &mut *scratch.0;
        let mut moves = axes.each_mut().map(|axis| &mut axis.moves);
        let counts = self.moving.list(&batch[..taken], &mut moves);
        let generated = counts.iter().sum();
        for (axis, count) in axes.iter_mut().zip(counts) {
            for nth in 0..count.min(CHILDREN) {
                let (parent, step) = parent_and_step(axis.moves[nth]);
                let child = &mut axis.children[nth];
                if self.layout.passes_many {
                    self.begin::<MOST_PASSED>(&batch[parent], step, child);
                } else {
                    self.begin::<FEW_PASSED>(&batch[parent], step, child);
                }
                axis.left[nth] = nth as u8;
            }
            self.look::<0, FIRST>(batch, axis, count);
        }
        let mut left = [0; AXES];
        for ((axis, count), left) in axes.iter_mut().zip(counts).zip(&mut left) {
            *left = self.read::<0, FIRST>(axis, count);
            self.look::<FIRST, VIEWS>(batch, axis, *left);
        }
        let of_move = Slacks::of_move(VIEWS);
        for (axis, left) in axes.iter_mut().zip(left) {
            let count = self.read::<FIRST, VIEWS>(axis, left);
            let Some(room) = stack.room() else { continue };
            for (child, &place) in room.iter_mut().zip(&axis.left[..count.min(CHILDREN)]) {
                let place = usize::from(place) % CHILDREN;
                let (parent, step) = parent_and_step(axis.moves[place]);
                let (parent, found) = (&batch[parent], &axis.children[place]);
                self.write(child, parent, step, found);
                let slacks = Slacks(found.slacks.wrapping_sub(of_move));
                self.moving.complete(child, parent, step, slacks, trail);
            }
            stack.add(count);
        }
        generated
    }
}

impl EightViewsExpander<'_> {
    /// Asks the memory for the entries of the children that are left, in the views from `A` to `B`.
    #[inline(always)]
    fn look<const A: usize, const B: usize>(
        &self,
        batch: &[BoardOf<EightViews>; BATCH],
        axis: &mut AxisBatch,
        count: usize,
    ) {
        for nth in 0..count.min(CHILDREN) {
            let place = usize::from(axis.left[nth]) % CHILDREN;
            let (parent, step) = parent_and_step(axis.moves[place]);
            self.slide::<A, B>(&batch[parent], step, &mut axis.children[place]);
        }
        for nth in 0..count.min(CHILDREN) {
            let place = usize::from(axis.left[nth]) % CHILDREN;
            let (_, step) = parent_and_step(axis.moves[place]);
            self.aim::<A, B>(step, &mut axis.children[place]);
        }
    }

    /// Finds the tile of a step, and what its move adds to the numbers of orders.
    #[inline(always)]
    fn begin<const PASSED: usize>(
        &self,
        parent: &BoardOf<EightViews>,
        step: u8,
        child: &mut Child,
    ) {
        let at = &parent.tiles.at;
        let from = self.layout.from[usize::from(step)];
        let tile = usize::from(at[usize::from(from) % MAX_CELLS]) % MAX_CELLS;
        let passing = &self.layout.passings[usize::from(step)];
        let mut sum = [0_i16; VIEWS];
        for (order, cells) in passing.cells.iter().enumerate() {
            let table = usize::from(passing.axis) % AXES * PASSINGS + order;
            let changes = &self.layout.changes[table][tile];
            for &cell in cells.iter().take(PASSED) {
                let passed = usize::from(at[usize::from(cell) % MAX_CELLS]) % MAX_CELLS;
                for (sum, change) in sum.iter_mut().zip(&changes[passed]) {
                    *sum = sum.wrapping_add((*change).into());
                }
            }
        }
        let sign = passing.sign;
        child.orders = sum.map(|sum| sum.wrapping_mul(sign) as u16);
        child.slacks = parent.slacks.0;
        child.tile = tile as u8;
    }

    /// Moves the tile of a step in the views from `A` to `B`, and asks the memory for the maps.
    #[inline(always)]
    fn slide<const A: usize, const B: usize>(
        &self,
        parent: &BoardOf<EightViews>,
        step: u8,
        child: &mut Child,
    ) {
        let flips = &self.layout.flips[usize::from(step)];
        let places = &self.layout.places[usize::from(child.tile) % MAX_CELLS];
        for view in A..B {
            let place = usize::from(places[view]) % TABLES;
            let flip = flips[usize::from(places[view] >> 8) % FRAMES];
            let before = parent.tiles.words[place];
            let word = (before ^ flip & CELLS).wrapping_add(1 << DISTANCE);
            let entries = &self.entries[place];
            let number = entries.number(word & CELLS);
            entries.fetch(number);
            child.words[view] = word;
            child.orders[view] = parent.tiles.orders[place].wrapping_add(child.orders[view]);
            child.entries[view] = number;
        }
    }

    /// Asks the memory for the entries of a child in the views from `A` to `B`.
    #[inline(always)]
    fn aim<const A: usize, const B: usize>(&self, step: u8, child: &mut Child) {
        let flips = &self.layout.flips[usize::from(step)];
        let places = &self.layout.places[usize::from(child.tile) % MAX_CELLS];
        for view in A..B {
            let place = usize::from(places[view]) % TABLES;
            let blank = flips[usize::from(places[view] >> 8) % FRAMES] >> MOST_CELLS;
            let number = child.entries[view];
            let entry = self.entries[place].entry(number, blank, child.orders[view]);
            fetch_early(self.words[place], (entry / 64) as usize);
            child.entries[view] = entry;
        }
    }

    /// Reads the entries of the children that are left, in the views from `A` to `B`, and leaves
    /// those that the bound allows. Returns how many are left.
    #[inline(always)]
    fn read<const A: usize, const B: usize>(&self, axis: &mut AxisBatch, count: usize) -> usize {
        let mut left = 0;
        for nth in 0..count.min(CHILDREN) {
            let number = axis.left[nth];
            let child = &mut axis.children[usize::from(number) % CHILDREN];
            let places = &self.layout.places[usize::from(child.tile) % MAX_CELLS];
            for (view, &place) in places.iter().enumerate().take(B).skip(A) {
                let entry = child.entries[view];
                let words = self.words[usize::from(place) % TABLES];
                let word = words[(entry / 64) as usize];
                // The entry is the upper bit of the new distance modulo 4. The word has that of a
                // distance that grew by 1; one that shrank by 1 differs in this bit alone.
                let closer = (word >> (entry % 64) ^ u64::from(child.words[view] >> 31)) & 1;
                child.words[view] ^= (closer as u32) << 31;
                child.slacks += closer << Slacks::shift(view);
            }
            axis.left[left % CHILDREN] = number;
            // Without slack only the children stay that get closer.
            left += usize::from(Slacks(child.slacks).are_positive(A..B));
        }
        left
    }

    /// Writes the tiles of a child.
    #[inline(always)]
    fn write(
        &self,
        child: &mut BoardOf<EightViews>,
        parent: &BoardOf<EightViews>,
        step: u8,
        found: &Child,
    ) {
        let tiles = &mut child.tiles;
        *tiles = parent.tiles;
        tiles.at[blank_of(step) % MAX_CELLS] = found.tile;
        let places = &self.layout.places[usize::from(found.tile) % MAX_CELLS];
        for (view, &place) in places.iter().enumerate() {
            let place = usize::from(place) % TABLES;
            tiles.words[place] = found.words[view];
            tiles.orders[place] = found.orders[view];
        }
    }
}
