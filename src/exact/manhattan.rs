//! Search by the Manhattan distance, with the best kernel for a shape.

use crate::canonical::CanonicalBoard;
use crate::exact::fixed15::Fixed15Search;
use crate::exact::general::General;
use crate::exact::neighbours::Neighbours;
use crate::exact::position::{Parts, Position, PositionError, Resume};
use crate::heuristic::{ByTiles, Manhattan};
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};

/// A search for a shortest solution by the Manhattan distance of the tiles alone.
#[derive(Clone, Debug)]
pub(crate) enum ByManhattan {
    /// With its board.
    Fixed15(Fixed15Search, CanonicalBoard),
    General(General<ByTiles<Shared<Manhattan>>>),
}

/// Evaluates an expression for the search of either kernel.
macro_rules! each {
    ($by:expr, $search:ident => $result:expr) => {
        match $by {
            Self::Fixed15($search, _) => $result,
            Self::General($search) => $result,
        }
    };
}

impl ByManhattan {
    /// Returns the search of a solvable board.
    pub(crate) fn new(instance: CanonicalBoard) -> Result<Self, OutOfMemory> {
        if let Some(search) = Fixed15Search::new(&instance)? {
            return Ok(Self::Fixed15(search, instance));
        }
        let neighbours = Shared::new(Neighbours::new(instance.shape)?);
        let manhattan = ByTiles(Shared::new(Manhattan::of_board(&instance)));
        let search = General::new(manhattan, neighbours, instance, 0)?;
        Ok(Self::General(search))
    }

    /// Returns the search of a board whose Manhattan distance is known, in a time that does not
    /// grow with the board. The heuristic may be made for another home.
    pub(crate) fn from_distance(
        manhattan: Shared<Manhattan>,
        neighbours: Shared<Neighbours>,
        instance: CanonicalBoard,
        distance: u32,
    ) -> Result<Self, OutOfMemory> {
        if let Some(search) = Fixed15Search::new(&instance)? {
            return Ok(Self::Fixed15(search, instance));
        }
        let manhattan = ByTiles(manhattan);
        let search = General::from_state(manhattan, neighbours, instance, distance, 0)?;
        Ok(Self::General(search))
    }

    /// Returns the board whose solution is sought.
    pub(crate) fn into_instance(self) -> CanonicalBoard {
        match self {
            Self::Fixed15(_, instance) => instance,
            Self::General(search) => search.into_instance(),
        }
    }
}

impl Resume for ByManhattan {
    fn bound(&self) -> usize {
        each!(self, search => search.bound())
    }

    fn floor(&self) -> Option<usize> {
        each!(self, search => search.floor())
    }

    fn position(&self) -> Result<Position, OutOfMemory> {
        each!(self, search => search.position())
    }

    fn parts(&mut self, at_least: usize) -> Result<Parts, OutOfMemory> {
        each!(self, search => search.parts(at_least))
    }

    fn resumed(self, bound: usize, position: &Position) -> Result<Self, PositionError> {
        Ok(match self {
            Self::Fixed15(search, board) => Self::Fixed15(search.resumed(bound, position)?, board),
            Self::General(search) => Self::General(search.resumed(bound, position)?),
        })
    }

    fn below(self, floor: usize) -> Self {
        match self {
            Self::Fixed15(search, board) => Self::Fixed15(search.below(floor), board),
            Self::General(search) => Self::General(search.below(floor)),
        }
    }
}

impl Work for ByManhattan {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        each!(self, search => search.advance(until, counts))
    }
}
