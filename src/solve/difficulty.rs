//! Boards that need an exact number of moves.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::board::Board;
use crate::cells::{PASS, ViewMut};
use crate::dyn_board::DynBoard;
use crate::goal::GoalError;
use crate::puzzle::Puzzle;
use crate::sample::{below, seeded};
use crate::scramble::walk;
use crate::search::meter::{Counts, Meter};
use crate::shape::Shape;
use crate::slide::LegalMoves;
use crate::solve::choice::Method;
use crate::solve::control::Control;
use crate::solve::error::SolveError;
use crate::solve::solution::Solution;
use crate::solve::solver::{Solver, shared};
use crate::tables::full::FullTable;

/// The limit of `Board::at_distance`, in expanded boards: some seconds.
const USUAL_NODES: u64 = 100_000_000;

/// The most moves that boards need where the home is a corner: known from whole searches, by the sides in order.
const RADII: [([usize; 3], usize); 5] = [
    ([1, 2, 7], 108),
    ([1, 2, 8], 140),
    ([1, 3, 4], 53),
    ([1, 3, 5], 84),
    ([1, 4, 4], 80),
];

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns a board whose shortest solutions for the usual goal (blank last) have exactly so many moves. The same seed gives
    /// the same board.
    ///
    /// As [`Solver::at_distance`], with the solver that all callers share and at most 100 million expanded boards.
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
        shared().at_distance(&Self::solved(), distance, seed, USUAL_NODES)
    }
}

impl DynBoard {
    /// Returns a board whose shortest solutions for the usual goal (blank last) have exactly so many moves. The same seed gives
    /// the same board.
    ///
    /// As [`Solver::at_distance`], with the solver that all callers share and at most 100 million expanded boards.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
    pub fn at_distance(shape: Shape, distance: usize, seed: u64) -> Result<Self, DistanceError> {
        shared().at_distance(&Self::solved(shape), distance, seed, USUAL_NODES)
    }
}

impl Solver {
    /// Returns a board, of the shape of `like`, whose shortest solutions have exactly so many moves. The same arguments give
    /// the same board.
    ///
    /// On up to 9 cells all boards at that distance are equally likely: they are read off the table of all boards. Larger shapes are
    /// searched, for at most `max_nodes` expanded boards in all: a board that is scrambled enough to be as far or farther is solved, and
    /// played along its shortest solution until as many moves are left. So they are **not** equally likely. Where
    /// scrambling does not get so far (beyond some 55 moves on 4 x 4) the way leads uphill from neighbour to neighbour. 64 moves
    /// on 4 x 4 took less than 100 million expanded boards for each seed tried; boards near the radius of 80 are hardly ever found.
    ///
    /// # Errors
    /// - [`DistanceError::BeyondRadius`] where it is known that no board is so far.
    /// - [`DistanceError::NotFound`] where none was found within the limit.
    /// - [`DistanceError::Goal`] where the goal is for boards of another shape.
    /// - [`DistanceError::Solve`] where the solver can't have its tables.
    pub fn at_distance<P: Puzzle>(
        &self,
        like: &P,
        distance: usize,
        seed: u64,
        max_nodes: u64,
    ) -> Result<P, DistanceError> {
        let (goal, shape) = (self.goal(), like.shape());
        let mut next = seeded(seed);
        let mut solved = like.clone();
        set(&mut solved, goal.tiles(shape).map_err(DistanceError::Goal)?);
        if shape.is_path() {
            return on_path(solved, distance, &mut next);
        }
        if shape.cells() <= FullTable::MAX_CELLS {
            return self.read_off(&solved, distance, &mut next);
        }
        let mut sides = [shape.rows(), shape.cols(), shape.layers()];
        sides.sort_unstable();
        let known = RADII.iter().find(|(known, _)| *known == sides);
        if let Some(&(_, radius)) = known {
            let corners = LegalMoves::of(shape, solved.blank()).len() == 2;
            if corners && distance > radius {
                return Err(DistanceError::BeyondRadius { distance, radius });
            }
        }
        Hunt {
            solver: self,
            distance,
            left: max_nodes,
            farthest: 0,
        }
        .run(&solved, &mut next)
    }

    /// Draws from the table of all boards.
    fn read_off<P: Puzzle>(
        &self,
        solved: &P,
        distance: usize,
        next: &mut impl FnMut() -> u32,
    ) -> Result<P, DistanceError> {
        let (shape, home) = (solved.shape(), solved.blank());
        let mut hook = |counts: &mut Counts<'_>| {
            counts.pause_at = u64::MAX;
            ControlFlow::Continue(())
        };
        let prepared = self.prepared(shape, home, &mut Meter::new(&mut hook)).ok();
        let own;
        let method = prepared.as_ref().map(|prepared| &prepared.method);
        let table = if let Some(Method::Full(table)) = method {
            table
        } else {
            let new = FullTable::new(shape, home);
            own = new.map_err(|error| DistanceError::Solve(error.into()))?;
            &own
        };
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
        if !board.is_solvable_for(self.goal()) {
            // Two orders share an entry; they differ in the last two tiles.
            let ViewMut { tiles, .. } = board.view_mut(PASS);
            let mut last = (0..tiles.len()).rev().filter(|&cell| cell != blank);
            if let (Some(last), Some(before)) = (last.next(), last.next()) {
                tiles.swap(last, before);
            }
        }
        Ok(board)
    }
}

/// Fills a board with a permutation.
fn set(board: &mut impl Puzzle, tiles: impl Iterator<Item = u16>) {
    board.view_mut(PASS).fill(tiles);
}

/// On a path only the blank moves: there are two such boards at most.
fn on_path<P: Puzzle>(
    solved: P,
    distance: usize,
    next: &mut impl FnMut() -> u32,
) -> Result<P, DistanceError> {
    let mut found = Vec::new();
    let mut radius = 0;
    for direction in LegalMoves::of(solved.shape(), solved.blank()) {
        let mut board = solved.clone();
        let made = (0..distance).take_while(|_| board.slide(direction).is_ok());
        let made = made.count();
        radius = radius.max(made);
        if made == distance {
            found.push(board);
        }
    }
    if distance == 0 {
        return Ok(solved);
    }
    if found.is_empty() {
        return Err(DistanceError::BeyondRadius { distance, radius });
    }
    Ok(found.swap_remove(below(found.len() as u32, next) as usize))
}

/// The search for a board on a large shape.
struct Hunt<'s> {
    solver: &'s Solver,
    distance: usize,
    /// How many boards may still be expanded.
    left: u64,
    farthest: usize,
}

impl Hunt<'_> {
    fn run<P: Puzzle>(
        mut self,
        solved: &P,
        next: &mut impl FnMut() -> u32,
    ) -> Result<P, DistanceError> {
        if self.distance == 0 {
            return Ok(solved.clone());
        }
        // A walk of so many moves is as good as a board drawn from all.
        let enough = self.distance + 20 * solved.shape().cells();
        let mut steps = self.distance;
        loop {
            let mut board = solved.clone();
            walk(&mut board, steps, next);
            let mut length = match self.measure(&mut board)? {
                ControlFlow::Break(()) => return Ok(board),
                ControlFlow::Continue(length) => length,
            };
            if steps < enough {
                steps += steps / 4 + 2;
                continue;
            }
            // Uphill, with a step down from each summit, a while.
            let mut last = None;
            for _ in 0..100 {
                let onwards = LegalMoves::of(board.shape(), board.blank());
                let mut onwards: Vec<_> =
                    onwards.filter(|it| last != Some(it.opposite())).collect();
                for index in (1..onwards.len()).rev() {
                    onwards.swap(index, below(index as u32 + 1, next) as usize);
                }
                for &direction in &onwards {
                    last = Some(direction);
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

    /// Returns how far a board is; breaks where it is far enough, after playing what is too much.
    fn measure(
        &mut self,
        board: &mut impl Puzzle,
    ) -> Result<ControlFlow<(), usize>, DistanceError> {
        let solution = match self.solve(board) {
            Ok(solution) => solution,
            Err(SolveError::Stopped(_)) => {
                return Err(DistanceError::NotFound {
                    distance: self.distance,
                    farthest: self.farthest,
                });
            }
            Err(error) => return Err(DistanceError::Solve(error)),
        };
        // What needs no expansion counts too, so that the hunt ends.
        self.left = self.left.saturating_sub(solution.stats().expanded.max(1));
        let length = solution.moves().len();
        self.farthest = self.farthest.max(length);
        let Some(excess) = length.checked_sub(self.distance) else {
            return Ok(ControlFlow::Continue(length));
        };
        let first = solution.moves().iter().take(excess).collect();
        let played = board.play(&first);
        debug_assert_eq!(played, Ok(()), "it is a solution");
        Ok(ControlFlow::Break(()))
    }

    /// Finds a shortest solution, whatever the quality of the solver.
    fn solve(&self, board: &impl Puzzle) -> Result<Solution, SolveError> {
        let mut control = Control::new().max_nodes(self.left);
        self.solver.run(board, &mut control, |instance, meter| {
            let found = self.solver.shortest(instance, meter);
            found.map(|(moves, _)| moves)
        })
    }
}

/// No board at the distance asked for.
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
    /// None was found within the limit; there may be one.
    NotFound {
        /// The number of moves asked for.
        distance: usize,
        /// The number of moves that the farthest board found needs.
        farthest: usize,
    },
    /// The goal is for boards of another shape.
    Goal(GoalError),
    /// The solver can't solve boards of this shape.
    Solve(SolveError),
}

impl fmt::Display for DistanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeyondRadius { distance, radius } => write!(
                f,
                "no board needs {distance} moves: the farthest ones need {radius}"
            ),
            Self::NotFound { distance, farthest } => write!(
                f,
                "no board that needs {distance} moves was found within the limit; the farthest one needs {farthest}"
            ),
            Self::Goal(error) => error.fmt(f),
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DistanceError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Goal(error) => error.source(),
            Self::Solve(error) => error.source(),
            Self::BeyondRadius { .. } | Self::NotFound { .. } => None,
        }
    }
}
