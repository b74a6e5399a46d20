//! A search between two units, as it is stored.

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::rounds::StoredRound;
use crate::goal::{Goal, GoalError};
use crate::messages::messages;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, Request};
use crate::runtime::work::{Counts, Tally};
use crate::solve::answer::{AnswerCheck, most_moves};
use crate::solve::any_policy::AnyPolicy;
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::optimal::{Optimal, Stage};
use crate::solve::partial::Partial;
use crate::solve::quality::Quality;
use crate::solve::search::Search;
use crate::solve::search_unit::SearchUnit;
use crate::solve::solver::{Solver, first_bound, least_moves};
use crate::solve::unit_of::UnitOf;
use alloc::boxed::Box;

/// No search counts further: a thousand years, at a thousand million boards a second.
const MOST_COUNTED: u64 = 1 << 62;

/// A search for a shortest solution, or a unit of one: its options, its bound and the paths left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSearch {
    pub(crate) board: DynBoard,
    pub(crate) goal: Goal,
    pub(crate) kind: HeuristicKind,
    /// For the tables, in bytes.
    pub(crate) memory: u64,
    pub(crate) metric: Metric,
    pub(crate) counted: Tally,
    /// Its bound is the number of moves that every solution needs at least.
    pub(crate) round: StoredRound,
    /// `None` while there is more to do.
    pub(crate) ending: Option<Ending>,
    /// The number of units of the last split, if nothing has been done since.
    pub(crate) units: Option<usize>,
    /// The place of a unit in its search.
    pub(crate) unit: Option<UnitOf>,
}

/// The end of a search, with a solution or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending(pub(crate) Option<Moves>);

/// Reasons why a search can't be stored.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Quality, Solver, StoreError};
/// let solver = Solver::builder().quality(Quality::Best).build();
/// let mut search = solver.search(&Board::<3>::from_seed(1))?;
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
}

messages! { StoreError;
    Self::Quality => "only a search for a shortest solution can be stored";
    Self::Failed => "the search ended with an error, so it can't be stored";
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
        self.check_bound(board)?;
        let Self { round, .. } = self;
        let is_ending_possible = match &self.ending {
            None => true,
            // A unit may end without a solution, and no other search may. Nothing is proved of
            // longer solutions, and nothing is left to prove of this one.
            Some(Ending(None)) => self.unit.is_some(),
            Some(Ending(Some(moves))) => self.metric.length(moves) == round.bound,
        };
        let is_unit_own = |unit: UnitOf| unit.nth < unit.of && unit.bound == round.bound;
        let before = round.seeds.iter().flatten().map(|seed| seed.before);
        let tallies = [self.counted, round.after].into_iter().chain(before);
        let mut counted = Tally::default();
        tallies.for_each(|tally| counted.add(tally));
        let counts = [
            counted.expanded,
            counted.generated,
            round.last_round,
            round.in_round,
        ];
        let is_possible = counts.into_iter().all(|count| count <= MOST_COUNTED)
            && is_ending_possible
            && self.units != Some(0)
            && self.unit.is_none_or(is_unit_own);
        if is_possible {
            Ok(())
        } else {
            Err(StoredFault::Inconsistent)
        }
    }

    /// Checks that boards of the shape may need the moves that were proved.
    fn check_bound(&self, board: &CanonicalBoard) -> Result<(), StoredFault> {
        let enough = most_moves(board.shape);
        let bound = self.round.bound;
        if bound > enough {
            return Err(StoredFault::Bound { bound, enough });
        }
        // By tiles each move changes the distance of the tiles by one.
        let least = least_moves(board, self.metric);
        let is_proved = bound >= least && (bound - least) % self.metric.stride() == 0;
        if bound == first_bound(board, self.metric) || is_proved {
            Ok(())
        } else {
            Err(StoredFault::Inconsistent)
        }
    }
}

impl Search {
    /// Returns the search as it is stored, after the unit that has begun.
    pub(crate) fn stored(&mut self) -> Result<StoredSearch, StoreError> {
        let is_between = |policy: &AnyPolicy| match policy {
            AnyPolicy::Optimal(optimal) => optimal.is_between_units(),
            AnyPolicy::Schedule(_) => true,
        };
        if !matches!(self.policy, AnyPolicy::Optimal(_)) {
            return Err(StoreError::Quality);
        }
        if !self.is_over() && self.failure.is_none() && !is_between(&self.policy) {
            let no_limit = &mut Control::new();
            // An error is the search's, too.
            let _ = self.drive(no_limit, 0, |policy, _| Ok(is_between(policy)));
        }
        let AnyPolicy::Optimal(optimal) = &self.policy else {
            return Err(StoreError::Quality);
        };
        if self.failure.is_some() {
            return Err(StoreError::Failed);
        }
        let (kind, memory) = optimal.asked();
        let ending = self.is_over().then(|| Ending(self.best().cloned()));
        let mut round = match ending {
            Some(_) => StoredRound::default(),
            None => optimal.stored(),
        };
        round.bound = round.bound.max(self.lower_bound());
        Ok(StoredSearch {
            board: self.board.clone(),
            goal: self.goal.clone(),
            kind,
            memory,
            metric: self.known.metric,
            counted: self.counts.tally(),
            round,
            ending,
            units: self.units,
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
        let bound = stored.round.bound;
        let mut known = Partial::begun(solver.metric(), bound);
        let stage = if let Some(Ending(moves)) = stored.ending {
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
        } else {
            let request = solver.request(board.shape, board.home);
            let is_part = stored.unit.is_some();
            let round = StoredRound {
                is_part,
                ..stored.round
            };
            Stage::Tables(request, round)
        };
        let (asked, threads) = (solver.asked(), solver.thread_count());
        let policy = Optimal::with_stage(board, asked, threads, stage);
        let mut search = Self {
            goal: stored.goal,
            board: stored.board,
            quality: Quality::Optimal,
            policy: AnyPolicy::Optimal(Box::new(policy)),
            counts: Counts {
                expanded: stored.counted.expanded,
                generated: stored.counted.generated,
                ..Counts::default()
            },
            known,
            solution: None,
            failure: None,
            is_unit: stored.unit.is_some(),
            units: stored.units,
        };
        search.settle();
        Ok(search)
    }

    /// Returns a search of a part of this one's round.
    pub(super) fn part(&self, optimal: &Optimal, request: Request, part: StoredRound) -> Self {
        let stage = Stage::Tables(request, part);
        let (board, asked) = (optimal.board().clone(), optimal.asked());
        let policy = Optimal::with_stage(board, asked, optimal.threads(), stage);
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
            units: None,
        }
    }
}

impl SearchUnit {
    /// Returns the unit as it is stored, after the path that has begun.
    pub(crate) fn stored(&mut self) -> Result<StoredSearch, StoreError> {
        let mut stored = self.search.stored()?;
        stored.unit = Some(self.of);
        Ok(stored)
    }

    /// Returns the unit that continues with a search that was stored.
    pub(crate) const fn restored(search: Search, of: UnitOf) -> Self {
        Self { search, of }
    }
}
