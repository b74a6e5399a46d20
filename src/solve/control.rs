//! Limits, cancellation and progress of one call.

use alloc::boxed::Box;
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use crate::moves::Moves;
use crate::search::meter::Counts;
use crate::solve::error::SolveError;
use crate::solve::partial::{Partial, Reason, Stats};

/// The limits of one call, and who is told about progress.
///
/// They belong to a call, never to a solver: a callback may borrow what the caller has at hand.
///
/// # Examples
/// ```
/// use core::ops::ControlFlow;
/// use npuzzle::{Board, Control, SolveError, Solver};
///
/// let mut bounds = Vec::new();
/// let mut control = Control::new().max_nodes(20_000).on_progress(|partial| {
///     bounds.push(partial.lower_bound);
///     ControlFlow::Continue(())
/// });
/// let board: Board<5> = Board::from_seed(1);
/// let solver = Solver::builder().build();
/// let Err(SolveError::Stopped(partial)) = solver.solve_with(&board, &mut control) else { panic!() };
/// assert_eq!(partial.stats.expanded, 20_000);
/// drop(control);
/// assert!(bounds.is_sorted());
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Control<'a> {
    max_nodes: Option<u64>,
    timeout: Option<Duration>,
    clock: Option<Box<Clock<'a>>>,
    cancel: Option<&'a AtomicBool>,
    /// A flag of the crate's own, beside the caller's.
    or_cancel: Option<&'a AtomicBool>,
    progress: Option<Box<Progress<'a>>>,
}

type Progress<'a> = dyn FnMut(&Partial) -> ControlFlow<()> + 'a;

/// Tells the time since any moment that stays the same.
type Clock<'a> = dyn FnMut() -> Duration + 'a;

/// How many boards are expanded between two looks at the clock: below a millisecond's work.
const POLL_INTERVAL: u64 = 1 << 14;

impl<'a> Control<'a> {
    /// Returns a control without any limit.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops before more than this many boards are expanded. The same limit gives the same answer
    /// on every machine.
    #[must_use]
    pub const fn max_nodes(mut self, expanded: u64) -> Self {
        self.max_nodes = Some(expanded);
        self
    }

    /// Stops about this long after the call began.
    ///
    /// The time is that of the [`clock`](Self::clock), if one is given, else that of the system.
    /// Where neither is to be had, which is without `std` and on `wasm32-unknown-unknown`,
    /// calls return [`SolveError::NoClock`] at once.
    ///
    /// ```
    /// use std::time::Duration;
    /// use npuzzle::{Board, Control, Reason, SolveError, Solver};
    ///
    /// let hard: Board<5> = Board::from_seed(1);
    /// let mut control = Control::new().timeout(Duration::from_millis(20));
    /// let Err(SolveError::Stopped(known)) = Solver::builder().build().solve_with(&hard, &mut control) else { panic!() };
    /// assert_eq!(known.reason, Reason::TimeLimit);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Takes the time for [`timeout`](Self::timeout) from a clock of the caller's, such as
    /// `performance.now()` in a browser.
    ///
    /// The clock returns the time since any moment, as long as that stays the same, and must never
    /// go back. It is asked about as often as [`on_progress`](Self::on_progress) is called, on
    /// the thread of the call, and only if there is a timeout.
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
    /// let mut control = Control::new().clock(clock).timeout(Duration::from_secs(5));
    /// let hard: Board<5> = Board::from_seed(1);
    /// let Err(SolveError::Stopped(known)) = Solver::builder().build().solve_with(&hard, &mut control) else { panic!() };
    /// assert_eq!(known.reason, Reason::TimeLimit);
    /// drop(control);
    /// assert_eq!(seconds, 6); // at the start, and until 5 seconds were over
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clock(mut self, clock: impl FnMut() -> Duration + 'a) -> Self {
        self.clock = Some(Box::new(clock));
        self
    }

    /// Stops soon (within a millisecond or so) after the flag is set, for example by another
    /// thread.
    #[must_use]
    pub const fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Calls back when the lower bound rises, when a shorter solution than before is found
    /// ([`Partial::best`]; the last one is the answer), about every 16,384 expanded boards in
    /// between, and about every ten milliseconds while tables are built ([`Partial::tables`]).
    /// Solutions of tens of thousands of moves are told of a few times a second while they are
    /// shortened. `ControlFlow::Break` stops the search.
    ///
    /// The callback is called on the thread of the call, however many threads search.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use npuzzle::{Board, Control, Quality, Solver};
    ///
    /// let mut lengths = Vec::new();
    /// let mut control = Control::new().max_nodes(100_000).on_progress(|known| {
    ///     lengths.extend(known.best.as_ref().map(|best| best.len()));
    ///     ControlFlow::Continue(())
    /// });
    /// let solver = Solver::builder().quality(Quality::Best).build();
    /// let solution = solver.solve_with(&Board::<6>::from_seed(1), &mut control)?;
    /// drop(control);
    /// assert!(lengths.is_sorted_by(|longer, shorter| longer >= shorter));
    /// assert_eq!(lengths.last(), Some(&solution.moves().len()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_progress(mut self, callback: impl FnMut(&Partial) -> ControlFlow<()> + 'a) -> Self {
        self.progress = Some(Box::new(callback));
        self
    }

    /// Adds a flag that cancels beside the caller's own.
    pub(super) const fn or_cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.or_cancel = Some(flag);
        self
    }

    /// Returns the most boards that may be expanded.
    pub(crate) fn limit(&self) -> u64 {
        self.max_nodes.unwrap_or(u64::MAX)
    }

    /// Returns whether the work is limited, by boards or by time.
    pub(super) const fn is_limited(&self) -> bool {
        self.timeout.is_some() || self.max_nodes.is_some()
    }

    /// Starts the clock of a call, if it is needed.
    pub(crate) fn start(&mut self) -> Result<Watch<'_, 'a>, SolveError> {
        let mut deadline = None;
        if let Some(timeout) = self.timeout {
            // On `wasm32-unknown-unknown` `Instant` is there too, but panics.
            #[cfg(all(
                feature = "std",
                not(all(target_family = "wasm", target_os = "unknown"))
            ))]
            self.clock.get_or_insert_with(|| {
                let start = std::time::Instant::now();
                Box::new(move || start.elapsed())
            });
            let now = self.clock.as_mut().ok_or(SolveError::NoClock)?();
            // Beyond what a clock can show there is no deadline.
            deadline = now.checked_add(timeout);
        }
        Ok(Watch {
            deadline,
            control: self,
            known: Partial {
                reason: Reason::Running,
                best: None,
                lower_bound: 0,
                stats: Stats::default(),
                tables: None,
            },
        })
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("max_nodes", &self.max_nodes)
            .field("timeout", &self.timeout)
            .field("clock", &self.clock.is_some())
            .field("cancel", &self.cancel)
            .field("on_progress", &self.progress.is_some())
            .finish_non_exhaustive()
    }
}

/// A control whose clock runs.
pub(crate) struct Watch<'c, 'a> {
    control: &'c mut Control<'a>,
    /// By the clock of the control.
    deadline: Option<Duration>,
    /// What callbacks see; kept, so that a look does not copy the moves of the best solution.
    known: Partial,
}

impl Watch<'_, '_> {
    /// Looks at all limits and sets the next pause.
    pub(crate) fn look(&mut self, counts: &mut Counts<'_>) -> ControlFlow<()> {
        if let Some(found) = counts.found {
            return self.hear(found, counts);
        }
        self.known.reason = self.judge(counts);
        if self.known.reason != Reason::Running {
            return ControlFlow::Break(());
        }
        let next = counts.expanded.saturating_add(POLL_INTERVAL);
        counts.pause_at = self.control.max_nodes.map_or(next, |limit| limit.min(next));
        ControlFlow::Continue(())
    }

    fn judge(&mut self, counts: &Counts<'_>) -> Reason {
        let Control {
            max_nodes,
            cancel,
            or_cancel,
            ..
        } = &*self.control;
        if max_nodes.is_some_and(|limit| counts.expanded >= limit) {
            return Reason::NodeLimit;
        }
        let is_set = |flag: Option<&AtomicBool>| flag.is_some_and(|it| it.load(Ordering::Relaxed));
        if is_set(*cancel) || is_set(*or_cancel) {
            return Reason::Cancelled;
        }
        if let (Some(deadline), Some(clock)) = (self.deadline, &mut self.control.clock) {
            if clock() >= deadline {
                return Reason::TimeLimit;
            }
        }
        self.call_back(counts)
    }

    /// Keeps a solution for the callback and calls it, if it is the shortest so far. Nobody else
    /// needs the copy: if there is no memory for it, the search goes on in silence.
    fn hear(&mut self, found: &Moves, counts: &Counts<'_>) -> ControlFlow<()> {
        let best = self.known.best.as_ref();
        if self.control.progress.is_none() || best.is_some_and(|best| best.len() <= found.len()) {
            return ControlFlow::Continue(());
        }
        let mut copy = Moves::new();
        if copy.try_extend(found).is_err() {
            return ControlFlow::Continue(());
        }
        self.known.best = Some(copy);
        self.known.reason = self.call_back(counts);
        if self.known.reason == Reason::Running {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Asks the callback whether to go on.
    fn call_back(&mut self, counts: &Counts<'_>) -> Reason {
        let Some(progress) = &mut self.control.progress else {
            return Reason::Running;
        };
        self.known.learn(counts);
        self.known.reason = Reason::Running;
        if progress(&self.known).is_break() {
            Reason::Cancelled
        } else {
            Reason::Running
        }
    }

    /// Returns what is known when the search was broken off.
    pub(crate) fn known(mut self, counts: &Counts<'_>) -> Partial {
        self.known.learn(counts);
        self.known
    }
}
