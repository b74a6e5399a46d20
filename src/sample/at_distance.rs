//! The search for a board that needs an exact number of moves, as a work.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::mem;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::work::{Counts, Step, Work};
use crate::sample::scramble::onwards;
use crate::sample::{Generator, below};
use crate::slide::LegalMoves;

/// The number of moves of a walk in a slice.
const SLICE: usize = 1 << 14;

/// The number of moves more than the distance that a walk takes for each cell of the shape, at
/// most: its end is as good as a board drawn from all then.
const MIXING: usize = 20;

/// The number of steps that a climb takes, up and down, before another walk is tried.
const CLIMB: usize = 100;

/// Looks for a board by walks from the goal. Distances along a walk change by one with each move,
/// so a walk to a board that is far enough passes the distance, and bisection finds where. If walks
/// don't get so far, it climbs from neighbour to neighbour.
///
/// Boards are measured by searches that `measure` begins, and that are left at the bound that
/// matters, so no board is solved that is farther than the distance. Each move of a walk and of a
/// climb counts as an expansion, so that limits are met even if no search takes one.
#[derive(Debug)]
pub(crate) struct Hunt<M, W> {
    solved: CanonicalBoard,
    distance: usize,
    metric: Metric,
    farthest: Option<usize>,
    random: Generator,
    /// Begins the search for a shortest solution of a board.
    measure: M,
    stage: Stage<W>,
}

#[derive(Debug)]
enum Stage<W> {
    Walk(Walk, Aim),
    /// A step of a climb, from a board.
    Step(CanonicalBoard, Climb),
    Measure(Measure<W>, Aim),
    Done,
}

/// Random moves from the goal, none of which undoes the one before.
#[derive(Debug)]
struct Walk {
    board: CanonicalBoard,
    last: Option<Direction>,
    /// The number of moves that are left to make.
    left: usize,
    random: Generator,
}

/// The search on a board, which ends when a bound is proved.
#[derive(Debug)]
struct Measure<W> {
    board: CanonicalBoard,
    search: W,
    enough: usize,
}

/// The purpose for which a board is measured.
#[derive(Debug)]
enum Aim {
    /// True if a walk got far enough.
    Reach(Trip),
    /// The step at which a walk passed the distance.
    Pass(Bisection),
    /// True if a step goes up.
    Climb(Climb),
}

/// A walk, and how to make it again.
#[derive(Clone, Debug)]
struct Trip {
    /// From here on its moves are drawn.
    random: Generator,
    /// The number of pairs of moves that it takes more than the distance; the parity is that of the
    /// distance.
    pairs: usize,
}

/// Boards of a walk, by the pairs of moves more than the distance after which they come.
#[derive(Debug)]
struct Bisection {
    random: Generator,
    /// All before this one are too near: those of fewer moves than the distance are.
    from: usize,
    /// This one is far enough.
    to: usize,
    board: CanonicalBoard,
}

/// A walk from neighbour to neighbour: uphill if there is a way, else one step down.
#[derive(Debug)]
struct Climb {
    /// The walk at the end of which it began.
    trip: Trip,
    /// The distance of the board before the step.
    length: usize,
    /// The steps to try, the first one last, and the one being measured.
    onwards: Vec<Direction>,
    step: Direction,
    /// The number of steps that are left.
    left: usize,
}

/// The result of a measurement.
enum Length {
    /// The board is at least as far as asked.
    Enough,
    /// The board is exactly that far, and nearer than asked.
    Exactly(usize),
}

impl<M, W, F> Hunt<M, W>
where
    M: FnMut(&CanonicalBoard) -> Result<W, F>,
    W: Work<Found = Moves, Failure = F>,
{
    /// Begins the search for a board at a distance of one or more; the goal is given as a board.
    pub(crate) fn new(
        solved: CanonicalBoard,
        distance: usize,
        metric: Metric,
        seed: u64,
        measure: M,
    ) -> Self {
        let mut hunt = Self {
            solved,
            distance,
            metric,
            farthest: None,
            random: Generator::new(seed),
            measure,
            stage: Stage::Done,
        };
        hunt.stage = hunt.reach(0);
        hunt
    }

    /// Returns the distance of the farthest board that was measured.
    pub(crate) const fn farthest(&self) -> Option<usize> {
        self.farthest
    }

    /// Begins a walk that is longer than the distance by these pairs of moves.
    fn reach(&self, pairs: usize) -> Stage<W> {
        let random = self.random.clone();
        Stage::Walk(
            self.walk(&random, pairs),
            Aim::Reach(Trip { random, pairs }),
        )
    }

    fn walk(&self, random: &Generator, pairs: usize) -> Walk {
        Walk {
            board: self.solved.clone(),
            last: None,
            left: self.distance.saturating_add(self.metric.stride() * pairs),
            random: random.clone(),
        }
    }

    /// Measures a board, as far as the distance that matters.
    fn measure(&mut self, board: CanonicalBoard, aim: Aim) -> Result<Stage<W>, F> {
        let enough = match &aim {
            Aim::Climb(climb) => climb.length + 1,
            _ => self.distance,
        };
        let search = (self.measure)(&board)?;
        let measure = Measure {
            board,
            search,
            enough,
        };
        Ok(Stage::Measure(measure, aim))
    }

    /// Continues with the length that a measure found, or returns the board.
    fn learn(
        &mut self,
        board: CanonicalBoard,
        length: &Length,
        aim: Aim,
    ) -> Result<Stage<W>, CanonicalBoard> {
        if let Length::Exactly(length) = *length {
            self.farthest = self.farthest.max(Some(length));
        }
        match (aim, length) {
            (Aim::Reach(trip), Length::Enough) => self.bisect(Bisection {
                random: trip.random,
                from: 0,
                to: trip.pairs,
                board,
            }),
            (Aim::Reach(trip), Length::Exactly(length)) => {
                if trip.pairs < MIXING / self.metric.stride() * self.solved.cells.len() {
                    let moves = self
                        .distance
                        .saturating_add(self.metric.stride() * trip.pairs);
                    return Ok(self.reach(trip.pairs + moves / 8 + 1));
                }
                Ok(self.climb(board, *length, None, trip, CLIMB))
            }
            (Aim::Pass(it), Length::Enough) => self.bisect(Bisection {
                to: usize::midpoint(it.from, it.to),
                board,
                ..it
            }),
            (Aim::Pass(it), Length::Exactly(_)) => self.bisect(Bisection {
                from: usize::midpoint(it.from, it.to) + 1,
                ..it
            }),
            (Aim::Climb(it), Length::Enough) => {
                let length = it.length + 1;
                self.farthest = self.farthest.max(Some(length));
                if length == self.distance {
                    return Err(board);
                }
                Ok(self.climb(board, length, Some(it.step), it.trip, it.left - 1))
            }
            // A summit: the last step is taken though it leads down.
            (Aim::Climb(it), Length::Exactly(length)) if it.onwards.is_empty() => {
                Ok(self.climb(board, *length, Some(it.step), it.trip, it.left - 1))
            }
            (Aim::Climb(it), Length::Exactly(_)) => {
                let mut board = board;
                board.slide(it.step.opposite());
                Ok(it.next(board))
            }
        }
    }

    /// Measures the board in the middle, or returns the one that is left.
    fn bisect(&self, it: Bisection) -> Result<Stage<W>, CanonicalBoard> {
        if it.from == it.to {
            return Err(it.board);
        }
        let walk = self.walk(&it.random, usize::midpoint(it.from, it.to));
        Ok(Stage::Walk(walk, Aim::Pass(it)))
    }

    /// Draws the order in which the neighbours of a board are tried, or begins another walk if the
    /// climb is over.
    fn climb(
        &mut self,
        board: CanonicalBoard,
        length: usize,
        last: Option<Direction>,
        trip: Trip,
        left: usize,
    ) -> Stage<W> {
        let moves = LegalMoves::of(board.shape, board.blank);
        let mut onwards: Vec<Direction> = moves.filter(|it| last != Some(it.opposite())).collect();
        if left == 0 || onwards.is_empty() {
            return self.reach(trip.pairs);
        }
        for index in (1..onwards.len()).rev() {
            let other = below(index as u32 + 1, &mut || self.random.next());
            onwards.swap(index, other as usize);
        }
        let climb = Climb {
            trip,
            length,
            step: onwards[0],
            onwards,
            left,
        };
        climb.next(board)
    }
}

impl<M, W, F> Work for Hunt<M, W>
where
    M: FnMut(&CanonicalBoard) -> Result<W, F>,
    W: Work<Found = Moves, Failure = F>,
{
    /// The board, in canonical form.
    type Found = CanonicalBoard;
    type Failure = F;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<CanonicalBoard>, F> {
        let mut steps = 0;
        // After each measure there is a pause: what it and its beginning took is over then.
        loop {
            match mem::replace(&mut self.stage, Stage::Done) {
                Stage::Walk(mut walk, aim) => {
                    while walk.left > 0 {
                        if counts.is_spent() || counts.expanded >= until || steps >= SLICE {
                            self.stage = Stage::Walk(walk, aim);
                            return Ok(Step::Paused);
                        }
                        count(counts);
                        steps += 1;
                        walk.step();
                    }
                    if let Aim::Reach(_) = aim {
                        // What is drawn next must not be what was drawn here.
                        self.random = walk.random;
                    }
                    self.stage = self.measure(walk.board, aim)?;
                }
                Stage::Step(mut board, climb) => {
                    if counts.is_spent() || counts.expanded >= until {
                        self.stage = Stage::Step(board, climb);
                        return Ok(Step::Paused);
                    }
                    count(counts);
                    board.slide(climb.step);
                    self.stage = self.measure(board, Aim::Climb(climb))?;
                }
                Stage::Measure(mut measure, aim) => {
                    let length = match measure.search.advance(until, counts)? {
                        Step::Bound(bound) if bound >= measure.enough => Length::Enough,
                        Step::Found(moves) => match self.metric.length(&moves) {
                            enough if enough >= measure.enough => Length::Enough,
                            length => Length::Exactly(length),
                        },
                        // A search for a solution ends with one.
                        Step::Paused | Step::Bound(_) | Step::Done => {
                            self.stage = Stage::Measure(measure, aim);
                            return Ok(Step::Paused);
                        }
                    };
                    match self.learn(measure.board, &length, aim) {
                        Ok(stage) => self.stage = stage,
                        Err(board) => return Ok(Step::Found(board)),
                    }
                    return Ok(Step::Paused);
                }
                Stage::Done => return Ok(Step::Done),
            }
        }
    }
}

/// Counts a move of the hunt's own.
const fn count(counts: &mut Counts) {
    counts.expanded += 1;
    counts.generated += 1;
}

impl Climb {
    /// Continues with the next of the steps to try.
    fn next<W>(mut self, board: CanonicalBoard) -> Stage<W> {
        if let Some(step) = self.onwards.pop() {
            self.step = step;
        }
        Stage::Step(board, self)
    }
}

impl Walk {
    fn step(&mut self) {
        self.left -= 1;
        let moves = LegalMoves::of(self.board.shape, self.board.blank);
        let random = &mut self.random;
        let made = onwards(moves, self.last, &mut || random.next());
        if let Some(direction) = made {
            self.board.slide(direction);
        }
        self.last = made;
    }
}
