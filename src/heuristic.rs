//! Lower bounds on the number of moves to the goal.
//!
//! A heuristic returns a lower bound of the moves that a board needs. If it never exceeds the
//! distance (an *admissible* heuristic), searches find shortest solutions; the closer it is, the
//! fewer boards they expand.
//!
//! | | shapes | idea |
//! |---|---|---|
//! | [`Manhattan`] | all | the tiles' taxicab distances |
//! | [`LinearConflict`] | all | and two moves more for each tile that must give way in its line |
//! | [`WalkingDistance`] | small sides | the tiles of a row are interchangeable, and so are those of a column |
//! | [`EscapeDistance`] | flat, sides up to 5 | and the tiles of a line that must give way leave it |
//! | [`PatternDatabases`] | up to 64 cells | exact distances of patterns of tiles, in tables, added |
//!
//! # Boards in canonical form
//! Heuristics do not depend on goals and tile numbers. They take a [`CanonicalBoard`]: each tile is
//! named by the cell that it must reach, and the solved board is `0, 1, 2, ...` for every goal.
//!
//! ```
//! use npuzzle::heuristic::{CanonicalBoard, Heuristic, Manhattan};
//! use npuzzle::{Board, Goal};
//!
//! let board: Board<2> = "1 2/0 3".parse()?;
//! let board = CanonicalBoard::new(&board, &Goal::BlankLast)?; // 0 1/3 2
//! let manhattan = Manhattan::new(board.shape(), board.home())?;
//! let state = manhattan.evaluate(&board);
//! assert_eq!(manhattan.estimate(&state), 1);
//! let solved = manhattan.update(&state, &board, 3); // the tile on cell 3 moves to the blank
//! assert_eq!(manhattan.estimate(&solved), 0);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! Boards with tiles by number do not compile:
//!
//! ```compile_fail,E0061
//! # use npuzzle::heuristic::{Heuristic, Manhattan};
//! # use npuzzle::{Board, Shape};
//! # let board: Board<2> = Board::solved();
//! # let manhattan = Manhattan::new(board.shape(), 3).unwrap();
//! let state = manhattan.evaluate(board.tiles(), board.blank());
//! ```
//!
//! # A heuristic of your own
//! Implement [`Heuristic`] and let [`check()`] prove it on small shapes. Well-known mistakes
//! overestimate on only 7 of the 181,440 boards of 3 x 3, so samples miss them.
//!
//! ```
//! use npuzzle::heuristic::{CanonicalBoard, CheckError, Heuristic, check};
//! use npuzzle::Shape;
//!
//! /// Tiles that aren't where they must be; `blank_too` is a popular mistake.
//! struct Misplaced { blank_too: bool }
//!
//! impl Heuristic for Misplaced {
//!     type State = u32;
//!     fn evaluate(&self, board: &CanonicalBoard) -> u32 {
//!         let wrong = |&(cell, &content): &(usize, &u16)| {
//!             usize::from(content) != cell && (self.blank_too || cell != board.blank())
//!         };
//!         board.cells().iter().enumerate().filter(wrong).count() as u32
//!     }
//!     fn update(&self, _: &u32, board: &CanonicalBoard, from: usize) -> u32 {
//!         self.evaluate(&board.after(from))
//!     }
//!     fn estimate(&self, state: &u32) -> u32 {
//!         *state
//!     }
//! }
//!
//! let shape = Shape::new(2, 3, 1)?;
//! let report = check(shape, 5, &Misplaced { blank_too: false })?;
//! assert_eq!(report.boards, 360);
//! let error = check(shape, 5, &Misplaced { blank_too: true }).unwrap_err();
//! assert!(matches!(error, CheckError::Overestimates { estimate: 2, distance: 1, .. }));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod bound;
mod by_slides;
mod check;
mod escape_distance;
mod linear_conflict;
mod lines;
mod manhattan;
mod pattern_databases;
mod walking_distance;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

pub(crate) use bound::Bound;
pub(crate) use by_slides::{ByAxis, BySlides, least_slides};
pub use check::{CheckError, Report, check};
pub(crate) use escape_distance::escape_distance;
pub use escape_distance::{EscapeDistance, EscapeDistanceState};
pub use linear_conflict::{LinearConflict, LinearConflictState};
pub use manhattan::Manhattan;
pub use pattern_databases::{PatternDatabases, PatternDatabasesState};
pub(crate) use walking_distance::walking_distance;
pub use walking_distance::{WalkingDistance, WalkingDistanceState};

pub use crate::canonical::CanonicalBoard;
use crate::goal::{Goal, GoalError};
use crate::messages::{conversions, messages};
use crate::puzzle::Puzzle;
use crate::region::Region;
use crate::runtime::OutOfMemory;
use crate::shape::Shape;
use crate::tables::TableError;

/// A lower bound on the number of moves to the goal, built for a shape and the cell that is the
/// blank's home.
///
/// Boards come in [canonical form](self#boards-in-canonical-form). Its `State` of a board lets it
/// evaluate the next board from the move alone.
///
/// Searches rely on these promises, and [`check()`] proves them for a shape:
/// - *admissible*: no estimate is above the least number of moves to the goal, hence it is 0 for
///   the solved board;
/// - `update` gives what `evaluate` gives for the board after the move;
/// - *consistent*: a move changes the estimate by at most 1. (Shortest solutions need only
///   admissibility. Kernels that count the remaining moves downwards require consistency.)
///
/// # Examples
/// ```
/// use npuzzle::heuristic::{CanonicalBoard, Heuristic, Manhattan};
/// use npuzzle::{Board, Goal};
///
/// fn bound<H: Heuristic>(heuristic: &H, board: &CanonicalBoard) -> u32 {
///     heuristic.estimate(&heuristic.evaluate(board))
/// }
/// let board: Board<2> = "1 0/3 2".parse()?;
/// let board = CanonicalBoard::new(&board, &Goal::BlankLast)?;
/// assert_eq!(bound(&Manhattan::new(board.shape(), board.home())?, &board), 1);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub trait Heuristic {
    /// The data stored for a board.
    type State: Clone + PartialEq + fmt::Debug;

    /// Returns the state of a board.
    fn evaluate(&self, board: &CanonicalBoard) -> Self::State;

    /// Returns the state after the tile on the cell `from` has moved to the blank's cell beside it.
    ///
    /// `state` and `board` are those *before* the move. [`CanonicalBoard::after`] is the board
    /// after it.
    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State;

    /// Returns the estimate for a board with this state, in moves.
    fn estimate(&self, state: &Self::State) -> u32;

    /// Returns the estimate for a board and any goal whose blank has the home of the heuristic, in
    /// moves.
    ///
    /// # Errors
    /// [`HeuristicError::Goal`] if the goal is for boards of another shape,
    /// [`HeuristicError::OtherBoards`] if the heuristic is.
    fn value(&self, board: &impl Puzzle, goal: &Goal) -> Result<u32, HeuristicError>
    where
        Self: Sized,
    {
        let board = CanonicalBoard::new(board, goal)?;
        self.fits(board.shape, board.home)?;
        Ok(self.estimate(&self.evaluate(&board)))
    }

    /// Checks that the heuristic is made for boards of this shape and home, before a search begins.
    /// The default is for heuristics that serve all boards.
    ///
    /// # Errors
    /// [`HeuristicError::OtherBoards`].
    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        let _ = (shape, home);
        Ok(())
    }
}

/// Lets a pointer stand for the heuristic.
macro_rules! forward {
    ($(#[$doc:meta])* $pointer:ty) => {
        $(#[$doc])*
        impl<H: Heuristic + ?Sized> Heuristic for $pointer {
            type State = H::State;

            fn evaluate(&self, board: &CanonicalBoard) -> Self::State {
                (**self).evaluate(board)
            }

            fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
                (**self).update(state, board, from)
            }

            fn estimate(&self, state: &Self::State) -> u32 {
                (**self).estimate(state)
            }

            fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
                (**self).fits(shape, home)
            }
        }
    };
}

forward!(&H);
forward!(Arc<H>);

/// Reasons why a heuristic can't be built or used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeuristicError {
    /// The blank's home isn't a cell of the shape.
    NoSuchHome {
        /// The shape of the boards.
        shape: Shape,
        /// The home.
        home: usize,
    },
    /// The tables of the heuristic would be too large for the shape.
    TooLarge {
        /// The shape of the boards.
        shape: Shape,
    },
    /// The heuristic is made for boards of another shape or home.
    OtherBoards {
        /// The shape of the board.
        shape: Shape,
        /// The home of the goal.
        home: usize,
    },
    /// Boards of this shape can't have the goal.
    Goal(GoalError),
    /// Its tables could not be chosen, built, read or written.
    Table(TableError),
    /// The heuristic needs a goal without free tiles.
    FreeTiles,
}

conversions! { HeuristicError;
    error: OutOfMemory => Self::Table(error.into());
}

messages! { HeuristicError, caused by Goal(GoalError), Table(TableError);
    Self::Goal(_) => "the goal can't be used";
    Self::Table(_) => "the preparation of tables failed";
    Self::FreeTiles => "the heuristic asked for needs a goal without free tiles";
    Self::NoSuchHome { shape, home } => "a board of {shape} has no cell {home} for its blank";
    Self::TooLarge { shape } => "a board of {shape} needs too large a table for this heuristic";
    Self::OtherBoards { shape, home } => "the heuristic is not made for boards of {shape} with the \
        blank's home in cell {home}";
}

/// Returns whether a heuristic for the boards of one shape and home serves those of another.
fn same_boards(own: (Shape, usize), (shape, home): (Shape, usize)) -> Result<(), HeuristicError> {
    let is_same = own == (shape, home);
    let error = HeuristicError::OtherBoards { shape, home };
    is_same.then_some(()).ok_or(error)
}

/// The row, column and layer of each cell.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) shape: Shape,
    places: Vec<[u16; 3]>,
}

impl Places {
    pub(crate) fn new(shape: Shape) -> Self {
        let places = Region::all(shape).places();
        let places = places.map(|at| at.map(|it| it as u16)).collect();
        Self { shape, places }
    }

    /// Returns the row, column and layer of a cell.
    pub(crate) fn of(&self, cell: usize) -> [u16; 3] {
        self.places[cell]
    }

    pub(crate) fn distance(&self, a: usize, b: usize) -> u32 {
        let (a, b) = (self.of(a), self.of(b));
        (0..3)
            .map(|axis| u32::from(a[axis].abs_diff(b[axis])))
            .sum()
    }

    /// Returns the axis along which two different cells of a line lie: 0 for rows, 1 for columns, 2
    /// for layers.
    fn axis(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.of(a), self.of(b));
        (0..2).find(|&axis| a[axis] != b[axis]).unwrap_or(2)
    }
}
