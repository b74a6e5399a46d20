//! Tables before the first board comes.

use crate::prepare::Prepared;
use crate::runtime::job::Job;
use crate::runtime::shared::Shared;
use crate::shape::Shape;
use crate::solve::control::Control;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
#[cfg(doc)]
use crate::solve::partial::Partial;
use crate::solve::solver::Solver;

impl Solver {
    /// Builds the data needed for a shape before its first board comes, tables above all: on
    /// another thread, or while a game shows its loading screen. Calls that need the same data
    /// meanwhile share the work.
    ///
    /// Otherwise the first call for the shape builds them, within its limits. With the default
    /// memory that takes a release build 4 milliseconds for 3 x 3, some 50 for 4 x 4, and less for
    /// shapes without tables of groups of tiles (6 x 6 and larger). A game calls it on its loading
    /// screen, or [`prepare_with`](Self::prepare_with) to show the progress there.
    ///
    /// ```
    /// use npuzzle::{Board, Control, Solver};
    /// use std::time::Duration;
    ///
    /// let solver = Solver::default();
    /// let board: Board<4> = Board::from_seed(7);
    /// solver.prepare(board.shape())?; // on the loading screen
    /// let mut limits = Control::new().timeout(Duration::from_secs(5)); // for the search alone
    /// assert!(solver.solve_with(&board, &mut limits)?.is_optimal());
    /// # Ok::<_, npuzzle::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// As [`prepare_with`](Self::prepare_with), but never `Stopped`.
    pub fn prepare(&self, shape: Shape) -> Result<(), SolveError> {
        self.prepare_with(shape, &mut Control::new())
    }

    /// Builds the data needed for a shape within the limits of a call, and reports the progress:
    /// [`Partial::tables`].
    ///
    /// # Errors
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Heuristic`], [`SolveError::Table`] and [`SolveError::OutOfMemory`] if the
    ///   heuristic asked for is not available.
    /// - [`SolveError::Stopped`] if a limit was met.
    /// - [`SolveError::NoClock`] at once if the call has a timeout and there is no clock.
    ///
    /// # Examples
    /// ```
    /// use core::ops::ControlFlow;
    /// use npuzzle::{Board, Control, Solver};
    /// let solver = Solver::default();
    /// let mut control = Control::new().on_progress(|known| {
    ///     if let Some(tables) = &known.tables {
    ///         println!("{} of {} entries", tables.known, tables.entries);
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// solver.prepare_with(Board::<4>::SHAPE, &mut control)?;
    /// assert!(solver.table_bytes() > 1_000_000);
    /// # Ok::<_, npuzzle::SolveError>(())
    /// ```
    pub fn prepare_with(&self, shape: Shape, control: &mut Control<'_>) -> Result<(), SolveError> {
        self.learn(shape, control).map(drop)
    }

    /// Learns what it needs of a shape, within limits.
    pub(super) fn learn(
        &self,
        shape: Shape,
        control: &mut Control<'_>,
    ) -> Result<Shared<Prepared>, SolveError> {
        let mut driver = Driver::new(control)?;
        let home = self.goal().home(shape)?;
        driver.known.metric = self.metric();
        driver.tables = Some((self.tables.clone(), shape, home));
        let request = self.tables.request(shape, home, self.means());
        let answer = move |mut pace| async move { request.answer(&mut pace).await };
        let prepared = driver.make(&mut Job::new(answer))?;
        prepared.flatten().ok_or_else(|| driver.stopped())
    }
}
