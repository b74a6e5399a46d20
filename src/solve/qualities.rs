//! The qualities: how a board is solved at once, within a percentage, and as well as a budget
//! allows. (A shortest solution is the matter of `optimal.rs`.)

use crate::construct::Construction;
use crate::exact::rounds::StoredRound;
use crate::goal::Goal;
use crate::improve::solves_stretches;
use crate::metric::Metric;
use crate::prepare::{Prepared, is_read_off};
use crate::runtime::job::{Pace, block_on};
use crate::runtime::work::Step;
use crate::solve::constructions::Constructions;
use crate::solve::error::SolveError;
use crate::solve::near::Near;
use crate::solve::portfolio::Portfolio;
use crate::solve::quality::Quality;
use crate::solve::solver::least_moves;
use crate::solve::solving::Solving;
use crate::solve::tuning::{self, USUAL_BUDGET};

impl Solving {
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

    /// Solves a board whose goal leaves tiles free. A proof decides what is shortest; the solutions
    /// of one board of the goal are solutions before their end.
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
        let mut search = prepared.search(&self.board, &StoredRound::new(self.bound), 1)?;
        let metric = self.solver.metric();
        if quality != Quality::Best {
            return Ok(self.find(&mut search, metric, pace).await?);
        }
        let half = budget.map_or(USUAL_BUDGET, |budget| budget.min(USUAL_BUDGET)) / 2;
        let proof = async |pace: &mut Pace| self.find(&mut search, metric, pace).await;
        if let Some(ended) = pace.within(half, proof).await {
            return Ok(ended?);
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
            // Its tables also serve other goals: they have the usual memory.
            solver: self.solver.for_goal(Goal::BlankLast),
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

    /// Proves bounds and looks for solutions until the two are near enough: the driver compares
    /// them.
    ///
    /// (A weighted search guarantees the same bound, but on 5 x 5 its lower bound, length / weight,
    /// is dearer: it expands every board that its heuristic overrates.)
    pub(super) async fn within(&mut self, percent: u16, pace: &mut Pace) -> Result<(), SolveError> {
        if self.solver.metric() == Metric::Slides {
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
        let mut portfolio = Portfolio::new(&prepared, self)?;
        let weights = if percent > 0 {
            tuning::WITHIN
        } else {
            tuning::PROOF
        };
        self.share(&mut portfolio, weights, u64::MAX, pace).await
    }

    /// Finds ever shorter solutions until the budget is spent, or without end.
    ///
    /// The answer of `fast` comes first. Then the shape is prepared, and a proof, ever wider beams,
    /// other constructions and the polishing of the best solution share the work.
    pub(super) async fn best(
        &mut self,
        budget: Option<u64>,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let (shape, metric) = (self.board.shape, self.solver.metric());
        self.is_polished = metric == Metric::Tiles && solves_stretches(shape);
        if is_read_off(shape, self.solver.options.means.heuristic) {
            // A plain solution is there at once, the table of all boards in milliseconds. It is not
            // counted: a limit that is enough for the answer of the table is enough for both.
            let mut construction = Construction::of(self.board.clone());
            let plain = block_on(async |pace| construction.next(pace).await);
            if let Some(moves) = plain? {
                self.keep(moves, pace).await;
            }
            let prepared = self.prepare(pace).await?;
            if matches!(prepared, Prepared::Full(_)) {
                let mut portfolio = Portfolio::new(&prepared, self)?;
                return self.prove(&mut portfolio, u64::MAX, pace).await.map(drop);
            }
        }
        self.fast(pace).await?;
        let prepared = self.prepare(pace).await?;
        let mut portfolio = Portfolio::new(&prepared, self)?;
        portfolio.left = budget.unwrap_or(u64::MAX);
        // A call with limits of its own has constructions of the largest size whatever the solver's
        // budget is, so that limits only cut one course short.
        let usual = budget.map_or(USUAL_BUDGET, |budget| budget.min(USUAL_BUDGET));
        portfolio.constructions = Constructions::new(shape, metric, usual);
        if let Some((lead, work)) = tuning::lead(&prepared, shape, metric, usual) {
            // A proof that is near its end comes before the wider beams.
            self.share(&mut portfolio, lead, work, pace).await?;
        }
        let weights = tuning::weights(&prepared, shape, metric);
        self.share(&mut portfolio, weights, u64::MAX, pace).await
    }
}
