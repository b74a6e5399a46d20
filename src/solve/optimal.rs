//! A shortest solution: one proof.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::exact::lanes::ExactSearch;
use crate::exact::probe::Probe;
use crate::exact::rounds::StoredRound;
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, Prepared, Request};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::tables::BuildProgress;

/// Looks for a shortest solution: without tables first if the board is near the goal, then with
/// the best available.
#[derive(Debug)]
pub(super) struct Optimal {
    pub(super) board: CanonicalBoard,
    /// The options that decide which tables there are: the heuristic asked for, and the memory.
    pub(super) asked: (HeuristicKind, u64),
    pub(super) threads: usize,
    pub(super) stage: Stage,
}

#[derive(Debug)]
pub(super) enum Stage {
    Probe(Probe, Request),
    /// The round from which the proof begins, once the tables are there.
    Tables(Request, StoredRound),
    Proof(Shared<Prepared>, ExactSearch),
    Over(Option<Shared<Prepared>>),
}

impl Optimal {
    /// Returns whether nothing is lost if the search is stored.
    pub(super) fn is_between_units(&self) -> bool {
        match &self.stage {
            Stage::Probe(..) => false,
            Stage::Tables(..) | Stage::Over(_) => true,
            Stage::Proof(_, proof) => proof.is_between_units(),
        }
    }

    /// Returns what is left of the round, between two units.
    pub(super) fn stored(&self) -> StoredRound {
        match &self.stage {
            Stage::Tables(_, round) => round.clone(),
            Stage::Proof(_, proof) => proof.stored(),
            Stage::Probe(..) | Stage::Over(_) => StoredRound::default(),
        }
    }

    /// Returns searches of up to `wanted` parts of what is left of the round, if it is worth it.
    pub(super) fn parts(&self, wanted: usize) -> Vec<Self> {
        let Stage::Proof(prepared, proof) = &self.stage else {
            return Vec::new();
        };
        let parts = proof.parts(wanted).into_iter();
        let parts = parts.map(|part| Self {
            board: self.board.clone(),
            stage: Stage::Tables(Request::ready(Shared::clone(prepared)), part),
            ..*self
        });
        parts.collect()
    }

    /// Continues with another round, or ends if there is none.
    pub(super) fn go_on_with(&mut self, round: Option<StoredRound>) {
        let stage = core::mem::replace(&mut self.stage, Stage::Over(None));
        let request = match stage {
            Stage::Probe(_, request) | Stage::Tables(request, _) => request,
            Stage::Proof(prepared, _) => Request::ready(prepared),
            Stage::Over(_) => return,
        };
        if let Some(round) = round {
            self.stage = Stage::Tables(request, round);
        }
    }

    /// Returns what guided the proof; `None` if none was needed.
    pub(super) fn into_prepared(self) -> Option<Shared<Prepared>> {
        match self.stage {
            Stage::Proof(prepared, _) => Some(prepared),
            Stage::Over(prepared) => prepared,
            Stage::Probe(..) | Stage::Tables(..) => None,
        }
    }
}

impl Work for Optimal {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        Ok(match &mut self.stage {
            Stage::Probe(probe, _) => match probe.advance(until, counts)? {
                Step::Done => {
                    let proved = StoredRound::new(probe.bound());
                    self.go_on_with(Some(proved));
                    Step::Paused
                }
                Step::Found(moves) => {
                    self.stage = Stage::Over(None);
                    Step::Found(moves)
                }
                step => step,
            },
            Stage::Tables(request, round) => match request.advance(until, counts)? {
                Step::Found(prepared) => {
                    let proof = prepared.method().search(&self.board, round, self.threads)?;
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
        })
    }
}

impl Policy for Optimal {
    fn is_preparing(&self) -> bool {
        match &self.stage {
            Stage::Tables(request, _) => !request.is_ready(),
            _ => false,
        }
    }

    fn tables(&self) -> Option<BuildProgress> {
        match &self.stage {
            Stage::Tables(request, _) => request.progress(),
            _ => None,
        }
    }
}
