//! All schedules in which threads are interrupted a few times.

use shuttle::scheduler::{Schedule, Scheduler, Task, TaskId};
use shuttle::{Config, Runner};

/// Runs `program` under each schedule that interrupts threads up to `interruptions` times, and
/// returns the number of schedules. A thread that waits or ends is not interrupted: which thread
/// follows it is chosen in all ways.
///
/// Most errors of threads need two interruptions or fewer (Musuvathi and Qadeer 2007).
///
/// # Panics
/// If the program panics, or all threads wait. Shuttle prints the schedule.
pub fn check(interruptions: usize, program: impl Fn() + Send + Sync + 'static) -> usize {
    let schedules = FewSwitches {
        allowed: interruptions,
        left: interruptions,
        choices: Vec::new(),
        step: 0,
        is_first: true,
    };
    Runner::new(schedules, Config::new()).run(program)
}

/// Depth-first search of the schedules.
#[derive(Debug)]
struct FewSwitches {
    allowed: usize,
    /// The number of interruptions that the present schedule may still have.
    left: usize,
    /// The choices of the present schedule, the last of which is the next to be changed.
    choices: Vec<Choice>,
    step: usize,
    is_first: bool,
}

/// The threads of which one runs next, the one that runs now first. Those before `chosen` are done.
#[derive(Debug)]
struct Choice {
    threads: Vec<TaskId>,
    chosen: usize,
}

impl Scheduler for FewSwitches {
    fn new_execution(&mut self) -> Option<Schedule> {
        if !self.is_first {
            while self.choices.last()?.is_last() {
                self.choices.pop();
            }
            self.choices.last_mut()?.chosen += 1;
        }
        self.is_first = false;
        (self.left, self.step) = (self.allowed, 0);
        Some(Schedule::new(0))
    }

    fn next_task(&mut self, ready: &[&Task], now: Option<TaskId>, _: bool) -> Option<TaskId> {
        let mut threads: Vec<TaskId> = ready.iter().map(|task| task.id()).collect();
        let goes_on = threads.iter().position(|&thread| Some(thread) == now);
        if let Some(place) = goes_on {
            threads[..=place].rotate_right(1);
            if self.left == 0 {
                threads.truncate(1);
            }
        }
        if self.step == self.choices.len() {
            self.choices.push(Choice { threads, chosen: 0 });
        } else {
            assert_eq!(
                self.choices[self.step].threads, threads,
                "the program differs from run to run"
            );
        }
        let choice = &self.choices[self.step];
        self.step += 1;
        if goes_on.is_some() && choice.chosen > 0 {
            self.left -= 1;
        }
        Some(choice.threads[choice.chosen])
    }

    fn next_u64(&mut self) -> u64 {
        unreachable!("the pool draws no numbers")
    }
}

impl Choice {
    fn is_last(&self) -> bool {
        self.chosen + 1 == self.threads.len()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use shuttle::sync::atomic::{AtomicUsize, Ordering};
    use shuttle::thread;

    use super::*;

    static COUNTER: AtomicUsize = AtomicUsize::new(0);

    /// Adds one in two steps: an interruption between them loses what others add.
    fn add_one() {
        let number = COUNTER.load(Ordering::SeqCst);
        COUNTER.store(number + 1, Ordering::SeqCst);
    }

    fn two_add_one() {
        COUNTER.store(0, Ordering::SeqCst);
        let other = thread::spawn(add_one);
        add_one();
        other.join().expect("no panic");
        assert_eq!(COUNTER.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn a_race_is_found_by_one_interruption() {
        check(0, two_add_one);
        assert!(catch_unwind(|| check(1, two_add_one)).is_err());
    }

    #[test]
    fn schedules_are_as_many_as_counted_by_hand() {
        // Two threads of five parts each.
        fn five_parts() {
            (0..4).for_each(|_| thread::yield_now());
        }
        let program = || {
            thread::spawn(five_parts);
            five_parts();
        };
        assert_eq!(check(0, program), 1, "one thread after the other");
        assert_eq!(
            check(1, program),
            1 + 5,
            "the first before each of its parts"
        );
        assert_eq!(
            check(9, program),
            252,
            "5 of 10 parts are the first thread's"
        );
    }
}
