//! Proofs as they are stored, and the parts of their rounds.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::messages::messages;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::Tally;
use crate::search::position::{Parts, Position, PositionError};
use crate::search::stack::{StoredError, StoredStack};

/// A proof between two slices, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoredProof {
    /// A path of nodes in the round of `bound`. A part of a round has a `floor`: it searches the
    /// nodes below the first `floor` moves of the path.
    Path {
        bound: usize,
        position: Position,
        floor: Option<usize>,
    },
    Stack {
        /// The partition, drawn.
        tables: String,
        search: StoredStack,
    },
}

impl StoredProof {
    /// Marks the rest of the round as exhausted by other searchers, with `expanded` expansions.
    pub(crate) fn end_round(&mut self, expanded: u64) {
        match self {
            Self::Path {
                bound,
                position,
                floor,
            } => {
                // A bound that is too high is refused when it is restored.
                *bound = bound.saturating_add(2);
                *position = Position::default();
                *floor = None;
            }
            Self::Stack { search, .. } => search.skip_units(expanded),
        }
    }
}

/// A round in parts that can be searched independently.
#[derive(Clone, Debug)]
pub(crate) struct ProofParts {
    /// Each part, and the counts of one search of the round between the previous part and this one.
    pub(crate) parts: Vec<(Tally, StoredProof)>,
    /// Its counts after the last part.
    pub(crate) after: Tally,
}

impl ProofParts {
    /// Returns the parts of a round of `bound`; `None` if there are fewer than two.
    pub(super) fn of_path(bound: usize, split: Parts) -> Option<Self> {
        let parts = split.parts.into_iter().map(|part| {
            let (position, floor) = (part.position, Some(part.floor));
            let path = StoredProof::Path {
                bound,
                position,
                floor,
            };
            (part.before, path)
        });
        let (parts, after) = (parts.collect::<Vec<_>>(), split.after);
        (parts.len() > 1).then_some(Self { parts, after })
    }
}

/// Errors while restoring a stored search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// It was made with other tables, or another heuristic.
    Tables,
    /// It can't be a search of this board: the text says why.
    Board(String),
    /// There is no memory for it.
    OutOfMemory {
        /// The size of the allocation that failed, in bytes.
        bytes: u64,
    },
}

impl From<StoredError> for RestoreError {
    fn from(error: StoredError) -> Self {
        Self::Board(error.to_string())
    }
}

impl From<PositionError> for RestoreError {
    fn from(error: PositionError) -> Self {
        match error {
            PositionError::OutOfMemory(error) => error.into(),
            error => Self::Board(error.to_string()),
        }
    }
}

impl From<OutOfMemory> for RestoreError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

messages! { RestoreError;
    Self::Tables => "the search was stored with other tables";
    Self::Board(why) => "what was stored is not a search of this board: {why}";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes";
}
