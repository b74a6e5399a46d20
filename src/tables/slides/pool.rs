//! Threads that make the parts of a level.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::sweep::{Known, Part};
use crate::runtime::effort::Effort;
use crate::runtime::threads::{self, OnPanic, lock};

/// The time that the owner of the build waits for news: a slice.
const PATIENCE: Duration = Duration::from_micros(500);

/// The number of slices that the threads do for a slice of the one who asks, so that they don't
/// work for long when nobody asks any more, and don't wait if that one is late.
const AHEAD: usize = 8;

/// Threads that wait for parts, as long as a table is built.
///
/// Whoever works on a part owns it, for a slice: then it is left for anybody.
#[derive(Debug)]
pub(super) struct Pool {
    common: Arc<Common>,
    /// In a mutex, with which they may be left by a panic.
    handles: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct Common {
    post: Mutex<Queue>,
    /// Signals that there is a part to work on, or that the pool is dismissed.
    called: Condvar,
    /// Signals that a thread gave a part back.
    news: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    known: Option<Arc<Known>>,
    todo: Vec<Part>,
    done: Vec<Part>,
    /// The number of parts that threads of the pool have.
    out: usize,
    /// The number of slices that they may do.
    slices: usize,
    is_over: bool,
    has_panicked: bool,
}

impl Pool {
    /// Returns a pool of up to `threads` threads: none if the system gives none.
    pub(super) fn new(threads: usize) -> Self {
        let common = Arc::new(Common::default());
        let work = {
            let common = Arc::clone(&common);
            move || common.work()
        };
        Self {
            handles: Mutex::new(threads::spawn(threads, &work)),
            common,
        }
    }

    /// Goes on with parts, for a slice; true once all are done, and given back.
    ///
    /// # Panics
    /// If a thread of the pool has panicked.
    pub(super) fn advance(
        &self,
        known: &Arc<Known>,
        parts: &mut Vec<Part>,
        effort: &mut Effort,
    ) -> bool {
        let mut post = lock(&self.common.post);
        if !parts.is_empty() {
            post.known = Some(Arc::clone(known));
            post.todo.append(parts);
        }
        post.slices = AHEAD;
        // One of them is for the one who asks.
        if post.todo.len() > 1 {
            self.common.called.notify_all();
        }
        while !effort.is_spent() {
            if let Some(mut part) = post.todo.pop() {
                drop(post);
                let is_done = part.advance(known, effort);
                post = lock(&self.common.post);
                post.put(part, is_done);
            } else if post.out > 0 {
                assert!(!post.has_panicked, "a thread that builds tables panicked");
                let waited = self.common.news.wait_timeout(post, PATIENCE);
                (post, _) = waited.unwrap_or_else(PoisonError::into_inner);
                effort.spend(Effort::SLICE);
            } else {
                post.known = None;
                parts.append(&mut post.done);
                return true;
            }
        }
        false
    }
}

impl Queue {
    fn put(&mut self, part: Part, is_done: bool) {
        if is_done {
            self.done.push(part);
        } else {
            self.todo.push(part);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        lock(&self.common.post).is_over = true;
        self.common.called.notify_all();
        let handles = self
            .handles
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        for handle in handles.drain(..) {
            // That it panicked was told to the one who asked.
            drop(handle.join());
        }
    }
}

impl Common {
    /// Works on parts until the pool is dismissed.
    fn work(&self) {
        let _alarm = OnPanic(|| {
            lock(&self.post).has_panicked = true;
            self.news.notify_all();
        });
        let mut post = lock(&self.post);
        while !post.is_over {
            let known = post.known.clone().filter(|_| post.slices > 0);
            let part = if known.is_some() {
                post.todo.pop()
            } else {
                None
            };
            let (Some(known), Some(mut part)) = (known, part) else {
                post = self
                    .called
                    .wait(post)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            post.slices -= 1;
            post.out += 1;
            drop(post);
            let is_done = part.advance(&known, &mut Effort::slice());
            // The level is over once the part is back, and then nobody else may have it.
            drop(known);
            post = lock(&self.post);
            post.out -= 1;
            post.put(part, is_done);
            self.news.notify_all();
        }
    }
}
