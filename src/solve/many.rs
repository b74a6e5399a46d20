//! Many boards at once.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::mpsc::channel;

use crate::puzzle::Puzzle;
use crate::runtime::threads::scoped;
use crate::solve::{Control, Solution, SolveError, Solver};

/// The number of boards that are pulled, for each thread, beyond those handed over. It bounds the
/// memory, and is large enough that a slow board seldom stalls the other threads.
const WINDOW: usize = 64;

impl Solver {
    /// Solves many boards, each on one of the solver's threads.
    ///
    /// The results come in the order of the boards, and each is that of [`solve`](Self::solve): a
    /// board that can't be solved does not stop the rest. For boards that come one by one, or
    /// are too many to hold, use [`solve_each`](Self::solve_each).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, SolveError, Solver};
    ///
    /// let solver = Solver::builder().threads(2).build();
    /// let boards: [Board<3>; 3] = ["1 2 3/0 4 6/7 5 8", "1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 0 8"].map(|it| it.parse().unwrap());
    /// let results = solver.solve_many(boards);
    /// assert_eq!(results[0].as_ref().unwrap().moves().len(), 3);
    /// assert!(matches!(results[1], Err(SolveError::Unsolvable(_))));
    /// assert_eq!(results[2].as_ref().unwrap().moves().to_string(), "L");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn solve_many<P: Puzzle>(
        &self,
        boards: impl IntoIterator<Item = P>,
    ) -> Vec<Result<Solution, SolveError>> {
        let boards: Vec<P> = boards.into_iter().collect();
        let mut results = Vec::with_capacity(boards.len());
        self.solve_each(
            boards.into_iter(),
            |_| Control::new(),
            |_, _, result| {
                results.push(result);
                ControlFlow::Continue(())
            },
        );
        results
    }

    /// Solves boards as they come, each on one of the solver's threads, and hands over each result
    /// as soon as it and all before it are known.
    ///
    /// `control` makes the limits of a board from its number, which counts from 0; it is called on
    /// the thread that solves the board. `each` is called on the calling thread, in the order
    /// of the boards, with number, board and result. The results are those of
    /// [`solve_with`](Self::solve_with), for any number of threads.
    ///
    /// The threads pull boards from the iterator, at most 64 for each thread before the results of
    /// earlier ones are handed over, which bounds the memory. The iterator may block, for example
    /// on standard input: finished results are still handed over.
    ///
    /// If `each` breaks, no further board is begun, and those being solved are cancelled. The call
    /// returns when all threads are done, so not before an iterator that blocks has given its
    /// next board.
    ///
    /// # Examples
    /// ```
    /// use core::ops::ControlFlow;
    /// use npuzzle::{Board, Control, Solver};
    ///
    /// let lines = "1 2 3/0 4 6/7 5 8\n1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8";
    /// let boards = lines.lines().map(|line| line.parse::<Board<3>>().expect("a board"));
    /// let mut answers = Vec::new();
    /// Solver::builder().threads(2).build().solve_each(
    ///     boards,
    ///     |_| Control::new().max_nodes(1_000_000),
    ///     |number, _, result| {
    ///         answers.push(format!("{number}: {}", result.expect("an easy board").moves()));
    ///         ControlFlow::Continue(())
    ///     },
    /// );
    /// assert_eq!(answers, ["0: LUL", "1: L", "2: LL"]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn solve_each<'a, P: Puzzle>(
        &self,
        boards: impl Iterator<Item = P> + Send,
        control: impl Fn(usize) -> Control<'a> + Sync,
        mut each: impl FnMut(usize, P, Result<Solution, SolveError>) -> ControlFlow<()>,
    ) {
        let boards_at_most = boards.size_hint().1.unwrap_or(usize::MAX);
        let threads = match self.thread_count().min(boards_at_most) {
            0 | 1 => 0,
            threads => threads,
        };
        // A thread needs a ticket to pull a board; it comes back when the board is handed over.
        let (give, tickets) = channel();
        let line = Mutex::new((boards.enumerate().fuse(), tickets));
        let is_over = AtomicBool::new(false);
        let solve_next = || {
            // If the iterator panics, so does this call, and the others end.
            let mut locked = line.lock().ok()?;
            let (boards, tickets) = &mut *locked;
            if tickets.recv().is_err() || is_over.load(Ordering::Relaxed) {
                return None;
            }
            let (nth, board) = boards.next()?;
            drop(locked);
            let mut control = control(nth);
            control.cancel[1] = Some(&is_over);
            let result = self.solve_on(1, &board, self.options.quality, control);
            Some((nth, board, result))
        };
        let solve_next = || catch_unwind(AssertUnwindSafe(&solve_next));
        let (send, solved) = channel();
        let worker = || {
            loop {
                let next = solve_next();
                let is_last = !matches!(next, Ok(Some(_)));
                if send.send(next).is_err() || is_last {
                    return;
                }
            }
        };
        scoped(threads, &worker, |workers| {
            let give = give;
            for _ in 0..threads.saturating_mul(WINDOW).max(1) {
                let _ = give.send(());
            }
            // Hands over the results in the order of the boards, and returns a ticket for each.
            let (mut left, mut waiting, mut handed) = (workers.max(1), BTreeMap::new(), 0);
            let hand_over = || {
                while left > 0 {
                    let next = match workers {
                        0 => solve_next(),
                        _ => solved.recv().unwrap_or(Ok(None)),
                    };
                    if let Some((nth, board, result)) = next.unwrap_or_else(|it| resume_unwind(it))
                    {
                        waiting.insert(nth, (board, result));
                    } else {
                        left -= 1;
                    }
                    while let Some((board, result)) = waiting.remove(&handed) {
                        if each(handed, board, result).is_break() {
                            return;
                        }
                        handed += 1;
                        let _ = give.send(());
                    }
                }
            };
            let ended = catch_unwind(AssertUnwindSafe(hand_over));
            // Stops the solves that are running, even after a panic.
            is_over.store(true, Ordering::Relaxed);
            ended.unwrap_or_else(|it| resume_unwind(it));
        });
    }
}
