//! A solution at once.

#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::construct::{BlockTables, Construct};
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, is_tried_first};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::near::Near;
use crate::search::probe::Probe;
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::tables::BuildProgress;

/// Constructs a solution, at once and on boards of any size, then shorter ones.
///
/// A board near the goal is tried by Manhattan IDA\* in between, if it has few cells: that mostly
/// ends with a shortest solution. Then beams from both ends look for a short one.
#[derive(Debug)]
pub(super) struct Fast {
    /// The Manhattan distance: no solution is shorter.
    bound: usize,
    construct: Construct,
    /// Until it has ended.
    probe: Option<Probe>,
    /// If the board is near the goal, until it has ended.
    near: Option<Box<Near>>,
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
            near: Near::new(board)?.map(Box::new),
            stage: Stage::New,
        })
    }

    /// Returns the stage after the probe: beams that are likely to find a solution precede the
    /// other constructions.
    fn after_probe(&self) -> Stage {
        match &self.near {
            Some(near) if near.is_likely() => Stage::Near,
            _ => Stage::Rest,
        }
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
                    self.stage = self.after_probe();
                    Step::Paused
                }
                Step::Found(moves) => {
                    self.stage = Stage::Over;
                    Step::Found(moves)
                }
                step => step,
            },
            (Stage::Near, _) => {
                let step = match &mut self.near {
                    Some(near) => near.advance(until, counts)?,
                    None => Step::Done,
                };
                if step == Step::Done {
                    let is_enough = self.near.take().is_some_and(|near| near.is_enough());
                    self.stage = if is_enough { Stage::Over } else { Stage::Rest };
                    Step::Paused
                } else {
                    step
                }
            }
            (Stage::New, _) => {
                self.stage = Stage::First;
                Step::Bound(self.bound)
            }
            (Stage::Over, _) => Step::Done,
            _ => {
                let step = self.construct.advance(until, counts)?;
                if let (Step::Found(moves), Some(near)) = (&step, &mut self.near) {
                    near.shorten(moves.len());
                }
                if step == Step::Done && self.near.is_some() {
                    self.stage = Stage::Near;
                    Step::Paused
                } else {
                    step
                }
            }
        };
        if let (Stage::First, Step::Found(_)) = (&self.stage, &step) {
            self.stage = if self.probe.is_some() {
                Stage::Probe
            } else {
                self.after_probe()
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
