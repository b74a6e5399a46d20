//! Splitting and searching a round on several threads.
//!
//! Results are taken over in the order of one thread, so that neither the answer nor a count shows
//! how many there were.

use super::any_round::State;
use super::chunks::Chunks;
use super::units::{Unit, Units};
use super::{BatchSearch, Stage};
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::pool::{HAS_WORKERS, Pool};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step};

impl BatchSearch {
    /// Takes over the next chunk of the depth that the round is split at from workers; `None` if
    /// this thread is to expand it.
    pub(super) fn split_together(
        &mut self,
        counts: &mut Counts,
    ) -> Result<Option<State>, OutOfMemory> {
        let chunks = self.round.chunks();
        if !HAS_WORKERS || self.threads < 2 {
            return Ok(None);
        }
        if self.splitters.is_none() && chunks.len() < self.chunks_from {
            return Ok(None);
        }
        let splitters = match &mut self.splitters {
            Some(splitters) => splitters,
            none => {
                let kit = Shared::clone(&self.kit);
                let mut pool = Pool::new(Chunks::new(kit, &*self.round, self.left_out)?);
                pool.start(self.threads);
                none.insert(pool)
            }
        };
        if splitters.workers() == 0 {
            (self.splitters, self.threads) = (None, 1);
            return Ok(None);
        }
        let mut expanded = splitters.ask(|all| all.take_over(chunks.start));
        if let Some(None) = expanded {
            splitters.wait();
            expanded = splitters.look(|all| all.take_over(chunks.start));
        }
        let (chunk, tally) = match expanded {
            Some(Some(Ok(expanded))) => expanded,
            Some(None) => return Ok(Some(State::Paused)),
            // A worker panicked or had no memory: one thread continues, so that the search ends as
            // it does without others.
            Some(Some(Err(_))) | None => {
                (self.splitters, self.threads) = (None, 1);
                return Ok(None);
            }
        };
        if counts.expanded + tally.expanded > counts.limit {
            // The limit lies in this chunk.
            self.splitters = None;
            return Ok(None);
        }
        if chunks.len() == 1 {
            self.splitters = None;
        }
        counts.add(tally);
        let wanted = self.wanted_seeds();
        self.round.add_chunk(chunk, wanted).map(Some)
    }

    /// Takes the results of workers that search the units of the round; `None` if they end here,
    /// and this thread is to continue with the first unit that is left.
    pub(super) fn search_together(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Option<Step<Moves>> {
        let Stage::Searching { units, .. } = &mut self.stage else {
            return None;
        };
        let pool = match &mut self.pool {
            Some(pool) => pool,
            none => {
                let all = Units::new(Shared::clone(&self.kit), &*self.round, units).ok()?;
                let mut pool = Pool::new(all);
                pool.start(self.threads.min(units.len()));
                none.insert(pool)
            }
        };
        if pool.workers() == 0 {
            (self.pool, self.threads) = (None, 1);
            return None;
        }
        let mut unit = pool.ask(|all| all.unit(units.start));
        let mut has_waited = false;
        while let Some(Unit {
            counts: of_unit,
            before_last,
            turns,
            is_over,
            has_failed,
        }) = unit
        {
            if has_failed {
                break;
            }
            if is_over {
                if counts.expanded + of_unit.expanded > counts.limit {
                    break;
                }
                // One thread would pause before the last batch.
                if counts.expanded + before_last >= until {
                    self.ahead = before_last;
                    return Some(Step::Paused);
                }
                counts.add(of_unit);
                if let Some(turns) = turns {
                    return Some(self.found(turns));
                }
                units.start += 1;
                if units.start == units.end {
                    self.pool = None;
                    return Some(Step::Paused);
                }
            } else {
                if counts.expanded + of_unit.expanded >= counts.limit {
                    break;
                }
                if has_waited || counts.expanded + of_unit.expanded >= until {
                    self.ahead = of_unit.expanded;
                    return Some(Step::Paused);
                }
                pool.wait();
                has_waited = true;
            }
            unit = pool.look(|all| all.unit(units.start));
        }
        // The limit lies in this unit, a worker panicked or had no memory: one thread continues
        // from here, so that the search ends as it does without others.
        self.pool = None;
        None
    }
}
