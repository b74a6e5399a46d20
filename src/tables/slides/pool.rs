//! The parts of a level, made by several threads.

use alloc::vec::Vec;

use super::sweep::Part;
use crate::runtime::effort::Effort;
use crate::runtime::job::Job;
use crate::runtime::pool::{self, News, Queue};

/// The owner of a build and its helpers, for all levels of a table.
#[derive(Debug)]
pub(super) struct Pool(pool::Pool<Parts>);

/// The parts of a level.
#[derive(Debug, Default)]
struct Parts {
    todo: Vec<Job<Part>>,
    done: Vec<Part>,
    /// The number of parts that threads own.
    out: usize,
}

impl Pool {
    /// Returns a pool of up to `threads` helpers.
    pub(super) fn new(threads: usize) -> Self {
        let mut pool = pool::Pool::new(Parts::default());
        pool.start(threads);
        Self(pool)
    }

    /// Advances jobs for a slice. Returns true once all are done, and their parts returned.
    ///
    /// # Panics
    /// If a thread of the pool has panicked.
    pub(super) fn advance(
        &mut self,
        jobs: &mut Vec<Job<Part>>,
        parts: &mut Vec<Part>,
        effort: &mut Effort,
    ) -> bool {
        if !jobs.is_empty() {
            self.0.ask(|queue| queue.todo.append(jobs));
        }
        while !effort.is_spent() {
            if self.0.help(effort) {
                continue;
            }
            let is_over = self.0.look(|queue| {
                let is_over = queue.todo.is_empty() && queue.out == 0;
                if is_over {
                    parts.append(&mut queue.done);
                }
                is_over
            });
            let Some(is_over) = is_over else {
                panic!("a thread that builds tables panicked");
            };
            if is_over {
                return true;
            }
            self.0.wait();
            effort.spend(Effort::SLICE);
        }
        false
    }
}

impl Queue for Parts {
    type Task = (Job<Part>, Option<Part>);

    fn take(&mut self, _last: &mut usize) -> Option<Self::Task> {
        let job = self.todo.pop()?;
        self.out += 1;
        Some((job, None))
    }

    fn advance((job, made): &mut Self::Task, effort: &mut Effort) {
        *made = job.advance_in(effort);
    }

    fn give_back(&mut self, (job, made): Self::Task) -> News {
        self.out -= 1;
        if let Some(part) = made {
            // In the order of their lines, whichever is done first.
            let at = self.done.partition_point(|it| it.first < part.first);
            self.done.insert(at, part);
            News::Owner
        } else {
            self.todo.push(job);
            News::None
        }
    }
}
