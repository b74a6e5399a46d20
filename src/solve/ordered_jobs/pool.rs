//! Threads that do works before their turn.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::job_queue::{JobQueue, Recipe};
use crate::runtime::threads::{self, OnPanic, lock};

/// The time that the owner of the queue waits for news: a slice.
const PATIENCE: Duration = Duration::from_micros(500);

/// The number of slices that each thread may do for a slice of the one who asks, so that they don't
/// work for long when nobody asks any more, and don't wait if that one is late.
const AHEAD: usize = 8;

/// Threads that wait for works.
///
/// Whoever has a work in hand owns it, for a slice.
#[derive(Debug)]
pub(super) struct Pool<R: Recipe> {
    common: Arc<Common<R>>,
    /// In a mutex, with which they may be left by a panic.
    handles: Mutex<Vec<JoinHandle<()>>>,
    /// The number of slices that the threads may do.
    slices: usize,
}

#[derive(Debug)]
struct Common<R: Recipe> {
    post: Mutex<Queue<R>>,
    /// Signals that there may be work, or that the pool is dismissed.
    called: Condvar,
    /// Signals that a thread gave a work back.
    news: Condvar,
}

#[derive(Debug)]
struct Queue<R: Recipe> {
    jobs: JobQueue<R>,
    slices: usize,
    is_over: bool,
    has_panicked: bool,
}

impl<R: Recipe> Pool<R> {
    /// Returns a pool of up to `threads` threads, and gives it the queue; `None` if the system
    /// gives no thread.
    pub(super) fn new(threads: usize, queue: &mut JobQueue<R>) -> Option<Self>
    where
        R: Send + 'static,
        R::Work: Send,
        R::Found: Send,
    {
        let common = Arc::new(Common {
            post: Mutex::new(Queue {
                jobs: JobQueue::new(),
                slices: 0,
                is_over: false,
                has_panicked: false,
            }),
            called: Condvar::new(),
            news: Condvar::new(),
        });
        let work = {
            let common = Arc::clone(&common);
            move || common.work()
        };
        let handles = threads::spawn(threads, &work);
        if handles.is_empty() {
            return None;
        }
        mem::swap(&mut lock(&common.post).jobs, queue);
        Some(Self {
            slices: AHEAD * handles.len(),
            common,
            handles: Mutex::new(handles),
        })
    }

    /// Looks at the queue or changes it, and lets the threads work for a while.
    ///
    /// # Panics
    /// If a thread of the pool has panicked.
    pub(super) fn with_queue<T>(&self, change: impl FnOnce(&mut JobQueue<R>) -> T) -> T {
        let mut post = lock(&self.common.post);
        assert!(
            !post.has_panicked,
            "a thread that looks for solutions panicked"
        );
        post.slices = self.slices;
        let result = change(&mut post.jobs);
        drop(post);
        self.common.called.notify_all();
        result
    }

    /// Waits for news, for a slice at most.
    pub(super) fn wait(&self) {
        let post = lock(&self.common.post);
        if !post.has_panicked {
            let waited = self.common.news.wait_timeout(post, PATIENCE);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl<R: Recipe> Drop for Pool<R> {
    fn drop(&mut self) {
        lock(&self.common.post).is_over = true;
        self.common.called.notify_all();
        for handle in lock(&self.handles).drain(..) {
            // That it panicked was told to the one who asked.
            drop(handle.join());
        }
    }
}

impl<R: Recipe> Common<R> {
    /// Does works until the pool is dismissed.
    fn work(&self) {
        let _alarm = OnPanic(|| {
            lock(&self.post).has_panicked = true;
            self.news.notify_all();
        });
        let mut last = usize::MAX;
        let mut post = lock(&self.post);
        while !post.is_over {
            let task = if post.slices > 0 && !post.jobs.is_alone {
                post.jobs.take(last)
            } else {
                None
            };
            let Some(mut task) = task else {
                post = self
                    .called
                    .wait(post)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            post.slices -= 1;
            drop(post);
            last = task.number;
            let result = task.advance(u64::MAX);
            post = lock(&self.post);
            post.jobs.give_back(task, result);
            self.news.notify_all();
        }
    }
}
