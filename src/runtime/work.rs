//! Work that takes long, done in slices: the driver decides when it continues.
//!
//! A work never looks at a clock, a limit of time or a flag, and never calls back. It returns after
//! a slice, and the driver looks at all that before it asks for the next one. So a call can be
//! stopped, watched, put off to the next frame of a game, or stored, wherever it is.

use alloc::boxed::Box;

/// The counts of a search, and the limit of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Boards whose moves were tried.
    pub(crate) expanded: u64,
    /// Boards made by a move, with the pruned ones, plus the root once a solve.
    pub(crate) generated: u64,
    /// The most boards that may be expanded. A work stops there exactly; it continues if the limit
    /// is raised.
    pub(crate) limit: u64,
}

/// Boards expanded and generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl Tally {
    /// Adds another tally. What was stored may say anything, so the sums are held in.
    pub(crate) const fn add(&mut self, other: Self) {
        self.expanded = self.expanded.saturating_add(other.expanded);
        self.generated = self.generated.saturating_add(other.generated);
    }

    /// Returns what there is of it up to this number of boards expanded: the share of those
    /// generated.
    pub(crate) const fn up_to(self, expanded: u64) -> Self {
        if self.expanded <= expanded {
            return self;
        }
        let generated = self.generated as u128 * expanded as u128 / self.expanded as u128;
        Self {
            expanded,
            generated: generated as u64,
        }
    }

    /// Returns what was counted since `before`.
    pub(crate) const fn since(self, before: Self) -> Self {
        Self {
            expanded: self.expanded - before.expanded,
            generated: self.generated - before.generated,
        }
    }

    /// Returns what was counted, and leaves nothing.
    pub(crate) const fn take(&mut self) -> Self {
        core::mem::replace(
            self,
            Self {
                expanded: 0,
                generated: 0,
            },
        )
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            limit: u64::MAX,
        }
    }
}

impl Counts {
    /// Returns the counts with which a solve begins: the root is generated, and nothing else.
    pub(crate) const fn of_root() -> Self {
        Self {
            expanded: 0,
            generated: 1,
            limit: u64::MAX,
        }
    }

    /// Returns counts at zero for a work of its own that may expand up to `allowance` boards more,
    /// within the limit.
    pub(crate) const fn part(&self, allowance: u64) -> Self {
        let left = self.limit.saturating_sub(self.expanded);
        Self {
            expanded: 0,
            generated: 0,
            limit: if allowance < left { allowance } else { left },
        }
    }

    /// Replaces what a part had counted by what it has counted now. That may be less: what other
    /// threads are at is counted again when it ends.
    pub(crate) const fn update(&mut self, before: &Self, now: &Self) {
        self.expanded = self.expanded - before.expanded + now.expanded;
        self.generated = self.generated - before.generated + now.generated;
    }

    /// Adds these counts.
    pub(crate) const fn add(&mut self, tally: Tally) {
        self.expanded = self.expanded.saturating_add(tally.expanded);
        self.generated = self.generated.saturating_add(tally.generated);
    }

    /// Returns what was counted.
    pub(crate) const fn tally(&self) -> Tally {
        Tally {
            expanded: self.expanded,
            generated: self.generated,
        }
    }

    /// Returns whether no further board may be expanded.
    pub(crate) const fn is_spent(&self) -> bool {
        self.expanded >= self.limit
    }
}

/// Reasons why a work returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<F> {
    /// There is more to do.
    Paused,
    /// Every solution has at least this many moves.
    Bound(usize),
    /// This was found. There may be more to find.
    Found(F),
    /// Nothing is left to do, now and whenever it is asked again.
    Done,
}

/// Work that is done in slices.
pub(crate) trait Work {
    type Found;
    /// Reasons why it can't continue.
    type Failure;

    /// Goes on until there is something to tell, until `counts.expanded` has reached `until`, or
    /// until about half a millisecond of an optimized build is over, which it knows by counting its
    /// own steps.
    ///
    /// A work that does many boards at once may pass `until` by some, but never the limit of the
    /// counts. However it is cut into slices, it does, finds and counts the same.
    ///
    /// # Errors
    /// A typed failure. The work is over then.
    fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Self::Found>, Self::Failure>;
}

impl<W: Work + ?Sized> Work for Box<W> {
    type Found = W::Found;
    type Failure = W::Failure;

    fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Self::Found>, Self::Failure> {
        (**self).advance(until, counts)
    }
}

/// A part that is neither paused nor stopped before the whole is.
pub(crate) const WITH_WHOLE: (u64, u64) = (u64::MAX, u64::MAX);

/// A work that is a part of another one, with counts of its own.
#[derive(Debug, Default)]
pub(crate) struct Part<W> {
    pub(crate) work: W,
    pub(crate) counts: Counts,
}

impl<W: Work> Part<W> {
    pub(crate) fn new(work: W) -> Self {
        Self {
            work,
            counts: Counts::default(),
        }
    }

    /// Goes on with the part until the whole has expanded `until` boards, or the part `due` boards
    /// itself, and `most` at most. What it counts is counted for the whole.
    pub(crate) fn advance(
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

    /// Returns whether its count has reached a number of boards.
    pub(crate) const fn has_expanded(&self, boards: u64) -> bool {
        self.counts.expanded >= boards
    }
}
