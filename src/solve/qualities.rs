//! The qualities: `optimal`, `fast`, `within` and `best`, and what they have in common.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::iter;
use core::mem;
use core::ops::ControlFlow;
use std::sync::Mutex;

use smallvec::SmallVec;

use crate::canonical::CanonicalBoard;
use crate::construct::Construction;
use crate::exact::MAX_CELLS;
use crate::exact::rounds::{SharedRound, StoredRound};
use crate::goal::Goal;
use crate::heuristic::Manhattan;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::policy::near::{LIKELY_DISTANCE, MOST_DISTANCE};
use crate::policy::{
    BEAM_WIDTH, GUESS, PROBE_DISTANCE, PROBE_EXPANSIONS, PROOF, Policy, USUAL_BUDGET, WIDEST_GUESS,
    WITHIN, beam_price, box_of_polish, polish,
};
use crate::prepare::{HeuristicKind, Prepared, is_read_off};
use crate::puzzle::Puzzle;
use crate::runtime::{BoxFuture, Counts, Job, Pace, Slice, Step, Work, block_on, lock};
use crate::solve::portfolio::Portfolio;
use crate::solve::solver::least_moves;
use crate::solve::{Quality, SolveError, Solver};
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
    /// The expansions of [`Quality::Best`]; without a number only the caller's limits end it.
    pub(super) budget: Option<u64>,
    pub(super) threads: usize,
    /// All shorter solutions are proved impossible.
    pub(super) bound: usize,
    /// The length of the best solution.
    pub(super) length: Option<usize>,
    /// The number of its moves of tiles.
    pub(super) tile_moves: Option<usize>,
    /// The best solution, if it may be polished.
    pub(super) best: Option<Moves>,
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
        let goal = self.goal();
        let instance = CanonicalBoard::new(board, goal)?;
        if !board.is_solvable_for(goal) {
            return Err(SolveError::Unsolvable(Box::new(board.solvability(goal))));
        }
        let is_completed = instance.free.is_some() && quality != Quality::Optimal;
        let completed = || CanonicalBoard::new(board, &goal.completed(board.view()));
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
            budget: Some(self.options.budget),
            threads,
            length: None,
            tile_moves: None,
            best: None,
            rate: None,
        })
    }
}

impl Solving {
    /// Returns the job that solves the board. One of [`Quality::Optimal`] continues the shared
    /// round.
    pub(super) fn start(mut self, shared: Arc<Mutex<SharedRound>>) -> SolveJob {
        Job::new(move |mut pace| async move {
            let pace = &mut pace;
            match self.quality {
                Quality::Optimal => self.optimal(&shared, pace).await,
                _ if self.board.free.is_some() => self.some_tiles(pace).await,
                Quality::Fast => self.fast(pace).await,
                Quality::Within { percent } => self.within(percent, pace).await,
                Quality::Best => self.best(pace).await,
            }
        })
    }

    /// Finds a shortest solution: without tables first if the board is near the goal, then with the
    /// best available. Continues a round that has begun elsewhere.
    async fn optimal(
        &mut self,
        shared: &Arc<Mutex<SharedRound>>,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        // A round that has begun may be stored.
        let has_begun = lock(shared).may_stop(0);
        if !has_begun {
            // The probe searches by single tiles.
            let is_by_tiles = self.solver.metric() == Metric::SingleTile;
            if is_by_tiles && self.probe(pace).await? {
                return Ok(());
            }
            *lock(shared) = SharedRound::new(StoredRound::new(self.bound));
        }
        let prepared = self.prepare(pace).await?;
        self.prove(&prepared, shared, true, pace).await
    }

    /// Solves a board by constructions: plainly, then by beams. A board near the goal is searched
    /// before and in between, and a good solution ends it.
    pub(super) async fn fast(&mut self, pace: &mut Pace) -> Result<(), SolveError> {
        if self.probe(pace).await? {
            return Ok(());
        }
        let mut construction = Construction::of(self.board.clone());
        self.construct(&mut construction, pace).await?;
        if self.near(0..=LIKELY_DISTANCE, pace).await? {
            return Ok(());
        }
        self.construct(&mut construction, pace).await?;
        self.near(LIKELY_DISTANCE + 1..=MOST_DISTANCE, pace).await?;
        Ok(())
    }

    /// Solves a board whose goal leaves tiles free. A proof decides; solutions for one board of the
    /// goal come earlier.
    async fn some_tiles(&mut self, pace: &mut Pace) -> Result<(), SolveError> {
        let (quality, budget) = (self.quality, self.budget);
        self.by_completed(Quality::Fast, None, pace).await?;
        if quality == Quality::Fast {
            return Ok(());
        }
        let prepared = self.prepare(pace).await?;
        let shared = StoredRound::new(self.bound).shared();
        // Only the best solution may do without a proof.
        let half = match quality {
            Quality::Best => budget.map_or(USUAL_BUDGET, |budget| budget.min(USUAL_BUDGET)) / 2,
            _ => u64::MAX,
        };
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
            budget,
            length: None,
            tile_moves: None,
            best: None,
            ..self.clone()
        };
        self.follow(&mut solving.start(Arc::default()), false, pace)
            .await
    }

    /// Proves bounds and searches for solutions; the driver ends it once they are close enough.
    ///
    /// (A weighted search guarantees the same factor, but its lower bound, length / weight, costs
    /// more on 5 x 5.)
    async fn within(&mut self, percent: u16, pace: &mut Pace) -> Result<(), SolveError> {
        if self.solver.metric() == Metric::MultiTile {
            self.budget = None;
            return self.best(pace).await;
        }
        if self.probe(pace).await? {
            return Ok(());
        }
        // The plain construction may be short enough.
        let mut construction = Construction::of(self.board.clone());
        self.construct(&mut construction, pace).await?;
        self.near(0..=MOST_DISTANCE, pace).await?;
        let prepared = self.prepare(pace).await?;
        let mut portfolio = Portfolio::new(&prepared, self, 0);
        let shares = if percent > 0 { WITHIN } else { PROOF };
        self.share(&mut portfolio, shares, u64::MAX, pace).await
    }

    /// Finds ever shorter solutions until the budget is spent, if there is one.
    ///
    /// The answer of `fast` comes first. Then the shape is prepared, and a proof, ever wider beams,
    /// other constructions and the polishing of the best solution share the work.
    async fn best(&mut self, pace: &mut Pace) -> Result<(), SolveError> {
        let (shape, metric) = (self.board.shape, self.solver.metric());
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
                let shared = StoredRound::new(self.bound).shared();
                return self.prove(&prepared, &shared, false, pace).await;
            }
        }
        self.fast(pace).await?;
        let prepared = self.prepare(pace).await?;
        // Under limits of a call constructions have the largest size that still ends in time.
        let usual = self
            .budget
            .map_or(USUAL_BUDGET, |budget| budget.min(USUAL_BUDGET));
        let mut portfolio = Portfolio::new(&prepared, self, usual);
        portfolio.left = self.budget.unwrap_or(u64::MAX);
        let (policy, has_tables) = (Policy::of(shape), prepared.has_tables(shape));
        if let Some((lead, work)) = policy.lead(metric, has_tables, usual) {
            // A proof that is near its end comes before the wider beams.
            self.share(&mut portfolio, lead, work, pace).await?;
        }
        let shares = policy.shares(metric, has_tables);
        self.share(&mut portfolio, shares, u64::MAX, pace).await
    }

    // Steps.

    /// Advances another job to its end, and takes over its solutions, and its bounds if they hold
    /// for this board.
    pub(super) async fn follow(
        &mut self,
        job: &mut SolveJob,
        has_bounds: bool,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        loop {
            match pace.next(job).await? {
                Step::Found(moves) => self.keep(moves, pace).await,
                Step::Bound(bound) if has_bounds => self.raise(bound, pace).await,
                Step::Bound(_) | Step::Paused => {}
                Step::Done => return Ok(()),
            }
        }
    }

    pub(super) async fn keep(&mut self, mut moves: Moves, pace: &mut Pace) {
        if self.board.free.is_some() {
            moves = self.board.cut(&moves);
        }
        let length = self.solver.metric().length(&moves);
        if self.length.is_none_or(|best| length < best) {
            (self.length, self.tile_moves) = (Some(length), Some(moves.len()));
            let is_polished = self.quality == Quality::Best
                && self.solver.metric() == Metric::SingleTile
                && moves.len() <= polish::MAX_MOVES
                && box_of_polish(self.board.shape).is_some();
            self.best = is_polished.then(|| moves.clone());
            pace.tell(Step::Found(moves)).await;
        }
    }

    /// Takes over a bound.
    pub(super) async fn raise(&mut self, bound: usize, pace: &mut Pace) {
        self.bound = self.bound.max(bound);
        pace.tell(Step::Bound(bound)).await;
    }

    /// Tries Manhattan IDA\* on a board near the goal, before tables are built for it; returns
    /// whether it found a solution, which is a shortest one by single tiles.
    ///
    /// Only the board decides whether it is tried, never the tables that are ready: so the moves and
    /// counts of a board don't depend on earlier calls.
    async fn probe(&mut self, pace: &mut Pace) -> Result<bool, SolveError> {
        let (board, shape) = (&self.board, self.board.shape);
        let has_patterns = (SpaceTable::SMALL + 1..=MAX_CELLS).contains(&shape.cells());
        let is_auto = self.solver.table_choice().0 == HeuristicKind::Auto;
        let is_tried = is_auto && has_patterns && !shape.is_path() && board.free.is_none();
        if !is_tried || board.manhattan() > PROBE_DISTANCE {
            return Ok(false);
        }
        let by = Manhattan::new(shape, board.home)?;
        let by = Prepared::Manhattan(Arc::new(by));
        let shared = StoredRound::new(0).shared();
        let probe = async |pace: &mut Pace| self.prove(&by, &shared, false, pace).await;
        let ended = pace.within(PROBE_EXPANSIONS, probe).await;
        Ok(ended.transpose()?.is_some())
    }

    /// Constructs the next solution.
    async fn construct(
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

    /// Prepares the shape: tables above all.
    pub(super) async fn prepare(&self, pace: &mut Pace) -> Result<Prepared, SolveError> {
        let (target, options) = (self.board.target(), &self.solver.options.table_options);
        Ok(self.solver.tables.prepare(&target, options, pace).await?)
    }

    /// Proves bounds, round after round, until there is a solution, or the round is over that is a
    /// part. If it is alone, beams come before long rounds, and the frontier may be large.
    pub(super) fn prove<'p>(
        &'p mut self,
        prepared: &'p Prepared,
        shared: &'p Arc<Mutex<SharedRound>>,
        is_alone: bool,
        pace: &'p mut Pace,
    ) -> BoxFuture<'p, Result<(), SolveError>> {
        Box::pin(async move {
            let solver = self.solver.clone();
            let options = &solver.options.table_options;
            let tables = (&solver.tables, options);
            let rounds = prepared.rounds(&self.board, shared, self.threads, tables, pace);
            let mut rounds = rounds.await?;
            let is_by_tiles = rounds.metric() == Metric::SingleTile;
            if is_alone {
                rounds.set_memory(options.memory);
            }
            // A chosen heuristic is measured without beams.
            let is_auto = is_alone && options.heuristic == HeuristicKind::Auto;
            let has_beams = is_auto && is_by_tiles && self.board.free.is_none();
            loop {
                if let Some(bound) = rounds.bound() {
                    let both = 2 * bound as u64 * beam_price(self.board.cells.len());
                    let width = pace.counts.expanded / GUESS / both.max(1);
                    let is_guessed = has_beams && width >= BEAM_WIDTH as u64;
                    rounds.announce(is_guessed);
                    // A bound by single tiles is no bound in the other metric.
                    if rounds.metric() == solver.metric() {
                        self.raise(bound, pace).await;
                    }
                    // A solution whose length is the bound saves the last and longest round. The
                    // driver then ends the search.
                    for is_back in [false, true].into_iter().filter(|_| is_guessed) {
                        let width = width.min(WIDEST_GUESS) as usize;
                        let guess = self.beam(width, self.bound, is_back, None, pace).await;
                        if let Some(moves) = guess {
                            self.keep(moves, pace).await;
                            break;
                        }
                    }
                    let choice = prepared.choose_partitions(&self.board, &mut rounds, tables, pace);
                    if choice.await? {
                        continue;
                    }
                }
                if let ControlFlow::Break(found) = rounds.round(pace).await? {
                    if let Some(moves) = found {
                        self.keep(moves, pace).await;
                    }
                    return Ok(());
                }
            }
        })
    }
}

/// Reads a shortest solution off the distances of all boards: work with the moves and the counts of a
/// proof by them, which needs no job. The goal of the table can be reached from the board.
pub(super) fn read_off(
    table: &SpaceTable,
    board: &CanonicalBoard,
) -> impl Work<Failure = SolveError> + use<> {
    let mut moves = Moves::new();
    // The number of boards made by each step.
    let steps = table.walk(table.board(board)).map(|(side, tiles, made)| {
        moves.extend(iter::repeat_n(side.tile_moves(), tiles.into()));
        made
    });
    let steps: SmallVec<[u8; 32]> = steps.collect();
    // The number of steps that are counted; none before the bound is reported.
    let mut counted = None;
    move |slice: &mut Slice, counts: &mut Counts| {
        let Some(counted) = &mut counted else {
            counted = Some(0);
            return Ok(Step::Bound(steps.len()));
        };
        for &made in &steps[*counted..] {
            if counts.expanded >= slice.until.min(counts.limit) {
                return Ok(Step::Paused);
            }
            *counted += 1;
            counts.expanded += 1;
            counts.generated += u64::from(made);
        }
        Ok(Step::Found(mem::take(&mut moves)))
    }
}
