//! The methods of every board, whether its shape is known to the compiler or only at run time.

use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::board::Board;
use crate::cells::{Cells, PASS, Tile};
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::invariant;
use crate::inversions;
use crate::manhattan;
use crate::moves::Moves;
use crate::permutation::{self, PermutationError};
use crate::rank;
use crate::shape::Shape;
use crate::slide::{LegalMoves, MoveError, Slide};
use crate::solvability::{self, Solvability};

/// A board of any kind: [`Board`] or [`DynBoard`].
///
/// Write functions over `impl Puzzle` to take both. Both boards have the same methods of their own,
/// so that `board.is_solvable()` needs no import; each is described at [`Board`].
///
/// The tiles of a board are always the numbers `0..cells`, each once. The trait is sealed, so only
/// this crate writes into a board, and methods can be added without breaking anybody.
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
/// Nobody else can write into a board, not even through a bound:
///
/// ```compile_fail,E0061
/// fn spoil<P: npuzzle::Puzzle>(board: &mut P) {
///     board.view_mut(); // asks for a pass, which only the crate has
/// }
/// ```
///
/// ```compile_fail,E0603
/// use npuzzle::cells::PASS; // and keeps to itself
/// ```
pub trait Puzzle:
    Cells + Clone + Eq + Ord + Hash + fmt::Debug + fmt::Display + Send + Sync
{
    /// Returns the shape.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// fn is_square(board: &impl Puzzle) -> bool {
    ///     board.shape().rows() == board.shape().columns()
    /// }
    /// assert!(is_square(&Board::<4>::solved()) && !is_square(&Board::<3, 5>::solved()));
    /// ```
    #[inline]
    fn shape(&self) -> Shape {
        self.view(PASS).shape
    }

    /// Returns the tiles by cell, in reading order, layer by layer.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle, Tile};
    /// fn first_row(board: &impl Puzzle) -> &[Tile] {
    ///     &board.tiles()[..board.shape().columns()]
    /// }
    /// assert_eq!(first_row(&Board::<3, 5>::solved()), [1, 2, 3, 4, 5]);
    /// ```
    #[inline]
    fn tiles(&self) -> &[Tile] {
        self.view(PASS).tiles
    }

    /// Returns the blank's cell.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// fn row_of_blank(board: &impl Puzzle) -> usize {
    ///     board.shape().place(board.blank()).row
    /// }
    /// assert_eq!(row_of_blank(&Board::<3, 5>::solved()), 2); // counted from 0
    /// ```
    #[inline]
    fn blank(&self) -> usize {
        self.view(PASS).blank
    }

    /// Returns the tile at a cell, 0 for the blank; `None` if the board has no such cell.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let board: Board<2, 3> = "1 2 3/4 0 5".parse()?;
    /// assert_eq!((Puzzle::get(&board, 3), Puzzle::get(&board, 6)), (Some(4), None));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    fn get(&self, cell: usize) -> Option<Tile> {
        self.tiles().get(cell).copied()
    }

    /// Returns the tiles one by one, in reading order, layer by layer.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// fn largest(board: &impl Puzzle) -> Option<npuzzle::Tile> {
    ///     board.iter().max()
    /// }
    /// assert_eq!(largest(&Board::<4>::solved()), Some(15));
    /// ```
    #[inline]
    fn iter(&self) -> core::iter::Copied<core::slice::Iter<'_, Tile>> {
        self.tiles().iter().copied()
    }

    /// Returns the cell of a tile, 0 being the blank; `None` if the board has no such tile.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let board: Board<2, 3> = "1 2 3/4 0 5".parse()?;
    /// assert_eq!((Puzzle::position(&board, 4), Puzzle::position(&board, 6)), (Some(3), None));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn position(&self, tile: Tile) -> Option<usize> {
        self.iter().position(|it| it == tile)
    }

    /// Returns whether the board is solved: the tiles in order, the blank last.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// fn greeting(board: &impl Puzzle) -> &'static str {
    ///     if board.is_solved() { "well done" } else { "your move" }
    /// }
    /// assert_eq!(greeting(&Board::<4>::solved()), "well done");
    /// ```
    fn is_solved(&self) -> bool {
        self.is_solved_for(&Goal::BlankLast)
    }

    /// Returns whether the board is this goal; `false` if the goal has another shape.
    ///
    /// ```
    /// use npuzzle::{Board, Goal, Puzzle};
    /// let board: Board<2, 3> = "0 1 2/3 4 5".parse()?;
    /// assert!(Puzzle::is_solved_for(&board, &Goal::BlankFirst));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn is_solved_for(&self, goal: &Goal) -> bool {
        goal.first_difference(self.view(PASS)) == Ok(None)
    }

    /// Returns whether the solved board (blank last) can be reached.
    ///
    /// ```
    /// use npuzzle::{Board, DynBoard, Puzzle};
    /// fn count<P: Puzzle>(boards: &[P]) -> usize {
    ///     boards.iter().filter(|board| board.is_solvable()).count()
    /// }
    /// let boards: [DynBoard; 2] = ["1 2/0 3".parse()?, "2 1/3 0".parse()?];
    /// assert_eq!(count(&boards), 1);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    fn is_solvable(&self) -> bool {
        invariant::reaches(self.view(PASS), &Goal::BlankLast)
    }

    /// Returns whether this goal can be reached; `false` if it has another shape.
    ///
    /// ```
    /// use npuzzle::{Board, Goal, Puzzle};
    /// fn serves(board: &impl Puzzle) -> [bool; 3] {
    ///     [Goal::BlankLast, Goal::BlankFirst, Goal::Snail].map(|goal| board.is_solvable_for(&goal))
    /// }
    /// assert_eq!(serves(&Board::<4>::solved()), [true, false, true]);
    /// ```
    #[inline]
    fn is_solvable_for(&self, goal: &Goal) -> bool {
        invariant::reaches(self.view(PASS), goal)
    }

    /// Explains whether and why this goal can be reached: print the answer.
    ///
    /// ```
    /// use npuzzle::{Board, Goal, Puzzle};
    /// fn explain(board: &impl Puzzle) -> String {
    ///     board.solvability(&Goal::BlankLast).to_string()
    /// }
    /// assert!(explain(&Board::<4>::solved()).starts_with("solvable: "));
    /// ```
    fn solvability(&self, goal: &Goal) -> Solvability {
        Solvability::of(self.view(PASS), goal)
    }

    /// Returns the number of inversions, the blank left out.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let board: Board<2, 3> = "2 1 3/5 4 0".parse()?;
    /// assert_eq!(Puzzle::inversions(&board), 2); // 2-1 and 5-4
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn inversions(&self) -> u64 {
        inversions::count(self.tiles())
    }

    /// Returns the number of inversions by comparing all pairs.
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let board: Board<2, 3> = "2 1 3/5 4 0".parse()?;
    /// assert_eq!(Puzzle::inversions_naive(&board), 2); // 2-1 and 5-4
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn inversions_naive(&self) -> u64 {
        inversions::count_naive(self.tiles())
    }

    /// Returns the inversions: the pairs of tiles that stand in the other order in the goal.
    ///
    /// # Errors
    /// [`GoalError`] if boards of this shape can't have the goal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal, Puzzle};
    /// let board: Board<2, 3> = "2 1 3/5 4 0".parse()?;
    /// assert_eq!(Puzzle::inverted_pairs(&board, &Goal::BlankLast)?, [(2, 1), (5, 4)]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn inverted_pairs(&self, goal: &Goal) -> Result<Vec<(Tile, Tile)>, GoalError> {
        solvability::inverted_pairs(self.view(PASS), goal)
    }

    /// Returns the cycles of the misplaced tiles: each tile belongs to the cell of the next one.
    ///
    /// # Errors
    /// [`GoalError`] if boards of this shape can't have the goal.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal, Puzzle};
    /// let board: Board<2, 3> = "2 1 3/5 4 0".parse()?;
    /// assert_eq!(Puzzle::cycles(&board, &Goal::BlankLast)?, [[2, 1], [5, 4]]);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn cycles(&self, goal: &Goal) -> Result<Vec<Vec<Tile>>, GoalError> {
        solvability::tile_cycles(self.view(PASS), goal)
    }

    /// Returns the sum of the taxicab distances of all tiles from their cells in the goal, in
    /// moves.
    ///
    /// ```
    /// use npuzzle::{Board, Goal, Puzzle};
    /// let board: Board<2, 3> = "1 2 3/0 4 5".parse()?;
    /// assert_eq!(Puzzle::manhattan(&board, &Goal::BlankLast), 2); // tiles 4 and 5, a step each
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn manhattan(&self, goal: &Goal) -> usize {
        manhattan::to_goal(self.view(PASS), goal).unwrap_or(usize::MAX)
    }

    /// Returns the moves that can be made, in the order of [`Direction::ALL`].
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// fn successors<P: Puzzle>(board: &P) -> Vec<P> {
    ///     board.legal_moves().filter_map(|direction| board.after(direction).ok()).collect()
    /// }
    /// assert_eq!(successors(&Board::<4>::solved()).len(), 2); // the blank is in a corner
    /// ```
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::of(self.shape(), self.blank())
    }

    /// Returns whether a tile can move in this direction.
    ///
    /// ```
    /// use npuzzle::{Board, Direction, Puzzle};
    /// let board: Board<2, 3> = "1 2 3/4 0 5".parse()?;
    /// assert!(Puzzle::can_slide(&board, Direction::Left)); // tile 5
    /// assert!(!Puzzle::can_slide(&board, Direction::Up)); // nothing is below the blank
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn can_slide(&self, direction: Direction) -> bool {
        let from = direction.opposite();
        self.shape().neighbour(self.blank(), from).is_some()
    }

    /// Moves the tile beside the blank in this direction into the blank.
    ///
    /// # Errors
    /// [`MoveError::NoTile`] if the edge of the board leaves no such tile; the board stays as it
    /// was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction, Puzzle};
    /// let mut board: Board<2, 3> = "1 2 3/4 0 5".parse()?;
    /// assert_eq!(Puzzle::slide(&mut board, Direction::Left)?.tile, 5);
    /// assert!(board.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    fn slide(&mut self, direction: Direction) -> Result<Slide, MoveError> {
        self.view_mut(PASS).slide(direction)
    }

    /// Returns the board after a move; this one stays as it is.
    ///
    /// # Errors
    /// [`MoveError::NoTile`] if the edge of the board leaves no tile to move.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Direction, Puzzle};
    /// let board: Board<2, 3> = "1 2 3/4 0 5".parse()?;
    /// assert!(Puzzle::after(&board, Direction::Left)?.is_solved());
    /// assert_eq!(board.to_string(), "1 2 3/4 0 5"); // as it was
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn after(&self, direction: Direction) -> Result<Self, MoveError> {
        let mut next = self.clone();
        next.slide(direction)?;
        Ok(next)
    }

    /// Returns the boards that a move leads to, each with its move, in the order of
    /// [`Direction::ALL`].
    ///
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// fn is_near(board: &impl Puzzle) -> bool {
    ///     Puzzle::neighbours(board).any(|(_, next)| next.is_solved())
    /// }
    /// assert!(is_near(&"1 2/0 3".parse::<Board<2>>()?));
    /// # Ok::<_, npuzzle::ParseError>(())
    /// ```
    fn neighbours(&self) -> impl Iterator<Item = (Direction, Self)> + '_ {
        let after = |direction| Some((direction, self.after(direction).ok()?));
        self.legal_moves().filter_map(after)
    }

    /// Slides the tile in `cell` towards the blank, together with all tiles between them.
    ///
    /// # Errors
    /// [`MoveError`] if there is no such cell, or it is not in line with the blank; the board
    /// stays as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let mut board: Board<2, 3> = "1 2 3/0 4 5".parse()?;
    /// assert_eq!(Puzzle::slide_cell(&mut board, 5)?.len(), 2); // tiles 4 and 5
    /// assert!(board.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn slide_cell(&mut self, cell: usize) -> Result<Vec<Slide>, MoveError> {
        self.view_mut(PASS).slide_cell(cell)
    }

    /// Slides this tile towards the blank, together with all tiles between them.
    ///
    /// # Errors
    /// [`MoveError`] if there is no such tile, or it is not in line with the blank; the board
    /// stays as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let mut board: Board<2, 3> = "1 2 3/0 4 5".parse()?;
    /// assert_eq!(Puzzle::slide_tile(&mut board, 5)?.len(), 2); // tiles 4 and 5
    /// assert!(board.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn slide_tile(&mut self, tile: Tile) -> Result<Vec<Slide>, MoveError> {
        let cells = self.shape().cells();
        let cell = self.position(tile);
        self.slide_cell(cell.ok_or(MoveError::NoSuchTile { tile, cells })?)
    }

    /// Plays all moves, or none if one of them is illegal.
    ///
    /// # Errors
    /// [`MoveError`] names the first illegal move; the board is left as it was.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let mut board: Board<2, 3> = "1 2 3/0 4 5".parse()?;
    /// Puzzle::play(&mut board, &"LL".parse()?)?;
    /// assert!(board.is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn play(&mut self, moves: &Moves) -> Result<(), MoveError> {
        self.view_mut(PASS).play(moves)
    }

    /// Returns the lexicographic rank of the board among all cells! arrangements, from 0.
    ///
    /// # Errors
    /// [`PermutationError::TooLong`] above [`MAX_RANKED`](crate::permutation::MAX_RANKED) cells.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let board: Board<2, 3> = "0 1 2/3 5 4".parse()?;
    /// assert_eq!(Puzzle::rank(&board)?, 1); // after 0 1 2/3 4 5
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn rank(&self) -> Result<u128, PermutationError> {
        permutation::rank(self.tiles())
    }

    /// Returns the number of the board among those that can be solved (blank last), from 0.
    ///
    /// # Errors
    /// [`PermutationError::Unsolvable`], or [`PermutationError::TooLong`] above
    /// [`MAX_RANKED`](crate::permutation::MAX_RANKED) cells.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Puzzle};
    /// let board: Board<2, 3> = "2 1 3/4 5 0".parse()?;
    /// assert!(Puzzle::solvable_rank(&board).is_err()); // two tiles are swapped
    /// assert!(Puzzle::solvable_rank(&Board::<2, 3>::solved())? < 360); // of 6! / 2
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    fn solvable_rank(&self) -> Result<u128, PermutationError> {
        rank::solvable_rank(self.view(PASS))
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Puzzle
    for Board<ROWS, COLS, LAYERS>
{
}

impl Puzzle for DynBoard {}
