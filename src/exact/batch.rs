//! IDA* with pattern tables, on an explicit stack, many boards at a time.

mod any_automaton;
mod any_round;
mod board_layout;
mod cells16;
mod cells32;
mod changes;
mod chunks;
mod eight_views;
mod expand;
mod round;
mod search_tables;
mod size;
mod stack;
mod stored;
#[cfg(test)]
mod tests;
mod together;
mod units;
mod view_by_view;
mod views;
mod ways;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

pub(crate) use any_automaton::AnyAutomaton;
use any_round::{AnyRound, BatchSizes, State};
use chunks::{CHUNKS_FROM, Chunks};
use round::round_for;
pub(crate) use search_tables::SearchTables;
use stack::BATCH;
pub(crate) use stored::{
    StoredBatch, StoredBoard, StoredError, StoredRound, StoredSplitting, StoredStage,
};
use units::Units;
pub(crate) use views::Views;

use crate::canonical::CanonicalBoard;
use crate::exact::patterns::Patterns;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::pool::{HAS_WORKERS, Pool};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::side::Side;
use crate::tables::narrow;

/// A round is split into one seed for this many boards of the round before, but into [`SEEDS`] at
/// most. The seed with the most slack comes first, so a solution is found sooner: of 5 to 300
/// boards, and 512 to 4,096 seeds, these take the least time on 4 x 4.
const BOARDS_A_SEED: u64 = 15;
const SEEDS: u64 = 1 << 11;

/// With more than two views a round is split into far more seeds, but more boards of the round
/// before make one. Of Korf's 24-puzzles with 317 MB of tables no. 37 takes 120 million expansions
/// instead of 402. With a seed for 15 to 120 boards ten of them take 278 to 297.
const SEEDS_OF_MANY_VIEWS: u64 = 1 << 18;
const BOARDS_A_SEED_OF_MANY_VIEWS: u64 = 60;

/// The most units then.
const UNITS_OF_MANY_VIEWS: usize = 1 << 11;

/// A round has several units if the one before it expanded this number of boards: some four
/// milliseconds' work.
const UNITS_FROM: u64 = 100_000;

/// The number of seeds that make a unit then. Each unit ends with batches that are not full: with 8
/// seeds that is not noticed.
const SEEDS_A_UNIT: usize = 8;

/// A batch holds at most one of this many boards of the round before: the boards of a batch beside
/// the solution are expanded in vain. With tables of 196 MB, whose rounds are short, that takes a
/// sixth fewer expansions than full batches; from 64 to 256 it makes no difference. An expansion
/// costs more in batches of 8 boards than of 16, and less in full ones.
const ROUND_OF_BATCHES: u64 = 128;
const FEWEST_TOGETHER: usize = 16;

/// With fewer boards on both stacks the next seed is taken. A batch of few boards costs the same as
/// a full one, but a stack of many seeds would be searched in breadth. The many seeds of a round
/// with many views are searched below soon.
const FEW: usize = 4;
const MANY: usize = 32;

/// A search for a shortest solution with pattern tables.
///
/// Iterative deepening A* (Korf 1985) with additive pattern tables (Korf and Felner 2002) seen in
/// one or more views, and the duplicate automaton of Taylor and Korf (1993). For each view a slack
/// is kept, half of what the bound leaves beyond the moves made and the sum of the distances: a
/// move that takes its tiles closer leaves it, another needs 1 of it. Every tile is in one
/// table, so where no move is left slack 0 means that all tiles are home.
///
/// With several threads the answer is that of one that searches the units in order: the solution of
/// the first unit that has one, and the counts of that unit and those before it. The root is
/// counted by the caller that begins the solve.
#[derive(Debug)]
pub(crate) struct BatchSearch {
    kit: Shared<SearchTables>,
    round: Box<dyn AnyRound>,
    /// The turns that are left out at the root.
    left_out: u8,
    bound: usize,
    /// The boards expanded in the round before, and in this one.
    last_round: u64,
    in_round: u64,
    /// Provisional count of a unit that is still running on a worker: it is counted again at its
    /// end.
    ahead: u64,
    stage: Stage,
    /// True if it ends with the round.
    is_part: bool,
    threads: usize,
    /// The number of chunks of a depth from which on workers expand them.
    chunks_from: usize,
    /// The chunks of a depth of the round, if workers expand them.
    splitters: Option<Pool<Chunks>>,
    /// The units of the round, if workers search them.
    pool: Option<Pool<Units>>,
}

/// The stage of a search.
#[derive(Clone, Debug)]
enum Stage {
    /// Nothing has begun.
    New,
    /// The round is announced, not begun.
    Announced,
    Splitting,
    /// The units to search, and whether the first of them has begun.
    Searching {
        units: Range<usize>,
        is_open: bool,
    },
    Over,
}

impl BatchSearch {
    /// Returns the search for a solvable board. `proved` is a number of moves that every solution
    /// is known to need, by other means.
    pub(crate) fn new(kit: Shared<SearchTables>, board: &CanonicalBoard, proved: usize) -> Self {
        let round = round_for(&kit, board);
        let cells = narrow(board.cells());
        Self {
            left_out: mirrored_turns(kit.patterns(), &cells[..board.cells().len()], board.blank),
            bound: round.estimate().max(proved),
            round,
            kit,
            last_round: 0,
            in_round: 0,
            ahead: 0,
            stage: Stage::New,
            is_part: false,
            threads: 1,
            chunks_from: CHUNKS_FROM,
            splitters: None,
            pool: None,
        }
    }

    /// Searches the units of a round on up to `threads` threads.
    pub(crate) const fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Begins as after a round of this number of boards.
    pub(crate) const fn after_round(mut self, boards: u64) -> Self {
        self.last_round = boards;
        self
    }

    /// Returns the bound of a round that is announced, and the boards of the round before.
    pub(crate) const fn announced(&self) -> Option<(usize, u64)> {
        match self.stage {
            Stage::Announced => Some((self.bound, self.last_round)),
            _ => None,
        }
    }

    /// Returns what the search reads.
    pub(crate) fn kit(&self) -> &SearchTables {
        &self.kit
    }

    /// Parts what is left of the round into up to `wanted` searches of their own, as they are
    /// stored; none while the round is not split.
    pub(crate) fn parts(&self, wanted: usize) -> Vec<StoredBatch> {
        let units = self.units();
        if units.len() < 2 {
            return Vec::new();
        }
        let size = units.len().div_ceil(wanted.max(1));
        let starts = units.clone().step_by(size);
        let mut all = self.store();
        (all.is_part, all.in_round) = (true, 0);
        let seeds = core::mem::take(&mut all.round.seeds);
        let part = |start: usize| {
            let own = start..units.end.min(start + size);
            let within = self.round.seeds(own.clone());
            let mut stored = all.clone();
            // The others are searched elsewhere.
            let left = &mut stored.round.left;
            *left = left.start.saturating_sub(within.start)..left.end.saturating_sub(within.start);
            stored.round.seeds = seeds[within].to_vec();
            if let StoredStage::Searching { unit, end, is_open } = &mut stored.stage {
                (*unit, *end) = (0, own.len());
                *is_open &= start == units.start;
            }
            stored
        };
        starts.map(part).collect()
    }

    /// Returns the units of the round that are not searched yet: an empty range while there are no
    /// several.
    fn units(&self) -> Range<usize> {
        match &self.stage {
            Stage::Searching { units, .. } if self.round.units() > 1 => units.clone(),
            _ => 0..0,
        }
    }

    /// Returns the boards that are counted, and will be counted again.
    pub(crate) const fn ahead(&self) -> u64 {
        self.ahead
    }

    /// Returns what is stored of it. What other threads have begun is not.
    pub(crate) fn store(&self) -> StoredBatch {
        let stage = match &self.stage {
            Stage::New => StoredStage::New,
            Stage::Announced => StoredStage::Announced,
            Stage::Splitting => StoredStage::Splitting,
            Stage::Searching { units, is_open } => StoredStage::Searching {
                unit: units.start,
                is_open: *is_open,
                end: units.end,
            },
            Stage::Over => StoredStage::Over,
        };
        let has_begun = matches!(self.stage, Stage::Splitting | Stage::Searching { .. });
        StoredBatch {
            bound: self.bound,
            last_round: self.last_round,
            in_round: self.in_round,
            stage,
            is_part: self.is_part,
            round: if has_begun {
                self.round.store(&self.kit)
            } else {
                StoredRound::default()
            },
        }
    }

    /// Returns the search of a board that was stored.
    ///
    /// # Errors
    /// [`StoredError`] if what was stored is not of this board.
    pub(crate) fn restore(
        kit: Shared<SearchTables>,
        board: &CanonicalBoard,
        stored: &StoredBatch,
    ) -> Result<Self, StoredError> {
        let mut search = Self::new(kit, board, 0);
        let least = search.round.estimate();
        // The moves left are counted in 16 bits.
        let is_too_high = stored.bound > u16::MAX.into();
        if stored.bound < least || (stored.bound - least) % 2 != 0 || is_too_high {
            return Err(StoredError::Bound);
        }
        search.bound = stored.bound;
        // No round has that number of boards; sums must not overflow.
        search.last_round = stored.last_round.min(1 << 62);
        search.in_round = stored.in_round.min(1 << 62);
        search.is_part = stored.is_part;
        search.stage = match stored.stage {
            StoredStage::New => Stage::New,
            StoredStage::Announced => Stage::Announced,
            StoredStage::Over => Stage::Over,
            StoredStage::Splitting | StoredStage::Searching { .. } => {
                let pace = search.pace();
                search.round.begin(stored.bound, pace);
                search.round.restore(&search.kit, &stored.round)?;
                match stored.stage {
                    StoredStage::Searching { unit, is_open, end } => {
                        if unit > end || end > search.round.units() || (is_open && unit == end) {
                            return Err(StoredError::Unit);
                        }
                        let units = unit..end;
                        Stage::Searching { units, is_open }
                    }
                    _ => Stage::Splitting,
                }
            }
        };
        Ok(search)
    }

    fn has_many_views(&self) -> bool {
        self.kit.views().count() > 2
    }

    /// Returns into how many seeds the round is split at least.
    fn wanted_seeds(&self) -> usize {
        let (boards, most) = if self.has_many_views() {
            (BOARDS_A_SEED_OF_MANY_VIEWS, SEEDS_OF_MANY_VIEWS)
        } else {
            (BOARDS_A_SEED, SEEDS)
        };
        (self.last_round / boards).min(most) as usize
    }

    /// Returns in which portions the round is searched.
    fn pace(&self) -> BatchSizes {
        let batch = (self.last_round / ROUND_OF_BATCHES) as usize;
        let seeds_a_unit = if self.last_round < UNITS_FROM {
            usize::MAX
        } else {
            SEEDS_A_UNIT.max(self.wanted_seeds() / UNITS_OF_MANY_VIEWS)
        };
        BatchSizes {
            seeds_a_unit,
            batch: batch.clamp(FEWEST_TOGETHER, BATCH),
            few: if self.has_many_views() { MANY } else { FEW },
        }
    }

    /// Ends with the turns of a solution.
    fn found(&mut self, turns: Vec<u8>) -> Step<Moves> {
        self.stage = Stage::Over;
        (self.splitters, self.pool) = (None, None);
        let turns = turns.into_iter();
        let moves = turns.map(|turn| Side::ALL[usize::from(turn)].tile_moves());
        Step::Found(moves.collect())
    }

    /// Goes on within a round.
    fn search(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        Ok(match &mut self.stage {
            Stage::Splitting => {
                let state = if let Some(state) = self.split_together(counts)? {
                    state
                } else {
                    let wanted = self.wanted_seeds();
                    self.round.split(&self.kit, self.left_out, wanted, counts)?
                };
                match state {
                    State::Paused => Step::Paused,
                    State::Found(turns) => self.found(turns),
                    State::Done => {
                        self.splitters = None;
                        self.search_units(0..self.round.units());
                        Step::Paused
                    }
                }
            }
            Stage::Searching { units, .. } if units.start == units.end => self.next_round(),
            Stage::Searching {
                units,
                is_open: false,
            } if HAS_WORKERS && (units.len() > 1 && self.threads > 1 || self.pool.is_some()) => {
                match self.search_together(until, counts) {
                    Some(step) => step,
                    None => self.search_alone(until, counts)?,
                }
            }
            Stage::Searching { .. } => self.search_alone(until, counts)?,
            _ => Step::Paused,
        })
    }

    /// Goes on with the first unit that is left.
    fn search_alone(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, OutOfMemory> {
        let Stage::Searching { units, is_open } = &mut self.stage else {
            return Ok(Step::Paused);
        };
        if !*is_open {
            self.round.open(units.start);
            *is_open = true;
        }
        let (state, _) = self.round.advance(&self.kit, until, counts)?;
        match state {
            State::Paused => {}
            State::Found(turns) => return Ok(self.found(turns)),
            State::Done => {
                units.start += 1;
                *is_open = false;
            }
        }
        Ok(Step::Paused)
    }

    const fn search_units(&mut self, units: Range<usize>) {
        self.stage = Stage::Searching {
            units,
            is_open: false,
        };
    }

    const fn next_round(&mut self) -> Step<Moves> {
        if self.is_part {
            self.stage = Stage::Over;
            return Step::Done;
        }
        self.last_round = self.in_round;
        self.bound += 2;
        self.stage = Stage::Announced;
        Step::Bound(self.bound)
    }
}

impl Work for BatchSearch {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self.stage {
            Stage::New => {
                self.stage = Stage::Announced;
                return Ok(Step::Bound(self.bound));
            }
            Stage::Announced if self.bound == 0 => return Ok(self.found(Vec::new())),
            Stage::Announced => {
                self.round.begin(self.bound, self.pace());
                if self.wanted_seeds() <= 1 && self.left_out == 0 {
                    self.search_units(0..1);
                } else {
                    self.stage = Stage::Splitting;
                }
            }
            Stage::Over => return Ok(Step::Done),
            Stage::Splitting | Stage::Searching { .. } => {}
        }
        counts.expanded -= core::mem::take(&mut self.ahead);
        let before = counts.expanded;
        let step = self.search(until, counts)?;
        self.in_round += counts.expanded - before;
        if let Step::Bound(_) = step {
            self.in_round = 0;
        }
        counts.expanded += self.ahead;
        Ok(step)
    }
}

/// Returns which moves of a board that is its own mirror image only mirror one that is tried
/// before, as a set of turns.
///
/// The alphabetically first of the shortest solutions does not begin with such a move: its own
/// mirror image, another solution, would come before it. So the automaton's promise holds without
/// them.
fn mirrored_turns(patterns: &Patterns, at: &[u8], blank: usize) -> u8 {
    let Some(mirror) = patterns.mirror() else {
        return 0;
    };
    let mut cells = at.iter().enumerate();
    if !cells.all(|(cell, &tile)| at[mirror.cell(cell)] as usize == mirror.cell(tile as usize)) {
        return 0;
    }
    let sides = Side::ALL.map(|side| side.entered(patterns.shape(), blank));
    let image = |turn: usize| sides[turn].map(|cell| mirror.cell(cell));
    (0..Side::ALL.len())
        .filter(|&turn| {
            (0..turn).any(|before| sides[turn].is_some() && image(before) == sides[turn])
        })
        .map(|turn| 1 << turn)
        .sum()
}
