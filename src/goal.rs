//! Goals: the boards that count as solved.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::cells::{Cells, PASS, Tile};
use crate::dyn_board::DynBoard;
use crate::messages::messages;
use crate::shape::Shape;

/// The board to reach.
///
/// ```text
/// BlankLast    BlankFirst    Snail
///  1  2  3      0  1  2      1  2  3
///  4  5  6      3  4  5      8  0  4
///  7  8  0      6  7  8      7  6  5
/// ```
///
/// # Examples
/// ```
/// use npuzzle::{Board, Goal};
/// let board: Board<3> = "1 2 3/8 0 4/7 6 5".parse()?;
/// assert!(board.is_solved_for(&Goal::Snail));
/// assert!(board.is_solvable_for(&Goal::from(board.clone())));
/// assert!(!board.is_solvable()); // the usual goal can't be reached from there
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// The tiles in order, the blank in the last cell: the usual goal.
    #[default]
    BlankLast,
    /// The blank in the first cell, then the tiles in order: the goal of Korf's benchmark boards.
    BlankFirst,
    /// The tiles in a clockwise spiral from the top left corner, the blank at its inner end; for
    /// flat boards.
    Snail,
    /// Any board; it fits boards of its own shape.
    Custom(DynBoard),
}

impl Goal {
    /// Checks that boards of this shape can have this goal.
    ///
    /// # Errors
    /// [`GoalError`] if a custom goal has another shape, or a box is to have a snail.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Goal, Shape};
    /// assert!(Goal::Snail.fits(Shape::square(3)?).is_ok());
    /// assert!(Goal::Snail.fits(Shape::new(3, 3, 3)?).is_err()); // a box
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    pub fn fits(&self, shape: Shape) -> Result<(), GoalError> {
        match self {
            Self::Snail if !shape.is_flat() => Err(GoalError::SnailInBox { board: shape }),
            Self::Custom(goal) if goal.shape() != shape => Err(GoalError::WrongShape {
                goal: goal.shape(),
                board: shape,
            }),
            _ => Ok(()),
        }
    }

    /// Returns the goal as a board of this shape.
    ///
    /// # Errors
    /// As [`fits`](Self::fits).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Goal, Shape};
    /// let goal = Goal::Snail.board(Shape::new(3, 4, 1)?)?;
    /// assert_eq!(goal.to_string(), "1 2 3 4/10 11 0 5/9 8 7 6");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn board(&self, shape: Shape) -> Result<DynBoard, GoalError> {
        let tiles: Box<[Tile]> = self.tiles(shape)?.collect();
        Ok(DynBoard::from_permutation(shape, tiles))
    }

    /// Returns the tile that belongs to a cell of boards of this shape, 0 for the blank's home.
    ///
    /// `None` if the shape has no such cell, or its boards can't have this goal.
    ///
    /// ```
    /// use npuzzle::{Goal, Shape};
    /// let shape = Shape::new(3, 3, 1)?;
    /// assert_eq!(Goal::Snail.tile_at(shape, 3), Some(8)); // the row 8 0 4
    /// assert_eq!(Goal::Snail.tile_at(shape, 9), None);
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    #[must_use]
    pub fn tile_at(&self, shape: Shape, cell: usize) -> Option<Tile> {
        if cell >= shape.cells() || self.fits(shape).is_err() {
            return None;
        }
        Some(self.tile(shape, cell))
    }

    /// Returns the cell to which a tile belongs on boards of this shape.
    ///
    /// `None` if the shape has no such tile, or its boards can't have this goal. Takes *O*(cells) for
    /// the snail and custom goals, otherwise constant time.
    ///
    /// ```
    /// use npuzzle::{Goal, Shape};
    /// let shape = Shape::new(3, 3, 1)?;
    /// assert_eq!(Goal::BlankLast.cell_of(shape, 8), Some(7));
    /// assert_eq!(Goal::Snail.cell_of(shape, 8), Some(3)); // the row 8 0 4
    /// assert_eq!(Goal::Snail.cell_of(shape, 9), None);
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    #[must_use]
    pub fn cell_of(&self, shape: Shape, tile: Tile) -> Option<usize> {
        let (cells, tile_number) = (shape.cells(), usize::from(tile));
        if tile_number >= cells || self.fits(shape).is_err() {
            return None;
        }
        match self {
            Self::BlankLast => Some((tile_number + cells - 1) % cells),
            Self::BlankFirst => Some(tile_number),
            Self::Snail | Self::Custom(_) => {
                (0..cells).find(|&cell| self.tile(shape, cell) == tile)
            }
        }
    }

    /// Returns the blank's cell in the goal, its home.
    ///
    /// # Errors
    /// As [`fits`](Self::fits).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Goal, Shape};
    /// let shape = Shape::square(3)?;
    /// let homes = [Goal::BlankFirst, Goal::Snail, Goal::BlankLast].map(|goal| goal.home(shape));
    /// assert_eq!(homes, [Ok(0), Ok(4), Ok(8)]);
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    pub fn home(&self, shape: Shape) -> Result<usize, GoalError> {
        self.fits(shape)?;
        Ok(match self {
            Self::BlankLast => shape.cells() - 1,
            Self::BlankFirst => 0,
            Self::Snail => {
                // The innermost ring is one row, one column, or two rows or columns.
                let ring = (shape.rows().min(shape.columns()) - 1) / 2;
                let (rows, cols) = (shape.rows() - 2 * ring, shape.columns() - 2 * ring);
                let (row, column) = match (rows, cols) {
                    (1, _) => (ring, ring + cols - 1),
                    (_, 1) => (ring + rows - 1, ring),
                    _ => (ring + 1, ring),
                };
                row * shape.columns() + column
            }
            Self::Custom(goal) => goal.blank(),
        })
    }

    /// Returns the tiles by cell, without allocating.
    pub(crate) fn tiles(&self, shape: Shape) -> Result<impl Iterator<Item = Tile> + '_, GoalError> {
        self.fits(shape)?;
        Ok((0..shape.cells()).map(move |cell| self.tile(shape, cell)))
    }

    /// Returns the tile that belongs to a cell; the goal fits the shape.
    #[inline]
    fn tile(&self, shape: Shape, cell: usize) -> Tile {
        let cells = shape.cells();
        match self {
            Self::BlankLast => ((cell + 1) % cells) as Tile,
            Self::BlankFirst => cell as Tile,
            Self::Snail => ((spiral_index(shape, cell) + 1) % cells) as Tile,
            Self::Custom(goal) => goal.tiles()[cell],
        }
    }

    /// Returns for each tile the cell that it must reach.
    pub(crate) fn destinations(&self, shape: Shape) -> Result<Vec<u16>, GoalError> {
        let mut destinations = vec![0; shape.cells()];
        for (cell, tile) in self.tiles(shape)?.enumerate() {
            destinations[tile as usize] = cell as u16;
        }
        Ok(destinations)
    }
}

/// Returns how many cells the clockwise spiral from the top left visits before this one.
const fn spiral_index(shape: Shape, cell: usize) -> usize {
    let (rows, cols) = (shape.rows(), shape.columns());
    let (row, column) = (cell / cols, cell % cols);
    // `usize::min` is not a const fn.
    let mut ring = row;
    if column < ring {
        ring = column;
    }
    if rows - 1 - row < ring {
        ring = rows - 1 - row;
    }
    if cols - 1 - column < ring {
        ring = cols - 1 - column;
    }
    let (height, width) = (rows - 2 * ring, cols - 2 * ring);
    let before = rows * cols - height * width;
    before
        + if row == ring {
            column - ring
        } else if column == cols - 1 - ring {
            width - 1 + row - ring
        } else if row == rows - 1 - ring {
            width - 1 + height - 1 + (cols - 1 - ring - column)
        } else {
            2 * (width - 1) + height - 1 + (rows - 1 - ring - row)
        }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns this goal as a board.
    ///
    /// # Errors
    /// [`GoalError`] if the goal is for boards of another shape.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// assert_eq!(Board::<3>::solved_for(&Goal::Snail)?.to_string(), "1 2 3/8 0 4/7 6 5");
    /// # Ok::<_, npuzzle::GoalError>(())
    /// ```
    pub fn solved_for(goal: &Goal) -> Result<Self, GoalError> {
        let mut board = Self::solved();
        board.view_mut(PASS).fill(goal.tiles(Self::SHAPE)?);
        Ok(board)
    }
}

impl From<DynBoard> for Goal {
    fn from(goal: DynBoard) -> Self {
        Self::Custom(goal)
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> From<Board<ROWS, COLS, LAYERS>>
    for Goal
{
    fn from(goal: Board<ROWS, COLS, LAYERS>) -> Self {
        Self::Custom(goal.into())
    }
}

/// A goal that boards of a shape can't have.
///
/// # Examples
/// ```
/// use npuzzle::{Goal, Shape};
/// let error = Goal::Snail.fits(Shape::new(3, 3, 3)?).unwrap_err();
/// assert_eq!(error.to_string(), "the snail goal is for flat boards, not for 3 x 3 x 3");
/// # Ok::<_, npuzzle::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalError {
    /// The custom goal has another shape than the board.
    WrongShape {
        /// The shape of the goal.
        goal: Shape,
        /// The shape of the board.
        board: Shape,
    },
    /// A spiral is defined on flat boards alone.
    SnailInBox {
        /// The shape of the board.
        board: Shape,
    },
}

messages! { GoalError;
    Self::WrongShape { goal, board } => "the goal is {goal} but the board is {board}";
    Self::SnailInBox { board } => "the snail goal is for flat boards, not for {board}";
}
