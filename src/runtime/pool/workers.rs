//! The threads of a pool.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle};

use super::{News, Queue};
use crate::runtime::effort::Effort;

/// The number of slices that each worker may do for a call of the owner, so that workers stop if
/// the owner calls no more, and have enough to do if it is late.
const AHEAD: usize = 8;

/// The longest wait of an owner.
const SLICE: Duration = Duration::from_micros(500);

/// A queue, and the workers that do its tasks in slices. When it is dropped, they end with the
/// slice they are in.
pub(crate) struct Pool<Q> {
    common: Arc<Common<Q>>,
    /// In a mutex for the sake of `RefUnwindSafe`.
    handles: Mutex<Vec<JoinHandle<()>>>,
    workers: usize,
    /// The number of slices that all workers may do for a call of the owner.
    ahead: usize,
}

/// The data that owner and workers share.
struct Common<Q> {
    state: Mutex<State<Q>>,
    /// Signals to workers that there may be tasks, or that the pool is dismissed.
    called: Condvar,
    /// Signals news to the owner.
    news: Condvar,
}

struct State<Q> {
    queue: Q,
    /// The number of slices that workers may still do.
    slices: usize,
    /// The number of workers that wait to be called.
    idle: usize,
    /// True if there is news since the owner looked at the queue.
    has_news: bool,
    is_over: bool,
    has_panicked: bool,
}

impl<Q> State<Q> {
    /// Changes the queue as its owner, who learns all news.
    fn looked_at<T>(&mut self, change: impl FnOnce(&mut Q) -> T) -> T {
        self.has_news = false;
        change(&mut self.queue)
    }
}

/// The code of a worker. What starts a thread takes a thousand lines and is compiled for each type
/// of code, so there is one type.
type WorkerLoop<'w> = Box<dyn FnOnce() + Send + 'w>;

impl<Q: Queue> Pool<Q> {
    /// Returns a pool without workers.
    pub(crate) fn new(queue: Q) -> Self {
        let state = State {
            queue,
            slices: 0,
            idle: 0,
            has_news: false,
            is_over: false,
            has_panicked: false,
        };
        Self {
            common: Arc::new(Common {
                state: Mutex::new(state),
                called: Condvar::new(),
                news: Condvar::new(),
            }),
            handles: Mutex::default(),
            workers: 0,
            ahead: 0,
        }
    }

    /// Starts up to `threads` workers.
    ///
    /// A limit on processes, a lack of memory or a platform without threads leaves fewer, or none.
    /// That is no error: the owner does the slices.
    pub(crate) fn start(&mut self, threads: usize)
    where
        Q: Send + 'static,
    {
        let mut handles = Vec::new();
        self.hire(threads, &mut |work| {
            let handle = Builder::new().spawn(work);
            handle.map(|handle| handles.push(handle)).is_ok()
        });
        lock(&self.handles).append(&mut handles);
    }

    fn hire<'w>(&mut self, threads: usize, spawn: &mut dyn FnMut(WorkerLoop<'w>) -> bool)
    where
        Q: Send + 'w,
    {
        // A browser has no threads: their code is left out of a page.
        if cfg!(target_family = "wasm") {
            return;
        }
        let mut start = |_: &_| {
            let common = Arc::clone(&self.common);
            spawn(Box::new(move || common.work()))
        };
        self.workers += (0..threads).take_while(&mut start).count();
        self.ahead = AHEAD * self.workers;
    }

    pub(crate) const fn workers(&self) -> usize {
        self.workers
    }

    /// Changes the queue, and lets the workers continue for some slices. Returns `None` if a worker
    /// has panicked.
    pub(crate) fn ask<T>(&mut self, change: impl FnOnce(&mut Q) -> T) -> Option<T> {
        let mut state = self.enter()?;
        let result = state.looked_at(change);
        self.unlock(state, true);
        Some(result)
    }

    /// Does the same if the change makes no tasks: idle workers are not called.
    pub(crate) fn look<T>(&mut self, change: impl FnOnce(&mut Q) -> T) -> Option<T> {
        let mut state = self.enter()?;
        Some(state.looked_at(change))
    }

    /// Locks the state for a call of the owner. Returns `None` if a worker has panicked.
    fn enter(&self) -> Option<MutexGuard<'_, State<Q>>> {
        let mut state = lock(&self.common.state);
        if state.has_panicked {
            return None;
        }
        state.slices = self.ahead;
        Some(state)
    }

    /// Unlocks the state, and calls idle workers if there are tasks.
    fn unlock(&self, state: MutexGuard<'_, State<Q>>, has_tasks: bool) {
        let is_call = state.idle > 0 && has_tasks;
        drop(state);
        if is_call {
            self.common.called.notify_all();
        }
    }

    /// Does a slice of a task on the owner's thread; returns false if there is none.
    pub(crate) fn help(&mut self, effort: &mut Effort) -> bool {
        let Some(mut state) = self.enter() else {
            return false;
        };
        // The owner does not look at results here, so news stay.
        let task = state.queue.take(&mut { usize::MAX });
        self.unlock(state, task.is_some());
        let Some(mut task) = task else {
            return false;
        };
        Q::advance(&mut task, effort);
        if let Some(mut state) = self.enter() {
            let news = state.queue.give_back(task);
            self.unlock(state, news == News::Workers);
        }
        true
    }

    /// Waits for news since the last call, at most for a slice.
    pub(crate) fn wait(&mut self) {
        let state = lock(&self.common.state);
        let is_quiet = |state: &mut State<Q>| !state.has_news && !state.has_panicked;
        let news = &self.common.news;
        let waited = news.wait_timeout_while(state, SLICE, is_quiet);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

impl<Q> Pool<Q> {
    /// Dismisses the workers: they do no slice more.
    fn dismiss(&self) {
        let mut state = lock(&self.common.state);
        (state.slices, state.is_over) = (0, true);
        drop(state);
        self.common.called.notify_all();
    }
}

impl<Q> Drop for Pool<Q> {
    fn drop(&mut self) {
        if self.workers > 0 {
            self.dismiss();
        }
        for handle in lock(&self.handles).drain(..) {
            // The owner was told of a panic by `ask`.
            drop(handle.join());
        }
    }
}

impl<Q> fmt::Debug for Pool<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("workers", &self.workers)
            .finish_non_exhaustive()
    }
}

impl<Q: Queue> Common<Q> {
    /// Does slices of tasks until the pool is dismissed.
    fn work(&self) {
        let _alarm = Alarm(self);
        let mut last = usize::MAX;
        let mut state = lock(&self.state);
        loop {
            let task = if state.slices > 0 {
                state.queue.take(&mut last)
            } else {
                None
            };
            let Some(mut task) = task else {
                if state.is_over {
                    break;
                }
                state.idle += 1;
                let called = self.called.wait(state);
                state = called.unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                continue;
            };
            state.slices -= 1;
            drop(state);
            Q::advance(&mut task, &mut Effort::slice());
            state = lock(&self.state);
            match state.queue.give_back(task) {
                News::None => {}
                News::Owner if mem::replace(&mut state.has_news, true) => {}
                News::Owner => self.news.notify_one(),
                News::Workers if state.idle == 0 => {}
                News::Workers => self.called.notify_all(),
            }
        }
    }
}

/// Reports a panic of the worker that holds it: the owner would wait in vain.
struct Alarm<'c, Q>(&'c Common<Q>);

impl<Q> Drop for Alarm<'_, Q> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.state).has_panicked = true;
            self.0.news.notify_all();
        }
    }
}

/// Locks a state. A panic outside of the lock leaves it whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
