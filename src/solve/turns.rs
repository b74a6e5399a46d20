//! Works that count one after the other, and are done at the same time.

#[cfg(feature = "std")]
mod crew;
mod line;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use crate::tables::OutOfMemory;
use crate::work::{Counts, Tally};
#[cfg(feature = "std")]
use crew::Crew;
use line::{Head, Line};
pub(super) use line::{Job, Recipe};

/// Works that have their turns one after the other. Each is over with its first find.
///
/// With helpers those whose turn has not come are done too, as far as the limit seems to reach.
/// What they expand is counted when their turn comes, and what they find waits for it. So all is
/// found and counted as if one thread had done one work after the other.
#[derive(Debug)]
pub(super) struct Turns<R: Recipe> {
    /// Empty if there is a crew, which has a line of its own.
    line: Line<R>,
    #[cfg(feature = "std")]
    crew: Option<Crew<R>>,
    /// What is counted of the work whose turn it is.
    shown: Tally,
    /// The number of the work that this thread was at.
    last: usize,
}

/// How far the works are.
#[derive(Debug)]
pub(super) enum Turn<R: Recipe> {
    Paused,
    /// This one has had its turn.
    Over(Box<Job<R>>),
    /// There is none.
    Empty,
}

impl<R: Recipe> Turns<R> {
    pub(super) const fn new() -> Self {
        Self {
            line: Line::new(),
            #[cfg(feature = "std")]
            crew: None,
            shown: Tally {
                expanded: 0,
                generated: 0,
            },
            last: 0,
        }
    }

    /// Takes up to so many helpers, if there are none.
    #[cfg(feature = "std")]
    pub(super) fn take_helpers(&mut self, helpers: usize)
    where
        R: Send + 'static,
        R::Work: Send,
        R::Found: Send,
    {
        if self.crew.is_none() && helpers > 0 {
            self.crew = Crew::new(helpers, &mut self.line);
        }
    }

    /// Adds a work that is the last one to have its turn. It will expand about `plan` boards.
    pub(super) fn push(&mut self, recipe: R, plan: u64) {
        self.with_line(|line| line.push(recipe, plan));
    }

    fn with_line<T>(&mut self, change: impl FnOnce(&mut Line<R>) -> T) -> T {
        #[cfg(feature = "std")]
        if let Some(crew) = &self.crew {
            return crew.with_line(change);
        }
        change(&mut self.line)
    }

    /// Lets helpers go on for a while, when it is not the works' turn.
    pub(super) fn let_work(&mut self, counts: &Counts) {
        let left = counts.limit.saturating_sub(counts.expanded);
        self.with_line(|line| line.left = left);
    }

    /// Returns the best find of those that wait for their turn.
    pub(super) fn best_ahead<T>(
        &mut self,
        best: impl FnOnce(&mut dyn Iterator<Item = &R::Found>) -> T,
    ) -> T {
        self.with_line(|line| best(&mut line.found()))
    }

    /// Goes on for a slice.
    ///
    /// # Errors
    /// That of a work that fails though no other one takes memory.
    pub(super) fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Turn<R>, OutOfMemory> {
        let before = counts.expanded - self.shown.expanded;
        let left = counts.limit.saturating_sub(before);
        let until = until.saturating_sub(before);
        let last = self.last;
        let task = self.with_line(|line| {
            line.left = left;
            line.take(last)
        });
        if let Some(mut task) = task {
            self.last = task.number;
            let result = task.advance(if task.is_first { until } else { u64::MAX });
            self.with_line(|line| line.give_back(task, result));
        } else {
            #[cfg(feature = "std")]
            if let Some(crew) = &self.crew {
                crew.wait();
            }
        }
        let (seen, turn) = match self.with_line(|line| line.head(until))? {
            Head::Empty => return Ok(Turn::Empty),
            Head::Busy(seen) => (seen.up_to(until), Turn::Paused),
            Head::Over(job) => (job.counts.tally(), Turn::Over(job)),
        };
        counts.expanded = counts.expanded - self.shown.expanded + seen.expanded;
        counts.generated = counts.generated - self.shown.generated + seen.generated;
        self.shown = match turn {
            Turn::Over(_) => Tally::default(),
            _ => seen,
        };
        Ok(turn)
    }
}
