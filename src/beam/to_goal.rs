//! Beams on whole boards, from the start to the goal.

use alloc::boxed::Box;

use super::engine::{self, Steps};
use super::trail::{Link, Way};
use super::{Beam, BeamConfig, Keys, Next, max_width};
use crate::beam::ranking::{ByPairs, Ranking};
use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::moves::Moves;
use crate::pairs;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::beam as cost;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;

/// The moves that are written down at once.
const BLOCK: usize = 1 << 14;

/// On boards of more cells at most a part of the boards of a layer have the blank on the same cell.
/// On 9 x 9 solutions become shorter by a twelfth, on 5 x 10 fewer are not found; on 7 x 7 they
/// become longer by 1 %.
const LARGE: usize = 49;
const PART_OF_CELL: usize = 20;

/// Returns how many boards of a layer may have the blank on the same cell.
const fn width_of_cell(width: usize, cells: usize) -> usize {
    if cells > LARGE {
        width.div_ceil(PART_OF_CELL)
    } else {
        width
    }
}

/// Returns a solution of at most `most` moves, if a beam of a width finds one, given what the
/// ranking keeps of the board: `None` says that it can't be solved.
///
/// Most boards have a solution that the search does not find, so an end without one proves nothing.
pub(crate) async fn beam_to_goal<R: Ranking>(
    ranking: R,
    state: Option<R::State>,
    board: &CanonicalBoard,
    width: usize,
    most: usize,
    pace: &mut Pace,
) -> Result<Option<Moves>, OutOfMemory> {
    let Some(state) = state else { return Ok(None) };
    let width = width.min(max_width(board.shape));
    let terms = BeamConfig {
        neighbours: Shared::new(Neighbours::new(board.shape)?),
        keys: Shared::new(Keys::new(board.cells.len(), |_| true)?),
        width,
        width_of_cell: width_of_cell(width, board.cells.len()),
        ends_at_goal: true,
    };
    let beam = Beam::new(ranking, state, &board.cells, board.blank, terms)?;
    way_to_goal(Box::new(beam), board.is_solved(), most, pace).await
}

/// Returns a solution of a board of at most `most` moves, if a beam of a width finds one. It is ranked
/// by pairs or, on other shapes, by linear conflict.
pub(crate) async fn solve_by_beam(
    board: &CanonicalBoard,
    width: usize,
    most: usize,
    pace: &mut Pace,
) -> Result<Option<Moves>, OutOfMemory> {
    if let Some(tables) = pairs::tables_for(board.shape, pace).await? {
        let state = Some(ByPairs::evaluate(board));
        return beam_to_goal(ByPairs(tables), state, board, width, most, pace).await;
    }
    let Ok(conflict) = LinearConflict::new(board.shape, board.home) else {
        unreachable!("the home is a cell of the board");
    };
    let state = Some(conflict.evaluate(board));
    beam_to_goal(Shared::new(conflict), state, board, width, most, pace).await
}

/// Returns the moves to the goal, at most `most`, if it is found. Code for all rankings.
async fn way_to_goal(
    mut beam: Box<dyn Steps>,
    is_solved: bool,
    most: usize,
    pace: &mut Pace,
) -> Result<Option<Moves>, OutOfMemory> {
    let mut goal = None;
    while !is_solved && goal.is_none() {
        let Some(left) = most.checked_sub(beam.engine().made + 1) else {
            return Ok(None);
        };
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        match engine::advance(&mut *beam, left, pace).await? {
            Next::Layer => {}
            Next::Goal(link) => goal = Some(link),
            Next::Over => return Ok(None),
        }
    }
    let engine = beam.engine();
    let parent = goal.map_or(0, Link::parent);
    let way = engine.way_to((engine.made, parent), goal, pace).await?;
    written(&way, pace).await.map(Some)
}

/// Returns the moves of a way of the blank.
async fn written(way: &Way, pace: &mut Pace) -> Result<Moves, OutOfMemory> {
    let mut moves = Moves::new();
    moves.try_reserve(way.backwards().len())?;
    for sides in way.backwards().rchunks(BLOCK) {
        moves.extend(sides.iter().rev().map(|side| side.tile_moves()));
        pace.spend(cost::WRITTEN * sides.len()).await;
    }
    Ok(moves)
}
