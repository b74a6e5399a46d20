//! The search for a board that needs an exact number of moves.

use alloc::vec::Vec;
use core::ops::Range;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::runtime::work::{Counts, Step, Work};
use crate::sample::{Generator, below, onwards};
use crate::slide::LegalMoves;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
use crate::solve::optimal::Optimal;
use crate::solve::policy::Policy;
use crate::solve::solver::Solver;

/// The moves of a walk in one slice.
const SLICE: usize = 1 << 14;

/// The number of moves more than the distance that a walk takes for each cell of the shape, at
/// most: its end is as good as a board drawn from all then.
const MIXING: usize = 20;

/// The number of steps that a climb takes, up and down, before another walk is tried.
const CLIMB: usize = 100;

/// Looks for a board by walks from the goal. Distances along a walk change by one with each move,
/// so a walk to a board that is far enough passes the distance, and bisection finds where. If walks
/// don't get so far, it climbs from neighbour to neighbour.
pub(super) struct Hunt<'h, 'c, 'a> {
    pub(super) solver: &'h Solver,
    pub(super) driver: &'h mut Driver<'c, 'a>,
    pub(super) solved: CanonicalBoard,
    /// One or more.
    pub(super) distance: usize,
    /// The distance of the farthest board that was measured.
    pub(super) farthest: Option<usize>,
}

/// Reasons why no board was found.
pub(super) enum End {
    /// A limit was met.
    Stopped,
    Failed(SolveError),
}

impl From<SolveError> for End {
    fn from(error: SolveError) -> Self {
        Self::Failed(error)
    }
}

/// The length of a shortest solution.
enum Length {
    /// At least the length that was asked for.
    Enough,
    /// Exactly this, and less than what was asked for.
    Exactly(usize),
}

impl Hunt<'_, '_, '_> {
    /// Returns a board at the distance. It has no end of its own.
    pub(super) fn run(&mut self, seed: u64) -> Result<CanonicalBoard, End> {
        let mut random = Generator::new(seed);
        let stride = self.solver.metric().stride();
        // A walk takes these pairs of moves more than the distance; the parity is that of the
        // distance.
        let mut pairs = 0;
        loop {
            let start = random.clone();
            let (board, length) = self.walk(&mut random, pairs)?;
            let Length::Exactly(length) = length else {
                return self.bisect(&start, 0..pairs, board);
            };
            if pairs < MIXING / stride * self.solved.cells.len() {
                pairs += self.distance.saturating_add(stride * pairs) / 8 + 1;
            } else if let Some(board) = self.climb(board, length, &mut random)? {
                return Ok(board);
            }
        }
    }

    /// Returns the end of a walk from the goal that is longer than the distance by these pairs of
    /// moves, and its length as far as the distance. No move undoes the one before.
    fn walk(
        &mut self,
        random: &mut Generator,
        pairs: usize,
    ) -> Result<(CanonicalBoard, Length), End> {
        let mut trial = Trial {
            solver: self.solver,
            board: self.solved.clone(),
            left: (self.distance).saturating_add(self.solver.metric().stride() * pairs),
            step: None,
            last: None,
            random,
            enough: self.distance,
            search: None,
        };
        let length = self.measure(&mut trial)?;
        Ok((trial.board, length))
    }

    /// Returns the board where a walk passes the distance: after some pairs of moves more than the
    /// first of a range, before which all are too near; `board` comes after the last of them, and is
    /// far enough.
    fn bisect(
        &mut self,
        random: &Generator,
        mut pairs: Range<usize>,
        mut board: CanonicalBoard,
    ) -> Result<CanonicalBoard, End> {
        while !pairs.is_empty() {
            let middle = usize::midpoint(pairs.start, pairs.end);
            match self.walk(&mut random.clone(), middle)? {
                (between, Length::Enough) => (pairs.end, board) = (middle, between),
                (_, Length::Exactly(_)) => pairs.start = middle + 1,
            }
        }
        Ok(board)
    }

    /// Goes from neighbour to neighbour: uphill if possible, else one step down. Returns a board at
    /// the distance, if it gets there.
    fn climb(
        &mut self,
        mut board: CanonicalBoard,
        mut length: usize,
        random: &mut Generator,
    ) -> Result<Option<CanonicalBoard>, End> {
        let mut last = None;
        for _ in 0..CLIMB {
            let mut steps = shuffled(&board, last, random);
            loop {
                let Some(step) = steps.pop() else {
                    return Ok(None);
                };
                let mut trial = Trial {
                    solver: self.solver,
                    board,
                    left: 1,
                    step: Some(step),
                    last: None,
                    random,
                    enough: length + 1,
                    search: None,
                };
                let measured = self.measure(&mut trial)?;
                board = trial.board;
                match measured {
                    Length::Enough => {
                        length += 1;
                        self.farthest = self.farthest.max(Some(length));
                        if length == self.distance {
                            return Ok(Some(board));
                        }
                    }
                    // The last step is taken though it leads down.
                    Length::Exactly(lower) if steps.is_empty() => length = lower,
                    Length::Exactly(_) => {
                        board.slide(step.opposite());
                        continue;
                    }
                }
                last = Some(step);
                break;
            }
        }
        Ok(None)
    }

    fn measure(&mut self, trial: &mut Trial<'_>) -> Result<Length, End> {
        let length = self.driver.find(trial)?.ok_or(End::Stopped)?;
        if let Length::Exactly(length) = length {
            self.farthest = self.farthest.max(Some(length));
        }
        Ok(length)
    }
}

/// Draws the order in which the neighbours of a board are tried, from the last to the first.
fn shuffled(
    board: &CanonicalBoard,
    last: Option<Direction>,
    random: &mut Generator,
) -> Vec<Direction> {
    let moves = LegalMoves::of(board.shape, board.blank);
    let mut steps: Vec<Direction> = moves.filter(|it| last != Some(it.opposite())).collect();
    for index in (1..steps.len()).rev() {
        let other = below(index as u32 + 1, &mut || random.next());
        steps.swap(index, other as usize);
    }
    steps
}

/// Moves to a board, then the search for the length of its shortest solution, which is left at the
/// bound that matters. Each move counts as an expansion, so that limits are met even if no search
/// takes one.
struct Trial<'t> {
    solver: &'t Solver,
    board: CanonicalBoard,
    /// The moves that are left.
    left: usize,
    /// The move of a climb; a walk draws its own.
    step: Option<Direction>,
    /// The last move.
    last: Option<Direction>,
    random: &'t mut Generator,
    enough: usize,
    search: Option<Optimal>,
}

impl Policy for Trial<'_> {}

impl Work for Trial<'_> {
    type Found = Length;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Length>, SolveError> {
        for _ in 0..self.left.min(SLICE) {
            if counts.is_spent() {
                return Ok(Step::Paused);
            }
            counts.expanded += 1;
            counts.generated += 1;
            self.left -= 1;
            let direction = self.step.or_else(|| {
                let moves = LegalMoves::of(self.board.shape, self.board.blank);
                onwards(moves, self.last, &mut || self.random.next())
            });
            if let Some(direction) = direction {
                self.board.slide(direction);
            }
            self.last = direction;
        }
        if self.left > 0 {
            return Ok(Step::Paused);
        }
        let search = match &mut self.search {
            Some(search) => search,
            none => {
                let threads = self.solver.thread_count();
                none.insert(self.solver.optimal(self.board.clone(), threads)?)
            }
        };
        Ok(match search.advance(until, counts)? {
            Step::Bound(bound) if bound >= self.enough => Step::Found(Length::Enough),
            Step::Found(moves) => Step::Found(match self.solver.metric().length(&moves) {
                length if length >= self.enough => Length::Enough,
                length => Length::Exactly(length),
            }),
            // A search for a solution ends with one.
            Step::Paused | Step::Bound(_) | Step::Done => Step::Paused,
        })
    }
}
