//! How good a solution is to be.

#[cfg(doc)]
use crate::solve::{Control, Partial, Solution, SolveError};

/// How good a solution is to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quality {
    /// A shortest one, proved. On large boards that may take for ever: give a limit.
    #[default]
    Optimal,
    /// At most this much longer than a shortest one, proved: `Within { percent: 10 }` means length <= 1.10 x
    /// [lower bound](Solution::lower_bound) <= 1.10 x optimal.
    ///
    /// The search for a shortest solution runs, which proves lower bounds, and beside it beam searches look for solutions, each twice as wide
    /// as the one before; the first solution within the bound ends both. So it ends wherever `Optimal` would, and does at most
    /// about three times its expansions; on 4 x 4 and 5 x 5 it takes a small part of it. Where a limit stops it first, [`Partial::best`] is the
    /// best that was found, however long. Beside the tables it takes at most 1 GiB, and that only for the widest beams, after some minutes.
    Within {
        /// The excess allowed, in hundredths of the optimum.
        percent: u16,
    },
    /// The shortest that can be found in the budget: that of the [`Control`] (nodes, time, or both), or, where it sets none, about
    /// a second's work, counted in boards and so the same on every machine.
    ///
    /// The first quarter of that work goes into the search for a shortest solution; where it ends, as on boards of 3 x 3 always and of
    /// 4 x 4 mostly, the solution is proved to be optimal ([`Solution::is_optimal`]). The rest goes, mostly, into ever wider beam
    /// searches and, on boards without tables, into shorter ways between the boards of the best solution, while the proof goes
    /// on. [`Solution::lower_bound`] is what was proved. An answer that is there when a limit is met, or the call is
    /// cancelled, is returned as a solution; only without any answer it is [`SolveError::Stopped`], which takes a limit: boards without
    /// tables begin with the answer of [`Fast`](Self::Fast).
    Best,
    /// At once, by construction, for boards of any size: the blank takes ways on which many tiles come nearer to their places, then
    /// the board is put in order line by line (in a box layer by layer). Takes constant time a move, besides longer walks of
    /// the blank on large boards; each move counts as an expansion. The lower bound is the Manhattan distance. On random n x n boards
    /// it takes about 1.4 n^3 moves (5 x 5), 1.85 n^3 (15 x 15), 1.5 n^3 (30 x 30) and 1.25 n^3 (100 x 100); nothing is proved about
    /// how near that is to the optimum.
    Fast,
}
