//! The quality of a solution.

#[cfg(doc)]
use crate::solve::{Control, Solution, SolveError, SolverBuilder, Status};

/// The required quality of a solution.
///
/// Lengths are counted by the solver's [`Metric`](crate::Metric); constructions minimise
/// single-tile moves.
///
/// As text: `optimal`, `within=1.1`, `best` or `fast`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// A shortest solution, proved by iterative deepening. On large boards that may take years:
    /// set a limit.
    ///
    /// Before a long round, beam search tries to find a solution of exactly the round's bound,
    /// which ends the search early; not with a chosen heuristic, in the multi-tile metric, or for
    /// goals with free tiles.
    #[default]
    Optimal,
    /// At most this much longer than a shortest solution, proved: `Within { percent: 10 }` means
    /// length <= 1.10 x [lower bound](Solution::lower_bound) <= 1.10 x optimal.
    ///
    /// A construction comes first, then a proof of lower bounds beside ever wider beam searches,
    /// until a solution is within the bound. It mostly takes far fewer expansions than `Optimal`.
    /// If a limit stops it, [`Status::best`] is the best solution found, of any length.
    Within {
        /// The excess allowed, in hundredths of the optimum.
        percent: u16,
    },
    /// The shortest solution found within the limits of the [`Control`] or, if it sets none, within
    /// the solver's [`budget`](SolverBuilder::budget): by default about a second's work with
    /// optimization, counted in expansions.
    ///
    /// The answer of [`Fast`](Self::Fast) comes first. Then a proof, beam searches, further
    /// constructions and polishing of the best solution share the budget. The last beams and
    /// constructions are sized so that they end before the limit: a larger limit mostly gives a
    /// shorter answer, seldom a longer one. If the proof ends, the solution is optimal
    /// ([`Solution::is_optimal`]): on 3 x 3 always, on 4 x 4 mostly. [`SolveError::Stopped`] is
    /// returned only if no solution was found.
    Best,
    /// A solution by construction, without a proof, for boards of any size: about n^3 moves on
    /// random n x n boards.
    ///
    /// Greedy paths move tiles towards their regions, then lines are put in order one by one. Up to
    /// 100 x 100 (boxes and thin boards up to 1,600 cells) beams construct a shorter solution. Each
    /// move of a construction and each board of a beam counts as an expansion.
    Fast,
}

impl Quality {
    /// Returns the excess allowed, in hundredths of the lower bound.
    pub(super) const fn percent(self) -> u16 {
        match self {
            Self::Within { percent } => percent,
            Self::Optimal | Self::Best | Self::Fast => 0,
        }
    }
}
