//! Works that count one after the other, and are done at the same time.

mod job_queue;
#[cfg(feature = "std")]
mod pool;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Tally};
use job_queue::{Head, JobQueue};
pub(super) use job_queue::{Job, Recipe};
#[cfg(feature = "std")]
use pool::Pool;

/// Works that have their jobs one after the other. Each is over with its first find.
///
/// With helpers those whose turn has not come are done too, as far as the limit seems to reach.
/// What they expand is counted when their turn comes, and what they find waits for it. So all is
/// found and counted as if one thread had done one work after the other.
#[derive(Debug)]
pub(super) struct OrderedJobs<R: Recipe> {
    /// Empty if there is a pool, which has a queue of its own.
    queue: JobQueue<R>,
    #[cfg(feature = "std")]
    pool: Option<Pool<R>>,
    /// The counts of the job whose turn it is.
    shown: Tally,
    /// The number of the work that this thread was at.
    last: usize,
}

/// The progress of the jobs.
#[derive(Debug)]
pub(super) enum JobEvent<R: Recipe> {
    Paused,
    /// This one has had its turn.
    Over(Box<Job<R>>),
    /// There is none.
    Empty,
}

impl<R: Recipe> OrderedJobs<R> {
    pub(super) const fn new() -> Self {
        Self {
            queue: JobQueue::new(),
            #[cfg(feature = "std")]
            pool: None,
            shown: Tally {
                expanded: 0,
                generated: 0,
            },
            last: 0,
        }
    }

    /// Takes up to `helpers` helpers, if there are none.
    #[cfg(feature = "std")]
    pub(super) fn take_helpers(&mut self, helpers: usize)
    where
        R: Send + 'static,
        R::Work: Send,
        R::Found: Send,
    {
        if self.pool.is_none() && helpers > 0 {
            self.pool = Pool::new(helpers, &mut self.queue);
        }
    }

    /// Adds a work that is the last one to have its turn. It will expand about `plan` boards.
    pub(super) fn push(&mut self, recipe: R, plan: u64) {
        self.with_queue(|queue| queue.push(recipe, plan));
    }

    fn with_queue<T>(&mut self, change: impl FnOnce(&mut JobQueue<R>) -> T) -> T {
        #[cfg(feature = "std")]
        if let Some(pool) = &self.pool {
            return pool.with_queue(change);
        }
        change(&mut self.queue)
    }

    /// Lets helpers continue for a while, when it is not the works' turn.
    pub(super) fn let_work(&mut self, counts: &Counts) {
        let left = counts.limit.saturating_sub(counts.expanded);
        self.with_queue(|queue| queue.left = left);
    }

    /// Returns the best find of those that wait for their turn.
    pub(super) fn best_ahead<T>(
        &mut self,
        best: impl FnOnce(&mut dyn Iterator<Item = &R::Found>) -> T,
    ) -> T {
        self.with_queue(|queue| best(&mut queue.found()))
    }

    /// Goes on for a slice.
    ///
    /// # Errors
    /// That of a work that fails though no other one takes memory.
    pub(super) fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<JobEvent<R>, OutOfMemory> {
        let before = counts.expanded - self.shown.expanded;
        let left = counts.limit.saturating_sub(before);
        let until = until.saturating_sub(before);
        let last = self.last;
        let task = self.with_queue(|queue| {
            queue.left = left;
            queue.take(last)
        });
        if let Some(mut task) = task {
            self.last = task.number;
            let result = task.advance(if task.is_first { until } else { u64::MAX });
            self.with_queue(|queue| queue.give_back(task, result));
        } else {
            #[cfg(feature = "std")]
            if let Some(pool) = &self.pool {
                pool.wait();
            }
        }
        let (seen, turn) = match self.with_queue(|queue| queue.head(until))? {
            Head::Empty => return Ok(JobEvent::Empty),
            Head::Busy(seen) => (seen.up_to(until), JobEvent::Paused),
            Head::Over(job) => (job.counts.tally(), JobEvent::Over(job)),
        };
        counts.expanded = counts.expanded - self.shown.expanded + seen.expanded;
        counts.generated = counts.generated - self.shown.generated + seen.generated;
        self.shown = match turn {
            JobEvent::Over(_) => Tally::default(),
            _ => seen,
        };
        Ok(turn)
    }
}
