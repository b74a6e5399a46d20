//! The search of a round with pattern tables, for boards of one layout.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::array;
use core::mem;
use core::ops::Range;

use super::SearchTables;
use super::layout::{Axis, Expander, Layout};
use super::moves::AxisBatch;
use super::stack::{
    AXES, BATCH, CHILDREN, Escape, Meta, PackedBoard, PathNotes, Slacks, Stack, Turns,
};
use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{AnyBoards, BlankMove, Boards, Kernel, Seeds, SplitPolicy};
use crate::heuristic::{Heuristic, LinearConflict, PatternDatabases};
use crate::runtime::dispatch::{Dispatched, dispatch};
use crate::runtime::{Counts, Effort, OutOfMemory, Step, collected};
use crate::side::Side;
use crate::tables::HAS_POOLS;

/// A round is split into one seed for this many boards of the round before, but into [`SEEDS`] at
/// most. The seed with the most slack comes first, so that a solution is found sooner: rows
/// `korf100-*`.
const BOARDS_A_SEED: u64 = 15;
const SEEDS: u64 = 1 << 11;

/// With more than two views a round is split into far more seeds, but more boards of the round
/// before make one: rows `korf24-*`.
const SEEDS_OF_MANY_VIEWS: u64 = 1 << 18;
const BOARDS_A_SEED_OF_MANY_VIEWS: u64 = 60;

/// A round has several units if the one before it expanded this number of boards.
const UNITS_FROM: u64 = 100_000;

/// A unit takes no more seeds once its size is one of this many parts of the round before, which
/// makes some 400 to 900 units. Each unit ends with batches that are not full.
const UNITS: u64 = 1 << 10;

/// A batch holds at most one of this many boards of the round before: the boards of a batch beside
/// the solution are expanded in vain, most of all in the short rounds of large tables (row
/// `korf100-large`).
const ROUND_OF_BATCHES: u64 = 128;
const FEWEST_TOGETHER: usize = 16;

/// With fewer boards on both stacks the next seed is taken. A batch of few boards costs as much as
/// a full one, but too many seeds on the stack turn depth-first search into breadth-first search.
const FEW: usize = 4;
const MANY: usize = 32;

/// The cost of a board, in nanoseconds, with tables that fit the caches.
const BOARD: usize = 73;

/// The depth below its root to which a search notes paths: the rest of a solution is found by
/// another search, from there.
const NOTED: u16 = 20;

/// A search with pattern tables.
///
/// Iterative deepening A* (Korf 1985) with additive pattern tables (Korf and Felner 2002) seen in
/// one or more views, and the duplicate automaton of Taylor and Korf (1993). For each view a slack
/// is kept, half of what the bound leaves beyond the moves made and the sum of the distances: a
/// move that takes its tiles closer leaves it, another needs 1 of it. Every tile is in one table,
/// so if no move is left, slack 0 means that all tiles are home.
///
/// The seeds with the most slack come first: a solution is more likely there.
#[derive(Clone)]
pub(super) struct BatchKernel<F: Layout> {
    tables: Arc<SearchTables>,
    layout: Arc<F>,
    /// The first board, with the bound of the round.
    root: PackedBoard<F::Tiles>,
    /// `[view]`.
    estimates: Vec<usize>,
    /// The bound of linear conflict, at which rounds begin if it exceeds those of all views.
    conflicts: usize,
    /// The distances along both axes by escape distance, if that guides the search.
    escape: [u16; 2],
    /// The turns that are left out at the root.
    left_out: u8,
    /// The number of boards that are expanded together.
    batch: usize,
    boards: Boards<PackedBoard<F::Tiles>>,
    /// The seeds of the unit that are not taken yet, and the first one.
    left: Range<usize>,
    first: usize,
    /// The path from the root to the present search's first board, and that board, if this is not
    /// a seed.
    path: Vec<BlankMove>,
    start: Option<PackedBoard<F::Tiles>>,
    /// The boards still to expand, by the colour of the blank's cell. It changes with each move: a
    /// batch is read from one stack, and its children go to the other.
    stacks: [Stack<F::Tiles>; 2],
    notes: PathNotes,
    scratch: Box<[Axis<F>; AXES]>,
}

impl<F: Layout> BatchKernel<F> {
    pub(super) fn new(
        tables: Arc<SearchTables>,
        layout: Arc<F>,
        board: &CanonicalBoard,
    ) -> Result<Self, OutOfMemory> {
        let views = &tables.views;
        let states = tables.evaluate(board);
        let escape = tables.moves.escape.as_ref().filter(|_| HAS_POOLS);
        let escape = escape.map_or([0; 2], |by| by.evaluate(board).0);
        let root = PackedBoard {
            tiles: F::tiles(views, board, &states),
            meta: Meta::new(0, 0, board.blank as u8),
            slacks: Slacks::default(),
            path: Turns::NONE,
        };
        Ok(Self {
            root,
            estimates: states.iter().map(|state| state.sum as usize).collect(),
            conflicts: LinearConflict::new(board.shape, board.home)
                .map_or(0, |by| by.estimate(&by.evaluate(board)) as usize)
                .max(usize::from(escape[0] + escape[1])),
            escape,
            left_out: mirrored_turns(&views[0], board),
            batch: BATCH,
            boards: Boards::of(Vec::new()),
            left: 0..0,
            first: 0,
            path: Vec::new(),
            start: None,
            stacks: [Stack::new(root)?, Stack::new(root)?],
            notes: PathNotes::default(),
            scratch: Box::new(array::from_fn(|axis| AxisBatch {
                axis,
                count: 0,
                left: [0; CHILDREN],
                moves: [0; CHILDREN + 1],
                children: F::NO_CHILDREN,
            })),
            tables,
            layout,
        })
    }

    /// Puts a board on the stack of its blank's colour, seen from the goal's.
    fn push(&mut self, board: PackedBoard<F::Tiles>) {
        self.stacks[usize::from(board.meta.moves_left() % 2)].push(board);
    }

    /// Makes ready to search below boards with `left` moves left.
    fn begin_search(&mut self, left: u16) {
        self.stacks.iter_mut().for_each(|stack| stack.top = 0);
        self.notes = PathNotes {
            noted: left.saturating_sub(NOTED),
            goal: None,
        };
    }

    /// Begins the search below the board that turns lead to from the one with the number `root`;
    /// returns whether that is the goal.
    fn search_below(
        &mut self,
        seeds: &Seeds,
        root: usize,
        turns: Turns,
    ) -> Result<bool, OutOfMemory> {
        let mut board = self.start.unwrap_or_else(|| {
            self.path = seeds.path(self.first + root);
            *self.boards.get(seeds.number(self.first + root))
        });
        for turn in turns.iter() {
            self.expand_apart(&[board], &mut Counts::default())?;
            let mut children = self.stacks[1].boards().iter();
            let made_by = |child: &&PackedBoard<F::Tiles>| child.path.last() == turn;
            // The search has made this child before.
            board = children.find(made_by).copied().unwrap_or(board);
            self.path.push(step(turn));
        }
        let left = board.meta.moves_left();
        self.begin_search(left);
        self.left = 0..0;
        board = board.as_root(0);
        self.start = Some(board);
        self.push(board);
        Ok(left == 0)
    }

    fn has_many_views(&self) -> bool {
        self.tables.views.len() > 2
    }
}

impl<F: Layout> Kernel for BatchKernel<F> {
    fn first_bound(&self, proved: usize) -> usize {
        let estimates = self.estimates.iter();
        let least = estimates.fold(self.conflicts, |most, &it| most.max(it));
        least + proved.saturating_sub(least).next_multiple_of(2)
    }

    fn begin(&mut self, bound: usize, last_round: u64) -> SplitPolicy {
        let left = bound as u16;
        self.root.meta = Meta::new(0, left, self.root.meta.blank() as u8);
        F::set_escape(&mut self.root.tiles, Escape::new(left, self.escape));
        self.root.slacks = Slacks::after(left, &self.estimates);
        self.boards = Boards::of(Vec::from([self.root]));
        let batch = (last_round / ROUND_OF_BATCHES) as usize;
        self.batch = batch.clamp(FEWEST_TOGETHER, BATCH);
        // With many views the priority rises by 12 per two moves, otherwise by 2.
        let (boards, most, doubling) = if self.has_many_views() {
            (BOARDS_A_SEED_OF_MANY_VIEWS, SEEDS_OF_MANY_VIEWS, 5)
        } else {
            (BOARDS_A_SEED, SEEDS, 1)
        };
        SplitPolicy {
            seeds: match (last_round / boards).min(most) {
                // The root alone is split only if moves are left out there.
                0 | 1 => usize::from(self.left_out != 0),
                seeds => seeds as usize,
            },
            unit: if last_round >= UNITS_FROM {
                last_round / UNITS
            } else {
                u64::MAX
            },
            doubling,
        }
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.boards
    }

    fn expand(
        &mut self,
        which: Range<usize>,
        seeds: &mut Seeds,
        counts: &mut Counts,
    ) -> Result<(), OutOfMemory> {
        let bound = self.root.meta.moves_left();
        for first in which.clone().step_by(BATCH) {
            let end = which.end.min(first + BATCH);
            let parents = collected((first..end).map(|nth| *self.boards.get(nth)))?;
            self.expand_apart(&parents, counts)?;
            for child in self.stacks[1].boards() {
                let parent = first + child.meta.root();
                let is_first = child.meta.moves_left() + 1 == bound;
                let turn = child.path.last();
                let is_left_out = is_first && self.left_out >> turn & 1 != 0;
                if !is_left_out && seeds.push(parent, step(turn))? {
                    self.boards.add_child(*child)?;
                }
            }
        }
        Ok(())
    }

    fn priority(&self, nth: usize) -> usize {
        let slacks = self.boards.get(nth).slacks;
        slacks.priority(self.tables.views.len())
    }

    fn open(&mut self, _: &Seeds, unit: Range<usize>) -> Result<(), OutOfMemory> {
        // All boards of a depth leave the same.
        self.begin_search(self.boards.get(0).meta.moves_left());
        self.first = unit.start;
        self.left = unit;
        self.start = None;
        self.path.clear();
        Ok(())
    }

    fn advance(
        &mut self,
        seeds: &Seeds,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Step, OutOfMemory> {
        let mut paid = counts.expanded;
        let until = until.min(paid + effort.room(BOARD) as u64);
        loop {
            let is_done = self.search(Some((until, seeds)), counts)?;
            effort.spend(BOARD * (counts.expanded - paid) as usize);
            paid = counts.expanded;
            let Some((root, turns)) = self.notes.goal else {
                return Ok(if is_done { Step::Done } else { Step::Paused });
            };
            if self.search_below(seeds, root, turns)? {
                return Ok(Step::Found(BlankMove::moves(self.path.iter().copied())));
            }
        }
    }
}

/// The search loop, which may be compiled for several instruction sets.
struct SearchLoop<'a, F: Layout>(
    &'a mut BatchKernel<F>,
    Option<(u64, &'a Seeds)>,
    &'a mut Counts,
);

impl<F: Layout> Dispatched<Result<bool, OutOfMemory>> for SearchLoop<'_, F> {
    #[inline(always)]
    fn run(self) -> Result<bool, OutOfMemory> {
        let Self(kernel, until, counts) = self;
        let (tables, layout) = (Arc::clone(&kernel.tables), Arc::clone(&kernel.layout));
        let expander = Expander::new(&tables, &*layout);
        let few = if kernel.has_many_views() { MANY } else { FEW };
        loop {
            let (mut fuller, mut most) = (0, BATCH);
            if let Some((until, seeds)) = until {
                // Full batches cost less per board.
                fuller = usize::from(kernel.stacks[1].top > kernel.stacks[0].top);
                if kernel.stacks[fuller].top < few {
                    if let Some(nth) = kernel.left.next() {
                        let seed = kernel.boards.get(seeds.number(nth));
                        kernel.push(seed.as_root(nth - kernel.first));
                        continue;
                    }
                    if kernel.stacks[fuller].top == 0 {
                        return Ok(true);
                    }
                }
                if counts.expanded >= until || counts.is_spent() {
                    return Ok(false);
                }
                // Only the limit cuts a batch: no result may depend on the slices.
                let left = (counts.limit - counts.expanded).try_into();
                most = left.unwrap_or(usize::MAX).min(kernel.batch);
            }
            kernel.stacks[1 - fuller].make_room()?;
            let [mut from, mut to] = kernel.stacks.each_mut();
            if fuller == 1 {
                mem::swap(&mut from, &mut to);
            }
            let Some(batch) = from.take(most) else {
                return Ok(true);
            };
            let taken = batch.1 as u64;
            let (scratch, notes) = (&mut kernel.scratch, &mut kernel.notes);
            let generated = expander.expand(batch, scratch, to, notes);
            counts.expanded += taken;
            counts.generated += generated as u64;
            if until.is_none() || kernel.notes.goal.is_some() {
                return Ok(false);
            }
        }
    }
}

impl<F: Layout> BatchKernel<F> {
    /// Searches until the first moves of a solution are known, no board is left or a pause is due;
    /// returns whether no board is left. If `until` is `None`, expands one batch of the first stack.
    ///
    /// Never inlined, so that it is compiled once.
    #[inline(never)]
    fn search(
        &mut self,
        until: Option<(u64, &Seeds)>,
        counts: &mut Counts,
    ) -> Result<bool, OutOfMemory> {
        let search = SearchLoop(self, until, counts);
        if F::IS_DISPATCHED {
            dispatch(search)
        } else {
            search.run()
        }
    }

    /// Expands up to a batch of boards. Their children are all that is on the second stack then,
    /// and nothing is on the first one; the path of each is its last move.
    fn expand_apart(
        &mut self,
        boards: &[PackedBoard<F::Tiles>],
        counts: &mut Counts,
    ) -> Result<(), OutOfMemory> {
        self.begin_search(0);
        for (root, board) in boards.iter().enumerate() {
            self.stacks[0].push(board.as_root(root));
        }
        self.search(None, counts)?;
        Ok(())
    }
}

/// Returns the move that a turn makes.
fn step(turn: u8) -> BlankMove {
    BlankMove::of_one(Side::ALL[usize::from(turn)])
}

/// Returns which moves of a board that is its own mirror image only mirror one that is tried
/// before, as a set of turns.
///
/// The alphabetically first of the shortest solutions does not begin with such a move: its own
/// mirror image, another solution, would come before it. So the automaton's promise holds without
/// them.
fn mirrored_turns(patterns: &PatternDatabases, board: &CanonicalBoard) -> u8 {
    let Some(mirror) = patterns.mirror() else {
        return 0;
    };
    let at = |cell: usize| usize::from(board.cells[cell]);
    let mut cells = 0..board.cells.len();
    if !cells.all(|cell| at(mirror.cell(cell)) == mirror.cell(at(cell))) {
        return 0;
    }
    let sides = Side::ALL.map(|side| side.entered(board.shape, board.blank));
    let is_image = |turn: usize, cell| sides[..turn].contains(&Some(mirror.cell(cell)));
    (0..Side::ALL.len())
        .filter(|&turn| sides[turn].is_some_and(|cell| is_image(turn, cell)))
        .map(|turn| 1 << turn)
        .sum()
}

#[cfg(test)]
mod tests;
