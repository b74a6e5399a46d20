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

/// IDA\* with a heuristic that is lent for the call.
pub(super) struct By<'h, H: Heuristic>(General<&'h H>);

impl<'h, H: Heuristic> By<'h, H> {
    pub(super) fn new(heuristic: &'h H, board: &CanonicalBoard) -> Result<Self, OutOfMemory> {
        let neighbours = Shared::new(Neighbours::new(board.shape)?);
        Ok(Self(General::new(heuristic, neighbours, board.clone())?))
    }
}

impl<H: Heuristic> Work for By<'_, H> {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        let step = self.0.advance(until, counts)?;
        // The first solution is as short as any.
        Ok(step)
    }
}

impl<H: Heuristic> Policy for By<'_, H> {
    fn tables(&self) -> Option<BuildProgress> {
        None
    }
}
