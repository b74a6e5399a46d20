//! A job makes one thing and takes long: an `async fn` that the caller advances in slices.
//!
//! The compiler writes the state machine. A job pays for each step by [`Pace::spend`], which
//! returns control to the caller once the slice is spent. Nothing runs between two slices: there is
//! no executor, no waker and no clock.

use alloc::boxed::Box;
use core::fmt;
use core::future::{Future, poll_fn};
use core::mem;
use core::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe};
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};

use super::effort::Effort;
use super::shared::Shareable;

/// The rest of the slice that a job is in.
#[derive(Debug)]
pub(crate) struct Pace {
    effort: Effort,
}

impl Pace {
    const fn slice() -> Self {
        Self {
            effort: Effort::slice(),
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

    /// Returns control to the caller, whatever is left of the slice.
    pub(crate) async fn end_slice(&mut self) {
        let mut is_due = true;
        poll_fn(|_| {
            if mem::take(&mut is_due) {
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
        self.effort = Effort::slice();
    }
}

/// A job that has begun or is yet to begin. It can be moved, and sent to another thread, between
/// two slices.
pub(crate) struct Job<T>(Pin<Box<dyn Making<T>>>);

/// The future of a job, with what a [`Search`](crate::Search) requires of all its parts.
trait Making<T>: Future<Output = T> + Shareable + UnwindSafe + RefUnwindSafe {}

impl<T, F> Making<T> for F where F: Future<Output = T> + Shareable + UnwindSafe + RefUnwindSafe {}

impl<T> Job<T> {
    /// Returns a job that has not begun.
    ///
    /// Its future is allocated here: a few hundred bytes, known at compile time. What a job makes is
    /// allocated fallibly by its steps.
    pub(crate) fn new<F>(make: impl FnOnce(Pace) -> F) -> Self
    where
        F: Future<Output = T> + Shareable + 'static,
    {
        // A job that panics is poisoned: the future never completes after that.
        Self(Box::pin(AssertUnwindSafe(make(Pace::slice()))))
    }

    /// Does a slice. Returns what was made at the end of the last one, and must not be called again
    /// after that.
    pub(crate) fn advance(&mut self) -> Option<T> {
        let context = &mut Context::from_waker(Waker::noop());
        match self.0.as_mut().poll(context) {
            Poll::Ready(made) => Some(made),
            Poll::Pending => None,
        }
    }

    /// Does a slice as a part of hand-written slices: the caller's slice is spent by it.
    pub(crate) fn advance_in(&mut self, effort: &mut Effort) -> Option<T> {
        effort.spend(Effort::SLICE);
        self.advance()
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
pub(crate) fn block_on<T>(make: impl AsyncFnOnce(&mut Pace) -> T) -> T {
    let mut pace = Pace::slice();
    let mut future = pin!(make(&mut pace));
    loop {
        if let Poll::Ready(made) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return made;
        }
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
