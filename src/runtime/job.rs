//! A job: an `async fn` that the caller advances in slices.
//!
//! A job pays for each step by [`Pace::spend`], which returns control to the caller once the slice
//! is spent. Nothing runs between two slices: there is no executor, no waker and no clock.
//!
//! A job that expands boards counts them in its [`Pace`], which holds the limit of each slice. It
//! reports solutions and bounds by [`Pace::tell`], and limits a part of itself by [`Pace::within`].

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::{Future, poll_fn};
use core::mem;
use core::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe};
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};
use std::sync::Mutex;

use super::alloc::{OutOfMemory, reserved, reserved_words};
use super::effort::Slice;
use super::threads::lock;
use super::work::{BuildProgress, Counts, Step, Work};

/// The bytes of new memory that are filled at a time, a nanosecond each.
const FILLED: usize = 1 << 16;

/// The bytes of memory that are freed at a time, and in a nanosecond.
const FREED: usize = 1 << 22;
const FREED_IN_A_NANOSECOND: usize = 8;

/// The rest of the slice that a job is in.
#[derive(Debug)]
pub(crate) struct Pace {
    /// The job pauses when it has expanded about `until` boards.
    pub(crate) slice: Slice,
    /// The counts of the caller, and the limit that holds for the present part of the job.
    pub(crate) counts: Counts,
    /// The count of expansions at which the present part of the job ends.
    end: u64,
    /// The entries of the tables that were made before the one under way.
    before: u64,
    mailbox: Arc<Mutex<Messages>>,
}

/// The messages between a job and its caller.
#[derive(Debug, Default)]
struct Messages {
    /// To the job: the next slice, and the limit. From the job: the counts, and the rest of the
    /// effort.
    slice: Slice,
    counts: Counts,
    /// A bound or a solution for the caller.
    news: Option<Step>,
    /// True if the present part of the job has spent its allowance and needs more.
    is_spent: bool,
    /// The progress of data that later calls share, while the job prepares them.
    preparing: Option<BuildProgress>,
    /// About the memory that the job holds, in bytes.
    held: usize,
}

impl Pace {
    fn new() -> Self {
        Self {
            slice: Slice::default(),
            counts: Counts::default(),
            end: u64::MAX,
            before: 0,
            mailbox: Arc::default(),
        }
    }

    /// Receives the limit of this slice. Never inlined, like [`report`](Self::report): slices end in
    /// a hundred places, each of which would be longer.
    #[inline(never)]
    fn begin_slice(&mut self) {
        let messages = lock(&self.mailbox);
        (self.slice, self.counts) = (messages.slice, messages.counts);
        self.counts.limit = self.counts.limit.min(self.end);
    }

    /// Reports the counts and the rest of the slice.
    #[inline(never)]
    fn report(&self) {
        let mut messages = lock(&self.mailbox);
        messages.slice.effort = self.slice.effort;
        let counts = &mut messages.counts;
        (counts.expanded, counts.generated) = (self.counts.expanded, self.counts.generated);
    }

    /// Reports the memory that the job holds from now on, in bytes: about that, or more.
    pub(crate) fn hold(&self, bytes: usize) {
        lock(&self.mailbox).held = bytes;
    }

    /// Begins a table, given the entries of all tables and of those before it.
    pub(crate) fn begin_table(&mut self, entries: u64, before: u64) {
        self.before = before;
        lock(&self.mailbox).preparing = Some(BuildProgress {
            level: 0,
            known: before,
            entries,
        });
    }

    /// Reports the level of the table that has begun, if one has, and its entries that are known.
    pub(crate) fn show(&self, level: u32, known: u64) {
        if let Some(progress) = &mut lock(&self.mailbox).preparing {
            (progress.level, progress.known) = (level, self.before + known);
        }
    }

    /// Waits until at least one board may be expanded. A part of the job without allowance ends
    /// here.
    pub(crate) async fn wait_for_allowance(&mut self) {
        while self.counts.expanded >= self.slice.until.min(self.counts.limit) {
            lock(&self.mailbox).is_spent = self.counts.expanded >= self.end;
            self.end_slice().await;
        }
    }

    /// Counts boards that were expanded, and generated. Waits while the limit is exceeded.
    pub(crate) async fn count(&mut self, mut boards: u64) {
        while boards > 0 {
            self.wait_for_allowance().await;
            let end = self.slice.until.min(self.counts.limit);
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
        if self.slice.effort.is_spent() {
            self.end_slice().await;
        }
    }

    /// Returns `len` copies of a value, a part in each slice: the system hands out memory when it is
    /// touched first.
    pub(crate) async fn filled<T: Copy>(
        &mut self,
        value: T,
        len: usize,
    ) -> Result<Vec<T>, OutOfMemory> {
        self.fill(reserved(len)?, value, len).await
    }

    /// Returns `len` zeroes, in large pages of memory if they are available, as
    /// [`filled`](Self::filled).
    pub(crate) async fn zeroed_words(&mut self, len: usize) -> Result<Vec<u64>, OutOfMemory> {
        self.fill(reserved_words(len)?, 0, len).await
    }

    /// Frees a vector beyond a length, a part in each slice: the system takes long to take back
    /// memory.
    pub(crate) async fn shorten<T: Copy>(&mut self, vec: &mut Vec<T>, len: usize) {
        while vec.capacity() > len {
            vec.truncate(vec.len().saturating_sub(FREED / size_of::<T>()).max(len));
            vec.shrink_to_fit();
            self.spend(FREED / FREED_IN_A_NANOSECOND).await;
        }
    }

    async fn fill<T: Copy>(
        &mut self,
        mut vec: Vec<T>,
        value: T,
        len: usize,
    ) -> Result<Vec<T>, OutOfMemory> {
        while vec.len() < len {
            let part = (FILLED / size_of::<T>()).min(len - vec.len());
            vec.resize(vec.len() + part, value);
            self.spend(part * size_of::<T>()).await;
        }
        Ok(vec)
    }

    /// Pays for a step without returning control; the next [`spend`](Self::spend) may.
    #[inline]
    pub(crate) const fn pay(&mut self, cost: usize) {
        self.slice.effort.spend(cost);
    }

    /// Advances a search to its next bound or solution, or to its end.
    pub(crate) async fn next<W: Work>(&mut self, search: &mut W) -> Result<Step, W::Failure> {
        loop {
            self.wait_for_allowance().await;
            match search.advance(&mut self.slice, &mut self.counts)? {
                Step::Paused => self.set_preparing(search.preparing()).await,
                news => return Ok(news),
            }
        }
    }

    /// Ends the slice, and reports whether the next one prepares data, and their progress.
    pub(crate) async fn set_preparing(&mut self, progress: Option<BuildProgress>) {
        lock(&self.mailbox).preparing = progress;
        self.end_slice().await;
    }

    /// Hands a solution or a bound to the caller.
    pub(crate) async fn tell(&mut self, news: Step) {
        lock(&self.mailbox).news = Some(news);
        self.end_slice().await;
    }

    /// Runs a part of the job that may expand up to `allowance` boards. If it needs more it is
    /// dropped, and there is no result.
    pub(crate) async fn within<T>(
        &mut self,
        allowance: u64,
        part: impl AsyncFnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let outer = self.end;
        self.end = outer.min(self.counts.expanded.saturating_add(allowance));
        self.counts.limit = self.counts.limit.min(self.end);
        let mailbox = Arc::clone(&self.mailbox);
        let result = {
            let mut part = pin!(part(self));
            poll_fn(|context| match part.as_mut().poll(context) {
                Poll::Pending if mem::take(&mut lock(&mailbox).is_spent) => Poll::Ready(None),
                polled => polled.map(Some),
            })
            .await
        };
        self.end = outer;
        self.counts.limit = lock(&self.mailbox).counts.limit.min(outer);
        result
    }

    /// Returns control to the caller, even if some of the slice is left.
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
pub(crate) struct JobOf<M: ?Sized> {
    making: Option<Pin<Box<M>>>,
    mailbox: Arc<Mutex<Messages>>,
}

/// A job with the auto traits that a [`Search`](crate::Search) requires.
pub(crate) type Job<T> = JobOf<dyn Future<Output = T> + Send + Sync + UnwindSafe + RefUnwindSafe>;

impl<T> Job<T> {
    /// Returns a job that has not begun.
    ///
    /// Its future, of some kilobytes at most, is allocated here.
    pub(crate) fn new<F>(make: impl FnOnce(Pace) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = T> + Send + Sync + 'static,
    {
        // A job that panics is poisoned: the future never completes after that.
        Self::of(|pace| Box::pin(AssertUnwindSafe(begin(pace, make))))
    }
}

impl<'k, T> JobOf<dyn Future<Output = T> + 'k> {
    /// Returns a job that has not begun, and may borrow: it stays on its thread.
    pub(crate) fn local<F: Future<Output = T> + 'k>(make: impl FnOnce(Pace) -> F + 'k) -> Self {
        Self::of(|pace| Box::pin(begin(pace, make)))
    }
}

/// The future of the job.
async fn begin<F: Future>(mut pace: Pace, make: impl FnOnce(Pace) -> F) -> F::Output {
    pace.begin_slice();
    make(pace).await
}

impl<M: Future + ?Sized> JobOf<M> {
    fn of(making: impl FnOnce(Pace) -> Pin<Box<M>>) -> Self {
        let pace = Pace::new();
        Self {
            mailbox: Arc::clone(&pace.mailbox),
            making: Some(making(pace)),
        }
    }

    /// Runs a slice, and leaves the rest of it. Returns the result at the end of the last one, and
    /// must not be called again after that.
    pub(crate) fn do_slice(&mut self, slice: &mut Slice, counts: &mut Counts) -> Option<M::Output> {
        let mut messages = lock(&self.mailbox);
        (messages.slice, messages.counts) = (*slice, *counts);
        drop(messages);
        let making = self.making.as_mut().expect("a job ends once").as_mut();
        let polled = making.poll(&mut Context::from_waker(Waker::noop()));
        let messages = lock(&self.mailbox);
        (slice.effort, *counts) = (messages.slice.effort, messages.counts);
        let Poll::Ready(made) = polled else {
            return None;
        };
        self.making = None;
        Some(made)
    }

    /// Ends the job, and frees its memory.
    pub(crate) fn end(&mut self) {
        self.making = None;
    }

    /// Returns the memory that the job reported last, in bytes.
    pub(crate) fn held(&self) -> usize {
        lock(&self.mailbox).held
    }
}

/// The bounds and solutions that a job reports. Its result is dropped.
impl<T, E, M> Work for JobOf<M>
where
    M: Future<Output = Result<T, E>> + ?Sized,
{
    type Failure = E;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, E> {
        if self.making.is_none() {
            return Ok(Step::Done);
        }
        if let Some(made) = self.do_slice(slice, counts) {
            return made.map(|_| Step::Done);
        }
        let news = lock(&self.mailbox).news.take();
        Ok(news.unwrap_or(Step::Paused))
    }

    fn preparing(&self) -> Option<BuildProgress> {
        lock(&self.mailbox).preparing
    }
}

/// A future on the heap. What several functions await returns one: its code is compiled once.
pub(crate) type BoxFuture<'p, T> = Pin<Box<dyn Future<Output = T> + Send + Sync + 'p>>;

/// Runs a future to its end, all slices in a row. In contrast to a [`Job`], it may borrow.
pub(crate) fn block_on<T>(make: impl AsyncFnOnce(&mut Pace) -> T) -> T {
    let mut pace = Pace::new();
    let mut future = pin!(make(&mut pace));
    let context = &mut Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(made) = future.as_mut().poll(context) {
            return made;
        }
    }
}

impl<M: ?Sized> fmt::Debug for JobOf<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::effort::Effort;

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
                if let Some(made) = job.do_slice(&mut Slice::default(), &mut Counts::default()) {
                    break made;
                }
                advanced += 1;
            };
            assert_eq!((made, advanced), (steps, slices), "{steps} steps of {cost}");
            assert_eq!(block_on(async |pace| count(steps, cost, pace).await), steps);
        }
    }

    #[test]
    fn a_part_ends_if_it_needs_more_than_its_allowance() {
        async fn parts(pace: &mut Pace) {
            for (allowance, wanted) in [(10, 10), (10, 11), (0, 1), (7, 3)] {
                let part = async |pace: &mut Pace| pace.count(wanted).await;
                let outer = async |pace: &mut Pace| {
                    let inner = pace.within(allowance, part).await;
                    pace.count(1).await;
                    inner
                };
                let inner = pace.within(11, outer).await;
                assert_eq!(inner.flatten().is_some(), wanted <= allowance);
                pace.tell(Step::Bound(pace.counts.expanded as usize)).await;
            }
        }

        for slice in [1, 4, 1_000] {
            let mut job: Job<Result<(), ()>> = Job::new(|mut pace| async move {
                parts(&mut pace).await;
                Ok(())
            });
            let (mut bounds, mut counts) = (Vec::new(), Counts::default());
            loop {
                let until = counts.expanded + slice;
                let slice = &mut Slice {
                    until,
                    ..Slice::default()
                };
                match job.advance(slice, &mut counts) {
                    Ok(Step::Bound(bound)) => bounds.push(bound),
                    Ok(Step::Paused) => {}
                    _ => break,
                }
            }
            assert_eq!(bounds, [11, 22, 23, 27], "{slice}");
        }
    }

    #[test]
    fn a_job_can_be_held_wherever_a_search_is() {
        const fn held<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}
        held::<Job<u32>>();
    }
}
