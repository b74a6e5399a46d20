//! Beams on whole boards, from the start to the goal.

use alloc::boxed::Box;

use super::{Beam, BeamConfig, Keys, Next, max_width};
use crate::beam::ranking::{ByOrder, Ranking};
use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::moves::Moves;
use crate::pairs::{self, PairScore};
use crate::policy::part_of_cell;
use crate::runtime::{BoxFuture, OutOfMemory, Pace, Quota};
use crate::side::Side;

/// Returns a solution of at most `most` moves, if a beam of a width finds one. It is ranked by
/// pairs of tiles or, in boxes and on large boards, by powers of the tiles' distances.
pub(crate) fn solve_by_beam<'p>(
    board: &'p CanonicalBoard,
    width: usize,
    most: usize,
    quota: Option<Quota>,
    pace: &'p mut Pace,
) -> BoxFuture<'p, Result<Option<Moves>, OutOfMemory>> {
    Box::pin(async move {
        if let Some(tables) = pairs::tables_for(board.shape, pace).await? {
            let state = PairScore {
                weight: 0,
                distance: board.manhattan() as i32,
            };
            return beam_to_goal(tables, state, board, width, most, quota, pace).await;
        }
        let (ranking, state) = ByOrder::new(board);
        beam_to_goal(ranking, state, board, width, most, quota, pace).await
    })
}

/// Returns a solution of at most `most` moves, if a beam of a width finds one, given the ranking's
/// data of the board. With a quota the width of each layer is set so that the beam ends within it,
/// up to the width given.
///
/// The search is incomplete: its end proves nothing.
pub(crate) async fn beam_to_goal<R: Ranking>(
    ranking: R,
    state: R::State,
    board: &CanonicalBoard,
    width: usize,
    most: usize,
    quota: Option<Quota>,
    pace: &mut Pace,
) -> Result<Option<Moves>, OutOfMemory> {
    if board.is_solved() {
        return Ok(Some(Moves::new()));
    }
    let (width, cells) = (width.min(max_width(board.shape)), board.cells.len());
    let part_of_cell = part_of_cell(cells);
    let config = BeamConfig {
        neighbours: Neighbours::new(board.shape)?,
        keys: Keys::new(cells, |_| true)?,
        width,
        width_of_cell: width.div_ceil(part_of_cell),
    };
    let mut beam = Beam::new(ranking, state, &board.cells, board.blank, config)?;
    while let Some(left) = most.checked_sub(beam.made + 1) {
        if let Some(quota) = &quota {
            // The expansions that are left are shared among the layers that are left: the layers
            // before the last one have few boards.
            let boards = quota.left(&pace.counts);
            let boards = boards.saturating_sub(beam.states().len() as u64);
            let layers = most - beam.made - 1;
            let layers = layers.saturating_sub(most / 16).max(1 + most / 32);
            beam.config.width = (boards / layers as u64).clamp(1, width as u64) as usize;
            beam.config.width_of_cell = beam.config.width.div_ceil(part_of_cell);
        }
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        match beam.advance(left, pace).await? {
            Next::Layer => {}
            Next::Goal(link) => {
                let path = beam.trail.path_to(beam.made, link.parent(), pace).await?;
                let path = path.into_iter().chain([link.side()]);
                return Ok(Some(path.map(Side::tile_moves).collect()));
            }
            Next::Over => break,
        }
    }
    Ok(None)
}
