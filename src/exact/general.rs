//! IDA* on any shape, by either metric, with any bound.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::exact::position::{
    self, BlankMove, Entry, Parts, Path, Position, PositionError, Resume,
};
use crate::heuristic::{Bound, LinearConflict};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserve, reserved, try_push};
use crate::runtime::cost_model::ida as cost;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::side::Side;

/// IDA\* with an explicit stack, so that no bound is too deep for it; the path is the only memory.
///
/// Iterative deepening A* (Korf 1985): depth-first search for solutions of at most `bound` moves.
/// By tiles it never steps back, and the bound starts at the estimate and is raised by 2: every
/// move takes the blank to a cell of the other colour, so all solutions of a board are odd or all
/// are even. By slides a move takes a run of one tile or more, no two moves in a
/// row are along one axis, and the bound is raised by 1.
///
/// It finds all solutions of the last round, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct General<B: Bound> {
    heuristic: B,
    neighbours: Shared<Neighbours>,
    /// The last board of the path.
    board: CanonicalBoard,
    /// From the root on; never empty.
    path: Vec<Frame<B::State>>,
    bound: usize,
    /// Boards above this depth belong to other parts of the round.
    floor: usize,
    /// True if the work ends with the round.
    is_part: bool,
    /// The cost of a child, in nanoseconds.
    child_cost: usize,
    stage: Stage,
}

/// A board on the path from the root.
#[derive(Clone, Debug)]
struct Frame<S> {
    /// The data that the heuristic keeps of it.
    state: S,
    /// The blank's side in the move that made the board, and the tiles of that move.
    made_by: Option<Side>,
    tiles: u16,
    /// As in [`Position`]. A board that is too far from the goal, but from which a longer run
    /// continues, has [`Position::ALL_TRIED`].
    next: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The bound is to be reported.
    Round,
    Search,
    /// The same, after a solution was found.
    Last,
    Over,
}

impl<B: Bound> General<B> {
    /// True if a run of several tiles is one move.
    const RUNS: bool = matches!(B::METRIC, Metric::Slides);

    /// Returns the search of a solvable board for which the heuristic is made. All solutions
    /// shorter than `proved` are proved impossible. O(cells).
    pub(crate) fn new(
        heuristic: B,
        neighbours: Shared<Neighbours>,
        board: CanonicalBoard,
        proved: usize,
    ) -> Result<Self, OutOfMemory> {
        let state = heuristic.state(&board);
        Self::from_state(heuristic, neighbours, board, state, proved)
    }

    /// Returns the search of a board whose state is known.
    pub(crate) fn from_state(
        heuristic: B,
        neighbours: Shared<Neighbours>,
        board: CanonicalBoard,
        state: B::State,
        proved: usize,
    ) -> Result<Self, OutOfMemory> {
        let mut bound = proved.max(heuristic.least(&state, None) as usize);
        if !Self::RUNS {
            // The blank's distance has the parity of all solutions.
            let parity = board.shape.distance(board.blank, board.home) % 2;
            bound += usize::from(bound % 2 != parity);
        }
        let mut path = reserved(1)?;
        path.push(Frame {
            state,
            made_by: None,
            tiles: 0,
            next: 0,
        });
        Ok(Self {
            child_cost: LinearConflict::cost_of_child(board.shape),
            heuristic,
            neighbours,
            board,
            path,
            bound,
            floor: 0,
            is_part: false,
            stage: Stage::Round,
        })
    }

    /// Sets the tried sides along the path, given those of its last board.
    fn mark_tried(&mut self, last: u8) {
        let mut next = last;
        for frame in self.path.iter_mut().rev() {
            frame.next = next;
            // The sides before the one that made it, and that one.
            next = frame.made_by.map_or(0, |side| side as u8 + 2);
        }
    }

    /// Returns the board of the search.
    pub(crate) fn into_instance(mut self) -> CanonicalBoard {
        while self.path.len() > 1 {
            self.leave();
        }
        self.board
    }

    /// Reserves the memory of the longest path.
    pub(crate) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        let more = (self.bound + 1).saturating_sub(self.path.len());
        reserve(&mut self.path, more)
    }

    /// Returns the moves along the path.
    fn moves(&self) -> Result<Moves, OutOfMemory> {
        let mut moves = Moves::new();
        for frame in &self.path {
            let Some(side) = frame.made_by else { continue };
            let run = core::iter::repeat_n(side.tile_moves(), frame.tiles.into());
            moves.try_extend(run)?;
        }
        Ok(moves)
    }

    /// Ends the round, or begins the next one.
    const fn end_round(&mut self) -> Step<Moves> {
        if self.is_part || matches!(self.stage, Stage::Last) {
            self.stage = Stage::Over;
            return Step::Done;
        }
        self.bound += B::METRIC.stride();
        Step::Bound(self.bound)
    }

    /// Advances as [`Work::advance`] does, within the rest of a slice.
    pub(crate) fn advance_within(
        &mut self,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Step<Moves>, OutOfMemory> {
        match self.stage {
            Stage::Round => {
                self.stage = Stage::Search;
                return Ok(Step::Bound(self.bound));
            }
            Stage::Search | Stage::Last => {}
            Stage::Over => return Ok(Step::Done),
        }
        let end = until.min(counts.limit);
        while !effort.is_spent() {
            effort.spend(cost::STEP);
            let depth = self.path.len() - 1;
            let frame = &mut self.path[depth];
            if frame.next == 0 {
                if depth == self.bound && self.board.is_solved() {
                    frame.next = Position::ALL_TRIED;
                    self.stage = Stage::Last;
                    return self.moves().map(Step::Found);
                }
                // If no move is left a weak heuristic did not see that some are needed.
                if depth == self.bound && (depth > 0 || Self::RUNS) {
                    frame.next = Position::ALL_TRIED;
                    continue;
                }
                if counts.expanded >= end {
                    return Ok(Step::Paused);
                }
                counts.expanded += 1;
                frame.next = 1;
            }
            let entry = if let Some(side) = Side::numbered(frame.next - 1) {
                frame.next += 1;
                self.enter(side)?
            } else if depth > self.floor {
                effort.spend(cost::STEP * usize::from(frame.tiles - 1));
                self.extend()
            } else {
                let step = self.end_round();
                if let Step::Bound(_) = step {
                    self.path[0].next = 0;
                }
                return Ok(step);
            };
            if entry != Entry::Forbidden {
                counts.generated += 1;
                effort.spend(self.child_cost);
            }
        }
        Ok(Step::Paused)
    }
}

impl<B: Bound> Resume for General<B> {
    fn bound(&self) -> usize {
        self.bound
    }

    fn floor(&self) -> Option<usize> {
        self.is_part.then_some(self.floor)
    }

    fn position(&self) -> Result<Position, OutOfMemory> {
        let mut moves = reserved(self.path.len())?;
        moves.extend(self.path.iter().filter_map(|frame| {
            let (side, tiles) = (frame.made_by?, frame.tiles);
            Some(BlankMove { side, tiles })
        }));
        let next = self.path.last().map_or(0, |frame| frame.next);
        Ok(Position { moves, next })
    }

    fn parts(&mut self, at_least: usize) -> Result<Parts, OutOfMemory> {
        let position = self.position()?;
        while self.path.len() > self.floor + 1 {
            self.leave();
        }
        let (floor, bound) = (self.floor, self.bound);
        let parts = position::part(self, &position, floor, bound, at_least);
        // They were entered before.
        for &run in &position.moves[floor..] {
            position::enter_run(self, run)?;
        }
        self.mark_tried(position.next);
        parts
    }

    fn resumed(mut self, bound: usize, position: &Position) -> Result<Self, PositionError> {
        let is_of_board = bound >= self.bound && (bound - self.bound) % B::METRIC.stride() == 0;
        if !is_of_board || bound > isize::MAX as usize {
            return Err(PositionError::Bound);
        }
        if position.next > Position::ALL_TRIED || position.moves.len() > bound {
            return Err(PositionError::Next);
        }
        self.bound = bound;
        position::follow(&mut self, position)?;
        self.mark_tried(position.next);
        Ok(self)
    }

    fn below(mut self, floor: usize) -> Self {
        self.floor = floor;
        self.is_part = true;
        self
    }
}

impl<B: Bound> Path for General<B> {
    fn enter(&mut self, side: Side) -> Result<Entry, OutOfMemory> {
        let depth = self.path.len();
        let Some(frame) = self.path.last() else {
            return Ok(Entry::Forbidden);
        };
        let is_forbidden = |last: Side| {
            if Self::RUNS {
                last.axis() == side.axis()
            } else {
                last == side.undo()
            }
        };
        if frame.made_by.is_some_and(is_forbidden) {
            return Ok(Entry::Forbidden);
        }
        let Some(from) = self.neighbours.entered(self.board.blank, side) else {
            return Ok(Entry::Forbidden);
        };
        let state = self.heuristic.after(&frame.state, &self.board, from);
        // The path to the child has one move for each frame.
        let least = self.heuristic.least(&state, Some(side.axis()));
        let is_far = depth + least as usize > self.bound;
        if is_far && !Self::RUNS {
            return Ok(Entry::Pruned);
        }
        let frame = Frame {
            state,
            made_by: Some(side),
            tiles: 1,
            next: if is_far { Position::ALL_TRIED } else { 0 },
        };
        try_push(&mut self.path, frame)?;
        self.board.move_tile(from);
        Ok(if is_far {
            Entry::Passed
        } else {
            Entry::Entered
        })
    }

    fn extend(&mut self) -> Entry {
        let depth = self.path.len() - 1;
        if let (true, Some(frame)) = (Self::RUNS, self.path.last_mut()) {
            let from = frame.made_by.and_then(|side| {
                let from = self.neighbours.entered(self.board.blank, side)?;
                Some((from, side))
            });
            if let Some((from, side)) = from {
                frame.state = self.heuristic.after(&frame.state, &self.board, from);
                frame.tiles += 1;
                self.board.move_tile(from);
                let least = self.heuristic.least(&frame.state, Some(side.axis()));
                let is_far = depth + least as usize > self.bound;
                frame.next = if is_far { Position::ALL_TRIED } else { 0 };
                return if is_far {
                    Entry::Passed
                } else {
                    Entry::Entered
                };
            }
        }
        self.leave();
        Entry::Forbidden
    }

    fn leave(&mut self) {
        let Some(frame) = self.path.pop() else { return };
        let Some(side) = frame.made_by else { return };
        // The tiles return, the last one first.
        for _ in 0..if Self::RUNS { frame.tiles } else { 1 } {
            if let Some(from) = self.neighbours.entered(self.board.blank, side.undo()) {
                self.board.move_tile(from);
            }
        }
    }
}

impl<B: Bound> Work for General<B> {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        self.advance_within(until, counts, &mut Effort::slice())
    }
}

#[cfg(test)]
mod tests;
