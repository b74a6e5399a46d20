//! Can the board be solved, and why (not)?

use alloc::vec::Vec;
use core::fmt;

use crate::cells::{Tile, View};
use crate::goal::{Goal, GoalError, invariant};
use crate::permutation::{Parity, cycles};
use crate::shape::Shape;

/// The rule, without a word of explanation.
///
/// Always inlined, and what it calls too: for a board whose shape the compiler knows nearly all of it is constant, which
/// halves its time on 4 x 4.
#[inline(always)]
pub(crate) fn reaches(board: View<'_>, goal: &Goal) -> bool {
    let shape = board.shape;
    if shape.is_path() {
        return goal
            .tiles(shape)
            .is_ok_and(|tiles| tiles.filter(|&tile| tile != 0).eq(board.order()));
    }
    match goal.invariant(shape) {
        Ok(invariant_of_goal) => invariant(board) == invariant_of_goal,
        Err(_) => false,
    }
}

/// Whether a board can be solved, and why: `Display` explains it to a learner.
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal};
/// let board: Board<4> = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse()?;
/// assert_eq!(
///     board.solvability(&Goal::BlankLast).to_string(),
///     "unsolvable: 1 inversion + the blank's row from the bottom, 1, = 2 is even; where the width (4) is even, every \
///      board that can be solved has an odd sum, as the goal has. Swapping tiles 14 and 15 would make it solvable."
/// );
/// # Ok::<_, npuzzle::ParseBoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solvability {
    shape: Shape,
    solvable: bool,
    evidence: Evidence,
    repair: Option<Repair>,
}

/// The numbers that decide whether a board can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The text-book rule, for flat boards with the goals blank-last and blank-first: no move changes the parity of the
    /// inversions on an odd width, nor that of inversions + blank row on an even width.
    Inversions {
        /// The number of inversions, the blank left out.
        inversions: u64,
        /// The row of the blank, counted from 1 at the bottom.
        blank_row_from_bottom: usize,
        /// The same row in the goal, which has no inversions.
        goal_row_from_bottom: usize,
    },
    /// The rule for any shape and goal: swaps that bring everything home, and steps that bring the blank home.
    Cycles {
        /// The numbers that are not at home, the blank included.
        misplaced: usize,
        /// The cycles that they form.
        cycles: usize,
        /// The blank's taxicab distance from home.
        blank_distance: usize,
    },
    /// The cells are a path: the order of the tiles never changes.
    Path {
        /// The first place in the order, counted from 0, where another tile than the goal's stands.
        first_wrong: Option<usize>,
    },
    /// The goal is none for this shape.
    Goal(GoalError),
}

/// A smallest change that makes an unsolvable board solvable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repair {
    /// Swap these two tiles, the smaller first. At least one of them comes home by it wherever that is possible.
    Swap(Tile, Tile),
    /// Put the tiles in this order; on a path nothing less helps.
    Order(Vec<Tile>),
}

impl Solvability {
    pub(crate) fn of(board: View<'_>, goal: &Goal) -> Self {
        let shape = board.shape;
        let solvable = reaches(board, goal);
        let (evidence, repair) = match goal.destinations(shape) {
            Err(error) => (Evidence::Goal(error), None),
            Ok(_) if shape.is_path() => path_evidence(board, goal),
            Ok(destinations) => {
                let evidence = match goal {
                    Goal::BlankLast | Goal::BlankFirst if shape.is_rectangle() => {
                        inversions_evidence(board, destinations[0] as usize)
                    }
                    _ => cycles_evidence(board, &destinations),
                };
                (
                    evidence,
                    (!solvable).then(|| swap_repair(board, &destinations)),
                )
            }
        };
        Self {
            shape,
            solvable,
            evidence,
            repair,
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

    /// Returns a smallest change that would make the board solvable; `None` where it is, or the goal has another shape.
    #[must_use]
    pub const fn repair(&self) -> Option<&Repair> {
        self.repair.as_ref()
    }
}

fn inversions_evidence(board: View<'_>, home: usize) -> Evidence {
    let shape = board.shape;
    let from_bottom = |cell: usize| shape.rows() - shape.place(cell).row;
    Evidence::Inversions {
        inversions: crate::inversions::count(board.tiles),
        blank_row_from_bottom: from_bottom(board.blank),
        goal_row_from_bottom: from_bottom(home),
    }
}

fn cycles_evidence(board: View<'_>, destinations: &[u16]) -> Evidence {
    let permutation: Vec<u16> = board
        .tiles
        .iter()
        .map(|&tile| destinations[tile as usize])
        .collect();
    // Boards are permutations, so there is no error here.
    let cycles = cycles(&permutation).unwrap_or_default();
    Evidence::Cycles {
        misplaced: cycles.iter().map(Vec::len).sum(),
        cycles: cycles.len(),
        blank_distance: board.shape.distance(board.blank, destinations[0] as usize),
    }
}

fn path_evidence(board: View<'_>, goal: &Goal) -> (Evidence, Option<Repair>) {
    let wanted: Vec<Tile> = match goal.tiles(board.shape) {
        Ok(tiles) => tiles.filter(|&tile| tile != 0).collect(),
        Err(error) => return (Evidence::Goal(error), None),
    };
    let first_wrong = board
        .order()
        .zip(&wanted)
        .position(|(is, &should_be)| is != should_be);
    (
        Evidence::Path { first_wrong },
        first_wrong.map(|_| Repair::Order(wanted)),
    )
}

/// Finds two tiles whose swap brings both home, else one of them; any swap changes the parity.
fn swap_repair(board: View<'_>, destinations: &[u16]) -> Repair {
    let tiles = board.tiles;
    let (mut best, mut best_brings_home) = ((1, 2), 0);
    for (cell, &tile) in tiles.iter().enumerate() {
        let destination = destinations[tile as usize] as usize;
        let other = tiles[destination];
        if tile == 0 || other == 0 || destination == cell {
            continue;
        }
        let brings_home = 1 + u8::from(destinations[other as usize] as usize == cell);
        if brings_home > best_brings_home {
            (best, best_brings_home) = ((tile.min(other), tile.max(other)), brings_home);
        }
    }
    Repair::Swap(best.0, best.1)
}

impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.solvable {
            "solvable: "
        } else {
            "unsolvable: "
        })?;
        match &self.evidence {
            Evidence::Inversions {
                inversions,
                blank_row_from_bottom,
                goal_row_from_bottom,
            } => {
                let width = self.shape.cols();
                let count = Counted(*inversions as usize, "inversion");
                let rows = [*blank_row_from_bottom, *goal_row_from_bottom];
                if width % 2 == 1 {
                    let parity = Parity::of(*inversions);
                    write!(
                        f,
                        "{count}, an {parity} number; where the width ({width}) is odd, every board \
                         that can be solved has an even number, as the goal has, and the blank's row (from the bottom, \
                         {}) does not matter.",
                        rows[0]
                    )?;
                } else {
                    let sum = inversions + rows[0] as u64;
                    let (is, must) = (Parity::of(sum), Parity::of(rows[1] as u64));
                    write!(
                        f,
                        "{count} + the blank's row from the bottom, {}, = {sum} is {is}; where the \
                         width ({width}) is even, every board that can be solved has an {must} sum, as the goal has.",
                        rows[0]
                    )?;
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
                    "bringing home the {}, the blank included, takes {misplaced} - {cycles} = {} (they form {}), \
                     and the blank is {} from home; every move is one swap and one step, so ",
                    Counted(*misplaced, "misplaced number"),
                    Counted(swaps, "swap"),
                    Counted(*cycles, "cycle"),
                    Counted(*blank_distance, "step"),
                )?;
                if swaps % 2 == blank_distance % 2 {
                    write!(f, "both must be even or both odd, as they are.")?;
                } else {
                    write!(f, "both would have to be even or both odd.")?;
                }
            }
            Evidence::Path { first_wrong: None } => {
                write!(
                    f,
                    "in a single line no tile can pass another, and they are in order."
                )?;
            }
            Evidence::Path {
                first_wrong: Some(place),
            } => {
                write!(
                    f,
                    "in a single line no tile can pass another, and from number {} on they are not in order.",
                    place + 1
                )?;
            }
            Evidence::Goal(error) => write!(f, "{error}.")?,
        }
        match &self.repair {
            None => Ok(()),
            Some(Repair::Swap(a, b)) => {
                write!(f, " Swapping tiles {a} and {b} would make it solvable.")
            }
            Some(Repair::Order(tiles)) => {
                f.write_str(" They would have to stand as")?;
                let shown = if tiles.len() > 20 {
                    &tiles[..10]
                } else {
                    tiles
                };
                shown.iter().try_for_each(|tile| write!(f, " {tile}"))?;
                f.write_str(if shown.len() < tiles.len() {
                    " ..."
                } else {
                    "."
                })
            }
        }
    }
}

/// Prints a number and a noun, `1 step` or `2 steps`.
struct Counted(usize, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}{}",
            self.0,
            self.1,
            if self.0 == 1 { "" } else { "s" }
        )
    }
}
