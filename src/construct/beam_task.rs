//! A beam task: a beam that brings tiles to the cells that a stage of a construction requires.

mod plan;
mod pricing;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::price::UNIT;
use super::start_board::{self, StartBoard};
use super::window::Window;
use super::workspace::{Region, Workspace};
use crate::beam::ranking::{Block, ByCosts};
use crate::beam::{Beam, BeamConfig, Keys, Next, Way};
use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::runtime::alloc::{OutOfMemory, reserved, try_push};
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
pub(crate) use plan::{BeamParams, Gather, Objective};
use plan::{Kind, Plan};
use pricing::Pricing;

/// Units of remaining cost for one unit of score.
const LEFT_TO_SCORE: u32 = 16;

/// The cost of a step of the distance within a block, in sixteenths of a move.
const STEP_IN_BLOCK: u32 = 21;

/// The number of layers that are examined after the first arrival, and the number of arrivals kept.
const LATER: usize = 12;
const ARRIVALS: usize = 6;

/// On boards of more cells fewer arrivals are kept: a block is solved for each of them, and on
/// 40 x 40 more of them don't shorten solutions.
const MANY_CELLS: usize = 400;
const ARRIVALS_OF_MANY: usize = 2;

/// The most moves of a flow for each step of the Manhattan distance, and of any other beam task for
/// each cell of the window's mean side.
const MOST_FLOW: usize = 4;
const MOST_OTHER: usize = 40;

/// A flow's distance is compared with its distance this number of moves ago, or this number for
/// each cell of the longest side if that is more.
const LOOK_BACK: usize = 40;
const LOOK_BACK_A_CELL: usize = 4;

/// The decrease of the power of a flow each time that the flow is slow, in eighths. A high power
/// moves far tiles first, but in the end the blank is trapped among tiles at home; a lower one
/// frees it. On 10 x 10 more than half of all flows would be trapped.
const COOLER: u32 = 2;

/// A board of a beam that meets the objective of the task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) made: usize,
    number: usize,
    /// The estimated total number of moves, in sixteenths.
    score: u64,
    /// The estimated moves of the tiles that are neither in the block nor in order, in sixteenths.
    pub(super) rest: u64,
}

/// A beam task that has ended: the beam, and its best arrivals.
#[derive(Debug)]
pub(super) struct BeamTask {
    plan: Plan,
    carried: Vec<StartBoard>,
    /// The block that is solved separately afterwards.
    block: Option<(Block, LinearConflict)>,
    beam: Beam<ByCosts>,
    /// The number of moves made when the power of distances last fell.
    cooled: usize,
    /// The best arrivals, the best one first; none if it failed.
    pub(super) arrivals: Vec<Arrival>,
    /// The number of moves made at the first arrival.
    first: Option<usize>,
    /// `[layer]` of a flow: the Manhattan distance of the best board.
    distances: Vec<u32>,
}

impl BeamTask {
    /// Runs a beam task in a part of the board that holds the blank. It begins with all boards
    /// that are carried, the first of which is that of the workspace.
    pub(super) async fn run(
        objective: Objective,
        params: BeamParams,
        region: Region,
        carried: Vec<StartBoard>,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let mut task = Self::new(objective, params, region, carried, workspace, pace).await?;
        let mut is_over = task.look(workspace, pace)?;
        while !is_over {
            match task.beam.advance(u32::MAX, pace).await? {
                Next::Layer => is_over = task.look(workspace, pace)?,
                Next::Goal(_) | Next::Over => break,
            }
            let power = task.plan.params.power.saturating_sub(COOLER);
            if is_over && power >= task.plan.params.coolest && !task.beam.states().is_empty() {
                is_over = false;
                task.cool(power, workspace, pace).await?;
            }
        }
        Ok(task)
    }

    /// Returns a beam task at its beginning.
    pub(super) async fn new(
        objective: Objective,
        params: BeamParams,
        region: Region,
        carried: Vec<StartBoard>,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let plan = Plan {
            window: Window::new(region, workspace)?,
            objective,
            params,
        };
        let block = match &plan.objective {
            Objective::Gather(gather) => {
                Some(plan.block_of(&gather.block, gather.gate, workspace)?)
            }
            Objective::Order {
                last: Some(region), ..
            } => Some(plan.block_of(region, workspace.home, workspace)?),
            Objective::Flow | Objective::Order { .. } => None,
        };
        let pricing = Pricing::new(&plan, workspace, pace).await?;
        let boards = plan.window.len() * carried.len();
        pace.spend(cost::FIRST_BOARD_CELL * boards).await;
        let beam = begin(&plan, pricing, block.as_ref(), &carried, workspace)?;
        Ok(Self {
            plan,
            carried,
            block,
            beam,
            cooled: 0,
            arrivals: reserved(ARRIVALS + 1)?,
            first: None,
            distances: Vec::new(),
        })
    }

    /// Returns the carried board from which a way leads.
    pub(super) fn origin(&self, way: &Way) -> &StartBoard {
        &self.carried[way.start()]
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
            let mut state = self.plan.score(board, &pricing.powers, workspace);
            state.late = self.beam.states()[nth].late;
            self.beam.look_anew(nth, state);
            pace.spend(cost::PRICED_CELL * self.plan.window.len()).await;
        }
        self.cooled = self.beam.made();
        Ok(())
    }

    /// Examines a new layer; returns whether the search is over.
    fn look(&mut self, workspace: &Workspace, pace: &mut Pace) -> Result<bool, OutOfMemory> {
        let made = self.beam.made();
        if let Objective::Flow = self.plan.objective {
            return self.look_at_flow(workspace, pace);
        }
        pace.pay(cost::BOARD * self.beam.states().len());
        for number in 0..self.beam.states().len() {
            let state = self.beam.states()[number];
            if state.misses > 0 {
                continue;
            }
            let remaining_cost = self.plan.params.remaining_cost;
            let least = remaining_cost.of_steps(state.distance) / LEFT_TO_SCORE;
            let all = made + usize::from(state.late);
            let mut score = 16 * all as u64 + u64::from(least);
            if self.comes_too_late(score, workspace) {
                continue;
            }
            if let Some((_, conflict)) = &self.block {
                let Some(board) = self.block_on(self.beam.board(number).0) else {
                    continue;
                };
                let estimate = conflict.estimate(&conflict.evaluate(&board));
                score += u64::from(STEP_IN_BLOCK * estimate);
                pace.pay(cost::WEIGHED_BOARD);
            }
            let mut rest = least;
            if remaining_cost.square > 0 && !self.comes_too_late(score, workspace) {
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
            self.arrive(arrival, workspace);
        }
        let sides = self.plan.window.len().isqrt() + 1;
        let most = self.first.map_or(MOST_OTHER * sides, |first| first + LATER);
        Ok(made >= most)
    }

    /// Returns the number of arrivals that are kept.
    fn kept(workspace: &Workspace) -> usize {
        if workspace.at.len() > MANY_CELLS {
            ARRIVALS_OF_MANY
        } else {
            ARRIVALS
        }
    }

    /// Returns whether the pool is full of arrivals at least as good as this score.
    fn comes_too_late(&self, score: u64, workspace: &Workspace) -> bool {
        let worst = self.arrivals.get(Self::kept(workspace) - 1);
        worst.is_some_and(|worst| worst.score <= score)
    }

    /// Keeps an arrival if it is one of the best.
    fn arrive(&mut self, arrival: Arrival, workspace: &Workspace) {
        if self.comes_too_late(arrival.score, workspace) {
            return;
        }
        let place = self
            .arrivals
            .partition_point(|it| it.score <= arrival.score);
        self.arrivals.insert(place, arrival);
        self.arrivals.truncate(Self::kept(workspace));
    }

    /// Examines a new layer of a flow, which ends at the layer with the least estimated total of
    /// moves.
    fn look_at_flow(
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
        let back = LOOK_BACK.max(LOOK_BACK_A_CELL * self.plan.window.longest());
        let is_slow = made >= self.cooled + back && {
            let fallen = self.distances[made - back].saturating_sub(best.distance);
            64 * fallen < self.plan.params.slope * back as u32
        };
        Ok(is_slow || made > MOST_FLOW * self.distances[0] as usize + back)
    }

    /// Returns the block of a board of the window; `None` if its tiles are not in it.
    fn block_on(&self, at: &[u16]) -> Option<CanonicalBoard> {
        let (block, _) = self.block.as_ref()?;
        let tiles = block.cells.iter().map(|&cell| at[usize::from(cell)]);
        let places = tiles.map(|tile| u16::from(block.place[usize::from(tile)]));
        let home = block.place[self.plan.window.blank];
        CanonicalBoard::from_cells(block.shape, home.into(), places).ok()
    }

    /// Returns the block at the end of a way; `None` if the beam task was not for a block.
    pub(super) fn block_after(
        &self,
        way: &Way,
        workspace: &Workspace,
    ) -> Result<Option<CanonicalBoard>, OutOfMemory> {
        let (mut at, mut blank) = start(&self.plan, self.origin(way), workspace)?;
        let neighbours = self.plan.window.neighbours(workspace)?;
        for &side in way.backwards().iter().rev() {
            if let Some(next) = neighbours.entered(blank, side) {
                at.swap(blank, next);
                blank = next;
            }
        }
        Ok(self.block_on(&at))
    }

    /// Returns the way to an arrival.
    pub(super) async fn way_to(
        &self,
        arrival: &Arrival,
        pace: &mut Pace,
    ) -> Result<Way, OutOfMemory> {
        let board = (arrival.made, arrival.number);
        self.beam.way_to(board, None, pace).await
    }
}

/// Returns a beam that begins with all carried boards.
fn begin(
    plan: &Plan,
    pricing: Pricing,
    block: Option<&(Block, LinearConflict)>,
    carried: &[StartBoard],
    workspace: &Workspace,
) -> Result<Beam<ByCosts>, OutOfMemory> {
    let mut starts = reserved(carried.len())?;
    for it in carried {
        let (at, blank) = start(plan, it, workspace)?;
        let mut standing = if it.way.is_empty() {
            pricing.costs.first()
        } else {
            pricing.score(plan, &at, workspace)
        };
        standing.late = it.late;
        standing.cost += i64::from(UNIT) * i64::from(it.late);
        starts.push((standing, at, blank));
    }
    let mut costs = pricing.costs;
    if let (Objective::Gather(_), Some((block, _))) = (&plan.objective, block) {
        costs.demand(block.clone());
    }
    let is_flow = matches!(plan.objective, Objective::Flow);
    // Otherwise boards that differ only in other tiles would soon fill the beam.
    let counts = |tile: usize| {
        let kind = plan.kind(tile, workspace);
        is_flow || matches!(kind, Kind::Blank | Kind::OfGate | Kind::Wanted)
    };
    let terms = BeamConfig {
        neighbours: Shared::new(plan.window.neighbours(workspace)?),
        keys: Shared::new(Keys::new(plan.window.len(), counts)?),
        width: plan.params.width,
        width_of_cell: plan.params.width_of_cell,
        ends_at_goal: false,
    };
    let ranking = ByCosts(Shared::new(costs));
    let mut starts = starts.into_iter();
    let Some((state, at, blank)) = starts.next() else {
        unreachable!("the board of the workspace is carried");
    };
    let mut beam = Beam::new(ranking, state, &at, blank, terms)?;
    for (state, at, blank) in starts {
        beam.join(state, &at, blank);
    }
    Ok(beam)
}

/// Returns a carried board in the window's numbers, and the blank's cell there.
fn start(
    plan: &Plan,
    it: &StartBoard,
    workspace: &Workspace,
) -> Result<(Vec<u16>, usize), OutOfMemory> {
    let window = &plan.window;
    if it.way.is_empty() {
        let mut at = reserved(window.len())?;
        at.extend((0..window.len()).map(|tile| tile as u16));
        return Ok((at, window.blank));
    }
    let (at, blank) = start_board::board_after(&it.way, workspace)?;
    window.tiles_of(&at, blank, workspace)
}
