//! A game: a board in play, its clock, and what is known of its solutions.

use std::collections::VecDeque;
use std::time::Duration;

use npuzzle::{Direction, DynBoard, Goal, Guide, Moves};

use crate::homes::homes;
use crate::play::kind::Kind;

/// A game in play.
pub(crate) struct Game {
    pub(crate) guide: Guide<DynBoard>,
    pub(crate) goal: Goal,
    pub(crate) kind: Kind,
    /// How long it was played.
    pub(crate) time: Duration,
    /// Whether there was a hint: such games are no records.
    pub(crate) is_helped: bool,
    /// The way to the goal from the board as it is, if one was found.
    way: Option<Way>,
    /// What is known of the shortest solutions of the start.
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

/// A solution, and how far the player is off it.
struct Way {
    left: VecDeque<Direction>,
    /// How many moves lead back to it.
    detour: usize,
}

/// A longer detour is not worth going back; another solution is looked for.
const LONGEST_DETOUR: usize = 3;

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
            way: None,
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
        let is_legal = self.guide.slide(direction).is_ok();
        if is_legal {
            self.follow(&[direction].as_slice().into());
        }
        is_legal
    }

    /// Slides the tile in a cell with all between it and the blank; `false` if it is not in line.
    pub(crate) fn slide_cell(&mut self, cell: usize) -> bool {
        match self.guide.slide_cell(cell) {
            Ok(moves) => {
                self.follow(&moves);
                !moves.is_empty()
            }
            Err(_) => false,
        }
    }

    pub(crate) fn undo(&mut self) -> bool {
        let moves = self.guide.undo();
        moves.inspect(|moves| self.follow(moves)).is_some()
    }

    pub(crate) fn redo(&mut self) -> bool {
        let moves = self.guide.redo();
        moves.inspect(|moves| self.follow(moves)).is_some()
    }

    pub(crate) fn restart(&mut self) {
        self.guide.restart();
        self.way = None;
    }

    /// Keeps a way from the board as it is to the goal.
    pub(crate) fn keep(&mut self, way: &Moves) {
        self.way = Some(Way {
            left: way.iter().collect(),
            detour: 0,
        });
    }

    /// The next move of the way that is kept.
    pub(crate) fn next(&self) -> Option<Direction> {
        self.way.as_ref().and_then(|way| way.left.front().copied())
    }

    /// How many moves are left on it.
    pub(crate) fn moves_left(&self) -> Option<usize> {
        self.way.as_ref().map(|way| way.left.len())
    }

    /// The cell of the tile that moves next on it.
    pub(crate) fn next_cell(&self) -> Option<usize> {
        let board = self.board();
        // The tile comes from the other side.
        let from = self.next()?.opposite();
        board.shape().neighbour(board.blank(), from)
    }

    fn follow(&mut self, moves: &Moves) {
        for direction in moves {
            let Some(way) = &mut self.way else { return };
            if way.left.front() == Some(&direction) {
                way.left.pop_front();
                way.detour = way.detour.saturating_sub(1);
            } else {
                way.left.push_front(direction.opposite());
                way.detour += 1;
            }
            if way.detour > LONGEST_DETOUR {
                self.way = None;
            }
        }
    }
}
