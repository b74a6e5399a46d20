//! What guides searches by slides, and these searches.

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{ByAxis, LinearConflict, OfTiles, SlideBound, WalkingSlides};
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::all_boards::AllBoards;
use crate::search::neighbours::Neighbours;
use crate::search::slides::{GeneralSlides, SlideKit, SlideSearch};
use crate::tables::slides::SlideTable;

/// The kernel for solutions of the fewest slides, and what guides it.
#[derive(Clone, Debug)]
pub(crate) enum SlideMethod {
    Tables(Shared<SlideKit>),
    /// The general kernel, as the next ones.
    Walking(Shared<WalkingSlides>),
    LinearConflict(Shared<OfTiles<LinearConflict>>),
    ByAxis(Shared<ByAxis>),
}

/// A search for a solution of the fewest slides, which proves bounds on the way.
#[derive(Clone, Debug)]
pub(crate) enum SlideProof {
    Tables(Box<SlideSearch>),
    Walking(GeneralSlides<Shared<WalkingSlides>>),
    LinearConflict(GeneralSlides<Shared<OfTiles<LinearConflict>>>),
    ByAxis(GeneralSlides<Shared<ByAxis>>),
    AllBoards(GeneralSlides<Shared<AllBoards>>),
}

impl SlideMethod {
    /// Returns the memory of the tables, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        match self {
            Self::Tables(kit) => kit.bytes() as u64,
            _ => 0,
        }
    }

    /// Returns the table with a number, if there is one.
    pub(super) fn table(&self, number: usize) -> Option<&Shared<SlideTable>> {
        match self {
            Self::Tables(kit) => kit.tables().nth(number),
            _ => None,
        }
    }

    /// Returns the search for a solvable board. `proved` is a number of slides that every solution
    /// is known to need.
    pub(crate) fn proof(
        &self,
        board: &CanonicalBoard,
        proved: usize,
    ) -> Result<SlideProof, OutOfMemory> {
        Ok(match self {
            Self::Tables(kit) => {
                let search = SlideSearch::new(Shared::clone(kit), board, proved)?;
                SlideProof::Tables(Box::new(search))
            }
            Self::Walking(by) => SlideProof::Walking(general(by, board, proved)?),
            Self::LinearConflict(by) => SlideProof::LinearConflict(general(by, board, proved)?),
            Self::ByAxis(by) => SlideProof::ByAxis(general(by, board, proved)?),
        })
    }
}

/// Returns the general search by a bound.
pub(super) fn general<B: SlideBound>(
    by: &Shared<B>,
    board: &CanonicalBoard,
    proved: usize,
) -> Result<GeneralSlides<Shared<B>>, OutOfMemory> {
    let neighbours = Shared::new(Neighbours::new(board.shape)?);
    GeneralSlides::new(Shared::clone(by), neighbours, board.clone(), proved)
}

impl Work for SlideProof {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self {
            Self::Tables(search) => search.advance(until, counts),
            Self::Walking(search) => search.advance(until, counts),
            Self::LinearConflict(search) => search.advance(until, counts),
            Self::ByAxis(search) => search.advance(until, counts),
            Self::AllBoards(search) => search.advance(until, counts),
        }
    }
}
