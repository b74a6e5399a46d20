//! The invariant of all moves, and the rule of solvability that follows.

use crate::cells::View;
use crate::goal::{Goal, GoalError};
use crate::inversions::{parity_below_16, parity_of_distinct};
use crate::permutation::Parity;
use crate::shape::Shape;

/// Returns whether the goal can be reached from a board.
///
/// Always inlined with its callees: for a shape known at compile time nearly all of it is constant.
#[inline(always)]
pub(crate) fn reaches(board: View<'_>, goal: &Goal) -> bool {
    let shape = board.shape;
    if matches!(goal, Goal::Partial(_)) {
        return reaches_some(board, goal);
    }
    if shape.is_path() {
        let tiles = goal.tiles(shape);
        return tiles.is_ok_and(|it| it.filter(|&tile| tile != 0).eq(board.order()));
    }
    of_goal(goal, shape).is_ok_and(|invariant| of_board(board) == invariant)
}

/// The same for a goal with free tiles.
#[inline(never)]
fn reaches_some(board: View<'_>, goal: &Goal) -> bool {
    let completed = goal.completed(board);
    !matches!(*completed, Goal::Partial(_)) && reaches(board, &completed)
}

/// Returns the invariant: the parity of the permutation, blank included, plus that of the blank's
/// cell.
///
/// A move is one swap and one step of the blank, so it changes both.
#[inline(always)]
pub(crate) fn of_board(board: View<'_>) -> Parity {
    let cells = board.shape.cells();
    let permutation = if cells <= 16 {
        parity_below_16(board.tiles)
    } else {
        parity_of_distinct(board.tiles.iter().copied(), cells)
    };
    permutation ^ colour(board.shape, board.blank)
}

/// Returns the same for a goal.
#[inline]
pub(crate) fn of_goal(goal: &Goal, shape: Shape) -> Result<Parity, GoalError> {
    let cells = shape.cells();
    match goal {
        // One cycle through all cells.
        Goal::BlankLast => Ok(Parity::of(cells as u64 - 1) ^ colour(shape, cells - 1)),
        Goal::BlankFirst => Ok(Parity::Even),
        _ => of_any_goal(goal, shape),
    }
}

/// The same for any goal; apart, so that the two above are constant expressions.
#[inline(never)]
fn of_any_goal(goal: &Goal, shape: Shape) -> Result<Parity, GoalError> {
    let permutation = parity_of_distinct(goal.tiles(shape)?, shape.cells());
    Ok(permutation ^ colour(shape, goal.home(shape)?))
}

/// Returns the colour of a cell on the chessboard of the shape: each step of the blank changes it.
#[inline]
const fn colour(shape: Shape, cell: usize) -> Parity {
    let at = shape.place(cell);
    Parity::of((at.layer + at.row + at.column) as u64)
}
