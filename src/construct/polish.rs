//! Solutions made shorter: without loops, and stretch by stretch.

mod loops;
#[cfg(test)]
mod tests;
mod windows;

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::effort::Effort;
use crate::moves::Moves;
use crate::tables::{OutOfMemory, reserved};
use crate::work::{Counts, Step, Work};
use loops::Loops;
use windows::Windows;

/// The number of moves that are replaced at once: as many as Manhattan IDA\* mostly finds the
/// shortest way for before it loses patience.
const WINDOW: usize = 32;

/// How far one window begins behind the one before.
const STEP: usize = WINDOW / 4;

/// How much of the allowance is spent at least between two solutions that are told of. It grows by
/// a quarter of the moves, as each solution is copied.
const TELL_INTERVAL: u64 = 1 << 14;

/// What a window costs at most besides its expansions: a cell in 64, but never more than this.
/// Moves are made and taken back, as much work as some expansions.
const WINDOW_PRICE: u64 = 16;

/// What a window and an expansion cost, in nanoseconds.
const WINDOW_COST: usize = 1_500;
const EXPANSION_COST: usize = 50;

/// The moves that are copied at once, and what they cost.
const BLOCK: usize = 1 << 17;
const BLOCK_COST: usize = 150_000;

/// Makes a solution shorter, until no stretch of it has a shorter way between its ends or the
/// allowance of expansions is spent. It finds a shorter solution now and then, and the shortest at
/// the end.
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
    /// The expansions allowed yet.
    left: u64,
    /// What was left, and how many moves there were, when a solution was told of last.
    told: (u64, usize),
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Loops(Loops),
    Window,
    /// A solution is copied.
    Copy(Moves),
    /// The last of them.
    LastCopy(Moves),
    Over,
}

impl Polish {
    /// Returns the work for a solution of a board. O(cells + moves), a nanosecond each.
    pub(crate) fn new(
        instance: CanonicalBoard,
        moves: &Moves,
        allowance: u64,
    ) -> Result<Self, OutOfMemory> {
        let mut way = reserved(moves.len())?;
        way.extend_from_slice(moves.as_slice());
        Ok(Self {
            board: instance.clone(),
            windows: Windows::new(&instance, WINDOW)?,
            stage: Loops::new(&instance, way.len()).map_or(Stage::Window, Stage::Loops),
            instance,
            done: 0,
            rest: 0,
            at_first: way.len(),
            left: allowance,
            told: (allowance, way.len()),
            way,
        })
    }

    /// Returns the number of moves of the solution.
    fn len(&self) -> usize {
        self.done + self.way.len() - self.rest
    }

    fn remove_loops(&mut self, effort: &mut Effort) -> Result<(), OutOfMemory> {
        if let Stage::Loops(loops) = &mut self.stage {
            if let Some(_is_shorter) = loops.advance(&self.instance, &mut self.way, effort)? {
                self.at_first = self.way.len();
                self.stage = Stage::Window;
                if self.way.len() < self.told.1 {
                    self.stage = Stage::Copy(self.empty_copy()?);
                }
            }
        }
        Ok(())
    }

    /// Returns the moves of the next window.
    fn window(&self) -> &[Direction] {
        let end = self.way.len().min(self.rest + WINDOW);
        &self.way[self.rest..end]
    }

    /// Puts a shorter way in the place of the window.
    fn replace(&mut self, moves: &Moves) {
        let end = self.rest + self.window().len();
        self.rest = end - moves.len();
        self.way[self.rest..end].copy_from_slice(moves.as_slice());
    }

    /// Goes on to the next window, and from the last one to the first if there is more to gain.
    fn next(&mut self) -> Result<(), OutOfMemory> {
        let is_last = self.way.len() - self.rest <= WINDOW;
        let step = if is_last { WINDOW } else { STEP };
        for _ in 0..step.min(self.way.len() - self.rest) {
            let direction = self.way[self.rest];
            self.board.slide(direction);
            self.way[self.done] = direction;
            (self.done, self.rest) = (self.done + 1, self.rest + 1);
        }
        if self.left == 0 || is_last && self.len() == self.at_first {
            self.stage = Stage::LastCopy(self.empty_copy()?);
            return Ok(());
        }
        if is_last {
            debug_assert!(self.board.is_solved());
            self.way.truncate(self.done);
            self.board.clone_from(&self.instance);
            (self.done, self.rest, self.at_first) = (0, 0, self.way.len());
        }
        let interval = TELL_INTERVAL + self.len() as u64 / 4;
        if self.len() < self.told.1 && self.told.0 - self.left >= interval {
            self.stage = Stage::Copy(self.empty_copy()?);
        }
        Ok(())
    }

    /// Looks for a shorter way in the next window.
    fn shorten(
        &mut self,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<(), OutOfMemory> {
        if !self.windows.is_open() {
            let price = 1 + self.board.cells.len() as u64 / 64;
            self.left = self.left.saturating_sub(price.min(WINDOW_PRICE));
            effort.spend(WINDOW_COST);
            let end = self.way.len().min(self.rest + WINDOW);
            let window = &self.way[self.rest..end];
            self.windows.open(&mut self.board, window, self.left)?;
            if !self.windows.is_open() {
                return self.next();
            }
        }
        let before = counts.expanded;
        let found = self.windows.advance(until, counts)?;
        let expanded = counts.expanded - before;
        self.left = self.left.saturating_sub(expanded);
        effort.spend(EXPANSION_COST * (1 + expanded as usize));
        if let Some(shorter) = found {
            self.replace(&shorter);
        }
        if self.windows.is_open() {
            return Ok(());
        }
        self.next()
    }

    /// Returns a copy of no moves, with room for all.
    fn empty_copy(&self) -> Result<Moves, OutOfMemory> {
        let mut moves = Moves::new();
        match moves.try_reserve(self.len()) {
            Ok(()) => Ok(moves),
            Err(error) => Err(OutOfMemory { bytes: error.bytes }),
        }
    }

    /// Copies some more moves.
    fn copy(&self, moves: &mut Moves) {
        let copied = moves.len();
        let (done, rest) = (&self.way[..self.done], &self.way[self.rest..]);
        let from = if copied < self.done {
            &done[copied..]
        } else {
            &rest[copied - self.done..]
        };
        moves.extend(&from[..from.len().min(BLOCK)]);
    }
}

impl Work for Polish {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let end = until.min(counts.limit);
        let mut effort = Effort::slice();
        while !effort.is_spent() {
            match core::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Over => return Ok(Step::Done),
                stage @ Stage::Loops(_) => {
                    self.stage = stage;
                    self.remove_loops(&mut effort)?;
                }
                Stage::Window => {
                    self.stage = Stage::Window;
                    if self.left == 0 || self.way.is_empty() {
                        self.stage = Stage::LastCopy(self.empty_copy()?);
                    } else if counts.expanded >= end {
                        return Ok(Step::Paused);
                    } else {
                        self.shorten(until, counts, &mut effort)?;
                    }
                }
                Stage::LastCopy(_) if self.len() == self.told.1 => {}
                Stage::Copy(mut moves) if moves.len() < self.len() => {
                    self.copy(&mut moves);
                    effort.spend(BLOCK_COST);
                    self.stage = Stage::Copy(moves);
                }
                Stage::LastCopy(mut moves) if moves.len() < self.len() => {
                    self.copy(&mut moves);
                    effort.spend(BLOCK_COST);
                    self.stage = Stage::LastCopy(moves);
                }
                Stage::Copy(moves) => {
                    self.told = (self.left, moves.len());
                    self.stage = Stage::Window;
                    return Ok(Step::Found(moves));
                }
                Stage::LastCopy(moves) => return Ok(Step::Found(moves)),
            }
        }
        Ok(Step::Paused)
    }
}
