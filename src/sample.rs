//! Boards by a number: a seed or a rank. Random boards are uniform, unbiased, and the same for a seed
//! on every machine and in every version.

use alloc::vec::Vec;

use crate::board::Board;
use crate::cells::Cells;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::reaches;
use crate::goal::{Goal, GoalError, PartialGoal};
use crate::permutation::{self, PermutationError};
use crate::puzzle::Puzzle;
use crate::shape::{Shape, Tile};
use crate::tile_move::LegalMoves;

/// Returns the seed of the board of a day: the number of the date, `20261125`.
///
/// Day and month count from 1 and are not checked.
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

/// Puts the constructors on a board type; `$shape` is an argument if the type has no shape.
macro_rules! sampling {
    ($solved:expr, $goal:ident => $from_goal:expr $(, $shape:ident: $type:ty)?) => {
        /// Returns the random solvable board with this seed, for the usual goal (blank last).
        ///
        /// All solvable boards are equally likely, including the solved one. The board of a seed is
        /// the same in every version and on every machine.
        ///
        /// ```
        /// use npuzzle::{Board, DynBoard, Shape};
        /// let board = Board::<4>::from_seed(20261120);
        /// assert!(board.is_solvable());
        /// assert_eq!(DynBoard::from_seed(Shape::square(4)?, 20261120), board.into());
        /// # Ok::<_, npuzzle::BoardError>(())
        /// ```
        #[doc(alias = "shuffle")]
        #[must_use]
        pub fn from_seed($($shape: $type,)? seed: u64) -> Self {
            // The usual goal fits every shape.
            draw_solvable($solved, &Goal::BlankLast, &mut seeded(seed)).unwrap_or($solved)
        }

        /// Returns the random board with this seed from which the goal can be reached; else as
        /// `from_seed`.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        pub fn from_seed_for(
            $($shape: $type,)? $goal: &Goal, seed: u64,
        ) -> Result<Self, GoalError> {
            draw_solvable($solved, $goal, &mut seeded(seed))
        }

        /// Returns the random permutation with this seed: any board, half of them unsolvable (on a
        /// path nearly all).
        #[must_use]
        pub fn permutation_from_seed($($shape: $type,)? seed: u64) -> Self {
            draw_permutation($solved, &mut seeded(seed))
        }

        /// Returns a random solvable board for the usual goal (blank last). All are equally likely,
        /// including the solved one.
        #[doc(alias = "shuffle")]
        #[cfg(feature = "rand_core_0_10")]
        #[must_use]
        pub fn random($($shape: $type,)? rng: &mut (impl rand_core::Rng + ?Sized)) -> Self {
            // The usual goal fits every shape.
            draw_solvable($solved, &Goal::BlankLast, &mut || rng.next_u32()).unwrap_or($solved)
        }

        /// Returns a random board from which the goal can be reached. All are equally likely,
        /// including the goal.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        #[cfg(feature = "rand_core_0_10")]
        pub fn random_for(
            $($shape: $type,)? $goal: &Goal, rng: &mut (impl rand_core::Rng + ?Sized),
        ) -> Result<Self, GoalError> {
            draw_solvable($solved, $goal, &mut || rng.next_u32())
        }

        /// Returns a random permutation: any board, half of them unsolvable (on a path nearly all).
        #[cfg(feature = "rand_core_0_10")]
        #[must_use]
        pub fn random_permutation(
            $($shape: $type,)? rng: &mut (impl rand_core::Rng + ?Sized),
        ) -> Self {
            draw_permutation($solved, &mut || rng.next_u32())
        }

        /// Returns the board at the end of a random walk of `moves` moves from the solved board
        /// (blank last), no move of which undoes the one before. Takes time proportional to
        /// `moves`.
        ///
        /// The distance is at most `moves` and has the same parity (on a path, 1 x n, the walk ends
        /// at the edge). The board is never solved if `moves` is at least 1: a walk that comes back
        /// to the solved board ends two moves earlier. Only 1 x 1 has no other board. The board of
        /// a seed is the same in every version.
        ///
        /// `at_distance` returns boards that need an exact number of moves, `from_seed` uniform
        /// ones.
        #[must_use]
        pub fn scrambled($($shape: $type,)? moves: usize, seed: u64) -> Self {
            scrambled(&$solved, moves, &mut seeded(seed))
        }

        /// Returns the board at the end of a random walk of `moves` moves from a goal; as
        /// `scrambled`. If tiles are free in the goal the walk begins at [`Goal::board`], and the
        /// board may be solved.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        pub fn scrambled_for(
            $($shape: $type,)? $goal: &Goal, moves: usize, seed: u64,
        ) -> Result<Self, GoalError> {
            Ok(scrambled(&$from_goal?, moves, &mut seeded(seed)))
        }

        /// Returns the board of a difficulty with this seed, for the usual goal (blank last).
        ///
        /// It can be solved and is not solved; only 1 x 1 has no such board. The board of a seed is
        /// the same in every version and on every machine. [`Difficulty`] gives the range of its
        /// distance.
        #[must_use]
        pub fn of_difficulty($($shape: $type,)? difficulty: Difficulty, seed: u64) -> Self {
            let solved = $solved;
            // The usual goal fits every shape.
            difficulty.draw(&Goal::BlankLast, &solved, seed).unwrap_or(solved)
        }

        /// Returns the board of a difficulty with this seed, for a goal; else as `of_difficulty`.
        /// It is solved only if every board is the goal.
        ///
        /// # Errors
        /// [`GoalError`] if the goal is for boards of another shape.
        pub fn of_difficulty_for(
            $($shape: $type,)? $goal: &Goal, difficulty: Difficulty, seed: u64,
        ) -> Result<Self, GoalError> {
            difficulty.draw($goal, &$from_goal?, seed)
        }

        /// Returns the board with this [`rank`](Self::rank).
        ///
        /// # Errors
        /// [`PermutationError`] if there is none.
        pub fn unrank($($shape: $type,)? rank: u128) -> Result<Self, PermutationError> {
            let mut board = $solved;
            let tiles = permutation::unrank(rank, board.tiles().len())?.into_iter();
            board.fill(tiles.map(|tile| tile as Tile));
            Ok(board)
        }
    };
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    sampling!(Self::solved(), goal => Self::solved_for(goal));
}

impl DynBoard {
    sampling!(Self::solved(shape), goal => goal.board(shape), shape: Shape);
}

/// Returns the numbers of the seeded boards, those of `SplitMix64` (Steele, Lea & Flood, 2014), the
/// upper half of each output.
///
/// They are part of the promise of `from_seed`: golden tests hold them.
pub(crate) fn seeded(seed: u64) -> impl FnMut() -> u32 + Clone {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    }
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
fn draw_permutation<P: Puzzle>(mut board: P, next: &mut impl FnMut() -> u32) -> P {
    let (tiles, blank) = board.parts();
    for (cell, tile) in tiles.iter_mut().enumerate() {
        *tile = cell as Tile;
    }
    for last in (1..tiles.len()).rev() {
        tiles.swap(below(last as u32 + 1, next) as usize, last);
    }
    *blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default() as u16;
    board
}

/// Draws one of the boards from which the goal can be reached.
fn draw_solvable<P: Puzzle>(
    mut board: P,
    goal: &Goal,
    next: &mut impl FnMut() -> u32,
) -> Result<P, GoalError> {
    let shape = board.shape();
    goal.fits(shape)?;
    if shape.is_path() {
        let home = below(shape.cells() as u32, next) as usize;
        let mut order: Vec<Tile> = match goal {
            Goal::Partial(goal) => draw_order(goal, next),
            _ => goal.tiles(shape)?.collect(),
        };
        order.retain(|&tile| tile != 0);
        order.insert(home, 0);
        board.fill(order);
        return Ok(board);
    }
    board = draw_permutation(board, next);
    if !reaches(board.view(), goal) {
        // Swapping the first two tiles pairs each unsolvable board with a solvable one of its own.
        let (tiles, blank) = board.parts();
        let (first, second) = match *blank {
            0 => (1, 2),
            1 => (0, 2),
            _ => (0, 1),
        };
        tiles.swap(first, second);
    }
    Ok(board)
}

/// Draws a board of a goal of a path so that all orders of its tiles are equally likely.
///
/// The blank may end on several cells. Those of a run of free cells have the same orders. Those of
/// two runs differ, as the tiles between them are one place farther behind. All runs have the same
/// number of orders.
fn draw_order(goal: &PartialGoal, next: &mut impl FnMut() -> u32) -> Vec<Tile> {
    let mut tiles = goal.first.tiles().to_vec();
    let mut free: Vec<usize> = (0..tiles.len()).filter(|&cell| goal.free[cell]).collect();
    if goal.is_blank_free() {
        let begins_run = |&&cell: &&usize| cell == 0 || !goal.free[cell - 1];
        let runs: Vec<usize> = free.iter().filter(begins_run).copied().collect();
        let home = runs[below(runs.len() as u32, next) as usize];
        tiles.swap(goal.first.blank(), home);
        free.retain(|&cell| cell != home);
    }
    for last in (1..free.len()).rev() {
        tiles.swap(free[below(last as u32 + 1, next) as usize], free[last]);
    }
    tiles
}

/// Returns the board at the end of a random walk from a goal that never undoes its last move: never
/// the goal itself if there is a move to make.
fn scrambled<P: Puzzle>(goal: &P, moves: usize, next: &mut impl FnMut() -> u32) -> P {
    let (mut board, mut last) = (goal.clone(), [None; 2]);
    for _ in 0..moves {
        let Some(direction) = onwards(board.legal_moves(), last[0], next) else {
            break;
        };
        // The move is legal.
        let _ = board.slide(direction);
        last = [Some(direction), last[0]];
    }
    if board == *goal {
        // No two moves of a walk cancel, so undoing two leaves the goal. The distance stays even.
        for direction in last.into_iter().flatten() {
            // It reverses a legal move.
            let _ = board.slide(direction.opposite());
        }
    }
    board
}

/// Draws one of these moves that does not undo the last one; `None` if there is none.
pub(crate) fn onwards(
    moves: LegalMoves,
    last: Option<Direction>,
    next: &mut impl FnMut() -> u32,
) -> Option<Direction> {
    let mut onwards = moves.filter(|it| last != Some(it.opposite()));
    let choices = onwards.clone().count() as u32;
    if choices == 0 {
        return None;
    }
    onwards.nth(below(choices, next) as usize)
}

/// The most boards drawn for a seed; then the one with the largest Manhattan distance is taken.
/// Only thin shapes need more than a few.
const MOST_DRAWS: usize = 64;

/// The difficulty of a board in a game, relative to its shape.
///
/// Boards are drawn without a search and without tables. `n` is the number of cells
/// of the shape, and distances are numbers of moves of a shortest solution:
///
/// | | drawn from | least distance | most | 3 x 3 | 4 x 4 | 5 x 5 |
/// |---|---|---|---|---|---|---|
/// | `Easy` | random walks of `5 n / 4` moves | `n / 4` | `5 n / 4` | 2 to 11 | 4 to 20 | 6 to 31 |
/// | `Medium` | random walks of `3 n` moves | `3 n / 4` | `3 n` | 6 to 27 | 12 to 48 | 18 to 75 |
/// | `Hard` | all solvable boards | `5 n / 4` | that of the shape | 11 to 31 | 20 to 80 | 31 to 205 |
///
/// A board whose Manhattan distance is below the least distance is drawn again. So an easy board
/// never needs more moves than a hard one of the same shape. Quotients are rounded down. The table
/// holds if both sides of the shape are 3 or more and neither is a hundred times the other, and in
/// such boxes with three sides of 2 or more; on thinner boards the largest Manhattan distance of 64
/// draws is taken if none reaches the least distance. On a path (1 x n) every walk that is long
/// enough ends at the edge, and all boards are easy.
///
/// For an exact number of moves there is `at_distance`.
///
/// ```
/// use npuzzle::{Board, Difficulty, Goal};
///
/// let easy = Board::<4>::of_difficulty(Difficulty::Easy, 7);
/// let hard = Board::<4>::of_difficulty(Difficulty::Hard, 7);
/// assert!(easy.is_solvable() && !easy.is_solved());
/// assert!((4..=20).contains(&easy.manhattan(&Goal::BlankLast)));
/// assert!(hard.manhattan(&Goal::BlankLast) >= 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// For beginners: at most 20 moves on 4 x 4.
    Easy,
    /// Between the two: 12 to 48 moves on 4 x 4.
    #[default]
    Medium,
    /// A board drawn from all: 20 to 80 moves on 4 x 4.
    Hard,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: &[Self] = &[Self::Easy, Self::Medium, Self::Hard];

    /// Draws boards until one is far enough from the goal. `solved` is the board of the goal.
    fn draw<P: Puzzle>(self, goal: &Goal, solved: &P, seed: u64) -> Result<P, GoalError> {
        let cells = solved.shape().cells();
        // The length of the random walk to a board, and the least Manhattan distance of a board.
        let (walk, least) = match self {
            Self::Easy => (Some(5 * cells / 4), cells / 4),
            Self::Medium => (Some(3 * cells), 3 * cells / 4),
            Self::Hard => (None, 5 * cells / 4),
        };
        let next = &mut seeded(seed);
        let (mut best, mut farthest) = (solved.clone(), 0);
        for _ in 0..MOST_DRAWS {
            let board = match walk {
                Some(moves) => scrambled(solved, moves, next),
                None => draw_solvable(solved.clone(), goal, next)?,
            };
            // If the misplaced tiles are free, the distance is 0.
            let least_distance = usize::from(!board.is_solved_for(goal));
            let distance = board.manhattan(goal).max(least_distance);
            if distance > farthest {
                (best, farthest) = (board, distance);
            }
            // A solved board is drawn again, however small the shape.
            if farthest >= least.max(1) {
                break;
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::below;

    /// 2^32 numbers minus one are divisible by three.
    #[test]
    fn a_number_that_is_one_too_many_is_drawn_again() {
        let drawn = |numbers: &[u32]| {
            let mut numbers = numbers.iter().copied();
            let number = below(3, &mut || numbers.next().expect("enough numbers"));
            (number, numbers.len())
        };
        assert_eq!(drawn(&[0, u32::MAX / 2 + 1]), (1, 0));
        assert_eq!(drawn(&[1, 2]), (0, 1));
        assert_eq!(drawn(&[0, 1, 2]), (0, 1));
        assert_eq!(drawn(&[0, 0, u32::MAX, 0]), (2, 1));
    }
}
