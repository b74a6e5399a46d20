//! Search by the Manhattan distance, with the best kernel for a shape.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::canonical::CanonicalBoard;
use crate::exact::fixed15::Fixed15;
use crate::exact::general::General;
use crate::exact::neighbours::Neighbours;
use crate::exact::rounds::Rounds;
use crate::heuristic::{ByTiles, Manhattan};
use crate::runtime::alloc::OutOfMemory;

/// Returns the search of a solvable board by the Manhattan distance of its tiles alone.
pub(crate) fn by_manhattan(board: CanonicalBoard) -> Result<Rounds, OutOfMemory> {
    if let Some(kernel) = Fixed15::new(&board) {
        return Ok(Rounds::new(Box::new(kernel), 0));
    }
    let neighbours = Arc::new(Neighbours::new(board.shape)?);
    let manhattan = ByTiles(Arc::new(Manhattan::of_board(&board)));
    let kernel = General::new(manhattan, neighbours, board);
    Ok(Rounds::new(Box::new(kernel), 0))
}
