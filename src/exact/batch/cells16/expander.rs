//! The expansion of boards of [`Cells16`] view by view.
//!
//! Tiles that move along a row pass no others, in the order of cells that the first view counts; on
//! a square board the second view counts by columns. So for each axis the view comes first in which
//! the lookup is simpler, and half of the children are gone before the other one.
//!
//! A lookup has three steps, each in a loop of its own over many boards: a loop waits for memory
//! once, not once for each board.

use alloc::boxed::Box;

use super::super::layout::{BoardOf, Slacks};
use super::super::moves::{AxisMoves, Moves, SeenStep, parent_and_step};
use super::super::search_tables::{MIRRORED, Views};
use super::super::stack::{BATCH, CHILDREN, Stack, Trail};
use super::{
    CHANGES, Cells16, DISTANCE, Each, MAPS, ORDER, ROWS, State, TABLES, Tiles, order, row, table,
};
use crate::runtime::dispatch::fetch_early;

/// The children of a batch along an axis.
#[derive(Clone, Debug)]
struct AxisBatch {
    moves: AxisMoves,
    slacks: [u64; CHILDREN],
    /// The places of the children in `seen`.
    slots: [u8; CHILDREN],
    state: [State; CHILDREN],
    pending: [PendingLookup; CHILDREN],
    entry: [u32; CHILDREN],
    /// By view and slot: the states of the children that are left.
    seen: [[State; CHILDREN]; MIRRORED],
}

/// The axes of a flat board.
const FLAT: usize = 2;

/// Scratch for the children of a batch.
#[derive(Clone, Debug)]
pub(in super::super) struct Scratch(Box<[AxisBatch; FLAT]>);

impl Default for Scratch {
    fn default() -> Self {
        Self(Box::new(core::array::from_fn(|_| AxisBatch {
            moves: [0; CHILDREN + 1],
            slacks: [0; CHILDREN],
            slots: [0; CHILDREN],
            state: [0; CHILDREN],
            pending: [PendingLookup::default(); CHILDREN],
            entry: [0; CHILDREN],
            seen: [[0; CHILDREN]; MIRRORED],
        })))
    }
}

/// The number of the new map, and the place of the change of the order.
#[derive(Clone, Copy, Debug, Default)]
struct PendingLookup {
    map: u16,
    change: u16,
}

/// The read-only data of an expansion.
pub(in super::super) struct Expander<'k> {
    layout: &'k Cells16,
    words: Each<&'k [u64]>,
    moves: &'k Moves,
}

impl<'k> Expander<'k> {
    pub(super) fn new(layout: &'k Cells16, views: &'k Views, moves: &'k Moves) -> Self {
        let mut words = [[&[][..]; TABLES]; MIRRORED];
        for (view, nth, table) in views.all() {
            words[view][nth] = table.words();
        }
        Self {
            layout,
            words,
            moves,
        }
    }

    #[inline(always)]
    pub(super) fn expand<const POPCNT: bool>(
        &self,
        (batch, taken): (&[BoardOf<Cells16>; BATCH], usize),
        scratch: &mut Scratch,
        stack: &mut Stack<Cells16>,
        trail: &mut Trail,
    ) -> usize {
        let axes = &mut *scratch.0;
        let mut moves = axes.each_mut().map(|of_axis| &mut of_axis.moves);
        let mut counts = self.moves.list(&batch[..taken], &mut moves);
        let generated = counts.iter().sum();
        let views = self.layout.views;
        // The simpler view first, if there are two.
        let is_turned = |axis| views == 2 && self.layout.is_light[1][axis];
        let view_at = |axis, stage| {
            if is_turned(axis) { 1 - stage } else { stage }
        };
        for axis in 0..FLAT {
            let of_axis = &mut axes[axis];
            for nth in 0..counts[axis].min(CHILDREN) {
                let (parent, _) = parent_and_step(of_axis.moves[nth]);
                of_axis.slacks[nth] = batch[parent].slacks.0;
                of_axis.slots[nth] = nth as u8;
            }
            self.look_up::<POPCNT>(batch, of_axis, counts[axis], view_at(axis, 0), axis);
        }
        for stage in 1..views {
            for axis in 0..FLAT {
                let of_axis = &mut axes[axis];
                counts[axis] = self.read(of_axis, counts[axis], view_at(axis, stage - 1));
                self.look_up::<POPCNT>(batch, of_axis, counts[axis], view_at(axis, stage), axis);
            }
        }
        let of_move = Slacks::of_move(views);
        for axis in 0..FLAT {
            let of_axis = &mut axes[axis];
            let count = self.read(of_axis, counts[axis], view_at(axis, views - 1));
            let Some(room) = stack.room() else { continue };
            for (nth, child) in room.iter_mut().enumerate().take(count) {
                let (parent, step) = parent_and_step(of_axis.moves[nth]);
                let parent = &batch[parent];
                let slot = usize::from(of_axis.slots[nth]) % CHILDREN;
                let states = |view: usize| of_axis.seen[view][slot];
                self.write(&mut child.tiles, &parent.tiles, step, states);
                let slacks = Slacks(of_axis.slacks[nth].wrapping_sub(of_move));
                self.moves.complete(child, parent, step, slacks, trail);
            }
            stack.add(count);
        }
        generated
    }

    /// Finds the entries of children in a view.
    #[inline(always)]
    fn look_up<const POPCNT: bool>(
        &self,
        batch: &[BoardOf<Cells16>; BATCH],
        of_axis: &mut AxisBatch,
        count: usize,
        view: usize,
        axis: usize,
    ) {
        match (self.layout.is_light[view][axis], self.layout.is_own[view]) {
            (true, false) => self.look_up_as::<POPCNT, false, false>(batch, of_axis, count, view),
            (true, true) => self.look_up_as::<POPCNT, false, true>(batch, of_axis, count, view),
            (false, false) => self.look_up_as::<POPCNT, true, false>(batch, of_axis, count, view),
            (false, true) => self.look_up_as::<POPCNT, true, true>(batch, of_axis, count, view),
        }
    }

    #[inline(always)]
    fn look_up_as<const POPCNT: bool, const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        batch: &[BoardOf<Cells16>; BATCH],
        of_axis: &mut AxisBatch,
        count: usize,
        view: usize,
    ) {
        let count = count.min(CHILDREN);
        for nth in 0..count {
            let (parent, step) = parent_and_step(of_axis.moves[nth]);
            let parent = &batch[parent];
            let ranked = self.rank::<POPCNT, PASSES_TILES, PER_TABLE_FRAME>(view, parent, step);
            (of_axis.state[nth], of_axis.pending[nth]) = ranked;
        }
        for nth in 0..count {
            let (step, state, pending) = (
                of_axis.moves[nth] as u8,
                of_axis.state[nth],
                of_axis.pending[nth],
            );
            let found = self.locate::<PASSES_TILES, PER_TABLE_FRAME>(view, step, state, pending);
            (of_axis.state[nth], of_axis.entry[nth]) = found;
        }
    }

    /// Reads the entries of children in a view, and leaves those that the bound allows. Returns how
    /// many are left.
    #[inline(always)]
    fn read(&self, of_axis: &mut AxisBatch, count: usize, view: usize) -> usize {
        let shift = Slacks::shift(view);
        let mut left = 0;
        for nth in 0..count.min(CHILDREN) {
            let (state, closer) = self.load(view, of_axis.state[nth], of_axis.entry[nth]);
            let slacks = of_axis.slacks[nth] + (closer << shift);
            let slot = of_axis.slots[nth];
            let at = left % CHILDREN;
            of_axis.moves[at] = of_axis.moves[nth];
            of_axis.slacks[at] = slacks;
            of_axis.slots[at] = slot;
            of_axis.seen[view % MIRRORED][usize::from(slot) % CHILDREN] = state;
            // Without slack only the children stay that get closer.
            left += usize::from(slacks & 0xff << shift != 0);
        }
        left
    }

    /// Returns what a step does to the tiles of a table.
    #[inline(always)]
    fn step<const PER_TABLE_FRAME: bool>(&self, view: usize, table: usize, step: u8) -> &SeenStep {
        let nth = if PER_TABLE_FRAME { table } else { 0 };
        &self.layout.steps[view * TABLES + nth][usize::from(step)]
    }

    /// Moves the tile of a step. `PASSES_TILES` says that it may pass other tiles,
    /// `PER_TABLE_FRAME` that the tables count cells each in an order of its own, `POPCNT` that the
    /// processor counts bits in one instruction. The distance is correct only after the last step
    /// of a lookup.
    #[inline(always)]
    fn rank<const POPCNT: bool, const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        board: &BoardOf<Cells16>,
        step: u8,
    ) -> (State, PendingLookup) {
        let from = self.layout.from[view][usize::from(step)];
        let table = (board.tiles.tables >> (from & 63)) as usize % TABLES;
        let step = self.step::<PER_TABLE_FRAME>(view, table, step);
        let before = board.tiles.states[view][table];
        let state = (before ^ step.flip).wrapping_add(1 << DISTANCE);
        let mut change = 0;
        if PASSES_TILES {
            let below = count_cells::<POPCNT>(before & step.below);
            let passed = count_cells::<POPCNT>(before & step.between);
            let nth = row(step.is_up, below, passed);
            let first = self.layout.rows[view][(table * ROWS + nth) % (TABLES * ROWS)];
            change = first.wrapping_add(order(before) as u16);
        }
        let map = self.layout.numbers[usize::from(state as u16)];
        (state, PendingLookup { map, change })
    }

    /// Finds the entry, and asks the memory for it.
    #[inline(always)]
    fn locate<const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        step: u8,
        mut state: State,
        pending: PendingLookup,
    ) -> (State, u32) {
        let table = table(state);
        let blank = self.step::<PER_TABLE_FRAME>(view, table, step).from;
        let map = self.layout.maps[usize::from(pending.map) % MAPS];
        if PASSES_TILES {
            let change = self.layout.changes[usize::from(pending.change) % CHANGES];
            state ^= u32::from(change) << ORDER;
        }
        let block = (map & 0xffff) as u32 + (map >> (16 + 3 * (blank & 15))) as u32 % 8;
        let entry = order(state) * self.layout.blocks[view][table] + block;
        fetch_early(self.words[view][table], (entry / 64) as usize);
        (state, entry)
    }

    /// Reads the entry: returns the state with its new distance, and 1 if that is smaller, else 0.
    #[inline(always)]
    fn load(&self, view: usize, state: State, entry: u32) -> (State, u64) {
        let word = self.words[view][table(state)][(entry / 64) as usize];
        // The entry is the upper bit of the new distance modulo 4. The state has that of a distance
        // that grew by 1; one that shrank by 1 differs in this bit alone.
        let closer = (word >> (entry % 64) ^ u64::from(state >> (DISTANCE + 1))) & 1;
        (state ^ (closer as u32) << (DISTANCE + 1), closer)
    }

    /// Writes the tiles after a step, given the states of the tables that hold the tile, by view.
    #[inline(always)]
    fn write(&self, child: &mut Tiles, parent: &Tiles, step: u8, states: impl Fn(usize) -> State) {
        let tables = parent.tables;
        let from = self.layout.from[0][usize::from(step)];
        let moved = tables >> (from & 63) & 15;
        child.states = parent.states;
        for view in 0..MIRRORED {
            let state = states(view);
            child.states[view][table(state)] = state;
        }
        child.tables = tables ^ moved.wrapping_mul(self.layout.cells[usize::from(step)]);
    }
}

/// Returns the number of cells in a set of up to 16. `POPCNT` says that the processor counts them in
/// one instruction; without it lookups are faster than counting.
#[inline(always)]
fn count_cells<const POPCNT: bool>(set: u32) -> u32 {
    static COUNT: [u8; 256] = {
        let mut counts = [0; 256];
        let mut set = 0;
        while set < 256 {
            counts[set] = (set as u8).count_ones() as u8;
            set += 1;
        }
        counts
    };
    if POPCNT {
        return set.count_ones();
    }
    u32::from(COUNT[(set & 0xff) as usize]) + u32::from(COUNT[(set >> 8 & 0xff) as usize])
}
