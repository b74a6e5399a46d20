//! The thread pool: workers that do slices of the tasks of a queue.
//!
//! Threads are started and waited for here alone. A user supplies a [`Queue`]. A pool may have no
//! workers, since the system gives no thread or there is no `std`: its owner does the slices then.

#[cfg(test)]
mod tests;
#[cfg(feature = "std")]
mod workers;

use super::effort::Effort;
#[cfg(feature = "std")]
pub(crate) use workers::{Pool, count};

/// False if no pool has workers: code for several threads is left out then.
pub(crate) const HAS_WORKERS: bool = cfg!(feature = "std");

/// The tasks that workers share, with their results.
///
/// The pool keeps it behind a lock. Tasks are taken and given back under the lock, so these
/// functions are short; a slice is done without it.
pub(crate) trait Queue {
    /// Owns the data of a slice.
    type Task;

    /// Takes a task of which a slice can be done. `last` is a number that the queue keeps with each
    /// worker: [`usize::MAX`] in the beginning.
    fn take(&mut self, last: &mut usize) -> Option<Self::Task>;

    /// Does a slice of a task, at most as long as `effort`.
    fn advance(task: &mut Self::Task, effort: &mut Effort);

    /// Gives a task back after a slice.
    fn give_back(&mut self, task: Self::Task) -> News;
}

/// Those for whom a task that was given back changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Nobody: the same worker continues.
    None,
    /// The owner of the pool.
    Owner,
    /// Idle workers: there are more tasks.
    Workers,
}

/// A pool without `std`: it has no workers.
#[cfg(not(feature = "std"))]
#[derive(Debug)]
pub(crate) struct Pool<Q>(core::panic::AssertUnwindSafe<Q>);

#[cfg(not(feature = "std"))]
#[expect(
    clippy::missing_const_for_fn,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "the functions of a pool with workers"
)]
impl<Q: Queue> Pool<Q> {
    pub(crate) const fn new(queue: Q) -> Self {
        Self(core::panic::AssertUnwindSafe(queue))
    }

    pub(crate) fn scoped<T>(queue: Q, _threads: usize, own: impl FnOnce(&mut Self) -> T) -> T {
        own(&mut Self(core::panic::AssertUnwindSafe(queue)))
    }

    pub(crate) fn start(&mut self, _threads: usize) {}

    pub(crate) const fn workers(&self) -> usize {
        0
    }

    pub(crate) fn ask<T>(&mut self, f: impl FnOnce(&mut Q) -> T) -> Option<T> {
        Some(f(&mut self.0))
    }

    pub(crate) fn look<T>(&mut self, f: impl FnOnce(&mut Q) -> T) -> Option<T> {
        self.ask(f)
    }

    pub(crate) fn help(&mut self, effort: &mut Effort) -> bool {
        let Some(mut task) = self.0.take(&mut 0) else {
            return false;
        };
        Q::advance(&mut task, effort);
        self.0.give_back(task);
        true
    }

    pub(crate) const fn wait(&mut self) {}
}
