//! Boards that need an exact number of moves: read off a table, or found by walks from the goal.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::board::Board;
use crate::canonical::{CanonicalBoard, Target};
use crate::cells::Cells;
use crate::dyn_board::DynBoard;
use crate::goal::GoalError;
use crate::messages::{conversions, messages};
use crate::metric::Metric;
use crate::prepare::{Prepared, is_read_off};
use crate::runtime::block_on;
use crate::sample::{below, onwards, seeded};
use crate::shape::Shape;
use crate::solve::solver::shared;
use crate::solve::{Control, Driver, Quality, Reason, SolveError, Solver, most_moves};
use crate::space::{SpacePart, SpaceTable};
use crate::tables::TableMaker;

/// The limit of `Board::at_distance`, in expanded boards.
const USUAL_NODES: u64 = 100_000_000;

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns a board whose shortest solutions for the usual goal (blank last) have exactly
    /// `distance` moves. The same seed gives the same board.
    ///
    /// As [`Solver::at_distance`], with the solver that all callers share.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
    pub fn at_distance(distance: usize, seed: u64) -> Result<Self, DistanceError> {
        let found = DynBoard::at_distance(Self::SHAPE, distance, seed)?;
        let mut board = Self::solved();
        board.fill(found.tiles().iter().copied());
        Ok(board)
    }
}

impl DynBoard {
    /// Returns a board whose shortest solutions for the usual goal (blank last) have exactly
    /// `distance` moves. The same seed gives the same board.
    ///
    /// As [`Solver::at_distance`], with the solver that all callers share.
    ///
    /// # Errors
    /// As [`Solver::at_distance`].
    pub fn at_distance(shape: Shape, distance: usize, seed: u64) -> Result<Self, DistanceError> {
        shared().at_distance(shape, distance, seed)
    }
}

impl Solver {
    /// Returns a board of a shape whose shortest solutions have exactly `distance` moves: as
    /// [`at_distance_with`](Self::at_distance_with), with at most 100 million expanded boards.
    ///
    /// # Errors
    /// As [`at_distance_with`](Self::at_distance_with).
    pub fn at_distance(
        &self,
        shape: Shape,
        distance: usize,
        seed: u64,
    ) -> Result<DynBoard, DistanceError> {
        let limits = Control::new().max_nodes(USUAL_NODES);
        self.at_distance_with(shape, distance, seed, limits)
    }

    /// Returns a board of a shape whose shortest solutions have exactly `distance` moves, counted
    /// by the metric of the solver. The same arguments give the same board, if no time limit
    /// ends the search.
    ///
    /// On up to 9 cells all boards at that distance are equally likely: they are read off the table
    /// of all boards, within milliseconds, whatever the limits. So are those of up to 12 cells as
    /// long as a [`Space`](crate::Space) of this solver is held. On a path (1 x n) there are two
    /// at most, or by slides all but the goal.
    ///
    /// Larger shapes are searched: boards are scrambled until one is as far or farther, and a board
    /// at the distance is on the way to it. So the boards are **not** equally likely. If scrambling
    /// does not get so far (beyond some 55 moves on 4 x 4), random boards are tried. On 4 x 4
    /// boards near the radius of 80 are hardly ever found.
    ///
    /// The limits hold for the whole search. Each move of a scramble counts as an expansion.
    /// Without limits a search for a distance that no board has may run without end. Progress
    /// callbacks receive the counts.
    ///
    /// # Errors
    /// - [`DistanceError::BeyondRadius`] without a search if no board is known to be so far.
    /// - [`DistanceError::NotFound`] if a limit or a cancellation came first: there may be one.
    /// - [`DistanceError::Goal`] if the goal is for boards of another shape, or has free tiles.
    /// - [`DistanceError::Solve`] if the solver can't have its tables, or a time limit has no
    ///   clock.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Control, DistanceError, Goal, Shape, Solver};
    ///
    /// let solver = Solver::builder().goal(Goal::Snail).build();
    /// let shape = Shape::new(3, 4, 1)?;
    /// let limit = || Control::new().max_nodes(1_000_000);
    /// let board = solver.at_distance_with(shape, 25, 1, limit())?;
    /// assert_eq!(solver.solve(&board)?.moves().len(), 25);
    ///
    /// let error = solver.at_distance_with(shape, usize::MAX, 1, limit());
    /// assert!(matches!(error, Err(DistanceError::BeyondRadius { .. })));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn at_distance_with(
        &self,
        shape: Shape,
        distance: usize,
        seed: u64,
        control: Control<'_>,
    ) -> Result<DynBoard, DistanceError> {
        // A missing clock is an error for every shape.
        let driver = Driver::new(control)?;
        let solved = self.goal().tiles(shape)?;
        let solved = DynBoard::from_permutation(shape, solved.collect());
        if shape.is_path() {
            return on_path(solved, distance, self.metric(), &mut seeded(seed));
        }
        let target = CanonicalBoard::new(&solved, self.goal())?.target();
        if let Some(table) = self.table_to_draw_from(&target)? {
            let (radius, mut next) = (table.histogram().len() - 1, seeded(seed));
            let drawn = table.draw(distance, |count| below(count as u32, &mut next) as usize);
            let part = SpacePart::new(self.goal().clone(), table);
            // The goal has no free tiles, so the table's board stands for one.
            let board = drawn.and_then(|board| part.boards(board).next());
            return board.ok_or(DistanceError::BeyondRadius { distance, radius });
        }
        let radius = radius(shape, solved.blank(), self.metric());
        if distance > radius {
            return Err(DistanceError::BeyondRadius { distance, radius });
        }
        self.hunt(driver, &solved, distance, seeded(seed))
    }

    /// Searches for a board by walks from the goal. Distances along a walk change by at most one per
    /// move, so a walk to a board far enough away passes the distance, and bisection finds that board.
    /// Only limits end it.
    fn hunt<N: FnMut() -> u32 + Clone>(
        &self,
        mut driver: Driver<'_>,
        solved: &DynBoard,
        distance: usize,
        mut next: N,
    ) -> Result<DynBoard, DistanceError> {
        driver.stop_at_bound = distance;
        let stride = self.metric().stride();
        // The distance of the farthest board that was measured.
        let mut farthest = None;
        let check_limits = |driver: &Driver<'_>, farthest| match driver.known.reason {
            None => Ok(()),
            Some(reason) => Err(DistanceError::NotFound {
                distance,
                farthest,
                reason,
            }),
        };
        // Walks from the goal, by some pairs of moves more than the distance; no move undoes the one
        // before. Returns the end if that is far enough: a search for its shortest solution, up to the
        // distance, tells. Counts as at least one expansion, so that limits are always met.
        let mut walk = |next: &mut N, pairs: usize| {
            let (mut board, mut last) = (solved.clone(), None);
            let moves = distance.saturating_add(stride * pairs);
            for made in 0..=moves {
                if driver.counts.is_spent() || driver.counts.expanded % LOOK == 0 {
                    driver.check_limits(false);
                    check_limits(&driver, farthest)?;
                }
                driver.counts.expanded += 1;
                if made == moves {
                    break;
                }
                last = onwards(board.legal_moves(), last, next);
                if let Some(direction) = last {
                    // The move is legal.
                    let _ = board.slide(direction);
                }
            }
            self.drive(&mut driver, &board, Quality::Optimal, self.thread_count())?;
            check_limits(&driver, farthest)?;
            let near = Some(driver.known.lower_bound).filter(|&it| it < distance);
            farthest = farthest.max(near);
            Ok::<_, DistanceError>(near.is_none().then_some(board))
        };
        // A walk takes these pairs of moves more than the distance; the parity is that of the
        // distance.
        let mut pairs = 0;
        let (start, mut board) = loop {
            let start = next.clone();
            if let Some(board) = walk(&mut next, pairs)? {
                break (start, board);
            }
            if pairs < MIXING / stride * solved.shape().cells() {
                pairs += distance.saturating_add(stride * pairs) / 8 + 1;
            }
        };
        // The walk passes the distance after one of these pairs more: before them it is too near,
        // after the last of them far enough.
        let mut pairs = 0..pairs;
        while !pairs.is_empty() {
            let middle = usize::midpoint(pairs.start, pairs.end);
            match walk(&mut start.clone(), middle)? {
                Some(between) => (pairs.end, board) = (middle, between),
                None => pairs.start = middle + 1,
            }
        }
        Ok(board)
    }

    /// Returns the table of all boards of a shape if there is one, or if it takes milliseconds, whatever
    /// the limits of the call.
    fn table_to_draw_from(&self, target: &Target) -> Result<Option<Arc<SpaceTable>>, SolveError> {
        let table = self.table_of_all(target);
        if table.is_some() || target.shape.cells() > SpaceTable::SMALL {
            return Ok(table);
        }
        if is_read_off(target.shape, self.options.table_options.heuristic) {
            if let Prepared::Full(table) = self.prepared(target.shape, Control::new())? {
                return Ok(Some(table));
            }
        }
        // The solver does not keep it, or has no memory for it.
        let (target, metric) = (target.clone(), self.metric());
        let maker = TableMaker::default();
        let make = async |pace: &mut _| SpaceTable::make(target, metric, &maker, pace).await;
        Ok(Some(Arc::new(block_on(make)?)))
    }
}

/// The radii of larger shapes with the home in a corner, known from whole searches: the sides in
/// order; single-tile moves, multi-tile moves.
const RADII: [([u64; 3], [usize; 2]); 7] = [
    ([1, 2, 5], [55, 36]),
    ([1, 2, 6], [80, 41]),
    ([1, 2, 7], [108, 52]),
    ([1, 2, 8], [140, 57]),
    ([1, 3, 4], [53, 33]),
    ([1, 3, 5], [84, 44]),
    ([1, 4, 4], [80, 43]),
];

/// Returns the radius if it is known, else an upper bound.
fn radius(shape: Shape, home: usize, metric: Metric) -> usize {
    let mut places = shape.coordinates(home).into_iter().zip(shape.sides());
    let is_corner = places.all(|(at, side)| at == 0 || at == side - 1);
    let mut sides = shape.sides().map(|side| side as u64);
    sides.sort_unstable();
    let known = RADII.iter().find(|(of, _)| is_corner && *of == sides);
    known.map_or(most_moves(shape), |(_, radii)| radii[metric as usize])
}

/// On a path only the blank moves: two such boards at most, or by slides all of them.
fn on_path(
    mut board: DynBoard,
    distance: usize,
    metric: Metric,
    next: &mut impl FnMut() -> u32,
) -> Result<DynBoard, DistanceError> {
    let home = board.blank();
    let needed = |&cell: &usize| match metric {
        Metric::SingleTile => cell.abs_diff(home),
        Metric::MultiTile => usize::from(cell != home),
    };
    let all = 0..board.shape().cells();
    let cells: Vec<usize> = (all.clone().filter(|cell| needed(cell) == distance)).collect();
    if cells.is_empty() {
        let radius = all.map(|cell| needed(&cell)).max().unwrap_or(0);
        return Err(DistanceError::BeyondRadius { distance, radius });
    }
    // All cells are in line with the blank.
    let _ = board.slide_cell(cells[below(cells.len() as u32, next) as usize]);
    Ok(board)
}

/// The number of moves more than the distance that a walk takes for each cell of the shape, at
/// most: its end is as good as a board drawn from all then.
const MIXING: usize = 20;

/// The number of expansions between two checks of the limits in a walk.
const LOOK: u64 = 1 << 12;

/// Errors while looking for a board at a distance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DistanceError {
    /// No board of the shape is so far from the goal.
    BeyondRadius {
        /// The given number of moves.
        distance: usize,
        /// The distance of the farthest boards, or an upper bound if that is unknown.
        radius: usize,
    },
    /// None was found; there may be one.
    NotFound {
        /// The given number of moves.
        distance: usize,
        /// The distance of the farthest board found; `None` if no board was solved.
        farthest: Option<usize>,
        /// The reason why the search ended.
        reason: Reason,
    },
    /// The goal is for boards of another shape.
    Goal(GoalError),
    /// The solver can't solve boards of this shape, or not within these limits.
    Solve(SolveError),
}

conversions! { DistanceError;
    error: crate::runtime::alloc::OutOfMemory => Self::Solve(error.into());
}

messages! { DistanceError, caused by Goal(GoalError), Solve(SolveError);
    Self::Goal(_) => "the goal can't be used";
    Self::Solve(_) => "no board was found";
    Self::BeyondRadius { distance, radius } =>
        "no board needs {distance} moves: {radius} are always enough";
    Self::NotFound { distance, farthest: None, reason } =>
        "no board that needs {distance} moves was found, though there may be one: {reason}";
    Self::NotFound { distance, farthest: Some(farthest), reason } =>
        "no board that needs {distance} moves was found, though there may be one: {reason}; the \
         farthest one found needs {farthest}";
}
