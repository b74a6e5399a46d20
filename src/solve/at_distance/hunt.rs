//! The search for a board that needs an exact number of moves.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::sample::below;
use crate::scramble::step;
use crate::search::meter::{Counts, Meter};
use crate::solve::choice::NoMethod;
use crate::solve::error::SolveError;
use crate::solve::solver::Solver;

/// The search on one shape.
#[derive(Debug)]
pub(super) struct Hunt<'s, 'm, 'h> {
    pub(super) solver: &'s Solver,
    pub(super) distance: usize,
    /// The distance of the farthest board that was solved.
    pub(super) farthest: Option<usize>,
    pub(super) meter: &'m mut Meter<'h>,
}

impl Hunt<'_, '_, '_> {
    pub(super) fn run<P: Puzzle>(
        &mut self,
        solved: &P,
        next: &mut impl FnMut() -> u32,
    ) -> Result<P, NoMethod> {
        // A walk of this length is as good as a board drawn from all.
        let enough = self.distance.saturating_add(20 * solved.shape().cells());
        let mut steps = self.distance;
        loop {
            let mut board = solved.clone();
            let mut last = None;
            for _ in 0..steps {
                self.count()?;
                last = step(&mut board, last, next);
            }
            let mut length = match self.measure(&mut board)? {
                ControlFlow::Break(()) => return Ok(board),
                ControlFlow::Continue(length) => length,
            };
            if steps < enough {
                steps += steps / 4 + 2;
                continue;
            }
            // Uphill, with a step down from each summit, a while.
            let mut last: Option<Direction> = None;
            for _ in 0..100 {
                let onwards = board.legal_moves();
                let mut onwards: Vec<_> =
                    onwards.filter(|it| last != Some(it.opposite())).collect();
                for index in (1..onwards.len()).rev() {
                    onwards.swap(index, below(index as u32 + 1, next) as usize);
                }
                for &direction in &onwards {
                    last = Some(direction);
                    self.count()?;
                    // It is one of the legal moves.
                    let _ = board.slide(direction);
                    match self.measure(&mut board)? {
                        ControlFlow::Break(()) => return Ok(board),
                        ControlFlow::Continue(now) if now > length => {
                            length = now;
                            break;
                        }
                        ControlFlow::Continue(now) if onwards.last() == Some(&direction) => {
                            length = now;
                        }
                        ControlFlow::Continue(_) => {
                            let _ = board.slide(direction.opposite());
                        }
                    }
                }
            }
        }
    }

    /// Counts a move of the hunt's own, so that it meets its limits even if no board takes an
    /// expansion.
    fn count(&mut self) -> Result<(), NoMethod> {
        match self.meter.expand() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(NoMethod::Stopped),
        }
    }

    /// Returns how far a board is; breaks if it is far enough, after playing what is too much.
    fn measure(&mut self, board: &mut impl Puzzle) -> Result<ControlFlow<(), usize>, NoMethod> {
        let moves = self.solve(board)?;
        self.farthest = self.farthest.max(Some(moves.len()));
        let Some(excess) = moves.len().checked_sub(self.distance) else {
            return Ok(ControlFlow::Continue(moves.len()));
        };
        let played = board.play(&moves.iter().take(excess).collect());
        debug_assert_eq!(played, Ok(()), "it is a solution");
        Ok(ControlFlow::Break(()))
    }

    /// Finds a shortest solution, whatever the quality of the solver. The hunt's meter counts what
    /// it takes, and stops it.
    fn solve(&mut self, board: &impl Puzzle) -> Result<Moves, NoMethod> {
        let instance = CanonicalBoard::new(board, self.solver.goal()).map_err(SolveError::from)?;
        let whole = &mut *self.meter;
        let (expanded, generated) = (whole.expanded, whole.generated);
        let (limit, threads) = (whole.limit.saturating_sub(expanded), whole.threads);
        let take = |whole: &mut Meter<'_>, counts: &Counts<'_>| {
            whole.take(&Counts {
                expanded: expanded + counts.expanded,
                generated: generated + counts.generated,
                ..*counts
            });
        };
        let mut hook = |counts: &mut Counts<'_>| {
            if counts.found.is_some() {
                return ControlFlow::Continue(());
            }
            take(whole, counts);
            match &counts.tables {
                Some(progress) => whole.pause_at_tables(progress),
                None => whole.pause(),
            }?;
            counts.pause_at = whole.pause_at - expanded;
            ControlFlow::Continue(())
        };
        let mut meter = Meter::new(&mut hook);
        (meter.limit, meter.threads) = (limit, threads);
        let found = self.solver.shortest(&instance, &mut meter);
        let counts = meter.counts();
        take(self.meter, &counts);
        found.map(|(moves, _)| moves)
    }
}
