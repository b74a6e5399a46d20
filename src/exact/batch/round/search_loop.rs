//! The inner loop of a round, compiled for several instruction sets.

use alloc::vec::Vec;

use super::super::board_layout::BoardOf;
use super::super::expand::Expand as _;
use super::super::search_tables::InSearchTables;
use super::super::stack::BATCH;
use super::Round;
use crate::runtime::dispatch::{Kernel, dispatch};
use crate::runtime::work::Counts;

/// The end of a descent.
pub(super) enum Descended {
    Paused,
    /// A solution begins with the noted way to the mark; `before` is the count of expanded boards
    /// before the batch with it.
    Begun {
        mark: u32,
        before: u64,
    },
    Done,
}

/// The search loop, compiled for several instruction sets.
pub(super) struct SearchLoop<'a, 'k, F: InSearchTables> {
    pub(super) round: &'a mut Round<F>,
    pub(super) ground: &'a F::Expander<'k>,
    pub(super) until: Option<u64>,
    pub(super) counts: &'a mut Counts,
}

impl<F: InSearchTables> Kernel<Descended> for SearchLoop<'_, '_, F> {
    #[inline(always)]
    fn run<const POPCNT: bool>(self) -> Descended {
        self.round
            .descend::<POPCNT>(self.ground, self.until, self.counts)
    }
}

impl<F: InSearchTables> Round<F> {
    /// Searches until a solution begins, no board is left or a pause is due. If `until` is `None`,
    /// expands only one batch of the first stack.
    #[inline(always)]
    fn descend<const POPCNT: bool>(
        &mut self,
        ground: &F::Expander<'_>,
        until: Option<u64>,
        counts: &mut Counts,
    ) -> Descended {
        loop {
            let (mut fuller, mut most) = (0, BATCH);
            if let Some(until) = until {
                fuller = usize::from(self.stacks[1].len() > self.stacks[0].len());
                if self.stacks[fuller].len() < self.pace.few {
                    if let Some(seed) = self.left.next() {
                        self.push(self.seeds[seed]);
                        continue;
                    }
                    if self.stacks[fuller].len() == 0 {
                        return Descended::Done;
                    }
                }
                if counts.expanded >= until || counts.is_spent() {
                    return Descended::Paused;
                }
                // Only the limit cuts a batch: the result must not depend on the slices.
                let left = (counts.limit - counts.expanded).try_into();
                most = left.unwrap_or(usize::MAX).min(self.pace.batch);
            }
            let [first, second] = &mut self.stacks;
            let (from, to) = if fuller == 0 {
                (first, second)
            } else {
                (second, first)
            };
            let Some(batch) = from.take(most) else {
                return Descended::Done;
            };
            let taken = batch.1 as u64;
            let made = ground.expand::<POPCNT>(batch, &mut self.room, to, &mut self.trail);
            counts.expanded += taken;
            counts.generated += made as u64;
            if until.is_none() {
                return Descended::Paused;
            }
            if let Some(mark) = self.trail.goal {
                let before = counts.expanded - taken;
                return Descended::Begun { mark, before };
            }
        }
    }

    /// Expands a board, and returns its children with the turns that make them, or none if there is
    /// no memory. What is on the stacks is lost.
    pub(super) fn children(
        &mut self,
        ground: &F::Expander<'_>,
        board: &BoardOf<F>,
    ) -> Vec<(u8, BoardOf<F>)> {
        let trail = core::mem::take(&mut self.trail);
        self.expand_apart(ground, &[*board], &mut Counts::default());
        let is_whole = self.check_memory().is_ok();
        let steps = core::mem::replace(&mut self.trail, trail).steps;
        let with_turn = |child: &BoardOf<F>| (steps[child.mark as usize].1, *child);
        let [_, children] = &self.stacks;
        let children = children.boards().iter().filter(|_| is_whole);
        children.map(with_turn).collect()
    }

    /// Expands up to a batch of boards. Their children are all that is on the second stack then,
    /// and nothing is on the first one.
    pub(super) fn expand_apart(
        &mut self,
        ground: &F::Expander<'_>,
        boards: &[BoardOf<F>],
        counts: &mut Counts,
    ) {
        let [parents, children] = &mut self.stacks;
        parents.clear();
        children.clear();
        for board in boards {
            parents.push(*board);
        }
        dispatch(SearchLoop {
            round: self,
            ground,
            until: None,
            counts,
        });
    }

    /// Returns the board that turns lead to from another one, if the bound allows the way.
    pub(super) fn follow(
        &mut self,
        ground: &F::Expander<'_>,
        mut board: BoardOf<F>,
        turns: &[u8],
    ) -> Option<BoardOf<F>> {
        for &turn in turns {
            let children = self.children(ground, &board);
            (_, board) = *children.iter().find(|&&(by, _)| by == turn)?;
        }
        Some(board)
    }
}
