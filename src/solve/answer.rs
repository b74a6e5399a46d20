//! Solutions, and the check of all solutions and bounds before they reach a caller.

use core::{fmt, mem};

use crate::cells::Cells;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::messages::counted;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::runtime::Step;
use crate::shape::Shape;
use crate::solve::{SolveError, Stats, Status};
use crate::tile_move::{MoveError, play};

/// Returns an upper bound of the moves that a board of a shape needs: cell by cell it takes less
/// than 13 moves per cell and unit of the sides.
pub(super) const fn most_moves(shape: Shape) -> usize {
    let sides = shape.rows() + shape.columns() + shape.layers();
    (13 * sides).saturating_mul(shape.cells())
}

impl Status {
    /// Takes over the report of a slice: a larger bound, or a shorter solution once it is checked, a
    /// part in each slice. Returns whether it is news.
    ///
    /// The check holds in every build. A solution is replayed on the board, in O(moves + cells). A
    /// lower bound may exceed neither the length of a solution nor [`most_moves`].
    ///
    /// # Errors
    /// [`SolveError::Answer`] if it can't be true; nothing is taken over.
    pub(super) fn record(
        &mut self,
        step: Step,
        check: &mut Option<Check>,
        board: &DynBoard,
        goal: &Goal,
    ) -> Result<bool, SolveError> {
        match step {
            Step::Bound(bound) if bound > self.lower_bound => {
                if self.length_of_best < bound {
                    return SHORTER;
                }
                if bound > most_moves(board.shape()) {
                    return Err(SolveError::Answer(
                        "every solution would need too many moves",
                    ));
                }
                self.lower_bound = bound;
                return Ok(true);
            }
            Step::Found(moves) => *check = Check::new(moves, self, board),
            _ => {}
        }
        let Some(checked) = check else {
            return Ok(false);
        };
        if !checked.advance(goal)? {
            return Ok(false);
        }
        if checked.length < self.lower_bound {
            return SHORTER;
        }
        (self.best, self.length_of_best) = (Some(mem::take(&mut checked.moves)), checked.length);
        *check = None;
        Ok(true)
    }

    /// Takes over a solution at once.
    ///
    /// # Errors
    /// As [`record`](Self::record).
    pub(super) fn record_found(
        &mut self,
        moves: Moves,
        board: &DynBoard,
        goal: &Goal,
    ) -> Result<(), SolveError> {
        let mut check = Check::new(moves, self, board);
        while check.is_some() {
            self.record(Step::Paused, &mut check, board, goal)?;
        }
        Ok(())
    }
}

/// The error of a false solution or bound.
const SHORTER: Result<bool, SolveError> = Err(SolveError::Answer(
    "a solution is shorter than the proved bound",
));

/// A solution that is being replayed on its board: it may have millions of moves.
#[derive(Debug)]
pub(super) struct Check {
    moves: Moves,
    length: usize,
    board: DynBoard,
    played: usize,
}

impl Check {
    /// The moves that are played in a slice.
    const MOVES: usize = 1 << 17;

    /// Begins with a solution of a board; `None` if it is not shorter than the best one known.
    pub(super) fn new(moves: Moves, known: &Status, board: &DynBoard) -> Option<Self> {
        let length = known.metric.length(&moves);
        (length < known.length_of_best).then(|| Self {
            moves,
            length,
            board: board.clone(),
            played: 0,
        })
    }

    /// Plays some more moves; returns whether all are played, and solve the board.
    ///
    /// # Errors
    /// [`SolveError::Answer`] if a move is illegal, or the last board is not the goal.
    pub(super) fn advance(&mut self, goal: &Goal) -> Result<bool, SolveError> {
        const FAULT: SolveError = SolveError::Answer("the moves don't solve the board");

        let end = self.moves.len().min(self.played + Self::MOVES);
        let moves = &self.moves[self.played..end];
        play(&mut self.board, moves).map_err(|_| FAULT)?;
        self.played = end;
        if end < self.moves.len() {
            return Ok(false);
        }
        match goal.first_difference(self.board.view()) {
            Ok(None) => Ok(true),
            _ => Err(FAULT),
        }
    }
}

/// A solution: the moves, the proved lower bound, and the work of the search.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Solver};
/// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
/// let solution = Solver::default().solve(&board)?;
/// assert_eq!(solution.to_string(), "LUL (3 moves, optimal)");
/// assert_eq!((solution.length(), solution.lower_bound()), (3, 3));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    shape: Shape,
    pub(crate) goal: Goal,
    pub(crate) metric: Metric,
    pub(crate) moves: Moves,
    pub(crate) lower_bound: usize,
    pub(crate) stats: Stats,
}

/// Equality ignores times, and how the goal is spelled: it compares the boards of the goal, the
/// moves, the bound, and the boards expanded and generated.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        (self.lower_bound, self.stats.counts()) == (other.lower_bound, other.stats.counts())
            && (self.shape, self.metric, &self.moves) == (other.shape, other.metric, &other.moves)
            && self.goal.means_same_on(&other.goal, self.shape)
    }
}

impl Eq for Solution {}

impl Solution {
    /// Takes the best known moves, if there are any. They and the bound were checked before.
    pub(super) fn take_from(known: &mut Status, shape: Shape, goal: &Goal) -> Option<Self> {
        Some(Self {
            shape,
            goal: goal.clone(),
            metric: known.metric,
            moves: known.best.take()?,
            lower_bound: known.lower_bound,
            stats: known.stats,
        })
    }

    /// Returns the moves that lead from the board to the goal.
    #[must_use]
    pub const fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Returns the moves by value.
    #[must_use]
    pub fn into_moves(self) -> Moves {
        self.moves
    }

    /// Returns the metric of [`length`](Self::length) and [`lower_bound`](Self::lower_bound).
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of moves by the [`metric`](Self::metric): `moves().len()` or
    /// [`Moves::multi_tile_len`].
    #[must_use]
    pub fn length(&self) -> usize {
        self.metric.length(&self.moves)
    }

    /// Returns the number of moves of single tiles.
    #[must_use]
    pub fn tile_moves(&self) -> usize {
        Metric::SingleTile.length(&self.moves)
    }

    /// Returns the number of slides of one or several tiles: [`Moves::multi_tile_len`].
    #[must_use]
    pub fn slides(&self) -> usize {
        Metric::MultiTile.length(&self.moves)
    }

    /// Returns the proved lower bound of the length, by the [`metric`](Self::metric).
    #[must_use]
    pub const fn lower_bound(&self) -> usize {
        self.lower_bound
    }

    /// Returns whether there is no shorter solution: the length is the lower bound.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.length() == self.lower_bound
    }

    /// Returns the work that the search did.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.stats
    }

    /// Replays the moves on a board and checks that they end in the goal.
    ///
    /// Takes time proportional to the moves and the cells.
    ///
    /// # Errors
    /// [`MoveError`] if a move is illegal there or the last board is not the goal.
    pub fn verify(&self, board: &impl Puzzle) -> Result<(), MoveError> {
        replay(&self.moves, board, &self.goal)
    }
}

/// Replays moves on a board and checks that they end in the goal.
pub(crate) fn replay(moves: &Moves, board: &impl Puzzle, goal: &Goal) -> Result<(), MoveError> {
    let mut board = board.clone();
    board.play(moves)?;
    let Some(cell) = goal.first_difference(board.view())? else {
        return Ok(());
    };
    let at = board.shape().place(cell);
    Err(MoveError::NotGoal { at })
}

/// Prints the moves and the proof: `LUL (3 moves, optimal)`, or `LUL (3 moves, at least 1)`; by
/// slides `L2U (2 slides, optimal)`.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = self.length();
        let is_by_slides = self.metric == Metric::MultiTile;
        match is_by_slides {
            _ if length == 0 => {}
            true => write!(f, "{:#} ", self.moves)?,
            false => write!(f, "{} ", self.moves)?,
        }
        let name = if is_by_slides { "slide" } else { "move" };
        write!(f, "({}, ", counted(length, name))?;
        if self.is_optimal() {
            f.write_str("optimal)")
        } else {
            write!(f, "at least {})", self.lower_bound)
        }
    }
}

#[cfg(test)]
mod tests;
