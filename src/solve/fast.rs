//! A solution at once.

use crate::canonical::CanonicalBoard;
use crate::construct::{BlockTables, Construct};
use crate::moves::Moves;
use crate::prepared::{HeuristicKind, is_tried_first};
use crate::search::near::Near;
use crate::search::probe::Probe;
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::tables::{BuildProgress, OutOfMemory};
use crate::work::{Counts, Step, Work};

/// Constructs a solution, at once and on boards of any size, then shorter ones.
///
/// A board near the goal is tried by Manhattan IDA\* in between: that mostly ends with a shortest
/// solution.
#[derive(Debug)]
pub(super) struct Fast {
    /// The Manhattan distance: no solution is shorter.
    bound: usize,
    construct: Construct,
    /// Until it has ended.
    probe: Option<Probe>,
    /// If the board is near the goal.
    near: Option<Near>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    New,
    /// The plain construction.
    First,
    Probe,
    Near,
    Rest,
    Over,
}

impl Fast {
    pub(super) fn new(board: &CanonicalBoard, kind: HeuristicKind) -> Result<Self, OutOfMemory> {
        Ok(Self {
            bound: board.manhattan(),
            construct: Construct::new(board.clone())?,
            probe: if is_tried_first(board, kind) {
                Some(Probe::new(board)?)
            } else {
                None
            },
            near: Near::new(board)?,
            stage: Stage::New,
        })
    }

    /// Returns the tables that were laid out, for other constructions.
    pub(super) fn blocks(&self) -> BlockTables {
        self.construct.blocks()
    }
}

impl Work for Fast {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        let step = match (&self.stage, &mut self.probe) {
            (Stage::Probe, Some(probe)) => match probe.advance(until, counts)? {
                Step::Done => {
                    self.stage = Stage::Near;
                    Step::Paused
                }
                Step::Found(moves) => {
                    self.stage = Stage::Over;
                    Step::Found(moves)
                }
                step => step,
            },
            (Stage::Near, _) => match &mut self.near {
                Some(near) => match near.advance(until, counts)? {
                    Step::Done => {
                        self.stage = if near.is_enough() {
                            Stage::Over
                        } else {
                            Stage::Rest
                        };
                        Step::Paused
                    }
                    step => step,
                },
                None => {
                    self.stage = Stage::Rest;
                    Step::Paused
                }
            },
            (Stage::New, _) => {
                self.stage = Stage::First;
                Step::Bound(self.bound)
            }
            (Stage::Over, _) => Step::Done,
            _ => self.construct.advance(until, counts)?,
        };
        if let (Stage::First, Step::Found(_)) = (&self.stage, &step) {
            self.stage = if self.probe.is_some() {
                Stage::Probe
            } else {
                Stage::Near
            };
        }
        Ok(step)
    }
}

impl Policy for Fast {
    fn tables(&self) -> Option<BuildProgress> {
        None
    }
}
