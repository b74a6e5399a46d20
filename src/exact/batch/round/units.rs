//! The units of a round: its seeds, and the search of them in slices.

use alloc::boxed::Box;
use alloc::vec;
use core::ops::Range;

use super::super::any_round::{AnyChunk, AnyRound, BatchSizes, State};
use super::super::search_tables::{InSearchTables, SearchTables};
use super::super::stored::{StoredError, StoredRound};
use super::Round;
use super::search_loop::{Descended, SearchLoop};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::dispatch::dispatch;
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;

/// The number of boards that are expanded in a slice: some 0.3 milliseconds' work with tables that
/// fit the caches, and twice that with those that don't.
const SLICE: u64 = 1 << 12;

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
    ) -> Result<State, OutOfMemory> {
        self.split_on(kit, left_out, wanted, counts)
    }

    fn chunks(&self) -> Range<usize> {
        self.chunks_left()
    }

    fn expand_chunk(
        &mut self,
        kit: &SearchTables,
        left_out: u8,
        chunk: usize,
        counts: &mut Counts,
    ) -> Result<AnyChunk, OutOfMemory> {
        let boards = self.boards_of(chunk);
        let chunk = self.expand_boards(kit, left_out, boards, counts)?;
        Ok(Box::new(chunk))
    }

    fn add_chunk(&mut self, chunk: AnyChunk, wanted: usize) -> Result<State, OutOfMemory> {
        match chunk.downcast() {
            Ok(chunk) => self.add(*chunk, wanted),
            Err(_) => unreachable!("copies of a round expand the boards of one layout"),
        }
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

    fn advance(
        &mut self,
        kit: &SearchTables,
        until: u64,
        counts: &mut Counts,
    ) -> Result<(State, u64), OutOfMemory> {
        let ground = F::expander(kit);
        let until = until.min(counts.expanded + SLICE);
        loop {
            let descended = dispatch(SearchLoop {
                round: self,
                ground: &ground,
                until: Some(until),
                counts,
            });
            self.check_memory()?;
            match descended {
                Descended::Paused => return Ok((State::Paused, counts.expanded)),
                Descended::Done => return Ok((State::Done, counts.expanded)),
                Descended::Begun { mark, before } => {
                    let turns = self.trail.path(mark);
                    let board = self.follow(&ground, self.start, &turns);
                    self.turns.extend(turns);
                    match board {
                        Some(board) if board.meta.left() > 0 => self.search_below(board),
                        Some(_) => {
                            self.begin_search(0);
                            let turns = core::mem::take(&mut self.turns);
                            return Ok((State::Found(turns), before));
                        }
                        // Only a stored search that was tampered with leads astray.
                        None => self.begin_search(0),
                    }
                }
            }
        }
    }

    fn copy(&self) -> Result<Box<dyn AnyRound>, OutOfMemory> {
        Ok(Box::new(self.copied()?))
    }

    fn store(&self, kit: &SearchTables) -> StoredRound {
        self.stored(kit)
    }

    fn restore(&mut self, kit: &SearchTables, stored: &StoredRound) -> Result<(), StoredError> {
        self.restore_from(kit, stored)
    }
}
