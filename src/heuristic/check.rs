//! Proof, on a small shape, that a heuristic keeps its promises.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::{Heuristic, HeuristicError};
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::messages::messages;
use crate::permutation;
use crate::shape::Shape;

/// The most cells that [`check`] goes through: 10! / 2 boards.
const MOST_CELLS: usize = 10;

/// The findings of [`check`] about a good heuristic.
///
/// # Examples
/// ```
/// use npuzzle::heuristic::{Manhattan, check};
/// use npuzzle::Shape;
/// let shape = Shape::square(2)?;
/// let report = check(shape, 3, &Manhattan::new(shape, 3)?)?;
/// assert_eq!((report.boards, report.moves), (12, 24)); // a ring: two moves from each board
/// assert_eq!(report.mean_estimate, report.mean_distance); // exact on so small a board
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The number of boards from which the goal can be reached, all of which were checked.
    pub boards: u64,
    /// The moves between them, each direction counted.
    pub moves: u64,
    /// The mean estimate.
    pub mean_estimate: f64,
    /// The mean distance to the goal.
    pub mean_distance: f64,
    /// `true` if every move changes the estimate by exactly 1, so that the estimate has the parity
    /// of the distance.
    pub parity: bool,
}

/// A promise that a heuristic breaks, and the board nearest to the goal where it does.
///
/// Boards are ordinary ones, for the goal with the tiles in order and the blank at home: blank-last
/// if the home is the last cell, blank-first if it is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckError {
    /// The shape has too many boards to go through all.
    TooManyCells {
        /// The shape asked for.
        shape: Shape,
    },
    /// The shape has no such home, or the heuristic is made for boards of another shape or home.
    Heuristic(HeuristicError),
    /// The estimate is above the distance: the heuristic isn't admissible.
    Overestimates {
        /// The board.
        board: DynBoard,
        /// The heuristic's estimate.
        estimate: u32,
        /// The least number of moves to the goal.
        distance: u32,
    },
    /// A move changes the estimate by more than 1: the heuristic isn't consistent. But it is
    /// admissible: no estimate is above the distance.
    Inconsistent {
        /// The board.
        board: DynBoard,
        /// The move.
        direction: Direction,
        /// The estimate before the move.
        before: u32,
        /// The estimate after the move.
        after: u32,
    },
    /// `update` doesn't return what `evaluate` returns for the board after the move.
    UpdateDiffers {
        /// The board.
        board: DynBoard,
        /// The move.
        direction: Direction,
    },
}

messages! { CheckError, caused by Heuristic(HeuristicError);
    Self::Heuristic(_) => "the heuristic can't be checked";
    Self::TooManyCells { shape } =>
        "a board of {shape} has more than {MOST_CELLS} cells: too many boards to check all";
    Self::Overestimates { board, estimate, distance } =>
        "at {board} the estimate is {estimate}, but {distance} moves reach the goal";
    Self::Inconsistent { board, direction, before, after } => "at {board} the move {direction} \
        changes the estimate from {before} to {after}, by more than 1; the heuristic is \
        admissible: no estimate is above the distance";
    Self::UpdateDiffers { board, direction } =>
        "at {board} the update for the move {direction} differs from the next board's evaluation";
}

/// Proves a heuristic on every board of a small shape, or names the first board on which it fails.
///
/// Goes through all boards from which the goal can be reached, breadth first from the goal, and
/// through every move between them. Tests that no estimate is above the distance, that no move
/// changes it by more than 1, and that `update` agrees with `evaluate`. It needs a byte for each
/// permutation of the cells. Nine cells suffice to find every mistake known from public solvers;
/// other kinds of shapes, such as boxes, need their own check.
///
/// ```
/// use npuzzle::Shape;
/// use npuzzle::heuristic::{LinearConflict, check};
///
/// let shape = Shape::new(2, 2, 2)?;
/// let report = check(shape, 7, &LinearConflict::new(shape, 7)?)?;
/// assert_eq!(report.boards, 20_160);
/// assert!(report.parity && report.mean_estimate < report.mean_distance);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// [`CheckError::TooManyCells`] beyond 10 cells, [`CheckError::Heuristic`] if the shape has no such
/// home or the heuristic does not fit, else the first mistake; [`CheckError::Inconsistent`] only if
/// all boards have no other.
pub fn check<H: Heuristic>(shape: Shape, home: usize, heuristic: &H) -> Result<Report, CheckError> {
    let cells = shape.cells();
    if cells > MOST_CELLS {
        return Err(CheckError::TooManyCells { shape });
    }
    let solved = CanonicalBoard::from_cells(shape, home, 0..cells as u16);
    let solved = solved.ok_or(HeuristicError::NoSuchHome { shape, home })?;
    heuristic.fits(shape, home)?;
    let mut report = Report {
        boards: 0,
        moves: 0,
        mean_estimate: 0.0,
        mean_distance: 0.0,
        parity: true,
    };
    // A board is a permutation of few cells, so it has a rank.
    let rank = |board: &CanonicalBoard| permutation::rank(board.cells()).unwrap_or(0) as usize;
    let mut is_seen = vec![false; (1..=cells).product()];
    is_seen[rank(&solved)] = true;
    let (mut layer, mut distance, mut inconsistent) = (Vec::from([solved]), 0, None);
    while !layer.is_empty() {
        for mut board in mem::take(&mut layer) {
            let state = heuristic.evaluate(&board);
            let before = heuristic.estimate(&state);
            if before > distance {
                return Err(CheckError::Overestimates {
                    board: board.ordinary(),
                    estimate: before,
                    distance,
                });
            }
            report.boards += 1;
            report.mean_estimate += f64::from(before);
            report.mean_distance += f64::from(distance);
            let to = board.blank();
            for direction in Direction::ALL {
                let Some(from) = shape.neighbour(to, direction.opposite()) else {
                    continue;
                };
                let updated = heuristic.update(&state, &board, from);
                board.move_tile(from);
                let evaluated = heuristic.evaluate(&board);
                let after = heuristic.estimate(&evaluated);
                if !mem::replace(&mut is_seen[rank(&board)], true) {
                    layer.push(board.clone());
                }
                board.move_tile(to);
                if updated != evaluated || heuristic.estimate(&updated) != after {
                    let board = board.ordinary();
                    return Err(CheckError::UpdateDiffers { board, direction });
                }
                if after.abs_diff(before) > 1 {
                    inconsistent.get_or_insert_with(|| CheckError::Inconsistent {
                        board: board.ordinary(),
                        direction,
                        before,
                        after,
                    });
                }
                report.moves += 1;
                report.parity &= after != before;
            }
        }
        distance += 1;
    }
    report.mean_estimate /= report.boards as f64;
    report.mean_distance /= report.boards as f64;
    inconsistent.map_or(Ok(report), Err)
}
