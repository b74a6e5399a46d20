//! The Manhattan kernel of the 15-puzzle: IDA* with the Manhattan distance and nothing else, which
//! counts as Korf (1985) did.
//!
//! Every child made by a move other than the last one's reverse is generated, pruned or not. The
//! blank goes up, left, right, down. The counts are exact at every pause: those of a plain
//! recursion in that order.
//!
//! The fast part ([`nodes`]) can't pause. It is given an allowance of expansions and, once that is
//! used, leaves a trail; the part here follows it, keeps the path on a stack of its own, and
//! expands board by board what is left until a pause.

mod nodes;
mod packed;

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::work::{Counts, Step, Work};
use crate::search::position::{self, Entry, Parts, Path, Position, PositionError, Resume};
use crate::side::Side;
use nodes::{
    ANY_SLACK, HALT, MAX_EXPANSIONS, Node, OVERDRAFT, SHAPE, SLIDES, Trail, allowance, settle,
};
use packed::{NO_SIDE, Packed, SIDES, children, entered, last_side, may_go, want};

/// Nearer to a pause than this, boards are expanded one by one.
const NEAR_PAUSE: u64 = 64;

/// The expansions of a slice: 0.4 milliseconds at 360 million a second. Without optimization a
/// hundredth of them takes longer.
const SLICE: u64 = if cfg!(debug_assertions) {
    4_000
} else {
    150_000
};

/// No round of a stored search has a longer bound. Boards of 16 cells are at most 80 moves from a
/// home in the corner (Brüngger and others 1999), hence at most 86 from any.
const MAX_BOUND: usize = 96;

/// Returns the child on that side, unless a wall, the last move or the slack forbids it.
fn child(parent: &State, side: usize) -> Option<State> {
    if !may_go(SHAPE, parent.blank, parent.last, side) {
        return None;
    }
    let blank = entered(SHAPE, parent.blank, side);
    let is_closer = parent.board.closer_mask & want(blank, side) != 0;
    Some(State {
        board: parent.board.after(&SLIDES[blank][side], blank),
        slack: (parent.slack + is_closer as u32).checked_sub(1)?,
        blank,
        last: side,
    })
}

/// Returns how many children a board has, those that the slack forbids too.
const fn children_of(state: &State) -> u64 {
    children(SHAPE, state.blank, state.last)
}

/// By blank cell and last move: what searches below a board.
static NODES: [[Node; 4]; 16] = ANY_SLACK;

/// A board in the search, with all that its expansion depends on.
#[derive(Clone, Copy, Debug)]
struct State {
    board: Packed,
    slack: u32,
    blank: usize,
    last: usize,
}

/// An expanded board on the path, and the side to try next.
#[derive(Clone, Copy, Debug)]
struct Frame {
    state: State,
    next: usize,
}

/// A search for the first shortest solution in Korf's order.
///
/// The children of an expanded board are counted all at once, but for a pause:
/// [`Fixed15Search::unborn`] says how many of them are not made yet.
#[derive(Clone, Debug)]
pub(crate) struct Fixed15Search {
    /// The root, with the slack of the round.
    root: State,
    distance: usize,
    /// The expanded boards of the path, from the root on.
    frames: Vec<Frame>,
    /// The board that comes next, generated and not expanded. It is there at every pause of a
    /// round.
    waiting: Option<State>,
    trail: Trail,
    /// Boards above this depth belong to other parts of the round.
    floor: usize,
    /// Whether the work ends with the round.
    is_part: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The bound is to be told.
    Round,
    Search,
    Over,
}

impl Fixed15Search {
    /// Returns the search of a solvable 15-puzzle; none for boards of another shape.
    pub(crate) fn new(instance: &CanonicalBoard) -> Option<Self> {
        if instance.shape != SHAPE {
            return None;
        }
        let (board, distance) = Packed::new(SHAPE, &instance.cells, instance.blank);
        let root = State {
            board,
            slack: 0,
            blank: instance.blank,
            last: NO_SIDE,
        };
        Some(Self {
            root,
            distance,
            frames: Vec::new(),
            waiting: Some(root),
            trail: Trail::default(),
            floor: 0,
            is_part: false,
            stage: Stage::Round,
        })
    }

    /// Returns the length of the solutions that are sought.
    pub(crate) const fn bound(&self) -> usize {
        self.distance + 2 * self.root.slack as usize
    }

    /// Returns how many moves lead to the boards below which it searches, if it is a part.
    pub(crate) fn floor(&self) -> Option<usize> {
        self.is_part.then_some(self.floor)
    }

    /// Returns where the search stands in its round, as long as it has found nothing.
    pub(crate) fn position(&self) -> Result<Position, OutOfMemory> {
        let mut turns = reserved(self.frames.len())?;
        let (next, path) = match (self.waiting, self.frames.split_last()) {
            // It was resumed between two children, and has done nothing yet.
            (None, Some((last, path))) => (last.next as u8 + 1, path),
            _ => (0, &*self.frames),
        };
        turns.extend(path.iter().map(|frame| frame.next as u8 - 1));
        Ok(Position { turns, next })
    }

    /// Parts what is left of the round at the least depth with `at_least` boards; the search itself
    /// stays as it is.
    pub(crate) fn parts(&mut self, at_least: usize) -> Result<Parts, OutOfMemory> {
        let position = self.position()?;
        let mut path = self.clone();
        path.frames.truncate(self.floor + 1);
        if path.frames.len() > self.floor {
            path.waiting = path.frames.pop().map(|frame| frame.state);
        }
        position::part(&mut path, &position, self.floor, self.bound(), at_least)
    }

    /// Searches the round until it ends or `end` boards are expanded.
    fn search(&mut self, end: u64, counts: &mut Counts) -> Step<Moves> {
        loop {
            let Some(state) = self.waiting.take().or_else(|| self.next()) else {
                return self.next_round();
            };
            // Nothing but the goal has a distance of 0, and it is met at the end of the depth only:
            // any earlier round that reached as far would have found it.
            if state.board.closer_mask == 0 {
                self.stage = Stage::Over;
                let side = |frame: &Frame| SIDES[frame.next - 1].tile_moves();
                return Step::Found(self.frames.iter().map(side).collect());
            }
            if counts.expanded >= end {
                self.waiting = Some(state);
                return Step::Paused;
            }
            self.visit(state, end - counts.expanded, counts);
        }
    }

    /// Returns the board after all those below the last one visited, if the round goes on.
    fn next(&mut self) -> Option<State> {
        while self.frames.len() > self.floor {
            let frame = self.frames.last_mut()?;
            while frame.next < SIDES.len() {
                frame.next += 1;
                if let Some(child) = child(&frame.state, frame.next - 1) {
                    return Some(child);
                }
            }
            self.frames.pop();
        }
        None
    }

    /// Searches below a board, or, where a pause is near, just expands it. At least one and at most
    /// `left` boards are expanded.
    fn visit(&mut self, state: State, left: u64, counts: &mut Counts) {
        counts.expanded += 1;
        counts.generated += children_of(&state);
        let parent = match self.frames.last() {
            Some(frame) if left > NEAR_PAUSE => frame.state.board,
            _ => {
                self.frames.push(Frame { state, next: 0 });
                return;
            }
        };
        let allowed = (left - 1 - OVERDRAFT).min(MAX_EXPANSIONS);
        let node = NODES[state.blank][state.last];
        let tally = node(parent, allowance(allowed), &mut self.trail, state.slack);
        let has_halted = tally == HALT;
        let (expanded, generated) =
            settle(allowed, if has_halted { self.trail.tally } else { tally });
        counts.expanded += expanded;
        counts.generated += generated;
        if has_halted {
            self.waiting = Some(self.follow(state, counts));
        }
    }

    /// Follows the trail from a board to where the search came to a halt, and takes back what was
    /// counted beyond.
    fn follow(&mut self, mut state: State, counts: &mut Counts) -> State {
        let take_back = |state: &State, counts: &mut Counts| {
            counts.expanded -= 1;
            counts.generated -= children_of(state);
        };
        loop {
            let side = match self.trail.turns.last() {
                Some(turn) if turn.board == state.board && turn.slack == state.slack => {
                    let side = turn.side;
                    self.trail.turns.pop();
                    side
                }
                _ => last_side(SHAPE, state.blank, state.last),
            };
            for later in side + 1..SIDES.len() {
                if let Some(sibling) = child(&state, later) {
                    take_back(&sibling, counts);
                }
            }
            let Some(child) = child(&state, side) else {
                unreachable!("the trail leads along moves that were made");
            };
            self.frames.push(Frame {
                state,
                next: side + 1,
            });
            state = child;
            if self.trail.turns.is_empty() {
                take_back(&state, counts);
                return state;
            }
        }
    }

    /// Begins the next round, unless a part of this one was all there is to do.
    const fn next_round(&mut self) -> Step<Moves> {
        if self.is_part {
            self.stage = Stage::Over;
            return Step::Done;
        }
        self.root.slack += 1;
        self.waiting = Some(self.root);
        Step::Bound(self.bound())
    }

    /// Returns how many children of the boards on the path have been counted but not yet made.
    fn unborn(&self) -> u64 {
        let untried = |frame: &Frame| {
            let State { blank, last, .. } = frame.state;
            (frame.next..SIDES.len())
                .filter(|&side| may_go(SHAPE, blank, last, side))
                .count() as u64
        };
        self.frames[self.floor..].iter().map(untried).sum()
    }
}

impl Resume for Fixed15Search {
    fn resumed(mut self, bound: usize, position: &Position) -> Result<Self, PositionError> {
        if bound < self.distance || bound % 2 != self.distance % 2 || bound > MAX_BOUND {
            return Err(PositionError::Bound);
        }
        if position.next > Position::ALL_TRIED || position.turns.len() > bound {
            return Err(PositionError::Next);
        }
        self.root.slack = ((bound - self.distance) / 2) as u32;
        self.waiting = Some(self.root);
        position::follow(&mut self, &position.turns)?;
        if let (Some(tried), Some(state)) = (position.next.checked_sub(1), self.waiting) {
            self.frames.push(Frame {
                state,
                next: SIDES.len().min(tried.into()),
            });
            self.waiting = None;
        }
        Ok(self)
    }

    fn below(mut self, floor: usize) -> Self {
        self.floor = floor;
        self.is_part = true;
        self
    }
}

impl Path for Fixed15Search {
    fn enter(&mut self, side: Side) -> Result<Entry, OutOfMemory> {
        let side = side as usize;
        let Some(state) = self.waiting else {
            return Ok(Entry::Forbidden);
        };
        if side >= SIDES.len() || !may_go(SHAPE, state.blank, state.last, side) {
            return Ok(Entry::Forbidden);
        }
        let Some(child) = child(&state, side) else {
            return Ok(Entry::Pruned);
        };
        self.frames.push(Frame {
            state,
            next: side + 1,
        });
        self.waiting = Some(child);
        Ok(Entry::Entered)
    }

    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.waiting = Some(frame.state);
        }
    }
}

impl Work for Fixed15Search {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        match self.stage {
            Stage::Round => {
                self.stage = Stage::Search;
                return Ok(Step::Bound(self.bound()));
            }
            Stage::Search => {}
            Stage::Over => return Ok(Step::Done),
        }
        let slice = counts.expanded.saturating_add(SLICE);
        counts.generated += self.unborn();
        let step = self.search(until.min(counts.limit).min(slice), counts);
        counts.generated -= self.unborn();
        Ok(step)
    }
}

#[cfg(test)]
mod tests;
