//! Goals: the boards that count as solved.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use num_traits::PrimInt;

use crate::board::Board;
use crate::cells::{Cells, View, flatten};
use crate::dyn_board::DynBoard;
use crate::inversions::{parity_below_16, parity_of_distinct};
use crate::messages::messages;
use crate::permutation::Parity;
use crate::shape::{BoardError, Shape, Tile};

/// The board to reach.
///
/// ```text
/// BlankLast    BlankFirst    Snail
///  1  2  3      0  1  2      1  2  3
///  4  5  6      3  4  5      8  0  4
///  7  8  0      6  7  8      7  6  5
/// ```
///
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
    /// All boards with some tiles in place: see [`Goal::partial`]. It fits boards of its own shape.
    Partial(PartialGoal),
}

impl Goal {
    /// Returns the goal in which some tiles don't matter: rows of tiles, `None` for any tile. The
    /// blank is 0, and may also be free.
    ///
    /// As text such a cell is `*`: `"1 2 3/* * */* * *"`; text also makes partial goals for boxes.
    /// If there is only one such cell, the goal is the board with the missing tile on it.
    ///
    /// # Errors
    /// [`BoardError`] as for a board, such as a tile that appears twice.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::{Board, Goal};
    /// let first_row = Goal::partial([[Some(1), Some(2), Some(3)], [None; 3], [None; 3]])?;
    /// assert_eq!(first_row.to_string(), "1 2 3/* * */* * *");
    /// let board: Board<3> = "1 2 3/0 8 7/4 6 5".parse()?;
    /// assert!(board.is_solved_for(&first_row));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn partial<T: PrimInt, R: AsRef<[Option<T>]>>(
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, BoardError> {
        let (shape, tiles) = flatten(rows)?;
        // No board has a tile of that number, so it is refused.
        let number = |tile: T| tile.to_i64().unwrap_or(i64::MAX);
        Self::of_some(shape, tiles.into_iter().map(|tile| tile.map(number)))
    }

    /// Returns the goal of some tiles by cell, `None` for any tile.
    pub(crate) fn of_some(
        shape: Shape,
        tiles: impl IntoIterator<Item = Option<i64>>,
    ) -> Result<Self, BoardError> {
        let tiles: Vec<Option<i64>> = tiles.into_iter().collect();
        let free: Box<[bool]> = tiles.iter().map(Option::is_none).collect();
        let mut is_named = vec![false; shape.cells()];
        for &tile in tiles.iter().take(shape.cells()).flatten() {
            let tile = usize::try_from(tile).ok();
            if let Some(is_named) = tile.and_then(|tile| is_named.get_mut(tile)) {
                *is_named = true;
            }
        }
        let unnamed = |&tile: &usize| !is_named[tile];
        let mut others = (1..shape.cells()).chain([0]).filter(unnamed);
        let mut any = || others.next().unwrap_or_default() as i64;
        let first = tiles.into_iter().map(|tile| tile.unwrap_or_else(&mut any));
        let first = DynBoard::from_tiles(shape, first)?;
        Ok(match free.iter().filter(|&&is_free| is_free).count() {
            // One cell is left for one tile.
            0 | 1 => Self::Custom(first),
            _ => Self::Partial(PartialGoal { first, free }),
        })
    }

    /// Returns the shape of a goal that is written as a board; `None` if it serves several shapes.
    #[must_use]
    pub const fn shape(&self) -> Option<Shape> {
        match self {
            Self::Custom(goal) | Self::Partial(PartialGoal { first: goal, .. }) => {
                Some(goal.shape())
            }
            _ => None,
        }
    }

    /// Checks that boards of this shape can have this goal.
    ///
    /// # Errors
    /// [`GoalError`] if a goal that is written as a board has another shape, or a box is to have a
    /// snail.
    pub fn fits(&self, shape: Shape) -> Result<(), GoalError> {
        let board = shape;
        match (self, self.shape()) {
            (_, Some(goal)) if goal != board => Err(GoalError::WrongShape { goal, board }),
            (Self::Snail, _) if !board.is_flat() => Err(GoalError::SnailInBox { board }),
            _ => Ok(()),
        }
    }

    /// Returns whether both goals accept the same boards of a shape; `==` compares their spelling.
    /// `false` if a goal does not fit the shape. *O*(cells).
    ///
    /// ```
    /// use npuzzle::{Board, Goal, Shape};
    /// let spelled = Goal::from(Board::<3>::solved());
    /// assert!(Goal::BlankLast.means_same_on(&spelled, Shape::square(3)?));
    /// assert!(!Goal::BlankFirst.means_same_on(&spelled, Shape::square(3)?));
    /// assert!(spelled != Goal::BlankLast); // which also serves other shapes
    /// # Ok::<_, npuzzle::BoardError>(())
    /// ```
    #[must_use]
    pub fn means_same_on(&self, other: &Self, shape: Shape) -> bool {
        // A goal has no free cell or several, so it never means the same as one with another number.
        let is_same = |cell| self.tile_at(shape, cell) == other.tile_at(shape, cell);
        let fit = self.fits(shape).is_ok() && other.fits(shape).is_ok();
        fit && (0..shape.cells()).all(is_same)
    }

    /// Returns the goal as a board of this shape; if some tiles are free, the board in which these
    /// are in increasing order, the blank last.
    ///
    /// # Errors
    /// As [`fits`](Self::fits).
    pub fn board(&self, shape: Shape) -> Result<DynBoard, GoalError> {
        self.fits(shape)?;
        let tiles = (0..shape.cells()).map(|cell| self.tile(shape, cell));
        Ok(DynBoard::from_permutation(shape, tiles.collect()))
    }

    /// Returns the tile that belongs to a cell of boards of this shape, 0 for the blank's home.
    ///
    /// `None` if the shape has no such cell, its boards can't have this goal, or any tile may be
    /// there.
    #[must_use]
    pub fn tile_at(&self, shape: Shape, cell: usize) -> Option<Tile> {
        let has_cell = cell < shape.cells() && self.fits(shape).is_ok();
        (has_cell && !self.is_free(cell)).then(|| self.tile(shape, cell))
    }

    /// Returns the cell to which a tile belongs on boards of this shape.
    ///
    /// `None` if the shape has no such tile, its boards can't have this goal, or the tile doesn't
    /// matter. *O*(cells).
    #[must_use]
    pub fn cell_of(&self, shape: Shape, tile: Tile) -> Option<usize> {
        (0..shape.cells()).find(|&cell| self.tile_at(shape, cell) == Some(tile))
    }

    /// Returns the cell to which each tile belongs, by tile; `None` for tiles that are free.
    ///
    /// # Errors
    /// As [`fits`](Self::fits).
    pub fn homes(&self, shape: Shape) -> Result<Vec<Option<usize>>, GoalError> {
        self.fits(shape)?;
        let mut homes = vec![None; shape.cells()];
        for cell in (0..shape.cells()).filter(|&cell| !self.is_free(cell)) {
            homes[usize::from(self.tile(shape, cell))] = Some(cell);
        }
        Ok(homes)
    }

    /// Returns the blank's cell in the goal, its home.
    ///
    /// # Errors
    /// As [`fits`](Self::fits); [`GoalError::ManyBoards`] if the blank may end on several cells.
    pub fn home(&self, shape: Shape) -> Result<usize, GoalError> {
        self.fits(shape)?;
        self.cell_of(shape, 0).ok_or(GoalError::ManyBoards)
    }

    /// Returns the tiles by cell, if none is free, without allocating.
    pub(crate) fn tiles(&self, shape: Shape) -> Result<impl Iterator<Item = Tile> + '_, GoalError> {
        self.fits(shape)?;
        if matches!(self, Self::Partial(_)) {
            return Err(GoalError::ManyBoards);
        }
        Ok((0..shape.cells()).map(move |cell| self.tile(shape, cell)))
    }

    /// Returns the first cell of a board with another tile than in the goal.
    #[inline]
    pub(crate) fn first_difference(&self, board: View<'_>) -> Result<Option<usize>, GoalError> {
        self.fits(board.shape)?;
        let mut cells = board.tiles.iter().enumerate();
        Ok(cells
            .position(|(cell, &tile)| self.tile(board.shape, cell) != tile && !self.is_free(cell)))
    }

    /// Returns the goal without free tiles that a board is to reach in place of this one: one that
    /// it can reach, if there is any.
    pub(crate) fn completed(&self, board: View<'_>) -> Cow<'_, Self> {
        match self {
            Self::Partial(goal) if goal.first.shape() == board.shape => {
                Cow::Owned(Self::Custom(goal.completed(board)))
            }
            _ => Cow::Borrowed(self),
        }
    }

    #[inline]
    fn is_free(&self, cell: usize) -> bool {
        matches!(self, Self::Partial(goal) if goal.free[cell])
    }

    #[inline]
    fn tile(&self, shape: Shape, cell: usize) -> Tile {
        let cells = shape.cells();
        match self {
            Self::BlankLast => ((cell + 1) % cells) as Tile,
            Self::BlankFirst => cell as Tile,
            Self::Snail => ((spiral_index(shape, cell) + 1) % cells) as Tile,
            Self::Custom(goal) | Self::Partial(PartialGoal { first: goal, .. }) => {
                goal.tiles()[cell]
            }
        }
    }

    /// Returns for each tile the cell that it must reach, and for free tiles that of the blank.
    pub(crate) fn destinations(&self, shape: Shape) -> Result<Vec<u16>, GoalError> {
        self.fits(shape)?;
        let home = match self {
            Self::Partial(goal) => goal.first.blank() as u16,
            _ => 0,
        };
        let mut destinations = vec![home; shape.cells()];
        for cell in (0..shape.cells()).filter(|&cell| !self.is_free(cell)) {
            destinations[usize::from(self.tile(shape, cell))] = cell as u16;
        }
        Ok(destinations)
    }
}

/// The boards with given tiles on given cells: made by [`Goal::partial`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartialGoal {
    /// The board of the goal in which the free tiles stand in increasing order, the blank last.
    pub(crate) first: DynBoard,
    /// `[cell]`: true if any tile may stand there. There are two such cells at least.
    pub(crate) free: Box<[bool]>,
}

impl PartialGoal {
    fn free_cells(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.free.len()).filter(|&cell| self.free[cell])
    }

    /// Returns whether the blank may end on any free cell.
    pub(crate) fn is_blank_free(&self) -> bool {
        self.free[self.first.blank()]
    }

    /// Returns the number of tiles that don't matter, without the blank.
    pub(crate) fn free_tiles(&self) -> usize {
        self.free_cells().count() - usize::from(self.is_blank_free())
    }

    /// Returns whether every board can be solved: each has a board of the goal of its own parity.
    pub(crate) fn has_both_parities(&self) -> bool {
        !self.first.shape().is_path() && (self.free_tiles() > 1 || self.has_one_end())
    }

    /// Returns whether each board that can be solved can reach only one board of the goal, or one
    /// that is nearer than all others.
    pub(crate) fn has_one_end(&self) -> bool {
        let shape = self.first.shape();
        let cells: Vec<usize> = self.free_cells().collect();
        match cells[..] {
            _ if shape.is_path() => true,
            // A tile and the blank change places: one swap, and steps of the blank.
            [a, b] => !self.is_blank_free() || shape.distance(a, b) % 2 == 0,
            _ => false,
        }
    }

    /// Returns the board of the goal that a board of its shape is to reach: one that it can reach,
    /// if there is any, and the nearest one on a path. Free tiles on free cells stay there.
    pub(crate) fn completed(&self, board: View<'_>) -> DynBoard {
        let shape = board.shape;
        if let Some(home) = self.home_on_path(board) {
            let mut tiles: Vec<Tile> = board.order().collect();
            tiles.insert(home, 0);
            return DynBoard::from_permutation(shape, tiles.into());
        }
        let mut is_free = vec![false; shape.cells()];
        for cell in self.free_cells() {
            is_free[usize::from(self.first.tiles()[cell])] = true;
        }
        let is_free = |tile: Tile| is_free[usize::from(tile)];
        let placed = board.tiles.iter().copied().zip(&self.free);
        let mut strays = placed.filter(|&(tile, on_free)| is_free(tile) && !on_free);
        let mut tiles: Box<[Tile]> = self.first.tiles().into();
        for cell in self.free_cells() {
            let here = Some(board.tiles[cell]).filter(|&tile| is_free(tile));
            let tile = here.or_else(|| Some(strays.next()?.0));
            tiles[cell] = tile.unwrap_or_default();
        }
        let completed = |tiles: &[Tile]| DynBoard::from_permutation(shape, tiles.into());
        if !shape.is_path() && !reaches(board, &Goal::Custom(completed(&tiles))) {
            // Two free tiles change places, or the tile and the blank if there is only one.
            let with_blank = self.free_tiles() < 2;
            let mut cells = self.free_cells().filter(|&it| with_blank || tiles[it] != 0);
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                tiles.swap(a, b);
            }
        }
        completed(&tiles)
    }

    /// Returns the cell nearest to the blank on which it can end; `None` if the board is no path,
    /// whose tiles never change their order, or can't reach the goal.
    fn home_on_path(&self, board: View<'_>) -> Option<usize> {
        if !board.shape.is_path() {
            return None;
        }
        let order: Vec<Tile> = board.order().collect();
        let may_hold = |cell: usize, tile| self.free[cell] || self.first.tiles()[cell] == tile;
        // A tile in front of the blank stands on the cell of its place in the order, others one
        // later.
        let front = (0..order.len()).take_while(|&nth| may_hold(nth, order[nth]));
        let back = (0..order.len()).rev();
        let back = back.take_while(|&nth| may_hold(nth + 1, order[nth]));
        let homes = order.len() - back.count()..=front.count();
        let homes = homes.filter(|&cell| may_hold(cell, 0));
        homes.min_by_key(|home| home.abs_diff(board.blank))
    }
}

/// Returns the sum of the taxicab distances of all cells from those that their contents must reach;
/// the blank and free tiles, for which `home` stands, are left out.
pub(crate) fn manhattan(shape: Shape, home: u16, destinations: impl Iterator<Item = u16>) -> usize {
    let cells = destinations.enumerate().filter(|&(_, it)| it != home);
    let distances = cells.map(|(cell, destination)| shape.distance(cell, destination.into()));
    distances.sum()
}

/// Returns the number of cells before this one on the clockwise spiral from the top left.
fn spiral_index(shape: Shape, cell: usize) -> usize {
    let (rows, cols) = (shape.rows(), shape.columns());
    let (row, column) = (cell / cols, cell % cols);
    let ring = row.min(column).min(rows - 1 - row).min(cols - 1 - column);
    let (height, width) = (rows - 2 * ring, cols - 2 * ring);
    let before = rows * cols - height * width;
    let steps = row - ring + column - ring;
    if row == ring || column == cols - 1 - ring {
        before + steps
    } else {
        before + 2 * (height + width - 2) - steps
    }
}

impl<const ROWS: usize, const COLS: usize, const LAYERS: usize> Board<ROWS, COLS, LAYERS> {
    /// Returns this goal as a board, as [`Goal::board`] does.
    ///
    /// # Errors
    /// [`GoalError`] if the goal is for boards of another shape.
    pub fn solved_for(goal: &Goal) -> Result<Self, GoalError> {
        let mut board = Self::solved();
        let solved = goal.board(Self::SHAPE)?;
        board.fill(solved.tiles().iter().copied());
        Ok(board)
    }
}

impl From<DynBoard> for Goal {
    fn from(goal: DynBoard) -> Self {
        Self::Custom(goal)
    }
}

impl<const R: usize, const C: usize, const L: usize> From<Board<R, C, L>> for Goal {
    fn from(goal: Board<R, C, L>) -> Self {
        Self::Custom(goal.into())
    }
}

/// A goal that boards of a shape can't have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalError {
    /// The goal is written as a board of another shape.
    WrongShape {
        /// The shape of the goal.
        goal: Shape,
        /// The shape of the board.
        board: Shape,
    },
    /// A spiral is defined on flat boards only.
    SnailInBox {
        /// The shape of the board.
        board: Shape,
    },
    /// Some tiles are free, but a goal of a single board is required.
    ManyBoards,
}

messages! { GoalError;
    Self::ManyBoards => "some tiles are free in the goal, so it is no single board";
    Self::WrongShape { goal, board } => "the goal is {goal} but the board is {board}";
    Self::SnailInBox { board } => "the snail goal is for flat boards, not for {board}";
}

/// Returns whether the goal can be reached from a board.
///
/// Always inlined with its callees: for a shape known at compile time nearly all of it is constant.
#[inline(always)]
pub(crate) fn reaches(board: View<'_>, goal: &Goal) -> bool {
    let shape = board.shape;
    if matches!(goal, Goal::Partial(_)) {
        return reaches_some(board, goal);
    }
    if shape.is_path() {
        let tiles = goal.tiles(shape);
        return tiles.is_ok_and(|it| it.filter(|&tile| tile != 0).eq(board.order()));
    }
    of_goal(goal, shape).is_ok_and(|invariant| of_board(board) == invariant)
}

/// The same for a goal with free tiles.
#[inline(never)]
fn reaches_some(board: View<'_>, goal: &Goal) -> bool {
    let completed = goal.completed(board);
    !matches!(*completed, Goal::Partial(_)) && reaches(board, &completed)
}

/// Returns the invariant: the parity of the permutation, blank included, plus that of the blank's
/// cell.
///
/// A move is one swap and one step of the blank, so it changes both.
#[inline(always)]
fn of_board(board: View<'_>) -> Parity {
    let cells = board.shape.cells();
    let permutation = if cells <= 16 {
        parity_below_16(board.tiles)
    } else {
        parity_of_distinct(board.tiles.iter().copied(), cells)
    };
    permutation ^ colour(board.shape, board.blank)
}

/// Returns the same for a goal.
#[inline]
fn of_goal(goal: &Goal, shape: Shape) -> Result<Parity, GoalError> {
    let cells = shape.cells();
    match goal {
        // One cycle through all cells.
        Goal::BlankLast => Ok(Parity::of(cells as u64 - 1) ^ colour(shape, cells - 1)),
        Goal::BlankFirst => Ok(Parity::Even),
        _ => of_any_goal(goal, shape),
    }
}

/// The same for any goal; apart, so that the two above are constant expressions.
#[inline(never)]
fn of_any_goal(goal: &Goal, shape: Shape) -> Result<Parity, GoalError> {
    let permutation = parity_of_distinct(goal.tiles(shape)?, shape.cells());
    Ok(permutation ^ colour(shape, goal.home(shape)?))
}

/// Returns the colour of a cell on the chessboard of the shape: each step of the blank changes it.
#[inline]
const fn colour(shape: Shape, cell: usize) -> Parity {
    let at = shape.place(cell);
    Parity::of((at.layer + at.row + at.column) as u64)
}
