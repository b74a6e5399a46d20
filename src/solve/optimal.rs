//! A shortest solution: one proof.

use crate::canonical::CanonicalBoard;
use crate::exact::probe::Probe;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::{
    HeuristicKind, Prepared, Proof, ProofParts, Request, RestoreError, StoredProof, is_tried_first,
};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::tables::BuildProgress;

/// Rounds are shared out from this number of expansions on: before that there is little to share.
const PARTED_FROM: u64 = 100_000;

/// Looks for a shortest solution: without tables first if the board is near the goal, then with
/// the best available.
#[derive(Debug)]
pub(super) struct Optimal {
    board: CanonicalBoard,
    /// The options that decide which tables there are: the heuristic asked for, and the memory.
    asked: (HeuristicKind, u64),
    threads: usize,
    /// All shorter solutions are proved impossible.
    bound: usize,
    stage: Stage,
}

#[derive(Debug)]
pub(super) enum Stage {
    Probe(Probe, Request),
    Tables(Request),
    /// A proof that was stored, until the tables are there.
    Stored(Request, StoredProof),
    Proof(Shared<Prepared>, Proof),
    Over(Option<Shared<Prepared>>),
}

impl Optimal {
    pub(super) fn new(
        board: CanonicalBoard,
        asked: (HeuristicKind, u64),
        request: Request,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let stage = if is_tried_first(&board, asked.0) {
            Stage::Probe(Probe::new(&board)?, request)
        } else {
            Stage::Tables(request)
        };
        Ok(Self {
            board,
            asked,
            threads,
            bound: 0,
            stage,
        })
    }

    /// Returns a search at a stage; all solutions shorter than `bound` are proved impossible.
    pub(super) const fn with_stage(
        board: CanonicalBoard,
        asked: (HeuristicKind, u64),
        threads: usize,
        bound: usize,
        stage: Stage,
    ) -> Self {
        Self {
            board,
            asked,
            threads,
            bound,
            stage,
        }
    }

    pub(super) const fn stage(&self) -> &Stage {
        &self.stage
    }

    pub(super) const fn board(&self) -> &CanonicalBoard {
        &self.board
    }

    pub(super) const fn asked(&self) -> (HeuristicKind, u64) {
        self.asked
    }

    pub(super) const fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the boards that are counted, and will be counted again.
    pub(super) fn ahead(&self) -> u64 {
        match &self.stage {
            Stage::Proof(_, proof) => proof.ahead(),
            _ => 0,
        }
    }

    /// Parts what is left of the round, if it is worth it, given the boards expanded so far.
    pub(super) fn parts(
        &mut self,
        wanted: usize,
        expanded: u64,
    ) -> Result<Option<ProofParts>, OutOfMemory> {
        match &mut self.stage {
            Stage::Proof(_, proof) if expanded >= PARTED_FROM => proof.parts(wanted),
            _ => Ok(None),
        }
    }

    /// Takes over that the parts of the round were searched elsewhere.
    pub(super) fn end_round(
        &mut self,
        is_solved: bool,
        metric: Metric,
        expanded: u64,
    ) -> Result<(), RestoreError> {
        if is_solved {
            self.stage = Stage::Over(None);
            return Ok(());
        }
        match &mut self.stage {
            Stage::Proof(prepared, proof) => {
                proof.end_round(prepared, metric, &self.board, expanded, self.threads)
            }
            Stage::Stored(_, stored) => {
                stored.end_round(metric, expanded);
                Ok(())
            }
            // Nothing there is ever shared out.
            Stage::Probe(..) | Stage::Tables(_) | Stage::Over(_) => Ok(()),
        }
    }

    /// Returns what guided the proof; `None` if none was needed.
    pub(super) fn into_prepared(self) -> Option<Shared<Prepared>> {
        match self.stage {
            Stage::Proof(prepared, _) => Some(prepared),
            Stage::Over(prepared) => prepared,
            Stage::Probe(..) | Stage::Tables(_) | Stage::Stored(..) => None,
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
            Stage::Stored(request, stored) => match request.advance(until, counts)? {
                Step::Found(prepared) => {
                    let proof = Proof::restore(&prepared, &self.board, stored, self.threads)?;
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
    fn is_preparing(&self) -> bool {
        match &self.stage {
            Stage::Tables(request) | Stage::Stored(request, _) => !request.is_ready(),
            _ => false,
        }
    }

    fn tables(&self) -> Option<BuildProgress> {
        match &self.stage {
            Stage::Tables(request) | Stage::Stored(request, _) => request.progress(),
            _ => None,
        }
    }
}
