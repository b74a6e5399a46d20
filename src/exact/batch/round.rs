//! A round of the kernel, for boards of one layout.

mod search_loop;
mod splitting;
mod storing;
mod units;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::any_round::{AnyRound, BatchSizes};
use super::board_layout::{BoardOf, Meta, Slacks, board, no_board};
use super::cells16::Cells16;
use super::cells32::Cells32;
use super::eight_views::EightViews;
use super::search_tables::{InSearchTables, LayoutTables, SearchTables};
use super::size::{FourTables, TwoTables};
use super::stack::{Stack, Trail};
use super::views::VIEWS;
use crate::canonical::CanonicalBoard;
use crate::permutation;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::tables::{HAS_POOLS, narrow};

/// The depth below its root to which a search notes paths: the rest of a solution is found by
/// another search, from there.
const NOTED: u16 = 20;

/// Returns the kernel for a board, of the form that suits its tables.
pub(super) fn round_for(kit: &SearchTables, board: &CanonicalBoard) -> Box<dyn AnyRound> {
    match kit.form() {
        LayoutTables::Cells16x4(_) => Box::new(Round::<Cells16<FourTables>>::new(kit, board)),
        LayoutTables::Cells16x2(_) => Box::new(Round::<Cells16<TwoTables>>::new(kit, board)),
        LayoutTables::Cells32(_) => Box::new(Round::<Cells32>::new(kit, board)),
        LayoutTables::EightViews(_) if HAS_POOLS => Box::new(Round::<EightViews>::new(kit, board)),
        LayoutTables::EightViews(_) => unreachable!("there are no pools"),
    }
}

/// A round that is being split: the boards of a depth, the number of those that are expanded, and
/// their children.
#[derive(Debug)]
struct Splitting<B> {
    level: Shared<Vec<B>>,
    expanded: usize,
    children: Vec<B>,
}

/// A round of boards of one form.
struct Round<F: InSearchTables> {
    /// The first board, with the bound of the round.
    root: BoardOf<F>,
    estimates: [usize; VIEWS],
    views: usize,
    splitting: Option<Splitting<BoardOf<F>>>,
    /// The boards that the round is split into, and how many of them make a unit.
    seeds: Shared<Vec<BoardOf<F>>>,
    pace: BatchSizes,
    /// The seeds of the unit that are not taken yet.
    left: Range<usize>,
    /// The turns from the root to the present search's first board, and that board.
    turns: Vec<u8>,
    start: BoardOf<F>,
    /// The boards still to expand, by the colour of the blank's cell. It changes with each move: a
    /// batch is read from one stack, and its children go to the other.
    stacks: [Stack<F>; 2],
    /// The ways to all boards near the top, and how many of these lead to seeds.
    trail: Trail,
    to_seeds: usize,
    room: F::Scratch,
}

impl<F: InSearchTables> Round<F> {
    fn new(kit: &SearchTables, board: &CanonicalBoard) -> Self {
        let cells = narrow(board.cells());
        // Boards that can't be solved don't get here; without an estimate nothing would be wrong.
        let root = seen::<F>(kit, &cells[..board.cells().len()]);
        let (root, estimates) = root.unwrap_or((no_board::<F>(), [0; VIEWS]));
        Self {
            root,
            estimates,
            views: kit.views().count(),
            splitting: None,
            seeds: Shared::default(),
            pace: BatchSizes::default(),
            left: 0..0,
            turns: Vec::new(),
            start: root,
            stacks: [Stack::default(), Stack::default()],
            trail: Trail::default(),
            to_seeds: 1,
            room: F::Scratch::default(),
        }
    }

    /// Returns a board with the state of the automaton, the moves left and the slacks that these
    /// leave.
    fn with_meta(
        &self,
        mut board: BoardOf<F>,
        automaton: u16,
        left: u16,
        estimates: &[usize; VIEWS],
    ) -> BoardOf<F> {
        let blank = board.meta.blank() as u8;
        board.meta = Meta::new(automaton, left, blank);
        board.slacks = Slacks::after(left, &estimates[..self.views]);
        board
    }

    /// Returns a round that does another part of the work.
    fn copied(&self) -> Result<Self, OutOfMemory> {
        let splitting = self.splitting.as_ref().map(|it| Splitting {
            level: Shared::clone(&it.level),
            expanded: it.expanded,
            children: Vec::new(),
        });
        let [first, second] = &self.stacks;
        Ok(Self {
            root: self.root,
            estimates: self.estimates,
            views: self.views,
            splitting,
            seeds: Shared::clone(&self.seeds),
            pace: self.pace,
            left: self.left.clone(),
            turns: self.turns.clone(),
            start: self.start,
            stacks: [first.copied()?, second.copied()?],
            trail: self.trail.copied()?,
            to_seeds: self.to_seeds,
            room: self.room.clone(),
        })
    }

    /// Returns the allocation that failed on the way: what is on the stacks is worth nothing then.
    fn check_memory(&mut self) -> Result<(), OutOfMemory> {
        let [first, second] = &mut self.stacks;
        let failures = [
            &mut first.failure,
            &mut second.failure,
            &mut self.trail.failure,
        ];
        match failures.into_iter().find_map(Option::take) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Puts a board on the stack of its colour.
    fn push(&mut self, board: BoardOf<F>) {
        self.stacks[colour::<F>(&board)].push(board);
    }

    /// Makes ready to search boards with `left` moves left at most.
    fn begin_search(&mut self, left: u16) {
        self.trail.noted = left.saturating_sub(NOTED);
        self.trail.goal = None;
        self.trail.steps.truncate(self.to_seeds);
        self.stacks.iter_mut().for_each(Stack::clear);
    }

    /// Begins the search below a board that `turns` lead to.
    fn search_below(&mut self, mut board: BoardOf<F>) {
        self.begin_search(board.meta.left());
        self.left = 0..0;
        board.mark = 0;
        self.start = board;
        self.push(board);
    }
}

/// Returns the colour of the blank's cell, seen from the goal's.
fn colour<F: InSearchTables>(board: &BoardOf<F>) -> usize {
    usize::from(board.meta.left() % 2)
}

/// Returns a board as the tables see it, before the first move, and its estimates; `None` if it is
/// not a board that can be solved.
fn seen<F: InSearchTables>(
    kit: &SearchTables,
    cells: &[u8],
) -> Option<(BoardOf<F>, [usize; VIEWS])> {
    let shape = kit.views().shape();
    if cells.len() != shape.cells() || cells.iter().any(|&tile| usize::from(tile) >= cells.len()) {
        return None;
    }
    let home = kit.views().home();
    let blank = cells.iter().position(|&tile| usize::from(tile) == home)?;
    let is_odd = shape.distance(blank, home) % 2 == 1;
    if permutation::parity(cells).ok()?.is_odd() != is_odd {
        return None;
    }
    let (mut board, estimates) = board::<F>(kit.views(), cells)?;
    board.meta = Meta::new(kit.moving().root(), 0, blank as u8);
    Some((board, estimates))
}

#[cfg(test)]
mod tests;
