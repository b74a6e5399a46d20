//! The threads of the pool, under all schedules with few interruptions.
//!
//! The code is that of the crate, compiled with another `std`. No wait times out here, so an owner
//! whom nobody calls, or a worker whom nobody dismisses, is a deadlock, which shuttle reports.
#![no_std]
#![allow(dead_code, reason = "the crate has more users of the pool")]

extern crate alloc;
extern crate npuzzle_schedules as std;

use alloc::vec::Vec;

use runtime::effort::Effort;
use runtime::pool::{News, Pool, Queue};

#[path = "../../../src/runtime"]
mod runtime {
    pub(crate) mod effort;

    pub(crate) mod pool {
        mod workers;

        use super::effort::Effort;
        pub(crate) use workers::Pool;

        pub(crate) trait Queue {
            type Task;
            fn take(&mut self, last: &mut usize) -> Option<Self::Task>;
            fn advance(task: &mut Self::Task, effort: &mut Effort);
            fn give_back(&mut self, task: Self::Task) -> News;
        }

        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum News {
            None,
            Owner,
            Workers,
        }
    }
}

/// Tasks by number, each of `slices` slices. A result is its number plus one.
struct Tasks {
    left: Vec<Task>,
    results: Vec<Option<usize>>,
    /// True if nobody takes the results, and all are there when the last thread ends.
    is_left: bool,
}

struct Task {
    number: usize,
    slices: usize,
    result: usize,
}

impl Tasks {
    fn new(slices: &[usize]) -> Self {
        let task = |(number, &slices)| Task {
            number,
            slices,
            result: 0,
        };
        Self {
            left: slices.iter().enumerate().map(task).rev().collect(),
            results: slices.iter().map(|_| None).collect(),
            is_left: false,
        }
    }
}

impl Queue for Tasks {
    type Task = Task;

    fn take(&mut self, last: &mut usize) -> Option<Task> {
        let task = self.left.pop()?;
        *last = task.number;
        Some(task)
    }

    fn advance(task: &mut Task, effort: &mut Effort) {
        effort.spend(1);
        task.slices -= 1;
        task.result = task.number + 1;
    }

    fn give_back(&mut self, task: Task) -> News {
        if task.slices > 0 {
            self.left.push(task);
            return News::Workers;
        }
        let result = &mut self.results[task.number];
        assert!(result.is_none(), "a task was done twice");
        *result = Some(task.result);
        News::Owner
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        assert!(!self.is_left || self.results.iter().all(Option::is_some));
    }
}

/// Takes the results in order, as the crate's users of a pool do.
fn in_order(pool: &mut Pool<Tasks>, count: usize, helps: bool) {
    for number in 0..count {
        let result = loop {
            match pool
                .ask(|queue| queue.results[number].take())
                .expect("no panic")
            {
                Some(result) => break result,
                None if helps && pool.help(&mut Effort::slice()) => {}
                None => pool.wait(),
            }
        };
        assert_eq!(result, number + 1);
    }
}

fn scoped(slices: &[usize], threads: usize, helps: bool) {
    Pool::scoped(Tasks::new(slices), threads, |pool| {
        in_order(pool, slices.len(), helps);
    });
}

fn started(slices: &[usize], threads: usize, helps: bool) {
    let mut pool = Pool::new(Tasks::new(slices));
    pool.start(threads);
    in_order(&mut pool, slices.len(), helps);
}

#[test]
fn an_owner_and_a_worker_under_schedules_of_five_interruptions() {
    for helps in [false, true] {
        for slices in [&[1][..], &[2, 1]] {
            std::check(5, move || scoped(slices, 1, helps));
            std::check(5, move || started(slices, 1, helps));
        }
    }
}

#[test]
fn two_workers_under_schedules_of_three_interruptions() {
    for helps in [false, true] {
        std::check(3, move || scoped(&[2, 1], 2, helps));
        std::check(3, move || started(&[2, 1], 2, helps));
    }
}

#[test]
fn three_workers_under_schedules_of_an_interruption() {
    for helps in [false, true] {
        std::check(1, move || scoped(&[2, 1, 2], 3, helps));
        std::check(1, move || started(&[2, 1, 2], 3, helps));
    }
}

#[test]
fn an_owner_who_asks_nothing_dismisses_the_workers() {
    std::check(3, || Pool::scoped(Tasks::new(&[1]), 2, |_| ()));
    std::check(3, || {
        let mut pool = Pool::new(Tasks::new(&[1]));
        pool.start(2);
    });
}

#[test]
fn workers_who_are_left_do_all_tasks() {
    std::check(3, || {
        let mut tasks = Tasks::new(&[2, 1]);
        tasks.is_left = true;
        let mut pool = Pool::new(tasks);
        pool.start(2);
        pool.leave();
    });
}
