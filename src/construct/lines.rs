//! Lines of cells put in order one after the other, by one beam.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::price::{DistanceCosts, UNIT};
use super::workspace::{Region, Workspace};
use crate::heuristic::{Heuristic, LinearConflict};
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::construct as cost;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;
use crate::search::beam::{Beam, BeamConfig, Keys, Progress, Way};
use crate::search::neighbours::Neighbours;
use crate::search::ranking::{ByLines, LineCosts};

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

/// The least factor of a tile's worth, in sixteenths.
const LEAST_LEFT: i64 = 4;

/// The cost of a misplaced tile of the line, in sixteenths of a step.
const AWAY: i32 = 10;

/// After this number of moves for each of its tiles a line counts twice as much, then three times,
/// and so on up to the most: so the beam is not held up by what other tiles gain.
const PATIENCE: usize = 32;
const MOST_URGENT: usize = 16;

/// A line is given up after this number of moves for each cell of the longest side.
const MOST_MOVES: usize = 60;

/// The boards that continue to the next line have no more cells in all: they are copied at once.
const MOST_KEPT: usize = 100_000;

/// A beam that continues from line to line.
///
/// If a line is in order on some boards of a layer, all of these continue, with the cells of the
/// line as walls. Later lines show which of them was best.
#[derive(Debug)]
pub(super) struct Lines {
    all: Vec<Vec<usize>>,
    /// The region that is left when all lines are in order.
    last: Region,
    neighbours: Neighbours,
    beam: Box<Beam<ByLines>>,
    /// The number of moves that were made before the current line.
    before: usize,
    /// The number of boards of the layer that are scored for the current line.
    seen: usize,
    /// At the end: the estimate of the best board so far, its number, and the number of the next.
    best: (u32, usize),
    next: usize,
}

/// The state of the construction.
#[derive(Debug)]
pub(super) enum Status {
    Busy,
    /// All lines are in order at the end of this way, which is not traced yet.
    InOrder(Way),
    GivenUp,
}

impl Lines {
    /// Returns the beam that brings the tiles of lines home. Then only the region `last` is left.
    pub(super) fn new(
        lines: Vec<Vec<usize>>,
        last: Region,
        params: &LineParams,
        workspace: &Workspace,
    ) -> Result<Self, OutOfMemory> {
        let ranking = ByLines {
            costs: Shared::new(costs(&lines, params, workspace)?),
            line: 0,
            urgency: 1,
        };
        let mut neighbours = Neighbours::new(workspace.shape)?;
        for cell in (0..workspace.at.len()).filter(|&cell| workspace.is_fixed[cell]) {
            neighbours.close(cell);
        }
        let terms = BeamConfig {
            neighbours: Shared::new(neighbours.clone()),
            keys: Shared::new(keys(&ranking)?),
            width: params.width,
            width_of_cell: params.width_of_cell,
            ends_at_goal: false,
        };
        let state = ranking.evaluate(&workspace.at);
        Ok(Self {
            beam: Box::new(Beam::new(
                ranking,
                state,
                &workspace.at,
                workspace.blank,
                terms,
            )?),
            all: lines,
            last,
            neighbours,
            before: 0,
            seen: 1,
            best: (u32::MAX, 0),
            next: 0,
        })
    }

    /// Advances the beam until the effort is spent or `counts.expanded` reaches about `until`; it
    /// never exceeds the limit of the counts.
    pub(super) fn advance(
        &mut self,
        workspace: &Workspace,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Status, OutOfMemory> {
        while !effort.is_spent() {
            if self.seen < self.beam.states().len() {
                let state = self.beam.ranking().evaluate(self.beam.board(self.seen).0);
                self.beam.look_anew(self.seen, state);
                self.seen += 1;
                effort.spend(cost::LINE_CELL * workspace.at.len());
            } else if self.beam.states().iter().any(|state| state.away == 0) {
                let line = usize::from(self.beam.ranking().line);
                if line + 1 < self.all.len() {
                    effort.spend(cost::LINE_CELL * (workspace.at.len() + MOST_KEPT / 16));
                    self.turn_to(line + 1)?;
                } else if self.next < self.beam.states().len() {
                    effort.spend(cost::CHOICE);
                    self.choose(workspace);
                } else {
                    let way = Way::new(self.beam.made(), self.best.1, None)?;
                    return Ok(Status::InOrder(way));
                }
            } else if self.is_more_urgent() {
                let mut ranking = self.beam.ranking().clone();
                ranking.urgency += 1;
                self.beam.rank_by(ranking);
                self.seen = 0;
            } else if self.beam.made() - self.before > MOST_MOVES * workspace.left.longest() {
                return Ok(Status::GivenUp);
            } else {
                match self.beam.advance(u32::MAX, until, counts, effort)? {
                    Progress::Paused => break,
                    Progress::Layer => self.seen = self.beam.states().len(),
                    Progress::Goal(_) | Progress::Over => return Ok(Status::GivenUp),
                }
            }
        }
        Ok(Status::Busy)
    }

    /// Returns whether the current line counts more from now on.
    fn is_more_urgent(&self) -> bool {
        let ByLines { line, urgency, .. } = *self.beam.ranking();
        let patience = PATIENCE * self.all[usize::from(line)].len();
        let due = 1 + (self.beam.made() - self.before) / patience;
        (urgency as usize) < due.min(MOST_URGENT)
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
        let keys = Shared::new(keys(&ranking)?);
        let most = MOST_KEPT / ranking.costs.places.len();
        self.beam.keep(most.max(1), |state| state.away == 0);
        self.beam.rank_by(ranking);
        let neighbours = Shared::new(self.neighbours.clone());
        self.beam.go_about(neighbours, keys);
        self.before = self.beam.made();
        self.seen = 0;
        Ok(())
    }

    /// Evaluates one more board of the last layer. The best one has its last cells nearest to
    /// order.
    fn choose(&mut self, workspace: &Workspace) {
        let number = self.next;
        self.next += 1;
        if self.beam.states()[number].away > 0 {
            return;
        }
        let board = workspace.block_of(&self.last, self.beam.board(number).0);
        let estimate = board.and_then(|board| {
            let conflict = LinearConflict::new(board.shape, board.home).ok()?;
            Some(conflict.estimate(&conflict.evaluate(&board)))
        });
        if let Some(estimate) = estimate {
            self.best = self.best.min((estimate, number));
        }
    }

    /// Traces a way further back; returns whether it is complete.
    pub(super) fn trace(&self, way: &mut Way, effort: &mut Effort) -> bool {
        self.beam.trace(way, effort)
    }
}

/// Returns the keys that distinguish boards: the tiles of the current line, and the blank. Boards
/// that differ only in other tiles would soon fill the beam.
fn keys(ranking: &ByLines) -> Result<Keys, OutOfMemory> {
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
    while rows.len() <= lines.len() && left > LEAST_LEFT * ONE / 16 {
        left = (left * params.decay / 20).max(LEAST_LEFT * ONE / 16);
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
