//! A board put in order stage by stage, each by a beam.

use alloc::vec::Vec;
use core::mem;

use super::beam_task::{BeamTask, Objective};
use super::candidate_pool::{self, CandidatePool};
use super::layout::{Task, tasks};
use super::line_by_line;
use super::lines;
use super::start_board::StartBoard;
use super::style::{self, Style};
use super::transport_schedule::{TransportSchedule, has_windows};
use super::window::Window;
use super::workspace::{Region, Workspace};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;
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

/// The steps of the blank that are made at once.
const STEPS: usize = 1 << 12;

/// The solution of a board in stages: it flows, then block after block or frame after frame is put
/// in order and fixed.
#[derive(Debug)]
pub(super) struct Staged {
    style: Style,
    tasks: Vec<Task>,
    /// The boards that the task may begin with, the best one first, which is that of the workspace.
    carried: Vec<StartBoard>,
    /// The estimated total after each completed task, and its value on the way to the shortest
    /// solution, in sixteenths of a move.
    pub(super) milestones: Vec<u64>,
    to_beat: Vec<u64>,
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
            carried: alloc::vec![StartBoard::default()],
            milestones: Vec::new(),
            to_beat: to_beat.to_vec(),
        })
    }

    /// Solves the board; returns false if a task fails, or the solution falls behind the one that
    /// it is to beat.
    pub(super) async fn solve(
        &mut self,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let tasks = mem::take(&mut self.tasks);
        for task in &tasks {
            let is_done = match task {
                Task::Beam(Objective::Flow) => self.transport(workspace, pace).await?,
                Task::Beam(objective) => self.by_beam(objective, workspace, pace).await?.is_some(),
                Task::Lines(lines, last) => self.by_lines(lines, last, workspace, pace).await?,
                Task::Last(region) => {
                    let is_all = tasks.len() == 1;
                    self.solve_last(region, is_all, workspace, pace).await?
                }
            };
            if !is_done || !self.end(task, workspace) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lets the board flow, by one beam or window by window.
    async fn transport(
        &mut self,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let mut schedule = TransportSchedule::new(workspace);
        let has_windows = has_windows(workspace.shape);
        let mut goes_on = !has_windows || schedule.begin(workspace, pace).await?;
        while goes_on {
            let Some(made) = self.by_beam(&Objective::Flow, workspace, pace).await? else {
                return Ok(false);
            };
            goes_on = has_windows && schedule.after_beam(made, workspace, pace).await?;
        }
        Ok(true)
    }

    /// Does a task by a beam, and the best of several if they are tried. Returns the number of
    /// moves of the last beam's best arrival; `None` if all tries fail.
    async fn by_beam(
        &mut self,
        objective: &Objective,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<Option<usize>, OutOfMemory> {
        let (mut attempts, mut failures, mut fetched) = (0, 0, 0);
        let mut pool = CandidatePool::new(self.style.carried(workspace));
        loop {
            pace.spend(cost::LAYOUT_CELL * workspace.at.len()).await;
            let (region, params) = if let Objective::Flow = objective {
                let region = TransportSchedule::region(workspace);
                (region, self.style.flow(region.cells(), workspace))
            } else {
                let style = self.style.of_attempt(attempts);
                let region = window_for(objective, workspace);
                (region, style.params(objective, failures, workspace))
            };
            if region.cells() > Window::MOST {
                fetched += 1;
                if !fetch_farthest(objective, fetched, workspace, pace).await? {
                    return Ok(None);
                }
                continue;
            }
            let carried = self.carried.clone();
            let beam =
                BeamTask::run(objective.clone(), params, region, carried, workspace, pace).await?;
            self.weigh(&beam, &mut pool, workspace, pace).await?;
            if pool.is_empty() {
                failures += 1;
                if failures == Style::TRIES {
                    return Ok(None);
                }
                if failures >= FETCHED_AFTER && workspace.at.len() > WHOLE {
                    fetched += 1;
                    fetch_farthest(objective, fetched, workspace, pace).await?;
                }
                continue;
            }
            failures = 0;
            attempts += 1;
            if attempts >= self.style.attempts(objective, workspace) {
                let made = beam.arrivals.first().map_or(0, |it| it.made);
                drop(beam);
                let exit = match objective {
                    Objective::Gather(gather) => Some(gather.exit),
                    Objective::Flow | Objective::Order { .. } => None,
                };
                let (way, carried) = pool.end(exit);
                self.carried = carried;
                go(&way, workspace, pace).await?;
                return Ok(Some(made));
            }
        }
    }

    /// Adds the ways to all arrivals of a beam to a pool, each with the solution of its block.
    async fn weigh(
        &self,
        beam: &BeamTask,
        pool: &mut CandidatePool,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<(), OutOfMemory> {
        for arrival in &beam.arrivals {
            let way = beam.way_to(arrival, pace).await?;
            let way = (&way, beam.origin(&way));
            let board = beam.block_after(way.0, workspace)?;
            pace.spend(cost::WEIGHED_CELL * workspace.at.len()).await;
            let Some(board) = board else {
                pool.weigh(way, arrival, &[], workspace)?;
                continue;
            };
            workspace.blocks.lay_out(board.shape, pace).await?;
            pace.spend(cost::BEAM).await;
            let most = pool.most_in_block(way, arrival);
            let most = most.unwrap_or(MOST_IN_BLOCK).min(MOST_IN_BLOCK);
            let width = self.style.width().min(WIDTH_OF_BLOCK);
            let solution = workspace.blocks.solve(&board, width, most, pace).await?;
            if let Some(moves) = solution {
                pool.weigh(way, arrival, &candidate_pool::sides(&moves), workspace)?;
            }
        }
        Ok(())
    }

    /// Puts lines in order, one after the other; returns whether a try succeeds.
    async fn by_lines(
        &self,
        lines: &[Vec<usize>],
        last: &Region,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        for failures in 0..Style::TRIES {
            let params = self.style.of_lines(failures);
            pace.spend(cost::LAYOUT_CELL * workspace.at.len()).await;
            if let Some(way) = lines::way_through(lines, last, &params, workspace, pace).await? {
                let way: Vec<Side> = way.backwards().iter().rev().copied().collect();
                go(&way, workspace, pace).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Solves the last block, which may be all of the board; returns whether a try succeeds.
    async fn solve_last(
        &self,
        region: &Region,
        is_all: bool,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let Some(board) = workspace.block(region) else {
            return Ok(false);
        };
        workspace.blocks.lay_out(board.shape, pace).await?;
        for failures in 0..TRIES_OF_LAST {
            pace.spend(cost::BEAM).await;
            let width = if is_all {
                self.style.width()
            } else {
                WIDTH_OF_LAST.max(LAST_TO_OTHERS * self.style.width())
            };
            let width = width << (WIDER * failures);
            let solution = workspace.blocks.solve(&board, width, MOST_IN_LAST, pace);
            if let Some(moves) = solution.await? {
                go(&candidate_pool::sides(&moves), workspace, pace).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Fixes the cells that the task has put in order; returns false if the solution is given up.
    fn end(&mut self, task: &Task, workspace: &mut Workspace) -> bool {
        let cells = match task {
            Task::Beam(Objective::Gather(gather)) => gather.block.cells_on(workspace).collect(),
            Task::Beam(Objective::Order { cells, last: None }) => cells.clone(),
            Task::Lines(lines, _) => lines.iter().flatten().copied().collect(),
            Task::Beam(Objective::Order { .. } | Objective::Flow) | Task::Last(_) => Vec::new(),
        };
        for cell in cells {
            debug_assert_eq!(usize::from(workspace.at[cell]), cell);
            workspace.is_fixed[cell] = true;
        }
        let milestone = style::milestone(workspace);
        let of_shortest = self.to_beat.get(self.milestones.len());
        self.milestones.push(milestone);
        !of_shortest.is_some_and(|&of_shortest| style::is_hopeless(milestone, of_shortest))
    }
}

/// Returns the part of the board in which a beam task runs: the whole rest, or the cells near its
/// block.
fn window_for(objective: &Objective, workspace: &Workspace) -> Region {
    let left = (0..workspace.at.len()).filter(|&cell| !workspace.is_fixed[cell]);
    let left = left.map(|cell| workspace.coordinates(cell));
    let left = Region::around(left).unwrap_or(workspace.left);
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

/// Leads the farthest tile of a block to it; returns false if it is no block, or `fetched` tiles
/// are more than it has.
async fn fetch_farthest(
    objective: &Objective,
    fetched: usize,
    workspace: &mut Workspace,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let Objective::Gather(gather) = objective else {
        return Ok(false);
    };
    let tiles = gather.block.cells_on(workspace).chain([workspace.home]);
    let far = |&tile: &usize| workspace.distance(workspace.place_of[tile].into(), gather.outside);
    let farthest = tiles.max_by_key(far);
    match farthest.filter(|_| fetched <= gather.block.cells() + 1) {
        Some(tile) => line_by_line::fetch(workspace, tile, gather.outside, pace).await?,
        None => return Ok(false),
    }
    Ok(true)
}

/// Makes the moves of a way. A step and its reverse cancel.
async fn go(way: &[Side], workspace: &mut Workspace, pace: &mut Pace) -> Result<(), OutOfMemory> {
    for steps in way.chunks(STEPS) {
        for &side in steps {
            if let Some(cell) = workspace.beside(workspace.blank, side) {
                workspace.go_or_undo(side, cell)?;
            }
        }
        workspace.settle(2 * steps.len(), pace).await;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Staged, Style};
    use crate::construct::workspace::Workspace;
    use crate::exact::fixtures::{Random, walk};
    use crate::runtime::job::block_on;
    use crate::shape::Shape;

    #[test]
    fn a_last_block_is_tried_again_by_wider_beams() {
        let shape = Shape::square(4).unwrap();
        let (mut by_narrow_beam, mut by_stages) = (0, 0);
        for seed in 0..30 {
            let (board, _) = walk(shape, 15, 400, &mut Random(seed));
            let mut workspace = Workspace::filled(&board);
            let mut staged = Staged::new(&workspace, Style::numbered(0, 1), false, &[]).unwrap();
            let is_solved = block_on(async |pace| staged.solve(&mut workspace, pace).await);
            if is_solved.unwrap() {
                by_stages += 1;
                assert!(board.is_solved_by(&workspace.moves.iter().copied().collect()));
            }
            let beam = block_on(async |pace| workspace.blocks.solve(&board, 1, 300, pace).await);
            by_narrow_beam += u32::from(beam.unwrap().is_some());
        }
        assert!(by_narrow_beam < by_stages, "{by_narrow_beam} {by_stages}");
    }
}
