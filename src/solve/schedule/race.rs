//! A proof and beams, which take turns.

use crate::canonical::CanonicalBoard;
use crate::exact::lanes::ExactSearch;
use crate::exact::rounds::StoredRound;
use crate::moves::Moves;
use crate::prepare::Prepared;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Part, Step};
use crate::solve::schedule::balance::Balance;
use crate::solve::schedule::beams::Beams;

/// A proof and beams, in turn.
///
/// IDA\* proves, round by round, that there is no solution of fewer moves; each of its rounds costs
/// some five times as much as the one before. Beams find solutions, and become wider and wider.
/// (A weighted search guarantees the same bound, but on 5 x 5 its lower bound, length / weight, is
/// dearer: it expands every board that its heuristic overrates.)
#[derive(Debug)]
pub(super) struct Race {
    proof: Part<ExactSearch>,
    /// None if the proof is alone.
    beams: Option<(Beams, Balance)>,
    lap: Lap,
    /// The work of proof and beams when the lap began.
    start: [u64; 2],
}

/// A turn of the race.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lap {
    /// Its work, which also sets the proof's lead.
    pub(super) budget: u64,
    /// True if the lap ends with its budget.
    pub(super) is_bounded: bool,
    /// True if the last beam may not exceed the budget.
    pub(super) cuts_beams: bool,
}

impl Race {
    /// Returns a race in which every solution is known to need `proved` moves. Without a balance
    /// the proof is alone.
    pub(super) fn new(
        prepared: &Shared<Prepared>,
        board: &CanonicalBoard,
        proved: usize,
        threads: usize,
        balance: Option<Balance>,
    ) -> Result<Self, OutOfMemory> {
        let method = prepared.method();
        let proof = method.search(board, &StoredRound::new(proved), threads)?;
        let beams = || Beams::new(Shared::clone(prepared), board.clone(), threads);
        Ok(Self {
            proof: Part::new(proof),
            beams: balance.map(|balance| (beams(), balance)),
            lap: Lap::default(),
            start: [0; 2],
        })
    }

    pub(super) fn begin(&mut self, lap: Lap) {
        self.start = [self.proof.counts.expanded, self.beams_work()];
        self.lap = lap;
    }

    /// Returns the budget of the lap, and the work of its beams beyond that.
    pub(super) fn spent(&self) -> (u64, u64) {
        let (budget, of_beams) = (self.lap.budget, self.beams_work() - self.start[1]);
        (budget, of_beams.saturating_sub(budget))
    }

    /// Returns the work of all beams that have ended.
    fn beams_work(&self) -> u64 {
        let beams = self.beams.as_ref();
        beams.map_or(0, |(beams, balance)| balance.beam_price * beams.expanded())
    }

    /// Advances beams or proof, for solutions shorter than `length`; returns [`Step::Done`] at the
    /// end of the lap.
    pub(super) fn advance(
        &mut self,
        length: Option<usize>,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, OutOfMemory> {
        if let Some((beams, _)) = &mut self.beams {
            if let Some(step) = beams.advance(until, counts) {
                return Ok(step);
            }
        }
        let Lap {
            budget, is_bounded, ..
        } = self.lap;
        let of_beams = self.beams_work() - self.start[1];
        let mut due = match &self.beams {
            Some((beams, balance)) if !beams.is_exhausted() => balance.proof_due(budget, of_beams),
            _ => u64::MAX,
        };
        if is_bounded {
            due = due.min(budget.saturating_sub(of_beams));
        }
        let due_in_all = due.saturating_add(self.start[0]);
        if !self.proof.has_expanded(due_in_all) {
            // The share is exact, so that what the beams get does not depend on threads.
            return self.proof.advance(until, (due_in_all, due_in_all), counts);
        }
        let work = due.saturating_add(of_beams);
        if is_bounded && work >= budget {
            return Ok(Step::Done);
        }
        if let Some((beams, balance)) = &mut self.beams {
            let allowance = if self.lap.cuts_beams {
                (budget - work).div_ceil(balance.beam_price)
            } else {
                u64::MAX
            };
            beams.widen(length, allowance);
        }
        Ok(Step::Paused)
    }

    /// Returns the work of all laps.
    #[cfg(test)]
    pub(super) fn work(&self) -> u64 {
        self.beams_work() + self.proof.counts.expanded
    }
}
