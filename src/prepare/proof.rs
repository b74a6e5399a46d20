//! The search for a shortest solution, by whatever was prepared.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict, WalkingDistance};
use crate::moves::Moves;
use crate::prepare::{Method, Prepared, SlideProof};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Tally, Work};
use crate::search::all_boards::ReadOff;
use crate::search::general::General;
use crate::search::manhattan::ByManhattan;
use crate::search::neighbours::Neighbours;
use crate::search::patterns::Patterns;
use crate::search::position::{Part, Position, PositionError, Resume};
use crate::search::stack::{SearchTables, StackSearch, StoredError, StoredStack};
use crate::tables::Partition;

/// A search for a shortest solution, which proves bounds on the way.
#[derive(Debug)]
pub(crate) enum Proof {
    ReadOff(ReadOff),
    Stack(StackSearch),
    Manhattan(ByManhattan),
    LinearConflict(General<Shared<LinearConflict>>),
    WalkingDistance(General<Shared<WalkingDistance>>),
    Slides(SlideProof),
}

/// A proof between two slices, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoredProof {
    /// A path of boards in the round of `bound`; of a part, the boards below its first `floor`
    /// moves.
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
    /// Takes over that what is left of the round was searched elsewhere, in vain, with `expanded`
    /// expansions.
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

/// A round in parts that can be searched apart.
#[derive(Clone, Debug)]
pub(crate) struct ProofParts {
    /// Each part, and what one search of the round counts before it, after the part before.
    pub(crate) parts: Vec<(Tally, StoredProof)>,
    /// What it counts after the last part.
    pub(crate) after: Tally,
}

/// Runs an expression on the search of a path, if the proof is one.
macro_rules! on_path {
    ($proof:expr, $search:ident => $result:expr, else $other:pat => $else:expr) => {
        match $proof {
            Proof::Manhattan($search) => $result,
            Proof::LinearConflict($search) => $result,
            Proof::WalkingDistance($search) => $result,
            $other => $else,
        }
    };
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
        Ok(match prepared.method() {
            Method::Full(table) => Self::ReadOff(ReadOff::new(Shared::clone(table), board)),
            Method::Patterns(kit) => {
                let search = StackSearch::new(Shared::clone(kit), board, proved);
                Self::Stack(search.on_threads(threads))
            }
            Method::Manhattan(_) => Self::Manhattan(ByManhattan::new(board.clone())?),
            Method::LinearConflict(it) => Self::LinearConflict(general(it, board)?),
            Method::WalkingDistance(it) => Self::WalkingDistance(general(it, board)?),
            Method::Slides(method) => Self::Slides(method.proof(board, proved)?),
        })
    }

    /// Returns the boards that are counted, and will be counted anew.
    pub(crate) const fn ahead(&self) -> u64 {
        match self {
            Self::Stack(search) => search.ahead(),
            _ => 0,
        }
    }

    /// Returns what is stored of it; `None` if it takes no search.
    pub(crate) fn store(&self) -> Result<Option<StoredProof>, OutOfMemory> {
        let path = |bound, position, floor| StoredProof::Path {
            bound,
            position,
            floor,
        };
        on_path!(self, search => {
            Ok(Some(path(search.bound(), search.position()?, search.floor())))
        }, else it => match it {
            Self::Stack(search) => Ok(Some(StoredProof::Stack {
                tables: drawing(search.kit()),
                search: search.store(),
            })),
            _ => Ok(None),
        })
    }

    /// Returns the search of a board that was stored.
    ///
    /// # Errors
    /// [`RestoreError`] if it is not one of this board with these tables.
    pub(crate) fn restore(
        prepared: &Prepared,
        board: &CanonicalBoard,
        stored: &StoredProof,
        threads: usize,
    ) -> Result<Self, RestoreError> {
        match (stored, prepared.method()) {
            (StoredProof::Stack { tables, search }, Method::Patterns(kit)) => {
                if drawing(kit) != *tables {
                    return Err(RestoreError::Tables);
                }
                let search = StackSearch::restore(Shared::clone(kit), board, search)?;
                Ok(Self::Stack(search.on_threads(threads)))
            }
            (
                StoredProof::Path {
                    bound,
                    position,
                    floor,
                },
                _,
            ) => {
                let (bound, floor) = (*bound, *floor);
                Ok(match Self::new(prepared, board, 0, threads)? {
                    Self::Manhattan(it) => Self::Manhattan(it.restored(bound, position, floor)?),
                    Self::LinearConflict(it) => {
                        Self::LinearConflict(it.restored(bound, position, floor)?)
                    }
                    Self::WalkingDistance(it) => {
                        Self::WalkingDistance(it.restored(bound, position, floor)?)
                    }
                    _ => return Err(RestoreError::Tables),
                })
            }
            _ => Err(RestoreError::Tables),
        }
    }

    /// Parts what is left of the round into about `wanted` parts; `None` if there is nothing to
    /// part now.
    pub(crate) fn parts(&mut self, wanted: usize) -> Result<Option<ProofParts>, OutOfMemory> {
        on_path!(self, search => {
            let floored = search.parts(wanted)?;
            let bound = search.bound();
            let stored = |part: Part| {
                let path = StoredProof::Path {
                    bound,
                    position: part.position,
                    floor: Some(part.floor),
                };
                (part.before, path)
            };
            let parts: Vec<_> = floored.parts.into_iter().map(stored).collect();
            Ok((parts.len() > 1).then_some(ProofParts {
                parts,
                after: floored.after,
            }))
        }, else it => match it {
            Self::Stack(search) => {
                let tables = drawing(search.kit());
                let stored = |part: StoredStack| {
                    let tables = tables.clone();
                    (Tally::default(), StoredProof::Stack { tables, search: part })
                };
                let parts: Vec<_> = search.parts(wanted).into_iter().map(stored).collect();
                Ok((!parts.is_empty()).then_some(ProofParts {
                    parts,
                    after: Tally::default(),
                }))
            }
            _ => Ok(None),
        })
    }

    /// Takes over that what is left of the round was searched elsewhere, in vain, with `expanded`
    /// expansions. `prepared` and `board` are those that it was made from.
    pub(crate) fn end_round(
        &mut self,
        prepared: &Prepared,
        board: &CanonicalBoard,
        expanded: u64,
        threads: usize,
    ) -> Result<(), RestoreError> {
        // A walk home has no rounds.
        if let Some(mut stored) = self.store()? {
            stored.end_round(expanded);
            *self = Self::restore(prepared, board, &stored, threads)?;
        }
        Ok(())
    }
}

/// Returns the general search by a heuristic.
fn general<H: Heuristic>(
    heuristic: &Shared<H>,
    board: &CanonicalBoard,
) -> Result<General<Shared<H>>, OutOfMemory> {
    let neighbours = Shared::new(Neighbours::new(board.shape)?);
    General::new(Shared::clone(heuristic), neighbours, board.clone())
}

/// Returns the drawings of the partitions, one below the other.
fn drawing(kit: &SearchTables) -> String {
    let draw = |patterns: &Patterns| {
        let patterns = patterns.tables().iter().map(|it| *it.pattern());
        Partition::new(patterns).map_or_else(|_| String::new(), |it| it.to_string())
    };
    let views = kit.views();
    let drawings = core::iter::once(views.first()).chain(views.second());
    drawings.map(draw).collect::<Vec<_>>().join("\n\n")
}

impl Work for Proof {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self {
            Self::ReadOff(search) => search.advance(until, counts),
            Self::Stack(search) => search.advance(until, counts),
            Self::Manhattan(search) => search.advance(until, counts),
            Self::LinearConflict(search) => search.advance(until, counts),
            Self::WalkingDistance(search) => search.advance(until, counts),
            Self::Slides(search) => search.advance(until, counts),
        }
    }
}

/// Why a stored search can't go on.
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

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tables => f.write_str("the search was stored with other tables"),
            Self::Board(why) => write!(f, "what was stored is not a search of this board: {why}"),
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes"),
        }
    }
}

impl core::error::Error for RestoreError {}
