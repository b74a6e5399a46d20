//! The one driver of all work: between two slices it looks at clock, limits and flags, and tells
//! the caller.

use alloc::boxed::Box;
use core::sync::atomic::Ordering;
use core::time::Duration;

use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::work::{Counts, Step};
use crate::solve::answer::AnswerCheck;
use crate::solve::control::{Control, clock};
use crate::solve::error::SolveError;
use crate::solve::partial::{Partial, Reason, Stats};
use crate::solve::policy::Policy;
use crate::tables::BuildProgress;

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

/// The value of a slice to the caller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum News {
    None,
    Some,
    /// Nothing is left to do.
    Over,
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

    /// Drives a policy to a solution: until it is done, the best solution is proved to be a
    /// shortest one, or a limit is met; the reason of what is known says which. Whatever the policy
    /// reports is checked before it is known.
    ///
    /// # Errors
    /// That of the policy; [`SolveError::Answer`] if the check fails.
    pub(super) fn run<P: Policy<Found = Moves, Failure = SolveError>>(
        &mut self,
        policy: &mut P,
        check: AnswerCheck<'_>,
    ) -> Result<(), SolveError> {
        self.run_until(policy, check, |_, _| Ok(false))
    }

    /// Drives a policy as [`run`](Self::run), or until `is_enough` says so after a slice, given the
    /// number of boards expanded. What is known has no reason to stop then.
    ///
    /// # Errors
    /// As [`run`](Self::run), and that of `is_enough`.
    pub(super) fn run_until<P: Policy<Found = Moves, Failure = SolveError>>(
        &mut self,
        policy: &mut P,
        check: AnswerCheck<'_>,
        is_enough: impl FnMut(&mut P, u64) -> Result<bool, SolveError>,
    ) -> Result<(), SolveError> {
        let learn = |known: &mut Partial, step| match step {
            Step::Done => Ok(News::Over),
            step => {
                let is_news = check.learn(known, step)?;
                Ok(if is_news { News::Some } else { News::None })
            }
        };
        self.drive(policy, learn, is_enough)
    }

    /// Drives a policy to its first find; `None` if a limit is met before, or it ends without one.
    ///
    /// # Errors
    /// That of the policy.
    pub(super) fn find<P: Policy>(
        &mut self,
        policy: &mut P,
    ) -> Result<Option<P::Found>, P::Failure> {
        let mut found = None;
        let learn = |known: &mut Partial, step| {
            Ok(match step {
                Step::Paused => News::None,
                Step::Bound(bound) if bound == known.lower_bound => News::None,
                Step::Bound(bound) => {
                    known.lower_bound = bound;
                    News::Some
                }
                Step::Found(it) => {
                    found = Some(it);
                    News::Over
                }
                Step::Done => News::Over,
            })
        };
        self.drive(policy, learn, |_, _| Ok(false))?;
        Ok(found)
    }

    /// The loop behind every call: advances a policy by a slice, takes over what it reports by
    /// `learn`, then looks at the limits.
    fn drive<P: Policy>(
        &mut self,
        policy: &mut P,
        mut learn: impl FnMut(&mut Partial, Step<P::Found>) -> Result<News, P::Failure>,
        mut is_enough: impl FnMut(&mut P, u64) -> Result<bool, P::Failure>,
    ) -> Result<(), P::Failure> {
        // A driver may drive one policy after the other.
        self.known.is_done = false;
        self.look(true, || None);
        while self.known.is_running() && !is_enough(policy, self.counts.expanded)? {
            let step = self.advance(policy)?;
            let news = learn(&mut self.known, step)?;
            if news != News::Over {
                self.look(news == News::Some, || policy.tables());
            }
            if news == News::Over || self.known.is_optimal() {
                self.known.end();
            }
        }
        // If time or the caller ends the call, the progress of each thread is random anyway. What a
        // limit of boards leaves must not depend on threads, nor must a search that is resumed.
        let is_by_chance = matches!(
            self.known.reason,
            Some(Reason::TimeLimit | Reason::Cancelled)
        );
        if is_by_chance && self.pause.is_none() {
            if let Some(found) = policy.best_ahead() {
                learn(&mut self.known, Step::Found(found))?;
            }
        }
        self.learn_counts(None);
        Ok(())
    }

    /// Advances by one slice, which ends where the call is to pause.
    ///
    /// # Errors
    /// That of the policy.
    fn advance<P: Policy>(&mut self, policy: &mut P) -> Result<Step<P::Found>, P::Failure> {
        let before = self.counts.expanded;
        let until = self.pause.map_or(u64::MAX, |pause| pause.until);
        let preparing_since = policy.is_preparing().then(clock);
        let step = policy.advance(until, &mut self.counts);
        if let Some(since) = preparing_since {
            self.setup += clock().saturating_sub(since);
        }
        let step = step?;
        if let (Some(pause), true) = (&mut self.pause, self.counts.expanded <= before) {
            pause.until = pause.until.saturating_sub(pause.idle_price);
        }
        Ok(step)
    }

    /// Returns the counts and what is known.
    pub(super) fn into_parts(self) -> (Counts, Partial) {
        (self.counts, self.known)
    }

    /// Returns the error of a call that a limit has ended.
    pub(super) fn stopped(&self) -> SolveError {
        SolveError::Stopped(Box::new(self.known.clone()))
    }

    fn learn_counts(&mut self, tables: Option<BuildProgress>) {
        let call = clock().saturating_sub(self.started);
        self.known.stats = Stats {
            setup: self.earlier.setup.saturating_add(self.setup),
            search: (self.earlier.search).saturating_add(call.saturating_sub(self.setup)),
            ..Stats::of(&self.counts)
        };
        self.known.tables = tables;
    }

    /// Tells the callback what is known, if it is news or time for it, and looks at all limits.
    fn look(&mut self, is_news: bool, tables: impl FnOnce() -> Option<BuildProgress>) {
        self.slices += 1;
        let limit = self.judge();
        let is_due = self.slices >= TELL_SLICES
            || self.counts.expanded.saturating_sub(self.told) >= TELL_EXPANDED;
        // The callback is called with finds even if a limit is met.
        let is_told = (is_news || (is_due && limit.is_none())) && self.control.progress.is_some();
        let answer = if is_told { self.tell(tables()) } else { None };
        self.known.reason = limit.or(answer);
    }

    /// Asks the callback whether to stop.
    fn tell(&mut self, tables: Option<BuildProgress>) -> Option<Reason> {
        self.slices = 0;
        self.told = self.counts.expanded;
        self.learn_counts(tables);
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
