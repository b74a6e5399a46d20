//! Iterative deepening: round after round, each with a bound of the moves of a solution.
//!
//! A round is split into seeds, boards with the paths to them, depth after depth. Some seeds make a
//! unit; units are searched in order, or on several threads, whose results are taken over in that
//! order. So neither the answer nor a count shows how many threads there were, nor how the work was
//! cut into slices. A search that is stored is the bound and the paths to the seeds that are left.

mod kernel;
mod seeds;
mod stored;
mod units;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::{fmt, mem};

pub(crate) use kernel::{CHUNK, Kernel, Portions, SharedKernel};
pub(crate) use seeds::{AnyBoards, BlankMove, Boards, Seeds, Split};
use seeds::{Trace, by_priority};
pub(crate) use stored::StoredRound;
use units::Units;

use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, push, reserved};
use crate::runtime::effort::Slice;
use crate::runtime::work::{Counts, Step, Work};

/// The frontier of a round takes one part in `FRONTIER` of the caller's memory, but at least
/// `LEAST_FRONTIER` bytes, more than rounds without a pool of tables need, and at most
/// `MOST_FRONTIER`: four times the most spares no expansions in rows `korf24-*` of the results.
const FRONTIER: u64 = 4;
const LEAST_FRONTIER: u64 = 16_000_000;
const MOST_FRONTIER: u64 = 52_000_000;

/// The bytes of the path to a board: a move and its place.
const PATH_BYTES: usize = 12;

/// The cost of a board on stored paths, in nanoseconds.
const TRACED: usize = 300;

/// The depth at which a round is split at most: a tree without enough boards up there is too thin
/// to be worth it.
const DEEPEST_SPLIT: usize = 64;

/// A search for a shortest solution, round after round.
///
/// Iterative deepening A* (Korf 1985). The root is counted by the caller that begins the solve.
pub(crate) struct Rounds<K: Kernel + ?Sized = dyn SharedKernel> {
    kernel: Box<K>,
    /// The round, without the paths to its seeds.
    pub(crate) round: StoredRound,
    stage: Stage,
    /// True if it looks for all solutions of the last round, not for one.
    is_for_all: bool,
    is_found: bool,
    threads: usize,
    /// The memory of the boards of a depth, in bytes: a depth is not expanded if three children of
    /// each board might exceed it.
    frontier: usize,
    /// Copies the kernel for a thread, if it can be shared.
    copy: fn(&K) -> Option<Box<dyn SharedKernel>>,
    /// The units of the round, if workers search them.
    pool: Option<Units>,
}

/// The stage of a search.
#[derive(Clone)]
enum Stage {
    /// The bound is to be reported.
    New,
    /// The round has not begun.
    Announced,
    Splitting(Box<Split>, Portions),
    Searching(Searching),
    Over,
}

/// The search of a round that is split.
#[derive(Clone)]
struct Searching {
    seeds: Arc<Seeds>,
    /// The seeds of each unit, which are searched together.
    units: Arc<Vec<Range<usize>>>,
    /// The number of the next unit, or of the unit that is searched.
    nth: usize,
    is_open: bool,
    /// True until a unit of a search that was stored is over.
    is_resumed: bool,
}

impl Rounds {
    /// Returns the search of a solvable board from its first round on. All solutions shorter than
    /// `proved` are proved impossible.
    pub(crate) fn new(kernel: Box<dyn SharedKernel>, proved: usize) -> Self {
        Self::begun(kernel, &StoredRound::new(proved), |it| Some(it.copy()))
    }

    /// Returns the search that continues what was stored, on up to `threads` threads.
    ///
    /// A path that the kernel does not go is left out: if it is one of the board's, no solution
    /// of the round begins with it, or another one is found.
    pub(crate) fn resumed(
        kernel: Box<dyn SharedKernel>,
        stored: &StoredRound,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let mut rounds = Self {
            threads,
            ..Self::begun(kernel, stored, |it| Some(it.copy()))
        };
        let (kernel, bound) = (&mut rounds.kernel, rounds.round.bound);
        let left = stored.seeds.as_ref().filter(|_| bound == stored.bound);
        if let Some(left) = left {
            let portions = kernel.begin(bound, stored.last_round);
            rounds.stage = if left.is_empty() {
                Stage::Searching(Searching::new(Seeds::of_roots(0), &**kernel, portions)?)
            } else {
                let roots = kernel.boards().len();
                let trace = Trace::new(left, kernel.metric(), roots)?;
                Stage::Splitting(Box::new(Split::new(roots, Some(trace))), portions)
            };
        }
        Ok(rounds)
    }

    /// Continues with another kernel of the board, from a round that has not begun on.
    pub(crate) fn replace(
        &mut self,
        kernel: Box<dyn SharedKernel>,
        partitions: Vec<usize>,
    ) -> Result<(), OutOfMemory> {
        let frontier = self.frontier;
        *self = Self::resumed(kernel, &self.stored()?, self.threads)?;
        (self.frontier, self.round.partitions) = (frontier, partitions);
        Ok(())
    }
}

impl<'k> Rounds<dyn Kernel + 'k> {
    /// Returns the search of a solvable board by a kernel that threads can't share.
    pub(crate) fn alone(kernel: Box<dyn Kernel + 'k>) -> Self {
        Self::begun(kernel, &StoredRound::default(), |_| None)
    }
}

impl<K: Kernel + ?Sized> Rounds<K> {
    /// Returns the search from the beginning of a round on.
    fn begun(
        kernel: Box<K>,
        stored: &StoredRound,
        copy: fn(&K) -> Option<Box<dyn SharedKernel>>,
    ) -> Self {
        Self {
            round: StoredRound {
                bound: kernel.first_bound(stored.bound),
                partitions: stored.partitions.clone(),
                seeds: None,
                ..*stored
            },
            kernel,
            stage: Stage::New,
            is_for_all: false,
            is_found: false,
            threads: 1,
            frontier: LEAST_FRONTIER as usize,
            copy,
            pool: None,
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

    /// Looks for all solutions of the last round, on this thread: a worker ends its unit with the
    /// first one.
    pub(crate) const fn for_all(mut self) -> Self {
        (self.is_for_all, self.threads) = (true, 1);
        self
    }

    /// Expands some boards of the depth, or arranges the seeds and begins the units of the round once there are enough
    /// seeds; returns the next stage.
    fn split(
        &mut self,
        mut split: Box<Split>,
        portions: Portions,
        slice: &mut Slice,
        counts: &mut Counts,
    ) -> Result<Stage, OutOfMemory> {
        if split.places.is_some() {
            if !split.arrange(self.kernel.boards(), &mut slice.effort) {
                return Ok(Stage::Splitting(split, portions));
            }
            let (is_traced, seeds) = (split.trace.is_some(), split.level);
            return Ok(Stage::Searching(Searching {
                is_resumed: is_traced && seeds.len() > 0,
                ..Searching::new(seeds, &*self.kernel, portions)?
            }));
        }
        if split.expanded == 0 && self.is_split(&split, portions) {
            split.places = Some(match &split.trace {
                Some(trace) => trace.places()?,
                None => by_priority(split.level.len(), |nth| self.kernel.priority(nth))?,
            });
            return Ok(Stage::Splitting(split, portions));
        }
        let chunk = self.kernel.chunk(slice.effort);
        slice.effort.spend(TRACED * split.next(chunk).len());
        // A round that was stored has been counted.
        let mut again = Counts::default();
        let counts = if split.trace.is_some() {
            &mut again
        } else {
            counts
        };
        let left = counts.limit.saturating_sub(counts.expanded);
        let next = split.next(left.min(chunk as u64) as usize);
        self.kernel.expand(next.clone(), &mut split, counts)?;
        split.expanded = next.end;
        self.kernel.boards().free(next.end);
        if next.end == split.level.len() {
            split.descend();
            self.kernel.boards().descend();
        }
        Ok(Stage::Splitting(split, portions))
    }

    /// Returns whether the boards of a depth are the seeds.
    fn is_split(&mut self, split: &Split, portions: Portions) -> bool {
        let boards = split.level.len();
        if let Some(trace) = &split.trace {
            return boards == 0 || trace.is_over(split.depth);
        }
        let bytes = self.kernel.boards().board_bytes() + PATH_BYTES;
        let is_full = boards > self.frontier / 3 / bytes;
        let is_deep = split.depth >= DEEPEST_SPLIT.min(self.round.bound.saturating_sub(1));
        let is_enough = split.depth > 0 && boards >= portions.seeds;
        boards == 0 || is_full || is_deep || is_enough
    }

    /// Continues with the units; returns `None` if a part of the work ends within the slice.
    fn search(
        &mut self,
        mut at: Searching,
        slice: &mut Slice,
        counts: &mut Counts,
    ) -> Result<Option<Step>, OutOfMemory> {
        let Some(unit) = at.units.get(at.nth).cloned() else {
            self.pool = None;
            return Ok(Some(self.end_round()));
        };
        // At the limit it shows at once whether the unit needs no expansion.
        let by_workers = if at.is_open || counts.is_spent() {
            None
        } else {
            self.ask_workers(&at, counts)?
        };
        let step = if let Some(step) = by_workers {
            step
        } else {
            if !mem::replace(&mut at.is_open, true) {
                self.kernel.open(&at.seeds, unit)?;
            }
            let end = slice.until.min(counts.limit);
            let effort = &mut slice.effort;
            self.kernel.advance(&at.seeds, end, counts, effort)?
        };
        if let Step::Found(_) = step {
            (self.is_found, self.pool) = (true, None);
            if !self.is_for_all {
                return Ok(Some(step));
            }
        }
        let is_over = step == Step::Done;
        if is_over {
            at.nth += 1;
            (at.is_open, at.is_resumed) = (false, false);
        }
        self.stage = Stage::Searching(at);
        if is_over {
            // A pause, since a search is stored between two units. At the limit it continues: the
            // next unit may need no expansion for a solution.
            return Ok((!counts.is_spent()).then_some(Step::Paused));
        }
        Ok(Some(step))
    }

    /// Takes over what workers report of the next unit; returns `None` if this thread is to search
    /// it.
    fn ask_workers(
        &mut self,
        at: &Searching,
        counts: &mut Counts,
    ) -> Result<Option<Step>, OutOfMemory> {
        if self.pool.is_none() {
            if self.threads == 1 || at.nth + 1 == at.units.len() {
                return Ok(None);
            }
            let Some(kernel) = (self.copy)(&self.kernel) else {
                return Ok(None);
            };
            self.pool = Units::start(&*kernel, &at.seeds, &at.units, at.nth, self.threads);
        }
        let Some((counted, step)) = self.pool.as_mut().and_then(|it| it.take_over(at.nth)) else {
            // There are no workers, or one has panicked: the search ends as on one thread.
            (self.pool, self.threads) = (None, 1);
            return Ok(None);
        };
        let step = step?;
        if counted.expanded > counts.limit - counts.expanded {
            // The limit lies in this unit: it is searched again, up to there.
            self.pool = None;
            return Ok(None);
        }
        counts.add(counted);
        Ok(Some(step))
    }

    fn end_round(&mut self) -> Step {
        if self.round.is_part || self.is_found {
            return Step::Done;
        }
        let round = &mut self.round;
        round.last_round = mem::take(&mut round.in_round);
        round.bound = self.kernel.first_bound(round.bound + 1);
        self.stage = Stage::Announced;
        Step::Bound(round.bound)
    }

    /// Advances the stage. Returns `None` if there is nothing to report and the slice may continue.
    fn next_step(
        &mut self,
        slice: &mut Slice,
        counts: &mut Counts,
    ) -> Result<Option<Step>, OutOfMemory> {
        // It is over, unless another stage is set.
        Ok(match mem::replace(&mut self.stage, Stage::Over) {
            Stage::New => {
                self.stage = Stage::Announced;
                Some(Step::Bound(self.round.bound))
            }
            Stage::Announced if self.round.bound == 0 && self.kernel.is_solved() => {
                Some(Step::Found(Moves::new()))
            }
            Stage::Announced => {
                let StoredRound {
                    bound, last_round, ..
                } = self.round;
                let portions = self.kernel.begin(bound, last_round);
                let roots = self.kernel.boards().len();
                self.stage = if portions.seeds == 0 {
                    let roots = Seeds::of_roots(roots);
                    Stage::Searching(Searching::new(roots, &*self.kernel, portions)?)
                } else {
                    Stage::Splitting(Box::new(Split::new(roots, None)), portions)
                };
                None
            }
            Stage::Splitting(split, portions) => {
                let is_traced = split.trace.is_some();
                self.stage = self.split(split, portions, slice, counts)?;
                // A chunk ends the slice, unless its boards are on stored paths.
                (!is_traced).then_some(Step::Paused)
            }
            Stage::Searching(at) => self.search(at, slice, counts)?,
            Stage::Over => Some(Step::Done),
        })
    }

    /// Returns whether the round is yet to begin, and its bound is reported.
    pub(crate) const fn is_announced(&self) -> bool {
        matches!(self.stage, Stage::Announced)
    }

    /// Returns whether it is between two units, so that nothing is lost if it is stored.
    pub(crate) const fn is_between_units(&self) -> bool {
        match &self.stage {
            // A resumed search repeats the units under way, those of workers included. So one unit
            // has to be over, or a caller that stores again and again makes no progress.
            Stage::Searching(at) => !at.is_open && !at.is_resumed,
            Stage::Splitting(..) => false,
            Stage::New | Stage::Announced | Stage::Over => true,
        }
    }

    /// Returns what is stored of it, between two units.
    pub(crate) fn stored(&self) -> Result<StoredRound, OutOfMemory> {
        let mut stored = self.round.clone();
        match &self.stage {
            Stage::Splitting(split, _) => {
                stored.seeds = split.trace.as_ref().map(Trace::stored).transpose()?;
            }
            Stage::Searching(at) if at.nth > 0 || !at.seeds.are_roots() => {
                let unit = at.units.get(at.nth);
                let first = unit.map_or(at.seeds.len(), |unit| unit.start);
                let mut paths = reserved(at.seeds.len() - first)?;
                let left = first..at.seeds.len();
                paths.extend(left.map(|nth| BlankMove::moves(&at.seeds.path(nth))));
                stored.seeds = Some(paths);
            }
            _ => {}
        }
        Ok(stored)
    }

    /// Parts what is left of the round into up to `wanted` searches of about equal numbers of whole
    /// units; none if the round is not that far.
    pub(crate) fn parts(&self, wanted: usize) -> Result<Vec<StoredRound>, OutOfMemory> {
        let units = match &self.stage {
            Stage::Searching(at) if self.has_parts(wanted) => &at.units[at.nth..],
            Stage::Announced if self.has_parts(wanted) => &[],
            _ => return Ok(Vec::new()),
        };
        let whole = StoredRound {
            in_round: 0,
            is_part: true,
            ..self.stored()?
        };
        if wanted == 1 {
            return Ok(Vec::from([whole]));
        }
        whole.parts(wanted, units)
    }

    /// Returns whether the round is far enough to be parted: a single part is the whole round.
    pub(crate) fn has_parts(&self, wanted: usize) -> bool {
        match &self.stage {
            Stage::Announced => wanted == 1,
            Stage::Searching(at) => !at.is_open && at.nth + wanted.clamp(1, 2) <= at.units.len(),
            _ => false,
        }
    }
}

impl Searching {
    fn new<K: Kernel + ?Sized>(
        seeds: Seeds,
        kernel: &K,
        portions: Portions,
    ) -> Result<Self, OutOfMemory> {
        let (mut units, mut size): (Vec<Range<usize>>, u64) = (Vec::new(), 0);
        for nth in 0..seeds.len() {
            match units.last_mut() {
                Some(unit) if size < portions.unit => unit.end = nth + 1,
                _ => {
                    push(&mut units, nth..nth + 1)?;
                    size = 0;
                }
            }
            size += 1 << (kernel.priority(nth) / portions.doubling).min(40);
        }
        Ok(Self {
            seeds: Arc::new(seeds),
            units: Arc::new(units),
            nth: 0,
            is_open: false,
            is_resumed: false,
        })
    }
}

impl Clone for Rounds {
    /// Returns a search that continues from here on one thread.
    fn clone(&self) -> Self {
        Self {
            kernel: self.kernel.copy(),
            round: self.round.clone(),
            stage: self.stage.clone(),
            pool: None,
            threads: 1,
            ..*self
        }
    }
}

impl<K: Kernel + ?Sized> fmt::Debug for Rounds<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rounds")
            .field("bound", &self.round.bound)
            .field("in_round", &self.round.in_round)
            .finish_non_exhaustive()
    }
}

impl<K: Kernel + ?Sized> Work for Rounds<K> {
    type Failure = OutOfMemory;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, OutOfMemory> {
        loop {
            let before = counts.expanded;
            let step = self.next_step(slice, counts)?;
            self.round.in_round += counts.expanded - before;
            match step {
                Some(step) => return Ok(step),
                None if slice.effort.is_spent() => return Ok(Step::Paused),
                None => {}
            }
        }
    }
}
