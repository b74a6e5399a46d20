//! The search for a shortest solution, by whatever was prepared.

use crate::canonical::CanonicalBoard;
use crate::heuristic::{LinearConflict, Manhattan, WalkingDistance};
use crate::moves::Moves;
use crate::prepared::{Method, Prepared};
use crate::search::all_boards::ReadOff;
use crate::search::general::General;
use crate::search::neighbours::Neighbours;
use crate::search::stack::StackSearch;
use crate::search::stamped::StampedSearch;
use crate::tables::{OutOfMemory, Shared};
use crate::work::{Counts, Step, Work};

/// A search for a shortest solution, which proves bounds on the way.
#[derive(Debug)]
pub(crate) enum Proof {
    ReadOff(ReadOff),
    Stack(StackSearch),
    Stamped(StampedSearch),
    Manhattan(General<Shared<Manhattan>>),
    LinearConflict(General<Shared<LinearConflict>>),
    WalkingDistance(General<Shared<WalkingDistance>>),
}

impl Proof {
    /// Returns the search for a solvable board on up to `threads` threads. `proved` is a number of
    /// moves that every solution is known to need.
    pub(crate) fn new(
        prepared: &Prepared,
        board: &CanonicalBoard,
        proved: usize,
        threads: usize,
    ) -> Result<Self, OutOfMemory> {
        let neighbours = || Neighbours::new(board.shape).map(Shared::new);
        Ok(match prepared.method() {
            Method::Full(table) => Self::ReadOff(ReadOff::new(Shared::clone(table), board)),
            Method::Patterns(kit) => {
                let search = StackSearch::new(Shared::clone(kit), board, proved);
                Self::Stack(search.on_threads(threads))
            }
            Method::Stamped(kernel) => Self::Stamped(StampedSearch::new(kernel, board)?),
            Method::Manhattan(it) => {
                let it = Shared::clone(it);
                Self::Manhattan(General::new(it, neighbours()?, board.clone())?)
            }
            Method::LinearConflict(it) => {
                let it = Shared::clone(it);
                Self::LinearConflict(General::new(it, neighbours()?, board.clone())?)
            }
            Method::WalkingDistance(it) => {
                let it = Shared::clone(it);
                Self::WalkingDistance(General::new(it, neighbours()?, board.clone())?)
            }
        })
    }
}

impl Work for Proof {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self {
            Self::ReadOff(search) => search.advance(until, counts),
            Self::Stack(search) => search.advance(until, counts),
            Self::Stamped(search) => search.advance(until, counts),
            Self::Manhattan(search) => search.advance(until, counts),
            Self::LinearConflict(search) => search.advance(until, counts),
            Self::WalkingDistance(search) => search.advance(until, counts),
        }
    }
}
