//! The seeds of a round, boards below which it is searched, and its stored form: a bound, and the
//! paths to the remaining seeds.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::iter;
use core::mem;
use core::ops::Range;
use std::sync::Mutex;

use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::{OutOfMemory, collected, filled, push, reserved};
use crate::side::Side;

/// A move of the blank: to a side, past a run of tiles. In the single-tile metric a run is one
/// tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BlankMove {
    pub(crate) side: Side,
    pub(crate) tiles: u16,
}

impl BlankMove {
    /// Returns a move past one tile.
    pub(crate) const fn of_one(side: Side) -> Self {
        Self { side, tiles: 1 }
    }

    /// Returns the moves of tiles along a path.
    pub(crate) fn moves(path: impl IntoIterator<Item = Self>) -> Moves {
        let mut moves = Moves::new();
        for run in path {
            moves.extend(iter::repeat_n(run.side.tile_moves(), run.tiles.into()));
        }
        moves
    }
}

/// The boards of a depth, as a kernel represents them, and the children made so far.
///
/// They stand in blocks of one length: growing copies none, and blocks are freed one by one. A copy
/// shares the boards.
#[derive(Clone, Debug)]
pub(crate) struct Boards<S> {
    all: Arc<Vec<Vec<S>>>,
    children: Vec<Vec<S>>,
}

impl<S> Boards<S> {
    /// The number of boards of a block, but for the last one.
    const LEN: usize = 1 << 9;

    /// Returns the roots of a round, a few.
    pub(crate) fn of(roots: Vec<S>) -> Self {
        Self {
            all: Arc::new(Vec::from([roots])),
            children: Vec::new(),
        }
    }

    pub(crate) fn get(&self, nth: usize) -> &S {
        &self.all[nth / Self::LEN][nth % Self::LEN]
    }

    pub(crate) fn add_child(&mut self, child: S) -> Result<(), OutOfMemory> {
        match self.children.last_mut() {
            Some(last) if last.len() < Self::LEN => push(last, child),
            _ => {
                let is_first = self.children.is_empty();
                let mut block = reserved(if is_first { 1 } else { Self::LEN })?;
                block.push(child);
                push(&mut self.children, block)
            }
        }
    }
}

/// [`Boards`] of any kernel.
pub(crate) trait AnyBoards {
    fn len(&self) -> usize;

    /// Returns the size of a board, in bytes.
    fn board_bytes(&self) -> usize;

    /// Frees boards before a number, which are expanded.
    fn free(&mut self, before: usize);

    /// Replaces the boards by their children.
    fn descend(&mut self);
}

impl<S> AnyBoards for Boards<S> {
    fn len(&self) -> usize {
        let before = self.all.len().saturating_sub(1) * Self::LEN;
        before + self.all.last().map_or(0, Vec::len)
    }

    fn board_bytes(&self) -> usize {
        size_of::<S>()
    }

    fn free(&mut self, before: usize) {
        if let Some(all) = Arc::get_mut(&mut self.all) {
            let expanded = all[..before / Self::LEN].iter_mut().rev();
            expanded
                .take_while(|block| !block.is_empty())
                .for_each(|block| *block = Vec::new());
        }
    }

    fn descend(&mut self) {
        self.all = Arc::new(mem::take(&mut self.children));
    }
}

/// The paths to boards of a round, in the order in which these are searched; while the round is
/// split, to all boards of a depth, and to the children of those that are expanded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seeds {
    /// For each board the place of its last move in `steps`.
    places: Vec<u32>,
    /// The numbers of the boards in their order; empty before they are put in order.
    pub(super) order: Vec<u32>,
    /// The units of the round, once it is split.
    pub(super) units: Vec<Range<usize>>,
    /// The paths, as the place of the move before and the move. The first place is the root's.
    steps: Vec<(u32, BlankMove)>,
    /// For each child the place of its last move.
    children: Vec<u32>,
    pub(super) depth: usize,
    /// The paths to follow, if the round was stored, until it is split.
    pub(super) trace: Option<Trace>,
}

impl Seeds {
    /// Returns the roots of a round, to which no moves lead.
    pub(crate) fn of_roots(roots: usize) -> Self {
        Self {
            places: alloc::vec![0; roots],
            steps: alloc::vec![(0, BlankMove::of_one(Side::Up))],
            ..Self::default()
        }
    }

    /// Returns whether they are roots: the round is not split.
    pub(crate) fn are_roots(&self) -> bool {
        self.places.first() == Some(&0)
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the number of a seed's board.
    pub(crate) fn number(&self, nth: usize) -> usize {
        self.order.get(nth).map_or(nth, |&number| number as usize)
    }

    /// Notes the child that a move from the board with the number `parent` makes; returns whether
    /// it is wanted.
    pub(crate) fn push(&mut self, parent: usize, step: BlankMove) -> Result<bool, OutOfMemory> {
        if let Some(trace) = &mut self.trace {
            if !trace.follows(parent, self.depth, step)? {
                return Ok(false);
            }
        }
        push(&mut self.children, self.steps.len() as u32)?;
        push(&mut self.steps, (self.places[parent], step))?;
        Ok(true)
    }

    /// Continues with the children.
    pub(super) fn descend(&mut self) {
        self.places = mem::take(&mut self.children);
        self.depth += 1;
        if let Some(trace) = &mut self.trace {
            trace.level = mem::take(&mut trace.children);
        }
    }

    /// Returns the path from the root to a seed.
    pub(crate) fn path(&self, nth: usize) -> Vec<BlankMove> {
        let mut path = Vec::new();
        let mut place = self.places[self.number(nth)];
        while place != 0 {
            let (parent, step) = self.steps[place as usize];
            path.push(step);
            place = parent;
        }
        path.reverse();
        path
    }
}

/// Returns the numbers of boards by falling priority; equals stay in their order. Takes linear time:
/// there are hundreds of thousands, in one slice.
pub(super) fn by_priority(
    boards: usize,
    priority: impl Fn(usize) -> usize,
) -> Result<Vec<u32>, OutOfMemory> {
    let most = (0..boards).map(&priority).max().unwrap_or(0);
    // `[most - priority]`: the next place.
    let mut next = filled(0, most + 2)?;
    (0..boards).for_each(|nth| next[most - priority(nth) + 1] += 1);
    (1..next.len()).for_each(|at| next[at] += next[at - 1]);
    let mut order = filled(0, boards)?;
    for nth in 0..boards {
        let next = &mut next[most - priority(nth)];
        order[*next] = nth as u32;
        *next += 1;
    }
    Ok(order)
}

/// Stored paths, all of one number of moves, followed from the root, all at once.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    /// The moves of all paths, in the stored order, and the number of moves of each.
    moves: Vec<BlankMove>,
    pub(super) length: usize,
    /// The numbers of the paths, in their alphabetic order.
    sorted: Vec<u32>,
    /// For each board of the depth, and each child, the paths that lead there, as places in
    /// `sorted`.
    level: Vec<Range<usize>>,
    children: Vec<Range<usize>>,
}

impl Trace {
    pub(super) fn new(paths: &[Moves], metric: Metric, roots: usize) -> Result<Self, OutOfMemory> {
        let length = paths.first().map_or(0, |path| metric.length(path));
        let mut trace = Self {
            moves: reserved(paths.len() * length)?,
            length,
            sorted: collected(0..paths.len() as u32)?,
            level: filled(0..paths.len(), roots)?,
            children: Vec::new(),
        };
        for path in paths {
            let runs = path[..].chunk_by(|a, b| metric == Metric::MultiTile && a == b);
            trace.moves.extend(runs.map(|run| BlankMove {
                side: Side::of_blank(run[0]),
                tiles: u16::try_from(run.len()).unwrap_or(u16::MAX),
            }));
        }
        let path = |nth: u32| &trace.moves[nth as usize * length..][..length];
        trace.sorted.sort_unstable_by_key(|&nth| path(nth));
        Ok(trace)
    }

    /// Follows a move from one of the boards of a depth; returns whether a path goes there.
    fn follows(
        &mut self,
        parent: usize,
        depth: usize,
        step: BlankMove,
    ) -> Result<bool, OutOfMemory> {
        let range = self.level[parent].clone();
        let sorted = &self.sorted[range.clone()];
        let at = |nth: u32| self.moves[nth as usize * self.length + depth];
        let first = sorted.partition_point(|&nth| at(nth) < step);
        let after = sorted.partition_point(|&nth| at(nth) <= step);
        if first < after {
            push(&mut self.children, range.start + first..range.start + after)?;
        }
        Ok(first < after)
    }

    /// Returns the numbers of the boards in the stored order; a path that the kernel refuses has
    /// none.
    pub(super) fn order(&self) -> Result<Vec<u32>, OutOfMemory> {
        let first = |range: &Range<usize>| u64::from(self.sorted[range.start]);
        let first = self.level.iter().map(first);
        let mut order = collected(first.enumerate().map(|(nth, it)| it << 32 | nth as u64))?;
        order.sort_unstable();
        collected(order.into_iter().map(|it| it as u32))
    }
}

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

/// The current round of a search, shared with the callers that store or split it between two
/// slices.
#[derive(Debug, Default)]
pub(crate) struct SharedRound {
    /// The round, with the paths to follow before it is split.
    pub(crate) round: StoredRound,
    /// The seeds and the number of the next unit, once it is split.
    pub(super) left: Option<(Arc<Seeds>, usize)>,
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

    /// Begins or continues the round by a kernel, given the first bound that this has. If it is
    /// higher, the next round begins.
    pub(super) fn begin(&mut self, first_bound: impl FnOnce(usize) -> usize) {
        let bound = first_bound(self.round.bound);
        if bound != self.round.bound {
            self.round.seeds = None;
        }
        (self.round.bound, self.left) = (bound, None);
        self.rest(self.round.seeds.is_none(), false);
    }

    /// Sets whether the round may be stored from now on.
    pub(super) const fn rest(&mut self, may_store: bool, may_part: bool) {
        (self.may_store, self.may_part) = (may_store, may_part);
    }

    pub(super) fn continue_with(&mut self, seeds: &Arc<Seeds>, unit: usize, may_store: bool) {
        (self.round.seeds, self.left) = (None, Some((Arc::clone(seeds), unit)));
        self.rest(may_store, true);
    }

    /// Returns whether storing the round loses no work and, if `parts` are wanted, whether it has
    /// several units.
    pub(crate) fn may_stop(&self, parts: usize) -> bool {
        match (&self.left, parts) {
            (_, 0) => self.may_store,
            // A single part is the whole round.
            (Some((seeds, unit)), _) => self.may_part && unit + parts.min(2) <= seeds.units.len(),
            (None, _) => self.may_part && parts == 1,
        }
    }

    pub(crate) fn stored(&self) -> Result<StoredRound, OutOfMemory> {
        let seeds = match (&self.left, &self.round.seeds) {
            (Some((seeds, 0)), _) if seeds.are_roots() => None,
            (Some((seeds, unit)), _) => {
                let first = seeds
                    .units
                    .get(*unit)
                    .map_or(seeds.len(), |unit| unit.start);
                let paths = (first..seeds.len()).map(|nth| BlankMove::moves(seeds.path(nth)));
                Some(collected(paths))
            }
            (None, paths) => paths.as_ref().map(|paths| collected(paths.iter().cloned())),
        };
        Ok(StoredRound {
            partitions: self.round.partitions.clone(),
            seeds: seeds.transpose()?,
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
            Some((seeds, unit)) if wanted > 1 => &seeds.units[*unit..],
            _ => return Ok(Vec::from([whole])),
        };
        let wanted = wanted.min(units.len());
        let mut seeds = whole.seeds.unwrap_or_default().into_iter();
        let part = |nth: usize| {
            let units = &units[nth * units.len() / wanted..(nth + 1) * units.len() / wanted];
            let count = units.iter().map(Range::len).sum();
            Ok(StoredRound {
                partitions: whole.partitions.clone(),
                seeds: Some(collected(seeds.by_ref().take(count))?),
                ..whole
            })
        };
        (0..wanted).map(part).collect()
    }
}
