//! Moving tiles on a board: single moves, clicks and whole solutions.

use core::fmt;

use crate::direction::Direction;
use crate::moves::Moves;
use crate::puzzle::{Puzzle, SlideError, Tile};
use crate::shape::{Place, Shape};
use crate::stamp::stamp;

stamp! {
    /// Moves the tile beside the blank in this direction into the blank, and returns its number.
    ///
    /// Takes constant time.
    ///
    /// # Errors
    /// [`SlideError::NoTile`] where the edge of the board leaves no such tile; the board stays as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction};
    /// let mut board: Board<2> = "1 2/3 0".parse()?;
    /// assert_eq!(board.slide(Direction::Down)?, 2); // tile 2 moves down
    /// assert_eq!(board.to_string(), "1 0/3 2");
    /// assert_eq!(
    ///     board.slide(Direction::Left).unwrap_err().to_string(),
    ///     "no tile can move L: the blank is in row 1, column 2"
    /// );
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn slide(&mut self, direction: Direction) -> Result<Tile, SlideError> {
        Puzzle::slide(self, direction)
    }

    /// Returns the moves that can be made, in the order of [`Direction::ALL`], without allocating.
    ///
    /// ```
    /// use npuzzle::{Board, Direction};
    /// let board = Board::<3>::solved(); // the blank is in the lower right corner
    /// assert!(board.legal_moves().eq([Direction::Down, Direction::Right]));
    /// ```
    #[must_use]
    pub const fn legal_moves(&self) -> LegalMoves {
        LegalMoves::of(self.shape(), self.blank())
    }

    /// Slides the tile in `cell` towards the blank, together with all tiles between them, as a click on it does in a game,
    /// and returns the moves. A click on the blank moves nothing.
    ///
    /// Takes time proportional to the tiles moved.
    ///
    /// # Errors
    /// [`SlideError`] where there is no such cell, or none in line with the blank; the board stays as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let mut board: Board<3> = "1 2 3/4 5 6/7 8 0".parse()?;
    /// assert_eq!(board.slide_cell(6)?.to_string(), "RR"); // tiles 7 and 8 move right
    /// assert_eq!(board.to_string(), "1 2 3/4 5 6/0 7 8");
    /// assert!(board.slide_cell(4).is_err());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn slide_cell(&mut self, cell: usize) -> Result<Moves, SlideError> {
        slide_cell(self, cell)
    }

    /// Plays all moves, or none where one of them is illegal.
    ///
    /// Takes time proportional to the moves.
    ///
    /// # Errors
    /// [`PlayError`] names the first illegal move; the board is left as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Moves};
    /// let mut board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let wrong: Moves = "LUU".parse()?;
    /// assert_eq!(board.play(&wrong).unwrap_err().index, 2);
    /// let moves: Moves = "LUL".parse()?;
    /// board.play(&moves)?;
    /// assert!(board.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn play(&mut self, moves: &Moves) -> Result<(), PlayError> {
        play(self, moves)
    }
}

/// Slides a run of tiles on a board of any kind.
pub(crate) fn slide_cell(board: &mut impl Puzzle, cell: usize) -> Result<Moves, SlideError> {
    let run = Run::to_blank(board.shape(), cell, board.blank())?;
    let mut moves = Moves::new();
    for _ in 0..run.tiles {
        board.slide(run.direction)?;
        moves.push(run.direction);
    }
    Ok(moves)
}

/// Plays all moves on a board of any kind, or none.
pub(crate) fn play(board: &mut impl Puzzle, moves: &Moves) -> Result<(), PlayError> {
    for (index, direction) in moves.iter().enumerate() {
        if let Err(SlideError::NoTile { blank, .. }) = board.slide(direction) {
            for &back in moves.as_slice()[..index].iter().rev() {
                // The way back is open: each move undoes one that was made.
                let _ = board.slide(back.opposite());
            }
            return Err(PlayError {
                index,
                direction,
                blank,
            });
        }
    }
    Ok(())
}

/// The moves that a board allows. See [`Board::legal_moves`](crate::Board::legal_moves).
#[derive(Clone, Debug)]
pub struct LegalMoves {
    directions: u8,
}

impl LegalMoves {
    pub(crate) const fn of(shape: Shape, blank: usize) -> Self {
        let mut directions = 0;
        let mut i = 0;
        while i < Direction::ALL.len() {
            if shape
                .neighbour(blank, Direction::ALL[i].opposite())
                .is_some()
            {
                directions |= 1 << i;
            }
            i += 1;
        }
        Self { directions }
    }
}

impl Iterator for LegalMoves {
    type Item = Direction;

    fn next(&mut self) -> Option<Direction> {
        let lowest = *Direction::ALL.get(self.directions.trailing_zeros() as usize)?;
        self.directions &= self.directions - 1;
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.directions.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for LegalMoves {}
impl core::iter::FusedIterator for LegalMoves {}

/// A straight run of tiles that ends at the blank.
struct Run {
    direction: Direction,
    tiles: usize,
}

impl Run {
    fn to_blank(shape: Shape, cell: usize, blank: usize) -> Result<Self, SlideError> {
        if cell >= shape.cells() {
            return Err(SlideError::NoCell {
                cell,
                cells: shape.cells(),
            });
        }
        let (from, to) = (shape.place(cell), shape.place(blank));
        let run = |from: usize, to: usize, towards_lower: Direction| Self {
            direction: if to < from {
                towards_lower
            } else {
                towards_lower.opposite()
            },
            tiles: from.abs_diff(to),
        };
        match (
            from.layer == to.layer,
            from.row == to.row,
            from.column == to.column,
        ) {
            (true, true, _) => Ok(run(from.column, to.column, Direction::Left)),
            (true, _, true) => Ok(run(from.row, to.row, Direction::Up)),
            (_, true, true) => Ok(run(from.layer, to.layer, Direction::Front)),
            _ => Err(SlideError::NotInLine {
                cell: from,
                blank: to,
            }),
        }
    }
}

/// A move in a sequence that can't be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayError {
    /// Which move it is, counted from 0.
    pub index: usize,
    /// The move.
    pub direction: Direction,
    /// Where the blank is when its turn comes.
    pub blank: Place,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            index,
            direction,
            blank,
        } = self;
        write!(
            f,
            "move {}: no tile can move {direction}: the blank is in {blank}",
            index + 1
        )
    }
}

impl core::error::Error for PlayError {}
