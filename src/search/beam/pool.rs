//! Threads that list the children of wide layers.
//!
//! A layer is cut into parts. Whoever owns the beam takes what was listed in the order of the
//! boards, so it finds and counts the same with any number of threads.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::beam_config::BeamConfig;
use super::layer::Layer;
use super::listed::{ExpandJob, Expanded, Listed};
use crate::runtime::threads::{self, OnPanic, lock};
use crate::search::ranking::Ranking;

/// The boards of a part: some 20 microseconds.
const PART: usize = 256;

/// Narrower layers are expanded without helpers: to wake them takes as long as some hundred boards.
const FEWEST: usize = 4 * PART;

/// The time that the owner of the beam waits for a part: a slice.
const PATIENCE: Duration = Duration::from_micros(500);

/// Threads beside that of the one who owns the beam, if there may be any.
#[derive(Debug)]
pub(super) struct Helpers<R: Ranking> {
    wanted: usize,
    pool: Option<Pool<R>>,
    job: Option<Arc<Job<R>>>,
}

/// Threads that wait for jobs.
#[derive(Debug)]
struct Pool<R: Ranking> {
    common: Arc<Common<R>>,
    /// In a mutex, with which they may be left by a panic.
    handles: Mutex<Vec<JoinHandle<()>>>,
}

/// The data that the threads share.
#[derive(Debug)]
struct Common<R: Ranking> {
    post: Mutex<Queue<R>>,
    /// Signals every change of the post.
    called: Condvar,
    has_panicked: AtomicBool,
}

#[derive(Debug)]
struct Queue<R: Ranking> {
    job: Option<Arc<Job<R>>>,
    is_over: bool,
}

/// A layer that is expanded.
#[derive(Debug)]
struct Job<R: Ranking> {
    ranking: R,
    terms: BeamConfig,
    layer: Arc<Layer<R::State>>,
    most: u32,
    /// The next part to begin.
    next: AtomicUsize,
    parts: Mutex<Vec<Option<Part<R::Note>>>>,
    /// Signals a part that is listed.
    news: Condvar,
    /// True if there was no memory for a part.
    is_lost: AtomicBool,
}

/// The result of some boards.
#[derive(Debug)]
pub(super) struct Part<N> {
    pub(super) listed: Listed<N>,
    pub(super) it: Expanded,
}

/// What is known of the next part.
#[derive(Debug)]
pub(super) enum Next<N> {
    Listed(Part<N>),
    /// It is being listed, or nobody has begun.
    Open,
    /// A thread has panicked, or there is no memory.
    Lost,
}

impl<R: Ranking> Helpers<R> {
    /// Returns up to this number of helpers.
    pub(super) const fn new(wanted: usize) -> Self {
        Self {
            wanted,
            pool: None,
            job: None,
        }
    }

    /// Returns whether a layer is being expanded.
    pub(super) const fn are_at_work(&self) -> bool {
        self.job.is_some()
    }

    /// Begins to expand a layer, if it is wide enough and threads are available.
    pub(super) fn begin(
        &mut self,
        ranking: &R,
        terms: &BeamConfig,
        layer: &Arc<Layer<R::State>>,
        most: u32,
    ) {
        if self.wanted == 0 || layer.boards < FEWEST {
            return;
        }
        if self.pool.is_none() {
            self.pool = Pool::new(self.wanted);
        }
        let Some(pool) = &self.pool else {
            self.wanted = 0;
            return;
        };
        let parts = layer.boards.div_ceil(PART);
        let job = Arc::new(Job {
            ranking: ranking.clone(),
            terms: terms.clone(),
            layer: Arc::clone(layer),
            most,
            next: AtomicUsize::new(0),
            parts: Mutex::new((0..parts).map(|_| None).collect()),
            news: Condvar::new(),
            is_lost: AtomicBool::new(false),
        });
        lock(&pool.common.post).job = Some(Arc::clone(&job));
        pool.common.called.notify_all();
        self.job = Some(job);
    }

    /// Takes what was listed of the boards from this one on.
    pub(super) fn take(&self, first: usize) -> Next<R::Note> {
        let (Some(job), Some(pool)) = (&self.job, &self.pool) else {
            return Next::Lost;
        };
        let part = lock(&job.parts)
            .get_mut(first / PART)
            .and_then(Option::take);
        match part {
            Some(part) => Next::Listed(part),
            None if job.is_lost.load(Ordering::Relaxed) => Next::Lost,
            None if pool.common.has_panicked.load(Ordering::Relaxed) => Next::Lost,
            None => Next::Open,
        }
    }

    /// Lists a part that nobody has begun, or waits for the one of the boards from `first` on, half
    /// a millisecond at most. Returns what was expanded.
    pub(super) fn help(&self, first: usize) -> Option<Expanded> {
        let job = self.job.as_ref()?;
        let expanded = job.list_next();
        if expanded.is_none() {
            let parts = lock(&job.parts);
            let is_open =
                |parts: &mut Vec<Option<_>>| matches!(parts.get(first / PART), Some(None));
            let waited = job.news.wait_timeout_while(parts, PATIENCE, is_open);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
        expanded
    }

    /// Ends the job.
    pub(super) fn end(&mut self) {
        if let (Some(_), Some(pool)) = (self.job.take(), &self.pool) {
            lock(&pool.common.post).job = None;
        }
    }
}

impl<R: Ranking> Pool<R> {
    /// Returns a pool of up to `threads` threads; `None` if the system gives none.
    fn new(threads: usize) -> Option<Self> {
        let common = Arc::new(Common {
            post: Mutex::new(Queue {
                job: None,
                is_over: false,
            }),
            called: Condvar::new(),
            has_panicked: AtomicBool::new(false),
        });
        let work = {
            let common = Arc::clone(&common);
            move || common.work()
        };
        let handles = threads::spawn(threads, &work);
        (!handles.is_empty()).then_some(Self {
            common,
            handles: Mutex::new(handles),
        })
    }
}

impl<R: Ranking> Drop for Pool<R> {
    fn drop(&mut self) {
        let mut post = lock(&self.common.post);
        post.job = None;
        post.is_over = true;
        drop(post);
        self.common.called.notify_all();
        for handle in lock(&self.handles).drain(..) {
            // If it panicked, the rest of the layer was listed without it.
            drop(handle.join());
        }
    }
}

impl<R: Ranking> Common<R> {
    /// Works on jobs until the pool is dismissed.
    fn work(&self) {
        let _alarm = OnPanic(|| self.has_panicked.store(true, Ordering::Relaxed));
        while let Some(job) = self.next_job() {
            while job.list_next().is_some() {}
        }
    }

    /// Waits for a job of which there is a part to begin.
    fn next_job(&self) -> Option<Arc<Job<R>>> {
        let mut post = lock(&self.post);
        loop {
            if post.is_over {
                return None;
            }
            if let Some(job) = post.job.as_ref().filter(|job| job.has_more()) {
                return Some(Arc::clone(job));
            }
            post = self
                .called
                .wait(post)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl<R: Ranking> Job<R> {
    /// Returns the boards of a part.
    fn part(&self, nth: usize) -> Range<usize> {
        let boards = self.layer.boards;
        boards.min(nth * PART)..boards.min((nth + 1) * PART)
    }

    /// Returns whether there is a part that nobody has begun.
    fn has_more(&self) -> bool {
        let next = self.part(self.next.load(Ordering::Relaxed));
        !next.is_empty() && !self.is_lost.load(Ordering::Relaxed)
    }

    /// Lists the next part, if there is one.
    fn list_next(&self) -> Option<Expanded> {
        if !self.has_more() {
            return None;
        }
        let nth = self.next.fetch_add(1, Ordering::Relaxed);
        let some = self.part(nth);
        if some.is_empty() {
            return None;
        }
        let Ok(mut listed) = Listed::new(0, PART) else {
            self.is_lost.store(true, Ordering::Relaxed);
            return None;
        };
        let family = ExpandJob {
            ranking: &self.ranking,
            terms: &self.terms,
            layer: &self.layer,
            most: self.most,
        };
        let it = listed.add(&family, some);
        lock(&self.parts)[nth] = Some(Part { listed, it });
        self.news.notify_all();
        Some(it)
    }
}
