//! The one driver of all work: between two slices it looks at clock, limits and flags, and tells
//! the caller.

use alloc::boxed::Box;
use core::sync::atomic::Ordering;
use core::time::Duration;

use crate::canonical::Target;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::prepare::PreparedTables;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::answer::AnswerCheck;
use crate::solve::control::{Control, clock};
use crate::solve::error::SolveError;
use crate::solve::partial::{Partial, Reason, Stats};
use crate::solve::quality::Quality;
use crate::solve::solution::Solution;

/// The number of boards that are expanded between two calls of a callback if nothing is new.
const TELL_EXPANDED: u64 = 1 << 14;

/// The number of slices that lie between two such calls, if few boards are expanded: some ten
/// milliseconds.
const TELL_SLICES: u32 = 16;

/// A call under way: the counts of the work, what is known, and the limits.
pub(super) struct Driver<'c, 'a> {
    control: &'c mut Control<'a>,
    /// By the clock of the control.
    deadline: Option<Duration>,
    pub(super) counts: Counts,
    pub(super) known: Partial,
    /// A solution ends the call if it exceeds the lower bound by no more than these hundredths.
    pub(super) percent: u16,
    /// So does a lower bound of this number of moves.
    pub(super) enough: usize,
    /// The tables that the work prepares: their progress is reported.
    pub(super) tables: Option<(PreparedTables, Target)>,
    /// When the call started, and how long it has prepared tables, by [`clock`].
    started: Duration,
    setup: Duration,
    /// The times of earlier calls.
    earlier: Stats,
    /// Set for a search that can be resumed after the call.
    pause: Option<Pause>,
    /// When the callback was called last.
    told: u64,
    slices: u32,
}

/// The end of a call that only pauses its search.
#[derive(Clone, Copy)]
struct Pause {
    /// The count of expanded boards.
    until: u64,
    /// The number of expansions that a slice without any counts as.
    idle_price: u64,
}

impl<'c, 'a> Driver<'c, 'a> {
    /// Starts the clock of a call, if it is needed.
    ///
    /// # Errors
    /// [`SolveError::NoClock`] if there is a timeout and no clock.
    pub(super) fn new(control: &'c mut Control<'a>) -> Result<Self, SolveError> {
        let deadline = control.start()?;
        let limit = control.max_nodes.unwrap_or(u64::MAX);
        Ok(Self {
            control,
            deadline,
            counts: Counts {
                limit,
                ..Counts::of_root()
            },
            told: 0,
            slices: 0,
            started: clock(),
            setup: Duration::ZERO,
            earlier: Stats::default(),
            known: Partial::begun(Metric::default(), 0),
            percent: 0,
            enough: usize::MAX,
            tables: None,
            pause: None,
        })
    }

    /// Starts the clock of a call that advances a search. The limit of boards is counted from here
    /// on, and only pauses the search: it cuts no batch of boards, so whatever is found and counted
    /// later does not depend on it. A slice without expansions counts as `idle_price` of them.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn resume(
        control: &'c mut Control<'a>,
        counts: Counts,
        known: &mut Partial,
        idle_price: u64,
    ) -> Result<Self, SolveError> {
        let mut driver = Self::new(control)?;
        let expansions = core::mem::replace(&mut driver.counts.limit, u64::MAX);
        driver.counts = Counts {
            limit: u64::MAX,
            ..counts
        };
        driver.told = counts.expanded;
        driver.pause = Some(Pause {
            until: counts.expanded.saturating_add(expansions),
            idle_price,
        });
        core::mem::swap(&mut driver.known, known);
        driver.earlier = driver.known.stats;
        Ok(driver)
    }

    /// The loop behind every call: advances a work by a slice, takes over what it reports, then
    /// looks at the limits. It ends if the work is done, what is known is enough, or a limit is met; the
    /// reason of what is known says which. Whatever a solve reports is checked before it is known.
    ///
    /// # Errors
    /// That of the work; [`SolveError::Answer`] if the check fails.
    pub(super) fn run<W: Work>(
        &mut self,
        work: &mut W,
        check: Option<AnswerCheck<'_>>,
    ) -> Result<(), SolveError>
    where
        SolveError: From<W::Failure>,
    {
        // A driver may drive one work after the other.
        self.known.is_done = false;
        self.look(true, false);
        while self.known.reason.is_none() && !self.known.is_done {
            let step = self.advance(work)?;
            let is_over = step == Step::Done;
            let is_news = match check {
                Some(check) => check.learn(&mut self.known, step)?,
                None => false,
            };
            if !is_over {
                self.look(is_news, work.is_preparing());
            }
            let known = &self.known;
            if is_over || known.is_within(self.percent) || known.lower_bound >= self.enough {
                self.known.end();
            }
        }
        self.learn_counts(false);
        Ok(())
    }

    /// Advances by one slice, which ends where the call is to pause.
    ///
    /// # Errors
    /// That of the work.
    fn advance<W: Work>(&mut self, work: &mut W) -> Result<Step, W::Failure> {
        let before = self.counts.expanded;
        let until = self.pause.map_or(u64::MAX, |pause| pause.until);
        let preparing_since = work.is_preparing().then(clock);
        let step = work.advance(until, &mut self.counts);
        if let Some(since) = preparing_since {
            self.setup += clock().saturating_sub(since);
        }
        let step = step?;
        if let (Some(pause), true) = (&mut self.pause, self.counts.expanded <= before) {
            pause.until = pause.until.saturating_sub(pause.idle_price);
        }
        Ok(step)
    }

    /// Makes the answer of a solve that has ended.
    pub(super) fn answer(self, goal: &Goal, quality: Quality) -> Result<Solution, SolveError> {
        let mut known = self.known;
        let is_enough = known.is_done || matches!(quality, Quality::Best | Quality::Fast);
        let answer = is_enough.then(|| Solution::take_from(&mut known, goal));
        answer.flatten().ok_or_else(|| {
            if known.is_done {
                SolveError::MISSING
            } else {
                SolveError::Stopped(Box::new(known))
            }
        })
    }

    fn learn_counts(&mut self, is_preparing: bool) {
        let call = clock().saturating_sub(self.started);
        self.known.stats = Stats {
            setup: self.earlier.setup.saturating_add(self.setup),
            search: (self.earlier.search).saturating_add(call.saturating_sub(self.setup)),
            expanded: self.counts.expanded,
            generated: self.counts.generated,
        };
        let tables = self.tables.as_ref().filter(|_| is_preparing);
        self.known.tables = tables.and_then(|(tables, target)| tables.progress(target));
    }

    /// Reports what is known to the callback, if it is news or time for it, and looks at all limits.
    pub(super) fn look(&mut self, is_news: bool, is_preparing: bool) {
        self.slices += 1;
        let limit = self.judge();
        let is_due = self.slices >= TELL_SLICES
            || self.counts.expanded.saturating_sub(self.told) >= TELL_EXPANDED;
        // The callback is called with finds even if a limit is met.
        let is_told = (is_news || (is_due && limit.is_none())) && self.control.progress.is_some();
        let answer = if is_told {
            self.tell(is_preparing)
        } else {
            None
        };
        self.known.reason = limit.or(answer);
    }

    /// Asks the callback whether to stop.
    fn tell(&mut self, is_preparing: bool) -> Option<Reason> {
        self.slices = 0;
        self.told = self.counts.expanded;
        self.learn_counts(is_preparing);
        self.known.reason = None;
        let progress = self.control.progress.as_mut();
        let stops = progress.is_some_and(|progress| progress(&self.known).is_break());
        stops.then_some(Reason::Cancelled)
    }

    /// Returns which limit is met.
    fn judge(&mut self) -> Option<Reason> {
        let is_pause_due = |pause: Pause| self.counts.expanded >= pause.until;
        if self.counts.is_spent() || self.pause.is_some_and(is_pause_due) {
            return Some(Reason::NodeLimit);
        }
        let flags = [self.control.cancel, self.control.or_cancel];
        if flags
            .into_iter()
            .flatten()
            .any(|it| it.load(Ordering::Relaxed))
        {
            return Some(Reason::Cancelled);
        }
        if let (Some(deadline), Some(clock)) = (self.deadline, &mut self.control.clock) {
            if clock() >= deadline {
                return Some(Reason::TimeLimit);
            }
        }
        None
    }
}
