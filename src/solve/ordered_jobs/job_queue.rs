//! Works in the order of their jobs.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::fmt;

use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Step, Tally, Work};

/// A source of jobs: the same job each time.
pub(in crate::solve) trait Recipe: fmt::Debug {
    type Found: fmt::Debug;
    type Work: Work<Found = Self::Found, Failure = OutOfMemory> + fmt::Debug;

    /// Returns the work, which is not begun.
    fn begin(&self) -> Result<Self::Work, OutOfMemory>;
}

/// A work, from its recipe to its first find or its end.
#[derive(Debug)]
pub(in crate::solve) struct Job<R: Recipe> {
    pub(in crate::solve) recipe: R,
    /// Once it is begun.
    pub(in crate::solve) work: Option<R::Work>,
    pub(in crate::solve) counts: Counts,
    pub(in crate::solve) found: Option<R::Found>,
}

impl<R: Recipe> Job<R> {
    /// Goes on for a slice; returns whether it is over.
    fn advance(&mut self, until: u64) -> Result<bool, OutOfMemory> {
        let work = match &mut self.work {
            Some(work) => work,
            None => self.work.insert(self.recipe.begin()?),
        };
        Ok(match work.advance(until, &mut self.counts)? {
            Step::Paused | Step::Bound(_) => false,
            Step::Done => true,
            Step::Found(found) => {
                self.found = Some(found);
                true
            }
        })
    }

    /// Gives up what was done, and the memory that it took.
    fn restart(&mut self) {
        self.work = None;
        self.found = None;
        self.counts = Counts::default();
    }
}

/// A work that a thread has in hand, for a slice.
#[derive(Debug)]
pub(super) struct Task<R: Recipe> {
    pub(super) number: usize,
    /// True if it is its turn.
    pub(super) is_first: bool,
    /// True if no other one takes memory.
    is_alone: bool,
    job: Box<Job<R>>,
}

impl<R: Recipe> Task<R> {
    /// Goes on for a slice; returns whether the work is over.
    pub(super) fn advance(&mut self, until: u64) -> Result<bool, OutOfMemory> {
        self.job.advance(until)
    }
}

/// A place in the queue.
#[derive(Debug)]
struct Place<R: Recipe> {
    plan: u64,
    /// The counts of the job when a thread looked last.
    seen: Tally,
    state: State,
    /// None while a thread has it in hand.
    job: Option<Box<Job<R>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Over,
    Failed(OutOfMemory),
}

/// The works that have not had their jobs.
#[derive(Debug)]
pub(super) struct JobQueue<R: Recipe> {
    /// The number of the one whose turn it is.
    first: usize,
    places: VecDeque<Place<R>>,
    /// The number of boards that it and all that follow may expand.
    pub(super) left: u64,
    /// True if only the first may be at work, and no helper: there was no memory for several.
    pub(super) is_alone: bool,
}

/// The work whose turn it is.
#[derive(Debug)]
pub(super) enum Head<R: Recipe> {
    Empty,
    /// It has counted this.
    Busy(Tally),
    /// It is over, and out of the queue.
    Over(Box<Job<R>>),
}

impl<R: Recipe> JobQueue<R> {
    pub(super) const fn new() -> Self {
        Self {
            first: 0,
            places: VecDeque::new(),
            left: 0,
            is_alone: false,
        }
    }

    pub(super) fn push(&mut self, recipe: R, plan: u64) {
        self.places.push_back(Place {
            plan,
            seen: Tally::default(),
            state: State::Open,
            job: Some(Box::new(Job {
                recipe,
                work: None,
                counts: Counts::default(),
                found: None,
            })),
        });
    }

    /// Takes a job: that of the number `last` if it can continue, else the first that can.
    pub(super) fn take(&mut self, last: usize) -> Option<Task<R>> {
        self.mend_first();
        if self.is_alone && self.places.iter().any(|it| it.job.is_none()) {
            return None;
        }
        let mut left = self.left;
        let mut best = None;
        let most = if self.is_alone { 1 } else { usize::MAX };
        for (nth, place) in self.places.iter().enumerate().take(most) {
            let has_room = place.seen.expanded < left;
            if has_room && place.state == State::Open && place.job.is_some() {
                let is_last = self.first + nth == last;
                if is_last || best.is_none() {
                    best = Some((nth, left));
                }
                if is_last {
                    break;
                }
            }
            left = left.saturating_sub(place.guess());
        }
        let (nth, left) = best?;
        let mut job = self.places[nth].job.take()?;
        job.counts.limit = left;
        Some(Task {
            number: self.first + nth,
            is_first: nth == 0,
            is_alone: self.is_alone,
            job,
        })
    }

    /// Begins the first work again if it has gone beyond the limit, since those before it did more
    /// than was thought: only so its counts are exact.
    fn mend_first(&mut self) {
        if let Some(place) = self.places.front_mut() {
            if place.seen.expanded > self.left {
                place.restart();
            }
        }
    }

    /// Gives a work back, with what came of it.
    ///
    /// If it had no memory, all begin again, one after the other from now on. Then there is as much
    /// for each as on one thread.
    pub(super) fn give_back(&mut self, task: Task<R>, result: Result<bool, OutOfMemory>) {
        let nth = task.number - self.first;
        let place = &mut self.places[nth];
        place.seen = task.job.counts.tally();
        place.job = Some(task.job);
        place.state = match result {
            Ok(false) => State::Open,
            Ok(true) => State::Over,
            Err(error) => State::Failed(error),
        };
        if result.is_err() && !task.is_alone {
            self.is_alone = true;
            self.places.iter_mut().for_each(Place::restart);
        } else if self.is_alone && nth > 0 {
            place.restart();
        }
    }

    /// Returns how far the first work is; it goes out of the queue if it is over, and has not
    /// expanded more than `until`.
    pub(super) fn head(&mut self, until: u64) -> Result<Head<R>, OutOfMemory> {
        self.mend_first();
        let Some(place) = self.places.front_mut() else {
            return Ok(Head::Empty);
        };
        if place.seen.expanded > self.left {
            // It will begin again.
            return Ok(Head::Busy(place.seen.up_to(self.left.saturating_sub(1))));
        }
        match (place.state, &mut place.job) {
            (State::Failed(error), _) => Err(error),
            (State::Over, job @ Some(_)) if place.seen.expanded <= until => {
                let job = job.take();
                self.places.pop_front();
                self.first += 1;
                Ok(job.map_or(Head::Empty, Head::Over))
            }
            _ => Ok(Head::Busy(place.seen)),
        }
    }

    /// Returns what was found by those that wait for their turn.
    pub(super) fn found(&self) -> impl Iterator<Item = &R::Found> {
        let jobs = self.places.iter().filter_map(|place| place.job.as_ref());
        jobs.filter_map(|job| job.found.as_ref())
    }
}

impl<R: Recipe> Place<R> {
    /// Begins the work again, unless a thread is running it.
    fn restart(&mut self) {
        if let Some(job) = &mut self.job {
            job.restart();
            self.seen = Tally::default();
            self.state = State::Open;
        }
    }

    /// Returns how many boards it may expand at most, as far as that can be guessed: what is done
    /// between two works counts, too.
    fn guess(&self) -> u64 {
        if self.state == State::Over {
            self.seen.expanded
        } else {
            let work = self.plan.max(self.seen.expanded);
            work.saturating_add(work / 2)
        }
    }
}
