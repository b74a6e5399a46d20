//! Boards that need an exact number of moves.

mod hunt;

use alloc::vec::Vec;
use core::fmt;

use crate::board::Board;
use crate::canonical::CanonicalBoard;
use crate::cells::PASS;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::metric::Metric;
use crate::prepared::{Method, is_read_off};
use crate::puzzle::Puzzle;
use crate::rank::exchange_last_two;
use crate::sample::{below, seeded};
use crate::search::all_boards::AllBoards;
use crate::shape::Shape;
use crate::slide::LegalMoves;
use crate::solve::control::Control;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
use crate::solve::partial::Reason;
use crate::solve::radius::{Radius, radius};
use crate::solve::shared::shared;
use crate::solve::solver::Solver;
use crate::tables::Shared;
use hunt::Hunt;

/// The limit of `Board::at_distance`, in expanded boards: some seconds.
const USUAL_NODES: u64 = 100_000_000;

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
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
        shared().find_at_distance(Self::solved(), distance, seed, control)
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
    pub fn at_distance(shape: Shape, distance: usize, seed: u64) -> Result<Self, DistanceError> {
        Self::at_distance_with(shape, distance, seed, &mut usual_limits())
    }

    /// Returns a board at a distance, as [`at_distance`](Self::at_distance), within limits of your
    /// own.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
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
    /// callbacks see what was expanded.
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
        let solved = self.goal().board(shape).map_err(DistanceError::Goal)?;
        self.find_at_distance(solved, distance, seed, control)
    }

    /// Finds a board at a distance from the goal, which is given as a board.
    fn find_at_distance<P: Puzzle>(
        &self,
        solved: P,
        distance: usize,
        seed: u64,
        control: &mut Control<'_>,
    ) -> Result<P, DistanceError> {
        let mut driver = Driver::new(control).map_err(DistanceError::Solve)?;
        let (shape, mut next) = (solved.shape(), seeded(seed));
        if shape.is_path() {
            return on_path(solved, distance, self.metric(), &mut next);
        }
        if shape.cells() <= AllBoards::MAX_CELLS {
            let table = self.all_boards(shape, solved.blank())?;
            return read_off(self.goal(), &table, &solved, distance, &mut next);
        }
        match radius(shape, solved.blank(), self.metric()) {
            Radius::Known(radius) if distance > radius => {
                return Err(DistanceError::BeyondRadius { distance, radius });
            }
            Radius::AtMost(enough) if distance > enough => {
                return Err(DistanceError::AlwaysLess { distance, enough });
            }
            _ => {}
        }
        if distance == 0 {
            return Ok(solved);
        }
        let goal = CanonicalBoard::new(&solved, self.goal()).map_err(DistanceError::Goal)?;
        let threads = self.thread_count();
        let mut hunt = Hunt::new(
            goal,
            distance,
            self.metric(),
            seed,
            |board: &CanonicalBoard| self.optimal(board.clone(), threads),
        );
        let found = driver.find(&mut hunt).map_err(DistanceError::Solve)?;
        let Some(board) = found else {
            return Err(DistanceError::NotFound {
                distance,
                farthest: hunt.farthest(),
                reason: driver.known.reason,
            });
        };
        let tiles = board.cells().iter();
        let tiles = tiles.map(|&cell| solved.tiles()[usize::from(cell)]);
        let mut found = solved.clone();
        set(&mut found, tiles);
        Ok(found)
    }

    /// Returns the table of all boards of a small shape, which takes milliseconds if the solver has
    /// none.
    fn all_boards(&self, shape: Shape, home: usize) -> Result<Shared<AllBoards>, DistanceError> {
        if is_read_off(shape, self.heuristic()) {
            let prepared = self.learn(shape, &mut Control::new());
            if let Method::Full(table) = prepared.map_err(DistanceError::Solve)?.method() {
                return Ok(Shared::clone(table));
            }
        }
        let table = AllBoards::new(shape, home, self.metric());
        let table = table.map_err(|error| DistanceError::Solve(error.into()))?;
        Ok(Shared::new(table))
    }
}

/// Draws from the table of all boards.
fn read_off<P: Puzzle>(
    goal: &Goal,
    table: &AllBoards,
    solved: &P,
    distance: usize,
    next: &mut impl FnMut() -> u32,
) -> Result<P, DistanceError> {
    let boards: Vec<usize> = table.at_distance(distance).collect();
    if boards.is_empty() {
        let radius = table.radius();
        return Err(DistanceError::BeyondRadius { distance, radius });
    }
    let chosen = boards[below(boards.len() as u32, next) as usize];
    let (at, blank) = table.order(chosen);
    let mut board = solved.clone();
    set(
        &mut board,
        at.iter().map(|&cell| solved.tiles()[usize::from(cell)]),
    );
    if !board.is_solvable_for(goal) {
        exchange_last_two(board.view_mut(PASS).tiles, blank);
    }
    Ok(board)
}

/// Fills a board with a permutation.
fn set(board: &mut impl Puzzle, tiles: impl Iterator<Item = u16>) {
    board.view_mut(PASS).fill(tiles);
}

/// On a path only the blank moves: there are two such boards at most, or by slides all of them.
fn on_path<P: Puzzle>(
    solved: P,
    distance: usize,
    metric: Metric,
    next: &mut impl FnMut() -> u32,
) -> Result<P, DistanceError> {
    if distance == 0 {
        return Ok(solved);
    }
    // By the direction of the tiles: how many of them move.
    let mut found = Vec::new();
    let mut radius = 0;
    for direction in LegalMoves::of(solved.shape(), solved.blank()) {
        let mut board = solved.clone();
        let mut tiles = 0;
        while board.slide(direction).is_ok() {
            tiles += 1;
            let needed = match metric {
                Metric::Tiles => tiles,
                Metric::Slides => 1,
            };
            radius = radius.max(needed);
            if needed == distance {
                found.push((direction, tiles));
            }
        }
    }
    if found.is_empty() {
        return Err(DistanceError::BeyondRadius { distance, radius });
    }
    let (direction, tiles) = found.swap_remove(below(found.len() as u32, next) as usize);
    let mut board = solved;
    for _ in 0..tiles {
        let _ = board.slide(direction);
    }
    Ok(board)
}

/// Why there is no board at the distance asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DistanceError {
    /// No board of the shape is so far from the goal.
    BeyondRadius {
        /// The number of moves asked for.
        distance: usize,
        /// The number of moves that the farthest boards need.
        radius: usize,
    },
    /// No board of the shape is so far from the goal, though it is not known how far the farthest
    /// ones are.
    AlwaysLess {
        /// The number of moves asked for.
        distance: usize,
        /// A number of moves that is enough for every board of the shape.
        enough: usize,
    },
    /// None was found; there may be one.
    NotFound {
        /// The number of moves asked for.
        distance: usize,
        /// The number of moves that the farthest board found needs; `None` if no board was solved.
        farthest: Option<usize>,
        /// What ended the search.
        reason: Reason,
    },
    /// The goal is for boards of another shape.
    Goal(GoalError),
    /// The solver can't solve boards of this shape, or not within these limits.
    Solve(SolveError),
}

impl fmt::Display for DistanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeyondRadius { distance, radius } => write!(
                f,
                "no board needs {distance} moves: the farthest ones need {radius}"
            ),
            Self::AlwaysLess { distance, enough } => write!(
                f,
                "no board needs {distance} moves: {enough} are always enough"
            ),
            Self::NotFound {
                distance,
                farthest,
                reason,
            } => {
                write!(
                    f,
                    "no board that needs {distance} moves was found, though there may be one: \
                     {reason}"
                )?;
                match farthest {
                    Some(farthest) => write!(f, "; the farthest one found needs {farthest}"),
                    None => Ok(()),
                }
            }
            Self::Goal(error) => error.fmt(f),
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DistanceError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        // The message is the inner error's own.
        match self {
            Self::Goal(error) => error.source(),
            Self::Solve(error) => error.source(),
            _ => None,
        }
    }
}
