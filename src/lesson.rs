//! A solution by hand: line by line, each step named and explained.
//!
//! ```
//! use npuzzle::lesson::Lesson;
//! use npuzzle::{Board, Goal};
//!
//! let board: Board<3> = "1 2 3/5 0 6/4 7 8".parse()?;
//! let mut lesson = Lesson::new(&board, &Goal::BlankLast)?;
//! let steps: Vec<String> = lesson.by_ref().map(|step| step.to_string()).collect();
//! assert_eq!(steps, [
//!     "move the blank to row 2, column 1: R",
//!     "turn the corner, 4 then 7: UL",
//!     "turn the last tiles until they are home: L",
//! ]);
//! assert!(lesson.board().is_solved());
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! The page [`by_hand`](crate::learn::by_hand) teaches the method.

mod step;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use crate::direction::Direction::{self, Down, Left, Right, Up};
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::messages::messages;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::region::Region;
use crate::shape::{Shape, Tile};
use crate::solvability::Solvability;
pub use step::{LessonStep, Line, Manoeuvre};

/// The moves that turn the last two tiles of the top row into place, with the blank on the last
/// cell but one, the one tile in the corner and the other one below it.
const TURN: [Direction; 2] = [Left, Up];

/// The moves that lead the last tile of the top row around the other one, which is in the corner:
/// from below the blank, on the last cell but one, to the second cell below the corner.
const AROUND: [Direction; 8] = [Left, Up, Right, Up, Left, Down, Down, Right];

/// A solution by hand, as an iterator over its steps.
///
/// People learn this method by heart. Lines are put in order at the edge of the rest: rows from the
/// top until two are left, then columns from the left; from the other end if the blank's home is
/// there. The tiles of a line come home one by one, the last two together by the same moves each
/// time. The last three tiles go around in their block.
///
/// A step depends on the board alone: a lesson that begins between two steps of another one
/// continues as that one; in the middle of a step it may go another way. (If tiles are free in the
/// goal, each lesson chooses a board of it at its beginning.) So the first step of a lesson from the
/// current board is the next step of a player by hand. For each cell that a tile moves, the blank's
/// path is searched up to twice, over the cells no farther from its end than the blank. The lesson
/// stores no step.
#[derive(Clone, Debug)]
pub struct Lesson {
    board: DynBoard,
    goal: DynBoard,
    /// The goal whose free tiles `goal` places: the lesson ends as soon as it is reached.
    partial: Option<Goal>,
    /// The rectangle of cells that are not in order yet.
    rest: Region,
    fixed: Vec<Tile>,
    /// The number of cells in order of the line at the edge.
    settled: usize,
    /// The moves of the present step.
    moves: Moves,
    /// `[tile]`: its cell.
    cells: Vec<u16>,
    /// `[cell]`: true if its tile is fixed, so that the blank can't enter.
    is_shut: Vec<bool>,
    /// `[cell]`: the next move on the blank's path, for cells that a search has reached.
    onwards: Vec<Option<Direction>>,
}

impl Lesson {
    /// Begins a lesson on a board.
    ///
    /// # Errors
    /// [`LessonError`] if the goal is for another shape or can't be reached, or if the board is a
    /// box.
    pub fn new(board: &impl Puzzle, goal: &Goal) -> Result<Self, LessonError> {
        let shape = board.shape();
        let homes = goal.completed(board.view()).board(shape)?;
        if !shape.is_flat() {
            return Err(LessonError::Box { shape });
        }
        if !board.is_solvable_for(goal) {
            return Err(LessonError::Unsolvable(Box::new(board.solvability(goal))));
        }
        let mut cells = vec![0; shape.cells()];
        for (cell, tile) in board.iter().enumerate() {
            cells[usize::from(tile)] = cell as u16;
        }
        Ok(Self {
            board: DynBoard::of(board.view()),
            goal: homes,
            partial: matches!(goal, Goal::Partial(_)).then(|| goal.clone()),
            rest: Region::all(shape),
            fixed: Vec::new(),
            settled: 0,
            moves: Moves::new(),
            cells,
            is_shut: vec![false; shape.cells()],
            onwards: vec![None; shape.cells()],
        })
    }

    /// Returns the board after the steps that were taken.
    #[must_use]
    pub const fn board(&self) -> &DynBoard {
        &self.board
    }

    /// Returns the tiles that those steps leave at home for good, in the order of the method. The
    /// steps that follow never move them.
    #[must_use]
    pub fn fixed(&self) -> &[Tile] {
        &self.fixed
    }

    /// Fixes the tile of the next cell of a line.
    fn fix(&mut self, cell: usize) {
        self.is_shut[cell] = true;
        self.fixed.push(self.goal[cell]);
        self.settled += 1;
    }

    /// Makes the next step for a line, `None` if it is in order.
    fn line(&mut self, edge: &Edge) -> Option<Manoeuvre> {
        while self.settled + 2 < edge.length {
            let to = edge.cell(self.settled, 0);
            let tile = self.goal[to];
            self.lead(tile, to);
            self.fix(to);
            if !self.moves.is_empty() {
                let to = self.board.shape().place(to);
                return Some(Manoeuvre::Place { tile, to });
            }
        }
        let manoeuvre = self.last_two(edge);
        if let None | Some(Manoeuvre::TurnCorner { .. }) = manoeuvre {
            self.fix(edge.window(0, 0));
            self.fix(edge.window(1, 0));
            let is_column = matches!(edge.line, Line::Column(_));
            let is_high = matches!(edge.inwards, Direction::Up | Direction::Left);
            self.rest.cut_off(usize::from(is_column), is_high);
            self.settled = 0;
        }
        manoeuvre
    }

    /// Makes the next step for the last two tiles of a line, `None` if they are at home.
    fn last_two(&mut self, edge: &Edge) -> Option<Manoeuvre> {
        let shape = self.board.shape();
        let (beside, corner) = (edge.window(0, 0), edge.window(1, 0));
        let (below, target) = (edge.window(0, 1), edge.window(1, 1));
        let (first, second) = (self.goal[beside], self.goal[corner]);
        let now = self.window(edge);
        if now[..2] == [beside, corner] {
            return None;
        }
        if self.continues(edge, [corner, target, beside], &TURN) {
            return Some(Manoeuvre::TurnCorner { first, second });
        }
        if now[..2] == [corner, beside] {
            if now[2] != below {
                return Some(self.walk(below, Some(corner)));
            }
            self.make(edge.inwards);
        }
        let now = self.window(edge);
        if self.continues(edge, [corner, below, beside], &AROUND) {
            let to = shape.place(edge.window(1, 2));
            return Some(Manoeuvre::LeadAround { first, second, to });
        }
        if now[0] != corner {
            self.lead(first, corner);
            let to = shape.place(corner);
            return Some(Manoeuvre::ToCorner { tile: first, to });
        }
        self.is_shut[corner] = true;
        let manoeuvre = if now[1] == target {
            self.walk(beside, Some(target))
        } else {
            self.lead(second, target);
            let (tile, side) = (second, edge.inwards);
            let to = shape.place(target);
            Manoeuvre::BelowCorner { tile, to, side }
        };
        self.is_shut[corner] = false;
        Some(manoeuvre)
    }

    /// Returns the cells of the last two tiles of a line and of the blank.
    fn window(&self, edge: &Edge) -> [usize; 3] {
        let cell_of = |nth| self.cell_of(self.goal[edge.window(nth, 0)]);
        [cell_of(0), cell_of(1), self.board.blank()]
    }

    /// Makes the moves that are left of a list for the top row, if the last two tiles and the blank are
    /// on their way from `start`, but not at its end; returns whether they are.
    fn continues(&mut self, edge: &Edge, start: [usize; 3], directions: &[Direction]) -> bool {
        let (now, mut state) = (self.window(edge), start);
        for (made, &direction) in directions.iter().enumerate() {
            if state == now {
                for &direction in &directions[made..] {
                    self.make(edge.turned(direction));
                }
                return true;
            }
            // The tile that moves comes from the other side of the blank.
            let [.., blank] = state;
            let from = edge.shift(blank, edge.turned(direction.opposite()), 1);
            state = state.map(|it| if it == from { blank } else { it });
            state[2] = from;
        }
        false
    }

    /// Makes the step that puts the last block in order, or moves the blank along a single line.
    fn last_block(&mut self) -> Option<Manoeuvre> {
        let shape = self.board.shape();
        if self.fixed.len() + 1 == shape.cells() {
            return None;
        }
        let cells: Vec<usize> = self.rest.cells_on(shape).collect();
        let manoeuvre = if let ([a, b, c, d], false) = (&cells[..], shape.is_path()) {
            let cells = [*a, *b, *d, *c]; // clockwise
            for cell in around(cells, self.board.tiles(), self.goal.tiles()) {
                self.walk(cell, None);
            }
            Manoeuvre::LastBlock
        } else {
            self.walk(self.goal.blank(), None)
        };
        let is_left = |tile: &Tile| *tile != 0 && !self.is_shut[self.cell_of(*tile)];
        let left: Vec<Tile> = self.goal.iter().filter(is_left).collect();
        self.fixed.extend(left);
        (!self.moves.is_empty()).then_some(manoeuvre)
    }

    fn cell_of(&self, tile: Tile) -> usize {
        usize::from(self.cells[usize::from(tile)])
    }

    /// Makes a move, if the edge of the board allows it.
    fn make(&mut self, direction: Direction) {
        if let Ok(slide) = self.board.slide(direction) {
            self.cells[usize::from(slide.tile)] = slide.to as u16;
            self.moves.push(direction);
        }
    }

    /// Leads a tile to a cell.
    ///
    /// Each step brings it nearer; of two such steps it takes the one that the blank reaches
    /// sooner. So a lesson that begins midway takes the same steps.
    fn lead(&mut self, tile: Tile, to: usize) {
        let shape = self.board.shape();
        loop {
            let at = self.cell_of(tile);
            let left = shape.distance(at, to);
            let steps = Direction::ALL.into_iter().filter_map(|direction| {
                let next = shape.neighbour(at, direction)?;
                if self.is_shut[next] || shape.distance(next, to) >= left {
                    return None;
                }
                Some((self.path(next, Some(at))?, direction))
            });
            // The cells that are free have a path to `to` until the tile is there.
            let Some((path, direction)) = steps.min_by_key(|step| step.0.len()) else {
                return;
            };
            for direction in path.into_iter().chain([direction]) {
                self.make(direction);
            }
        }
    }

    /// Walks the blank to a cell, around the tile at `held`.
    fn walk(&mut self, to: usize, held: Option<usize>) -> Manoeuvre {
        for direction in self.path(to, held).into_iter().flatten() {
            self.make(direction);
        }
        let to = self.board.shape().place(to);
        Manoeuvre::Blank { to }
    }

    /// Finds the fewest moves that bring the blank to a cell, around the tile at `held`, by a
    /// breadth-first search from that cell; `None` if there is no path.
    fn path(&mut self, to: usize, held: Option<usize>) -> Option<Vec<Direction>> {
        let (shape, start) = (self.board.shape(), self.board.blank());
        let mut seen = vec![to];
        let mut read = 0;
        while read < seen.len() && seen[read] != start {
            let cell = seen[read];
            read += 1;
            for direction in Direction::ALL {
                let Some(next) = shape.neighbour(cell, direction) else {
                    continue;
                };
                let is_free = !self.is_shut[next] && held != Some(next) && next != to;
                if is_free && self.onwards[next].is_none() {
                    self.onwards[next] = Some(direction);
                    seen.push(next);
                }
            }
        }
        let (mut at, mut path) = (start, Vec::new());
        while let Some(direction) = self.onwards[at] {
            path.push(direction);
            at = shape.neighbour(at, direction.opposite()).unwrap_or(to);
        }
        for cell in seen {
            self.onwards[cell] = None;
        }
        (at == to).then_some(path)
    }
}

impl Iterator for Lesson {
    type Item = LessonStep;

    fn next(&mut self) -> Option<LessonStep> {
        let goal = self.partial.as_ref();
        if goal.is_some_and(|goal| self.board.is_solved_for(goal)) {
            return None;
        }
        let (manoeuvre, line) = loop {
            let edge = Edge::of(&self.rest, self.board.shape(), self.goal.blank());
            let Some(edge) = edge else {
                break (self.last_block()?, Line::Block);
            };
            if let Some(manoeuvre) = self.line(&edge) {
                break (manoeuvre, edge.line);
            }
        };
        Some(LessonStep {
            manoeuvre,
            line,
            moves: mem::take(&mut self.moves),
        })
    }
}

/// Returns the cells that the blank enters on the shorter path around a block of four cells that
/// puts them in order.
fn around(cells: [usize; 4], tiles: &[Tile], goal: &[Tile]) -> Vec<usize> {
    let wanted = cells.map(|cell| goal[cell]);
    let path = |step: usize| {
        let mut ring = cells.map(|cell| tiles[cell]);
        let mut blank = ring.iter().position(|&tile| tile == 0).unwrap_or(0);
        let mut path = Vec::new();
        // All twelve states are visited.
        while ring != wanted && path.len() < 12 {
            let next = (blank + step) % 4;
            ring.swap(blank, next);
            path.push(cells[next]);
            blank = next;
        }
        path
    };
    let paths = [1, 3].into_iter().map(path);
    paths.min_by_key(Vec::len).unwrap_or_default()
}

/// A line at an edge of the rectangle that is left.
#[derive(Clone, Copy, Debug)]
struct Edge {
    line: Line,
    shape: Shape,
    first: usize,
    /// The number of its cells.
    length: usize,
    /// The direction from its first cell to its last one.
    along: Direction,
    /// The direction from it to the rest of the rectangle.
    inwards: Direction,
}

impl Edge {
    /// Returns the line that comes next: the top row, then the left column once two rows are left.
    /// If the blank belongs there, it is the one at the other end. `None` once a block of two rows
    /// and two columns is left, or a single line.
    fn of(rest: &Region, shape: Shape, home: usize) -> Option<Self> {
        let home = shape.place(home);
        let ([top, left, _], [bottom, right, _]) = (rest.low, rest.high);
        let [height, width, _] = rest.sides();
        if height.min(width) < 2 || height.max(width) == 2 {
            return None;
        }
        let is_row = height > 2;
        let (row, column, inwards) = match is_row {
            true if home.row == top => (bottom, left, Direction::Up),
            true => (top, left, Direction::Down),
            false if home.column == left => (top, right, Direction::Left),
            false => (top, left, Direction::Right),
        };
        let (line, length, along) = if is_row {
            (Line::Row(row), width, Direction::Right)
        } else {
            (Line::Column(column), height, Direction::Down)
        };
        Some(Self {
            line,
            shape,
            first: row * shape.columns() + column,
            length,
            along,
            inwards,
        })
    }

    /// Returns a cell of the line, or behind it: the `nth` cell, `depth` cells inwards.
    const fn cell(&self, nth: usize, depth: usize) -> usize {
        self.shift(self.shift(self.first, self.along, nth), self.inwards, depth)
    }

    /// Returns a cell of the window of the last two columns, three cells deep, as if this were the
    /// top row: `column` is 0 or 1.
    const fn window(&self, column: usize, depth: usize) -> usize {
        self.cell(self.length - 2 + column, depth)
    }

    /// Returns the direction that corresponds to one of the top row: `Right` is along the line,
    /// `Down` inwards.
    const fn turned(&self, direction: Direction) -> Direction {
        match direction {
            Direction::Right => self.along,
            Direction::Left => self.along.opposite(),
            Direction::Down => self.inwards,
            _ => self.inwards.opposite(),
        }
    }

    const fn shift(&self, cell: usize, direction: Direction, steps: usize) -> usize {
        match direction {
            Right => cell + steps,
            Left => cell - steps,
            Down => cell + steps * self.shape.columns(),
            _ => cell - steps * self.shape.columns(),
        }
    }
}

/// Reasons why there is no lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LessonError {
    /// Boards of this shape can't have the goal.
    Goal(GoalError),
    /// The goal can't be reached, for this reason.
    Unsolvable(Box<Solvability>),
    /// The board is a box; the method is for flat boards.
    Box {
        /// The shape of the board.
        shape: Shape,
    },
}

messages! { LessonError, caused by Goal(GoalError);
    Self::Goal(_) => "the goal can't be used";
    // Without the verdict, which callers that wrap the error add.
    Self::Unsolvable(why) => "{why:#}";
    Self::Box { shape } => "the method by hand is for flat boards, not for a box of {shape}";
}
