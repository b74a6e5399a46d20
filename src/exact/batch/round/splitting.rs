//! The split of a round into seeds: breadth-first, depth after depth, in chunks of boards that
//! threads may expand.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::super::any_round::State;
use super::super::board_layout::BoardOf;
use super::super::search_tables::{InSearchTables, SearchTables};
use super::super::stack::{BATCH, Stack};
use super::{Round, Splitting};
use crate::runtime::alloc::{OutOfMemory, filled, reserve_step, reserved};
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;

/// The boards of a chunk, which is expanded in a slice: not all batches are full.
const CHUNK: usize = 1 << 9;

/// The memory of the children of a depth, in bytes: a depth is not expanded if three children of each
/// board might exceed it. With less, bench `lanes` takes more expansions on boards 37 and 5.
const FRONTIER: usize = 3 << 26;

/// The children of a chunk of a depth.
#[derive(Debug)]
pub(super) struct Chunk<B> {
    /// The number of boards that were expanded.
    expanded: usize,
    /// Their places in the trail are counted within the chunk.
    children: Vec<B>,
    /// The steps from the boards of the depth to the children.
    steps: Vec<(u32, u8)>,
    /// The place of the goal, if it is among the children.
    goal: Option<u32>,
}

impl<F: InSearchTables> Round<F> {
    /// Expands a chunk of the depth that is split, on this thread, within the limit.
    pub(super) fn split_on(
        &mut self,
        kit: &SearchTables,
        left_out: u8,
        wanted: usize,
        counts: &mut Counts,
    ) -> Result<State, OutOfMemory> {
        let splitting = self.splitting.get_or_insert_with(|| Splitting {
            level: Shared::clone(&self.seeds),
            expanded: 0,
            children: Vec::new(),
        });
        let next = splitting.expanded / CHUNK;
        let mut boards = self.boards_of(next);
        let left = counts.limit.saturating_sub(counts.expanded);
        boards.end = boards
            .end
            .min(boards.start + left.min(CHUNK as u64) as usize);
        let chunk = self.expand_boards(kit, left_out, boards, counts)?;
        self.add(chunk, wanted)
    }

    /// Returns the chunks of the depth that are left, or none if the next one has begun.
    pub(super) fn chunks_left(&self) -> Range<usize> {
        match &self.splitting {
            Some(it) if it.expanded % CHUNK == 0 => {
                it.expanded / CHUNK..it.level.len().div_ceil(CHUNK)
            }
            _ => 0..0,
        }
    }

    /// Returns the boards of a chunk that are left.
    pub(super) fn boards_of(&self, chunk: usize) -> Range<usize> {
        let Some(Splitting {
            level, expanded, ..
        }) = &self.splitting
        else {
            return 0..0;
        };
        let first = chunk.saturating_mul(CHUNK);
        first.max(*expanded).min(level.len())..(first.saturating_add(CHUNK)).min(level.len())
    }

    /// Expands boards of the depth that is split. `left_out` names the turns that are left out at
    /// the root.
    pub(super) fn expand_boards(
        &mut self,
        kit: &SearchTables,
        left_out: u8,
        boards: Range<usize>,
        counts: &mut Counts,
    ) -> Result<Chunk<BoardOf<F>>, OutOfMemory> {
        let ground = F::expander(kit);
        let level = match &self.splitting {
            Some(splitting) => Shared::clone(&splitting.level),
            None => Shared::default(),
        };
        let parents = level.get(boards).unwrap_or_default();
        let is_root = parents.first().is_some_and(|board| board.mark == 0);
        let trail = mem::take(&mut self.trail);
        let mut chunk = Chunk::<BoardOf<F>> {
            expanded: 0,
            children: Vec::new(),
            steps: Vec::new(),
            goal: None,
        };
        let mut end = Ok(());
        for parents in parents.chunks(BATCH) {
            self.expand_apart(&ground, parents, counts);
            end = self.check_memory();
            if end.is_err() {
                break;
            }
            chunk.expanded += parents.len();
            let turn = |mark: u32| self.trail.steps[mark as usize].1;
            let new = self.stacks[1].boards().iter();
            let new = new.filter(|it| !is_root || left_out >> turn(it.mark) & 1 == 0);
            end = reserve_step(&mut chunk.children, self.stacks[1].len());
            if end.is_err() {
                break;
            }
            let before = chunk.children.len();
            chunk.children.extend(new);
            let mut new = chunk.children[before..].iter();
            if let Some(goal) = new.find(|child| child.meta.left() == 0) {
                chunk.goal = Some(goal.mark);
                break;
            }
        }
        // What is on the stacks would be stored.
        self.stacks.iter_mut().for_each(Stack::clear);
        chunk.steps = mem::replace(&mut self.trail, trail).steps;
        end.map(|()| chunk)
    }

    /// Adds the children of the next chunk, which a copy of the round may have expanded. Ends the
    /// split with a depth of at least `wanted` boards, or if the memory has no room for the next
    /// one.
    pub(super) fn add(
        &mut self,
        mut chunk: Chunk<BoardOf<F>>,
        wanted: usize,
    ) -> Result<State, OutOfMemory> {
        let Some(splitting) = &mut self.splitting else {
            return Ok(State::Done);
        };
        // The first place is the root's in both.
        let base = self.trail.steps.len() as u32 - 1;
        reserve_step(&mut self.trail.steps, chunk.steps.len())?;
        self.trail.steps.extend(chunk.steps.iter().skip(1));
        if let Some(goal) = chunk.goal {
            self.splitting = None;
            return Ok(State::Found(self.trail.path(base + goal)));
        }
        for child in &mut chunk.children {
            child.mark += base;
        }
        reserve_step(&mut splitting.children, chunk.children.len())?;
        splitting.children.append(&mut chunk.children);
        splitting.expanded += chunk.expanded;
        if splitting.expanded < splitting.level.len() {
            return Ok(State::Paused);
        }
        splitting.level = Shared::new(mem::take(&mut splitting.children));
        splitting.expanded = 0;
        let boards = splitting.level.len();
        let is_full = boards > FRONTIER / 3 / size_of::<BoardOf<F>>();
        if boards > 0 && boards < wanted && !is_full {
            return Ok(State::Paused);
        }
        self.end_split()
    }

    /// Makes the boards of the depth the seeds of the round.
    fn end_split(&mut self) -> Result<State, OutOfMemory> {
        let Some(Splitting { mut level, .. }) = self.splitting.take() else {
            return Ok(State::Done);
        };
        let views = self.views;
        // The copies of other threads are gone.
        if let Some(level) = Shared::get_mut(&mut level) {
            sort_by_falling(level, |seed| seed.slacks.promise(views))?;
        }
        self.to_seeds = self.trail.steps.len();
        self.seeds = level;
        Ok(State::Done)
    }
}

/// Sorts boards by falling promise; equals stay in their order. The library's sort would be compiled
/// for each layout, and is three times the code of a kernel. No board is copied.
fn sort_by_falling<B>(boards: &mut [B], promise: impl Fn(&B) -> usize) -> Result<(), OutOfMemory> {
    let most = boards.iter().map(&promise).max().unwrap_or(0);
    // For each promise the place of its next board, from the largest on.
    let mut places = filled(0, most + 2)?;
    for board in &*boards {
        places[most - promise(board) + 1] += 1;
    }
    for at in 1..places.len() {
        places[at] += places[at - 1];
    }
    let target = |board: &B| {
        let place = &mut places[most - promise(board)];
        *place += 1;
        *place - 1
    };
    let mut targets: Vec<u32> = reserved(boards.len())?;
    targets.extend(boards.iter().map(target).map(|to| to as u32));
    for at in 0..boards.len() {
        while targets[at] as usize != at {
            let to = targets[at] as usize;
            boards.swap(at, to);
            targets.swap(at, to);
        }
    }
    Ok(())
}
