//! Beams on whole boards, from the start to the goal.

use alloc::boxed::Box;

use super::{Beam, BeamConfig, Keys, Next, max_width};
use crate::beam::ranking::{ByOrder, Ranking, Weighed};
use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::moves::Moves;
use crate::pairs;
use crate::policy::part_of_cell;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::{BoxFuture, Pace};
use crate::side::Side;

/// Returns a solution of at most `most` moves, if a beam of a width finds one. It is ranked by
/// pairs of tiles or, in boxes and on large boards, by powers of the tiles' distances.
pub(crate) fn solve_by_beam<'p>(
    board: &'p CanonicalBoard,
    width: usize,
    most: usize,
    pace: &'p mut Pace,
) -> BoxFuture<'p, Result<Option<Moves>, OutOfMemory>> {
    Box::pin(async move {
        if let Some(tables) = pairs::tables_for(board.shape, pace).await? {
            return beam_to_goal(tables, Weighed::of(board), board, width, most, pace).await;
        }
        let (ranking, state) = ByOrder::new(board);
        beam_to_goal(ranking, state, board, width, most, pace).await
    })
}

/// Returns a solution of at most `most` moves, if a beam of a width finds one, given the ranking's
/// data of the board.
///
/// The search is incomplete: its end proves nothing.
pub(crate) async fn beam_to_goal<R: Ranking>(
    ranking: R,
    state: R::State,
    board: &CanonicalBoard,
    width: usize,
    most: usize,
    pace: &mut Pace,
) -> Result<Option<Moves>, OutOfMemory> {
    if board.is_solved() {
        return Ok(Some(Moves::new()));
    }
    let (width, cells) = (width.min(max_width(board.shape)), board.cells.len());
    let config = BeamConfig {
        neighbours: Neighbours::new(board.shape)?,
        keys: Keys::new(cells, |_| true)?,
        width,
        width_of_cell: width.div_ceil(part_of_cell(cells)),
    };
    let mut beam = Beam::new(ranking, state, &board.cells, board.blank, config)?;
    while let Some(left) = most.checked_sub(beam.made + 1) {
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
