//! Boards still to expand, and the paths to those near the top.

use alloc::vec::Vec;

use super::layout::{BoardOf, Layout};

/// The number of boards that are expanded together: more boards wait for memory in parallel, fewer
/// are expanded needlessly beside a solution.
pub(super) const BATCH: usize = 64;

/// The most children of a batch along an axis.
pub(super) const CHILDREN: usize = 2 * BATCH;

/// Boards still to expand; the last come first.
#[derive(Clone, Debug)]
pub(super) struct Stack<F: Layout> {
    /// There is always a batch above the top, so that one can be taken that is cut short.
    boards: Vec<BoardOf<F>>,
    top: usize,
}

impl<F: Layout> Stack<F> {
    /// Returns an empty stack. The board fills its room, and is never expanded.
    pub(super) fn new(board: BoardOf<F>) -> Self {
        Self {
            boards: alloc::vec![board; CHILDREN + BATCH],
            top: 0,
        }
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

    pub(super) fn boards(&self) -> &[BoardOf<F>] {
        &self.boards[..self.top]
    }

    /// Returns the room above the top.
    #[inline(always)]
    pub(super) fn room(&mut self) -> Option<&mut [BoardOf<F>; CHILDREN]> {
        if self.boards.len() < self.top + CHILDREN + BATCH {
            self.grow();
        }
        let room = self.boards.get_mut(self.top..);
        room.and_then(|room| room.first_chunk_mut())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let len = 2 * (self.top + CHILDREN + BATCH);
        self.boards.resize(len, self.boards[0]);
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
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// `(parent's place, turn)`. The first places are those of the boards below which is searched.
    steps: Vec<(u32, u8)>,
    roots: usize,
    /// Boards with more moves left are noted.
    pub(super) noted: u16,
    /// The place of a board whose next move is the last one of a solution, or of one above it.
    pub(super) goal: Option<u32>,
}

impl Trail {
    /// Begins a search below `roots` boards, which have the first places.
    pub(super) fn begin(&mut self, roots: usize, noted: u16) {
        self.steps.clear();
        self.steps.resize(roots, (0, 0));
        (self.roots, self.noted, self.goal) = (roots, noted, None);
    }

    /// Notes a child that is near the top, or the goal.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, parent: u32, turn: u8, left: u16) -> u32 {
        let mut place = parent;
        if left > 0 || self.noted == 0 {
            place = self.steps.len() as u32;
            self.steps.push((parent, turn));
        }
        if left == 0 {
            self.goal.get_or_insert(place);
        }
        place
    }

    /// Returns the place of a board's parent, and the turn that makes the board.
    pub(super) fn step(&self, mark: u32) -> (u32, u8) {
        self.steps[mark as usize]
    }

    /// Returns the number of the board below which a place is, and the turns that lead there.
    pub(super) fn path(&self, mark: u32) -> (usize, Vec<u8>) {
        let mut turns = Vec::new();
        let mut at = mark;
        while at as usize >= self.roots {
            let (parent, turn) = self.step(at);
            turns.push(turn);
            at = parent;
        }
        turns.reverse();
        (at as usize, turns)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells16::Cells16;
    use super::super::layout::{Board, Meta, Slacks};
    use super::*;

    #[test]
    fn a_batch_that_is_cut_short_can_be_taken() {
        let mut stack = Stack::<Cells16>::new(Board {
            tiles: <Cells16 as Layout>::Tiles::default(),
            meta: Meta::default(),
            slacks: Slacks::default(),
            mark: 0,
        });
        for added in 1..10 {
            assert!(stack.room().is_some());
            stack.add(CHILDREN);
            assert_eq!(stack.take(1).expect("a board").1, 1);
            assert_eq!(stack.len(), added * (CHILDREN - 1));
        }
    }
}
