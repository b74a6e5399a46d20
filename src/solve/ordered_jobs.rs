//! Parallel jobs whose results are committed in order.

mod job_queue;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use crate::runtime::alloc::OutOfMemory;
use crate::runtime::pool::Pool;
use crate::runtime::shared::Shareable;
use crate::runtime::work::{Counts, Tally};
use job_queue::{Head, JobQueue};
pub(super) use job_queue::{Job, Recipe};

/// Jobs that run at the same time, and whose results are committed in order. Each is over with its
/// first find.
///
/// Helpers run jobs ahead of their turn, as far as the limit seems to reach. What a job expands and
/// finds is reported when all jobs before it are over. So finds and counts are those of one thread
/// that runs one job after the other.
#[derive(Debug)]
pub(super) struct OrderedJobs<R: Recipe> {
    pool: Pool<JobQueue<R>>,
    /// The counts of the first job that are reported.
    shown: Tally,
    /// The number of the job that this thread ran last.
    last: usize,
}

/// The progress of the jobs.
#[derive(Debug)]
pub(super) enum JobEvent<R: Recipe> {
    Paused,
    /// The first job is over.
    Over(Box<Job<R>>),
    /// There are no jobs.
    Empty,
}

impl<R: Recipe> OrderedJobs<R> {
    pub(super) fn new() -> Self {
        Self {
            pool: Pool::new(JobQueue::new()),
            shown: Tally::default(),
            last: 0,
        }
    }

    /// Starts up to `helpers` helpers, if there are none.
    pub(super) fn take_helpers(&mut self, helpers: usize)
    where
        R: Shareable + 'static,
        R::Work: Shareable,
        R::Found: Shareable,
    {
        if self.pool.workers() == 0 {
            self.pool.start(helpers);
        }
    }

    /// Adds a job after all others. It will expand about `plan` boards.
    pub(super) fn push(&mut self, recipe: R, plan: u64) {
        self.with_queue(|queue| queue.push(recipe, plan));
    }

    fn with_queue<T>(&mut self, change: impl FnOnce(&mut JobQueue<R>) -> T) -> T {
        let Some(result) = self.pool.ask(change) else {
            panic!("a thread that looks for solutions panicked");
        };
        result
    }

    /// Lets helpers continue for some slices.
    pub(super) fn let_work(&mut self, counts: &Counts) {
        let left = counts.limit.saturating_sub(counts.expanded);
        self.with_queue(|queue| queue.left = left);
    }

    /// Returns the best find of the jobs that are not reported.
    pub(super) fn best_ahead<T>(
        &mut self,
        best: impl FnOnce(&mut dyn Iterator<Item = &R::Found>) -> T,
    ) -> T {
        self.with_queue(|queue| best(&mut queue.found()))
    }

    /// Does a slice.
    ///
    /// # Errors
    /// That of a job that fails though no other one takes memory.
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
            queue.begin_slice(last)
        });
        if let Some(mut task) = task {
            self.last = task.number;
            let result = task.advance(if task.is_first { until } else { u64::MAX });
            self.with_queue(|queue| queue.end_slice(task, result));
        } else {
            self.pool.wait();
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
