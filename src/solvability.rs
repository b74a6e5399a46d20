//! The verdict whether a board can be solved, with its explanation.
//!
//! [`Board::solvability`](crate::Board::solvability) returns the verdict.
//!
//! # Goals with free tiles
//! A goal that leaves tiles free ([`Goal::partial`]) is a set of boards, and a board can be solved
//! if it can reach one of them. Apart from single lines each of these boards is in one of two
//! classes, by parity. Two boards of the goal that differ by a swap of two free tiles are in
//! different classes. So **with two free tiles every board can be solved**. With one free tile and
//! a free blank the goal is two boards. They differ by one swap and by the blank's steps between
//! the two cells: if the number of steps is even they are in different classes, and every board can
//! be solved; if it is odd both are in one class, and the rule for a single board decides. In a
//! single line the tiles keep their order, so the named tiles must be in the order of the goal,
//! with the right numbers of tiles between them.

use alloc::vec::Vec;
use core::fmt;

use crate::cells::View;
use crate::goal::reaches;
use crate::goal::{Goal, GoalError};
use crate::messages::counted;
use crate::permutation::{Parity, cycles};
use crate::shape::{Shape, Tile};

/// The verdict whether a board can be solved, and why: `Display` explains it to a learner.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal};
/// let board: Board<4> = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse()?;
/// assert_eq!(
///     board.solvability(&Goal::BlankLast).to_string(),
///     "unsolvable: inversions (1) + blank's row from the bottom (1) = 2, even; \
///      on an even width it must be odd; swapping tiles 14 and 15 would make it solvable; \
///      it can be solved for blank-first"
/// );
/// let board: Board<3> = "1 2 3/8 0 4/7 5 6".parse()?;
/// assert_eq!(
///     board.solvability(&Goal::Snail).to_string(),
///     "unsolvable: inversions in the goal's order (1) are odd; \
///      on an odd width they must be even; swapping tiles 5 and 6 would make it solvable; \
///      it can be solved for blank-last"
/// );
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Solvability {
    shape: Shape,
    solvable: bool,
    is_goal: bool,
    evidence: Evidence,
    repair: Option<(Tile, Tile)>,
    /// Another named goal that can be reached, if this one can't.
    other_goal: Option<Goal>,
}

/// The numbers that decide whether a board can be solved.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal, solvability::Evidence};
/// let board: Board<4> = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 0 14".parse()?;
/// let why = board.solvability(&Goal::BlankLast);
/// assert!(matches!(
///     why.evidence(),
///     Evidence::Inversions { inversions: 1, blank_row_from_bottom: 1, .. }
/// ));
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The text-book rule, for flat boards: no move changes the parity of the inversions on an odd
    /// width, nor that of inversions + blank's row on an even width.
    Inversions {
        /// The number of inversions relative to the goal, the blank left out: the pairs of tiles
        /// that stand in the other order in the goal. The goal has none.
        inversions: u64,
        /// True if the goal's order is not that of the numbers, as for the snail.
        in_goal_order: bool,
        /// The row of the blank, counted from 1 at the bottom.
        blank_row_from_bottom: usize,
        /// The same row in the goal.
        goal_row_from_bottom: usize,
    },
    /// The rule for any shape, shown for boxes: each move is one swap with the blank and one step
    /// of it, so the swaps that bring everything home and the steps that bring the blank home are
    /// both even or both odd.
    Cycles {
        /// The tiles that are not at home, the blank included.
        misplaced: usize,
        /// The cycles that they form. A cycle of k tiles takes k - 1 swaps.
        cycles: usize,
        /// The blank's taxicab distance from home.
        blank_distance: usize,
    },
    /// The cells are a single line, in which the order of the tiles never changes.
    Path {
        /// The first place in the order, counted from 0, at which another tile than the goal's
        /// stands.
        first_wrong: Option<usize>,
    },
    /// Some tiles are free in the goal, and boards of both parities reach it: of all its boards two
    /// differ by a swap alone, or by one and an even number of steps of the blank.
    FreeTiles {
        /// The number of tiles that may end anywhere, without the blank.
        tiles: usize,
    },
    /// Boards of this shape can't have this goal.
    Goal(GoalError),
}

impl Solvability {
    /// Free tiles belong in the cells of [`Goal::completed`].
    pub(crate) fn of(board: View<'_>, goal: &Goal) -> Self {
        let shape = board.shape;
        let is_goal = goal.first_difference(board) == Ok(None);
        let (free_tiles, is_always) = match goal {
            Goal::Partial(goal) => (goal.free_tiles(), goal.has_both_parities()),
            _ => (0, false),
        };
        let completed = goal.completed(board);
        let goal = &*completed;
        let solvable = reaches(board, goal);
        let (evidence, repair) = match goal.destinations(shape) {
            Err(error) => (Evidence::Goal(error), None),
            Ok(_) if is_always => (Evidence::FreeTiles { tiles: free_tiles }, None),
            Ok(_) if shape.is_path() => path_evidence(board, goal),
            Ok(destinations) => {
                let evidence = if shape.is_flat() {
                    inversions_evidence(board, &destinations)
                } else {
                    cycles_evidence(board, &destinations)
                };
                let repair = (!solvable).then(|| swap_repair(board, &destinations));
                (evidence, repair)
            }
        };
        let named = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail];
        let other_goal = named
            .into_iter()
            .find(|it| !solvable && goal.fits(shape).is_ok() && reaches(board, it));
        Self {
            shape,
            solvable,
            is_goal,
            evidence,
            repair,
            other_goal,
        }
    }

    /// Returns whether the goal can be reached.
    #[must_use]
    pub const fn is_solvable(&self) -> bool {
        self.solvable
    }

    /// Returns the numbers that decide it.
    #[must_use]
    pub const fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Returns two tiles, the smaller first, whose swap would make the board solvable: at least one
    /// of them comes home if any swap can do that. `None` if the board is solvable, the goal has
    /// another shape, or no swap suffices, as on many single lines. (On a line whose goal has free
    /// tiles a sufficient swap may be missed.)
    ///
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let swapped: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
    /// assert_eq!(swapped.solvability(&Goal::BlankLast).repair(), Some((7, 8)));
    /// assert_eq!(Board::<3>::solved().solvability(&Goal::BlankLast).repair(), None);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn repair(&self) -> Option<(Tile, Tile)> {
        self.repair
    }

    fn write_evidence(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.evidence {
            Evidence::Inversions {
                inversions,
                in_goal_order,
                blank_row_from_bottom: row,
                goal_row_from_bottom: goal_row,
            } => {
                let order = ["", "in the goal's order "][usize::from(*in_goal_order)];
                write!(f, "inversions {order}({inversions})")?;
                if self.shape.columns() % 2 == 1 {
                    write!(f, " are {}", Parity::of(*inversions))?;
                    return f.write_str(if self.solvable {
                        ", as they must be on an odd width"
                    } else {
                        "; on an odd width they must be even"
                    });
                }
                write!(f, " + blank's row from the bottom ({row})")?;
                self.write_sum(f, inversions + *row as u64, "on an even width")?;
                match goal_row {
                    0 | 1 => Ok(()),
                    _ => write!(f, ", as in the goal ({goal_row})"),
                }
            }
            Evidence::Cycles {
                misplaced,
                cycles,
                blank_distance,
            } => {
                let swaps = misplaced - cycles;
                write!(
                    f,
                    "{} ({} in {}) + blank's steps home ({blank_distance})",
                    counted(swaps, "swap"),
                    counted(*misplaced, "misplaced tile"),
                    counted(*cycles, "cycle"),
                )?;
                self.write_sum(f, (swaps + blank_distance) as u64, "in a box")
            }
            Evidence::Path { first_wrong } => {
                f.write_str("in a single line no tile can pass another, and their order is ")?;
                match first_wrong.map(|place| place + 1) {
                    None => f.write_str("the goal's"),
                    Some(nth) => write!(
                        f,
                        "not the goal's: without the blank, the first difference is at place {nth}"
                    ),
                }
            }
            Evidence::FreeTiles { tiles: 1 } => f.write_str(
                "one tile and the blank are free, and may change places, which is one swap and an \
                 even number of steps; so either parity will do",
            ),
            Evidence::FreeTiles { tiles } => write!(
                f,
                "{tiles} tiles are free, and two of them may change places; so either parity will do"
            ),
            Evidence::Goal(error) => write!(f, "{error}"),
        }
    }

    /// Writes a sum, its parity, and the parity that it must have.
    fn write_sum(&self, f: &mut fmt::Formatter<'_>, sum: u64, there: &str) -> fmt::Result {
        let parity = Parity::of(sum);
        if self.solvable {
            write!(f, " = {sum}, {parity}, as it must be {there}")
        } else {
            let other = parity ^ Parity::Odd;
            write!(f, " = {sum}, {parity}; {there} it must be {other}")
        }
    }
}

/// Returns the pairs of tiles that stand in the other order in the goal, the earlier tile of the
/// board first.
pub(crate) fn inverted_pairs(board: View<'_>, goal: &Goal) -> Result<Vec<(Tile, Tile)>, GoalError> {
    let destinations = goal.completed(board).destinations(board.shape)?;
    let destination = |tile: Tile| destinations[tile as usize];
    let tiles: Vec<Tile> = board.order().collect();
    let mut pairs = Vec::new();
    for (nth, &first) in tiles.iter().enumerate() {
        let later = tiles[nth + 1..].iter().copied();
        let inverted = later.filter(|&second| destination(second) < destination(first));
        pairs.extend(inverted.map(|second| (first, second)));
    }
    Ok(pairs)
}

/// Returns the cycles of the misplaced tiles: each tile belongs to the cell of the next one.
pub(crate) fn tile_cycles(board: View<'_>, goal: &Goal) -> Result<Vec<Vec<Tile>>, GoalError> {
    let destinations = goal.completed(board).destinations(board.shape)?;
    let of_cells = cell_cycles(board, &destinations).into_iter();
    let tiles = |cycle: Vec<usize>| cycle.into_iter().map(|cell| board.tiles[cell]).collect();
    Ok(of_cells.map(tiles).collect())
}

fn cell_cycles(board: View<'_>, destinations: &[u16]) -> Vec<Vec<usize>> {
    let tiles = board.tiles.iter();
    let permutation: Vec<u16> = tiles.map(|&tile| destinations[tile as usize]).collect();
    // Boards are permutations, so there is no error here.
    cycles(&permutation).unwrap_or_default()
}

fn inversions_evidence(board: View<'_>, destinations: &[u16]) -> Evidence {
    let shape = board.shape;
    let home = destinations[0];
    let from_bottom = |cell: usize| shape.rows() - shape.place(cell).row;
    // The place of a tile in the goal's order, counted from 1.
    let place = |tile: Tile| match destinations[tile as usize] {
        _ if tile == 0 => 0,
        cell if cell < home => cell + 1,
        cell => cell,
    };
    let places: Vec<Tile> = board.tiles.iter().map(|&tile| place(tile)).collect();
    Evidence::Inversions {
        inversions: crate::inversions::count(&places),
        in_goal_order: places != board.tiles,
        blank_row_from_bottom: from_bottom(board.blank),
        goal_row_from_bottom: from_bottom(usize::from(home)),
    }
}

fn cycles_evidence(board: View<'_>, destinations: &[u16]) -> Evidence {
    let cycles = cell_cycles(board, destinations);
    Evidence::Cycles {
        misplaced: cycles.iter().map(Vec::len).sum(),
        cycles: cycles.len(),
        blank_distance: board.shape.distance(board.blank, destinations[0] as usize),
    }
}

fn path_evidence(board: View<'_>, goal: &Goal) -> (Evidence, Option<(Tile, Tile)>) {
    let wanted = goal.tiles(board.shape).into_iter().flatten();
    let pairs = board.order().zip(wanted.filter(|&tile| tile != 0));
    let mut differences = pairs.enumerate().filter(|(_, (is, wanted))| is != wanted);
    let first_three = [(); 3].map(|()| differences.next());
    let repair = match first_three {
        // Two tiles, each in the place of the other.
        [Some((_, (a, b))), Some(_), None] => Some((a.min(b), a.max(b))),
        _ => None,
    };
    let first_wrong = first_three[0].map(|(place, _)| place);
    (Evidence::Path { first_wrong }, repair)
}

/// Finds two tiles whose swap brings both home, else one of them; any swap changes the parity.
fn swap_repair(board: View<'_>, destinations: &[u16]) -> (Tile, Tile) {
    let tiles = board.tiles;
    let destination = |tile: Tile| destinations[tile as usize] as usize;
    let swaps = tiles.iter().enumerate().filter_map(|(cell, &tile)| {
        let other = tiles[destination(tile)];
        let is_swap = tile != 0 && other != 0 && tile != other;
        let leaves_one = destination(other) != cell;
        is_swap.then_some((leaves_one, (tile.min(other), tile.max(other))))
    });
    let best = swaps.min_by_key(|swap| swap.0);
    best.map_or((1, 2), |(_, swap)| swap)
}

/// `{:#}` leaves out the verdict, for messages such as "can't be solved: {:#}".
impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            let prefix = if self.solvable { "" } else { "un" };
            write!(f, "{prefix}solvable: ")?;
        }
        if self.is_goal {
            return f.write_str("this is the goal");
        }
        self.write_evidence(f)?;
        if let Some((a, b)) = self.repair {
            write!(f, "; swapping tiles {a} and {b} would make it solvable")?;
        }
        match &self.other_goal {
            Some(goal) => write!(f, "; it can be solved for {goal}"),
            None => Ok(()),
        }
    }
}

/// The sentence, so that a failed `unwrap` prints the explanation.
impl fmt::Debug for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
