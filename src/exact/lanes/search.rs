//! The search of a board by lanes.

use alloc::vec::Vec;

use super::lane_tables::LaneTables;
use super::tuning::LONG_ROUND;
use super::{choose, sample};
use crate::canonical::CanonicalBoard;
use crate::exact::batch::{BatchSearch, SearchTables, StoredBatch, StoredError};
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Job;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};

/// A search for a shortest solution: by the base, two lanes, then by those that suit the board.
#[derive(Debug)]
pub(crate) struct LaneSearch {
    tables: Shared<LaneTables>,
    board: CanonicalBoard,
    search: BatchSearch,
    /// The choice of lanes for the round that is announced. A search that is stored begins it again.
    choice: Option<Job<Result<SearchTables, OutOfMemory>>>,
    /// The expansions of a round after which lanes are chosen.
    long_round: u64,
    /// True if the search is by the base.
    is_short: bool,
    threads: usize,
}

impl LaneSearch {
    /// Returns the search for a solvable board on up to `threads` threads. `proved` is a number of
    /// moves that every solution is known to need.
    pub(crate) fn new(
        tables: Shared<LaneTables>,
        board: &CanonicalBoard,
        proved: usize,
        threads: usize,
    ) -> Self {
        let search = BatchSearch::new(Shared::clone(tables.base()), board, proved);
        Self {
            tables,
            board: board.clone(),
            search: search.on_threads(threads),
            choice: None,
            long_round: LONG_ROUND,
            is_short: true,
            threads,
        }
    }

    /// Returns the search of a board that was stored; `lanes` are the sets of cells of its lanes.
    ///
    /// # Errors
    /// [`StoredError`] if what was stored is not of this board, `None` in place of a search if the
    /// lanes are not of this pool.
    pub(crate) fn restore(
        tables: Shared<LaneTables>,
        board: &CanonicalBoard,
        stored: &StoredBatch,
        lanes: &[Vec<u64>],
        threads: usize,
    ) -> Result<Option<Self>, RestoreLanesError> {
        let known = lanes.iter().map(|sets| tables.lane_of(sets));
        let Some(known) = known.collect::<Option<Vec<usize>>>() else {
            return Ok(None);
        };
        let is_short = tables.are_base(&known);
        let search_tables = if is_short {
            Shared::clone(tables.base())
        } else {
            let tables = Shared::clone(&tables);
            let lay_out =
                move |mut pace| async move { tables.search_tables(&known, &mut pace).await };
            Shared::new(Job::new(lay_out).finish()?)
        };
        let search = BatchSearch::restore(search_tables, board, stored)?;
        let mut search = Self {
            tables,
            board: board.clone(),
            search: search.on_threads(threads),
            choice: None,
            long_round: LONG_ROUND,
            is_short,
            threads,
        };
        search.choose_if_long();
        Ok(Some(search))
    }

    /// Chooses lanes after a round of this number of expansions.
    #[cfg(all(test, feature = "std"))]
    pub(super) fn choosing_after(mut self, expansions: u64) -> Self {
        self.long_round = expansions;
        self.choose_if_long();
        self
    }

    /// Returns the search by the tables that are followed now.
    pub(crate) const fn search(&self) -> &BatchSearch {
        &self.search
    }

    /// Begins to choose lanes if a round is announced after a long one.
    fn choose_if_long(&mut self) {
        let Some((bound, last_round)) = self.search.announced() else {
            return;
        };
        if !self.is_short || last_round < self.long_round {
            return;
        }
        let (tables, board) = (Shared::clone(&self.tables), self.board.clone());
        self.choice = Some(Job::new(move |mut pace| async move {
            let paths = sample::paths(&tables, &board, bound - 2, &mut pace).await?;
            let lanes = choose::choose(&tables, &board, &paths, &mut pace).await?;
            tables.search_tables(&lanes, &mut pace).await
        }));
    }
}

impl Work for LaneSearch {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        if let Some(choice) = &mut self.choice {
            let Some(tables) = choice.advance() else {
                return Ok(Step::Paused);
            };
            self.choice = None;
            self.is_short = false;
            let (bound, last_round) = self.search.announced().unwrap_or_default();
            let search = BatchSearch::new(Shared::new(tables?), &self.board, bound);
            self.search = search.on_threads(self.threads).after_round(last_round);
            return Ok(Step::Paused);
        }
        let step = self.search.advance(until, counts)?;
        if let Step::Bound(_) = step {
            self.choose_if_long();
        }
        Ok(step)
    }
}

/// Reasons why a stored search by lanes can't continue.
#[derive(Debug)]
pub(crate) enum RestoreLanesError {
    Stored(StoredError),
    OutOfMemory(OutOfMemory),
}

impl From<StoredError> for RestoreLanesError {
    fn from(error: StoredError) -> Self {
        Self::Stored(error)
    }
}

impl From<OutOfMemory> for RestoreLanesError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}
