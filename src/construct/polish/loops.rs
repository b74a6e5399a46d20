//! Moves that lead from a board back to the same board.

use alloc::vec::Vec;
use core::mem;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::runtime::alloc::{OutOfMemory, reserved, try_push};
use crate::runtime::cost_model::polish as cost;
use crate::runtime::effort::Effort;
use crate::search::hashes::hash_of;
use crate::side::Side;

/// The slots that are made, and the moves that are shifted, at once.
const BLOCK: usize = 1 << 14;

/// The removal of loops from a solution: of the boards that are met twice or more, only the last
/// meeting counts.
///
/// Boards are identified by about 50 bits of a hash, so the result is replayed before it is used.
/// It takes 11 to 22 bytes a move.
#[derive(Debug)]
pub(super) struct Loops {
    board: CanonicalBoard,
    hash: u64,
    /// The last meeting of each board: 32 bits of its hash, and the number of moves to it plus one.
    slots: Vec<u64>,
    count: usize,
    /// The runs of moves that are kept, and their length.
    runs: Vec<(usize, usize)>,
    kept: usize,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The slots are made.
    Slots,
    /// Evaluates the board after this number of moves.
    Play(usize),
    /// Evaluates the board after this number of the moves that are left without loops.
    Try(usize),
    /// Shifts the moves of this run and those after it, beginning with this number of moves in
    /// place.
    Shift(usize, usize),
    Over,
}

impl Loops {
    /// Returns the work for a solution of `moves` moves; `None` if there is no memory for it.
    pub(super) fn new(instance: &CanonicalBoard, moves: usize) -> Option<Self> {
        let count = (moves + moves / 3 + 2).checked_next_power_of_two()?;
        u32::try_from(moves + 1).ok()?;
        Some(Self {
            board: instance.clone(),
            hash: 0,
            slots: reserved(count).ok()?,
            count,
            runs: Vec::new(),
            kept: 0,
            stage: Stage::Slots,
        })
    }

    /// Advances the search; returns, at its end, whether the moves have become fewer. They lead to
    /// the goal from the board `instance`.
    pub(super) fn advance(
        &mut self,
        instance: &CanonicalBoard,
        moves: &mut Vec<Direction>,
        effort: &mut Effort,
    ) -> Result<Option<bool>, OutOfMemory> {
        while !effort.is_spent() {
            match mem::replace(&mut self.stage, Stage::Over) {
                Stage::Slots => {
                    let made = self.slots.len();
                    self.slots.resize(self.count.min(made + BLOCK), 0);
                    effort.spend(cost::LOOP_BLOCK);
                    self.stage = if self.slots.len() < self.count {
                        Stage::Slots
                    } else {
                        Stage::Play(0)
                    };
                }
                Stage::Play(nth) => {
                    effort.spend(cost::LOOP_MOVE);
                    let slot = self.slot();
                    self.slots[slot] = self.tag() | (nth as u64 + 1);
                    self.stage = if let Some(&direction) = moves.get(nth) {
                        self.play(direction);
                        Stage::Play(nth + 1)
                    } else {
                        self.board.clone_from(instance);
                        self.hash = 0;
                        Stage::Try(0)
                    };
                }
                Stage::Try(nth) => {
                    effort.spend(cost::LOOP_MOVE);
                    let last = (self.slots[self.slot()] as u32 as usize).wrapping_sub(1);
                    // If not, two boards have the same hash.
                    if last < nth || last > moves.len() {
                        return Ok(Some(false));
                    }
                    match self.runs.last_mut() {
                        Some((_, end)) if *end == last => *end += 1,
                        _ => {
                            try_push(&mut self.runs, (last, last + 1))?;
                        }
                    }
                    let Some(&direction) = moves.get(last) else {
                        if self.kept == moves.len() || !self.board.is_solved() {
                            return Ok(Some(false));
                        }
                        self.stage = Stage::Shift(0, 0);
                        continue;
                    };
                    self.kept += 1;
                    self.play(direction);
                    self.stage = Stage::Try(last + 1);
                }
                Stage::Shift(run, to) => {
                    let Some((start, end)) = self.runs.get_mut(run) else {
                        moves.truncate(to);
                        return Ok(Some(true));
                    };
                    let stop = moves.len().min(*end).min(*start + BLOCK);
                    moves.copy_within(*start..stop, to);
                    effort.spend(cost::LOOP_BLOCK);
                    let to = to + (stop - *start);
                    *start = stop;
                    let is_done = stop == moves.len().min(*end);
                    self.stage = Stage::Shift(run + usize::from(is_done), to);
                }
                Stage::Over => return Ok(Some(false)),
            }
        }
        Ok(None)
    }

    fn play(&mut self, direction: Direction) {
        let (to, side) = (self.board.blank, Side::of_blank(direction));
        if let Some(from) = side.entered(self.board.shape, to) {
            let tile = self.board.cells[from];
            self.hash ^= hash_of(tile, from) ^ hash_of(tile, to);
            self.board.move_tile(from);
        }
    }

    /// Returns the part of the hash that is kept.
    const fn tag(&self) -> u64 {
        self.hash >> 32 << 32
    }

    /// Returns the slot of the board, or the free one that it would get.
    fn slot(&self) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.hash as usize & mask;
        while self.slots[slot] != 0 && self.slots[slot] >> 32 << 32 != self.tag() {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
