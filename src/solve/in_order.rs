//! Tasks done by several threads, their results handed over in order.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use crate::runtime::shared::Shareable;

/// Does the work of each task on up to `threads` threads, and hands task and result to `each`, on
/// this thread and in the order of the tasks, as soon as they and all before them are done.
///
/// The threads pull the tasks, one at a time: `tasks` may block, and what is done is handed over
/// all the same. `work` gets the number of the task, the task, and a flag that is set when its
/// result is no longer wanted. If `each` breaks, no further task is begun.
///
/// Without `std`, with one thread, or if no thread can be started, this thread does all the work.
pub(super) fn in_order<T: Send, R: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(usize, &T, &AtomicBool) -> R + Shareable,
    mut each: impl FnMut(usize, T, R) -> ControlFlow<()>,
) {
    #[cfg(feature = "std")]
    let mut tasks = tasks;
    #[cfg(feature = "std")]
    if threaded::run(threads, &mut tasks, &work, &mut each) {
        return;
    }
    #[cfg(not(feature = "std"))]
    let _ = threads;
    let is_over = AtomicBool::new(false);
    for (nth, task) in tasks.enumerate() {
        let result = work(nth, &task, &is_over);
        if each(nth, task, result).is_break() {
            return;
        }
    }
}

#[cfg(feature = "std")]
mod threaded {
    use alloc::collections::VecDeque;
    use core::ops::ControlFlow;
    use core::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
    use std::thread;

    use crate::runtime::threads::{self, lock};

    /// The number of tasks that are pulled, for each thread, beyond those handed over. It bounds
    /// the memory, and is large enough that a task that takes long seldom makes the other threads
    /// wait.
    const WINDOW: usize = 64;

    /// Does all tasks; `false`, and nothing is pulled, if there are no threads to do it.
    pub(super) fn run<T: Send, R: Send>(
        wanted: usize,
        tasks: &mut (impl Iterator<Item = T> + Send),
        work: &(impl Fn(usize, &T, &AtomicBool) -> R + Sync),
        each: &mut impl FnMut(usize, T, R) -> ControlFlow<()>,
    ) -> bool {
        let wanted = wanted.min(tasks.size_hint().1.unwrap_or(wanted));
        if wanted <= 1 {
            return false;
        }
        let pool = Pool {
            source: Mutex::new(Source { tasks, pulled: 0 }),
            state: Mutex::new(State {
                handed: 0,
                ended: None,
                done: VecDeque::new(),
            }),
            changed: Condvar::new(),
            is_over: AtomicBool::new(false),
            window: wanted.saturating_mul(WINDOW),
        };
        thread::scope(|scope| {
            let help = || pool.help(work);
            let is_shared = threads::start(scope, wanted, &help) > 0;
            if is_shared {
                pool.hand_over(each);
            }
            is_shared
        })
    }

    /// The data that the threads share.
    struct Pool<I, T, R> {
        /// Locked while a task is pulled, which may take long. Who holds `state` does not ask for
        /// it.
        source: Mutex<Source<I>>,
        state: Mutex<State<T, R>>,
        /// Signals every change of `state` and of `is_over`.
        changed: Condvar,
        is_over: AtomicBool,
        window: usize,
    }

    struct Source<I> {
        tasks: I,
        pulled: usize,
    }

    struct State<T, R> {
        /// The number of results that were handed over.
        handed: usize,
        /// The number of tasks, once that is known.
        ended: Option<usize>,
        /// The results from number `handed` on, as far as they are there.
        done: VecDeque<Option<(T, R)>>,
    }

    impl<I: Iterator<Item = T>, T, R> Pool<I, T, R> {
        /// Pulls tasks and does them, until there are none or nobody wants more.
        fn help(&self, work: &impl Fn(usize, &T, &AtomicBool) -> R) {
            let _alarm = Alarm {
                pool: self,
                if_panicking: true,
            };
            while let Some((nth, task)) = self.pull() {
                let result = work(nth, &task, &self.is_over);
                let mut state = lock(&self.state);
                let place = nth - state.handed;
                if state.done.len() <= place {
                    state.done.resize_with(place + 1, || None);
                }
                state.done[place] = Some((task, result));
                drop(state);
                self.changed.notify_all();
            }
        }

        /// Pulls the next task, when the window allows it.
        fn pull(&self) -> Option<(usize, T)> {
            let mut source = lock(&self.source);
            let nth = source.pulled;
            let mut state = lock(&self.state);
            while nth - state.handed >= self.window && !self.is_over() {
                state = self.wait(state);
            }
            let is_ended = state.ended.is_some();
            drop(state);
            if self.is_over() || is_ended {
                return None;
            }
            let Some(task) = source.tasks.next() else {
                lock(&self.state).ended = Some(nth);
                self.changed.notify_all();
                return None;
            };
            source.pulled += 1;
            (!self.is_over()).then_some((nth, task))
        }

        /// Hands the results over in order.
        fn hand_over(&self, each: &mut impl FnMut(usize, T, R) -> ControlFlow<()>) {
            // However this ends: threads that wait for the window must end too.
            let _alarm = Alarm {
                pool: self,
                if_panicking: false,
            };
            let mut state = lock(&self.state);
            while !self.is_over() && state.ended != Some(state.handed) {
                let nth = state.handed;
                let Some((task, result)) = state.done.front_mut().and_then(Option::take) else {
                    state = self.wait(state);
                    continue;
                };
                state.done.pop_front();
                state.handed += 1;
                drop(state);
                self.changed.notify_all();
                if each(nth, task, result).is_break() {
                    return;
                }
                state = lock(&self.state);
            }
        }

        fn wait<'s>(&self, state: MutexGuard<'s, State<T, R>>) -> MutexGuard<'s, State<T, R>> {
            let woken = self.changed.wait(state);
            woken.unwrap_or_else(PoisonError::into_inner)
        }

        fn is_over(&self) -> bool {
            self.is_over.load(Ordering::Relaxed)
        }
    }

    /// Ends the work of all threads when it is dropped: otherwise they, or the one that hands over,
    /// would wait without end.
    struct Alarm<'p, I, T, R> {
        pool: &'p Pool<I, T, R>,
        if_panicking: bool,
    }

    impl<I, T, R> Drop for Alarm<'_, I, T, R> {
        fn drop(&mut self) {
            if self.if_panicking && !thread::panicking() {
                return;
            }
            // Under the lock, so that nobody misses it between a look at the flag and the wait.
            let state = lock(&self.pool.state);
            self.pool.is_over.store(true, Ordering::Relaxed);
            drop(state);
            self.pool.changed.notify_all();
        }
    }
}
