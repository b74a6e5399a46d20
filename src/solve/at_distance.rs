//! Boards that need an exact number of moves.

mod error;
mod hunt;

use alloc::vec::Vec;

use crate::board::Board;
use crate::canonical::CanonicalBoard;
use crate::cells::{Cells, PASS};
use crate::dyn_board::DynBoard;
use crate::exact::all_boards::AllBoards;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::prepare::{Method, is_read_off};
use crate::rank::exchange_last_two;
use crate::sample::{below, seeded};
use crate::shape::Shape;
use crate::slide::LegalMoves;
use crate::solve::answer::most_moves;
use crate::solve::control::Control;
use crate::solve::driver::Driver;
use crate::solve::partial::Reason;
use crate::solve::shared::shared;
use crate::solve::solver::Solver;
pub use error::DistanceError;
use hunt::{End, Hunt};

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
    /// let error = solver.at_distance(shape, usize::MAX, 1, &mut control);
    /// assert!(matches!(error, Err(DistanceError::AlwaysLess { .. })));
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
        let solved = self.goal().board(shape).map_err(DistanceError::Goal)?;
        if shape.is_path() {
            return on_path(solved, distance, self.metric(), &mut seeded(seed));
        }
        if shape.cells() <= AllBoards::MAX_CELLS {
            return self.read_off(&solved, distance, &mut seeded(seed));
        }
        let enough = most_moves(shape);
        match known_radius(shape, solved.blank(), self.metric()) {
            Some(radius) if distance > radius => {
                return Err(DistanceError::BeyondRadius { distance, radius });
            }
            _ if distance > enough => return Err(DistanceError::AlwaysLess { distance, enough }),
            _ if distance == 0 => return Ok(solved),
            _ => {}
        }
        let goal = CanonicalBoard::new(&solved, self.goal()).map_err(DistanceError::Goal)?;
        let mut hunt = Hunt {
            solver: self,
            driver: &mut driver,
            solved: goal,
            distance,
            farthest: None,
        };
        let found = hunt.run(seed);
        let farthest = hunt.farthest;
        let found = found.map_err(|end| match end {
            End::Failed(error) => DistanceError::Solve(error),
            End::Stopped => DistanceError::NotFound {
                distance,
                farthest,
                // The search has no end of its own.
                reason: driver.known.reason.unwrap_or(Reason::NodeLimit),
            },
        })?;
        let tiles = found.cells().iter();
        let tiles = tiles.map(|&cell| solved.tiles()[usize::from(cell)]);
        let mut board = solved.clone();
        board.view_mut(PASS).fill(tiles);
        Ok(board)
    }

    /// Draws a board at a distance from the table of all boards, whatever the limits of the call.
    fn read_off(
        &self,
        solved: &DynBoard,
        distance: usize,
        next: &mut impl FnMut() -> u32,
    ) -> Result<DynBoard, DistanceError> {
        let (shape, home) = (solved.shape(), solved.blank());
        if is_read_off(shape, self.heuristic()) {
            let prepared = self.learn(shape, &mut Control::new());
            let prepared = prepared.map_err(DistanceError::Solve)?;
            if let Method::Full(table) = prepared.method() {
                return read_off(self.goal(), table, solved, distance, next);
            }
        }
        // The solver does not keep it, or has no memory for it.
        let table = AllBoards::job(shape, home, self.metric()).finish();
        let table = table.map_err(|error| DistanceError::Solve(error.into()))?;
        read_off(self.goal(), &table, solved, distance, next)
    }
}

/// The most moves that boards of larger shapes need if the home is a corner, known from whole
/// searches: the sides in order; moves of tiles, and slides.
const RADII: [([usize; 3], usize, usize); 7] = [
    ([1, 2, 5], 55, 36),
    ([1, 2, 6], 80, 41),
    ([1, 2, 7], 108, 52),
    ([1, 2, 8], 140, 57),
    ([1, 3, 4], 53, 33),
    ([1, 3, 5], 84, 44),
    ([1, 4, 4], 80, 43),
];

/// Returns the number of moves that the farthest boards need, if it is known.
fn known_radius(shape: Shape, home: usize, metric: Metric) -> Option<usize> {
    let (at, mut sides) = (
        shape.place(home),
        [shape.rows(), shape.columns(), shape.layers()],
    );
    let is_corner = [at.row, at.column, at.layer]
        .iter()
        .zip(sides)
        .all(|(&place, side)| place == 0 || place == side - 1);
    sides.sort_unstable();
    let known = RADII.iter().find(|(of, ..)| is_corner && *of == sides);
    known.map(|&(_, tiles, slides)| match metric {
        Metric::Tiles => tiles,
        Metric::Slides => slides,
    })
}

/// Draws from the table of all boards.
fn read_off(
    goal: &Goal,
    table: &AllBoards,
    solved: &DynBoard,
    distance: usize,
    next: &mut impl FnMut() -> u32,
) -> Result<DynBoard, DistanceError> {
    let boards: Vec<usize> = table.at_distance(distance).collect();
    if boards.is_empty() {
        let radius = table.radius();
        return Err(DistanceError::BeyondRadius { distance, radius });
    }
    let chosen = boards[below(boards.len() as u32, next) as usize];
    let (at, blank) = table.order(chosen);
    let mut board = solved.clone();
    let tiles = at.iter().map(|&cell| solved.tiles()[usize::from(cell)]);
    board.view_mut(PASS).fill(tiles);
    if !board.is_solvable_for(goal) {
        exchange_last_two(board.view_mut(PASS).tiles, blank);
    }
    Ok(board)
}

/// On a path only the blank moves: there are two such boards at most, or by slides all of them.
fn on_path(
    solved: DynBoard,
    distance: usize,
    metric: Metric,
    next: &mut impl FnMut() -> u32,
) -> Result<DynBoard, DistanceError> {
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
