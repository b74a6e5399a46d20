//! A shortest solution: one proof, or the walk home by a table of all boards.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use crate::canonical::CanonicalBoard;
use crate::exact::all_boards::{AllBoards, Placed};
use crate::exact::lanes::ExactSearch;
use crate::exact::rounds::StoredRound;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::job::Pace;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::solving::Solving;

/// A proof between two units, as it is recalled: a value that continues elsewhere.
#[derive(Debug)]
pub(super) struct Proof {
    /// The round from which the search begins.
    pub(super) round: StoredRound,
    /// The search, once there are tables.
    search: Option<ExactSearch>,
}

impl Proof {
    /// Returns a proof that begins with a round.
    pub(super) const fn of(round: StoredRound) -> Self {
        Self {
            round,
            search: None,
        }
    }

    /// Returns what is left of the round.
    pub(super) fn stored(&self) -> StoredRound {
        let search = self.search.as_ref();
        search.map_or_else(|| self.round.clone(), |it| it.rounds.stored())
    }

    /// Returns up to `wanted` parts of what is left of the round.
    pub(super) fn parts(&self, wanted: usize) -> Vec<StoredRound> {
        let search = self.search.as_ref();
        search.map_or(Vec::new(), |search| search.rounds.parts(wanted))
    }
}

/// Returns whether a search has come to a place where nothing is lost by its end, and where it has
/// parts if it is to be parted.
fn may_end(search: &ExactSearch, parts: usize) -> bool {
    match parts {
        0 => search.is_between_units(),
        _ => !search.rounds.parts(parts).is_empty(),
    }
}

impl Solving {
    /// Looks for a shortest solution: without tables first if the board is near the goal, then with
    /// the best available. Returns the proof if it is recalled.
    pub(super) async fn optimal(
        &mut self,
        proof: Option<Proof>,
        pace: &mut Pace,
    ) -> Result<Option<Proof>, SolveError> {
        let Proof { round, search } = match proof {
            Some(proof) => proof,
            // The probe searches by single tiles.
            None if self.metric == Metric::Tiles && self.probe(pace).await? => return Ok(None),
            None => Proof::of(StoredRound::new(self.bound)),
        };
        let mut search = match search {
            Some(search) => search,
            None if pace.recall == Some(0) => return Ok(Some(Proof::of(round))),
            None => {
                let prepared = self.prepare(pace).await?;
                prepared.search(&self.board, &round, self.threads)?
            }
        };
        loop {
            pace.wait_for_allowance().await;
            if pace.recall.is_some_and(|parts| may_end(&search, parts)) {
                let search = Some(search);
                return Ok(Some(Proof { round, search }));
            }
            match search.advance(pace.until, &mut pace.counts)? {
                Step::Paused => pace.end_slice().await,
                step => {
                    if !self.learn(step, self.metric, pace).await {
                        return Ok(None);
                    }
                }
            }
        }
    }
}

/// A solution that is read off the distances of all boards, with the moves and the counts of a proof
/// by them. It needs no job.
#[derive(Debug)]
pub(super) struct ReadOff {
    table: Arc<AllBoards>,
    board: Placed,
    moves: Moves,
    is_bound_told: bool,
}

impl ReadOff {
    /// Begins with a board from which the goal of the table can be reached.
    pub(super) fn new(table: Arc<AllBoards>, board: &CanonicalBoard) -> Self {
        Self {
            board: table.board(&board.cells, board.blank),
            table,
            moves: Moves::new(),
            is_bound_told: false,
        }
    }
}

impl Work for ReadOff {
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step, SolveError> {
        if !mem::replace(&mut self.is_bound_told, true) {
            return Ok(Step::Bound(self.table.left(self.board)));
        }
        while self.table.left(self.board) > 0 {
            if counts.expanded >= until.min(counts.limit) {
                return Ok(Step::Paused);
            }
            counts.expanded += 1;
            let (side, tiles, made) = self.table.step(&mut self.board);
            counts.generated += made;
            (0..tiles).for_each(|_| self.moves.push(side.tile_moves()));
        }
        Ok(Step::Found(mem::take(&mut self.moves)))
    }
}
