//! A search for a board at a distance, which the caller advances.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::canonical::CanonicalBoard;
use crate::cells::{Cells, PASS};
use crate::dyn_board::DynBoard;
use crate::exact::all_boards::AllBoards;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::prepare::{Method, Request, is_read_off};
use crate::rank::exchange_last_two;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Job;
use crate::runtime::work::{Counts, Step, Work};
use crate::sample::at_distance::Hunt;
use crate::sample::{below, seeded};
use crate::shape::Shape;
use crate::slide::LegalMoves;
use crate::solve::answer::most_moves;
use crate::solve::at_distance::error::DistanceError;
use crate::solve::control::Control;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
use crate::solve::optimal::Optimal;
use crate::solve::partial::{Partial, Reason, Stats};
use crate::solve::policy::Policy;
use crate::solve::search::IDLE_PRICE;
use crate::solve::solver::Solver;

/// A search for a board that needs an exact number of moves. It advances only when called: a
/// little each frame of a game.
///
/// It finds the board of [`Solver::at_distance`], however it is cut.
///
/// # Examples
/// ```
/// use npuzzle::{DistanceProgress, Shape, Solver};
///
/// let solver = Solver::default();
/// let mut search = solver.distance_search(Shape::new(4, 4, 1)?, 24, 7)?;
/// let board = loop {
///     match search.advance(1_000)? {
///         DistanceProgress::Done(board) => break board.clone(),
///         _ => {} // draw a frame
///     }
/// };
/// assert_eq!(solver.solve(&board)?.moves().len(), 24);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct DistanceSearch {
    work: Seek,
    counts: Counts,
    known: Partial,
    board: Option<DynBoard>,
    /// The error that ended the search.
    failure: Option<DistanceError>,
}

/// The state of a [`DistanceSearch`].
///
/// # Examples
/// ```
/// use npuzzle::{DistanceProgress, Shape, Solver};
/// let mut search = Solver::default().distance_search(Shape::square(3)?, 20, 1)?;
/// assert!(matches!(search.progress(), DistanceProgress::Running { .. }));
/// while let DistanceProgress::Running { .. } = search.advance(1_000)? {}
/// assert!(matches!(search.progress(), DistanceProgress::Done(_)));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum DistanceProgress<'s> {
    /// There is more to do.
    #[non_exhaustive]
    Running {
        /// The distance of the farthest board found that needs no more moves than asked for;
        /// `None` if no board was solved.
        farthest: Option<usize>,
        /// The work done so far.
        stats: Stats,
        /// The limit that ended the last [`DistanceSearch::run`].
        reason: Option<Reason>,
    },
    /// The board.
    Done(&'s DynBoard),
}

impl Solver {
    /// Returns a search for the board of [`at_distance`](Self::at_distance), which advances only
    /// when called. Nothing is searched yet.
    ///
    /// Its tables are those of the solver.
    ///
    /// # Errors
    /// - [`DistanceError::BeyondRadius`] and [`DistanceError::AlwaysLess`] if that is known at
    ///   once; on shapes of up to 9 cells, paths (1 x n) aside, it is the first
    ///   [`advance`](DistanceSearch::advance) that says so.
    /// - [`DistanceError::Goal`] if the goal is for boards of another shape.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Shape, Solver};
    /// let solver = Solver::default();
    /// let mut search = solver.distance_search(Shape::square(3)?, 31, 1)?;
    /// while search.board().is_none() {
    ///     search.advance(1_000)?;
    /// }
    /// let board = search.into_board().ok_or("it is done")?;
    /// assert_eq!(solver.solve(&board)?.length(), 31); // as far as any
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn distance_search(
        &self,
        shape: Shape,
        distance: usize,
        seed: u64,
    ) -> Result<DistanceSearch, DistanceError> {
        let solved = self.goal().board(shape).map_err(DistanceError::Goal)?;
        let (home, metric) = (solved.blank(), self.metric());
        let stage = if shape.is_path() {
            Stage::Found(on_path(
                solved.clone(),
                distance,
                metric,
                &mut seeded(seed),
            )?)
        } else if shape.cells() <= AllBoards::MAX_CELLS {
            if is_read_off(shape, self.heuristic()) {
                Stage::Learn(self.request(shape, home))
            } else {
                Stage::Table(AllBoards::job(shape, home, metric))
            }
        } else {
            let enough = most_moves(shape);
            match known_radius(shape, home, metric) {
                Some(radius) if distance > radius => {
                    return Err(DistanceError::BeyondRadius { distance, radius });
                }
                _ if distance > enough => {
                    return Err(DistanceError::AlwaysLess { distance, enough });
                }
                _ if distance == 0 => Stage::Found(solved.clone()),
                _ => {
                    let goal = CanonicalBoard::new(&solved, self.goal());
                    let goal = goal.map_err(DistanceError::Goal)?;
                    let (solver, threads) = (self.clone(), self.thread_count());
                    let measure: Measure = Box::new(move |board: &CanonicalBoard| {
                        solver.optimal(board.clone(), threads)
                    });
                    Stage::Hunt(Box::new(Hunt::new(goal, distance, metric, seed, measure)))
                }
            }
        };
        Ok(DistanceSearch {
            work: Seek {
                goal: self.goal().clone(),
                solved,
                metric,
                distance,
                seed,
                stage,
            },
            counts: Counts::of_root(),
            known: Partial::begun(metric, 0),
            board: None,
            failure: None,
        })
    }
}

impl DistanceSearch {
    /// Advances until about `expansions` more boards are expanded, and returns the progress.
    ///
    /// The building of tables counts by its time, as in
    /// [`Search::advance`](crate::Search::advance).
    ///
    /// # Errors
    /// As [`Solver::at_distance`], but never `NotFound`. The search is over then: later calls return
    /// the same error.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{DistanceProgress, Shape, Solver};
    /// let mut search = Solver::default().distance_search(Shape::square(3)?, 20, 1)?;
    /// while let DistanceProgress::Running { .. } = search.advance(1_000)? {
    ///     // draw a frame
    /// }
    /// assert!(search.board().is_some());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn advance(&mut self, expansions: u64) -> Result<DistanceProgress<'_>, DistanceError> {
        if expansions > 0 {
            self.drive(&mut Control::new().max_nodes(expansions), IDLE_PRICE)?;
            self.known.reason = None;
        }
        Ok(self.progress())
    }

    /// Advances within the limits of a call, which are counted from now on. All limits only pause
    /// the search.
    ///
    /// # Errors
    /// As [`advance`](Self::advance), and [`SolveError::NoClock`] if the call has a timeout and
    /// there is no clock. A limit is not an error here.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Control, DistanceProgress, Shape, Solver};
    /// let mut search = Solver::default().distance_search(Shape::square(3)?, 20, 1)?;
    /// let limits = || Control::new().max_nodes(1_000);
    /// while let DistanceProgress::Running { .. } = search.run(&mut limits())? {}
    /// assert!(search.board().is_some());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn run(
        &mut self,
        control: &mut Control<'_>,
    ) -> Result<DistanceProgress<'_>, DistanceError> {
        self.drive(control, 0)?;
        Ok(self.progress())
    }

    /// Advances within limits. A slice without expansions counts as `idle_price` of them.
    fn drive(&mut self, control: &mut Control<'_>, idle_price: u64) -> Result<(), DistanceError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        if self.board.is_some() {
            return Ok(());
        }
        // Without a clock nothing is lost.
        let driver = Driver::resume(control, self.counts, &mut self.known, idle_price);
        let mut driver = driver.map_err(DistanceError::Solve)?;
        let found = driver.find(&mut self.work);
        (self.counts, self.known) = driver.into_parts();
        match found {
            Ok(board) => self.board = board,
            Err(error) => {
                self.failure = Some(error.clone());
                return Err(error);
            }
        }
        Ok(())
    }

    /// Drives the search to its end, within the limits of a call; a board that is read off the
    /// table of all boards is found whatever they are.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    pub(super) fn finish(&mut self, driver: &mut Driver<'_, '_>) -> Result<(), DistanceError> {
        if matches!(self.work.stage, Stage::Hunt(_)) {
            self.board = driver.find(&mut self.work)?;
            return Ok(());
        }
        self.drive(&mut Control::new(), 0)
    }

    /// Advances for about this long, and returns the progress.
    ///
    /// # Errors
    /// As [`run`](Self::run); [`SolveError::NoClock`] on `wasm32-unknown-unknown`.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{DistanceProgress, Shape, Solver};
    /// use std::time::Duration;
    /// let mut search = Solver::default().distance_search(Shape::square(3)?, 20, 1)?;
    /// while let DistanceProgress::Running { .. } = search.run_for(Duration::from_millis(4))? {}
    /// assert!(search.board().is_some());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn run_for(&mut self, duration: Duration) -> Result<DistanceProgress<'_>, DistanceError> {
        self.run(&mut Control::new().timeout(duration))
    }

    /// Returns the progress.
    ///
    /// ```
    /// use npuzzle::{DistanceProgress, Shape, Solver};
    /// let search = Solver::default().distance_search(Shape::square(3)?, 20, 1)?;
    /// assert!(matches!(search.progress(), DistanceProgress::Running { farthest: None, .. }));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn progress(&self) -> DistanceProgress<'_> {
        match &self.board {
            Some(board) => DistanceProgress::Done(board),
            None => DistanceProgress::Running {
                farthest: self.work.farthest(),
                stats: Stats::of(&self.counts),
                reason: self.known.reason,
            },
        }
    }

    /// Returns the board, once it is found.
    ///
    /// ```
    /// use npuzzle::{Shape, Solver};
    /// let search = Solver::default().distance_search(Shape::square(3)?, 20, 1)?;
    /// assert!(search.board().is_none()); // nothing is searched yet
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn board(&self) -> Option<&DynBoard> {
        self.board.as_ref()
    }

    /// Returns the board, once it is found, and drops the search.
    ///
    /// ```
    /// use npuzzle::{Control, Shape, Solver};
    /// let solver = Solver::default();
    /// let mut search = solver.distance_search(Shape::square(3)?, 20, 1)?;
    /// search.run(&mut Control::new())?;
    /// let board = search.into_board().ok_or("no limit was set")?;
    /// assert_eq!(solver.solve(&board)?.length(), 20);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_board(self) -> Option<DynBoard> {
        self.board
    }
}

impl fmt::Debug for DistanceSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceSearch")
            .field("distance", &self.work.distance)
            .field("seed", &self.work.seed)
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}

/// Begins the search for a shortest solution of a board.
type Measure = Box<dyn FnMut(&CanonicalBoard) -> Result<Optimal, SolveError> + Send>;

/// The work of a [`DistanceSearch`].
struct Seek {
    goal: Goal,
    solved: DynBoard,
    metric: Metric,
    distance: usize,
    seed: u64,
    stage: Stage,
}

enum Stage {
    /// The solver's table of all boards is built.
    Learn(Request),
    /// A table of all boards is built for this search alone.
    Table(Job<Result<AllBoards, OutOfMemory>>),
    Hunt(Box<Hunt<Measure, Optimal>>),
    Found(DynBoard),
}

impl Seek {
    /// Returns the distance of the farthest board that was measured.
    const fn farthest(&self) -> Option<usize> {
        match &self.stage {
            Stage::Hunt(hunt) => hunt.farthest(),
            _ => None,
        }
    }

    /// Draws the board from the table of all boards.
    fn read_off(&self, table: &AllBoards) -> Result<DynBoard, DistanceError> {
        let next = &mut seeded(self.seed);
        read_off(&self.goal, table, &self.solved, self.distance, next)
    }
}

impl Policy for Seek {}

impl Work for Seek {
    type Found = DynBoard;
    type Failure = DistanceError;

    fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<DynBoard>, DistanceError> {
        let failed = DistanceError::Solve;
        let board = match &mut self.stage {
            Stage::Learn(request) => {
                let step = request.advance(until, counts);
                let Step::Found(prepared) = step.map_err(|error| failed(error.into()))? else {
                    return Ok(Step::Paused);
                };
                if let Method::Full(table) = prepared.method() {
                    self.read_off(table)?
                } else {
                    // The solver has no memory for it.
                    let (shape, home) = (self.solved.shape(), self.solved.blank());
                    self.stage = Stage::Table(AllBoards::job(shape, home, self.metric));
                    return Ok(Step::Paused);
                }
            }
            Stage::Table(build) => {
                let Some(table) = build.advance() else {
                    return Ok(Step::Paused);
                };
                self.read_off(&table.map_err(|error| failed(error.into()))?)?
            }
            Stage::Hunt(hunt) => match hunt.advance(until, counts).map_err(failed)? {
                Step::Found(found) => {
                    let tiles = found.cells().iter();
                    let tiles = tiles.map(|&cell| self.solved.tiles()[usize::from(cell)]);
                    let mut board = self.solved.clone();
                    set(&mut board, tiles);
                    board
                }
                Step::Paused => return Ok(Step::Paused),
                Step::Bound(bound) => return Ok(Step::Bound(bound)),
                Step::Done => return Ok(Step::Done),
            },
            Stage::Found(board) => board.clone(),
        };
        Ok(Step::Found(board))
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
fn set(board: &mut DynBoard, tiles: impl Iterator<Item = u16>) {
    board.view_mut(PASS).fill(tiles);
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
