//! The search of a board by rounds, whose lanes are chosen for it after a long round.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::lane_tables::LaneTables;
use super::{LANES, LONG_ROUND, choose, sample};
use crate::canonical::CanonicalBoard;
use crate::exact::batch::{self, SearchTables};
use crate::exact::rounds::{Rounds, StoredRound};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::{Job, block_on};
use crate::runtime::work::{Counts, Step, Work};

/// The numbers of lanes and their tables, laid out for a search.
type Chosen = (Vec<usize>, SearchTables);

/// A search for a shortest solution, which proves bounds as it advances.
#[derive(Debug)]
pub(crate) struct ExactSearch {
    pub(crate) rounds: Rounds,
    /// If the tables have lanes.
    lanes: Option<Box<Lanes>>,
}

/// The lanes of a search: by the base, two lanes, then by those that suit the board.
#[derive(Debug)]
struct Lanes {
    tables: Arc<LaneTables>,
    board: CanonicalBoard,
    /// The choice of lanes for the round that is announced.
    choice: Option<Job<Result<Chosen, OutOfMemory>>>,
    /// The expansions of a round after which lanes are chosen.
    long_round: u64,
}

impl From<Rounds> for ExactSearch {
    fn from(rounds: Rounds) -> Self {
        Self {
            rounds,
            lanes: None,
        }
    }
}

impl ExactSearch {
    /// Returns the search of a solvable board by lanes, from a round on, on up to `threads`
    /// threads.
    pub(crate) fn by_lanes(
        tables: Arc<LaneTables>,
        board: &CanonicalBoard,
        stored: &StoredRound,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let is_known = |&lane: &usize| lane < tables.lanes.len();
        let is_chosen = stored.lanes.len() == LANES && stored.lanes.iter().all(is_known);
        let kernel = if is_chosen {
            let lay_out = async |pace: &mut _| tables.search_tables(&stored.lanes, pace).await;
            batch::kernel(&Arc::new(block_on(lay_out)?), board)
        } else {
            batch::kernel(&tables.base_tables, board)
        };
        let mut rounds = Rounds::resumed(kernel, stored, threads);
        if !is_chosen {
            rounds.round.lanes.clear();
        }
        let lanes = Lanes {
            tables,
            board: board.clone(),
            choice: None,
            long_round: LONG_ROUND,
        };
        Ok(Self {
            rounds,
            lanes: Some(Box::new(lanes)),
        })
    }

    /// Chooses lanes after a round of this number of expansions.
    #[cfg(test)]
    pub(super) fn choosing_after(mut self, expansions: u64) -> Self {
        if let Some(lanes) = &mut self.lanes {
            lanes.long_round = expansions;
        }
        self
    }

    /// Returns whether it is between two units, so that nothing is lost if it is stored.
    pub(crate) fn is_between_units(&self) -> bool {
        let is_choosing = self.lanes.as_ref().is_some_and(|it| it.choice.is_some());
        !is_choosing && self.rounds.is_between_units()
    }
}

impl Lanes {
    /// Begins to choose lanes for the round of a bound.
    fn choose(&mut self, bound: usize) {
        let (tables, board) = (Arc::clone(&self.tables), self.board.clone());
        let bound = bound.saturating_sub(2);
        self.choice = Some(Job::new(move |mut pace| async move {
            let paths = sample::paths(&tables, &board, bound, &mut pace).await?;
            let lanes = choose::choose(&tables, &board, &paths, &mut pace).await?;
            let laid_out = tables.search_tables(&lanes, &mut pace).await?;
            Ok((lanes, laid_out))
        }));
    }
}

impl Work for ExactSearch {
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step, OutOfMemory> {
        let Some(lanes) = &mut self.lanes else {
            return self.rounds.advance(until, counts);
        };
        if let Some(choice) = &mut lanes.choice {
            if let Some(chosen) = choice.do_slice() {
                lanes.choice = None;
                let (chosen, laid_out) = chosen?;
                let kernel = batch::kernel(&Arc::new(laid_out), &lanes.board);
                self.rounds.replace(kernel, chosen);
            }
            return Ok(Step::Paused);
        }
        let step = self.rounds.advance(until, counts)?;
        if let Step::Bound(bound) = step {
            let round = &self.rounds.round;
            if round.last_round >= lanes.long_round && round.lanes.is_empty() {
                lanes.choose(bound);
            }
        }
        Ok(step)
    }
}
