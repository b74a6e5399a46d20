//! Threads that do works before their turn.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::line::{Line, Recipe};
use crate::threads::{self, OnPanic, lock};

/// How long the one who asks waits for news: a slice.
const PATIENCE: Duration = Duration::from_micros(500);

/// How many slices each thread may do for a slice of the one who asks, so that they don't work for
/// long when nobody asks any more, and don't wait if that one is late.
const AHEAD: usize = 8;

/// Threads that wait for works.
///
/// Whoever has a work in hand owns it, for a slice.
#[derive(Debug)]
pub(super) struct Crew<R: Recipe> {
    common: Arc<Common<R>>,
    /// In a mutex, with which they may be left by a panic.
    handles: Mutex<Vec<JoinHandle<()>>>,
    /// How many slices the threads may do.
    slices: usize,
}

#[derive(Debug)]
struct Common<R: Recipe> {
    post: Mutex<Post<R>>,
    /// Signals that there may be work, or that the crew is dismissed.
    called: Condvar,
    /// Signals that a thread gave a work back.
    news: Condvar,
}

#[derive(Debug)]
struct Post<R: Recipe> {
    line: Line<R>,
    slices: usize,
    is_over: bool,
    has_panicked: bool,
}

impl<R: Recipe> Crew<R> {
    /// Returns a crew of up to so many threads, and gives it the line; `None` if the system gives
    /// no thread.
    pub(super) fn new(threads: usize, line: &mut Line<R>) -> Option<Self>
    where
        R: Send + 'static,
        R::Work: Send,
        R::Found: Send,
    {
        let common = Arc::new(Common {
            post: Mutex::new(Post {
                line: Line::new(),
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
        mem::swap(&mut lock(&common.post).line, line);
        Some(Self {
            slices: AHEAD * handles.len(),
            common,
            handles: Mutex::new(handles),
        })
    }

    /// Looks at the line or changes it, and lets the threads work for a while.
    ///
    /// # Panics
    /// If a thread of the crew has panicked.
    pub(super) fn with_line<T>(&self, change: impl FnOnce(&mut Line<R>) -> T) -> T {
        let mut post = lock(&self.common.post);
        assert!(
            !post.has_panicked,
            "a thread that looks for solutions panicked"
        );
        post.slices = self.slices;
        let result = change(&mut post.line);
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

impl<R: Recipe> Drop for Crew<R> {
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
    /// Does works until the crew is dismissed.
    fn work(&self) {
        let _alarm = OnPanic(|| {
            lock(&self.post).has_panicked = true;
            self.news.notify_all();
        });
        let mut last = usize::MAX;
        let mut post = lock(&self.post);
        while !post.is_over {
            let task = if post.slices > 0 && !post.line.is_alone {
                post.line.take(last)
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
            post.line.give_back(task, result);
            self.news.notify_all();
        }
    }
}
