//! Spaces: built within the limits of a call, or read from a file.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::canonical::{CanonicalBoard, Purpose, Target};
use crate::goal::Goal;
use crate::metric::Metric;
use crate::prepare::Prepared;
use crate::shape::Shape;
use crate::solve::control::Control;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
use crate::solve::solver::Solver;
use crate::space::{Space, SpaceTable};
use crate::tables::TableError;

impl Space {
    /// Builds the distances of all boards of a shape from a goal, on one thread, without limits; see
    /// [`Solver::space_with`] for more.
    ///
    /// # Errors
    /// As [`Solver::space_with`], but never `Stopped`.
    pub fn new(shape: Shape, goal: &Goal, metric: Metric) -> Result<Self, SolveError> {
        let builder = Solver::builder().goal(goal.clone()).metric(metric);
        let solver = builder.threads(1).build();
        solver.space_with(shape, Control::new())
    }
}

impl Solver {
    /// Returns the distances of all boards of a shape from the goal, in the metric of the solver.
    ///
    /// It builds the table on the threads of the solver; [`Status::tables`](crate::Status::tables)
    /// reports the progress. If the solver has a folder for tables, the table is read from there or
    /// written to it. As long as a space is held, solvers that share it read shortest solutions of
    /// its boards off it, and draw boards at a distance from it.
    ///
    /// The table of 12 cells takes 68 MB, that of 10 cells 0.5 MB, whatever the solver's
    /// [`memory`](crate::SolverBuilder::memory) is for others.
    ///
    /// # Errors
    /// - [`SolveError::Goal`] if the goal is for boards of another shape.
    /// - [`SolveError::Table`] if the shape has more than 12 cells, or if the file is damaged, and
    ///   replaced, or can't be written. The next call returns the space.
    /// - [`SolveError::Stopped`] if a limit was met. The next call continues.
    /// - [`SolveError::OutOfMemory`], and [`SolveError::NoClock`] if the call has a timeout and there
    ///   is no clock.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Goal, Metric, Shape, Solver, Control};
    ///
    /// // The first two tiles placed, with a run of tiles as one move.
    /// let solver = Solver::builder().goal("1 2 */* * *".parse::<Goal>()?).metric(Metric::MultiTile).build();
    /// let space = solver.space_with(Shape::rectangle(2, 3)?, Control::new())?;
    /// assert_eq!(space.histogram().iter().sum::<u64>(), 720); // 6!: whatever the other tiles are
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn space_with(&self, shape: Shape, control: Control<'_>) -> Result<Space, SolveError> {
        self.goal().fits(shape)?;
        if shape.cells() > SpaceTable::MAX_CELLS {
            let tiles = shape.cells() - 1;
            return Err(TableError::States { shape, tiles }.into());
        }
        let mut driver = Driver::new(control)?;
        let mut tables = Vec::new();
        for goal in Space::goals(shape, self.goal())? {
            let solved = goal.board(shape)?;
            let target = CanonicalBoard::with_every_end(&solved, &goal)?.target();
            let prepared =
                self.prepared_for(&solved, &target.with_purpose(Purpose::Space), &mut driver)?;
            let Prepared::Full(table) = prepared else {
                unreachable!("a space has a table of all boards");
            };
            tables.push((goal, table));
        }
        Ok(Space::of_tables(shape, self.goal(), self.metric(), tables))
    }

    /// Returns the table of all boards, if there is one.
    pub(super) fn table_of_all(&self, target: &Target) -> Option<Arc<SpaceTable>> {
        let table = |target: &Target| match self.tables.get(target) {
            Some(Prepared::Full(table)) => Some(table),
            _ => None,
        };
        let is_small = target.shape.cells() <= SpaceTable::MAX_CELLS;
        table(target)
            .or_else(|| table(&target.clone().with_purpose(Purpose::Space)).filter(|_| is_small))
    }
}
