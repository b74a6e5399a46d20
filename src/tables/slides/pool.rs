//! Threads that find the vertices of a level, part by part.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::sweep::Part;
use crate::runtime::effort::Effort;
use crate::runtime::job::Job;
use crate::runtime::threads::{self, OnPanic, lock};

/// The time that the owner of the build waits for news: a slice.
const PATIENCE: Duration = Duration::from_micros(500);

/// The number of slices that the threads do for a slice of the one who asks, so that they don't
/// work for long when nobody asks any more, and don't wait if that one is late.
const AHEAD: usize = 8;

/// Threads that wait for jobs while a table is built.
///
/// A thread owns a job for a slice. Then any thread may continue it.
#[derive(Debug)]
pub(super) struct Pool {
    common: Arc<Common>,
    /// In a mutex, with which they may be left by a panic.
    handles: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct Common {
    post: Mutex<Queue>,
    /// Signals that there is a job to advance, or that the pool is dismissed.
    called: Condvar,
    /// Signals that a thread returned a job.
    news: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    todo: Vec<Job<Part>>,
    done: Vec<Part>,
    /// The number of jobs that threads of the pool own.
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

    /// Advances jobs for a slice. Returns true once all are done, and their parts returned.
    ///
    /// # Panics
    /// If a thread of the pool has panicked.
    pub(super) fn advance(
        &self,
        jobs: &mut Vec<Job<Part>>,
        parts: &mut Vec<Part>,
        effort: &mut Effort,
    ) -> bool {
        let mut post = lock(&self.common.post);
        post.todo.append(jobs);
        post.slices = AHEAD;
        // One of them is for the one who asks.
        if post.todo.len() > 1 {
            self.common.called.notify_all();
        }
        while !effort.is_spent() {
            if let Some(mut job) = post.todo.pop() {
                drop(post);
                let made = job.advance_in(effort);
                post = lock(&self.common.post);
                post.put(job, made);
            } else if post.out > 0 {
                assert!(!post.has_panicked, "a thread that builds tables panicked");
                let waited = self.common.news.wait_timeout(post, PATIENCE);
                (post, _) = waited.unwrap_or_else(PoisonError::into_inner);
                effort.spend(Effort::SLICE);
            } else {
                parts.append(&mut post.done);
                return true;
            }
        }
        false
    }
}

impl Queue {
    fn put(&mut self, job: Job<Part>, made: Option<Part>) {
        match made {
            Some(part) => self.done.push(part),
            None => self.todo.push(job),
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
    /// Advances jobs until the pool is dismissed.
    fn work(&self) {
        let _alarm = OnPanic(|| {
            lock(&self.post).has_panicked = true;
            self.news.notify_all();
        });
        let mut post = lock(&self.post);
        while !post.is_over {
            let job = if post.slices > 0 {
                post.todo.pop()
            } else {
                None
            };
            let Some(mut job) = job else {
                post = self
                    .called
                    .wait(post)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            post.slices -= 1;
            post.out += 1;
            drop(post);
            let made = job.advance();
            post = lock(&self.post);
            post.out -= 1;
            post.put(job, made);
            self.news.notify_all();
        }
    }
}
