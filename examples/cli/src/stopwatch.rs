//! Times of boards, each on the thread that solves it, and of their tables.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use npuzzle::Partial;

/// The times of boards being solved.
#[derive(Default)]
pub(crate) struct Stopwatch(Mutex<Times>);

#[derive(Default)]
struct Times {
    /// The number of boards that are being solved, and since when there is one.
    running: usize,
    since: Option<Instant>,
    /// The time that there was at least one.
    total: Duration,
    /// The time that at least one was set up, and until when.
    setup: Duration,
    setup_until: Option<Instant>,
    /// The times of boards that were solved, until somebody asks for them.
    known: BTreeMap<usize, Taken>,
}

/// The time that a board took.
#[derive(Clone, Copy, Default)]
pub(crate) struct Taken {
    /// The time until its tables were ready, whichever thread built them.
    pub(crate) setup: Duration,
    /// Its search.
    pub(crate) search: Duration,
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
            setup: Duration::ZERO,
            looked: started,
            expanded: 0,
        }
    }

    /// Returns how long a board took, once.
    pub(crate) fn time_of(&self, board: usize) -> Taken {
        self.lock().known.remove(&board).unwrap_or_default()
    }

    /// Returns how long at least one board was set up.
    pub(crate) fn setup(&self) -> Duration {
        self.lock().setup
    }

    /// Returns how long at least one board was searched and none was set up: with one thread the
    /// sum of their times.
    pub(crate) fn searched(&self) -> Duration {
        let times = self.lock();
        times.total.saturating_sub(times.setup)
    }

    fn lock(&self) -> MutexGuard<'_, Times> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Times {
    /// Adds a time in which a board was set up. What others had in common with it counts once.
    fn set_up(&mut self, from: Instant, to: Instant) {
        let begun = self.setup_until.map_or(from, |until| until.max(from));
        self.setup += to.saturating_duration_since(begun);
        self.setup_until = Some(begun.max(to));
    }
}

/// A board being solved.
pub(crate) struct Running<'s> {
    stopwatch: &'s Stopwatch,
    board: usize,
    started: Instant,
    /// The time that its tables were built, or waited for, if others built them.
    setup: Duration,
    /// When it was looked at last, and how many boards had been expanded.
    looked: Instant,
    expanded: u64,
}

impl Running<'_> {
    /// Looks at what is known. A time in which no board was expanded is that of tables.
    pub(crate) fn look(&mut self, known: &Partial) {
        let now = Instant::now();
        if known.tables.is_some() || known.stats.expanded == self.expanded {
            self.setup += now - self.looked;
            self.stopwatch.lock().set_up(self.looked, now);
        }
        (self.looked, self.expanded) = (now, known.stats.expanded);
    }

    /// Returns how long the board has been searched.
    pub(crate) fn searched(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.setup)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let taken = Taken {
            setup: self.setup,
            search: self.searched(),
        };
        let now = Instant::now();
        let mut times = self.stopwatch.lock();
        times.known.insert(self.board, taken);
        times.running -= 1;
        if times.running == 0 {
            let since = times.since.take().unwrap_or(now);
            times.total += now.saturating_duration_since(since);
        }
    }
}
