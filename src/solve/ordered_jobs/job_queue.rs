//! The queue of ordered jobs.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::fmt;

use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::runtime::pool::{News, Queue};
use crate::runtime::work::{Counts, Step, Tally, Work};

/// The description of a job, from which its work begins, once or again.
pub(in crate::solve) trait Recipe: fmt::Debug {
    type Found: fmt::Debug;
    type Work: Work<Found = Self::Found, Failure = OutOfMemory> + fmt::Debug;

    /// Returns the work at its beginning.
    fn begin(&self) -> Result<Self::Work, OutOfMemory>;
}

/// A job, from its recipe to its first find or its end.
#[derive(Debug)]
pub(in crate::solve) struct Job<R: Recipe> {
    pub(in crate::solve) recipe: R,
    /// Once it is begun.
    pub(in crate::solve) work: Option<R::Work>,
    pub(in crate::solve) counts: Counts,
    pub(in crate::solve) found: Option<R::Found>,
}

impl<R: Recipe> Job<R> {
    /// Does a slice; returns whether the job is over.
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

    /// Returns the job to its beginning, and frees its memory.
    fn restart(&mut self) {
        self.work = None;
        self.found = None;
        self.counts = Counts::default();
    }
}

/// A job that a thread owns for a slice.
#[derive(Debug)]
pub(super) struct Task<R: Recipe> {
    pub(super) number: usize,
    /// True if no job is before it.
    pub(super) is_first: bool,
    /// True if no other job takes memory.
    is_alone: bool,
    job: Box<Job<R>>,
}

impl<R: Recipe> Task<R> {
    /// Does a slice; returns whether the job is over.
    pub(super) fn advance(&mut self, until: u64) -> Result<bool, OutOfMemory> {
        self.job.advance(until)
    }
}

/// A place in the queue.
#[derive(Debug)]
struct Place<R: Recipe> {
    plan: u64,
    /// The counts of the job after its last slice.
    seen: Tally,
    state: State,
    /// None while a thread owns it.
    job: Option<Box<Job<R>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Over,
    Failed(OutOfMemory),
}

/// The jobs whose results are not committed.
#[derive(Debug)]
pub(super) struct JobQueue<R: Recipe> {
    /// The number of the first job.
    first: usize,
    places: VecDeque<Place<R>>,
    /// The number of boards that all jobs together may expand.
    pub(super) left: u64,
    /// True if only the first job may run, and on no worker: there was no memory for several.
    pub(super) is_alone: bool,
}

/// The first job.
#[derive(Debug)]
pub(super) enum Head<R: Recipe> {
    /// There is none.
    Empty,
    /// It is not over, and has these counts.
    Busy(Tally),
    /// It is over, and has left the queue.
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

    /// Takes a job for a slice: that of the number `last` if it can continue, else the first that
    /// can.
    pub(super) fn begin_slice(&mut self, last: usize) -> Option<Task<R>> {
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

    /// Restarts the first job if it has exceeded the limit, because those before it expanded more
    /// boards than planned. Its counts are exact only then.
    fn mend_first(&mut self) {
        if let Some(place) = self.places.front_mut() {
            if place.seen.expanded > self.left {
                place.restart();
            }
        }
    }

    /// Gives a job back with the result of its slice.
    ///
    /// If it had no memory, all jobs restart, and run one after the other from now on. Then each has
    /// as much memory as on one thread.
    pub(super) fn end_slice(&mut self, task: Task<R>, result: Result<bool, OutOfMemory>) {
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

    /// Returns the progress of the first job. It leaves the queue if it is over and has expanded at
    /// most `until` boards.
    pub(super) fn head(&mut self, until: u64) -> Result<Head<R>, OutOfMemory> {
        self.mend_first();
        let Some(place) = self.places.front_mut() else {
            return Ok(Head::Empty);
        };
        if place.seen.expanded > self.left {
            // It restarts once it is given back.
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

    pub(super) fn found(&self) -> impl Iterator<Item = &R::Found> {
        let jobs = self.places.iter().filter_map(|place| place.job.as_ref());
        jobs.filter_map(|job| job.found.as_ref())
    }
}

impl<R: Recipe> Queue for JobQueue<R> {
    type Task = (Task<R>, Result<bool, OutOfMemory>);

    fn take(&mut self, last: &mut usize) -> Option<Self::Task> {
        if self.is_alone {
            return None;
        }
        let task = self.begin_slice(*last)?;
        *last = task.number;
        Some((task, Ok(false)))
    }

    fn advance((task, result): &mut Self::Task, _effort: &mut Effort) {
        *result = task.advance(u64::MAX);
    }

    fn give_back(&mut self, (task, result): Self::Task) -> News {
        self.end_slice(task, result);
        News::Owner
    }
}

impl<R: Recipe> Place<R> {
    /// Restarts the job, unless a thread owns it.
    fn restart(&mut self) {
        if let Some(job) = &mut self.job {
            job.restart();
            self.seen = Tally::default();
            self.state = State::Open;
        }
    }

    /// Returns a guess of the most boards that the job will expand, with what is done between it and
    /// the next job.
    fn guess(&self) -> u64 {
        if self.state == State::Over {
            self.seen.expanded
        } else {
            let work = self.plan.max(self.seen.expanded);
            work.saturating_add(work / 2)
        }
    }
}
