//! Many boards at once.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::puzzle::Puzzle;
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::in_order::in_order;
use crate::solve::solution::Solution;
use crate::solve::solver::Solver;

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
        self.solve_many_with(&boards, Control::new)
    }

    /// Solves many boards, each within the limits that `control` makes for it.
    ///
    /// `control` is called on the thread that solves the board. The limits may share a flag that
    /// cancels them all: `|| Control::new().cancel(&flag)`.
    ///
    /// ```
    /// use npuzzle::{Board, Control, Solver};
    /// let boards = [Board::<3>::from_seed(1), Board::from_seed(2)];
    /// let results = Solver::default().solve_many_with(&boards, || Control::new().max_nodes(1_000_000));
    /// assert!(results.iter().all(|result| result.is_ok()));
    /// ```
    pub fn solve_many_with<'a, P: Puzzle>(
        &self,
        boards: &[P],
        control: impl Fn() -> Control<'a> + Sync,
    ) -> Vec<Result<Solution, SolveError>> {
        let mut results = Vec::with_capacity(boards.len());
        in_order(
            self.thread_count(),
            boards.iter(),
            |_, board, _| self.solve_on(1, *board, &mut control()),
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
    /// earlier ones are handed over: so memory stays flat, however many boards there are. The
    /// iterator may block, for example on standard input: what is known is handed over all the
    /// same.
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
        each: impl FnMut(usize, P, Result<Solution, SolveError>) -> ControlFlow<()>,
    ) {
        in_order(
            self.thread_count(),
            boards,
            |nth, board, is_over| {
                let mut control = control(nth).or_cancel(is_over);
                self.solve_on(1, board, &mut control)
            },
            each,
        );
    }
}
