//! What every board can do, whether its shape is known to the compiler or only at run time.

use core::fmt;

use crate::direction::Direction;
use crate::shape::{Place, Shape};

/// A tile's number; 0 is the blank.
pub type Tile = u16;

/// A board of any kind: [`Board`](crate::Board) or [`DynBoard`](crate::DynBoard).
///
/// Write functions over `impl Puzzle` to take both. The trait is sealed, so that methods can be added without breaking
/// anybody. What it lists is always true: the tiles are the numbers `0..cells`, each once.
///
/// ```
/// use npuzzle::{Board, DynBoard, Puzzle};
///
/// fn misplaced(board: &impl Puzzle) -> usize {
///     let tiles = board.tiles().iter().enumerate();
///     tiles.filter(|&(cell, &tile)| tile != 0 && cell + 1 != tile as usize).count()
/// }
/// let fixed: Board<2> = "1 3/2 0".parse()?;
/// let dynamic: DynBoard = "1 2 3/4 0 5".parse()?;
/// assert_eq!(misplaced(&fixed), 2);
/// assert_eq!(misplaced(&dynamic), 1);
/// # Ok::<_, npuzzle::ParseBoardError>(())
/// ```
pub trait Puzzle: sealed::Sealed + Clone + Eq + Ord + core::hash::Hash + fmt::Debug {
    /// Returns the shape.
    fn shape(&self) -> Shape;

    /// Returns the tiles by cell, in reading order, layer by layer.
    fn tiles(&self) -> &[Tile];

    /// Returns the blank's cell.
    fn blank(&self) -> usize;

    /// Moves the tile beside the blank in this direction into the blank, and returns its number.
    ///
    /// Takes constant time.
    ///
    /// # Errors
    /// [`SlideError::NoTile`] where the edge of the board leaves no such tile; the board stays as it was.
    fn slide(&mut self, direction: Direction) -> Result<Tile, SlideError> {
        let (shape, blank) = (self.shape(), self.blank());
        let Some(from) = shape.neighbour(blank, direction.opposite()) else {
            return Err(SlideError::NoTile {
                direction,
                blank: shape.place(blank),
            });
        };
        let (tiles, blank_cell) = self.parts_mut();
        let tile = tiles[from];
        tiles[blank] = tile;
        tiles[from] = 0;
        *blank_cell = from as u16;
        Ok(tile)
    }
}

pub(crate) mod sealed {
    /// Keeps [`Puzzle`](super::Puzzle) to this crate, and its writers inside it.
    pub trait Sealed {
        /// Lends the tiles and the blank's cell. Whoever writes keeps them a permutation and in step.
        fn parts_mut(&mut self) -> (&mut [super::Tile], &mut u16);
    }
}

/// A tile that can't be slid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlideError {
    /// The blank stands at the edge: no tile is there to move in this direction.
    NoTile {
        /// The direction asked for.
        direction: Direction,
        /// Where the blank is.
        blank: Place,
    },
    /// The board has no such cell.
    NoCell {
        /// The cell asked for.
        cell: usize,
        /// The number of cells of the board.
        cells: usize,
    },
    /// The cell is in no line with the blank.
    NotInLine {
        /// Where the cell asked for is.
        cell: Place,
        /// Where the blank is.
        blank: Place,
    },
}

impl fmt::Display for SlideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTile { direction, blank } => {
                write!(f, "no tile can move {direction}: the blank is in {blank}")
            }
            Self::NoCell { cell, cells } => {
                write!(f, "there is no cell {cell} on a board of {cells} cells")
            }
            Self::NotInLine { cell, blank } => {
                write!(
                    f,
                    "the tile in {cell} is in no line with the blank in {blank}"
                )
            }
        }
    }
}

impl core::error::Error for SlideError {}
