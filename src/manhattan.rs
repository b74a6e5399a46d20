//! The sum of the tiles' taxicab distances.

use crate::cells::View;
use crate::goal::{Goal, GoalError};
use crate::shape::Shape;

/// Returns the sum of the taxicab distances of all tiles from their cells in the goal; 0 for the
/// goal alone.
pub(crate) fn to_goal(board: View<'_>, goal: &Goal) -> Result<usize, GoalError> {
    let destinations = goal.destinations(board.shape)?;
    let tiles = board.tiles.iter();
    let wanted = tiles.map(|&tile| destinations[usize::from(tile)]);
    Ok(between(board.shape, destinations[0], wanted))
}

/// Returns the sum of the taxicab distances of all cells from those that their contents must reach;
/// the blank and free tiles, for which `home` stands, are left out.
pub(crate) fn between(shape: Shape, home: u16, destinations: impl Iterator<Item = u16>) -> usize {
    let cells = destinations.enumerate();
    cells
        .filter(|&(_, destination)| destination != home)
        .map(|(cell, destination)| shape.distance(cell, destination.into()))
        .sum()
}
