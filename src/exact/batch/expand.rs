//! The expansion of many boards at a time.
//!
//! A processor waits for two things in a search with tables: for entries that no near cache holds,
//! and for branches that it guessed wrong. Both are shared here. The same is done to up to
//! [`BATCH`] boards, stage by stage, in short loops without a branch on what the boards hold: list
//! the moves by axis, then for each view ask the memory for all entries before the first is read,
//! and keep the children that the bound allows.
//!
//! Tiles that move along a row pass no others, in the order of cells that the first view counts; on
//! a square board the second view counts by columns. So for each axis the view comes first in which
//! the lookup is simpler, and half of the children are gone before the other one.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::board_layout::{BoardLayout, BoardOf, LayoutView, Meta, Slacks, no_board};
use super::search_tables::{InSearchTables, SearchTables};
use super::views::VIEWS;
use super::ways::{AXES, PICKS, Ways};
use crate::exact::patterns::turn_of;

/// The number of boards that are expanded together: more boards wait for memory in parallel, fewer
/// are expanded needlessly beside a solution.
pub(super) const BATCH: usize = 64;

/// The most children of a batch along an axis.
const CHILDREN: usize = 2 * BATCH;

/// Boards still to expand; the last come first.
#[derive(Debug)]
pub(super) struct Stack<F: BoardLayout> {
    /// There is always room for a batch of children above the top.
    boards: Vec<BoardOf<F>>,
    top: usize,
}

impl<F: BoardLayout> Default for Stack<F> {
    fn default() -> Self {
        Self {
            boards: alloc::vec![no_board::<F>(); CHILDREN],
            top: 0,
        }
    }
}

impl<F: BoardLayout> Clone for Stack<F> {
    fn clone(&self) -> Self {
        Self {
            boards: self.boards.clone(),
            top: self.top,
        }
    }
}

impl<F: BoardLayout> Stack<F> {
    pub(super) const fn len(&self) -> usize {
        self.top
    }

    pub(super) const fn clear(&mut self) {
        self.top = 0;
    }

    pub(super) fn boards(&self) -> &[BoardOf<F>] {
        &self.boards[..self.top]
    }

    /// Returns the room above the top.
    #[inline(always)]
    fn room(&mut self) -> Option<&mut [BoardOf<F>; CHILDREN]> {
        if self.boards.len() < self.top + CHILDREN {
            self.grow();
        }
        let room = self.boards.get_mut(self.top..);
        room.and_then(|room| room.first_chunk_mut())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.boards
            .resize(2 * (self.top + CHILDREN), no_board::<F>());
    }

    pub(super) fn push(&mut self, board: BoardOf<F>) {
        if let Some([place, ..]) = self.room() {
            *place = board;
            self.top += 1;
        }
    }

    /// Takes the last boards, at most `most`: returns them, and how many of them count. There is
    /// always a batch.
    #[inline(always)]
    pub(super) fn take(&mut self, most: usize) -> Option<(&[BoardOf<F>; BATCH], usize)> {
        let taken = self.top.min(most).min(BATCH);
        self.top -= taken;
        let batch = self.boards.get(self.top..)?.first_chunk()?;
        Some((batch, taken))
    }
}

/// The paths to boards near the top of a search.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    /// `(parent's place, turn)`. The first place is that of the root.
    pub(super) steps: Vec<(u32, u8)>,
    /// Boards with more moves left are noted.
    pub(super) noted: u16,
    /// The place of a board whose next move is the last one of a solution, or of one above it.
    pub(super) goal: Option<u32>,
}

impl Default for Trail {
    fn default() -> Self {
        Self {
            steps: alloc::vec![(0, 0)],
            noted: 0,
            goal: None,
        }
    }
}

impl Trail {
    /// Notes a board, and returns its place.
    pub(super) fn push(&mut self, parent: u32, turn: u8) -> u32 {
        self.steps.push((parent, turn));
        (self.steps.len() - 1) as u32
    }

    /// Notes a child that is near the top, or the goal.
    #[cold]
    #[inline(never)]
    fn note(&mut self, parent: u32, turn: u8, left: u16) -> u32 {
        let place = if left > 0 || self.noted == 0 {
            self.push(parent, turn)
        } else {
            parent
        };
        if left == 0 {
            self.goal.get_or_insert(place);
        }
        place
    }

    /// Returns the turns that lead to a place.
    pub(super) fn path(&self, mark: u32) -> Vec<u8> {
        let mut turns = Vec::new();
        let mut at = mark;
        while at != 0 {
            let (parent, turn) = self.steps[at as usize];
            turns.push(turn);
            at = parent;
        }
        turns.reverse();
        turns
    }
}

/// The children of a batch along an axis.
#[derive(Clone, Debug)]
struct AxisBatch<S, A, E> {
    /// The parent's place in the batch from bit 8 on, then the step. The last place takes what is
    /// written beyond the end.
    moves: [u16; CHILDREN + 1],
    slacks: [u64; CHILDREN],
    /// The places of the children in `seen`.
    slots: [u8; CHILDREN],
    state: [S; CHILDREN],
    aim: [A; CHILDREN],
    entry: [E; CHILDREN],
    /// By view and slot: the states of the children that are left.
    seen: [[S; CHILDREN]; VIEWS],
}

/// Scratch for the children of a batch.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, A, E>(Box<[AxisBatch<S, A, E>; AXES]>);

/// Scratch for the children of boards of a form.
pub(super) type RoomOf<F> = Scratch<
    <F as BoardLayout>::State,
    <F as BoardLayout>::PendingLookup,
    <F as BoardLayout>::Entry,
>;

/// The children along an axis, of boards of a form.
type LaneOf<F> = AxisBatch<
    <F as BoardLayout>::State,
    <F as BoardLayout>::PendingLookup,
    <F as BoardLayout>::Entry,
>;

impl<S: Copy + Default, A: Copy + Default, E: Copy + Default> Default for Scratch<S, A, E> {
    fn default() -> Self {
        Self(Box::new(core::array::from_fn(|_| AxisBatch {
            moves: [0; CHILDREN + 1],
            slacks: [0; CHILDREN],
            slots: [0; CHILDREN],
            state: [S::default(); CHILDREN],
            aim: [A::default(); CHILDREN],
            entry: [E::default(); CHILDREN],
            seen: [[S::default(); CHILDREN]; VIEWS],
        })))
    }
}

/// The read-only data of an expansion.
pub(super) struct Expander<'k, F: BoardLayout> {
    look: F::LayoutView<'k>,
    ways: &'k Ways,
    /// The rows of the automaton.
    rows: &'k [u16],
}

impl<'k, F: InSearchTables> Expander<'k, F> {
    pub(super) fn new(kit: &'k SearchTables) -> Self {
        Self {
            look: F::of(kit).look(kit.views()),
            ways: kit.ways(),
            rows: kit.moving().rows().0,
        }
    }

    /// Expands boards: the children that the automaton and the estimates allow are put on a stack.
    /// Returns how many were generated.
    #[inline(always)]
    pub(super) fn expand<const POPCNT: bool>(
        &self,
        (batch, taken): (&[BoardOf<F>; BATCH], usize),
        room: &mut RoomOf<F>,
        stack: &mut Stack<F>,
        trail: &mut Trail,
    ) -> usize {
        let lanes = &mut *room.0;
        let axes = self.look.axes();
        let mut counts = if axes == 2 {
            self.list_moves::<2>(&batch[..taken], lanes)
        } else {
            self.list_moves::<AXES>(&batch[..taken], lanes)
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
                let parent = usize::from(lane.moves[nth] >> 8) % BATCH;
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
            for nth in 0..count.min(CHILDREN) {
                let step = lane.moves[nth] as u8;
                let parent = &batch[usize::from(lane.moves[nth] >> 8) % BATCH];
                let meta = self.ways.after(self.rows, parent.meta, step, turn_of(step));
                let slot = usize::from(lane.slots[nth]) % CHILDREN;
                let child = &mut room[nth];
                let states = |view: usize| lane.seen[view][slot];
                self.look
                    .write(&mut child.tiles, &parent.tiles, step, states);
                child.meta = meta;
                child.slacks = Slacks(lane.slacks[nth].wrapping_sub(of_move));
                child.mark = parent.mark;
                let left = meta.left();
                // The last move of a solution leaves none, and is noted.
                if left.wrapping_sub(1) >= trail.noted {
                    let mark = trail.note(parent.mark, turn_of(step), left);
                    child.mark = mark;
                }
            }
            stack.top += count;
        }
        generated
    }

    /// Lists the moves of boards by axis, and returns how many there are.
    #[inline(always)]
    fn list_moves<const N: usize>(
        &self,
        boards: &[BoardOf<F>],
        lanes: &mut [LaneOf<F>; AXES],
    ) -> [usize; AXES] {
        let mut counts = [0; AXES];
        for (nth, board) in boards.iter().enumerate() {
            let meta = board.meta;
            let open = self.ways.open(meta);
            let parent = (nth << 8) as u32 | u32::from(step(meta));
            for axis in 0..N {
                let turns = usize::from(open >> (2 * axis) & 3);
                let pair = PICKS[axis][turns] + parent * 0x1_0001;
                let at = counts[axis] % CHILDREN;
                lanes[axis].moves[at] = pair as u16;
                lanes[axis].moves[at + 1] = (pair >> 16) as u16;
                counts[axis] += turns - (turns >> 1);
            }
        }
        counts
    }

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
                let way = lane.moves[nth];
                let parent = &batch[usize::from(way >> 8) % BATCH];
                let aimed = self
                    .look
                    .aim::<POPCNT, PASSES_TILES, PER_TABLE_FRAME>(view, parent, way as u8);
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
            lane.seen[view % VIEWS][usize::from(slot) % CHILDREN] = state;
            // Without slack only the children stay that get closer.
            left += usize::from(slacks & 0xff << shift != 0);
        }
        left
    }
}

/// Returns the number of a board's first step.
#[inline(always)]
const fn step(meta: Meta) -> u8 {
    crate::exact::patterns::step(meta.blank(), 0)
}
