//! The thread pool: workers that do slices of the tasks of a queue.
//!
//! Threads are started and waited for here alone. A user supplies a [`Queue`]. A pool may have no
//! workers, since the system gives no thread: its owner does the slices then.

mod workers;

use super::effort::Effort;
pub(crate) use workers::Pool;

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
