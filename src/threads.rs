//! Worker threads, as many as can be had.

use alloc::vec::Vec;
use std::thread::{Builder, JoinHandle, Scope, available_parallelism};

/// Returns the number of threads that an option stands for: 0 is one for each core.
pub(crate) fn count(option: usize) -> usize {
    match option {
        0 => available_parallelism().map_or(1, core::num::NonZero::get),
        count => count,
    }
}

/// Starts up to `wanted` threads that do the same work, and returns how many there are.
///
/// A limit on processes, a lack of memory or a platform without threads leaves fewer, or none: that
/// is no error, the caller does the work itself.
pub(crate) fn start<'scope, W: Fn() + Clone + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    wanted: usize,
    work: &W,
) -> usize {
    (0..wanted)
        .take_while(|_| Builder::new().spawn_scoped(scope, work.clone()).is_ok())
        .count()
}

/// Starts up to `wanted` threads that do the same work until it ends.
pub(crate) fn spawn<W: Fn() + Clone + Send + 'static>(
    wanted: usize,
    work: &W,
) -> Vec<JoinHandle<()>> {
    let start = |_| Builder::new().spawn(work.clone()).ok();
    (0..wanted).map_while(start).collect()
}
