//! Manhattan distance, and two moves more for each tile that must give way in its line.

use alloc::vec::Vec;
use core::array;

use smallvec::SmallVec;

use super::{Heuristic, HeuristicError, Manhattan};
use crate::canonical::CanonicalBoard;
use crate::region::Region;
use crate::shape::Shape;

/// [`Manhattan`] distance plus linear conflicts: two moves for each tile that must leave its line
/// to let others pass.
///
/// Two tiles in the line where both must end, but in the wrong order, can't both stay in it: one
/// makes way and comes back, two moves across the line that the Manhattan distance doesn't count.
/// In a line with `m` tiles that belong there, the most that can stay is the longest increasing run
/// of their goals (not necessarily neighbours), so at least `m` minus its length must leave,
/// and twice that number is added, for every row and every column. (Adding two for each *pair* in
/// conflict is the popular mistake: it overestimates on 7 boards of 3 x 3.)
///
/// ```
/// use npuzzle::heuristic::{CanonicalBoard, Heuristic, LinearConflict};
/// use npuzzle::{Board, Goal};
///
/// // All three tiles of the first row belong there, in the opposite order: only one can stay.
/// let board: Board<3> = "3 2 1/4 5 6/7 8 0".parse()?;
/// let board = CanonicalBoard::new(&board, &Goal::BlankLast)?;
/// let conflict = LinearConflict::new(board.shape(), board.home())?;
/// assert_eq!(conflict.estimate(&conflict.evaluate(&board)), 2 + 0 + 2 + 2 * 2);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Speed
/// In this crate a search by it takes longer than by [`Manhattan`], which has a kernel of its own,
/// though it expands about a fifth of the boards. It is the better one on boards without tables.
///
/// # Boxes
/// Moves *across* a line are what a conflict costs. On a flat board these are moves along the one
/// other axis, so that conflicts of rows and those of columns cost different moves and add up, even
/// for a tile that stands on its goal and has conflicts in both of its lines. In a box that tile
/// can go aside along the third axis and be out of the way of both for two moves: it must be
/// charged on one axis only. A tile that isn't on its goal belongs to one of the lines through it
/// at most, and a tile on its goal is never in conflict in a line of two cells. Hence this rule,
/// for boxes with three sides of at least 2: the conflicts along sides of length 2 add up, and of
/// those along the longer sides only the axis with most conflicts counts.
///
/// A move changes the estimate by exactly 1, as the moved tile enters or leaves at most one line in
/// which it can be charged.
///
/// O. Hansson, A. Mayer, M. Yung, *Criticizing solutions to relaxed models yields powerful
/// admissible heuristics*, Information Sciences 63 (1992).
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    /// `[axis][cell]`: the first cell of the line through the cell along the axis.
    lines: [Vec<u16>; 3],
    sides: [usize; 3],
    /// The difference of the numbers of neighbouring cells along each axis.
    strides: [usize; 3],
    /// `[axis]`: true for axes of which only the one with the most conflicts counts.
    rivals: [bool; 3],
}

/// The data that [`LinearConflict`] stores for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearConflictState {
    manhattan: u32,
    /// Tiles that must leave their line, by the line's axis.
    leaving: [u32; 3],
}

impl LinearConflict {
    /// Returns the heuristic for a shape and the blank's home, in O(cells).
    ///
    /// # Errors
    /// [`HeuristicError::NoSuchHome`] if the shape has no such cell.
    pub fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        let sides = shape.sides();
        let flat = sides.contains(&1);
        let strides = shape.strides();
        let manhattan = Manhattan::new(shape, home)?;
        let lines = array::from_fn(|axis| {
            let first =
                |cell: usize| cell - usize::from(manhattan.places.of(cell)[axis]) * strides[axis];
            (0..shape.cells()).map(|cell| first(cell) as u16).collect()
        });
        Ok(Self {
            manhattan,
            lines,
            sides,
            strides,
            rivals: sides.map(|side| !flat && side > 2),
        })
    }

    /// Returns the approximate cost of evaluating a child on boards of a shape, in nanoseconds.
    pub(crate) fn cost_of_child(shape: Shape) -> usize {
        let longest = Region::all(shape).longest();
        10 + longest * longest.ilog2() as usize
    }

    /// Returns the number of tiles that must leave the line through `cell` along `axis`, were
    /// `content` on `cell`, by patience sorting.
    ///
    /// O(m log m) for a line of m cells.
    fn leaving(&self, cells: &[u16], axis: usize, cell: usize, content: u16) -> u32 {
        let lines = &self.lines[axis];
        let line = lines[cell];
        // `[length - 1]`: the least goal with which an increasing run of that length ends.
        let mut ends = SmallVec::<[u16; 16]>::new();
        let mut belong = 0;
        for step in 0..self.sides[axis] {
            let here = usize::from(line) + step * self.strides[axis];
            let goal = if here == cell { content } else { cells[here] };
            let is_blank = goal == self.manhattan.home;
            if is_blank || lines[usize::from(goal)] != line {
                continue;
            }
            belong += 1;
            let extended = ends.partition_point(|&end| end < goal);
            match ends.get_mut(extended) {
                Some(end) => *end = goal,
                None => ends.push(goal),
            }
        }
        belong - ends.len() as u32
    }

    /// Returns the moves of the estimate that the Manhattan distance does not count.
    pub(crate) fn conflicts(&self, state: &LinearConflictState) -> u32 {
        self.estimate(state) - state.manhattan
    }

    /// Returns the state after a move of a tile; `cells` is the board before the move.
    pub(crate) fn after(
        &self,
        state: &LinearConflictState,
        cells: &[u16],
        from: usize,
        to: usize,
    ) -> LinearConflictState {
        let tile = cells[from];
        let mut leaving = state.leaving;
        let along = self.manhattan.places.axis(from, to);
        for (axis, sum) in leaving.iter_mut().enumerate() {
            // Along its own line a tile passes no other.
            if axis == along || self.sides[axis] < 2 {
                continue;
            }
            let lines = &self.lines[axis];
            let belongs = lines[usize::from(tile)];
            if belongs == lines[from] {
                *sum += self.leaving(cells, axis, from, self.manhattan.home);
                *sum -= self.leaving(cells, axis, from, tile);
            } else if belongs == lines[to] {
                *sum += self.leaving(cells, axis, to, tile);
                *sum -= self.leaving(cells, axis, to, self.manhattan.home);
            }
        }
        LinearConflictState {
            manhattan: self.manhattan.after(state.manhattan, cells, from, to),
            leaving,
        }
    }
}

impl Heuristic for LinearConflict {
    type State = LinearConflictState;

    /// O(cells x log(longest side)).
    fn evaluate(&self, board: &CanonicalBoard) -> LinearConflictState {
        let cells = board.cells();
        let leaving = array::from_fn(|axis| {
            let count = if self.sides[axis] > 1 { cells.len() } else { 0 };
            let firsts = (0..count).filter(|&cell| usize::from(self.lines[axis][cell]) == cell);
            firsts
                .map(|cell| self.leaving(cells, axis, cell, cells[cell]))
                .sum()
        });
        LinearConflictState {
            manhattan: self.manhattan.evaluate(board),
            leaving,
        }
    }

    /// Examines at most one line for each axis across the move, and only if the tile belongs there:
    /// O(m log m) for m cells.
    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        self.after(state, board.cells(), from, board.blank())
    }

    fn estimate(&self, state: &LinearConflictState) -> u32 {
        let (mut added, mut most) = (0, 0);
        for (&leaving, &rival) in state.leaving.iter().zip(&self.rivals) {
            if rival {
                most = leaving.max(most);
            } else {
                added += leaving;
            }
        }
        state.manhattan + 2 * (added + most)
    }

    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        self.manhattan.fits(shape, home)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_are_estimate_minus_manhattan_distance() {
        let shape = Shape::new(2, 3, 1).expect("a shape");
        let heuristic = LinearConflict::new(shape, 5).expect("a fine home");
        // Two tiles of each row have changed places: 2 moves each, and 2 to pass.
        let board = CanonicalBoard::from_cells(shape, 5, [1, 0, 2, 4, 3, 5]).expect("a board");
        let state = heuristic.evaluate(&board);
        assert_eq!((state.manhattan, heuristic.estimate(&state)), (4, 8));
        assert_eq!(heuristic.conflicts(&state), 4);
    }
}
