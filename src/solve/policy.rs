//! What the works of the qualities have in common.

use crate::moves::Moves;
use crate::solve::error::SolveError;
use crate::tables::BuildProgress;
use crate::work::{Counts, Step, Work};

/// A way to go from a board to its solutions: a small loop over works, itself a work.
///
/// It yields ever shorter solutions. What it does in which order depends on the board and the
/// options alone, never on a limit: a limit only cuts it short.
pub(super) trait Policy: Work<Found = Moves, Failure = SolveError> {
    /// Returns how far the tables are, while they are built.
    fn tables(&self) -> Option<BuildProgress>;
}

/// A work that is a part of another one, with counts of its own.
#[derive(Debug, Default)]
pub(super) struct Part<W> {
    pub(super) work: W,
    pub(super) counts: Counts,
}

impl<W: Work> Part<W> {
    pub(super) fn new(work: W) -> Self {
        Self {
            work,
            counts: Counts::default(),
        }
    }

    /// Goes on with the part, until it has expanded `until` boards itself, `most` at most; what it
    /// counts is counted for the whole.
    pub(super) fn advance(
        &mut self,
        until: u64,
        most: u64,
        whole: &mut Counts,
    ) -> Result<Step<W::Found>, W::Failure> {
        let before = self.counts;
        let left = whole.limit.saturating_sub(whole.expanded);
        self.counts.limit = most.min(before.expanded.saturating_add(left));
        let step = self.work.advance(until, &mut self.counts);
        whole.update(&before, &self.counts);
        step
    }

    /// Returns whether it has expanded as many boards as that.
    pub(super) const fn has_expanded(&self, boards: u64) -> bool {
        self.counts.expanded >= boards
    }
}
