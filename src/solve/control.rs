//! Limits, cancellation and progress of one call.

use alloc::boxed::Box;
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::sync::OnceLock;
use std::time::Instant;

use crate::solve::{SolveError, Status};

/// The limits of one call, and its progress callback.
///
/// They belong to a call, never to a solver: a callback may borrow local variables.
///
/// # Examples
/// ```
/// use core::ops::ControlFlow;
/// use npuzzle::{Board, Control, SolveError, Solver};
///
/// let mut bounds = Vec::new();
/// let control = Control::new().max_nodes(20_000).on_progress(|partial| {
///     bounds.push(partial.lower_bound);
///     ControlFlow::Continue(())
/// });
/// let board: Board<5> = Board::from_seed(1);
/// let solver = Solver::builder().build();
/// let Err(SolveError::Stopped(partial)) = solver.solve_with(&board, control) else { panic!() };
/// assert_eq!(partial.stats.expanded, 20_000);
/// assert!(bounds.is_sorted());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Control<'a> {
    pub(super) max_nodes: Option<u64>,
    timeout: Option<Duration>,
    pub(super) clock: Option<Box<Clock<'a>>>,
    /// The caller's flag, and one for the crate's own use.
    pub(super) cancel: [Option<&'a AtomicBool>; 2],
    pub(super) progress: Option<Box<Callback<'a>>>,
}

type Callback<'a> = dyn FnMut(&Status) -> ControlFlow<()> + 'a;

/// Returns the time since a fixed origin.
type Clock<'a> = dyn FnMut() -> Duration + 'a;

impl<'a> Control<'a> {
    /// Returns a control without any limit.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops before more than this many boards are expanded. The same limit gives the same answer
    /// on every machine.
    ///
    /// A [`Search`](crate::Search) is only paused, so that its answer does not depend on the limit:
    /// it may exceed the limit by some hundred boards, and with several threads by a unit of work.
    #[must_use]
    pub const fn max_nodes(mut self, expanded: u64) -> Self {
        self.max_nodes = Some(expanded);
        self
    }

    /// Stops about this long after the call began. The time is checked after each slice of work:
    /// mostly less than a millisecond, at most some 10, or the time in which the caller's heuristic
    /// evaluates the children of a board. A table file is read or written in one slice.
    ///
    /// Building tables counts: the first call for a shape may end without a solution although the
    /// board is easy with tables. [`Solver::prepare`](crate::Solver::prepare) builds them before,
    /// and [`Quality::Best`](crate::Quality::Best) has a solution before it builds any.
    ///
    /// The time is that of the [`clock`](Self::clock), if one is given, else that of the system.
    /// Without either, as on `wasm32-unknown-unknown`, calls return
    /// [`SolveError::NoClock`] at once.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Takes the time for [`timeout`](Self::timeout) from a clock of the caller's, such as
    /// `performance.now()` in a browser.
    ///
    /// The clock returns the time since a fixed origin, and must never go back. It is read on the
    /// thread of the call when the call begins and after each slice of work, and only if there is a
    /// timeout.
    ///
    /// ```
    /// use std::time::Duration;
    /// use npuzzle::{Board, Control, Reason, SolveError, Solver};
    ///
    /// let mut seconds = 0;
    /// let clock = || {
    ///     seconds += 1; // a second each time that it is asked
    ///     Duration::from_secs(seconds)
    /// };
    /// let control = Control::new().clock(clock).timeout(Duration::from_secs(5));
    /// let hard: Board<5> = Board::from_seed(1);
    /// let Err(SolveError::Stopped(known)) = Solver::builder().build().solve_with(&hard, control) else { panic!() };
    /// assert_eq!(known.reason, Some(Reason::TimeLimit));
    /// assert_eq!(seconds, 6); // at the start, and until 5 seconds were over
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clock(mut self, clock: impl FnMut() -> Duration + 'a) -> Self {
        self.clock = Some(Box::new(clock));
        self
    }

    /// Stops within a slice of work after the flag is set, for example by another thread.
    #[must_use]
    pub const fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel[0] = Some(flag);
        self
    }

    /// Calls back when a search or the building of tables begins, when the lower bound rises, when a
    /// shorter solution than before is found ([`Status::best`]; the last one is the answer), and in
    /// between about every 16,384 expanded boards or ten milliseconds, while tables are built too
    /// ([`Status::tables`]). `ControlFlow::Break` stops the search.
    ///
    /// The callback runs on the thread of the call, for any number of threads.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use npuzzle::{Board, Control, Quality, Solver};
    ///
    /// let mut lengths = Vec::new();
    /// let control = Control::new().max_nodes(100_000).on_progress(|known| {
    ///     lengths.extend(known.best.as_ref().map(|best| best.len()));
    ///     ControlFlow::Continue(())
    /// });
    /// let solver = Solver::builder().quality(Quality::Best).build();
    /// let solution = solver.solve_with(&Board::<6>::from_seed(1), control)?;
    /// assert!(lengths.is_sorted_by(|longer, shorter| longer >= shorter));
    /// assert_eq!(lengths.last(), Some(&solution.moves().len()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_progress(mut self, callback: impl FnMut(&Status) -> ControlFlow<()> + 'a) -> Self {
        self.progress = Some(Box::new(callback));
        self
    }

    /// Returns whether the work is limited, by boards or by time.
    pub(super) const fn is_limited(&self) -> bool {
        self.timeout.is_some() || self.max_nodes.is_some()
    }

    /// Returns whether there is a clock, if one is needed.
    pub(crate) const fn has_clock(&self) -> bool {
        self.timeout.is_none() || self.clock.is_some() || HAS_CLOCK
    }

    /// Returns the limit of boards, if nothing else ends or watches the call.
    pub(crate) fn only_max_nodes(&self) -> Option<u64> {
        self.max_nodes.filter(|_| !self.is_watched())
    }

    /// Starts the clock of a call, if it is needed. Returns the deadline by that clock, if there is
    /// one.
    pub(super) fn start(&mut self) -> Result<Option<Duration>, SolveError> {
        let Some(timeout) = self.timeout else {
            return Ok(None);
        };
        if HAS_CLOCK {
            self.clock.get_or_insert_with(|| Box::new(clock));
        }
        let now = self.clock.as_mut().ok_or(SolveError::NoClock)?();
        // A deadline beyond the clock's range is none.
        Ok(now.checked_add(timeout))
    }

    /// Returns whether anything but a number of boards ends or watches the call, so that the time
    /// of a slice matters.
    pub(super) const fn is_watched(&self) -> bool {
        self.timeout.is_some()
            || self.cancel[0].is_some()
            || self.cancel[1].is_some()
            || self.progress.is_some()
    }

    /// Returns the time by the clock of the deadline if there is one, else by that of the system.
    pub(super) fn now(&mut self) -> Duration {
        let clock_of_call = self.clock.as_mut().filter(|_| self.timeout.is_some());
        clock_of_call.map_or_else(clock, |clock| clock())
    }
}

/// True if the system has a clock. On `wasm32-unknown-unknown` `Instant` exists, but panics.
const HAS_CLOCK: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

/// Returns the time since the first call, by the system's clock; zero if there is none.
pub(super) fn clock() -> Duration {
    static CLOCK_START: OnceLock<Instant> = OnceLock::new();
    if HAS_CLOCK {
        CLOCK_START.get_or_init(Instant::now).elapsed()
    } else {
        Duration::ZERO
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("max_nodes", &self.max_nodes)
            .field("timeout", &self.timeout)
            .field("clock", &self.clock.is_some())
            .field("cancel", &self.cancel[0])
            .field("on_progress", &self.progress.is_some())
            .finish_non_exhaustive()
    }
}
