//! Solutions made shorter, stretch by stretch.

mod stretches;
#[cfg(test)]
mod tests;
mod tuning;
mod windows;

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::improve as cost;
use crate::runtime::job::Pace;
use stretches::Stretches;
pub(crate) use stretches::solves_stretches;
use tuning::{PRICE_OF_BEAM_EXPANSION, PRICE_OF_STRETCH, STEP_OF_WINDOW, WINDOW};
use windows::Windows;

/// The least part of the allowance that is spent between two reported solutions. The interval grows
/// by a quarter of the moves, because each solution is copied.
const TELL_INTERVAL: u64 = 1 << 14;

/// The largest price of a window besides its expansions; otherwise a cell in 64. Moves are made and
/// undone, which takes the time of some expansions.
const WINDOW_PRICE: u64 = 16;

/// The moves that are copied at once.
const BLOCK: usize = 1 << 17;

/// Makes a solution shorter, until no stretch of it has a shorter way between its ends or the
/// allowance of expansions is spent. It finds a shorter solution now and then, and the shortest at
/// the end. If more is allowed, it continues.
///
/// Passes through short windows, which Manhattan IDA\* searches, take turns with passes through
/// longer stretches by beams, which are wider each time.
///
/// On large boards a solution has very many moves, so all is done in time that grows with the
/// moves that change: those before the window and those from it on lie apart, at the two ends of
/// one list.
#[derive(Debug)]
pub(crate) struct Polish {
    instance: CanonicalBoard,
    way: Vec<Direction>,
    /// The moves before this place are done in this pass.
    done: usize,
    /// Those from this place on are to come.
    rest: usize,
    /// The board before the rest.
    board: CanonicalBoard,
    /// The number of moves when the pass began.
    at_first: usize,
    windows: Windows,
    stretches: Option<Stretches>,
    pass: Pass,
    /// True if nothing is left to gain.
    is_finished: bool,
    /// The expansions left of the allowance.
    left: u64,
    /// The allowance left and the number of moves when a solution was last reported.
    told: (u64, usize),
}

/// A pass from the first move to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Windows,
    Stretches,
}

impl Polish {
    /// Returns the polish of a solution of a board, which nothing is allowed yet. O(cells + moves),
    /// a nanosecond each.
    pub(crate) fn of(instance: CanonicalBoard, moves: &Moves) -> Result<Self, OutOfMemory> {
        let way = moves.to_vec();
        Ok(Self {
            board: instance.clone(),
            windows: Windows::new(&instance)?,
            stretches: Stretches::new(instance.shape),
            pass: Pass::Windows,
            is_finished: false,
            instance,
            done: 0,
            rest: 0,
            at_first: way.len(),
            left: 0,
            told: (0, way.len()),
            way,
        })
    }

    /// Allows more expansions; the polish resumes from where it paused.
    pub(crate) const fn allow(&mut self, allowance: u64) {
        self.left = self.left.saturating_add(allowance);
        self.told.0 = self.left;
    }

    /// Returns a shorter solution now and then, and the shortest at the end; then `None`.
    pub(crate) async fn next(&mut self, pace: &mut Pace) -> Result<Option<Moves>, OutOfMemory> {
        loop {
            self.is_finished |= self.way.is_empty();
            if self.left == 0 || self.is_finished {
                if self.len() == self.told.1 {
                    return Ok(None);
                }
                return Ok(Some(self.copied(pace).await));
            }
            self.shorten(pace).await?;
            self.advance(self.window().1);
            let interval = TELL_INTERVAL + self.len() as u64 / 4;
            if self.len() < self.told.1 && self.told.0 - self.left >= interval {
                return Ok(Some(self.copied(pace).await));
            }
        }
    }

    /// Returns the number of moves of the solution.
    pub(crate) fn len(&self) -> usize {
        self.done + self.way.len() - self.rest
    }

    /// Returns the number of moves to examine, and the number of them that are done after that.
    fn window(&self) -> (usize, usize) {
        let (len, step) = match (&self.stretches, self.pass) {
            (Some(stretches), Pass::Stretches) => (stretches.len(), stretches.step()),
            _ => (WINDOW, STEP_OF_WINDOW),
        };
        let left = self.way.len() - self.rest;
        if len < left {
            (len, step.min(len.max(1)))
        } else {
            (left, left)
        }
    }

    /// Puts a shorter way in the place of the window.
    fn replace(&mut self, moves: &Moves) {
        let end = self.rest + self.window().0;
        self.rest = end - moves.len();
        self.way[self.rest..end].copy_from_slice(moves);
    }

    /// Moves to the next window, `step` moves later.
    fn advance(&mut self, step: usize) {
        for _ in 0..step.min(self.way.len() - self.rest) {
            let direction = self.way[self.rest];
            self.board.slide(direction);
            self.way[self.done] = direction;
            (self.done, self.rest) = (self.done + 1, self.rest + 1);
        }
        if self.rest == self.way.len() {
            self.end_pass();
        }
    }

    /// Begins the next pass, if there is more to gain.
    fn end_pass(&mut self) {
        debug_assert!(self.board.is_solved());
        self.way.truncate(self.done);
        self.board.clone_from(&self.instance);
        let has_gained = self.done < self.at_first;
        (self.done, self.rest, self.at_first) = (0, 0, self.way.len());
        self.is_finished = match (&mut self.stretches, self.pass) {
            (Some(stretches), Pass::Stretches) => !stretches.widen(),
            (stretches, _) => !has_gained && stretches.is_none(),
        };
        self.pass = if has_gained {
            Pass::Windows
        } else {
            Pass::Stretches
        };
    }

    /// Looks for a shorter way in the next window.
    async fn shorten(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        pace.wait_for_allowance().await;
        let moves = &self.way[self.rest..];
        let stretches = self.stretches.as_mut();
        let (found, price) =
            if let Some(stretches) = stretches.filter(|_| self.pass == Pass::Stretches) {
                self.left = self.left.saturating_sub(PRICE_OF_STRETCH);
                let allowance = self.left.div_ceil(PRICE_OF_BEAM_EXPANSION);
                let search = stretches.shorter(&mut self.board, moves, allowance, pace);
                let (found, expanded) = search.await?;
                (found, PRICE_OF_BEAM_EXPANSION * expanded)
            } else {
                let price = 1 + self.board.cells.len() as u64 / 64;
                self.left = self.left.saturating_sub(price.min(WINDOW_PRICE));
                pace.spend(cost::WINDOW).await;
                let moves = &moves[..moves.len().min(WINDOW)];
                let search = (self.windows).shorter(&mut self.board, moves, self.left, pace);
                search.await?
            };
        self.left = self.left.saturating_sub(price);
        if let Some(shorter) = found {
            self.replace(&shorter);
        }
        Ok(())
    }

    /// Returns a copy of the solution, to report it.
    async fn copied(&mut self, pace: &mut Pace) -> Moves {
        let mut moves = Moves::new();
        let parts = [&self.way[..self.done], &self.way[self.rest..]];
        for block in parts.into_iter().flat_map(|part| part.chunks(BLOCK)) {
            moves.extend(block.iter().copied());
            pace.spend(cost::BLOCK).await;
        }
        self.told = (self.left, moves.len());
        moves
    }
}
