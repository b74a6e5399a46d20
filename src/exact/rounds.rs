//! Iterative deepening: round after round, each with a bound of the moves of a solution.
//!
//! A round is split into seeds, boards with the paths to them, depth after depth. Some seeds make a
//! unit; units are searched in order, or on several threads, whose results are merged in that
//! order. So neither the answer nor a count depends on the number of threads or on the slices. A
//! search that is stored is the bound and the paths to the seeds that are left.

mod seeds;
mod units;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::{ControlFlow, Range};
use core::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Mutex;

pub(crate) use seeds::{AnyBoards, BlankMove, Boards, Seeds, SharedRound, StoredRound};
use seeds::{Trace, by_priority};
use units::Units;

use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::{Counts, Effort, OutOfMemory, Pace, Step, lock, push};

/// The frontier of a round takes one part in `FRONTIER` of the caller's memory, but at least
/// `LEAST_FRONTIER` bytes and at most `MOST_FRONTIER`: rows `korf24-*`.
const FRONTIER: u64 = 4;
const LEAST_FRONTIER: u64 = 16_000_000;
const MOST_FRONTIER: u64 = 52_000_000;

/// The bytes of the path to a board: a move and its place.
const PATH_BYTES: usize = 12;

/// The cost of a board on stored paths, in nanoseconds.
const TRACED: usize = 300;

/// The most seeds of a unit: kernels number them in 24 bits. Only a forged round has more.
const MOST_SEEDS: usize = 1 << 24;

/// The depth at which a round is split at most: a tree without enough boards up there is too thin
/// to be worth it.
const DEEPEST_SPLIT: usize = 64;

/// The boards of a depth that are expanded in a slice.
pub(crate) const CHUNK: usize = 1 << 9;

/// The numbers of seeds and units of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitPolicy {
    /// The least number of seeds to split a round into, if some depth has enough boards; with 0 the
    /// roots are the only seeds.
    pub(crate) seeds: usize,
    /// The size from which on a unit takes no more seeds, in the boards below the least promising
    /// seed. Roots make one unit.
    pub(crate) unit: u64,
    /// The priority of a seed by which the number of boards below it doubles.
    pub(crate) doubling: usize,
}

impl SplitPolicy {
    /// A depth-first search splits a round if the one before it expanded this number of boards.
    const SPLIT_FROM: u64 = 100_000;
    const SEEDS: usize = 256;

    /// Returns the policy of a depth-first search, each unit below one seed. A round that is not
    /// split counts as a plain recursion does.
    pub(crate) const fn of_path(last_round: u64) -> Self {
        let is_split = last_round >= Self::SPLIT_FROM;
        Self {
            seeds: if is_split { Self::SEEDS } else { 0 },
            unit: 1,
            doubling: 1,
        }
    }
}

/// A search below boards of a round. [`Rounds`] does everything else.
///
/// Each thread has a copy, whose state within a unit is never stored.
pub(crate) trait Kernel {
    fn metric(&self) -> Metric {
        Metric::SingleTile
    }

    /// Returns whether the root is the goal, given that the bound is 0: no kernel has to search
    /// without moves.
    fn is_solved(&self) -> bool {
        true
    }

    /// Returns the first bound of at least `proved` moves whose round may have a solution.
    fn first_bound(&self, proved: usize) -> usize;

    /// Begins the round of a bound, after one of `last_round` expansions: its boards are the roots.
    fn begin(&mut self, bound: usize, last_round: u64) -> SplitPolicy;

    fn boards(&mut self) -> &mut dyn AnyBoards;

    /// Returns the number of boards of a depth that are expanded in a slice while a round is split.
    /// If it depends on the effort, the order of the children must not depend on it.
    fn chunk(&self, _: Effort) -> usize {
        CHUNK
    }

    /// Expands boards, none of which is a move from the goal, and pushes their children.
    fn expand(
        &mut self,
        which: Range<usize>,
        seeds: &mut Seeds,
        counts: &mut Counts,
    ) -> Result<(), OutOfMemory>;

    /// Returns the priority of a board: those with the highest are searched first, equals in their
    /// order.
    fn priority(&self, _nth: usize) -> usize {
        0
    }

    /// Begins the search below the boards of a unit.
    fn open(&mut self, seeds: &Seeds, unit: Range<usize>) -> Result<(), OutOfMemory>;

    /// Continues it until there is a solution, the unit is done, `until` boards are expanded in
    /// all, or the effort of the slice is spent. After a solution the kernel may find another one.
    fn advance(
        &mut self,
        seeds: &Seeds,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Step, OutOfMemory>;
}

/// A kernel that threads may copy.
pub(crate) trait SharedKernel: Kernel + Send + Sync + UnwindSafe + RefUnwindSafe {
    fn copy(&self) -> Box<dyn SharedKernel>;
}

impl<K> SharedKernel for K
where
    K: Kernel + Clone + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
{
    fn copy(&self) -> Box<dyn SharedKernel> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn SharedKernel> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl fmt::Debug for dyn SharedKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kernel")
    }
}

/// A search for a shortest solution, round after round.
///
/// Iterative deepening A* (Korf 1985). The root is counted by the caller that begins the solve.
pub(crate) struct Rounds<K: Kernel + ?Sized = dyn SharedKernel> {
    kernel: Box<K>,
    shared: Arc<Mutex<SharedRound>>,
    threads: usize,
    /// The memory of the boards of a depth, in bytes: a depth is not expanded if three children of
    /// each board might exceed it.
    frontier: usize,
    /// The expansions of a round after which partitions are chosen, if that is to be done.
    pub(crate) long_round: u64,
    /// Copies the kernel for a thread, if it can be shared.
    copy: fn(&K) -> Option<Box<dyn SharedKernel>>,
}

impl Rounds {
    /// Returns the search of a solvable board that continues a round, on up to `threads` threads.
    ///
    /// A path that the kernel refuses is dropped: no solution of the round begins with it, or
    /// another one is found.
    pub(crate) fn new(
        kernel: Box<dyn SharedKernel>,
        shared: &Arc<Mutex<SharedRound>>,
        threads: usize,
    ) -> Self {
        Self::begun(kernel, shared, threads, |it| Some(it.copy()))
    }
}

impl<'k> Rounds<dyn Kernel + 'k> {
    /// Returns the search of a solvable board by a kernel that threads can't share.
    pub(crate) fn alone(kernel: Box<dyn Kernel + 'k>) -> Self {
        Self::begun(kernel, &Arc::default(), 1, |_| None)
    }
}

impl<K: Kernel + ?Sized> Rounds<K> {
    fn begun(
        kernel: Box<K>,
        shared: &Arc<Mutex<SharedRound>>,
        threads: usize,
        copy: fn(&K) -> Option<Box<dyn SharedKernel>>,
    ) -> Self {
        lock(shared).begin(|proved| kernel.first_bound(proved));
        Self {
            kernel,
            shared: Arc::clone(shared),
            threads,
            frontier: LEAST_FRONTIER as usize,
            long_round: u64::MAX,
            copy,
        }
    }

    /// Limits the frontier to this number of bytes.
    #[cfg(test)]
    pub(crate) fn with_frontier(self, frontier: usize) -> Self {
        Self { frontier, ..self }
    }

    /// Sets the memory of the frontier, given the caller's memory in bytes.
    pub(crate) fn set_memory(&mut self, memory: u64) {
        self.frontier = (memory / FRONTIER).clamp(LEAST_FRONTIER, MOST_FRONTIER) as usize;
    }

    /// Continues with another kernel of the board, from a round that has not begun on.
    pub(crate) fn replace(&mut self, kernel: Box<K>, partitions: Vec<usize>) {
        self.kernel = kernel;
        let mut shared = lock(&self.shared);
        shared.round.partitions = partitions;
        shared.begin(|proved| self.kernel.first_bound(proved));
    }

    pub(crate) fn metric(&self) -> Metric {
        self.kernel.metric()
    }

    /// Returns the bound of a round that has not begun.
    pub(crate) fn bound(&self) -> Option<usize> {
        let SharedRound { round, left, .. } = &*lock(&self.shared);
        (round.seeds.is_none() && left.is_none()).then_some(round.bound)
    }

    /// Returns whether partitions are to be chosen before the round.
    pub(crate) fn is_choosing(&self) -> bool {
        let round = &lock(&self.shared).round;
        round.last_round >= self.long_round && round.partitions.is_empty()
    }

    /// Allows storing the round once its bound is reported, unless a search resumed there would
    /// repeat work before it: beams, or the choice of partitions.
    pub(crate) fn announce(&self, is_before_beams: bool) {
        let is_at_rest = !is_before_beams && !self.is_choosing();
        lock(&self.shared).rest(is_at_rest, is_at_rest);
    }

    /// Searches round after round until there is a solution, or the round is over that is a part.
    pub(crate) async fn prove(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        loop {
            if let Some(bound) = self.bound() {
                self.announce(false);
                pace.tell(Step::Bound(bound)).await;
            }
            if let ControlFlow::Break(found) = self.round(pace).await? {
                if let Some(moves) = found {
                    pace.tell(Step::Found(moves)).await;
                }
                return Ok(());
            }
        }
    }

    /// Searches a round; unless it ends the search, the next one follows.
    pub(crate) async fn round(
        &mut self,
        pace: &mut Pace,
    ) -> Result<ControlFlow<Option<Moves>>, OutOfMemory> {
        pace.wait_for_allowance().await;
        let (bound, last_round, is_traced) = {
            let shared = &mut *lock(&self.shared);
            shared.rest(false, false);
            let round = &shared.round;
            (round.bound, round.last_round, round.seeds.is_some())
        };
        if bound == 0 && self.kernel.is_solved() {
            return Ok(ControlFlow::Break(Some(Moves::new())));
        }
        let policy = self.kernel.begin(bound, last_round);
        let mut seeds = self.split(policy, pace).await?;
        self.make_units(&mut seeds, policy)?;
        let found = self.search(&Arc::new(seeds), is_traced, pace).await?;
        let mut shared = lock(&self.shared);
        if found.is_some() || shared.round.is_part {
            return Ok(ControlFlow::Break(found));
        }
        shared.left = None;
        shared.round.last_round = mem::take(&mut shared.round.in_round);
        shared.round.bound = self.kernel.first_bound(shared.round.bound + 1);
        Ok(ControlFlow::Continue(()))
    }

    /// Splits a round, along stored paths if there are any: expands depth after depth until there
    /// are enough boards, and puts these in order.
    async fn split(&mut self, policy: SplitPolicy, pace: &mut Pace) -> Result<Seeds, OutOfMemory> {
        let mut seeds = Seeds::of_roots(self.kernel.boards().len());
        // The paths stay in the round, which may be stored before it is split again.
        match &lock(&self.shared).round.seeds {
            Some(paths) if paths.is_empty() => return Ok(Seeds::of_roots(0)),
            Some(paths) => {
                seeds.trace = Some(Trace::new(paths, self.metric(), seeds.len())?);
            }
            None if policy.seeds == 0 => return Ok(seeds),
            None => {}
        }
        while !self.is_split(&seeds, policy) {
            let mut next = 0;
            while next < seeds.len() {
                pace.wait_for_allowance().await;
                let before = pace.counts.expanded;
                // A round that was stored has been counted.
                let mut again = Counts::default();
                let counts = match seeds.trace {
                    Some(_) => &mut again,
                    None => &mut pace.counts,
                };
                let chunk = self.kernel.chunk(pace.slice.effort) as u64;
                let most = chunk.min(counts.limit - counts.expanded) as usize;
                let first = next;
                next = seeds.len().min(first + most);
                self.kernel.expand(first..next, &mut seeds, counts)?;
                self.kernel.boards().free(next);
                lock(&self.shared).round.in_round += pace.counts.expanded - before;
                pace.pay(TRACED * (next - first));
                // A chunk ends the slice, unless its boards are on stored paths.
                if seeds.trace.is_none() || pace.slice.effort.is_spent() {
                    pace.end_slice().await;
                }
            }
            seeds.descend();
            self.kernel.boards().descend();
        }
        seeds.order = match &seeds.trace {
            Some(trace) => trace.order()?,
            None => by_priority(seeds.len(), |nth| self.kernel.priority(nth))?,
        };
        pace.end_slice().await;
        seeds.trace = None;
        Ok(seeds)
    }

    /// Returns whether the boards of a depth are the seeds.
    fn is_split(&mut self, seeds: &Seeds, policy: SplitPolicy) -> bool {
        let boards = seeds.len();
        if let Some(trace) = &seeds.trace {
            return boards == 0 || seeds.depth >= trace.length;
        }
        let bytes = self.kernel.boards().board_bytes() + PATH_BYTES;
        let is_full = boards > self.frontier / 3 / bytes;
        let bound = lock(&self.shared).round.bound;
        let is_deep = seeds.depth >= DEEPEST_SPLIT.min(bound.saturating_sub(1));
        let is_enough = seeds.depth > 0 && boards >= policy.seeds;
        boards == 0 || is_full || is_deep || is_enough
    }

    /// Shares out the seeds to units.
    fn make_units(&self, seeds: &mut Seeds, policy: SplitPolicy) -> Result<(), OutOfMemory> {
        let most = if seeds.are_roots() {
            u64::MAX
        } else {
            policy.unit
        };
        let mut size = 0_u64;
        for nth in 0..seeds.len() {
            match seeds.units.last_mut() {
                Some(unit) if size < most && unit.len() < MOST_SEEDS => unit.end = nth + 1,
                _ => {
                    push(&mut seeds.units, nth..nth + 1)?;
                    size = 0;
                }
            }
            size += 1 << (self.kernel.priority(seeds.number(nth)) / policy.doubling).min(40);
        }
        Ok(())
    }

    /// Searches unit after unit; returns the first solution.
    async fn search(
        &mut self,
        seeds: &Arc<Seeds>,
        is_resumed: bool,
        pace: &mut Pace,
    ) -> Result<Option<Moves>, OutOfMemory> {
        // A resumed search repeats the units under way, those of workers included. So one unit has
        // to be over, or a caller that stores repeatedly makes no progress.
        lock(&self.shared).continue_with(seeds, 0, !is_resumed);
        if !seeds.are_roots() {
            pace.end_slice().await;
            pace.wait_for_allowance().await;
        }
        let mut workers = None;
        for (nth, unit) in seeds.units.iter().enumerate() {
            let mut is_open = false;
            loop {
                let before = pace.counts.expanded;
                // At the limit a unit may still need no expansion.
                let by_workers = if is_open || pace.counts.is_spent() {
                    None
                } else {
                    self.ask_workers(&mut workers, seeds, nth, &mut pace.counts)?
                };
                let step = if let Some(step) = by_workers {
                    step
                } else {
                    if !mem::replace(&mut is_open, true) {
                        lock(&self.shared).rest(false, false);
                        self.kernel.open(seeds, unit.clone())?;
                    }
                    let until = pace.slice.until.min(pace.counts.limit);
                    let (counts, effort) = (&mut pace.counts, &mut pace.slice.effort);
                    self.kernel.advance(seeds, until, counts, effort)?
                };
                lock(&self.shared).round.in_round += pace.counts.expanded - before;
                match step {
                    Step::Found(moves) => {
                        lock(&self.shared).rest(false, false);
                        return Ok(Some(moves));
                    }
                    Step::Done => break,
                    Step::Paused | Step::Bound(_) => {
                        pace.end_slice().await;
                        pace.wait_for_allowance().await;
                    }
                }
            }
            lock(&self.shared).continue_with(seeds, nth + 1, true);
            // A pause, since a search is stored between two units. At the limit there is none: the
            // next unit may need no expansion.
            if !pace.counts.is_spent() {
                pace.end_slice().await;
                pace.wait_for_allowance().await;
            }
        }
        Ok(None)
    }

    /// Takes a worker's result of the next unit; `None` if this thread is to search it.
    fn ask_workers(
        &mut self,
        workers: &mut Option<Units>,
        seeds: &Arc<Seeds>,
        nth: usize,
        counts: &mut Counts,
    ) -> Result<Option<Step>, OutOfMemory> {
        if workers.is_none() {
            // A browser has no threads, so the code of workers is not compiled.
            let may_start = !cfg!(target_family = "wasm") && self.threads > 1;
            if !may_start || nth + 1 == seeds.units.len() {
                return Ok(None);
            }
            let kernel = (self.copy)(&self.kernel);
            *workers = kernel.and_then(|it| Units::start(&*it, seeds, nth, self.threads));
        }
        let Some((counted, step)) = workers.as_mut().and_then(|it| it.take_over(nth)) else {
            // There are no workers, or one has panicked: the search ends as on one thread.
            (*workers, self.threads) = (None, 1);
            return Ok(None);
        };
        let step = step?;
        if counted.expanded > counts.limit - counts.expanded {
            // The limit lies in this unit: it is searched again, up to there.
            *workers = None;
            return Ok(None);
        }
        counts.add(counted);
        Ok(Some(step))
    }
}
