//! The moves of boards: their numbers, and those that the edges and the automaton allow.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::stack::{
    AXES, BATCH, CHILDREN, Meta, PackedBoard, PathNotes, Slacks, TURN_BITS, turn_of,
};
use crate::exact::MAX_CELLS;
use crate::exact::automaton::{Automaton, REFUSED};
use crate::heuristic::EscapeDistance;
use crate::runtime::{OutOfMemory, boxed, fetch_early};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::Symmetry;

/// Returns the number of a move by the blank's cell before it and the number of its [`Side`].
const fn step(blank: usize, turn: usize) -> u8 {
    (blank << TURN_BITS | turn) as u8
}

/// Returns the blank's cell before a step.
pub(super) const fn blank_of(step: u8) -> usize {
    (step >> TURN_BITS) as usize
}

/// Returns all steps on a shape: the number, the side, the blank's cell, and the cell of the tile.
pub(super) fn steps(shape: Shape) -> Vec<(u8, Side, usize, usize)> {
    let turns = move |blank| Side::ALL.map(|side| (side, blank, side.entered(shape, blank)));
    let turns = (0..shape.cells()).flat_map(turns);
    let steps = turns
        .filter_map(|(side, blank, from)| Some((step(blank, side as usize), side, blank, from?)));
    steps.collect()
}

/// One move of a tile, as the frame of a table shows it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeenStep {
    /// The tile's cells before and after.
    pub(super) flip: u32,
    /// The cells between them: each tile there is passed.
    pub(super) between: u32,
    pub(super) below: u32,
    /// The tile's cell before, where the blank is then.
    pub(super) from: u8,
    /// True if the tile's cell gets a higher number.
    pub(super) is_high: bool,
}

impl SeenStep {
    /// Returns a move from a cell of the board to another one.
    pub(super) fn new(frame: &Symmetry, from: usize, to: usize) -> Self {
        let (from, to) = (frame.cell(from), frame.cell(to));
        let (low, high) = (from.min(to), from.max(to));
        Self {
            flip: 1 << from | 1 << to,
            between: ((1_u64 << high) - (2_u64 << low)) as u32,
            below: (1 << low) - 1,
            from: from as u8,
            is_high: to > from,
        }
    }
}

/// For each axis, and each set of its two turns: the turns, 16 bits each.
const PICKS: [[u32; 4]; AXES] = [picks(0), picks(1), picks(2)];

const fn picks(axis: usize) -> [u32; 4] {
    let (first, second) = (Side::along(axis, false), Side::along(axis, true));
    let (first, second) = (first as u32, second as u32);
    [0, first, second, first | second << 16]
}

/// Returns the bit of a side in a set: two bits per axis.
const fn bit(side: Side) -> u8 {
    1 << (2 * side.axis() + side.is_high() as usize)
}

/// The moves of a batch along an axis: the parent's place in the batch from bit 8 on, then the
/// step. The last place is a dummy for writes beyond the end.
pub(super) type AxisMoves = [u16; CHILDREN + 1];

/// The children of a batch along an axis.
#[derive(Clone, Debug)]
pub(super) struct AxisBatch<C> {
    pub(super) axis: usize,
    /// The number of children that are left, and the places that they had at first.
    pub(super) count: usize,
    pub(super) left: [u8; CHILDREN],
    pub(super) moves: AxisMoves,
    pub(super) children: C,
}

impl<C> AxisBatch<C> {
    /// Returns the place of a child that is left.
    #[inline(always)]
    pub(super) fn place(&self, nth: usize) -> usize {
        usize::from(self.left[nth % CHILDREN]) % CHILDREN
    }
}

/// Returns the parent's place in the batch, and the step.
#[inline(always)]
pub(super) const fn parent_and_step(of_move: u16) -> (usize, u8) {
    ((of_move >> 8) as usize % BATCH, of_move as u8)
}

/// The bit of a move in [`AxisMoves`] that brings the board closer by escape distance.
pub(super) const CLOSER: u16 = 1 << 15;

/// The moves of a shape, laid out for the kernel.
#[derive(Debug)]
pub(super) struct MoveTables {
    pub(super) automaton: Automaton,
    /// The number of axes along which tiles move.
    pub(super) axes: usize,
    /// The escape distance, if it guides the search beside the tables.
    pub(super) escape: Option<Arc<EscapeDistance>>,
    /// `[blank's cell]`: the turns that stay on the board.
    open: [u8; MAX_CELLS],
    /// `[state of the automaton]`: the turns that it allows. Indexed by 16 bits, so that no index
    /// needs a check.
    passed: Box<[u8; 1 << 16]>,
    /// `[step]`: the change of a board's [`Meta`].
    adds: [u64; 256],
}

impl MoveTables {
    pub(super) fn new(
        shape: Shape,
        automaton: Automaton,
        escape: Option<Arc<EscapeDistance>>,
    ) -> Result<Self, OutOfMemory> {
        let mut moves = Self {
            open: [0; MAX_CELLS],
            passed: boxed(0)?,
            adds: [0; 256],
            axes: if shape.is_flat() { 2 } else { AXES },
            automaton,
            escape,
        };
        let (rows, turns) = moves.automaton.rows();
        for (passed, row) in moves.passed.iter_mut().zip(rows.chunks_exact(turns)) {
            let sides = row.iter().zip(Side::ALL);
            let passing = sides.filter(|&(&next, _)| next != REFUSED);
            *passed = passing.map(|(_, side)| bit(side)).sum();
        }
        for (step, side, blank, to) in steps(shape) {
            moves.open[blank] |= bit(side);
            moves.adds[usize::from(step)] = Meta::step(blank, to);
        }
        Ok(moves)
    }

    /// Lists the moves of boards along the first `N` axes.
    #[inline(always)]
    pub(super) fn list<T, C, const N: usize>(
        &self,
        boards: &[PackedBoard<T>],
        axes: &mut [AxisBatch<C>; AXES],
    ) {
        let mut counts = [0; N];
        let (rows, turns) = self.automaton.rows();
        for (nth, board) in boards.iter().enumerate() {
            let (state, blank) = (usize::from(board.meta.automaton()), board.meta.blank());
            let open = self.passed[state] & self.open[blank % MAX_CELLS];
            // Read when the children are complete.
            fetch_early(rows, state * turns);
            let parent = (nth << 8) as u32 | u32::from(step(blank, 0));
            for axis in 0..N {
                let turns = usize::from(open >> (2 * axis) & 3);
                let pair = PICKS[axis][turns] + parent * 0x1_0001;
                let at = counts[axis] % CHILDREN;
                axes[axis].moves[at] = pair as u16;
                axes[axis].moves[at + 1] = (pair >> 16) as u16;
                counts[axis] += turns - (turns >> 1);
            }
        }
        for (axis, count) in axes.iter_mut().zip(counts) {
            axis.count = count;
        }
    }

    /// Completes a child whose tiles are written, and notes it if it is near the top or the goal.
    #[inline(always)]
    pub(super) fn complete<T>(
        &self,
        child: &mut PackedBoard<T>,
        parent: &PackedBoard<T>,
        step: u8,
        slacks: Slacks,
        notes: &mut PathNotes,
    ) {
        let (rows, turns) = self.automaton.rows();
        let state = usize::from(parent.meta.automaton());
        let next = rows[state * turns + usize::from(turn_of(step))];
        let with_next = parent.meta.0 & !0xffff | u64::from(next);
        child.meta = Meta(with_next.wrapping_add(self.adds[usize::from(step)]));
        child.slacks = slacks;
        child.path = parent.path;
        let left = child.meta.moves_left();
        // The last move of a solution leaves none, and is noted.
        if left.wrapping_sub(1) >= notes.noted {
            child.path = notes.note(child.meta, parent.path, turn_of(step));
        }
    }
}
