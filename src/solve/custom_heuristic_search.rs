//! A shortest solution, guided by a heuristic of the caller's.

use crate::canonical::CanonicalBoard;
use crate::exact::general::General;
use crate::exact::neighbours::Neighbours;
use crate::heuristic::{ByTiles, Heuristic, OfTiles};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;

/// IDA\* with a heuristic that is lent for the call; nothing once a solution was found.
pub(super) struct CustomHeuristicSearch<'h, H: Heuristic>(Option<Searching<'h, H>>);

/// The search by either metric.
enum Searching<'h, H: Heuristic> {
    Tiles(General<ByTiles<&'h H>>),
    Slides(General<OfTiles<&'h H>>),
}

impl<'h, H: Heuristic> CustomHeuristicSearch<'h, H> {
    pub(super) fn new(
        heuristic: &'h H,
        board: CanonicalBoard,
        metric: Metric,
    ) -> Result<Self, OutOfMemory> {
        let neighbours = Shared::new(Neighbours::new(board.shape)?);
        Ok(Self(Some(match metric {
            Metric::Tiles => {
                let by = ByTiles(heuristic);
                Searching::Tiles(General::new(by, neighbours, board, 0)?)
            }
            Metric::Slides => {
                let by = OfTiles::new(heuristic, board.shape);
                Searching::Slides(General::new(by, neighbours, board, 0)?)
            }
        })))
    }
}

impl<H: Heuristic> Work for CustomHeuristicSearch<'_, H> {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        let Some(search) = &mut self.0 else {
            return Ok(Step::Done);
        };
        let step = match search {
            Searching::Tiles(search) => search.advance(until, counts)?,
            Searching::Slides(search) => search.advance(until, counts)?,
        };
        if let Step::Found(_) = step {
            self.0 = None;
        }
        Ok(step)
    }
}

impl<H: Heuristic> Policy for CustomHeuristicSearch<'_, H> {}
