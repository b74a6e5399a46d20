//! Shortest solutions: a proof, or a walk by the table of all boards.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::ControlFlow;
use std::sync::Mutex;

use smallvec::SmallVec;

use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{SharedRound, StoredRound};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::policy::{BEAM_WIDTH, GUESS, WIDEST_GUESS, beam_price};
use crate::prepare::{HeuristicKind, Prepared};
use crate::runtime::effort::Slice;
use crate::runtime::job::{BoxFuture, Pace};
use crate::runtime::threads::lock;
use crate::runtime::work::{Counts, Step, Work};
use crate::side::Side;
use crate::solve::error::SolveError;
use crate::solve::qualities::Solving;
use crate::space::{Placed, SpaceTable};

impl Solving {
    /// Finds a shortest solution: without tables first if the board is near the goal, then with the
    /// best available. Continues a round that has begun elsewhere.
    pub(super) async fn optimal(
        &mut self,
        shared: &Arc<Mutex<SharedRound>>,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let metric = self.solver.metric();
        // A round that has begun may be stored.
        let has_begun = lock(shared).may_stop(0);
        if !has_begun {
            // The probe searches by single tiles.
            if metric == Metric::SingleTile && self.probe(pace).await? {
                return Ok(());
            }
            *lock(shared) = SharedRound::new(StoredRound::new(self.bound));
        }
        let prepared = self.prepare(pace).await?;
        self.prove(&prepared, shared, true, pace).await
    }

    /// Proves bounds, round after round, until there is a solution, or the round is over that is a
    /// part. If it is alone, beams come before long rounds, and the frontier may be large.
    pub(super) fn prove<'p>(
        &'p mut self,
        prepared: &'p Prepared,
        shared: &'p Arc<Mutex<SharedRound>>,
        is_alone: bool,
        pace: &'p mut Pace,
    ) -> BoxFuture<'p, Result<(), SolveError>> {
        Box::pin(self.prove_rounds(prepared, shared, is_alone, pace))
    }

    async fn prove_rounds(
        &mut self,
        prepared: &Prepared,
        shared: &Arc<Mutex<SharedRound>>,
        is_alone: bool,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let solver = self.solver.clone();
        let options = &solver.options.table_options;
        let tables = (&solver.tables, options);
        let rounds = prepared.rounds(&self.board, shared, self.threads, tables, pace);
        let mut rounds = rounds.await?;
        let metric = rounds.metric();
        if is_alone {
            rounds.set_memory(options.memory);
        }
        // A chosen heuristic is measured without beams.
        let is_auto = is_alone && options.heuristic == HeuristicKind::Auto;
        let may_guess = is_auto && metric == Metric::SingleTile && self.board.free.is_none();
        loop {
            if let Some(bound) = rounds.bound() {
                let width = self.width_of_guess(bound, pace).filter(|_| may_guess);
                rounds.announce(width.is_some());
                self.apply(Step::Bound(bound), metric, pace).await;
                if let Some(width) = width {
                    self.guess(width, pace).await;
                }
                let choice = prepared.choose_partitions(&self.board, &mut rounds, tables, pace);
                if choice.await? {
                    continue;
                }
            }
            if let ControlFlow::Break(found) = rounds.round(pace).await? {
                if let Some(moves) = found {
                    self.keep(moves, pace).await;
                }
                return Ok(());
            }
        }
    }

    /// Returns the width of the beams before a round, if they are worth it.
    fn width_of_guess(&self, bound: usize, pace: &Pace) -> Option<usize> {
        let both = 2 * bound as u64 * beam_price(self.board.cells.len());
        let width = pace.counts.expanded / GUESS / both.max(1);
        (width >= BEAM_WIDTH as u64).then_some(width.min(WIDEST_GUESS) as usize)
    }

    /// Searches for a solution whose length is the bound, by beams from both ends: it saves the
    /// last and longest round. The driver then ends the search.
    async fn guess(&mut self, width: usize, pace: &mut Pace) {
        for is_back in [false, true] {
            if let Some(moves) = self.beam(width, self.bound, is_back, None, pace).await {
                return self.keep(moves, pace).await;
            }
        }
    }
}

/// A solution that is read off the distances of all boards, with the moves and the counts of a
/// proof by them. It needs no job.
#[derive(Debug)]
pub(super) struct ReadOff {
    table: Arc<SpaceTable>,
    board: Placed,
    /// The sides to which the blank goes, the number of tiles that move and that of the boards
    /// looked at; none before the bound is reported.
    steps: SmallVec<[(Side, u8, u8); 32]>,
    /// The number of steps that are counted.
    counted: Option<usize>,
}

impl ReadOff {
    /// Begins with a board from which the goal of the table can be reached.
    pub(super) fn new(table: Arc<SpaceTable>, board: &CanonicalBoard) -> Self {
        let board = table.board(board);
        Self {
            steps: SmallVec::new(),
            counted: None,
            board,
            table,
        }
    }
}

impl Work for ReadOff {
    type Failure = SolveError;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, SolveError> {
        let Some(counted) = &mut self.counted else {
            self.counted = Some(0);
            self.steps.extend(self.table.walk(self.board));
            return Ok(Step::Bound(self.steps.len()));
        };
        for (_, _, made) in &self.steps[*counted..] {
            if counts.expanded >= slice.until.min(counts.limit) {
                return Ok(Step::Paused);
            }
            *counted += 1;
            counts.expanded += 1;
            counts.generated += u64::from(*made);
        }
        let mut moves = Moves::new();
        for &(side, tiles, _) in &self.steps {
            moves.push_run(side.tile_moves(), tiles.into());
        }
        Ok(Step::Found(moves))
    }
}
