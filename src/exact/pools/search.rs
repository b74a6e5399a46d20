//! The search of a board by rounds, whose partitions are chosen for it after a long round.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::pool_tables::PoolTables;
use super::{FOLLOWED, LONG_ROUND, choose, sample};
use crate::canonical::CanonicalBoard;
use crate::exact::batch::{self, SearchTables};
use crate::exact::rounds::{Rounds, StoredRound};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Slice;
use crate::runtime::job::{Job, Pace};
use crate::runtime::work::{Counts, Step, Work};

/// The numbers of partitions and their tables, laid out for a search.
type Chosen = (Vec<usize>, SearchTables);

/// A search for a shortest solution, which proves bounds as it advances.
#[derive(Debug)]
pub(crate) struct ExactSearch {
    pub(crate) rounds: Rounds,
    /// If there is a pool.
    choice: Option<Box<Choice>>,
}

/// The choice of the partitions of a search: by the base first, then by those that suit the board.
#[derive(Debug)]
struct Choice {
    tables: Arc<PoolTables>,
    board: CanonicalBoard,
    /// The choice for the round that is announced.
    job: Option<Job<Result<Chosen, OutOfMemory>>>,
    /// The expansions of a round after which partitions are chosen.
    long_round: u64,
}

impl From<Rounds> for ExactSearch {
    fn from(rounds: Rounds) -> Self {
        Self {
            rounds,
            choice: None,
        }
    }
}

impl ExactSearch {
    /// Returns the search of a solvable board by partitions, from a round on, on up to `threads`
    /// threads.
    pub(crate) async fn by_pool(
        tables: Arc<PoolTables>,
        board: &CanonicalBoard,
        stored: &StoredRound,
        threads: usize,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let is_known = |&partition: &usize| partition < tables.partitions.len();
        let is_chosen =
            stored.partitions.len() == FOLLOWED && stored.partitions.iter().all(is_known);
        let kernel = if is_chosen {
            let laid_out = tables.search_tables(&stored.partitions, pace).await?;
            batch::kernel(&Arc::new(laid_out), board)?
        } else {
            batch::kernel(&tables.base_tables, board)?
        };
        let mut rounds = Rounds::resumed(kernel, stored, threads)?;
        if !is_chosen {
            rounds.round.partitions.clear();
        }
        let choice = Choice {
            tables,
            board: board.clone(),
            job: None,
            long_round: LONG_ROUND,
        };
        Ok(Self {
            rounds,
            choice: Some(Box::new(choice)),
        })
    }

    /// Chooses partitions after a round of this number of expansions.
    #[cfg(test)]
    pub(super) fn choosing_after(mut self, expansions: u64) -> Self {
        if let Some(choice) = &mut self.choice {
            choice.long_round = expansions;
        }
        self
    }

    /// Returns whether partitions are being chosen: the choice is lost if the search is stored.
    pub(crate) fn is_choosing(&self) -> bool {
        self.choice.as_ref().is_some_and(|it| it.job.is_some())
    }
}

impl Choice {
    /// Begins to choose partitions for the round of a bound.
    fn begin(&mut self, bound: usize) {
        let (tables, board) = (Arc::clone(&self.tables), self.board.clone());
        let bound = bound.saturating_sub(2);
        self.job = Some(Job::new(move |mut pace| async move {
            let paths = sample::paths(&tables, &board, bound, &mut pace).await?;
            let partitions = choose::choose(&tables, &board, &paths, &mut pace).await?;
            let laid_out = tables.search_tables(&partitions, &mut pace).await?;
            Ok((partitions, laid_out))
        }));
    }
}

impl Work for ExactSearch {
    type Failure = OutOfMemory;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, OutOfMemory> {
        let Some(choice) = &mut self.choice else {
            return self.rounds.advance(slice, counts);
        };
        if let Some(job) = &mut choice.job {
            if let Some(chosen) = job.do_slice(&mut slice.effort) {
                choice.job = None;
                let (chosen, laid_out) = chosen?;
                let kernel = batch::kernel(&Arc::new(laid_out), &choice.board)?;
                self.rounds.replace(kernel, chosen)?;
            }
            return Ok(Step::Paused);
        }
        let step = self.rounds.advance(slice, counts)?;
        if let Step::Bound(bound) = step {
            let round = &self.rounds.round;
            if round.last_round >= choice.long_round && round.partitions.is_empty() {
                choice.begin(bound);
            }
        }
        Ok(step)
    }
}
