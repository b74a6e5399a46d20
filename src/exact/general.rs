//! IDA* on any shape, by either metric, with any bound; also for goals with free tiles.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::exact::rounds::{AnyBoards, BlankMove, Boards, CHUNK, Kernel, Seeds, SplitPolicy};
use crate::heuristic::{Bound, LinearConflict};
use crate::metric::Metric;
use crate::runtime::{Counts, Effort, OutOfMemory, Step, push, reserve};
use crate::side::Side;

/// Depth-first search with an explicit stack, so that no bound is too deep for it; the path is the
/// only memory.
///
/// By tiles it never steps back, and the bound is raised by 2: every move takes the blank to a cell
/// of the other colour, so all solutions of a board are odd or all are even, unless the blank may
/// end anywhere. By slides a move takes a run of one tile or more, no two moves in a row are along
/// one axis, and the bound is raised by 1.
#[derive(Clone, Debug)]
pub(crate) struct General<B: Bound> {
    heuristic: B,
    neighbours: Arc<Neighbours>,
    start: CanonicalBoard,
    root: Frame<B::State>,
    boards: Boards<Frame<B::State>>,
    /// The moves from the root to the seed, and the boards from there on.
    to_seed: Vec<BlankMove>,
    path: Vec<Frame<B::State>>,
    /// The board at the end of the path.
    board: CanonicalBoard,
    bound: usize,
    /// The cost of a child, in nanoseconds.
    child_cost: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Frame<S> {
    /// The data that the heuristic keeps of it.
    state: S,
    /// The move that made the board.
    made_by: Option<BlankMove>,
    /// 0 if the board is not expanded yet; else one more than the number of sides tried there. A
    /// board too far from the goal, kept for a longer run, has [`ALL_TRIED`].
    next: u8,
}

/// The value of `next` if all sides have been tried.
const ALL_TRIED: u8 = Side::ALL.len() as u8 + 1;

impl<B: Bound> General<B> {
    /// True if a run of several tiles is one move.
    const RUNS: bool = matches!(B::METRIC, Metric::MultiTile);

    /// Returns the kernel of a solvable board for which the heuristic is made. O(cells).
    pub(crate) fn new(heuristic: B, board: CanonicalBoard) -> Result<Self, OutOfMemory> {
        let state = heuristic.state(&board);
        Ok(Self {
            child_cost: LinearConflict::cost_of_child(board.shape),
            heuristic,
            neighbours: Arc::new(Neighbours::new(board.shape)?),
            start: board.clone(),
            root: Frame {
                state,
                made_by: None,
                next: 0,
            },
            boards: Boards::of(Vec::new()),
            to_seed: Vec::new(),
            path: Vec::new(),
            board,
            bound: 0,
        })
    }

    /// Moves the blank past some tiles.
    #[inline]
    fn step(&mut self, side: Side, tiles: u16) {
        for _ in 0..if Self::RUNS { tiles } else { 1 } {
            if let Some(from) = self.neighbours.entered(self.board.blank, side) {
                self.board.move_tile(from);
            }
        }
    }

    /// Returns the number of moves from the root to the last board of the path.
    fn depth(&self) -> usize {
        self.to_seed.len() + self.path.len() - 1
    }

    /// Returns the board of a depth that the tile on the cell `from` makes, the last one of a move.
    fn frame(
        &self,
        before: &B::State,
        run: BlankMove,
        from: usize,
        depth: usize,
    ) -> Frame<B::State> {
        let state = self.heuristic.after(before, &self.board, from);
        let least = self.heuristic.least(&state, Some(run.side.axis())) as usize;
        let of_blank = self.board.blank_distance(from, B::METRIC);
        let is_far = depth + least.max(of_blank) > self.bound;
        Frame {
            state,
            made_by: Some(run),
            next: if is_far { ALL_TRIED } else { 0 },
        }
    }

    /// Makes the move of one tile. Returns whether the child is too far from the goal for this
    /// round: then it is entered only if a run of more tiles may lead to a nearer one. `None` if
    /// there is a wall, or the last move would be undone or continued.
    fn enter(&mut self, side: Side) -> Result<Option<bool>, OutOfMemory> {
        // Room for the child first, so that the rest can't fail.
        reserve(&mut self.path, 1)?;
        let parent = &self.path[self.path.len() - 1];
        let continues = |last: Side| Self::RUNS && last.axis() == side.axis();
        let is_forbidden = |last: BlankMove| last.side == side.undo() || continues(last.side);
        let from = self.neighbours.entered(self.board.blank, side);
        let Some(from) = from.filter(|_| !parent.made_by.is_some_and(is_forbidden)) else {
            return Ok(None);
        };
        let run = BlankMove::of_one(side);
        let child = self.frame(&parent.state, run, from, self.depth() + 1);
        let is_far = child.next == ALL_TRIED;
        if Self::RUNS || !is_far {
            self.path.push(child);
            self.board.move_tile(from);
        }
        Ok(Some(is_far))
    }

    /// Replaces the last board by that of a run of one tile more; returns as [`enter`](Self::enter)
    /// does. Leaves it for its parent if there is none, as by tiles.
    fn extend(&mut self) -> Option<bool> {
        let last = self.path.last()?;
        let run = last.made_by.filter(|_| Self::RUNS);
        let from = run.and_then(|run| self.neighbours.entered(self.board.blank, run.side));
        let (Some(BlankMove { side, tiles }), Some(from)) = (run, from) else {
            let left = self.path.pop()?.made_by?;
            self.step(left.side.undo(), left.tiles);
            return None;
        };
        let tiles = tiles + 1;
        let longer = self.frame(&last.state, BlankMove { side, tiles }, from, self.depth());
        let is_far = longer.next == ALL_TRIED;
        *self.path.last_mut()? = longer;
        self.board.move_tile(from);
        Some(is_far)
    }
}

impl<B: Bound> Kernel for General<B> {
    fn metric(&self) -> Metric {
        B::METRIC
    }

    fn is_solved(&self) -> bool {
        self.start.is_solved()
    }

    fn first_bound(&self, proved: usize) -> usize {
        let bound = proved.max(self.heuristic.least(&self.root.state, None) as usize);
        if self.start.stride(B::METRIC) == 1 {
            return bound;
        }
        // The blank's distance has the parity of all solutions.
        let distance = self.start.shape.distance(self.start.blank, self.start.home);
        bound + usize::from(bound % 2 != distance % 2)
    }

    fn begin(&mut self, bound: usize, last_round: u64) -> SplitPolicy {
        self.bound = bound;
        self.boards = Boards::of(Vec::from([self.root.clone()]));
        SplitPolicy::of_path(last_round)
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.boards
    }

    /// The caller's heuristic may be slow.
    fn chunk(&self, effort: Effort) -> usize {
        effort
            .room(Side::ALL.len() * self.child_cost)
            .clamp(1, CHUNK)
    }

    fn expand(
        &mut self,
        which: Range<usize>,
        seeds: &mut Seeds,
        counts: &mut Counts,
    ) -> Result<(), OutOfMemory> {
        for nth in which {
            self.open(seeds, nth..nth + 1)?;
            counts.expanded += 1;
            for side in Side::ALL {
                let mut entered = self.enter(side)?;
                while let Some(is_far) = entered {
                    counts.generated += 1;
                    let child = &self.path[self.path.len() - 1];
                    if let Some(run) = child.made_by.filter(|_| !is_far) {
                        if seeds.push(nth, run)? {
                            self.boards.add_child(child.clone())?;
                        }
                    }
                    if is_far && !Self::RUNS {
                        break;
                    }
                    entered = self.extend();
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, seeds: &Seeds, unit: Range<usize>) -> Result<(), OutOfMemory> {
        self.board.clone_from(&self.start);
        let to_seed = seeds.path(unit.start);
        for run in &to_seed {
            self.step(run.side, run.tiles);
        }
        self.to_seed = to_seed;
        self.path.clear();
        push(
            &mut self.path,
            self.boards.get(seeds.number(unit.start)).clone(),
        )
    }

    fn advance(
        &mut self,
        _: &Seeds,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Step, OutOfMemory> {
        while !effort.is_spent() {
            let depth = self.depth();
            let above = self.path.len() - 1;
            let frame = &mut self.path[above];
            if frame.next == 0 {
                // A board is solved before the last depth only if the heuristic overestimates.
                if self.board.is_solved() {
                    frame.next = ALL_TRIED;
                    let below = self.path[1..].iter().filter_map(|frame| frame.made_by);
                    let path = self.to_seed.iter().copied().chain(below);
                    return Ok(Step::Found(BlankMove::moves(path)));
                }
                // An unsolved board at the last depth: the heuristic saw no move left.
                if depth == self.bound && (depth > 0 || Self::RUNS) {
                    frame.next = ALL_TRIED;
                    continue;
                }
                if counts.expanded >= until {
                    return Ok(Step::Paused);
                }
                counts.expanded += 1;
                frame.next = 1;
            }
            let entered = if let Some(side) = Side::numbered(frame.next - 1) {
                frame.next += 1;
                self.enter(side)?
            } else if above > 0 {
                self.extend()
            } else {
                return Ok(Step::Done);
            };
            if entered.is_some() {
                counts.generated += 1;
                effort.spend(self.child_cost);
            }
        }
        Ok(Step::Paused)
    }
}

#[cfg(test)]
mod tests;
