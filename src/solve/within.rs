//! Solutions that are provably not much longer than the shortest.

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::construct::Construct;
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, Proof, Request, is_tried_first};
use crate::runtime::work::{Counts, Part, Step, Work};
use crate::search::near::Near;
use crate::search::probe::Probe;
use crate::solve::beams::Beams;
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::tables::BuildProgress;

/// The number of times that the proof's expansions go into beams. On 5 x 5 two more moves proved
/// take five times the proof's work, and two fewer moves to prove, or three, twice the beams'.
const BEAMS_TO_PROOF: u64 = 2;

/// Finds a solution that is at most `percent` hundredths longer than a shortest one.
///
/// Two searches meet. IDA\* proves, round by round, that there is no solution of so few moves; its
/// first rounds are cheap, each costs some five times as much as the one before, and the last ones,
/// which a shortest solution would need, are not made. Beams find solutions, and become wider
/// and wider. They get twice the work of the proof, so that neither waits long for the other. (A
/// weighted search guarantees the same bound, but on 5 x 5 its lower bound, length / weight, is
/// dearer: it has to look at every board that its heuristic overrates.)
///
/// If every solution has at least `b` moves, one of at most `b x (100 + percent) / 100` is what was
/// asked for. The plain construction may be that already.
#[derive(Debug)]
pub(super) struct Within {
    board: CanonicalBoard,
    percent: u16,
    kind: HeuristicKind,
    threads: usize,
    /// All shorter solutions are proved impossible.
    bound: usize,
    /// The length of the shortest solution known.
    length: Option<usize>,
    request: Request,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The bound is to be told.
    New,
    Probe(Box<Probe>),
    Construct(Box<Construct>),
    /// Beams around a board near the goal.
    Near(Box<Near>),
    Tables,
    Race(Box<Race>),
    Over,
}

/// A proof and beams, in turn.
#[derive(Debug)]
struct Race {
    proof: Part<Proof>,
    beams: Beams,
}

impl Within {
    pub(super) fn new(
        board: &CanonicalBoard,
        kind: HeuristicKind,
        percent: u16,
        request: Request,
        threads: usize,
    ) -> Self {
        Self {
            percent,
            threads,
            bound: board.manhattan(),
            board: board.clone(),
            length: None,
            request,
            kind,
            stage: Stage::New,
        }
    }

    /// Returns whether the shortest solution known is what was asked for.
    fn is_enough(&self) -> bool {
        let allowed = self.bound as u64 * (100 + u64::from(self.percent));
        self.length
            .is_some_and(|length| length as u64 * 100 <= allowed)
    }

    fn step(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        match &mut self.stage {
            Stage::New => {
                self.stage = if is_tried_first(&self.board, self.kind) {
                    Stage::Probe(Box::new(Probe::new(&self.board)?))
                } else {
                    Stage::Construct(Box::new(Construct::new(self.board.clone())?))
                };
                Ok(Step::Bound(self.bound))
            }
            Stage::Probe(probe) => match probe.advance(until, counts)? {
                Step::Done => {
                    self.stage = Stage::Construct(Box::new(Construct::new(self.board.clone())?));
                    Ok(Step::Paused)
                }
                step => Ok(step),
            },
            Stage::Construct(construct) => {
                let step = construct.advance(until, counts)?;
                if let Step::Found(_) | Step::Done = step {
                    self.stage = match Near::new(&self.board)? {
                        Some(mut near) => {
                            if let Step::Found(moves) = &step {
                                near.shorten(moves.len());
                            }
                            Stage::Near(Box::new(near))
                        }
                        None => Stage::Tables,
                    };
                }
                Ok(match step {
                    Step::Done => Step::Paused,
                    step => step,
                })
            }
            Stage::Near(near) => match near.advance(until, counts)? {
                Step::Done => {
                    self.stage = Stage::Tables;
                    Ok(Step::Paused)
                }
                step => Ok(step),
            },
            Stage::Tables => {
                if let Step::Found(prepared) = self.request.advance(until, counts)? {
                    let proof = Proof::new(&prepared, &self.board, self.bound, self.threads)?;
                    self.stage = Stage::Race(Box::new(Race {
                        proof: Part::new(proof),
                        beams: Beams::new(prepared, self.board.clone(), self.threads),
                    }));
                }
                Ok(Step::Paused)
            }
            Stage::Race(race) => race.step(self.percent, self.length, until, counts),
            Stage::Over => Ok(Step::Done),
        }
    }
}

impl Race {
    fn step(
        &mut self,
        percent: u16,
        length: Option<usize>,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, SolveError> {
        if let Some(step) = self.beams.advance(until, counts) {
            return Ok(step);
        }
        let due = if percent == 0 || self.beams.is_exhausted() {
            u64::MAX
        } else {
            self.beams.expanded() / BEAMS_TO_PROOF
        };
        if self.proof.has_expanded(due) {
            self.beams.widen(length, u64::MAX);
            return Ok(Step::Paused);
        }
        // That share is exact, so that what the beams get does not depend on threads.
        Ok(self.proof.advance(until, (due, due), counts)?)
    }
}

impl Work for Within {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        if self.is_enough() {
            self.stage = Stage::Over;
        }
        let step = self.step(until, counts)?;
        match &step {
            Step::Bound(bound) => self.bound = self.bound.max(*bound),
            Step::Found(moves) => {
                let length = self.length.unwrap_or(usize::MAX).min(moves.len());
                self.length = Some(length);
            }
            Step::Paused | Step::Done => {}
        }
        Ok(step)
    }
}

impl Policy for Within {
    fn tables(&self) -> Option<BuildProgress> {
        match self.stage {
            Stage::Tables => self.request.progress(),
            _ => None,
        }
    }
}
