//! Worker threads, as many as can be had.

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle, Scope, available_parallelism};

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
pub(crate) fn start<'scope, W: Fn() + Clone + Send + Sync + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    wanted: usize,
    work: &W,
) -> usize {
    start_all(scope, wanted, &(Arc::new(work.clone()) as _))
}

/// Work that threads share. What starts a thread takes a thousand lines, compiled anew for each
/// type of work: so there is one type.
type SharedWork<'scope> = Arc<dyn Fn() + Send + Sync + 'scope>;

fn start_all<'scope>(
    scope: &'scope Scope<'scope, '_>,
    wanted: usize,
    work: &SharedWork<'scope>,
) -> usize {
    let start = |_: &_| {
        let work = Arc::clone(work);
        Builder::new().spawn_scoped(scope, move || work()).is_ok()
    };
    (0..wanted).take_while(start).count()
}

/// Starts up to `wanted` threads that do the same work until it ends.
pub(crate) fn spawn<W: Fn() + Clone + Send + Sync + 'static>(
    wanted: usize,
    work: &W,
) -> Vec<JoinHandle<()>> {
    spawn_all(wanted, &(Arc::new(work.clone()) as _))
}

fn spawn_all(wanted: usize, work: &SharedWork<'static>) -> Vec<JoinHandle<()>> {
    let start = |_| {
        let work = Arc::clone(work);
        Builder::new().spawn(move || work()).ok()
    };
    (0..wanted).map_while(start).collect()
}

/// Locks what is changed in one step: so what a panicking thread left is whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something if the thread panics while it holds this: who waits for the thread would wait for
/// ever.
pub(crate) struct OnPanic<F: Fn()>(pub(crate) F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}
