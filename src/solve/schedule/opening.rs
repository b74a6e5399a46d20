//! The opening: the contestants for the first solutions.

use alloc::boxed::Box;

use crate::beam::near::Near;
use crate::canonical::CanonicalBoard;
use crate::construct::Construct;
use crate::exact::probe::Probe;
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, is_tried_first};
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::schedule::plan::{Then, Turn};

/// Constructions, and searches of a board near the goal.
#[derive(Debug)]
pub(super) struct Opening {
    construct: Construct,
    /// If the board is so near the goal that it is tried without tables.
    probe: Option<Probe>,
    /// If the board is near the goal, until the beams have ended.
    near: Option<Box<Near>>,
    /// The counts of what is not counted for the whole.
    uncounted: Counts,
}

impl Opening {
    pub(super) fn new(board: &CanonicalBoard, kind: HeuristicKind) -> Result<Self, OutOfMemory> {
        let probe = is_tried_first(board, kind).then(|| Probe::new(board));
        Ok(Self {
            construct: Construct::of(board.clone())?,
            probe: probe.transpose()?,
            near: Near::new(board)?.map(Box::new),
            uncounted: Counts::of_root(),
        })
    }

    /// Advances the contestant whose turn it is.
    pub(super) fn advance(
        &mut self,
        turn: Turn,
        until: u64,
        counts: &mut Counts,
    ) -> Result<(Step<Moves>, Then), OutOfMemory> {
        let step = match (turn, &mut self.probe, &mut self.near) {
            (Turn::Plain | Turn::ByBeams, ..) => self.construct.advance(until, counts)?,
            (Turn::Uncounted, ..) => self.construct.advance(u64::MAX, &mut self.uncounted)?,
            (Turn::Probe, Some(probe), _) => probe.advance(until, counts)?,
            // Its turn comes after the constructions.
            (Turn::LikelyNear, _, Some(near)) if !near.is_likely() => {
                return Ok((Step::Paused, Then::Next));
            }
            (Turn::LikelyNear | Turn::Near, _, Some(near)) => near.advance(until, counts)?,
            _ => Step::Done,
        };
        let then = match (turn, &step) {
            (Turn::Probe, Step::Found(_)) => Then::EndOpening,
            (Turn::LikelyNear | Turn::Near, Step::Done) => {
                let near = self.near.take();
                if near.is_some_and(|near| near.is_enough()) {
                    Then::EndOpening
                } else {
                    Then::Next
                }
            }
            (Turn::Plain | Turn::Uncounted, Step::Found(_)) | (_, Step::Done) => Then::Next,
            _ => Then::Stay,
        };
        if let (Step::Found(moves), Some(near)) = (&step, &mut self.near) {
            near.shorten(moves.len());
        }
        Ok((step, then))
    }
}
