//! The search of a board by rounds, whose lanes are chosen for it after a long round.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::lane_tables::LaneTables;
use super::{LANES, LONG_ROUND, choose, sample};
use crate::canonical::CanonicalBoard;
use crate::exact::batch::{self, SearchTables};
use crate::exact::rounds::{Rounds, SharedKernel, StoredRound};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Job;
use crate::runtime::work::{Counts, Step, Work};

/// The numbers of lanes and their tables, laid out for a search.
type Chosen = (Vec<usize>, SearchTables);

/// A search for a shortest solution, which proves bounds as it advances.
#[derive(Debug)]
pub(crate) struct ExactSearch {
    rounds: Rounds,
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
    /// The lanes that were chosen; none while the search is by the base.
    chosen: Vec<usize>,
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
        let mut chosen = stored.lanes.clone();
        let kernel = if chosen.len() != LANES || !chosen.iter().all(is_known) {
            chosen.clear();
            batch::kernel(tables.base(), board)
        } else {
            let (tables, lanes) = (Arc::clone(&tables), chosen.clone());
            let lay_out =
                move |mut pace| async move { tables.search_tables(&lanes, &mut pace).await };
            batch::kernel(&Arc::new(Job::new(lay_out).finish()?), board)
        };
        let mut lanes = Lanes {
            tables,
            board: board.clone(),
            choice: None,
            long_round: LONG_ROUND,
            chosen,
        };
        if stored.seeds.is_none() {
            lanes.choose_if_long(stored.bound, stored.last_round);
        }
        Ok(Self {
            rounds: Rounds::resumed(kernel, stored, threads),
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

    /// Returns the lanes that were chosen.
    fn chosen(&self) -> &[usize] {
        self.lanes.as_ref().map_or(&[], |lanes| &lanes.chosen)
    }

    /// Returns whether it is between two units, so that nothing is lost if it is stored.
    pub(crate) fn is_between_units(&self) -> bool {
        let is_choosing = self.lanes.as_ref().is_some_and(|it| it.choice.is_some());
        !is_choosing && self.rounds.is_between_units()
    }

    /// Returns what is stored of it, between two units.
    pub(crate) fn stored(&self) -> StoredRound {
        StoredRound {
            lanes: self.chosen().to_vec(),
            ..self.rounds.stored()
        }
    }

    /// Parts what is left of the round into up to `wanted` searches of their own; none if that is
    /// not possible.
    pub(crate) fn parts(&self, wanted: usize) -> Vec<StoredRound> {
        let mut parts = self.rounds.parts(wanted);
        for part in &mut parts {
            part.lanes = self.chosen().to_vec();
        }
        parts
    }
}

impl Lanes {
    /// Begins to choose lanes if a round begins after a long one.
    fn choose_if_long(&mut self, bound: usize, last_round: u64) {
        if !self.chosen.is_empty() || last_round < self.long_round {
            return;
        }
        let (tables, board) = (Arc::clone(&self.tables), self.board.clone());
        let bound = bound.saturating_sub(2);
        self.choice = Some(Job::new(move |mut pace| async move {
            let paths = sample::paths(&tables, &board, bound, &mut pace).await?;
            let lanes = choose::choose(&tables, &board, &paths, &mut pace).await?;
            let laid_out = tables.search_tables(&lanes, &mut pace).await?;
            Ok((lanes, laid_out))
        }));
    }

    /// Continues the choice; returns a kernel with the lanes at its end.
    fn advance(&mut self) -> Result<Option<Box<dyn SharedKernel>>, OutOfMemory> {
        let chosen = self.choice.as_mut().and_then(Job::do_slice);
        let Some((chosen, laid_out)) = chosen.transpose()? else {
            return Ok(None);
        };
        (self.chosen, self.choice) = (chosen, None);
        Ok(Some(batch::kernel(&Arc::new(laid_out), &self.board)))
    }
}

impl Work for ExactSearch {
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step, OutOfMemory> {
        let Some(lanes) = &mut self.lanes else {
            return self.rounds.advance(until, counts);
        };
        if lanes.choice.is_some() {
            if let Some(kernel) = lanes.advance()? {
                self.rounds.replace(kernel);
            }
            return Ok(Step::Paused);
        }
        let step = self.rounds.advance(until, counts)?;
        if let Step::Bound(bound) = step {
            lanes.choose_if_long(bound, self.rounds.last_round());
        }
        Ok(step)
    }
}
