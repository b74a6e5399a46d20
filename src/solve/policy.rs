//! What the works of the qualities have in common.

use crate::moves::Moves;
use crate::solve::error::SolveError;
use crate::tables::BuildProgress;
use crate::work::{Counts, Step, Work};

/// A part that is neither paused nor stopped before the whole is.
pub(super) const WITH_WHOLE: (u64, u64) = (u64::MAX, u64::MAX);

/// A way to go from a board to its solutions: a small loop over works, itself a work.
///
/// It yields ever shorter solutions. What it does in which order depends on the board and the
/// options alone, never on a limit: a limit only cuts it short.
pub(super) trait Policy: Work<Found = Moves, Failure = SolveError> {
    /// Returns how far the tables are, while they are built.
    fn tables(&self) -> Option<BuildProgress>;

    /// Returns the best solution that other threads have found before its turn, if they look for
    /// any. It is lost if all ends here.
    fn best_ahead(&mut self) -> Option<Moves> {
        None
    }
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

    /// Goes on with the part until the whole has expanded `until` boards, or the part `due` boards
    /// itself, and `most` at most. What it counts is counted for the whole.
    pub(super) fn advance(
        &mut self,
        until: u64,
        (due, most): (u64, u64),
        whole: &mut Counts,
    ) -> Result<Step<W::Found>, W::Failure> {
        let before = self.counts;
        // What the whole may still expand, as a count of the part.
        let own = |of_whole: u64| {
            let left = of_whole.saturating_sub(whole.expanded);
            before.expanded.saturating_add(left)
        };
        self.counts.limit = most.min(own(whole.limit));
        let step = self.work.advance(due.min(own(until)), &mut self.counts);
        whole.update(&before, &self.counts);
        step
    }

    /// Returns whether it has expanded as many boards as that.
    pub(super) const fn has_expanded(&self, boards: u64) -> bool {
        self.counts.expanded >= boards
    }
}
