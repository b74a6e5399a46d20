//! IDA* by slides, on any shape, with any bound.

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::heuristic::{LinearConflict, SlideBound};
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::neighbours::Neighbours;
use crate::side::Side;

/// The cost to go back by a tile, in nanoseconds.
const STEP_COST: usize = 4;

/// Searches with an explicit stack, so that no bound is too deep for it; the path is the only
/// memory.
///
/// Iterative deepening A* (Korf 1985): depth-first search for solutions of `bound` slides, no two
/// in a row along one axis. The bound starts at the estimate and is raised by 1.
///
/// It finds all solutions of the last round, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct GeneralSlides<B: SlideBound> {
    by: B,
    neighbours: Shared<Neighbours>,
    /// The last board of the path, with the tiles moved that its next slide has moved so far.
    board: CanonicalBoard,
    /// From the root on; never empty.
    path: Vec<Frame<B::State>>,
    bound: usize,
    /// The cost of a child, in nanoseconds.
    child_cost: usize,
    stage: Stage,
}

/// A board on the path from the root, and the slide from it that is being tried.
#[derive(Clone, Debug)]
struct Frame<S> {
    state: S,
    /// The axis of the slide that made it.
    last: Option<usize>,
    /// The side to which the blank goes: one more than its number, or 0 before the expansion.
    side: u8,
    /// The tiles that were moved, and the state then.
    tiles: usize,
    slid: S,
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

/// Returns the axis along which the blank goes: 0 along columns, 1 along rows, 2 through layers.
const fn axis(side: Side) -> usize {
    match side {
        Side::Up | Side::Down => 0,
        Side::Left | Side::Right => 1,
        Side::Front | Side::Back => 2,
    }
}

impl<S: Clone> Frame<S> {
    fn new(state: S, last: Option<usize>) -> Self {
        Self {
            slid: state.clone(),
            state,
            last,
            side: 0,
            tiles: 0,
        }
    }
}

impl<B: SlideBound> GeneralSlides<B> {
    /// Returns the search of a solvable board for which the bound is made; `proved` is a number of
    /// slides that every solution is known to need. O(cells).
    pub(crate) fn new(
        by: B,
        neighbours: Shared<Neighbours>,
        board: CanonicalBoard,
        proved: usize,
    ) -> Result<Self, OutOfMemory> {
        let state = by.state(&board);
        let bound = proved.max(by.least(&state, None) as usize);
        let mut path = reserved(1)?;
        path.push(Frame::new(state, None));
        Ok(Self {
            by,
            neighbours,
            child_cost: LinearConflict::cost_of_child(board.shape),
            board,
            path,
            bound,
            stage: Stage::Round,
        })
    }

    /// Makes room for all boards of the path.
    pub(crate) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        let more = (self.bound + 1).saturating_sub(self.path.len());
        self.path.try_reserve(more).map_err(|_| OutOfMemory {
            bytes: (more as u64).saturating_mul(size_of::<Frame<B::State>>() as u64),
        })
    }

    /// Returns the moves along the path.
    fn moves(&self) -> Result<Moves, OutOfMemory> {
        let mut moves = Moves::new();
        for frame in &self.path {
            let side = Side::numbered(frame.side.wrapping_sub(1));
            let Some(side) = side else { continue };
            let some = core::iter::repeat_n(side.tile_moves(), frame.tiles);
            moves
                .try_extend(some)
                .map_err(|error| OutOfMemory { bytes: error.bytes })?;
        }
        Ok(moves)
    }

    /// Moves one more tile, if there is one; returns whether that board is to be looked at.
    fn extend(&mut self, side: Side) -> Option<bool> {
        let depth = self.path.len();
        let frame = self.path.last_mut()?;
        let from = self.neighbours.entered(self.board.blank, side)?;
        frame.slid = self.by.after(&frame.slid, &self.board, from);
        frame.tiles += 1;
        self.board.move_tile(from);
        // As many slides as there are frames lead to the child.
        let least = self.by.least(&frame.slid, Some(axis(side)));
        Some(depth + least as usize <= self.bound)
    }

    /// Takes the slide that is being tried back, and continues to the next side.
    fn next_side(&mut self, effort: &mut Effort) {
        let Some(frame) = self.path.last_mut() else {
            return;
        };
        if let Some(side) = Side::numbered(frame.side.wrapping_sub(1)) {
            for _ in 0..frame.tiles {
                if let Some(from) = self.neighbours.entered(self.board.blank, side.undo()) {
                    self.board.move_tile(from);
                }
            }
            effort.spend(frame.tiles * STEP_COST);
        }
        frame.tiles = 0;
        frame.slid = frame.state.clone();
        frame.side += 1;
        while Side::numbered(frame.side - 1).is_some_and(|side| frame.last == Some(axis(side))) {
            frame.side += 1;
        }
    }

    /// Leaves a board below which all is done.
    fn done(&mut self) -> Option<Step<Moves>> {
        if self.path.len() > 1 {
            // The tiles that its parent has moved stay where they are.
            self.path.pop();
            return None;
        }
        if self.stage == Stage::Last {
            self.stage = Stage::Over;
            return Some(Step::Done);
        }
        self.bound += 1;
        self.path[0].side = 0;
        Some(Step::Bound(self.bound))
    }
}

impl<B: SlideBound> GeneralSlides<B> {
    /// Advances as [`Work::advance`] does, within what is left of a slice.
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
            effort.spend(STEP_COST);
            let depth = self.path.len() - 1;
            let frame = &mut self.path[depth];
            if frame.side == 0 {
                if depth == self.bound {
                    if self.board.is_solved() {
                        self.stage = Stage::Last;
                        let moves = self.moves();
                        if let Some(step) = self.done() {
                            // Of the solved board the empty solution is the only one.
                            self.stage = Stage::Over;
                            drop(step);
                        }
                        return moves.map(Step::Found);
                    }
                    if let Some(step) = self.done() {
                        return Ok(step);
                    }
                    continue;
                }
                if counts.expanded >= end {
                    return Ok(Step::Paused);
                }
                counts.expanded += 1;
                self.next_side(effort);
                continue;
            }
            let Some(side) = Side::numbered(frame.side - 1) else {
                match self.done() {
                    Some(step) => return Ok(step),
                    None => continue,
                }
            };
            let Some(is_near) = self.extend(side) else {
                self.next_side(effort);
                continue;
            };
            counts.generated += 1;
            effort.spend(self.child_cost);
            if is_near {
                let state = self.path[depth].slid.clone();
                if self.path.try_reserve(1).is_err() {
                    let bytes = 2 * depth as u64 * size_of::<Frame<B::State>>() as u64;
                    return Err(OutOfMemory { bytes });
                }
                self.path.push(Frame::new(state, Some(axis(side))));
            }
        }
        Ok(Step::Paused)
    }
}

impl<B: SlideBound> Work for GeneralSlides<B> {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        self.advance_within(until, counts, &mut Effort::slice())
    }
}
