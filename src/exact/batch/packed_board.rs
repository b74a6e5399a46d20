//! A board on the stack of a search.

use core::fmt::Debug;

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
            meta: self.meta.with_root(root),
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

    pub(super) const fn then(self, turn: u8) -> Self {
        Self(self.0 << TURN_BITS | turn as u64)
    }

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

    const fn with_root(self, root: usize) -> Self {
        Self(self.0 & ((1 << Self::ROOT) - 1) | (root as u64) << Self::ROOT)
    }

    /// Returns the change of the fields by a move of the blank.
    pub(super) const fn step(from: usize, to: usize) -> u64 {
        ((to as u64).wrapping_sub(from as u64) << Self::BLANK).wrapping_sub(1 << Self::LEFT)
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
