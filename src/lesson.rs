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
use alloc::vec::Vec;

use crate::cells::Tile;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::goal::{Goal, GoalError};
use crate::messages::{conversions, messages};
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::region::Region;
use crate::shape::Shape;
use crate::solvability::Solvability;
use edge::Edge;
use hand::Hand;
pub use step::{LessonStep, Line, Manoeuvre};

/// The moves that turn the last two tiles of the top row into place, with the blank on the last
/// cell but one, the one tile in the corner and the other one below it.
const TURN: [Direction; 2] = [Direction::Left, Direction::Up];

/// The moves that lead the last tile of the top row around the other one, which is in the corner:
/// from below the blank, on the last cell but one, to the second cell below the corner.
const AROUND: [Direction; 8] = [
    Direction::Left,
    Direction::Up,
    Direction::Right,
    Direction::Up,
    Direction::Left,
    Direction::Down,
    Direction::Down,
    Direction::Right,
];

/// A solution by hand, as an iterator over its steps.
///
/// The method is one that people learn by heart. Lines are put in order at the edge of what is
/// left: rows from the top until two are left, then columns from the left, away from the blank's
/// home if that is in the way. The tiles of a line come home one by one, the last two together by
/// the same moves each time. The last three tiles go around in their block.
///
/// A step depends on the board alone: a lesson that begins between two steps of another one, or in
/// the middle of a step, continues as that one. So the first step of a lesson from the current
/// board is what a player by hand does next. Each step takes as long as its moves; the lesson keeps
/// no step.
///
/// # Examples
/// ```
/// use npuzzle::lesson::{Lesson, Manoeuvre};
/// use npuzzle::{Board, Goal};
///
/// let board = Board::<4>::from_seed_for(&Goal::Snail, 7)?;
/// let mut lesson = Lesson::new(&board, &Goal::Snail)?;
/// let first = lesson.next().ok_or("it is solved")?;
/// assert!(matches!(first.manoeuvre(), Manoeuvre::Place { tile: 1, .. }));
/// assert_eq!(lesson.fixed(), [1]);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lesson {
    hand: Hand,
    goal: DynBoard,
    /// The goal whose free tiles `goal` places: the lesson ends as soon as it is reached.
    partial: Option<Goal>,
    /// The rectangle of cells that are not in order yet.
    rest: Region,
    fixed: Vec<Tile>,
    /// The number of cells in order of the line at the edge.
    settled: usize,
}

impl Lesson {
    /// Begins a lesson on a board.
    ///
    /// # Errors
    /// [`LessonError`] if the goal is for another shape or can't be reached, or if the board is a
    /// box.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::lesson::Lesson;
    /// use npuzzle::{Board, Goal};
    /// assert_eq!(Lesson::new(&Board::<3>::solved(), &Goal::BlankLast)?.next(), None);
    /// let cube = Board::<2, 2, 2>::solved();
    /// assert!(Lesson::new(&cube, &Goal::BlankLast).is_err()); // the method is for flat boards
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(board: &impl Puzzle, goal: &Goal) -> Result<Self, LessonError> {
        let shape = board.shape();
        let homes = goal.completed(board.view()).board(shape)?;
        if !shape.is_flat() {
            return Err(LessonError::Box { shape });
        }
        if !board.is_solvable_for(goal) {
            return Err(LessonError::Unsolvable(Box::new(board.solvability(goal))));
        }
        Ok(Self {
            hand: Hand::new(board),
            goal: homes,
            partial: matches!(goal, Goal::Partial(_)).then(|| goal.clone()),
            rest: Region::all(shape),
            fixed: Vec::new(),
            settled: 0,
        })
    }

    /// Returns the board after the steps that were taken.
    ///
    /// ```
    /// use npuzzle::lesson::Lesson;
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/4 5 6/7 0 8".parse()?;
    /// let mut lesson = Lesson::new(&board, &Goal::BlankLast)?;
    /// assert_eq!(lesson.board().to_string(), "1 2 3/4 5 6/7 0 8");
    /// lesson.next();
    /// assert!(lesson.board().is_solved());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn board(&self) -> &DynBoard {
        &self.hand.board
    }

    /// Returns the tiles that those steps leave at home for good, in the order of the method. The
    /// steps that follow never move them.
    ///
    /// ```
    /// use npuzzle::lesson::Lesson;
    /// use npuzzle::{Board, Goal};
    /// let board: Board<3> = "1 2 3/5 0 6/4 7 8".parse()?;
    /// let mut lesson = Lesson::new(&board, &Goal::BlankLast)?;
    /// lesson.next();
    /// assert_eq!(lesson.fixed(), [1, 2, 3]); // the first row was in order from the start
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fixed(&self) -> &[Tile] {
        &self.fixed
    }

    /// Fixes the tile of the next cell of a line.
    fn fix(&mut self, cell: usize) {
        self.hand.is_shut[cell] = true;
        self.fixed.push(self.goal.tiles()[cell]);
        self.settled += 1;
    }

    /// Fixes the last two tiles of a line, and leaves it.
    fn leave(&mut self, edge: &Edge) {
        self.fix(edge.window(0, 0));
        self.fix(edge.window(1, 0));
        edge.cut_off(&mut self.rest);
        self.settled = 0;
    }

    /// Returns the next step for a line, `None` if it is in order.
    fn line(&mut self, edge: &Edge) -> Option<LessonStep> {
        while self.settled + 2 < edge.length {
            let to = edge.cell(self.settled, 0);
            let tile = self.goal.tiles()[to];
            let is_home = self.hand.cell_of(tile) == to;
            let mut moves = Moves::new();
            self.hand.lead(tile, to, &mut moves);
            self.fix(to);
            if !is_home {
                let to = self.hand.shape().place(to);
                return Some(edge.step(Manoeuvre::Place { tile, to }, moves));
            }
        }
        let step = self.last_two(edge);
        if step
            .as_ref()
            .is_none_or(|it| matches!(it.manoeuvre, Manoeuvre::TurnCorner { .. }))
        {
            self.leave(edge);
        }
        step
    }

    /// Returns the next step for the last two tiles of a line, `None` if they are at home.
    fn last_two(&mut self, edge: &Edge) -> Option<LessonStep> {
        let shape = self.hand.shape();
        let (beside, corner) = (edge.window(0, 0), edge.window(1, 0));
        let (first, second) = (self.goal.tiles()[beside], self.goal.tiles()[corner]);
        let now = self.window(edge);
        if now[..2] == [beside, corner] {
            return None;
        }
        let mut moves = Moves::new();
        let turn = [corner, edge.window(1, 1), beside];
        if let Some(rest) = rest_of(edge, now, turn, &TURN) {
            self.play(edge, rest, &mut moves);
            return Some(edge.step(Manoeuvre::TurnCorner { first, second }, moves));
        }
        let below = edge.window(0, 1);
        let is_caught = now[..2] == [corner, beside];
        if is_caught && now[2] != below {
            self.hand.is_shut[corner] = true;
            self.hand.walk(below, None, &mut moves);
            self.hand.is_shut[corner] = false;
            let to = shape.place(below);
            return Some(edge.step(Manoeuvre::Blank { to }, moves));
        }
        if is_caught {
            self.play(edge, &[Direction::Down], &mut moves);
        }
        let now = self.window(edge);
        let caught = [corner, below, beside];
        if let Some(rest) = rest_of(edge, now, caught, &AROUND) {
            self.play(edge, rest, &mut moves);
            let to = shape.place(edge.window(1, 2));
            let manoeuvre = Manoeuvre::LeadAround { first, second, to };
            return Some(edge.step(manoeuvre, moves));
        }
        if now[0] != corner {
            self.hand.lead(first, corner, &mut moves);
            let to = shape.place(corner);
            return Some(edge.step(Manoeuvre::ToCorner { tile: first, to }, moves));
        }
        self.hand.is_shut[corner] = true;
        let target = edge.window(1, 1);
        let manoeuvre = if now[1] == target {
            self.hand.walk(beside, Some(target), &mut moves);
            let to = shape.place(beside);
            Manoeuvre::Blank { to }
        } else {
            self.hand.lead(second, target, &mut moves);
            let (tile, side) = (second, edge.inwards);
            let to = shape.place(target);
            Manoeuvre::BelowCorner { tile, to, side }
        };
        self.hand.is_shut[corner] = false;
        Some(edge.step(manoeuvre, moves))
    }

    /// Returns where the last two tiles of a line and the blank are.
    fn window(&self, edge: &Edge) -> [usize; 3] {
        let cell_of = |nth| self.hand.cell_of(self.goal.tiles()[edge.window(nth, 0)]);
        [cell_of(0), cell_of(1), self.hand.blank()]
    }

    /// Makes moves that are given for the top row.
    fn play(&mut self, edge: &Edge, directions: &[Direction], moves: &mut Moves) {
        for &direction in directions {
            self.hand.make(edge.turned(direction), moves);
        }
    }

    /// Returns the step that puts the last block in order, or moves the blank along a single line.
    fn last_block(&mut self) -> Option<LessonStep> {
        let shape = self.hand.shape();
        if self.fixed.len() + 1 == shape.cells() {
            return None;
        }
        let mut moves = Moves::new();
        let cells: Vec<usize> = self.rest.cells_on(shape).collect();
        let manoeuvre = if let ([a, b, c, d], false) = (&cells[..], shape.is_path()) {
            let cells = [*a, *b, *d, *c]; // clockwise
            for cell in around(cells, self.hand.board.tiles(), self.goal.tiles()) {
                let direction = self.hand.move_between(self.hand.blank(), cell);
                if let Some(direction) = direction {
                    self.hand.make(direction, &mut moves);
                }
            }
            Manoeuvre::LastBlock
        } else {
            let home = self.goal.blank();
            self.hand.walk(home, None, &mut moves);
            let to = shape.place(home);
            Manoeuvre::Blank { to }
        };
        let is_left = |tile: &Tile| *tile != 0 && !self.hand.is_shut[self.hand.cell_of(*tile)];
        let left: Vec<Tile> = self.goal.iter().filter(is_left).collect();
        self.fixed.extend(left);
        let line = Line::Block;
        (!moves.is_empty()).then_some(LessonStep {
            manoeuvre,
            line,
            moves,
        })
    }
}

impl Iterator for Lesson {
    type Item = LessonStep;

    fn next(&mut self) -> Option<LessonStep> {
        let goal = self.partial.as_ref();
        if goal.is_some_and(|goal| self.board().is_solved_for(goal)) {
            return None;
        }
        let shape = self.hand.shape();
        while let Some(edge) = Edge::of(&self.rest, shape, self.goal.blank()) {
            let step = self.line(&edge);
            if step.is_some() {
                return step;
            }
        }
        self.last_block()
    }
}

/// Returns the moves that are left, if `state` is one on the path from `start`; not if it is the end.
/// A state is the cells of the last two tiles and the blank.
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

/// Returns the cells that the blank enters on the shorter way around a block of four cells that
/// puts them in order.
fn around(cells: [usize; 4], tiles: &[Tile], goal: &[Tile]) -> Vec<usize> {
    let wanted = cells.map(|cell| goal[cell]);
    let way = |step: usize| {
        let mut ring = cells.map(|cell| tiles[cell]);
        let mut blank = ring.iter().position(|&tile| tile == 0).unwrap_or(0);
        let mut way = Vec::new();
        // There are twelve states; all of them are visited.
        while ring != wanted && way.len() < 12 {
            let next = (blank + step) % 4;
            ring.swap(blank, next);
            way.push(cells[next]);
            blank = next;
        }
        way
    };
    let (clockwise, back) = (way(1), way(3));
    if clockwise.len() <= back.len() {
        clockwise
    } else {
        back
    }
}

/// Reasons why there is no lesson.
///
/// # Examples
/// ```
/// use npuzzle::lesson::{Lesson, LessonError};
/// use npuzzle::{Board, Goal};
///
/// let swapped: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
/// let error = Lesson::new(&swapped, &Goal::BlankLast).unwrap_err();
/// assert!(matches!(error, LessonError::Unsolvable(_)));
/// # Ok::<_, npuzzle::ParseError>(())
/// ```
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

messages! { LessonError, through Goal;
    Self::Unsolvable(why) => "{why}";
    Self::Box { shape } => "the method by hand is for flat boards, not for a box of {shape}";
}

conversions! { LessonError;
    error: GoalError => Self::Goal(error);
}
