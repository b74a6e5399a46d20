//! Moves that lead from a board back to the same board.

use alloc::vec::Vec;
use core::ops::Range;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::hashes::hash_of;
use crate::runtime::alloc::{OutOfMemory, reserved, try_push};
use crate::runtime::cost_model::improve as cost;
use crate::runtime::job::Pace;
use crate::side::Side;

/// The slots that are made, and the moves that are shifted, at once.
const BLOCK: usize = 1 << 14;

/// Leaves out of a solution of a board what leads from a board back to the same board: of the
/// boards that are visited twice or more, only the last visit counts. Returns whether there are fewer
/// moves now; not if there is no memory to look.
///
/// Boards are identified by about 50 bits of a hash, so the result is replayed before it is used.
/// It takes 11 to 22 bytes a move.
pub(super) async fn remove(
    instance: &CanonicalBoard,
    moves: &mut Vec<Direction>,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let Some(mut visits) = Visits::new(instance, moves.len(), pace).await else {
        return Ok(false);
    };
    for (nth, &direction) in (1..).zip(moves.iter()) {
        visits.note(nth);
        visits.play(direction);
        pace.spend(cost::LOOP_MOVE).await;
    }
    visits.note(moves.len() as u64 + 1);
    visits.board.clone_from(instance);
    visits.hash = 0;
    // The runs of moves that are kept.
    let mut runs: Vec<Range<usize>> = Vec::new();
    let (mut nth, mut kept) = (0, 0);
    loop {
        let last = (visits.slots[visits.slot()] as u32 as usize).wrapping_sub(1);
        // If not, two boards have the same hash.
        if last < nth || last > moves.len() {
            return Ok(false);
        }
        let Some(&direction) = moves.get(last) else {
            break;
        };
        match runs.last_mut() {
            Some(run) if run.end == last => run.end += 1,
            _ => try_push(&mut runs, last..last + 1)?,
        }
        kept += 1;
        visits.play(direction);
        nth = last + 1;
        pace.spend(cost::LOOP_MOVE).await;
    }
    if kept == moves.len() || !visits.board.is_solved() {
        return Ok(false);
    }
    let mut to = 0;
    for run in runs {
        for start in run.clone().step_by(BLOCK) {
            let part = start..run.end.min(start + BLOCK);
            moves.copy_within(part.clone(), to);
            to += part.len();
            pace.spend(cost::LOOP_BLOCK).await;
        }
    }
    moves.truncate(to);
    Ok(true)
}

/// The visits of boards, and the current board.
#[derive(Debug)]
struct Visits {
    board: CanonicalBoard,
    hash: u64,
    /// The last visit of each board: 32 bits of its hash, and the number of moves to it plus one.
    slots: Vec<u64>,
}

impl Visits {
    /// Returns the slots for a solution of `moves` moves; `None` if there is no memory for them.
    async fn new(instance: &CanonicalBoard, moves: usize, pace: &mut Pace) -> Option<Self> {
        let count = (moves + moves / 3 + 2).checked_next_power_of_two()?;
        u32::try_from(moves + 1).ok()?;
        let mut slots: Vec<u64> = reserved(count).ok()?;
        while slots.len() < count {
            slots.resize(count.min(slots.len() + BLOCK), 0);
            pace.spend(cost::LOOP_BLOCK).await;
        }
        Some(Self {
            board: instance.clone(),
            hash: 0,
            slots,
        })
    }

    /// Notes the number of moves to the board plus one.
    fn note(&mut self, nth: u64) {
        let slot = self.slot();
        self.slots[slot] = self.tag() | nth;
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
