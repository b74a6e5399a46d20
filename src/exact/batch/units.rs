//! The units of a round, searched by workers ahead of their turn.
//!
//! Workers search units beyond the one that counts. What they find there is thrown away if it turns
//! out not to count.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::any_round::{AnyRound, State};
use super::search_tables::SearchTables;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::runtime::pool::{News, Queue};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Tally};

/// The progress of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Unit {
    pub(super) counts: Tally,
    /// The boards expanded before the last batch.
    pub(super) before_last: u64,
    /// The turns of a solution.
    pub(super) turns: Option<Vec<u8>>,
    pub(super) is_over: bool,
    /// True if there was no memory for it on a worker.
    pub(super) has_failed: bool,
}

/// The units of a round.
#[derive(Debug)]
pub(super) struct Units {
    round: Shared<SharedRound>,
    /// The number of the first unit.
    first: usize,
    /// The number of units that may matter: none beyond one that is known to have a solution.
    end: usize,
    /// The units that have begun.
    begun: Vec<Unit>,
    paused: Vec<Task>,
    /// The searches of units that are over.
    free: Vec<Box<dyn AnyRound>>,
}

/// The data that all searches of a round read.
#[derive(Debug)]
struct SharedRound {
    kit: Shared<SearchTables>,
    search: Box<dyn AnyRound>,
}

/// The search of a unit.
#[derive(Debug)]
pub(super) struct Task {
    /// The number of the unit, seen from the first one.
    nth: usize,
    unit: Unit,
    round: Shared<SharedRound>,
    /// A copy of the round's search, once there is one.
    search: Option<Box<dyn AnyRound>>,
    /// The unit that is to be opened.
    to_open: Option<usize>,
}

impl Units {
    pub(super) fn new(
        kit: Shared<SearchTables>,
        search: &dyn AnyRound,
        units: &Range<usize>,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            round: Shared::new(SharedRound {
                kit,
                search: search.copy()?,
            }),
            first: units.start,
            end: units.len(),
            begun: Vec::with_capacity(units.len()),
            paused: Vec::new(),
            free: Vec::new(),
        })
    }

    /// Returns the progress of a unit.
    pub(super) fn unit(&self, number: usize) -> Unit {
        let unit = self.begun.get(number - self.first);
        unit.cloned().unwrap_or_default()
    }
}

impl Queue for Units {
    type Task = Task;

    fn take(&mut self, _last: &mut usize) -> Option<Task> {
        if let Some(task) = self.paused.pop() {
            return Some(task);
        }
        let nth = self.begun.len();
        if nth >= self.end {
            return None;
        }
        self.begun.push(Unit::default());
        Some(Task {
            nth,
            unit: Unit::default(),
            round: Shared::clone(&self.round),
            search: self.free.pop(),
            to_open: Some(self.first + nth),
        })
    }

    fn advance(task: &mut Task, _effort: &mut Effort) {
        if task.advance().is_err() {
            // Nothing of the search is worth being kept.
            task.search = None;
            (task.unit.is_over, task.unit.has_failed) = (true, true);
        }
    }

    fn give_back(&mut self, task: Task) -> News {
        let (nth, is_over) = (task.nth, task.unit.is_over);
        self.begun[nth] = task.unit.clone();
        if self.begun[nth].turns.is_some() {
            self.end = self.end.min(nth);
            self.paused.retain(|task| task.nth < nth);
        }
        if is_over {
            self.free.extend(task.search);
            News::Owner
        } else {
            if nth < self.end {
                self.paused.push(task);
            }
            News::None
        }
    }
}

impl Task {
    fn advance(&mut self) -> Result<(), OutOfMemory> {
        let search = match &mut self.search {
            Some(search) => search,
            none => none.insert(self.round.search.copy()?),
        };
        if let Some(unit) = self.to_open.take() {
            search.open(unit);
        }
        let mut counts = Counts::default();
        counts.add(self.unit.counts);
        let (state, before_last) = search.advance(&self.round.kit, u64::MAX, &mut counts)?;
        self.unit = Unit {
            counts: counts.tally(),
            before_last,
            is_over: state != State::Paused,
            has_failed: false,
            turns: match state {
                State::Found(turns) => Some(turns),
                _ => None,
            },
        };
        Ok(())
    }
}
