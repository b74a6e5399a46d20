//! Threads that search the units of a round.
//!
//! They search units beyond the one that counts, and what they find there is thrown away if it
//! turns out not to count. They work only while somebody asks for their results.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::any_round::{AnyRound, State};
use super::search_tables::SearchTables;
use crate::runtime::shared::Shared;
use crate::runtime::threads::{self, OnPanic, lock};
use crate::runtime::work::Counts;

/// The time that the owner of the search waits for news: a slice.
const PATIENCE: Duration = Duration::from_micros(500);

/// A unit that is searched to its end.
#[derive(Clone, Debug)]
pub(super) struct Searched {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The boards expanded before the last batch.
    pub(super) before_last: u64,
    /// The turns of a solution.
    pub(super) turns: Option<Vec<u8>>,
}

/// What is known of a unit.
pub(super) enum Seen {
    Searching {
        expanded: u64,
    },
    Searched(Searched),
    /// A thread has panicked.
    Lost,
}

/// Threads that wait for rounds.
#[derive(Debug)]
pub(super) struct Pool {
    shared: Arc<Common>,
    round: Option<Arc<Round>>,
    /// In a mutex, with which they may be left by a panic.
    handles: Mutex<Vec<JoinHandle<()>>>,
}

/// The data that all threads share.
#[derive(Debug, Default)]
struct Common {
    post: Mutex<Queue>,
    /// Signals every change of the post.
    called: Condvar,
    /// True if threads may work.
    may_work: AtomicBool,
    /// True if the pool is dismissed.
    is_over: AtomicBool,
    has_panicked: AtomicBool,
    news: Condvar,
    heard: Mutex<()>,
}

/// The round that threads work on, and its number.
#[derive(Debug, Default)]
struct Queue {
    number: u64,
    round: Option<Arc<Round>>,
}

/// A round whose units are searched.
#[derive(Debug)]
struct Round {
    kit: Shared<SearchTables>,
    search: Box<dyn AnyRound>,
    first: usize,
    end: usize,
    /// The next unit to begin.
    next: AtomicUsize,
    /// The first unit that is known to have a solution; none beyond it matters.
    winner: AtomicUsize,
    is_over: AtomicBool,
    /// By unit: the number of boards expanded so far.
    progress: Vec<AtomicU64>,
    searched: Mutex<Vec<Option<Searched>>>,
}

/// Lets threads work until it is dropped.
pub(super) struct Open(Arc<Common>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.may_work.store(false, Ordering::Relaxed);
    }
}

impl Pool {
    /// Returns a pool of up to `threads` threads; `None` if the system gives none.
    pub(super) fn new(threads: usize) -> Option<Self> {
        let shared = Arc::new(Common::default());
        let work = {
            let shared = Arc::clone(&shared);
            move || shared.work()
        };
        let handles = threads::spawn(threads, &work);
        (!handles.is_empty()).then_some(Self {
            shared,
            round: None,
            handles: Mutex::new(handles),
        })
    }

    /// Returns whether there is a round to search.
    pub(super) const fn is_at_work(&self) -> bool {
        self.round.is_some()
    }

    /// Begins to search units of a round.
    pub(super) fn begin(
        &mut self,
        kit: Shared<SearchTables>,
        search: &dyn AnyRound,
        units: Range<usize>,
    ) {
        let round = Arc::new(Round {
            kit,
            search: search.copy(),
            first: units.start,
            end: units.end,
            next: AtomicUsize::new(units.start),
            winner: AtomicUsize::new(usize::MAX),
            is_over: AtomicBool::new(false),
            progress: units.clone().map(|_| AtomicU64::new(0)).collect(),
            searched: Mutex::new(units.map(|_| None).collect()),
        });
        self.round = Some(Arc::clone(&round));
        let mut post = lock(&self.shared.post);
        post.number += 1;
        post.round = Some(round);
        drop(post);
        self.shared.called.notify_all();
    }

    /// Lets the threads work until the result is dropped.
    pub(super) fn let_work(&self) -> Open {
        // Under the lock, so that nobody misses it between a look at the flag and the wait.
        let post = lock(&self.shared.post);
        self.shared.may_work.store(true, Ordering::Relaxed);
        drop(post);
        self.shared.called.notify_all();
        Open(Arc::clone(&self.shared))
    }

    /// Returns what is known of a unit.
    pub(super) fn look(&self, unit: usize) -> Seen {
        let Some(round) = &self.round else {
            return Seen::Lost;
        };
        if self.shared.has_panicked.load(Ordering::Relaxed) {
            return Seen::Lost;
        }
        let nth = unit - round.first;
        let searched = lock(&round.searched);
        match searched.get(nth).and_then(Option::as_ref) {
            Some(searched) => Seen::Searched(searched.clone()),
            None => Seen::Searching {
                expanded: round.progress[nth].load(Ordering::Relaxed),
            },
        }
    }

    /// Waits for a unit to end, for half a millisecond at most.
    pub(super) fn wait(&self) {
        let waited = self
            .shared
            .news
            .wait_timeout(lock(&self.shared.heard), PATIENCE);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends the round; threads wait for the next one.
    pub(super) fn end_round(&mut self) {
        let mut post = lock(&self.shared.post);
        if let Some(round) = self.round.take() {
            round.is_over.store(true, Ordering::Relaxed);
        }
        post.round = None;
        drop(post);
        self.shared.called.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.end_round();
        let post = lock(&self.shared.post);
        self.shared.is_over.store(true, Ordering::Relaxed);
        drop(post);
        self.shared.called.notify_all();
        for handle in lock(&self.handles).drain(..) {
            // If it panicked, the unit is searched again by the one who needs it.
            drop(handle.join());
        }
    }
}

impl Common {
    /// Works on rounds until the pool is dismissed.
    fn work(&self) {
        let _alarm = OnPanic(|| {
            self.has_panicked.store(true, Ordering::Relaxed);
            self.news.notify_all();
        });
        let mut done = 0;
        while let Some((number, round)) = self.next_round(done) {
            done = number;
            let mut search = round.search.copy();
            while let Some(unit) = round.next_unit() {
                if let Some(searched) = self.search(&round, &mut *search, unit) {
                    if searched.turns.is_some() {
                        round.winner.fetch_min(unit, Ordering::Relaxed);
                    }
                    lock(&round.searched)[unit - round.first] = Some(searched);
                    self.news.notify_all();
                }
            }
        }
    }

    /// Waits for a round that is not the one that was done last.
    fn next_round(&self, done: u64) -> Option<(u64, Arc<Round>)> {
        let mut post = lock(&self.post);
        loop {
            if self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            if let (true, Some(round)) = (post.number > done, &post.round) {
                return Some((post.number, Arc::clone(round)));
            }
            post = self
                .called
                .wait(post)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until threads may work; returns whether they still need.
    fn may_go_on(&self, round: &Round, unit: usize) -> bool {
        let is_needed = || {
            !self.is_over.load(Ordering::Relaxed)
                && !round.is_over.load(Ordering::Relaxed)
                && unit <= round.winner.load(Ordering::Relaxed)
        };
        if !self.may_work.load(Ordering::Relaxed) {
            let mut post = lock(&self.post);
            while is_needed() && !self.may_work.load(Ordering::Relaxed) {
                post = self
                    .called
                    .wait(post)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
        is_needed()
    }

    /// Searches a unit to its end; `None` if it is not needed any more.
    fn search(&self, round: &Round, search: &mut dyn AnyRound, unit: usize) -> Option<Searched> {
        search.open(unit);
        let mut counts = Counts::default();
        while self.may_go_on(round, unit) {
            let (state, before_last) = search.advance(&round.kit, u64::MAX, &mut counts);
            round.progress[unit - round.first].store(counts.expanded, Ordering::Relaxed);
            let turns = match state {
                State::Paused => continue,
                State::Found(turns) => Some(turns),
                State::Done => None,
            };
            return Some(Searched {
                expanded: counts.expanded,
                generated: counts.generated,
                before_last,
                turns,
            });
        }
        None
    }
}

impl Round {
    /// Returns the next unit that may matter.
    fn next_unit(&self) -> Option<usize> {
        let unit = self.next.fetch_add(1, Ordering::Relaxed);
        let may_matter = unit < self.end
            && unit <= self.winner.load(Ordering::Relaxed)
            && !self.is_over.load(Ordering::Relaxed);
        may_matter.then_some(unit)
    }
}
