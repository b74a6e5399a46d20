//! A shortest solution, guided by a heuristic of the caller's.

use crate::canonical::CanonicalBoard;
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::search::general::General;
use crate::search::neighbours::Neighbours;
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::tables::{BuildProgress, OutOfMemory, Shared};
use crate::work::{Counts, Step, Work};

/// IDA\* with a heuristic that is lent for the call; nothing once a solution was found.
pub(super) struct By<'h, H: Heuristic>(Option<General<&'h H>>);

impl<'h, H: Heuristic> By<'h, H> {
    pub(super) fn new(heuristic: &'h H, board: CanonicalBoard) -> Result<Self, OutOfMemory> {
        let neighbours = Shared::new(Neighbours::new(board.shape)?);
        Ok(Self(Some(General::new(heuristic, neighbours, board)?)))
    }
}

impl<H: Heuristic> Work for By<'_, H> {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        let Some(search) = &mut self.0 else {
            return Ok(Step::Done);
        };
        let step = search.advance(until, counts)?;
        if let Step::Found(_) = step {
            self.0 = None;
        }
        Ok(step)
    }
}

impl<H: Heuristic> Policy for By<'_, H> {
    fn tables(&self) -> Option<BuildProgress> {
        None
    }
}
