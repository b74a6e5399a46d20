//! Solutions made shorter: stretches of them are solved again by beams.
//!
//! As long as the blank stays within a box, such as 8 x 8 cells, the moves are those of a puzzle of
//! that size: from the box before them to the box after them. Pairs of tiles rank the boards of
//! such a puzzle well for any goal, so a beam finds a path between the two that is often shorter,
//! where a proof would take far too long.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use crate::beam::solve_by_beam;
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::cropped::part;
use crate::moves::Moves;
use crate::policy::box_of_polish;
use crate::policy::polish::{
    EXPANSION_PRICE, FIRST_WIDTH, LAST_WIDTH, LONGEST, PART, SHORTEST, STRETCH_PRICE, TELL_INTERVAL,
};
use crate::region::Region;
use crate::runtime::{OutOfMemory, Pace, collected, filled};
use crate::shape::Shape;

/// The moves that are copied at once.
const BLOCK: usize = 1 << 17;

/// Makes a solution shorter, pass after pass by wider beams, until the widest have looked at each
/// stretch or the allowance of expansions is spent. It yields shorter solutions on the way, and the
/// shortest at the end. A larger allowance continues it.
///
/// Solutions of large boards have millions of moves, so the moves before and after the stretch lie
/// at the two ends of one list: a change costs only the moves that change.
#[derive(Debug)]
pub(crate) struct Polish {
    original: CanonicalBoard,
    path: Vec<Direction>,
    /// The moves before this place are done in this pass.
    done: usize,
    /// The moves from this place on follow.
    rest: usize,
    /// The board before the rest.
    board: CanonicalBoard,
    /// The shape of the boxes.
    inner: Shape,
    /// `[tile]` of the box: its cell at the stretch's end.
    cell_of: Vec<u16>,
    width: usize,
    /// The moves of the stretch that was examined last.
    stretch: usize,
    /// The expansions left of the allowance.
    left: u64,
    /// The allowance left and the number of moves when a solution was last reported.
    told: (u64, usize),
}

impl Polish {
    /// Returns the polish of a solution of a board, without any allowance yet. Without a
    /// [`box_of_polish`] a box is the whole board. O(cells + moves).
    pub(crate) fn of(original: CanonicalBoard, moves: &Moves) -> Result<Self, OutOfMemory> {
        let path = collected(moves.iter())?;
        Ok(Self {
            board: original.clone(),
            inner: box_of_polish(original.shape).unwrap_or(original.shape),
            cell_of: filled(0, original.cells.len())?,
            original,
            done: 0,
            rest: 0,
            width: FIRST_WIDTH,
            stretch: 0,
            left: 0,
            told: (0, path.len()),
            path,
        })
    }

    /// Allows more expansions; the polish resumes from where it paused.
    pub(crate) const fn allow(&mut self, allowance: u64) {
        self.left = self.left.saturating_add(allowance);
        self.told.0 = self.left;
    }

    pub(crate) fn len(&self) -> usize {
        self.done + self.path.len() - self.rest
    }

    /// Yields shorter solutions on the way, and the shortest at the end; then `None`.
    pub(crate) async fn next(&mut self, pace: &mut Pace) -> Result<Option<Moves>, OutOfMemory> {
        while self.left > 0 && self.width <= LAST_WIDTH && !self.path.is_empty() {
            self.shorten(pace).await?;
            self.advance();
            let interval = TELL_INTERVAL + self.len() as u64 / 4;
            if self.len() < self.told.1 && self.told.0 - self.left >= interval {
                break;
            }
        }
        if self.len() == self.told.1 {
            return Ok(None);
        }
        let mut moves = Moves::new();
        for part in [&self.path[..self.done], &self.path[self.rest..]] {
            for block in part.chunks(BLOCK) {
                moves.extend(block.iter().copied());
                pace.spend(150_000).await;
            }
        }
        self.told = (self.left, moves.len());
        Ok(Some(moves))
    }

    /// Looks for a shorter path along the next stretch, and puts it in its place.
    async fn shorten(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        pace.wait_for_allowance().await;
        self.left = self.left.saturating_sub(STRETCH_PRICE);
        pace.spend(20_000).await;
        let Some(board) = self.open() else {
            return Ok(());
        };
        // All paths between two boards have the same parity.
        let (width, most) = (self.width, self.stretch - 2);
        if board.manhattan() > most {
            return Ok(());
        }
        let (allowance, before) = (self.left.div_ceil(EXPANSION_PRICE), pace.counts.expanded);
        let beam = async |pace: &mut Pace| solve_by_beam(&board, width, most, None, pace).await;
        let found = pace.within(allowance, beam).await.transpose()?.flatten();
        let price = EXPANSION_PRICE * (pace.counts.expanded - before);
        self.left = self.left.saturating_sub(price);
        if let Some(shorter) = found {
            let end = self.rest + self.stretch;
            (self.rest, self.stretch) = (end - shorter.len(), shorter.len());
            self.path[self.rest..end].copy_from_slice(&shorter);
        }
        Ok(())
    }

    /// Moves to the next stretch, or begins the next pass.
    fn advance(&mut self) {
        let left = self.path.len() - self.rest;
        let step = if self.stretch < left {
            (self.stretch / PART).max(1)
        } else {
            left
        };
        for _ in 0..step {
            let direction = self.path[self.rest];
            self.board.slide(direction);
            self.rest += 1;
            // A new stretch may begin or end with the inverse of a move beside it.
            if self.done > 0 && self.path[self.done - 1] == direction.opposite() {
                self.done -= 1;
            } else {
                self.path[self.done] = direction;
                self.done += 1;
            }
        }
        if self.rest == self.path.len() {
            debug_assert!(self.board.is_solved());
            self.path.truncate(self.done);
            self.board.clone_from(&self.original);
            (self.done, self.rest) = (0, 0);
            self.width *= 2;
        }
    }

    /// Returns the box of the next stretch, whose goal is its end; `None` if it is too short. The
    /// blank stays within the box. Sets `stretch` to the number of its moves.
    fn open(&mut self) -> Option<CanonicalBoard> {
        let board = &mut self.board;
        let (shape, sides) = (board.shape, self.inner.sides());
        let [low, high] = [shape.coordinates(board.blank); 2];
        let mut region = Region { low, high };
        self.stretch = 0;
        for &direction in self.path[self.rest..].iter().take(LONGEST) {
            board.slide(direction);
            let mut grown = region;
            grown.include(shape.coordinates(board.blank));
            if (0..3).any(|axis| grown.sides()[axis] > sides[axis]) {
                board.slide(direction.opposite());
                break;
            }
            region = grown;
            self.stretch += 1;
        }
        // The blank's path is in the middle of the box if the edges allow it.
        for (axis, side) in sides.into_iter().enumerate() {
            let middle = region.low[axis] + region.high[axis] + 1;
            let low = middle.saturating_sub(side) / 2;
            region.low[axis] = low.min(shape.sides()[axis] - side);
            region.high[axis] = region.low[axis] + side - 1;
        }
        for cell in region.cells_on(shape) {
            self.cell_of[usize::from(board.cells[cell])] = cell as u16;
        }
        let end = board.blank;
        for &direction in self.path[self.rest..][..self.stretch].iter().rev() {
            board.slide(direction.opposite());
        }
        if self.stretch < SHORTEST {
            return None;
        }
        let home_of = |cell: usize| self.cell_of[usize::from(board.cells[cell])];
        part(&region, shape, home_of, end)
    }
}
