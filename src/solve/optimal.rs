//! A shortest solution: one proof.

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::prepared::{HeuristicKind, Prepared, Proof, Request};
use crate::search::probe::{Probe, is_probed};
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::tables::{BuildProgress, OutOfMemory, Shared};
use crate::work::{Counts, Step, Work};

/// Looks for a shortest solution: without tables first if the board is near the goal, then with
/// the best that can be had.
#[derive(Debug)]
pub(super) struct Optimal {
    board: CanonicalBoard,
    threads: usize,
    /// All shorter solutions are proved impossible.
    bound: usize,
    stage: Stage,
}

#[derive(Debug)]
pub(super) enum Stage {
    Probe(Probe, Request),
    Tables(Request),
    Proof(Shared<Prepared>, Proof),
    Over(Option<Shared<Prepared>>),
}

impl Optimal {
    pub(super) fn new(
        board: &CanonicalBoard,
        kind: HeuristicKind,
        request: Request,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let stage = if is_probed(board, kind) {
            Stage::Probe(Probe::new(board)?, request)
        } else {
            Stage::Tables(request)
        };
        Ok(Self {
            board: board.clone(),
            threads,
            bound: 0,
            stage,
        })
    }

    /// Returns a search that goes on with a proof.
    pub(super) const fn with_stage(board: CanonicalBoard, threads: usize, stage: Stage) -> Self {
        Self {
            board,
            threads,
            bound: 0,
            stage,
        }
    }

    pub(super) const fn stage(&self) -> &Stage {
        &self.stage
    }

    pub(super) const fn stage_mut(&mut self) -> &mut Stage {
        &mut self.stage
    }

    pub(super) const fn board(&self) -> &CanonicalBoard {
        &self.board
    }

    /// Returns what guided the proof; `None` if none was needed.
    pub(super) fn into_prepared(self) -> Option<Shared<Prepared>> {
        match self.stage {
            Stage::Proof(prepared, _) => Some(prepared),
            Stage::Over(prepared) => prepared,
            Stage::Probe(..) | Stage::Tables(_) => None,
        }
    }
}

impl Work for Optimal {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        let step = match &mut self.stage {
            Stage::Probe(probe, _) => match probe.advance(until, counts)? {
                Step::Done => {
                    let over = Stage::Over(None);
                    if let Stage::Probe(_, request) = core::mem::replace(&mut self.stage, over) {
                        self.stage = Stage::Tables(request);
                    }
                    Step::Paused
                }
                Step::Found(moves) => {
                    self.stage = Stage::Over(None);
                    Step::Found(moves)
                }
                step => step,
            },
            Stage::Tables(request) => match request.advance(until, counts)? {
                Step::Found(prepared) => {
                    let proof = Proof::new(&prepared, &self.board, self.bound, self.threads)?;
                    self.stage = Stage::Proof(prepared, proof);
                    Step::Paused
                }
                _ => Step::Paused,
            },
            Stage::Proof(prepared, proof) => match proof.advance(until, counts)? {
                Step::Found(moves) => {
                    self.stage = Stage::Over(Some(Shared::clone(prepared)));
                    Step::Found(moves)
                }
                step => step,
            },
            Stage::Over(_) => Step::Done,
        };
        if let Step::Bound(bound) = step {
            self.bound = self.bound.max(bound);
        }
        Ok(step)
    }
}

impl Policy for Optimal {
    fn tables(&self) -> Option<BuildProgress> {
        match &self.stage {
            Stage::Tables(request) => request.progress(),
            _ => None,
        }
    }
}
