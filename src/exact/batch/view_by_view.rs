//! The expansion of boards view by view.
//!
//! Tiles that move along a row pass no others, in the order of cells that the first view counts; on
//! a square board the second view counts by columns. So for each axis the view comes first in which
//! the lookup is simpler, and half of the children are gone before the other one.

use alloc::boxed::Box;

use super::board_layout::{BoardLayout, BoardOf, Plain, Slacks};
use super::expand::{AxisMoves, Expand, Moving, parent_and_step};
use super::stack::{BATCH, CHILDREN, Stack, Trail};
use super::views::{MIRRORED, Views};
use super::ways::AXES;
use crate::runtime::shared::Shareable;

/// A layout whose tables are looked up view by view.
pub(super) trait ByView: BoardLayout {
    /// The tiles of one table after a move. Its distance is correct only after the last step of a
    /// lookup.
    type State: Plain + Default + Shareable;
    /// The result of a lookup's first step, for the second.
    type PendingLookup: Plain + Default + Shareable;
    /// The position of the bit with the new distance.
    type Entry: Plain + Default + Shareable;
    /// The tables that are read, borrowed for a slice of work.
    type LayoutView<'k>: LayoutView<Self>;

    /// The number of entries that are prefetched at a time, with other work in between. A processor
    /// has about ten loads in flight; more are of use only for tables that fit a cache.
    const ASKED: usize;

    /// Returns the tables that are read. `views` must be those that the layout was made for.
    fn look<'k>(&'k self, views: &'k Views) -> Self::LayoutView<'k>;
}

/// The lookup of the distances of tiles that have moved.
///
/// A lookup has three steps, each in a loop of its own over many boards: a loop waits for memory
/// once, not once for each board.
pub(super) trait LayoutView<F: ByView> {
    /// Returns the number of axes along which tiles move: 2, or 3 in a box.
    fn axes(&self) -> usize;

    /// Returns how many views there are.
    fn views(&self) -> usize;

    /// Returns whether the tables of a view count cells each in an order of its own.
    fn is_own(&self, view: usize) -> bool;

    /// Returns whether no tile that moves along an axis passes another one, as a view counts cells.
    fn is_light(&self, view: usize, axis: usize) -> bool;

    /// Moves the tile of a step. `PASSES_TILES` says that it may pass other tiles,
    /// `PER_TABLE_FRAME` that the tables count cells each in an order of its own, `POPCNT` that the
    /// processor counts bits in one instruction.
    fn aim<const POPCNT: bool, const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        board: &BoardOf<F>,
        step: u8,
    ) -> (F::State, F::PendingLookup);

    /// Finds the entry, and asks the memory for it.
    fn entry<const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        view: usize,
        step: u8,
        state: F::State,
        aim: F::PendingLookup,
    ) -> (F::State, F::Entry);

    /// Reads the entry: returns the state with its new distance, and 1 if that is smaller, else 0.
    fn read(&self, view: usize, state: F::State, entry: F::Entry) -> (F::State, u64);

    /// Writes the tiles after a step, given the states of the tables that hold the tile, by view.
    fn write(
        &self,
        child: &mut F::Tiles,
        parent: &F::Tiles,
        step: u8,
        states: impl Fn(usize) -> F::State,
    );
}

/// The children of a batch along an axis.
#[derive(Clone, Debug)]
struct AxisBatch<S, A, E> {
    moves: AxisMoves,
    slacks: [u64; CHILDREN],
    /// The places of the children in `seen`.
    slots: [u8; CHILDREN],
    state: [S; CHILDREN],
    aim: [A; CHILDREN],
    entry: [E; CHILDREN],
    /// By view and slot: the states of the children that are left.
    seen: [[S; CHILDREN]; MIRRORED],
}

/// Scratch for the children of a batch.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, A, E>(Box<[AxisBatch<S, A, E>; AXES]>);

/// Scratch for the children of boards of a layout.
pub(super) type ScratchOf<F> =
    Scratch<<F as ByView>::State, <F as ByView>::PendingLookup, <F as ByView>::Entry>;

/// The children along an axis, of boards of a form.
type LaneOf<F> =
    AxisBatch<<F as ByView>::State, <F as ByView>::PendingLookup, <F as ByView>::Entry>;

impl<S: Copy + Default, A: Copy + Default, E: Copy + Default> Default for Scratch<S, A, E> {
    fn default() -> Self {
        Self(Box::new(core::array::from_fn(|_| AxisBatch {
            moves: [0; CHILDREN + 1],
            slacks: [0; CHILDREN],
            slots: [0; CHILDREN],
            state: [S::default(); CHILDREN],
            aim: [A::default(); CHILDREN],
            entry: [E::default(); CHILDREN],
            seen: [[S::default(); CHILDREN]; MIRRORED],
        })))
    }
}

/// The read-only data of an expansion.
pub(super) struct ByViewExpander<'k, F: ByView> {
    look: F::LayoutView<'k>,
    moving: Moving<'k>,
}

impl<'k, F: ByView> ByViewExpander<'k, F> {
    pub(super) fn new(layout: &'k F, views: &'k Views, moving: Moving<'k>) -> Self {
        Self {
            look: layout.look(views),
            moving,
        }
    }
}

impl<F: ByView> Expand<F, ScratchOf<F>> for ByViewExpander<'_, F> {
    #[inline(always)]
    fn expand<const POPCNT: bool>(
        &self,
        (batch, taken): (&[BoardOf<F>; BATCH], usize),
        room: &mut ScratchOf<F>,
        stack: &mut Stack<F>,
        trail: &mut Trail,
    ) -> usize {
        let lanes = &mut *room.0;
        let axes = self.look.axes();
        let [first, second, third] = lanes.each_mut().map(|lane| &mut lane.moves);
        let mut counts = if axes == 2 {
            self.moving.list(&batch[..taken], &mut [first, second])
        } else {
            self.moving
                .list(&batch[..taken], &mut [first, second, third])
        };
        let generated = counts.iter().sum();
        let views = self.look.views();
        // The simpler view first, if there are two.
        let is_turned = |axis| views == 2 && self.look.is_light(1, axis);
        let view_at = |axis, stage| {
            if is_turned(axis) { 1 - stage } else { stage }
        };
        for axis in 0..axes {
            let lane = &mut lanes[axis];
            for nth in 0..counts[axis].min(CHILDREN) {
                let (parent, _) = parent_and_step(lane.moves[nth]);
                lane.slacks[nth] = batch[parent].slacks.0;
                lane.slots[nth] = nth as u8;
            }
            self.aim::<POPCNT>(batch, lane, counts[axis], view_at(axis, 0), axis);
        }
        for stage in 1..views {
            for axis in 0..axes {
                let lane = &mut lanes[axis];
                counts[axis] = self.read(lane, counts[axis], view_at(axis, stage - 1));
                self.aim::<POPCNT>(batch, lane, counts[axis], view_at(axis, stage), axis);
            }
        }
        let of_move = Slacks::of_move(views);
        for axis in 0..axes {
            let lane = &mut lanes[axis];
            let count = self.read(lane, counts[axis], view_at(axis, views - 1));
            let Some(room) = stack.room() else { continue };
            for (nth, child) in room.iter_mut().enumerate().take(count) {
                let (parent, step) = parent_and_step(lane.moves[nth]);
                let parent = &batch[parent];
                let slot = usize::from(lane.slots[nth]) % CHILDREN;
                let states = |view: usize| lane.seen[view][slot];
                self.look
                    .write(&mut child.tiles, &parent.tiles, step, states);
                let slacks = Slacks(lane.slacks[nth].wrapping_sub(of_move));
                self.moving.complete(child, parent, step, slacks, trail);
            }
            stack.add(count);
        }
        generated
    }
}

impl<F: ByView> ByViewExpander<'_, F> {
    /// Finds the entries of children in a view.
    #[inline(always)]
    fn aim<const POPCNT: bool>(
        &self,
        batch: &[BoardOf<F>; BATCH],
        lane: &mut LaneOf<F>,
        count: usize,
        view: usize,
        axis: usize,
    ) {
        match (self.look.is_light(view, axis), self.look.is_own(view)) {
            (true, false) => self.aim_as::<POPCNT, false, false>(batch, lane, count, view),
            (true, true) => self.aim_as::<POPCNT, false, true>(batch, lane, count, view),
            (false, false) => self.aim_as::<POPCNT, true, false>(batch, lane, count, view),
            (false, true) => self.aim_as::<POPCNT, true, true>(batch, lane, count, view),
        }
    }

    #[inline(always)]
    fn aim_as<const POPCNT: bool, const PASSES_TILES: bool, const PER_TABLE_FRAME: bool>(
        &self,
        batch: &[BoardOf<F>; BATCH],
        lane: &mut LaneOf<F>,
        count: usize,
        view: usize,
    ) {
        let count = count.min(CHILDREN);
        let mut done = 0;
        while done < count {
            let end = count.min(done + F::ASKED);
            for nth in done..end {
                let (parent, step) = parent_and_step(lane.moves[nth]);
                let parent = &batch[parent];
                let aimed = self
                    .look
                    .aim::<POPCNT, PASSES_TILES, PER_TABLE_FRAME>(view, parent, step);
                (lane.state[nth], lane.aim[nth]) = aimed;
            }
            for nth in done..end {
                let (step, state, aim) = (lane.moves[nth] as u8, lane.state[nth], lane.aim[nth]);
                let found = self
                    .look
                    .entry::<PASSES_TILES, PER_TABLE_FRAME>(view, step, state, aim);
                (lane.state[nth], lane.entry[nth]) = found;
            }
            done = end;
        }
    }

    /// Reads the entries of children in a view, and leaves those that the bound allows. Returns how
    /// many are left.
    #[inline(always)]
    fn read(&self, lane: &mut LaneOf<F>, count: usize, view: usize) -> usize {
        let shift = Slacks::shift(view);
        let mut left = 0;
        for nth in 0..count.min(CHILDREN) {
            let (state, closer) = self.look.read(view, lane.state[nth], lane.entry[nth]);
            let slacks = lane.slacks[nth] + (closer << shift);
            let slot = lane.slots[nth];
            let at = left % CHILDREN;
            lane.moves[at] = lane.moves[nth];
            lane.slacks[at] = slacks;
            lane.slots[at] = slot;
            lane.seen[view % MIRRORED][usize::from(slot) % CHILDREN] = state;
            // Without slack only the children stay that get closer.
            left += usize::from(slacks & 0xff << shift != 0);
        }
        left
    }
}
