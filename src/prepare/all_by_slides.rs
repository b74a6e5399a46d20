//! The search for all solutions of the fewest slides.

use super::slides::general;
use crate::canonical::CanonicalBoard;
use crate::heuristic::ByAxis;
use crate::prepare::{Method, Prepared, SlideProof};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;

impl Prepared {
    /// Returns the search for all solutions of a board that have `length` slides, the fewest.
    pub(crate) fn all_by_slides(
        &self,
        board: &CanonicalBoard,
        length: usize,
    ) -> Result<SlideProof, OutOfMemory> {
        let mut all = match self.method() {
            Method::Slides(method) => method.proof(board, length)?,
            Method::Full(table) => SlideProof::AllBoards(general(table, board, length)?),
            // Nothing else is prepared for searches by slides.
            _ => {
                let by = ByAxis::new(board.shape, board.home);
                let by = by.map_err(|_| OutOfMemory { bytes: 0 })?;
                SlideProof::ByAxis(general(&Shared::new(by), board, length)?)
            }
        };
        // An iterator can't say that there is no memory.
        match &mut all {
            SlideProof::Tables(_) => {}
            SlideProof::Walking(search) => search.reserve()?,
            SlideProof::LinearConflict(search) => search.reserve()?,
            SlideProof::ByAxis(search) => search.reserve()?,
            SlideProof::AllBoards(search) => search.reserve()?,
        }
        Ok(all)
    }
}
