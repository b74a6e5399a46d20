//! Region by region: a beam puts each region of the board in order.

use alloc::vec::Vec;

use super::line_by_line::Face;
use super::region_beam::{BeamSettings, Gather, RegionBeam, Task};
use super::workspace::Workspace;
use crate::beam::solve_by_beam;
use crate::policy::regions::{
    LAST_AFTER_LINES, MOST_IN_BLOCK, MOST_SEARCHED, SEARCHED_WHOLE, TRIES, WIDER_LAST,
    WIDTH_OF_LAST,
};
use crate::policy::{Class, Policy};
use crate::region::Region;
use crate::runtime::{OutOfMemory, Pace, filled};
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
        for task in &all {
            if !self.by_beam(task, settings, pace).await? {
                return Ok(false);
            }
            if let Task::Gather(gather) = task {
                for cell in gather.block.cells_on(self.shape) {
                    self.is_fixed[cell] = true;
                }
            }
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

    /// Runs a task by a beam; returns whether a try succeeds.
    async fn by_beam(
        &mut self,
        task: &Task,
        settings: BeamSettings,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        for nth_try in 0..TRIES {
            let region = match task {
                Task::Gather(gather) => self.region_for(gather, nth_try, pace).await?,
                Task::Transport | Task::Lines { .. } => Some(self.rest),
            };
            let Some(region) = region else { break };
            let beam = RegionBeam::new(task, self, region, settings, nth_try)?;
            if let Some(path) = beam.path(pace).await? {
                self.go_all(path, pace).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the part of the board that a beam searches for a block: the whole rest, or the cells
    /// near the block. For each later try, and while it is too large, the tile of the block (or the blank) that is farthest from it is led to
    /// it; `None` if that does not help.
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
            columns.sort_unstable();
            if descends {
                columns.reverse();
            }
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

#[cfg(test)]
mod tests {
    use super::{BeamSettings, solve_by_beam};
    use crate::construct::workspace::Workspace;
    use crate::exact::fixtures::{Random, walk};
    use crate::runtime::block_on;
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
                if workspace.solve_by_regions(settings, pace).await.unwrap() {
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
