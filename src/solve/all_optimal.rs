//! Every shortest solution of a board, one after the other.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::direction::{Direction, ORDER};
use crate::heuristic::Manhattan;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::search::meter::Meter;
use crate::solve::choice::{Method, NoMethod};
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::estimate::{Estimate, Estimator};
use crate::solve::probe::{is_probed, probe};
use crate::solve::solver::{Solver, finish};

impl Solver {
    /// Returns an iterator over every shortest solution of a board, each once, without any limit.
    ///
    /// # Errors
    /// As [`all_optimal_with`](Self::all_optimal_with), but never `Stopped`.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Solver};
    /// let solver = Solver::builder().build();
    /// let board: Board<2> = "0 3/2 1".parse()?; // half way around, whichever way
    /// let solutions: Vec<String> = solver.all_optimal(&board)?.map(|it| it.to_string()).collect();
    /// assert_eq!(solutions, ["LURDLU", "ULDRUL"]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn all_optimal(&self, board: &impl Puzzle) -> Result<AllOptimal, SolveError> {
        self.all_optimal_with(board, &mut Control::new())
    }

    /// Returns an iterator over every shortest solution of a board, each once, in alphabetical
    /// order of the *blank's* moves: up, left, right, down, front, back (the tile goes the
    /// other way, so `D` comes first).
    ///
    /// This call finds the length, within the limits given, whatever the
    /// [`Quality`](crate::Quality) of the solver. The solutions are then found one by one while
    /// the iterator is asked, by depth-first search that refuses only to step back: what else
    /// [`solve`](Self::solve) refuses, because it leads to boards that another way reaches as soon,
    /// would hide solutions. No limit holds there: drop the iterator to end it. To go through
    /// all of them takes a few times as long as the last round of a search by `solve`, and no
    /// memory beyond one path.
    ///
    /// # Errors
    /// As [`solve_with`](Self::solve_with).
    pub fn all_optimal_with(
        &self,
        board: &impl Puzzle,
        control: &mut Control<'_>,
    ) -> Result<AllOptimal, SolveError> {
        let mut found = None;
        let solution = self.run(board, control, |instance, meter| {
            let (moves, estimator) = self.shortest(instance, meter)?;
            found = Some(AllOptimal::new(instance, estimator, moves.len()));
            Ok(moves)
        })?;
        debug_assert_eq!(solution.moves().len(), solution.lower_bound());
        Ok(found.unwrap_or_else(|| unreachable!("a run that ends well has searched")))
    }

    /// Finds a shortest solution, and what estimated best on the way.
    pub(super) fn shortest(
        &self,
        instance: &CanonicalBoard,
        meter: &mut Meter<'_>,
    ) -> Result<(Moves, Estimator), NoMethod> {
        let CanonicalBoard { shape, home, .. } = *instance;
        if is_probed(instance, self.heuristic()) {
            match probe(instance, meter) {
                // Where Manhattan found one so soon, it will find the others.
                ControlFlow::Continue(Some(moves)) => {
                    return Ok((moves, Estimator::Manhattan(Manhattan::new(shape, home)?)));
                }
                ControlFlow::Continue(None) => {}
                ControlFlow::Break(()) => return Err(NoMethod::Stopped),
            }
        }
        if meter.pause().is_break() {
            return Err(NoMethod::Stopped);
        }
        let prepared = self.prepared(shape, home, meter)?;
        let moves = finish(prepared.solve(instance, meter))?;
        let estimator = if matches!(prepared.method, Method::Stamped(_)) {
            Estimator::Manhattan(Manhattan::new(shape, home)?)
        } else {
            Estimator::Kept(prepared)
        };
        Ok((moves, estimator))
    }
}

/// An iterator over every shortest solution of a board: see [`Solver::all_optimal_with`].
///
/// It owns what it needs, and goes on where the last solution ended.
#[derive(Clone, Debug)]
pub struct AllOptimal {
    estimator: Estimator,
    /// The board at the end of the path.
    board: CanonicalBoard,
    /// The boards from the root on; empty when all is done.
    path: Vec<Frame>,
    length: usize,
}

/// A board on the path from the root.
#[derive(Clone, Debug)]
struct Frame {
    estimate: Estimate,
    /// The side to which the blank went to make it; none at the root.
    made_by: Option<Direction>,
    /// The next place in [`ORDER`] to try.
    next: u8,
}

impl AllOptimal {
    fn new(instance: &CanonicalBoard, estimator: Estimator, length: usize) -> Self {
        let root = Frame {
            estimate: estimator.evaluate(instance),
            made_by: None,
            next: 0,
        };
        Self {
            estimator,
            board: instance.clone(),
            path: vec![root],
            length,
        }
    }

    /// Returns the number of moves of every solution that comes.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Leaves the last board of the path.
    fn retreat(&mut self) {
        if let Some(side) = self.path.pop().and_then(|frame| frame.made_by) {
            self.board.slide(side);
        }
    }
}

impl Iterator for AllOptimal {
    type Item = Moves;

    fn next(&mut self) -> Option<Moves> {
        while let Some(frame) = self.path.last_mut() {
            let made_by = frame.made_by;
            let made = self.path.len() - 1;
            if made == self.length {
                let is_goal = self.board.is_solved();
                let sides = self.path.iter().filter_map(|frame| frame.made_by);
                let moves = is_goal.then(|| sides.map(Direction::opposite).collect());
                self.retreat();
                if moves.is_some() {
                    return moves;
                }
                continue;
            }
            let frame = self.path.last_mut()?;
            let Some(&side) = ORDER.get(usize::from(frame.next)) else {
                self.retreat();
                continue;
            };
            frame.next += 1;
            if made_by == Some(side.opposite()) {
                continue;
            }
            let Some(from) = self.board.shape.neighbour(self.board.blank, side) else {
                continue;
            };
            let estimate = self.estimator.update(&frame.estimate, &self.board, from);
            if made + 1 + self.estimator.least(&estimate) <= self.length {
                self.board.move_tile(from);
                self.path.push(Frame {
                    estimate,
                    made_by: Some(side),
                    next: 0,
                });
            }
        }
        None
    }
}

impl FusedIterator for AllOptimal {}
