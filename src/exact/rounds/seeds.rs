//! The seeds of a round: boards below which it is searched, and the paths to them.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use crate::metric::Metric;
use crate::moves::Moves;
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

    /// Returns moves of tiles as moves of the blank.
    pub(crate) fn path(moves: &Moves, metric: Metric) -> Vec<Self> {
        let steps = &moves[..];
        let runs = steps.chunk_by(|a, b| metric == Metric::Slides && a == b);
        let path = runs.map(|run| Self {
            side: Side::of_blank(run[0]),
            tiles: u16::try_from(run.len()).unwrap_or(u16::MAX),
        });
        path.collect()
    }

    /// Returns the moves of tiles along a path.
    pub(crate) fn moves(path: &[Self]) -> Moves {
        let runs = path.iter();
        let runs = runs.map(|run| core::iter::repeat_n(run.side.tile_moves(), run.tiles.into()));
        runs.flatten().collect()
    }
}

/// The boards of a depth, as a kernel represents them, and the children made so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boards<S> {
    pub(crate) all: Arc<Vec<S>>,
    /// The number of their parents.
    parents: usize,
    children: Vec<S>,
}

impl<S> Boards<S> {
    /// Returns the roots of a round.
    pub(crate) fn of(roots: Vec<S>) -> Self {
        Self {
            all: Arc::new(roots),
            parents: 1,
            children: Vec::new(),
        }
    }

    pub(crate) fn add_child(&mut self, child: S) {
        // There may be many, and to grow is to copy them: room for the average of the depth before
        // is most often enough.
        if self.children.len() == self.children.capacity() {
            let (boards, len) = (self.all.len() as u64, self.children.len());
            let expected = (boards * boards / self.parents.max(1) as u64) as usize;
            let more = expected.saturating_sub(len).max(64 + len / 8);
            self.children.reserve_exact(more);
        }
        self.children.push(child);
    }
}

/// Boards of any type.
pub(crate) trait AnyBoards {
    fn len(&self) -> usize;

    /// Returns the size of a board, in bytes.
    fn board_bytes(&self) -> usize;

    /// Replaces the boards by their children.
    fn descend(&mut self);

    /// Moves each board to its place.
    fn arrange(&mut self, places: &[u32]);
}

impl<S: Clone> AnyBoards for Boards<S> {
    fn len(&self) -> usize {
        self.all.len()
    }

    fn board_bytes(&self) -> usize {
        size_of::<S>()
    }

    fn descend(&mut self) {
        self.parents = self.all.len();
        self.all = Arc::new(mem::take(&mut self.children));
    }

    fn arrange(&mut self, places: &[u32]) {
        arrange(Arc::<Vec<S>>::make_mut(&mut self.all), places);
    }
}

/// Moves each item to its place. No item is copied, and the library's sort would be compiled for
/// each type.
fn arrange<T>(items: &mut [T], places: &[u32]) {
    let mut places = places.to_vec();
    for at in 0..items.len() {
        while places[at] as usize != at {
            let to = places[at] as usize;
            items.swap(at, to);
            places.swap(at, to);
        }
    }
}

/// The paths to boards of a round, in the order in which these are searched.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    /// For each board the place of its last move in `steps`.
    places: Vec<u32>,
    /// The paths, as the place of the move before and the move. The first place is the root's.
    steps: Vec<(u32, BlankMove)>,
}

impl Seeds {
    /// Returns the roots of a round, to which no moves lead.
    pub(crate) fn of_roots(roots: usize) -> Self {
        Self {
            places: alloc::vec![0; roots],
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

    /// Returns the path from the root to a seed.
    pub(crate) fn path(&self, nth: usize) -> Vec<BlankMove> {
        let mut path = Vec::new();
        let mut place = self.places[nth];
        while place != 0 {
            let (parent, step) = self.steps[place as usize];
            path.push(step);
            place = parent;
        }
        path.reverse();
        path
    }
}

/// Returns the place of each seed by falling promise; equals stay in their order.
pub(super) fn by_promise(seeds: usize, promise: impl Fn(usize) -> usize) -> Vec<u32> {
    let promises: Vec<usize> = (0..seeds).map(promise).collect();
    let most = promises.iter().copied().max().unwrap_or(0);
    let mut with_promise = alloc::vec![Vec::new(); most + 1];
    for (nth, promise) in promises.into_iter().enumerate() {
        with_promise[most - promise].push(nth);
    }
    let mut places = alloc::vec![0; seeds];
    for (place, nth) in (0..).zip(with_promise.into_iter().flatten()) {
        places[nth] = place;
    }
    places
}

/// A round that is being split: the paths to the boards of a depth, and to the children of those
/// that are expanded.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// The boards of the depth. The last steps are those to the children.
    pub(crate) level: Seeds,
    /// For each child the place of its last move.
    children: Vec<u32>,
    pub(super) depth: usize,
    /// The number of the boards of the depth that are expanded.
    pub(super) expanded: usize,
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
            expanded: 0,
            trace,
        }
    }

    /// Returns the boards of the depth that are to be expanded next, `most` at most.
    pub(super) fn next(&self, most: usize) -> Range<usize> {
        self.expanded..self.level.len().min(self.expanded.saturating_add(most))
    }

    /// Notes the child that a move from the board with the number `parent` makes; returns whether
    /// it is wanted.
    pub(crate) fn push(&mut self, parent: usize, step: BlankMove) -> bool {
        if let Some(trace) = &mut self.trace {
            if !trace.follows(parent, self.depth, step) {
                return false;
            }
        }
        self.children.push(self.level.steps.len() as u32);
        self.level.steps.push((self.level.places[parent], step));
        true
    }

    /// Continues with the children.
    pub(super) fn descend(&mut self) {
        self.level.places = mem::take(&mut self.children);
        self.depth += 1;
        self.expanded = 0;
        if let Some(trace) = &mut self.trace {
            trace.level = mem::take(&mut trace.children);
        }
    }

    /// Returns the seeds, each at its place.
    pub(super) fn into_seeds(mut self, places: &[u32]) -> Seeds {
        arrange(&mut self.level.places, places);
        self.level
    }
}

/// Stored paths of one length, followed from the root, all at once.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    /// In alphabetic order, each with its number in the stored one.
    paths: Vec<(Vec<BlankMove>, usize)>,
    /// For each board of the depth, and each child, the paths that lead there.
    level: Vec<Range<usize>>,
    children: Vec<Range<usize>>,
}

impl Trace {
    pub(super) fn new(stored: &[Moves], metric: Metric, roots: usize) -> Self {
        let paths = stored.iter().enumerate();
        let paths = paths.map(|(nth, path)| (BlankMove::path(path, metric), nth));
        let mut paths: Vec<_> = paths.collect();
        paths.sort_unstable();
        Self {
            level: alloc::vec![0..paths.len(); roots],
            children: Vec::new(),
            paths,
        }
    }

    /// Returns the paths in the stored order.
    pub(super) fn stored(&self) -> Vec<Moves> {
        let mut paths: Vec<_> = self.paths.iter().collect();
        paths.sort_unstable_by_key(|it| it.1);
        paths.iter().map(|it| BlankMove::moves(&it.0)).collect()
    }

    /// Returns whether the paths end at this depth.
    pub(super) fn is_over(&self, depth: usize) -> bool {
        self.paths
            .first()
            .is_none_or(|(path, _)| depth >= path.len())
    }

    /// Follows a move from one of the boards of a depth; returns whether a path goes there.
    fn follows(&mut self, parent: usize, depth: usize, step: BlankMove) -> bool {
        let range = self.level[parent].clone();
        let paths = &self.paths[range.clone()];
        let first = paths.partition_point(|(path, _)| path[depth] < step);
        let after = paths.partition_point(|(path, _)| path[depth] <= step);
        if first < after {
            self.children.push(range.start + first..range.start + after);
        }
        first < after
    }

    /// Returns the place of each board in the stored order: a path that the kernel does not go has
    /// no board.
    pub(super) fn places(&self) -> Vec<u32> {
        let numbers = self.level.iter().map(|range| self.paths[range.start].1);
        let mut sorted: Vec<usize> = numbers.clone().collect();
        sorted.sort_unstable();
        let place = |nth: usize| sorted.partition_point(|&other| other < nth) as u32;
        numbers.map(place).collect()
    }
}
