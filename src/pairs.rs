//! Estimates of the distance to the goal by pairs of tiles.
//!
//! Two tiles that belong side by side, and stand side by side the wrong way round, cost moves that
//! the Manhattan distance does not count. So does a tile far from home between others at home, and
//! one far from the blank. `weights.bin` has a number for each such pair: by the offset between
//! their homes, and the displacement of each from its home. The numbers are fitted to solutions
//! that a beam finds with their help (self-play), and are the same for every rectangle: all corners
//! are equal by symmetry.
//!
//! The sum is a good estimate but no bound. It ranks the boards of beams on rectangles of up to 81
//! cells, whole boards and blocks of larger ones.

mod tables;
mod weights;

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::Mutex;

use crate::policy::has_pairs;
use crate::runtime::{OutOfMemory, Pace, lock};
use crate::shape::Shape;
pub(crate) use tables::{PairScore, PairTables};

/// The tables that all solves of the process share, those used last at the end.
static LAID_OUT: Mutex<Vec<Arc<PairTables>>> = Mutex::new(Vec::new());

/// The bytes of tables that are kept, unless those used last alone have more. A board of 10 x 10
/// and more needs tables of up to six shapes of blocks.
const MOST_KEPT: usize = 64_000_000;

/// Returns the tables of a shape, which are laid out once; `None` if pairs do not rank its boards.
pub(crate) async fn tables_for(
    shape: Shape,
    pace: &mut Pace,
) -> Result<Option<Arc<PairTables>>, OutOfMemory> {
    if !has_pairs(shape) {
        return Ok(None);
    }
    {
        let mut kept = lock(&LAID_OUT);
        if let Some(at) = kept.iter().position(|it| it.shape == shape) {
            kept[at..].rotate_left(1);
            return Ok(kept.last().cloned());
        }
    }
    let tables = Arc::new(PairTables::lay_out(shape, pace).await?);
    let mut kept = lock(&LAID_OUT);
    // Another thread may have inserted it.
    kept.retain(|it| it.shape != shape);
    kept.push(Arc::clone(&tables));
    while kept.len() > 1 && kept.iter().map(|it| it.bytes()).sum::<usize>() > MOST_KEPT {
        kept.remove(0);
    }
    Ok(Some(tables))
}
