//! A shortest solution, guided by a heuristic of the caller's.

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::exact::general::General;
use crate::exact::neighbours::Neighbours;
use crate::exact::rounds::{Kernel, Rounds};
use crate::heuristic::{ByTiles, Heuristic, OfTiles};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;

/// IDA\* with a heuristic that is lent for the call; nothing once a solution was found.
pub(super) struct CustomHeuristicSearch<'h>(Option<Rounds<dyn Kernel + 'h>>);

impl<'h> CustomHeuristicSearch<'h> {
    pub(super) fn new<H: Heuristic>(
        heuristic: &'h H,
        board: CanonicalBoard,
        metric: Metric,
    ) -> Result<Self, OutOfMemory> {
        let neighbours = Shared::new(Neighbours::new(board.shape)?);
        let kernel: Box<dyn Kernel + 'h> = match metric {
            Metric::Tiles => Box::new(General::new(ByTiles(heuristic), neighbours, board)),
            Metric::Slides => {
                let by = OfTiles::new(heuristic, board.shape);
                Box::new(General::new(by, neighbours, board))
            }
        };
        Ok(Self(Some(Rounds::alone(kernel))))
    }
}

impl Work for CustomHeuristicSearch<'_> {
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

impl Policy for CustomHeuristicSearch<'_> {}
