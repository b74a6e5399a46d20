//! Many boards at once.

use alloc::vec::Vec;

use crate::puzzle::Puzzle;
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::solution::Solution;
use crate::solve::solver::Solver;

#[cfg(feature = "std")]
impl Solver {
    /// Solves many boards, on as many threads as the solver has: each board on one.
    ///
    /// The results come in the order of the boards, and each is that of [`solve`](Self::solve): a board that can't be solved
    /// does not stop the rest.
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
    pub fn solve_many<P: Puzzle + Sync>(
        &self,
        boards: impl IntoIterator<Item = P>,
    ) -> Vec<Result<Solution, SolveError>> {
        let boards: Vec<P> = boards.into_iter().collect();
        self.solve_many_with(&boards, Control::new)
    }

    /// Solves many boards, each within the limits that `control` makes for it.
    ///
    /// The limits may share what they like, a flag to cancel them all for example: `|| Control::new().cancel(&flag)`.
    pub fn solve_many_with<'a, P: Puzzle + Sync>(
        &self,
        boards: &[P],
        control: impl Fn() -> Control<'a> + Sync,
    ) -> Vec<Result<Solution, SolveError>> {
        use core::sync::atomic::{AtomicUsize, Ordering};
        use std::sync::{Mutex, PoisonError};
        use std::thread;

        let next = AtomicUsize::new(0);
        let results = Mutex::new(boards.iter().map(|_| None).collect::<Vec<_>>());
        let work = || {
            loop {
                let nth = next.fetch_add(1, Ordering::Relaxed);
                let Some(board) = boards.get(nth) else {
                    return;
                };
                let result = self.solve_on(1, board, &mut control());
                results.lock().unwrap_or_else(PoisonError::into_inner)[nth] = Some(result);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.thread_count().min(boards.len()) {
                // A thread that can't be had is done without.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let solve = |(nth, result): (usize, Option<_>)| {
            result.unwrap_or_else(|| self.solve_on(1, &boards[nth], &mut control()))
        };
        results.into_iter().enumerate().map(solve).collect()
    }
}

#[cfg(not(feature = "std"))]
impl Solver {
    /// Solves many boards. The results come in the order of the boards, and each is that of [`solve`](Self::solve).
    pub fn solve_many<P: Puzzle>(
        &self,
        boards: impl IntoIterator<Item = P>,
    ) -> Vec<Result<Solution, SolveError>> {
        boards.into_iter().map(|board| self.solve(&board)).collect()
    }

    /// Solves many boards, each within the limits that `control` makes for it.
    pub fn solve_many_with<'a, P: Puzzle>(
        &self,
        boards: &[P],
        control: impl Fn() -> Control<'a>,
    ) -> Vec<Result<Solution, SolveError>> {
        let solve = |board| self.solve_with(board, &mut control());
        boards.iter().map(solve).collect()
    }
}
