//! The searches for shortest solutions, by any method.

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::exact::all_boards::ReadOff;
use crate::exact::batch;
use crate::exact::fixed15::Fixed15;
use crate::exact::general::General;
use crate::exact::lanes::ExactSearch;
use crate::exact::neighbours::Neighbours;
use crate::exact::rounds::{Rounds, SharedKernel, StoredRound};
use crate::exact::slides::slide_kernel;
use crate::heuristic::{Bound, ByTiles};
use crate::metric::Metric;
use crate::prepare::Method;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::{Shareable, Shared};
use crate::tables::HAS_POOLS;
use core::panic::{RefUnwindSafe, UnwindSafe};

impl Method {
    /// Returns the search of a solvable board from a round on, on up to `threads` threads.
    pub(crate) fn search(
        &self,
        board: &CanonicalBoard,
        from: &StoredRound,
        threads: usize,
    ) -> Result<ExactSearch, OutOfMemory> {
        let kernel: Box<dyn SharedKernel> = match self {
            Self::Full(table) => Box::new(ReadOff::new(Shared::clone(table), board)),
            Self::Patterns(kit) => batch::kernel(kit, board),
            Self::Lanes(tables) if HAS_POOLS => {
                return ExactSearch::by_lanes(Shared::clone(tables), board, from, threads);
            }
            Self::Lanes(_) => unreachable!("there are no pools"),
            Self::Manhattan(by) => match Fixed15::new(board) {
                Some(kernel) => Box::new(kernel),
                None => general(&ByTiles(Shared::clone(by)), board)?,
            },
            _ => self.every_child(board)?,
        };
        Ok(Rounds::resumed(kernel, from, threads).into())
    }

    /// Returns the search for all solutions of a board that have `length` moves, the fewest.
    pub(crate) fn every_solution(
        &self,
        board: &CanonicalBoard,
        length: usize,
    ) -> Result<Rounds, OutOfMemory> {
        Ok(Rounds::new(self.every_child(board)?, length).for_all())
    }

    /// Returns a kernel that leaves out no board of a round but that of a step back.
    fn every_child(&self, board: &CanonicalBoard) -> Result<Box<dyn SharedKernel>, OutOfMemory> {
        match self {
            Self::Full(table) if table.metric() == Metric::Slides => general(table, board),
            Self::Full(table) => general(&ByTiles(Shared::clone(table)), board),
            Self::Patterns(kit) => general(&ByTiles(Shared::clone(kit)), board),
            Self::Lanes(lanes) => general(&ByTiles(Shared::clone(lanes.base())), board),
            Self::Manhattan(by) => general(&ByTiles(Shared::clone(by)), board),
            Self::LinearConflict(by) => general(&ByTiles(Shared::clone(by)), board),
            Self::WalkingDistance(by) => general(&ByTiles(Shared::clone(by)), board),
            Self::SlideTables(kit) => Ok(slide_kernel(Shared::clone(kit), board)),
            Self::ConflictSlides(by) => general(by, board),
            Self::ByAxis(by) => general(by, board),
        }
    }
}

/// Returns the general kernel by a bound.
fn general<B>(bound: &B, board: &CanonicalBoard) -> Result<Box<dyn SharedKernel>, OutOfMemory>
where
    B: Bound<State: Shareable + UnwindSafe + RefUnwindSafe>,
    B: Clone + Shareable + UnwindSafe + RefUnwindSafe + 'static,
{
    let neighbours = Shared::new(Neighbours::new(board.shape)?);
    Ok(Box::new(General::new(
        bound.clone(),
        neighbours,
        board.clone(),
    )))
}
