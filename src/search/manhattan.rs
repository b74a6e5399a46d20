//! The Manhattan distance, by the best kernel there is for a shape.

use crate::canonical::CanonicalBoard;
use crate::heuristic::Manhattan;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::fixed15::Fixed15Search;
use crate::search::general::General;
use crate::search::neighbours::Neighbours;
use crate::search::position::{Parts, Position, PositionError, Resume};

/// A search for a shortest solution that knows nothing but the tiles' Manhattan distance.
#[derive(Clone, Debug)]
pub(crate) enum ByManhattan {
    /// With its board.
    Fixed15(Fixed15Search, CanonicalBoard),
    General(General<Shared<Manhattan>>),
}

impl ByManhattan {
    /// Returns the search of a solvable board.
    pub(crate) fn new(instance: CanonicalBoard) -> Result<Self, OutOfMemory> {
        if let Some(search) = Fixed15Search::new(&instance)? {
            return Ok(Self::Fixed15(search, instance));
        }
        let neighbours = Shared::new(Neighbours::new(instance.shape)?);
        let manhattan = Shared::new(Manhattan::of_board(&instance));
        Ok(Self::General(General::new(
            manhattan, neighbours, instance,
        )?))
    }

    /// The same if the Manhattan distance is known, in a time that does not grow with the board.
    /// The heuristic may be made for another home.
    pub(crate) fn from_distance(
        manhattan: Shared<Manhattan>,
        neighbours: Shared<Neighbours>,
        instance: CanonicalBoard,
        distance: u32,
    ) -> Result<Self, OutOfMemory> {
        Ok(match Fixed15Search::new(&instance)? {
            Some(search) => Self::Fixed15(search, instance),
            None => Self::General(General::from_state(
                manhattan, neighbours, instance, distance,
            )?),
        })
    }

    /// Returns the board whose solution is sought.
    pub(crate) fn into_instance(self) -> CanonicalBoard {
        match self {
            Self::Fixed15(_, instance) => instance,
            Self::General(search) => search.into_instance(),
        }
    }

    /// Returns the length of the solutions that are sought.
    pub(crate) fn bound(&self) -> usize {
        match self {
            Self::Fixed15(search, _) => search.bound(),
            Self::General(search) => search.bound(),
        }
    }

    /// Returns how many moves lead to the boards below which it searches, if it is a part.
    pub(crate) fn floor(&self) -> Option<usize> {
        match self {
            Self::Fixed15(search, _) => search.floor(),
            Self::General(search) => search.floor(),
        }
    }

    /// Returns the position of the search in its round, as long as it has found nothing.
    pub(crate) fn position(&self) -> Result<Position, OutOfMemory> {
        match self {
            Self::Fixed15(search, _) => search.position(),
            Self::General(search) => search.position(),
        }
    }

    /// Parts what is left of the round at the least depth with `at_least` boards; the search itself
    /// stays as it is.
    pub(crate) fn parts(&mut self, at_least: usize) -> Result<Parts, OutOfMemory> {
        match self {
            Self::Fixed15(search, _) => search.parts(at_least),
            Self::General(search) => search.parts(at_least),
        }
    }
}

impl Resume for ByManhattan {
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
        match self {
            Self::Fixed15(search, _) => search.advance(until, counts),
            Self::General(search) => search.advance(until, counts),
        }
    }
}
