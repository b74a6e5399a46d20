//! Long work in slices, resumed by the driver.
//!
//! A task never reads a clock, a time limit or a flag, and never calls back. The driver checks
//! these between slices: there a call can be stopped, watched, postponed or stored.

use super::effort::Slice;
use crate::moves::Moves;

/// The counts of a search, and the limit of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Boards whose moves were tried.
    pub(crate) expanded: u64,
    /// Boards made by a move, with the pruned ones, plus the root once a solve.
    pub(crate) generated: u64,
    /// The most boards that may be expanded. A task stops there exactly; it continues if the limit
    /// is raised.
    pub(crate) limit: u64,
    /// The nanoseconds before the deadline, as of the start of the slice; [`u64::MAX`] without one.
    pub(crate) time_left: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            limit: u64::MAX,
            time_left: u64::MAX,
        }
    }
}

impl Counts {
    /// Adds other counts, saturating: a stored text may claim any.
    pub(crate) const fn add(&mut self, other: Self) {
        self.expanded = self.expanded.saturating_add(other.expanded);
        self.generated = self.generated.saturating_add(other.generated);
    }

    /// Returns the number of expansions in a nanosecond since other counts; `None` until the time
    /// suffices to measure it.
    pub(crate) fn rate_since(&self, before: &Self) -> Option<f64> {
        const SOME_SLICES: u64 = 2_000_000;

        let time = before.time_left.saturating_sub(self.time_left);
        let expanded = self.expanded.saturating_sub(before.expanded);
        (time >= SOME_SLICES).then(|| expanded as f64 / time as f64)
    }

    /// Returns whether no further board may be expanded.
    pub(crate) const fn is_spent(&self) -> bool {
        self.expanded >= self.limit
    }
}

/// A part of what is left of a call, for work that sizes itself so that it ends in time: by counts
/// alone under a limit of expansions, so that answers are the same on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quota {
    begun: Counts,
    /// The expansions in all.
    all: u64,
    /// The count of expansions, and the time left, at which it ends.
    until: u64,
    time_left: u64,
    /// The number of expansions in a nanosecond, until it is measured.
    rate: f64,
}

impl Quota {
    /// Returns a number of hundredths of what is left, given the number of expansions in a
    /// nanosecond. `None` if there is no limit, or no such rate for the time left.
    pub(crate) fn new(begun: Counts, percent: u64, rate: Option<f64>) -> Option<Self> {
        let left = begun.limit.saturating_sub(begun.expanded);
        let is_limited = begun.limit < u64::MAX;
        let is_timed = begun.time_left < u64::MAX;
        let rate = if is_timed { rate? } else { f64::INFINITY };
        let mut quota = Self {
            begun,
            all: 0,
            until: begun.expanded.saturating_add(left / 100 * percent),
            time_left: begun.time_left - begun.time_left / 100 * percent,
            rate,
        };
        quota.all = quota.left(&begun);
        (is_limited || is_timed).then_some(quota)
    }

    /// Returns the number of expansions that are left of it.
    pub(crate) fn left(&self, now: &Counts) -> u64 {
        let left = self.until.saturating_sub(now.expanded);
        let time = now.time_left.saturating_sub(self.time_left);
        let in_time = time as f64 * now.rate_since(&self.begun).unwrap_or(self.rate);
        left.min(in_time as u64)
    }

    /// Returns a width, reduced if more is left to do than of the quota. `done` is the part of the
    /// work that is done, in parts of `all`.
    pub(crate) fn reduced(&self, width: usize, (done, all): (usize, usize), now: &Counts) -> usize {
        let to_do = (all.saturating_sub(done).max(1 + all / 16)) as f64 / all as f64;
        let left = self.left(now) as f64 / self.all as f64;
        let reduced = (width as f64 * (left / to_do).min(1.0)) as usize;
        reduced.max(width.div_ceil(8))
    }
}

/// The progress of building tables, as [`Status::tables`](crate::Status::tables) reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The distance from the goal that the builder has reached, in moves of the pattern's tiles; 0
    /// between two tables.
    pub level: u32,
    /// The entries whose distance is known, over all tables of this call.
    pub known: u64,
    /// The entries of all tables of this call. If a pattern leaves fewer than two other tiles, only
    /// half of its entries are ever reached; a finished table counts with all of them, and so does
    /// one that was read, or that another's mirror image saves.
    pub entries: u64,
}

impl BuildProgress {
    /// The progress while there is nothing to show.
    pub(crate) const NONE: Self = Self {
        level: 0,
        known: 0,
        entries: 0,
    };
}

/// Reasons why a task returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// There is more to do.
    Paused,
    /// Every solution has at least this many moves.
    Bound(usize),
    /// A solution. There may be more to find.
    Found(Moves),
    /// Nothing is left to do.
    Done,
}

/// A search that is done in slices.
pub(crate) trait Work {
    /// Reasons why it can't continue.
    type Failure;

    /// Continues until there is something to report, or the slice is over.
    ///
    /// A task that expands many boards at once may exceed `slice.until` by some, but never the
    /// limit of the counts. Slices change neither work, results nor counts.
    ///
    /// # Errors
    /// The error that ended the work.
    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, Self::Failure>;

    /// Returns the progress of the data that the next slice prepares, or that another thread does;
    /// `None` if it prepares none.
    fn preparing(&self) -> Option<BuildProgress> {
        None
    }
}

impl<E, F: FnMut(&mut Slice, &mut Counts) -> Result<Step, E>> Work for F {
    type Failure = E;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, E> {
        self(slice, counts)
    }
}
