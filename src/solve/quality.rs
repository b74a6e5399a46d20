//! The quality of a solution.

#[cfg(doc)]
use crate::solve::{Control, Partial, Solution, SolveError, SolverBuilder};

/// The quality that a solution is to have.
///
/// Lengths are counted by the metric of the solver. By [`Metric::Slides`](crate::Metric) `Fast`
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
    /// A shortest one, proved. On large boards that may take years: give a limit.
    ///
    /// Each round of iterative deepening proves that no solution has the length of its bound.
    /// Before a long round beam searches look for a solution whose length is that bound, which
    /// ends the search; they expand about a tenth of all before. With a heuristic that was
    /// asked for, by slides, and for goals with free tiles the rounds are alone.
    #[default]
    Optimal,
    /// At most this much longer than a shortest one, proved: `Within { percent: 10 }` means length
    /// <= 1.10 x [lower bound](Solution::lower_bound) <= 1.10 x optimal.
    ///
    /// The plain construction of [`Fast`](Self::Fast) comes first, and is the answer if it is
    /// within the bound. Then the search for a shortest solution runs, which proves lower bounds,
    /// and beside it beam searches look for solutions, which become wider and wider; the
    /// first solution within the bound ends both. So it ends wherever `Optimal` would, and does at
    /// most about three times its expansions; on 4 x 4 and 5 x 5 it takes a small part of it. If a
    /// limit stops it first, [`Partial::best`] is the best that was found, however long. Beside
    /// the tables it takes at most 1 GiB, and that only for the widest beams, after some minutes.
    Within {
        /// The excess allowed, in hundredths of the optimum.
        percent: u16,
    },
    /// The shortest that can be found in the budget: that of the [`Control`] (nodes, time, or
    /// both), or, if it sets none, that of the solver: [`SolverBuilder::budget`]. The default is
    /// about a second's work with optimization. It is counted in expansions, and so the same on
    /// every machine and in every build.
    ///
    /// There is one schedule for a board, and limits only cut it short: with a larger limit the
    /// answer is never longer. It begins with the answer of [`Fast`](Self::Fast), before any table
    /// is built, so that even a short limit finds something. On boards of up to 9 cells a plain
    /// construction, which is not counted, comes first, then the table of all boards, which takes
    /// milliseconds. So under any limit of expansions `Best` has an answer if `Fast` has one.
    ///
    /// Boards of up to 32 cells then get tables. The first quarter of the work goes mostly into the
    /// search for a shortest solution; if it ends, as on boards of 3 x 3 always and of 4 x 4
    /// mostly, the solution is proved to be optimal ([`Solution::is_optimal`]). The rest goes,
    /// mostly, into ever wider beam searches, while the proof continues. Rectangles of 5 x 5 to 9 x
    /// 9 are ranked by weights of pairs of tiles, and nearly all goes into such beams; in boxes of
    /// 33 to 64 cells most goes into beams. On other boards most of the work goes into building
    /// solutions as `Fast` does, in many styles and with ever wider beams, and into shorter paths
    /// between the boards of the best one, the rest into beams and proof. [`Solution::lower_bound`]
    /// is what was proved. Only the proof takes several threads.
    ///
    /// An answer that is there when a limit is met, or the call is cancelled, is returned as a
    /// solution; only without any answer it is [`SolveError::Stopped`].
    Best,
    /// At once, by construction, for boards of any size. First comes a plain construction: the
    /// blank takes paths on which many tiles come nearer to their places, then the board is put in
    /// order line by line. Up to 100 x 100 another one follows, kept if it is shorter: one beam
    /// solves a rectangle of up to 64 cells; on larger ones beams let the board flow, gather block
    /// after block and solve it. Boxes and thin boards of up to 1,600 cells lose line after line
    /// instead. A board near the goal that would need tables of groups of tiles is tried by
    /// Manhattan IDA\* before all that, for 3,000 expansions: that mostly ends with a shortest
    /// solution, and then nothing follows. Otherwise beams to the goal try a near board in between.
    ///
    /// It takes constant time a move (with a beam some hundred boards). Each move of a
    /// construction and each board of a beam counts as an expansion. A limit that is met after
    /// the plain construction leaves the best that is there. The lower bound is the Manhattan
    /// distance, or what IDA\* has proved.
    ///
    /// Random n x n boards take about n^3 moves; `benches/README.md` has a table. Nothing is proved
    /// about how near that is to the optimum.
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
