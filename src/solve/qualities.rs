//! The qualities: `fast`, `within` and `best` (`optimal.rs` has the fourth).

use alloc::sync::Arc;
use std::sync::Mutex;

use crate::canonical::CanonicalBoard;
use crate::cells::Cells;
use crate::construct::Construction;
use crate::exact::rounds::{SharedRound, StoredRound};
use crate::goal::Goal;
use crate::heuristic::Manhattan;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::policy::{PROBE_EXPANSIONS, PROOF, Policy, USUAL_BUDGET, WITHIN, box_of_polish, polish};
use crate::prepare::{Prepared, is_read_off, is_tried_first};
use crate::puzzle::Puzzle;
use crate::runtime::job::{Job, Pace, block_on};
use crate::runtime::work::Step;
use crate::solve::error::SolveError;
use crate::solve::near::Near;
use crate::solve::portfolio::{Constructions, Portfolio};
use crate::solve::quality::Quality;
use crate::solve::solver::{Solver, least_moves};
use crate::space::SpaceTable;

/// The job that solves a board.
pub(super) type SolveJob = Job<Result<(), SolveError>>;

/// A board to solve, and its known solutions and bound.
///
/// Each quality is an `async fn` that finds ever shorter solutions and proves bounds. It depends on
/// the board and the options alone; the driver ends it once the solution is good enough, or a limit
/// is met.
#[derive(Clone, Debug)]
pub(super) struct Solving {
    /// It prepares missing tables.
    pub(super) solver: Solver,
    pub(super) board: CanonicalBoard,
    /// The board, for a single board of a goal with free tiles.
    pub(super) completed: Option<CanonicalBoard>,
    pub(super) quality: Quality,
    pub(super) threads: usize,
    /// All shorter solutions are proved impossible.
    pub(super) bound: usize,
    /// The length of the best solution.
    pub(super) length: Option<usize>,
    /// The number of its moves of tiles.
    pub(super) tile_moves: Option<usize>,
    /// The best solution, if it may be polished.
    pub(super) best: Option<Moves>,
    pub(super) is_polished: bool,
    /// The expansions of beams in a nanosecond, once measured.
    pub(super) rate: Option<f64>,
}

impl Solver {
    /// Returns a solve of a board that has not begun.
    ///
    /// # Errors
    /// [`SolveError::Goal`] and [`SolveError::Unsolvable`].
    pub(super) fn solving(
        &self,
        board: &impl Puzzle,
        quality: Quality,
        threads: usize,
    ) -> Result<Solving, SolveError> {
        let instance = self.canonical(board)?;
        let is_completed = instance.free.is_some() && quality != Quality::Optimal;
        let completed = || CanonicalBoard::new(board, &self.goal().completed(board.view()));
        // A shortest solution of a board of few cells is read off a table sooner.
        let is_small = quality == Quality::Optimal && instance.cells.len() <= SpaceTable::SMALL;
        Ok(Solving {
            solver: self.clone(),
            completed: is_completed.then(completed).transpose()?,
            bound: if is_small {
                0
            } else {
                least_moves(&instance, self.metric())
            },
            board: instance,
            quality,
            threads,
            length: None,
            tile_moves: None,
            best: None,
            is_polished: false,
            rate: None,
        })
    }
}

impl Solving {
    /// Returns the job that solves the board. `budget` is that of [`Quality::Best`]; without one
    /// only the caller's limits end it.
    pub(super) fn start(self, budget: Option<u64>) -> SolveJob {
        self.share_round(budget, Arc::default())
    }

    /// Returns the job of a search, and the round that it shares if it is one of
    /// [`Quality::Optimal`].
    pub(super) fn start_at(&self, round: SharedRound) -> (SolveJob, Arc<Mutex<SharedRound>>) {
        let (budget, round) = (self.solver.options.budget, Arc::new(Mutex::new(round)));
        let job = self.clone().share_round(Some(budget), Arc::clone(&round));
        (job, round)
    }

    fn share_round(mut self, budget: Option<u64>, shared: Arc<Mutex<SharedRound>>) -> SolveJob {
        Job::new(move |mut pace| async move {
            let pace = &mut pace;
            match self.quality {
                Quality::Optimal => self.optimal(&shared, pace).await,
                _ if self.board.free.is_some() => self.some_tiles(budget, pace).await,
                Quality::Fast => self.fast(pace).await,
                Quality::Within { percent } => self.within(percent, pace).await,
                Quality::Best => self.best(budget, pace).await,
            }
        })
    }

    /// Solves a board by constructions: plainly, then by beams. A board near the goal is searched
    /// before and in between, and a good solution ends it.
    pub(super) async fn fast(&mut self, pace: &mut Pace) -> Result<(), SolveError> {
        if self.probe(pace).await? {
            return Ok(());
        }
        let mut construction = Construction::of(self.board.clone());
        self.construct(&mut construction, pace).await?;
        let mut near = Near::new(&self.board);
        if let Some(mut near) = near.take_if(|near| near.is_likely()) {
            if self.near(&mut near, pace).await? {
                return Ok(());
            }
        }
        self.construct(&mut construction, pace).await?;
        if let Some(mut near) = near {
            self.near(&mut near, pace).await?;
        }
        Ok(())
    }

    /// Solves a board whose goal leaves tiles free. A proof decides; solutions for one board of the
    /// goal come earlier.
    pub(super) async fn some_tiles(
        &mut self,
        budget: Option<u64>,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let quality = self.quality;
        self.by_completed(Quality::Fast, None, pace).await?;
        if quality == Quality::Fast {
            return Ok(());
        }
        let prepared = self.prepare(pace).await?;
        let shared = StoredRound::new(self.bound).shared();
        if quality != Quality::Best {
            return self.prove(&prepared, &shared, false, pace).await;
        }
        let half = budget.map_or(USUAL_BUDGET, |budget| budget.min(USUAL_BUDGET)) / 2;
        let proof = async |pace: &mut Pace| self.prove(&prepared, &shared, false, pace).await;
        if let Some(ended) = pace.within(half, proof).await {
            return ended;
        }
        let rest = budget.map(|budget| budget.saturating_sub(half));
        self.by_completed(quality, rest, pace).await
    }

    /// Takes over the solutions of one board of a goal with free tiles. Its bounds say nothing.
    async fn by_completed(
        &mut self,
        quality: Quality,
        budget: Option<u64>,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let Some(board) = self.completed.clone() else {
            return Ok(());
        };
        let solving = Self {
            // Its tables also serve other goals, so they have the default memory.
            solver: self.solver.with_goal(Goal::BlankLast),
            bound: least_moves(&board, self.solver.metric()),
            board,
            quality,
            length: None,
            tile_moves: None,
            ..self.clone()
        };
        let mut job = solving.start(budget);
        loop {
            match pace.next(&mut job).await? {
                Step::Found(moves) => self.keep(moves, pace).await,
                Step::Done => return Ok(()),
                Step::Bound(_) | Step::Paused => {}
            }
        }
    }

    /// Proves bounds and searches for solutions; the driver ends it once they are close enough.
    ///
    /// (A weighted search guarantees the same factor, but its lower bound, length / weight, costs
    /// more on 5 x 5.)
    pub(super) async fn within(&mut self, percent: u16, pace: &mut Pace) -> Result<(), SolveError> {
        if self.solver.metric() == Metric::MultiTile {
            return self.best(None, pace).await;
        }
        if self.probe(pace).await? {
            return Ok(());
        }
        // The plain construction may be short enough.
        let mut construction = Construction::of(self.board.clone());
        self.construct(&mut construction, pace).await?;
        if let Some(mut near) = Near::new(&self.board) {
            self.near(&mut near, pace).await?;
        }
        let prepared = self.prepare(pace).await?;
        let mut portfolio = Portfolio::new(&prepared, self);
        let shares = if percent > 0 { WITHIN } else { PROOF };
        self.share(&mut portfolio, shares, u64::MAX, pace).await
    }

    /// Finds ever shorter solutions until the budget is spent, if there is one.
    ///
    /// The answer of `fast` comes first. Then the shape is prepared, and a proof, ever wider beams,
    /// other constructions and the polishing of the best solution share the work.
    pub(super) async fn best(
        &mut self,
        budget: Option<u64>,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let (shape, metric) = (self.board.shape, self.solver.metric());
        self.is_polished = metric == Metric::SingleTile && box_of_polish(shape).is_some();
        if is_read_off(shape, self.solver.options.table_options.heuristic) {
            // A plain solution takes no time, the table of all boards milliseconds. It is not
            // counted, so that a limit that suffices for the table suffices for both.
            let mut construction = Construction::of(self.board.clone());
            let plain = block_on(async |pace| construction.next(pace).await);
            if let Some(moves) = plain? {
                self.keep(moves, pace).await;
            }
            let prepared = self.prepare(pace).await?;
            if matches!(prepared, Prepared::Full(_)) {
                let mut portfolio = Portfolio::new(&prepared, self);
                let proof = self.continue_proof(&mut portfolio, u64::MAX, pace);
                return proof.await.map(drop);
            }
        }
        self.fast(pace).await?;
        let prepared = self.prepare(pace).await?;
        let mut portfolio = Portfolio::new(&prepared, self);
        portfolio.left = budget.unwrap_or(u64::MAX);
        // Under limits of a call constructions have the largest size that still ends in time.
        let usual = budget.map_or(USUAL_BUDGET, |budget| budget.min(USUAL_BUDGET));
        portfolio.constructions = Constructions::new(shape, metric, usual);
        let (policy, has_tables) = (Policy::of(shape), prepared.has_tables(shape));
        if let Some((lead, work)) = policy.lead(metric, has_tables, usual) {
            // A proof that is near its end comes before the wider beams.
            self.share(&mut portfolio, lead, work, pace).await?;
        }
        let shares = policy.shares(metric, has_tables);
        self.share(&mut portfolio, shares, u64::MAX, pace).await
    }

    // Steps.

    pub(super) async fn keep(&mut self, mut moves: Moves, pace: &mut Pace) {
        if self.board.free.is_some() {
            moves = self.board.cut(&moves);
        }
        let length = self.solver.metric().length(&moves);
        if self.length.is_none_or(|best| length < best) {
            (self.length, self.tile_moves) = (Some(length), Some(moves.len()));
            let is_polished = self.is_polished && moves.len() <= polish::MAX_MOVES;
            self.best = is_polished.then(|| moves.clone());
            pace.found(moves).await;
        }
    }

    /// Takes over the report of a search by a metric; returns whether the search continues. A bound
    /// by single tiles is no bound in the other metric.
    pub(super) async fn apply(&mut self, step: Step, metric: Metric, pace: &mut Pace) -> bool {
        match step {
            Step::Bound(bound) if metric == self.solver.metric() => {
                self.bound = self.bound.max(bound);
                pace.bound(bound).await;
            }
            Step::Bound(_) | Step::Paused => {}
            Step::Found(moves) => {
                self.keep(moves, pace).await;
                return false;
            }
            Step::Done => return false,
        }
        true
    }

    /// Tries Manhattan IDA\* on a board near the goal, before tables are built for it; returns
    /// whether it found a solution, which is a shortest one by single tiles.
    pub(super) async fn probe(&mut self, pace: &mut Pace) -> Result<bool, SolveError> {
        if !is_tried_first(&self.board, self.solver.options.table_options.heuristic) {
            return Ok(false);
        }
        let by = Manhattan::new(self.board.shape, self.board.home)?;
        let by = Prepared::Manhattan(Arc::new(by));
        let shared = StoredRound::new(0).shared();
        let probe = async |pace: &mut Pace| self.prove(&by, &shared, false, pace).await;
        let ended = pace.within(PROBE_EXPANSIONS, probe).await;
        Ok(ended.transpose()?.is_some())
    }

    /// Constructs the next solution.
    pub(super) async fn construct(
        &mut self,
        construction: &mut Construction,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let before = pace.counts;
        let found = construction.next(pace).await?;
        self.rate = pace.counts.rate_since(&before).or(self.rate);
        if let Some(moves) = found {
            self.keep(moves, pace).await;
        }
        Ok(())
    }

    /// Tries beams on a board near the goal; returns whether constructions are unlikely to shorten
    /// the solution.
    pub(super) async fn near(
        &mut self,
        near: &mut Near,
        pace: &mut Pace,
    ) -> Result<bool, SolveError> {
        while let Some(moves) = near.next(self.tile_moves, pace).await? {
            self.keep(moves, pace).await;
        }
        Ok(self.tile_moves.is_some_and(|length| near.is_good(length)))
    }

    /// Prepares the shape: tables above all.
    pub(super) async fn prepare(&self, pace: &mut Pace) -> Result<Prepared, SolveError> {
        let target = self.board.target();
        let Solver { tables, options } = &self.solver;
        Ok(tables
            .prepare(&target, &options.table_options, pace)
            .await?)
    }
}
