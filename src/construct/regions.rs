//! A board put in order region by region, each by a beam.

use alloc::vec::Vec;
use core::mem;

use super::line_by_line::{self, Face};
use super::region_beam::{Gather, RegionBeam, Task};
use super::tuning::{
    BeamParams, LAST_AFTER_LINES, Layout, MOST_IN_BLOCK, MOST_SEARCHED, SEARCHED_WHOLE, TRIES,
    Tuning, WIDER_LAST, WIDTH_OF_LAST,
};
use super::workspace::Workspace;
use crate::beam::solve_by_beam;
use crate::region::Region;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;
use crate::side::Side;

/// The settings of the beams of a construction.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeamSettings {
    /// The number of its variation: no weights are the best for all boards. Those of 0 are the best
    /// on average, and 0 is for solutions that are needed at once.
    pub(super) number: usize,
    /// The number of boards of a layer.
    pub(super) width: usize,
}

/// A step of putting a board in order.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A block is gathered and put in order.
    Block(Gather),
    /// Lines are put in order, one after the other.
    Lines(Vec<Vec<usize>>),
    /// The last block is solved separately.
    Last(Region),
}

/// Solves a board step by step of its layout; returns false if a step fails. With `transports` a
/// beam brings tiles near their homes before, unless the layout takes them as they are.
pub(super) async fn solve(
    workspace: &mut Workspace,
    settings: BeamSettings,
    transports: bool,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let tuning = Tuning::for_shape(workspace.shape);
    let mut it = RegionLoop {
        settings,
        tuning,
        workspace,
        pace,
    };
    if transports && tuning.transport.is_some() && !it.by_beam(Task::Transport).await? {
        return Ok(false);
    }
    for step in &steps(it.workspace) {
        let (is_done, cells) = match step {
            Step::Block(gather) => {
                let cells = gather.block.cells_on(it.workspace.shape).collect();
                (it.by_beam(Task::Gather(gather)).await?, cells)
            }
            Step::Lines(lines) => (it.by_beam(Task::Lines(lines)).await?, lines.concat()),
            Step::Last(region) => (it.solve_last(region).await?, Vec::new()),
        };
        if !is_done {
            return Ok(false);
        }
        for cell in cells {
            it.workspace.is_fixed[cell] = true;
        }
    }
    Ok(true)
}

/// Returns the steps in which a board is put in order.
pub(super) fn steps(workspace: &Workspace) -> Vec<Step> {
    match Tuning::for_shape(workspace.shape).layout {
        Layout::Lines => lines(workspace),
        Layout::Blocks => blocks(workspace),
        Layout::Whole => alloc::vec![Step::Last(workspace.left)],
    }
}

struct RegionLoop<'w> {
    settings: BeamSettings,
    tuning: Tuning,
    workspace: &'w mut Workspace,
    pace: &'w mut Pace,
}

impl RegionLoop<'_> {
    /// Does a task by a beam; returns whether a try succeeds.
    async fn by_beam(&mut self, task: Task<'_>) -> Result<bool, OutOfMemory> {
        for nth_try in 0..TRIES {
            let Some(region) = self.region_for(task, nth_try).await else {
                return Ok(false);
            };
            let left = self.workspace.left.cells();
            let BeamSettings { number, width } = self.settings;
            let params = BeamParams::new(task, self.tuning, left, (number, width), nth_try);
            let beam = RegionBeam::new(task, params, region, self.workspace)?;
            if let Some(path) = beam.path(self.pace).await? {
                self.go(path.into_iter()).await;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the part of the board that a beam searches. For each later try, and while it is too
    /// large, the farthest tile of the block is led to it; `None` if that does not help.
    async fn region_for(&mut self, task: Task<'_>, nth_try: usize) -> Option<Region> {
        let Task::Gather(gather) = task else {
            return Some(self.workspace.left);
        };
        for fetched in 0.. {
            self.pace
                .spend(cost::LAYOUT_CELL * self.workspace.at.len())
                .await;
            let region = window_for(gather, self.workspace);
            if fetched >= nth_try && region.cells() <= MOST_SEARCHED {
                return Some(region);
            }
            if fetched > gather.block.cells() {
                break;
            }
            fetch_farthest(gather, self.workspace, self.pace).await;
        }
        None
    }

    /// Solves the last block, which may be all of the board; returns whether a try succeeds.
    async fn solve_last(&mut self, region: &Region) -> Result<bool, OutOfMemory> {
        let Some(board) = self.workspace.block(region) else {
            return Ok(false);
        };
        let is_all = region.cells() == self.workspace.at.len();
        let least = if is_all { 0 } else { WIDTH_OF_LAST };
        for factor in WIDER_LAST {
            let width = self.settings.width.max(least) * factor;
            self.pace.spend(cost::BEAM).await;
            if let Some(moves) = solve_by_beam(&board, width, MOST_IN_BLOCK, self.pace).await? {
                self.go(moves.iter().map(Side::of_blank)).await;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the moves of a path.
    async fn go(&mut self, path: impl Iterator<Item = Side>) {
        for side in path {
            if let Some(cell) = self.workspace.beside(self.workspace.blank, side) {
                self.workspace.go(side, cell);
            }
            self.workspace.settle(2, self.pace).await;
        }
    }
}

/// Returns the part of the board in which a beam runs: the whole rest, or the cells near its
/// block.
fn window_for(gather: &Gather, workspace: &Workspace) -> Region {
    let left = (0..workspace.at.len()).filter(|&cell| !workspace.is_fixed[cell]);
    let left = left.map(|cell| workspace.coordinates(cell));
    let left = Region::around(left).unwrap_or(workspace.left);
    if left.cells() <= SEARCHED_WHOLE {
        return left;
    }
    let mut near = gather.block;
    let tiles = gather.block.cells_on(workspace.shape);
    let places = tiles.map(|tile| usize::from(workspace.place_of[tile]));
    for place in places.chain([workspace.blank, gather.outside]) {
        near.include(workspace.coordinates(place));
    }
    for axis in [0, 1] {
        near.low[axis] = near.low[axis].saturating_sub(1).max(left.low[axis]);
        near.high[axis] = (near.high[axis] + 1).min(left.high[axis]);
    }
    near
}

/// Leads the farthest tile of a block, or the blank, to the block.
async fn fetch_farthest(gather: &Gather, workspace: &mut Workspace, pace: &mut Pace) {
    let tiles = gather
        .block
        .cells_on(workspace.shape)
        .chain([workspace.home]);
    let far = |&tile: &usize| workspace.distance(workspace.place_of[tile].into(), gather.outside);
    if let Some(tile) = tiles.max_by_key(far) {
        line_by_line::fetch(workspace, tile, gather.outside, pace).await;
    }
}

/// Cuts a side into parts of about five cells, whose lengths differ by one at most.
fn cuts(side: usize) -> impl Iterator<Item = usize> {
    // A part of three cells is too narrow.
    let is_wide = side == 6 || side == 11;
    let parts = if is_wide { side / 5 } else { side.div_ceil(5) };
    (0..parts).map(move |nth| {
        let more = if is_wide { nth } else { parts - 1 - nth };
        (side + more) / parts
    })
}

/// Parts of an axis: first and last coordinate, and whether the rest has higher ones; nothing if no
/// rest is left.
type Parts = Vec<(usize, usize, Option<bool>)>;

/// Returns the parts of an axis from the ends inwards, those on the side with more of them first.
/// The home's comes last.
fn inwards(low: usize, high: usize, home: usize) -> Parts {
    let (mut before, mut at_home, mut after) = (Parts::new(), Parts::new(), Parts::new());
    let mut first = low;
    for length in cuts(high - low + 1) {
        let last = first + length - 1;
        if last < home {
            before.push((first, last, Some(true)));
        } else if first > home {
            after.insert(0, (first, last, Some(false)));
        } else {
            at_home.push((first, last, None));
        }
        first += length;
    }
    if before.len() < after.len() {
        mem::swap(&mut before, &mut after);
    }
    [before, after, at_home].concat()
}

/// Returns band after band from the edges to the home's, and block after block in each. The rest is
/// never cut in two.
fn blocks(workspace: &Workspace) -> Vec<Step> {
    let mut steps = Vec::new();
    let home = workspace.coordinates(workspace.home);
    let Region { low, high } = workspace.left;
    for (top, bottom, down) in inwards(low[0], high[0], home[0]) {
        let block = |left: usize, right: usize| Region {
            low: [top, left, 0],
            high: [bottom, right, 0],
        };
        // The gate's row, beside the rest.
        let row = if down == Some(false) { top } else { bottom };
        let columns = inwards(low[1], high[1], home[1]);
        let order: Vec<_> = if down.is_none() {
            with_last_two_joined(columns)
        } else {
            // The whole band is cut, from one end to the other.
            across(columns)
        };
        for (left, right, onwards) in order {
            let (gate, exit) = match (onwards, down) {
                (Some(is_up), _) => {
                    let col = if is_up { right } else { left };
                    ([row, col, 0], Side::along(1, is_up))
                }
                (None, Some(is_down)) => {
                    let col = if home[1] > left { right } else { left };
                    ([row, col, 0], Side::along(0, is_down))
                }
                (None, None) => {
                    steps.push(Step::Last(block(left, right)));
                    continue;
                }
            };
            let gate = workspace.cell(gate);
            let Some(outside) = workspace.beside(gate, exit) else {
                continue;
            };
            steps.push(Step::Block(Gather {
                block: block(left, right),
                gate,
                outside,
                exit,
            }));
        }
    }
    steps
}

/// Merges the last two parts. They are side by side: the last one is the home's.
///
/// Solved together they take fewer moves: 15 on 10 x 10.
fn with_last_two_joined(mut parts: Parts) -> Parts {
    if let [.., (low, high, _), (home_low, home_high, _)] = parts[..] {
        parts.truncate(parts.len() - 2);
        parts.push((low.min(home_low), high.max(home_high), None));
    }
    parts
}

/// Returns parts from one end to the other, so that the last ones are those of the home.
fn across(mut parts: Parts) -> Parts {
    let is_up = parts.first().and_then(|part| part.2).unwrap_or(true);
    parts.sort_unstable();
    if !is_up {
        parts.reverse();
    }
    let last = parts.len() - 1;
    for (nth, part) in parts.iter_mut().enumerate() {
        part.2 = (nth < last).then_some(is_up);
    }
    parts
}

/// Returns the lines of the outermost layers, one layer after the other, and the last cells.
fn lines(workspace: &Workspace) -> Vec<Step> {
    let mut left = workspace.left;
    let mut lines = Vec::new();
    let has_two_rows = left.cells() == 2 * left.longest();
    let most = LAST_AFTER_LINES[usize::from(has_two_rows)];
    while left.cells() > most {
        let face = Face::outermost(&left, workspace);
        face.cut_off(&mut left);
        lines.extend(face.lines().map(<[usize]>::to_vec));
    }
    alloc::vec![Step::Lines(lines), Step::Last(left)]
}

#[cfg(test)]
mod tests {
    use super::{BeamSettings, solve, solve_by_beam};
    use crate::construct::workspace::Workspace;
    use crate::exact::fixtures::{Random, walk};
    use crate::runtime::job::block_on;
    use crate::shape::Shape;

    #[test]
    fn a_last_block_is_tried_again_by_wider_beams() {
        let shape = Shape::square(4).unwrap();
        let (mut by_narrow_beam, mut by_regions) = (0, 0);
        for seed in 0..30 {
            let (board, _) = walk(shape, 15, 400, &mut Random(seed));
            let mut workspace = Workspace::filled(&board);
            let settings = BeamSettings {
                number: 0,
                width: 1,
            };
            let is_solved =
                block_on(async |pace| solve(&mut workspace, settings, false, pace).await);
            if is_solved.unwrap() {
                by_regions += 1;
                assert!(board.is_solved_by(&workspace.moves.iter().copied().collect()));
            }
            let beam = block_on(async |pace| solve_by_beam(&board, 1, 300, pace).await);
            by_narrow_beam += u32::from(beam.unwrap().is_some());
        }
        assert!(by_narrow_beam < by_regions, "{by_narrow_beam} {by_regions}");
    }
}
