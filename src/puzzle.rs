//! The methods of every board.

use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::cells::{Cells, Sealed};
use crate::direction::Direction;
use crate::goal::reaches;
use crate::goal::{Goal, GoalError, manhattan};
use crate::inversions;
use crate::moves::Moves;
use crate::permutation::{self, MAX_RANKED, PermutationError, factorial};
use crate::shape::{Shape, Tile};
use crate::solvability::{self, Solvability};
use crate::tile_move::{LegalMoves, MoveError, TileMove, play, run_to_blank, slide, slide_cell};

/// Puts methods on [`Board`](crate::Board) with all of their documentation, and on
/// [`DynBoard`](crate::DynBoard) with its first line and a pointer.
macro_rules! on_both_boards {
    ($(
        #[doc = $first:literal] $(#[doc = $more:literal])* $([$($attribute:meta),+])?
        fn $method:ident($($argument:tt)*) $(-> $result:ty)? $body:block
    )*) => {
        impl<const R: usize, const C: usize, const L: usize> $crate::board::Board<R, C, L> {
            $(
                #[doc = $first] $(#[doc = $more])* $($(#[$attribute])+)?
                pub fn $method($($argument)*) $(-> $result)? $body
            )*
        }

        /// The same methods as those of [`Board`](crate::Board): errors and complexity are
        /// described there.
        #[expect(clippy::missing_errors_doc, reason = "the errors are described at `Board`")]
        impl $crate::dyn_board::DynBoard {
            $(
                #[doc = $first]
                #[doc = ""]
                #[doc = concat!("See [`Board`](crate::Board::", stringify!($method), ").")]
                $($(#[$attribute])+)?
                pub fn $method($($argument)*) $(-> $result)? $body
            )*
        }
    };
}

#[cfg(feature = "solver")]
pub(crate) use on_both_boards;

/// Makes the trait of these methods, and puts them on both boards, so that `board.is_solvable()`
/// needs no import.
macro_rules! puzzle {
    ($(
        #[doc = $first:literal] $(#[doc = $more:literal])* $([$($attribute:meta),+])?
        fn $method:ident($($argument:tt)*) $(-> $result:ty)? $body:block
    )*) => {
        /// A board of any kind: [`Board`](crate::Board) or [`DynBoard`](crate::DynBoard).
        ///
        /// Write functions over `impl Puzzle` to take both. Both boards also have these methods
        /// without the trait in scope; [`Board`](crate::Board) documents them.
        ///
        /// The tiles of a board are always the numbers `0..cells`, each once. The trait is sealed:
        /// only this crate writes into a board, and methods can be added compatibly.
        ///
        /// ```
        /// use npuzzle::{Board, DynBoard, Goal, Puzzle};
        ///
        /// fn misplaced(board: &impl Puzzle) -> usize {
        ///     board.iter().enumerate().filter(|&(cell, tile)| tile != 0 && cell + 1 != tile.into()).count()
        /// }
        /// fn verdict(board: &impl Puzzle) -> String {
        ///     format!("{} is {}", board, if board.is_solvable() { "solvable" } else { "unsolvable" })
        /// }
        /// let fixed: Board<2> = "1 3/2 0".parse()?;
        /// let dynamic: DynBoard = "1 2 3/4 0 5".parse()?;
        /// assert_eq!((misplaced(&fixed), misplaced(&dynamic)), (2, 1));
        /// assert_eq!(verdict(&dynamic), "1 2 3/4 0 5 is solvable");
        /// # Ok::<_, npuzzle::ParseError>(())
        /// ```
        ///
        /// Not even a bound gives access to the parts of a board:
        ///
        /// ```compile_fail,E0624
        /// fn parts(board: &impl npuzzle::Puzzle) {
        ///     board.view();
        /// }
        /// ```
        #[expect(clippy::missing_errors_doc, reason = "the errors are described at `Board`")]
        pub trait Puzzle:
            Sealed + Clone + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync
        {
            /// Returns the shape.
            #[inline]
            fn shape(&self) -> Shape {
                self.view().shape
            }

            /// Returns the tiles by cell, in reading order, layer by layer.
            #[inline]
            fn tiles(&self) -> &[Tile] {
                self.view().tiles
            }

            /// Returns the blank's cell.
            #[inline]
            fn blank(&self) -> usize {
                self.view().blank
            }

            $(
                #[doc = $first]
                #[doc = ""]
                #[doc = concat!("See [`Board`](crate::Board::", stringify!($method), ").")]
                $($(#[$attribute])+)?
                fn $method($($argument)*) $(-> $result)? $body
            )*
        }

        on_both_boards! {
            $(
                #[doc = $first] $(#[doc = $more])* $([$($attribute),+])?
                fn $method($($argument)*) $(-> $result)? $body
            )*
        }
    };
}

impl<P: Sealed + Clone + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync> Puzzle for P {}

puzzle! {
    /// Returns the tile at a cell, 0 for the blank; `None` if the board has no such cell.
    [must_use, inline]
    fn get(&self, cell: usize) -> Option<Tile> {
        self.tiles().get(cell).copied()
    }

    /// Returns the tiles one by one, in reading order, layer by layer.
    [inline]
    fn iter(&self) -> core::iter::Copied<core::slice::Iter<'_, Tile>> {
        self.tiles().iter().copied()
    }

    /// Returns the cell of a tile, 0 being the blank; `None` if the board has no such tile.
    ///
    /// Takes *O*(cells) time; [`blank`](Self::blank) takes constant time.
    [must_use]
    fn position(&self, tile: Tile) -> Option<usize> {
        self.iter().position(|it| it == tile)
    }

    /// Returns whether the board is solved: the tiles in order, the blank last.
    [must_use]
    fn is_solved(&self) -> bool {
        self.is_solved_for(&Goal::BlankLast)
    }

    /// Returns whether the board is this goal; `false` if the goal has another shape.
    [must_use]
    fn is_solved_for(&self, goal: &Goal) -> bool {
        goal.first_difference(self.view()) == Ok(None)
    }

    /// Returns whether the solved board (blank last) can be reached.
    ///
    /// One rule holds for every shape with two sides longer than 1 and for every goal. Each move is
    /// one swap and one step of the blank. So the permutation from board to goal, blank included,
    /// and the blank's taxicab distance from home must be both even or both odd. R. M. Wilson
    /// showed that this suffices (*Graph puzzles, homotopy, and the alternating group*, 1974). If
    /// the cells form a path, the tiles must be in the goal's order.
    ///
    /// Takes *O*(cells) time, and allocates nothing.
    ///
    /// ```
    /// let board: npuzzle::Board<4> = "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0".parse()?;
    /// assert!(!board.is_solvable()); // two tiles swapped
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    [must_use, inline]
    fn is_solvable(&self) -> bool {
        reaches(self.view(), &Goal::BlankLast)
    }

    /// Returns whether this goal can be reached; `false` if it has another shape.
    ///
    /// The rule is that of [`is_solvable`](Self::is_solvable).
    [must_use, inline]
    fn is_solvable_for(&self, goal: &Goal) -> bool {
        reaches(self.view(), goal)
    }

    /// Explains whether and why this goal can be reached; `{}` prints the explanation.
    ///
    /// Takes *O*(cells log cells) time.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
    /// let why = board.solvability(&Goal::BlankLast);
    /// assert!(why.to_string().starts_with("unsolvable: "));
    /// assert_eq!(why.repair(), Some((7, 8)));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    [must_use]
    fn solvability(&self, goal: &Goal) -> Solvability {
        Solvability::of(self.view(), goal)
    }

    /// Returns the number of inversions: pairs of tiles in which the larger stands first.
    ///
    /// Tiles are read in reading order, the blank is skipped. As [`inversions::count`].
    [must_use]
    fn inversions(&self) -> u64 {
        inversions::count(self.tiles())
    }

    /// Returns the number of inversions as [`inversions::count_naive`] does, in *O*(cells^2).
    [must_use]
    fn inversions_naive(&self) -> u64 {
        inversions::count_naive(self.tiles())
    }

    /// Returns the inversions relative to a goal: the pairs of tiles that stand in the other order
    /// there, the blank left out.
    ///
    /// The tile that stands first on the board comes first; pairs are in reading order. Takes
    /// *O*(cells^2) time and memory:
    /// [`Evidence::Inversions`](crate::solvability::Evidence::Inversions) has their number sooner.
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
    fn inverted_pairs(&self, goal: &Goal) -> Result<Vec<(Tile, Tile)>, GoalError> {
        solvability::inverted_pairs(self.view(), goal)
    }

    /// Returns the cycles of the misplaced tiles, the blank included: each tile belongs to the cell
    /// of the next one, and the last tile to the cell of the first.
    ///
    /// A cycle of `k` tiles takes `k - 1` swaps. Each cycle begins with the tile that comes first
    /// in reading order. Takes *O*(cells) time.
    ///
    /// # Errors
    /// [`GoalError`] if boards of this shape can't have the goal.
    fn cycles(&self, goal: &Goal) -> Result<Vec<Vec<Tile>>, GoalError> {
        solvability::tile_cycles(self.view(), goal)
    }

    /// Returns the sum of the taxicab distances of all tiles from their cells in the goal, in
    /// moves.
    ///
    /// The blank is left out, and so are tiles that are free in the goal. Every move of another
    /// tile changes the sum by 1, so a solution has at least this number of moves; if no tile is
    /// free, an even number more. A goal of another shape can't be reached: the result is
    /// [`usize::MAX`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse()?;
    /// assert_eq!(board.manhattan(&Goal::BlankLast), 3); // tiles 4, 5 and 8 are one step away
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    [must_use]
    fn manhattan(&self, goal: &Goal) -> usize {
        goal.destinations(self.shape()).map_or(usize::MAX, |destinations| {
            let wanted = self.iter().map(|tile| destinations[usize::from(tile)]);
            manhattan(self.shape(), destinations[0], wanted)
        })
    }

    /// Returns the moves that can be made, in the order of [`Direction::ALL`], without allocating.
    [must_use]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::of(self.shape(), self.blank())
    }

    /// Moves the tile beside the blank in this direction into the blank, in constant time.
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
    [inline]
    fn slide(&mut self, direction: Direction) -> Result<TileMove, MoveError> {
        slide(self, direction)
    }

    /// Returns the board after a move; this one stays as it is.
    ///
    /// # Errors
    /// [`MoveError::NoTile`] if the edge of the board leaves no tile to move.
    fn after(&self, direction: Direction) -> Result<Self, MoveError> {
        let mut next = self.clone();
        next.slide(direction)?;
        Ok(next)
    }

    /// Returns the boards one move away, each with its move, in the order of [`Direction::ALL`].
    [doc(alias = "neighbors")]
    fn neighbours(&self) -> impl Iterator<Item = (Direction, Self)> + '_ {
        let after = |direction| Some((direction, self.after(direction).ok()?));
        self.legal_moves().filter_map(after)
    }

    /// Slides the tile in `cell` towards the blank, together with all tiles between them.
    ///
    /// As a click on the tile does in a game. Returns the tiles that moved, the one next to the
    /// blank first. A click on the blank moves nothing. Takes time proportional to the tiles moved.
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
    fn slide_cell(&mut self, cell: usize) -> Result<Vec<TileMove>, MoveError> {
        slide_cell(self, cell)
    }

    /// Returns whether [`slide_cell`](Self::slide_cell) would move a tile: whether the cell is in
    /// line with the blank, and not its own.
    [must_use]
    fn can_slide_cell(&self, cell: usize) -> bool {
        run_to_blank(self.shape(), cell, self.blank()).is_ok_and(|(_, tiles)| tiles > 0)
    }

    /// Returns the board with two tiles exchanged, 0 being the blank, as [`Solvability::repair`]
    /// proposes. Takes *O*(cells) time.
    ///
    /// # Errors
    /// [`MoveError::NoSuchTile`] if the board has no such tile.
    fn swapped(&self, a: Tile, b: Tile) -> Result<Self, MoveError> {
        let cells = self.shape().cells();
        let cell = |tile| self.position(tile).ok_or(MoveError::NoSuchTile { tile, cells });
        let (mut swapped, mut tiles) = (self.clone(), self.tiles().to_vec());
        tiles.swap(cell(a)?, cell(b)?);
        swapped.fill(tiles);
        Ok(swapped)
    }

    /// Returns the boards after each move. If a move is illegal, its error is the last item.
    ///
    /// Each board is a clone: *O*(cells) time for each move.
    fn boards_along(&self, moves: &Moves) -> impl Iterator<Item = Result<Self, MoveError>> {
        let (mut board, mut is_legal) = (self.clone(), true);
        moves.iter().enumerate().map_while(move |(index, direction)| {
            let blank = board.shape().place(board.blank());
            let slid = is_legal.then(|| board.slide(direction))?;
            is_legal = slid.is_ok();
            let illegal = |_| MoveError::Illegal { index, direction, blank };
            Some(slid.map(|_| board.clone()).map_err(illegal))
        })
    }

    /// Plays all moves, or none if one of them is illegal, in *O*(moves).
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
    fn play(&mut self, moves: &Moves) -> Result<(), MoveError> {
        play(self, moves)
    }

    /// Returns the lexicographic rank of the board among all cells! arrangements, solvable or not,
    /// from 0.
    ///
    /// # Errors
    /// [`PermutationError::TooLong`] above [`MAX_RANKED`] cells.
    fn rank(&self) -> Result<u128, PermutationError> {
        permutation::rank(self.tiles())
    }
}

impl Shape {
    /// Returns the number of solvable boards of this shape, for a goal without free tiles; `None`
    /// above [`MAX_RANKED`] cells, whose boards 128 bits can't number.
    #[must_use]
    pub fn solvable_count(self) -> Option<u128> {
        match self.cells() {
            cells if cells > MAX_RANKED => None,
            cells if self.is_path() => Some(cells as u128),
            cells => Some(factorial(cells) / 2),
        }
    }
}
