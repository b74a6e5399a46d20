//! A job makes one thing and takes long: an `async fn` that the caller advances in slices.
//!
//! The compiler writes the state machine. A job pays for each step by [`Pace::spend`], which
//! returns control to the caller once the slice is spent. Nothing runs between two slices: there is
//! no executor, no waker and no clock.
//!
//! A job that expands boards counts them in its [`Pace`], and its caller says in each slice how
//! many there may be.

use alloc::boxed::Box;
use core::fmt;
use core::future::{Future, poll_fn};
use core::mem;
use core::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe};
use core::pin::Pin;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use core::task::{Context, Poll, Waker};

use super::alloc::OutOfMemory;
use super::effort::Effort;
use super::shared::{Shareable, Shared};
use super::work::{Counts, Step, Tally, Work};

/// The rest of the slice that a job is in.
#[derive(Debug)]
pub(crate) struct Pace {
    pub(crate) effort: Effort,
    /// The counts of the job, and its limit in this slice.
    pub(crate) counts: Counts,
    /// The job pauses when it has expanded about this number of boards.
    pub(crate) until: u64,
    /// The part of the counts that the meter has.
    told: Tally,
    meter: Shared<Meter>,
}

/// The messages of a job and its caller. They take turns, so no order of memory is asked for.
#[derive(Debug)]
struct Meter {
    /// The boards that may be expanded in the slice, about and at most.
    until: AtomicUsize,
    limit: AtomicUsize,
    /// The boards that were expanded and generated, and not yet counted by the caller.
    expanded: AtomicUsize,
    generated: AtomicUsize,
}

impl Meter {
    fn take(number: &AtomicUsize) -> u64 {
        let taken = number.load(Relaxed);
        number.store(0, Relaxed);
        taken as u64
    }

    fn add(number: &AtomicUsize, more: u64) {
        number.store(number.load(Relaxed) + more as usize, Relaxed);
    }
}

impl Pace {
    fn slice() -> Self {
        Self {
            effort: Effort::slice(),
            counts: Counts::default(),
            until: u64::MAX,
            told: Tally::default(),
            meter: Shared::new(Meter {
                until: AtomicUsize::new(usize::MAX),
                limit: AtomicUsize::new(usize::MAX),
                expanded: AtomicUsize::new(0),
                generated: AtomicUsize::new(0),
            }),
        }
    }

    /// Reads what may be expanded in this slice.
    fn begin_slice(&mut self) {
        self.effort = Effort::slice();
        let expanded = self.counts.expanded;
        let until = self.meter.until.load(Relaxed) as u64;
        let limit = self.meter.limit.load(Relaxed) as u64;
        self.until = expanded.saturating_add(until);
        self.counts.limit = expanded.saturating_add(limit);
    }

    /// Tells what was counted in this slice.
    fn report(&mut self) {
        let now = self.counts.tally();
        Meter::add(&self.meter.expanded, now.expanded - self.told.expanded);
        Meter::add(&self.meter.generated, now.generated - self.told.generated);
        self.told = now;
    }

    /// Waits until at least one board may be expanded.
    pub(crate) async fn wait_for_allowance(&mut self) {
        while self.counts.expanded >= self.until.min(self.counts.limit) {
            self.end_slice().await;
        }
    }

    /// Counts boards that were expanded, and generated. Waits as long as they may not be.
    pub(crate) async fn count(&mut self, mut boards: u64) {
        while boards > 0 {
            self.wait_for_allowance().await;
            let end = self.until.min(self.counts.limit);
            let counted = boards.min(end - self.counts.expanded);
            self.counts.expanded += counted;
            self.counts.generated += counted;
            boards -= counted;
        }
    }

    /// Pays for a step, in about nanoseconds. Returns control to the caller if the slice is spent.
    #[inline]
    pub(crate) async fn spend(&mut self, cost: usize) {
        self.pay(cost);
        if self.effort.is_spent() {
            self.end_slice().await;
        }
    }

    /// Pays for a step without returning control: the next [`spend`](Self::spend) does that.
    #[inline]
    pub(crate) const fn pay(&mut self, cost: usize) {
        self.effort.spend(cost);
    }

    /// Advances something that is written as slices by hand until it returns true.
    pub(crate) async fn drive(&mut self, mut advance: impl FnMut(&mut Effort) -> bool) {
        while !advance(&mut self.effort) {
            self.end_slice().await;
        }
    }

    /// Advances a work until it finds something, or has nothing left to do.
    pub(crate) async fn find<W: Work>(
        &mut self,
        work: &mut W,
    ) -> Result<Option<W::Found>, W::Failure> {
        loop {
            match work.advance(self.until, &mut self.counts)? {
                Step::Found(found) => return Ok(Some(found)),
                Step::Done => return Ok(None),
                Step::Paused | Step::Bound(_) => self.end_slice().await,
            }
        }
    }

    /// Returns control to the caller, whatever is left of the slice.
    pub(crate) async fn end_slice(&mut self) {
        self.report();
        let mut is_due = true;
        poll_fn(|_| {
            if mem::take(&mut is_due) {
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
        self.begin_slice();
    }
}

/// The last slice is reported at the end of the job.
impl Drop for Pace {
    fn drop(&mut self) {
        self.report();
    }
}

/// A job that has begun or is yet to begin. It can be moved, and sent to another thread, between
/// two slices.
pub(crate) struct Job<T> {
    making: Pin<Box<dyn Making<T>>>,
    meter: Shared<Meter>,
}

/// The future of a job, with what a [`Search`](crate::Search) requires of all its parts.
trait Making<T>: Future<Output = T> + Shareable + UnwindSafe + RefUnwindSafe {}

impl<T, F> Making<T> for F where F: Future<Output = T> + Shareable + UnwindSafe + RefUnwindSafe {}

impl<T> Job<T> {
    /// Returns a job that has not begun.
    ///
    /// Its future is allocated here: a few hundred bytes, known at compile time. What a job makes is
    /// allocated fallibly by its steps.
    pub(crate) fn new<F>(make: impl FnOnce(Pace) -> F + Shareable + 'static) -> Self
    where
        F: Future<Output = T> + Shareable + 'static,
    {
        let mut pace = Pace::slice();
        let meter = Shared::clone(&pace.meter);
        let making = async move {
            pace.begin_slice();
            make(pace).await
        };
        // A job that panics is poisoned: the future never completes after that.
        let making = Box::pin(AssertUnwindSafe(making));
        Self { making, meter }
    }

    /// Does a slice. Returns what was made at the end of the last one, and must not be called again
    /// after that.
    pub(crate) fn advance(&mut self) -> Option<T> {
        let context = &mut Context::from_waker(Waker::noop());
        match self.making.as_mut().poll(context) {
            Poll::Ready(made) => Some(made),
            Poll::Pending => None,
        }
    }

    /// Does a slice, and counts the boards that the job expands: until about `until`, and not
    /// beyond the limit of the counts.
    pub(crate) fn advance_counted(&mut self, until: u64, counts: &mut Counts) -> Option<T> {
        let allowed = |most: u64| {
            let allowed = most.saturating_sub(counts.expanded);
            usize::try_from(allowed).unwrap_or(usize::MAX)
        };
        self.meter.until.store(allowed(until), Relaxed);
        self.meter.limit.store(allowed(counts.limit), Relaxed);
        let made = self.advance();
        counts.expanded += Meter::take(&self.meter.expanded);
        counts.generated += Meter::take(&self.meter.generated);
        made
    }

    /// Does all slices at once.
    pub(crate) fn finish(mut self) -> T {
        loop {
            if let Some(made) = self.advance() {
                return made;
            }
        }
    }
}

/// Makes one thing at once: all slices on end. In contrast to a [`Job`], it may borrow.
#[cfg(test)]
pub(crate) fn block_on<T>(make: impl AsyncFnOnce(&mut Pace) -> T) -> T {
    let mut pace = Pace::slice();
    let mut future = core::pin::pin!(make(&mut pace));
    loop {
        if let Poll::Ready(made) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return made;
        }
    }
}

/// A job that finds one thing or nothing, as a work.
#[derive(Debug)]
pub(crate) struct FindOnce<F>(Option<Job<Result<Option<F>, OutOfMemory>>>);

impl<F> FindOnce<F> {
    pub(crate) const fn new(job: Job<Result<Option<F>, OutOfMemory>>) -> Self {
        Self(Some(job))
    }
}

impl<F> Work for FindOnce<F> {
    type Found = F;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<F>, OutOfMemory> {
        let Some(job) = &mut self.0 else {
            return Ok(Step::Done);
        };
        let Some(found) = job.advance_counted(until, counts) else {
            return Ok(Step::Paused);
        };
        self.0 = None;
        Ok(found?.map_or(Step::Done, Step::Found))
    }
}

/// A work that is written straight on and has several finds: its state is in a job, which gives it
/// back with each find.
#[derive(Debug)]
pub(crate) struct Finder<S, F> {
    state: State<S, F>,
    /// Returns the job that continues from a state to the next find; none is the end.
    next_job: fn(Box<S>) -> FindJob<S, F>,
}

/// The job up to the next find.
pub(crate) type FindJob<S, F> = Job<(Box<S>, Result<Option<F>, OutOfMemory>)>;

#[derive(Debug)]
enum State<S, F> {
    AtRest(Box<S>),
    Running(FindJob<S, F>),
    /// It has panicked.
    Lost,
}

impl<S, F> Finder<S, F> {
    pub(crate) fn new(state: S, next_job: fn(Box<S>) -> FindJob<S, F>) -> Self {
        let state = State::AtRest(Box::new(state));
        Self { state, next_job }
    }

    /// Returns the state after a find or the end; `None` between two finds.
    pub(crate) fn at_rest(&self) -> Option<&S> {
        match &self.state {
            State::AtRest(state) => Some(state),
            State::Running(_) | State::Lost => None,
        }
    }

    /// Returns the state after a find or the end, to change it.
    pub(crate) fn at_rest_mut(&mut self) -> Option<&mut S> {
        match &mut self.state {
            State::AtRest(state) => Some(state),
            State::Running(_) | State::Lost => None,
        }
    }
}

impl<S, F> Work for Finder<S, F> {
    type Found = F;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<F>, OutOfMemory> {
        let mut job = match mem::replace(&mut self.state, State::Lost) {
            State::AtRest(state) => (self.next_job)(state),
            State::Running(job) => job,
            State::Lost => return Ok(Step::Done),
        };
        let Some((state, found)) = job.advance_counted(until, counts) else {
            self.state = State::Running(job);
            return Ok(Step::Paused);
        };
        self.state = State::AtRest(state);
        Ok(found?.map_or(Step::Done, Step::Found))
    }
}

impl<T> fmt::Debug for Job<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn count(to: u32, cost: usize, pace: &mut Pace) -> u32 {
        let mut counted = 0;
        while counted < to {
            counted += 1;
            pace.spend(cost).await;
        }
        counted
    }

    fn counting(to: u32, cost: usize) -> Job<u32> {
        Job::new(move |mut pace| async move { count(to, cost, &mut pace).await })
    }

    #[test]
    fn a_slice_ends_with_the_step_that_spends_it() {
        for (steps, cost, slices) in [
            (0, 1, 1),
            (1, 1, 1),
            (1, Effort::SLICE, 2),
            (10, Effort::SLICE / 2, 6),
            (7, usize::MAX, 8),
        ] {
            let mut job = counting(steps, cost);
            let mut advanced = 1;
            let made = loop {
                if let Some(made) = job.advance() {
                    break made;
                }
                advanced += 1;
            };
            assert_eq!((made, advanced), (steps, slices), "{steps} steps of {cost}");
            assert_eq!(counting(steps, cost).finish(), steps);
            assert_eq!(block_on(async |pace| count(steps, cost, pace).await), steps);
        }
    }

    #[test]
    fn hand_written_slices_are_driven_to_their_end() {
        let mut job = Job::new(|mut pace| async move {
            let mut done = 0;
            pace.drive(|effort| {
                while !effort.is_spent() && done < 10 {
                    effort.spend(Effort::SLICE / 3);
                    done += 1;
                }
                done == 10
            })
            .await;
            done
        });
        let slices = [(); 4].map(|()| job.advance());
        assert_eq!(slices, [None, None, None, Some(10)]);
    }

    #[cfg(target_has_atomic = "ptr")]
    #[test]
    fn a_job_can_be_held_wherever_a_search_is() {
        const fn held<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
        held::<Job<u32>>();
    }
}
