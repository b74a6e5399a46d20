//! The search for a board that needs an exact number of moves.

use alloc::vec::Vec;
use core::ops::Range;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::runtime::job::{Job, Pace};
use crate::runtime::work::Step;
use crate::sample::{Generator, below, onwards};
use crate::slide::LegalMoves;
use crate::solve::driver::Driver;
use crate::solve::error::SolveError;
use crate::solve::quality::Quality;
use crate::solve::solver::Solver;

/// The cost of a move of a walk, in nanoseconds.
const MOVE: usize = 20;

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
        let moves = (self.distance).saturating_add(self.solver.metric().stride() * pairs);
        let (mut board, mut own) = (self.solved.clone(), random.clone());
        let mut walk = Job::new(move |mut pace: Pace| async move {
            let mut last = None;
            for _ in 0..moves {
                pace.count(1).await;
                pace.spend(MOVE).await;
                let moves = LegalMoves::of(board.shape, board.blank);
                last = onwards(moves, last, &mut || own.next());
                if let Some(direction) = last {
                    board.slide(direction);
                }
            }
            Ok::<_, SolveError>((board, own))
        });
        let (board, after) = self.driver.make(&mut walk)?.ok_or(End::Stopped)?;
        *random = after;
        let length = self.measure(&board, self.distance)?;
        Ok((board, length))
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
                board.slide(step);
                match self.measure(&board, length + 1)? {
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

    /// Searches for the length of a board's shortest solution, as far as `enough`. That counts as an
    /// expansion, so that limits are met even if no search takes one.
    fn measure(&mut self, board: &CanonicalBoard, enough: usize) -> Result<Length, End> {
        let (metric, threads) = (self.solver.metric(), self.solver.thread_count());
        let solving = self
            .solver
            .solving(board.clone(), Quality::Optimal, threads)?;
        let mut search = solving.start(None, None);
        let mut measure = Job::new(move |mut pace: Pace| async move {
            pace.count(1).await;
            loop {
                return Ok::<_, SolveError>(match pace.next(&mut search).await? {
                    Step::Bound(bound) if bound >= enough => Length::Enough,
                    Step::Found(moves) => match metric.length(&moves) {
                        length if length >= enough => Length::Enough,
                        length => Length::Exactly(length),
                    },
                    // A search for a solution ends with one.
                    Step::Bound(_) | Step::Paused | Step::Done => continue,
                });
            }
        });
        let length = self.driver.make(&mut measure)?.ok_or(End::Stopped)?;
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
