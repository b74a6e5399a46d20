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

mod edge;
mod hand;
mod step;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use crate::cells::Cells;
use crate::direction::Direction::{self, Down, Left, Right, Up};
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::messages::messages;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::region::Region;
use crate::shape::{Shape, Tile};
use crate::solvability::Solvability;
use edge::Edge;
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
/// A step depends on the board alone: a lesson that begins between two steps of another one, or in
/// the middle of a step, continues as that one. (If tiles are free in the goal, each lesson chooses
/// a board of it at its beginning.) So the first step of a lesson from the current board is the
/// next step of a player by hand. For each cell that a tile moves, the blank's path is searched up
/// to twice, over the cells no farther from its end than the blank. The lesson stores no step.
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
            edge.cut_off(&mut self.rest);
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
        if let Some(rest) = rest_of(edge, now, [corner, target, beside], &TURN) {
            self.play(edge, rest);
            return Some(Manoeuvre::TurnCorner { first, second });
        }
        if now[..2] == [corner, beside] {
            if now[2] != below {
                return Some(self.walk(below, Some(corner)));
            }
            self.play(edge, &[Down]);
        }
        let now = self.window(edge);
        if let Some(rest) = rest_of(edge, now, [corner, below, beside], &AROUND) {
            self.play(edge, rest);
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

    /// Makes moves that are listed for the top row.
    fn play(&mut self, edge: &Edge, directions: &[Direction]) {
        for &direction in directions {
            self.make(edge.turned(direction));
        }
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

/// Returns the moves that are left, if `state` is one on the path from `start`; not if it is the
/// end. A state is the cells of the last two tiles and the blank.
fn rest_of<'m>(
    edge: &Edge,
    state: [usize; 3],
    start: [usize; 3],
    directions: &'m [Direction],
) -> Option<&'m [Direction]> {
    let mut now = start;
    for (made, &direction) in directions.iter().enumerate() {
        if now == state {
            return Some(&directions[made..]);
        }
        // The tile that moves comes from the other side of the blank.
        let [.., blank] = now;
        let from = edge.shift(blank, edge.turned(direction.opposite()), 1);
        now = now.map(|it| if it == from { blank } else { it });
        now[2] = from;
    }
    None
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
