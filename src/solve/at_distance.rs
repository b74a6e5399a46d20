//! Boards that need an exact number of moves.

mod distance_search;
mod error;

use crate::board::Board;
use crate::cells::{Cells, PASS};
use crate::dyn_board::DynBoard;
use crate::shape::Shape;
use crate::solve::control::Control;
use crate::solve::driver::Driver;
use crate::solve::partial::Reason;
use crate::solve::shared::shared;
use crate::solve::solver::Solver;
pub use distance_search::{DistanceProgress, DistanceSearch};
pub use error::DistanceError;

/// The limit of `Board::at_distance`, in expanded boards: some seconds.
const USUAL_NODES: u64 = 100_000_000;

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns a board whose shortest solutions for the usual goal (blank last) have exactly
    /// `distance` moves. The same seed gives the same board.
    ///
    /// As [`Solver::at_distance`], with the solver that all callers share and at most 100 million
    /// expanded boards. A game that must not wait advances a [`Solver::distance_search`] a little
    /// each frame.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, DistanceError};
    /// let board = Board::<3>::at_distance(20, 7)?;
    /// assert_eq!(board.solve()?.moves().len(), 20);
    /// let error = Board::<3>::at_distance(32, 7).unwrap_err();
    /// assert_eq!(error, DistanceError::BeyondRadius { distance: 32, radius: 31 });
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn at_distance(distance: usize, seed: u64) -> Result<Self, DistanceError> {
        Self::at_distance_with(distance, seed, &mut usual_limits())
    }

    /// Returns a board at a distance, as [`at_distance`](Self::at_distance), within limits of your
    /// own.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    /// use npuzzle::{Board, Control};
    /// let mut control = Control::new().timeout(Duration::from_secs(10));
    /// let board = Board::<4>::at_distance_with(30, 7, &mut control)?;
    /// assert_eq!(board.solve()?.moves().len(), 30);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn at_distance_with(
        distance: usize,
        seed: u64,
        control: &mut Control<'_>,
    ) -> Result<Self, DistanceError> {
        let found = shared().at_distance(Self::SHAPE, distance, seed, control)?;
        let mut board = Self::solved();
        board.view_mut(PASS).fill(found.tiles().iter().copied());
        Ok(board)
    }
}

impl DynBoard {
    /// Returns a board whose shortest solutions for the usual goal (blank last) have exactly
    /// `distance` moves. The same seed gives the same board.
    ///
    /// As [`Solver::at_distance`], with the solver that all callers share and at most 100 million
    /// expanded boards.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{DynBoard, Shape};
    /// let board = DynBoard::at_distance(Shape::rectangle(2, 3)?, 21, 7)?; // the farthest of 2 x 3
    /// assert_eq!(board.to_string(), "4 5 0/1 2 3");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn at_distance(shape: Shape, distance: usize, seed: u64) -> Result<Self, DistanceError> {
        Self::at_distance_with(shape, distance, seed, &mut usual_limits())
    }

    /// Returns a board at a distance, as [`at_distance`](Self::at_distance), within limits of your
    /// own.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Control, DynBoard, Shape};
    /// let mut control = Control::new().max_nodes(1_000_000);
    /// let board = DynBoard::at_distance_with(Shape::square(3)?, 20, 7, &mut control)?;
    /// assert_eq!(board.solve()?.length(), 20);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn at_distance_with(
        shape: Shape,
        distance: usize,
        seed: u64,
        control: &mut Control<'_>,
    ) -> Result<Self, DistanceError> {
        shared().at_distance(shape, distance, seed, control)
    }
}

fn usual_limits() -> Control<'static> {
    Control::new().max_nodes(USUAL_NODES)
}

impl Solver {
    /// Returns a board of a shape whose shortest solutions have exactly `distance` moves, counted
    /// by the metric of the solver. The same arguments give the same board, if no time limit
    /// ends the search.
    ///
    /// On up to 9 cells all boards at that distance are equally likely: they are read off the table
    /// of all boards, within milliseconds, whatever the limits. On a path (1 x n) there are two
    /// at most.
    ///
    /// Larger shapes are searched: boards are scrambled until one is as far or farther, and a
    /// board at the distance is on the way to it. So the boards are **not** equally likely. If
    /// scrambling does not get so far (beyond some 55 moves on 4 x 4), the search climbs from
    /// neighbour to neighbour. On 4 x 4 it found boards that need 64 moves within 100 million
    /// expansions for each seed tried; boards near the radius of 80 are hardly ever found.
    ///
    /// The limits hold for the whole search. Each move of a scramble counts as an expansion.
    /// Without limits a search for a distance that no board has may run without end. Progress
    /// callbacks see what was expanded. [`distance_search`](Self::distance_search) does the same a
    /// little at a time.
    ///
    /// # Errors
    /// - [`DistanceError::BeyondRadius`] if it is known that no board is so far,
    ///   [`DistanceError::AlwaysLess`] if that is proved though the radius is not known; both at
    ///   once.
    /// - [`DistanceError::NotFound`] if none was found before a limit was met or the call was
    ///   cancelled. That proves nothing: there may be one.
    /// - [`DistanceError::Goal`] if the goal is for boards of another shape.
    /// - [`DistanceError::Solve`] if the solver can't have its tables, or a time limit has no
    ///   clock.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Control, DistanceError, Goal, Shape, Solver};
    ///
    /// let solver = Solver::builder().goal(Goal::Snail).build();
    /// let shape = Shape::new(3, 4, 1)?;
    /// let mut control = Control::new().max_nodes(1_000_000);
    /// let board = solver.at_distance(shape, 25, 1, &mut control)?;
    /// assert_eq!(solver.solve(&board)?.moves().len(), 25);
    ///
    /// let error = solver.at_distance(shape, usize::MAX, 1, &mut control).unwrap_err();
    /// assert_eq!(error.to_string(), format!("no board needs {} moves: 55 are always enough", usize::MAX));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn at_distance(
        &self,
        shape: Shape,
        distance: usize,
        seed: u64,
        control: &mut Control<'_>,
    ) -> Result<DynBoard, DistanceError> {
        // A clock that is missing is an error whatever the shape.
        let mut driver = Driver::new(control).map_err(DistanceError::Solve)?;
        let mut search = self.distance_search(shape, distance, seed)?;
        search.finish(&mut driver)?;
        match search.progress() {
            DistanceProgress::Done(board) => Ok(board.clone()),
            DistanceProgress::Running { farthest, .. } => Err(DistanceError::NotFound {
                distance,
                farthest,
                // The search has no end of its own.
                reason: driver.known.reason.unwrap_or(Reason::NodeLimit),
            }),
        }
    }
}
