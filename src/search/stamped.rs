//! The reference kernel: IDA* with the Manhattan distance and nothing else, which counts as Korf
//! (1985) did.
//!
//! Every child made by a move other than the last one's reverse is generated, pruned or not, plus
//! the root once a solve. The blank goes up, left, right, down. The counts are exact at every
//! pause: those of a plain recursion in that order.
//!
//! The fast part ([`nodes`]) can't pause. It is given an allowance of expansions and, once that is
//! used, leaves a trail; the part here follows it, keeps the path on a stack of its own, and
//! expands board by board what is left until a pause.

mod nodes;
mod packed;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::direction::Direction;
use crate::search::meter::Meter;
use crate::shape::Shape;
use nodes::{HALT, MAX_EXPANSIONS, Node, OVERDRAFT, Stamps, Trail, allowance, settle};
use packed::{NO_SIDE, Packed, SIDES, Slides, children, entered, last_side, may_go, want};

/// Nearer to a pause than this, boards are expanded one by one.
const NEAR_PAUSE: u64 = 64;

/// The reference kernel of a shape.
#[derive(Debug)]
pub(crate) struct Stamped {
    shape: Shape,
    slides: &'static Slides,
    nodes: [[Node; 4]; 16],
}

impl Stamped {
    /// Returns the kernel of this shape, if there is one: each costs some 50 KB of code.
    pub(crate) const fn new(shape: Shape) -> Option<&'static Self> {
        match (shape.rows(), shape.cols(), shape.layers()) {
            (4, 4, 1) => Some(Self::of::<4, 4>()),
            (3, 3, 1) => Some(Self::of::<3, 3>()),
            _ => None,
        }
    }

    const fn of<const ROWS: usize, const COLS: usize>() -> &'static Self {
        const {
            &Self {
                shape: Stamps::<ROWS, COLS>::SHAPE,
                slides: Stamps::<ROWS, COLS>::SLIDES,
                nodes: Stamps::<ROWS, COLS>::ANY_SLACK,
            }
        }
    }

    /// Returns the first shortest solution in Korf's order: the moves of the tiles.
    ///
    /// `at` says for each cell which cell its tile must reach; what it says of the blank's cell is
    /// ignored. The board must be solvable. The counts are added to those of the meter. Where
    /// that breaks off the search nothing is returned, and the meter's bound is proved.
    pub(crate) fn search(
        &self,
        at: &[u16],
        blank: usize,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Direction>> {
        let (board, distance) = Packed::new(self.shape, at, blank);
        meter.generated += 1;
        let mut walk = Walk {
            kernel: self,
            meter,
            frames: Vec::new(),
            trail: Trail::default(),
        };
        let mut slack = 0;
        loop {
            let root = State {
                board,
                slack,
                blank,
                last: NO_SIDE,
            };
            let bound = distance + 2 * slack as usize;
            if walk.meter.begin_round(bound).is_break() {
                return None;
            }
            if let ControlFlow::Break(solution) = walk.round(root) {
                return solution;
            }
            slack += 1;
        }
    }

    /// Returns the child on that side, unless a wall, the last move or the slack forbids it.
    fn child(&self, parent: &State, side: usize) -> Option<State> {
        if !may_go(self.shape, parent.blank, parent.last, side) {
            return None;
        }
        let blank = entered(self.shape, parent.blank, side);
        let is_closer = parent.board.wants & want(blank, side) != 0;
        Some(State {
            board: parent.board.after(&self.slides[blank][side], blank),
            slack: (parent.slack + is_closer as u32).checked_sub(1)?,
            blank,
            last: side,
        })
    }

    const fn children(&self, state: &State) -> u64 {
        children(self.shape, state.blank, state.last)
    }
}

/// A board in the search, with all that its expansion depends on.
#[derive(Clone, Copy, Debug)]
struct State {
    board: Packed,
    slack: u32,
    blank: usize,
    last: usize,
}

/// An expanded board on the path, and the side to try next.
#[derive(Debug)]
struct Frame {
    state: State,
    next: usize,
}

/// A search that can pause between any two expansions.
///
/// The children of an expanded board are generated all at once; [`Walk::unborn`] says how many of
/// them are not yet.
#[derive(Debug)]
struct Walk<'a, 'm> {
    kernel: &'a Stamped,
    meter: &'a mut Meter<'m>,
    frames: Vec<Frame>,
    trail: Trail,
}

/// Breaks with a solution, or without one where the meter breaks off the search.
type Flow = ControlFlow<Option<Vec<Direction>>>;

impl Walk<'_, '_> {
    /// Searches to the bound that the slack of the root stands for.
    fn round(&mut self, root: State) -> Flow {
        let mut next = Some(root);
        while let Some(state) = next {
            self.visit(state)?;
            next = self.next();
        }
        Flow::Continue(())
    }

    /// Returns the board after all those below the last one visited, if the round goes on.
    fn next(&mut self) -> Option<State> {
        while let Some(frame) = self.frames.last_mut() {
            while frame.next < SIDES.len() {
                frame.next += 1;
                if let Some(child) = self.kernel.child(&frame.state, frame.next - 1) {
                    return Some(child);
                }
            }
            self.frames.pop();
        }
        None
    }

    /// Searches below a board, or, where a pause is near, just expands it.
    fn visit(&mut self, mut state: State) -> Flow {
        loop {
            // Nothing but the goal has a distance of 0, and it is met at the end of the depth only:
            // any earlier round that reached as far would have found it.
            if state.board.wants == 0 {
                self.meter.generated -= self.unborn();
                return Flow::Break(Some(self.moves()));
            }
            while self.meter.expanded >= self.meter.pause_at {
                self.pause()?;
            }
            let left = self.meter.pause_at - self.meter.expanded;
            self.meter.expanded += 1;
            self.meter.generated += self.kernel.children(&state);
            let parent = match self.frames.last() {
                Some(frame) if left > NEAR_PAUSE => frame.state.board,
                _ => {
                    self.frames.push(Frame { state, next: 0 });
                    return Flow::Continue(());
                }
            };
            let allowed = (left - 1 - OVERDRAFT).min(MAX_EXPANSIONS);
            let node = self.kernel.nodes[state.blank][state.last];
            let tally = node(parent, allowance(allowed), &mut self.trail, state.slack);
            let has_halted = tally == HALT;
            let (expanded, generated) =
                settle(allowed, if has_halted { self.trail.tally } else { tally });
            self.meter.expanded += expanded;
            self.meter.generated += generated;
            if !has_halted {
                return Flow::Continue(());
            }
            state = self.follow(state);
        }
    }

    /// Follows the trail from a board to where the search came to a halt, and takes back what was
    /// counted beyond.
    fn follow(&mut self, mut state: State) -> State {
        loop {
            let side = match self.trail.turns.last() {
                Some(turn) if turn.board == state.board && turn.slack == state.slack => {
                    let side = turn.side;
                    self.trail.turns.pop();
                    side
                }
                _ => last_side(self.kernel.shape, state.blank, state.last),
            };
            for later in side + 1..SIDES.len() {
                if let Some(sibling) = self.kernel.child(&state, later) {
                    self.take_back(&sibling);
                }
            }
            let Some(child) = self.kernel.child(&state, side) else {
                unreachable!("the trail leads along moves that were made");
            };
            self.frames.push(Frame {
                state,
                next: side + 1,
            });
            state = child;
            if self.trail.turns.is_empty() {
                self.take_back(&state);
                return state;
            }
        }
    }

    /// Takes back the expansion of a board.
    const fn take_back(&mut self, state: &State) {
        self.meter.expanded -= 1;
        self.meter.generated -= self.kernel.children(state);
    }

    /// Pauses with exact counts.
    fn pause(&mut self) -> Flow {
        let unborn = self.unborn();
        self.meter.generated -= unborn;
        if self.meter.pause().is_break() {
            return Flow::Break(None);
        }
        self.meter.generated += unborn;
        Flow::Continue(())
    }

    /// Returns how many children of the boards on the path have been counted but not yet made.
    fn unborn(&self) -> u64 {
        let shape = self.kernel.shape;
        let untried = |frame: &Frame| {
            let State { blank, last, .. } = frame.state;
            (frame.next..SIDES.len())
                .filter(|&side| may_go(shape, blank, last, side))
                .count() as u64
        };
        self.frames.iter().map(untried).sum()
    }

    /// Returns the moves of the tiles along the path; they go where the blank comes from.
    fn moves(&self) -> Vec<Direction> {
        let tile_move = |frame: &Frame| SIDES[frame.next - 1].opposite();
        self.frames.iter().map(tile_move).collect()
    }
}

#[cfg(test)]
mod tests;
