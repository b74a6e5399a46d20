//! Region by region: a beam, ranked by the costs of tiles, puts each region of the board in order.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::line_by_line::Face;
use super::workspace::Workspace;
use crate::beam::ranking::{CellBlock, Score, TileCosts, power};
use crate::beam::{Beam, BeamConfig, Keys, max_width, solve_by_beam};
use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::policy::regions::{
    AFTER_TRANSPORT, AFTER_TRANSPORT_IN_BOX, ARRIVALS, GATHER, GATHER_LINE, LAST_AFTER_LINES,
    LAYERS_AFTER_ARRIVAL, LEAST_POWER, LEAST_WIDTH, MISPLACED_COST, MISPLACED_COST_IN_LINE,
    MOST_IN_BLOCK, MOST_MOVES, MOST_MOVES_OF_LINE, MOST_SEARCHED, PATIENCE_WITH_LINE,
    PATIENCE_WITH_TRANSPORT, POWER, REST, REST_OF_LINES, SEARCHED_WHOLE, SHARE_IN_TRANSPORT,
    SHARE_OF_CELL, STEP_OF_BLANK, THINNER, TRIES, URGENCY, VARIATIONS, WIDER, WIDER_LAST,
    WIDTH_OF_LAST,
};
use crate::policy::{Class, Policy, UNIT};
use crate::region::Region;
use crate::runtime::{OutOfMemory, Pace, Quota, collected, filled, reserved};
use crate::side::Side;

impl Workspace {
    /// Solves the board task by task of its layout, then the last block, which may be all of it;
    /// returns false if one fails. If the beams are wide enough one of them brings tiles near their
    /// homes before.
    pub(super) async fn solve_by_regions(
        &mut self,
        settings: BeamSettings,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let (mut all, last) = tasks(self)?;
        let policy = Policy::of(self.shape);
        if policy.transport.is_some() && policy.transports_by(settings.width) {
            all.insert(0, Task::Transport);
        }
        'tasks: for task in &all {
            for nth_try in 0..TRIES {
                let region = match task {
                    Task::Gather(gather) => self.region_for(gather, nth_try, pace).await?,
                    Task::Transport | Task::Lines { .. } => Some(self.rest),
                };
                let Some(region) = region else { break };
                let beam = RegionBeam::new(task, self, region, settings, nth_try)?;
                let Some(path) = beam.path(pace).await? else {
                    continue;
                };
                self.go_all(path, pace).await?;
                if let Task::Gather(gather) = task {
                    for cell in gather.block.cells_on(self.shape) {
                        self.is_fixed[cell] = true;
                    }
                }
                continue 'tasks;
            }
            return Ok(false);
        }
        let width = settings.reduced(settings.width, self.moves.len(), pace);
        let is_all = last.cells() == self.at.len();
        let width = width.max(if is_all { 0 } else { WIDTH_OF_LAST });
        let Some(board) = self.block(&last) else {
            return Ok(false);
        };
        for factor in WIDER_LAST {
            pace.spend(20_000).await;
            let moves = solve_by_beam(&board, factor * width, MOST_IN_BLOCK, None, pace).await?;
            if let Some(moves) = moves {
                self.go_all(moves.iter().map(Side::of_blank), pace).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the part of the board that a beam searches for a block: the whole rest, or the cells
    /// near the block. For each later try, and while it is too large, the tile of the block (or the
    /// blank) that is farthest from it is led to it; `None` if that does not help.
    async fn region_for(
        &mut self,
        gather: &Gather,
        nth_try: usize,
        pace: &mut Pace,
    ) -> Result<Option<Region>, OutOfMemory> {
        for fetched in 0..gather.block.cells() + 2 {
            pace.spend(10 * self.at.len()).await;
            let left = (0..self.at.len()).filter(|&cell| !self.is_fixed[cell]);
            let left = left.map(|cell| self.coordinates(cell));
            let mut region = Region::around(left).unwrap_or(self.rest);
            if region.cells() > SEARCHED_WHOLE {
                let mut near = gather.block;
                let tiles = gather.block.cells_on(self.shape);
                let places = tiles.map(|tile| usize::from(self.place_of[tile]));
                for place in places.chain([self.blank, gather.outside]) {
                    near.include(self.coordinates(place));
                }
                region = near.with_margin(1, &region);
            }
            if fetched >= nth_try && region.cells() <= MOST_SEARCHED {
                return Ok(Some(region));
            }
            let tiles = gather.block.cells_on(self.shape).chain([self.home]);
            let far = |&tile: &usize| self.distance(self.place_of[tile].into(), gather.outside);
            match tiles.max_by_key(far) {
                Some(tile) if tile != self.home => self.lead(tile, gather.outside, pace).await?,
                _ => self.walk(gather.outside, None, pace).await?,
            }
        }
        Ok(None)
    }
}

/// Returns the tasks by which a board is put in order, and the last block.
pub(super) fn tasks(workspace: &Workspace) -> Result<(Vec<Task>, Region), OutOfMemory> {
    Ok(match Policy::of(workspace.shape).class {
        Class::Thin | Class::Box => lines(workspace)?,
        Class::Large => blocks(workspace),
        Class::Small => (Vec::new(), workspace.rest),
    })
}

/// Cuts an axis into parts of about five cells, whose lengths differ by one at most. Returns their
/// first and last coordinates, from the ends inwards, those on the side with more of them first. The
/// home's comes last.
fn inwards(low: usize, high: usize, home: usize) -> Vec<(usize, usize)> {
    let side = high - low + 1;
    // A part of three cells is too narrow: a longer one is at the end.
    let is_wide = side == 6 || side == 11;
    let count = if is_wide { side / 5 } else { side.div_ceil(5) };
    let longer = if is_wide { 0 } else { side % count };
    let first = |nth: usize| low + nth * (side / count) + nth.min(longer);
    let last = |nth| {
        if nth + 1 < count {
            first(nth + 1) - 1
        } else {
            high
        }
    };
    let mut parts: Vec<_> = (0..count).map(|nth| (first(nth), last(nth))).collect();
    let before = parts.iter().take_while(|part| part.1 < home).count();
    parts[before..].reverse();
    let others = parts.len() - 1;
    if before < others - before {
        parts[..others].rotate_left(before);
    }
    parts
}

/// Returns band after band from the edges to the home's, and block after block in each. The rest is
/// never cut in two.
fn blocks(workspace: &Workspace) -> (Vec<Task>, Region) {
    let (mut tasks, home) = (Vec::new(), workspace.coordinates(workspace.home));
    let Region { low, high } = workspace.rest;
    let bands = inwards(low[0], high[0], home[0]);
    for (nth, &(top, bottom)) in bands.iter().enumerate() {
        // `Some(true)` if the rest is below, `None` in the last band.
        let down = bands.get(nth + 1).map(|next| next.0 > top);
        // The gate's row, beside the rest.
        let row = if down == Some(false) { top } else { bottom };
        let mut columns = inwards(low[1], high[1], home[1]);
        if down.is_none() {
            // The last two are side by side. Solved together they take fewer moves.
            if let [.., before, last] = &mut columns[..] {
                *before = (before.0.min(last.0), before.1.max(last.1));
                columns.pop();
            }
        } else {
            // The whole band is cut, beginning at the end farther from the home.
            let descends = columns.first() > columns.last();
            // With an end of the axis as the home they stay in a row.
            let end = if descends { low[1] } else { high[1] };
            columns = inwards(low[1], high[1], end);
        }
        for (nth, &(left, right)) in columns.iter().enumerate() {
            let block = Region {
                low: [top, left, 0],
                high: [bottom, right, 0],
            };
            let onwards = columns.get(nth + 1).map(|next| next.0 > left);
            let (is_right, exit) = match (onwards, down) {
                (Some(is_right), _) => (is_right, Side::along(1, is_right)),
                (None, Some(is_down)) => (home[1] > left, Side::along(0, is_down)),
                (None, None) => return (tasks, block),
            };
            let col = if is_right { right } else { left };
            let gate = workspace.cell([row, col, 0]);
            let Some(outside) = workspace.beside(gate, exit) else {
                continue;
            };
            tasks.push(Task::Gather(Gather {
                block,
                gate,
                outside,
                exit,
            }));
        }
    }
    (tasks, workspace.rest)
}

/// Returns the lines of the outermost layers, one layer after the other, and the last cells.
fn lines(workspace: &Workspace) -> Result<(Vec<Task>, Region), OutOfMemory> {
    let mut left = workspace.rest;
    let (mut line_of, mut lengths) = (filled(usize::MAX, workspace.at.len())?, Vec::new());
    let has_two_rows = left.cells() == 2 * left.longest();
    let most = LAST_AFTER_LINES[usize::from(has_two_rows)];
    while left.cells() > most {
        let face = Face::cut_off(&mut left, workspace);
        for line in face.cells.chunks(face.length) {
            for &cell in line {
                line_of[cell] = lengths.len();
            }
            lengths.push(line.len());
        }
    }
    Ok((alloc::vec![Task::Lines { line_of, lengths }], left))
}

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
    Lines {
        /// `[cell]` of the board: its line, or a larger number.
        line_of: Vec<usize>,
        /// `[line]`: the number of its cells.
        lengths: Vec<usize>,
    },
}

/// The settings of the beams of a construction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeamSettings {
    /// The number of the variation of the weights: none is the best for all boards. Variation 0 is
    /// the best on average.
    pub(crate) number: usize,
    /// The number of boards of a layer.
    pub(crate) width: usize,
    /// The quota of the construction, and about the moves of its solution.
    pub(crate) quota: Option<(Quota, usize)>,
}

impl BeamSettings {
    /// Returns a width after some moves, reduced if the construction would exceed its quota.
    pub(super) fn reduced(&self, width: usize, moves: usize, pace: &Pace) -> usize {
        self.quota.map_or(width, |(quota, all)| {
            quota.reduced(width, (moves, all), &pace.counts)
        })
    }
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
    region: Region,
    settings: BeamSettings,
    /// `[cell]` of the window: its cell of the board.
    cells: Vec<usize>,
    width: usize,
    /// The most boards with the blank on the same cell.
    width_of_cell: usize,
    /// The power of distances of other tiles, in eighths.
    power: u32,
    /// The cost of a step of a wanted tile to its place, in [`UNIT`]s.
    step: i32,
    /// The worth of other tiles in percent, for lines once for each line in between, and its least
    /// value.
    rest: (i64, i64),
    /// The estimated moves of a tile after the task, in [`UNIT`]s, for each step from home along an
    /// axis and for its square.
    after: (i32, i32),
    /// The current line, and the factor of its costs.
    line: usize,
    urgency: i32,
}

impl Window<'_> {
    /// Returns the number of a cell of the board in the window.
    fn inside(&self, cell: usize) -> Option<usize> {
        self.region.number(self.workspace.coordinates(cell))
    }

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
            Task::Gather(it) if it.block.number(self.workspace.coordinates(home)).is_some() => {
                Role::Wanted
            }
            Task::Transport | Task::Gather(_) => Role::Other(1),
            Task::Lines { line_of, lengths } => {
                match line_of[home].min(lengths.len()).saturating_sub(self.line) {
                    0 => Role::Wanted,
                    later => Role::Other(later),
                }
            }
        }
    }

    /// Returns the costs of a tile that is to come into a part of an axis by coordinate, given the
    /// cost of a step to it and that of being outside.
    fn toward(&self, low: usize, high: usize, step: i32, away: i32) -> impl Fn(usize) -> Score {
        let (step, away) = (self.urgency * step, self.urgency * away);
        move |coordinate| {
            let steps = low.saturating_sub(coordinate) + coordinate.saturating_sub(high);
            let outside = i32::from(steps > 0);
            Score {
                cost: (step * steps as i32 + away * outside).into(),
                left: 0,
                outside,
            }
        }
    }

    fn costs(&self) -> Result<TileCosts, OutOfMemory> {
        let places = |cell: usize| self.workspace.coordinates(cell);
        let (longest, step) = (self.workspace.rest.longest(), self.step);
        let coordinates = self.cells.iter().map(|&it| self.workspace.places.of(it));
        let mut costs = TileCosts {
            coordinates: collected(coordinates)?,
            rows: reserved(self.cells.len())?,
            blank: self.inside(self.workspace.blank).unwrap_or(0) as u16,
            ..TileCosts::default()
        };
        let none = costs.add_row((0..longest).map(|_| Score::default()))?;
        // Tiles that the task does not bring home, `[lines later - 1]`: the last ones for all later
        // lines. For tasks without lines the worth begins at its least, so there is one.
        let powers: Vec<i64> = (0..longest).map(|it| power(it, self.power)).collect();
        let (mut others, mut worth) = (Vec::new(), WHOLE);
        let least = WHOLE * self.rest.1 / 100;
        while others.is_empty() || worth > least {
            worth = (worth * self.rest.0 / 100).max(least);
            others.push(costs.add_distances(longest, |distance| Score {
                cost: powers[distance] * worth / WHOLE,
                left: (self.after.0 + self.after.1 * distance as i32) * distance as i32,
                outside: 0,
            })?);
        }
        // The rows of tiles whose home has coordinate 0, and the distance to the next home's.
        let (mut blank, mut gate, mut wanted, mut pitch) = ([none; 3], [none; 3], [none; 3], -1);
        match self.task {
            Task::Transport => {}
            Task::Gather(it) => {
                costs.block = Some(self.block(&it.block, it.gate));
                pitch = longest as i32;
                for (axis, there) in places(it.outside).into_iter().enumerate() {
                    let (low, high) = (it.block.low[axis], it.block.high[axis]);
                    let all = 0..longest;
                    blank[axis] =
                        costs.add_row(all.clone().map(self.toward(low, high, STEP_OF_BLANK, 0)))?;
                    gate[axis] = costs.add_row(all.map(self.toward(there, there, step, 0)))?;
                    let in_block = self.toward(low, high, step, MISPLACED_COST * step / UNIT);
                    wanted[axis] = (costs.along.len() as u32).wrapping_sub((low * longest) as u32);
                    for home in low..=high {
                        costs.add_row((0..longest).map(|at| {
                            let mut score = in_block(at);
                            score.left = UNIT * at.abs_diff(home) as i32;
                            score.cost += i64::from(score.left);
                            score
                        }))?;
                    }
                }
            }
            Task::Lines { .. } => {
                let home = self.toward(0, 0, step, MISPLACED_COST_IN_LINE);
                wanted = [costs.add_distances(longest, home)?; 3];
            }
        }
        for tile in 0..self.cells.len() {
            let (rows, pitch) = match self.role(tile) {
                Role::Blank => (blank, 0),
                Role::Fixed => ([none; 3], 0),
                Role::Gate => (gate, 0),
                Role::Wanted => (wanted, pitch),
                Role::Other(later) => ([others[later.min(others.len()) - 1]; 3], -1),
            };
            let home = places(self.home(tile));
            let row = |axis: usize| rows[axis].wrapping_add_signed(pitch * home[axis] as i32);
            costs.rows.push([0, 1, 2].map(row));
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
            let is_in_order = match self.task {
                Task::Lines { line_of, .. } => line_of[cell] < self.line,
                _ => self.workspace.is_fixed[cell],
            };
            if is_in_order {
                neighbours.close(number);
            }
        }
        Ok(neighbours)
    }
}

/// A board of a beam whose block is gathered: its estimated total of moves, in [`UNIT`]s, its layer
/// and number there, and the block.
type Arrival = (i32, usize, usize, CanonicalBoard);

/// A beam that works on a task.
#[derive(Debug)]
pub(super) struct RegionBeam<'w> {
    window: Window<'w>,
    beam: Beam<TileCosts>,
}

impl<'w> RegionBeam<'w> {
    /// Returns the beam for a try of a task in a region that holds the blank.
    pub(super) fn new(
        task: &'w Task,
        workspace: &'w Workspace,
        region: Region,
        settings: BeamSettings,
        nth_try: usize,
    ) -> Result<Self, OutOfMemory> {
        let shape = workspace.shape;
        let (mut share, more_power) = VARIATIONS[settings.number % VARIATIONS.len()];
        let mut width = settings.width;
        if nth_try > 0 {
            width = (width.max(LEAST_WIDTH) * WIDER).min(max_width(shape));
            share = share * THINNER / 10;
        }
        let (power, step, rest, percent, after) = match task {
            Task::Transport => {
                let percent = (SHARE_IN_TRANSPORT / workspace.rest.cells()).max(1);
                let after = [AFTER_TRANSPORT_IN_BOX, AFTER_TRANSPORT][usize::from(shape.is_flat())];
                let power = Policy::of(shape).transport_power;
                (power, 0, (100, 100), percent, after)
            }
            Task::Gather(_) => (POWER, GATHER, REST, SHARE_OF_CELL, AFTER_TRANSPORT),
            // Only the tiles of the last block are away from home.
            Task::Lines { .. } => (POWER, GATHER_LINE, REST_OF_LINES, SHARE_OF_CELL, (UNIT, 0)),
        };
        let window = Window {
            workspace,
            task,
            region,
            settings,
            cells: collected(region.cells_on(shape))?,
            width,
            width_of_cell: (width * percent * share / 1_000).max(1),
            power: (power + more_power) as u32,
            step,
            rest,
            after,
            line: 0,
            urgency: 1,
        };
        let config = BeamConfig {
            neighbours: window.neighbours()?,
            keys: window.keys()?,
            width: window.width,
            width_of_cell: window.width_of_cell,
        };
        let costs = window.costs()?;
        let at: Vec<u16> = (0..window.cells.len() as u16).collect();
        let score = costs.evaluate(&at);
        let blank = costs.blank.into();
        let beam = Beam::new(costs, score, &at, blank, config)?;
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
            Task::Lines { lengths, .. } => self.through_lines(lengths, pace).await,
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
            let left = self.beam.states().next().map_or(0, |first| first.left);
            let made = self.beam.made;
            let total = UNIT * made as i32 + left;
            if total < least {
                (least, best, since) = (total, made, made);
            }
            if made > since + patience {
                if self.window.power <= LEAST_POWER {
                    break;
                }
                self.window.power -= 1;
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
                if score.outside > 0 || worst.is_some_and(|worst| worst.0 <= total) {
                    continue;
                }
                let at = self.beam.board(number);
                let block = self.beam.ranking.block.as_ref();
                // The beam makes no board whose block can't be solved, but may begin with one.
                let Some(block) = block.and_then(|block| block.board(at)) else {
                    continue;
                };
                pace.pay(600);
                end = end.min(made + LAYERS_AFTER_ARRIVAL);
                let place = arrivals.partition_point(|it| it.0 <= total);
                arrivals.insert(place, (total, made, number, block));
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
        for (total, made, number, block) in arrivals {
            // The moves before the block, and those of tiles that do not belong in it.
            let before = total - UNIT * block.manhattan() as i32;
            let most = usize::try_from((least - before - 1) / UNIT).unwrap_or(0);
            let most = most.min(MOST_IN_BLOCK);
            pace.spend(20_000).await;
            let width = self.reduced(self.window.settings.width, pace);
            let moves = solve_by_beam(&block, width, most, None, pace).await?;
            let Some(moves) = moves else { continue };
            let total = before + UNIT * moves.len() as i32;
            if total < least {
                least = total;
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
        lengths: &[usize],
        pace: &mut Pace,
    ) -> Result<Option<Vec<Side>>, OutOfMemory> {
        let most = MOST_MOVES_OF_LINE * self.window.region.longest();
        for (number, length) in lengths.iter().enumerate() {
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
                if made == PATIENCE_WITH_LINE * length {
                    self.window.urgency = URGENCY;
                    self.rescore(pace).await?;
                }
                if made > most || !self.advance(pace).await? {
                    return Ok(None);
                }
            }
        }
        let boards = self.beam.states().enumerate();
        let best = boards.min_by_key(|(_, score)| (score.outside, score.left));
        let best = best.map_or(0, |(number, _)| number);
        let path = self.beam.trail.path_to(self.beam.made, best, pace);
        path.await.map(Some)
    }

    /// Continues to the next layer; returns whether there is one.
    async fn advance(&mut self, pace: &mut Pace) -> Result<bool, OutOfMemory> {
        self.beam.config.width = self.reduced(self.window.width, pace);
        self.beam.config.width_of_cell = self.reduced(self.window.width_of_cell, pace);
        let next = self.beam.advance(u32::MAX, pace).await?;
        Ok(next.is_continue())
    }

    fn reduced(&self, width: usize, pace: &Pace) -> usize {
        let moves = self.window.workspace.moves.len() + self.beam.made;
        self.window.settings.reduced(width, moves, pace)
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
