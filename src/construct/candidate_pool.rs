//! The pool between the ways in which a beam task can end.

use alloc::vec::Vec;

use super::beam_task::Arrival;
use super::start_board::{self, StartBoard};
use super::workspace::Workspace;
use crate::beam::Way;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::side::Side;

/// The best ways to do a task.
#[derive(Debug)]
pub(super) struct CandidatePool {
    best: Vec<Candidate>,
    /// The number of ways that are kept.
    most: usize,
}

/// A way to do a task.
#[derive(Debug)]
struct Candidate {
    /// The estimated total of moves, in sixteenths.
    total: u64,
    /// The moves that it makes, and those made before.
    made: usize,
    /// The steps of the blank from the board of the workspace.
    way: Vec<Side>,
    /// The board that it makes, if there are others to distinguish it from.
    at: Vec<u16>,
}

impl CandidatePool {
    /// Returns an empty pool that keeps this number of ways.
    pub(super) const fn new(most: usize) -> Self {
        Self {
            best: Vec::new(),
            most,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.best.is_empty()
    }

    /// Returns the most moves that the block may take after a way to an arrival for the whole to
    /// be one of the best; `None` if there is no limit.
    pub(super) fn most_in_block(
        &self,
        (way, origin): (&Way, &StartBoard),
        arrival: &Arrival,
    ) -> Option<usize> {
        let worst = self.best.get(self.most - 1)?;
        let made = usize::from(origin.late) + way.backwards().len();
        let left = worst
            .total
            .saturating_sub(arrival.rest + 16 * made as u64 + 1);
        Some((left / 16) as usize)
    }

    /// Weighs a way from a carried board to an arrival, from which `moves` solve a block.
    pub(super) fn weigh(
        &mut self,
        (way, origin): (&Way, &StartBoard),
        arrival: &Arrival,
        moves: &[Side],
        workspace: &Workspace,
    ) -> Result<(), OutOfMemory> {
        let made = usize::from(origin.late) + way.backwards().len() + moves.len();
        let mut candidate = Candidate {
            total: 16 * made as u64 + arrival.rest,
            made,
            way: origin.way.clone(),
            at: Vec::new(),
        };
        let steps = way.backwards().iter().rev().chain(moves);
        start_board::go_on(&mut candidate.way, steps.copied());
        if self.most > 1 {
            candidate.at = start_board::board_after(&candidate.way, workspace)?.0;
        }
        self.keep(candidate);
        Ok(())
    }

    /// Keeps a way if it is one of the best, and no shorter one makes the same board.
    fn keep(&mut self, candidate: Candidate) {
        let is_same = |it: &Candidate| self.most > 1 && it.at == candidate.at;
        if let Some(same) = self.best.iter().position(is_same) {
            if self.best[same].total <= candidate.total {
                return;
            }
            self.best.remove(same);
        }
        let place = self.best.partition_point(|it| it.total <= candidate.total);
        self.best.insert(place, candidate);
        self.best.truncate(self.most);
    }

    /// Returns the blank's path for the best way, followed by `exit`; and the boards that result
    /// from all of them.
    pub(super) fn end(self, exit: Option<Side>) -> (Vec<Side>, Vec<StartBoard>) {
        let mut ways: Vec<_> = self.best.into_iter().map(|it| (it.way, it.made)).collect();
        for (way, _) in &mut ways {
            way.extend(exit);
        }
        let carried = StartBoard::all(&ways);
        let best = ways.into_iter().next();
        (best.map_or(Vec::new(), |best| best.0), carried)
    }
}

/// Returns the blank's steps for moves of tiles.
pub(super) fn sides(moves: &Moves) -> Vec<Side> {
    let side = |direction| {
        let mut sides = Side::ALL.into_iter();
        sides.find(|side| side.tile_moves() == direction)
    };
    moves.into_iter().filter_map(side).collect()
}
