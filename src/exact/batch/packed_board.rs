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
    /// The place in the noted paths.
    pub(super) mark: u32,
}

/// The fields of a board beside its tiles, in one word: fields written one by one would stall
/// reads.
///
/// Bits 0 to 15: state of the automaton. 16 to 31: moves that the bound leaves. 32 to 47: the
/// blank's cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meta(pub(super) u64);

impl Meta {
    const LEFT: u32 = 16;
    const BLANK: u32 = 32;

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
