//! A search between two slices, as it is stored.

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::position::Position;
use crate::exact::probe::{PROBE_EXPANSIONS, Probe};
use crate::goal::{Goal, GoalError};
use crate::messages::{conversions, messages};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, Request, StoredProof, is_tried_first};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Tally};
use crate::solve::answer::{AnswerCheck, most_moves};
use crate::solve::any_policy::AnyPolicy;
use crate::solve::division::{Division, UnitOf};
use crate::solve::error::SolveError;
use crate::solve::optimal::{Optimal, Stage};
use crate::solve::partial::Partial;
use crate::solve::quality::Quality;
use crate::solve::search::Search;
use crate::solve::search_unit::SearchUnit;
use crate::solve::solver::{Solver, first_bound, least_moves};
use alloc::boxed::Box;

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
    pub(crate) metric: Metric,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The number of moves that every solution needs at least.
    pub(crate) lower_bound: usize,
    pub(crate) at: StoredAt,
    /// The units of the last split, if nothing has been done since.
    pub(crate) division: Option<Division>,
    /// The search that it is a unit of, if it is one.
    pub(crate) unit: Option<UnitOf>,
}

/// The stage of a search.
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

/// Reasons why a search can't be stored.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Quality, Solver, StoreError};
/// let solver = Solver::builder().quality(Quality::Best).build();
/// let search = solver.search(&Board::<3>::from_seed(1))?;
/// assert_eq!(search.to_text(), Err(StoreError::Quality));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// Only searches for a shortest solution can be stored.
    Quality,
    /// The search ended with an error: there is nothing to resume.
    Failed,
    /// There is no memory for it.
    OutOfMemory {
        /// The size of the allocation that failed, in bytes.
        bytes: u64,
    },
}

conversions! { StoreError;
    error: OutOfMemory => Self::OutOfMemory { bytes: error.bytes };
}

messages! { StoreError;
    Self::Quality => "only a search for a shortest solution can be stored";
    Self::Failed => "the search ended with an error, so it can't be stored";
    Self::OutOfMemory { bytes } => "no memory for {bytes} bytes";
}

/// Reasons why what was stored is not a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoredFault {
    Goal(GoalError),
    Unsolvable,
    OtherSolver,
    /// `enough` moves solve any board of the shape.
    Bound {
        bound: usize,
        enough: usize,
    },
    Inconsistent,
}

impl StoredSearch {
    /// Checks that a search of the board can be in this state, as far as that is known without a
    /// search.
    fn check(&self, board: &CanonicalBoard) -> Result<(), StoredFault> {
        self.check_bounds(board)?;
        let counted = Tally {
            expanded: self.expanded,
            generated: self.generated,
        };
        let is_unit = self.unit.is_some();
        // Whether the search ends with the round, where it has rounds.
        let is_part = match &self.at {
            StoredAt::Proof(proof) => Some(proof.is_part()),
            StoredAt::Probe { .. } | StoredAt::Tables => Some(false),
            StoredAt::Over(_) => None,
        };
        let is_stage_possible = match &self.at {
            // The first try without tables is by tiles.
            StoredAt::Probe { .. } => {
                self.metric == Metric::Tiles
                    && is_tried_first(board, self.kind)
                    && self.expanded <= PROBE_EXPANSIONS
            }
            // What is over is stored without its proof.
            StoredAt::Proof(proof) => !proof.is_over(),
            StoredAt::Tables => true,
            // A unit may end without a solution, and no other search may. Nothing is proved of
            // longer solutions, and nothing is left to prove of this one.
            StoredAt::Over(None) => is_unit,
            StoredAt::Over(Some(moves)) => self.metric.length(moves) == self.lower_bound,
        };
        let is_division_own = self.division.as_ref().is_none_or(|division| {
            matches!(self.at, StoredAt::Proof(_))
                && (division.bound, division.counted) == (self.lower_bound, counted)
        });
        let is_unit_own = self
            .unit
            .is_none_or(|unit| unit.nth < unit.of && unit.bound == self.lower_bound);
        let is_possible = self.expanded.max(self.generated) <= MOST_COUNTED
            && is_part.is_none_or(|is_part| is_part == is_unit)
            && is_stage_possible
            && is_division_own
            && is_unit_own;
        if is_possible {
            Ok(())
        } else {
            Err(StoredFault::Inconsistent)
        }
    }

    /// Checks that boards of the shape may need the moves that were proved, and those of the round.
    fn check_bounds(&self, board: &CanonicalBoard) -> Result<(), StoredFault> {
        let enough = most_moves(board.shape);
        let of_round = match &self.at {
            StoredAt::Probe { bound, .. } => *bound,
            StoredAt::Proof(proof) => proof.bound(),
            StoredAt::Tables | StoredAt::Over(_) => 0,
        };
        let bound = self.lower_bound.max(of_round);
        if bound > enough {
            return Err(StoredFault::Bound { bound, enough });
        }
        // By tiles each move changes the distance of the tiles by one.
        let least = least_moves(board, self.metric);
        let is_proved =
            |bound: usize| bound >= least && (bound - least) % self.metric.stride() == 0;
        if self.lower_bound == first_bound(board, self.metric) || is_proved(self.lower_bound) {
            Ok(())
        } else {
            Err(StoredFault::Inconsistent)
        }
    }
}

impl Search {
    pub(crate) fn stored(&self) -> Result<StoredSearch, StoreError> {
        let AnyPolicy::Optimal(optimal) = &self.policy else {
            return Err(StoreError::Quality);
        };
        let mut counted = self.counted();
        if self.failure.is_some() {
            return Err(StoreError::Failed);
        }
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
                    // It begins again: that is a walk of a few moves.
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
            metric: self.known.metric,
            expanded: counted.expanded,
            generated: counted.generated,
            lower_bound: self.lower_bound(),
            at,
            division: self.division.clone(),
            unit: None,
        })
    }

    /// Returns a search that continues with what was stored, with the tables of a solver.
    pub(crate) fn restored(stored: StoredSearch, solver: &Solver) -> Result<Self, StoredFault> {
        let is_asked = solver.asked() == (stored.kind, stored.memory);
        if *solver.goal() != stored.goal || !is_asked || solver.metric() != stored.metric {
            return Err(StoredFault::OtherSolver);
        }
        let board = match solver.canonical(&stored.board) {
            Ok(board) => board,
            Err(SolveError::Goal(error)) => return Err(StoredFault::Goal(error)),
            Err(_) => return Err(StoredFault::Unsolvable),
        };
        stored.check(&board)?;
        let request = solver.request(board.shape, board.home);
        let mut known = Partial::begun(solver.metric(), stored.lower_bound);
        let stage = match stored.at {
            StoredAt::Probe { bound, position } => {
                let probe = Probe::new(&board).map_err(|_| StoredFault::Inconsistent)?;
                let probe = probe.resumed(bound, &position, stored.expanded);
                Stage::Probe(probe.map_err(|_| StoredFault::Inconsistent)?, request)
            }
            StoredAt::Tables => Stage::Tables(request),
            StoredAt::Proof(proof) => Stage::Stored(request, proof),
            StoredAt::Over(moves) => {
                let check = AnswerCheck {
                    board: &stored.board,
                    goal: &stored.goal,
                };
                if let Some(moves) = moves {
                    let is_right = check.learn_moves(&mut known, moves);
                    is_right.map_err(|_| StoredFault::Inconsistent)?;
                }
                known.end();
                Stage::Over(None)
            }
        };
        let (asked, threads) = (solver.asked(), solver.thread_count());
        let policy = Optimal::with_stage(board, asked, threads, stored.lower_bound, stage);
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
            failure: None,
            is_unit: stored.unit.is_some(),
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
        let (asked, threads) = (optimal.asked(), optimal.threads());
        let policy = Optimal::with_stage(board, asked, threads, self.known.lower_bound, stage);
        Self {
            goal: self.goal.clone(),
            board: self.board.clone(),
            quality: Quality::Optimal,
            policy: AnyPolicy::Optimal(Box::new(policy)),
            counts: Counts::default(),
            known: Partial::begun(self.known.metric, self.known.lower_bound),
            solution: None,
            failure: None,
            is_unit: true,
            division: None,
        }
    }
}

impl SearchUnit {
    pub(crate) fn stored(&self) -> Result<StoredSearch, StoreError> {
        let mut stored = self.search.stored()?;
        stored.unit = Some(self.of);
        Ok(stored)
    }

    /// Returns the unit that continues with a search that was stored.
    pub(crate) const fn restored(search: Search, of: UnitOf) -> Self {
        Self { search, of }
    }
}
