//! Solutions made shorter: without loops, and stretch by stretch.

mod loops;
mod stretches;
#[cfg(test)]
mod tests;
mod windows;

use alloc::vec::Vec;

use super::solving::BlockTables;
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::polish as cost;
use crate::runtime::effort::Effort;
use crate::runtime::work::{Counts, Step, Work};
use loops::Loops;
use stretches::Stretches;
pub(crate) use stretches::solves_stretches;
use windows::Windows;

/// The number of moves that are replaced at once. Manhattan IDA\* mostly finds the shortest way for
/// them within its limit.
const WINDOW: usize = 32;

/// The distance between the starts of successive windows.
const STEP: usize = WINDOW / 4;

/// The least part of the allowance that is spent between two reported solutions. The interval grows
/// by a quarter of the moves, because each solution is copied.
const TELL_INTERVAL: u64 = 1 << 14;

/// The largest price of a window besides its expansions; otherwise a cell in 64. Moves are made and
/// undone, which takes the time of some expansions.
const WINDOW_PRICE: u64 = 16;

/// Their price in units of the allowance.
const STRETCH_PRICE: u64 = 100;
const BEAM_EXPANSION_PRICE: u64 = 7;

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
    stage: Stage,
}

/// A pass from the first move to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Windows,
    Stretches,
}

#[derive(Debug)]
enum Stage {
    Loops(Loops),
    /// Some consecutive moves are examined.
    Window,
    /// A solution is copied.
    Copy(Moves),
    /// The last of them.
    LastCopy(Moves),
    /// Paused until more is allowed, if there is more to gain.
    Rest,
}

impl Polish {
    /// Returns the work for a solution of a board. O(cells + moves), a nanosecond each. It takes
    /// tables that were laid out before.
    pub(crate) fn new(
        instance: CanonicalBoard,
        moves: &Moves,
        allowance: u64,
        tables: BlockTables,
    ) -> Result<Self, OutOfMemory> {
        let mut way = reserved(moves.len())?;
        way.extend_from_slice(moves.as_slice());
        Ok(Self {
            board: instance.clone(),
            windows: Windows::new(&instance, WINDOW)?,
            stretches: Stretches::new(instance.shape, tables)?,
            pass: Pass::Windows,
            is_finished: false,
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

    /// Returns the tables that were laid out.
    pub(crate) fn tables(&self) -> BlockTables {
        let stretches = self.stretches.as_ref();
        stretches.map_or_else(BlockTables::default, Stretches::tables)
    }

    /// Allows more expansions; the work resumes from where it paused.
    pub(crate) const fn allow(&mut self, allowance: u64) {
        self.left = self.left.saturating_add(allowance);
        self.told.0 = self.left;
    }

    /// Returns the number of moves of the solution.
    pub(crate) fn len(&self) -> usize {
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

    /// Returns the number of moves to examine, and the number of them that are done after that.
    fn window(&self) -> (usize, usize) {
        let (len, step) = match (&self.stretches, self.pass) {
            (Some(stretches), Pass::Stretches) => (stretches.len(), stretches.step()),
            _ => (WINDOW, STEP),
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
        self.way[self.rest..end].copy_from_slice(moves.as_slice());
    }

    /// Moves to the next window, `step` moves later.
    fn next(&mut self, step: usize) -> Result<(), OutOfMemory> {
        for _ in 0..step.min(self.way.len() - self.rest) {
            let direction = self.way[self.rest];
            self.board.slide(direction);
            self.way[self.done] = direction;
            (self.done, self.rest) = (self.done + 1, self.rest + 1);
        }
        if self.rest == self.way.len() {
            self.end_pass();
        }
        if self.left == 0 || self.is_finished {
            self.stage = Stage::LastCopy(self.empty_copy()?);
            return Ok(());
        }
        let interval = TELL_INTERVAL + self.len() as u64 / 4;
        if self.len() < self.told.1 && self.told.0 - self.left >= interval {
            self.stage = Stage::Copy(self.empty_copy()?);
        }
        Ok(())
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
    fn shorten(
        &mut self,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<(), OutOfMemory> {
        let is_open = if self.pass == Pass::Stretches {
            let Some(is_open) = self.open_stretch(effort)? else {
                return Ok(());
            };
            is_open
        } else {
            self.open_window(effort)?
        };
        if is_open && !self.search(until, counts, effort)? {
            return Ok(());
        }
        self.next(self.window().1)
    }

    /// Returns whether a window is searched, after it was opened; it is not if there can't be a
    /// shorter way.
    fn open_window(&mut self, effort: &mut Effort) -> Result<bool, OutOfMemory> {
        if !self.windows.is_open() {
            let price = 1 + self.board.cells.len() as u64 / 64;
            self.left = self.left.saturating_sub(price.min(WINDOW_PRICE));
            effort.spend(cost::WINDOW);
            let end = self.way.len().min(self.rest + WINDOW);
            let window = &self.way[self.rest..end];
            self.windows.open(&mut self.board, window, self.left)?;
        }
        Ok(self.windows.is_open())
    }

    /// The same for a stretch; `None` if there are no tables yet.
    fn open_stretch(&mut self, effort: &mut Effort) -> Result<Option<bool>, OutOfMemory> {
        let Some(stretches) = &mut self.stretches else {
            return Ok(Some(false));
        };
        if !stretches.lay_out(effort)? {
            return Ok(None);
        }
        if !stretches.is_open() {
            self.left = self.left.saturating_sub(STRETCH_PRICE);
            effort.spend(cost::STRETCH);
            let allowance = self.left.div_ceil(BEAM_EXPANSION_PRICE);
            stretches.open(&mut self.board, &self.way[self.rest..], allowance)?;
        }
        Ok(Some(stretches.is_open()))
    }

    /// Advances the search in a window; returns whether it has ended.
    fn search(
        &mut self,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<bool, OutOfMemory> {
        let before = counts.expanded;
        let (found, is_open, price, cost) = match (&mut self.stretches, self.pass) {
            (Some(stretches), Pass::Stretches) => (
                stretches.advance(until, counts)?,
                stretches.is_open(),
                BEAM_EXPANSION_PRICE,
                cost::BEAM_EXPANSION,
            ),
            _ => (
                self.windows.advance(until, counts)?,
                self.windows.is_open(),
                1,
                cost::EXPANSION,
            ),
        };
        let expanded = counts.expanded - before;
        self.left = self.left.saturating_sub(price * expanded);
        effort.spend(cost * (1 + expanded as usize));
        if let Some(shorter) = found {
            self.replace(&shorter);
        }
        Ok(!is_open)
    }

    /// Returns a copy of no moves, with room for all.
    fn empty_copy(&self) -> Result<Moves, OutOfMemory> {
        let mut moves = Moves::new();
        moves.try_reserve(self.len())?;
        Ok(moves)
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
            match core::mem::replace(&mut self.stage, Stage::Rest) {
                Stage::Rest if self.left == 0 || self.is_finished => return Ok(Step::Done),
                Stage::Rest => self.stage = Stage::Window,
                stage @ Stage::Loops(_) => {
                    self.stage = stage;
                    self.remove_loops(&mut effort)?;
                }
                Stage::Window => {
                    self.stage = Stage::Window;
                    self.is_finished |= self.way.is_empty();
                    if self.left == 0 || self.is_finished {
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
                    effort.spend(cost::BLOCK);
                    self.stage = Stage::Copy(moves);
                }
                Stage::LastCopy(mut moves) if moves.len() < self.len() => {
                    self.copy(&mut moves);
                    effort.spend(cost::BLOCK);
                    self.stage = Stage::LastCopy(moves);
                }
                Stage::Copy(moves) => {
                    self.told = (self.left, moves.len());
                    self.stage = Stage::Window;
                    return Ok(Step::Found(moves));
                }
                Stage::LastCopy(moves) => {
                    self.told.1 = moves.len();
                    return Ok(Step::Found(moves));
                }
            }
        }
        Ok(Step::Paused)
    }
}
