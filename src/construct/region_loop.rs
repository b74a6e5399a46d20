//! A board put in order region by region, each by a beam.

use alloc::vec::Vec;

use super::beam_settings::BeamSettings;
use super::layout::{Step, steps};
use super::line_by_line;
use super::lines;
use super::region_beam::{Arrival, Gather, RegionBeam};
use super::tuning::{
    MOST_IN_BLOCK, MOST_SEARCHED, SEARCHED_WHOLE, TRIES_OF_BLOCK, TRIES_OF_LAST, TRIES_OF_LINES,
    Tuning, WIDTH_OF_LAST,
};
use super::workspace::Workspace;
use crate::beam::solve_by_beam;
use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::region::Region;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::construct as cost;
use crate::runtime::job::Pace;
use crate::side::Side;

/// The steps of the blank that are made at once.
const STEPS: usize = 1 << 12;

/// Solves a board step by step of its layout; returns false if a step fails. With `transports` a
/// beam leads tiles near their homes before, unless the layout takes them as they are.
pub(super) async fn solve(
    workspace: &mut Workspace,
    settings: BeamSettings,
    transports: bool,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let mut it = RegionLoop {
        settings,
        workspace,
        pace,
    };
    let tuning = Tuning::for_shape(it.workspace.shape);
    if transports && tuning.transport.is_some() && !it.by_beam(None).await? {
        return Ok(false);
    }
    let steps = steps(it.workspace, tuning.layout)?;
    for step in &steps {
        let is_done = match step {
            Step::Block(gather) => it.by_beam(Some(gather)).await?,
            Step::Lines(lines, last) => it.by_lines(lines, last).await?,
            Step::Last(region) => it.solve_last(region, steps.len() == 1).await?,
        };
        if !is_done {
            return Ok(false);
        }
        it.fix(step);
    }
    Ok(true)
}

struct RegionLoop<'w> {
    settings: BeamSettings,
    workspace: &'w mut Workspace,
    pace: &'w mut Pace,
}

impl RegionLoop<'_> {
    /// Does a step by a beam; returns whether a try succeeds.
    async fn by_beam(&mut self, gather: Option<&Gather>) -> Result<bool, OutOfMemory> {
        for nth_try in 0..TRIES_OF_BLOCK {
            if nth_try > 0 {
                fetch_farthest(gather, nth_try, self.workspace, self.pace).await?;
            }
            let Some(region) = self.region_for(gather).await? else {
                return Ok(false);
            };
            let params = match gather {
                None => self.settings.of_transport(nth_try, self.workspace),
                Some(_) => self.settings.of_block(nth_try, self.workspace),
            };
            let gather = gather.cloned();
            let beam = RegionBeam::run(gather, params, region, self.workspace, self.pace).await?;
            if let Some(way) = self.best_way(&beam).await? {
                self.go(&way).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the part of the board that a beam searches. While it is too large, the farthest
    /// tile of the block is led to it; `None` if that is no help.
    async fn region_for(&mut self, gather: Option<&Gather>) -> Result<Option<Region>, OutOfMemory> {
        let mut fetched = 0;
        loop {
            self.pace
                .spend(cost::LAYOUT_CELL * self.workspace.at.len())
                .await;
            let region = match gather {
                None => self.workspace.left,
                Some(gather) => window_for(gather, self.workspace),
            };
            if region.cells() <= MOST_SEARCHED {
                return Ok(Some(region));
            }
            fetched += 1;
            if !fetch_farthest(gather, fetched, self.workspace, self.pace).await? {
                return Ok(None);
            }
        }
    }

    /// Returns the best of the ways to the arrivals of a beam, each with the solution of its block.
    async fn best_way(&mut self, beam: &RegionBeam) -> Result<Option<Vec<Side>>, OutOfMemory> {
        let (mut best, mut least) = (None, u64::MAX);
        for arrival in &beam.arrivals {
            let way = beam.way_to(arrival, self.pace).await;
            let mut steps = reserved(way.len() + MOST_IN_BLOCK + 1)?;
            steps.extend(way.iter().rev());
            let Some(moves) = self.solution_of_block(beam, &steps, arrival, least).await? else {
                continue;
            };
            steps.extend(sides(&moves));
            let total = 16 * steps.len() as u64 + arrival.rest;
            if total < least {
                steps.extend(beam.exit());
                (best, least) = (Some(steps), total);
            }
        }
        Ok(best)
    }

    /// Returns the solution of the block that a beam has filled, no moves if it was not for a
    /// block. `None` if it is not solved, or the way would not cost less than `least` in all.
    async fn solution_of_block(
        &mut self,
        beam: &RegionBeam,
        way: &[Side],
        arrival: &Arrival,
        least: u64,
    ) -> Result<Option<Moves>, OutOfMemory> {
        let board = beam.block_after(way, self.workspace)?;
        self.pace
            .spend(cost::WEIGHED_CELL * self.workspace.at.len())
            .await;
        let Some(board) = board else {
            return Ok(Some(Moves::new()));
        };
        let left = least.saturating_sub(arrival.rest + 16 * way.len() as u64 + 1);
        let most = usize::try_from(left / 16).map_or(MOST_IN_BLOCK, |left| left.min(MOST_IN_BLOCK));
        self.solve_block(&board, self.settings.width, most).await
    }

    /// Solves a block by a beam of a width.
    async fn solve_block(
        &mut self,
        board: &CanonicalBoard,
        width: usize,
        most: usize,
    ) -> Result<Option<Moves>, OutOfMemory> {
        self.pace.spend(cost::BEAM).await;
        solve_by_beam(board, width, most, self.pace).await
    }

    /// Puts lines in order, one after the other; returns whether a try succeeds.
    async fn by_lines(&mut self, lines: &[Vec<usize>], last: &Region) -> Result<bool, OutOfMemory> {
        for nth_try in 0..TRIES_OF_LINES {
            let params = self.settings.of_lines(nth_try);
            self.pace
                .spend(cost::LAYOUT_CELL * self.workspace.at.len())
                .await;
            let way = lines::way_through(lines, last, &params, self.workspace, self.pace).await?;
            if let Some(way) = way {
                let way: Vec<Side> = way.iter().rev().copied().collect();
                self.go(&way).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Solves the last block, which may be all of the board; returns whether a try succeeds.
    async fn solve_last(&mut self, region: &Region, is_all: bool) -> Result<bool, OutOfMemory> {
        let Some(board) = self.workspace.block(region) else {
            return Ok(false);
        };
        let least = if is_all { 0 } else { WIDTH_OF_LAST };
        for factor in TRIES_OF_LAST {
            let width = self.settings.width.max(least) * factor;
            if let Some(moves) = self.solve_block(&board, width, MOST_IN_BLOCK).await? {
                let way: Vec<Side> = sides(&moves).collect();
                self.go(&way).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the moves of a way.
    async fn go(&mut self, way: &[Side]) -> Result<(), OutOfMemory> {
        for steps in way.chunks(STEPS) {
            for &side in steps {
                if let Some(cell) = self.workspace.beside(self.workspace.blank, side) {
                    self.workspace.go(side, cell)?;
                }
            }
            self.workspace.settle(2 * steps.len(), self.pace).await;
        }
        Ok(())
    }

    /// Fixes the cells that a step has put in order.
    fn fix(&mut self, step: &Step) {
        let cells: Vec<usize> = match step {
            Step::Block(gather) => gather.block.cells_on(self.workspace).collect(),
            Step::Lines(lines, _) => lines.iter().flatten().copied().collect(),
            Step::Last(_) => Vec::new(),
        };
        for cell in cells {
            self.workspace.is_fixed[cell] = true;
        }
    }
}

/// Returns the blank's steps for moves of tiles.
fn sides(moves: &Moves) -> impl Iterator<Item = Side> {
    moves.into_iter().map(Side::of_blank)
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
    let tiles = gather.block.cells_on(workspace);
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

/// Leads the farthest tile of a block to it; returns false if it is no block, or `fetched` tiles
/// are more than it has.
async fn fetch_farthest(
    gather: Option<&Gather>,
    fetched: usize,
    workspace: &mut Workspace,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let Some(gather) = gather else {
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
