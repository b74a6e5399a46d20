//! Boards still to expand, and the paths to those near the top.

use alloc::vec::Vec;

use super::packed_board::{AXES, PackedBoard};
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

/// The paths to boards near the top of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct NotedPaths {
    /// `(parent's place, turn)`. The first places are those of the boards below which is searched.
    steps: Vec<(u32, u8)>,
    roots: usize,
    /// Boards with more moves left are noted.
    pub(super) noted: u16,
    /// The place of a board whose next move is the last one of a solution, or of one above it.
    pub(super) goal: Option<u32>,
}

impl NotedPaths {
    /// From this number on, places that lead to no board on a stack are dropped before the list
    /// grows.
    const MANY: usize = 1 << 16;

    /// Begins a search below `roots` boards, which have the first places.
    pub(super) fn begin(&mut self, roots: usize, noted: u16) -> Result<(), OutOfMemory> {
        self.steps.clear();
        reserve(&mut self.steps, roots)?;
        self.steps.resize(roots, (0, 0));
        (self.roots, self.noted, self.goal) = (roots, noted, None);
        Ok(())
    }

    /// Makes room for the children of a batch. All other boards are on the stacks.
    #[inline(always)]
    pub(super) fn make_room<T: Copy>(
        &mut self,
        stacks: &mut [Stack<T>; 2],
    ) -> Result<(), OutOfMemory> {
        if self.steps.capacity() - self.steps.len() < ALL_CHILDREN {
            return self.grow(stacks);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow<T: Copy>(&mut self, stacks: &mut [Stack<T>; 2]) -> Result<(), OutOfMemory> {
        if self.steps.len() > Self::MANY {
            self.compact(stacks)?;
        }
        // Grows unless half of the room is free, so that this stays rare.
        let more = self.steps.len().max(ALL_CHILDREN);
        reserve(&mut self.steps, more)
    }

    /// Drops the places that lead to no board on a stack. The others stay in their order, and the
    /// marks of boards become their new places.
    fn compact<T: Copy>(&mut self, stacks: &mut [Stack<T>; 2]) -> Result<(), OutOfMemory> {
        const KEPT: u32 = u32::MAX;

        // `[place]`: `KEPT`, then the new place; 0 if it is dropped.
        let mut places = filled(0, self.steps.len())?;
        places[..self.roots].fill(KEPT);
        for stack in &*stacks {
            for board in stack.boards() {
                let mut at = board.mark as usize;
                while places[at] != KEPT {
                    places[at] = KEPT;
                    at = self.steps[at].0 as usize;
                }
            }
        }
        let mut kept = 0;
        for at in 0..places.len() {
            if places[at] == KEPT {
                // A parent comes before its children.
                let (parent, turn) = self.steps[at];
                places[at] = kept as u32;
                self.steps[kept] = (places[parent as usize], turn);
                kept += 1;
            }
        }
        self.steps.truncate(kept);
        for stack in stacks {
            for board in &mut stack.boards[..stack.top] {
                board.mark = places[board.mark as usize];
            }
        }
        Ok(())
    }

    /// Notes a child that is near the top, or the goal.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, parent: u32, turn: u8, left: u16) -> u32 {
        let mut place = parent;
        if left > 0 || self.noted == 0 {
            place = self.steps.len() as u32;
            // `make_room` has made room.
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
    use super::super::packed_board::{Meta, Slacks};
    use super::*;

    fn board(mark: u32) -> PackedBoard<u32> {
        PackedBoard {
            tiles: 0,
            meta: Meta::default(),
            slacks: Slacks::default(),
            mark,
        }
    }

    #[test]
    fn a_batch_that_is_cut_short_can_be_taken() {
        let mut stack = Stack::new(board(0)).expect("little memory");
        for added in 1..10 {
            stack.make_room().expect("little memory");
            assert!(stack.room().is_some());
            stack.add(CHILDREN);
            assert_eq!(stack.take(1).expect("a board").1, 1);
            assert_eq!(stack.len(), added * (CHILDREN - 1));
        }
    }

    /// Pruning keeps the paths of boards on the stacks, and the memory within a bound.
    #[test]
    fn paths_of_open_boards_are_kept_in_little_memory() {
        let [mut first, second] = [(); 2].map(|()| Stack::new(board(0)).expect("little memory"));
        let mut paths = NotedPaths::default();
        paths.begin(3, 0).expect("little memory");
        first.push(board(2));
        let mut stacks = [first, second];
        let mut expected: Vec<Vec<u8>> = Vec::from([Vec::new()]);
        for nth in 0..40 * NotedPaths::MANY {
            paths.make_room(&mut stacks).expect("little memory");
            // The last board is replaced by one of its children, or by all of them.
            let parent = stacks[0].take(1).expect("a board").0[0].mark;
            let path = expected.pop().expect("a board");
            let children = if nth % 1_000 == 0 { 3 } else { 1 };
            for turn in 0..children {
                let turn = (turn + nth % 4) as u8 % 4;
                // Paths end after some moves.
                let from_root = path.len() == 20;
                let parent = if from_root { 1 } else { parent };
                let mut path = if from_root { Vec::new() } else { path.clone() };
                path.push(turn);
                expected.push(path);
                stacks[0].make_room().expect("little memory");
                stacks[0].push(board(paths.note(parent, turn, 1)));
            }
        }
        assert_eq!(stacks[0].len(), expected.len());
        for (board, expected) in stacks[0].boards().iter().zip(expected) {
            let (root, turns) = paths.path(board.mark);
            assert!((1..3).contains(&root));
            assert_eq!(turns, expected);
        }
        assert!(paths.steps.capacity() <= 4 * NotedPaths::MANY);
    }
}
