//! The units of a round on several threads.
//!
//! The answer is that of one thread that searches the units in order: the solution of the first
//! unit that has one, and the counts of that unit and those before it. What is searched beyond is
//! thrown away. Limits hold for the *serial* count, that of the units before the first unfinished
//! one and its own; where it ends the search, one thread goes on from there, so that the search
//! stops after the very expansion after which it would have stopped without threads.

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::batch::{Ground, Node};
use super::unit::{Search, Unit};
use crate::search::meter::{Counts, Meter};
use crate::search::patterns::Blocks;
use crate::threads;

/// How the units ended.
pub(super) enum Outcome {
    /// All that count are searched; the turns of the first solution. The meter has counted them.
    Done(Option<Vec<u8>>),
    /// The limit of expansions lies in this unit. The meter has counted the units before.
    Cut { unit: usize },
    /// The search was stopped. The meter has counted the units before the first unfinished one.
    Stopped,
}

/// A unit that is done.
struct Searched {
    expanded: u64,
    generated: u64,
    turns: Option<Vec<u8>>,
}

/// What the threads share.
struct Shared {
    /// The next unit to search.
    next: AtomicUsize,
    /// The first unit that is known to have a solution; none beyond it matters.
    winner: AtomicUsize,
    is_over: AtomicBool,
    /// By unit: how many boards it expanded so far.
    progress: Vec<AtomicU64>,
    searched: Mutex<Vec<Option<Searched>>>,
    changed: Condvar,
}

/// How many boards a thread expands between two looks at the others.
const POLL_INTERVAL: u64 = 1 << 12;

/// How often the limits of the call are looked at.
const PATIENCE: Duration = Duration::from_millis(2);

/// Searches the units on the threads that the meter allows.
pub(super) fn run<
    B: Blocks,
    const VIEWS: usize,
    const MOVES: usize,
    const GROUPS: usize,
    const CELLS: usize,
>(
    ground: &Ground<'_, B, VIEWS, MOVES, GROUPS, CELLS>,
    units: &[Unit<VIEWS, GROUPS, CELLS>],
    meter: &mut Meter<'_>,
) -> Outcome {
    let shared = Shared {
        next: AtomicUsize::new(0),
        winner: AtomicUsize::new(usize::MAX),
        is_over: AtomicBool::new(false),
        progress: units.iter().map(|_| AtomicU64::new(0)).collect(),
        searched: Mutex::new(units.iter().map(|_| None).collect()),
        changed: Condvar::new(),
    };
    thread::scope(|scope| {
        let work = || {
            let mut search = Search::new(ground);
            shared.work(units, |node, meter| search.find(node, meter));
        };
        let wanted = meter.threads.min(units.len());
        let outcome = if threads::start(scope, wanted, &work) == 0 {
            Outcome::Cut { unit: 0 }
        } else {
            shared.watch(units, meter)
        };
        shared.is_over.store(true, Ordering::Relaxed);
        outcome
    })
}

impl Shared {
    /// What a panicking thread left is whole: each unit is set in one step. The panic goes on when
    /// the threads are joined.
    fn searched(&self) -> MutexGuard<'_, Vec<Option<Searched>>> {
        self.searched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches unit after unit as long as there are any.
    fn work<const VIEWS: usize, const GROUPS: usize, const CELLS: usize>(
        &self,
        units: &[Unit<VIEWS, GROUPS, CELLS>],
        mut find: impl FnMut(
            &Node<VIEWS, GROUPS, CELLS>,
            &mut Meter<'_>,
        ) -> ControlFlow<(), Option<Vec<u8>>>,
    ) {
        let _alarm = Alarm(self);
        while !self.is_over.load(Ordering::Relaxed) {
            let nth = self.next.fetch_add(1, Ordering::Relaxed);
            if nth >= units.len() || nth > self.winner.load(Ordering::Relaxed) {
                return;
            }
            let mut hook = |counts: &mut Counts<'_>| {
                self.progress[nth].store(counts.expanded, Ordering::Relaxed);
                let is_idle = self.is_over.load(Ordering::Relaxed)
                    || self.winner.load(Ordering::Relaxed) < nth;
                counts.pause_at = counts.expanded + POLL_INTERVAL;
                if is_idle {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let mut meter = Meter::new(&mut hook);
            let ControlFlow::Continue(turns) = find(&units[nth].node, &mut meter) else {
                continue;
            };
            if turns.is_some() {
                self.winner.fetch_min(nth, Ordering::Relaxed);
            }
            let (expanded, generated) = (meter.expanded, meter.generated);
            self.searched()[nth] = Some(Searched {
                expanded,
                generated,
                turns,
            });
            self.changed.notify_all();
        }
    }

    /// Counts the units in order as they are done, and looks at the limits of the call.
    fn watch<const VIEWS: usize, const GROUPS: usize, const CELLS: usize>(
        &self,
        units: &[Unit<VIEWS, GROUPS, CELLS>],
        meter: &mut Meter<'_>,
    ) -> Outcome {
        let mut unit = 0;
        let mut searched = self.searched();
        loop {
            while let Some(Searched {
                expanded,
                generated,
                turns,
            }) = searched.get_mut(unit).and_then(Option::take)
            {
                if meter.expanded + expanded > meter.limit {
                    return Outcome::Cut { unit };
                }
                meter.expanded += expanded;
                meter.generated += generated;
                if let Some(below) = turns {
                    return Outcome::Done(Some(units[unit].through(below)));
                }
                unit += 1;
            }
            if unit == units.len() {
                return Outcome::Done(None);
            }
            drop(searched);
            let settled = meter.expanded;
            meter.expanded += self.progress[unit].load(Ordering::Relaxed);
            // The one thread that goes on from here hears of the limit itself.
            let is_cut = meter.expanded >= meter.limit;
            let is_stopped = !is_cut && meter.pause().is_break();
            meter.expanded = settled;
            if is_cut {
                return Outcome::Cut { unit };
            }
            if is_stopped || self.is_over.load(Ordering::Relaxed) {
                return Outcome::Stopped;
            }
            let waited = self.changed.wait_timeout(self.searched(), PATIENCE);
            searched = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Tells the one who watches that a thread panicked: it would wait for ever.
struct Alarm<'s>(&'s Shared);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.is_over.store(true, Ordering::Relaxed);
        }
    }
}
