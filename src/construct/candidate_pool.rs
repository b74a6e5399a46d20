//! The pool between the ways in which a beam task can end.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::beam_task::{Arrival, BeamTask};
use super::start_board::{self, StartBoard};
use super::workspace::Workspace;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::search::beam::Way;
use crate::side::Side;

/// The arrivals of a beam task, and the best ways that were made of them and of others before.
#[derive(Debug)]
pub(super) struct CandidatePool {
    pub(super) beam_task: Box<BeamTask>,
    nth: usize,
    best: Vec<Candidate>,
    /// The number of ways that are kept.
    most: usize,
}

/// A way to do a task.
#[derive(Debug)]
pub(super) struct Candidate {
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
    /// Returns the pool of the arrivals of a completed beam task and the best ways so far, of which
    /// this number are kept.
    pub(super) const fn new(beam_task: Box<BeamTask>, best: Vec<Candidate>, most: usize) -> Self {
        Self {
            beam_task,
            nth: 0,
            best,
            most,
        }
    }

    /// Returns the current arrival; `None` if all were weighed.
    pub(super) fn arrival(&self) -> Option<&Arrival> {
        self.beam_task.arrivals.get(self.nth)
    }

    /// Returns the most moves that the block may take after a way to the current arrival for the
    /// whole to be one of the best; `None` if there is no limit.
    pub(super) fn most_in_block(&self, way: &Way) -> Option<usize> {
        let worst = self.best.get(self.most - 1)?;
        let made = usize::from(self.beam_task.origin(way).late) + way.backwards().len();
        let rest = self.arrival().map_or(0, |it| it.rest);
        let left = worst.total.saturating_sub(rest + 16 * made as u64 + 1);
        Some((left / 16) as usize)
    }

    /// Weighs a way to the current arrival, from which `moves` solve a block.
    pub(super) fn weigh(
        &mut self,
        way: &Way,
        moves: &[Side],
        workspace: &Workspace,
    ) -> Result<(), OutOfMemory> {
        let origin = self.beam_task.origin(way);
        let made = usize::from(origin.late) + way.backwards().len() + moves.len();
        let rest = self.arrival().map_or(0, |it| it.rest);
        let mut candidate = Candidate {
            total: 16 * made as u64 + rest,
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

    /// Selects the next arrival.
    pub(super) const fn next(&mut self) {
        self.nth += 1;
    }

    /// Returns the best ways, the best one first.
    pub(super) fn end(self) -> Vec<Candidate> {
        self.best
    }
}

/// Returns the blank's path for the best of several candidates, followed by `exit`; and the boards
/// that result from all of them.
pub(super) fn go_by_best(
    candidates: Vec<Candidate>,
    exit: Option<Side>,
) -> (Vec<Side>, Vec<StartBoard>) {
    let mut ways: Vec<_> = candidates.into_iter().map(|it| (it.way, it.made)).collect();
    for (way, _) in &mut ways {
        way.extend(exit);
    }
    let carried = StartBoard::all(&ways);
    let best = ways.into_iter().next();
    (best.map_or(Vec::new(), |best| best.0), carried)
}

/// Returns the blank's steps for moves of tiles.
pub(super) fn sides(moves: &Moves) -> Vec<Side> {
    let side = |direction| {
        let mut sides = Side::ALL.into_iter();
        sides.find(|side| side.tile_moves() == direction)
    };
    moves.into_iter().filter_map(side).collect()
}
