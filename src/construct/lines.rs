//! Lines of cells put in order one after the other, by one beam.

use alloc::vec::Vec;

use super::price::{DistanceCosts, UNIT};
use super::tuning::{AWAY, LEAST_WORTH_OF_LINE, MOST_MOVES_OF_LINE, PATIENCE_WITH_LINE, URGENCY};
use super::workspace::Workspace;
use crate::beam::ranking::{ByLines, LineCosts};
use crate::beam::{Beam, BeamConfig, Keys, Next};
use crate::exact::neighbours::Neighbours;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::region::Region;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::side::Side;

/// The parameters of the beam's score.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineParams {
    pub(super) width: usize,
    /// The boards with the blank on the same cell, at most.
    pub(super) width_of_cell: usize,
    /// The power of distances of tiles of later lines, in eighths.
    pub(super) power: u32,
    /// The cost of a step of a tile of the current line, in sixteenths.
    pub(super) gather: i32,
    /// The factor of a tile's worth for each line before its own, in twentieths.
    pub(super) decay: i64,
}

/// The boards that continue to the next line have no more cells in all: they are copied at once.
const MOST_KEPT: usize = 100_000;

/// A beam that continues from line to line.
///
/// If a line is in order on some boards of a layer, all of these continue, with the cells of the
/// line as walls. Later lines show which of them was best.
#[derive(Debug)]
struct Lines<'l> {
    all: &'l [Vec<usize>],
    neighbours: Neighbours,
    beam: Beam<ByLines>,
    /// The number of moves that were made before the current line.
    before: usize,
}

/// Returns the way on which a beam brings the tiles of lines home, one line after the other; `None`
/// if it finds none. Then only the region `last` is left.
pub(super) async fn way_through(
    lines: &[Vec<usize>],
    last: &Region,
    params: &LineParams,
    workspace: &Workspace,
    pace: &mut Pace,
) -> Result<Option<Vec<Side>>, OutOfMemory> {
    let mut it = Lines::new(lines, params, workspace)?;
    for line in 0..lines.len() {
        if line > 0 {
            let copied = workspace.at.len() + MOST_KEPT / 16;
            pace.spend(cost::LINE_CELL * copied).await;
            it.turn_to(line)?;
            it.look_anew(workspace, pace).await;
        }
        if !it.put_in_order(workspace, pace).await? {
            return Ok(None);
        }
    }
    let best = it.nearest_to_end(last, workspace, pace).await;
    let way = it.beam.way_to((it.beam.made(), best), None, pace).await;
    Ok(Some(way))
}

impl<'l> Lines<'l> {
    fn new(
        lines: &'l [Vec<usize>],
        params: &LineParams,
        workspace: &Workspace,
    ) -> Result<Self, OutOfMemory> {
        let ranking = ByLines {
            costs: Shared::new(costs(lines, params, workspace)?),
            line: 0,
            urgency: 1,
        };
        let mut neighbours = Neighbours::new(workspace.shape)?;
        for cell in (0..workspace.at.len()).filter(|&cell| workspace.is_fixed[cell]) {
            neighbours.close(cell);
        }
        let terms = BeamConfig {
            neighbours: Shared::new(neighbours.clone()),
            keys: Shared::new(keys(&ranking)),
            width: params.width,
            width_of_cell: params.width_of_cell,
            ends_at_goal: false,
        };
        let state = ranking.evaluate(&workspace.at);
        let beam = Beam::new(ranking, state, &workspace.at, workspace.blank, terms);
        Ok(Self {
            all: lines,
            neighbours,
            beam,
            before: 0,
        })
    }

    /// Advances the beam until the current line is in order on some boards; returns whether it is.
    async fn put_in_order(
        &mut self,
        workspace: &Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        loop {
            if self.beam.states().iter().any(|state| state.away == 0) {
                return Ok(true);
            }
            let made = self.beam.made() - self.before;
            let ranking = self.beam.ranking();
            let line = &self.all[usize::from(ranking.line)];
            if made >= PATIENCE_WITH_LINE * line.len() && ranking.urgency < URGENCY {
                let mut ranking = ranking.clone();
                ranking.urgency = URGENCY;
                self.beam.rank_by(ranking);
                self.look_anew(workspace, pace).await;
            }
            if made > MOST_MOVES_OF_LINE * workspace.left.longest()
                || !matches!(self.beam.advance(u32::MAX, pace).await, Next::Layer)
            {
                return Ok(false);
            }
        }
    }

    /// Scores the boards of the layer for the current line.
    async fn look_anew(&mut self, workspace: &Workspace, pace: &mut Pace) {
        for nth in 0..self.beam.states().len() {
            let state = self.beam.ranking().evaluate(self.beam.board(nth).0);
            self.beam.look_anew(nth, state);
            pace.spend(cost::LINE_CELL * workspace.at.len()).await;
        }
    }

    /// Starts another line.
    fn turn_to(&mut self, line: usize) -> Result<(), OutOfMemory> {
        for &cell in &self.all[line - 1] {
            self.neighbours.close(cell);
        }
        let ranking = ByLines {
            line: line as u16,
            urgency: 1,
            ..self.beam.ranking().clone()
        };
        let keys = Shared::new(keys(&ranking));
        let most = MOST_KEPT / ranking.costs.places.len();
        self.beam.keep(most.max(1), |state| state.away == 0);
        self.beam.rank_by(ranking);
        let neighbours = Shared::new(self.neighbours.clone());
        self.beam.go_about(neighbours, keys);
        self.before = self.beam.made();
        Ok(())
    }

    /// Returns the number of the board of the last layer whose last cells are nearest to order.
    async fn nearest_to_end(&self, last: &Region, workspace: &Workspace, pace: &mut Pace) -> usize {
        let mut best = (u32::MAX, 0);
        for (nth, state) in self.beam.states().iter().enumerate() {
            pace.spend(cost::CHOICE).await;
            if state.away > 0 {
                continue;
            }
            let board = workspace.block_of(last, self.beam.board(nth).0);
            let estimate = board.and_then(|board| {
                let conflict = LinearConflict::new(board.shape, board.home).ok()?;
                Some(conflict.estimate(&conflict.evaluate(&board)))
            });
            if let Some(estimate) = estimate {
                best = best.min((estimate, nth));
            }
        }
        best.1
    }
}

/// Returns the keys that distinguish boards: the tiles of the current line, and the blank. Boards
/// that differ only in other tiles would soon fill the beam.
fn keys(ranking: &ByLines) -> Keys {
    let costs = &ranking.costs;
    Keys::new(costs.places.len(), |tile| {
        tile == usize::from(costs.blank) || costs.line_of[tile] == ranking.line
    })
}

/// Returns the costs of tiles away from their homes.
fn costs(
    lines: &[Vec<usize>],
    params: &LineParams,
    workspace: &Workspace,
) -> Result<LineCosts, OutOfMemory> {
    const ONE: i64 = 1 << 16;

    let mut line_of = filled(lines.len() as u16, workspace.at.len())?;
    for (number, line) in (0..).zip(lines) {
        for &cell in line {
            line_of[cell] = number;
        }
    }
    let longest = workspace.left.longest();
    let powers = DistanceCosts::new(longest, params.power)?;
    let step = params.gather * UNIT / 16;
    let mut rows = Vec::new();
    rows.push(
        (0..=longest as i32)
            .map(|distance| step * distance)
            .collect(),
    );
    let mut left = ONE;
    while rows.len() <= lines.len() && left > LEAST_WORTH_OF_LINE * ONE / 16 {
        left = (left * params.decay / 20).max(LEAST_WORTH_OF_LINE * ONE / 16);
        let cost = |distance| ((i64::from(powers.along(distance)) * left) / ONE) as i32;
        rows.push((0..=longest).map(cost).collect());
    }
    let mut places = reserved(workspace.at.len())?;
    places.extend_from_slice(&workspace.places);
    Ok(LineCosts {
        places,
        line_of,
        blank: workspace.home as u16,
        rows,
        away: AWAY * UNIT / 16,
    })
}
