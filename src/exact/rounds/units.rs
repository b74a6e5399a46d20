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
    kernel: Box<dyn SharedKernel>,
    seeds: Shared<Seeds>,
    first: usize,
    seeds_a_unit: usize,
    /// The number of units that may matter: none beyond one that is known to have a solution.
    end: usize,
    /// The units that have begun, with the results of those that are over.
    begun: Vec<Option<Searched>>,
    paused: Vec<Task>,
    /// Kernels that search no unit now.
    free: Vec<Box<dyn SharedKernel>>,
}

/// The search of a unit.
pub(super) struct Task {
    nth: usize,
    seeds: Shared<Seeds>,
    unit: Range<usize>,
    kernel: Box<dyn SharedKernel>,
    is_open: bool,
    counts: Counts,
    state: State,
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
            kernel,
            seeds,
            first,
            seeds_a_unit,
            begun: Vec::new(),
            paused: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Takes the result of the unit that begins with a seed over, if it is over.
    pub(super) fn take_over(&mut self, first: usize) -> Option<Searched> {
        let nth = (first - self.first) / self.seeds_a_unit;
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
        let first = self.first + nth * self.seeds_a_unit;
        let kernel = self.free.pop();
        Some(Task {
            nth,
            seeds: Shared::clone(&self.seeds),
            unit: unit(first, self.seeds.len(), self.seeds_a_unit),
            kernel: kernel.unwrap_or_else(|| self.kernel.copy()),
            is_open: false,
            counts: Counts::default(),
            state: State::Paused,
        })
    }

    fn advance(task: &mut Task, effort: &mut Effort) {
        if !task.is_open {
            task.kernel.open(&task.seeds, task.unit.clone());
            task.is_open = true;
        }
        let counts = &mut task.counts;
        task.state = task.kernel.advance(&task.seeds, u64::MAX, counts, effort);
    }

    fn give_back(&mut self, task: Task) -> News {
        let nth = task.nth;
        let found = match task.state {
            State::Paused => {
                if nth < self.end {
                    self.paused.push(task);
                }
                return News::None;
            }
            State::Found(moves) => {
                self.end = self.end.min(nth + 1);
                self.paused.retain(|task| task.nth < nth);
                Some(moves)
            }
            State::Done => None,
        };
        self.free.push(task.kernel);
        self.begun[nth] = Some(Searched {
            counted: task.counts.tally(),
            found,
        });
        News::Owner
    }
}
