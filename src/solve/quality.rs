//! The quality of a solution.

#[cfg(doc)]
use crate::solve::{Control, Solution, SolveError, SolverBuilder, Status};

/// The quality that a solution is to have.
///
/// Lengths are counted by the metric of the solver. By [`Metric::MultiTile`](crate::Metric) `Fast`
/// builds as it does by tiles; `Within` and `Best` continue with the search by slides, and on
/// boards without tables with other constructions.
///
/// As text: `optimal`, `within=1.1`, `best` or `fast`.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Quality, Solver};
///
/// let board: Board<4> = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse()?; // 9 moves away
/// let length = |quality| Solver::builder().quality(quality).build().solve(&board).map(|it| it.moves().len());
/// assert_eq!(length(Quality::Optimal), Ok(9));
/// assert_eq!(length(Quality::Best), Ok(9));
/// assert!(length(Quality::Within { percent: 50 }).is_ok_and(|moves| moves <= 13)); // 1.5 x 9
/// assert!(length(Quality::Fast).is_ok_and(|moves| moves >= 9));
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// A shortest solution, proved by iterative deepening. On large boards that may take years:
    /// set a limit.
    ///
    /// Before a long round, beam searches look for a solution of exactly the round's bound, which
    /// ends the search early. They are left out with a heuristic of the caller's choice, in the
    /// multi-tile metric, and for goals with free tiles.
    #[default]
    Optimal,
    /// At most this much longer than a shortest solution, proved: `Within { percent: 10 }` means
    /// length <= 1.10 x [lower bound](Solution::lower_bound) <= 1.10 x optimal.
    ///
    /// A construction comes first, then a proof of lower bounds beside ever wider beam searches;
    /// the first solution within the bound ends all. It takes at most about three times the
    /// expansions of `Optimal`, and mostly far fewer. If a limit stops it, [`Status::best`] is the
    /// best that was found, however long.
    Within {
        /// The excess allowed, in hundredths of the optimum.
        percent: u16,
    },
    /// The shortest solution found within the limits of the [`Control`] or, if it sets none, within
    /// the solver's [`budget`](SolverBuilder::budget): by default about a second's work with
    /// optimization, counted in expansions.
    ///
    /// The answer of [`Fast`](Self::Fast) comes first, so that even a short limit finds something.
    /// Then the budget is shared among a proof, beam searches, further constructions and shorter
    /// paths along the best solution, by the shape. A larger limit never gives a longer answer. If
    /// the proof ends, the solution is optimal ([`Solution::is_optimal`]): on 3 x 3 always, on 4 x
    /// 4 mostly. Only the proof takes several threads. [`SolveError::Stopped`] is returned only if
    /// no solution was found.
    Best,
    /// A solution at once, by construction, for boards of any size: about n^3 moves on random n x n
    /// boards. Nothing is proved about how near that is to the optimum.
    ///
    /// A plain construction comes first: greedy paths move tiles towards their homes, then the board
    /// is put in order line by line. Up to 100 x 100 (boxes and thin boards up to 1,600 cells)
    /// beams construct another solution, kept if it is shorter. A board near the goal is also
    /// searched for a shorter path. Each move of a construction and each board of a beam counts as
    /// an expansion.
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
