//! Boards still to expand, and the paths to those near the top.

use alloc::vec::Vec;

use super::packed_board::{AXES, Meta, PackedBoard, Turns};
use crate::runtime::alloc::{OutOfMemory, filled, reserve};

/// The number of boards that are expanded together: more boards wait for memory in parallel, fewer
/// are expanded needlessly beside a solution.
pub(super) const BATCH: usize = 64;

/// The most children of a batch along an axis, and in all.
pub(super) const CHILDREN: usize = 2 * BATCH;
const ALL_CHILDREN: usize = AXES * CHILDREN;

/// Boards still to expand; the last come first.
#[derive(Clone, Debug)]
pub(super) struct Stack<T: Copy> {
    /// There is always room for a batch above the top.
    boards: Vec<PackedBoard<T>>,
    top: usize,
}

impl<T: Copy> Stack<T> {
    /// Returns an empty stack. The board fills its room, and is never expanded.
    pub(super) fn new(board: PackedBoard<T>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            boards: filled(board, ALL_CHILDREN + BATCH)?,
            top: 0,
        })
    }

    /// Takes over boards that were written to the room above the top.
    #[inline(always)]
    pub(super) const fn add(&mut self, boards: usize) {
        self.top += boards;
    }

    pub(super) const fn len(&self) -> usize {
        self.top
    }

    pub(super) const fn clear(&mut self) {
        self.top = 0;
    }

    pub(super) fn boards(&self) -> &[PackedBoard<T>] {
        &self.boards[..self.top]
    }

    /// Returns the room above the top.
    #[inline(always)]
    pub(super) fn room(&mut self) -> Option<&mut [PackedBoard<T>; CHILDREN]> {
        let room = self.boards.get_mut(self.top..);
        room.and_then(|room| room.first_chunk_mut())
    }

    /// Makes room for the children of a batch.
    #[inline(always)]
    pub(super) fn make_room(&mut self) -> Result<(), OutOfMemory> {
        if self.boards.len() < self.top + ALL_CHILDREN + BATCH {
            return self.grow();
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let len = 2 * self.boards.len();
        reserve(&mut self.boards, len / 2)?;
        self.boards.resize(len, self.boards[0]);
        Ok(())
    }

    /// Adds a board; there is room for one.
    pub(super) fn push(&mut self, board: PackedBoard<T>) {
        if let Some([place, ..]) = self.room() {
            *place = board;
            self.top += 1;
        }
    }

    /// Takes the last boards, at most `most`; returns a whole batch, and the number of its boards
    /// that count.
    #[inline(always)]
    pub(super) fn take(&mut self, most: usize) -> Option<(&[PackedBoard<T>; BATCH], usize)> {
        let taken = self.top.min(most).min(BATCH);
        self.top -= taken;
        let batch = self.boards.get(self.top..)?.first_chunk()?;
        Some((batch, taken))
    }
}

/// The notes of a search on the paths to boards near its roots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PathNotes {
    /// The turns to boards with more moves left are noted.
    pub(super) noted: u16,
    /// The root of the goal, and the first turns that lead there.
    pub(super) goal: Option<(usize, Turns)>,
}

impl PathNotes {
    /// Notes the turn to a board that is near the top, or the goal.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, meta: Meta, mut path: Turns, turn: u8) -> Turns {
        let left = meta.moves_left();
        if left > 0 || self.noted == 0 {
            path = path.then(turn);
        }
        if left == 0 {
            self.goal.get_or_insert((meta.root(), path));
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::packed_board::Slacks;
    use super::*;

    #[test]
    fn a_batch_that_is_cut_short_can_be_taken() {
        let board = PackedBoard {
            tiles: 0,
            meta: Meta::default(),
            slacks: Slacks::default(),
            path: Turns::NONE,
        };
        let mut stack = Stack::new(board).expect("little memory");
        for added in 1..10 {
            stack.make_room().expect("little memory");
            assert!(stack.room().is_some());
            stack.add(CHILDREN);
            assert_eq!(stack.take(1).expect("a board").1, 1);
            assert_eq!(stack.len(), added * (CHILDREN - 1));
        }
    }
}
