//! How long boards take, each on whichever thread it is solved.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The times of boards being solved.
#[derive(Default)]
pub(crate) struct Stopwatch(Mutex<Times>);

#[derive(Default)]
struct Times {
    /// How many boards are being solved, and since when there is one.
    running: usize,
    since: Option<Instant>,
    /// How long there was at least one: with one thread the sum of their times.
    total: Duration,
    /// The times of boards that were solved, until somebody asks for them.
    known: BTreeMap<usize, Duration>,
}

impl Stopwatch {
    /// Begins with a board; its time ends when the answer is dropped.
    pub(crate) fn start(&self, board: usize) -> Running<'_> {
        let started = Instant::now();
        let mut times = self.lock();
        times.running += 1;
        times.since.get_or_insert(started);
        drop(times);
        Running {
            stopwatch: self,
            board,
            started,
        }
    }

    /// Returns how long a board took, once.
    pub(crate) fn time_of(&self, board: usize) -> Duration {
        self.lock().known.remove(&board).unwrap_or_default()
    }

    /// Returns how long at least one board was being solved.
    pub(crate) fn total(&self) -> Duration {
        self.lock().total
    }

    fn lock(&self) -> MutexGuard<'_, Times> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A board being solved.
pub(crate) struct Running<'s> {
    stopwatch: &'s Stopwatch,
    board: usize,
    started: Instant,
}

impl Running<'_> {
    /// Returns how long the board has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut times = self.stopwatch.lock();
        times.known.insert(self.board, now - self.started);
        times.running -= 1;
        if times.running == 0 {
            let since = times.since.take().unwrap_or(now);
            times.total += now.saturating_duration_since(since);
        }
    }
}
