//! Boards still to expand, and the ways to those near the top.

use alloc::vec::Vec;

use super::board_layout::{BoardLayout, BoardOf, no_board};
use crate::runtime::alloc::{OutOfMemory, reserve, reserved, try_push};

/// The number of boards that are expanded together: more boards wait for memory in parallel, fewer
/// are expanded needlessly beside a solution.
pub(super) const BATCH: usize = 64;

/// The most children of a batch along an axis.
pub(super) const CHILDREN: usize = 2 * BATCH;

/// Boards still to expand; the last come first.
#[derive(Debug)]
pub(super) struct Stack<F: BoardLayout> {
    /// There is always room for a batch of children above the top.
    boards: Vec<BoardOf<F>>,
    top: usize,
    /// The allocation that failed: boards are missing.
    pub(super) failure: Option<OutOfMemory>,
}

impl<F: BoardLayout> Default for Stack<F> {
    fn default() -> Self {
        Self {
            boards: alloc::vec![no_board::<F>(); CHILDREN],
            top: 0,
            failure: None,
        }
    }
}

impl<F: BoardLayout> Stack<F> {
    pub(super) fn copied(&self) -> Result<Self, OutOfMemory> {
        let len = self.top + CHILDREN;
        let mut boards = reserved(len)?;
        boards.extend_from_slice(self.boards());
        boards.resize(len, no_board::<F>());
        Ok(Self {
            boards,
            top: self.top,
            failure: None,
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

    pub(super) fn boards(&self) -> &[BoardOf<F>] {
        &self.boards[..self.top]
    }

    /// Returns the room above the top.
    #[inline(always)]
    pub(super) fn room(&mut self) -> Option<&mut [BoardOf<F>; CHILDREN]> {
        if self.boards.len() < self.top + CHILDREN {
            self.grow();
        }
        let room = self.boards.get_mut(self.top..);
        room.and_then(|room| room.first_chunk_mut())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let len = 2 * (self.top + CHILDREN);
        let more = len - self.boards.len();
        match reserve(&mut self.boards, more) {
            Ok(()) => self.boards.resize(len, no_board::<F>()),
            Err(error) => self.failure = Some(error),
        }
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
#[derive(Debug)]
pub(super) struct Trail {
    /// `(parent's place, turn)`. The first place is that of the root.
    pub(super) steps: Vec<(u32, u8)>,
    /// Boards with more moves left are noted.
    pub(super) noted: u16,
    /// The place of a board whose next move is the last one of a solution, or of one above it.
    pub(super) goal: Option<u32>,
    /// The allocation that failed: places are missing.
    pub(super) failure: Option<OutOfMemory>,
}

impl Default for Trail {
    fn default() -> Self {
        Self {
            steps: alloc::vec![(0, 0)],
            noted: 0,
            goal: None,
            failure: None,
        }
    }
}

impl Trail {
    pub(super) fn copied(&self) -> Result<Self, OutOfMemory> {
        let mut steps = reserved(self.steps.len())?;
        steps.extend_from_slice(&self.steps);
        Ok(Self {
            steps,
            noted: self.noted,
            goal: self.goal,
            failure: None,
        })
    }

    /// Notes a board, and returns its place. If there is no memory for it, that is noted instead.
    pub(super) fn push(&mut self, parent: u32, turn: u8) -> u32 {
        if let Err(error) = try_push(&mut self.steps, (parent, turn)) {
            self.failure = Some(error);
        }
        (self.steps.len() - 1) as u32
    }

    /// Notes a child that is near the top, or the goal.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, parent: u32, turn: u8, left: u16) -> u32 {
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
