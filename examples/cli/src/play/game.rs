//! A game: a board in play, its clock, and what is known of its solutions.

use std::time::Duration;

use npuzzle::{Direction, DynBoard, Goal, Guide, Hint};

use crate::homes::homes;
use crate::play::kind::Kind;

/// A game in play.
pub(crate) struct Game {
    pub(crate) guide: Guide<DynBoard>,
    pub(crate) goal: Goal,
    pub(crate) kind: Kind,
    /// The time that it was played.
    pub(crate) time: Duration,
    /// True if there was a hint: such games are no records.
    pub(crate) is_helped: bool,
    /// The next move of the best way that is known from the board as it is.
    pub(crate) hint: Option<Hint>,
    /// The bounds proved for the shortest solutions of the start.
    pub(crate) shortest: Shortest,
    /// For each tile the cell where it belongs.
    pub(crate) homes: Vec<usize>,
}

/// The length of the shortest solutions of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortest {
    AtLeast(usize),
    Is(usize),
}

impl Game {
    pub(crate) fn new(board: DynBoard, goal: Goal, kind: Kind) -> Self {
        let shortest = match kind {
            Kind::Distance(moves) => Shortest::Is(moves),
            _ => Shortest::AtLeast(board.manhattan(&goal)),
        };
        Self {
            homes: homes(board.shape(), &goal),
            guide: Guide::new(board),
            goal,
            kind,
            time: Duration::ZERO,
            is_helped: false,
            hint: None,
            shortest,
        }
    }

    pub(crate) const fn board(&self) -> &DynBoard {
        self.guide.board()
    }

    /// Returns the name of the file for this game.
    pub(crate) fn slot(&self) -> String {
        self.kind.slot(self.board().shape(), &self.goal)
    }

    /// Returns whether there is a move that would be lost with this game.
    pub(crate) fn is_started(&self) -> bool {
        self.guide.turns().len() > 0
    }

    /// Returns whether both games began on one board, with one goal.
    pub(crate) fn has_same_start(&self, other: &Self) -> bool {
        self.guide.start() == other.guide.start() && self.goal == other.goal
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.board().is_solved_for(&self.goal)
    }

    /// Moves the tile beside the blank in a direction; `false` if there is none.
    pub(crate) fn slide(&mut self, direction: Direction) -> bool {
        self.hint = None;
        self.guide.slide(direction).is_ok()
    }

    /// Slides the tile in a cell with all between it and the blank; `false` if it is not in line.
    pub(crate) fn slide_cell(&mut self, cell: usize) -> bool {
        self.hint = None;
        let moves = self.guide.slide_cell(cell);
        moves.is_ok_and(|moves| !moves.is_empty())
    }

    pub(crate) fn undo(&mut self) -> bool {
        self.hint = None;
        self.guide.undo().is_some()
    }

    pub(crate) fn redo(&mut self) -> bool {
        self.hint = None;
        self.guide.redo().is_some()
    }

    pub(crate) fn restart(&mut self) {
        self.hint = None;
        self.guide.restart();
    }

    /// The direction of the next move of the best way that is known.
    pub(crate) fn next(&self) -> Option<Direction> {
        self.hint.map(|hint| hint.direction)
    }

    /// The number of moves that are left on it.
    pub(crate) fn moves_left(&self) -> Option<usize> {
        self.hint.map(|hint| hint.moves_left)
    }

    /// The cell of the tile that moves next on it.
    pub(crate) fn next_cell(&self) -> Option<usize> {
        self.hint.map(|hint| hint.cell)
    }
}
