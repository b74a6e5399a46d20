//! The expansion of many boards at a time.
//!
//! A processor waits for two things in a search with tables: for entries that no near cache holds,
//! and for branches that it guessed wrong. Both are shared here. The same is done to up to
//! [`BATCH`] boards, stage by stage, in short loops without a branch on what the boards hold: list
//! the moves by axis, ask the memory for all entries before the first is read, and keep the
//! children that the bound allows.

use super::board_layout::{Board, BoardLayout, BoardOf, Meta, Slacks};
use super::stack::{BATCH, CHILDREN, Stack, Trail};
use super::ways::{AXES, PICKS, Ways};
use crate::exact::patterns::turn_of;

/// The expansion of boards of a layout.
pub(super) trait Expand<F: BoardLayout, S> {
    /// Expands boards: the children that the automaton and the estimates allow are put on a stack.
    /// Returns how many were generated. `POPCNT` says that the processor counts bits in one
    /// instruction.
    fn expand<const POPCNT: bool>(
        &self,
        batch: (&[BoardOf<F>; BATCH], usize),
        scratch: &mut S,
        stack: &mut Stack<F>,
        trail: &mut Trail,
    ) -> usize;
}

/// The moves of a batch along an axis: the parent's place in the batch from bit 8 on, then the
/// step. The last place takes what is written beyond the end.
pub(super) type AxisMoves = [u16; CHILDREN + 1];

/// Returns the parent's place in the batch, and the step.
#[inline(always)]
pub(super) const fn parent_and_step(way: u16) -> (usize, u8) {
    ((way >> 8) as usize % BATCH, way as u8)
}

/// The moves that boards have.
#[derive(Debug)]
pub(super) struct Moving<'k> {
    ways: &'k Ways,
    /// The rows of the automaton.
    rows: &'k [u16],
}

impl<'k> Moving<'k> {
    pub(super) const fn new(ways: &'k Ways, rows: &'k [u16]) -> Self {
        Self { ways, rows }
    }

    /// Lists the moves of boards along the first `N` axes, and returns how many there are.
    #[inline(always)]
    pub(super) fn list<T, const N: usize>(
        &self,
        boards: &[Board<T>],
        moves: &mut [&mut AxisMoves; N],
    ) -> [usize; AXES] {
        let mut counts = [0; AXES];
        for (nth, board) in boards.iter().enumerate() {
            let meta = board.meta;
            let open = self.ways.open(meta);
            // Read when the children are complete.
            self.ways.fetch_row(self.rows, meta);
            let parent = (nth << 8) as u32 | u32::from(first_step(meta));
            for axis in 0..N {
                let turns = usize::from(open >> (2 * axis) & 3);
                let pair = PICKS[axis][turns] + parent * 0x1_0001;
                let at = counts[axis] % CHILDREN;
                moves[axis][at] = pair as u16;
                moves[axis][at + 1] = (pair >> 16) as u16;
                counts[axis] += turns - (turns >> 1);
            }
        }
        counts
    }

    /// Completes a child whose tiles are written, and notes it if it is near the top or the goal.
    #[inline(always)]
    pub(super) fn complete<T>(
        &self,
        child: &mut Board<T>,
        parent: &Board<T>,
        step: u8,
        slacks: Slacks,
        trail: &mut Trail,
    ) {
        let meta = self.ways.after(self.rows, parent.meta, step, turn_of(step));
        child.meta = meta;
        child.slacks = slacks;
        child.mark = parent.mark;
        let left = meta.left();
        // The last move of a solution leaves none, and is noted.
        if left.wrapping_sub(1) >= trail.noted {
            child.mark = trail.note(parent.mark, turn_of(step), left);
        }
    }
}

/// Returns the number of a board's first step.
#[inline(always)]
const fn first_step(meta: Meta) -> u8 {
    crate::exact::patterns::step(meta.blank(), 0)
}
