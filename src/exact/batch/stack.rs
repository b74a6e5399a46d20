//! The boards of a search, those still to expand, and the paths to those near the top.

use alloc::vec::Vec;

use crate::runtime::{OutOfMemory, filled, reserve};

pub(super) const AXES: usize = 3;

/// A board on a stack.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct PackedBoard<T> {
    /// First, so that no partial copy of them crosses a cache line.
    pub(super) tiles: T,
    pub(super) meta: Meta,
    pub(super) slacks: Slacks,
    /// The turns that lead here from the root of its search, as far as they are noted.
    pub(super) path: Turns,
}

impl<T: Copy> PackedBoard<T> {
    /// Returns it as the root with this number of another search.
    pub(super) const fn as_root(&self, root: usize) -> Self {
        Self {
            meta: Meta(self.meta.0 & ((1 << Meta::ROOT) - 1) | (root as u64) << Meta::ROOT),
            path: Turns::NONE,
            ..*self
        }
    }
}

/// Turns, three bits each, the last one lowest, below a bit that marks the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns(u64);

impl Turns {
    pub(super) const NONE: Self = Self(1);

    pub(super) const fn last(self) -> u8 {
        turn_of(self.0 as u8)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        let places = (0..self.0.ilog2() / TURN_BITS).rev();
        places.map(move |place| turn_of((self.0 >> (TURN_BITS * place)) as u8))
    }
}

/// Six turns are numbered in three bits: with 32 cells every number of eight bits is a step.
pub(super) const TURN_BITS: u32 = 3;

/// Returns the turn in the lowest bits of a step or a path.
pub(super) const fn turn_of(step: u8) -> u8 {
    step & ((1 << TURN_BITS) - 1)
}

/// The fields of a board beside its tiles, in one word: fields written one by one would stall
/// reads.
///
/// Bits 0 to 15: state of the automaton. 16 to 31: moves that the bound leaves. 32 to 39: the
/// blank's cell. 40 to 63: the number of the root of its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meta(pub(super) u64);

impl Meta {
    const LEFT: u32 = 16;
    const BLANK: u32 = 32;
    const ROOT: u32 = 40;

    pub(super) const fn new(automaton: u16, left: u16, blank: u8) -> Self {
        Self(automaton as u64 | (left as u64) << Self::LEFT | (blank as u64) << Self::BLANK)
    }

    #[inline(always)]
    pub(super) const fn automaton(self) -> u16 {
        self.0 as u16
    }

    #[inline(always)]
    pub(super) const fn moves_left(self) -> u16 {
        (self.0 >> Self::LEFT) as u16
    }

    #[inline(always)]
    pub(super) const fn blank(self) -> usize {
        (self.0 >> Self::BLANK & 0xff) as usize
    }

    #[inline(always)]
    pub(super) const fn root(self) -> usize {
        (self.0 >> Self::ROOT) as usize
    }

    /// Returns the change of the fields by a move of the blank.
    pub(super) const fn step(from: usize, to: usize) -> u64 {
        ((to as u64).wrapping_sub(from as u64) << Self::BLANK).wrapping_sub(1 << Self::LEFT)
    }
}

/// The state of escape distance on a board: its slack, as of a view, and the distances along two axes
/// modulo 256.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Escape {
    pub(super) slack: u8,
    pub(super) distances: [u8; 2],
}

impl Escape {
    /// Returns what the distances along two axes are for a number of moves left.
    pub(super) fn new(left: u16, distances: [u16; 2]) -> Self {
        let both = usize::from(distances[0] + distances[1]);
        Self {
            slack: Slacks::after(left, &[both]).of(0),
            distances: distances.map(|it| it as u8),
        }
    }

    /// Returns the same after a move along an axis, for which there is slack.
    #[inline(always)]
    pub(super) fn after(mut self, axis: usize, is_closer: bool) -> Self {
        let change = if is_closer { u8::MAX } else { 1 };
        self.distances[axis] = self.distances[axis].wrapping_add(change);
        self.slack -= u8::from(!is_closer);
        self
    }
}

/// The slack of each view, a byte each: half of the bound minus the moves made and the estimate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slacks(pub(super) u64);

impl Slacks {
    /// The largest slack: a byte must have room for 1 more. No solution has this number of moves
    /// beyond the estimate.
    const MOST: usize = 254;

    /// Returns the slacks that a number of moves leaves after these estimates.
    pub(super) fn after(left: u16, estimates: &[usize]) -> Self {
        let slack = |estimate: usize| usize::from(left).saturating_sub(estimate) / 2;
        let slacks = estimates.iter().enumerate();
        let slacks = slacks
            .map(|(view, &estimate)| (slack(estimate).min(Self::MOST) as u64) << Self::shift(view));
        Self(slacks.sum())
    }

    /// Returns the first bit of the slack of a view.
    #[inline(always)]
    pub(super) const fn shift(view: usize) -> u32 {
        8 * view as u32
    }

    /// Returns the cost of a move in the slacks of `views` views; a view in which the tile gets
    /// closer is refunded.
    #[inline(always)]
    pub(super) const fn of_move(views: usize) -> u64 {
        0x0101_0101_0101_0101 & u64::MAX >> (64 - 8 * views)
    }

    /// Returns the slack of a view.
    #[inline(always)]
    pub(super) const fn of(self, view: usize) -> u8 {
        (self.0 >> Self::shift(view)) as u8
    }

    /// Returns whether the slacks of some views are all positive; `ones` has 1 in the byte of each.
    #[inline(always)]
    pub(super) const fn have(self, ones: u64) -> bool {
        // A byte is 0 if subtracting 1 borrows.
        (self.0.wrapping_sub(ones) & !self.0 & ones << 7) == 0
    }

    /// Returns the priority of a board: a solution is more likely below a high one.
    pub(super) fn priority(self, views: usize) -> usize {
        let slacks = || (0..views).map(|view| usize::from(self.of(view)));
        // Most views have plenty of slack.
        let least = if views > 2 { slacks().min() } else { None };
        slacks().sum::<usize>() + 4 * least.unwrap_or(0)
    }
}

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
    /// The number of boards. Whoever writes boards to the room above raises it.
    pub(super) top: usize,
}

impl<T: Copy> Stack<T> {
    /// Returns an empty stack. The board fills its room, and is never expanded.
    pub(super) fn new(board: PackedBoard<T>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            boards: filled(board, ALL_CHILDREN + BATCH)?,
            top: 0,
        })
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
        self.boards[self.top] = board;
        self.top += 1;
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
            path = Turns(path.0 << TURN_BITS | u64::from(turn));
        }
        if left == 0 {
            self.goal.get_or_insert((meta.root(), path));
        }
        path
    }
}

#[cfg(test)]
mod tests {
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
            stack.top += CHILDREN;
            assert_eq!(stack.take(1).expect("a board").1, 1);
            assert_eq!(stack.top, added * (CHILDREN - 1));
        }
    }
}
