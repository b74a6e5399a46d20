//! Proofs as they are stored, and the parts of their rounds.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::exact::batch::{StoredBatch, StoredError, StoredStage};
use crate::exact::lanes::RestoreLanesError;
use crate::exact::position::{Parts, Position, PositionError};
use crate::exact::slides::{SlideStage, StoredSlides};
use crate::messages::{conversions, messages};
use crate::metric::Metric;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::Tally;

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
        search: StoredBatch,
    },
    Slides {
        /// The sources and colours of the tables.
        tables: String,
        search: StoredSlides,
    },
}

impl StoredProof {
    /// Returns the length of the solutions of the round.
    pub(crate) const fn bound(&self) -> usize {
        match self {
            Self::Path { bound, .. } => *bound,
            Self::Stack { search, .. } => search.bound,
            Self::Slides { search, .. } => search.bound,
        }
    }

    /// Returns whether the search ends with the round.
    pub(crate) const fn is_part(&self) -> bool {
        match self {
            Self::Path { floor, .. } => floor.is_some(),
            Self::Stack { search, .. } => search.is_part,
            Self::Slides { search, .. } => search.is_part,
        }
    }

    /// Returns whether the search has ended.
    pub(crate) const fn is_over(&self) -> bool {
        match self {
            Self::Path { .. } => false,
            Self::Stack { search, .. } => matches!(search.stage, StoredStage::Over),
            Self::Slides { search, .. } => matches!(search.stage, SlideStage::Over),
        }
    }

    /// Marks the rest of the round as exhausted by other searchers, with `expanded` expansions.
    /// `metric` is that of the search.
    pub(crate) fn end_round(&mut self, metric: Metric, expanded: u64) {
        match self {
            Self::Path {
                bound,
                position,
                floor,
            } => {
                // A bound that is too high is refused when it is restored.
                *bound = bound.saturating_add(metric.stride());
                *position = Position::default();
                *floor = None;
            }
            Self::Stack { search, .. } => search.skip_units(expanded),
            Self::Slides { search, .. } => search.end_round(expanded),
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
    /// Returns parts of whole seeds, between which nothing is counted; `None` if there are none.
    pub(super) fn of_seeds(parts: impl Iterator<Item = StoredProof>) -> Option<Self> {
        let parts: Vec<_> = parts.map(|part| (Tally::default(), part)).collect();
        let after = Tally::default();
        (!parts.is_empty()).then_some(Self { parts, after })
    }

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
///
/// # Examples
/// ```
/// use npuzzle::RestoreError;
/// let error = RestoreError::Tables;
/// assert_eq!(error.to_string(), "the search was stored with other tables");
/// ```
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

conversions! { RestoreError;
    error: StoredError => Self::Board(error.to_string());
    error: OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
}

impl From<RestoreLanesError> for RestoreError {
    fn from(error: RestoreLanesError) -> Self {
        match error {
            RestoreLanesError::Stored(error) => error.into(),
            RestoreLanesError::OutOfMemory(error) => error.into(),
        }
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

messages! { RestoreError;
    Self::Tables => "the search was stored with other tables";
    Self::Board(why) => "what was stored is not a search of this board: {why}";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes";
}
