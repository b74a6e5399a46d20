//! A beam that searches a region of the board until the tiles are in place that a step requires.

mod plan;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::tuning::{
    ARRIVALS, COOLER, LAYERS_AFTER_ARRIVAL, LOOK_BACK_A_CELL, MOST_OF_REGION, MOST_OF_TRANSPORT,
};
use super::workspace::Workspace;
use crate::beam::ranking::{Block, ByCosts};
use crate::beam::{Beam, BeamConfig, Keys, Next};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::region::Region;
use crate::runtime::alloc::{OutOfMemory, reserved, try_push};
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::side::Side;
pub(crate) use plan::{BeamParams, Gather};
use plan::{Kind, Plan, Pricing, Window};

/// Units of remaining cost for one unit of score.
const LEFT_TO_SCORE: u32 = 16;

/// A board of a beam that meets the requirement of its region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) made: usize,
    number: usize,
    /// The estimated total number of moves, in sixteenths.
    score: u64,
    /// The estimated moves of the tiles that are neither in the block nor in order, in sixteenths.
    pub(super) rest: u64,
}

/// A beam that has ended, and its best arrivals.
#[derive(Debug)]
pub(super) struct RegionBeam {
    plan: Plan,
    /// The block that is solved separately afterwards.
    block: Option<(Block, LinearConflict)>,
    beam: Beam<ByCosts>,
    /// The number of moves made when the power of distances last fell.
    cooled: usize,
    /// The best arrivals, the best one first; none if it failed.
    pub(super) arrivals: Vec<Arrival>,
    /// The number of moves made at the first arrival.
    first: Option<usize>,
    /// `[layer]` of a transport: the Manhattan distance of the best board.
    distances: Vec<u32>,
}

impl RegionBeam {
    /// Runs a beam in a part of the board that holds the blank.
    pub(super) async fn run(
        gather: Option<Gather>,
        params: BeamParams,
        region: Region,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let mut it = Self::new(gather, params, region, workspace, pace).await?;
        let mut is_over = it.look(workspace, pace)?;
        while !is_over {
            match it.beam.advance(u32::MAX, pace).await {
                Next::Layer => is_over = it.look(workspace, pace)?,
                Next::Goal(_) | Next::Over => break,
            }
            let power = it.plan.params.power.saturating_sub(COOLER);
            if is_over && power >= it.plan.params.coolest && !it.beam.states().is_empty() {
                is_over = false;
                it.cool(power, workspace, pace).await?;
            }
        }
        Ok(it)
    }

    /// Returns the beam at its beginning.
    pub(super) async fn new(
        gather: Option<Gather>,
        params: BeamParams,
        region: Region,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let plan = Plan {
            window: Window::new(region, workspace)?,
            gather,
            params,
        };
        let block = plan.gather.as_ref();
        let block = block.map(|it| plan.block_of(&it.block, it.gate, workspace));
        let block = block.transpose()?;
        let pricing = Pricing::new(&plan, workspace, pace).await?;
        pace.spend(cost::FIRST_BOARD_CELL * plan.window.len()).await;
        let beam = begin(&plan, pricing, block.as_ref(), workspace)?;
        Ok(Self {
            plan,
            block,
            beam,
            cooled: 0,
            arrivals: reserved(ARRIVALS + 1)?,
            first: None,
            distances: Vec::new(),
        })
    }

    /// Scores the boards of the layer again, by a lower power of distances.
    async fn cool(
        &mut self,
        power: u32,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<(), OutOfMemory> {
        self.plan.params.power = power;
        let pricing = Pricing::new(&self.plan, workspace, pace).await?;
        self.beam.rank_by(ByCosts(Shared::new(pricing.costs)));
        for nth in 0..self.beam.states().len() {
            let board = self.beam.board(nth).0;
            let state = self.plan.score(board, &pricing.powers, workspace);
            self.beam.look_anew(nth, state);
            pace.spend(cost::PRICED_CELL * self.plan.window.len()).await;
        }
        self.cooled = self.beam.made();
        Ok(())
    }

    /// Examines a new layer; returns whether the search is over.
    fn look(&mut self, workspace: &Workspace, pace: &mut Pace) -> Result<bool, OutOfMemory> {
        let made = self.beam.made();
        if self.plan.gather.is_none() {
            return self.look_at_transport(workspace, pace);
        }
        pace.pay(cost::BOARD * self.beam.states().len());
        for number in 0..self.beam.states().len() {
            let state = self.beam.states()[number];
            if state.misses > 0 {
                continue;
            }
            let remaining_cost = self.plan.params.remaining_cost;
            let least = remaining_cost.of_steps(state.distance) / LEFT_TO_SCORE;
            let mut score = 16 * made as u64 + u64::from(least);
            if self.comes_too_late(score) {
                continue;
            }
            if let Some((block, conflict)) = &self.block {
                let at = self.beam.board(number).0;
                // The first board was not made by the beam, which makes none with an odd block.
                let is_odd = made == 0 && !block.is_solvable(at, self.plan.window.blank as u16);
                let Some(board) = self.block_on(at).filter(|_| !is_odd) else {
                    continue;
                };
                let estimate = conflict.estimate(&conflict.evaluate(&board));
                score += 16 * u64::from(estimate);
                pace.pay(cost::WEIGHED_BOARD);
            }
            let mut rest = least;
            if remaining_cost.square > 0 && !self.comes_too_late(score) {
                let board = self.beam.board(number).0;
                rest = self.plan.remaining_cost(board, workspace) / LEFT_TO_SCORE;
                score += u64::from(rest - least);
                pace.pay(cost::PRICED_CELL * self.plan.window.len());
            }
            let rest = u64::from(rest);
            self.first.get_or_insert(made);
            let arrival = Arrival {
                made,
                number,
                score,
                rest,
            };
            self.arrive(arrival);
        }
        let sides = self.plan.window.len().isqrt() + 1;
        let most = self
            .first
            .map_or(MOST_OF_REGION * sides, |first| first + LAYERS_AFTER_ARRIVAL);
        Ok(made >= most)
    }

    /// Returns whether the pool is full of arrivals at least as good as this score.
    fn comes_too_late(&self, score: u64) -> bool {
        let worst = self.arrivals.get(ARRIVALS - 1);
        worst.is_some_and(|worst| worst.score <= score)
    }

    /// Keeps an arrival if it is one of the best.
    fn arrive(&mut self, arrival: Arrival) {
        if self.comes_too_late(arrival.score) {
            return;
        }
        let place = self
            .arrivals
            .partition_point(|it| it.score <= arrival.score);
        self.arrivals.insert(place, arrival);
        self.arrivals.truncate(ARRIVALS);
    }

    /// Examines a new layer of a transport, which ends at the layer with the least estimated total of
    /// moves.
    fn look_at_transport(
        &mut self,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let made = self.beam.made();
        let Some(best) = self.beam.states().first() else {
            return Ok(true);
        };
        try_push(&mut self.distances, best.distance)?;
        let left = if self.plan.params.remaining_cost.square > 0 {
            pace.pay(cost::PRICED_CELL * self.plan.window.len());
            self.plan.remaining_cost(self.beam.board(0).0, workspace)
        } else {
            self.plan.params.remaining_cost.of_steps(best.distance)
        };
        let rest = u64::from(left / LEFT_TO_SCORE);
        let score = 16 * made as u64 + rest;
        if self
            .arrivals
            .first()
            .is_none_or(|first| score < first.score)
        {
            self.arrivals.clear();
            self.arrivals.push(Arrival {
                made,
                number: 0,
                score,
                rest,
            });
        }
        let back = LOOK_BACK_A_CELL * self.plan.window.longest();
        let is_slow = made >= self.cooled + back && {
            let fallen = self.distances[made - back].saturating_sub(best.distance);
            64 * fallen < self.plan.params.slope * back as u32
        };
        Ok(is_slow || made > MOST_OF_TRANSPORT * self.distances[0] as usize + back)
    }

    /// Returns the block of a board of the window; `None` if its tiles are not in it.
    fn block_on(&self, at: &[u16]) -> Option<CanonicalBoard> {
        let (block, _) = self.block.as_ref()?;
        let tiles = block.cells.iter().map(|&cell| at[usize::from(cell)]);
        let places = tiles.map(|tile| u16::from(block.place[usize::from(tile)]));
        let home = block.place[self.plan.window.blank];
        CanonicalBoard::from_cells(block.shape, home.into(), places).ok()
    }

    /// Returns the block at the end of a way; `None` if the beam was not for a block.
    pub(super) fn block_after(
        &self,
        way: &[Side],
        workspace: &Workspace,
    ) -> Result<Option<CanonicalBoard>, OutOfMemory> {
        let (mut at, mut blank) = self.plan.window.first_board()?;
        let neighbours = self.plan.window.neighbours(workspace)?;
        for &side in way {
            if let Some(next) = neighbours.entered(blank, side) {
                at.swap(blank, next);
                blank = next;
            }
        }
        Ok(self.block_on(&at))
    }

    /// Returns the step of the blank out of a block that is gathered.
    pub(super) const fn exit(&self) -> Option<Side> {
        match &self.plan.gather {
            Some(gather) => Some(gather.exit),
            None => None,
        }
    }

    /// Returns the way to an arrival.
    pub(super) async fn way_to(&self, arrival: &Arrival, pace: &mut Pace) -> Vec<Side> {
        let board = (arrival.made, arrival.number);
        self.beam.way_to(board, None, pace).await
    }
}

/// Returns the beam at its beginning.
fn begin(
    plan: &Plan,
    pricing: Pricing,
    block: Option<&(Block, LinearConflict)>,
    workspace: &Workspace,
) -> Result<Beam<ByCosts>, OutOfMemory> {
    let first = pricing.costs.first();
    let mut costs = pricing.costs;
    if let Some((block, _)) = block {
        costs.demand(block.clone());
    }
    let is_transport = plan.gather.is_none();
    // Otherwise boards that differ only in other tiles would soon fill the beam.
    let counts = |tile: usize| {
        let kind = plan.kind(tile, workspace);
        is_transport || matches!(kind, Kind::Blank | Kind::OfGate | Kind::Wanted)
    };
    let terms = BeamConfig {
        neighbours: Shared::new(plan.window.neighbours(workspace)?),
        keys: Shared::new(Keys::new(plan.window.len(), counts)),
        width: plan.params.width,
        width_of_cell: plan.params.width_of_cell,
        ends_at_goal: false,
    };
    let ranking = ByCosts(Shared::new(costs));
    let (at, blank) = plan.window.first_board()?;
    Ok(Beam::new(ranking, first, &at, blank, terms))
}
