//! Stretches of a solution, solved again by beams.
//!
//! As long as the blank stays within a box of 8 x 8 cells, say, the moves are those of a puzzle of
//! that size: from the box before them to the box after them. Pairs of tiles rank the
//! boards of such a puzzle well, whatever its goal, so a beam finds a way between the two that is
//! often shorter, where a proof would take far too long.

use alloc::vec::Vec;
use core::array;

use super::tuning::{
    FIRST_WIDTH, LAST_WIDTH, LONGEST_STRETCH, PART_OF_STRETCH, SIDE_OF_BOX, WINDOW,
};
use crate::beam::solve_by_beam;
use crate::canonical::CanonicalBoard;
use crate::construct::{Layout, Tuning};
use crate::direction::Direction;
use crate::moves::Moves;
use crate::pairs;
use crate::runtime::alloc::{OutOfMemory, filled, reserved};
use crate::runtime::cost_model::improve as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;

/// The rows and columns that the blank visits along a stretch: the least and the greatest.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: [usize; 2],
    high: [usize; 2],
}

/// Shorter solutions for stretches of a board's solution.
#[derive(Debug)]
pub(super) struct Stretches {
    /// The shape of the boxes.
    inner: Shape,
    /// `[tile]` of the box: its cell there at the stretch's end.
    cell_of: Vec<u16>,
    /// The cells of the board that make the box.
    cells: Vec<usize>,
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
    pub(super) fn new(shape: Shape) -> Result<Option<Self>, OutOfMemory> {
        let Some(inner) = inner(shape) else {
            return Ok(None);
        };
        Ok(Some(Self {
            inner,
            cell_of: filled(0, shape.cells())?,
            cells: reserved(inner.cells())?,
            width: FIRST_WIDTH,
            len: 0,
        }))
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
        let Some(board) = self.open(board, moves)? else {
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
    fn open(
        &mut self,
        board: &mut CanonicalBoard,
        moves: &[Direction],
    ) -> Result<Option<CanonicalBoard>, OutOfMemory> {
        let start = board.blank;
        let range = self.measure(board, moves);
        self.place(board.shape, range);
        for (cell, &of_board) in (0..).zip(&self.cells) {
            self.cell_of[usize::from(board.cells[of_board])] = cell;
        }
        let end = board.blank;
        for &direction in moves[..self.len].iter().rev() {
            board.slide(direction.opposite());
        }
        if self.len < WINDOW {
            return Ok(None);
        }
        let mut cells = reserved(self.cells.len())?;
        let tiles = self.cells.iter().map(|&of_board| board.cells[of_board]);
        cells.extend(tiles.map(|tile| self.cell_of[usize::from(tile)]));
        let inside = |cell| self.cells.iter().position(|&it| it == cell).unwrap_or(0);
        Ok(Some(CanonicalBoard {
            shape: self.inner,
            home: inside(end),
            cells,
            blank: inside(start),
        }))
    }

    /// Makes moves as long as the blank stays within a box; returns where it goes.
    fn measure(&mut self, board: &mut CanonicalBoard, moves: &[Direction]) -> Range {
        let sides = [self.inner.rows(), self.inner.columns()];
        let place = |board: &CanonicalBoard| {
            let place = board.shape.place(board.blank);
            [place.row, place.column]
        };
        let [low, high] = [place(board); 2];
        let mut range = Range { low, high };
        self.len = 0;
        for &direction in &moves[..moves.len().min(LONGEST_STRETCH)] {
            board.slide(direction);
            let place = place(board);
            let low = array::from_fn(|axis| range.low[axis].min(place[axis]));
            let high = array::from_fn(|axis| range.high[axis].max(place[axis]));
            if (0..2).any(|axis| high[axis] - low[axis] >= sides[axis]) {
                board.slide(direction.opposite());
                break;
            }
            range = Range { low, high };
            self.len += 1;
        }
        range
    }

    /// Lays the box around a range, which is in its middle if the board's edges allow it.
    fn place(&mut self, shape: Shape, range: Range) {
        let (outer, inner) = (
            [shape.rows(), shape.columns()],
            [self.inner.rows(), self.inner.columns()],
        );
        let [top, left] = array::from_fn(|axis| {
            let middle = range.low[axis] + range.high[axis] + 1;
            (middle.saturating_sub(inner[axis]) / 2).min(outer[axis] - inner[axis])
        });
        self.cells.clear();
        for row in top..top + inner[0] {
            let first = row * outer[1] + left;
            self.cells.extend(first..first + inner[1]);
        }
    }
}
