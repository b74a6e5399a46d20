//! The policy of a quality.

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::exact::probe::Probe;
use crate::exact::rounds::StoredRound;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::{check_heuristic, is_tried_first};
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::optimal::{Optimal, Stage};
use crate::solve::policy::Policy;
use crate::solve::quality::Quality;
use crate::solve::schedule::Schedule;
use crate::solve::solver::{Solver, first_bound};
use crate::tables::BuildProgress;

/// A policy of any quality.
#[derive(Debug)]
pub(super) enum AnyPolicy {
    Optimal(Box<Optimal>),
    Schedule(Box<Schedule>),
}

impl Solver {
    /// Returns the policy for a board; `is_endless` says that the caller's limits are the only
    /// ones.
    pub(super) fn policy(
        &self,
        board: CanonicalBoard,
        threads: usize,
        is_endless: bool,
    ) -> Result<AnyPolicy, SolveError> {
        if self.quality() == Quality::Optimal {
            return Ok(AnyPolicy::Optimal(Box::new(self.optimal(board, threads)?)));
        }
        if self.quality() != Quality::Fast {
            self.check_heuristic(&board)?;
        }
        let schedule = Schedule::new(
            &board,
            (self.quality(), self.metric()),
            self.heuristic(),
            self.request(board.shape, board.home),
            threads,
            (!is_endless).then(|| self.budget()),
        );
        Ok(AnyPolicy::Schedule(Box::new(schedule)))
    }

    /// Checks that the heuristic asked for can serve the board's shape, unless something is
    /// prepared for that already.
    fn check_heuristic(&self, board: &CanonicalBoard) -> Result<(), SolveError> {
        if !self.tables.has(board.shape, board.home) {
            check_heuristic(board.shape, board.home, self.means())?;
        }
        Ok(())
    }

    /// Returns the policy that finds a shortest solution, whatever the quality of the solver.
    pub(super) fn optimal(
        &self,
        board: CanonicalBoard,
        threads: usize,
    ) -> Result<Optimal, SolveError> {
        self.check_heuristic(&board)?;
        let request = self.request(board.shape, board.home);
        let asked = self.asked();
        let stage = match self.metric() {
            Metric::Tiles if is_tried_first(&board, asked.0) => {
                Stage::Probe(Probe::new(&board)?, request)
            }
            metric => {
                // The first try without tables is by tiles.
                let proved = first_bound(&board, metric);
                Stage::Tables(request, StoredRound::new(proved))
            }
        };
        Ok(Optimal {
            board,
            asked,
            threads,
            stage,
        })
    }
}

impl Work for AnyPolicy {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        match self {
            Self::Optimal(policy) => policy.advance(until, counts),
            Self::Schedule(policy) => policy.advance(until, counts),
        }
    }
}

impl Policy for AnyPolicy {
    fn is_preparing(&self) -> bool {
        match self {
            Self::Optimal(policy) => policy.is_preparing(),
            Self::Schedule(policy) => policy.is_preparing(),
        }
    }

    fn tables(&self) -> Option<BuildProgress> {
        match self {
            Self::Optimal(policy) => policy.tables(),
            Self::Schedule(policy) => policy.tables(),
        }
    }

    fn best_ahead(&mut self) -> Option<Moves> {
        match self {
            Self::Optimal(policy) => policy.best_ahead(),
            Self::Schedule(policy) => policy.best_ahead(),
        }
    }
}
