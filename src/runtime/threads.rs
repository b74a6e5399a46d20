//! Threads: how many, and how they are started.

use alloc::boxed::Box;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle, available_parallelism};

/// The maximum of threads for each core, and for a machine of few cores. More threads finish no
/// task sooner: each takes memory, and delays the check of a time limit.
const MOST_A_CORE: usize = 4;
const MOST_ANYWHERE: usize = 16;

/// Returns the number of threads of an option: 0 is one per core, and the maximum is
/// [`MOST_A_CORE`] per core or, if that is more, [`MOST_ANYWHERE`].
pub(crate) fn count(option: usize) -> usize {
    let cores = available_parallelism().map_or(1, core::num::NonZero::get);
    match option {
        0 => cores,
        count => count.min(cores.saturating_mul(MOST_A_CORE).max(MOST_ANYWHERE)),
    }
}

/// The code of a thread, one type: starting a thread would be compiled again for each type.
pub(crate) type Code<'c> = Box<dyn FnOnce() + Send + 'c>;

/// Starts a thread. Returns `None` if a limit on processes, a lack of memory or a platform without
/// threads prevents it.
pub(crate) fn start(code: Code<'static>) -> Option<JoinHandle<()>> {
    // A browser has no threads, so their code is not compiled.
    if cfg!(target_family = "wasm") {
        return None;
    }
    Builder::new().spawn(code).ok()
}

/// Calls `owner` while `worker` runs on up to `threads` other threads, and returns once all are
/// done. `owner` receives the number of these threads, which may be 0 as in [`start`].
///
/// # Panics
/// If a thread panics.
pub(crate) fn scoped<T>(
    threads: usize,
    worker: &(dyn Fn() + Sync),
    owner: impl FnOnce(usize) -> T,
) -> T {
    if threads == 0 || cfg!(target_family = "wasm") {
        return owner(0);
    }
    thread::scope(|scope| {
        let start = |_: &_| Builder::new().spawn_scoped(scope, worker).is_ok();
        owner((0..threads).take_while(start).count())
    })
}

/// Calls `work` with each item, on up to `threads` threads, this one among them.
///
/// # Panics
/// If a thread panics.
pub(crate) fn for_each<T>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let items = Mutex::new(items);
    // In a separate function, so that the lock is released before `work`.
    let next = || lock(&items).next();
    let worker = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    scoped(threads.saturating_sub(1), &worker, |_| worker());
}

/// Locks data that stay valid after a panic. Never inlined: it has a hundred users, none of them
/// hot.
#[inline(never)]
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering};
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn threads_are_limited_by_the_cores() {
        let cores = available_parallelism().map_or(1, core::num::NonZero::get);
        for (option, threads) in [
            (0, cores),
            (1, 1),
            (16, 16),
            (usize::MAX, (4 * cores).max(16)),
        ] {
            assert_eq!(count(option), threads, "{option}");
        }
    }

    #[test]
    fn each_item_is_done_once_and_a_panic_is_passed_on() {
        for threads in 0..4 {
            let done = [const { AtomicUsize::new(0) }; 100];
            for_each(threads, 0..100, |nth: usize| {
                done[nth].fetch_add(1, Ordering::Relaxed);
            });
            assert!(done.iter().all(|done| done.load(Ordering::Relaxed) == 1));
            let fails = || for_each(threads, 0..100, |nth| assert!(nth != 50, "as it should"));
            assert!(catch_unwind(fails).is_err());
        }
    }
}
