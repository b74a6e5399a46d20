//! A round of the kernel, for boards of one form.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::any_round::{AnyRound, BatchSizes, State};
use super::board_layout::{BoardOf, Meta, board, cells, no_board};
use super::cells16::Cells16;
use super::cells32::Cells32;
use super::expand::{BATCH, Expander, RoomOf, Stack, Trail};
use super::search_tables::{InSearchTables, LayoutTables, SearchTables};
use super::size::{FourTables, TwoTables};
use super::stored::{StoredBoard, StoredError, StoredRound, StoredSplitting};
use super::views::VIEWS;
use crate::canonical::CanonicalBoard;
use crate::permutation;
use crate::runtime::dispatch::{Kernel, dispatch};
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;
use crate::tables::narrow;

/// How deep below its root a search notes paths: what a solution adds below is found by another
/// search, from there. With 12 a hundredth more boards are expanded.
const NOTED: u16 = 20;

/// With fewer boards on both stacks the next seed is taken. A batch of few boards costs as much as
/// one of many; a stack of many seeds would be searched in breadth: 8 and more take some percent
/// more expansions, 2 some percent more time.
const FEW: usize = 4;

/// The number of boards that are expanded in a slice: some 0.3 milliseconds' work with tables that
/// fit the caches, and twice that with those that don't.
const SLICE: u64 = 1 << 12;

/// The number of boards that are expanded in a slice while a round is split: not all batches are
/// full.
const SPLIT_SLICE: u64 = 1 << 9;

/// The largest slack: a field of it has eight bits, and must have room for 1 more. No solution has
/// this number of moves beyond the estimate.
const MOST_SLACK: usize = 254;

/// Returns the kernel for a board, of the form that suits its tables.
pub(super) fn round_for(kit: &SearchTables, board: &CanonicalBoard) -> Box<dyn AnyRound> {
    match kit.form() {
        LayoutTables::Cells16x4(_) => Box::new(Round::<Cells16<FourTables>>::new(kit, board)),
        LayoutTables::Cells16x2(_) => Box::new(Round::<Cells16<TwoTables>>::new(kit, board)),
        LayoutTables::Cells32(_) => Box::new(Round::<Cells32>::new(kit, board)),
    }
}

/// A round that is being split: the boards of a depth, the number of those that are expanded, and
/// their children.
#[derive(Clone, Debug)]
struct Splitting<B> {
    level: Vec<B>,
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
    /// The turns from the root to where the present search began, and the board there.
    turns: Vec<u8>,
    start: BoardOf<F>,
    /// The boards still to expand, by the colour of the blank's cell. It changes with each move: a
    /// batch is read from one stack, and its children go to the other.
    stacks: [Stack<F>; 2],
    /// The ways to all boards near the top, and how many of these lead to seeds.
    trail: Trail,
    to_seeds: usize,
    room: RoomOf<F>,
}

impl<F: InSearchTables> Clone for Round<F> {
    fn clone(&self) -> Self {
        Self {
            root: self.root,
            estimates: self.estimates,
            views: self.views,
            splitting: self.splitting.clone(),
            seeds: Shared::clone(&self.seeds),
            pace: self.pace,
            left: self.left.clone(),
            turns: self.turns.clone(),
            start: self.start,
            stacks: self.stacks.clone(),
            trail: self.trail.clone(),
            to_seeds: self.to_seeds,
            room: self.room.clone(),
        }
    }
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
            room: RoomOf::<F>::default(),
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
        let slack = |view: usize| {
            let slack = usize::from(left).saturating_sub(estimates[view]) / 2;
            if view < self.views {
                slack.min(MOST_SLACK) as u8
            } else {
                0
            }
        };
        let blank = board.meta.blank() as u8;
        board.meta = Meta::new(automaton, left, blank, [slack(0), slack(1)]);
        board
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

    /// Expands a board, and returns its children with the turns that make them. What is on the
    /// stacks is lost.
    fn children(&mut self, ground: &Expander<'_, F>, board: &BoardOf<F>) -> Vec<(u8, BoardOf<F>)> {
        let trail = core::mem::take(&mut self.trail);
        self.expand_apart(ground, &[*board], &mut Counts::default());
        let steps = core::mem::replace(&mut self.trail, trail).steps;
        let with_turn = |child: &BoardOf<F>| (steps[child.mark as usize].1, *child);
        let [_, children] = &self.stacks;
        children.boards().iter().map(with_turn).collect()
    }

    /// Expands up to a batch of boards. Their children are all that is on the second stack then,
    /// and nothing is on the first one.
    fn expand_apart(
        &mut self,
        ground: &Expander<'_, F>,
        boards: &[BoardOf<F>],
        counts: &mut Counts,
    ) {
        let [parents, children] = &mut self.stacks;
        parents.clear();
        children.clear();
        for board in boards {
            parents.push(*board);
        }
        dispatch(SearchLoop {
            round: self,
            ground,
            until: None,
            counts,
        });
    }

    /// Returns the board that turns lead to from another one, if the bound allows the way.
    fn follow(
        &mut self,
        ground: &Expander<'_, F>,
        mut board: BoardOf<F>,
        turns: &[u8],
    ) -> Option<BoardOf<F>> {
        for &turn in turns {
            let children = self.children(ground, &board);
            (_, board) = *children.iter().find(|&&(by, _)| by == turn)?;
        }
        Some(board)
    }

    /// Returns the boards that ways lead to, and notes the ways.
    fn followed(
        &mut self,
        ground: &Expander<'_, F>,
        ways: &[Vec<u8>],
    ) -> Result<Vec<BoardOf<F>>, StoredError> {
        let mut boards = Vec::new();
        for turns in ways {
            let board = self.follow(ground, self.root, turns);
            let board = board.filter(|board| board.meta.left() > 0);
            let mut board = board.ok_or(StoredError::Path)?;
            let mut mark = 0;
            for &turn in turns {
                mark = self.trail.push(mark, turn);
            }
            board.mark = mark;
            boards.push(board);
        }
        Ok(boards)
    }

    /// Searches until a solution has begun, nothing is left or a pause is due. Without a count
    /// until which it continues, it expands a batch of the first stack and no more.
    #[inline(always)]
    fn descend<const POPCNT: bool>(
        &mut self,
        ground: &Expander<'_, F>,
        until: Option<u64>,
        counts: &mut Counts,
    ) -> Descended {
        loop {
            let (mut fuller, mut most) = (0, BATCH);
            if let Some(until) = until {
                fuller = usize::from(self.stacks[1].len() > self.stacks[0].len());
                if self.stacks[fuller].len() < FEW {
                    if let Some(seed) = self.left.next() {
                        self.push(self.seeds[seed]);
                        continue;
                    }
                    if self.stacks[fuller].len() == 0 {
                        return Descended::Done;
                    }
                }
                if counts.expanded >= until || counts.is_spent() {
                    return Descended::Paused;
                }
                // A batch is cut at the limit only: what is found must not depend on when somebody
                // looks.
                let left = (counts.limit - counts.expanded).try_into();
                most = left.unwrap_or(usize::MAX).min(self.pace.batch);
            }
            let [first, second] = &mut self.stacks;
            let (from, to) = if fuller == 0 {
                (first, second)
            } else {
                (second, first)
            };
            let Some(batch) = from.take(most) else {
                return Descended::Done;
            };
            let taken = batch.1 as u64;
            let made = ground.expand::<POPCNT>(batch, &mut self.room, to, &mut self.trail);
            counts.expanded += taken;
            counts.generated += made as u64;
            if until.is_none() {
                return Descended::Paused;
            }
            if let Some(mark) = self.trail.goal {
                let before = counts.expanded - taken;
                return Descended::Begun { mark, before };
            }
        }
    }

    /// Returns the boards of a unit that are still to expand, and the part of the trail that leads
    /// to them from the board below which is searched.
    fn store_stacks(&self, kit: &SearchTables) -> (Vec<StoredBoard>, Vec<(u32, u8)>) {
        let steps = &self.trail.steps;
        let boards = || self.stacks.iter().flat_map(Stack::boards);
        let mut places = vec![0; steps.len()];
        for board in boards() {
            places[board.mark as usize] = 1;
        }
        for (nth, &(parent, _)) in steps.iter().enumerate().rev() {
            if places[nth] == 1 {
                places[parent as usize] = 1;
            }
        }
        let mut trail = vec![(0, 0)];
        for (nth, &(parent, turn)) in steps.iter().enumerate().skip(1) {
            if places[nth] == 1 {
                places[nth] = trail.len() as u32;
                trail.push((
                    if parent == 0 {
                        0
                    } else {
                        places[parent as usize]
                    },
                    turn,
                ));
            }
        }
        places[0] = 0;
        let stored = |board| StoredBoard {
            cells: cells::<F>(kit.views(), board),
            automaton: board.meta.automaton(),
            left: board.meta.left(),
            mark: places[board.mark as usize],
        };
        (boards().map(stored).collect(), trail)
    }

    /// Takes over the boards that are still to expand, and the trail to them.
    fn restore_stacks(
        &mut self,
        kit: &SearchTables,
        stored: &StoredRound,
        most_left: u16,
    ) -> Result<(), StoredError> {
        let (rows, turns) = kit.moving().rows();
        for (nth, &(parent, turn)) in stored.trail.iter().enumerate() {
            if parent as usize > nth.saturating_sub(1) || usize::from(turn) >= turns {
                return Err(StoredError::Trail { nth });
            }
        }
        // The first place is the root's in both.
        let base = self.trail.steps.len() as u32 - 1;
        let moved = |mark: u32| if mark == 0 { 0 } else { base + mark };
        let steps = stored.trail.iter().skip(1);
        self.trail
            .steps
            .extend(steps.map(|&(parent, turn)| (moved(parent), turn)));
        for (nth, board) in stored.stack.iter().enumerate() {
            let error = StoredError::Board { nth };
            let is_known = usize::from(board.automaton) < rows.len() / turns
                && ((board.mark as usize) < stored.trail.len() || board.mark == 0)
                && board.left <= most_left;
            let seen = is_known.then(|| seen::<F>(kit, &board.cells)).flatten();
            let (seen, estimates) = seen.ok_or(error)?;
            let left = usize::from(board.left);
            let mut known = estimates[..self.views].iter();
            if !known.all(|&it| it <= left && it % 2 == left % 2) {
                return Err(error);
            }
            let mut seen = self.with_meta(seen, board.automaton, board.left, &estimates);
            seen.mark = moved(board.mark);
            self.push(seen);
        }
        Ok(())
    }
}

/// Returns the colour of the blank's cell, seen from the goal's.
fn colour<F: InSearchTables>(board: &BoardOf<F>) -> usize {
    usize::from(board.meta.left() % 2)
}

/// The end of a descent.
enum Descended {
    Paused,
    /// A solution begins with the noted way to the mark; `before` is the count of expanded boards
    /// before the batch with it.
    Begun {
        mark: u32,
        before: u64,
    },
    Done,
}

/// What is compiled for several processors.
struct SearchLoop<'a, 'k, F: InSearchTables> {
    round: &'a mut Round<F>,
    ground: &'a Expander<'k, F>,
    until: Option<u64>,
    counts: &'a mut Counts,
}

impl<F: InSearchTables> Kernel<Descended> for SearchLoop<'_, '_, F> {
    #[inline(always)]
    fn run<const POPCNT: bool>(self) -> Descended {
        self.round
            .descend::<POPCNT>(self.ground, self.until, self.counts)
    }
}

impl<F: InSearchTables> AnyRound for Round<F> {
    fn estimate(&self) -> usize {
        self.estimates[..self.views]
            .iter()
            .copied()
            .fold(0, usize::max)
    }

    fn begin(&mut self, bound: usize, pace: BatchSizes) {
        let automaton = self.root.meta.automaton();
        self.root = self.with_meta(self.root, automaton, bound as u16, &self.estimates);
        self.splitting = None;
        self.seeds = Shared::new(vec![self.root]);
        self.pace = pace;
        self.left = 0..0;
        self.turns.clear();
        self.start = self.root;
        self.to_seeds = 1;
        self.begin_search(bound as u16);
    }

    fn split(
        &mut self,
        kit: &SearchTables,
        left_out: u8,
        wanted: usize,
        counts: &mut Counts,
    ) -> State {
        let ground = Expander::<F>::new(kit);
        let end = counts.limit.min(counts.expanded + SPLIT_SLICE);
        let splitting = self.splitting.take();
        let mut splitting = splitting.unwrap_or_else(|| Splitting {
            level: self.seeds.to_vec(),
            expanded: 0,
            children: Vec::new(),
        });
        self.trail.noted = 0;
        loop {
            let Splitting {
                level,
                expanded,
                children,
            } = &mut splitting;
            if *expanded == level.len() {
                *level = core::mem::take(children);
                *expanded = 0;
            }
            let is_root = level.first().is_some_and(|board| board.mark == 0);
            let is_enough = level.len() >= wanted && !(is_root && left_out != 0);
            if *expanded == 0 && (is_enough || level.is_empty()) {
                break;
            }
            if counts.expanded >= end {
                self.splitting = Some(splitting);
                return State::Paused;
            }
            let most = (end - counts.expanded) as usize;
            let parents = &level[*expanded..];
            let parents = &parents[..parents.len().min(most).min(BATCH)];
            self.expand_apart(&ground, parents, counts);
            *expanded += parents.len();
            let turn = |child: &BoardOf<F>| self.trail.steps[child.mark as usize].1;
            let is_left_out = |child: &BoardOf<F>| is_root && left_out >> turn(child) & 1 != 0;
            let stays = |child: &&BoardOf<F>| !is_left_out(child);
            children.extend(self.stacks[1].boards().iter().filter(stays));
            if let Some(goal) = children.iter().find(|child| child.meta.left() == 0) {
                return State::Found(self.trail.path(goal.mark));
            }
            self.trail.goal = None;
        }
        let slack = |seed: &BoardOf<F>| {
            let meta = seed.meta;
            usize::from(meta.slack(0)) + usize::from(meta.slack(1))
        };
        self.to_seeds = self.trail.steps.len();
        self.seeds = Shared::new(by_falling(&splitting.level, slack));
        State::Done
    }

    fn units(&self) -> usize {
        self.seeds.len().div_ceil(self.pace.seeds_a_unit)
    }

    fn seeds(&self, units: Range<usize>) -> Range<usize> {
        let first = |unit: usize| {
            unit.saturating_mul(self.pace.seeds_a_unit)
                .min(self.seeds.len())
        };
        first(units.start)..first(units.end)
    }

    fn open(&mut self, unit: usize) {
        self.left = self.seeds(unit..unit + 1);
        self.turns.clear();
        self.start = self.root;
        let first = self.seeds.get(self.left.start);
        self.begin_search(first.map_or(0, |seed| seed.meta.left()));
    }

    fn advance(&mut self, kit: &SearchTables, until: u64, counts: &mut Counts) -> (State, u64) {
        let ground = Expander::<F>::new(kit);
        let until = until.min(counts.expanded + SLICE);
        loop {
            let descended = dispatch(SearchLoop {
                round: self,
                ground: &ground,
                until: Some(until),
                counts,
            });
            match descended {
                Descended::Paused => return (State::Paused, counts.expanded),
                Descended::Done => return (State::Done, counts.expanded),
                Descended::Begun { mark, before } => {
                    let turns = self.trail.path(mark);
                    let board = self.follow(&ground, self.start, &turns);
                    self.turns.extend(turns);
                    match board {
                        Some(board) if board.meta.left() > 0 => self.search_below(board),
                        Some(_) => {
                            self.begin_search(0);
                            let turns = core::mem::take(&mut self.turns);
                            return (State::Found(turns), before);
                        }
                        // Only a stored search that was tampered with leads astray.
                        None => self.begin_search(0),
                    }
                }
            }
        }
    }

    fn copy(&self) -> Box<dyn AnyRound> {
        Box::new(self.clone())
    }

    fn store(&self, kit: &SearchTables) -> StoredRound {
        let ways = |boards: &[BoardOf<F>]| {
            let way = |board: &BoardOf<F>| self.trail.path(board.mark);
            boards.iter().map(way).collect()
        };
        let splitting = self.splitting.as_ref();
        let (stack, trail) = self.store_stacks(kit);
        StoredRound {
            splitting: splitting.map(|it| StoredSplitting {
                level: ways(&it.level),
                expanded: it.expanded,
                children: ways(&it.children),
            }),
            seeds: ways(&self.seeds),
            left: self.left.clone(),
            turns: self.turns.clone(),
            stack,
            trail,
        }
    }

    fn restore(&mut self, kit: &SearchTables, stored: &StoredRound) -> Result<(), StoredError> {
        let ground = Expander::<F>::new(kit);
        if let Some(StoredSplitting {
            level,
            expanded,
            children,
        }) = &stored.splitting
        {
            self.splitting = Some(Splitting {
                level: self.followed(&ground, level)?,
                expanded: *expanded,
                children: self.followed(&ground, children)?,
            });
            if *expanded > level.len() {
                return Err(StoredError::Path);
            }
        }
        self.seeds = Shared::new(self.followed(&ground, &stored.seeds)?);
        if stored.left.start > stored.left.end || stored.left.end > self.seeds.len() {
            return Err(StoredError::Unit);
        }
        self.left = stored.left.clone();
        self.to_seeds = self.trail.steps.len();
        let start = self.follow(&ground, self.root, &stored.turns);
        self.start = start.ok_or(StoredError::Path)?;
        self.stacks.iter_mut().for_each(Stack::clear);
        self.turns.clone_from(&stored.turns);
        let first = if stored.turns.is_empty() {
            self.seeds.first()
        } else {
            None
        };
        let left = first.unwrap_or(&self.start).meta.left();
        self.trail.noted = left.saturating_sub(NOTED);
        self.restore_stacks(kit, stored, left)
    }
}

/// Returns boards by falling slack; equals stay in their order. The library's sort would be
/// compiled for each form, and is three times the code of a kernel.
fn by_falling<B: Copy>(boards: &[B], slack: impl Fn(&B) -> usize) -> Vec<B> {
    let most = boards.iter().map(&slack).max().unwrap_or(0);
    // For each slack the place of its next board, from the largest slack on.
    let mut places = alloc::vec![0; most + 2];
    for board in boards {
        places[most - slack(board) + 1] += 1;
    }
    for at in 1..places.len() {
        places[at] += places[at - 1];
    }
    let mut sorted = boards.to_vec();
    for board in boards {
        let place = &mut places[most - slack(board)];
        sorted[*place] = *board;
        *place += 1;
    }
    sorted
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
    board.meta = Meta::new(kit.moving().root(), 0, blank as u8, [0; VIEWS]);
    Some((board, estimates))
}

#[cfg(test)]
mod tests;
