//! The inner loop of a round, compiled for several instruction sets.

use super::super::board_layout::BoardOf;
use super::super::expand::Expand as _;
use super::super::search_tables::InSearchTables;
use super::super::stack::BATCH;
use super::BatchKernel;
use crate::runtime::dispatch::{Kernel, dispatch};
use crate::runtime::work::Counts;

/// The end of a descent.
pub(super) enum Descended {
    Paused,
    /// A solution begins with the noted way to the mark.
    Begun {
        mark: u32,
    },
    Done,
}

/// The search loop, compiled for several instruction sets.
pub(super) struct SearchLoop<'a, 'k, F: InSearchTables> {
    pub(super) kernel: &'a mut BatchKernel<F>,
    pub(super) seeds: &'a [BoardOf<F>],
    pub(super) ground: &'a F::Expander<'k>,
    pub(super) until: Option<u64>,
    pub(super) counts: &'a mut Counts,
}

impl<F: InSearchTables> Kernel<Descended> for SearchLoop<'_, '_, F> {
    #[inline(always)]
    fn run<const POPCNT: bool>(self) -> Descended {
        self.kernel
            .descend::<POPCNT>(self.seeds, self.ground, self.until, self.counts)
    }
}

impl<F: InSearchTables> BatchKernel<F> {
    /// Searches until a solution begins, no board is left or a pause is due. If `until` is `None`,
    /// expands only one batch of the first stack.
    #[inline(always)]
    fn descend<const POPCNT: bool>(
        &mut self,
        seeds: &[BoardOf<F>],
        ground: &F::Expander<'_>,
        until: Option<u64>,
        counts: &mut Counts,
    ) -> Descended {
        loop {
            let (mut fuller, mut most) = (0, BATCH);
            if let Some(until) = until {
                fuller = usize::from(self.stacks[1].len() > self.stacks[0].len());
                if self.stacks[fuller].len() < self.few {
                    if let Some(nth) = self.left.next() {
                        let mark = (nth - self.first) as u32;
                        self.push(BoardOf::<F> { mark, ..seeds[nth] });
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
                most = left.unwrap_or(usize::MAX).min(self.batch);
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
                return Descended::Begun { mark };
            }
        }
    }

    /// Expands up to a batch of boards. Their children are all that is on the second stack then, and
    /// nothing is on the first one; the trail has their last moves.
    pub(super) fn expand_apart(
        &mut self,
        ground: &F::Expander<'_>,
        boards: &[BoardOf<F>],
        counts: &mut Counts,
    ) {
        self.begin_search(boards.len(), 0);
        for (mark, board) in (0..).zip(boards) {
            self.stacks[0].push(BoardOf::<F> { mark, ..*board });
        }
        dispatch(SearchLoop {
            kernel: self,
            seeds: &[],
            ground,
            until: None,
            counts,
        });
    }
}
