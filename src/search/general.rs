//! IDA* on any shape, with any heuristic.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{Heuristic, LinearConflict};
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::neighbours::Neighbours;
use crate::search::position::{self, Entry, Parts, Path, Position, PositionError, Resume};
use crate::side::Side;

/// The cost to try a side or to go back, in nanoseconds. Children cost more, by their
/// heuristic; that of another maker is not known.
const STEP_COST: usize = 4;

/// Searches with an explicit stack, so that no bound is too deep for it; the path is the only
/// memory.
///
/// Iterative deepening A* (Korf 1985): depth-first search for solutions of at most `bound` moves,
/// never stepping back. The bound starts at the estimate and is raised by 2: every move takes the
/// blank to a cell of the other colour, so all solutions of a board are odd or all are even, and a
/// bound between them would find nothing new.
///
/// It finds all solutions of the last round, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct General<H: Heuristic> {
    heuristic: H,
    neighbours: Shared<Neighbours>,
    /// The last board of the path.
    board: CanonicalBoard,
    /// From the root on; never empty.
    path: Vec<Frame<H::State>>,
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
    /// What the heuristic keeps of it.
    state: S,
    made_by: Option<Side>,
    /// As in [`Position`].
    next: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The bound is to be told.
    Round,
    Search,
    /// The same, after a solution was found.
    Last,
    Over,
}

/// Returns the bound of the first round: the estimate, or one more, as the parity demands.
fn first_bound(instance: &CanonicalBoard, estimate: u32) -> usize {
    // The blank's distance has the parity of all solutions.
    let parity = instance.shape.distance(instance.blank, instance.home) % 2;
    let estimate = estimate as usize;
    estimate + usize::from(estimate % 2 != parity)
}

impl<H: Heuristic> General<H> {
    /// Returns the search of a solvable board for which the heuristic is made. O(cells).
    pub(crate) fn new(
        heuristic: H,
        neighbours: Shared<Neighbours>,
        instance: CanonicalBoard,
    ) -> Result<Self, OutOfMemory> {
        let state = heuristic.evaluate(&instance);
        Self::from_state(heuristic, neighbours, instance, state)
    }

    /// The same for a board that the heuristic has looked at.
    pub(crate) fn from_state(
        heuristic: H,
        neighbours: Shared<Neighbours>,
        instance: CanonicalBoard,
        state: H::State,
    ) -> Result<Self, OutOfMemory> {
        let bound = first_bound(&instance, heuristic.estimate(&state));
        let mut path = reserved(1)?;
        path.push(Frame {
            state,
            made_by: None,
            next: 0,
        });
        Ok(Self {
            child_cost: LinearConflict::cost_of_child(instance.shape),
            heuristic,
            neighbours,
            board: instance,
            path,
            bound,
            floor: 0,
            is_part: false,
            stage: Stage::Round,
        })
    }

    /// Returns the length of the solutions that are sought.
    pub(crate) const fn bound(&self) -> usize {
        self.bound
    }

    /// Returns how many moves lead to the boards below which it searches, if it is a part.
    pub(crate) fn floor(&self) -> Option<usize> {
        self.is_part.then_some(self.floor)
    }

    /// Returns the position of the search in its round, as long as it has found nothing.
    pub(crate) fn position(&self) -> Result<Position, OutOfMemory> {
        let mut turns = reserved(self.path.len())?;
        let sides = self.path.iter().filter_map(|frame| frame.made_by);
        turns.extend(sides.map(|side| side as u8));
        let next = self.path.last().map_or(0, |frame| frame.next);
        Ok(Position { turns, next })
    }

    /// Parts what is left of the round at the least depth with `at_least` boards; the search itself
    /// stays as it is.
    pub(crate) fn parts(&mut self, at_least: usize) -> Result<Parts, OutOfMemory> {
        let position = self.position()?;
        while self.path.len() > self.floor + 1 {
            self.leave();
        }
        let (floor, bound) = (self.floor, self.bound);
        let parts = position::part(self, &position, floor, bound, at_least);
        // They were entered before.
        let _ = position::follow(self, &position.turns[floor..]);
        self.mark_tried(position.next);
        parts
    }

    /// Says which sides were tried along the path, given the same for its last board.
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

    /// Makes room for all boards of the path.
    pub(crate) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        let more = (self.bound + 1).saturating_sub(self.path.len());
        self.path.try_reserve(more).map_err(|_| OutOfMemory {
            bytes: (more as u64).saturating_mul(size_of::<Frame<H::State>>() as u64),
        })
    }

    /// Returns the moves along the path.
    fn moves(&self) -> Result<Moves, OutOfMemory> {
        let mut moves = Moves::new();
        let sides = self.path.iter().filter_map(|frame| frame.made_by);
        moves
            .try_reserve(self.path.len())
            .map_err(|error| OutOfMemory { bytes: error.bytes })?;
        moves.extend(sides.map(Side::tile_moves));
        Ok(moves)
    }

    /// Leaves a board below which all is done.
    fn done(&mut self) -> Option<Step<Moves>> {
        if self.path.len() > self.floor + 1 {
            self.leave();
            return None;
        }
        if self.is_part || self.stage == Stage::Last {
            self.stage = Stage::Over;
            return Some(Step::Done);
        }
        self.bound += 2;
        self.path[0].next = 0;
        Some(Step::Bound(self.bound))
    }
}

impl<H: Heuristic> Resume for General<H> {
    fn resumed(mut self, bound: usize, position: &Position) -> Result<Self, PositionError> {
        let is_of_board = bound >= self.bound && bound % 2 == self.bound % 2;
        if !is_of_board || bound > isize::MAX as usize {
            return Err(PositionError::Bound);
        }
        if position.next > Position::ALL_TRIED || position.turns.len() > bound {
            return Err(PositionError::Next);
        }
        self.bound = bound;
        position::follow(&mut self, &position.turns)?;
        self.mark_tried(position.next);
        Ok(self)
    }

    fn below(mut self, floor: usize) -> Self {
        self.floor = floor;
        self.is_part = true;
        self
    }
}

impl<H: Heuristic> Path for General<H> {
    fn enter(&mut self, side: Side) -> Result<Entry, OutOfMemory> {
        let depth = self.path.len();
        let Some(frame) = self.path.last() else {
            return Ok(Entry::Forbidden);
        };
        if frame.made_by == Some(side.undo()) {
            return Ok(Entry::Forbidden);
        }
        let Some(from) = self.neighbours.entered(self.board.blank, side) else {
            return Ok(Entry::Forbidden);
        };
        let state = self.heuristic.update(&frame.state, &self.board, from);
        // As many moves as there are frames lead to the child.
        if depth + self.heuristic.estimate(&state) as usize > self.bound {
            return Ok(Entry::Pruned);
        }
        if self.path.try_reserve(1).is_err() {
            let bytes = 2 * depth as u64 * size_of::<Frame<H::State>>() as u64;
            return Err(OutOfMemory { bytes });
        }
        self.path.push(Frame {
            state,
            made_by: Some(side),
            next: 0,
        });
        self.board.move_tile(from);
        Ok(Entry::Entered)
    }

    fn leave(&mut self) {
        // The tile that came to the parent's blank returns.
        let made_by = self.path.pop().and_then(|frame| frame.made_by);
        let back = made_by.and_then(|side| self.neighbours.entered(self.board.blank, side.undo()));
        if let Some(from) = back {
            self.board.move_tile(from);
        }
    }
}

impl<H: Heuristic> Work for General<H> {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self.stage {
            Stage::Round => {
                self.stage = Stage::Search;
                return Ok(Step::Bound(self.bound));
            }
            Stage::Search | Stage::Last => {}
            Stage::Over => return Ok(Step::Done),
        }
        let end = until.min(counts.limit);
        let mut effort = Effort::slice();
        while !effort.is_spent() {
            effort.spend(STEP_COST);
            let depth = self.path.len() - 1;
            let frame = &mut self.path[depth];
            if frame.next == 0 {
                if depth == self.bound && self.board.is_solved() {
                    frame.next = Position::ALL_TRIED;
                    self.stage = Stage::Last;
                    return self.moves().map(Step::Found);
                }
                // If no move is left a weak heuristic did not see that some are needed.
                if depth == self.bound && depth > 0 {
                    frame.next = Position::ALL_TRIED;
                    continue;
                }
                if counts.expanded >= end {
                    return Ok(Step::Paused);
                }
                counts.expanded += 1;
                frame.next = 1;
            }
            let Some(side) = Side::numbered(frame.next - 1) else {
                match self.done() {
                    Some(step) => return Ok(step),
                    None => continue,
                }
            };
            frame.next += 1;
            if self.enter(side)? != Entry::Forbidden {
                counts.generated += 1;
                effort.spend(self.child_cost);
            }
        }
        Ok(Step::Paused)
    }
}

#[cfg(test)]
mod tests;
