//! A board put in order stage by stage, each by a beam.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::beam_task::{BeamTask, Objective, Status};
use super::candidate_pool::{self, Candidate, CandidatePool};
use super::greedy_transport::GreedyTransport;
use super::layout::{Task, tasks};
use super::line_by_line::LineByLine;
use super::lines::{self, Lines};
use super::solving::Solving;
use super::start_board::StartBoard;
use super::style::{self, Style};
use super::transport_schedule::TransportSchedule;
use super::window::Window;
use super::workspace::{Region, Workspace};
use crate::canonical::CanonicalBoard;
use crate::pairs::PairTablesJob;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::construct as cost;
use crate::runtime::effort::Effort;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::beam::Way;
use crate::side::Side;

/// The width of the beams that solve a block, at most.
const WIDTH_OF_BLOCK: usize = 200;

/// The least width of the beam that solves the last block, and its factor relative to other beams:
/// its cost is small, and each move that it saves shortens the solution.
const WIDTH_OF_LAST: usize = 500;
const LAST_TO_OTHERS: usize = 2;

/// The number of tries of the last block, and the number of bits by which its beam is wider each
/// time. Giving it up would waste the whole construction: one in thirty boards of 100 x 100 took
/// three times as long.
const TRIES_OF_LAST: usize = 3;
const WIDER: usize = 2;

/// If more cells are left only those near a block are searched, with a margin of this number of
/// cells.
const WHOLE: usize = 400;
const MARGIN: usize = 3;

/// On boards of more cells a tile is also led to the current block once this number of beams have
/// failed for it: in the last band there is little room to bring one from afar.
const FETCHED_AFTER: usize = 2;

/// A block's solution is given up after this number of moves, and that of the last one.
const MOST_IN_BLOCK: usize = 300;
const MOST_IN_LAST: usize = 600;

/// The solution of a board in stages: it flows, then block after block or frame after frame is put
/// in order and fixed.
#[derive(Debug)]
pub(super) struct Staged {
    style: Style,
    tasks: Vec<Task>,
    next: usize,
    /// The number of tiles that were led to the current block.
    fetched: usize,
    /// The number of times that the current task has failed.
    failures: usize,
    /// The number of times that it has been done, and the best ways to do it.
    attempts: usize,
    best: Vec<Candidate>,
    /// The boards that the task may begin with, the best one first, which is that of the workspace.
    carried: Vec<StartBoard>,
    /// The estimated total after each completed task, and its value on the way to the shortest
    /// solution, in sixteenths of a move.
    pub(super) milestones: Vec<u64>,
    to_beat: Vec<u64>,
    /// The schedule of the flow that comes first.
    flowing: TransportSchedule,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The next task begins.
    Begin,
    BeamTask(Box<BeamTask>),
    /// Far tiles are led to their block.
    Fetch(Box<LineByLine>),
    /// The board flows by the best ways of the blank.
    Flow(Box<GreedyTransport>),
    Lines(Box<Lines>),
    /// The way to the end of the lines is traced back.
    TraceLines(Box<Lines>, Way),
    /// The ways to the arrivals are traced back, from this one on.
    Trace(CandidatePool, Way),
    /// The tables for a block are laid out, then it is solved.
    LayOut(PairTablesJob, Box<Stage>),
    /// The block is solved, after this way.
    Block(CandidatePool, Way, CanonicalBoard),
    Solve(CandidatePool, Way, Solving),
    /// The last block is solved.
    LastBlock(CanonicalBoard),
    Last(Solving),
    /// The path is played, from this move on.
    Go(Vec<Side>, usize),
    Over,
}

/// The result of an advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Busy,
    /// The board is solved.
    Solved,
    /// No beam found a way.
    GivenUp,
}

impl Staged {
    /// Returns the stages of a board in a style; `flows` says that it has to flow first.
    pub(super) fn new(
        workspace: &Workspace,
        style: Style,
        flows: bool,
        to_beat: &[u64],
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            style,
            tasks: tasks(workspace, flows)?,
            next: 0,
            fetched: 0,
            failures: 0,
            attempts: 0,
            best: Vec::new(),
            carried: alloc::vec![StartBoard::default()],
            milestones: Vec::new(),
            to_beat: to_beat.to_vec(),
            flowing: TransportSchedule::default(),
            stage: Stage::Begin,
        })
    }

    /// Returns the smallest box that holds all cells that are left.
    fn left(workspace: &Workspace) -> Region {
        let left = (0..workspace.at.len()).filter(|&cell| !workspace.is_fixed[cell]);
        Region::around(left.map(|cell| workspace.coordinates(cell))).unwrap_or(workspace.left)
    }

    /// Returns the part of the board in which a beam task runs: the whole rest, or the cells near
    /// its block.
    fn window_for(objective: &Objective, workspace: &Workspace) -> Region {
        let left = Self::left(workspace);
        let Objective::Gather(gather) = objective else {
            return left;
        };
        if left.cells() <= WHOLE {
            return left;
        }
        let mut near = gather.block;
        let tiles = gather.block.cells_on(workspace);
        let places = tiles.map(|tile| usize::from(workspace.place_of[tile]));
        for place in places.chain([workspace.blank, gather.outside]) {
            near.include(workspace.coordinates(place));
        }
        for axis in [0, 1] {
            near.low[axis] = near.low[axis].saturating_sub(MARGIN).max(left.low[axis]);
            near.high[axis] = (near.high[axis] + MARGIN).min(left.high[axis]);
        }
        near
    }

    /// Begins the next task.
    fn begin(&mut self, workspace: &Workspace) -> Result<Stage, OutOfMemory> {
        Ok(match self.tasks.get(self.next) {
            None => Stage::Over,
            Some(Task::Beam(Objective::Flow)) => {
                if let Some(flow) = self.flowing.begin(workspace) {
                    return Ok(Stage::Flow(flow));
                }
                let region = TransportSchedule::region(workspace);
                let params = self.style.flow(region.cells(), workspace);
                let beam_task = BeamTask::new(
                    Objective::Flow,
                    params,
                    region,
                    self.carried.clone(),
                    workspace,
                )?;
                Stage::BeamTask(Box::new(beam_task))
            }
            Some(Task::Beam(objective)) => {
                let style = self.style.of_attempt(self.attempts);
                let params = style.params(objective, self.failures, workspace);
                let region = Self::window_for(objective, workspace);
                if region.cells() > Window::MOST {
                    return Ok(self.fetch(workspace));
                }
                let beam_task = BeamTask::new(
                    objective.clone(),
                    params,
                    region,
                    self.carried.clone(),
                    workspace,
                )?;
                Stage::BeamTask(Box::new(beam_task))
            }
            Some(Task::Lines(lines, last)) => {
                let params = self.style.of_lines(self.failures);
                let lines = Lines::new(lines.clone(), *last, &params, workspace)?;
                Stage::Lines(Box::new(lines))
            }
            Some(Task::Last(region)) => match workspace.block(region) {
                Some(board) => with_tables(workspace, board, Stage::LastBlock),
                None => Stage::Over,
            },
        })
    }

    /// Leads the farthest tile of the current block to it, if the window is too large.
    fn fetch(&mut self, workspace: &Workspace) -> Stage {
        self.fetch_for(workspace).unwrap_or_else(|| self.give_up())
    }

    /// Returns the stage that leads the farthest tile of the current block to it; `None` if all its
    /// tiles were led.
    fn fetch_for(&mut self, workspace: &Workspace) -> Option<Stage> {
        let Some(Task::Beam(Objective::Gather(gather))) = self.tasks.get(self.next) else {
            return None;
        };
        let tiles = gather.block.cells_on(workspace).chain([workspace.home]);
        let far =
            |&tile: &usize| workspace.distance(workspace.place_of[tile].into(), gather.outside);
        let farthest = tiles.max_by_key(far);
        self.fetched += 1;
        let tile = farthest.filter(|_| self.fetched <= gather.block.cells() + 1)?;
        let peel = LineByLine::fetch(tile, gather.outside, workspace);
        Some(Stage::Fetch(Box::new(peel)))
    }

    /// Ends a task that failed, or begins it again.
    fn fail(&mut self, workspace: &Workspace) -> Stage {
        self.failures += 1;
        let tries = match &self.tasks[self.next] {
            Task::Last(_) => TRIES_OF_LAST,
            Task::Beam(_) | Task::Lines(..) => Style::TRIES,
        };
        if self.failures == tries {
            self.give_up()
        } else if self.failures >= FETCHED_AFTER && workspace.at.len() > WHOLE {
            self.fetch_for(workspace).unwrap_or(Stage::Begin)
        } else {
            Stage::Begin
        }
    }

    /// Ends the construction without a solution.
    const fn give_up(&mut self) -> Stage {
        self.next = usize::MAX;
        Stage::Over
    }

    /// Takes a completed beam task.
    fn end_beam_task(
        &mut self,
        beam_task: Box<BeamTask>,
        workspace: &Workspace,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        if let Task::Beam(Objective::Flow) = self.tasks[self.next] {
            self.flowing
                .note(beam_task.arrivals.first().map_or(0, |it| it.made));
        }
        let best = mem::take(&mut self.best);
        let pool = CandidatePool::new(beam_task, best, self.style.carried(workspace));
        self.choose(pool, workspace, effort)
    }

    /// Continues with the next arrival of the pool, then with another attempt, at last with the
    /// best way of all.
    fn choose(
        &mut self,
        pool: CandidatePool,
        workspace: &Workspace,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        effort.spend(1_000);
        if let Some(arrival) = pool.arrival() {
            let way = BeamTask::way_to(arrival)?;
            return Ok(Stage::Trace(pool, way));
        }
        let best = pool.end();
        let (Task::Beam(objective), false) = (&self.tasks[self.next], best.is_empty()) else {
            return Ok(self.fail(workspace));
        };
        self.attempts += 1;
        if self.attempts < self.style.attempts(objective, workspace) {
            self.best = best;
            self.failures = 0;
            return Ok(Stage::Begin);
        }
        let exit = match objective {
            Objective::Gather(gather) => Some(gather.exit),
            Objective::Flow | Objective::Order { .. } => None,
        };
        let (way, carried) = candidate_pool::go_by_best(best, exit);
        self.carried = carried;
        Ok(Stage::Go(way, 0))
    }

    /// Advances a stage.
    fn advance_stage(
        &mut self,
        stage: Stage,
        workspace: &mut Workspace,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        Ok(match stage {
            Stage::Begin => {
                effort.spend(workspace.at.len() * 10);
                self.begin(workspace)?
            }
            Stage::BeamTask(mut beam_task) => {
                match beam_task.advance(workspace, until, counts, effort)? {
                    Status::Busy => Stage::BeamTask(beam_task),
                    Status::Over => self.end_beam_task(beam_task, workspace, effort)?,
                }
            }
            Stage::Lines(mut lines) => match lines.advance(workspace, until, counts, effort)? {
                lines::Status::Busy => Stage::Lines(lines),
                lines::Status::InOrder(way) => Stage::TraceLines(lines, way),
                lines::Status::GivenUp => self.fail(workspace),
            },
            Stage::TraceLines(lines, mut way) => {
                if lines.trace(&mut way, effort) {
                    Stage::Go(way.backwards().iter().rev().copied().collect(), 0)
                } else {
                    Stage::TraceLines(lines, way)
                }
            }
            Stage::Trace(pool, way) => self.trace(pool, way, workspace, effort)?,
            Stage::LayOut(mut new, next) => {
                if workspace.blocks.advance(&mut new, effort)? {
                    *next
                } else {
                    Stage::LayOut(new, next)
                }
            }
            Stage::Block(pool, way, board) => {
                effort.spend(cost::BEAM);
                let most = pool.most_in_block(&way);
                let most = most.unwrap_or(MOST_IN_BLOCK).min(MOST_IN_BLOCK);
                let width = self.style.width().min(WIDTH_OF_BLOCK);
                let solving = workspace.blocks.beam(&board, width, most)?;
                Stage::Solve(pool, way, solving)
            }
            Stage::LastBlock(board) => {
                effort.spend(cost::BEAM);
                // A small board is nothing but its last block.
                let width = if self.tasks.len() == 1 {
                    self.style.width()
                } else {
                    WIDTH_OF_LAST.max(LAST_TO_OTHERS * self.style.width())
                };
                let width = width << (WIDER * self.failures);
                Stage::Last(workspace.blocks.beam(&board, width, MOST_IN_LAST)?)
            }
            Stage::Solve(mut pool, way, mut solving) => {
                match solving.advance(until, counts)? {
                    Step::Found(moves) => {
                        pool.weigh(&way, &candidate_pool::sides(&moves), workspace)?;
                    }
                    Step::Done => {}
                    Step::Paused | Step::Bound(_) => {
                        effort.spend(Effort::SLICE);
                        return Ok(Stage::Solve(pool, way, solving));
                    }
                }
                pool.next();
                effort.spend(cost::WEIGHED_CELL * workspace.at.len());
                self.choose(pool, workspace, effort)?
            }
            Stage::Last(mut solving) => match solving.advance(until, counts)? {
                Step::Found(moves) => Stage::Go(candidate_pool::sides(&moves), 0),
                Step::Done => self.fail(workspace),
                Step::Paused | Step::Bound(_) => {
                    effort.spend(Effort::SLICE);
                    Stage::Last(solving)
                }
            },
            Stage::Go(way, first) => self.go(way, first, workspace, effort)?,
            Stage::Flow(mut flow) => {
                if let Some(looked_at) = flow.step(workspace)? {
                    effort.spend(cost::FLOW_CELL * looked_at);
                    match self.flowing.goes_on(flow, workspace) {
                        Some(flow) => Stage::Flow(flow),
                        None => Stage::Begin,
                    }
                } else {
                    self.end(workspace);
                    Stage::Begin
                }
            }
            Stage::Fetch(mut peel) => {
                if let Some(looked_at) = peel.step(workspace)? {
                    effort.spend(cost::FLOW_CELL * looked_at);
                    Stage::Fetch(peel)
                } else {
                    Stage::Begin
                }
            }
            Stage::Over => Stage::Over,
        })
    }

    /// Traces the way to an arrival further back.
    fn trace(
        &mut self,
        mut pool: CandidatePool,
        mut way: Way,
        workspace: &Workspace,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        if !pool.beam_task.trace(&mut way, effort) {
            return Ok(Stage::Trace(pool, way));
        }
        let board = pool.beam_task.block_after(&way, workspace)?;
        effort.spend(5 * (workspace.at.len() + way.backwards().len()));
        if let Some(board) = board {
            return Ok(with_tables(workspace, board, |board| {
                Stage::Block(pool, way, board)
            }));
        }
        // There is no block.
        pool.weigh(&way, &[], workspace)?;
        pool.next();
        self.choose(pool, workspace, effort)
    }

    /// Makes further moves of a way.
    fn go(
        &mut self,
        way: Vec<Side>,
        first: usize,
        workspace: &mut Workspace,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        let end = way.len().min(first + effort.room(cost::MOVE));
        effort.spend((end - first) * cost::MOVE);
        for &side in &way[first..end] {
            if let Some(cell) = workspace.beside(workspace.blank, side) {
                workspace.go_or_undo(side, cell)?;
            }
        }
        if end < way.len() {
            return Ok(Stage::Go(way, end));
        }
        if let Task::Beam(Objective::Flow) = self.tasks[self.next] {
            self.attempts = 0;
            if let Some(flow) = self.flowing.after_beam(workspace) {
                return Ok(Stage::Flow(flow));
            }
        }
        self.end(workspace);
        Ok(Stage::Begin)
    }

    /// Fixes the cells that the task has put in order, and continues with the next task.
    fn end(&mut self, workspace: &mut Workspace) {
        let cells = match &self.tasks[self.next] {
            Task::Beam(Objective::Gather(gather)) => gather.block.cells_on(workspace).collect(),
            Task::Beam(Objective::Order { cells, last: None }) => cells.clone(),
            Task::Lines(lines, _) => lines.iter().flatten().copied().collect(),
            Task::Beam(Objective::Order { .. } | Objective::Flow) | Task::Last(_) => Vec::new(),
        };
        for cell in cells {
            debug_assert_eq!(usize::from(workspace.at[cell]), cell);
            workspace.is_fixed[cell] = true;
        }
        self.next += 1;
        self.failures = 0;
        self.fetched = 0;
        self.attempts = 0;
        let milestone = style::milestone(workspace);
        let of_shortest = self.to_beat.get(self.milestones.len());
        if of_shortest.is_some_and(|&of_shortest| style::is_hopeless(milestone, of_shortest)) {
            self.give_up();
        }
        self.milestones.push(milestone);
    }

    /// Runs a slice, which ends at the latest when `counts.expanded` reaches about `until`; it
    /// never exceeds the limit of the counts.
    pub(super) fn advance(
        &mut self,
        workspace: &mut Workspace,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Progress, OutOfMemory> {
        let mut effort = Effort::slice();
        while !effort.is_spent() && counts.expanded < until.min(counts.limit) {
            let stage = mem::replace(&mut self.stage, Stage::Over);
            self.stage = self.advance_stage(stage, workspace, until, counts, &mut effort)?;
            if let Stage::Over = self.stage {
                let is_solved = self.next == self.tasks.len();
                return Ok(if is_solved {
                    Progress::Solved
                } else {
                    Progress::GivenUp
                });
            }
        }
        Ok(Progress::Busy)
    }
}

/// Returns the stage that solves a block, after the one that lays out its tables, if need be.
fn with_tables(
    workspace: &Workspace,
    board: CanonicalBoard,
    solve: impl FnOnce(CanonicalBoard) -> Stage,
) -> Stage {
    let new = workspace.blocks.lay_out(board.shape);
    let solve = solve(board);
    match new {
        Some(new) => Stage::LayOut(new, Box::new(solve)),
        None => solve,
    }
}

#[cfg(test)]
mod tests {
    use super::{Progress, Staged, Style};
    use crate::construct::workspace::Workspace;
    use crate::runtime::work::{Counts, Step, Work};
    use crate::search::fixtures::{Random, walk};
    use crate::shape::Shape;

    #[test]
    fn a_last_block_is_tried_again_by_wider_beams() {
        let shape = Shape::square(4).unwrap();
        let (mut by_narrow_beam, mut by_stages) = (0, 0);
        for seed in 0..30 {
            let (board, _) = walk(shape, 15, 400, &mut Random(seed));
            let mut workspace = Workspace::filled(&board);
            let mut staged = Staged::new(&workspace, Style::numbered(0, 1), false, &[]).unwrap();
            let mut counts = Counts::default();
            let progress = loop {
                match staged
                    .advance(&mut workspace, u64::MAX, &mut counts)
                    .unwrap()
                {
                    Progress::Busy => {}
                    over => break over,
                }
            };
            by_stages += u32::from(progress == Progress::Solved);
            if progress == Progress::Solved {
                assert!(board.is_solved_by(&workspace.moves.iter().copied().collect()));
            }
            let mut beam = workspace.blocks.beam(&board, 1, 300).unwrap();
            by_narrow_beam += u32::from(loop {
                match beam.advance(u64::MAX, &mut counts).unwrap() {
                    Step::Found(_) => break true,
                    Step::Done => break false,
                    Step::Paused | Step::Bound(_) => {}
                }
            });
        }
        assert!(by_narrow_beam < by_stages, "{by_narrow_beam} {by_stages}");
    }
}
