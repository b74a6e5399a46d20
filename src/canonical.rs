//! A board as heuristics, tables and kernels see it: without goals and tile numbers.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use crate::cells::{PASS, Tile};
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::manhattan;
use crate::moves::Moves;
use crate::permutation;
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// A board in canonical form: each tile is named by **the cell that it must reach**, and the blank
/// by its own, the *home*.
///
/// So the goal is always `0, 1, 2, ...`, whatever it was. Heuristics and tables look at boards in
/// this form alone.
///
/// # Examples
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
    /// A permutation of the cells; that of the blank's cell is `home`.
    pub(crate) cells: Vec<u16>,
    pub(crate) blank: usize,
}

impl CanonicalBoard {
    /// Returns the canonical form of a board for a goal, in *O*(cells).
    ///
    /// # Errors
    /// [`GoalError`] if the goal is for boards of another shape.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::{Board, Goal};
    /// let board: Board<2> = "0 1/2 3".parse()?;
    /// let canonical = CanonicalBoard::new(&board, &Goal::BlankFirst)?;
    /// assert_eq!(canonical.cells(), [0, 1, 2, 3]); // solved, whatever the goal
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(board: &impl Puzzle, goal: &Goal) -> Result<Self, GoalError> {
        let destinations = goal.destinations(board.shape())?;
        let board = board.view(PASS);
        let cells = board.tiles.iter().map(|&tile| destinations[tile as usize]);
        Ok(Self {
            shape: board.shape,
            home: destinations[0] as usize,
            cells: cells.collect(),
            blank: board.blank,
        })
    }

    /// Returns the canonical board with these contents: for each cell the cell that its tile must
    /// reach. `None` if there is no such home, or the contents are not the cells of the shape, each
    /// once.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::Shape;
    ///
    /// let shape = Shape::new(2, 2, 1)?;
    /// let board = CanonicalBoard::from_cells(shape, 3, [0, 1, 3, 2]); // 1 2/0 3 for the usual goal
    /// assert_eq!(board.map(|board| board.blank()), Some(2));
    /// assert_eq!(CanonicalBoard::from_cells(shape, 3, [0, 1, 3, 3]), None);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn from_cells(
        shape: Shape,
        home: usize,
        contents: impl IntoIterator<Item = u16>,
    ) -> Option<Self> {
        // One more than there are cells tells that there are too many.
        let contents = contents.into_iter().take(shape.cells() + 1);
        let cells: Vec<u16> = contents.collect();
        if cells.len() != shape.cells() {
            return None;
        }
        permutation::parity(&cells).ok()?;
        let blank = cells.iter().position(|&cell| usize::from(cell) == home)?;
        Some(Self {
            shape,
            home,
            cells,
            blank,
        })
    }

    /// Returns the shape.
    ///
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::{Board, Goal};
    /// let canonical = CanonicalBoard::new(&Board::<3, 5>::solved(), &Goal::BlankLast)?;
    /// assert_eq!(canonical.shape(), Board::<3, 5>::SHAPE);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the cell that the blank must reach.
    ///
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::{Board, Goal};
    /// let board = Board::<3>::solved();
    /// assert_eq!(CanonicalBoard::new(&board, &Goal::BlankLast)?.home(), 8);
    /// assert_eq!(CanonicalBoard::new(&board, &Goal::Snail)?.home(), 4); // the middle
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn home(&self) -> usize {
        self.home
    }

    /// Returns for each cell the cell that its tile must reach, and `home` for the blank's cell.
    ///
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::{Board, Goal};
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// let canonical = CanonicalBoard::new(&board, &Goal::BlankLast)?;
    /// assert_eq!(canonical.cells(), [0, 1, 3, 2]); // tile 3 must reach cell 2
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Returns the blank's cell.
    ///
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::{Board, Goal};
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// let canonical = CanonicalBoard::new(&board, &Goal::BlankLast)?;
    /// assert_eq!(canonical.blank(), 2);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn blank(&self) -> usize {
        self.blank
    }

    /// Returns whether every tile and the blank are where they must be.
    ///
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::{Board, Goal};
    /// let board = Board::<2>::solved();
    /// assert!(CanonicalBoard::new(&board, &Goal::BlankLast)?.is_solved());
    /// assert!(!CanonicalBoard::new(&board, &Goal::BlankFirst)?.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let mut cells = self.cells.iter().enumerate();
        cells.all(|(cell, &is)| cell == usize::from(is))
    }

    /// Returns the board after the tile on the cell `from` has moved to the blank's cell.
    ///
    /// # Panics
    /// If there is no such cell. Whether it is beside the blank is not checked.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::heuristic::CanonicalBoard;
    /// use npuzzle::{Board, Goal};
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// let canonical = CanonicalBoard::new(&board, &Goal::BlankLast)?;
    /// assert!(canonical.after(3).is_solved()); // the tile on cell 3 moves left
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
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
        from.is_some_and(|from| {
            self.move_tile(from);
            true
        })
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
        }
    }

    /// Returns whether these moves are legal and lead to the goal.
    pub(crate) fn is_solved_by(&self, moves: &Moves) -> bool {
        let mut last = self.clone();
        moves.iter().all(|direction| last.slide(direction)) && last.is_solved()
    }

    /// Returns the sum of the tiles' taxicab distances.
    pub(crate) fn manhattan(&self) -> usize {
        manhattan::between(self.shape, self.blank, self.cells.iter().copied())
    }
}

impl CanonicalBoard {
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

/// Prints the contents of the cells, one line a layer, rows separated by `/`, as boards are
/// printed.
impl fmt::Display for CanonicalBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, content) in self.cells.iter().enumerate() {
            let of_layer = cell % (self.shape.rows() * self.shape.columns());
            let separator = match (cell, of_layer, of_layer % self.shape.columns()) {
                (0, ..) => "",
                (_, 0, _) => "//",
                (_, _, 0) => "/",
                _ => " ",
            };
            write!(f, "{separator}{content}")?;
        }
        Ok(())
    }
}
