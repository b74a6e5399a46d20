//! Random boards: uniform, unbiased, and the same for a seed on every machine and in every version.

mod difficulty;
mod scramble;

use crate::board::Board;
use crate::cells::{PASS, ViewMut};
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::invariant;
use crate::puzzle::Puzzle;
use crate::shape::Shape;
pub use difficulty::Difficulty;
#[cfg(feature = "solver")]
pub(crate) use scramble::onwards;

/// Returns the seed of a day's board, the same for everybody: the number of the date, `20261125`.
///
/// Day and month count from 1. Every date has a seed, also one that no calendar has.
///
/// ```
/// use npuzzle::{Board, daily_seed};
/// let board = Board::<4>::from_seed(daily_seed(2026, 11, 25));
/// assert_eq!(board, Board::from_seed(20261125));
/// ```
#[must_use]
pub const fn daily_seed(year: u32, month: u32, day: u32) -> u64 {
    year as u64 * 10_000 + month as u64 * 100 + day as u64
}

/// The hidden lines of examples: `rng`, a generator of the `rand_core` family.
#[cfg(feature = "rand_core_0_10")]
macro_rules! a_generator {
    () => {
        "# struct Counter(u64);
# impl rand_core::TryRng for Counter {
#     type Error = core::convert::Infallible;
#     fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
#         self.try_next_u64().map(|number| (number >> 32) as u32)
#     }
#     fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
#         self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
#         Ok(self.0)
#     }
#     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
#         bytes.fill_with(|| self.try_next_u32().map_or(0, |number| (number >> 24) as u8));
#         Ok(())
#     }
# }
# let mut rng = Counter(1);"
    };
}

/// Puts the sampling constructors on a board type; `$shape` is an argument of those whose type does
/// not know it.
macro_rules! sampling {
    ($blank_board:expr $(, $shape:ident: $type:ty)?) => {
        /// Returns the random solvable board with this seed, for the usual goal (blank last).
        ///
        /// All solvable boards are equally likely, including the solved one. The board of a seed is
        /// the same in every version and on every machine.
        ///
        /// ```
        /// use npuzzle::{Board, DynBoard, Shape};
        /// let board = Board::<4>::from_seed(20261120);
        /// assert!(board.is_solvable());
        /// assert_eq!(board, Board::from_seed(20261120));
        /// assert_eq!(DynBoard::from_seed(Shape::square(4)?, 20261120), board.into());
        /// # Ok::<_, npuzzle::BoardError>(())
        /// ```
        #[doc(alias = "shuffle")]
        #[must_use]
        pub fn from_seed($($shape: $type,)? seed: u64) -> Self {
            let mut board = $blank_board;
            // The usual goal fits every shape.
            let _ = draw_solvable(&mut board, &Goal::BlankLast, &mut seeded(seed));
            board
        }

        /// Returns the random board with this seed from which the goal can be reached; else as
        /// `from_seed`.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        ///
        /// # Examples
        /// ```
        /// use npuzzle::{Board, Goal};
        /// let board = Board::<4>::from_seed_for(&Goal::Snail, 7)?;
        /// assert!(board.is_solvable_for(&Goal::Snail));
        /// # Ok::<_, npuzzle::GoalError>(())
        /// ```
        pub fn from_seed_for(
            $($shape: $type,)? goal: &Goal, seed: u64,
        ) -> Result<Self, GoalError> {
            let mut board = $blank_board;
            draw_solvable(&mut board, goal, &mut seeded(seed))?;
            Ok(board)
        }

        /// Returns the random board with this seed, solvable but not solved; `None` if there is
        /// none but the solved one (1 x 1).
        ///
        /// # Examples
        /// ```
        /// use npuzzle::Board;
        /// assert!((0..100).all(|seed| Board::<2>::unsolved_from_seed(seed).is_some_and(|it| !it.is_solved())));
        /// assert_eq!(Board::<1>::unsolved_from_seed(7), None);
        /// ```
        #[must_use]
        pub fn unsolved_from_seed($($shape: $type,)? seed: u64) -> Option<Self> {
            draw_unsolved($blank_board, &mut seeded(seed))
        }

        /// Returns the random permutation with this seed: any board, half of them unsolvable.
        ///
        /// ```
        /// use npuzzle::{Board, DynBoard, Shape};
        /// let boards = (0..1000).map(Board::<4>::permutation_from_seed);
        /// assert!((400..600).contains(&boards.filter(Board::is_solvable).count()));
        /// let board = DynBoard::permutation_from_seed(Shape::square(4)?, 7);
        /// assert_eq!(board, Board::<4>::permutation_from_seed(7).into());
        /// # Ok::<_, npuzzle::BoardError>(())
        /// ```
        #[must_use]
        pub fn permutation_from_seed($($shape: $type,)? seed: u64) -> Self {
            let mut board = $blank_board;
            draw_permutation(&mut board, &mut seeded(seed));
            board
        }

        /// Returns a random solvable board for the usual goal (blank last). All are equally likely,
        /// including the solved one.
        ///
        /// ```
        #[doc = a_generator!()]
        /// use npuzzle::{Board, DynBoard, Shape};
        /// assert!(Board::<4>::random(&mut rng).is_solvable());
        /// assert!(DynBoard::random(Shape::rectangle(3, 5)?, &mut rng).is_solvable());
        /// # Ok::<_, npuzzle::BoardError>(())
        /// ```
        #[doc(alias = "shuffle")]
        #[cfg(feature = "rand_core_0_10")]
        #[must_use]
        pub fn random($($shape: $type,)? rng: &mut (impl rand_core::Rng + ?Sized)) -> Self {
            let mut board = $blank_board;
            // The usual goal fits every shape.
            let _ = draw_solvable(&mut board, &Goal::BlankLast, &mut || rng.next_u32());
            board
        }

        /// Returns a random board from which the goal can be reached. All are equally likely,
        /// including the goal.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        ///
        /// # Examples
        /// ```
        #[doc = a_generator!()]
        /// use npuzzle::{Board, DynBoard, Goal, Shape};
        /// assert!(Board::<4>::random_for(&Goal::Snail, &mut rng)?.is_solvable_for(&Goal::Snail));
        /// let cube = Shape::new(3, 3, 3)?;
        /// assert!(DynBoard::random_for(cube, &Goal::Snail, &mut rng).is_err()); // a flat goal
        /// # Ok::<_, Box<dyn core::error::Error>>(())
        /// ```
        #[cfg(feature = "rand_core_0_10")]
        pub fn random_for(
            $($shape: $type,)? goal: &Goal, rng: &mut (impl rand_core::Rng + ?Sized),
        ) -> Result<Self, GoalError> {
            let mut board = $blank_board;
            draw_solvable(&mut board, goal, &mut || rng.next_u32())?;
            Ok(board)
        }

        /// Returns a random board that is solvable but not solved; `None` if there is none but the
        /// solved one (1 x 1).
        ///
        /// ```
        #[doc = a_generator!()]
        /// use npuzzle::{Board, DynBoard, Shape};
        /// assert!(Board::<2>::random_unsolved(&mut rng).is_some_and(|it| !it.is_solved()));
        /// assert_eq!(DynBoard::random_unsolved(Shape::square(1)?, &mut rng), None);
        /// # Ok::<_, npuzzle::BoardError>(())
        /// ```
        #[cfg(feature = "rand_core_0_10")]
        #[must_use]
        pub fn random_unsolved(
            $($shape: $type,)? rng: &mut (impl rand_core::Rng + ?Sized),
        ) -> Option<Self> {
            draw_unsolved($blank_board, &mut || rng.next_u32())
        }

        /// Returns a random permutation: any board, half of them unsolvable.
        ///
        /// ```
        #[doc = a_generator!()]
        /// use npuzzle::{Board, DynBoard, Shape};
        /// let boards = (0..1000).map(|_| Board::<4>::random_permutation(&mut rng));
        /// assert!((400..600).contains(&boards.filter(Board::is_solvable).count()));
        /// println!("{}", DynBoard::random_permutation(Shape::rectangle(3, 5)?, &mut rng));
        /// # Ok::<_, npuzzle::BoardError>(())
        /// ```
        #[cfg(feature = "rand_core_0_10")]
        #[must_use]
        pub fn random_permutation(
            $($shape: $type,)? rng: &mut (impl rand_core::Rng + ?Sized),
        ) -> Self {
            let mut board = $blank_board;
            draw_permutation(&mut board, &mut || rng.next_u32());
            board
        }
    };
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    sampling!(Self::solved());
}

impl DynBoard {
    sampling!(Self::solved(shape), shape: Shape);
}

/// The generator of the seeded boards, `SplitMix64` (Steele, Lea & Flood, 2014), the upper half of
/// each output.
///
/// It is part of the promise of `from_seed`: golden tests hold it.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    state: u64,
}

impl Generator {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub(crate) const fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    }
}

/// Returns the numbers of the [`Generator`].
pub(crate) fn seeded(seed: u64) -> impl FnMut() -> u32 {
    let mut generator = Generator::new(seed);
    move || generator.next()
}

/// Returns a number in `0..limit`, all equally likely, by Lemire's multiplication with rejection
/// (2019).
pub(crate) fn below(limit: u32, next: &mut impl FnMut() -> u32) -> u32 {
    let mut product = u64::from(next()) * u64::from(limit);
    if (product as u32) < limit {
        // The products that would be one too many for some result.
        let rejected = limit.wrapping_neg() % limit;
        while (product as u32) < rejected {
            product = u64::from(next()) * u64::from(limit);
        }
    }
    (product >> 32) as u32
}

/// Shuffles all numbers, the blank too (Fisher and Yates, from the end).
fn draw_permutation(board: &mut impl Puzzle, next: &mut impl FnMut() -> u32) {
    let ViewMut { tiles, blank, .. } = board.view_mut(PASS);
    for (cell, tile) in tiles.iter_mut().enumerate() {
        *tile = cell as u16;
    }
    *blank = 0;
    for last in (1..tiles.len()).rev() {
        let chosen = below(last as u32 + 1, next) as usize;
        if *blank as usize == chosen {
            *blank = last as u16;
        } else if *blank as usize == last {
            *blank = chosen as u16;
        }
        tiles.swap(chosen, last);
    }
}

/// Draws one of the boards from which the goal can be reached.
pub(crate) fn draw_solvable(
    board: &mut impl Puzzle,
    goal: &Goal,
    next: &mut impl FnMut() -> u32,
) -> Result<(), GoalError> {
    let shape = board.shape();
    goal.fits(shape)?;
    if shape.is_path() {
        let home = below(shape.cells() as u32, next) as usize;
        let mut order = goal.tiles(shape)?.filter(|&tile| tile != 0);
        let ViewMut { tiles, blank, .. } = board.view_mut(PASS);
        for (cell, tile) in tiles.iter_mut().enumerate() {
            *tile = if cell == home {
                0
            } else {
                order.next().unwrap_or_default()
            };
        }
        *blank = home as u16;
        return Ok(());
    }
    draw_permutation(board, next);
    if !invariant::reaches(board.view(PASS), goal) {
        // Swapping the first two tiles pairs each unsolvable board with a solvable one of its own.
        let ViewMut { tiles, blank, .. } = board.view_mut(PASS);
        let (first, second) = match *blank {
            0 => (1, 2),
            1 => (0, 2),
            _ => (0, 1),
        };
        tiles.swap(first, second);
    }
    Ok(())
}

/// Draws solvable boards until one is not solved.
fn draw_unsolved<P: Puzzle>(mut board: P, next: &mut impl FnMut() -> u32) -> Option<P> {
    let solved = board.clone();
    if board.shape().cells() == 1 {
        return None;
    }
    while board == solved {
        draw_solvable(&mut board, &Goal::BlankLast, next).ok()?;
    }
    Some(board)
}
