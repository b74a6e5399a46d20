//! The units of a round, searched by worker threads ahead of their turn.
//!
//! Workers search units ahead; results that turn out not to count are dropped.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::panic::AssertUnwindSafe;
use core::time::Duration;
use std::panic::catch_unwind;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::{Seeds, SharedKernel};
use crate::runtime::threads;
use crate::runtime::{Counts, Effort, OutOfMemory, Step, lock};

/// The number of slices that each worker may do for a call of the owner: workers stop if the owner
/// stops calling, and have work if it is late.
const AHEAD: usize = 8;

const SLICE: Duration = Duration::from_micros(500);

/// The units of a round that are left, and the workers that search them. When it is dropped, they
/// end with the slice they are in.
pub(super) struct Units {
    common: Arc<Common>,
    workers: Vec<JoinHandle<()>>,
}

/// The data that owner and workers share.
struct Common {
    seeds: Arc<Seeds>,
    progress: Mutex<Progress>,
    /// Signals to workers that they may do slices, or that the units are dropped.
    called: Condvar,
    /// Signals to the owner that a unit is over.
    news: Condvar,
}

/// The counts of a unit, and its solution, its end or a lack of memory.
type UnitResult = (Counts, Result<Step, OutOfMemory>);

struct Progress {
    /// The number of slices that workers may still do.
    slices: usize,
    /// The number of the next unit.
    next: usize,
    /// The number of units that may matter: none after one with a known solution; 0 if the units are
    /// dropped, or a worker has panicked.
    end: usize,
    /// The results of units by number, until the owner takes them over.
    results: BTreeMap<usize, UnitResult>,
}

impl Units {
    /// Starts up to `threads` workers on the units from the number `first` on; `None` if no thread
    /// can be started.
    pub(super) fn start(
        kernel: &dyn SharedKernel,
        seeds: &Arc<Seeds>,
        first: usize,
        threads: usize,
    ) -> Option<Self> {
        let common = Arc::new(Common {
            progress: Mutex::new(Progress {
                slices: 0,
                next: first,
                end: seeds.units.len(),
                results: BTreeMap::new(),
            }),
            seeds: Arc::clone(seeds),
            called: Condvar::new(),
            news: Condvar::new(),
        });
        let start = |_| {
            let (common, kernel) = (Arc::clone(&common), kernel.copy());
            threads::start(Box::new(move || {
                let search = AssertUnwindSafe(|| common.search(kernel));
                if catch_unwind(search).is_err() {
                    lock(&common.progress).end = 0;
                }
            }))
        };
        let workers: Vec<_> = (0..threads).map_while(start).collect();
        (!workers.is_empty()).then_some(Self { common, workers })
    }

    /// Waits for a slice, and takes over the result of a unit; a pause if it is not over. Returns
    /// `None` if a worker has panicked.
    pub(super) fn take_over(&mut self, nth: usize) -> Option<UnitResult> {
        let common = &*self.common;
        let mut progress = lock(&common.progress);
        progress.slices = AHEAD * self.workers.len();
        common.called.notify_all();
        let is_open = |it: &mut Progress| !it.results.contains_key(&nth) && it.end > 0;
        let waited = common.news.wait_timeout_while(progress, SLICE, is_open);
        let mut progress = waited.unwrap_or_else(PoisonError::into_inner).0;
        if progress.end == 0 {
            return None;
        }
        let paused = (Counts::default(), Ok(Step::Paused));
        Some(progress.results.remove(&nth).unwrap_or(paused))
    }
}

impl Common {
    /// Searches units until none is left that matters.
    fn search(&self, mut kernel: Box<dyn SharedKernel>) {
        let mut paused = None;
        let mut progress = lock(&self.progress);
        loop {
            let may_not = |it: &mut Progress| it.slices == 0 && it.end > 0;
            let called = self.called.wait_while(progress, may_not);
            progress = called.unwrap_or_else(PoisonError::into_inner);
            let end = progress.end;
            let task = paused.take().filter(|&(nth, _)| nth < end);
            let is_new = task.is_none();
            let (nth, mut counts) = task.unwrap_or((progress.next, Counts::default()));
            if nth >= end {
                return;
            }
            progress.next += usize::from(is_new);
            progress.slices -= 1;
            drop(progress);
            let begun = if is_new {
                kernel.open(&self.seeds, self.seeds.units[nth].clone())
            } else {
                Ok(())
            };
            let effort = &mut Effort::slice();
            let advance = |()| kernel.advance(&self.seeds, u64::MAX, &mut counts, effort);
            let step = begun.and_then(advance);
            progress = lock(&self.progress);
            match step {
                Ok(Step::Paused) => {
                    paused = Some((nth, counts));
                    continue;
                }
                Ok(Step::Found(_)) | Err(_) => progress.end = progress.end.min(nth + 1),
                _ => {}
            }
            progress.results.insert(nth, (counts, step));
            self.news.notify_one();
        }
    }
}

impl Drop for Units {
    fn drop(&mut self) {
        lock(&self.common.progress).end = 0;
        self.common.called.notify_all();
        for worker in self.workers.drain(..) {
            // `take_over` reports a panic to the owner.
            drop(worker.join());
        }
    }
}
