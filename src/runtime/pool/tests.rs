use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::runtime::shared::Shared;

/// Numbers to square, some in several slices.
#[derive(Debug)]
struct Squares {
    left: core::ops::Range<usize>,
    paused: Vec<Square>,
    /// The squares by number.
    done: Vec<Option<usize>>,
    kind: Kind,
    /// The number of slices done.
    slices: Shared<AtomicUsize>,
    /// The number of results.
    returned: Shared<AtomicUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Usual,
    /// No task ends.
    Endless,
    /// A task panics.
    Panic,
}

#[derive(Debug)]
struct Square {
    number: usize,
    result: usize,
    /// The number of slices left.
    left: usize,
    kind: Kind,
    slices: Shared<AtomicUsize>,
}

impl Squares {
    fn new(count: usize, kind: Kind) -> Self {
        Self {
            left: 0..count,
            paused: Vec::new(),
            done: alloc::vec![None; count],
            kind,
            slices: Shared::default(),
            returned: Shared::default(),
        }
    }
}

impl Queue for Squares {
    type Task = Square;

    fn take(&mut self, last: &mut usize) -> Option<Square> {
        let own = self.paused.iter().position(|task| task.number == *last);
        let task = match own {
            Some(own) => self.paused.swap_remove(own),
            None => match self.left.next() {
                Some(number) => Square {
                    number,
                    result: 0,
                    left: 1 + number % 3,
                    kind: self.kind,
                    slices: Shared::clone(&self.slices),
                },
                None => self.paused.pop()?,
            },
        };
        *last = task.number;
        Some(task)
    }

    fn advance(task: &mut Square, effort: &mut Effort) {
        effort.spend(1);
        assert!(task.kind != Kind::Panic, "as it should");
        task.slices.fetch_add(1, Ordering::SeqCst);
        task.result += task.number;
        if task.kind == Kind::Usual {
            task.left -= 1;
        }
        if task.left == 0 {
            task.result = task.number * task.number;
        }
    }

    fn give_back(&mut self, task: Square) -> News {
        if task.left > 0 {
            self.paused.push(task);
            return News::Workers;
        }
        self.done[task.number] = Some(task.result);
        self.returned.fetch_add(1, Ordering::SeqCst);
        News::Owner
    }
}

/// Takes the squares from a pool in order.
fn in_order(pool: &mut Pool<Squares>, count: usize, helps: bool) -> Vec<usize> {
    let mut squares = Vec::new();
    while squares.len() < count {
        let next = |queue: &mut Squares| queue.done[squares.len()].take();
        match pool.ask(next).expect("no panic") {
            Some(square) => squares.push(square),
            None if helps && pool.help(&mut Effort::slice()) => {}
            None => pool.wait(),
        }
    }
    squares
}

#[test]
fn results_come_in_order_with_any_number_of_workers() {
    let expected: Vec<usize> = (0..100).map(|number| number * number).collect();
    for threads in [0, 1, 3] {
        for helps in [false, true] {
            let mut pool = Pool::new(Squares::new(100, Kind::Usual));
            pool.start(threads);
            let helps = helps || pool.workers() == 0;
            assert_eq!(in_order(&mut pool, 100, helps), expected);
            assert!(!pool.help(&mut Effort::slice()), "nothing is left");
            assert_eq!(pool.look(|queue| queue.left.len()), Some(0));
            let scoped = Pool::scoped(Squares::new(100, Kind::Usual), threads, |pool| {
                let helps = helps || pool.workers() == 0;
                in_order(pool, 100, helps)
            });
            assert_eq!(scoped, expected);
        }
    }
}

mod with_workers {
    use core::panic::AssertUnwindSafe;
    use std::panic::catch_unwind;
    use std::thread::{available_parallelism, yield_now};

    use super::*;

    /// Waits until a condition holds.
    fn until(condition: impl Fn() -> bool) {
        while !condition() {
            yield_now();
        }
    }

    /// A task that takes until somebody has looked for tasks in vain, then two more, each of which
    /// ends only when both have begun.
    #[derive(Debug)]
    struct Relay {
        ready: Vec<bool>,
        /// The numbers of looks for tasks in vain and of tasks begun of the two.
        seen: Shared<[AtomicUsize; 2]>,
    }

    impl Queue for Relay {
        type Task = (bool, Shared<[AtomicUsize; 2]>);

        fn take(&mut self, _: &mut usize) -> Option<Self::Task> {
            let task = self.ready.pop();
            self.seen[0].fetch_add(task.is_none().into(), Ordering::SeqCst);
            Some((task?, Shared::clone(&self.seen)))
        }

        fn advance((is_first, seen): &mut Self::Task, _: &mut Effort) {
            if *is_first {
                until(|| seen[0].load(Ordering::SeqCst) > 0);
            } else {
                seen[1].fetch_add(1, Ordering::SeqCst);
                until(|| seen[1].load(Ordering::SeqCst) == 2);
            }
        }

        fn give_back(&mut self, (is_first, _): Self::Task) -> News {
            if !is_first {
                return News::Owner;
            }
            self.ready = alloc::vec![false; 2];
            News::Workers
        }
    }

    #[test]
    fn tasks_that_a_worker_makes_call_idle_workers() {
        let seen: Shared<[AtomicUsize; 2]> = Shared::default();
        let mut pool = Pool::new(Relay {
            ready: alloc::vec![true],
            seen: Shared::clone(&seen),
        });
        pool.start(2);
        assert!(pool.ask(|_| ()).is_some());
        until(|| seen[1].load(Ordering::SeqCst) == 2);
    }

    #[test]
    fn threads_are_limited_by_the_cores() {
        let cores = available_parallelism().map_or(1, core::num::NonZero::get);
        assert_eq!(count(0), cores);
        assert_eq!(count(1), 1);
        assert_eq!(count(16), 16);
        assert_eq!(count(usize::MAX), (4 * cores).max(16));
    }

    #[test]
    fn workers_do_what_they_are_allowed_and_no_more() {
        let queue = Squares::new(10, Kind::Endless);
        let slices = Shared::clone(&queue.slices);
        let mut pool = Pool::new(queue);
        pool.start(2);
        let allowed = 8 * pool.workers();
        assert_eq!(allowed, 16, "two threads are available");
        assert_eq!(slices.load(Ordering::SeqCst), 0, "nobody has asked");
        for asked in 1..4 {
            assert!(pool.ask(|_| ()).is_some());
            until(|| slices.load(Ordering::SeqCst) >= asked * allowed);
        }
        drop(pool);
        assert_eq!(slices.load(Ordering::SeqCst), 3 * allowed);
    }

    #[test]
    fn an_owner_who_finds_no_task_does_not_miss_a_result() {
        for _ in 0..100 {
            let queue = Squares::new(1, Kind::Usual);
            let returned = Shared::clone(&queue.returned);
            Pool::scoped(queue, 1, |pool| {
                assert!(pool.ask(|_| ()).is_some());
                until(|| returned.load(Ordering::SeqCst) > 0);
                assert!(!pool.help(&mut Effort::slice()), "the worker has the task");
                // Without the news this would take an hour.
                pool.wait();
                assert_eq!(pool.look(|queue| queue.done[0]), Some(Some(0)));
            });
        }
    }

    #[test]
    fn a_panic_of_a_worker_is_reported() {
        let mut pool = Pool::new(Squares::new(10, Kind::Panic));
        pool.start(2);
        while pool.ask(|_| ()).is_some() {
            pool.wait();
        }
        assert!(pool.look(|_| ()).is_none() && !pool.help(&mut Effort::slice()));
        // It returns at once.
        pool.wait();
        let scoped = catch_unwind(|| {
            Pool::scoped(Squares::new(10, Kind::Panic), 2, |pool| {
                while pool.ask(|_| ()).is_some() {
                    pool.wait();
                }
            });
        });
        assert!(scoped.is_err());
    }

    #[test]
    fn a_panic_of_the_owner_ends_the_workers() {
        let queue = Squares::new(10, Kind::Endless);
        let slices = Shared::clone(&queue.slices);
        let scoped = catch_unwind(AssertUnwindSafe(|| {
            Pool::scoped(queue, 2, |pool| {
                assert!(pool.ask(|_| ()).is_none(), "as it should");
            });
        }));
        assert!(scoped.is_err());
        assert_eq!(Shared::strong_count(&slices), 1);
    }

    #[test]
    fn a_dismissed_pool_leaves_nothing() {
        for asks in 0..3 {
            let queue = Squares::new(10, Kind::Endless);
            let slices = Shared::clone(&queue.slices);
            let mut pool = Pool::new(queue);
            pool.start(2);
            for _ in 0..asks {
                pool.ask(|_| ());
                pool.wait();
            }
            drop(pool);
            assert_eq!(Shared::strong_count(&slices), 1, "of {asks}");
        }
    }
}
