//! The search for all shortest solutions, by any method.

use alloc::boxed::Box;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::proof::{general, general_slides};
use super::stored_proof::RestoreError;
use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, SlideBound};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::Method;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::{Shareable, Shared};
use crate::runtime::work::Work;
use crate::search::general::General;
use crate::search::position::{Position, Resume};
use crate::search::slides::{GeneralSlides, SlideSearch};

/// A search that returns the solutions of one length, one after the other.
pub(crate) trait EverySolution:
    Work<Found = Moves, Failure = OutOfMemory> + fmt::Debug + Shareable + UnwindSafe + RefUnwindSafe
{
    /// Returns a copy.
    fn copy(&self) -> Box<dyn EverySolution>;
}

impl<S> EverySolution for S
where
    S: Work<Found = Moves, Failure = OutOfMemory> + Clone + fmt::Debug + 'static,
    S: Shareable + UnwindSafe + RefUnwindSafe,
{
    fn copy(&self) -> Box<dyn EverySolution> {
        Box::new(self.clone())
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
            Self::Full(table) if table.metric() == Metric::Slides => {
                by_slides(table, board, length)
            }
            Self::Full(table) => by_tiles(table, board, length),
            Self::Patterns(kit) => by_tiles(kit, board, length),
            Self::Manhattan(by) => by_tiles(by, board, length),
            Self::LinearConflict(by) => by_tiles(by, board, length),
            Self::WalkingDistance(by) => by_tiles(by, board, length),
            Self::SlideTables(kit) => {
                let search = SlideSearch::new(Shared::clone(kit), board, length)?;
                Ok(Box::new(search))
            }
            Self::WalkingSlides(by) => by_slides(by, board, length),
            Self::ConflictSlides(by) => by_slides(by, board, length),
            Self::ByAxis(by) => by_slides(by, board, length),
        }
    }
}

fn by_tiles<H: Heuristic>(
    heuristic: &Shared<H>,
    board: &CanonicalBoard,
    length: usize,
) -> Result<Box<dyn EverySolution>, RestoreError>
where
    General<Shared<H>>: EverySolution + 'static,
{
    let mut search = general(heuristic, board)?.resumed(length, &Position::default())?;
    search.reserve()?;
    Ok(Box::new(search))
}

fn by_slides<B: SlideBound>(
    by: &Shared<B>,
    board: &CanonicalBoard,
    length: usize,
) -> Result<Box<dyn EverySolution>, RestoreError>
where
    GeneralSlides<Shared<B>>: EverySolution + 'static,
{
    let mut search = general_slides(by, board, length)?;
    search.reserve()?;
    Ok(Box::new(search))
}
