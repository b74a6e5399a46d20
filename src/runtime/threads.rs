//! Worker threads, as many as are available.

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle, Scope, available_parallelism};

/// The most threads for each core, and the most on a machine of few cores. More threads do no work
/// sooner: each takes memory, and a limit of time is noticed late while they share the cores.
const MOST_A_CORE: usize = 4;
const MOST_ANYWHERE: usize = 16;

/// Returns the number of threads that an option stands for: 0 is one for each core, and no number
/// is above [`MOST_A_CORE`] a core or, if that is more, [`MOST_ANYWHERE`].
pub(crate) fn count(option: usize) -> usize {
    let cores = available_parallelism().map_or(1, core::num::NonZero::get);
    match option {
        0 => cores,
        count => count.min(cores.saturating_mul(MOST_A_CORE).max(MOST_ANYWHERE)),
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

/// Work that threads share. What starts a thread takes a thousand lines, compiled again for each
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
