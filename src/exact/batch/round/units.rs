//! The units of a round: its seeds, and the search of them in slices.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::any_round::{AnyRound, BatchSizes, State};
use super::super::board_layout::BoardOf;
use super::super::search_tables::{InSearchTables, SearchTables};
use super::super::stack::BATCH;
use super::super::stored::{StoredError, StoredRound};
use super::search_loop::{Descended, SearchLoop};
use super::{Round, Splitting};
use crate::runtime::dispatch::dispatch;
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;

/// The number of boards that are expanded in a slice: some 0.3 milliseconds' work with tables that
/// fit the caches, and twice that with those that don't.
const SLICE: u64 = 1 << 12;

/// The number of boards that are expanded in a slice while a round is split: not all batches are
/// full.
const SPLIT_SLICE: u64 = 1 << 9;

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
        let ground = F::expander(kit);
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
            let before = children.len();
            children.extend(self.stacks[1].boards().iter().filter(stays));
            let mut new = children[before..].iter();
            if let Some(goal) = new.find(|child| child.meta.left() == 0) {
                return State::Found(self.trail.path(goal.mark));
            }
            self.trail.goal = None;
        }
        let views = self.views;
        let promise = |seed: &BoardOf<F>| seed.slacks.promise(views);
        self.to_seeds = self.trail.steps.len();
        sort_by_falling(&mut splitting.level, promise);
        self.seeds = Shared::new(splitting.level);
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
        let ground = F::expander(kit);
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
        self.stored(kit)
    }

    fn restore(&mut self, kit: &SearchTables, stored: &StoredRound) -> Result<(), StoredError> {
        self.restore_from(kit, stored)
    }
}

/// Sorts boards by falling promise; equals stay in their order. The library's sort would be compiled
/// for each layout, and is three times the code of a kernel. Nothing is copied: the boards of a
/// round with many views take up to 140 MB.
fn sort_by_falling<B>(boards: &mut [B], promise: impl Fn(&B) -> usize) {
    let most = boards.iter().map(&promise).max().unwrap_or(0);
    // For each promise the place of its next board, from the largest on.
    let mut places = alloc::vec![0; most + 2];
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
    let mut targets: Vec<u32> = boards.iter().map(target).map(|to| to as u32).collect();
    for at in 0..boards.len() {
        while targets[at] as usize != at {
            let to = targets[at] as usize;
            boards.swap(at, to);
            targets.swap(at, to);
        }
    }
}
