//! The units of a round, searched by workers ahead of their turn.
//!
//! Workers search units beyond the one that counts. What they find there is thrown away if it turns
//! out not to count.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::kernel::{SharedKernel, State};
use super::seeds::Seeds;
use crate::moves::Moves;
use crate::runtime::effort::Effort;
use crate::runtime::pool::{News, Queue};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Tally};

/// The result of a unit.
pub(super) struct Searched {
    pub(super) counted: Tally,
    pub(super) found: Option<Moves>,
}

/// The units of a round that are left.
pub(super) struct Units {
    round: Shared<Round>,
    /// The number of units that may matter: none beyond one that is known to have a solution.
    end: usize,
    /// The units that have begun, with the results of those that are over.
    begun: Vec<Option<Searched>>,
    paused: Vec<Task>,
    /// Kernels that search no unit now.
    free: Vec<Box<dyn SharedKernel>>,
}

/// The data that all units of a round read.
struct Round {
    kernel: Box<dyn SharedKernel>,
    seeds: Shared<Seeds>,
    first: usize,
    seeds_a_unit: usize,
}

/// The search of a unit.
pub(super) struct Task {
    nth: usize,
    round: Shared<Round>,
    /// The search, once it has begun.
    search: Option<Box<dyn SharedKernel>>,
    spare: Option<Box<dyn SharedKernel>>,
    counts: Counts,
    found: Option<Moves>,
    is_over: bool,
}

/// Returns the seeds of the unit that begins with one of `len` seeds.
pub(super) fn unit(first: usize, len: usize, seeds_a_unit: usize) -> Range<usize> {
    first..len.min(first.saturating_add(seeds_a_unit))
}

impl Units {
    /// Returns the units of the seeds from `first` on.
    pub(super) fn new(
        kernel: Box<dyn SharedKernel>,
        seeds: Shared<Seeds>,
        first: usize,
        seeds_a_unit: usize,
    ) -> Self {
        Self {
            end: (seeds.len() - first).div_ceil(seeds_a_unit),
            round: Shared::new(Round {
                kernel,
                seeds,
                first,
                seeds_a_unit,
            }),
            begun: Vec::new(),
            paused: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Returns the number of the unit that begins with a seed.
    fn number(&self, first: usize) -> usize {
        (first - self.round.first) / self.round.seeds_a_unit
    }

    /// Takes the result of the unit that begins with a seed over, if it is over.
    pub(super) fn take_over(&mut self, first: usize) -> Option<Searched> {
        let nth = self.number(first);
        self.begun.get_mut(nth)?.take()
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
        self.begun.push(None);
        Some(Task {
            nth,
            round: Shared::clone(&self.round),
            search: None,
            spare: self.free.pop(),
            counts: Counts::default(),
            found: None,
            is_over: false,
        })
    }

    fn advance(task: &mut Task, effort: &mut Effort) {
        let round = &task.round;
        let search = match &mut task.search {
            Some(search) => search,
            none => {
                let mut kernel = task.spare.take().unwrap_or_else(|| round.kernel.copy());
                let first = round.first + task.nth * round.seeds_a_unit;
                let unit = unit(first, round.seeds.len(), round.seeds_a_unit);
                kernel.open(&round.seeds, unit);
                none.insert(kernel)
            }
        };
        match search.advance(&round.seeds, u64::MAX, &mut task.counts, effort) {
            State::Paused => {}
            State::Found(moves) => (task.found, task.is_over) = (Some(moves), true),
            State::Done => task.is_over = true,
        }
    }

    fn give_back(&mut self, task: Task) -> News {
        let nth = task.nth;
        if !task.is_over {
            if nth < self.end {
                self.paused.push(task);
            }
            return News::None;
        }
        if task.found.is_some() {
            self.end = self.end.min(nth + 1);
            self.paused.retain(|task| task.nth < nth);
        }
        self.free.extend(task.search);
        self.begun[nth] = Some(Searched {
            counted: task.counts.tally(),
            found: task.found,
        });
        News::Owner
    }
}
