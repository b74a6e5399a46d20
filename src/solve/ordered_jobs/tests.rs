use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::job_queue::{Head, JobQueue};
use super::{JobEvent, OrderedJobs, Recipe};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Step, Tally, Work};

const FAILURE: OutOfMemory = OutOfMemory { bytes: 77 };

/// A work that expands a number of boards, some a slice, and finds its number.
#[derive(Clone, Debug)]
struct Toy {
    number: usize,
    boards: u64,
    finds: bool,
    trouble: Trouble,
    /// The number of jobs.
    alive: Arc<AtomicUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    None,
    /// There is memory for one work.
    IfShared,
    Memory,
    Panic,
}

#[derive(Debug)]
struct ToyWork(Toy);

impl Recipe for Toy {
    type Found = usize;
    type Work = ToyWork;

    fn begin(&self) -> Result<ToyWork, OutOfMemory> {
        let others = self.alive.fetch_add(1, Ordering::SeqCst);
        // Made first, so that it is taken off the number if it fails.
        let work = ToyWork(self.clone());
        match self.trouble {
            Trouble::IfShared if others > 0 => Err(FAILURE),
            Trouble::Memory => Err(FAILURE),
            _ => Ok(work),
        }
    }
}

impl Drop for ToyWork {
    fn drop(&mut self) {
        self.0.alive.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Work for ToyWork {
    type Found = usize;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<usize>, OutOfMemory> {
        assert!(self.0.trouble != Trouble::Panic, "as it should");
        for _ in 0..7 {
            if counts.expanded == self.0.boards {
                return Ok(if self.0.finds {
                    Step::Found(self.0.number)
                } else {
                    Step::Done
                });
            }
            if counts.expanded >= until.min(counts.limit) {
                break;
            }
            counts.expanded += 1;
            // Not in step with the boards expanded.
            counts.generated += counts.expanded % 5;
        }
        Ok(Step::Paused)
    }
}

/// Works some of which do far more or far less than planned, which is 100.
fn toys(trouble: Trouble) -> Vec<Toy> {
    let alive = Arc::new(AtomicUsize::new(0));
    let boards = [90, 400, 0, 110, 7, 1_000, 100, 30, 77, 250];
    let toy = |(number, boards)| Toy {
        number,
        boards,
        finds: number % 3 != 1,
        trouble,
        alive: Arc::clone(&alive),
    };
    boards.into_iter().enumerate().map(toy).collect()
}

/// The finds, each with the number of boards before it, and the counts at the end.
type Outcome = (Vec<(usize, u64)>, Tally);

/// Does one work after the other: obviously right.
fn one_by_one(toys: &[Toy], limit: u64) -> Outcome {
    let mut finds = Vec::new();
    let mut counts = Counts::of_root();
    for toy in toys {
        let mut work = ToyWork(toy.clone());
        toy.alive.fetch_add(1, Ordering::SeqCst);
        let mut own = Counts {
            limit: limit - counts.expanded,
            ..Counts::default()
        };
        let found = loop {
            match work.advance(u64::MAX, &mut own).expect("memory") {
                Step::Found(found) => break Some(found),
                Step::Done => break None,
                _ if own.is_spent() => break None,
                _ => {}
            }
        };
        counts.add(own.tally());
        finds.extend(found.map(|found| (found, counts.expanded)));
        if counts.expanded == limit {
            break;
        }
    }
    (finds, counts.tally())
}

fn with_helpers(toys: &[Toy], helpers: usize) -> OrderedJobs<Toy> {
    let mut jobs = OrderedJobs::new();
    for toy in toys {
        jobs.push(toy.clone(), 100);
    }
    jobs.take_helpers(helpers);
    jobs
}

/// Goes on to the limit or the end, in slices of `slice` boards.
fn go_on(jobs: &mut OrderedJobs<Toy>, counts: &mut Counts, slice: u64) -> Vec<(usize, u64)> {
    let mut finds = Vec::new();
    while !counts.is_spent() {
        let until = counts.expanded.saturating_add(slice);
        match jobs.advance(until, counts).expect("memory") {
            JobEvent::Empty => break,
            JobEvent::Over(job) => finds.extend(job.found.map(|found| (found, counts.expanded))),
            JobEvent::Paused => {}
        }
        assert!(counts.expanded <= until.min(counts.limit));
    }
    finds
}

const LIMITS: [u64; 9] = [1, 89, 90, 91, 490, 555, 1_607, 1_800, 1_000_000];

#[test]
fn counts_and_finds_are_those_of_one_after_the_other() {
    for trouble in [Trouble::None, Trouble::IfShared] {
        let toys = toys(trouble);
        for limit in LIMITS {
            let expected = one_by_one(&toys, limit);
            for helpers in 0..3 {
                for slice in [1, 50, u64::MAX] {
                    let mut jobs = with_helpers(&toys, helpers);
                    let mut counts = Counts {
                        limit,
                        ..Counts::of_root()
                    };
                    let finds = go_on(&mut jobs, &mut counts, slice);
                    let outcome = (finds, counts.tally());
                    assert_eq!(outcome, expected, "{helpers} helpers, {limit}, {slice}");
                }
            }
        }
    }
}

#[test]
fn a_limit_that_is_set_anew_is_exact() {
    let toys = toys(Trouble::None);
    for helpers in 0..3 {
        let mut jobs = with_helpers(&toys, helpers);
        let mut counts = Counts::of_root();
        let mut finds = Vec::new();
        for limit in LIMITS {
            // Without a limit first, so that helpers go far beyond the next one.
            jobs.let_work(&counts);
            counts.limit = u64::MAX;
            let before = counts.expanded;
            let step = jobs.advance(before, &mut counts);
            if let JobEvent::Over(job) = step.expect("memory") {
                finds.extend(job.found.map(|found| (found, counts.expanded)));
            }
            counts.limit = limit;
            finds.extend(go_on(&mut jobs, &mut counts, u64::MAX));
            assert_eq!((finds.clone(), counts.tally()), one_by_one(&toys, limit));
        }
    }
}

#[test]
fn a_work_that_went_beyond_its_limit_begins_anew() {
    let mut queue = JobQueue::new();
    let toys = toys(Trouble::None);
    for toy in &toys[..2] {
        queue.push(toy.clone(), 10);
    }
    queue.left = 200;
    let mut first = queue.begin_slice(0).expect("the first one");
    let mut second = queue.begin_slice(1).expect("the second one");
    assert!(first.is_first && !second.is_first);
    assert_eq!(second.advance(u64::MAX), Ok(false));
    queue.end_slice(second, Ok(false));
    for _ in 0..30 {
        let Some(mut second) = queue.begin_slice(1) else {
            break;
        };
        let result = second.advance(u64::MAX);
        queue.end_slice(second, result);
    }
    // The first is thought to do 15 boards, and does 90.
    assert!(queue.begin_slice(1).is_none(), "185 boards are done");
    while first.advance(u64::MAX) == Ok(false) {}
    queue.end_slice(first, Ok(true));
    assert!(matches!(queue.head(u64::MAX), Ok(Head::Over(_))));
    queue.left -= 90;
    let second = queue.begin_slice(1).expect("it begins again");
    assert!(second.is_first);
    queue.end_slice(second, Ok(false));
    let seen = match queue.head(u64::MAX) {
        Ok(Head::Busy(seen)) => seen,
        other => panic!("{other:?}"),
    };
    assert_eq!(seen, Tally::default());
}

#[test]
fn what_was_found_before_its_turn_is_known() {
    let mut queue = JobQueue::new();
    for toy in &toys(Trouble::None)[2..4] {
        queue.push(toy.clone(), 200);
    }
    queue.left = u64::MAX;
    let first = queue.begin_slice(0).expect("the first one");
    while let Some(mut second) = queue.begin_slice(1) {
        let result = second.advance(u64::MAX);
        queue.end_slice(second, result);
    }
    assert_eq!(queue.found().collect::<Vec<_>>(), [&3]);
    assert!(matches!(queue.head(u64::MAX), Ok(Head::Busy(_))));
    queue.end_slice(first, Ok(false));
}

#[test]
fn without_memory_for_any_it_fails_in_its_turn() {
    for helpers in 0..3 {
        let mut toys = toys(Trouble::None);
        toys[3].trouble = Trouble::Memory;
        let mut jobs = with_helpers(&toys, helpers);
        let mut counts = Counts::of_root();
        let mut over = 0;
        let error = loop {
            match jobs.advance(u64::MAX, &mut counts) {
                Ok(JobEvent::Over(_)) => over += 1,
                Ok(_) => {}
                Err(error) => break error,
            }
        };
        assert_eq!((over, error), (3, FAILURE));
        assert_eq!(counts.tally(), one_by_one(&toys[..3], 10_000).1);
    }
}

/// All jobs of helpers are gone with them.
#[test]
fn helpers_end_with_those_they_help() {
    for slices in [0, 1, 20] {
        let toys = toys(Trouble::None);
        let mut jobs = with_helpers(&toys, 2);
        let mut counts = Counts::of_root();
        for _ in 0..slices {
            jobs.advance(u64::MAX, &mut counts).expect("memory");
        }
        drop(jobs);
        let alive = Arc::clone(&toys[0].alive);
        let count = toys.len();
        assert_eq!(alive.load(Ordering::SeqCst), 0);
        drop(toys);
        assert_eq!(
            Arc::strong_count(&alive),
            1,
            "of {count} and the helpers' copies"
        );
    }
}

#[test]
fn a_panic_of_a_helper_is_told() {
    // The first work has no end for this thread: only a helper comes to the second.
    let mut toys = toys(Trouble::Panic);
    toys.truncate(2);
    toys[0].trouble = Trouble::None;
    toys[0].boards = u64::MAX;
    let told = std::panic::catch_unwind(|| {
        let mut jobs = with_helpers(&toys, 2);
        let mut counts = Counts::of_root();
        loop {
            jobs.advance(u64::MAX, &mut counts).expect("memory");
        }
    });
    let told = told.expect_err("it panics");
    let text = told.downcast_ref::<&str>().copied();
    let expected = ["a thread that looks for solutions panicked", "as it should"];
    assert!(
        text.is_some_and(|text| expected.contains(&text)),
        "{text:?}"
    );
}
