//! The seeds of a round: boards below which it is searched, and the paths to them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::stored::Paths;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, filled, push, reserved};
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

    /// Adds moves of tiles to a path, as moves of the blank.
    pub(super) fn extend_path(path: &mut Vec<Self>, moves: &Moves, metric: Metric) {
        let steps = &moves[..];
        let runs = steps.chunk_by(|a, b| metric == Metric::MultiTile && a == b);
        path.extend(runs.map(|run| Self {
            side: Side::of_blank(run[0]),
            tiles: u16::try_from(run.len()).unwrap_or(u16::MAX),
        }));
    }

    /// Returns the moves of tiles along a path.
    pub(crate) fn moves(path: &[Self]) -> Moves {
        let mut moves = Moves::new();
        for run in path {
            moves.push_run(run.side.tile_moves(), run.tiles.into());
        }
        moves
    }
}

/// The boards of a depth, as a kernel represents them, and the children made so far.
///
/// They stand in blocks of one length: growing copies none, and blocks are freed one by one.
#[derive(Debug)]
pub(crate) struct Boards<S> {
    all: Arc<Vec<Vec<S>>>,
    children: Vec<Vec<S>>,
}

/// A copy shares the boards. It has no children: kernels are copied once the round is split.
impl<S> Clone for Boards<S> {
    fn clone(&self) -> Self {
        Self {
            all: Arc::clone(&self.all),
            children: Vec::new(),
        }
    }
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

/// The paths to boards of a round, in the order in which these are searched.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    /// For each board the place of its last move in `steps`.
    places: Vec<u32>,
    /// The numbers of the boards in their order; empty before they are put in order.
    pub(super) order: Vec<u32>,
    /// The paths, as the place of the move before and the move. The first place is the root's.
    steps: Vec<(u32, BlankMove)>,
}

impl Seeds {
    /// Returns the roots of a round, to which no moves lead.
    pub(crate) fn of_roots(roots: usize) -> Self {
        Self {
            places: alloc::vec![0; roots],
            order: Vec::new(),
            steps: alloc::vec![(0, BlankMove::of_one(Side::Up))],
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

/// Returns the numbers of boards by falling priority; equals stay in their order.
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

/// A round that is being split: the paths to the boards of a depth, and to the children of those
/// that are expanded.
#[derive(Debug)]
pub(crate) struct Split {
    /// The boards of the depth. The last steps are those to the children.
    pub(crate) level: Seeds,
    /// For each child the place of its last move.
    children: Vec<u32>,
    pub(super) depth: usize,
    /// The paths to follow, if the round was stored.
    pub(super) trace: Option<Trace>,
}

impl Split {
    /// Begins with the roots of a round.
    pub(super) fn new(roots: usize, trace: Option<Trace>) -> Self {
        Self {
            level: Seeds::of_roots(roots),
            children: Vec::new(),
            depth: 0,
            trace,
        }
    }

    /// Notes the child that a move from the board with the number `parent` makes; returns whether
    /// it is wanted.
    pub(crate) fn push(&mut self, parent: usize, step: BlankMove) -> Result<bool, OutOfMemory> {
        if let Some(trace) = &mut self.trace {
            if !trace.follows(parent, self.depth, step)? {
                return Ok(false);
            }
        }
        push(&mut self.children, self.level.steps.len() as u32)?;
        let before = self.level.places[parent];
        push(&mut self.level.steps, (before, step))?;
        Ok(true)
    }

    /// Continues with the children.
    pub(super) fn descend(&mut self) {
        self.level.places = mem::take(&mut self.children);
        self.depth += 1;
        if let Some(trace) = &mut self.trace {
            trace.level = mem::take(&mut trace.children);
        }
    }
}

/// Stored paths, followed from the root, all at once.
#[derive(Debug)]
pub(super) struct Trace {
    paths: Arc<Paths>,
    /// The numbers of the paths, in their alphabetic order.
    sorted: Vec<u32>,
    /// For each board of the depth, and each child, the paths that lead there, as places in
    /// `sorted`.
    level: Vec<Range<usize>>,
    children: Vec<Range<usize>>,
}

impl Trace {
    pub(super) fn new(paths: Arc<Paths>, roots: usize) -> Result<Self, OutOfMemory> {
        let mut sorted = reserved(paths.count)?;
        sorted.extend(0..paths.count as u32);
        let path = |nth: u32| paths.path(nth as usize);
        sorted.sort_unstable_by(|&a, &b| path(a).cmp(path(b)));
        Ok(Self {
            level: filled(0..paths.count, roots)?,
            children: Vec::new(),
            sorted,
            paths,
        })
    }

    /// Returns whether the paths end at this depth.
    pub(super) fn is_over(&self, depth: usize) -> bool {
        depth >= self.paths.length
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
        let at = |nth: u32| self.paths.path(nth as usize)[depth];
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
        let mut order = reserved(self.level.len())?;
        order.extend(0..self.level.len() as u32);
        order.sort_unstable_by_key(|&nth| self.sorted[self.level[nth as usize].start]);
        Ok(order)
    }
}
