//! The search for all shortest solutions, by any method.

use alloc::boxed::Box;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::proof::general;
use super::stored_proof::RestoreError;
use crate::canonical::CanonicalBoard;
use crate::exact::general::General;
use crate::exact::position::{Position, Resume};
use crate::exact::slides::SlideSearch;
use crate::heuristic::{Bound, ByTiles};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::Method;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::{Shareable, Shared};
use crate::runtime::work::Work;

/// A search that returns the solutions of one length, one after the other.
pub(crate) trait EverySolution:
    Work<Found = Moves, Failure = OutOfMemory> + Shareable + UnwindSafe + RefUnwindSafe
{
    fn copy(&self) -> Box<dyn EverySolution>;
}

impl<S> EverySolution for S
where
    S: Work<Found = Moves, Failure = OutOfMemory> + Clone + 'static,
    S: Shareable + UnwindSafe + RefUnwindSafe,
{
    fn copy(&self) -> Box<dyn EverySolution> {
        Box::new(self.clone())
    }
}

impl fmt::Debug for dyn EverySolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EverySolution")
    }
}

impl Clone for Box<dyn EverySolution> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl Method {
    /// Returns the search for all solutions of a board that have `length` moves, the fewest.
    ///
    /// The memory for its path is allocated here: an iterator can't report that there is none.
    pub(crate) fn every_solution(
        &self,
        board: &CanonicalBoard,
        length: usize,
    ) -> Result<Box<dyn EverySolution>, RestoreError> {
        match self {
            Self::Full(table) if table.metric() == Metric::Slides => by(table, board, length),
            Self::Full(table) => by(&ByTiles(Shared::clone(table)), board, length),
            Self::Patterns(kit) => by(&ByTiles(Shared::clone(kit)), board, length),
            Self::Lanes(lanes) => by(&ByTiles(Shared::clone(lanes.base())), board, length),
            Self::Manhattan(it) => by(&ByTiles(Shared::clone(it)), board, length),
            Self::LinearConflict(it) => by(&ByTiles(Shared::clone(it)), board, length),
            Self::WalkingDistance(it) => by(&ByTiles(Shared::clone(it)), board, length),
            Self::SlideTables(kit) => {
                let search = SlideSearch::new(Shared::clone(kit), board, length)?;
                Ok(Box::new(search))
            }
            Self::ConflictSlides(it) => by(it, board, length),
            Self::ByAxis(it) => by(it, board, length),
        }
    }
}

/// Returns the general search in the round of a length.
fn by<B: Bound + Clone>(
    bound: &B,
    board: &CanonicalBoard,
    length: usize,
) -> Result<Box<dyn EverySolution>, RestoreError>
where
    General<B>: EverySolution + 'static,
{
    let mut search = general(bound.clone(), board, 0)?.resumed(length, &Position::default())?;
    search.reserve()?;
    Ok(Box::new(search))
}
