//! Canonical boards: the input of heuristics, tables and kernels, independent of goal and tile
//! numbers.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError, manhattan};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::shape::{Shape, Tile};

/// A board in canonical form: each tile is named by **the cell that it must reach**, and the blank
/// by its own, the *home*.
///
/// So the canonical goal is always `0, 1, 2, ...`. Heuristics and tables take boards in this form
/// alone. Tiles that don't matter ([`Goal::partial`]) are named by the home, as the blank is; if
/// the blank's cell doesn't matter either, the home is one of the cells where it may end. If a
/// board can reach only one board of such a goal, or one is nearest on a path, that board is the
/// goal.
///
/// With the goal `1 2 3/4 5 6/7 8 0`, tile 1 must reach cell 0, and so on; the blank's home is cell
/// 8:
/// ```
/// use npuzzle::heuristic::CanonicalBoard;
/// use npuzzle::{Board, Goal};
///
/// let board: Board<3> = "1 2 3/4 5 6/7 0 8".parse()?;
/// let canonical = CanonicalBoard::new(&board, &Goal::BlankLast)?;
/// assert_eq!(canonical.cells(), [0, 1, 2, 3, 4, 5, 6, 8, 7]);
/// assert_eq!((canonical.blank(), canonical.home()), (7, 8));
/// assert!(canonical.after(8).is_solved()); // the tile on cell 8 moves to the blank
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CanonicalBoard {
    pub(crate) shape: Shape,
    pub(crate) home: usize,
    /// `[cell]`: where its tile belongs; `home` if it is the blank or a free tile. A permutation of
    /// the cells if no tile is free.
    pub(crate) cells: Vec<u16>,
    pub(crate) blank: usize,
    /// `[cell]`: true if the goal accepts any tile there; `None` for goals that are one board.
    pub(crate) free: Option<Box<[bool]>>,
}

/// The boards that tables are made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) shape: Shape,
    pub(crate) home: usize,
    pub(crate) free: Option<Box<[bool]>>,
    pub(crate) purpose: Purpose,
}

/// The use of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Search,
    /// The table of all boards that a [`Space`](crate::Space) has.
    Space,
    /// Escape distance, beside the tables of a search.
    Escape,
}

impl Target {
    pub(crate) const fn with_purpose(mut self, purpose: Purpose) -> Self {
        self.purpose = purpose;
        self
    }
}

impl CanonicalBoard {
    /// Returns the canonical form of a board for a goal, in *O*(cells).
    ///
    /// # Errors
    /// [`GoalError`] if the goal is for boards of another shape.
    pub fn new(board: &impl Puzzle, goal: &Goal) -> Result<Self, GoalError> {
        match goal {
            Goal::Partial(some) if some.has_one_end() => {
                Self::with_every_end(board, &goal.completed(board.view()))
            }
            _ => Self::with_every_end(board, goal),
        }
    }

    /// Returns the form that keeps every board of the goal, even on a path: in the multi-tile
    /// metric all are one move away.
    pub(crate) fn with_every_end(board: &impl Puzzle, goal: &Goal) -> Result<Self, GoalError> {
        let board = board.view();
        let destinations = goal.destinations(board.shape)?;
        let cells = board.tiles.iter().map(|&tile| destinations[tile as usize]);
        Ok(Self {
            shape: board.shape,
            home: destinations[0] as usize,
            cells: cells.collect(),
            blank: board.blank,
            free: match goal {
                Goal::Partial(goal) => Some(goal.free.clone()),
                _ => None,
            },
        })
    }

    /// Returns the canonical board with these contents: for each cell the cell that its tile must
    /// reach. `None` if there is no such home, or the contents are not the cells of the shape, each
    /// once.
    pub fn from_cells(
        shape: Shape,
        home: usize,
        contents: impl IntoIterator<Item = u16>,
    ) -> Option<Self> {
        let cells = DynBoard::from_tiles(shape, contents).ok()?.tiles().to_vec();
        let blank = cells.iter().position(|&cell| usize::from(cell) == home)?;
        Some(Self {
            shape,
            home,
            cells,
            blank,
            free: None,
        })
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the cell that the blank must reach.
    #[must_use]
    pub const fn home(&self) -> usize {
        self.home
    }

    /// Returns for each cell the cell that its tile must reach, and `home` for the blank's cell.
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Returns the blank's cell.
    #[must_use]
    pub const fn blank(&self) -> usize {
        self.blank
    }

    /// Returns whether every tile and the blank are in their goal cells.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let mut cells = self.cells.iter().enumerate();
        (self.blank == self.home || self.is_blank_free())
            && cells.all(|(cell, &is)| [cell, self.home].contains(&is.into()))
    }

    /// Returns the board after the tile on the cell `from` has moved to the blank's cell.
    ///
    /// # Panics
    /// If there is no such cell. Whether it is beside the blank is not checked.
    #[must_use]
    pub fn after(&self, from: usize) -> Self {
        let mut board = self.clone();
        board.move_tile(from);
        board
    }

    /// Moves the tile on the cell `from` to the blank's cell.
    #[inline]
    pub(crate) fn move_tile(&mut self, from: usize) {
        self.cells.swap(self.blank, from);
        self.blank = from;
    }

    /// Makes a legal move; returns `false`, and makes none, if it is not one.
    pub(crate) fn slide(&mut self, direction: Direction) -> bool {
        let from = self.shape.neighbour(self.blank, direction.opposite());
        from.map(|from| self.move_tile(from)).is_some()
    }

    /// Returns the board that the inverse of each solution of this one solves: start and goal have
    /// changed places.
    pub(crate) fn reversed(&self) -> Self {
        let mut cells = self.cells.clone();
        for (cell, &tile) in (0..).zip(&self.cells) {
            cells[usize::from(tile)] = cell;
        }
        Self {
            shape: self.shape,
            home: self.blank,
            cells,
            blank: self.home,
            free: None,
        }
    }

    /// Returns whether these moves are legal and lead to the goal.
    pub(crate) fn is_solved_by(&self, moves: &Moves) -> bool {
        let mut last = self.clone();
        moves.iter().all(|direction| last.slide(direction)) && last.is_solved()
    }

    /// Returns the shape, home and free cells, for which tables are made.
    pub(crate) fn target(&self) -> Target {
        Target {
            shape: self.shape,
            home: self.home,
            free: self.free.clone(),
            purpose: Purpose::Search,
        }
    }

    /// Returns whether the blank may end on several cells.
    fn is_blank_free(&self) -> bool {
        let free = self.free.as_ref();
        free.is_some_and(|free| free[self.home])
    }

    /// Returns the least difference between the lengths of two solutions.
    pub(crate) fn stride(&self, metric: Metric) -> usize {
        if self.is_blank_free() {
            1
        } else {
            metric.stride()
        }
    }

    /// Returns a lower bound of the moves that bring the blank home from a cell; 0 if the goal
    /// places all tiles, whose distances are a better bound.
    pub(crate) fn blank_distance(&self, blank: usize, metric: Metric) -> usize {
        if self.free.is_none() || self.is_blank_free() {
            return 0;
        }
        match metric {
            Metric::MultiTile => usize::from(blank != self.home),
            _ => self.shape.distance(blank, self.home),
        }
    }

    /// Returns the moves up to the first board that is solved. O(moves + cells).
    pub(crate) fn cut(&self, moves: &Moves) -> Moves {
        let is_wrong = |cell: usize, tile: u16| ![cell, self.home].contains(&tile.into());
        let contents = self.cells.iter().enumerate();
        let mut wrong = contents.filter(|it| is_wrong(it.0, *it.1)).count();
        let mut board = self.clone();
        for (nth, direction) in moves.iter().enumerate() {
            if wrong == 0 && board.is_solved() {
                return moves[..nth].into();
            }
            let to = board.blank;
            board.slide(direction);
            let (from, tile) = (board.blank, board.cells[to]);
            wrong += usize::from(is_wrong(to, tile));
            wrong -= usize::from(is_wrong(from, tile));
        }
        moves.clone()
    }

    /// Returns the sum of the tiles' taxicab distances.
    pub(crate) fn manhattan(&self) -> usize {
        manhattan(self.shape, self.home as u16, self.cells.iter().copied())
    }

    /// Returns the ordinary board with this form for the goal with the tiles in order and the blank
    /// at home.
    pub(crate) fn ordinary(&self) -> DynBoard {
        let number = |&cell: &Tile| match usize::from(cell).cmp(&self.home) {
            Ordering::Less => cell + 1,
            Ordering::Equal => 0,
            Ordering::Greater => cell,
        };
        DynBoard::from_permutation(self.shape, self.cells.iter().map(number).collect())
    }
}

/// Prints the ordinary board with this form for the goal with the tiles in order and the blank at
/// home; free tiles print as 0, as the blank does.
impl fmt::Display for CanonicalBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.ordinary(), f)
    }
}
