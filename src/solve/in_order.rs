//! Tasks done by several threads, their results handed over in order.

use alloc::collections::VecDeque;
use core::mem;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::runtime::effort::Effort;
use crate::runtime::pool::{News, Pool, Queue};
use crate::runtime::shared::Shareable;

/// The number of tasks that are pulled, for each thread, beyond those handed over. It bounds the
/// memory, and is large enough that a task that takes long seldom makes the other threads wait.
const WINDOW: usize = 64;

/// Does the work of each task on up to `threads` threads, and hands task and result to `each`, on
/// this thread and in the order of the tasks, as soon as they and all before them are done.
///
/// The threads pull the tasks, one at a time: `tasks` may block, and what is done is handed over
/// all the same. `work` receives the number of the task, the task, and a flag that is set when its
/// result is no longer needed. If `each` breaks, no further task is begun.
///
/// Without `std`, with one thread, or if no thread can be started, this thread does all the work.
pub(super) fn in_order<T: Send, R: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(usize, &T, &AtomicBool) -> R + Shareable,
    mut each: impl FnMut(usize, T, R) -> ControlFlow<()>,
) {
    let threads = threads.min(tasks.size_hint().1.unwrap_or(threads));
    let workers = if threads > 1 { threads } else { 0 };
    let is_over = AtomicBool::new(false);
    let line = Line {
        window: workers.saturating_mul(WINDOW).max(1),
        source: Source::Open(tasks),
        pulled: 0,
        next: None,
        work: &|nth, task: &T| work(nth, task, &is_over),
        handed: 0,
        done: VecDeque::new(),
    };
    Pool::scoped(line, workers, |pool| {
        let _alarm = Alarm(&is_over);
        while let Some(next) = pool.ask(Line::hand_over) {
            match next {
                Next::Done(nth, task, result) => {
                    if each(nth, task, result).is_break() {
                        break;
                    }
                }
                Next::Open if pool.workers() == 0 => {
                    pool.help(&mut Effort::slice());
                }
                Next::Open => pool.wait(),
                Next::End => break,
            }
        }
    });
}

/// Sets a flag when it is dropped, even by a panic: tasks that are being done may stop.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The tasks, on their way from the iterator to the owner.
struct Line<'w, I: Iterator, R, W> {
    source: Source<I>,
    pulled: usize,
    /// The most tasks that are pulled and not handed over.
    window: usize,
    /// A task that is pulled, and has not begun.
    next: Option<(usize, I::Item)>,
    work: &'w W,
    /// The number of results that were handed over.
    handed: usize,
    /// The results from number `handed` on, as far as they are there.
    done: VecDeque<Option<(I::Item, R)>>,
}

enum Source<I> {
    Open(I),
    /// A thread pulls a task.
    Busy,
    End,
}

/// Pulling a task is a slice of its own, since the iterator may block.
enum Slice<'w, I: Iterator, R, W> {
    Pull(I, Option<I::Item>),
    Work(&'w W, usize, I::Item, Option<R>),
}

/// The next result.
enum Next<T, R> {
    Done(usize, T, R),
    Open,
    End,
}

impl<I: Iterator, R, W> Line<'_, I, R, W> {
    /// Returns the next result.
    fn hand_over(&mut self) -> Next<I::Item, R> {
        if let Some((task, result)) = self.done.front_mut().and_then(Option::take) {
            self.done.pop_front();
            self.handed += 1;
            return Next::Done(self.handed - 1, task, result);
        }
        match self.source {
            Source::End if self.handed == self.pulled => Next::End,
            _ => Next::Open,
        }
    }
}

impl<'w, I: Iterator, R, W: Fn(usize, &I::Item) -> R> Queue for Line<'w, I, R, W> {
    type Task = Slice<'w, I, R, W>;

    fn take(&mut self, _last: &mut usize) -> Option<Self::Task> {
        if let Some((nth, task)) = self.next.take() {
            return Some(Slice::Work(self.work, nth, task, None));
        }
        if self.pulled - self.handed >= self.window {
            return None;
        }
        match mem::replace(&mut self.source, Source::Busy) {
            Source::Open(tasks) => Some(Slice::Pull(tasks, None)),
            other => {
                self.source = other;
                None
            }
        }
    }

    fn advance(slice: &mut Self::Task, _effort: &mut Effort) {
        match slice {
            Slice::Pull(tasks, task) => *task = tasks.next(),
            Slice::Work(work, nth, task, result) => *result = Some(work(*nth, task)),
        }
    }

    fn give_back(&mut self, slice: Self::Task) -> News {
        match slice {
            Slice::Pull(tasks, Some(task)) => {
                self.source = Source::Open(tasks);
                self.next = Some((self.pulled, task));
                self.pulled += 1;
                News::Workers
            }
            Slice::Pull(_, None) => {
                self.source = Source::End;
                News::Owner
            }
            Slice::Work(_, nth, task, result) => {
                let place = nth - self.handed;
                if self.done.len() <= place {
                    self.done.resize_with(place + 1, || None);
                }
                self.done[place] = result.map(|result| (task, result));
                if place == 0 { News::Owner } else { News::None }
            }
        }
    }
}
