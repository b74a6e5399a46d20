//! A beam in a region of the board, ranked by the costs of its tiles.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::workspace::Workspace;
use crate::beam::ranking::{CellBlock, Score, TileCosts, power};
use crate::beam::{Beam, BeamConfig, Keys, Next, max_width, solve_by_beam};
use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::policy::regions::{
    AFTER_TRANSPORT, AFTER_TRANSPORT_IN_BOX, ARRIVALS, GATHER, GATHER_LINE, LAYERS_AFTER_ARRIVAL,
    LEAST_POWER, LEAST_WIDTH, MISPLACED_COST, MISPLACED_COST_IN_LINE, MOST_IN_BLOCK, MOST_MOVES,
    MOST_MOVES_OF_LINE, PATIENCE_WITH_LINE, PATIENCE_WITH_TRANSPORT, POWER, REST, REST_OF_LINES,
    SHARE_IN_TRANSPORT, SHARE_OF_CELL, STEP_OF_BLANK, THINNER, URGENCY, VARIATIONS, WIDER,
};
use crate::policy::{Policy, UNIT};
use crate::region::Region;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::job::Pace;
use crate::runtime::work::Quota;
use crate::shape::Shape;
use crate::side::Side;

/// A block whose tiles come into it, in any order, except that of the gate, which waits outside
/// beside the gate. The blank ends on the gate.
#[derive(Debug)]
pub(super) struct Gather {
    pub(super) block: Region,
    pub(super) gate: usize,
    pub(super) outside: usize,
    /// The blank's move from the gate to let the last tile in.
    pub(super) exit: Side,
}

/// The end that a beam searches for.
#[derive(Debug)]
pub(super) enum Task {
    /// All tiles come nearer to their homes.
    Transport,
    /// A block is gathered, then put in order by another beam.
    Gather(Gather),
    /// Lines are put in order one after the other.
    Lines(Vec<Vec<usize>>),
}

/// The settings of the beams of a construction.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// The number of the variation of the weights: none is the best for all boards. Variation 0 is
    /// the best on average.
    pub(super) number: usize,
    /// The number of boards of a layer.
    pub(super) width: usize,
    /// The quota of the construction, and about the moves of its solution.
    pub(super) quota: Option<(Quota, usize)>,
}

impl BeamSettings {
    /// Returns a width after some moves, reduced if the construction would exceed its quota.
    pub(super) fn reduced(&self, width: usize, moves: usize, pace: &Pace) -> usize {
        let Some((quota, all)) = &self.quota else {
            return width;
        };
        quota.reduced(width, (moves, *all), &pace.counts)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BeamParams {
    pub(super) width: usize,
    /// The most boards with the blank on the same cell.
    pub(super) width_of_cell: usize,
    pub(super) settings: BeamSettings,
    /// The power of distances of other tiles, in eighths.
    pub(super) power: u32,
    /// The cost of a step of a wanted tile to its place, in [`UNIT`]s.
    pub(super) step: i32,
    /// The worth of other tiles in percent, for lines once for each line in between, and its least
    /// value.
    pub(super) rest: i64,
    pub(super) least_rest: i64,
}

impl BeamParams {
    /// Returns the parameters of a try of a task, given the settings of the construction.
    pub(super) fn new(
        task: &Task,
        workspace: &Workspace,
        settings: BeamSettings,
        nth_try: usize,
    ) -> Self {
        let (mut share, more_power) = VARIATIONS[settings.number % VARIATIONS.len()];
        let mut width = settings.width;
        if nth_try > 0 {
            width = (width.max(LEAST_WIDTH) * WIDER).min(max_width(workspace.shape));
            share = share * THINNER / 10;
        }
        let (power, step, (rest, least_rest), percent) = match task {
            Task::Transport => {
                let share = (SHARE_IN_TRANSPORT / workspace.rest.cells()).max(1);
                (
                    Policy::of(workspace.shape).transport_power,
                    0,
                    (100, 100),
                    share,
                )
            }
            Task::Gather(_) => (POWER, GATHER, REST, SHARE_OF_CELL),
            Task::Lines(_) => (POWER, GATHER_LINE, REST_OF_LINES, SHARE_OF_CELL),
        };
        Self {
            width,
            width_of_cell: (width * percent * share / 1_000).max(1),
            settings,
            power: (power + more_power) as u32,
            step,
            rest,
            least_rest,
        }
    }
}

/// Returns the estimated moves that a tile away from home takes after a task, along each axis, in
/// [`UNIT`]s.
const fn remaining_cost(task: &Task, shape: Shape, distance: usize) -> i32 {
    let (of_step, of_square) = match task {
        Task::Transport if !shape.is_flat() => AFTER_TRANSPORT_IN_BOX,
        Task::Transport | Task::Gather(_) => AFTER_TRANSPORT,
        // Only the tiles of the last block are away from home.
        Task::Lines(_) => (UNIT, 0),
    };
    let steps = distance as i32;
    of_step * steps + of_square * steps * steps
}

/// The role of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Blank,
    /// It is never moved.
    Fixed,
    /// It waits outside of a block.
    Gate,
    /// It belongs in the block or the current line.
    Wanted,
    /// It belongs elsewhere: this number of lines later, or 1.
    Other(usize),
}

/// The worth of a tile that counts in full.
const WHOLE: i64 = 1 << 16;

/// The boards that continue to the next line have no more cells in all: they are copied at once.
const MOST_KEPT: usize = 100_000;

/// A box of cells, and the costs of the tiles that stand there: nothing else moves.
///
/// Within it cells have numbers of their own, in reading order, and tiles the number of the cell on
/// which they stand at first.
#[derive(Debug)]
struct Window<'w> {
    workspace: &'w Workspace,
    task: &'w Task,
    params: BeamParams,
    region: Region,
    /// `[cell]` of the window: its cell of the board.
    cells: Vec<usize>,
    /// `[cell]` of the board: its line.
    line_of: Vec<usize>,
    /// The current line, and the factor of its costs.
    line: usize,
    urgency: i32,
}

impl<'w> Window<'w> {
    /// Returns the window of a region that holds the blank.
    fn new(
        task: &'w Task,
        params: BeamParams,
        region: Region,
        workspace: &'w Workspace,
    ) -> Result<Self, OutOfMemory> {
        let mut line_of = Vec::new();
        if let Task::Lines(lines) = task {
            line_of = filled(lines.len(), workspace.at.len())?;
            for (number, line) in lines.iter().enumerate() {
                for &cell in line {
                    line_of[cell] = number;
                }
            }
        }
        let mut cells = reserved(region.cells())?;
        cells.extend(region.cells_on(workspace.shape));
        Ok(Self {
            workspace,
            task,
            params,
            region,
            cells,
            line_of,
            line: 0,
            urgency: 1,
        })
    }

    fn blank(&self) -> usize {
        self.inside(self.workspace.blank).unwrap_or(0)
    }

    /// Returns the number of a cell of the board in the window.
    fn inside(&self, cell: usize) -> Option<usize> {
        self.region.number(self.workspace.coordinates(cell))
    }

    /// Returns the home of a tile on the board.
    fn home(&self, tile: usize) -> usize {
        self.workspace.at[self.cells[tile]].into()
    }

    fn role(&self, tile: usize) -> Role {
        let cell = self.cells[tile];
        if cell == self.workspace.blank {
            return Role::Blank;
        }
        if self.workspace.is_fixed[cell] {
            return Role::Fixed;
        }
        let home = self.home(tile);
        match self.task {
            Task::Gather(it) if home == it.gate => Role::Gate,
            Task::Gather(it) if it.block.contains(self.workspace.coordinates(home)) => Role::Wanted,
            Task::Transport | Task::Gather(_) => Role::Other(1),
            Task::Lines(_) => match self.line_of[home].saturating_sub(self.line) {
                0 => Role::Wanted,
                later => Role::Other(later),
            },
        }
    }

    /// Returns the cost of a tile that is to come into a part of an axis, given the cost of a step
    /// to it and that of being outside.
    fn toward(&self, (low, high): (usize, usize), (step, away): (i32, i32)) -> Vec<Score> {
        let cost = |coordinate: usize| {
            let steps = low.saturating_sub(coordinate) + coordinate.saturating_sub(high);
            let outside = i32::from(steps > 0);
            Score {
                cost: (self.urgency * (step * steps as i32 + away * outside)).into(),
                left: 0,
                outside,
            }
        };
        (0..self.workspace.rest.longest()).map(cost).collect()
    }

    /// Adds the costs of tiles that the task does not bring home, `[lines later - 1]`: the last ones
    /// for all later lines. For tasks without lines the worth begins at its least, so there is one.
    fn add_others(&self, costs: &mut TileCosts) -> Result<Vec<u32>, OutOfMemory> {
        let longest = self.workspace.rest.longest();
        let powers = (0..longest).map(|it| power(it, self.params.power));
        let powers: Vec<i32> = powers.collect();
        let (mut others, mut worth) = (Vec::new(), WHOLE);
        let least = WHOLE * self.params.least_rest / 100;
        while others.is_empty() || worth > least {
            worth = (worth * self.params.rest / 100).max(least);
            others.push(costs.add_distances(longest, |distance| Score {
                cost: i64::from(powers[distance]) * worth / WHOLE,
                left: remaining_cost(self.task, self.workspace.shape, distance),
                outside: 0,
            })?);
        }
        Ok(others)
    }

    /// Returns the costs of all tiles.
    fn costs(&self) -> Result<TileCosts, OutOfMemory> {
        let places = |cell: usize| self.workspace.coordinates(cell);
        let (longest, step) = (self.workspace.rest.longest(), self.params.step);
        let mut costs = TileCosts {
            coordinates: reserved(self.cells.len())?,
            rows: reserved(self.cells.len())?,
            blank: self.blank() as u16,
            ..TileCosts::default()
        };
        let coordinates = self.cells.iter().map(|&it| self.workspace.places.of(it));
        costs.coordinates.extend(coordinates);
        let none = costs.add_row((0..longest).map(|_| Score::default()))?;
        let others = self.add_others(&mut costs)?;
        let (mut blank, mut gate, mut wanted) = ([none; 3], [none; 3], [const { Vec::new() }; 3]);
        match self.task {
            Task::Transport => {}
            Task::Gather(it) => {
                costs.block = Some(self.block(&it.block, it.gate));
                for (axis, there) in places(it.outside).into_iter().enumerate() {
                    let (low, high) = (it.block.low[axis], it.block.high[axis]);
                    wanted[axis].resize(low, none);
                    blank[axis] = costs.add_row(self.toward((low, high), (STEP_OF_BLANK, 0)))?;
                    gate[axis] = costs.add_row(self.toward((there, there), (step, 0)))?;
                    let away = MISPLACED_COST * step / UNIT;
                    let row = self.toward((low, high), (step, away));
                    for home in low..=high {
                        let steps = |at: usize| UNIT * at.abs_diff(home) as i32;
                        let row = row.iter().enumerate().map(|(at, cost)| Score {
                            cost: cost.cost + i64::from(steps(at)),
                            left: steps(at),
                            ..*cost
                        });
                        wanted[axis].push(costs.add_row(row)?);
                    }
                }
            }
            Task::Lines(_) => {
                let row = self.toward((0, 0), (step, MISPLACED_COST_IN_LINE));
                let center = costs.add_distances(longest, |distance| row[distance])?;
                wanted = [0, 1, 2].map(|_| (0..longest).map(|home| center - home as u32).collect());
            }
        }
        for tile in 0..self.cells.len() {
            let home = places(self.home(tile));
            costs.rows.push(match self.role(tile) {
                Role::Blank => blank,
                Role::Fixed => [none; 3],
                Role::Gate => gate,
                Role::Wanted => [0, 1, 2].map(|axis| wanted[axis][home[axis]]),
                Role::Other(later) => {
                    let center = others[later.min(others.len()) - 1];
                    home.map(|home| center - home as u32)
                }
            });
        }
        Ok(costs)
    }

    /// Returns a block whose blank belongs in the cell `gate`.
    fn block(&self, region: &Region, gate: usize) -> CellBlock {
        let place = |cell: usize| region.number(self.workspace.coordinates(cell));
        let home = place(gate).unwrap_or(0);
        let places = (0..self.cells.len()).map(|tile| match self.role(tile) {
            Role::Blank => home as u16,
            // The tile of the gate belongs there, but not yet.
            Role::Gate => u16::MAX,
            _ => place(self.home(tile)).map_or(u16::MAX, |it| it as u16),
        });
        let cells = region.cells_on(self.workspace.shape);
        let cells = cells.filter_map(|cell| Some(self.inside(cell)? as u16));
        CellBlock {
            shape: region.shape(),
            home,
            cells: cells.collect(),
            places: places.collect(),
        }
    }

    /// Returns the keys that distinguish boards: otherwise boards that differ only in other tiles
    /// would soon fill the beam.
    fn keys(&self) -> Result<Keys, OutOfMemory> {
        let is_transport = matches!(self.task, Task::Transport);
        let counts =
            |tile| is_transport || !matches!(self.role(tile), Role::Fixed | Role::Other(_));
        Keys::new(self.cells.len(), counts)
    }

    /// Returns the neighbours of each cell, without fixed cells and lines in order.
    fn neighbours(&self) -> Result<Neighbours, OutOfMemory> {
        let mut neighbours = Neighbours::new(self.region.shape())?;
        for (number, &cell) in self.cells.iter().enumerate() {
            let is_in_order = self.line_of.get(cell).is_some_and(|&line| line < self.line);
            if self.workspace.is_fixed[cell] || is_in_order {
                neighbours.close(number);
            }
        }
        Ok(neighbours)
    }
}

/// A board of a beam whose block is gathered.
#[derive(Debug)]
struct Arrival {
    made: usize,
    number: usize,
    /// The estimated number of all moves, in [`UNIT`]s.
    total: i32,
    block: CanonicalBoard,
}

/// A beam that works on a task.
#[derive(Debug)]
pub(super) struct RegionBeam<'w> {
    window: Window<'w>,
    beam: Beam<TileCosts>,
}

impl<'w> RegionBeam<'w> {
    /// Returns a beam in a part of the board that holds the blank.
    pub(super) fn new(
        task: &'w Task,
        params: BeamParams,
        region: Region,
        workspace: &'w Workspace,
    ) -> Result<Self, OutOfMemory> {
        let window = Window::new(task, params, region, workspace)?;
        let config = BeamConfig {
            neighbours: window.neighbours()?,
            keys: window.keys()?,
            width: params.width,
            width_of_cell: params.width_of_cell,
        };
        let costs = window.costs()?;
        let at: Vec<u16> = (0..window.cells.len()).map(|tile| tile as u16).collect();
        let score = costs.evaluate(&at);
        let beam = Beam::new(costs, score, &at, window.blank(), config)?;
        Ok(Self { window, beam })
    }

    /// Returns a path of the blank on which the task is done; `None` if none is found.
    pub(super) async fn path(mut self, pace: &mut Pace) -> Result<Option<Vec<Side>>, OutOfMemory> {
        pace.spend(20 * self.window.cells.len()).await;
        match self.window.task {
            Task::Transport => self.transport(pace).await.map(Some),
            Task::Gather(gather) => {
                let arrivals = self.arrivals(pace).await?;
                self.through_block(arrivals, gather.exit, pace).await
            }
            Task::Lines(lines) => self.through_lines(lines, pace).await,
        }
    }

    /// Brings tiles near their homes, up to the layer with the least estimated total of moves.
    ///
    /// Each time that the estimate stops falling the power of distances is lowered. A high power
    /// moves far tiles first, but in the end the blank is trapped among tiles at home.
    async fn transport(&mut self, pace: &mut Pace) -> Result<Vec<Side>, OutOfMemory> {
        let patience = PATIENCE_WITH_TRANSPORT * self.window.region.longest();
        let (mut least, mut best, mut since) = (i32::MAX, 0, 0);
        loop {
            let Some(first) = self.beam.states().next().copied() else {
                break;
            };
            let made = self.beam.made;
            let total = UNIT * made as i32 + first.left;
            if total < least {
                (least, best, since) = (total, made, made);
            }
            if made > since + patience {
                if self.window.params.power <= LEAST_POWER {
                    break;
                }
                self.window.params.power -= 1;
                self.rescore(pace).await?;
                since = made;
            }
            if !self.advance(pace).await? {
                break;
            }
        }
        self.beam.trail.path_to(best, 0, pace).await
    }

    /// Returns the best boards whose block is gathered, the best one first.
    async fn arrivals(&mut self, pace: &mut Pace) -> Result<Vec<Arrival>, OutOfMemory> {
        let mut arrivals: Vec<Arrival> = Vec::new();
        let mut end = MOST_MOVES * (self.window.cells.len().isqrt() + 1);
        loop {
            let made = self.beam.made;
            pace.spend(2 * self.beam.states().len()).await;
            for (number, score) in self.beam.states().enumerate() {
                let total = UNIT * made as i32 + score.left;
                let worst = arrivals.get(ARRIVALS - 1);
                if score.outside > 0 || worst.is_some_and(|worst| worst.total <= total) {
                    continue;
                }
                let at = self.beam.board(number);
                let block = self.beam.ranking.block.as_ref();
                // The beam makes no board whose block can't be solved, but may begin with one.
                let block = block.filter(|block| made > 0 || block.is_solvable(at));
                let Some(block) = block.and_then(|block| block.board(at)) else {
                    continue;
                };
                pace.pay(600);
                end = end.min(made + LAYERS_AFTER_ARRIVAL);
                let place = arrivals.partition_point(|it| it.total <= total);
                let arrival = Arrival {
                    made,
                    number,
                    total,
                    block,
                };
                arrivals.insert(place, arrival);
                arrivals.truncate(ARRIVALS);
            }
            if made >= end || !self.advance(pace).await? {
                return Ok(arrivals);
            }
        }
    }

    /// Returns the best path through an arrival and the solution of its block.
    async fn through_block(
        &self,
        arrivals: Vec<Arrival>,
        exit: Side,
        pace: &mut Pace,
    ) -> Result<Option<Vec<Side>>, OutOfMemory> {
        let (mut best, mut least) = (None, i32::MAX);
        for arrival in arrivals {
            // The moves before the block, and those of tiles that do not belong in it.
            let before = arrival.total - UNIT * arrival.block.manhattan() as i32;
            let most = usize::try_from((least - before - 1) / UNIT).unwrap_or(0);
            let most = most.min(MOST_IN_BLOCK);
            pace.spend(20_000).await;
            let width = self.reduced(self.window.params.settings.width, pace);
            let moves = solve_by_beam(&arrival.block, width, most, None, pace).await?;
            let Some(moves) = moves else { continue };
            let total = before + UNIT * moves.len() as i32;
            if total < least {
                least = total;
                let (made, number) = (arrival.made, arrival.number);
                let mut path = self.beam.trail.path_to(made, number, pace).await?;
                path.extend(moves.iter().map(Side::of_blank).chain([exit]));
                best = Some(path);
            }
        }
        Ok(best)
    }

    /// Puts line after line in order. All boards of a layer on which a line is in order continue,
    /// with the cells of the line as walls: later lines show which of them was best.
    async fn through_lines(
        &mut self,
        lines: &[Vec<usize>],
        pace: &mut Pace,
    ) -> Result<Option<Vec<Side>>, OutOfMemory> {
        let most = MOST_MOVES_OF_LINE * self.window.region.longest();
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                (self.window.line, self.window.urgency) = (number, 1);
                let kept = (MOST_KEPT / self.window.cells.len()).max(1);
                self.beam.keep(kept, |score| score.outside == 0);
                self.beam.config.neighbours = self.window.neighbours()?;
                self.beam.config.keys = self.window.keys()?;
                self.rescore(pace).await?;
            }
            let before = self.beam.made;
            while self.beam.states().all(|score| score.outside > 0) {
                let made = self.beam.made - before;
                if made == PATIENCE_WITH_LINE * line.len() {
                    self.window.urgency = URGENCY;
                    self.rescore(pace).await?;
                }
                if made > most || !self.advance(pace).await? {
                    return Ok(None);
                }
            }
        }
        let arrived = self.beam.states().enumerate();
        let arrived = arrived.filter(|it| it.1.outside == 0);
        let best = arrived.min_by_key(|it| it.1.left).map_or(0, |it| it.0);
        let path = self.beam.trail.path_to(self.beam.made, best, pace);
        path.await.map(Some)
    }

    /// Continues to the next layer; returns whether there is one.
    async fn advance(&mut self, pace: &mut Pace) -> Result<bool, OutOfMemory> {
        self.beam.config.width = self.reduced(self.window.params.width, pace);
        self.beam.config.width_of_cell = self.reduced(self.window.params.width_of_cell, pace);
        Ok(matches!(
            self.beam.advance(u32::MAX, pace).await?,
            Next::Layer
        ))
    }

    /// Returns a width, reduced if need be.
    fn reduced(&self, width: usize, pace: &Pace) -> usize {
        let moves = self.window.workspace.moves.len() + self.beam.made;
        self.window.params.settings.reduced(width, moves, pace)
    }

    /// Scores the boards of the layer by new costs.
    async fn rescore(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        self.beam.ranking = self.window.costs()?;
        let boards = self.beam.states().len();
        for number in 0..boards {
            let score = self.beam.ranking.evaluate(self.beam.board(number));
            self.beam.rescore(number, score);
            pace.spend(6 * self.window.cells.len()).await;
        }
        Ok(())
    }
}
