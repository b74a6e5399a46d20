//! Constructions of many solutions, each by wider beams.

use crate::canonical::CanonicalBoard;
use crate::construct::Construct;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Step};
use crate::solve::ordered_jobs::{Job, JobEvent, OrderedJobs, Recipe};
use crate::solve::schedule::tuning::{LAYERS_A_MOVE, MOST_AT_ONCE};

/// Returns how many constructions must have ended before one begins, by its number from 1 on.
///
/// It knows what those have found, and nothing of later ones: the same with any number of threads.
/// Up to half of all before it, and at most [`MOST_AT_ONCE`], may still run beside it.
const fn known_to(number: usize) -> usize {
    let at_once = if number / 2 < MOST_AT_ONCE {
        number / 2
    } else {
        MOST_AT_ONCE
    };
    number - 1 - at_once
}

/// The number of boards that each construction may expand: `first` for the first ones, and for
/// others a part of what all before expand. So they get wider, and still there are many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    pub(super) first: u64,
    pub(super) later: u64,
}

impl Growth {
    /// Returns the number of boards that a construction may expand, given that of those before it.
    const fn budget(self, before: u64) -> u64 {
        let (first, later) = (self.first, before / self.later);
        if first > later { first } else { later }
    }
}

/// Solutions constructed with one variation of weights after the other, on several threads.
#[derive(Debug)]
pub(super) struct Constructions {
    board: CanonicalBoard,
    threads: usize,
    growth: Growth,
    jobs: OrderedJobs<Attempt>,
    /// The numbers of those begun, or waiting for a thread, and of those ended.
    begun: usize,
    ended: usize,
    /// The expansions that those under way will have, about.
    planned: u64,
    /// The expansions of those that have ended, and the same when the round began.
    expanded: u64,
    before: u64,
    /// About how many moves a solution has, once there is one.
    moves: Option<usize>,
    /// The number of boards that a construction expands for each board of its width.
    layers: Option<u64>,
}

/// The ingredients of a construction.
#[derive(Debug)]
struct Attempt {
    board: CanonicalBoard,
    /// The number of its variation.
    number: usize,
    width: usize,
    /// About how many boards it expands.
    plan: u64,
}

impl Recipe for Attempt {
    type Found = Moves;
    type Work = Construct;

    fn begin(&self) -> Result<Construct, OutOfMemory> {
        let board = self.board.clone();
        Construct::otherwise(board, self.number, self.width)
    }
}

impl Constructions {
    /// Returns the constructions for a board, on up to `threads` threads.
    pub(super) fn new(board: &CanonicalBoard, growth: Growth, threads: usize) -> Self {
        Self {
            board: board.clone(),
            threads,
            growth,
            jobs: OrderedJobs::new(),
            begun: 0,
            ended: 0,
            planned: 0,
            expanded: 0,
            before: 0,
            moves: None,
            layers: None,
        }
    }

    /// Goes on with a round, which may do so much `work`, in boards expanded: one costs about what
    /// it costs a proof; [`Step::Done`] at its end. A solution has about `length` moves.
    pub(super) fn advance(
        &mut self,
        work: u64,
        length: Option<usize>,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, OutOfMemory> {
        let has_others = Construct::has_others(self.board.shape);
        if !has_others || self.expanded - self.before >= work {
            self.before = self.expanded;
            return Ok(Step::Done);
        }
        let moves = length.unwrap_or(self.board.manhattan());
        let moves = *self.moves.get_or_insert(moves.max(1));
        self.begin_all(moves);
        Ok(match self.jobs.advance(until, counts)? {
            JobEvent::Over(job) => self.end(*job),
            JobEvent::Paused | JobEvent::Empty => Step::Paused,
        })
    }

    /// Begins all that may begin before another one ends, for solutions of about `moves` moves.
    fn begin_all(&mut self, moves: usize) {
        while known_to(self.begun + 1) <= self.ended {
            let budget = self.growth.budget(self.expanded + self.planned);
            let layers = self.layers.unwrap_or(LAYERS_A_MOVE * moves as u64).max(1);
            let width = Construct::width_within(&self.board, (budget / layers) as usize, moves);
            let plan = width as u64 * layers;
            self.begun += 1;
            let attempt = Attempt {
                board: self.board.clone(),
                number: self.begun,
                width,
                plan,
            };
            self.jobs.push(attempt, plan);
            self.planned += plan;
            self.jobs.take_helpers(self.threads - 1);
        }
    }

    /// Learns what one leaves that has ended.
    fn end(&mut self, job: Job<Attempt>) -> Step<Moves> {
        let expanded = job.counts.expanded;
        self.ended += 1;
        self.planned -= job.recipe.plan;
        self.expanded += expanded;
        if job.work.is_some() && job.found.is_some() {
            self.layers = Some(expanded / job.recipe.width as u64);
        }
        job.found.map_or(Step::Paused, Step::Found)
    }

    /// Lets other threads continue while something else has its turn.
    pub(super) fn let_work(&mut self, counts: &Counts) {
        self.jobs.let_work(counts);
    }

    /// Returns the shortest of the solutions whose turn has not come.
    pub(super) fn best_ahead(&mut self, metric: Metric) -> Option<Moves> {
        self.jobs.best_ahead(|found| {
            let best = found.min_by_key(|moves| metric.length(moves))?;
            let mut copy = Moves::new();
            copy.try_extend(best).is_ok().then_some(copy)
        })
    }
}
