//! The stored form of a round: a bound, and the paths to the remaining seeds.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use std::sync::Mutex;

use super::kernel::Kernel;
use super::seeds::{BlankMove, Seeds};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};

/// The rest of a round, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoredRound {
    /// All shorter solutions are proved impossible.
    pub(crate) bound: usize,
    /// The boards expanded in the round before, and in this one.
    pub(crate) last_round: u64,
    pub(crate) in_round: u64,
    /// True if the search ends with it.
    pub(crate) is_part: bool,
    /// The numbers of the partitions that are followed, if they were chosen for the board.
    pub(crate) partitions: Vec<usize>,
    /// The paths to the seeds that are left; `None` before the round is split.
    pub(crate) seeds: Option<Vec<Moves>>,
}

impl StoredRound {
    /// Returns a round that has not begun.
    pub(crate) fn new(bound: usize) -> Self {
        Self {
            bound,
            ..Self::default()
        }
    }

    /// Returns it for a search that may be stored from the beginning on.
    pub(crate) fn shared(self) -> Arc<Mutex<SharedRound>> {
        Arc::new(Mutex::new(SharedRound::new(self)))
    }

    /// Returns the next round, after `expanded` expansions elsewhere have exhausted the rest of
    /// this one.
    pub(crate) fn next(&self, stride: usize, expanded: u64) -> Self {
        Self {
            bound: self.bound.saturating_add(stride),
            last_round: self.in_round.saturating_add(expanded),
            partitions: self.partitions.clone(),
            ..Self::default()
        }
    }
}

/// Stored paths, all of one number of moves.
#[derive(Debug)]
pub(super) struct Paths {
    /// The moves of all paths, in the stored order, and the number of moves of each.
    moves: Vec<BlankMove>,
    pub(super) length: usize,
    pub(super) count: usize,
}

impl Paths {
    fn new(stored: &[Moves], metric: Metric) -> Result<Self, OutOfMemory> {
        let length = stored.first().map_or(0, |path| metric.length(path));
        let mut moves = reserved(stored.len() * length)?;
        for path in stored {
            BlankMove::extend_path(&mut moves, path, metric);
        }
        Ok(Self {
            moves,
            length,
            count: stored.len(),
        })
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn path(&self, nth: usize) -> &[BlankMove] {
        &self.moves[nth * self.length..][..self.length]
    }
}

/// The part of a round that is left.
#[derive(Debug, Default)]
pub(super) enum Left {
    /// All: it has not begun, or is split for the first time.
    #[default]
    All,
    /// The stored paths that are followed again.
    Paths(Arc<Paths>),
    /// The seeds, the units of them, and the number of the next unit.
    Units(Arc<Seeds>, Arc<Vec<Range<usize>>>, usize),
}

/// The current round of a search, shared with the callers that store or split it between two
/// slices.
#[derive(Debug, Default)]
pub(crate) struct SharedRound {
    /// The round; the paths are moved to `left` when it begins.
    pub(super) round: StoredRound,
    pub(super) left: Left,
    /// True if storing or splitting it now loses no work.
    may_store: bool,
    may_part: bool,
}

impl SharedRound {
    /// Returns a round that may be stored from the beginning on.
    pub(crate) fn new(round: StoredRound) -> Self {
        Self {
            round,
            may_store: true,
            ..Self::default()
        }
    }

    /// Returns the numbers of the partitions that are followed, if they were chosen for the board.
    pub(crate) const fn partitions(&mut self) -> &mut Vec<usize> {
        &mut self.round.partitions
    }

    /// Begins or continues the round by a kernel. If the kernel has a higher bound, the next round
    /// begins.
    pub(super) fn begin<K: Kernel + ?Sized>(&mut self, kernel: &K) -> Result<(), OutOfMemory> {
        let bound = kernel.first_bound(self.round.bound);
        let paths = self.round.seeds.take();
        let paths = paths.filter(|_| bound == self.round.bound);
        self.left = match paths {
            Some(paths) => Left::Paths(Arc::new(Paths::new(&paths, kernel.metric())?)),
            None => Left::All,
        };
        self.round.bound = bound;
        self.rest(matches!(self.left, Left::All), false);
        Ok(())
    }

    /// Sets whether the round may be stored from now on.
    pub(super) const fn rest(&mut self, may_store: bool, may_part: bool) {
        (self.may_store, self.may_part) = (may_store, may_part);
    }

    /// Begins to split the round; returns its bound, the expansions of the one before, and the paths
    /// to follow.
    pub(super) fn open(&mut self) -> (usize, u64, Option<Arc<Paths>>) {
        self.rest(false, false);
        let paths = match &self.left {
            Left::Paths(paths) => Some(Arc::clone(paths)),
            _ => None,
        };
        (self.round.bound, self.round.last_round, paths)
    }

    pub(super) fn continue_with(&mut self, left: Left, may_store: bool) {
        self.left = left;
        self.rest(may_store, true);
    }

    pub(super) fn end<K: Kernel + ?Sized>(&mut self, kernel: &K) {
        self.left = Left::All;
        self.round.last_round = mem::take(&mut self.round.in_round);
        self.round.bound = kernel.first_bound(self.round.bound + 1);
    }

    /// Returns whether storing the round loses no work and, if `parts` are wanted, whether it has
    /// several units.
    pub(crate) fn may_stop(&self, parts: usize) -> bool {
        match (&self.left, parts) {
            (_, 0) => self.may_store,
            // A single part is the whole round.
            (Left::Units(_, units, nth), _) => self.may_part && nth + parts.min(2) <= units.len(),
            _ => self.may_part && parts == 1,
        }
    }

    pub(crate) fn stored(&self) -> Result<StoredRound, OutOfMemory> {
        let left = match &self.left {
            Left::All => self
                .round
                .seeds
                .as_ref()
                .map(|paths| copy(paths.len(), |nth| paths[nth].clone())),
            Left::Paths(paths) => {
                let path = |nth| BlankMove::moves(paths.path(nth));
                Some(copy(paths.count, path))
            }
            Left::Units(seeds, _, 0) if seeds.are_roots() => None,
            Left::Units(seeds, units, nth) => {
                let first = units.get(*nth).map_or(seeds.len(), |unit| unit.start);
                let path = |nth| BlankMove::moves(&seeds.path(first + nth));
                Some(copy(seeds.len() - first, path))
            }
        };
        Ok(StoredRound {
            partitions: self.round.partitions.clone(),
            seeds: left.transpose()?,
            ..self.round
        })
    }

    /// Splits the rest into up to `wanted` searches of about equal numbers of whole units; none
    /// before the units are made.
    pub(crate) fn parts(&self, wanted: usize) -> Result<Vec<StoredRound>, OutOfMemory> {
        if wanted == 0 || !self.may_stop(wanted) {
            return Ok(Vec::new());
        }
        let whole = StoredRound {
            in_round: 0,
            is_part: true,
            ..self.stored()?
        };
        let units = match &self.left {
            Left::Units(_, units, nth) if wanted > 1 => &units[*nth..],
            _ => return Ok(Vec::from([whole])),
        };
        let wanted = wanted.min(units.len());
        let mut seeds = whole.seeds.unwrap_or_default().into_iter();
        let part = |nth: usize| {
            let units = &units[nth * units.len() / wanted..(nth + 1) * units.len() / wanted];
            let count = units.iter().map(Range::len).sum();
            let mut own = reserved(count)?;
            own.extend(seeds.by_ref().take(count));
            Ok(StoredRound {
                partitions: whole.partitions.clone(),
                seeds: Some(own),
                ..whole
            })
        };
        (0..wanted).map(part).collect()
    }
}

fn copy(count: usize, path: impl Fn(usize) -> Moves) -> Result<Vec<Moves>, OutOfMemory> {
    let mut paths = reserved(count)?;
    paths.extend((0..count).map(path));
    Ok(paths)
}
