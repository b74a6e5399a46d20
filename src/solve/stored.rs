//! A search between two slices, as it is stored.

use alloc::boxed::Box;
use core::fmt;

use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepared::{HeuristicKind, Request, StoredProof};
use crate::search::position::Position;
use crate::search::probe::Probe;
use crate::solve::any_policy::AnyPolicy;
use crate::solve::division::{Division, UnitOf};
use crate::solve::error::SolveError;
use crate::solve::optimal::{Optimal, Stage};
use crate::solve::partial::{Partial, Reason};
use crate::solve::quality::Quality;
use crate::solve::search::Search;
use crate::solve::search_unit::SearchUnit;
use crate::solve::solver::{Solver, first_bound};
use crate::tables::{OutOfMemory, Shared};
use crate::work::{Counts, Tally};

/// No search counts further: a thousand years, at a thousand million boards a second.
const MOST_COUNTED: u64 = 1 << 62;

/// A search for a shortest solution, or a unit of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSearch {
    pub(crate) board: DynBoard,
    pub(crate) goal: Goal,
    pub(crate) kind: HeuristicKind,
    /// For the tables, in bytes.
    pub(crate) memory: u64,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The number of moves that every solution needs at least.
    pub(crate) lower_bound: usize,
    pub(crate) at: StoredAt,
    /// How it was shared out last, if nothing has been done since.
    pub(crate) division: Option<Division>,
    /// What it is a unit of, if it is one.
    pub(crate) unit: Option<UnitOf>,
}

/// What a search is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoredAt {
    /// The search without tables, in the round of `bound`.
    Probe {
        bound: usize,
        position: Position,
    },
    /// The tables are needed next.
    Tables,
    Proof(StoredProof),
    /// It is over, with a solution or without.
    Over(Option<Moves>),
}

/// Why a search can't be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// Only searches for a shortest solution can be stored.
    Quality,
    /// Only searches by [`Metric::Tiles`] can be stored. Those by slides that have tables end
    /// within a minute or so: there is little to keep.
    Metric,
    /// There is no memory for it.
    OutOfMemory {
        /// The size of the allocation that failed, in bytes.
        bytes: u64,
    },
}

impl From<OutOfMemory> for StoreError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes: error.bytes }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quality => f.write_str("only a search for a shortest solution can be stored"),
            Self::Metric => f.write_str("searches by slides can't be stored: only those by tiles"),
            Self::OutOfMemory { bytes } => write!(f, "no memory for {bytes} bytes"),
        }
    }
}

impl core::error::Error for StoreError {}

/// Why what was stored is not a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoredFault {
    Goal(GoalError),
    Unsolvable,
    OtherSolver,
    Inconsistent,
}

impl Search {
    /// Returns what is stored of it.
    pub(crate) fn stored(&self) -> Result<StoredSearch, StoreError> {
        let AnyPolicy::Optimal(optimal) = &self.policy else {
            return Err(StoreError::Quality);
        };
        if self.known.metric != Metric::Tiles {
            return Err(StoreError::Metric);
        }
        let mut counted = self.counted();
        let at = match optimal.stage() {
            _ if self.is_over() => StoredAt::Over(self.best().cloned()),
            Stage::Probe(probe, _) => StoredAt::Probe {
                bound: probe.bound(),
                position: probe.position()?,
            },
            Stage::Tables(_) => StoredAt::Tables,
            Stage::Stored(_, stored) => StoredAt::Proof(stored.clone()),
            Stage::Proof(_, proof) => {
                if let Some(stored) = proof.store()? {
                    StoredAt::Proof(stored)
                } else {
                    // It begins anew: that is a walk of a few moves.
                    counted = Tally {
                        expanded: 0,
                        generated: 1,
                    };
                    StoredAt::Tables
                }
            }
            Stage::Over(_) => StoredAt::Over(self.best().cloned()),
        };
        let (kind, memory) = optimal.asked();
        Ok(StoredSearch {
            board: self.board.clone(),
            goal: self.goal.clone(),
            kind,
            memory,
            expanded: counted.expanded,
            generated: counted.generated,
            lower_bound: self.lower_bound(),
            at,
            division: self.division.clone(),
            unit: None,
        })
    }

    /// Returns a search that goes on with what was stored, with the tables of a solver.
    pub(crate) fn restored(stored: StoredSearch, solver: &Solver) -> Result<Self, StoredFault> {
        let is_by_tiles = solver.metric() == Metric::Tiles;
        let is_asked = solver.asked() == (stored.kind, stored.memory);
        if *solver.goal() != stored.goal || !is_asked || !is_by_tiles {
            return Err(StoredFault::OtherSolver);
        }
        if stored.division.is_some() && !matches!(stored.at, StoredAt::Proof(_)) {
            return Err(StoredFault::Inconsistent);
        }
        let board = match solver.canonical(&stored.board) {
            Ok(board) => board,
            Err(SolveError::Goal(error)) => return Err(StoredFault::Goal(error)),
            Err(_) => return Err(StoredFault::Unsolvable),
        };
        if stored.expanded.max(stored.generated) > MOST_COUNTED {
            return Err(StoredFault::Inconsistent);
        }
        let request = solver.request(board.shape, board.home);
        let mut known = Partial::begun(
            solver.metric(),
            stored.lower_bound.max(first_bound(&board, solver.metric())),
        );
        let stage = match stored.at {
            StoredAt::Probe { bound, position } => {
                let probe = Probe::new(&board).map_err(|_| StoredFault::Inconsistent)?;
                let probe = probe.resumed(bound, &position, stored.expanded);
                Stage::Probe(probe.map_err(|_| StoredFault::Inconsistent)?, request)
            }
            StoredAt::Tables => Stage::Tables(request),
            StoredAt::Proof(proof) => Stage::Stored(request, proof),
            StoredAt::Over(moves) => {
                if moves.as_ref().is_some_and(|it| !board.is_solved_by(it)) {
                    return Err(StoredFault::Inconsistent);
                }
                known.best = moves;
                known.reason = Reason::Done;
                Stage::Over(None)
            }
        };
        let policy = Optimal::with_stage(board, solver.asked(), solver.thread_count(), stage);
        let mut search = Self {
            goal: stored.goal,
            board: stored.board,
            quality: Quality::Optimal,
            policy: AnyPolicy::Optimal(Box::new(policy)),
            counts: Counts {
                expanded: stored.expanded,
                generated: stored.generated,
                ..Counts::default()
            },
            known,
            solution: None,
            division: stored.division,
        };
        search.settle();
        Ok(search)
    }

    /// Returns a search of a part of this one's round.
    pub(super) fn below(&self, proof: StoredProof) -> Self {
        let AnyPolicy::Optimal(optimal) = &self.policy else {
            unreachable!("only such a search has parts");
        };
        let Stage::Proof(prepared, _) = optimal.stage() else {
            unreachable!("only a proof has parts");
        };
        let request = Request::ready(Shared::clone(prepared));
        let stage = Stage::Stored(request, proof);
        let board = optimal.board().clone();
        let policy = Optimal::with_stage(board, optimal.asked(), optimal.threads(), stage);
        Self {
            goal: self.goal.clone(),
            board: self.board.clone(),
            quality: Quality::Optimal,
            policy: AnyPolicy::Optimal(Box::new(policy)),
            counts: Counts::default(),
            known: Partial::begun(self.known.metric, self.known.lower_bound),
            solution: None,
            division: None,
        }
    }
}

impl SearchUnit {
    /// Returns what is stored of it.
    pub(crate) fn stored(&self) -> Result<StoredSearch, StoreError> {
        let mut stored = self.search.stored()?;
        stored.unit = Some(self.of);
        Ok(stored)
    }

    /// Returns the unit that goes on with a search that was stored.
    pub(crate) const fn restored(search: Search, of: UnitOf) -> Self {
        Self { search, of }
    }
}
