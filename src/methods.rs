//! The methods that stand on both boards, so that `board.is_solvable()` needs no import.
//!
//! Each forwards to [`Puzzle`], for code that is generic over both boards.

use alloc::vec::Vec;

use crate::cells::Tile;
use crate::direction::Direction;
use crate::goal::{Goal, GoalError};
use crate::moves::Moves;
use crate::permutation::PermutationError;
use crate::puzzle::Puzzle;
use crate::slide::{LegalMoves, MoveError, Slide};
use crate::solvability::Solvability;

/// Puts methods on [`Board`](crate::Board) with all of their documentation, and on
/// [`DynBoard`](crate::DynBoard) with its first line, the last line of an example of its own, and a
/// pointer.
macro_rules! on_both_boards {
    ($(
        #[doc = $first:literal] $(#[doc = $more:literal])*
        on DynBoard $($mut:ident)? $example:literal
        { $($method:tt)* }
    )*) => {
        impl<const ROWS: usize, const COLS: usize, const LAYERS: usize>
            $crate::board::Board<ROWS, COLS, LAYERS>
        {
            $(#[doc = $first] $(#[doc = $more])* $($method)*)*
        }

        /// The same methods as those of [`Board`](crate::Board): errors and complexity are described
        /// there.
        #[expect(clippy::missing_errors_doc, reason = "the errors are described at `Board`")]
        impl $crate::dyn_board::DynBoard {
            $(
                #[doc = $first]
                #[doc = ""]
                #[doc = "The same method of [`Board`](crate::Board) says more."]
                #[doc = "```"]
                #[doc = "# use npuzzle::{Direction, DynBoard, Goal};"]
                #[doc = concat!(
                    "let ", $(stringify!($mut), " ",)? "board: DynBoard = \"2 3 1/4 0 5\".parse()?;"
                )]
                #[doc = $example]
                #[doc = "# Ok::<_, Box<dyn core::error::Error>>(())"]
                #[doc = "```"]
                $($method)*
            )*
        }
    };
}

#[cfg(feature = "solver")]
pub(crate) use on_both_boards;

on_both_boards! {
    /// Returns the tile at a cell, 0 for the blank; `None` if the board has no such cell.
    ///
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// assert_eq!((board.get(1), board.get(2), board.get(4)), (Some(2), Some(0), None));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert_eq!((board.get(3), board.get(4), board.get(6)), (Some(4), Some(0), None));"
    {
        #[must_use]
        #[inline]
        pub fn get(&self, cell: usize) -> Option<Tile> {
            Puzzle::get(self, cell)
        }
    }

    /// Returns the tiles one by one, in reading order, layer by layer.
    ///
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// assert!(board.iter().eq([1, 2, 0, 3]));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert!(board.iter().eq([2, 3, 1, 4, 0, 5]));"
    {
        #[inline]
        pub fn iter(&self) -> core::iter::Copied<core::slice::Iter<'_, Tile>> {
            Puzzle::iter(self)
        }
    }

    /// Returns the cell of a tile, 0 being the blank; `None` if the board has no such tile.
    ///
    /// Takes *O*(cells) time; [`blank`](Self::blank) takes constant time.
    ///
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// assert_eq!((board.position(3), board.position(4)), (Some(3), None));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert_eq!((board.position(4), board.position(6)), (Some(3), None));"
    {
        #[must_use]
        pub fn position(&self, tile: Tile) -> Option<usize> {
            Puzzle::position(self, tile)
        }
    }

    /// Returns whether the board is solved: the tiles in order, the blank last.
    ///
    /// ```
    /// use npuzzle::Board;
    /// assert!(Board::<4>::solved().is_solved());
    /// ```
    on DynBoard "assert!(!board.is_solved());"
    {
        #[must_use]
        pub fn is_solved(&self) -> bool {
            Puzzle::is_solved(self)
        }
    }

    /// Returns whether the board is this goal; `false` if the goal has another shape.
    ///
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<2> = "0 1/2 3".parse()?;
    /// assert!(board.is_solved_for(&Goal::BlankFirst));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert!(board.is_solved_for(&Goal::from(board.clone())));"
    {
        #[must_use]
        pub fn is_solved_for(&self, goal: &Goal) -> bool {
            Puzzle::is_solved_for(self, goal)
        }
    }

    /// Returns whether the solved board (blank last) can be reached.
    ///
    /// One rule holds for every shape with two sides longer than 1 and for every goal. Each move is
    /// one swap and one step of the blank. So the permutation from board to goal, blank included,
    /// and the blank's taxicab distance from home must be both even or both odd. That this is
    /// enough was shown by R. M. Wilson (*Graph puzzles, homotopy, and the alternating group*,
    /// 1974). If the cells form a path, the tiles must be in the goal's order.
    ///
    /// # Complexity
    /// *O*(cells) time, no allocation.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<4> = "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse()?;
    /// assert!(!board.is_solvable()); // two tiles swapped
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert!(board.is_solvable()); // two inversions, and the width is odd"
    {
        #[must_use]
        #[inline]
        pub fn is_solvable(&self) -> bool {
            Puzzle::is_solvable(self)
        }
    }

    /// Returns whether this goal can be reached; `false` if it has another shape.
    ///
    /// The rule is that of [`is_solvable`](Self::is_solvable).
    ///
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<4> = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse()?;
    /// assert!(!board.is_solvable_for(&Goal::BlankFirst)); // of the other class on 4 x 4
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert!(board.is_solvable_for(&Goal::BlankFirst));"
    {
        #[must_use]
        #[inline]
        pub fn is_solvable_for(&self, goal: &Goal) -> bool {
            Puzzle::is_solvable_for(self, goal)
        }
    }

    /// Explains whether and why this goal can be reached: print the answer.
    ///
    /// # Complexity
    /// *O*(cells log cells).
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal, Repair};
    /// let board: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
    /// let why = board.solvability(&Goal::BlankLast);
    /// assert!(why.to_string().starts_with("unsolvable: "));
    /// assert_eq!(why.repair(), Some(&Repair::Swap(7, 8)));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "println!(\"{}\", board.solvability(&Goal::BlankLast)); // solvable: ..."
    {
        #[must_use]
        pub fn solvability(&self, goal: &Goal) -> Solvability {
            Puzzle::solvability(self, goal)
        }
    }

    /// Returns the number of inversions: pairs of tiles in which the larger stands first.
    ///
    /// Tiles are taken in reading order, the blank is left out. As
    /// [`inversions::count`](crate::inversions::count).
    ///
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// assert_eq!(board.inversions(), 2); // 6-5 and 7-5
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert_eq!(board.inversions(), 2); // 2-1 and 3-1"
    {
        #[must_use]
        pub fn inversions(&self) -> u64 {
            Puzzle::inversions(self)
        }
    }

    /// Returns the number of inversions by comparing all pairs, in *O*(cells^2).
    ///
    /// As [`inversions::count_naive`](crate::inversions::count_naive).
    ///
    /// ```
    /// use npuzzle::Board;
    /// assert_eq!(Board::<2>::from_rows([[3u8, 2], [1, 0]])?.inversions_naive(), 3); // 3-2, 3-1, 2-1
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    on DynBoard "assert_eq!(board.inversions_naive(), 2); // 2-1 and 3-1"
    {
        #[must_use]
        pub fn inversions_naive(&self) -> u64 {
            Puzzle::inversions_naive(self)
        }
    }

    /// Returns the inversions relative to a goal: the pairs of tiles that stand in the other order there,
    /// the blank left out.
    ///
    /// The tile that stands first on the board comes first; pairs are in reading order. Takes
    /// *O*(cells^2) time and memory: [`Evidence::Inversions`](crate::Evidence::Inversions) has their
    /// number sooner.
    ///
    /// # Errors
    /// [`GoalError`] if boards of this shape can't have the goal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// assert_eq!(board.inverted_pairs(&Goal::BlankLast)?, [(6, 5), (7, 5)]);
    /// assert_eq!(board.inverted_pairs(&board.clone().into())?, []);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard "assert_eq!(board.inverted_pairs(&Goal::BlankLast)?, [(2, 1), (3, 1)]);"
    {
        pub fn inverted_pairs(&self, goal: &Goal) -> Result<Vec<(Tile, Tile)>, GoalError> {
            Puzzle::inverted_pairs(self, goal)
        }
    }

    /// Returns the cycles of the misplaced tiles, the blank included: each tile belongs to the cell of the
    /// next one, and the last tile to the cell of the first.
    ///
    /// A cycle of `k` tiles takes `k - 1` swaps. Each cycle begins with the tile that comes first in
    /// reading order. Takes *O*(cells) time.
    ///
    /// # Errors
    /// [`GoalError`] if boards of this shape can't have the goal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "2 3 1/4 6 5/7 8 0".parse()?;
    /// assert_eq!(board.cycles(&Goal::BlankLast)?, [vec![2, 3, 1], vec![6, 5]]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard "assert_eq!(board.cycles(&Goal::BlankLast)?, [vec![2, 3, 1], vec![0, 5]]);"
    {
        pub fn cycles(&self, goal: &Goal) -> Result<Vec<Vec<Tile>>, GoalError> {
            Puzzle::cycles(self, goal)
        }
    }

    /// Returns the sum of the taxicab distances of all tiles from their cells in the goal, in
    /// moves.
    ///
    /// The blank is left out. Every move changes the sum by 1, so a solution has at least this
    /// number of moves, and an even number more. A goal of another shape can't be reached: the
    /// result is [`usize::MAX`].
    ///
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// assert_eq!(board.manhattan(&Goal::BlankLast), 3); // tiles 4, 5 and 8 are one step away
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert_eq!(board.manhattan(&Goal::BlankLast), 5); // 2, 3 and 5 a step, 1 two"
    {
        #[must_use]
        pub fn manhattan(&self, goal: &Goal) -> usize {
            Puzzle::manhattan(self, goal)
        }
    }

    /// Returns the moves that can be made, in the order of [`Direction::ALL`], without allocating.
    ///
    /// ```
    /// use npuzzle::{Board, Direction};
    /// let board = Board::<3>::solved(); // the blank is in the lower right corner
    /// assert!(board.legal_moves().eq([Direction::Down, Direction::Right]));
    /// ```
    on DynBoard "assert!(board.legal_moves().eq([Direction::Down, Direction::Left, Direction::Right]));"
    {
        #[doc(alias = "neighbours")]
        #[doc(alias = "neighbors")]
        #[must_use]
        pub fn legal_moves(&self) -> LegalMoves {
            Puzzle::legal_moves(self)
        }
    }

    /// Returns whether a tile can move in this direction.
    ///
    /// ```
    /// use npuzzle::{Board, Direction};
    /// let board = Board::<3>::solved(); // the blank is in the lower right corner
    /// assert!(board.can_slide(Direction::Down) && !board.can_slide(Direction::Up));
    /// ```
    on DynBoard "assert!(!board.can_slide(Direction::Up)); // nothing is below the blank"
    {
        #[must_use]
        pub fn can_slide(&self, direction: Direction) -> bool {
            Puzzle::can_slide(self, direction)
        }
    }

    /// Moves the tile beside the blank in this direction into the blank.
    ///
    /// Takes constant time.
    ///
    /// # Errors
    /// [`MoveError::NoTile`] if the edge of the board leaves no such tile; the board stays as it
    /// was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction};
    /// let mut board: Board<2> = "1 2/3 0".parse()?;
    /// assert_eq!(board.slide(Direction::Down)?.tile, 2); // tile 2 moves down
    /// assert_eq!(board.to_string(), "1 0/3 2");
    /// assert_eq!(
    ///     board.slide(Direction::Left).unwrap_err().to_string(),
    ///     "no tile can move L: the blank is in row 1, column 2"
    /// );
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard mut "assert_eq!(board.slide(Direction::Left)?.tile, 5); // tile 5 moves left"
    {
        #[inline]
        pub fn slide(&mut self, direction: Direction) -> Result<Slide, MoveError> {
            Puzzle::slide(self, direction)
        }
    }

    /// Returns the board after a move; this one stays as it is.
    ///
    /// # Errors
    /// [`MoveError::NoTile`] if the edge of the board leaves no tile to move.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction};
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// assert!(board.after(Direction::Left)?.is_solved());
    /// assert!(board.after(Direction::Right).is_err());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard "assert_eq!(board.after(Direction::Left)?.to_string(), \"2 3 1/4 5 0\");"
    {
        pub fn after(&self, direction: Direction) -> Result<Self, MoveError> {
            Puzzle::after(self, direction)
        }
    }

    /// Returns the boards that a move leads to, each with its move, in the order of
    /// [`Direction::ALL`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<2> = "1 2/0 3".parse()?;
    /// let found = board.neighbours().find(|(_, next)| next.is_solved());
    /// assert_eq!(found.map(|(direction, _)| direction.to_string()), Some("L".into()));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    on DynBoard "assert_eq!(board.neighbours().count(), 3);"
    {
        pub fn neighbours(&self) -> impl Iterator<Item = (Direction, Self)> + '_ {
            Puzzle::neighbours(self)
        }
    }

    /// Slides the tile in `cell` towards the blank, together with all tiles between them.
    ///
    /// That is what a click on the tile does in a game. Returns the tiles that moved, the one next to
    /// the blank first. A click on the blank moves nothing. Takes time proportional to the tiles moved.
    ///
    /// # Errors
    /// [`MoveError`] if there is no such cell, or it is not in line with the blank; the board
    /// stays as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let mut board: Board<3> = "1 2 3/4 5 6/7 8 0".parse()?;
    /// assert_eq!(board.slide_cell(6)?.len(), 2); // tiles 8 and 7 move right
    /// assert_eq!(board.to_string(), "1 2 3/4 5 6/0 7 8");
    /// assert!(board.slide_cell(4).is_err());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard mut "assert_eq!(board.slide_cell(1)?[0].tile, 3); // tile 3 moves down"
    {
        pub fn slide_cell(&mut self, cell: usize) -> Result<Vec<Slide>, MoveError> {
            Puzzle::slide_cell(self, cell)
        }
    }

    /// Slides this tile towards the blank, together with all tiles between them.
    ///
    /// As [`slide_cell`](Self::slide_cell), for a tile that is named by its number.
    ///
    /// # Errors
    /// [`MoveError`] if there is no such tile, or it is not in line with the blank; the board
    /// stays as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let mut board: Board<3> = "1 2 3/4 5 6/7 8 0".parse()?;
    /// assert_eq!(board.slide_tile(3)?.len(), 2); // tiles 6 and 3 move down
    /// assert_eq!(board.to_string(), "1 2 0/4 5 3/7 8 6");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard mut "assert_eq!(board.slide_tile(3)?.len(), 1); // tile 3 moves down"
    {
        pub fn slide_tile(&mut self, tile: Tile) -> Result<Vec<Slide>, MoveError> {
            Puzzle::slide_tile(self, tile)
        }
    }

    /// Plays all moves, or none if one of them is illegal.
    ///
    /// Takes time proportional to the moves.
    ///
    /// # Errors
    /// [`MoveError`] names the first illegal move; the board is left as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Moves};
    /// let mut board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let wrong: Moves = "LUU".parse()?;
    /// assert!(matches!(board.play(&wrong), Err(npuzzle::MoveError::Illegal { index: 2, .. })));
    /// let moves: Moves = "LUL".parse()?;
    /// board.play(&moves)?;
    /// assert!(board.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard mut "board.play(&\"LDR\".parse()?)?; // tiles 5, 1 and 3"
    {
        pub fn play(&mut self, moves: &Moves) -> Result<(), MoveError> {
            Puzzle::play(self, moves)
        }
    }

    /// Returns the lexicographic rank of the board among all cells! arrangements, from 0.
    ///
    /// Unsolvable boards have a rank.
    ///
    /// # Errors
    /// [`PermutationError::TooLong`] above [`MAX_RANKED`](crate::permutation::MAX_RANKED) cells.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// let board: Board<2> = "0 1/3 2".parse()?;
    /// assert_eq!(board.rank()?, 1); // after 0 1/2 3
    /// assert_eq!(Board::<2>::unrank(1)?, board);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    on DynBoard "assert_eq!(DynBoard::unrank(board.shape(), board.rank()?)?, board);"
    {
        pub fn rank(&self) -> Result<u128, PermutationError> {
            Puzzle::rank(self)
        }
    }

    /// Returns the number of the board among those that can be solved (blank last), from 0.
    ///
    /// The numbers go up to [`Shape::solvable_count`](crate::Shape::solvable_count) - 1. A number is the blank's
    /// cell, then half the rank of the tiles' order: the blank's cell decides the parity of that
    /// order, and of two orders that differ in the last two tiles one is even.
    ///
    /// # Errors
    /// [`PermutationError::Unsolvable`], or [`PermutationError::TooLong`] above
    /// [`MAX_RANKED`](crate::permutation::MAX_RANKED) cells.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::Board;
    /// for number in 0..12 {
    ///     let board = Board::<2>::unrank_solvable(number)?;
    ///     assert!(board.is_solvable());
    ///     assert_eq!(board.solvable_rank()?, number);
    /// }
    /// # Ok::<_, npuzzle::permutation::PermutationError>(())
    /// ```
    on DynBoard "assert!(board.solvable_rank()? < 360); // of 6! / 2"
    {
        pub fn solvable_rank(&self) -> Result<u128, PermutationError> {
            Puzzle::solvable_rank(self)
        }
    }
}
