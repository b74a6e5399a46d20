//! The driver of all work: between two slices it checks clock, limits and flags, and reports
//! progress.

use alloc::boxed::Box;
use core::mem;
use core::sync::atomic::Ordering;
use core::time::Duration;

use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::runtime::{Counts, Effort, Slice, Step, Work};
use crate::shape::Shape;
use crate::solve::control::clock;
use crate::solve::{Check, Control, Quality, Reason, Solution, SolveError, Stats, Status};

/// The number of boards that are expanded between two calls of a callback if nothing is new.
const TELL_EXPANDED: u64 = 1 << 14;

/// The number of slices between two such calls, if few boards are expanded.
const TELL_SLICES: u32 = 16;

/// A running call: the counts of the work, its status, and the limits.
pub(super) struct Driver<'a> {
    pub(super) control: Control<'a>,
    /// By the clock of the control.
    deadline: Option<Duration>,
    pub(super) counts: Counts,
    pub(super) known: Status,
    /// A solution ends the call if it exceeds the lower bound by no more than these hundredths.
    pub(super) percent: u16,
    /// So does a lower bound of this number of moves.
    pub(super) stop_at_bound: usize,
    /// The time up to which the statistics are complete, by [`clock`].
    since: Duration,
    /// The count of expanded boards at which a call pauses its search, and the number of expansions
    /// that a slice without any counts as; `None` for a call that advances no search: the answer of
    /// a search does not depend on the limits of calls.
    until: u64,
    idle_price: Option<u64>,
    /// The effort of the next slice, and the rest of that of the last one.
    pub(super) effort: Effort,
    rest: Effort,
    /// The start of the next slice, by the clock that measures it; `None` if something else takes
    /// time before.
    slice_begins: Option<Duration>,
    /// False until a search has advanced: it always does one slice.
    may_time_out: bool,
    /// The solution that is being checked.
    pub(super) check: Option<Check>,
    /// The time of the last callback.
    told: u64,
    slices: u32,
    /// True once the callback has stopped the call, maybe with the last news of one of its solves.
    stops: bool,
}

impl<'a> Driver<'a> {
    /// Starts the clock of a call, if it is needed.
    ///
    /// # Errors
    /// [`SolveError::NoClock`] if there is a timeout and no clock.
    pub(super) fn new(mut control: Control<'a>) -> Result<Self, SolveError> {
        let deadline = control.start()?;
        let limit = control.max_nodes.unwrap_or(u64::MAX);
        Ok(Self {
            control,
            deadline,
            // The root is generated, and nothing else.
            counts: Counts {
                limit,
                generated: 1,
                ..Counts::default()
            },
            told: 0,
            slices: 0,
            stops: false,
            since: clock(),
            known: Status::new(Metric::default(), 0),
            percent: 0,
            stop_at_bound: usize::MAX,
            until: u64::MAX,
            idle_price: None,
            effort: Effort::slice(),
            rest: Effort::slice(),
            slice_begins: None,
            may_time_out: true,
            check: None,
        })
    }

    /// Starts the clock of a call that advances a search. The limit of boards counts from here on,
    /// and only pauses the search: it cuts no batch of boards, so no result depends on it. A slice
    /// without expansions counts as `idle_price` of them.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn resume(
        control: Control<'a>,
        known: &mut Status,
        idle_price: u64,
    ) -> Result<Self, SolveError> {
        let mut driver = Self::new(control)?;
        let counts = known.counts();
        driver.until = counts.expanded.saturating_add(driver.counts.limit);
        driver.idle_price = Some(idle_price);
        driver.may_time_out = false;
        driver.told = counts.expanded;
        driver.counts = counts;
        mem::swap(&mut driver.known, known);
        Ok(driver)
    }

    /// The loop of every call: advances the work by a slice, checks and records its report, then
    /// checks the limits. It ends if the work is done, the answer is good enough, or a limit is
    /// met: [`Status::reason`] tells which. It also ends before a slice at which `may_stop` is true.
    ///
    /// # Errors
    /// That of the work; [`SolveError::Answer`] if the check fails.
    pub(super) fn run<W: Work>(
        &mut self,
        work: &mut W,
        board: &DynBoard,
        goal: &Goal,
        may_stop: impl Fn() -> bool,
    ) -> Result<(), SolveError>
    where
        SolveError: From<W::Failure>,
    {
        // A driver may run one job after the other.
        self.known.is_done = false;
        self.check_limits(true);
        let may_stop = |it: &Self| it.check.is_none() && may_stop();
        while self.known.reason.is_none() && !self.known.is_done && !may_stop(self) {
            let (before, is_checking) = (self.counts.expanded, self.check.is_some());
            let is_preparing = work.preparing().is_some();
            if is_preparing {
                self.record_time(false);
            }
            // Up to the pause of the call.
            let mut slice = Slice {
                until: self.until,
                effort: self.effort,
            };
            let step = if is_checking {
                Ok(Step::Paused)
            } else {
                work.advance(&mut slice, &mut self.counts)
            };
            self.rest = slice.effort;
            self.may_time_out = true;
            if is_preparing {
                self.record_time(true);
            }
            if self.counts.expanded <= before {
                self.until = self.until.saturating_sub(self.idle_price.unwrap_or(0));
            }
            let step = step?;
            let is_over = step == Step::Done;
            let is_news = self.known.record(step, &mut self.check, board, goal)?;
            if !is_over {
                self.known.tables = work.preparing().filter(|it| it.entries > 0);
                self.check_limits(is_news);
            }
            let known = &self.known;
            if is_over || known.is_within(self.percent) || known.lower_bound >= self.stop_at_bound {
                self.known.end();
            }
        }
        self.record_counts();
        Ok(())
    }

    /// Makes the answer of a solve that has ended.
    pub(super) fn answer(
        self,
        shape: Shape,
        goal: &Goal,
        quality: Quality,
    ) -> Result<Solution, SolveError> {
        let mut known = self.known;
        let is_enough = known.is_done || matches!(quality, Quality::Best | Quality::Fast);
        let answer = is_enough.then(|| Solution::take_from(&mut known, shape, goal));
        answer.flatten().ok_or_else(|| {
            if known.is_done {
                SolveError::MISSING
            } else {
                SolveError::Stopped(Box::new(known))
            }
        })
    }

    /// Adds the time since the last call of this to that of the set-up or of the search.
    fn record_time(&mut self, is_setup: bool) {
        let now = clock();
        let passed = now.saturating_sub(mem::replace(&mut self.since, now));
        let Stats { setup, search, .. } = &mut self.known.stats;
        let time = if is_setup { setup } else { search };
        *time = time.saturating_add(passed);
    }

    fn record_counts(&mut self) {
        self.record_time(false);
        self.known.count(self.counts);
    }

    /// Calls back, if there is news or it is time, and checks all limits.
    pub(super) fn check_limits(&mut self, is_news: bool) {
        self.slices = self.slices.saturating_add(1);
        let limit = self.limit(is_news);
        let is_due = self.slices >= TELL_SLICES
            || self.counts.expanded.saturating_sub(self.told) >= TELL_EXPANDED;
        // The callback receives solutions and bounds even if a limit is met.
        let is_told = is_news || (is_due && limit.is_none());
        if is_told && !self.stops && self.control.progress.is_some() {
            (self.slices, self.told) = (0, self.counts.expanded);
            self.record_counts();
            self.slice_begins = None;
            self.known.reason = None;
            let progress = self.control.progress.as_mut();
            self.stops = progress.is_some_and(|progress| progress(&self.known).is_break());
        }
        self.known.reason = limit.or(self.stops.then_some(Reason::Cancelled));
    }

    /// Returns the limit that is met. Sizes the next slice by the time of the last one, unless the
    /// call is unlimited and unwatched, or there is news: solves of microseconds report nothing
    /// else.
    fn limit(&mut self, is_news: bool) -> Option<Reason> {
        // A solution that was found within the limit is checked.
        let is_spent = self.counts.is_spent() && self.check.is_none();
        if is_spent || self.counts.expanded >= self.until {
            return Some(Reason::NodeLimit);
        }
        let mut flags = self.control.cancel.into_iter().flatten();
        if flags.any(|it| it.load(Ordering::Relaxed)) {
            return Some(Reason::Cancelled);
        }
        if self.deadline.is_none() && (is_news || !self.control.is_watched()) {
            self.slice_begins = None;
            return None;
        }
        let now = self.control.now();
        if let Some(began) = self.slice_begins.replace(now) {
            let took = now.saturating_sub(began);
            self.effort = self.effort.after(took, self.rest);
        }
        // Time without a slice is no measure for the next one.
        self.rest = self.effort;
        let left = self.deadline?.saturating_sub(now);
        if self.idle_price.is_none() {
            self.counts.time_left = u64::try_from(left.as_nanos()).unwrap_or(u64::MAX);
        }
        (left.is_zero() && self.may_time_out).then_some(Reason::TimeLimit)
    }
}
