//! Stretches of a solution, solved again by beams.
//!
//! As long as the blank stays within a box of 8 x 8 cells, say, the moves are those of a puzzle of
//! that size: from the box before them to the box after them. Pairs of tiles rank the
//! boards of such a puzzle well, whatever its goal, so a beam finds a way between the two that is
//! often shorter, where a proof would take far too long.

use alloc::vec::Vec;

use super::tuning::{
    FIRST_WIDTH, LAST_WIDTH, LONGEST_STRETCH, PART_OF_STRETCH, SIDE_OF_BOX, WINDOW,
};
use crate::beam::solve_by_beam;
use crate::canonical::CanonicalBoard;
use crate::construct::{Layout, Tuning};
use crate::direction::Direction;
use crate::moves::Moves;
use crate::pairs;
use crate::region::Region;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::improve as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// Shorter solutions for stretches of a board's solution.
#[derive(Debug)]
pub(super) struct Stretches {
    /// The shape of the boxes.
    inner: Shape,
    /// `[tile]` of the box: its cell there at the stretch's end.
    cell_of: Vec<u16>,
    width: usize,
    /// The moves of the stretch that was examined last.
    len: usize,
}

/// Returns the shape of the boxes on boards of a shape.
fn inner(shape: Shape) -> Option<Shape> {
    let inner = Shape::rectangle(
        shape.rows().min(SIDE_OF_BOX),
        shape.columns().min(SIDE_OF_BOX),
    )
    .ok()?;
    let is_large = shape.is_flat() && Tuning::for_shape(shape).layout != Layout::Whole;
    (is_large && pairs::are_for(inner)).then_some(inner)
}

/// Returns whether stretches are solved again on boards of a shape: not if beams find good
/// solutions of whole boards, or the boards have layers, or rows or columns too few.
pub(crate) fn solves_stretches(shape: Shape) -> bool {
    inner(shape).is_some()
}

impl Stretches {
    /// Returns the improver of stretches on boards of a shape; `None` unless [`solves_stretches`].
    pub(super) fn new(shape: Shape) -> Option<Self> {
        Some(Self {
            inner: inner(shape)?,
            cell_of: alloc::vec![0; shape.cells()],
            width: FIRST_WIDTH,
            len: 0,
        })
    }

    /// Makes the beams twice as wide; returns whether that is worth another pass.
    pub(super) const fn widen(&mut self) -> bool {
        self.width *= 2;
        self.width <= LAST_WIDTH
    }

    /// Returns the number of moves of the stretch that was examined last.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of moves from its start to that of the next one.
    pub(super) const fn step(&self) -> usize {
        let step = self.len / PART_OF_STRETCH;
        if step == 0 { 1 } else { step }
    }

    /// Looks for a shorter way along the stretch that begins with these moves on a board, by a beam
    /// that may expand `allowance` boards. Returns it if it is found, and the expansions.
    pub(super) async fn shorter(
        &mut self,
        board: &mut CanonicalBoard,
        moves: &[Direction],
        allowance: u64,
        pace: &mut Pace,
    ) -> Result<(Option<Moves>, u64), OutOfMemory> {
        pace.spend(cost::STRETCH).await;
        let Some(board) = self.open(board, moves) else {
            return Ok((None, 0));
        };
        // All ways between two boards have the same parity.
        let most = self.len - 2;
        if board.manhattan() > most {
            return Ok((None, 0));
        }
        let (width, before) = (self.width, pace.counts.expanded);
        let beam = async |pace: &mut Pace| solve_by_beam(&board, width, most, pace).await;
        let found = pace.within(allowance, beam).await.transpose()?.flatten();
        Ok((found, pace.counts.expanded - before))
    }

    /// Returns the box of the stretch that begins with these moves, whose goal is its end; `None`
    /// if a window holds all of the stretch.
    fn open(&mut self, board: &mut CanonicalBoard, moves: &[Direction]) -> Option<CanonicalBoard> {
        let start = board.blank;
        let region = self.measure(board, moves);
        let columns = board.shape.columns();
        let places = region
            .places()
            .map(|[row, column, _]| row * columns + column);
        let of_board: Vec<usize> = places.collect();
        for (cell, &of_board) in (0..).zip(&of_board) {
            self.cell_of[usize::from(board.cells[of_board])] = cell;
        }
        let end = board.blank;
        for &direction in moves[..self.len].iter().rev() {
            board.slide(direction.opposite());
        }
        if self.len < WINDOW {
            return None;
        }
        let inside = |cell| of_board.iter().position(|&it| it == cell);
        let tiles = of_board.iter().map(|&of_board| board.cells[of_board]);
        Some(CanonicalBoard {
            shape: self.inner,
            home: inside(end)?,
            cells: tiles.map(|tile| self.cell_of[usize::from(tile)]).collect(),
            blank: inside(start)?,
            free: None,
        })
    }

    /// Makes moves as long as the blank stays within a box; returns the box, with the path of the
    /// blank in its middle if the board's edges allow it.
    fn measure(&mut self, board: &mut CanonicalBoard, moves: &[Direction]) -> Region {
        let sides = [self.inner.rows(), self.inner.columns(), 1];
        let place = |board: &CanonicalBoard| {
            let place = board.shape.place(board.blank);
            [place.row, place.column, place.layer]
        };
        let [low, high] = [place(board); 2];
        let mut region = Region { low, high };
        self.len = 0;
        for &direction in &moves[..moves.len().min(LONGEST_STRETCH)] {
            board.slide(direction);
            let mut grown = region;
            grown.include(place(board));
            if grown
                .sides()
                .iter()
                .zip(sides)
                .any(|(&grown, side)| grown > side)
            {
                board.slide(direction.opposite());
                break;
            }
            region = grown;
            self.len += 1;
        }
        let outer = [board.shape.rows(), board.shape.columns(), 1];
        for axis in 0..3 {
            let middle = region.low[axis] + region.high[axis] + 1;
            let low = (middle.saturating_sub(sides[axis]) / 2).min(outer[axis] - sides[axis]);
            (region.low[axis], region.high[axis]) = (low, low + sides[axis] - 1);
        }
        region
    }
}
