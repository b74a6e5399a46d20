//! Region by region: a beam puts each region of the board in order.

use alloc::vec::Vec;

use super::line_by_line::{self, Face};
use super::region_beam::{BeamParams, BeamSettings, Gather, RegionBeam, Task};
use super::workspace::Workspace;
use crate::beam::solve_by_beam;
use crate::policy::regions::{
    LAST_AFTER_LINES, MOST_IN_BLOCK, MOST_SEARCHED, SEARCHED_WHOLE, TRIES, WIDER_LAST,
    WIDTH_OF_LAST,
};
use crate::policy::{Class, Policy};
use crate::region::Region;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::side::Side;

/// Solves a board task by task of its layout; returns false if a task fails. If the beams are wide
/// enough one of them brings tiles near their homes before.
pub(super) async fn solve(
    workspace: &mut Workspace,
    settings: BeamSettings,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let (mut all, last) = tasks(workspace);
    let policy = Policy::of(workspace.shape);
    if policy.transport.is_some() && policy.transports_by(settings.width) {
        all.insert(0, Task::Transport);
    }
    for task in &all {
        if !by_beam(workspace, task, settings, pace).await? {
            return Ok(false);
        }
        let cells = match task {
            Task::Transport => Vec::new(),
            Task::Gather(gather) => gather.block.cells_on(workspace.shape).collect(),
            Task::Lines(lines) => lines.concat(),
        };
        for cell in cells {
            workspace.is_fixed[cell] = true;
        }
    }
    let width = settings.reduced(settings.width, workspace.moves.len(), pace);
    solve_last(workspace, &last, width, pace).await
}

/// Returns the tasks by which a board is put in order, and the last block.
pub(super) fn tasks(workspace: &Workspace) -> (Vec<Task>, Region) {
    match Policy::of(workspace.shape).class {
        Class::Thin | Class::Box => lines(workspace),
        Class::Large => blocks(workspace),
        Class::Small => (Vec::new(), workspace.rest),
    }
}

/// Runs a task by a beam; returns whether a try succeeds.
async fn by_beam(
    workspace: &mut Workspace,
    task: &Task,
    settings: BeamSettings,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    for nth_try in 0..TRIES {
        let region = match task {
            Task::Gather(gather) => region_for(workspace, gather, nth_try, pace).await?,
            Task::Transport | Task::Lines(_) => Some(workspace.rest),
        };
        let Some(region) = region else {
            return Ok(false);
        };
        let params = BeamParams::new(task, workspace, settings, nth_try);
        let beam = RegionBeam::new(task, params, region, workspace)?;
        if let Some(path) = beam.path(pace).await? {
            go(workspace, path, pace).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the part of the board that a beam searches for a block. For each later try, and while it
/// is too large, the farthest tile of the block is led to it; `None` if that does not help.
async fn region_for(
    workspace: &mut Workspace,
    gather: &Gather,
    nth_try: usize,
    pace: &mut Pace,
) -> Result<Option<Region>, OutOfMemory> {
    for fetched in 0..gather.block.cells() + 2 {
        pace.spend(10 * workspace.at.len()).await;
        let region = window_for(gather, workspace);
        if fetched >= nth_try && region.cells() <= MOST_SEARCHED {
            return Ok(Some(region));
        }
        fetch_farthest(gather, workspace, pace).await?;
    }
    Ok(None)
}

/// Solves the last block, which may be all of the board; returns whether a try succeeds.
async fn solve_last(
    workspace: &mut Workspace,
    region: &Region,
    width: usize,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let Some(board) = workspace.block(region) else {
        return Ok(false);
    };
    let is_all = region.cells() == workspace.at.len();
    let least = if is_all { 0 } else { WIDTH_OF_LAST };
    for factor in WIDER_LAST {
        pace.spend(20_000).await;
        let width = width.max(least) * factor;
        if let Some(moves) = solve_by_beam(&board, width, MOST_IN_BLOCK, None, pace).await? {
            let path = moves.iter().map(Side::of_blank);
            go(workspace, path, pace).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

async fn go(
    workspace: &mut Workspace,
    path: impl IntoIterator<Item = Side>,
    pace: &mut Pace,
) -> Result<(), OutOfMemory> {
    for side in path {
        workspace.go(side);
        workspace.settle(2, pace).await?;
    }
    Ok(())
}

/// Returns the part of the board in which a beam runs: the whole rest, or the cells near its
/// block.
fn window_for(gather: &Gather, workspace: &Workspace) -> Region {
    let left = (0..workspace.at.len()).filter(|&cell| !workspace.is_fixed[cell]);
    let left = left.map(|cell| workspace.coordinates(cell));
    let left = Region::around(left).unwrap_or(workspace.rest);
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
async fn fetch_farthest(
    gather: &Gather,
    workspace: &mut Workspace,
    pace: &mut Pace,
) -> Result<(), OutOfMemory> {
    let tiles = gather.block.cells_on(workspace.shape);
    let tiles = tiles.chain([workspace.home]);
    let far = |&tile: &usize| workspace.distance(workspace.place_of[tile].into(), gather.outside);
    if let Some(tile) = tiles.max_by_key(far) {
        line_by_line::fetch(workspace, tile, gather.outside, pace).await?;
    }
    Ok(())
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

/// Returns the parts of an axis, first and last coordinate, from the ends inwards, those on the
/// side with more of them first. The home's comes last.
fn inwards(low: usize, high: usize, home: usize) -> Vec<(usize, usize)> {
    let mut first = low;
    let parts = cuts(high - low + 1).map(|length| {
        first += length;
        (first - length, first - 1)
    });
    let mut parts: Vec<(usize, usize)> = parts.collect();
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
    let (mut tasks, mut last) = (Vec::new(), workspace.rest);
    let home = workspace.coordinates(workspace.home);
    let Region { low, high } = workspace.rest;
    let bands = inwards(low[0], high[0], home[0]);
    for (nth, &(top, bottom)) in bands.iter().enumerate() {
        // `Some(true)` if the rest is below, `None` in the last band.
        let down = bands.get(nth + 1).map(|next| next.0 > top);
        let block = |left: usize, right: usize| Region {
            low: [top, left, 0],
            high: [bottom, right, 0],
        };
        // The gate's row, beside the rest.
        let row = if down == Some(false) { top } else { bottom };
        let mut columns = inwards(low[1], high[1], home[1]);
        if down.is_none() {
            join_last_two(&mut columns);
        } else {
            // The whole band is cut, beginning at the end farther from the home.
            let descends = columns.first() > columns.last();
            columns.sort_unstable();
            if descends {
                columns.reverse();
            }
        }
        for (nth, &(left, right)) in columns.iter().enumerate() {
            let onwards = columns.get(nth + 1).map(|next| next.0 > left);
            let (is_right, exit) = match (onwards, down) {
                (Some(is_right), _) => (is_right, Side::along(1, is_right)),
                (None, Some(is_down)) => (home[1] > left, Side::along(0, is_down)),
                (None, None) => {
                    last = block(left, right);
                    continue;
                }
            };
            let col = if is_right { right } else { left };
            let gate = workspace.cell([row, col, 0]);
            let Some(outside) = workspace.beside(gate, exit) else {
                continue;
            };
            tasks.push(Task::Gather(Gather {
                block: block(left, right),
                gate,
                outside,
                exit,
            }));
        }
    }
    (tasks, last)
}

/// Merges the last two parts. They are side by side: the last one is the home's.
///
/// Solved together they take fewer moves.
fn join_last_two(parts: &mut Vec<(usize, usize)>) {
    if let [.., (low, high), (home_low, home_high)] = parts[..] {
        parts.truncate(parts.len() - 2);
        parts.push((low.min(home_low), high.max(home_high)));
    }
}

/// Returns the lines of the outermost layers, one layer after the other, and the last cells.
fn lines(workspace: &Workspace) -> (Vec<Task>, Region) {
    let mut left = workspace.rest;
    let mut lines = Vec::new();
    let has_two_rows = left.cells() == 2 * left.longest();
    let most = LAST_AFTER_LINES[usize::from(has_two_rows)];
    while left.cells() > most {
        let face = Face::outermost(&left, workspace);
        left.cut_off(face.normal, face.is_high);
        let of_face = face.cells.chunks(face.length);
        lines.extend(of_face.map(<[usize]>::to_vec));
    }
    (alloc::vec![Task::Lines(lines)], left)
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
            let settings = BeamSettings {
                number: 0,
                width: 1,
                quota: None,
            };
            block_on(async |pace| {
                let mut workspace = Workspace::new(&board, pace).await.unwrap();
                if solve(&mut workspace, settings, pace).await.unwrap() {
                    by_regions += 1;
                    assert!(board.is_solved_by(&workspace.moves[..].into()));
                }
            });
            let beam = block_on(async |pace| solve_by_beam(&board, 1, 300, None, pace).await);
            by_narrow_beam += u32::from(beam.unwrap().is_some());
        }
        assert!(by_narrow_beam < by_regions, "{by_narrow_beam} {by_regions}");
    }
}
